"""The counters in words."""

from dataclasses import replace

from bitonic_scope.model.capabilities import Capabilities
from bitonic_scope.model.readout import Counters, Readout
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.timeline import Timeline
from bitonic_scope.network.schedule import Direction
from bitonic_scope.ui.panels.counters import counter_rows

COUNTERS = Counters(12, 1536, 63, 758, 3, 127, True)


def told(counters: Counters, settings: SortSettings | None = None) -> dict[str, str]:
    settings = settings or SortSettings(16, 16)
    timeline = Timeline(settings.network.pass_count, counters.passes)
    readout = Readout(settings, timeline, Capabilities(16384, 1 << 28), counters=counters)
    return {row.label: row.value for row in counter_rows(readout, counters)}


def test_every_counter_is_told_with_its_unit() -> None:
    assert told(COUNTERS) == {
        "passes": "12 of 36",
        "comparisons": "1,536",
        "exchanges": "758",
        "in place": "3 of 256",
        "ascending runs": "127",
        "nothing lost": "checked",
        "whole sort": "36 draws",
    }


def test_what_is_not_counted_is_never_guessed() -> None:
    unknown = told(Counters(12, 1536))
    assert unknown["exchanges"] == "..."
    assert unknown["in place"] == "... of 256"
    assert unknown["ascending runs"] == "..."
    assert unknown["nothing lost"] == "..."


def test_a_loss_is_told_and_a_check_that_takes_long_is_offered() -> None:
    assert told(COUNTERS._replace(nothing_lost=False))["nothing lost"] == "NO"
    waiting = COUNTERS._replace(nothing_lost=None, asks_for_check=True)
    assert told(waiting)["nothing lost"] == "check"


def test_comparisons_with_padding_are_called_so_and_padding_is_never_in_place() -> None:
    padded = SortSettings(16, 16, count=200)
    assert told(COUNTERS, padded)[""] == "with padding"
    assert told(COUNTERS, padded)["in place"] == "3 of 200"


def test_draws_and_dispatches_are_told_in_words() -> None:
    settings = SortSettings(16, 16, order=Direction.DESCENDING)
    timeline = Timeline(36, 12)
    readout = Readout(
        settings,
        timeline,
        Capabilities(16384, 1 << 28),
        stage_dispatches=(1, 1, 1, 1, 1, 1, 1, 1),
    )
    rows = [(row.label, row.value) for row in counter_rows(readout, COUNTERS)]
    assert rows[-2:] == [("whole sort", "36 draws"), ("", "or 8 dispatches")]
    assert ("descending runs", "127") in rows
    one = replace(readout, settings=SortSettings(2, 1), stage_dispatches=(1,))
    rows = [(row.label, row.value) for row in counter_rows(one, Counters(0, 0))]
    assert rows[-2:] == [("whole sort", "1 draw"), ("", "or 1 dispatch")]
