"""The schedule: which comparators run in which pass of a bitonic sorting network.

How the sort works
------------------
A sequence is *bitonic* if it first rises and then falls, or is a rotation of such a sequence.
Batcher (1968) found how to split a bitonic sequence of length n into two bitonic halves, every
element of one at most every element of the other: compare each element i of the lower half with
element i + n/2, and exchange the two if they are out of order. Do the same to both halves, then to
the quarters; after log2(n) such *passes* the sequence is sorted.

To get bitonic sequences in the first place, sort small blocks in alternating directions: two
neighbouring blocks, one ascending and one descending, make a bitonic block of twice the size. So
stage s = 1..m merges blocks of 2^(s-1) into sorted blocks of `block_size` = 2^s, and pass p = 1..s
of that stage compares elements `compare_distance` = 2^(s-p) apart. After stage m, m(m+1)/2 passes
in all, one sorted block is left: the whole.

No pass depends on the result of a comparison: the schedule is the same for all data. That suits a
GPU: all comparators of a pass touch different elements, so they all run at once, and one draw call
does a pass.

Two networks
------------
In the *alternating* network, just described, blocks alternate in direction. In the *flip* network
all blocks are ascending; to make two ascending blocks bitonic, the first pass of a stage reads the
upper block backwards: it compares each element with its mirror image in the block instead. Both
networks have the same number of passes. The flip network never moves an element at the end that is
greater than all others.

Source: K. E. Batcher, "Sorting networks and their applications", AFIPS Spring Joint Computer
Conference, 1968.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

MAX_STAGE_COUNT = 28  # 2^28 elements: a 16384 x 16384 texture, the largest common driver limit


class Direction(StrEnum):
    """The direction in which the whole network sorts."""

    ASCENDING = "ascending"
    DESCENDING = "descending"


class NetworkKind(StrEnum):
    """How a stage makes its blocks bitonic."""

    ALTERNATING = "alternating"
    FLIP = "flip"


@dataclass(frozen=True, slots=True)
class SortPass:
    """One column of comparators: one draw call.

    Attributes:
        pass_index: the number of passes done after this one, 1..P.
        stage: s, 1..m.
        pass_in_stage: p, 1..s.
        block_size: 2^s, the size of the blocks that the stage makes.
        compare_distance: 2^(s-p), the distance between compared elements.
        partner_mask: the partner of element i is i xor partner_mask. The mask is compare_distance,
            but block_size - 1, the mirror image, in the first pass of a flip stage.
        direction_mask: the comparator of element i is ascending where (i & direction_mask) = 0.
            The mask is block_size, but 0 in the flip network, which is ascending everywhere.
    """

    pass_index: int
    stage: int
    pass_in_stage: int
    block_size: int
    compare_distance: int
    partner_mask: int
    direction_mask: int


def passes_before_stage(stage: int) -> int:
    """Return the number of passes before stage s = 1..m+1: (s-1)s/2."""
    return (stage - 1) * stage // 2


@dataclass(frozen=True)
class BitonicNetwork:
    """A bitonic network for 2^stage_count elements.

    Raises:
        ValueError: stage_count is not from 0 to 28.
    """

    stage_count: int
    kind: NetworkKind = NetworkKind.ALTERNATING

    def __post_init__(self) -> None:
        if not 0 <= self.stage_count <= MAX_STAGE_COUNT:
            raise ValueError(
                f"a network has from 0 to {MAX_STAGE_COUNT} stages, got {self.stage_count}"
            )

    @property
    def element_count(self) -> int:
        """The number of elements that the network sorts: 2^m."""
        return 1 << self.stage_count

    @property
    def pass_count(self) -> int:
        """The number of passes: P = m(m+1)/2."""
        return passes_before_stage(self.stage_count + 1)

    def comparison_count(self, pass_index: int) -> int:
        """Return the number of comparisons up to pass_index: half the elements per pass."""
        return pass_index * self.element_count // 2

    @cached_property
    def passes(self) -> tuple[SortPass, ...]:
        """All passes in order; passes[k] leads from pass_index k to k + 1."""
        is_flip = self.kind is NetworkKind.FLIP
        passes: list[SortPass] = []
        for stage in range(1, self.stage_count + 1):
            for pass_in_stage in range(1, stage + 1):
                block_size = 1 << stage
                compare_distance = 1 << (stage - pass_in_stage)
                is_mirror = is_flip and pass_in_stage == 1
                passes.append(
                    SortPass(
                        pass_index=len(passes) + 1,
                        stage=stage,
                        pass_in_stage=pass_in_stage,
                        block_size=block_size,
                        compare_distance=compare_distance,
                        partner_mask=block_size - 1 if is_mirror else compare_distance,
                        direction_mask=0 if is_flip else block_size,
                    )
                )
        return tuple(passes)

    def pass_at(self, pass_index: int) -> SortPass:
        """Return the pass that leads to pass_index 1..P.

        Raises:
            ValueError: pass_index is not in 1..P.
        """
        if not 1 <= pass_index <= self.pass_count:
            raise ValueError(f"a pass is one of 1 to {self.pass_count}, got {pass_index}")
        return self.passes[pass_index - 1]

    def pass_done(self, pass_index: int) -> SortPass | None:
        """Return the pass that made the state at pass_index 0..P; None at 0, the input."""
        return self.pass_at(pass_index) if pass_index > 0 else None

    def pass_to_come(self, pass_index: int) -> SortPass | None:
        """Return the pass that follows the state at pass_index 0..P; None at P."""
        return self.pass_at(pass_index + 1) if pass_index < self.pass_count else None

    @cached_property
    def stage_starts(self) -> tuple[int, ...]:
        """The pass indexes at which a whole number of stages, 0..m, is done."""
        return tuple(passes_before_stage(stage) for stage in range(1, self.stage_count + 2))
