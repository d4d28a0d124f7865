"""Host of `sort`: what the GPU network made of the data, in the form in which they came."""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import numpy as np

from bitonic_scope.cli.own_data import own_position, own_settings
from bitonic_scope.data.element_format import ElementFormat
from bitonic_scope.data.elements import Elements, Values, places_of, values_of
from bitonic_scope.data.own_data import NumpyForm, OwnData, PictureForm
from bitonic_scope.driver.probe import headless_gpu
from bitonic_scope.errors import EXIT_USAGE, ProgramError
from bitonic_scope.files.reading import read_input
from bitonic_scope.files.refusal import printable
from bitonic_scope.files.result_file import (
    check_indices_name,
    check_result_name,
    result_name,
    write_indices,
    write_result,
)
from bitonic_scope.gpu.engines import new_engine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.settings import EngineName, SortSettings
from bitonic_scope.model.start_data import StartData, make_start_data
from bitonic_scope.model.storage import choose_storage
from bitonic_scope.system.signals import NotedSignals
from bitonic_scope.text.numbers import counted


@dataclass(frozen=True, slots=True)
class Sorting:
    """What to sort, and where the result goes.

    Attributes:
        settings: what is sorted; without own data where they are still to be read.
        size: of the texture for own data; None for the smallest.
        round_values: whether own numbers are rounded to float32.
        at: the position, None for the end.
        out: the file of the result; of several inputs the folder.
        indices: likewise of the places in the input; None where nobody asks.
    """

    settings: SortSettings
    size: tuple[int, int] | None
    round_values: bool
    at: str | None
    out: Path
    indices: Path | None


class _Files(NamedTuple):
    """Where the result of an input goes, and the places; None where nobody asks for those."""

    out: Path
    indices: Path | None


def sort(wanted: Sorting, inputs: Sequence[Path]) -> None:
    """Sort generated data, or each input in turn on one context, and print the results' paths.

    Args:
        wanted: what to sort; with own data already, but where there are several inputs.
        inputs: the files that own data come from; none of generated or typed ones.

    Raises:
        ProgramError: it cannot be sorted here, or a file cannot be read or written.
    """
    several = len(inputs) > 1
    files = _files(wanted, inputs)
    _check_files(files, inputs)
    if several:
        _make_folders(wanted)
    else:
        _check_folders(files[0])
    signals = NotedSignals()
    with headless_gpu() as gpu:
        host = _Host(gpu, wanted, signals)
        if not several:
            host.run(wanted.settings, files[0])
            return
        for path, goal in zip(inputs, files, strict=True):
            own = read_input(path, round_values=wanted.round_values)
            host.run(own_settings(wanted.settings, own, wanted.size), goal)


def _files(wanted: Sorting, inputs: Sequence[Path]) -> list[_Files]:
    """Return what is written: for each input, or once for generated and typed data."""
    if len(inputs) <= 1:
        return [_Files(wanted.out, wanted.indices)]
    return [
        _Files(
            wanted.out / result_name(path),
            None if wanted.indices is None else wanted.indices / f"{path.stem}.npy",
        )
        for path in inputs
    ]


def _check_files(files: Sequence[_Files], inputs: Sequence[Path]) -> None:
    """Refuse names under which one file would overwrite another, whichever way they are written.

    Raises:
        ProgramError: two files that are written would be the same, or one would be an input.
    """
    remedy = "folder" if len(inputs) > 1 else "name"
    taken = set(map(os.path.realpath, inputs))
    results = [("result", goal.out) for goal in files]
    places = [("indices", goal.indices) for goal in files if goal.indices is not None]
    written: dict[str, str] = {}  # what each file holds, by the path that whole_file writes to
    for what, path in [*results, *places]:
        real, shown = os.path.realpath(path), printable(str(path))
        before = written.get(real)
        if before == what:
            fault = f"two inputs have the same result, {shown}; sort them apart"
        elif before is not None:
            fault = f"result and indices have the same file, {shown}; try another {remedy}"
        elif real in taken:
            fault = f"the {what} {shown} would overwrite an input; try another {remedy}"
        else:
            written[real] = what
            continue
        raise ProgramError(fault, exit_code=EXIT_USAGE)


