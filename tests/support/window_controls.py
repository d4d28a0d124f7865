"""Where the controls of a window are, found out without a window.

The program notes where it draws each control. A screen of the same size and settings is drawn in
another process, so that its GL context cannot come between those of other tests.
"""

import tempfile
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from pathlib import Path

from bitonic_scope.gpu.context import headless_context
from bitonic_scope.model.settings import DisplaySettings, SortSettings
from bitonic_scope.model.timeline import Timeline
from bitonic_scope.ui.widgets.rects import control_rects
from bitonic_scope.window.opening import Opening
from bitonic_scope.window.session import Session

SETTLE_TICKS = 4  # ImGui sizes lists and overlays in their first frames
DT_SECONDS = 0.02

Centres = Mapping[str, tuple[int, int]]


@cache
def control_centres(
    width: int,
    height: int,
    settings: SortSettings,
    clicks: tuple[str, ...] = (),
    *,
    is_closing: bool = False,
) -> Centres:
    """Return the middle of each control, in pixels from the window's top left.

    Args:
        width: Of the window.
        height: Of the window.
        settings: What is sorted.
        clicks: Controls to be clicked first, such as "width", which opens a list.
        is_closing: Whether the window was asked to close after that.
    """
    measuring = _other_process().submit(_measure, width, height, settings, clicks, is_closing)
    return measuring.result()


@cache
def _other_process() -> ProcessPoolExecutor:
    """Start the process that measures; it serves until Python ends."""
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"))


def _measure(
    width: int, height: int, settings: SortSettings, clicks: tuple[str, ...], is_closing: bool
) -> Centres:
    timeline = Timeline(settings.network.pass_count)
    with headless_context() as ctx, tempfile.TemporaryDirectory() as folder:
        target = ctx.simple_framebuffer((width, height), 4)
        opening = Opening(settings, DisplaySettings(), timeline)
        screen = Session(ctx, opening, recordings=Path(folder))

        def settle() -> None:
            for _ in range(SETTLE_TICKS):
                screen.tick(DT_SECONDS)
                control_rects.clear()
                screen.draw(target)

        screen.resize((width, height), (width, height))
        settle()
        for name in clicks:
            x, y = _centre(control_rects[name])
            screen.input.mouse_button(x, y, 0, is_down=True)
            screen.input.mouse_button(x, y, 0, is_down=False)
            settle()
        if is_closing:
            screen.ask_to_close()
            settle()
        screen.release()
        target.release()
    return {name: _centre(rect) for name, rect in control_rects.items()}


def _centre(rect: tuple[float, float, float, float]) -> tuple[int, int]:
    left, top, right, bottom = rect
    return int((left + right) / 2), int((top + bottom) / 2)
