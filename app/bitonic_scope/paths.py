"""The location of shaders/ and assets/: in the package in a wheel, above it in a checkout."""

from functools import cache
from pathlib import Path

from bitonic_scope.errors import ProgramError


@cache
def data_dir(kind: str) -> Path:
    """Return the folder "shaders" or "assets" of this installation.

    Raises:
        ProgramError: the folder is missing from this installation.
    """
    package = Path(__file__).resolve().parent
    checkout = package.parents[1]
    for folder in (package / kind, checkout / kind):
        if folder.is_dir():
            return folder
    raise ProgramError(
        f"{kind}/ is missing from this installation (looked in {package} and {checkout}); "
        "try: reinstall bitonic-scope"
    )
