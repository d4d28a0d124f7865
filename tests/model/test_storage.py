"""Which format a sort runs in: automatic, asked for, or refused with the reason."""

from dataclasses import replace

import numpy as np
import pytest

from bitonic_scope.data.element_format import FormatName
from bitonic_scope.data.own_data import NumpyForm, OwnData, PictureForm
from bitonic_scope.model.capabilities import FloatPath
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.storage import choose_storage

EIGHT = SortSettings(4, 2)
PADDED = SortSettings(4, 2, count=5)
WHOLE = OwnData("a.npy", np.array([1, 2**32 - 1], np.uint32), (2,), NumpyForm("<u4"))
PICTURE = OwnData(
    "a.png", np.zeros(4, np.uint32), (2, 2), PictureForm(), np.zeros((4, 3), np.uint8)
)


@pytest.mark.parametrize(
    ("settings", "path", "name", "reason"),
    [
        (EIGHT, FloatPath.FLOAT, FormatName.FLOAT32, "work throughout"),
        (EIGHT, FloatPath.READ_PACKED, FormatName.FLOAT32, "reading only"),
        (EIGHT, FloatPath.PACKED, FormatName.PACKED, "cannot sort float textures"),
        (PADDED, FloatPath.PACKED, FormatName.PACKED, "cannot sort float textures"),
        (replace(EIGHT, stable=True), FloatPath.FLOAT, FormatName.PAIR, "place"),
        (SortSettings(2, 1, own=WHOLE), FloatPath.PACKED, FormatName.UINT32, "not exact"),
        (SortSettings(2, 2, own=WHOLE), FloatPath.FLOAT, FormatName.PAIR, "padding"),
        (SortSettings(2, 2, own=PICTURE), FloatPath.FLOAT, FormatName.PAIR, "place"),
    ],
)
def test_the_automatic_format_follows_data_and_driver(
    settings: SortSettings, path: FloatPath, name: FormatName, reason: str
) -> None:
    storage = choose_storage(settings, path)
    assert storage.element_format.name is name
    assert reason in storage.reason
    assert storage.reads_packed is (path is FloatPath.READ_PACKED)


@pytest.mark.parametrize("name", [name for name in FormatName if name is not FormatName.AUTO])
def test_a_format_that_is_asked_for_is_taken_as_it_is(name: FormatName) -> None:
    storage = choose_storage(replace(EIGHT, element_format=name), FloatPath.PACKED)
    assert (storage.element_format.name, storage.reason) == (name, "")


def test_padded_whole_numbers_run_in_pairs_and_say_so() -> None:
    storage = choose_storage(replace(PADDED, element_format=FormatName.UINT32))
    assert storage.element_format.name is FormatName.PAIR
    assert "no bit pattern to spare" in storage.reason


@pytest.mark.parametrize("name", [FormatName.FLOAT32, FormatName.HALF, FormatName.PACKED])
def test_floats_are_read_packed_only_where_they_have_to_be(name: FormatName) -> None:
    asked = replace(EIGHT, element_format=name)
    is_float = name is not FormatName.PACKED
    assert choose_storage(asked, FloatPath.READ_PACKED).reads_packed is is_float
    assert not choose_storage(asked, FloatPath.FLOAT).reads_packed


@pytest.mark.parametrize(
    ("settings", "needs_places", "message"),
    [
        (replace(EIGHT, element_format=FormatName.FLOAT32), True, "only the format pair keeps"),
        (
            SortSettings(2, 2, own=PICTURE, element_format=FormatName.UINT32),
            False,
            "only the format pair keeps",
        ),
        (SortSettings(2, 1, own=WHOLE, element_format=FormatName.HALF), False, "not all exact"),
        (
            SortSettings(2, 1, own=WHOLE, element_format=FormatName.PACKED),
            False,
            "a.npy: element 1 is 4294967295: these whole numbers are not all exact as floats",
        ),
        (replace(PADDED, element_format=FormatName.PACKED_ARITHMETIC), False, "no NaN to fill up"),
    ],
)
def test_what_a_format_cannot_hold_is_refused(
    settings: SortSettings, needs_places: bool, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        choose_storage(settings, needs_places=needs_places)
