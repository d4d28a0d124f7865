"""Shapes as outlines on whole pixels, for painters without a GPU.

Twin of shapes.vert, which moves edges along an axis to whole pixels, and of shapes.frag.
"""

from itertools import pairwise
from math import ceil, cos, floor, hypot, pi, sin

from bitonic_scope.views.drawing import TRIANGLE_HEIGHT, Align, Box, Label, Line, Towards, Triangle
from bitonic_scope.views.fonts import capital_height, text_width

Point = tuple[float, float]

HATCHES_PER_HEIGHT = 100  # diagonal lines one above the other in the height of the target
MIN_HATCH = 5.0  # pixels from line to line
HATCH_PART = 0.25  # of that distance, that a line is thick
CORNER_POINTS = 8  # of a hatched box with round corners

PLACE_ON_LINE = {Align.LEFT: 0.0, Align.MIDDLE: 0.5, Align.RIGHT: 1.0}
TOWARDS = {Towards.UP: (0, -1), Towards.DOWN: (0, 1), Towards.LEFT: (-1, 0), Towards.RIGHT: (1, 0)}


def _whole(x: float) -> int:
    return floor(x + 0.5)


def placed_box(box: Box) -> Box:
    """Return a box with its edges on whole pixels, at least a pixel wide and high."""
    left, top = _whole(box.left), _whole(box.top)
    width = max(_whole(box.left + box.width) - left, min(ceil(box.width), 1))
    height = max(_whole(box.top + box.height) - top, min(ceil(box.height), 1))
    thickness = max(_whole(box.thickness), 1) if box.outline and box.thickness > 0 else 0
    radius = min(box.radius, width / 2, height / 2)
    return box._replace(
        left=left, top=top, width=width, height=height, thickness=thickness, radius=radius
    )


def placed_line(line: Line) -> Line:
    """Return a line at least a pixel thick; one along an axis has its edges on whole pixels."""
    x0, y0, x1, y1, _, thickness, _ = line
    thickness = max(thickness, 1.0)
    if y0 != y1 and x0 != x1:
        return line._replace(thickness=thickness)
    thickness = _whole(thickness)
    beside, above = (0.0, thickness / 2) if y0 == y1 else (thickness / 2, 0.0)
    return line._replace(
        x0=_whole(x0 - beside) + beside,
        y0=_whole(y0 - above) + above,
        x1=_whole(x1 - beside) + beside,
        y1=_whole(y1 - above) + above,
        thickness=thickness,
    )


def text_origin(label: Label, scale: float = 1.0) -> tuple[int, int]:
    """Return where the baseline of a label begins, on whole pixels of a target.

    Args:
        label: the label.
        scale: pixels of the target per pixel of the drawing.
    """
    size, shift = label.size * scale, PLACE_ON_LINE[label.align]
    if shift:
        shift *= text_width(label.text, size, is_medium=label.is_medium) * label.width_part
    baseline = label.y * scale + capital_height(size, is_medium=label.is_medium) / 2
    return _whole(label.x * scale - shift), _whole(baseline)


def dashes(line: Line) -> list[list[Point]]:
    """Return the corners of each dash of a line; of a whole line there is one."""
    x0, y0, x1, y1, _, thickness, dash = placed_line(line)
    length = hypot(x1 - x0, y1 - y0)
    if not length:
        return []
    right, down = (x1 - x0) / length, (y1 - y0) / length
    side_x, side_y = -down * thickness / 2, right * thickness / 2
    starts = [2 * dash * index for index in range(ceil(length / (2 * dash)))] if dash else [0.0]
    spans = [(start, min(start + dash, length) if dash else length) for start in starts]
    return [
        [
            (x0 + right * start + side_x, y0 + down * start + side_y),
            (x0 + right * end + side_x, y0 + down * end + side_y),
            (x0 + right * end - side_x, y0 + down * end - side_y),
            (x0 + right * start - side_x, y0 + down * start - side_y),
        ]
        for start, end in spans
    ]


def triangle_corners(triangle: Triangle) -> list[Point]:
    """Return the tip and the two other corners of a triangle."""
    x, y, size, towards, _ = triangle
    right, down = TOWARDS[towards]
    tip, side = TRIANGLE_HEIGHT * size / 2, size / 2
    return [
        (x + right * tip, y + down * tip),
        (x - right * tip - down * side, y - down * tip + right * side),
        (x - right * tip + down * side, y - down * tip - right * side),
    ]


def hatch_distance(height: float) -> float:
    """Return the pixels from line to line of the hatch, in a target of that height."""
    return max(MIN_HATCH, float(height // HATCHES_PER_HEIGHT))


def hatch_polygons(box: Box, height: float) -> list[list[Point]]:
    """Return the diagonal lines of a hatched box, cut at the inside of its outline.

    Args:
        box: the box, on whole pixels.
        height: of the target, in pixels.
    """
    inside = _rim(box)
    if not inside:
        return []
    period = hatch_distance(height) * 2**0.5  # of x + y
    part = max(1.0, hatch_distance(height) * HATCH_PART) * 2**0.5
    sums = [x + y for x, y in inside]
    lines = []
    for number in range(floor(min(sums) / period), ceil(max(sums) / period)):
        line = _cut(_cut(inside, number * period, 1), number * period + part, -1)
        if line:
            lines.append(line)
    return lines


def _rim(box: Box) -> list[Point]:
    """Return the corners of the inside of a box; round ones as many points."""
    inset = box.thickness
    left, top = box.left + inset, box.top + inset
    right, bottom = box.left + box.width - inset, box.top + box.height - inset
    if left >= right or top >= bottom:
        return []
    radius = max(box.radius - inset, 0.0)
    if not radius:
        return [(left, top), (right, top), (right, bottom), (left, bottom)]
    middles = [
        (left + radius, top + radius),
        (right - radius, top + radius),
        (right - radius, bottom - radius),
        (left + radius, bottom - radius),
    ]
    points = []
    for quarter, (x, y) in enumerate(middles):
        for step in range(CORNER_POINTS + 1):
            angle = pi + pi / 2 * (quarter + step / CORNER_POINTS)
            points.append((x + radius * cos(angle), y + radius * sin(angle)))
    return points


def _cut(polygon: list[Point], limit: float, sign: int) -> list[Point]:
    """Return the part of a convex polygon where sign * (x + y - limit) is not negative."""
    kept: list[Point] = []
    for (x0, y0), (x1, y1) in pairwise([*polygon, *polygon[:1]]):
        before, after = sign * (x0 + y0 - limit), sign * (x1 + y1 - limit)
        if before >= 0:
            kept.append((x0, y0))
        if (before < 0) != (after < 0):
            part = before / (before - after)
            kept.append((x0 + (x1 - x0) * part, y0 + (y1 - y0) * part))
    return kept
