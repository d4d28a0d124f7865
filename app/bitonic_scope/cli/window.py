"""The command `window`: shows the sort in a window."""

import argparse
from dataclasses import dataclass
from pathlib import Path

from bitonic_scope.cli.arguments import (
    Command,
    UsageError,
    add_choice,
    end_loading,
    to_number,
    to_path,
)
from bitonic_scope.cli.sort_options import (
    SortOptions,
    add_sort_options,
    print_notes,
    read_sort_options,
)
from bitonic_scope.model.kept import Kept
from bitonic_scope.model.limits import MAX_UI_SCALE, MIN_UI_SCALE
from bitonic_scope.model.look import Theme, ThemeChoice
from bitonic_scope.model.settings import DisplaySettings, SortSettings
from bitonic_scope.model.timeline import MAX_SPEED, MIN_SPEED, Timeline
from bitonic_scope.system.limits import MIN_ADDRESS_SPACE_OF_WINDOW, check_limits
from bitonic_scope.text.paths import shown_path
from bitonic_scope.views.catalogue import VIEWS

SCREENSHOT_FRAMES = 3  # ImGui needs two to settle its layout
# Without any of these options, the window opens with the first example.
SORTING = frozenset(("--size", "--count", "--seed", "--data", "--format", "--stable", "--at")) | {
    *("--input", "--values", "--round", "--columns", "--decimal"),
    *("--order", "--network", "--engine"),
}
FIRST_VIEW, USUAL_VIEW = "network", "both"  # of the first example, and of any other sort


@dataclass(frozen=True, slots=True)
class Options:
    """What the window shows at first.

    Attributes:
        sort: what to sort, and the position to open at.
        is_fresh: whether no option says what to sort: the window opens with eight numbers.
        play: whether to play at once.
        fullscreen: whether to fill the screen.
        speed, ui_scale, view, theme: as given; None for those of the last window.
        screenshot: the PNG file for what the window shows, before it closes; None for no file.
        frame_limit: close after that many frames; None for no limit.
    """

    sort: SortOptions
    is_fresh: bool
    play: bool
    fullscreen: bool
    speed: float | None
    ui_scale: float | None
    view: str | None
    theme: str | None
    screenshot: Path | None
    frame_limit: int | None

    def display(self, kept: Kept) -> DisplaySettings:
        """Return how the window looks: by the options, else as the last window."""
        usual = FIRST_VIEW if self.is_fresh else USUAL_VIEW
        return DisplaySettings(
            ui_scale=self.ui_scale or kept.ui_scale,
            view=next(view for view in (self.view, kept.view, usual) if view in VIEWS),
            fullscreen=self.fullscreen,
            theme=ThemeChoice(self.theme or kept.theme),
            marks=kept.marks,
            drawer_open=kept.drawer_open,
            reduces_motion=kept.reduces_motion,
        )

    def timeline(self, settings: SortSettings, kept: Kept) -> Timeline:
        """Return the timeline at the first position, playing if the options ask for it.

        Raises:
            UsageError: the network has no such position.
        """
        timeline = Timeline(
            settings.network.pass_count,
            0 if self.is_fresh else self.sort.position(settings) or 0,
            passes_per_second=self.speed or kept.passes_per_second,
            is_slow_first=kept.is_slow_first,
            loops=kept.loops,
        )
        return timeline.play() if self.play else timeline


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--at", metavar="K|S.p", help="position to open at (default: 0)")
    parser.add_argument("--play", action="store_true", help="play at once")
    parser.add_argument(
        "--speed",
        type=to_number("speed", MIN_SPEED, MAX_SPEED),
        metavar="F",
        help=f"passes per second, {MIN_SPEED:g} to {MAX_SPEED:g} (default: the last one, at first "
        f"{Kept().passes_per_second:g})",
    )
    first_view = f"{FIRST_VIEW} for the first example, else {USUAL_VIEW}"
    add_choice(
        parser, "--view", VIEWS, f"the last one, at first {first_view}", "how to draw the state"
    )
    add_choice(parser, "--theme", ThemeChoice, f"the last one, at first {Kept().theme}", "colours")
    parser.set_defaults(view=None, theme=None)
    parser.add_argument("--fullscreen", action="store_true", help="fill the screen")
    parser.add_argument(
        "--ui-scale",
        type=to_number("ui-scale", MIN_UI_SCALE, MAX_UI_SCALE),
        metavar="F",
        help=f"size of text and controls, {MIN_UI_SCALE:g} to {MAX_UI_SCALE:g}, as far as the "
        f"window has room (default: the last one, at first {Kept().ui_scale:g})",
    )
    parser.add_argument(
        "--screenshot",
        type=to_path,
        metavar="PNG",
        help="save what the window shows after --frames frames as a PNG, and exit",
    )
    parser.add_argument(
        "--frames",
        type=to_number("frames", 1, 100_000, int),
        metavar="N",
        help=f"number of frames to draw for --screenshot (default: {SCREENSHOT_FRAMES})",
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
        is_fresh=not options.given & SORTING,
        play=options.play,
        fullscreen=options.fullscreen,
        speed=options.speed,
        ui_scale=options.ui_scale,
        view=options.view,
        theme=options.theme,
        screenshot=options.screenshot,
        frame_limit=options.frames or (SCREENSHOT_FRAMES if options.screenshot else None),
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
    from bitonic_scope.model.examples import EXAMPLES
    from bitonic_scope.window.keeper import Found, kept_file, read_kept
    from bitonic_scope.window.opening import Opening

    end_loading()
    settings = EXAMPLES[0].settings if options.is_fresh else options.sort.read_settings()
    path = None if options.screenshot else kept_file()  # a screenshot follows from its command
    kept, message = read_kept(path) if path else Found(Kept())
    display, timeline = options.display(kept), options.timeline(settings, kept)
    print_notes(settings)
    opening = Opening(
        settings,
        display,
        timeline,
        system_theme=_system_theme(display, is_reproducible=path is None),
        is_fresh=options.is_fresh,
        knows_flicker=kept.knows_flicker,
        message=message,
    )
    run_window(
        opening,
        (kept.window_width, kept.window_height),
        kept_file=path,
        frame_limit=options.frame_limit,
        screenshot=options.screenshot,
    )


def _system_theme(display: DisplaySettings, *, is_reproducible: bool) -> Theme:
    if is_reproducible or display.theme is not ThemeChoice.SYSTEM:
        return Theme.DARK  # no need to ask the system
    from bitonic_scope.system.appearance import prefers_dark

    return Theme.LIGHT if prefers_dark() is False else Theme.DARK


COMMAND = Command(_add_options, _read, run)
