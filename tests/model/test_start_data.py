"""Start data: what settings stand for, in the format in which it is sorted."""

from dataclasses import replace

import numpy as np
import pytest

from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.data.distributions import make
from bitonic_scope.data.element_format import FormatName
from bitonic_scope.data.elements import is_padding, places_of, values_of
from bitonic_scope.data.own_data import NumpyForm, OwnData, PictureForm
from bitonic_scope.errors import ProgramError
from bitonic_scope.model.capabilities import Capabilities
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.start_data import StartData, make_start_data, start_data_steps
from bitonic_scope.model.storage import choose_storage

LIMITS = Capabilities(1024, 1 << 20)


def made(settings: SortSettings) -> StartData:
    return make_start_data(settings, choose_storage(settings, LIMITS))


def numbers(*values: float) -> OwnData:
    own = np.array(values, np.float32)
    return OwnData("a.csv", own, own.shape, NumpyForm("<f4"))


@pytest.mark.parametrize("kind", list(DataKind))
@pytest.mark.parametrize("count", [1, 3, 100, 128])
def test_generated_data_are_those_of_their_kind(kind: DataKind, count: int) -> None:
    real = None if count == 128 else count
    data = made(SortSettings(16, 8, seed=5, data=kind, count=real))
    expected = make(kind, 5, count)
    assert np.array_equal(data.elements[:count], expected)
    assert is_padding(data.storage.element_format, data.elements).sum() == 128 - count


def test_whole_numbers_use_their_full_range() -> None:
    settings = SortSettings(16, 8, data=DataKind.ZERO_ONE, element_format=FormatName.UINT32)
    assert set(made(settings).elements.tolist()) == {0, 2**32 - 1}
    uniform = made(replace(settings, data=DataKind.UNIFORM)).elements
    assert uniform.max() > 2**31
    assert len(set((uniform & 0xFF).tolist())) > 32  # the low bits are used too


def test_half_floats_count_what_becomes_equal() -> None:
    data = made(SortSettings(64, 64, element_format=FormatName.HALF))
    values = make(DataKind.UNIFORM, 1, 4096)
    expected = (np.unique(values).size, np.unique(values.astype(np.float16)).size)
    assert data.distinct_counts == expected
    assert expected[1] < expected[0]
    assert made(SortSettings()).distinct_counts is None


def test_own_data_are_shown_from_their_least_to_their_greatest() -> None:
    small = made(SortSettings(4, 2, own=numbers(5, 2, 8, 1, 9, 3, 7, 4)))
    large = made(SortSettings(4, 2, own=numbers(50, 20, 80, 10, 90, 30, 70, 40)))
    assert small.gray_keys != large.gray_keys
    assert len(small.gray_keys) == 255


def test_whole_floats_may_be_sorted_as_whole_numbers() -> None:
    own = numbers(5, 2, 16777216, 0)
    data = made(SortSettings(2, 2, own=own, element_format=FormatName.UINT32))
    assert data.elements.dtype == np.uint32
    assert data.elements.tolist() == [5, 2, 16777216, 0]


@pytest.mark.parametrize(
    ("values", "name", "message"),
    [
        ((1, 2.5, 3, 4), FormatName.UINT32, "a.csv: element 1 is 2.5: uint32 holds whole"),
        ((1, 2, -3, 4), FormatName.UINT32, "a.csv: element 2 is -3.0: uint32"),
        ((1, 2, 3, 4294967296), FormatName.UINT32, "element 3 is 4.2949673e\\+09: uint32"),
        ((1, 65520, 3, 4), FormatName.HALF, "element 1 is 65520.0: half holds numbers up to"),
        ((1, -0.0, 3, 4), FormatName.UINT32, "element 1 is -0.0: uint32 holds"),
        ((1, np.inf, 3, 4), FormatName.UINT32, "element 1 is inf: uint32"),
        ((1, 1e-40, 3, 4), FormatName.PACKED_ARITHMETIC, "element 1 is 1e-40: arithmetic"),
        ((1, 2, 3, -np.inf), FormatName.PACKED_ARITHMETIC, "element 3 is -inf: arithmetic"),
    ],
)
def test_what_a_format_cannot_hold_is_refused_by_its_index(
    values: tuple[float, ...], name: FormatName, message: str
) -> None:
    settings = SortSettings(2, 2, own=numbers(*values), element_format=name)
    with pytest.raises(ProgramError, match=message):
        choose_storage(settings, LIMITS)


def test_arithmetic_takes_both_zeros_and_the_smallest_normal() -> None:
    own = numbers(0.0, -0.0, 2.0**-126, -(2.0**-126))
    data = made(SortSettings(2, 2, own=own, element_format=FormatName.PACKED_ARITHMETIC))
    assert data.elements.view(np.uint32).tolist() == own.values.view(np.uint32).tolist()


def test_a_size_beyond_the_machine_is_refused_before_anything_is_made() -> None:
    with pytest.raises(ProgramError, match="at most 1024 texels"):
        made(SortSettings(2048, 1))


def picture(height: int, width: int) -> OwnData:
    colours = np.random.default_rng(1).integers(0, 256, (height * width, 3), np.uint8)
    keys = (colours.astype(np.uint32) * np.array([2126, 7152, 722], np.uint32)).sum(axis=1)
    return OwnData("a.png", keys.astype(np.uint32), (height, width), PictureForm(), colours=colours)


def test_a_picture_stands_upright_at_the_start() -> None:
    own = picture(3, 5)
    data = made(SortSettings(8, 4, own=own))
    element_format = data.storage.element_format
    assert element_format.name is FormatName.PAIR
    tags = data.elements[:, 1].reshape(4, 8)  # row 0 at the bottom
    assert tags[2, :5].tolist() == [0, 1, 2, 3, 4]  # the top row of the picture
    assert tags[0, :5].tolist() == [10, 11, 12, 13, 14]
    assert is_padding(element_format, data.elements).reshape(4, 8)[3].all()
    assert sorted(places_of(data.elements).tolist()) == list(range(15))
    assert data.colours is not None
    assert data.colours.shape == (3, 5, 3)
    assert np.array_equal(
        np.sort(own.values), np.sort(values_of(element_format, data.elements, as_floats=False))
    )


def test_a_picture_in_a_size_of_another_shape_is_taken_row_by_row() -> None:
    data = made(SortSettings(32, 1, own=picture(3, 5)))
    assert places_of(data.elements).tolist() == list(range(15))


def test_progress_rises_and_the_data_come_last() -> None:
    settings = SortSettings(1024, 1024)
    *before, data = start_data_steps(settings, choose_storage(settings, LIMITS))
    parts = [part for part in before if isinstance(part, float)]
    assert parts == sorted(parts)
    assert len(parts) == len(before) >= 4
    assert isinstance(data, StartData)