def _make_folders(wanted: Sorting) -> None:
    """Make the folders of several results.

    Raises:
        ProgramError: a folder cannot be made.
    """
    for folder in filter(None, (wanted.out, wanted.indices)):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ProgramError(
                f"cannot make the folder {printable(str(folder))}: {error.strerror}; "
                "several inputs need one"
            ) from error


def _check_folders(goal: _Files) -> None:
    """Check that what one sort writes has a folder to go to.

    Raises:
        ProgramError: there is no such folder.
    """
    for path in filter(None, goal):
        if not Path(os.path.realpath(path)).parent.is_dir():
            raise ProgramError(
                f"cannot write {printable(str(path))}: there is no such folder; make it first"
            )


@dataclass(frozen=True, slots=True)
class _Times:
    """What a sort took, in seconds."""

    upload: float
    passes: float
    readback: float
    total: float


def _report(settings: SortSettings, data: StartData, pass_index: int, times: _Times) -> str:
    """Say what was sorted, and how long each part took by the clock on the wall."""
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
        f"total {1e3 * times.total:.3f} ms (with the making of the textures)"
    )


@dataclass(frozen=True, slots=True)
class _Host:
    gpu: Gpu
    wanted: Sorting
    signals: NotedSignals

    def run(self, settings: SortSettings, files: _Files) -> None:
        """Sort one input, and write what was asked for."""
        out, indices = files
        own = settings.own or _generated(settings)
        check_result_name(out, own)
        if indices is not None:
            check_indices_name(indices)
        needs_places = indices is not None
        storage = choose_storage(settings, self.gpu.capabilities, needs_places=needs_places)
        at = own_position(self.wanted.at, settings)
        pass_index = settings.network.pass_count if at is None else at
        data = make_start_data(settings, storage)
        elements, times = self._sorted(settings, data, pass_index)
        values = _as_came(settings, storage.element_format, elements, own)
        has_places = needs_places or isinstance(own.form, PictureForm)
        places = places_of(elements) if has_places else None
        self.signals.check()
        write_result(out, own, values, places)
        if indices is not None and places is not None:
            self.signals.check()
            write_indices(indices, places)
        for path in filter(None, files):  # once all is written: a reader of the paths may be gone
            print(path.absolute(), flush=True)
        report = _report(settings, data, pass_index, times)
        print(f"{own.name}: {report}", file=sys.stderr)

    def _sorted(
        self, settings: SortSettings, data: StartData, pass_index: int
    ) -> tuple[Elements, "_Times"]:
        """Sort; return the elements, and how long each part took."""
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
        times = _Times(
            before_passes - before_upload,
            before_readback - before_passes,
            end - before_readback,
            end - start,
        )
        return elements, times

    def _warm_up(self, settings: SortSettings, data: StartData) -> None:
        """Run one small pass: drivers compile a shader when it is first drawn with."""
        small = replace(settings, width=2, height=1, count=None, own=None)
        engine = new_engine(self.gpu, small, data.storage)
        engine.load(data.elements[:1].repeat(2, axis=0))
        engine.run_pass()
        self.gpu.ctx.finish()
        engine.release()


def _goals(settings: SortSettings, pass_index: int) -> list[int]:
    """Return between which positions a signal may end the sort: a draw is a pass in any case."""
    if settings.engine is not EngineName.FRAGMENT:
        return [pass_index]  # a stop in between would cost dispatches
    return [*(s for s in settings.network.stage_starts if s < pass_index), pass_index]


def _generated(settings: SortSettings) -> OwnData:
    """Return the form in which generated data are written: numbers of the format's kind."""
    values: Values = np.empty(0, np.float32)
    if settings.has_whole_numbers:
        values = np.empty(0, np.uint32)
    return OwnData(str(settings.data), values, (settings.real_count,), NumpyForm(values.dtype.str))


def _as_came(
    settings: SortSettings, element_format: ElementFormat, elements: Elements, own: OwnData
) -> Values:
    """Return the values in the type in which they came."""
    if own.values.dtype == np.uint32:
        return values_of(element_format, elements, as_floats=False).astype(np.uint32, copy=False)
    # Whole floats may have been sorted as whole numbers: pairs of those hold no keys of floats.
    is_float = not settings.has_whole_numbers
    return values_of(element_format, elements, as_floats=is_float).astype(np.float32, copy=False)
