"""The letters that the window draws: those of names in any script, or escapes."""

from collections.abc import Iterator

import pytest
from imgui_bundle import imgui

from bitonic_scope.paths import data_dir
from bitonic_scope.ui.fonts import drawable, load_fonts

MAX_BYTES = 3_000_000  # of a font that few people need


@pytest.fixture
def atlas(io: imgui.IO) -> Iterator[imgui.ImFontAtlas]:
    load_fonts()
    imgui.new_frame()
    yield io.fonts
    imgui.end_frame()


@pytest.mark.parametrize("name", ["a b.npy", "Größe.csv", "Đường.csv", "данные.csv", "δεδομένα"])
def test_latin_greek_and_cyrillic_need_no_further_font(atlas: imgui.ImFontAtlas, name: str) -> None:
    assert drawable(name) == name
    assert len(atlas.sources) == 2


@pytest.mark.parametrize("name", ["数据.csv", "數據", "データ", "ひらがな", "데이터", "ａ，b"])
def test_chinese_japanese_and_korean_load_a_further_font_once(
    atlas: imgui.ImFontAtlas, name: str
) -> None:
    width_before = imgui.calc_text_size(name).x  # looked up before, as signs for missing letters
    assert drawable(name) == drawable(name) == name
    assert len(atlas.sources) == 3
    assert imgui.calc_text_size(name).x != width_before


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
    atlas: imgui.ImFontAtlas, name: str, shown: str
) -> None:
    assert drawable(name) == shown


def test_the_further_font_is_small_and_has_its_licence() -> None:
    folder = data_dir("assets") / "fonts"
    assert (folder / "DroidSansFallback-subset.ttf").stat().st_size < MAX_BYTES
    assert "Apache License" in (folder / "DroidSansFallback-LICENSE.txt").read_text()
