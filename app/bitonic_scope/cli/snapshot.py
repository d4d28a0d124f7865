"""The command `snapshot`: saves one picture of a sort, or a contact sheet, without a window."""

import argparse
from dataclasses import dataclass, replace
from pathlib import Path

from bitonic_scope.cli.arguments import Command, UsageError, end_loading, to_number, to_path
from bitonic_scope.cli.picture_options import add_picture_options, read_plan
from bitonic_scope.cli.sort_options import (
    SortOptions,
    add_sort_options,
    print_notes,
    read_sort_options,
)
from bitonic_scope.model.recording_plan import RecordingPlan
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.system.console import announce
from bitonic_scope.system.signals import NotedSignals
from bitonic_scope.text.paths import shown_path
from bitonic_scope.views.catalogue import SNAPSHOT_VIEWS

VECTOR_SUFFIXES = (".svg", ".pdf")
SUFFIXES = (".png", *VECTOR_SUFFIXES)
MIN_STRIP, MAX_STRIP = 2, 100  # pictures on a sheet


@dataclass(frozen=True, slots=True)
class Options:
    """What to draw, and where.

    Attributes:
        sort: what to sort, and the position of the picture.
        out: the file.
        plan: how to draw it, and how many pictures a contact sheet has.
        force: whether to replace an existing file.
    """

    sort: SortOptions
    out: Path
    plan: RecordingPlan
    force: bool

    def plan_for(self, settings: SortSettings) -> RecordingPlan:
        """Return the plan for a sort, own data included.

        Raises:
            UsageError: the network has no such position, or too few states for the sheet.
        """
        at = self.sort.position(settings)
        plan = self.plan if at is None else replace(self.plan, first=at, last=at)
        try:
            plan.pass_indexes(settings.network)
        except ValueError as error:
            raise UsageError(f"argument --strip: {error}") from error
        return plan


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out",
        type=to_path,
        metavar="FILE",
        required=True,
        help="file for the picture: .png, or .svg or .pdf for the views that have shapes",
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--at", metavar="K|S.p", help="position to show")
    what.add_argument(
        "--strip",
        type=to_number("strip", MIN_STRIP, MAX_STRIP, int),
        metavar="N",
        help=f"a contact sheet of N evenly spaced states, {MIN_STRIP} to {MAX_STRIP}",
    )
    add_picture_options(parser, SNAPSHOT_VIEWS)
    parser.add_argument("--force", action="store_true", help="replace an existing file")
    add_sort_options(parser)


def _read(options: argparse.Namespace) -> Options:
    suffix, view = options.out.suffix.lower(), options.view
    if suffix not in SUFFIXES:
        raise UsageError(
            f"argument --out: must be a {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]} file, got "
            f"{shown_path(options.out)}; for example: picture.png"
        )
    if suffix in VECTOR_SUFFIXES and not SNAPSHOT_VIEWS[view].has_drawing:
        drawn = [name for name, row in SNAPSHOT_VIEWS.items() if row.has_drawing]
        raise UsageError(
            f"argument --out: the view {view} has pixels, not shapes; choose a .png, or --view "
            f"{', '.join(drawn[:-1])} or {drawn[-1]}"
        )
    plan = replace(read_plan(options), frame_count=options.strip)
    sort = read_sort_options(options, at=options.at)
    read = Options(sort, options.out, plan, options.force)
    if not sort.has_own_data:
        read.plan_for(sort.settings)
    return read


def run(options: Options) -> None:
    """Draw one picture, and print its path.

    Raises:
        ProgramError: this machine cannot draw it, or the file cannot be written.
    """
    from bitonic_scope.cli.record import LateProgress
    from bitonic_scope.driver.probe import headless_gpu
    from bitonic_scope.model.start_data import make_start_data
    from bitonic_scope.model.storage import choose_storage
    from bitonic_scope.recording.snapshot import check_snapshot, save_snapshot, snapshot_bytes

    end_loading()
    settings = options.sort.read_settings()
    plan, inputs, out = options.plan_for(settings), options.sort.inputs, options.out
    check_snapshot(out, force=options.force, inputs=inputs)  # before the driver loads
    signals = NotedSignals()
    with headless_gpu() as gpu, LateProgress(plan.frame_count or 1, "state") as progress:
        start_data = make_start_data(settings, choose_storage(settings, gpu.capabilities))
        print_notes(settings)

        def show(done: int) -> None:
            signals.check()
            if plan.frame_count is not None:
                progress.update(done)

        content = snapshot_bytes(gpu, start_data, plan, out.suffix.lower(), show=show)
    signals.check()
    check_snapshot(out, force=options.force, inputs=inputs)  # another program may have written
    save_snapshot(out, content)
    announce(shown_path(out.absolute()))


COMMAND = Command(_add_options, _read, run)
