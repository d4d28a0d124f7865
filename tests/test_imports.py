"""What is loaded for what: quick answers load nothing large, headless hosts load no window."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bitonic_scope import PROGRAM, __version__
from tests.support.program import ROOT, environment, run_program

LARGE = {"numpy", "moderngl", "moderngl_window", "imgui_bundle", "pyglet", "PIL", "tqdm", "psutil"}
COMMANDS = ("window", "record", "sort", "bench", "doctor")
OUT = dict.fromkeys(("record", "sort"), ("--out", "none.npy"))
NEEDLESS = {"shutil"}  # which argparse would load for the width of the terminal
WINDOW = {
    "moderngl_window",
    "imgui_bundle",
    "pyglet",
    "bitonic_scope.window.loop",
    "bitonic_scope.window.session",
    "bitonic_scope.ui",
}


def loaded_after(code: str, *, without: set[str] | None = None) -> set[str]:
    """Run Python code in a process of its own, and return the modules that it loads.

    What Python itself or something installed beside loads at its start does not count.

    Args:
        code: one or more lines; it may end with SystemExit.
        without: modules whose import is made to fail.
    """
    program = (
        "import sys\n"
        "before = set(sys.modules)\n"
        f"sys.modules.update(dict.fromkeys({sorted(without or ())!r}))\n"
        f"try:\n    exec({code!r})\n"
        "except SystemExit as end:\n    print('exit', end.code, file=sys.stderr)\n"
        "after = {name for name, module in sys.modules.items() if module is not None}\n"
        "print('LOADED', *after - before)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return set(done.stdout.rpartition("LOADED")[2].split())


def run_main(*arguments: str) -> str:
    return f"from bitonic_scope.cli.main import main; main({list(arguments)!r})"


def loaded_for(command: str, *arguments: str) -> set[str]:
    """Return what a command loads before its work begins."""
    return loaded_after(
        f"from bitonic_scope.cli import {command} as command\n"
        "def end():\n    raise SystemExit\n"
        f"command.end_loading = end; {run_main(command, *arguments)}"
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        ["window", "--help"],
        ["record", "--help"],
        ["sort", "--help"],
        ["--size", "3"],
        ["--seed", "abc"],
        ["--at", "99"],
        ["bench", "--help"],
        ["doctor", "--help"],
        ["doctor", "--size", "8"],
        ["--frames", "3"],
        ["frobnicate"],
        ["sort", "--out", "a.txt"],
    ],
    ids=" ".join,
)
def test_help_and_usage_errors_load_nothing_large(arguments: list[str]) -> None:
    loaded = loaded_after(run_main(*arguments))
    assert "bitonic_scope.cli.main" in loaded
    assert loaded & (LARGE | NEEDLESS) == set()


@pytest.mark.parametrize("command", ["record", "sort"])
def test_headless_commands_load_no_window_and_no_controls(command: str) -> None:
    loaded = loaded_for(command, *OUT[command])
    assert {f"bitonic_scope.cli.{command}", "moderngl", "numpy"} <= loaded
    assert loaded & WINDOW == set()


def test_the_window_loads_no_parts_of_libraries_that_nobody_uses() -> None:
    loaded = loaded_for("window")
    assert {
        "bitonic_scope.window.loop",
        "bitonic_scope.window.session",
        "imgui_bundle",
        "moderngl_window",
        "pyglet",
        "PIL.ImageFont",  # for the text of the views
    } <= loaded
    assert loaded & {"asyncio", "ssl", "glm", "bitonic_scope.files.reading"} == set()
    assert not [name for name in loaded if name.startswith("PIL.") and "Plugin" in name]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_garbage_collector_is_on_and_has_little_to_look_at_once_a_command_works(
    command: str,
) -> None:
    code = (
        f"import gc; gc.disable(); from bitonic_scope.cli import {command} as command\n"
        "end_loading = command.end_loading\n"
        "def end():\n"
        "    end_loading()\n"
        "    is_frozen = gc.get_freeze_count() > len(gc.get_objects())\n"
        "    raise SystemExit(f'{gc.isenabled()} {is_frozen}')\n"
        f"command.end_loading = end; {run_main(command, *OUT.get(command, ()))}"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(), capture_output=True, text=True, timeout=60
    )
    assert done.stderr == "True True\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_loads_the_module_of_no_other(command: str) -> None:
    others = set(COMMANDS) - {command}
    loaded = loaded_after(run_main(command, "--help"))
    assert f"bitonic_scope.cli.{command}" in loaded
    assert loaded & {f"bitonic_scope.cli.{other}" for other in others} == set()


def test_record_runs_where_no_window_library_can_be_loaded(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()  # no folder: the run ends after all is imported and before a context is made
    code = run_main("record", "--size", "1", "--out", str(file))
    loaded = loaded_after(code, without=WINDOW)
    assert "bitonic_scope.recording.recording" in loaded
    assert loaded & (WINDOW | NEEDLESS) == set()


@pytest.mark.parametrize(
    "module",
    [
        "bitonic_scope.model.limits",
        "bitonic_scope.model.settings",
        "bitonic_scope.model.timeline",
        "bitonic_scope.text.captions",
        "bitonic_scope.text.numbers",
        "bitonic_scope.text.positions",
        "bitonic_scope.model.capabilities",
        "bitonic_scope.model.readout",
        "bitonic_scope.player.rate_meter",
        "bitonic_scope.network.schedule",
        "bitonic_scope.errors",
        "bitonic_scope.ui.layout",
    ],
)
def test_values_load_nothing_large(module: str) -> None:
    assert loaded_after(f"import {module}") & LARGE == set()


@pytest.mark.parametrize(
    "module",
    [
        "bitonic_scope.network.reference",
        "bitonic_scope.data.distributions",
        "bitonic_scope.data.texture_layout",
    ],
)
def test_network_and_data_load_numpy_only(module: str) -> None:
    assert loaded_after(f"import {module}") & LARGE == {"numpy"}


def test_importing_the_program_starts_nothing() -> None:
    assert loaded_after("import bitonic_scope") <= {"bitonic_scope"}


def test_the_python_api_loads_no_window_and_no_command() -> None:
    loaded = loaded_after("from bitonic_scope import frames, sort")
    assert {"bitonic_scope.api", "moderngl", "numpy", "PIL"} <= loaded
    assert loaded & (WINDOW | {"bitonic_scope.cli", "tqdm"}) == set()


def test_a_users_own_app_module_is_not_ours(tmp_path: Path) -> None:
    (tmp_path / "app.py").write_text("raise SystemExit('the wrong app')\n")
    own_first = os.pathsep.join([str(tmp_path), environment()["PYTHONPATH"]])
    done = run_program("--version", folder=tmp_path, changes={"PYTHONPATH": own_first})
    assert (done.returncode, done.stdout) == (0, f"{PROGRAM} {__version__}\n"), done.stderr
