"""Drawings as SVG and PDF: the shapes, places and sizes of the drawing, and nothing else."""

import re
import zlib
from collections.abc import Iterator
from math import isclose
from typing import NamedTuple
from xml.etree import ElementTree

import pytest
from fontTools.pens.boundsPen import BoundsPen
from fontTools.svgLib.path import parse_path

from bitonic_scope.recording.glyphs import UNITS, outline_of, runs_of
from bitonic_scope.recording.pdf import POINTS_PER_PIXEL, pdf_bytes
from bitonic_scope.recording.svg import svg_bytes
from bitonic_scope.views.drawing import (
    Align,
    Box,
    Disc,
    Drawing,
    Label,
    Line,
    Towards,
    Triangle,
    moved,
)
from bitonic_scope.views.fonts import capital_height, text_width
from bitonic_scope.views.outlines import dashes, hatch_polygons, triangle_corners

SIZE = (400, 200)
TEXTS = {"Title": "8 <elements> & more", "Description": "the input", "Software": "s", "Comment": ""}
BLUE, RED = (10, 95, 176), (168, 82, 0)
SVG = "{http://www.w3.org/2000/svg}"
DRAWING: Drawing = [
    Box(0, 0, *SIZE, fill=RED),
    Box(10.2, 20.6, 30, 40, fill=BLUE, outline=RED, thickness=2, radius=5),
    Box(60, 20, 30, 40, outline=RED, thickness=0.2),
    Line(100, 20.3, 150, 20.3, BLUE, 3),
    Line(100, 30, 150, 60, BLUE, 2, dash=8),
    Disc(180, 40, 7.5, BLUE),
    Triangle(220, 40, 20, Towards.UP, RED),
    Label("stage 3", 200, 100.5, 20, BLUE, Align.MIDDLE),
]


class Tag(NamedTuple):
    name: str
    attributes: dict[str, str]


def tags(drawing: Drawing) -> list[Tag]:
    root = ElementTree.fromstring(svg_bytes(drawing, SIZE, TEXTS))
    assert root.attrib == {"width": "400", "height": "200", "viewBox": "0 0 400 200"}
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text == "8 <elements> & more: the input"
    return [Tag(each.tag.removeprefix(SVG), each.attrib) for each in root][2:]


def test_the_shapes_of_an_svg_are_those_of_the_drawing_on_whole_pixels() -> None:
    lines = svg_bytes(DRAWING, SIZE, TEXTS).decode().splitlines()[4:-2]
    assert lines == [
        '<rect x="0" y="0" width="400" height="200" fill="#a85200"/>',
        '<rect x="11" y="22" width="28" height="38" rx="4" fill="#0a5fb0" stroke="#a85200" '
        'stroke-width="2"/>',
        '<rect x="60.5" y="20.5" width="29" height="39" fill="none" stroke="#a85200" '
        'stroke-width="1"/>',
        '<line x1="100" y1="20.5" x2="150" y2="20.5" stroke="#0a5fb0" stroke-width="3"/>',
        '<line x1="100" y1="30" x2="150" y2="60" stroke="#0a5fb0" stroke-width="2" '
        'stroke-dasharray="8"/>',
        '<circle cx="180" cy="40" r="7.5" fill="#0a5fb0"/>',
        '<polygon points="220,31.34 230,48.66 210,48.66" fill="#a85200"/>',
    ]
    text = tags(DRAWING)[-1]
    assert text.name == "path"
    assert text.attributes["aria-label"] == "stage 3"


@pytest.mark.parametrize("align", list(Align))
@pytest.mark.parametrize("width_part", [1.0, 0.7])
def test_a_label_has_the_place_and_the_size_that_it_has_on_the_screen(
    align: Align, width_part: float
) -> None:
    label = Label("HH 12 HH", 200, 100, 40, BLUE, align, True, width_part)
    path, _ = outline_of(label)
    pen = BoundsPen(None)
    parse_path(path, pen)
    (tag,) = tags([label])
    numbers = [float(number) for number in re.findall(r"-?[.\d]+", tag.attributes["transform"])]
    x, y, across, up = numbers
    left, low, right, high = pen.bounds
    width = text_width(label.text, 40, is_medium=True) * width_part
    starts = {Align.LEFT: 200, Align.MIDDLE: 200 - width / 2, Align.RIGHT: 200 - width}
    bearing = 3.0  # pixels, at most, from where a letter's place begins to its stem
    assert starts[align] <= x + left * across + 0.5 <= starts[align] + bearing + 0.5
    assert starts[align] + width - bearing <= x + right * across <= starts[align] + width + 0.5
    capitals = capital_height(40, is_medium=True)
    assert abs(y - (100 + capitals / 2)) <= 0.5
    assert low == 0
    assert isclose(-high * up, capitals, abs_tol=0.6)


