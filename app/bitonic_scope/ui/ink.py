"""Draws text and shapes on the current ImGui window, in the theme's colours and at exact places."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import ceil

from imgui_bundle import imgui

from bitonic_scope.model.look import Theme
from bitonic_scope.ui.focus import Focus
from bitonic_scope.ui.fonts import Fonts, drawable
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.theme import EM, LABEL, packed
from bitonic_scope.views.drawing import Align, Box
from bitonic_scope.views.palette import PALETTES, Colour, Palette

RING = 0.35  # u: thickness of the ring around the control that has the focus
RADIUS = 0.6  # u: of the corners of controls
ELLIPSIS = "..."
MAX_EXTENTS = 4096  # remembered
MAX_LINES = 50  # ems in the height of the window: no text is smaller


@dataclass(frozen=True, slots=True)
class Ink:
    """What panels draw with.

    Attributes:
        theme: the palette's name.
        unit: u of type and controls, in logical pixels.
        fonts: the two weights.
        focus: the keyboard's way through the controls.
        window: the whole window.
        extents: of texts that were measured.
        heights: of lines of type, in pixels, by their size in u.
    """

    theme: Theme
    unit: float
    fonts: Fonts
    focus: Focus
    window: Rect
    extents: dict[tuple[str, float, float, bool], tuple[float, float]] = field(
        default_factory=dict, compare=False, repr=False
    )
    heights: dict[float, float] = field(default_factory=dict, compare=False, repr=False)

    @property
    def colours(self) -> Palette:
        """The palette."""
        return PALETTES[self.theme]

    def width(self, text: str, size: float = LABEL, *, is_medium: bool = False) -> float:
        """Return the width of a text of that size in u, in logical pixels."""
        known = self.extents.get((text, size, -1.0, is_medium))
        return (known or self.extent(text, size, is_medium=is_medium))[0]

    def extent(
        self, text: str, size: float = LABEL, *, wrap: float = -1.0, is_medium: bool = False
    ) -> tuple[float, float]:
        """Return width and height of a text, in lines no wider than `wrap` if that is positive."""
        key = (text, size, wrap, is_medium)
        if key not in self.extents:
            imgui.push_font(self._font(is_medium=is_medium), self.pixels(size))
            extent = imgui.calc_text_size(drawable(text), wrap_width=wrap)
            imgui.pop_font()
            if len(self.extents) >= MAX_EXTENTS:
                self.extents.clear()
            self.extents[key] = extent.x, extent.y
        return self.extents[key]

    def pixels(self, size: float) -> float:
        """Return the height of a line of type of that size in u, in whole logical pixels."""
        height = self.heights.get(size)
        if height is None:
            least = self.window.height / MAX_LINES if size >= LABEL else 0.0
            least = ceil(min(least, LABEL * self.unit) * EM)
            height = self.heights[size] = float(max(round(size * EM * self.unit), least))
        return height

    def units(self, pixels: int) -> float:
        """Return the size in u whose lines of type have that height."""
        return pixels / (EM * self.unit)

    def _font(self, *, is_medium: bool) -> imgui.ImFont:
        return self.fonts.medium if is_medium else self.fonts.regular

    def text(
        self,
        text: str,
        x: float,
        y: float,
        colour: Colour,
        size: float = LABEL,
        *,
        align: Align = Align.LEFT,
        is_medium: bool = False,
    ) -> float:
        """Draw one line with the middle of its capitals at y; return its right end."""
        width = self.width(text, size, is_medium=is_medium)
        if align is not Align.LEFT:
            x -= width if align is Align.RIGHT else width / 2
        pixels = self.pixels(size)
        imgui.get_window_draw_list().add_text(
            self._font(is_medium=is_medium),
            pixels,
            imgui.ImVec2(round(x), round(y - pixels / 2)),
            packed(colour),
            drawable(text),
        )
        return x + width

    def paragraph(
        self, text: str, x: float, y: float, wrap: float, colour: Colour, size: float = LABEL
    ) -> float:
        """Draw lines no wider than `wrap`, the first with its top at y; return their bottom."""
        imgui.get_window_draw_list().add_text(
            self.fonts.regular,
            self.pixels(size),
            imgui.ImVec2(round(x), round(y)),
            packed(colour),
            drawable(text),
            wrap,
        )
        return y + self.extent(text, size, wrap=wrap)[1]

    def shortened(self, text: str, width: float, size: float = LABEL) -> str:
        """Return the text, with dots in its middle if it is wider than `width`."""
        if self.width(text, size) <= width:
            return text
        kept = len(text)
        while kept > 2:
            kept -= 1
            short = text[: (kept + 1) // 2] + ELLIPSIS + text[len(text) - kept // 2 :]
            if self.width(short, size) <= width:
                return short
        return ELLIPSIS

    def fill(
        self, rect: Rect, colour: Colour, *, radius: float = 0.0, opacity: float = 1.0
    ) -> None:
        """Fill a rectangle; the radius of its corners is in u."""
        imgui.get_window_draw_list().add_rect_filled(
            (rect.x, rect.y),
            (rect.right, rect.bottom),
            packed(colour, opacity),
            rounding=radius * self.unit,
        )

    def fill_each(self, rects: Iterable[Rect], colour: Colour) -> None:
        """Fill many rectangles, quicker than one by one."""
        fill, code = imgui.get_window_draw_list().add_rect_filled, packed(colour)
        for x, y, width, height in rects:
            fill((x, y), (x + width, y + height), code)

    def boxes(self, boxes: Iterable[Box]) -> None:
        """Draw boxes with sharp corners, placed in logical pixels."""
        draw = imgui.get_window_draw_list()
        for left, top, width, height, fill, outline, thickness, _, _ in boxes:
            right, bottom, half = left + width, top + height, thickness / 2
            if fill is not None:
                draw.add_rect_filled((left, top), (right, bottom), packed(fill))
            if outline is not None:
                corners = (left + half, top + half), (right - half, bottom - half)
                draw.add_rect(*corners, packed(outline), thickness=thickness)

    def outline(
        self, rect: Rect, colour: Colour, *, radius: float = 0.0, thickness: float = 0.0
    ) -> None:
        """Draw a line inside the edge of a rectangle; radius and thickness are in u."""
        self._outline(imgui.get_window_draw_list(), rect, colour, radius, thickness)

    def _outline(
        self,
        draw_list: imgui.ImDrawList,
        rect: Rect,
        colour: Colour,
        radius: float,
        thickness: float,
    ) -> None:
        pixels = max(1.0, thickness * self.unit)
        draw_list.add_rect(
            (rect.x + pixels / 2, rect.y + pixels / 2),
            (rect.right - pixels / 2, rect.bottom - pixels / 2),
            packed(colour),
            rounding=radius * self.unit,
            thickness=pixels,
        )

    def ring(self, rect: Rect, *, is_inside: bool = False) -> None:
        """Draw the ring around the control that has the focus, or inside its edge.

        It lies over the control's neighbours, on a band of the ground, and so stands out anywhere.
        """
        around, front = imgui.get_window_draw_list(), imgui.get_foreground_draw_list()
        line, colours = RING * self.unit, self.colours
        front.push_clip_rect(around.get_clip_rect_min(), around.get_clip_rect_max())
        if not is_inside:
            rect = rect.shrunk(-2 * line)
            self._outline(front, rect.shrunk(-line), colours.ground, 2.5 * RADIUS, 2.4 * RING)
        self._outline(front, rect, colours.text, 2 * RADIUS, RING)
        front.pop_clip_rect()
