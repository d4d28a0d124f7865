"""Passes in words."""

from bitonic_scope.network.schedule import BitonicNetwork, NetworkKind
from bitonic_scope.text.captions import done_line, next_line, place_in_network

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
    assert next_line(BitonicNetwork(0), 0) == "Next: nothing: one element is always in order"


def test_the_first_pass_of_a_flip_stage_is_called_a_mirror() -> None:
    network = BitonicNetwork(16, NetworkKind.FLIP)
    assert next_line(network, 3) == (
        "Next: stage 3 of 16, pass 1 of 3: compares each element with its mirror within blocks of 8"
    )
    assert done_line(network, 5) == (
        "Done: stage 3 of 16, pass 2 of 3: compared elements 2 apart in blocks of 8"
    )
