"""Passes and positions in words."""

import pytest

from bitonic_scope.network.schedule import BitonicNetwork, NetworkKind
from bitonic_scope.text.captions import (
    done_line,
    next_line,
    place_in_network,
    position_from_text,
    position_label,
)

OF_65536 = BitonicNetwork(16)


def test_the_caption_names_stage_and_pass_from_1() -> None:
    assert done_line(OF_65536, 5) == (
        "Done: stage 3 of 16, pass 2 of 3: compared elements 2 apart in blocks of 8"
    )
    assert next_line(OF_65536, 5) == (
        "Next: stage 3 of 16, pass 3 of 3: compares elements 1 apart in blocks of 8"
    )
    assert place_in_network(OF_65536, OF_65536.pass_at(1)) == "stage 1 of 16, pass 1 of 1"
    assert place_in_network(OF_65536, OF_65536.pass_at(136)) == "stage 16 of 16, pass 16 of 16"


def test_at_the_start_nothing_is_done() -> None:
    assert done_line(OF_65536, 0) == "Done: nothing yet: this is the input"
    assert next_line(OF_65536, 0) == (
        "Next: stage 1 of 16, pass 1 of 1: compares elements 1 apart in blocks of 2"
    )


def test_at_the_end_nothing_is_to_come() -> None:
    assert next_line(OF_65536, 136) == "Next: nothing: all 136 passes are done"
    assert done_line(OF_65536, 136) == (
        "Done: stage 16 of 16, pass 16 of 16: compared elements 1 apart in blocks of 65,536"
    )


def test_one_element_is_said_to_be_in_order() -> None:
    assert next_line(BitonicNetwork(0), 0) == "Next: nothing: one element is in order as it is"


def test_labels_of_the_network_for_8() -> None:
    labels = [position_label(BitonicNetwork(3), index) for index in range(7)]
    assert labels == ["0", "1.1", "2.1", "2.2", "3.1", "3.2", "3.3"]


@pytest.mark.parametrize("stage_count", [0, 1, 2, 3, 8, 16, 28])
def test_every_label_and_every_number_leads_to_its_position(stage_count: int) -> None:
    network = BitonicNetwork(stage_count)
    labels = [position_label(network, index) for index in range(network.pass_count + 1)]
    assert len(set(labels)) == network.pass_count + 1
    for index, label in enumerate(labels):
        assert position_from_text(label, network) == index
        assert position_from_text(str(index), network) == index


@pytest.mark.parametrize(
    ("text", "pass_index"),
    [("1.0", 0), ("2.0", 1), ("3.0", 3), ("8.0", 28), ("8.8", 36), (" 3.2 ", 5), ("007", 7)],
)
def test_s_0_stands_before_the_stage(text: str, pass_index: int) -> None:
    assert position_from_text(text, BitonicNetwork(8)) == pass_index


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("37", "position must be from 0 to 36 passes done, got 37; nearest: 36"),
        ("9.1", "position S.p must name a stage from 1 to 8, got '9.1'"),
        ("0.0", "position S.p must name a stage from 1 to 8, got '0.0'"),
        ("3.4", "stage 3 has passes 1 to 3 (and 3.0 before them), got '3.4'"),
    ],
)
def test_a_position_that_does_not_exist_is_refused_with_what_does(text: str, message: str) -> None:
    with pytest.raises(ValueError, match="got") as refusal:
        position_from_text(text, BitonicNetwork(8))
    assert str(refusal.value) == message


@pytest.mark.parametrize("text", ["", "-1", "abc", "1.", ".1", "1.2.3", "1_0", "١", "1 2", "1,2"])
def test_what_is_no_position_is_refused_with_both_forms(text: str) -> None:
    with pytest.raises(
        ValueError, match=r"K \(passes done\) or S.p .*K is from 0 to 36"
    ) as refusal:
        position_from_text(text, BitonicNetwork(8))
    assert f"got '{text}'" in str(refusal.value)


def test_one_element_has_only_position_0() -> None:
    network = BitonicNetwork(0)
    assert position_from_text("0", network) == 0
    for text, message in (("1", "from 0 to 0"), ("1.0", "one element has no stages")):
        with pytest.raises(ValueError, match=message):
            position_from_text(text, network)


def test_the_first_pass_of_a_flip_stage_is_called_a_mirror() -> None:
    network = BitonicNetwork(16, NetworkKind.FLIP)
    assert next_line(network, 3) == (
        "Next: stage 3 of 16, pass 1 of 3: compares each element with its mirror within blocks of 8"
    )
    assert done_line(network, 5) == (
        "Done: stage 3 of 16, pass 2 of 3: compared elements 2 apart in blocks of 8"
    )
