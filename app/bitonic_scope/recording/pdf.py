"""A drawing as a PDF file of one page: shapes as shapes, and text in an embedded font."""

from collections.abc import Mapping
from datetime import UTC, datetime

from fpdf import FPDF

from bitonic_scope.recording.glyphs import runs_of
from bitonic_scope.views.drawing import Box, Disc, Drawing, Label, Line, Shape, Triangle
from bitonic_scope.views.fonts import font_path, readable
from bitonic_scope.views.outlines import (
    dashes,
    hatch_polygons,
    placed_box,
    text_origin,
    triangle_corners,
)

POINTS_PER_PIXEL = 0.75  # as browsers and Inkscape measure the pixels of an SVG: 96 an inch
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)  # not now: equal pictures are equal files


def pdf_bytes(drawing: Drawing, size: tuple[int, int], texts: Mapping[str, str]) -> bytes:
    """Return a drawing as the content of a PDF file, whose page is the picture.

    Args:
        drawing: the shapes; later ones cover earlier ones.
        size: width and height of the picture in pixels.
        texts: what the file says of itself: "Title", "Description", "Software" and "Comment".
    """
    page = FPDF(unit=POINTS_PER_PIXEL, format=size)
    page.set_title(f"{readable(texts['Title'])}: {texts['Description']}")
    page.set_subject(readable(texts["Comment"]))
    page.set_creator(texts["Software"])
    page.set_creation_date(LONG_AGO)
    page.set_margin(0)
    page.set_auto_page_break(False)
    page.add_page()
    for shape in drawing:
        _draw(page, shape, size[1])
    return bytes(page.output())


def _draw(page: FPDF, shape: Shape, height: int) -> None:
    """Draw a shape on a page of that height."""
    if isinstance(shape, Box):
        _draw_box(page, placed_box(shape), height)
        return
    page.set_fill_color(*shape.colour)
    if isinstance(shape, Line):
        for corners in dashes(shape):
            page.polygon(corners, style="F")
    elif isinstance(shape, Disc):
        page.circle(shape.x, shape.y, shape.radius, style="F")
    elif isinstance(shape, Triangle):
        page.polygon(triangle_corners(shape), style="F")
    elif shape.text:
        _write(page, shape)


def _draw_box(page: FPDF, box: Box, height: int) -> None:
    """Draw a box: the line of its outline runs half its thickness inside the edge."""
    if box.fill is not None:
        page.set_fill_color(*box.fill)
    if box.is_hatched:
        for corners in hatch_polygons(box, height):
            page.polygon(corners, style="F")
    style = "F" if box.fill is not None and not box.is_hatched else ""
    if box.outline is not None and box.thickness:
        page.set_draw_color(*box.outline)
        page.set_line_width(box.thickness)
        style = f"D{style}"
    if not style:
        return
    half = box.thickness / 2
    width, height_inside = box.width - 2 * half, box.height - 2 * half
    radius = min(max(box.radius - half, 0.0), 0.499 * width, 0.499 * height_inside)
    page.rect(
        box.left + half,
        box.top + half,
        width,
        height_inside,
        style=style,
        round_corners=radius > 0,
        corner_radius=radius,
    )


def _write(page: FPDF, label: Label) -> None:
    left, baseline = text_origin(label)
    page.set_text_color(*label.colour)
    page.set_stretching(100 * label.width_part)
    for text, font, x, size, spacing in runs_of(label):
        if font.lower() not in page.fonts:
            page.add_font(font, fname=font_path(font))
        page.set_font(font, size=size * POINTS_PER_PIXEL)
        page.set_char_spacing(spacing * POINTS_PER_PIXEL)
        page.text(left + x * label.width_part, baseline, text)
