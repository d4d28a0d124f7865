"""The table of the screen: a frame with a pass, a frame at rest, and the view alone."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from itertools import count
from math import inf
from pathlib import Path

import moderngl

from bitonic_scope.bench.contest import Contestant
from bitonic_scope.bench.effort import SEED
from bitonic_scope.bench.line import Line, skipped
from bitonic_scope.bench.workbench import Workbench, loaded
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.context import release_target
from bitonic_scope.gpu.engines import new_engine
from bitonic_scope.model.look import Look
from bitonic_scope.model.settings import DEFAULT_VIEW, DisplaySettings, SortSettings
from bitonic_scope.model.timeline import Timeline
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.presenter import Presenter, Shot
from bitonic_scope.views.viewport import Viewport
from bitonic_scope.window.opening import Opening
from bitonic_scope.window.system_libraries import naming_missing_libraries

GROUP = "screen"
SIZE = (1280, 800)  # pixels
PLACE = Viewport(280, 40, 720, 720)  # of the view alone, larger than the picture beside panels
PASSES_PER_SECOND = 60.0
FRAME_SECONDS = 1 / PASSES_PER_SECOND  # so that a pass is due in each frame
SIXTY_HZ = "a frame of 60 Hz"


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
    ctx, side = bench.gpu.ctx, bench.effort.screen_side
    settings = SortSettings(width=side, height=side, seed=SEED)
    at_start = Timeline(settings.network.pass_count)
    frame_count = min(bench.effort.screen_frames, at_start.pass_count)
    with ExitStack() as owned:
        target = ctx.simple_framebuffer(SIZE, 4)
        owned.callback(release_target, ctx, target)
        session = Session(ctx, Opening(settings, DisplaySettings(), at_start), recordings=Path())
        owned.callback(session.release)
        session.resize(SIZE, SIZE)

        def go_on_with(timeline: Timeline) -> None:
            session.change(replace(session.state, timeline=timeline))
            while session.is_busy:
                session.tick(0.0)
            session.draw(target)
            wipe()

        def rest() -> None:
            go_on_with(session.state.timeline.pause().seek(0))

        def play() -> None:
            rest()
            go_on_with(session.state.timeline.with_speed(PASSES_PER_SECOND).play())

        def draw_window() -> None:
            session.wake()  # an idle session asks for no frame
            session.tick(FRAME_SECONDS)
            while session.player.is_busy:  # a slow machine is no reason to skip its pass
                session.tick(0.0)
            session.draw(target)

        def wipe() -> None:
            target.use()
            target.clear()

        def run(draw: Callable[[], None]) -> None:
            for _ in range(frame_count):
                draw()
                ctx.finish()

        def is_right(position: int) -> bool:
            has_picture = any(target.read(components=3, dtype="f1"))
            return has_picture and session.state.timeline.position == position

        rest()
        draw_view = _view(bench, settings, target, owned)
        contestants = [
            Contestant(
                name,
                partial(run, draw),
                partial(is_right, position),
                prepare=prepare,
                finish=ctx.finish,
                against=SIXTY_HZ,
                against_seconds=FRAME_SECONDS,
                unit="a frame",
                unit_count=frame_count,
            )
            for name, draw, prepare, position in (
                ("frame with a pass", draw_window, play, frame_count),
                ("frame at rest", draw_window, rest, 0),
                ("view alone", draw_view, rest, 0),
            )
        ]
        yield from bench.contest(GROUP, side, contestants)


def _view(
    bench: Workbench, settings: SortSettings, target: moderngl.Framebuffer, owned: ExitStack
) -> Callable[[], None]:
    """Return a function that redraws the picture of a state, without the panels."""
    data = bench.start_data(settings)
    engine = loaded(owned, new_engine(bench.gpu, settings, data.storage), data.elements)
    frame = Frame(data, 0, engine.sort_texture)
    shots = count()  # a new pass_index each time, so that the presenter draws it anew
    shot = Shot(settings, 0, DEFAULT_VIEW, Look(), PLACE.width, PLACE.height)
    presenter = Presenter(bench.gpu, lambda: shot._replace(pass_index=next(shots)), lambda: frame)
    owned.callback(presenter.release)

    def draw() -> None:
        presenter.work(inf)
        target.use()
        presenter.draw(target, PLACE)

    return draw
