"""Asks the user for a folder, in a dialog of the system."""

import shutil
import sys
from functools import cache

from imgui_bundle import portable_file_dialogs as dialogs

LINUX_DIALOGS = ("zenity", "matedialog", "qarma", "kdialog")  # programs that show one


@cache
def has_dialog() -> bool:
    """Return whether the system can show such a dialog."""
    return sys.platform != "linux" or any(map(shutil.which, LINUX_DIALOGS))


class FolderChooser:
    """Owns at most one open dialog. A worker of the session, which only looks for the answer."""

    def __init__(self) -> None:
        self._dialog: dialogs.select_folder | None = None
        self._folder = ""

    def ask(self, title: str, folder: str) -> None:
        """Open the dialog at a folder, unless it is open already."""
        if self._dialog is None:
            self._dialog = dialogs.select_folder(title, folder)

    @property
    def wants_work(self) -> bool:
        """Whether the dialog is open."""
        return self._dialog is not None

    def work(self, deadline: float) -> bool:
        """Look whether the user has answered; return whether there is an answer to take."""
        if self._dialog is None or not self._dialog.ready(0):
            return False
        self._folder, self._dialog = self._dialog.result(), None
        return bool(self._folder)

    def take(self) -> str:
        """Return the chosen folder once; empty for none."""
        folder, self._folder = self._folder, ""
        return folder
