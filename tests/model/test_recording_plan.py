"""The plan of a recording: which states it has, and which plans there are not."""

import pytest

from bitonic_scope.model.recording_plan import Every, RecordingPlan, picture_size_from_text
from bitonic_scope.network.schedule import BitonicNetwork

EIGHT = BitonicNetwork(3)  # 6 passes; stages end at 0, 1, 3 and 6


def test_a_plain_recording_has_every_state_once() -> None:
    assert list(RecordingPlan().pass_indexes(EIGHT)) == [0, 1, 2, 3, 4, 5, 6]
    assert list(RecordingPlan().pass_indexes(BitonicNetwork(0))) == [0]


@pytest.mark.parametrize(
    ("every", "first", "last", "expected"),
    [
        (Every.PASS, 2, 4, [2, 3, 4]),
        (Every.PASS, 6, None, [6]),
        (Every.STAGE, 0, None, [0, 1, 3, 6]),
        (Every.STAGE, 1, 3, [1, 3]),
        (Every.STAGE, 2, 5, [3]),
    ],
)
def test_a_range_has_its_states_in_order(
    every: Every, first: int, last: int | None, expected: list[int]
) -> None:
    plan = RecordingPlan(every=every, first=first, last=last)
    assert list(plan.pass_indexes(EIGHT)) == expected


@pytest.mark.parametrize(("first", "last"), [(-1, 2), (3, 2), (0, 7), (7, None)])
def test_a_range_that_the_network_lacks_is_refused(first: int, last: int | None) -> None:
    with pytest.raises(ValueError, match=r"must be from 0 to 6, in this order, got"):
        RecordingPlan(first=first, last=last).pass_indexes(EIGHT)


def test_a_range_without_a_state_to_record_is_refused() -> None:
    with pytest.raises(ValueError, match="no stage ends between pass_index 4 and 5"):
        RecordingPlan(every=Every.STAGE, first=4, last=5).pass_indexes(EIGHT)


def test_a_plan_has_a_scale_or_the_size_of_a_picture() -> None:
    with pytest.raises(ValueError, match="not both"):
        RecordingPlan(scale=2, picture=(640, 360))


def test_the_size_of_a_picture_is_read() -> None:
    assert picture_size_from_text(" 1920X1080 ") == (1920, 1080)
    assert picture_size_from_text("16384x1") == (16384, 1)


@pytest.mark.parametrize("text", ["", "640", "640x", "-1x2", "1x2x3", "6.5x3", "٣x٣"])
def test_text_that_is_no_size_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ValueError, match=r"must be WxH, .* for example: 1920x1080"):
        picture_size_from_text(text)


@pytest.mark.parametrize("text", ["0x5", "16385x5", "5x99999999999"])
def test_a_picture_that_nobody_could_open_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="from 1 to 16384 pixels per side"):
        picture_size_from_text(text)
