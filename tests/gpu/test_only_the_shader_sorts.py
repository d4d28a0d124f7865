"""The tests can fail: with a wrong comparator shader, everything comes out wrong in its own way.

If any host sorted by itself, or showed what it should be instead of what the GPU made, it would
still be right here.
"""

import os
import shutil
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from bitonic_scope.data.distributions import uniform
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.network.schedule import Direction
from tests.support.oracle import expected_frames, gray_picture
from tests.support.picture_place import shown_texels, texture_spot
from tests.support.program import ROOT, environment, run_program
from tests.support.x_display import XDisplay

RIGHT = "((element & direction_mask) == 0u) != descending"
WRONG = "((element & direction_mask) == 0u) == descending"


@pytest.fixture
def changes(tmp_path: Path) -> dict[str, str | None]:
    """Return the environment of a copy of the program whose comparator is inverted."""
    copy = tmp_path / "copy"
    for name in ("app", "shaders", "assets"):
        shutil.copytree(ROOT / name, copy / name)
    comparator = copy / "shaders" / "include" / "comparator.glsl"
    text = comparator.read_text()
    assert text.count(RIGHT) == 1
    comparator.write_text(text.replace(RIGHT, WRONG))
    return {"PYTHONPATH": os.pathsep.join([str(copy / "app"), environment()["PYTHONPATH"]])}


def test_sort_comes_out_descending(tmp_path: Path, changes: dict[str, str | None]) -> None:
    options = ("sort", "--size", "8", "--seed", "7", "--out", "state.npy")
    result = run_program(*options, folder=tmp_path, changes=changes)
    assert result.returncode == 0, result.stderr
    ascending = np.sort(uniform(7, 64))
    assert np.array_equal(np.load(tmp_path / "state.npy"), ascending[::-1])


def test_record_shows_the_descending_network(
    tmp_path: Path, changes: dict[str, str | None]
) -> None:
    options = ("record", "--size", "8", "--seed", "7", "--scale", "1", "--out", "out")
    result = run_program(*options, folder=tmp_path, changes=changes)
    assert result.returncode == 0, result.stderr
    frames = [np.asarray(Image.open(file)) for file in sorted((tmp_path / "out").glob("*.png"))]
    right = expected_frames(7, 8, 8, pixels_per_texel=1)
    wrong = expected_frames(7, 8, 8, pixels_per_texel=1, order=Direction.DESCENDING)
    assert np.array_equal(frames, wrong)
    assert not any(
        np.array_equal(frame, picture) for frame, picture in zip(frames[1:], right[1:], strict=True)
    )


@pytest.mark.display
def test_the_window_shows_the_ramp_the_wrong_way_round(
    tmp_path: Path, changes: dict[str, str | None]
) -> None:
    shown = {}
    with XDisplay() as display:
        for name, changed in (("wrong", changes), ("right", {})):
            result = run_program(
                *("--size", "8", "--seed", "7", "--at", "21", "--view", "texture"),
                *("--screenshot", f"{name}.png"),
                folder=tmp_path,
                changes={**changed, "DISPLAY": display.name},
            )
            assert result.returncode == 0, result.stderr
            shown[name] = grays(tmp_path / f"{name}.png", SortSettings(8, 8))
    ascending = np.sort(uniform(7, 64))
    assert np.array_equal(shown["right"], gray_picture(ascending, 8, pixels_per_texel=1))
    assert np.array_equal(shown["wrong"], gray_picture(ascending[::-1], 8, pixels_per_texel=1))


def grays(screenshot: Path, settings: SortSettings) -> NDArray[np.uint8]:
    """Return the grays of the cells in the picture of a window: (height, width) uint8."""
    pixels = np.asarray(Image.open(screenshot))
    height, width, _ = pixels.shape
    texels = shown_texels(pixels, texture_spot((width, height), settings), settings)
    assert texels is not None, "a cell is not of one gray"
    return texels
