"""Lines on the screen: how long a frame takes, with and without a pass, and the view alone."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
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
from bitonic_scope.gpu.engine import make_engine
from bitonic_scope.model.readout import Readout
from bitonic_scope.model.settings import DisplaySettings, SortSettings
from bitonic_scope.model.start_data import make_start_data, prepare
from bitonic_scope.model.timeline import Timeline
from bitonic_scope.views.downsample import Place
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.presenter import Showcase
from bitonic_scope.window.system_libraries import naming_missing_libraries

if TYPE_CHECKING:
    from bitonic_scope.window.session import (
        Screen,  # at run time it would load the libraries of the window
    )

GROUP = "screen"
SIZE = (1280, 800)  # pixels, of the window when it opens
PLACE = Place(280, 40, 720, 720)  # about what is left there for the picture
PASSES_PER_SECOND = 60.0
FRAME_SECONDS = 1 / PASSES_PER_SECOND  # so that a pass is due in each frame
SIXTY_HZ = "a frame of 60 Hz"
LINE_COLOUR = (0.3, 0.3, 0.3)
LINE_PIXELS = 2


def screen(bench: Workbench) -> Iterator[Line]:
    """Draw frames of the whole window to a texture, without a window."""
    bench.checkpoint(GROUP)
    try:
        with naming_missing_libraries():
            from bitonic_scope.window.libraries import prepare_libraries

            prepare_libraries()
            from bitonic_scope.window.session import Screen
    except ProgramError as error:
        yield skipped(GROUP, "frame", str(error))
        return
    side = bench.effort.screen_side
    settings = SortSettings(width=side, height=side, seed=SEED)
    timeline = Timeline(settings.network.pass_count)
    frame_count = min(bench.effort.screen_frames, timeline.pass_count)
    contestant = partial(
        Contestant,
        finish=bench.ctx.finish,
        against=SIXTY_HZ,
        against_seconds=FRAME_SECONDS,
        unit="a frame",
        unit_count=frame_count,
    )
    with ExitStack() as owned:
        target = bench.ctx.simple_framebuffer(SIZE, 4)
        owned.callback(release_target, bench.ctx, target)
        shown = Screen(bench.ctx, settings, DisplaySettings(), timeline, recordings=Path())
        owned.callback(shown.release)
        driver = _Driver(bench.ctx, shown, target, frame_count)
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
    """Draw the picture of a state anew in each frame, without any control."""
    data = make_start_data(settings, prepare(settings, bench.capabilities))
    sorter = make_engine(bench.ctx, bench.programs, settings, data.storage)
    owned.callback(sorter.release)
    sorter.load(data.elements)
    showcase = Showcase(bench.ctx, bench.programs)
    owned.callback(showcase.release)
    readout = Readout(settings, Timeline(settings.network.pass_count), bench.capabilities)
    frame = Frame(readout, data, sorter.sort_texture)

    def run() -> None:
        for _ in range(contestant.keywords["unit_count"]):
            showcase.begin(frame, PLACE)
            showcase.work(inf)
            target.use()
            showcase.draw(target, PLACE, line_pixels=LINE_PIXELS, line_colour=LINE_COLOUR)
            bench.ctx.finish()

    return contestant(
        "view alone", run, lambda: _has_picture(target), prepare=lambda: _wipe(target)
    )


class _Driver:
    """Lets frames of a screen go by, as the loop of the window does."""

    def __init__(
        self,
        ctx: moderngl.Context,
        shown: "Screen",
        target: moderngl.Framebuffer,
        frame_count: int,
    ) -> None:
        self._ctx = ctx
        self._screen = shown
        self._target = target
        self._frame_count = frame_count
        shown.resize(SIZE, SIZE)
        self.rest()

    def run(self) -> None:
        """Draw the frames, each to its end."""
        for _ in range(self._frame_count):
            self._screen.wake()  # a screen on which nothing happens asks for no frame
            self._screen.tick(FRAME_SECONDS)
            self._screen.draw(self._target)
            self._ctx.finish()

    def rest(self) -> None:
        """Stand at the start, paused."""
        self._go_on_with(self._timeline.pause().seek(0))

    def start_to_play(self) -> None:
        """Stand at the start, playing."""
        self.rest()
        self._go_on_with(self._timeline.with_speed(PASSES_PER_SECOND).play())

    def has_played(self) -> bool:
        """Tell whether each frame has shown a pass."""
        return self._timeline.position == self._frame_count and _has_picture(self._target)

    def has_rested(self) -> bool:
        """Tell whether it stands where it stood."""
        return self._timeline.position == 0 and _has_picture(self._target)

    @property
    def _timeline(self) -> Timeline:
        return self._screen.state.timeline

    def _go_on_with(self, timeline: Timeline) -> None:
        self._screen.state = replace(self._screen.state, timeline=timeline)
        self._screen.draw(self._target)  # the controls hand it on
        while self._screen.is_busy:
            self._screen.tick(0.0)
        self._screen.draw(self._target)
        _wipe(self._target)


def _wipe(target: moderngl.Framebuffer) -> None:
    target.use()
    target.clear()


def _has_picture(target: moderngl.Framebuffer) -> bool:
    """Tell whether there is anything to see, which there is not after `_wipe`."""
    return any(target.read(components=3, dtype="f1"))
