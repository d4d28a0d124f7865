"""Runs the command that the arguments name, and turns failures into exit codes."""

import errno
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from typing import Any

from bitonic_scope import PROGRAM, __version__
from bitonic_scope.cli.arguments import Command, Parser, UsageError, join_values
from bitonic_scope.errors import EXIT_FAILED, ProgramError, interrupt_exit_code
from bitonic_scope.files.refusal import printable
from bitonic_scope.system.console import give_up_stdout, note
from bitonic_scope.system.limits import check_limits, limited_address_space
from bitonic_scope.system.signals import end_at_once

DEFAULT_COMMAND = "window"
SUMMARIES = {
    "window": "show the sort in a window (the default)",
    "record": "save every pass as a PNG or a film, without a window",
    "snapshot": "save one picture of a sort, or a contact sheet, without a window",
    "sort": "sort data on the GPU, and write the result to a file",
    "bench": "measure where the time goes on this machine",
    "doctor": "report what this machine's driver can do",
}


def _command(name: str) -> Command[Any]:
    """Import the module of a command, and return the command."""
    command: Command[Any] = import_module(f"bitonic_scope.cli.{name}").COMMAND
    return command


def parse(arguments: Sequence[str]) -> tuple[Callable[[], int | None], bool]:
    """Parse the arguments; if they are wrong, print one line and exit with 2.

    Returns:
        A function that runs the command and returns its exit code or None for 0, and whether
        --debug was given.
    """
    arguments = list(arguments)
    is_named = bool(arguments) and not arguments[0].startswith("-")
    name = arguments[0] if is_named else DEFAULT_COMMAND
    parser = Parser(
        prog=PROGRAM,
        description="Shows how a GPU sorts: one draw call is one pass of the bitonic network.",
        epilog=f"'{PROGRAM} COMMAND --help' lists the options of a command. "
        "A position is K, the number of passes done, or S.p: pass p of stage S is done.",
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    if name not in SUMMARIES:
        parser.error(f"no command '{name}'; there are {', '.join(SUMMARIES)}")
    commands = parser.add_subparsers(  # without prog, argparse would import shutil
        dest="command", metavar="COMMAND", parser_class=Parser, prog=PROGRAM
    )
    parsers = {each: commands.add_parser(each, help=summary) for each, summary in SUMMARIES.items()}
    if arguments[:1] in (["--help"], ["-h"], ["--version"]):
        parser.parse_args(arguments[:1])  # answers and exits
    if not is_named:
        arguments.insert(0, DEFAULT_COMMAND)
    command = _command(name)
    command.add_options(parsers[name])
    debug_help = "show the traceback of an error"
    parsers[name].add_argument("--debug", action="store_true", help=debug_help)
    options = parser.parse_args(join_values(arguments))
    options.given = frozenset(argument.partition("=")[0] for argument in arguments)
    try:
        return partial(command.run, command.read(options)), options.debug
    except UsageError as error:
        parsers[name].error(str(error))


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program and return its exit code, once all output is written."""
    end_at_once()
    shows_traceback = False
    try:
        try:
            run, shows_traceback = parse(sys.argv[1:] if argv is None else argv)
        except SystemExit as answer:  # from argparse: help, the version or a usage error
            exit_code = int(answer.code or 0)
        else:
            check_limits()
            exit_code = run() or 0
        sys.stdout.flush()
        return exit_code
    except KeyboardInterrupt as interrupt:
        return _failed("interrupted", interrupt_exit_code(interrupt))
    except Exception as error:
        if shows_traceback:
            import traceback

            traceback.print_exc()
        return _failed(*_explained(error))


def _explained(error: Exception) -> tuple[str, int]:
    """Return the message and the exit code for an error."""
    limited = limited_address_space()
    if isinstance(error, ProgramError):
        is_limited = limited and isinstance(error.__cause__, MemoryError)
        return f"{error}; {limited}" if is_limited else str(error), error.exit_code
    if isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM:
        what = f"{limited} is too small" if limited else "out of memory"
        return f"{what}; try a smaller --size or --scale", EXIT_FAILED
    if isinstance(error, ImportError) and limited:
        return f"{limited} is too small to load the program; try: ulimit -v unlimited", EXIT_FAILED
    if isinstance(error, OSError) and error.filename is None:  # stdout has no name
        give_up_stdout()
        return f"cannot print to the standard output: {error.strerror}", EXIT_FAILED
    line = " ".join(str(error).split())
    return f"a fault of the program: {type(error).__name__}: {line}; try --debug", EXIT_FAILED


def _failed(line: str, exit_code: int = EXIT_FAILED) -> int:
    note(f"{PROGRAM}: {printable(line)}")
    return exit_code
