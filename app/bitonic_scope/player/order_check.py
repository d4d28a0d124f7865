"""Checks the order of the elements in an engine, by reading them back."""

from collections.abc import Iterator

import numpy as np

from bitonic_scope.data.elements import sort_keys
from bitonic_scope.gpu.engine import Engine
from bitonic_scope.network.schedule import Direction

SLICE_ELEMENT_COUNT = 1 << 18  # about 3 ms of work, so the window drops no frames


def check_order(engine: Engine) -> Iterator[bool | None]:
    """Compare each element with the next, in slices of rows.

    Yields:
        None while rows are left to check, then whether the state is in the engine's order.
    """
    rows = max(1, SLICE_ELEMENT_COUNT // engine.layout.width)
    descending = engine.order is Direction.DESCENDING
    last_key = np.empty(0, np.uint64)
    for first_row in range(0, engine.layout.height, rows):
        count = min(rows, engine.layout.height - first_row)
        elements = engine.read_back(first_row, count)
        new_keys = sort_keys(
            engine.element_format, elements, descending=descending, stable=engine.stable
        )
        keys = np.concatenate([last_key, new_keys])
        rising = keys[::-1] if descending else keys
        if not bool(np.all(rising[:-1] <= rising[1:])):
            yield False
            return
        last_key = keys[-1:]
        yield None
    yield True
