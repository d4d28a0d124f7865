"""The schedule: which comparators run in which pass of a bitonic sorting network.

How the sort works
------------------
A sequence is *bitonic* if it first rises and then falls (or a rotation of that). Batcher (1968)
found that a bitonic sequence of length n falls into two bitonic halves, every element of the one
at most every element of the other, when each element i of the lower half is compared with element
i + n/2 and the two are exchanged where they stand the wrong way round. Do the same to both halves,
then to the quarters, and after log2(n) such *passes* the sequence is sorted.

To get bitonic sequences in the first place, sort small blocks in alternating directions: two
neighbouring blocks, one ascending and one descending, make a bitonic block of twice the size. So
stage s = 1..m merges blocks of 2^(s-1) into sorted blocks of `block_size` = 2^s, and pass p = 1..s
of that stage compares elements `compare_distance` = 2^(s-p) apart. After stage m, one block is
left: the whole, sorted, after m(m+1)/2 passes.

No pass looks at the result of a comparison to decide what to do next: the schedule is the same for
all data. That is why a GPU likes it. All comparators of a pass touch different elements, so all of
them run at once, and one draw call does a pass.

Two networks
------------
In the *alternating* network, just described, blocks take turns in their direction. In the *flip*
network all blocks are ascending; to make two ascending blocks bitonic, the first pass of a stage
compares each element with its mirror image in the block instead: the upper block is read backwards.
Both have the same number of passes. In the flip network an element that is greater than all others
and stands at the end is never moved.

Source: K. E. Batcher, "Sorting networks and their applications", AFIPS Spring Joint Computer
Conference, 1968.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

MAX_STAGE_COUNT = 28  # 2^28 elements: a texture of 16384 x 16384, the largest common driver limit


class Direction(StrEnum):
    """Which way the whole network sorts."""

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
        pass_index: how many passes are done once this one is, 1..P.
        stage: s, 1..m.
        pass_in_stage: p, 1..s.
        block_size: 2^s, the size of the blocks that the stage makes.
        compare_distance: 2^(s-p), how far apart compared elements are.
        partner_mask: the partner of element i is i xor partner_mask; that is compare_distance, but
            block_size - 1, the mirror image, in the first pass of a flip stage.
        direction_mask: the comparator of element i is ascending where (i & direction_mask) = 0;
            that is block_size, but 0 in the flip network, which is ascending everywhere.
    """

    pass_index: int
    stage: int
    pass_in_stage: int
    block_size: int
    compare_distance: int
    partner_mask: int
    direction_mask: int


def passes_before_stage(stage: int) -> int:
    """How many passes come before the first pass of stage 1..m+1: (s-1)s/2."""
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
        """How many elements the network sorts: 2^m."""
        return 1 << self.stage_count

    @property
    def pass_count(self) -> int:
        """P = m(m+1)/2."""
        return passes_before_stage(self.stage_count + 1)

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
        """Return the pass that is done last at pass_index 1..P.

        Raises:
            ValueError: no pass is done there.
        """
        if not 1 <= pass_index <= self.pass_count:
            raise ValueError(f"a pass is one of 1 to {self.pass_count}, got {pass_index}")
        return self.passes[pass_index - 1]

    def pass_done(self, pass_index: int) -> SortPass | None:
        """Return the pass that made the state at pass_index 0..P; none made the input."""
        return self.pass_at(pass_index) if pass_index > 0 else None

    def pass_to_come(self, pass_index: int) -> SortPass | None:
        """Return the pass that leads on from the state at pass_index 0..P; none follows P."""
        return self.pass_at(pass_index + 1) if pass_index < self.pass_count else None

    @cached_property
    def stage_starts(self) -> tuple[int, ...]:
        """The pass indexes at which a whole number of stages, 0..m, is done."""
        return tuple(passes_before_stage(stage) for stage in range(1, self.stage_count + 2))
