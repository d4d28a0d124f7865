"""The versions of installed packages."""

from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version


def versions(names: Iterable[str]) -> dict[str, str | None]:
    """Return the version of each package, found without importing it; None if it is missing."""
    return {name: _version(name) for name in names}


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
