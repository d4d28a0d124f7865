"""The settings: values, valid as a whole, whatever is chosen."""

from dataclasses import FrozenInstanceError
from math import inf, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.data.element_format import FormatName
from bitonic_scope.data.own_data import NumpyForm, OwnData
from bitonic_scope.model.settings import DisplaySettings, SortSettings, size_for_own
from bitonic_scope.network.schedule import Direction

OWN = OwnData("a.npy", np.zeros(100, np.float32), (100,), NumpyForm("<f4"))


def test_the_defaults_are_16x16_seed_1_ascending() -> None:
    assert SortSettings() == SortSettings(16, 16, 1, Direction.ASCENDING)
    assert SortSettings().element_count == 256
    assert SortSettings().network.pass_count == 36


@pytest.mark.parametrize(
    ("width", "height", "pass_count"),
    [(1, 1, 0), (2, 1, 1), (32, 32, 55), (64, 4, 36), (1024, 1024, 210), (16384, 16384, 406)],
)
def test_the_network_is_the_one_for_all_elements(width: int, height: int, pass_count: int) -> None:
    settings = SortSettings(width=width, height=height)
    assert settings.network.element_count == settings.element_count == width * height
    assert settings.network.pass_count == pass_count


def test_settings_are_values() -> None:
    settings = SortSettings(seed=5)
    assert settings == SortSettings(seed=5)
    assert settings != SortSettings(seed=6)
    with pytest.raises(FrozenInstanceError):
        settings.seed = 6  # type: ignore[misc]


@pytest.mark.parametrize("ui_scale", [0.5, 1.0, 4.0])
def test_ui_scales_from_a_half_to_four_are_allowed(ui_scale: float) -> None:
    assert DisplaySettings(ui_scale=ui_scale).ui_scale == ui_scale


@pytest.mark.parametrize("ui_scale", [0.49, 4.01, 0.0, -1.0, nan, inf])
def test_other_ui_scales_are_refused(ui_scale: float) -> None:
    with pytest.raises(ValueError, match=rf"ui-scale must be from 0.5 to 4.0, got {ui_scale}"):
        DisplaySettings(ui_scale=ui_scale)


@given(st.integers(1, 5000), st.sampled_from([(16, 16), (1, 1), (64, 2)]))
def test_a_count_keeps_the_size_only_where_it_is_the_right_one(
    count: int, size: tuple[int, int]
) -> None:
    settings = SortSettings(*size).with_count(count)
    assert settings.real_count == count
    assert settings.element_count // 2 < count <= settings.element_count
    assert (settings.count is None) == (count == settings.element_count)


def test_another_size_keeps_the_count_while_it_fits() -> None:
    padded = SortSettings(16, 16, count=200)
    assert padded.with_size(32, 16).count == 200
    assert padded.with_size(8, 16) == SortSettings(8, 16)
    assert padded.with_size(0, 40000) == SortSettings(1, 16384, count=200)


def test_own_data_are_never_cut_off() -> None:
    own = SortSettings().with_own(OWN)
    assert (own.width, own.height, own.padding_count) == (16, 8, 28)
    assert own.with_size(8, 8) == own
    assert own.with_size(16, 16).padding_count == 156
    with pytest.raises(ValueError, match="must hold all 100 elements, got 8x8 = 64"):
        SortSettings().with_own(OWN, (8, 8))
    with pytest.raises(ValueError, match="their own number"):
        own.with_count(50)


def test_a_seed_or_a_kind_leads_back_to_generated_data() -> None:
    own = SortSettings(seed=4).with_own(OWN)
    assert own.with_seed(5) == SortSettings(16, 8, seed=5)
    assert own.with_data(DataKind.SORTED) == SortSettings(16, 8, seed=4, data=DataKind.SORTED)


def test_only_pairs_are_stable() -> None:
    stable = SortSettings(element_format=FormatName.HALF).with_stable(stable=True)
    assert (stable.element_format, stable.stable) == (FormatName.PAIR, True)
    assert stable.with_format(FormatName.PACKED).stable is False
    assert stable.with_format(FormatName.AUTO).stable is True
    assert SortSettings().with_stable(stable=True).element_format is FormatName.AUTO


def test_only_pairs_keep_places_and_only_what_keeps_places_is_stable() -> None:
    names = {name for name in FormatName if name.may_keep_places}
    assert names == {FormatName.AUTO, FormatName.PAIR}
    for name in FormatName:
        if name in names:
            assert SortSettings(element_format=name, stable=True).stable
        else:
            with pytest.raises(ValueError, match=f"only the format pair has, got format {name}$"):
                SortSettings(element_format=name, stable=True)


def test_a_picture_has_sides_of_its_own() -> None:
    colours = np.zeros((12, 3), np.uint8)
    own = OwnData("a.png", np.zeros(12, np.uint32), (2, 6), NumpyForm("<u4"), colours)
    assert size_for_own(own) == (8, 2)
    assert size_for_own(OWN) == (16, 8)
