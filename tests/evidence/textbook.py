"""The textbook pass: index arithmetic by / and %, a branch, and a comparison of floats."""

from contextlib import ExitStack

from bitonic_scope.bench.checks import same_bits
from bitonic_scope.bench.contest import Contestant
from bitonic_scope.bench.groups.passes import FRAGMENT_PASS, LastStages
from bitonic_scope.bench.plain_passes import PlainPasses
from bitonic_scope.bench.workbench import Workbench
from bitonic_scope.network.schedule import BitonicNetwork, Direction

SHADER = "bench/textbook.frag"
NAME = "textbook pass"


def run_textbook(
    passes: PlainPasses, first: int, last: int, *, order: Direction = Direction.ASCENDING
) -> None:
    """Run the passes from pass_index first to last of the alternating network."""
    network = BitonicNetwork(passes.layout.element_count.bit_length() - 1)
    for sort_pass in network.passes[first:last]:
        passes.run_pass(
            width=passes.layout.width,
            block_size=sort_pass.block_size,
            compare_distance=sort_pass.compare_distance,
            descending=order is Direction.DESCENDING,
        )


def textbook(bench: Workbench, stages: LastStages, owned: ExitStack) -> Contestant:
    """Make the contestant: the same passes of the same sort, by the textbook's shader."""
    passes = PlainPasses(bench.gpu, stages.layout, SHADER)
    owned.callback(passes.release)
    return stages.contestant(
        NAME,
        lambda: run_textbook(passes, stages.first, stages.last),
        lambda: same_bits(passes.read_back(), stages.in_order),
        prepare=lambda: passes.load(stages.start),
        against=FRAGMENT_PASS,
    )
