"""The command `record`: saves every pass without a window, with its progress on stderr."""

import argparse
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from bitonic_scope.cli.arguments import Command, add_choice, end_loading, to_number, to_path
from bitonic_scope.cli.sort_options import (
    SortOptions,
    add_sort_options,
    add_view_option,
    read_sort_options,
    tell_notes,
)
from bitonic_scope.errors import ProgramError, interrupt_exit_code
from bitonic_scope.model.look import Look, Marks, Theme
from bitonic_scope.model.settings import recorded_look
from bitonic_scope.system.console import Progress, announce
from bitonic_scope.system.signals import NotedSignals
from bitonic_scope.text.numbers import counted
from bitonic_scope.text.paths import shown_path

if TYPE_CHECKING:
    from bitonic_scope.recording.recording import Recording

MAX_SCALE = 16384  # pixels a texel: one texel then fills the largest picture
SIGNAL_SECONDS = 0.05  # between two looks for a signal
SECONDS_WITHOUT_PROGRESS = 0.5  # a bar that is gone at once says nothing


@dataclass(frozen=True, slots=True)
class Options:
    """What is recorded, and where to.

    Attributes:
        sort: what is sorted.
        out: the folder of the frames.
        view: the name of the view that draws them.
        look: how the view shows them.
        scale: pixels a side for each element; None for the default.
        force: whether an earlier recording in the folder is replaced.
    """

    sort: SortOptions
    out: Path
    view: str
    look: Look
    scale: int | None
    force: bool


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out", type=to_path, metavar="DIR", required=True, help="folder for the frames"
    )
    add_view_option(parser)
    add_choice(parser, "--marks", Marks, Marks.NONE, "what to mark, for the pass to come")
    add_choice(parser, "--theme", Theme, Theme.DARK, "colours of all but the elements")
    parser.add_argument(
        "--scale",
        type=to_number("scale", 1, MAX_SCALE, int),
        metavar="N",
        help="pixels a side for each element (default: shorter side at least 512 pixels)",
    )
    parser.add_argument(
        "--force", action="store_true", help="replace an earlier recording in the folder"
    )
    add_sort_options(parser)


def _read(options: argparse.Namespace) -> Options:
    look = recorded_look(options.view, Marks(options.marks), Theme(options.theme))
    return Options(
        read_sort_options(options), options.out, options.view, look, options.scale, options.force
    )


def run(options: Options) -> None:
    """Record every pass of a sort, and print the folder.

    Raises:
        ProgramError: it could not be done, or was interrupted; the line says how far it came.
    """
    from bitonic_scope.driver.probe import headless_gpu
    from bitonic_scope.model.start_data import make_start_data
    from bitonic_scope.model.storage import choose_storage
    from bitonic_scope.recording.folder import check_folder
    from bitonic_scope.recording.recording import Recording

    end_loading()
    settings = options.sort.read_settings()
    inputs = options.sort.inputs
    check_folder(options.out, force=options.force, inputs=inputs)  # before the slow part
    with headless_gpu() as gpu:
        start_data = make_start_data(settings, choose_storage(settings, gpu.capabilities))
        signals = NotedSignals()  # from here on there is something to lose
        recording = Recording(
            gpu,
            start_data,
            folder=options.out,
            scale=options.scale,
            view=options.view,
            look=options.look,
            force=options.force,
        )
        tell_notes(settings)
        with closing(recording):
            _run(recording, signals)
    announce(f"{counted(recording.frame_count, 'frame')} in {shown_path(recording.folder)}")


def _run(recording: "Recording", signals: NotedSignals) -> None:
    try:
        with ExitStack() as owned:
            shown: Progress | None = None
            start = perf_counter()
            while not recording.is_closed:
                signals.check()
                recording.work(perf_counter() + SIGNAL_SECONDS)
                if not recording.wants_work:
                    recording.wait(SIGNAL_SECONDS)
                if shown is None and perf_counter() - start > SECONDS_WITHOUT_PROGRESS:
                    shown = owned.enter_context(Progress(recording.frame_count, "frame"))
                if shown is not None:
                    shown.update(recording.frames_done)
    except KeyboardInterrupt as interrupt:
        with suppress(ProgramError):  # a manifest that is missing is told by the summary
            recording.close()
        raise ProgramError(
            f"interrupted: {recording.summary()}", exit_code=interrupt_exit_code(interrupt)
        ) from interrupt


COMMAND = Command(_add_options, _read, run)
