"""Colours and sizes of the controls."""

from imgui_bundle import imgui

FONT_SIZE = 17.0  # logical pixels at scale 1
SMALL_FONT_SIZE = 12.5
CAPTION_FONT_SIZE = 26.0

Colour = tuple[float, float, float, float]  # red, green, blue and opacity, 0 to 1

BACKGROUND = (0.115, 0.125, 0.15)  # distinct from the black and the white of a picture
BORDER = (0.36, 0.39, 0.45)  # around the picture, so that its black has an edge
TEXT = (0.93, 0.94, 0.96, 1.0)
QUIET_TEXT = (0.66, 0.70, 0.77, 1.0)
ACCENT = (0.32, 0.62, 0.95, 1.0)
WARNING = (1.0, 0.76, 0.30, 1.0)


def apply_style(scale: float) -> None:
    """Set the colours, and all sizes for a scale."""
    style = imgui.get_style()
    fresh = imgui.Style()  # scale_all_sizes cannot be undone
    imgui.style_colors_dark(fresh)
    fresh.window_padding = imgui.ImVec2(12, 8)
    fresh.frame_padding = imgui.ImVec2(8, 4)
    fresh.item_spacing = imgui.ImVec2(8, 6)
    fresh.window_border_size = 0.0
    fresh.window_rounding = fresh.child_rounding = 0.0
    fresh.frame_rounding = fresh.grab_rounding = fresh.popup_rounding = 4.0
    fresh.grab_min_size = 14.0
    fresh.scrollbar_size = 12.0
    fresh.scale_all_sizes(scale)
    for name in _MEASURES:
        setattr(style, name, getattr(fresh, name))
    style.font_size_base = FONT_SIZE
    style.font_scale_main = scale
    style.disabled_alpha = 0.35
    for colour, value in _COLOURS.items():
        style.set_color_(colour, imgui.ImVec4(*value))


_MEASURES = (
    *("window_padding", "frame_padding", "item_spacing", "item_inner_spacing", "indent_spacing"),
    *("window_rounding", "child_rounding", "frame_rounding", "grab_rounding", "popup_rounding"),
    *("window_border_size", "grab_min_size", "scrollbar_size", "scrollbar_rounding"),
)

_COLOURS = {
    imgui.Col_.window_bg: (*BACKGROUND, 0.0),  # transparent: the window is cleared to this colour
    imgui.Col_.popup_bg: (0.16, 0.175, 0.21, 1.0),
    imgui.Col_.text: TEXT,
    imgui.Col_.frame_bg: (0.20, 0.22, 0.27, 1.0),
    imgui.Col_.frame_bg_hovered: (0.26, 0.29, 0.35, 1.0),
    imgui.Col_.frame_bg_active: (0.28, 0.32, 0.39, 1.0),
    imgui.Col_.button: (0.22, 0.25, 0.31, 1.0),
    imgui.Col_.button_hovered: (0.29, 0.34, 0.42, 1.0),
    imgui.Col_.button_active: (0.24, 0.46, 0.70, 1.0),
    imgui.Col_.slider_grab: ACCENT,
    imgui.Col_.slider_grab_active: (0.50, 0.74, 1.0, 1.0),
    imgui.Col_.header: (0.20, 0.40, 0.62, 1.0),
    imgui.Col_.header_hovered: (0.26, 0.34, 0.44, 1.0),
    imgui.Col_.header_active: (0.24, 0.46, 0.70, 1.0),
    imgui.Col_.plot_histogram: ACCENT,
    imgui.Col_.text_selected_bg: (0.24, 0.46, 0.70, 1.0),
    imgui.Col_.scrollbar_bg: (0.0, 0.0, 0.0, 0.0),
}
