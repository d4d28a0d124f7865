"""The window: its picture is the recorded one, pixel for pixel, and the ramp lies the right way."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from bitonic_scope.data.distributions import uniform
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.network.schedule import Direction
from tests.support.program import run_program
from tests.support.window_driver import running_program
from tests.support.x_display import XDisplay

pytestmark = pytest.mark.display


@pytest.fixture(scope="module")
def display() -> Iterator[XDisplay]:
    with XDisplay() as display:
        yield display


@pytest.mark.parametrize(
    "settings", [SortSettings(), SortSettings(width=32, height=64, seed=3)], ids=str
)
def test_the_end_is_a_ramp_from_black_bottom_left_to_white_top_right(
    display: XDisplay, tmp_path: Path, settings: SortSettings
) -> None:
    size = f"{settings.width}x{settings.height}"
    arguments = ("--size", size, "--seed", str(settings.seed))
    with running_program(display, tmp_path, *arguments, settings=settings) as program:
        program.window.key("End")
        program.wait_for(settings.network.pass_count)
        texels = program.texels()
    assert texels is not None
    values = np.sort(uniform(settings.seed, settings.element_count))
    grays = np.floor(255 * values + 0.5).astype(np.uint8)
    assert np.array_equal(texels[::-1].ravel(), grays)
    assert texels[-1, 0] == texels.min() < 5
    assert texels[0, -1] == texels.max() > 250


def test_descending_order_turns_the_ramp_round(display: XDisplay, tmp_path: Path) -> None:
    settings = SortSettings(order=Direction.DESCENDING)
    with running_program(display, tmp_path) as program:
        program.window.key("o")
        program.settings = settings
        program.wait_for(0)
        program.window.key("End")
        program.wait_for(settings.network.pass_count)
        texels = program.texels()
    assert texels is not None
    assert texels[-1, 0] == texels.max() > texels[0, -1]


@pytest.mark.parametrize(
    ("width", "height", "pass_index"), [(16, 16, 17), (64, 64, 41), (32, 64, 30), (4, 1, 2)]
)
def test_the_picture_equals_the_recorded_frame(
    display: XDisplay, tmp_path: Path, width: int, height: int, pass_index: int
) -> None:
    settings = SortSettings(width=width, height=height)
    arguments = ("--size", f"{width}x{height}", "--at", str(pass_index))
    with running_program(display, tmp_path, *arguments, settings=settings) as program:
        program.wait_for(pass_index)
        texels = program.texels()
    run_program(
        *("record", "--size", f"{width}x{height}", "--scale", "1", "--out", "frames"),
        folder=tmp_path,
    )
    frame = np.asarray(Image.open(tmp_path / "frames" / f"frame_{pass_index:04}.png"))
    assert texels is not None
    assert np.array_equal(texels, frame)
