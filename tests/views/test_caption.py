"""Captions under recorded frames: what they say, and that all words are seen."""

import numpy as np
import pytest

from bitonic_scope.data.own_data import NumpyForm, OwnData
from bitonic_scope.errors import ProgramError
from bitonic_scope.model.look import Theme
from bitonic_scope.model.settings import EngineName, SortSettings
from bitonic_scope.network.schedule import Direction, NetworkKind
from bitonic_scope.text.captions import caption
from bitonic_scope.views.caption import Captions, captions_for, pass_texts, settings_text
from bitonic_scope.views.drawing import Box, Label
from bitonic_scope.views.fonts import text_width

SETTINGS = SortSettings()


def captions(settings: SortSettings, size: tuple[int, int]) -> Captions:
    return captions_for(settings, range(settings.network.pass_count + 1), Theme.DARK, size)


def own(name: str) -> SortSettings:
    values = np.arange(5, dtype=np.float32)
    return SortSettings().with_own(OwnData(name, values, (5,), NumpyForm("<f4")))


def test_a_caption_names_the_pass_done_and_the_pass_to_come_as_the_window_says_it() -> None:
    assert pass_texts(SETTINGS, 0)[0] == "The input"
    network = SETTINGS.network
    for pass_index in range(36):
        to_come = caption(network, pass_index)
        assert pass_texts(SETTINGS, pass_index)[1] == f"Next: s{to_come[1:]}"
        if pass_index < 35:
            done = f"Done: s{to_come[1:].replace('compares', 'compared')}"
            assert pass_texts(SETTINGS, pass_index + 1)[0] == done
    assert pass_texts(SETTINGS, 36) == ["All 36 passes done: 4,608 comparisons"]
    assert pass_texts(own("a.npy"), 6) == ["All 6 passes done: 24 comparisons with padding"]
    assert pass_texts(SortSettings(1, 1), 0) == ["One element is always in order"]


def test_a_caption_names_what_is_sorted() -> None:
    assert settings_text(SETTINGS) == "256 elements of noise, seed 1, alternating network"
    settings = SortSettings(
        order=Direction.DESCENDING, network_kind=NetworkKind.FLIP, engine=EngineName.COMPUTE
    )
    told = "256 elements of noise, seed 1, flip network, descending, engine compute"
    assert settings_text(settings) == told
    assert settings_text(own("数据.npy")) == "5 elements of 数据.npy, alternating network"


@pytest.mark.parametrize(
    "size", [(64, 64), (97, 4000), (320, 320), (512, 16384), (1920, 1080), (16384, 16384)]
)
@pytest.mark.parametrize("name", ["a.npy", f"{'长' * 70} {'w' * 200}.npy"])
def test_every_word_is_inside_the_strip(size: tuple[int, int], name: str) -> None:
    settings = own(name)
    found = captions(settings, size)
    assert found.height % 2 == 0
    for pass_index in (0, 6):
        ground, *labels = found.drawing(pass_index)
        assert isinstance(ground, Box)
        assert ground[:4] == (0, 0, size[0], found.height)
        told = ""
        for label in labels:
            assert isinstance(label, Label)
            assert label.size >= 11
            width = text_width(label.text, label.size, is_medium=label.is_medium)
            assert 0 < label.x < label.x + width <= size[0]
            assert width < 4096  # painters cut off the rest
            assert label.size / 2 < label.y < found.height - label.size / 2
            told += label.text
        words = "".join([*pass_texts(settings, pass_index), settings_text(settings)])
        assert told.replace(" ", "") == words.replace(" ", "")


def test_a_picture_too_narrow_for_words_is_refused_with_a_remedy() -> None:
    with pytest.raises(ProgramError, match=r"at least 64 pixels wide, got 63x99; try a larger"):
        captions(SETTINGS, (63, 99))
