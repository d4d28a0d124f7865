"""One picture of the window, saved as a file beside the recordings."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bitonic_scope.errors import ProgramError
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.recording.folder import fresh_path, recording_name
from bitonic_scope.recording.png import write_png
from bitonic_scope.text.paths import shown_path
from bitonic_scope.text.positions import position_label


def save_still(
    parent: Path, settings: SortSettings, pass_index: int, picture: NDArray[np.uint8]
) -> Path:
    """Save a picture under a name that no file has yet, and return its path.

    Args:
        parent: the folder.
        settings: what the picture shows.
        pass_index: the number of passes done in the picture.
        picture: (height, width, 3) uint8, top row first.

    Raises:
        ProgramError: the folder cannot be read or written.
    """
    name = f"{recording_name(settings)}-at-{position_label(settings.network, pass_index)}"
    path = fresh_path(parent, name, ".png")
    try:
        write_png(path, picture)
    except OSError as error:
        raise ProgramError(f"cannot write {shown_path(path)}: {error.strerror or error}") from error
    return path
