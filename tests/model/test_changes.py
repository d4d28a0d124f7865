"""Changes of settings: whatever is chosen, the whole stays valid."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.data.element_format import FormatName
from bitonic_scope.data.own_data import NumpyForm, OwnData
from bitonic_scope.model.changes import (
    with_count,
    with_data,
    with_format,
    with_seed,
    with_size,
    with_stable,
)
from bitonic_scope.model.examples import PRESETS, preset_of
from bitonic_scope.model.settings import SortSettings, size_for_count, size_for_own, with_own

OWN = OwnData("a.npy", np.zeros(100, np.float32), (100,), NumpyForm("<f4"))


@given(st.integers(1, 2**28))
def test_the_size_for_a_count_is_the_smallest_power_of_two(count: int) -> None:
    width, height = size_for_count(count)
    assert width * height >= count
    assert width * height < 2 * count or count == 1
    assert width in (height, 2 * height)


@given(st.integers(1, 5000), st.sampled_from([(16, 16), (1, 1), (64, 2)]))
def test_a_count_keeps_the_size_only_where_it_is_the_right_one(
    count: int, size: tuple[int, int]
) -> None:
    settings = with_count(SortSettings(*size), count)
    assert settings.real_count == count
    assert settings.element_count // 2 < count <= settings.element_count
    assert (settings.count is None) == (count == settings.element_count)


def test_another_size_keeps_the_count_while_it_fits() -> None:
    padded = SortSettings(16, 16, count=200)
    assert with_size(padded, 32, 16).count == 200
    assert with_size(padded, 8, 16) == SortSettings(8, 16)
    assert with_size(padded, 0, 40000) == SortSettings(1, 16384, count=200)


def test_own_data_are_never_cut_off() -> None:
    own = with_own(SortSettings(), OWN)
    assert (own.width, own.height, own.padding_count) == (16, 8, 28)
    assert with_size(own, 8, 8) == own
    assert with_size(own, 16, 16).padding_count == 156
    with pytest.raises(ValueError, match="must hold all 100 elements, got 8x8 = 64"):
        with_own(SortSettings(), OWN, (8, 8))
    with pytest.raises(ValueError, match="their own number"):
        with_count(own, 50)


def test_a_seed_or_a_kind_leads_back_to_generated_data() -> None:
    own = with_own(SortSettings(seed=4), OWN)
    assert with_seed(own, 5) == SortSettings(16, 8, seed=5)
    assert with_data(own, DataKind.SORTED) == SortSettings(16, 8, seed=4, data=DataKind.SORTED)


def test_only_pairs_are_stable() -> None:
    stable = with_stable(SortSettings(element_format=FormatName.HALF), stable=True)
    assert (stable.element_format, stable.stable) == (FormatName.PAIR, True)
    assert with_format(stable, FormatName.PACKED).stable is False
    assert with_format(stable, FormatName.AUTO).stable is True
    assert with_stable(SortSettings(), stable=True).element_format is FormatName.AUTO


def test_a_picture_has_sides_of_its_own() -> None:
    colours = np.zeros((12, 3), np.uint8)
    own = OwnData("a.png", np.zeros(12, np.uint32), (2, 6), NumpyForm("<u4"), colours)
    assert size_for_own(own) == (8, 2)
    assert size_for_own(OWN) == (16, 8)


def test_the_first_example_is_done_by_hand() -> None:
    first = PRESETS[0].settings
    assert first.own is not None
    assert first.own.values.tolist() == [5, 2, 8, 1, 9, 3, 7, 4]
    assert (first.width, first.height, first.padding_count) == (4, 2, 0)


def test_examples_have_names_and_lessons_of_their_own() -> None:
    assert len({preset.name for preset in PRESETS}) == len(PRESETS) >= 8
    assert len({preset.lesson for preset in PRESETS}) == len(PRESETS)
    assert all(preset_of(preset.settings) is preset for preset in PRESETS)
    assert preset_of(SortSettings(seed=99)) is None
