"""The command line that opens what the window shows."""

import shlex
from collections.abc import Iterator

import numpy as np

from bitonic_scope import PROGRAM
from bitonic_scope.data.own_data import OwnData
from bitonic_scope.model.settings import SortSettings, size_for_own


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


def _data(settings: SortSettings) -> Iterator[str]:
    """Yield the options for the elements: their number, and where they come from."""
    own, size = settings.own, (settings.width, settings.height)
    if own is not None:
        yield from _own_data(own)
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


def _own_data(own: OwnData) -> Iterator[str]:
    if own.path:
        yield from ("--input", str(own.path))
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
