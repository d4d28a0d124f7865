"""The frames of a recording as numbered PNG files in a folder, with their manifest."""

import os
from collections.abc import Iterable
from contextlib import ExitStack, suppress
from pathlib import Path

from bitonic_scope.model.command_line import record_line
from bitonic_scope.model.recording_plan import RecordingPlan, Shot
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.recording.folder import check_folder, claim_folder, clear_folder
from bitonic_scope.recording.manifest import (
    MANIFEST_NAME,
    MARKER_NAME,
    frame_name,
    frame_texts,
    write_manifest,
)
from bitonic_scope.recording.png import write_png
from bitonic_scope.views.view import Picture


class FrameFiles:
    """The files of one recording.

    Attributes:
        folder: the absolute path of their folder.
    """

    def __init__(
        self, folder: Path, settings: SortSettings, plan: RecordingPlan, *, force: bool
    ) -> None:
        """Change nothing yet.

        Args:
            folder: the folder; created if needed.
            settings: what is sorted.
            plan: what is recorded.
            force: whether to replace an earlier recording in the folder.
        """
        self.folder = folder.absolute()
        self._settings = settings
        self._plan = plan
        self._force = force
        self._owned = ExitStack()
        self._count = len(plan.shots(settings.network))
        self._scale: int | None = None
        self._command = ""

    def check(self, inputs: Iterable[Path | None]) -> None:
        """Check that the folder can take the frames; changes nothing.

        Raises:
            ProgramError: an error of `check_folder`.
        """
        check_folder(self.folder, force=self._force, inputs=inputs)

    def claim(self) -> None:
        """Create the folder if needed, and claim it until `end` or `release`.

        Raises:
            ProgramError: an error of `claim_folder`.
        """
        self._owned.callback(os.close, claim_folder(self.folder))

    def clear(self, scale: int | None) -> None:
        """Remove an earlier recording from the claimed folder.

        Args:
            scale: the scale of the frames; None where the plan has the size of the picture.

        Raises:
            ProgramError: an error of `clear_folder`.
        """
        clear_folder(self.folder, self._count)
        self._scale = scale
        self._command = record_line(self._settings, self._plan, scale=scale)

    def path(self, number: int) -> Path:
        """Return the path of a frame; of the manifest if there is no such frame."""
        last = number == self._count
        return self.folder / (MANIFEST_NAME if last else frame_name(number, self._count))

    def write(self, number: int, shot: Shot, picture: Picture) -> None:
        """Compress and write a frame; works in any thread.

        Raises:
            OSError: the frame cannot be written.
        """
        texts = frame_texts(self._settings, shot.pass_index, self._command)
        write_png(self.path(number), picture, texts)

    def remove(self, number: int) -> None:
        """Remove a frame, if it is there and can be removed."""
        with suppress(OSError):
            self.path(number).unlink()

    def end(self, frames_done: int) -> None:
        """Replace the marker by the manifest.

        Args:
            frames_done: how many frames are complete, counted from the first.

        Raises:
            OSError, MemoryError: the manifest cannot be written. The marker stays, so the frames
                remain known as ours.
        """
        write_manifest(
            self.folder,
            self._settings,
            self._plan,
            pixels_per_texel=self._scale,
            frames_done=frames_done,
        )
        with suppress(OSError):  # a marker too many does no harm
            (self.folder / MARKER_NAME).unlink()

    def release(self) -> None:
        """Give up the claim; a second call does nothing."""
        self._owned.close()