def test_letters_of_two_fonts_stand_side_by_side_and_fill_the_label() -> None:
    label = Label("name 数字 é", 0, 0, 33, BLUE)
    runs = list(runs_of(label))
    assert [run.text for run in runs] == ["name ", "数字", " é"]
    assert len({run.font for run in runs}) == 2
    assert [run.x for run in runs] == sorted(run.x for run in runs)
    pen = BoundsPen(None)
    path, scale = outline_of(label)
    assert scale == 33 / UNITS
    parse_path(path, pen)
    assert 0 <= pen.bounds[0] * scale < 4
    assert abs(pen.bounds[2] * scale - text_width(label.text, 33)) < 4


def test_hatching_is_diagonal_lines_inside_the_outline_as_on_the_screen() -> None:
    box = Box(40, 30, 100, 60, fill=BLUE, outline=RED, thickness=3, radius=10, is_hatched=True)
    lines = hatch_polygons(box, SIZE[1])
    assert len(lines) == 20  # 5 pixels apart
    for line in lines:
        assert all(43 <= x <= 137 and 33 <= y <= 87 for x, y in line)
        sums = [x + y for x, y in line]
        assert max(sums) - min(sums) <= 1.25 * 2**0.5 + 1e-9
        number = round(min(sums) / (5 * 2**0.5) - 0.12)
        assert max(sums) <= (5 * number + 1.25) * 2**0.5 + 1e-9
    hatch, outline = tags([box])
    assert (hatch.name, outline.name) == ("path", "rect")
    assert hatch.attributes["d"].count("M") == len(lines)
    assert outline.attributes["fill"] == "none"


def streams(content: bytes) -> Iterator[bytes]:
    for match in re.finditer(rb"stream\n(.*?)\nendstream", content, re.DOTALL):
        try:
            yield zlib.decompress(match[1])
        except zlib.error:
            yield match[1]


def test_a_pdf_is_one_page_of_shapes_and_of_text_in_an_embedded_font() -> None:
    content = pdf_bytes(DRAWING, SIZE, TEXTS)
    assert content == pdf_bytes(DRAWING, SIZE, TEXTS)
    assert re.findall(rb"/MediaBox \[0 0 (\S+) (\S+)\]", content) == [(b"300.00", b"150.00")]
    assert b"/FontFile2" in content
    assert b"/Subtype /Image" not in content
    page = next(each for each in streams(content) if b" re " in each).decode()
    boxes = [tuple(map(float, found)) for found in re.findall(r"(\S+) (\S+) (\S+) (\S+) re", page)]
    height = SIZE[1]
    assert boxes[0] == (0, 150, 300, -150)
    assert boxes[1] == tuple(round(x * POINTS_PER_PIXEL, 2) for x in (60.5, height - 20.5, 29, -39))
    starts = {tuple(map(float, found)) for found in re.findall(r"(\S+) (\S+) m\n", page)}
    polygons = [*dashes(DRAWING[3]), *dashes(DRAWING[4]), triangle_corners(DRAWING[6])]  # type: ignore[arg-type]
    for (x, y), *_ in polygons:
        at = x * POINTS_PER_PIXEL, (height - y) * POINTS_PER_PIXEL
        assert any(
            all(abs(a - b) < 0.006 for a, b in zip(at, found, strict=True)) for found in starts
        )
    assert page.count("Tj") == 1


def test_a_dashed_line_has_dashes_and_gaps_of_one_length() -> None:
    line = Line(10, 50, 30, 50, BLUE, 2, dash=4)
    assert dashes(line) == [[(x, 51), (x + 4, 51), (x + 4, 49), (x, 49)] for x in (10, 18, 26)]


def test_a_moved_drawing_is_the_same_at_another_place() -> None:
    there = moved(DRAWING, 7, -3)
    assert moved(there, -7, 3) == DRAWING
    assert there[5] == Disc(187, 37, 7.5, BLUE)
    assert there[3] == Line(107, 17.3, 157, 17.3, BLUE, 3)
