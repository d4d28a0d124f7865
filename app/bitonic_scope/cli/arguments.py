"""What all commands share: their interface, the argument parser, and converters of values.

Imports no GL, no window library and no numpy, so `--help`, `--version` and usage errors are quick.
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
from bitonic_scope.model.limits import number_from_text

Options = TypeVar("Options")
Value = TypeVar("Value")

DEFAULT_COLUMNS = 80  # if the terminal does not report its width
RIGHT_MARGIN = 2  # as in argparse

_NEGATIVE = re.compile(r"-(?:\.?\d|inf|nan)", re.IGNORECASE)


class UsageError(ProgramError):
    """The arguments contradict each other, or the data that they name."""

    def __init__(self, message: str) -> None:
        super().__init__(printable(message), exit_code=EXIT_USAGE)


class Command(NamedTuple, Generic[Options]):
    """A command of the program.

    Its module imports nothing large; only `run` does, so `--help` and usage errors are quick.

    Attributes:
        add_options: adds the command's options to a parser, except --debug.
        read: converts argparse's namespace to the command's frozen options; raises UsageError.
        run: imports what it needs, calls `end_loading`, does the work, and returns the exit code or
            None for 0.
    """

    add_options: Callable[[argparse.ArgumentParser], None]
    read: Callable[[argparse.Namespace], Options]
    run: Callable[[Options], int | None]


def end_loading() -> None:
    """Turn on the garbage collector, which is off while modules load.

    Exempts all objects loaded so far: scanning them would take as long as a frame.
    """
    gc.freeze()
    gc.enable()


def _columns() -> int:
    """Return the width of the terminal in characters: COLUMNS, or what the terminal reports."""
    chosen = os.environ.get("COLUMNS", "")
    if chosen.isdecimal() and int(chosen) > 0:
        return int(chosen)
    try:
        return os.get_terminal_size().columns or DEFAULT_COLUMNS
    except (OSError, ValueError):  # no terminal, or stdout is closed
        return DEFAULT_COLUMNS


class Parser(argparse.ArgumentParser):
    """Reports an error in the arguments in one line."""

    def __init__(self, **options: Any) -> None:
        # Without a width, argparse would import shutil: a millisecond of each start.
        formatter = partial(argparse.HelpFormatter, width=_columns() - RIGHT_MARGIN)
        super().__init__(formatter_class=formatter, allow_abbrev=False, **options)

    def error(self, message: str) -> NoReturn:
        """Print the error and exit with 2."""
        self.exit(EXIT_USAGE, f"{self.prog}: {printable(message)} (see {self.prog} --help)\n")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print as argparse does, but raise an error if stdout fails."""
        print(message, end="", file=file or sys.stderr)


def checked(read: Callable[[str], Value]) -> Callable[[str], Value]:
    """Make argparse show the message of a ValueError instead of its own."""

    def convert(text: str) -> Value:
        try:
            return read(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return convert


def to_number(
    name: str, low: float, high: float, kind: Callable[[str], float] = float
) -> Callable[[str], float]:
    """Return a converter of text to a number from low to high; `kind` is float or int."""

    return checked(lambda text: number_from_text(name, text, low, high, kind))


def _path(text: str) -> Path:
    if not text:  # pathlib would take it for the current folder
        raise ValueError("the path must not be empty; for the current folder: .")
    return Path(os.path.expanduser(text))  # shells do not expand the ~ in --out=~/x


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
    """Add an option that takes one of several names; its help states the default.

    Args:
        parser: the parser, or a group of its options.
        option: the option, dashes included.
        names: the names to choose from.
        default: the name to use if the option is not given.
        help: what the option chooses.
        lists_names: whether the help lists the names; if not, the usage does.
    """
    choices = [str(name) for name in names]  # argparse would show the repr of an enum
    if lists_names:
        help = f"{help}: {', '.join(choices)}"
    parser.add_argument(
        option,
        choices=choices,
        metavar="NAME" if lists_names else None,
        default=str(default),
        help=f"{help} (default: {default})",
    )


def join_values(arguments: Sequence[str]) -> list[str]:
    """Join --values and a negative number after it: argparse would take "-5,3" for an option."""
    joined: list[str] = []
    for argument in arguments:
        if joined[-1:] == ["--values"] and _NEGATIVE.match(argument):
            joined[-1] = f"--values={argument}"
        else:
            joined.append(argument)
    return joined
