"""The command `sort`: sorts data on the GPU, and writes the result in the form of the input."""

import argparse
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from bitonic_scope.cli.arguments import Command, UsageError, end_loading, to_path
from bitonic_scope.cli.folders import make_folders
from bitonic_scope.cli.sort_options import SortOptions, add_sort_options, read_sort_options
from bitonic_scope.files.input_guard import check_keeps_inputs
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.system.signals import NotedSignals
from bitonic_scope.text.paths import shown_path


@dataclass(frozen=True, slots=True)
class Options:
    """What to sort, and where to write the result.

    Attributes:
        sort: what to sort, and the position to stop at; the end by default.
        out: the file for the result; for several inputs, a folder.
        indices: the same for the index of each element in the input; None for no indices.
    """

    sort: SortOptions
    out: Path
    indices: Path | None


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out",
        type=to_path,
        metavar="FILE",
        required=True,
        help="file for the result, in the form of the input (.npy for generated data); for "
        "several inputs, a folder",
    )
    parser.add_argument(
        "--indices",
        type=to_path,
        metavar="FILE.npy",
        help="file for the index of each element in the input (int64); for several inputs, a "
        "folder",
    )
    parser.add_argument("--at", metavar="K|S.p", help="position to stop at (default: the end)")
    add_sort_options(parser)


def _read(options: argparse.Namespace) -> Options:
    sort = read_sort_options(options, at=options.at, takes_several=True)
    read = Options(sort, options.out, options.indices)
    _check_results(read)
    return read


def _check_results(options: Options) -> None:
    """Check the names for results, and whether the format keeps indices.

    Raises:
        UsageError: a name does not end in .npy, or the format keeps no indices.
    """
    names = {"--indices": options.indices}
    if not options.sort.has_own_data:
        names["--out"] = options.out
    if len(options.sort.inputs) <= 1:
        for option, name in names.items():
            if name is not None and name.suffix != ".npy":
                raise UsageError(
                    f"argument {option}: must be a .npy file, got {shown_path(name)}; "
                    "for example: state.npy"
                )
    element_format = options.sort.settings.element_format
    if options.indices is not None and not element_format.may_keep_places:
        raise UsageError(
            "argument --indices: needs the place that each element came from, which only the "
            f"format pair has, got format {element_format}"
        )


class _Files(NamedTuple):
    """The files for the result and the indices of one input; None for no indices."""

    out: Path
    indices: Path | None


def run(options: Options) -> None:
    """Sort generated data, or each input in turn, and print the paths of the results.

    Raises:
        ProgramError: this machine cannot sort the data, or a file cannot be read or written.
    """
    from bitonic_scope.cli.sort_one import SortOne
    from bitonic_scope.driver.probe import headless_gpu
    from bitonic_scope.files.result_file import check_result_place

    end_loading()
    inputs = options.sort.inputs
    several = len(inputs) > 1
    settings = _read_several(options.sort) if several else [options.sort.read_settings()]
    files = _files(options)
    _check_files(files, inputs)
    if several:
        make_folders(options.out, options.indices)
    for goal in files:
        for path in filter(None, goal):
            check_result_place(path)
    signals = NotedSignals()
    with headless_gpu() as gpu:
        host = SortOne(gpu, options.sort, signals)
        for each, goal in zip(settings, files, strict=True):
            host.run(each, *goal)


def _read_several(options: SortOptions) -> Iterable[SortSettings]:
    """Return the settings with the data of each input.

    Reads each input when it is needed; but with --size or --at reads all inputs first, because a
    usage error must come before the first result.

    Raises:
        UsageError: an input does not fit --size, or has no position --at.
    """
    settings = map(options.read_input, options.inputs)
    if options.size is None and options.at is None:
        return settings
    read = list(settings)
    for each in read:
        options.position(each)
    return read


def _files(options: Options) -> list[_Files]:
    """Return the files to write, for each input; once for generated or typed data."""
    inputs = options.sort.inputs
    if len(inputs) <= 1:
        return [_Files(options.out, options.indices)]
    from bitonic_scope.files.result_file import result_name

    out, indices = options.out, options.indices
    return [
        _Files(out / result_name(path), indices and indices / f"{path.stem}.npy") for path in inputs
    ]


def _check_files(files: Sequence[_Files], inputs: Sequence[Path]) -> None:
    """Check that no result overwrites another or an input, by whichever path.

    Raises:
        ProgramError: two results are the same file, or a result is an input.
    """
    remedy = "folder" if len(inputs) > 1 else "name"
    outputs = {
        "result": [goal.out for goal in files],
        "indices": [goal.indices for goal in files if goal.indices is not None],
    }
    written: dict[str, str] = {}  # what each file holds, by its resolved path
    for what, paths in outputs.items():
        check_keeps_inputs(what, paths, inputs, remedy=remedy)
        for path in paths:
            real, shown = os.path.realpath(path), shown_path(path)
            before = written.get(real)
            if before == what:
                raise UsageError(f"two inputs have the same result, {shown}; sort them separately")
            if before is not None:
                raise UsageError(
                    f"result and indices have the same file, {shown}; try another {remedy}"
                )
            written[real] = what


COMMAND = Command(_add_options, _read, run)
