"""Lines on the element formats: what each costs the fragment engine, against float32."""

from collections.abc import Iterator
from contextlib import ExitStack

from bitonic_scope.bench.checks import SortedInput
from bitonic_scope.bench.contest import Contestant
from bitonic_scope.bench.effort import SEED
from bitonic_scope.bench.line import Line, skipped
from bitonic_scope.bench.workbench import Workbench
from bitonic_scope.data.element_format import FORMATS, FormatName
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.engine import Engine
from bitonic_scope.gpu.engines import new_engine
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.start_data import make_start_data
from bitonic_scope.model.storage import choose_storage

GROUP = "formats"


def formats(bench: Workbench) -> Iterator[Line]:
    """Measure a whole sort in each format, at the largest size that is measured."""
    side = bench.largest(bench.effort.format_sides, bench.effort.series_budget_seconds)
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
    data = make_start_data(settings, choose_storage(settings, bench.gpu.capabilities))
    sorter: Engine = new_engine(bench.gpu, settings, data.storage)
    owned.callback(sorter.release)
    sorter.load(data.elements)
    expected = SortedInput(sorter.element_format, data.elements)
    return Contestant(
        name,
        lambda: sorter.seek(sorter.network.pass_count),
        lambda: expected.is_in(sorter.read_back()),
        prepare=sorter.rewind,
        finish=bench.gpu.ctx.finish,
        against="" if name is FormatName.FLOAT32 else FormatName.FLOAT32,
        unit="a sort",
    )
