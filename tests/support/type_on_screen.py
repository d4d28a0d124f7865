"""The letters on the screen: their colours and grounds, read off ImGui's draw lists and pixels."""

import ctypes
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from math import ceil, floor
from typing import Any, NamedTuple

import numpy as np
from imgui_bundle import imgui
from numpy.typing import NDArray

from bitonic_scope.views.palette import PALETTES

EDGES = {palette.edge for palette in PALETTES.values()}
MAX_BLUR = 60  # of 255: how far a letter's own pixels may be from its colour
SHARED = 1.5  # pixels: what smooth edges of two letters may share
MIN_STROKE = 12  # of 255: between the pixels of a letter that is seen
VERTEX = np.dtype([("position", "<f4", 2), ("uv", "<f4", 2), ("colour", "u1", 4)])


Box = tuple[float, float, float, float]  # left, top, right, bottom, in pixels from the top left


class Letter(NamedTuple):
    """A letter as it was drawn: its box in pixels from the top left, its colour, its ground."""

    left: int
    top: int
    right: int
    bottom: int
    colour: tuple[int, int, int]
    ground: tuple[int, int, int]


class Glyph(NamedTuple):
    """A letter in ImGui's draw lists, seen or not.

    Attributes:
        box: the place of its ink.
        colour: its colour.
        text: the number of the text that it belongs to.
        is_cut: whether a side of it is missing.
    """

    box: Box
    colour: tuple[int, int, int]
    text: int
    is_cut: bool


def glyphs() -> list[Glyph]:
    """Return the letters of the last ImGui frame that nothing covers, dims or scrolls away."""
    found: list[Glyph] = []
    fills: list[tuple[int, Box]] = []
    text = 0
    for commands in imgui.get_draw_data().cmd_lists:
        name = str(commands._owner_name)
        if name.startswith("behind"):
            found, fills = [], []  # what lies there is dimmed on purpose
        vertices = _array(commands.vtx_buffer, VERTEX)
        indices = _array(commands.idx_buffer, np.dtype("<u4"))
        for command in commands.cmd_buffer:
            clip = command.clip_rect
            first = command.idx_offset
            used = indices[first : first + command.elem_count] + command.vtx_offset
            last: Glyph | None = None
            for corners in _shapes(used.reshape(-1, 3), vertices):
                low, high = corners["position"].min(axis=0), corners["position"].max(axis=0)
                box = (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
                if len(corners) != 6 or not np.ptp(corners["uv"], axis=0).all():
                    if _fills(corners, box):
                        fills.append((len(found), box))
                    continue
                if box[2] <= clip.x or box[0] >= clip.z or box[3] <= clip.y or box[1] >= clip.w:
                    continue
                is_low = box[1] < clip.y - 1 or box[3] > clip.w + 1
                if is_low and name != "screen":
                    continue  # a list that scrolls
                is_cut = is_low or box[0] < clip.x - 1 or box[2] > clip.z + 1
                red, green, blue, _ = corners["colour"][0].tolist()
                colour = (red, green, blue)
                text += last is None or _begins_text(last, box, colour)
                last = Glyph(box, colour, text, is_cut)
                found.append(last)
    return _uncovered(found, fills)


def _shapes(triangles: NDArray[Any], vertices: NDArray[Any]) -> Iterator[NDArray[Any]]:
    """Yield the corners of each shape: triangles that follow each other and share corners."""
    if not len(triangles):
        return
    low, high = triangles.min(axis=1), triangles.max(axis=1)
    begins = np.flatnonzero(low[1:] > np.maximum.accumulate(high)[:-1]) + 1
    for part in np.split(triangles, begins):
        yield vertices[part].reshape(-1)


def _fills(corners: NDArray[Any], box: Box) -> bool:
    """Return whether a shape hides all that lies in its box."""
    if corners["colour"][:, 3].max() < 255:
        return False
    points = corners["position"].reshape(-1, 3, 2).astype(float)
    one, other = points[:, 1] - points[:, 0], points[:, 2] - points[:, 0]
    area = np.abs(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]).sum() / 2
    return bool(area > 0.7 * (box[2] - box[0]) * (box[3] - box[1]))


