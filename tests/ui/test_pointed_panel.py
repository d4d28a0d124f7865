"""What the panel tells of the pair that the user points at."""

import pytest

from bitonic_scope.model.capabilities import Capabilities
from bitonic_scope.model.readout import PointedPair, Readout
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.timeline import Timeline
from bitonic_scope.network.schedule import Direction, NetworkKind
from bitonic_scope.ui.panels.pointed import pointed_rows

PAIR = PointedPair(130, 134, "0.213", "0.149", True, True, False, 54, 34)


def readout(settings: SortSettings | None = None, position: int = 12) -> Readout:
    settings = settings or SortSettings(16, 16)
    timeline = Timeline(settings.network.pass_count, position)
    return Readout(settings, timeline, Capabilities(16384, 1 << 28))


def lines(pair: PointedPair, **kind: object) -> dict[str, str]:
    rows = pointed_rows(readout(), pair, hides_next=bool(kind.get("hides_next")))
    return {row.label: row.value for row in rows}


def test_both_ends_are_told_in_figures_in_bits_and_in_the_texture() -> None:
    assert lines(PAIR) == {
        "element": "130",
        "its partner": "134",
        "x, y": "(2, 8) and (6, 8)",
        "values": "0.213 and 0.149",
        "ranks": "54 and 34",
        "block": "ascending",
        "next pass": "exchanges them",
    }


def test_the_compared_bit_is_lit_in_both() -> None:
    own, partner = pointed_rows(readout(), PAIR, hides_next=False)[:2]
    assert (own.bits, partner.bits) == ("10000010", "10000110")
    assert own.lit == partner.lit == 0b100


def test_all_bits_that_a_mirror_changes_are_lit() -> None:
    flip = readout(SortSettings(16, 16, network_kind=NetworkKind.FLIP), 10)
    pair = PointedPair(37, 58, "1", "2", True, False, False)
    own, partner = pointed_rows(flip, pair, hides_next=False)[:2]
    assert (own.bits, partner.bits) == ("00100101", "00111010")
    assert own.lit == partner.lit == 31


@pytest.mark.parametrize("is_ascending", [True, False])
def test_the_direction_has_its_colour(is_ascending: bool) -> None:
    rows = pointed_rows(readout(), PAIR._replace(is_ascending=is_ascending), hides_next=False)
    (block,) = [row for row in rows if row.label == "block"]
    direction = Direction.ASCENDING if is_ascending else Direction.DESCENDING
    assert (block.value, block.direction) == (direction, direction)


def test_what_is_to_be_predicted_is_not_told() -> None:
    assert lines(PAIR._replace(exchanges=False))["next pass"] == "keeps them"
    assert lines(PAIR, hides_next=True)["next pass"] == "?"


def test_short_whole_numbers_need_no_ranks_and_padding_has_none() -> None:
    assert "ranks" not in lines(PAIR._replace(value="5", partner_value="2"))
    padded = PAIR._replace(partner_value="padding", partner_rank=None)
    assert lines(padded)["values"] == "0.213 and padding"
    assert lines(padded)["ranks"] == "54 and none"
    unknown = PAIR._replace(rank=None, partner_rank=None)
    assert "ranks" not in lines(unknown)


def test_at_the_end_there_is_no_partner() -> None:
    end = readout(position=36)
    pair = PointedPair(130, None, "0.213", "", True, None, False, 54)
    told = {row.label: row.value for row in pointed_rows(end, pair, hides_next=True)}
    assert told == {
        "element": "130",
        "x, y": "(2, 8)",
        "value": "0.213",
        "rank": "54",
        "next pass": "there is none",
    }


def test_a_long_index_has_its_bits_on_a_line_of_its_own() -> None:
    large = readout(SortSettings(4096, 4096))
    pair = PointedPair(7_743_974, 7_743_975, "0.461", "0.2", True, True, False)
    rows = pointed_rows(large, pair, hides_next=False)
    assert [(row.label, row.value, row.bits) for row in rows[:4]] == [
        ("element", "7,743,974", ""),
        ("", "", "011101100010100111100110"),
        ("its partner", "7,743,975", ""),
        ("", "", "011101100010100111100111"),
    ]
    assert rows[4].value == "(2534, 1890) and (2535, 1890)"


def test_one_element_has_an_index_without_bits() -> None:
    one = readout(SortSettings(1, 1), 0)
    pair = PointedPair(0, None, "0.5", "", True, None, False, 1)
    assert pointed_rows(one, pair, hides_next=False)[0][:4] == ("element", "0", None, "")
