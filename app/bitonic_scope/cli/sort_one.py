"""Sorts one input for the command `sort`, and reports the times."""

from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter

import numpy as np

from bitonic_scope.cli.sort_options import SortOptions, print_notes
from bitonic_scope.data.elements import Elements, Values, places_of
from bitonic_scope.data.own_data import NumpyForm, OwnData, PictureForm
from bitonic_scope.files.result_file import check_result_name, write_indices, write_result
from bitonic_scope.gpu.engines import new_engine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.settings import EngineName, SortSettings
from bitonic_scope.model.start_data import StartData, make_start_data
from bitonic_scope.model.storage import choose_storage
from bitonic_scope.system.console import announce, note
from bitonic_scope.system.signals import NotedSignals
from bitonic_scope.text.numbers import counted
from bitonic_scope.text.paths import shown_path


@dataclass(frozen=True, slots=True)
class _Times:
    """The times of one sort, in seconds."""

    upload: float
    passes: float
    readback: float
    total: float


def _report(settings: SortSettings, data: StartData, pass_index: int, times: _Times) -> str:
    """Return one line: what was sorted, and the wall time of each part."""
    rounded = ""
    if data.distinct_counts is not None:
        rounded = "{:,} distinct values became {:,}, ".format(*data.distinct_counts)
    return (
        f"{counted(settings.real_count, 'element')} and "
        f"{counted(settings.padding_count, 'padding element')} as "
        f"{data.storage.element_format.name}, {rounded}"
        f"{counted(pass_index, 'pass', 'passes')}; upload {1e3 * times.upload:.3f} ms, "
        f"passes {1e3 * times.passes:.3f} ms (until finished), "
        f"readback {1e3 * times.readback:.3f} ms, "
        f"total {1e3 * times.total:.3f} ms (allocation included)"
    )


@dataclass(frozen=True, slots=True)
class SortOne:
    """Sorts inputs one after another, on one context."""

    gpu: Gpu
    options: SortOptions
    signals: NotedSignals

    def run(self, settings: SortSettings, out: Path, indices: Path | None) -> None:
        """Sort one input, write the result and the indices, and print their paths."""
        own = settings.own or _generated(settings)
        check_result_name(out, own)
        needs_places = indices is not None
        storage = choose_storage(settings, self.gpu.capabilities, needs_places=needs_places)
        at = self.options.position(settings)
        pass_index = settings.network.pass_count if at is None else at
        data = make_start_data(settings, storage)
        print_notes(settings)
        elements, times = self._sorted(settings, data, pass_index)
        values = data.values(elements)
        has_places = needs_places or isinstance(own.form, PictureForm)
        places = places_of(elements) if has_places else None
        self.signals.check()
        write_result(out, own, values, places)
        if indices is not None and places is not None:
            self.signals.check()
            write_indices(indices, places)
        for path in filter(None, (out, indices)):
            announce(shown_path(path.absolute()))
        note(f"{own.name}: {_report(settings, data, pass_index, times)}")

    def _sorted(
        self, settings: SortSettings, data: StartData, pass_index: int
    ) -> tuple[Elements, "_Times"]:
        """Sort; return the elements and the times."""
        self._warm_up(settings, data)
        start = perf_counter()
        engine = new_engine(self.gpu, settings, data.storage)
        try:
            before_upload = perf_counter()
            engine.load(data.elements)
            self.gpu.ctx.finish()
            before_passes = perf_counter()
            for goal in _goals(settings, pass_index):
                self.signals.check()
                engine.seek(goal)
            self.gpu.ctx.finish()
            before_readback = perf_counter()
            elements = engine.read_back()
            end = perf_counter()
        finally:
            engine.release()
        upload, passes = before_passes - before_upload, before_readback - before_passes
        return elements, _Times(upload, passes, readback=end - before_readback, total=end - start)

    def _warm_up(self, settings: SortSettings, data: StartData) -> None:
        """Run one small pass: drivers finish compiling a shader at its first use."""
        small = replace(settings, width=2, height=1, count=None, own=None)
        engine = new_engine(self.gpu, small, data.storage)
        engine.load(data.elements[:1].repeat(2, axis=0))
        engine.run_pass()
        self.gpu.ctx.finish()
        engine.release()


def _goals(settings: SortSettings, pass_index: int) -> list[int]:
    """Return the positions at which to check for signals, the last one pass_index."""
    if settings.engine is not EngineName.FRAGMENT:
        return [pass_index]  # each stop would cost a dispatch
    return [*(s for s in settings.network.stage_starts if s < pass_index), pass_index]


def _generated(settings: SortSettings) -> OwnData:
    """Return empty data with the form of a result from generated data."""
    values: Values = np.empty(0, np.float32)
    if settings.has_whole_numbers:
        values = np.empty(0, np.uint32)
    return OwnData(str(settings.data), values, (settings.real_count,), NumpyForm(values.dtype.str))
