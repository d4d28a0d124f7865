"""Positions as they are typed."""

import pytest

from bitonic_scope.network.schedule import BitonicNetwork
from bitonic_scope.text.positions import position_from_text, position_label


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
