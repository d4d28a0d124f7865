"""The arguments of the command line: from argv to settings, or one line and exit code 2.

Needs no GL, no display and no numpy, so that `--help`, `--version` and usage errors answer at once.
"""

import argparse
import os
import re
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from bitonic_scope import PROGRAM, __version__
from bitonic_scope.cli.sort_options import add_sort_options, checked, path_from_text, settings_of
from bitonic_scope.errors import EXIT_USAGE
from bitonic_scope.files.refusal import printable
from bitonic_scope.model.limits import MAX_UI_SCALE, MIN_UI_SCALE
from bitonic_scope.model.timeline import DEFAULT_SPEED, MAX_SPEED, MIN_SPEED
from bitonic_scope.text.positions import position_from_text

DEFAULT_COMMAND = "window"
WITHOUT_DATA = ("bench", "doctor")
USUAL_COLUMNS = 80  # of a terminal that does not say
RIGHT_MARGIN = 2  # as argparse leaves
MAX_SCALE = 16384  # pixels a texel: one texel then fills the largest picture

_PLAIN_NUMBER = re.compile(r"[-+.0-9eE]{1,40}")  # float() takes "1_0" and other scripts' digits too
_NEGATIVE = re.compile(r"-(?:\.?\d|inf|nan)", re.IGNORECASE)


def _columns() -> int:
    """Return how wide the terminal is, in characters: as COLUMNS says, or as it says itself."""
    told = os.environ.get("COLUMNS", "")
    if told.isdecimal() and int(told) > 0:
        return int(told)
    try:
        return os.get_terminal_size().columns or USUAL_COLUMNS
    except (OSError, ValueError):  # no terminal, or a closed standard output
        return USUAL_COLUMNS


class _Formatter(argparse.HelpFormatter):
    """Finds the width of the terminal without shutil, which takes a millisecond of each start."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - RIGHT_MARGIN)


class _Parser(argparse.ArgumentParser):
    """Says what is wrong with the arguments in one line."""

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=_Formatter, **options)

    def error(self, message: str) -> NoReturn:
        self.exit(EXIT_USAGE, f"{self.prog}: {printable(message)} (see {self.prog} --help)\n")


def _number(name: str, low: float, high: float, kind: Callable[[str], Any] = float) -> Any:
    """Make a reader of numbers from low to high."""

    def read(text: str) -> Any:
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


def _add_window(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--at", metavar="K|S.p", help="position to open at (default 0)")
    parser.add_argument("--play", action="store_true", help="play at once")
    parser.add_argument(
        "--speed",
        type=_number("speed", MIN_SPEED, MAX_SPEED),
        metavar="F",
        default=DEFAULT_SPEED,
        help=f"passes per second, {MIN_SPEED:g} to {MAX_SPEED:g} (default {DEFAULT_SPEED:g})",
    )
    parser.add_argument("--fullscreen", action="store_true", help="fill the screen")
    parser.add_argument(
        "--ui-scale",
        type=_number("ui-scale", MIN_UI_SCALE, MAX_UI_SCALE),
        metavar="F",
        default=1.0,
        help=f"size of text and controls, {MIN_UI_SCALE:g} to {MAX_UI_SCALE:g}, as far as the "
        "window has room (default 1)",
    )
    parser.add_argument(
        "--screenshot",
        type=checked(path_from_text),
        metavar="PNG",
        help="save what the window shows after --frames frames, and exit",
    )
    parser.add_argument(
        "--frames",
        type=_number("frames", 1, 100_000, int),
        metavar="N",
        help="with --screenshot: how many frames to draw (default 3)",
    )
    add_sort_options(parser)


def _add_record(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out",
        type=checked(path_from_text),
        metavar="DIR",
        required=True,
        help="folder for the frames",
    )
    parser.add_argument(
        "--scale",
        type=_number("scale", 1, MAX_SCALE, int),
        metavar="N",
        help="pixels a side for each element (default: shorter side at least 512 pixels)",
    )
    parser.add_argument(
        "--force", action="store_true", help="replace the frames that the folder holds"
    )
    add_sort_options(parser)


def _add_sort(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out",
        type=checked(path_from_text),
        metavar="FILE",
        required=True,
        help="the result in the form of the input, .npy where it is generated; "
        "of several inputs a folder",
    )
    parser.add_argument(
        "--indices",
        type=checked(path_from_text),
        metavar="FILE.npy",
        help="where in the input each element was (int64); of several inputs a folder",
    )
    parser.add_argument("--at", metavar="K|S.p", help="position (default: the end)")
    add_sort_options(parser)


def _add_bench(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.add_argument("--quick", action="store_true", help="smaller sizes, fewer rounds")
    parser.add_argument(
        "--window", action="store_true", help="also what needs a display: the first frame"
    )
    parser.add_argument(
        "--debug", action="store_true", help="show the traceback of what goes wrong"
    )


def _add_doctor(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="as JSON, for a bug report")
    parser.add_argument(
        "--debug", action="store_true", help="show the traceback of what goes wrong"
    )


_COMMANDS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "window": ("show the sort in a window (the default)", _add_window),
    "record": ("save every pass as a PNG, without a window", _add_record),
    "sort": ("write what the GPU network made of the data", _add_sort),
    "bench": ("measure where the time goes, as ratios in one run", _add_bench),
    "doctor": ("tell what this machine's driver can do", _add_doctor),
}


def _parser(command: str) -> tuple[_Parser, _Parser]:
    """Return the parser of all, and that of a command, which alone gets its options."""
    parser = _Parser(
        prog=PROGRAM,
        allow_abbrev=False,
        description="Shows how a GPU sorts: one draw call is one pass of the bitonic network.",
        epilog=f"'{PROGRAM} COMMAND --help' lists the options of a command. "
        "K is a number of passes done; S.p means: pass p of stage S is done.",
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    commands = parser.add_subparsers(  # with prog: argparse would load shutil to find it
        dest="command", metavar="COMMAND", parser_class=_Parser, prog=PROGRAM
    )
    parsers = {
        name: commands.add_parser(name, allow_abbrev=False, help=what_it_does)
        for name, (what_it_does, _) in _COMMANDS.items()
    }
    _, add_options = _COMMANDS[command]
    add_options(parsers[command])
    return parser, parsers[command]


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the arguments; where they are wrong, print one line and exit with 2.

    Returns:
        The options of the command, with `command`, `settings` (SortSettings) and `position`
        (pass_index, or None where none is named). Own data are not read yet: `has_own_data`
        says whether they are still to be put into the settings.
    """
    arguments = list(arguments)
    is_named = bool(arguments) and not arguments[0].startswith("-")
    name = arguments[0] if is_named else DEFAULT_COMMAND
    parser, command = _parser(name if name in _COMMANDS else DEFAULT_COMMAND)
    if name not in _COMMANDS:
        parser.error(f"no command '{name}'; there are {', '.join(_COMMANDS)}")
    if not is_named and arguments[:1] not in (["--help"], ["-h"], ["--version"]):
        arguments.insert(0, DEFAULT_COMMAND)
    options = parser.parse_args(_joined(arguments))
    if options.command not in WITHOUT_DATA:
        _read_sort_options(options, command)
    return options


