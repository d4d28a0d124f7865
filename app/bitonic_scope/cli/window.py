"""The command `window`: shows the sort in a window."""

import argparse
from dataclasses import dataclass
from pathlib import Path

from bitonic_scope.cli.arguments import Command, UsageError, end_loading, to_number, to_path
from bitonic_scope.cli.sort_options import (
    SortOptions,
    add_sort_options,
    add_view_option,
    read_sort_options,
    tell_notes,
)
from bitonic_scope.model.limits import MAX_UI_SCALE, MIN_UI_SCALE
from bitonic_scope.model.settings import DisplaySettings
from bitonic_scope.model.timeline import DEFAULT_SPEED, MAX_SPEED, MIN_SPEED, Timeline
from bitonic_scope.system.limits import MIN_ADDRESS_SPACE_OF_WINDOW, check_limits
from bitonic_scope.text.paths import shown_path

SCREENSHOT_FRAMES = 3  # ImGui needs two to find its sizes


@dataclass(frozen=True, slots=True)
class Options:
    """What the window shows at first.

    Attributes:
        sort: what is sorted, and the position to open at.
        play: whether it plays at once.
        speed: passes per second.
        display: how it looks.
        screenshot: where what it shows is saved, after which it is closed; None for nowhere.
        frame_limit: after how many frames it is closed; None for never.
    """

    sort: SortOptions
    play: bool
    speed: float
    display: DisplaySettings
    screenshot: Path | None
    frame_limit: int | None


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--at", metavar="K|S.p", help="position to open at (default 0)")
    parser.add_argument("--play", action="store_true", help="play at once")
    parser.add_argument(
        "--speed",
        type=to_number("speed", MIN_SPEED, MAX_SPEED),
        metavar="F",
        default=DEFAULT_SPEED,
        help=f"passes per second, {MIN_SPEED:g} to {MAX_SPEED:g} (default {DEFAULT_SPEED:g})",
    )
    add_view_option(parser)
    parser.add_argument("--fullscreen", action="store_true", help="fill the screen")
    parser.add_argument(
        "--ui-scale",
        type=to_number("ui-scale", MIN_UI_SCALE, MAX_UI_SCALE),
        metavar="F",
        default=1.0,
        help=f"size of text and controls, {MIN_UI_SCALE:g} to {MAX_UI_SCALE:g}, as far as the "
        "window has room (default 1)",
    )
    parser.add_argument(
        "--screenshot",
        type=to_path,
        metavar="PNG",
        help="save what the window shows after --frames frames, and exit",
    )
    parser.add_argument(
        "--frames",
        type=to_number("frames", 1, 100_000, int),
        metavar="N",
        help=f"with --screenshot: how many frames to draw (default {SCREENSHOT_FRAMES})",
    )
    add_sort_options(parser)


def _read(options: argparse.Namespace) -> Options:
    sort = read_sort_options(options, at=options.at)
    if options.frames is not None and options.screenshot is None:
        raise UsageError("argument --frames: only with --screenshot")
    if options.screenshot is not None and options.screenshot.suffix.lower() != ".png":
        raise UsageError(
            "argument --screenshot: must be a .png file, "
            f"got {shown_path(options.screenshot)}; for example: window.png"
        )
    return Options(
        sort,
        options.play,
        options.speed,
        DisplaySettings(options.ui_scale, options.view, options.fullscreen),
        options.screenshot,
        options.frames or (SCREENSHOT_FRAMES if options.screenshot else None),
    )


def run(options: Options) -> None:
    """Show the window until it is closed.

    Raises:
        ProgramError: a library of the system is missing, or own data cannot be read.
    """
    from bitonic_scope.window.system_libraries import naming_missing_libraries

    check_limits(MIN_ADDRESS_SPACE_OF_WINDOW)
    with naming_missing_libraries():
        from bitonic_scope.window.libraries import prepare_libraries

        prepare_libraries()
        from bitonic_scope.window.loop import run_window
    end_loading()
    settings = options.sort.read_settings()
    timeline = Timeline(settings.network.pass_count, passes_per_second=options.speed)
    timeline = timeline.seek(options.sort.position(settings) or 0)
    tell_notes(settings)
    run_window(
        settings,
        options.display,
        timeline.play() if options.play else timeline,
        frame_limit=options.frame_limit,
        screenshot=options.screenshot,
    )


COMMAND = Command(_add_options, _read, run)
