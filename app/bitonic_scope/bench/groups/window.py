"""The table of the window: how fast it feels, driven like the window's loop but not opened.

"Our own Python" is the processor time of `bench.own_time`: without GL and ImGui, and with the turns
of the loop that draw no frame.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter, process_time, sleep
from typing import TYPE_CHECKING, NamedTuple, Protocol

from bitonic_scope.bench.contest import WRONG, Rounds, interleaved, speed, timed
from bitonic_scope.bench.effort import SEED, Effort
from bitonic_scope.bench.line import Line, Status, TimeKind, skipped
from bitonic_scope.bench.own_time import own_time
from bitonic_scope.bench.workbench import Checkpoint, Workbench
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
TURNS_BETWEEN_KEYS = 3  # so that keys come at different moments of the work
IDLE_SLEEP_SECONDS, BUSY_SLEEP_SECONDS = 0.016, 0.001  # of the window's loop
SETTLE_SECONDS = 0.8  # after an event, tooltips may still appear
FRAME, OWN, REST = "frame in play", "our own Python in it", "a second of rest"
KEYS = f"worst of {KEY_COUNT} keys to its frame"


class Goal(NamedTuple):
    """What a time is compared with."""

    name: str
    seconds: float


OpenDriver = Callable[[int, tuple[int, int]], AbstractContextManager["Driver"]]


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
    yield from goal_lines(bench.effort, partial(_driver, Session, bench))


def goal_lines(effort: Effort, open_driver: OpenDriver) -> Iterator[Line]:
    """Measure play, rest and keys.

    Args:
        effort: how much to measure.
        open_driver: opens a square of elements of that side in a window of that size in pixels.
    """
    seconds = effort.screen_frames / PASSES_PER_SECOND
    own = {OWN: Goal("4 ms", 0.004)}
    keys = {KEYS: Goal("100 ms", 0.1)}
    with open_driver(effort.screen_side, SMALL) as driver:
        goals = {FRAME: Goal("30 frames/s", 1 / 30), **own}
        yield from driver.lines(goals, lambda: driver.play(seconds))
        yield from driver.lines({REST: Goal("5% of a core", 0.05)}, driver.rest)
    with open_driver(effort.window_side, SMALL) as driver:
        yield from driver.lines(keys, driver.press_keys)
    if not effort.has_large_window:
        return
    with open_driver(effort.screen_side, LARGE) as driver:
        goals = {FRAME: Goal("60 ms", 0.06), **own}
        yield from driver.lines(goals, lambda: driver.play(seconds))
        yield from driver.lines(keys, driver.press_keys)


def opening_of(side: int) -> Opening:
    """Return an opening with a square of that side in the view "both"."""
    settings = SortSettings(width=side, height=side, seed=SEED)
    at_start = Timeline(settings.network.pass_count)
    return Opening(settings, DisplaySettings(view="both"), at_start)


@contextmanager
def _driver(
    new_session: type["Session"], bench: Workbench, side: int, size: tuple[int, int]
) -> Iterator["Driver"]:
    ctx = bench.gpu.ctx
    with ExitStack() as owned:
        target = ctx.simple_framebuffer(size, 4)
        owned.callback(release_target, ctx, target)
        session = new_session(ctx, opening_of(side), recordings=Path())
        owned.callback(session.release)
        session.resize(size, size)
        case = f"{side}x{side} at {size[0]}x{size[1]}"
        rounds, checkpoint = bench.effort.long_rounds, bench.checkpoint
        yield Driver(_Offscreen(session, target), GROUP, case, rounds, checkpoint)


class Surface(Protocol):
    """What a session draws on.

    Attributes:
        session: the session.
    """

    session: "Session"

    def turn(self) -> bool:
        """Do a turn of the window's loop; return whether it drew a frame, which is then done."""

    def clear(self) -> None:
        """Forget the picture, as far as this surface can."""

    def has_picture(self) -> bool:
        """Return whether any pixel is not black."""


class _Offscreen:
    """A framebuffer as a surface."""

    def __init__(self, session: "Session", target: "moderngl.Framebuffer") -> None:
        self.session = session
        self._target = target
        self._last_tick = perf_counter()

    def turn(self) -> bool:
        now = perf_counter()
        dt_seconds, self._last_tick = now - self._last_tick, now
        if not self.session.tick(dt_seconds):
            longest = BUSY_SLEEP_SECONDS if self.session.is_busy else IDLE_SLEEP_SECONDS
            sleep(min(longest, self.session.idle_seconds))
            return False
        self.session.draw(self._target)
        self._target.ctx.finish()
        return True

    def clear(self) -> None:
        self._target.clear()

    def has_picture(self) -> bool:
        return any(self._target.read(components=3, dtype="f1"))


