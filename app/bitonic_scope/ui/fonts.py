"""The fonts of the window, and the letters that they have.

The typeface of the controls has Latin, Greek and Cyrillic letters. Names of files may have others:
a further font, loaded at the first of its letters, has Chinese, Japanese and Korean. Letters that
it lacks too become escapes.
"""

from typing import NamedTuple

from imgui_bundle import imgui

from bitonic_scope.paths import data_dir

LOADED_SIZE = 16.0  # pixels; ImGui draws any other size anew
UNUSED_SIZES = 8  # pixels: the window has no letters up to here
_WEIGHTS = ("Roboto-Regular.ttf", "Roboto-Medium.ttf")
_ICONS = "Font_Awesome_6_Free-Solid-900.otf"
_MORE_LETTERS = "DroidSansFallback-subset.ttf"
_FIRST_FILES = 2 * len(_WEIGHTS)  # letters and icons of each weight


class Fonts(NamedTuple):
    """The two weights of the typeface, each with the icons."""

    regular: imgui.ImFont
    medium: imgui.ImFont


def load_fonts() -> Fonts:
    """Load the fonts of the current ImGui context: letters, with icons merged in."""
    atlas = imgui.get_io().fonts
    loaded = []
    for name in _WEIGHTS:
        loaded.append(atlas.add_font_from_file_ttf(_file(name), LOADED_SIZE))
        _merge(_ICONS, loaded[-1])
    return Fonts(*loaded)


class FontsKeeper:
    """Keeps ImGui's letters of the size that they are asked for.

    ImGui knows the size that FreeType has active by an address. When its texture of letters is
    full, it makes another, and another size may move to that address: then letters that it had not
    drawn before would come out in the wrong size, and stay so (imgui_freetype.cpp, 1.93). To ask
    for a size of no use makes ImGui activate that size, and then each other one as it comes.
    """

    def __init__(self, fonts: Fonts) -> None:
        self._fonts = fonts
        self._texture = 0
        self._turn = 0

    def begin_frame(self) -> None:
        """Call it once ImGui has begun a frame."""
        texture = imgui.get_io().fonts.tex_data.unique_id
        if texture == self._texture:
            return
        self._texture = texture
        self._turn = self._turn % UNUSED_SIZES + 1
        for font in self._fonts:
            font.get_font_baked(float(self._turn))


def drawable(text: str) -> str:
    """Return a text as the window can draw it, with escapes such as \\u0645 for other letters.

    Loads more letters if the text needs them, once.
    """
    if text.isascii():
        return text
    atlas = imgui.get_io().fonts
    if not all(map(_has_letter, text)) and len(atlas.sources) == _FIRST_FILES:
        for font in atlas.fonts:
            _merge(_MORE_LETTERS, font)
    return "".join(
        letter if _has_letter(letter) else letter.encode("unicode_escape").decode()
        for letter in text
    )


def _has_letter(letter: str) -> bool:
    return imgui.get_io().fonts.fonts[0].is_glyph_in_font(ord(letter))


def _merge(name: str, font: imgui.ImFont) -> None:
    """Add the letters of a file to a font."""
    config = imgui.ImFontConfig()
    config.merge_mode = True
    config.dst_font = font
    imgui.get_io().fonts.add_font_from_file_ttf(_file(name), LOADED_SIZE, config)


def _file(name: str) -> str:
    return str(data_dir("assets") / "fonts" / name)
