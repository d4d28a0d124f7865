"""Folders of the user: where pictures go, and how to show one."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import platformdirs


def pictures_folder() -> Path:
    """Return the user's folder of pictures; if it cannot be written, the current one or home."""
    pictures = platformdirs.user_pictures_path()
    existing = next((path for path in (pictures, *pictures.parents) if path.exists()), pictures)
    if existing.is_dir() and os.access(existing, os.W_OK):
        return pictures
    here = Path.cwd()
    return here if os.access(here, os.W_OK) else Path.home()


def open_folder(folder: Path) -> bool:
    """Show a folder in the system's file manager; return whether the system has one.

    Raises:
        OSError: the file manager cannot be started.
    """
    if sys.platform == "win32":
        os.startfile(folder)
        return True
    opener = shutil.which("open" if sys.platform == "darwin" else "xdg-open")
    if opener is None:
        return False
    subprocess.Popen(
        [opener, str(folder)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    return True
