"""The letters that the window can draw.

The font of the controls has Latin, Greek and Cyrillic letters. Names of files may have others: a
second font, loaded at the first of its letters, has Chinese, Japanese and Korean. Letters that it
lacks too become escapes.
"""

from imgui_bundle import imgui

from bitonic_scope.paths import data_dir
from bitonic_scope.ui.theme import FONT_SIZE

_LETTERS = "Roboto-Regular.ttf"
_ICONS = "Font_Awesome_6_Free-Solid-900.otf"
_MORE_LETTERS = "DroidSansFallback-subset.ttf"
_FIRST_FONTS = 2  # letters and icons


def load_fonts() -> None:
    """Load the one font of the current ImGui context: letters, with icons merged in."""
    imgui.get_io().fonts.add_font_from_file_ttf(_file(_LETTERS), FONT_SIZE)
    _merge(_ICONS, down=1.5)  # centres icons on the letters


def drawable(text: str) -> str:
    """Return a text as the window can draw it, with escapes such as \\u0645 for other letters.

    Loads more letters if the text needs them, once.
    """
    if text.isascii():
        return text
    if not all(map(_has_letter, text)) and len(imgui.get_io().fonts.sources) == _FIRST_FONTS:
        _merge(_MORE_LETTERS)
    return "".join(
        letter if _has_letter(letter) else letter.encode("unicode_escape").decode()
        for letter in text
    )


def _has_letter(letter: str) -> bool:
    return imgui.get_font().is_glyph_in_font(ord(letter))


def _merge(name: str, *, down: float = 0.0) -> None:
    """Add the letters of a file to the font, moved down by that many logical pixels."""
    config = imgui.ImFontConfig()
    config.merge_mode = True
    config.glyph_offset = imgui.ImVec2(0.0, down)
    imgui.get_io().fonts.add_font_from_file_ttf(_file(name), FONT_SIZE, config)


def _file(name: str) -> str:
    return str(data_dir("assets") / "fonts" / name)
