"""The letters on the screen: their colours and grounds, read off ImGui's draw lists and pixels."""

import ctypes
from typing import Any, NamedTuple

import numpy as np
from imgui_bundle import imgui
from numpy.typing import NDArray

MARGIN = 2  # pixels around a letter, where its ground is seen
MAX_BLUR = 60  # of 255: how far a letter's own pixels may be from its colour
MIN_STROKE = 12  # of 255: between the pixels of a letter that is seen
VERTEX = np.dtype([("position", "<f4", 2), ("uv", "<f4", 2), ("colour", "u1", 4)])


class Letter(NamedTuple):
    """A letter as it was drawn: its box in pixels from the top left, its colour, its ground."""

    left: int
    top: int
    right: int
    bottom: int
    colour: tuple[int, int, int]
    ground: tuple[int, int, int]


def letters(pixels: NDArray[np.uint8]) -> list[Letter]:
    """Return the letters of the last ImGui frame that are seen, neither covered nor dimmed.

    Args:
        pixels: (height, width, 3) uint8 of the screen with that frame.
    """
    found: list[Letter] = []
    for commands in imgui.get_draw_data().cmd_lists:
        if str(commands._owner_name).startswith("behind"):
            found.clear()  # what lies there is dimmed on purpose
        vertices = _array(commands.vtx_buffer, VERTEX)
        indices = _array(commands.idx_buffer, np.dtype("<u4"))
        corners = vertices[indices].reshape(-1, 3)
        uv = corners["uv"]
        is_letter = (np.ptp(uv, axis=1) > 0).all(axis=1)
        for first, second in zip(corners[is_letter][::2], corners[is_letter][1::2], strict=True):
            both = np.concatenate([first, second])
            letter = _letter(both, pixels)
            if letter is not None:
                found.append(letter)
    return found


def _array(buffer: Any, dtype: np.dtype[Any]) -> NDArray[Any]:
    count = buffer.size()
    if not count:
        return np.empty(0, dtype)
    raw = (ctypes.c_byte * (count * dtype.itemsize)).from_address(buffer.data_address())
    return np.frombuffer(bytes(raw), dtype)


def _letter(corners: NDArray[Any], pixels: NDArray[np.uint8]) -> Letter | None:
    height, width, _ = pixels.shape
    left, top = np.floor(corners["position"].min(axis=0)).astype(int)
    right, bottom = np.ceil(corners["position"].max(axis=0)).astype(int)
    if left < MARGIN or top < MARGIN or right > width - MARGIN or bottom > height - MARGIN:
        return None
    colour = corners["colour"][0][:3].astype(int)
    inside = pixels[top:bottom, left:right].reshape(-1, 3).astype(int)
    is_plain = np.ptp(inside, axis=0).max() < MIN_STROKE
    if is_plain or np.abs(inside - colour).sum(axis=1).min() > MAX_BLUR:
        return None  # covered by another window
    around = pixels[top - MARGIN : bottom + MARGIN, left - MARGIN : right + MARGIN].copy()
    edge = np.concatenate([around[0], around[-1], around[:, 0], around[:, -1]])
    colours, counts = np.unique(edge, axis=0, return_counts=True)
    ground = colours[counts.argmax()]
    return Letter(
        int(left),
        int(top),
        int(right),
        int(bottom),
        (int(colour[0]), int(colour[1]), int(colour[2])),
        (int(ground[0]), int(ground[1]), int(ground[2])),
    )


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
