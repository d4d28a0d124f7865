"""Settings with own data, for the hosts of the command line: what was changed is told on stderr."""

import sys

from bitonic_scope.data.own_data import OwnData
from bitonic_scope.errors import EXIT_USAGE, ProgramError
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.text.positions import position_from_text


def own_settings(
    settings: SortSettings, own: OwnData, size: tuple[int, int] | None
) -> SortSettings:
    """Return settings that sort a person's own data.

    Args:
        settings: all the rest.
        own: the data.
        size: width and height of the texture; None for the smallest.

    Raises:
        ProgramError: the size does not hold them all.
    """
    for note in own.notes:
        print(f"{own.name}: {note}", file=sys.stderr)
    try:
        return settings.with_own(own, size)
    except ValueError as error:
        raise ProgramError(f"argument --size: {own.name}: {error}", exit_code=EXIT_USAGE) from error


def own_position(at: str | None, settings: SortSettings) -> int | None:
    """Return the pass_index of a position as it was typed; None where none was.

    Raises:
        ProgramError: the network of these data has no such position.
    """
    if at is None:
        return None
    try:
        return position_from_text(at, settings.network)
    except ValueError as error:
        raise ProgramError(f"argument --at: {error}", exit_code=EXIT_USAGE) from error
