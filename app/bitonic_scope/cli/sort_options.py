"""The options that say what is sorted, shared by all commands that sort.

Needs no GL, no display and no numpy, unless there are own data to be read.
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
from bitonic_scope.model.settings import DEFAULT_VIEW, EngineName, SortSettings
from bitonic_scope.network.schedule import Direction, NetworkKind
from bitonic_scope.system.console import note
from bitonic_scope.text.positions import position_from_text
from bitonic_scope.views.catalogue import VIEWS

if TYPE_CHECKING:
    from bitonic_scope.data.own_data import OwnData  # at run time it would load numpy


@dataclass(frozen=True, slots=True)
class SortOptions:
    """What is sorted, and up to which position.

    Attributes:
        settings: all but own data, which are still to be read.
        size: width and height of the texture for own data; None for the smallest.
        inputs: the files that own data come from.
        values: own data as they were typed; None where none were.
        round_values: whether own numbers are rounded to float32.
        at: the position as it was typed; None where none was.
        comma: the meaning of commas in own text; None where the user does not name it.
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
        """Whether a person's own data are sorted."""
        return bool(self.inputs) or self.values is not None

    def read_settings(self) -> SortSettings:
        """Return the settings, with own data if there are any: the typed ones or the first file.

        Raises:
            ProgramError: the data cannot be read, or do not fit into --size.
        """
        if self.values is None:
            return self.read_input(self.inputs[0]) if self.inputs else self.settings
        from bitonic_scope.files.text import values_from_text

        own = values_from_text(self.values, round_values=self.round_values, comma=self.comma)
        return self._with_data(own)

    def read_input(self, path: Path) -> SortSettings:
        """Return the settings with the own data of one file.

        Raises:
            ProgramError: the data cannot be read, or do not fit into --size.
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
        """Return the pass_index that --at names; None where it was not given.

        Args:
            settings: with own data, if there are any: their number decides which positions exist.

        Raises:
            UsageError: the network has no such position.
        """
        if self.at is None:
            return None
        try:
            return position_from_text(self.at, settings.network)
        except ValueError as error:
            raise UsageError(f"argument --at: {error}") from error


def tell_notes(settings: SortSettings) -> None:
    """Print what reading own data has changed; call it when no usage error can follow."""
    if settings.own is not None:
        for text in settings.own.notes:
            note(f"{settings.own.name}: {text}")


def add_sort_options(parser: argparse.ArgumentParser) -> None:
    """Give a command the options that say what is sorted."""
    group = parser.add_argument_group("sort options")
    how_many = group.add_mutually_exclusive_group()
    how_many.add_argument(
        "--size",
        type=checked(size_from_text),
        metavar="W[xH]",
        help="texels a side, powers of two from 1 to 16384 (default 16; own data: what they need)",
    )
    how_many.add_argument(
        "--count",
        type=checked(COUNT.from_text),
        metavar="N",
        help="how many elements; padding fills up to a power of two",
    )
    group.add_argument(
        "--seed",
        type=checked(SEED.from_text),
        metavar="INT",
        default=SortSettings().seed,
        help="of the start data, from 0 to 2^63-1 (default 1)",
    )
    which = group.add_mutually_exclusive_group()
    add_choice(which, "--data", DataKind, DataKind.UNIFORM, "kind of start data")
    which.add_argument(
        "--input",
        action="extend",
        nargs="+",
        type=to_path,
        metavar="FILE",
        help="own data: .npy, .csv or .txt with numbers, or a picture, whose pixels are sorted",
    )
    which.add_argument(
        "--values", metavar='"5 2 8 1"', help="own data: numbers, with spaces or commas between"
    )
    group.add_argument(
        "--round", action="store_true", help="round own numbers that no float32 holds exactly"
    )
    commas = group.add_mutually_exclusive_group()
    for option, role in (("--columns", "separate columns"), ("--decimal", "are decimal points")):
        commas.add_argument(
            option, choices=["comma"], metavar="comma", help=f"commas in own text {role}"
        )
    add_choice(group, "--format", FormatName, FormatName.AUTO, "how elements are stored")
    group.add_argument(
        "--stable",
        action="store_true",
        help="keep equal elements in the order of the input (format pair)",
    )
    add_choice(
        group, "--order", Direction, Direction.ASCENDING, "which way to sort", lists_names=False
    )
    add_choice(
        group,
        "--network",
        NetworkKind,
        NetworkKind.ALTERNATING,
        "alternating: blocks take turns in their direction; flip: all are ascending",
        lists_names=False,
    )
    add_choice(
        group,
        "--engine",
        EngineName,
        EngineName.FRAGMENT,
        "what runs the passes: a draw each, or compute shaders with many in a dispatch "
        "(OpenGL 4.3)",
        lists_names=False,
    )


def add_view_option(parser: argparse.ArgumentParser) -> None:
    """Give a command that draws the option that says how."""
    add_choice(parser, "--view", VIEWS, DEFAULT_VIEW, "how the state is drawn")


def read_sort_options(
    options: argparse.Namespace, *, at: str | None = None, takes_several: bool = False
) -> SortOptions:
    """Return the sort options of what argparse has read.

    Args:
        options: of a command to which `add_sort_options` was applied.
        at: the position as it was typed.
        takes_several: whether the command takes several files of own data.

    Raises:
        UsageError: options do not fit together, or there is no such position. With own data the
            position is checked later, by `SortOptions.position`.
    """
    inputs = tuple(options.input or ())
    has_own_data = bool(inputs) or options.values is not None
    if has_own_data and options.count is not None:
        raise UsageError("argument --count: own data have their own number of elements")
    if options.round and not has_own_data:
        raise UsageError("argument --round: only with --input or --values")
    comma = Comma.COLUMNS if options.columns else Comma.DECIMAL if options.decimal else None
    if comma and not has_own_data:
        raise UsageError(f"argument --{comma}: only with --input or --values")
    if len(inputs) > 1 and not takes_several:
        raise UsageError("argument --input: only sort takes several files")
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
