"""The table of element formats: what each costs the fragment engine, against float32."""

from collections.abc import Iterator
from contextlib import ExitStack

import numpy as np

from bitonic_scope.bench.contest import Contestant
from bitonic_scope.bench.effort import SEED
from bitonic_scope.bench.line import Line, skipped
from bitonic_scope.bench.workbench import Workbench, loaded
from bitonic_scope.data.element_format import FORMATS, ElementFormat, FormatName
from bitonic_scope.data.elements import PADDING_BIT, Elements, sort_keys
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.engines import new_engine
from bitonic_scope.model.settings import SortSettings

GROUP = "formats"


class SortedInput:
    """Knows an input in ascending order, so that many results can be compared with it."""

    def __init__(self, element_format: ElementFormat, elements: Elements) -> None:
        self._element_format = element_format
        self._elements = elements
        self._keys = np.sort(sort_keys(element_format, elements))

    def is_in(self, got: Elements) -> bool:
        """Return whether elements are those of the input in order, none lost or doubled."""
        if not np.array_equal(sort_keys(self._element_format, got), self._keys):
            return False
        if not self._element_format.has_tag:
            return True  # equal keys are equal elements
        places = got[:, 1] & ~PADDING_BIT
        is_there = np.zeros(places.size, np.bool_)
        is_there[places] = True
        return bool(is_there.all()) and np.array_equal(got, self._elements[places])


def formats(bench: Workbench, sides: tuple[int, ...], *, budget_seconds: float) -> Iterator[Line]:
    """Measure a whole sort in each format, at the largest of some sides that fits the budget."""
    side = bench.largest(sides, budget_seconds)
    with ExitStack() as owned:
        contestants = []
        for name in FORMATS:
            bench.checkpoint(f"{GROUP} {side}x{side}")
            try:
                contestants.append(_contestant(bench, side, name, owned))
            except ProgramError as error:
                yield skipped(GROUP, name, str(error), case=f"{side}x{side}")
        yield from bench.contest(GROUP, side, contestants)


def _contestant(bench: Workbench, side: int, name: FormatName, owned: ExitStack) -> Contestant:
    settings = SortSettings(width=side, height=side, seed=SEED, element_format=name)
    data = bench.start_data(settings)
    engine = loaded(owned, new_engine(bench.gpu, settings, data.storage), data.elements)
    expected = SortedInput(engine.element_format, data.elements)
    against = "" if name is FormatName.FLOAT32 else FormatName.FLOAT32
    return bench.whole_sort(name, engine, expected.is_in, against)
