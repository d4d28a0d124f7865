"""The strip of passes: each has its cell, and a place in it leads to the state before it."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bitonic_scope.network.schedule import BitonicNetwork, passes_before_stage
from bitonic_scope.ui.panels.strip import MIN_CELL_PIXELS, pass_at, strip_cells

stage_counts = st.integers(1, 28)
widths = st.floats(420, 7600)
gaps = st.floats(1, 40)


@given(stage_counts, widths, gaps)
def test_cells_lie_in_order_and_fill_the_strip(stages: int, width: float, gap: float) -> None:
    network = BitonicNetwork(stages)
    cells = strip_cells(network, width, gap)
    assert cells[0].x == pytest.approx(0)
    assert cells[-1].x + cells[-1].width == pytest.approx(width)
    assert [cell.first for cell in cells[1:]] == [cell.last + 1 for cell in cells[:-1]]
    assert (cells[0].first, cells[-1].last) == (1, network.pass_count)
    for left, right in pairwise(cells):
        distance = right.x - left.x - left.width
        assert (distance > 0.5) is (left.stage != right.stage)


@given(stage_counts, widths, gaps)
def test_a_cell_is_a_pass_or_a_whole_stage_where_passes_would_be_too_small(
    stages: int, width: float, gap: float
) -> None:
    network = BitonicNetwork(stages)
    cells = strip_cells(network, width, gap)
    if len(cells) == network.pass_count:
        assert all(cell.width >= MIN_CELL_PIXELS for cell in cells)
    else:
        assert [(cell.first, cell.last) for cell in cells] == [
            (passes_before_stage(s) + 1, passes_before_stage(s + 1)) for s in range(1, stages + 1)
        ]
        assert (width - gap * (stages - 1)) / network.pass_count < MIN_CELL_PIXELS
        assert all(cell.width >= 2 * MIN_CELL_PIXELS for cell in cells)


@given(stage_counts, widths, gaps)
def test_the_middle_of_a_cell_leads_to_the_state_before_its_pass(
    stages: int, width: float, gap: float
) -> None:
    network = BitonicNetwork(stages)
    cells = strip_cells(network, width, gap)
    for cell in cells:
        if cell.first == cell.last:
            assert pass_at(cells, cell.x + cell.width / 2) == cell.first - 1
    assert pass_at(cells, -5.0) == 0
    assert pass_at(cells, width + 0.01) == network.pass_count


@given(stage_counts, widths, gaps)
def test_moving_right_never_goes_back(stages: int, width: float, gap: float) -> None:
    cells = strip_cells(BitonicNetwork(stages), width, gap)
    found = [pass_at(cells, x * width / 300) for x in range(-3, 310)]
    assert found == sorted(found)


def test_a_network_without_passes_has_no_cells() -> None:
    assert strip_cells(BitonicNetwork(0), 800.0, 8.0) == ()
