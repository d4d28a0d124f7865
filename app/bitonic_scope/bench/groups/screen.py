"""The table of the screen: a frame with a pass, a frame at rest, and the view alone."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from itertools import count
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

import moderngl

from bitonic_scope.bench.contest import Contestant
from bitonic_scope.bench.effort import SEED
from bitonic_scope.bench.line import Line, skipped
from bitonic_scope.bench.workbench import Workbench
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.context import release_target
from bitonic_scope.gpu.engines import new_engine
from bitonic_scope.model.settings import DEFAULT_VIEW, DisplaySettings, SortSettings
from bitonic_scope.model.start_data import make_start_data
from bitonic_scope.model.storage import choose_storage
from bitonic_scope.model.timeline import Timeline
from bitonic_scope.views.downsample import Viewport
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.presenter import Presenter, Shot
from bitonic_scope.window.system_libraries import naming_missing_libraries

if TYPE_CHECKING:
    from bitonic_scope.window.session import Session

GROUP = "screen"
SIZE = (1280, 800)  # pixels, of the window when it opens
PLACE = Viewport(280, 40, 720, 720)  # about what the panels leave to the picture
PASSES_PER_SECOND = 60.0
FRAME_SECONDS = 1 / PASSES_PER_SECOND  # so that a pass is due in each frame
SIXTY_HZ = "a frame of 60 Hz"
LINE_COLOUR = (0.3, 0.3, 0.3)
LINE_PIXELS = 2


def screen(bench: Workbench) -> Iterator[Line]:
    """Draw frames of the whole window to a texture, without opening one."""
    bench.checkpoint(GROUP)
    try:
        with naming_missing_libraries():
            from bitonic_scope.window.libraries import prepare_libraries

            prepare_libraries()
            from bitonic_scope.window.session import Session
    except ProgramError as error:
        yield skipped(GROUP, "frame", str(error))
        return
    side = bench.effort.screen_side
    settings = SortSettings(width=side, height=side, seed=SEED)
    timeline = Timeline(settings.network.pass_count)
    frame_count = min(bench.effort.screen_frames, timeline.pass_count)
    contestant = partial(
        Contestant,
        finish=bench.gpu.ctx.finish,
        against=SIXTY_HZ,
        against_seconds=FRAME_SECONDS,
        unit="a frame",
        unit_count=frame_count,
    )
    with ExitStack() as owned:
        target = bench.gpu.ctx.simple_framebuffer(SIZE, 4)
        owned.callback(release_target, bench.gpu.ctx, target)
        session = Session(bench.gpu.ctx, settings, DisplaySettings(), timeline, recordings=Path())
        owned.callback(session.release)
        driver = _Driver(bench.gpu.ctx, session, target, frame_count)
        contestants = [
            contestant(
                "frame with a pass", driver.run, driver.has_played, prepare=driver.start_to_play
            ),
            contestant("frame at rest", driver.run, driver.has_rested, prepare=driver.rest),
            _view(bench, settings, target, contestant, owned),
        ]
        yield from bench.contest(GROUP, side, contestants)


def _view(
    bench: Workbench,
    settings: SortSettings,
    target: moderngl.Framebuffer,
    contestant: "partial[Contestant]",
    owned: ExitStack,
) -> Contestant:
    """Draw the picture of a state anew in each frame, without the panels."""
    data = make_start_data(settings, choose_storage(settings, bench.gpu.capabilities))
    engine = new_engine(bench.gpu, settings, data.storage)
    owned.callback(engine.release)
    engine.load(data.elements)
    frame = Frame(data, 0, engine.sort_texture)
    shots = count()  # a new pass_index each time, so that the presenter draws it anew
    shot = Shot(settings, 0, DEFAULT_VIEW, PLACE.width, PLACE.height)
    presenter = Presenter(bench.gpu, lambda: shot._replace(pass_index=next(shots)), lambda: frame)
    owned.callback(presenter.release)

    def run() -> None:
        for _ in range(contestant.keywords["unit_count"]):
            presenter.work(inf)
            target.use()
            presenter.draw(target, PLACE, line_pixels=LINE_PIXELS, line_colour=LINE_COLOUR)
            bench.gpu.ctx.finish()

    return contestant(
        "view alone", run, lambda: _has_picture(target), prepare=lambda: _wipe(target)
    )


class _Driver:
    """Runs frames of a session, as the loop of the window does."""

    def __init__(
        self,
        ctx: moderngl.Context,
        session: "Session",
        target: moderngl.Framebuffer,
        frame_count: int,
    ) -> None:
        self._ctx = ctx
        self._session = session
        self._target = target
        self._frame_count = frame_count
        session.resize(SIZE, SIZE)
        self.rest()

    def run(self) -> None:
        """Draw the frames, and wait for the GPU after each."""
        for _ in range(self._frame_count):
            self._session.wake()  # an idle session asks for no frame
            self._session.tick(FRAME_SECONDS)
            self._session.draw(self._target)
            self._ctx.finish()

    def rest(self) -> None:
        """Go to the start, paused."""
        self._go_on_with(self._timeline.pause().seek(0))

    def start_to_play(self) -> None:
        """Go to the start, and play."""
        self.rest()
        self._go_on_with(self._timeline.with_speed(PASSES_PER_SECOND).play())

    def has_played(self) -> bool:
        """Return whether each frame ran a pass."""
        return self._timeline.position == self._frame_count and _has_picture(self._target)

    def has_rested(self) -> bool:
        """Return whether no pass has run."""
        return self._timeline.position == 0 and _has_picture(self._target)

    @property
    def _timeline(self) -> Timeline:
        return self._session.state.timeline

    def _go_on_with(self, timeline: Timeline) -> None:
        self._session.change(replace(self._session.state, timeline=timeline))
        while self._session.is_busy:
            self._session.tick(0.0)
        self._session.draw(self._target)
        _wipe(self._target)


def _wipe(target: moderngl.Framebuffer) -> None:
    target.use()
    target.clear()


def _has_picture(target: moderngl.Framebuffer) -> bool:
    """Return whether anything was drawn since `_wipe`."""
    return any(target.read(components=3, dtype="f1"))
