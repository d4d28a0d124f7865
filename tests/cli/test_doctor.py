"""`doctor`: one page and one JSON object, on every driver and without any."""

import json
import subprocess
import sys
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from bitonic_scope.cli.doctor import as_json_text, as_page, run, without_folders
from bitonic_scope.data.element_format import FormatName
from bitonic_scope.driver.report import REPORTED_FORMATS, DriverReport
from bitonic_scope.errors import ProgramError
from bitonic_scope.model.capabilities import FloatPath, TextureSupport
from tests.gpu.test_weak_drivers import GL_33, GL_41_LIKE_MACOS, NO_EGL_VENDOR
from tests.model.test_capabilities import FULL, LOSES_BITS, OUTCOMES
from tests.support.missing_libraries import run_without_libraries
from tests.support.program import ROOT, environment
from tests.test_imports import WINDOW, loaded_after, run_main

KEYS = {"program", "python", "platform", "packages", "libraries", "error"}
KEYS |= {"driver", "formats", "limits", "decision"}
TIME_LIMIT_SECONDS = 60


def report_with(float32: TextureSupport, *, has_compute: bool = True) -> DriverReport:
    supports = dict.fromkeys(REPORTED_FORMATS, FULL)
    return DriverReport(
        vendor="Weak Drivers",
        renderer="Imitation 3000/PCIe/SSE2",
        version="3.3 (Core Profile)",
        glsl_version="3.30",
        max_texture_side=8192,
        max_side=8192,
        max_element_count=12_345_678,
        free_bytes=3 << 29,
        has_compute=has_compute,
        has_timer=has_compute,
        supports={**supports, FormatName.FLOAT32: float32},
    )


def run_doctor(
    *, as_json: bool, changes: Mapping[str, str | None] | None = None
) -> subprocess.CompletedProcess[str]:
    code = f"from bitonic_scope.cli.doctor import run; raise SystemExit(run(as_json={as_json}))"
    return subprocess.run(
        [sys.executable, "-c", code],
        env=environment(changes),
        capture_output=True,
        text=True,
        timeout=TIME_LIMIT_SECONDS,
        check=False,
    )


def assert_names_nobody(text: str) -> None:
    """Assert that no path and no user is in a text that goes into a bug report."""
    for private in (f"{Path.home()}/", str(ROOT), sys.prefix, "/home/", "/tmp/", "/usr/"):
        assert private not in text


# -- each outcome ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("float32", "path"), OUTCOMES)
def test_the_page_marks_the_taken_path_and_ends_with_the_outcome(
    float32: TextureSupport, path: FloatPath
) -> None:
    report = report_with(float32)
    lines = as_page(report).splitlines()
    assert lines[-1] == report.reason
    taken = [line for line in lines if line.lstrip().startswith(">")]
    assert len(taken) == sum(step.is_taken for step in report.steps)
    assert taken[-1].endswith(path)
    assert all(line.split()[1:] == ["yes", "go", "on"] for line in taken[:-1])
    reached = [line for line in lines if "?" in line and "not reached" not in line]
    assert len(reached) == len(taken)


@pytest.mark.parametrize(("float32", "path"), OUTCOMES)
def test_json_holds_the_same_decision(float32: TextureSupport, path: FloatPath) -> None:
    report = report_with(float32)
    facts = json.loads(as_json_text(report))
    assert set(facts) == KEYS
    assert facts["error"] is None
    decision = facts["decision"]
    assert decision["float_path"] == path.name.lower()
    assert (decision["outcome"], decision["reason"]) == (path.value, report.reason)
    taken = [step for step in decision["steps"] if step["is_taken"]]
    assert taken[-1]["leads_to"] == path.value
    assert facts["formats"]["float32"]["can_be_read"] is float32.can_be_read


def test_the_page_has_a_row_for_each_format_and_a_line_for_each_limit() -> None:
    page = as_page(report_with(LOSES_BITS, has_compute=False))
    rows = [line.split() for line in page.splitlines()]
    assert ["float32", "yes", "yes", "no", "yes"] in rows
    assert [["half", *["yes"] * 4]] == [row for row in rows if row[:1] == ["half"]]
    assert "Largest texture   8,192 texels a side" in page
    assert "Free memory       1.5 GiB, for 12,345,678 elements" in page
    assert "Compute shaders   no: they need OpenGL 4.3" in page
    assert all(line == line.rstrip() and len(line) < 100 for line in page.splitlines()[2:-1])


