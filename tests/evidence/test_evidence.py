"""The evidence: its contestants sort, wrong results are found, and one small run of it all."""

import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from bitonic_scope.bench.checks import same_bits
from bitonic_scope.bench.contest import Rounds, contest
from bitonic_scope.bench.line import Line, Status, TimeKind, skipped
from bitonic_scope.bench.plain_passes import PlainPasses
from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.data.distributions import make, uniform
from bitonic_scope.data.element_format import FORMATS, FormatName
from bitonic_scope.data.elements import store
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.network.reference import states
from bitonic_scope.network.schedule import Direction
from tests.bench.test_bench import TINY
from tests.evidence import __main__ as evidence
from tests.evidence import torch_sort
from tests.evidence.__main__ import (
    EVIDENCE_TITLES,
    FULL_EXTENT,
    QUICK_EXTENT,
    Extent,
    as_markdown,
    measure,
    measure_for_readme,
)
from tests.evidence.formats import SortedInput
from tests.evidence.textbook import SHADER, run_textbook


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_not_the_input_in_order_is_found(name: FormatName) -> None:
    element_format = FORMATS[name]
    values = np.arange(8, dtype="f4" if element_format.holds_floats_only else "u4")
    given = store(element_format, values[::-1], element_count=8, descending=False)
    expected = SortedInput(element_format, given)
    in_order = given[::-1]
    assert expected.is_in(in_order)
    assert not expected.is_in(given)
    assert not expected.is_in(in_order[[0, 1, 2, 3, 4, 5, 6, 6]])


def test_equal_keys_with_exchanged_or_doubled_places_are_found() -> None:
    pairs = FORMATS[FormatName.PAIR]
    given = np.array([[5, 0], [3, 1], [5, 2], [3, 3]], np.uint32)
    expected = SortedInput(pairs, given)
    assert expected.is_in(given[[1, 3, 0, 2]])
    assert expected.is_in(given[[3, 1, 2, 0]])  # not stable, and nothing lost
    assert not expected.is_in(given[[1, 1, 0, 2]])
    assert not expected.is_in(np.array([[3, 0], [3, 3], [5, 1], [5, 2]], np.uint32))


@pytest.mark.parametrize("order", Direction)
@pytest.mark.parametrize(("width", "height"), [(8, 8), (16, 2), (1, 32)])
def test_textbook_passes_equal_the_reference_after_every_pass(
    gpu: Gpu, width: int, height: int, order: Direction
) -> None:
    layout = TextureLayout(width, height)
    passes = PlainPasses(gpu, layout, SHADER)
    for kind in (DataKind.UNIFORM, DataKind.FEW_DISTINCT):
        elements = make(kind, 7, layout.element_count)
        passes.load(elements)
        for pass_index, places in enumerate(states(elements.view(np.uint32), order=order)):
            if pass_index > 0:
                run_textbook(passes, pass_index - 1, pass_index, order=order)
            assert same_bits(passes.read_back(), elements[places])
    passes.release()


class FakeTensor:
    def __init__(self, values: NDArray[np.float32]) -> None:
        self._values = values

    def to(self, device: str) -> "FakeTensor":
        assert device == "cuda"
        return self

    def cpu(self) -> "FakeTensor":
        return self

    def numpy(self) -> NDArray[np.float32]:
        return self._values

    def sorted(self) -> SimpleNamespace:
        return SimpleNamespace(values=FakeTensor(np.sort(self._values)))


def test_torch_sorts_on_its_device_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[str] = []
    cuda = SimpleNamespace(
        is_available=lambda: True,
        get_device_name=lambda number: f"card {number}",
        synchronize=lambda: waits.append("wait"),
    )
    fake = SimpleNamespace(cuda=cuda, from_numpy=FakeTensor, sort=FakeTensor.sorted)
    monkeypatch.setattr(torch_sort, "import_module", lambda name: fake)
    elements = uniform(1, 16)
    entrant = torch_sort.torch_sort(elements, np.sort(elements), "")
    (line,) = contest("sorts", [entrant], Rounds(3, 3, 0.0), lambda: None)
    assert (line.kind, line.status) == (TimeKind.FINISHED, Status.OK)
    assert line.note == "float32 keys on card 0; it also returns indices"
    assert len(waits) == 2 + 3 * line.rounds  # with one more run before each that is timed


def test_a_device_that_fails_is_no_contestant(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str) -> Any:
        raise RuntimeError("no\n  driver")

    monkeypatch.setattr(torch_sort, "import_module", fail)
    assert torch_sort.refusal() == "no driver"


def test_a_missing_torch_is_no_contestant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    assert torch_sort.refusal() == "torch is not installed"


def test_quick_is_a_part_of_it_all() -> None:
    assert QUICK_EXTENT.format_budget_seconds < FULL_EXTENT.format_budget_seconds
    assert QUICK_EXTENT.context_side < FULL_EXTENT.context_side
    assert QUICK_EXTENT.context_count == FULL_EXTENT.context_count == 10


EXPECTED_RATIOS: dict[str, str | None] = {
    "copy pass": None,
    "fragment pass": "copy pass",
    "textbook pass": "fragment pass",
    "compute-simple": "fragment",
    "compute": "fragment",
    "numpy.sort": "compute",
    **{str(name): "float32" for name in FORMATS if name is not FormatName.FLOAT32},
    "2 sorts on one context": "2 contexts of one sort",
}


def test_a_small_run_measures_all_that_it_should(capsys: pytest.CaptureFixture[str]) -> None:
    extent = Extent(TINY, format_sides=(8,), context_side=4, context_count=2)
    lines = measure(extent, quick=False)
    assert not [line for line in lines if line.status is Status.WRONG]
    groups = {line.group for line in lines}
    assert groups == {"passes", "sorts", "formats", "contexts"}
    measured = [line for line in lines if line.status is Status.OK]
    ratios = {line.name: line.ratio_to for line in measured if line.kind != TimeKind.SUBMIT}
    assert ratios.items() >= EXPECTED_RATIOS.items()
    printed = capsys.readouterr().out
    assert all(EVIDENCE_TITLES[group] in printed for group in groups)


def test_the_table_of_the_readme_has_a_row_for_each_size() -> None:
    def line(name: str, seconds: float, kind: TimeKind, case: str) -> Line:
        return Line("sorts", name, seconds, kind, case=case)

    lines = [
        line("fragment", 2e-3, TimeKind.FINISHED, "64x64"),
        line("fragment", 1e-3, TimeKind.GPU, "64x64"),
        line("numpy.sort", 3e-3, TimeKind.WALL, "64x64"),
        line("compute", 4e-3, TimeKind.FINISHED, "256x256"),
        skipped("sorts", "fragment", "too slow", case="1024x1024"),
    ]
    assert as_markdown(lines).splitlines() == [
        "| elements | fragment | compute-simple | compute | `torch.sort` | `numpy.sort` |",
        "|---|---|---|---|---|---|",
        "| 64x64 | 2.00 ms | - | - | - | 3.00 ms |",
        "| 256x256 | - | - | 4.00 ms | - | - |",
    ]


def test_only_the_table_of_the_readme_goes_to_the_standard_output(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evidence, "README_SIDES", TINY.sort_sides)  # the first is always measured
    measure_for_readme(TINY, quick=False)
    printed = capsys.readouterr()
    assert "| 8x8 |" in printed.out
    assert all(row.startswith("|") for row in printed.out.splitlines())
    assert "OpenGL" in printed.err
