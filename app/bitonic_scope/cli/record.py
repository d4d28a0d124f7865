"""The command `record`: saves the state after every pass as PNGs, as a film, or both."""

import argparse
from collections.abc import Callable
from contextlib import AbstractContextManager, closing, nullcontext, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Self

from bitonic_scope.cli.arguments import (
    Command,
    UsageError,
    add_choice,
    checked,
    end_loading,
    to_path,
)
from bitonic_scope.cli.picture_options import add_picture_options, read_plan
from bitonic_scope.cli.sort_options import (
    SortOptions,
    add_sort_options,
    position_of,
    print_notes,
    read_sort_options,
)
from bitonic_scope.errors import ProgramError, interrupt_exit_code
from bitonic_scope.model.film_plan import (
    HOLD_SECONDS,
    FilmPlan,
    fps_from_text,
    hold_from_text,
)
from bitonic_scope.model.recording_plan import Every, RecordingPlan, glide_from_text
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.system.console import Progress, announce, note
from bitonic_scope.system.signals import NotedSignals
from bitonic_scope.text.numbers import counted
from bitonic_scope.text.paths import shown_path
from bitonic_scope.views.catalogue import VIEWS

if TYPE_CHECKING:
    from bitonic_scope.recording.film import FilmOrder
    from bitonic_scope.recording.recording import Recording

FILM_OPTIONS = ("--fps", "--hold", "--slow-first", "--lossless")
SIGNAL_SECONDS = 0.05  # between checks for a signal
SECONDS_WITHOUT_PROGRESS = 0.5  # short recordings need no progress bar


@dataclass(frozen=True, slots=True)
class Options:
    """What to record, and where.

    Attributes:
        sort: what to sort.
        out: the folder for the frames, or of the folders for several inputs; None for no such
            files.
        film: the file of the film, or the folder for those of several inputs; None for none.
        film_plan: how it shows the frames.
        plan: what to record, but for the range of states.
        force: whether to replace an earlier recording in the folder, and an earlier film.
        first, last: the positions of the first and the last frame as typed; None for none.
    """

    sort: SortOptions
    out: Path | None
    film: Path | None
    film_plan: FilmPlan
    plan: RecordingPlan
    force: bool
    first: str | None = None
    last: str | None = None

    @property
    def film_order(self) -> "FilmOrder | None":
        """The film to make; None for none."""
        from bitonic_scope.recording.film import FilmOrder

        return None if self.film is None else FilmOrder(self.film, self.film_plan)

    def plan_for(self, settings: SortSettings) -> RecordingPlan:
        """Return the plan for a sort, own data included.

        Raises:
            UsageError: the network has no such range.
        """
        first = position_of("--from", self.first, settings) or 0
        last = position_of("--to", self.last, settings)
        plan = replace(self.plan, first=first, last=last)
        try:
            plan.pass_indexes(settings.network)
        except ValueError as error:
            raise UsageError(f"arguments --from and --to: {error}") from error
        try:
            plan.shots(settings.network)
        except ValueError as error:
            raise UsageError(f"argument --glide: {error}") from error
        return plan


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out",
        type=to_path,
        metavar="DIR",
        help="folder for the frames; for several inputs, of their folders",
    )
    parser.add_argument(
        "--film",
        type=to_path,
        metavar="FILE",
        help="film of the frames: .mp4, .gif or .webp; for several inputs, a folder of .mp4",
    )
    add_picture_options(parser, VIEWS)
    add_choice(parser, "--every", Every, Every.PASS, "what to save a frame after")
    parser.add_argument(
        "--from",
        dest="first",
        metavar="K|S.p",
        help="position of the first frame (default: 0)",
    )
    parser.add_argument(
        "--to",
        dest="last",
        metavar="K|S.p",
        help="position of the last frame (default: the end)",
    )
    parser.add_argument(
        "--glide",
        type=checked(glide_from_text),
        default=0,
        metavar="N",
        help="frames between two states, which show up to 64 elements on their way",
    )
    parser.add_argument(
        "--force", action="store_true", help="replace an earlier recording in the folder, or a film"
    )
    film = parser.add_argument_group("film options")
    film.add_argument(
        "--fps",
        type=checked(fps_from_text),
        metavar="F",
        help="frames per second, 0.5 to 60 (default: 3 passes per second)",
    )
    film.add_argument(
        "--hold",
        type=checked(hold_from_text),
        default=HOLD_SECONDS,
        metavar="SECONDS",
        help=f"how long the first and the last frame stay (default: {HOLD_SECONDS:g})",
    )
    film.add_argument(
        "--slow-first", action="store_true", help="slow down the first passes of each stage"
    )
    film.add_argument(
        "--lossless", action="store_true", help="keep every pixel, for the few players of that"
    )
    add_sort_options(parser)