def _joined(arguments: Sequence[str]) -> list[str]:
    """Join --values to a number below zero behind it: argparse would take "-5,3" for an option."""
    joined: list[str] = []
    for argument in arguments:
        if joined[-1:] == ["--values"] and _NEGATIVE.match(argument):
            joined[-1] = f"--values={argument}"
        else:
            joined.append(argument)
    return joined


def _read_sort_options(options: argparse.Namespace, command: _Parser) -> None:
    """Make settings and position of the options, or end with one line."""
    options.has_own_data = options.input is not None or options.values is not None
    if options.has_own_data and options.count is not None:
        command.error("argument --count: own data have their own number of elements")
    if options.round and not options.has_own_data:
        command.error("argument --round: only with --input or --values")
    if options.command != "sort" and len(options.input or ()) > 1:
        command.error("argument --input: only sort takes several files")
    try:
        options.settings = settings_of(options)
    except ValueError as error:
        command.error(str(error))
    options.position = None
    if getattr(options, "at", None) is not None and not options.has_own_data:
        try:
            options.position = position_from_text(options.at, options.settings.network)
        except ValueError as error:
            command.error(f"argument --at: {error}")
    if getattr(options, "frames", None) is not None and options.screenshot is None:
        command.error("argument --frames: only with --screenshot")
    if options.command == "sort":
        _check_results(options, command)


def _check_results(options: argparse.Namespace, command: _Parser) -> None:
    """Refuse names of results that do not fit."""
    names = {"--indices": options.indices}
    if not options.has_own_data:
        names["--out"] = options.out
    if len(options.input or ()) <= 1:
        for option, path in names.items():
            if path is not None and path.suffix != ".npy":
                command.error(
                    f"argument {option}: must be a .npy file, got '{path}'; for example: state.npy"
                )
    if options.indices is not None and not options.settings.element_format.may_keep_places:
        command.error(
            "argument --indices: needs the place that each element came from, which only the "
            f"format pair has, got format {options.format}"
        )