class Driver:
    """Plays, rests and presses keys on a surface."""

    def __init__(
        self,
        surface: Surface,
        group: str,
        case: str,
        rounds: Rounds,
        checkpoint: Checkpoint,
        *,
        takes_own_time: bool = True,
    ) -> None:
        """Draw nothing yet.

        Args:
            surface: what the session draws on.
            group, case: those of the lines.
            rounds: the number of rounds.
            checkpoint: called before each run; may raise.
            takes_own_time: whether to measure our own Python.
        """
        self._surface = surface
        self._session = surface.session
        self._group = group
        self._case = case
        self._rounds = rounds
        self._checkpoint = checkpoint
        self._takes_own_time = takes_own_time
        self._is_warm = False

    def lines(self, goals: dict[str, Goal], run: Callable[[], Sample]) -> list[Line]:
        """Run again and again; return a line for each goal that the samples have a time for."""

        def take() -> Sample:
            self._checkpoint(f"{self._group} {self._case}")
            return run()

        if not self._is_warm:
            take()  # compiles shaders
            self._is_warm = True
        (samples,) = interleaved([take], self._rounds)
        return [
            line_of(Line(self._group, name, case=self._case), goals[name], samples)
            for name in samples[0].seconds
        ]

    def _go_on_with(self, timeline: Timeline) -> None:
        self._session.change(replace(self._session.state, timeline=timeline))
        while self._session.is_busy:
            self._surface.turn()
        self._surface.clear()

    def play(self, seconds: float) -> Sample:
        """Play for that long, at least until the first new frame; then again for our own time."""
        frames, elapsed = self._frames(seconds)
        taken = {FRAME: elapsed / frames}
        if self._takes_own_time:
            with own_time() as own_seconds:  # which slows the frames down
                start = own_seconds()
                own_frames, _ = self._frames(seconds)
                taken[OWN] = (own_seconds() - start) / own_frames
        return Sample(taken, self._surface.has_picture())

    def _frames(self, seconds: float) -> tuple[int, float]:
        """Play from the start; return the number of frames, and how long they took."""
        start_of_sort = self._session.state.timeline.pause().seek(0)
        self._go_on_with(start_of_sort)
        playing = start_of_sort.with_speed(PASSES_PER_SECOND).play()
        self._session.change(replace(self._session.state, timeline=playing))
        start, frames = perf_counter(), 0
        while not frames or perf_counter() - start < seconds:
            frames += self._surface.turn()
        elapsed = perf_counter() - start
        self._session.change(replace(self._session.state, timeline=start_of_sort))
        return frames, elapsed

    def rest(self) -> Sample:
        """Wait for tooltips, then do nothing for a second."""
        self._go_on_with(self._session.state.timeline.pause().seek(0))
        for seconds in (SETTLE_SECONDS, 1.0):
            start, used = perf_counter(), process_time()
            while perf_counter() - start < seconds:
                self._surface.turn()
        elapsed = perf_counter() - start
        used = process_time() - used
        self._session.wake()
        return Sample({REST: used / elapsed}, self._surface.turn() and self._surface.has_picture())

    def press_keys(self) -> Sample:
        """Step by the right arrow key; find the longest time to the frame that shows the step."""
        from pyglet.window import key

        session, worst = self._session, 0.0
        self._go_on_with(session.state.timeline.pause().seek(0))
        for number in range(KEY_COUNT):
            for _ in range(number % (TURNS_BETWEEN_KEYS + 1)):
                self._surface.turn()
            start, wanted = perf_counter(), session.state.timeline.position + 1
            for is_down in (True, False):
                session.input.key(key.RIGHT, is_down=is_down, modifiers=_NoModifiers)
            while not (self._surface.turn() and session.state.timeline.position == wanted):
                pass
            worst = max(worst, perf_counter() - start)
        return Sample({KEYS: worst}, self._surface.has_picture())


class _NoModifiers:
    ctrl = shift = alt = False


def line_of(line: Line, goal: Goal, samples: Sequence[Sample]) -> Line:
    """Return a line that compares the median of samples with a goal, and names the best."""
    kind = {OWN: TimeKind.PROCESSOR, REST: TimeKind.PROCESSOR}.get(line.name, TimeKind.FINISHED)
    seconds = [sample.seconds[line.name] for sample in samples]
    line = timed(replace(line, kind=kind, unit="each"), seconds)
    if not all(sample.is_right for sample in samples):
        return replace(line, note=WRONG, status=Status.WRONG)
    ratio = speed(seconds, [goal.seconds] * len(seconds))
    note = f"best {as_time(min(seconds))}"
    if line.name == FRAME:
        note = f"{1 / median(seconds):.0f} frames/s, {note}"
    return replace(line, ratio_to=goal.name, ratio=ratio, note=note)
