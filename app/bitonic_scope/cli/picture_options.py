"""The options for how pictures of a sort look, shared by the commands that save pictures."""

import argparse
from collections.abc import Iterable

from bitonic_scope.cli.arguments import add_choice, checked, to_number
from bitonic_scope.model.look import Marks, Theme
from bitonic_scope.model.recording_plan import (
    PICTURE_EXAMPLE,
    RecordingPlan,
    picture_size_from_text,
)
from bitonic_scope.model.settings import DEFAULT_VIEW, recorded_look

MAX_SCALE = 16384  # pixels per side: a single element then fills the largest picture


def add_picture_options(parser: argparse.ArgumentParser, views: Iterable[str]) -> None:
    """Add the options; `views` are the names to choose from."""
    add_choice(parser, "--view", views, DEFAULT_VIEW, "how to draw the state")
    add_choice(parser, "--marks", Marks, Marks.NONE, "what to mark of the pass to come")
    add_choice(parser, "--theme", Theme, Theme.DARK, "colours of everything but the elements")
    size = parser.add_mutually_exclusive_group()
    size.add_argument(
        "--scale",
        type=to_number("scale", 1, MAX_SCALE, int),
        metavar="N",
        help="pixels per side of an element (default: at least 512 for the shorter side of a "
        "picture)",
    )
    size.add_argument(
        "--picture",
        type=checked(picture_size_from_text),
        metavar="WxH",
        help=f"size of each picture in pixels, such as {PICTURE_EXAMPLE}, instead of --scale",
    )
    parser.add_argument(
        "--caption", action="store_true", help="write passes and settings under each picture"
    )


def read_plan(options: argparse.Namespace) -> RecordingPlan:
    """Return a plan of all states, which look as the options say."""
    return RecordingPlan(
        options.view,
        recorded_look(options.view, Marks(options.marks), Theme(options.theme)),
        options.scale,
        options.picture,
        has_captions=options.caption,
    )
