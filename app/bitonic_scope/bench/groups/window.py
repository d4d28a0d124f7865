"""The table of the window: how fast it feels, driven like the window's loop but not opened.

"Our own Python" is the processor time of `bench.own_time`: without GL and ImGui, and with the turns
of the loop that draw no frame.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from time import perf_counter, process_time, sleep
from typing import TYPE_CHECKING, NamedTuple

from bitonic_scope.bench.contest import WRONG, interleaved, speed, timed
from bitonic_scope.bench.effort import SEED
from bitonic_scope.bench.line import Line, Status, TimeKind, skipped
from bitonic_scope.bench.own_time import own_time
from bitonic_scope.bench.workbench import Workbench
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.context import release_target
from bitonic_scope.model.settings import DisplaySettings, SortSettings
from bitonic_scope.model.timeline import Timeline
from bitonic_scope.text.numbers import as_time
from bitonic_scope.window.opening import Opening
from bitonic_scope.window.system_libraries import naming_missing_libraries

if TYPE_CHECKING:
    import moderngl

    from bitonic_scope.window.session import Session

GROUP = "window"
SMALL, LARGE = (1280, 720), (3840, 2160)  # pixels
PASSES_PER_SECOND = 60.0
KEY_COUNT = 8
TICKS_BETWEEN_KEYS = 3  # so that keys come at different moments of the work
IDLE_SLEEP_SECONDS, BUSY_SLEEP_SECONDS = 0.016, 0.001  # of the window's loop
SETTLE_SECONDS = 0.8  # after an event, tooltips may still appear
FRAME, OWN, REST = "frame in play", "our own Python in it", "a second of rest"
KEYS = f"worst of {KEY_COUNT} keys to its frame"


class Goal(NamedTuple):
    """What a time is compared with."""

    name: str
    seconds: float


class Sample(NamedTuple):
    """What one run measures: seconds by the name of its line, and whether its frame is right."""

    seconds: dict[str, float]
    is_right: bool


def window(bench: Workbench) -> Iterator[Line]:
    """Measure play, rest and keys in the view "both", in windows of two sizes."""
    bench.checkpoint(GROUP)
    try:
        with naming_missing_libraries():
            from bitonic_scope.window.libraries import prepare_libraries

            prepare_libraries()
            from bitonic_scope.window.session import Session  # loaded on demand
    except ProgramError as error:
        yield skipped(GROUP, FRAME, str(error))
        return
    side, play_seconds = bench.effort.screen_side, bench.effort.screen_frames / PASSES_PER_SECOND
    with _driver(Session, bench, side, SMALL) as driver:
        goals = {FRAME: Goal("30 frames/s", 1 / 30), OWN: Goal("4 ms", 0.004)}
        yield from driver.lines(goals, lambda: driver.play(play_seconds))
        yield from driver.lines({REST: Goal("5% of a core", 0.05)}, driver.rest)
    with _driver(Session, bench, side, LARGE) as driver:
        goals = {FRAME: Goal("60 ms", 0.06), OWN: Goal("4 ms", 0.004)}
        yield from driver.lines(goals, lambda: driver.play(play_seconds))
        yield from driver.lines({KEYS: Goal("100 ms", 0.1)}, driver.press_keys)
    with _driver(Session, bench, bench.effort.window_side, SMALL) as driver:
        yield from driver.lines({KEYS: Goal("100 ms", 0.1)}, driver.press_keys)


@contextmanager
def _driver(
    new_session: type["Session"], bench: Workbench, side: int, size: tuple[int, int]
) -> Iterator["Driver"]:
    ctx = bench.gpu.ctx
    settings = SortSettings(width=side, height=side, seed=SEED)
    at_start = Timeline(settings.network.pass_count)
    with ExitStack() as owned:
        target = ctx.simple_framebuffer(size, 4)
        owned.callback(release_target, ctx, target)
        opening = Opening(settings, DisplaySettings(view="both"), at_start)
        session = new_session(ctx, opening, recordings=Path())
        owned.callback(session.release)
        session.resize(size, size)
        yield Driver(bench, session, target, f"{side}x{side} at {size[0]}x{size[1]}")


class Driver:
    """Drives a session as the window's loop does, and waits for the GPU after each frame."""

    def __init__(
        self, bench: Workbench, session: "Session", target: "moderngl.Framebuffer", case: str
    ) -> None:
        self._bench = bench
        self._session = session
        self._target = target
        self._case = case
        self._is_warm = False
        self._last_tick = perf_counter()

    def lines(self, goals: dict[str, Goal], run: Callable[[], Sample]) -> list[Line]:
        """Run again and again; return a line for each goal."""

        def take() -> Sample:
            self._bench.checkpoint(f"{GROUP} {self._case}")
            return run()

        if not self._is_warm:
            take()  # compiles shaders
            self._is_warm = True
        (samples,) = interleaved([take], self._bench.effort.long_rounds)
        return [line_of(name, self._case, goal, samples) for name, goal in goals.items()]

    def _tick(self) -> bool:
        """Do a turn of the window's loop; return whether it drew a frame."""
        now = perf_counter()
        dt_seconds, self._last_tick = now - self._last_tick, now
        if not self._session.tick(dt_seconds):
            longest = BUSY_SLEEP_SECONDS if self._session.is_busy else IDLE_SLEEP_SECONDS
            sleep(min(longest, self._session.idle_seconds))
            return False
        self._session.draw(self._target)
        self._bench.gpu.ctx.finish()
        return True

    def _go_on_with(self, timeline: Timeline) -> None:
        self._session.change(replace(self._session.state, timeline=timeline))
        while self._session.is_busy:
            self._tick()
        self._target.clear()

    def _has_picture(self) -> bool:
        return any(self._target.read(components=3, dtype="f1"))

    def play(self, seconds: float) -> Sample:
        """Play for that long, at least until the first new frame; then again for our own time."""
        frames, elapsed = self._frames(seconds)
        with own_time() as own_seconds:  # which slows the frames down
            start = own_seconds()
            own_frames, _ = self._frames(seconds)
            own = own_seconds() - start
        return Sample({FRAME: elapsed / frames, OWN: own / own_frames}, self._has_picture())

    def _frames(self, seconds: float) -> tuple[int, float]:
        """Play from the start; return the number of frames, and how long they took."""
        start_of_sort = self._session.state.timeline.pause().seek(0)
        self._go_on_with(start_of_sort)
        playing = start_of_sort.with_speed(PASSES_PER_SECOND).play()
        self._session.change(replace(self._session.state, timeline=playing))
        start, frames = perf_counter(), 0
        while not frames or perf_counter() - start < seconds:
            frames += self._tick()
        elapsed = perf_counter() - start
        self._session.change(replace(self._session.state, timeline=start_of_sort))
        return frames, elapsed

    def rest(self) -> Sample:
        """Wait for tooltips, then do nothing for a second."""
        self._go_on_with(self._session.state.timeline.pause().seek(0))
        for seconds in (SETTLE_SECONDS, 1.0):
            start, used = perf_counter(), process_time()
            while perf_counter() - start < seconds:
                self._tick()
        elapsed = perf_counter() - start
        used = process_time() - used
        self._session.wake()
        return Sample({REST: used / elapsed}, self._tick() and self._has_picture())

    def press_keys(self) -> Sample:
        """Step by the right arrow key; find the longest time to the frame that shows the step."""
        from pyglet.window import key

        session, worst = self._session, 0.0
        self._go_on_with(session.state.timeline.pause().seek(0))
        for number in range(KEY_COUNT):
            for _ in range(number % (TICKS_BETWEEN_KEYS + 1)):
                self._tick()
            start, wanted = perf_counter(), session.state.timeline.position + 1
            for is_down in (True, False):
                session.input.key(key.RIGHT, is_down=is_down, modifiers=_NoModifiers)
            while not (self._tick() and session.state.timeline.position == wanted):
                pass
            worst = max(worst, perf_counter() - start)
        return Sample({KEYS: worst}, self._has_picture())


class _NoModifiers:
    ctrl = shift = alt = False


def line_of(name: str, case: str, goal: Goal, samples: Sequence[Sample]) -> Line:
    """Return a line that compares the median of samples with a goal, and names the best."""
    kind = {OWN: TimeKind.PROCESSOR, REST: TimeKind.PROCESSOR}.get(name, TimeKind.FINISHED)
    seconds = [sample.seconds[name] for sample in samples]
    line = timed(Line(GROUP, name, kind=kind, case=case, unit="each"), seconds)
    if not all(sample.is_right for sample in samples):
        return replace(line, note=WRONG, status=Status.WRONG)
    ratio = speed(seconds, [goal.seconds] * len(seconds))
    return replace(line, ratio_to=goal.name, ratio=ratio, note=f"best {as_time(min(seconds))}")
