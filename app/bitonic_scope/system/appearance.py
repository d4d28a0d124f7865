"""Whether the user's system shows a light or a dark theme."""

import subprocess
import sys

LIMIT_SECONDS = 0.5  # for a command to answer
DARK_WORD = "dark"
_COMMANDS = {
    "darwin": ("defaults", "read", "-g", "AppleInterfaceStyle"),
    "linux": ("gsettings", "get", "org.gnome.desktop.interface", "color-scheme"),
}
_WINDOWS_KEY = r"Software\Microsoft\Windows\CurrentVersion\Themes\Personalize"


def prefers_dark() -> bool | None:
    """Return whether the system's theme is dark; None if the system does not say."""
    if sys.platform == "win32":
        return _windows_prefers_dark()
    command = _COMMANDS.get(sys.platform)
    if command is None:
        return None
    try:
        answer = subprocess.run(
            command, capture_output=True, text=True, timeout=LIMIT_SECONDS, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return None
    if answer.returncode != 0:  # macOS has no such entry while its theme is light
        return False if sys.platform == "darwin" else None
    return DARK_WORD in answer.stdout.lower()


def _windows_prefers_dark() -> bool | None:
    if sys.platform != "win32":
        return None
    import winreg

    try:
        with winreg.OpenKey(winreg.HKEY_CURRENT_USER, _WINDOWS_KEY) as key:
            return not winreg.QueryValueEx(key, "AppsUseLightTheme")[0]
    except OSError:
        return None
