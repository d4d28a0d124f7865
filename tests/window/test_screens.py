"""Every screen at every size: large enough, seen, whole, apart, and told apart without hue."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import moderngl
import numpy as np
import pytest
from imgui_bundle import imgui
from numpy.typing import NDArray

from bitonic_scope.model.look import Theme
from bitonic_scope.ui.widgets.rects import control_rects
from bitonic_scope.views.drawing import Box, Drawing, Line, Triangle
from bitonic_scope.views.palette import PALETTES, Colour
from tests.support.canvas_on_screen import Drawings, extents, ground_of, mark_contrasts, written
from tests.support.pilot import Pilot
from tests.support.screens import SCREENS, Screen, Size, leave, show
from tests.support.type_on_screen import (
    Glyph,
    Letter,
    boxes_of,
    contrast,
    deep,
    glyphs,
    letters,
    overlaps,
)

SIZES = [
    Size(1280, 720),
    Size(1024, 600),
    Size(1920, 1080),
    Size(800, 1000),
    Size(1280, 720, 1.5),
    Size(480, 400),
    Size(800, 600),
    Size(1280, 720, 0.7),
]
ROWS = {"path", "NEW_SEED", "width", "count", "format", "STABLE", "engine", "PREDICT", "theme"} | {
    *("ui scale", "PLAY_BACKWARDS", "UNDO", "DRIVER", "COPY_COMMAND")
}
MIN_TEXT_CONTRAST, MIN_EDGE_CONTRAST = 4.5, 3.0
MOST_LETTERS_PART = 50  # ems in the height of the window
ROUNDING = 0.5  # pixels

Pixels = NDArray[np.uint8]


@pytest.mark.parametrize("number", range(len(SIZES)), ids=lambda number: str(SIZES[number]))
def test_nothing_is_small_faint_cut_outside_or_on_something_else(
    ctx: moderngl.Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """Each size shows every second screen, so that four sizes show each, in both themes."""
    size, drawings = SIZES[number], Drawings(monkeypatch)
    faults = []
    marks = texts = 0
    with closing(Pilot(ctx, SCREENS["both"].settings, tmp_path, size=size[:2])) as pilot:
        for turn, (name, screen) in enumerate(SCREENS.items()):
            if turn % 2 != number % 2:
                continue
            show(pilot, screen, list(Theme)[(turn + number) // 2 % 2], size.ui_scale)
            drawing, pixels = drawings.of(pilot), pilot.pixels()
            type_found = glyphs()
            seen_letters = letters(pixels, type_found)
            texts += len(seen_letters)
            found = list(faults_of_type(pilot, screen, type_found, seen_letters))
            is_folded = pilot.session.state.marked is not None and pilot.parts.pointed is None
            if (
                not screen.is_covered and not is_folded
            ):  # a pair without a panel is told in a corner
                found += faults_of_labels(pilot, drawing, pixels, type_found)
                is_crossed = screen.display["view"] == "network"
                seen = list(mark_contrasts(drawing, pixels, is_crossed=is_crossed))
                marks += len(seen)
                found += [f"faint: {mark}" for mark, ratio in seen if ratio < MIN_EDGE_CONTRAST]
            faults += [f"{name}: {fault}" for fault in found]
            leave(pilot)
    assert faults == []
    assert marks > 100
    assert texts > 1000


def faults_of_type(
    pilot: Pilot, screen: Screen, found: list[Glyph], seen: list[Letter]
) -> Iterator[str]:
    """Yield what is wrong with the letters of the controls."""
    width, height = pilot.size
    for glyph in found:
        left, top, right, bottom = glyph.box
        if glyph.is_cut and not screen.is_covered:
            yield f"cut: {glyph}"
        if left < 0 or top < 0 or right > width or bottom > height:
            yield f"outside: {glyph}"
    for pair in overlaps(found):
        yield f"on each other: {pair}"
    for letter in seen:
        if contrast(letter.colour, letter.ground) < MIN_TEXT_CONTRAST:
            yield f"faint: {letter}"


def faults_of_labels(
    pilot: Pilot, drawing: Drawing, pixels: Pixels, found: list[Glyph]
) -> Iterator[str]:
    """Yield what is wrong with the labels of a picture."""
    labels = written(drawing)
    smallest = pilot.size[1] / MOST_LETTERS_PART * min(pilot.session.state.display.ui_scale, 1.0)
    picture = pilot.parts.picture
    for one in labels:
        left, top, right, bottom = one.extent
        is_inside = left > picture.x - 1 and top > picture.y - 1
        if not (is_inside and right < picture.right + 1 and bottom < picture.bottom + 1):
            yield f"outside: {one}"
        if one.label.size < smallest - ROUNDING:
            yield f"small: {one}"
        if one.is_cut:
            yield f"cut: {one}"
        ground = ground_of(one, pixels)
        if ground is not None and contrast(one.label.colour, ground) < MIN_TEXT_CONTRAST:
            yield f"faint: {one}"
    places = extents(labels)
    for first, second in np.argwhere(np.triu(deep(places, places), 1)):
        yield f"on each other: {labels[first]} {labels[second]}"
    for first, second in np.argwhere(deep(places, boxes_of(found))):
        yield f"on each other: {labels[first]} {found[second]}"


def test_all_rows_of_the_drawer_are_in_sight(ctx: moderngl.Context, tmp_path: Path) -> None:
    padded = SCREENS["drawer"]._replace(settings=SCREENS["padding"].settings)
    with closing(Pilot(ctx, padded.settings, tmp_path, size=(1280, 1000))) as pilot:
        for size in (Size(1280, 720), Size(1280, 720, 1.5), Size(800, 1000), Size(800, 600)):
            pilot.session.resize(size[:2], size[:2])
            show(pilot, padded, Theme.DARK, size.ui_scale)
            drawer = pilot.parts.drawer
            assert drawer is not None
            bottoms = [bottom for name, (_, _, _, bottom) in control_rects.items() if name in ROWS]
            assert len(bottoms) == len(ROWS), size
            assert max(bottoms) <= drawer.bottom, size


def test_messages_stand_over_the_strip_and_under_dialogs(
    ctx: moderngl.Context, tmp_path: Path
) -> None:
    with closing(Pilot(ctx, SCREENS["both"].settings, tmp_path, size=(1280, 720))) as pilot:
        for name in ("both", "drawer", "help", "driver", "closing"):
            show(pilot, SCREENS[name], Theme.DARK, 1.5)
            pilot.change(message="a notice")
            pilot.frames(3)
            is_on_top = topmost().startswith("##message")
            assert is_on_top is (name in ("both", "drawer")), name
            leave(pilot)


def test_the_triangle_names_a_pass_until_a_click_goes_there(
    ctx: moderngl.Context, tmp_path: Path
) -> None:
    with closing(Pilot(ctx, SCREENS["both"].settings, tmp_path, size=(1280, 720))) as pilot:
        show(pilot, SCREENS["both"], Theme.DARK, 1.0)
        left, top, right, bottom = pilot.place_of("triangle")
        place = left + (right - left) / 16, bottom - (bottom - top) / 16  # stage 8, pass 1
        pilot.session.input.mouse_position(*place)
        pilot.frames(3)
        assert topmost().startswith("##note")
        pilot.click_at(*place)
        pilot.settle()
        assert pilot.position == 28
        assert not topmost().startswith("##note")


def topmost() -> str:
    """Return the name of the ImGui window that is drawn last."""
    return str(list(imgui.get_draw_data().cmd_lists)[-1]._owner_name)


@pytest.mark.parametrize("theme", Theme)
def test_marks_are_told_apart_without_hue(
    ctx: moderngl.Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, theme: Theme
) -> None:
    drawings, palette = Drawings(monkeypatch), PALETTES[theme]
    with closing(Pilot(ctx, SCREENS["both"].settings, tmp_path, size=(1280, 720))) as pilot:
        for name in ("both", "bars", "eight numbers"):
            show(pilot, SCREENS[name], theme, 1.0)
            drawing, gray = drawings.of(pilot), in_gray(pilot.pixels())
            ascending, descending = (
                outlines(drawing, gray, colour)
                for colour in (palette.ascending, palette.descending)
            )
            assert ascending
            assert descending
            for one in ascending:
                for other in descending:
                    assert one.shape != other.shape or np.mean(one != other) > 0.1, name
        show(pilot, SCREENS["exchanges"], theme, 1.0)
        gray = in_gray(pilot.pixels())
        lines = [
            (shape, steps_along(shape, gray))
            for shape in drawings.of(pilot)
            if isinstance(shape, Line) and shape.colour == palette.text and len_of(shape) < 200
        ]
        dashed = [steps for line, steps in lines if line.dash]
        whole = [steps for line, steps in lines if not line.dash]
        assert min(len(dashed), len(whole)) > 10
        assert np.median(dashed) >= 4
        assert np.median(whole) <= 1
        show(pilot, SCREENS["pinned"], theme, 1.0)
        gray = in_gray(pilot.pixels())
        boxes = [
            shape
            for shape in drawings.of(pilot)
            if isinstance(shape, Box) and shape.outline == palette.pointed
        ]
        assert len(boxes) >= 2
        for box in boxes[:2]:
            across = gray[round(box.top + box.height / 2)]
            outside, line, inside = (
                int(across[int(box.left + at)]) for at in (-1, box.thickness / 2, box.thickness + 1)
            )
            assert contrast(shade(line), shade(outside)) >= MIN_EDGE_CONTRAST
            assert contrast(shade(line), shade(inside)) >= MIN_EDGE_CONTRAST


def in_gray(pixels: Pixels) -> NDArray[np.float64]:
    return np.asarray(pixels @ np.array([0.2126, 0.7152, 0.0722]))


def shade(level: int) -> Colour:
    return level, level, level


def outlines(
    drawing: Drawing, gray: NDArray[np.float64], colour: Colour
) -> list[NDArray[np.bool_]]:
    """Return the silhouettes of the triangles of a colour, as a gray screen shows them."""
    found = []
    level = float(in_gray(np.array([colour], np.uint8))[0])
    for shape in drawing:
        if isinstance(shape, Triangle) and shape.colour == colour:
            half = round(shape.size / 2)
            x, y = round(shape.x), round(shape.y)
            found.append(np.abs(gray[y - half : y + half, x - half : x + half] - level) < 30)
    return found


def len_of(line: Line) -> float:
    return float(np.hypot(line.x1 - line.x0, line.y1 - line.y0))


def steps_along(line: Line, gray: NDArray[np.float64]) -> int:
    """Return how often a gray line changes between its ends' heads."""
    parts = np.linspace(0.25, 0.75, 60)
    xs = (line.x0 + parts * (line.x1 - line.x0)).astype(int)
    ys = (line.y0 + parts * (line.y1 - line.y0)).astype(int)
    is_light = gray[ys, xs] > 128
    return int(np.count_nonzero(is_light[1:] != is_light[:-1]))
