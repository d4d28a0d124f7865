"""What all commands share: their shape, one line about what is wrong, and readers of values.

Needs no GL, no display and no numpy, so that `--help`, `--version` and usage errors answer at once.
"""

import argparse
import gc
import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Generic, NamedTuple, NoReturn, TypeVar

from bitonic_scope.errors import EXIT_USAGE, ProgramError
from bitonic_scope.files.refusal import printable

Options = TypeVar("Options")
Value = TypeVar("Value")

USUAL_COLUMNS = 80  # of a terminal that does not say
RIGHT_MARGIN = 2  # as argparse leaves

_PLAIN_NUMBER = re.compile(r"[-+.0-9eE]{1,40}")  # float() takes "1_0" and other scripts' digits too
_NEGATIVE = re.compile(r"-(?:\.?\d|inf|nan)", re.IGNORECASE)


class UsageError(ProgramError):
    """The arguments do not fit together, or not the data that they name."""

    def __init__(self, message: str) -> None:
        super().__init__(printable(message), exit_code=EXIT_USAGE)


class Command(NamedTuple, Generic[Options]):
    """A command of the command line.

    Its module imports nothing large: only `run` does, so that `--help` and usage errors answer at
    once.

    Attributes:
        add_options: adds its options to a parser, all but --debug.
        read: turns what argparse has read into the command's frozen options; raises UsageError.
        run: does the work; returns the exit code, None for 0. It imports what it needs and calls
            `end_loading` first.
    """

    add_options: Callable[[argparse.ArgumentParser], None]
    read: Callable[[argparse.Namespace], Options]
    run: Callable[[Options], int | None]


def end_loading() -> None:
    """Turn the garbage collector on, which is off while modules load.

    Freezes all loaded objects: to look for garbage among them takes as long as a frame.
    """
    gc.freeze()
    gc.enable()


def _columns() -> int:
    """Return how wide the terminal is, in characters: as COLUMNS says, or as it says itself."""
    told = os.environ.get("COLUMNS", "")
    if told.isdecimal() and int(told) > 0:
        return int(told)
    try:
        return os.get_terminal_size().columns or USUAL_COLUMNS
    except (OSError, ValueError):  # no terminal, or a closed standard output
        return USUAL_COLUMNS


class Parser(argparse.ArgumentParser):
    """Says what is wrong with the arguments in one line."""

    def __init__(self, **options: Any) -> None:
        # Without a width argparse would import shutil, which takes a millisecond of each start.
        formatter = partial(argparse.HelpFormatter, width=_columns() - RIGHT_MARGIN)
        super().__init__(formatter_class=formatter, allow_abbrev=False, **options)

    def error(self, message: str) -> NoReturn:
        """Print the line and exit with 2."""
        self.exit(EXIT_USAGE, f"{self.prog}: {printable(message)} (see {self.prog} --help)\n")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print as argparse does, but let a standard output that fails be an error."""
        print(message, end="", file=file or sys.stderr)


def checked(read: Callable[[str], Value]) -> Callable[[str], Value]:
    """Let argparse show the message of a ValueError instead of its own."""

    def convert(text: str) -> Value:
        try:
            return read(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return convert


def to_number(
    name: str, low: float, high: float, kind: Callable[[str], float] = float
) -> Callable[[str], float]:
    """Make a reader of numbers from low to high, for argparse; `kind` is float or int."""

    def read(text: str) -> float:
        try:
            value = kind(text) if _PLAIN_NUMBER.fullmatch(text) else None
        except ValueError:
            value = None
        if value is None or not low <= value <= high:
            kind_of_number = "whole number" if kind is int else "number"
            raise ValueError(
                f"{name} must be a {kind_of_number} from {low:g} to {high:g}, got '{text}'"
            )
        return value

    return checked(read)


def _path(text: str) -> Path:
    if not text:  # which pathlib would take for the current folder
        raise ValueError("the path must not be empty; for the current folder: .")
    return Path(os.path.expanduser(text))  # a shell leaves the ~ in --out=~/x


to_path = checked(_path)


def add_choice(
    parser: argparse._ActionsContainer,
    option: str,
    names: Iterable[str],
    default: str,
    help: str,
    *,
    lists_names: bool = True,
) -> None:
    """Add an option that takes one of several names; its help names the default.

    Args:
        parser: the parser, or a group of its options.
        option: as it is typed, with the dashes.
        names: the names to choose from.
        default: the name that stands where the option is not given.
        help: what the option chooses.
        lists_names: whether the help lists the names; else the usage does.
    """
    choices = [str(name) for name in names]  # argparse would show the repr of an enum
    if lists_names:
        help = f"{help}: {', '.join(choices)}"
    parser.add_argument(
        option,
        choices=choices,
        metavar="NAME" if lists_names else None,
        default=str(default),
        help=f"{help} (default {default})",
    )


def join_values(arguments: Sequence[str]) -> list[str]:
    """Join --values to a number below zero behind it: argparse would take "-5,3" for an option."""
    joined: list[str] = []
    for argument in arguments:
        if joined[-1:] == ["--values"] and _NEGATIVE.match(argument):
            joined[-1] = f"--values={argument}"
        else:
            joined.append(argument)
    return joined
