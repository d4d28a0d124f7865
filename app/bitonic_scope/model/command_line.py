"""The command lines that open what the window shows, and that record a sort again."""

import shlex
from collections.abc import Iterator

import numpy as np

from bitonic_scope import PROGRAM
from bitonic_scope.data.own_data import OwnData
from bitonic_scope.model.recording_plan import RecordingPlan
from bitonic_scope.model.settings import SortSettings, size_for_own

RECORDED_TO = "frames"  # the folder in a command line that records
SNAPSHOT_TO = "picture"  # the file in one that draws a single picture


def command_line(settings: SortSettings, *, at: str, view: str) -> str:
    """Return the command, quoted for a shell: `bitonic-scope --size 16 --at 5.2 --view both`.

    With padding, the size is the one that the command line chooses for the number of elements.

    Args:
        settings: what to sort.
        at: the position, as users type it.
        view: the name of the view.
    """
    parts = [PROGRAM, *_data(settings), *_choices(settings), "--at", at, "--view", view]
    return shlex.join(parts)


def record_line(settings: SortSettings, plan: RecordingPlan, *, scale: int | None) -> str:
    """Return the command that records a sort again, quoted for a shell.

    Names a file of own data without its folder, which is of no concern to those who get the frames.

    Args:
        settings: what to sort.
        plan: what to record.
        scale: pixels per side of an element; None where the plan has the size of the picture.
    """
    parts = [PROGRAM, "record", *_data(settings, in_folder=False), *_choices(settings)]
    usual = RecordingPlan()
    parts += _given(
        ("--every", plan.every, usual.every),
        ("--from", plan.first, usual.first),
        ("--to", plan.last, usual.last),
        ("--glide", plan.glide, usual.glide),
    )
    return shlex.join([*parts, *_looks(plan, scale), "--out", RECORDED_TO])


def snapshot_line(
    settings: SortSettings, plan: RecordingPlan, *, scale: int | None, suffix: str
) -> str:
    """Return the command that draws a single picture again; see `record_line`."""
    parts = [PROGRAM, "snapshot", *_data(settings, in_folder=False), *_choices(settings)]
    if plan.frame_count is None:
        parts += ["--at", str(plan.first)]
    else:
        parts += ["--strip", str(plan.frame_count)]
    return shlex.join([*parts, *_looks(plan, scale), "--out", f"{SNAPSHOT_TO}{suffix}"])


def _looks(plan: RecordingPlan, scale: int | None) -> Iterator[str]:
    """Yield the options for how pictures look, where they differ from the defaults."""
    usual, look = RecordingPlan(), plan.look
    picture = None if plan.picture is None else "x".join(map(str, plan.picture))
    yield from _given(
        ("--view", plan.view, usual.view),
        ("--marks", look.marks, usual.look.marks),
        ("--theme", look.theme, usual.look.theme),
        ("--scale", scale, None),
        ("--picture", picture, None),
    )
    if plan.has_captions:
        yield "--caption"


def _given(*options: tuple[str, object, object]) -> Iterator[str]:
    """Yield the options whose values differ from their defaults; each has both."""
    for option, chosen, default in options:
        if chosen != default:
            yield from (option, str(chosen))


def _data(settings: SortSettings, *, in_folder: bool = True) -> Iterator[str]:
    """Yield the options for the elements: their number, and where they come from.

    Args:
        settings: what to sort.
        in_folder: whether to name the folder of a file.
    """
    own, size = settings.own, (settings.width, settings.height)
    if own is not None:
        yield from _own_data(own, in_folder=in_folder)
        if size != size_for_own(own):
            yield from ("--size", _as_text(size))
    elif settings.count is not None:
        yield from ("--count", str(settings.count))
    else:
        yield from ("--size", _as_text(size))
    if own is None or settings.seed != SortSettings().seed:
        yield from ("--seed", str(settings.seed))
    if own is None and settings.data is not SortSettings().data:
        yield from ("--data", settings.data)


def _own_data(own: OwnData, *, in_folder: bool) -> Iterator[str]:
    if own.path:
        yield from ("--input", str(own.path) if in_folder else own.path.name)
        if own.comma:
            yield from (f"--{own.comma}", "comma")
    else:
        numbers = " ".join(_number(value) for value in own.values)
        # A leading minus would look like an option.
        yield from (f"--values={numbers}",) if numbers.startswith("-") else ("--values", numbers)
    if own.notes:  # the program asks for this before it rounds
        yield "--round"


def _number(value: np.float32 | np.uint32) -> str:
    if isinstance(value, np.uint32) or not np.isfinite(value):
        return str(value)
    return np.format_float_positional(value, trim="-")


def _as_text(size: tuple[int, int]) -> str:
    width, height = size
    return str(width) if width == height else f"{width}x{height}"


def _choices(settings: SortSettings) -> Iterator[str]:
    """Yield the options whose values differ from the defaults."""
    usual = SortSettings()
    for option, chosen, default in (
        ("--format", settings.element_format, usual.element_format),
        ("--order", settings.order, usual.order),
        ("--network", settings.network_kind, usual.network_kind),
        ("--engine", settings.engine, usual.engine),
    ):
        if chosen is not default:
            yield from (option, str(chosen))
    if settings.stable:
        yield "--stable"