# -- real drivers ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("driver", "has_compute"), [({}, True), (GL_33, False), (GL_41_LIKE_MACOS, False)]
)
def test_every_real_driver_is_examined(driver: dict[str, str], has_compute: bool) -> None:
    done = run_doctor(as_json=True, changes=driver)
    assert (done.returncode, done.stderr) == (0, "")
    facts = json.loads(done.stdout)
    assert set(facts) == KEYS
    assert facts["driver"]["has_compute"] is has_compute
    assert facts["decision"]["float_path"] == "float"
    assert list(facts["formats"]) == list(REPORTED_FORMATS)
    assert all(all(support.values()) for support in facts["formats"].values())
    assert facts["packages"]["moderngl"] == version("moderngl")
    assert None not in facts["packages"].values()
    assert_names_nobody(done.stdout)


def test_the_page_of_this_driver_goes_to_stdout() -> None:
    done = run_doctor(as_json=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Renderer" in done.stdout
    assert "> yes  float textures throughout" in done.stdout
    assert_names_nobody(done.stdout)


NO_GL = [NO_EGL_VENDOR, {"LIBGL_DRIVERS_PATH": "/nonexistent"}, {"MESA_GL_VERSION_OVERRIDE": "2.1"}]


@pytest.mark.parametrize("changes", NO_GL)
def test_without_gl_the_page_ends_with_one_line_that_says_what_to_try(
    changes: dict[str, str],
) -> None:
    done = run_doctor(as_json=False, changes=changes)
    assert (done.returncode, done.stderr) == (1, "")
    last = done.stdout.splitlines()[-1]
    assert last.startswith("cannot make an OpenGL 3.3 context")
    assert "try:" in last


@pytest.mark.parametrize("changes", NO_GL)
def test_without_gl_json_has_an_error_and_no_driver(changes: dict[str, str]) -> None:
    done = run_doctor(as_json=True, changes=changes)
    assert (done.returncode, done.stderr) == (1, "")
    facts = json.loads(done.stdout)
    assert set(facts) == KEYS
    assert "try:" in facts["error"]
    assert facts["packages"]["numpy"]
    assert {facts[key] for key in ("driver", "formats", "limits", "decision")} == {None}
    assert_names_nobody(done.stdout)


@pytest.mark.parametrize(
    "fault", [RuntimeError("bad /home/me/driver.so\n!"), ProgramError("no; try: /home/me/x")]
)
def test_any_fault_of_a_driver_is_one_line_without_a_path(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], fault: Exception
) -> None:
    def fail(*_: Any) -> DriverReport:
        raise fault

    monkeypatch.setattr("bitonic_scope.driver.probe.examine", fail)
    assert run(as_json=True) == 1
    error = json.loads(capsys.readouterr().out)["error"]
    assert "/home" not in error
    assert "\n" not in error
    assert "try:" in error
    assert run(as_json=False) == 1
    assert capsys.readouterr().out.splitlines()[-1] == error


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/home/me/lib/x.so: cannot open", "x.so: cannot open"),
        (r"C:\Users\me\x.dll is bad", "x.dll is bad"),
        ("cannot load '/usr/lib/x.so'", "cannot load 'x.so'"),
        ("Imitation 3000/PCIe/SSE2", "Imitation 3000/PCIe/SSE2"),
        ("shaders/pack_float.frag:3: error", "shaders/pack_float.frag:3: error"),
        (f"{Path.home()}/my files/x.so", "my files/x.so"),
    ],
)
def test_of_a_path_only_the_last_part_is_told(text: str, expected: str) -> None:
    assert without_folders(text) == expected


def test_the_versions_of_window_packages_are_found_without_loading_any() -> None:
    loaded = loaded_after(run_main("doctor", "--json"))
    assert "bitonic_scope.driver.probe" in loaded
    assert loaded & WINDOW == set()


def test_the_page_names_a_library_of_the_window_that_is_missing() -> None:
    done = run_without_libraries({"Xrender", "Xi"}, run_main("doctor"))
    assert "\n  libX11.so.6       found\n" in done.stdout, done.stderr
    assert "\n  libXrender.so.1 is missing; try: apt-get install libxrender1\n" in done.stdout
    assert "\n  libXi.so.6 is missing; try: apt-get install libxi6 (optional)\n" in done.stdout
    assert "float textures throughout" in done.stdout


def test_json_says_which_libraries_of_the_window_are_found() -> None:
    done = run_without_libraries({"Xrender"}, run_main("doctor", "--json"))
    libraries = json.loads(done.stdout)["libraries"]
    assert (libraries["libX11.so.6"], libraries["libXrender.so.1"]) == (True, False)
    assert len(libraries) == 8


def test_doctor_runs_where_no_window_library_can_be_loaded() -> None:
    loaded = loaded_after(run_main("doctor"), without=WINDOW)
    assert "bitonic_scope.window.system_libraries" in loaded
