"""Sizes and colours of the controls.

Sizes of type are in u, the unit of the layout, and mean the em of the font, as in print.
"""

from functools import cache

from imgui_bundle import imgui

from bitonic_scope.model.look import Theme
from bitonic_scope.views.palette import PALETTES, Colour, Palette

LABEL = 2.75  # u: of all controls and labels; nothing is smaller
SECOND = 3.5  # u: of the line under the caption
CAPTION = 5.0  # u
PRESENTED = 7.6  # u: of the caption in front of a class

EM = 2400 / 2048  # of Roboto, from its em to the height of its line, by which ImGui counts
HOVER_PART = 0.14  # of the way from a button's colour to the text's, under the mouse
PRESS_PART = 0.28


def mixed(colour: Colour, other: Colour, part: float) -> Colour:
    """Return the colour at that part of the way from one to the other."""
    red, green, blue = (
        round(here + (there - here) * part) for here, there in zip(colour, other, strict=True)
    )
    return red, green, blue


@cache
def packed(colour: Colour, opacity: float = 1.0) -> int:
    """Return a colour as ImGui's draw lists take it."""
    red, green, blue = colour
    return red | green << 8 | blue << 16 | round(255 * opacity) << 24


def as_vec4(colour: Colour, opacity: float = 1.0) -> imgui.ImVec4:
    """Return a colour as ImGui's style takes it."""
    red, green, blue = (part / 255 for part in colour)
    return imgui.ImVec4(red, green, blue, opacity)


def apply_style(theme: Theme, unit: float, label_pixels: float) -> None:
    """Set ImGui's colours, and all its sizes, for the few widgets that it draws itself.

    Args:
        theme: the palette.
        unit: u of the controls, in logical pixels.
        label_pixels: the height of a line of labels.
    """
    style = imgui.get_style()
    style.font_size_base = label_pixels
    style.font_scale_main = 1.0
    one, two = round(unit), round(2 * unit)  # whole, else lists that fit would scroll
    style.window_padding = imgui.ImVec2(two, two)
    style.frame_padding = imgui.ImVec2(round(1.5 * unit), one)
    style.item_spacing = style.item_inner_spacing = imgui.ImVec2(one, one)
    style.cell_padding = imgui.ImVec2(one, round(0.5 * unit))
    style.window_border_size = style.child_border_size = 0.0
    style.popup_border_size = 1.0
    style.window_rounding = style.child_rounding = style.popup_rounding = unit
    style.frame_rounding = 0.6 * unit
    style.scrollbar_size = float(two)
    style.scrollbar_rounding = float(one)
    style.window_min_size = imgui.ImVec2(1, 1)
    style.disabled_alpha = 1.0
    for name, value in _style_colours(PALETTES[theme]).items():
        style.set_color_(name, value)


def _style_colours(palette: Palette) -> dict[imgui.Col_, imgui.ImVec4]:
    button = palette.button
    return {
        imgui.Col_.window_bg: as_vec4(palette.ground, 0.0),  # the window is cleared to it
        imgui.Col_.child_bg: as_vec4(palette.panel, 0.0),
        imgui.Col_.popup_bg: as_vec4(palette.panel),
        imgui.Col_.border: as_vec4(palette.edge),
        imgui.Col_.text: as_vec4(palette.text),
        imgui.Col_.text_disabled: as_vec4(palette.quiet_text),
        imgui.Col_.frame_bg: as_vec4(palette.ground),
        imgui.Col_.frame_bg_hovered: as_vec4(palette.ground),
        imgui.Col_.frame_bg_active: as_vec4(palette.ground),
        imgui.Col_.button: as_vec4(button),
        imgui.Col_.button_hovered: as_vec4(mixed(button, palette.text, HOVER_PART)),
        imgui.Col_.button_active: as_vec4(mixed(button, palette.text, PRESS_PART)),
        imgui.Col_.header: as_vec4(button),
        imgui.Col_.header_hovered: as_vec4(button),
        imgui.Col_.header_active: as_vec4(button),
        imgui.Col_.plot_histogram: as_vec4(palette.bar),
        imgui.Col_.text_selected_bg: as_vec4(mixed(palette.ground, palette.text, 0.25)),
        imgui.Col_.input_text_cursor: as_vec4(palette.text),
        imgui.Col_.scrollbar_bg: as_vec4(palette.panel, 0.0),
        imgui.Col_.scrollbar_grab: as_vec4(palette.edge),
        imgui.Col_.scrollbar_grab_hovered: as_vec4(palette.quiet_text),
        imgui.Col_.scrollbar_grab_active: as_vec4(palette.text),
        imgui.Col_.table_border_light: as_vec4(palette.edge),
        imgui.Col_.modal_window_dim_bg: as_vec4(palette.ground, 0.0),
    }