def deep(ones: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which boxes share more than the pixel that smooth edges need.

    Args:
        ones: (m, 4) left, top, right, bottom.
        others: (n, 4) of the same.

    Returns:
        (m, n) bool.
    """
    (left, top, right, bottom), (lefts, tops, rights, bottoms) = ones.T[:, :, None], others.T
    width = np.minimum(right, rights) - np.maximum(left, lefts)
    height = np.minimum(bottom, bottoms) - np.maximum(top, tops)
    return np.asarray((width > SHARED) & (height > SHARED))


def boxes_of(found: Sequence[Glyph]) -> NDArray[np.float64]:
    """Return the boxes of letters: (n, 4)."""
    return np.array([glyph.box for glyph in found], np.float64).reshape(-1, 4)


def _uncovered(found: list[Glyph], fills: list[tuple[int, Box]]) -> list[Glyph]:
    """Return the letters whose middle no later fill hides, and say which are cut by one.

    Args:
        found: in the order of drawing.
        fills: how many letters were drawn before each, and its place.
    """
    boxes, is_seen = boxes_of(found), np.ones(len(found), bool)
    is_cut = np.array([glyph.is_cut for glyph in found], bool)
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    for before, box in fills:
        here = slice(0, before)
        is_inside = ((middles[here] >= box[:2]) & (middles[here] <= box[2:])).all(axis=1)
        is_seen[here] &= ~is_inside
        is_cut[here] |= deep(boxes[here], np.array([box]))[:, 0]
    return [
        glyph._replace(is_cut=bool(cut))
        for glyph, seen, cut in zip(found, is_seen, is_cut, strict=True)
        if seen
    ]


def _begins_text(last: Glyph, box: Box, colour: tuple[int, int, int]) -> bool:
    height = max(last.box[3] - last.box[1], box[3] - box[1])
    is_on_line = last.box[1] < box[3] and box[1] < last.box[3]
    follows = -0.5 * height < box[0] - last.box[2] < 1.5 * height
    return colour != last.colour or not (is_on_line and follows)


def overlaps(found: list[Glyph]) -> list[tuple[Glyph, Glyph]]:
    """Return the letters of different texts that lie on each other."""
    boxes = boxes_of(found)
    texts = np.array([glyph.text for glyph in found], int)
    are_deep = deep(boxes, boxes) & (texts[:, None] < texts[None, :])
    return [(found[i], found[j]) for i, j in np.argwhere(are_deep)]


def letters(pixels: NDArray[np.uint8], found: Sequence[Glyph] | None = None) -> list[Letter]:
    """Return the letters that are seen, neither covered nor dimmed.

    Args:
        pixels: (height, width, 3) uint8 of the screen with the last ImGui frame.
        found: the letters of that frame; None to look for them.
    """
    found = glyphs() if found is None else found
    seen = (_letter(glyph, pixels) for glyph in found)
    return [letter for letter in seen if letter is not None]


def _array(buffer: Any, dtype: np.dtype[Any]) -> NDArray[Any]:
    count = buffer.size()
    if not count:
        return np.empty(0, dtype)
    raw = (ctypes.c_byte * (count * dtype.itemsize)).from_address(buffer.data_address())
    return np.frombuffer(bytes(raw), dtype)


def _letter(glyph: Glyph, pixels: NDArray[np.uint8]) -> Letter | None:
    height, width, _ = pixels.shape
    left, top = floor(glyph.box[0]), floor(glyph.box[1])
    right, bottom = ceil(glyph.box[2]), ceil(glyph.box[3])
    if left < 1 or top < 1 or right > width - 1 or bottom > height - 1:
        return None
    colour = np.array(glyph.colour)
    inside = pixels[top:bottom, left:right].reshape(-1, 3).astype(int)
    is_plain = np.ptp(inside, axis=0).max() < MIN_STROKE
    if is_plain or np.abs(inside - colour).sum(axis=1).min() > MAX_BLUR:
        return None  # covered by another window
    if glyph.colour in EDGES and right - left == bottom - top:
        return None  # a rounded corner
    around = pixels[top - 1 : bottom + 1, left - 1 : right + 1].reshape(-1, 3)
    others = around[np.abs(around - colour).sum(axis=1) > 2 * MAX_BLUR]
    ground = commonest(others if len(others) else around)
    return Letter(left, top, right, bottom, glyph.colour, ground)


def commonest(colours: NDArray[np.uint8]) -> tuple[int, int, int]:
    """Return the most frequent of some colours: (n, 3) uint8."""
    packed = colours.astype(np.int32) @ (1 << 16, 1 << 8, 1)
    counts = Counter(packed.tolist())
    most = max(counts.values())
    colour = min(value for value, count in counts.items() if count == most)
    return colour >> 16, colour >> 8 & 255, colour & 255


@cache
def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    """Return the ratio of the contrast of two colours, 1 to 21, as WCAG 2 defines it."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: tuple[int, int, int]) -> float:
    parts = [part / 255 for part in colour]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
