"""Builds the wheel, installs it in a clean environment, and runs it: `python -m tests.wheel_check`.

A checkout hides what a wheel lacks: shaders, fonts, a dependency that nothing names.
"""

import os
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

import numpy as np
from PIL import Image

from tests.support.x_display import XDisplay

ROOT = Path(__file__).resolve().parent.parent
REQUIRED_FILES = (
    "bitonic_scope/shaders/sort/compare_exchange.frag",
    "bitonic_scope/shaders/include/comparator.glsl",
    "bitonic_scope/assets/fonts/Roboto-Medium.ttf",
    "bitonic_scope/assets/fonts/Roboto-Regular.ttf",
    "bitonic_scope/assets/icon/icon_032.png",
    "bitonic_scope/assets/fonts/DroidSansFallback-subset.ttf",
    "bitonic_scope/assets/fonts/DroidSansFallback-LICENSE.txt",
    "bitonic_scope/py.typed",
    "bitonic_scope/ui/panels/transport.py",
)


def run(*command: str | Path, folder: Path) -> str:
    """Run a command outside of the checkout; return what it prints."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    result = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if result.returncode:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{result.stdout}\n{result.stderr}")
    return result.stdout


def show_window(program: Path, folder: Path) -> None:
    """Open the window on a display of its own, and see that something is in it."""
    with XDisplay() as display:
        os.environ["DISPLAY"] = display.name
        run(program, "--size", "16", "--at", "36", "--screenshot", "window.png", folder=folder)
    pixels = np.asarray(Image.open(folder / "window.png"))
    panel, picture = pixels[:, : pixels.shape[1] // 5], pixels[:, pixels.shape[1] // 3 :]
    if len(np.unique(panel)) < 10 or picture.min() > 5 or picture.max() < 250:
        sys.exit("the window of the wheel shows no panel, or no picture from black to white")
    print("the window shows its panel and a picture")


def main() -> None:
    """Do it, or end with what went wrong."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run(sys.executable, "-m", "build", "--wheel", "--outdir", folder, ROOT, folder=folder)
        (wheel,) = folder.glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            names = set(archive.namelist())
        if missing := set(REQUIRED_FILES) - names:
            sys.exit(f"the wheel lacks {', '.join(sorted(missing))}")
        folders = {name.partition("/")[0] for name in names}
        if strange := {name for name in folders if not name.startswith("bitonic_scope")}:
            sys.exit(f"the wheel installs {', '.join(sorted(strange))} beside bitonic_scope")
        venv.create(folder / "venv")
        scripts = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        pip = (sys.executable, "-m", "pip", "--python", scripts / "python")
        run(*pip, "install", "--quiet", "--no-compile", wheel, folder=folder)
        program = scripts / "bitonic-scope"
        print(run(program, "--version", folder=folder).strip())
        print(run(program, "record", "--size", "4", "--out", "frames", folder=folder).strip())
        run(program, "sort", "--size", "4", "--out", "state.npy", folder=folder)
        frames = len(list((folder / "frames").glob("*.png")))
        if frames != 11:
            sys.exit(f"the wheel recorded {frames} frames of 4x4 instead of 11")
        show_window(program, folder)
        print(f"{wheel.name} runs from a clean environment")


if __name__ == "__main__":
    main()
