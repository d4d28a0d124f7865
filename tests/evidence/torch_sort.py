"""torch.sort as a contestant, if torch is installed; nothing else needs it."""

from importlib import import_module
from typing import Any

import numpy as np

from bitonic_scope.bench.checks import same_bits
from bitonic_scope.bench.contest import Contestant
from bitonic_scope.data.elements import Elements

NAME = "torch.sort"


def refusal() -> str:
    """Say why torch cannot sort here; empty if it can."""
    try:
        torch: Any = import_module("torch")
        torch.sort(torch.zeros(2).to(_device(torch)))
    except ImportError:
        return "torch is not installed"
    except Exception as error:  # torch raises exceptions of many kinds when its device fails
        return " ".join(str(error).split())
    return ""


def torch_sort(elements: Elements, in_order: Elements, against: str) -> Contestant:
    """Make the contestant: float32 keys in the memory of its device, sorted into new tensors.

    Args:
        elements: (element_count,) float32.
        in_order: the same, sorted.
        against: the name of the contestant to compare it with.
    """
    torch: Any = import_module("torch")
    device = _device(torch)
    keys = torch.from_numpy(np.array(elements)).to(device)
    results: list[Any] = []

    def run() -> None:
        results[:] = [torch.sort(keys)]

    if device == "cuda":
        place = str(torch.cuda.get_device_name(0))
    else:
        place = f"the processor, {torch.get_num_threads()} threads"
    return Contestant(
        NAME,
        run,
        lambda: same_bits(results[0].values.cpu().numpy(), in_order),
        prepare=results.clear,
        finish=torch.cuda.synchronize if device == "cuda" else None,
        against=against,
        unit="a sort",
        note=lambda _: f"float32 keys on {place}; it also returns indices",
    )


def _device(torch: Any) -> str:
    return "cuda" if torch.cuda.is_available() else "cpu"
