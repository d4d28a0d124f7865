"""What can be led to other states: call by call, a call being a draw or a dispatch."""

from collections.abc import Iterator
from typing import Protocol

from bitonic_scope.network.schedule import BitonicNetwork


class Runnable(Protocol):
    """Holds one state of a sort; see `FragmentSorter` and `ComputeSorter`."""

    network: BitonicNetwork

    @property
    def pass_index(self) -> int:
        """How many passes are done, 0..P; P + 1 where there is no state: it is made in parts."""

    def is_ready_by(self, deadline: float) -> bool:
        """Tell whether it can run without delay, at the latest at a time by perf_counter().

        Where it cannot, a thread works on that from now on.
        """

    def call_count(self, first: int, last: int) -> int:
        """Tell how many calls lead from pass_index first to last."""

    def rewinding(self) -> Iterator[None]:
        """Return to the input; yields between the parts of that."""

    def seek(self, pass_index: int) -> None:
        """Lead the state to a pass_index."""

    def next_stop(self, target: int) -> int:
        """Tell to which pass_index the next call towards a target leads."""

    def share_count(self, target: int) -> int:
        """Tell in how many shares that call can be divided."""

    def run_shares(self, target: int, first: int, count: int) -> int:
        """Run some shares of that call, in order; return how many are done.

        With the last one its state is there. Until then nothing but the shares that follow may be
        run, unless everything begins again: what sorts in place has no state meanwhile.
        """
