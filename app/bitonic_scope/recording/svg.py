"""A drawing as an SVG file: shapes as shapes, and text as outlines.

Text in outlines looks the same in browsers, Inkscape and LaTeX, none of which has the program's
font; what it says is in the label of its group, where screen readers find it.

Source: Scalable Vector Graphics (SVG) 1.1, second edition, W3C 2011.
"""

from collections.abc import Iterable, Iterator, Mapping
from xml.sax.saxutils import escape, quoteattr

from bitonic_scope.recording.glyphs import outline_of
from bitonic_scope.views.drawing import Box, Disc, Drawing, Label, Line, Shape, Triangle
from bitonic_scope.views.fonts import readable
from bitonic_scope.views.outlines import (
    Point,
    hatch_polygons,
    placed_box,
    placed_line,
    text_origin,
    triangle_corners,
)
from bitonic_scope.views.palette import Colour


def svg_bytes(drawing: Drawing, size: tuple[int, int], texts: Mapping[str, str]) -> bytes:
    """Return a drawing as the content of an SVG file.

    Args:
        drawing: the shapes; later ones cover earlier ones.
        size: width and height of the picture in pixels.
        texts: what the file says of itself: "Title", "Description", "Software" and "Comment".
    """
    width, height = size
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">',
        f"<title>{escape(readable(texts['Title']))}: {escape(texts['Description'])}</title>",
        f"<desc>{escape(texts['Software'])}: {escape(readable(texts['Comment']))}</desc>",
    ]
    for shape in drawing:
        lines += _elements(shape, height)
    return "\n".join([*lines, "</svg>", ""]).encode()


def _elements(shape: Shape, height: int) -> Iterator[str]:
    """Yield the elements of a shape, in a picture of that height."""
    if isinstance(shape, Box):
        yield from _box(placed_box(shape), height)
    elif isinstance(shape, Line):
        x0, y0, x1, y1, colour, thickness, dash = placed_line(shape)
        dashed = {"stroke-dasharray": _number(dash)} if dash else {}
        stroke = {"stroke": _code(colour), "stroke-width": _number(thickness)}
        yield _tag("line", **_numbers(x1=x0, y1=y0, x2=x1, y2=y1), **stroke, **dashed)
    elif isinstance(shape, Disc):
        place = _numbers(cx=shape.x, cy=shape.y, r=shape.radius)
        yield _tag("circle", **place, fill=_code(shape.colour))
    elif isinstance(shape, Triangle):
        corners = _points(triangle_corners(shape))
        yield _tag("polygon", points=corners, fill=_code(shape.colour))
    elif shape.text:
        yield from _label(shape)


def _box(box: Box, height: int) -> Iterator[str]:
    """Yield a box: the line of its outline runs half its thickness inside the edge."""
    fill, half = box.fill if not box.is_hatched else None, box.thickness / 2
    if box.is_hatched and box.fill:
        path = "".join(f"M{_points(line)}Z" for line in hatch_polygons(box, height))
        yield _tag("path", d=path, fill=_code(box.fill))
    if fill is None and box.outline is None:
        return
    width, height_inside = box.width - 2 * half, box.height - 2 * half
    place = _numbers(x=box.left + half, y=box.top + half, width=width, height=height_inside)
    radius = max(box.radius - half, 0.0)
    round_corners = _numbers(rx=radius) if radius else {}
    stroke = {"stroke": _code(box.outline), "stroke-width": _number(box.thickness)} if half else {}
    yield _tag("rect", **place, **round_corners, fill=_code(fill), **stroke)


def _label(label: Label) -> Iterator[str]:
    x, y = text_origin(label)
    path, scale = outline_of(label)
    place = f"translate({x},{y}) scale({scale * label.width_part:.6g},{-scale:.6g})"
    says = {"role": "img", "aria-label": readable(label.text)}
    yield _tag("path", transform=place, fill=_code(label.colour), d=path, **says)


def _tag(name: str, **attributes: str) -> str:
    written = " ".join(f"{key}={quoteattr(value)}" for key, value in attributes.items())
    return f"<{name} {written}/>"


def _numbers(**values: float) -> dict[str, str]:
    return {name: _number(value) for name, value in values.items()}


def _number(value: float) -> str:
    """Return a number with up to three decimals."""
    return f"{value:.3f}".rstrip("0").rstrip(".")


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _code(colour: Colour | None) -> str:
    return "none" if colour is None else "#{:02x}{:02x}{:02x}".format(*colour)
