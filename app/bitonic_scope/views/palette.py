"""The colours of the window and of the views, one palette per theme.

Hue belongs to the data: direction, and what is pointed at. Controls are gray.
"""

from typing import NamedTuple

from bitonic_scope.model.look import Theme

Colour = tuple[int, int, int]  # red, green, blue, 0 to 255


class Palette(NamedTuple):
    """The colours of a theme, by role."""

    ground: Colour
    panel: Colour
    button: Colour
    text: Colour
    quiet_text: Colour
    edge: Colour  # of controls
    ascending: Colour
    descending: Colour
    pointed: Colour
    bar: Colour  # of bars, and of cells of the strip that are done


PALETTES = {
    Theme.DARK: Palette(
        ground=(0x15, 0x18, 0x1E),
        panel=(0x1E, 0x22, 0x2A),
        button=(0x2A, 0x30, 0x3A),
        text=(0xF2, 0xF4, 0xF7),
        quiet_text=(0xAE, 0xB6, 0xC2),
        edge=(0x6B, 0x74, 0x82),
        ascending=(0x5A, 0xA9, 0xF0),
        descending=(0xF5, 0xA8, 0x3C),
        pointed=(0xFF, 0x7A, 0xC6),
        bar=(0xAE, 0xB2, 0xC2),
    ),
    Theme.LIGHT: Palette(
        ground=(0xFA, 0xFA, 0xF7),
        panel=(0xFF, 0xFF, 0xFF),
        button=(0xE6, 0xE8, 0xEB),
        text=(0x16, 0x19, 0x1F),
        quiet_text=(0x52, 0x5B, 0x68),
        edge=(0x76, 0x7E, 0x8B),
        ascending=(0x0A, 0x5F, 0xB0),
        descending=(0xA8, 0x52, 0x00),
        pointed=(0xB0, 0x18, 0x7A),
        bar=(0x52, 0x5B, 0x68),
    ),
}
