"""The command line: runs what the arguments ask for, and turns failures into exit codes.

Each command imports its host only when it runs: no command pays for what it does not use.
"""

import argparse
import gc
import os
import sys
from collections.abc import Callable, Sequence

from bitonic_scope import PROGRAM
from bitonic_scope.cli.arguments import parse
from bitonic_scope.errors import EXIT_FAILED, INSTALL_HINT, ProgramError, interrupt_exit_code
from bitonic_scope.files.refusal import printable
from bitonic_scope.model.settings import DisplaySettings
from bitonic_scope.model.timeline import Timeline
from bitonic_scope.system.signals import end_at_once

SCREENSHOT_FRAMES = 3  # ImGui needs two to find its sizes


def _import_window() -> Callable[..., None]:
    """Load the window's libraries, which look for the system's as soon as they are imported.

    Raises:
        ProgramError: a library of the system is missing.
    """
    try:
        from bitonic_scope.window.libraries import prepare_libraries

        prepare_libraries()
        from bitonic_scope.window.loop import run_window
    except (ImportError, AttributeError) as error:  # pyglet's word for a missing libXrender
        raise ProgramError(
            f"a library of the window cannot be loaded: {error}; try: {INSTALL_HINT}"
        ) from error
    return run_window


def _read_own_data(options: argparse.Namespace) -> None:
    """Put own data into the settings, and find the position among their passes.

    Raises:
        ProgramError: they cannot be read, or do not fit.
    """
    if not options.has_own_data:
        return
    from bitonic_scope.cli.own_data import own_position, own_settings
    from bitonic_scope.files.reading import read_input, values_from_text

    if options.values is not None:
        own = values_from_text(options.values, round_values=options.round)
    else:
        own = read_input(options.input[0], round_values=options.round)
    options.settings = own_settings(options.settings, own, options.size)
    options.position = own_position(getattr(options, "at", None), options.settings)


Host = Callable[[], int | None]  # runs a command; returns the exit code, None for 0


def _run(options: argparse.Namespace) -> int:
    """Run a command and return its exit code."""
    host = _HOSTS[options.command](options)
    gc.freeze()  # to look for garbage in all that was loaded takes as long as a frame
    gc.enable()
    return host() or 0


def _window(options: argparse.Namespace) -> Host:
    run_window = _import_window()

    def run() -> None:
        _read_own_data(options)
        timeline = Timeline(options.settings.network.pass_count, passes_per_second=options.speed)
        timeline = timeline.seek(options.position or 0)
        run_window(
            options.settings,
            DisplaySettings(ui_scale=options.ui_scale, fullscreen=options.fullscreen),
            timeline.play() if options.play else timeline,
            frame_limit=options.frames or (SCREENSHOT_FRAMES if options.screenshot else None),
            screenshot=options.screenshot,
        )

    return run


def _record(options: argparse.Namespace) -> Host:
    from bitonic_scope.cli.record import record

    def run() -> None:
        _read_own_data(options)
        record(options.settings, folder=options.out, scale=options.scale, force=options.force)

    return run


def _sort(options: argparse.Namespace) -> Host:
    from bitonic_scope.cli.sort import Sorting, sort

    def run() -> None:
        inputs = options.input or []
        if len(inputs) <= 1:
            _read_own_data(options)
        wanted = Sorting(
            options.settings, options.size, options.round, options.at, options.out, options.indices
        )
        sort(wanted, inputs)

    return run


def _bench(options: argparse.Namespace) -> Host:
    from bitonic_scope.cli.bench import bench

    return lambda: bench(as_json=options.json, quick=options.quick, window=options.window)


def _doctor(options: argparse.Namespace) -> Host:
    from bitonic_scope.cli.doctor import doctor

    return lambda: doctor(as_json=options.json)


_HOSTS: dict[str, Callable[[argparse.Namespace], Host]] = {
    "window": _window,
    "record": _record,
    "sort": _sort,
    "bench": _bench,
    "doctor": _doctor,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program and return its exit code."""
    end_at_once()
    options = parse(sys.argv[1:] if argv is None else argv)
    try:
        return _run(options)
    except KeyboardInterrupt as interrupt:
        return _failed("interrupted", interrupt_exit_code(interrupt))
    except Exception as error:
        if options.debug:
            import traceback

            traceback.print_exc()
        return _failed(*_explained(error))


def _explained(error: Exception) -> tuple[str, int]:
    """Return the line for a person, and the exit code."""
    if isinstance(error, ProgramError):
        return str(error), error.exit_code
    if isinstance(error, MemoryError):
        return "out of memory; try a smaller --size or --scale", EXIT_FAILED
    if isinstance(error, OSError) and error.filename is None:  # of stdout, which has no name
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python tries again
        return f"cannot print to the standard output: {error.strerror}", EXIT_FAILED
    line = " ".join(str(error).split())
    return f"a fault of the program: {type(error).__name__}: {line}; try --debug", EXIT_FAILED


def _failed(line: str, exit_code: int = EXIT_FAILED) -> int:
    print(f"{PROGRAM}: {printable(line)}", file=sys.stderr)
    return exit_code
