"""Which format a sort runs in: automatic, asked for, or refused with the reason."""

from dataclasses import replace

import numpy as np
import pytest

from bitonic_scope.data.element_format import FormatName
from bitonic_scope.data.own_data import NumpyForm, OwnData, PictureForm
from bitonic_scope.errors import ProgramError
from bitonic_scope.model.capabilities import COMPUTE_VERSION, Capabilities, FloatPath
from bitonic_scope.model.settings import EngineName, SortSettings
from bitonic_scope.model.storage import COMPUTE_FORMATS, choose_storage

LIMITS = Capabilities(1024, 1 << 20)
PACKED = replace(LIMITS, float_path=FloatPath.PACKED)
WITH_COMPUTE = replace(LIMITS, version_code=COMPUTE_VERSION)
EIGHT = SortSettings(4, 2)
PADDED = SortSettings(4, 2, count=5)
WHOLE = OwnData("a.npy", np.array([1, 2**32 - 1], np.uint32), (2,), NumpyForm("<u4"))
PICTURE = OwnData(
    "a.png", np.zeros(4, np.uint32), (2, 2), PictureForm(), np.zeros((4, 3), np.uint8)
)


@pytest.mark.parametrize(
    ("settings", "path", "name", "reason"),
    [
        (EIGHT, FloatPath.FLOAT, FormatName.FLOAT32, "float textures throughout"),
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
    storage = choose_storage(settings, replace(LIMITS, float_path=path))
    assert storage.element_format.name is name
    assert reason in storage.reason


@pytest.mark.parametrize("name", [name for name in FormatName if name is not FormatName.AUTO])
def test_a_format_that_is_asked_for_is_taken_as_it_is(name: FormatName) -> None:
    storage = choose_storage(replace(EIGHT, element_format=name), PACKED)
    assert (storage.element_format.name, storage.reason) == (name, "")


def test_padded_whole_numbers_run_in_pairs_and_say_so() -> None:
    storage = choose_storage(replace(PADDED, element_format=FormatName.UINT32), LIMITS)
    assert storage.element_format.name is FormatName.PAIR
    assert "no bit pattern to spare" in storage.reason


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
    with pytest.raises(ProgramError, match=message):
        choose_storage(settings, LIMITS, needs_places=needs_places)


def test_who_has_to_know_where_elements_came_from_gets_pairs() -> None:
    assert choose_storage(EIGHT, LIMITS, needs_places=True).element_format.name is FormatName.PAIR


def test_the_size_is_judged_in_the_format_that_is_chosen() -> None:
    settings = SortSettings(1024, 1024)
    assert choose_storage(settings, LIMITS).element_format.name is FormatName.FLOAT32
    with pytest.raises(ProgramError, match="at most 582542 pairs"):
        choose_storage(replace(settings, stable=True), LIMITS)
    with pytest.raises(ProgramError, match="at most 1024 texels a side"):
        choose_storage(SortSettings(2048, 1), LIMITS)


# -- the compute engines ---------------------------------------------------------------------------

COMPUTE_ENGINES = [EngineName.COMPUTE, EngineName.COMPUTE_SIMPLE]


@pytest.mark.parametrize("engine", COMPUTE_ENGINES)
@pytest.mark.parametrize(("version", "text"), [(330, "3.3"), (410, "4.1"), (420, "4.2")])
def test_without_compute_shaders_the_compute_engines_are_refused(
    engine: EngineName, version: int, text: str
) -> None:
    capabilities = replace(LIMITS, version_code=version)
    with pytest.raises(
        ProgramError,
        match=f"need OpenGL 4.3, this context has {text}; try the fragment engine",
    ):
        choose_storage(replace(EIGHT, engine=engine), capabilities)
    assert choose_storage(EIGHT, capabilities).element_format.name is FormatName.FLOAT32


@pytest.mark.parametrize("engine", COMPUTE_ENGINES)
@pytest.mark.parametrize("name", [name for name in FormatName if name is not FormatName.AUTO])
def test_the_compute_engines_sort_some_formats_and_refuse_the_others(
    engine: EngineName, name: FormatName
) -> None:
    settings = replace(EIGHT, engine=engine, element_format=name)
    if name in COMPUTE_FORMATS:
        assert choose_storage(settings, WITH_COMPUTE).element_format.name is name
        return
    with pytest.raises(ProgramError, match=f"got format {name}; try --engine fragment"):
        choose_storage(settings, WITH_COMPUTE)


def test_where_floats_are_packed_the_compute_engine_says_so() -> None:
    packed = replace(WITH_COMPUTE, float_path=FloatPath.PACKED)
    with pytest.raises(ProgramError, match="got format packed; try --engine fragment"):
        choose_storage(replace(EIGHT, engine=EngineName.COMPUTE), packed)
