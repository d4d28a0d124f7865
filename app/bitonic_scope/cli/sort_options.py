"""The options that say what is sorted, shared by all commands that sort.

Needs no GL, no display and no numpy.
"""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.data.element_format import FormatName
from bitonic_scope.model.limits import COUNT, SEED, size_for_count, size_from_text
from bitonic_scope.model.settings import EngineName, SortSettings
from bitonic_scope.network.schedule import Direction, NetworkKind

Value = TypeVar("Value")


def checked(read: Callable[[str], Value]) -> Callable[[str], Value]:
    """Let argparse show the message of a ValueError instead of its own."""

    def convert(text: str) -> Value:
        try:
            return read(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return convert


def path_from_text(text: str) -> Path:
    """Read a path.

    Raises:
        ValueError: it is empty, which pathlib would take for the current folder.
    """
    if not text:
        raise ValueError("the path must not be empty; for the current folder: .")
    return Path(text)


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
    which.add_argument(
        "--data",
        choices=[str(kind) for kind in DataKind],
        metavar="NAME",
        default=str(DataKind.UNIFORM),
        help=f"kind of start data: {', '.join(DataKind)} (default {DataKind.UNIFORM})",
    )
    which.add_argument(
        "--input",
        action="extend",
        nargs="+",
        type=checked(path_from_text),
        metavar="FILE",
        help="own data: .npy, .csv or .txt with numbers, or a picture, whose pixels are sorted",
    )
    which.add_argument(
        "--values", metavar='"5 2 8 1"', help="own data: numbers, with spaces or commas between"
    )
    group.add_argument(
        "--round", action="store_true", help="round own numbers that no float32 holds exactly"
    )
    group.add_argument(
        "--format",
        choices=[str(name) for name in FormatName],
        metavar="NAME",
        default=str(FormatName.AUTO),
        help=f"how elements are stored: {', '.join(FormatName)} (default {FormatName.AUTO})",
    )
    group.add_argument(
        "--stable",
        action="store_true",
        help="keep equal elements in the order of the input (format pair)",
    )
    group.add_argument(
        "--order",
        choices=[str(direction) for direction in Direction],
        default=str(Direction.ASCENDING),
        help="which way to sort (default ascending)",
    )
    group.add_argument(
        "--network",
        choices=[str(kind) for kind in NetworkKind],
        default=str(NetworkKind.ALTERNATING),
        help="alternating: blocks take turns in their direction; flip: all are ascending "
        "(default alternating)",
    )
    group.add_argument(
        "--engine",
        choices=[str(name) for name in EngineName],
        default=str(EngineName.FRAGMENT),
        help="what runs the passes: a draw each, or compute shaders with many in a dispatch "
        "(OpenGL 4.3) (default fragment)",
    )
    parser.add_argument(
        "--debug", action="store_true", help="show the traceback of what goes wrong"
    )


def settings_of(options: argparse.Namespace) -> SortSettings:
    """Return the settings; own data are read later."""
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
