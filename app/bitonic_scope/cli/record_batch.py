"""Records several inputs one by one, on one context: each into a place of its own."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from bitonic_scope import PROGRAM
from bitonic_scope.cli.arguments import UsageError
from bitonic_scope.cli.folders import make_folders
from bitonic_scope.cli.record import (
    LateProgress,
    Options,
    announce_places,
    checked_plan,
    record_frames,
    tell_notes,
)
from bitonic_scope.errors import ProgramError, interrupt_exit_code
from bitonic_scope.files.refusal import printable, shown, shown_name
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.start_data import make_start_data
from bitonic_scope.model.storage import choose_storage
from bitonic_scope.recording.film import MP4, SUFFIXES
from bitonic_scope.recording.folder import names_apart
from bitonic_scope.recording.recording import Recording
from bitonic_scope.system.console import note
from bitonic_scope.system.signals import NotedSignals
from bitonic_scope.text.numbers import counted
from bitonic_scope.text.paths import shown_path

BAR = "{desc} {percentage:3.0f}% |{bar}| {elapsed}, {remaining} left"


def record_batch(gpu: Gpu, options: Options) -> None:
    """Record each input, and print where; what fails is told, and the others go on.

    Args:
        gpu: the GPU of this thread.
        options: the options for all inputs, after `make_batch_folders`.

    Raises:
        ProgramError: an input could not be recorded, or a signal arrived; the message counts.
    """
    inputs = options.sort.inputs
    done = 0
    signals = NotedSignals()  # exiting at once could leave half a recording
    with LateProgress(len(inputs), "input", BAR) as progress:
        for number, (path, one) in enumerate(_each(options)):
            try:
                signals.check()
                _record(gpu, path, one, signals, progress, number)
                done += 1
            except (ProgramError, MemoryError, KeyboardInterrupt) as error:
                interrupt = error if isinstance(error, KeyboardInterrupt) else error.__cause__
                if isinstance(interrupt, KeyboardInterrupt):
                    line = "interrupted" if interrupt is error else str(error)
                    raise ProgramError(
                        f"{line}; {_count(done, inputs)}",
                        exit_code=interrupt_exit_code(interrupt),
                    ) from interrupt
                with progress.aside():
                    note(f"{PROGRAM}: {printable(_line(path, error))}")
            progress.update(number + 1)
    if done < len(inputs):
        raise ProgramError(f"{_count(done, inputs)}; the lines above say why the others are not")


def _count(done: int, inputs: Sequence[Path]) -> str:
    return f"{done} of {counted(len(inputs), 'input')} {'is' if done == 1 else 'are'} recorded"


def _each(options: Options) -> Iterator[tuple[Path, Options]]:
    """Yield each input with the options to record it."""
    inputs, out, film = options.sort.inputs, options.out, options.film
    for path, name in zip(inputs, names_apart(inputs), strict=True):
        folder = None if out is None else out / name
        yield path, replace(options, out=folder, film=film and film / f"{name}{MP4}")


def make_batch_folders(options: Options) -> None:
    """Create the folders for the recordings, and for the films.

    Raises:
        ProgramError: a folder cannot be created, or its name is that of a film.
    """
    if options.film is not None and options.film.suffix.lower() in SUFFIXES:
        raise UsageError(
            "argument --film: several inputs need a folder for their films, got "
            f"{shown_path(options.film)}"
        )
    make_folders(options.out, options.film)


def _record(
    gpu: Gpu,
    path: Path,
    options: Options,
    signals: NotedSignals,
    progress: LateProgress,
    number: int,
) -> None:
    doing = f"{shown(shown_name(path))} ({number + 1} of {len(options.sort.inputs)})"
    progress.update(number, doing)
    settings = options.sort.read_input(path)
    plan = checked_plan(options, settings)
    start_data = make_start_data(settings, choose_storage(settings, gpu.capabilities))
    recording = Recording(
        gpu,
        start_data,
        folder=options.out,
        film=options.film_order,
        plan=plan,
        force=options.force,
    )
    with closing(recording):
        with progress.aside():
            tell_notes(recording, options, settings)
        record_frames(
            recording,
            signals,
            lambda frames: progress.update(number + frames / recording.frame_count, doing),
        )
    with progress.aside():
        announce_places(recording)


def _line(path: Path, error: BaseException) -> str:
    """Return the line that tells which input failed, and why."""
    if isinstance(error, MemoryError):
        reason = "needs more memory than is available; try a smaller --scale"
    else:
        reason = str(error).removeprefix(f"{shown_name(path)}: ")
    return f"{shown_path(path)}: {reason}"