def _read(options: argparse.Namespace) -> Options:
    if options.out is None and options.film is None:
        raise UsageError("where to? --out DIR is for frames, --film FILE for a film")
    lonely = [option for option in FILM_OPTIONS if option in options.given]
    if options.film is None and lonely:
        raise UsageError(f"argument {lonely[0]}: only a film has it; add --film FILE")
    every = Every(options.every)
    if options.slow_first and every is not Every.PASS:
        raise UsageError("argument --slow-first: there are no passes in --every stage")
    try:
        plan = replace(read_plan(options), every=every, glide=options.glide)
    except ValueError as error:
        raise UsageError(f"argument --glide: {error}") from error
    film_plan = FilmPlan(
        options.fps, options.hold, is_slow_first=options.slow_first, is_lossless=options.lossless
    )
    read = Options(
        read_sort_options(options, takes_several=True),
        options.out,
        options.film,
        film_plan,
        plan,
        options.force,
        options.first,
        options.last,
    )
    sort = read.sort
    if not sort.has_own_data:
        read.plan_for(sort.settings)
    return read


def run(options: Options) -> None:
    """Record every pass of a sort, and print where; several inputs one by one.

    Raises:
        ProgramError: the recording failed or was interrupted; the message counts complete frames.
    """
    from bitonic_scope.driver.probe import headless_gpu
    from bitonic_scope.model.start_data import make_start_data
    from bitonic_scope.model.storage import choose_storage
    from bitonic_scope.recording.recording import Recording

    end_loading()
    if len(options.sort.inputs) > 1:
        from bitonic_scope.cli.record_batch import make_batch_folders, record_batch

        make_batch_folders(options)
        with headless_gpu() as gpu:
            record_batch(gpu, options)
        return
    settings = options.sort.read_settings()
    plan = checked_plan(options, settings)  # before the driver loads
    with headless_gpu() as gpu:
        start_data = make_start_data(settings, choose_storage(settings, gpu.capabilities))
        signals = NotedSignals()  # exiting at once could now leave half a recording
        recording = Recording(
            gpu,
            start_data,
            folder=options.out,
            film=options.film_order,
            plan=plan,
            force=options.force,
        )
        with closing(recording), LateProgress(recording.frame_count, "frame") as progress:
            tell_notes(recording, options, settings)
            record_frames(recording, signals, progress.update)
    announce_places(recording)


def checked_plan(options: Options, settings: SortSettings) -> RecordingPlan:
    """Return the plan for a sort, if the frames and the film can go to their places.

    Raises:
        ProgramError: they cannot, or the network has no such range.
    """
    from bitonic_scope.recording.film import check_film
    from bitonic_scope.recording.folder import check_folder

    plan, inputs, film = options.plan_for(settings), options.sort.inputs, options.film_order
    if options.out is not None:
        check_folder(options.out, force=options.force, inputs=inputs)
    if film is not None:
        check_film(film, force=options.force, inputs=inputs)
    return plan


def tell_notes(recording: "Recording", options: Options, settings: SortSettings) -> None:
    """Print what changed while reading own data, and what the user may not expect of the film."""
    print_notes(settings)
    if options.film is not None:
        for text in recording.notes():
            note(f"{options.film.name}: {text}")


def announce_places(recording: "Recording") -> None:
    """Print where the frames and the film are."""
    for place in recording.places:
        announce(f"{counted(recording.frame_count, 'frame')} in {shown_path(place)}")


def record_frames(
    recording: "Recording", signals: NotedSignals, show: Callable[[int], object]
) -> None:
    """Draw and write all frames.

    Args:
        recording: a recording that is ready to draw.
        signals: what may interrupt it.
        show: takes the number of complete frames, again and again.

    Raises:
        ProgramError: a frame cannot be written, or a signal arrived, which is then the cause.
    """
    try:
        while not recording.is_closed:
            signals.check()
            recording.work(perf_counter() + SIGNAL_SECONDS)
            if not recording.wants_work:
                recording.wait(SIGNAL_SECONDS)
            show(recording.frames_done)
    except KeyboardInterrupt as interrupt:
        with suppress(ProgramError):  # the summary reports a missing manifest
            recording.close()
        raise ProgramError(
            f"interrupted: {recording.summary()}", exit_code=interrupt_exit_code(interrupt)
        ) from interrupt


class LateProgress:
    """Shows the progress of work that takes longer than a moment."""

    def __init__(self, total: int, unit: str, bar_format: str | None = None) -> None:
        """Show nothing yet; the arguments are those of `Progress`."""
        self._start = perf_counter()
        self._make = partial(Progress, total, unit, bar_format)
        self._bar: Progress | None = None

    def update(self, done: float, doing: str = "") -> None:
        """Show how many units are done, and what is being done."""
        if self._bar is None and perf_counter() - self._start > SECONDS_WITHOUT_PROGRESS:
            self._bar = self._make()
        if self._bar is not None:
            self._bar.update(done)
            if doing:
                self._bar.describe(doing)

    def aside(self) -> AbstractContextManager[None]:
        """Return a context in which lines can be printed."""
        return nullcontext() if self._bar is None else self._bar.aside()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.__exit__(*error)


COMMAND = Command(_add_options, _read, run)
