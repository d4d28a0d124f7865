"""The letters that the window draws: those of names in any script, or escapes."""

from collections.abc import Iterator

import pytest
from imgui_bundle import imgui

from bitonic_scope.paths import data_dir
from bitonic_scope.ui.fonts import LOADED_SIZE, Fonts, FontsKeeper, drawable, load_fonts

MAX_BYTES = 3_000_000  # of a font that few people need


@pytest.fixture
def fonts(io: imgui.IO) -> Iterator[Fonts]:
    fonts = load_fonts()
    imgui.new_frame()
    yield fonts
    imgui.end_frame()


def file_count(fonts: Fonts) -> list[int]:
    """Return how many font files each weight has."""
    return [len(font.sources) for font in fonts]


def widths(fonts: Fonts, text: str) -> list[float]:
    """Return the width of a text in each weight."""
    found = []
    for font in fonts:
        imgui.push_font(font, LOADED_SIZE)
        found.append(imgui.calc_text_size(text).x)
        imgui.pop_font()
    return found


@pytest.mark.parametrize("name", ["a b.npy", "Größe.csv", "Đường.csv", "данные.csv", "δεδομένα"])
def test_latin_greek_and_cyrillic_need_no_further_font(fonts: Fonts, name: str) -> None:
    before = file_count(fonts)
    assert drawable(name) == name
    assert all(font.is_glyph_in_font(ord(letter)) for font in fonts for letter in name)
    assert file_count(fonts) == before


@pytest.mark.parametrize("name", ["数据.csv", "數據", "データ", "ひらがな", "데이터", "ａ，b"])
def test_chinese_japanese_and_korean_load_a_further_font_once_into_both_weights(
    fonts: Fonts, name: str
) -> None:
    before = file_count(fonts)
    missing = widths(fonts, name)  # looked up before, as signs for missing letters
    assert drawable(name) == drawable(name) == name
    assert file_count(fonts) == [count + 1 for count in before]
    assert all(font.is_glyph_in_font(ord(letter)) for font in fonts for letter in name)
    assert all(now != then for now, then in zip(widths(fonts, name), missing, strict=True))


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("\u0645.csv", "\\u0645.csv"),
        ("数\u0e01", "数\\u0e01"),
        ("\U0001f9ee", "\\U0001f9ee"),
        ("\u202e\x1b\n", "\\u202e\\x1b\\n"),
        ("\udcff", "\\udcff"),
    ],
)
def test_other_letters_are_escapes_and_never_one_sign_for_all(
    fonts: Fonts, name: str, shown: str
) -> None:
    assert drawable(name) == shown


def test_the_further_font_is_small_and_has_its_licence() -> None:
    folder = data_dir("assets") / "fonts"
    assert (folder / "DroidSansFallback-subset.ttf").stat().st_size < MAX_BYTES
    assert "Apache License" in (folder / "DroidSansFallback-LICENSE.txt").read_text()


def test_letters_keep_their_size_when_the_texture_of_letters_is_full(io: imgui.IO) -> None:
    fonts = load_fonts()
    keeper, font = FontsKeeper(fonts), fonts.regular

    def widths_in_a_frame(*asked: tuple[float, str]) -> list[float]:
        imgui.new_frame()
        keeper.begin_frame()
        bakes = [(font.get_font_baked(size), letters) for size, letters in asked]
        found = [baked.find_glyph(ord(one)).advance_x for baked, ones in bakes for one in ones]
        imgui.render()
        for texture in imgui.get_platform_io().textures:
            is_gone = texture.status == imgui.ImTextureStatus.want_destroy
            texture.set_tex_id(0 if is_gone else 1)
            status = imgui.ImTextureStatus
            texture.status = status.destroyed if is_gone else status.ok
        return found

    widths_in_a_frame((12.0, "a"), (30.0, "a"), (90.0, "a"))
    for _ in range(4):  # until the first size is out of use
        widths_in_a_frame((90.0, "a"), (30.0, "a"))
    widths_in_a_frame((90.0, "a"), (30.0, "".join(map(chr, range(33, 0x450)))))
    large, small = widths_in_a_frame((90.0, "E")) + widths_in_a_frame((30.0, "E"))
    assert large == pytest.approx(3 * small, abs=2.0)
