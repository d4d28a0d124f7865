"""The window on a screen of 192 dots an inch: twice as many pixels, the same things to click."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from Xlib import Xatom

from tests.support.window_controls import control_centres
from tests.support.window_driver import Program, running_program
from tests.support.x_display import XDisplay

pytestmark = pytest.mark.display

SCALE = 2


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    with XDisplay(1600, 1200) as display:
        setting = f"Xft.dpi:\t{96 * SCALE}\n".encode()
        display.root.change_property(Xatom.RESOURCE_MANAGER, Xatom.STRING, 8, setting)
        display.connection.sync()
        with running_program(display, tmp_path, scale=SCALE) as program:
            yield program


def test_the_window_fits_the_screen_and_clicks_hit(program: Program) -> None:
    _, _, width, height = program.window.geometry()
    assert (width, height) == (1440, 810)
    assert program.spot.width == program.spot.height
    assert program.spot.width % 16 == 0
    controls = control_centres(width // SCALE, height // SCALE, program.settings)
    program.wait_for(0)
    for position in (1, 2):
        x, y = controls["NEXT_PASS"]
        program.window.click(SCALE * x, SCALE * y)
        program.wait_for(position)
    x, y = controls["stage 4"]
    program.window.click(SCALE * x, SCALE * y)
    program.wait_for(6)
