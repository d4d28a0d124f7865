"""torch.sort as a contestant, where torch is installed; the program itself does not need it."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from bitonic_scope.bench.checks import same_bits
from bitonic_scope.bench.contest import Contestant
from bitonic_scope.data.elements import Elements

NAME = "torch.sort"


def is_installed() -> bool:
    """Tell whether there is torch, without loading it."""
    return find_spec("torch") is not None


def torch_contestant(elements: Elements, in_order: Elements, *, against: str) -> Contestant:
    """Make the contestant: float32 keys that are on its device already, sorted into new tensors.

    Args:
        elements: (element_count,) float32.
        in_order: the same, sorted.
        against: whom it is compared with.

    Raises:
        Exception: torch cannot use its device; it raises many kinds.
    """
    torch: Any = import_module("torch")
    has_cuda = bool(torch.cuda.is_available())
    keys = torch.from_numpy(np.array(elements)).to("cuda" if has_cuda else "cpu")
    results: list[Any] = []

    def run() -> None:
        results[:] = [torch.sort(keys)]

    def is_right() -> bool:
        return same_bits(results[0].values.cpu().numpy(), in_order)

    if has_cuda:
        device = str(torch.cuda.get_device_name(0))
    else:
        device = f"the processor, {torch.get_num_threads()} threads"
    note = f"float32 keys on {device}; it also returns indices"
    return Contestant(
        NAME,
        run,
        is_right,
        prepare=results.clear,
        finish=torch.cuda.synchronize if has_cuda else None,
        against=against,
        unit="a sort",
        note=lambda _: note,
    )
