"""The options that select what to sort, shared by all commands that sort.

Imports no GL and no window library, and numpy only to read the user's own data.
"""

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bitonic_scope.cli.arguments import UsageError, add_choice, checked, to_path
from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.data.element_format import FormatName
from bitonic_scope.files.notation import Comma
from bitonic_scope.model.limits import COUNT, SEED, size_for_count, size_from_text
from bitonic_scope.model.settings import EngineName, SortSettings
from bitonic_scope.network.schedule import Direction, NetworkKind
from bitonic_scope.system.console import note
from bitonic_scope.text.positions import position_from_text

if TYPE_CHECKING:
    from bitonic_scope.data.own_data import OwnData  # importing it at run time would load numpy


@dataclass(frozen=True, slots=True)
class SortOptions:
    """What to sort, and up to which position.

    Attributes:
        settings: all settings except own data, which are read later.
        size: (width, height) of the texture for own data; None for the smallest.
        inputs: the files with the user's own data.
        values: the numbers as typed; None for none.
        round_values: whether to round the user's numbers to float32.
        at: the position as typed; None for none.
        comma: the meaning of commas in the user's text; None if unknown.
    """

    settings: SortSettings
    size: tuple[int, int] | None
    inputs: tuple[Path, ...]
    values: str | None
    round_values: bool
    at: str | None
    comma: Comma | None = None

    @property
    def has_own_data(self) -> bool:
        """Whether to sort the user's own data."""
        return bool(self.inputs) or self.values is not None

    def read_settings(self) -> SortSettings:
        """Return the settings, with the typed numbers or the data of the first file, if any.

        Raises:
            ProgramError: the data cannot be read, or do not fit --size.
        """
        if self.values is None:
            return self.read_input(self.inputs[0]) if self.inputs else self.settings
        from bitonic_scope.files.text import values_from_text

        own = values_from_text(self.values, round_values=self.round_values, comma=self.comma)
        return self._with_data(own)

    def read_input(self, path: Path) -> SortSettings:
        """Return the settings with the data of one file.

        Raises:
            ProgramError: the data cannot be read, or do not fit --size.
        """
        from bitonic_scope.files.reading import read_input

        own = read_input(path, round_values=self.round_values, comma=self.comma)
        return self._with_data(own)

    def _with_data(self, own: "OwnData") -> SortSettings:
        try:
            return self.settings.with_own(own, self.size)
        except ValueError as error:
            raise UsageError(f"argument --size: {own.name}: {error}") from error

    def position(self, settings: SortSettings) -> int | None:
        """Return the pass_index that --at names; see `position_of`."""
        return position_of("--at", self.at, settings)


def position_of(option: str, text: str | None, settings: SortSettings) -> int | None:
    """Return the pass_index that an option names; None if it was not given.

    Args:
        option: the option, dashes included.
        text: the position as typed; None for none.
        settings: the settings, own data included: their count decides which positions exist.

    Raises:
        UsageError: the network has no such position.
    """
    if text is None:
        return None
    try:
        return position_from_text(text, settings.network)
    except ValueError as error:
        raise UsageError(f"argument {option}: {error}") from error


def print_notes(settings: SortSettings) -> None:
    """Print the changes made while reading own data; call it when no usage error can follow."""
    if settings.own is not None:
        for text in settings.own.notes:
            note(f"{settings.own.name}: {text}")


def add_sort_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that select what to sort."""
    group = parser.add_argument_group("sort options")
    how_many = group.add_mutually_exclusive_group()
    how_many.add_argument(
        "--size",
        type=checked(size_from_text),
        metavar="W[xH]",
        help="texels per side, powers of two from 1 to 16384 (default: 16; for your own data, the "
        "smallest that fits)",
    )
    how_many.add_argument(
        "--count",
        type=checked(COUNT.from_text),
        metavar="N",
        help="number of elements; padding fills up to a power of two",
    )
    group.add_argument(
        "--seed",
        type=checked(SEED.from_text),
        metavar="INT",
        default=SortSettings().seed,
        help="seed of the start data, from 0 to 2^63-1 (default: 1)",
    )
    which = group.add_mutually_exclusive_group()
    add_choice(which, "--data", DataKind, DataKind.UNIFORM, "kind of start data")
    which.add_argument(
        "--input",
        action="extend",
        nargs="+",
        type=to_path,
        metavar="FILE",
        help="your own data: .npy, .csv or .txt with numbers, or a picture, whose pixels are "
        "sorted",
    )
    which.add_argument(
        "--values",
        metavar='"5 2 8 1"',
        help="your own data: numbers separated by spaces or commas",
    )
    group.add_argument(
        "--round", action="store_true", help="round your numbers that no float32 holds exactly"
    )
    commas = group.add_mutually_exclusive_group()
    for option, role in (("--columns", "separate columns"), ("--decimal", "are decimal points")):
        commas.add_argument(
            option, choices=["comma"], metavar="comma", help=f"commas in your text {role}"
        )
    add_choice(group, "--format", FormatName, FormatName.AUTO, "how elements are stored")
    group.add_argument(
        "--stable",
        action="store_true",
        help="keep equal elements in the order of the input (format pair)",
    )
    add_choice(
        group, "--order", Direction, Direction.ASCENDING, "sort direction", lists_names=False
    )
    add_choice(
        group,
        "--network",
        NetworkKind,
        NetworkKind.ALTERNATING,
        "alternating: every other block is descending; flip: all blocks are ascending",
        lists_names=False,
    )
    add_choice(
        group,
        "--engine",
        EngineName,
        EngineName.FRAGMENT,
        "what runs the passes: fragment shaders, one pass per draw, or compute shaders, many "
        "passes per dispatch (OpenGL 4.3)",
        lists_names=False,
    )


def read_sort_options(
    options: argparse.Namespace, *, at: str | None = None, takes_several: bool = False
) -> SortOptions:
    """Return the sort options in argparse's namespace.

    Args:
        options: the namespace of a parser with `add_sort_options`.
        at: the position as typed.
        takes_several: whether the command takes several input files.

    Raises:
        UsageError: options contradict each other, or there is no such position. With own data,
            `SortOptions.position` checks the position later.
    """
    inputs = tuple(options.input or ())
    has_own_data = bool(inputs) or options.values is not None
    if has_own_data and options.count is not None:
        raise UsageError("argument --count: your own data have their own number of elements")
    if options.round and not has_own_data:
        raise UsageError("argument --round: only with --input or --values")
    comma = Comma.COLUMNS if options.columns else Comma.DECIMAL if options.decimal else None
    if comma and not has_own_data:
        raise UsageError(f"argument --{comma}: only with --input or --values")
    if len(inputs) > 1 and not takes_several:
        raise UsageError("argument --input: only sort and record take several files")
    try:
        settings = _settings(options)
    except ValueError as error:
        raise UsageError(str(error)) from error
    read = SortOptions(settings, options.size, inputs, options.values, options.round, at, comma)
    if not has_own_data:
        read.position(settings)
    return read


def _settings(options: argparse.Namespace) -> SortSettings:
    width, height = options.size or (SortSettings().width, SortSettings().height)
    count = options.count
    if count is not None:
        width, height = size_for_count(count)
        count = None if count == width * height else count
    return SortSettings(
        width=width,
        height=height,
        seed=options.seed,
        order=Direction(options.order),
        network_kind=NetworkKind(options.network),
        data=DataKind(options.data),
        count=count,
        element_format=FormatName(options.format),
        stable=options.stable,
        engine=EngineName(options.engine),
    )
