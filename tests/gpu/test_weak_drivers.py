"""Weak drivers and missing displays, imitated: it works, or one line says why it does not."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.program import assert_one_line, environment, run_program
from tests.support.x_display import XDisplay

LIMIT_SECONDS = 10  # of the issue: a message that comes late looks like a program that hangs

GL_33 = {"MESA_GL_VERSION_OVERRIDE": "3.3FC", "MESA_GLSL_VERSION_OVERRIDE": "330"}
GL_41_LIKE_MACOS = {
    "MESA_GL_VERSION_OVERRIDE": "4.1FC",
    "MESA_GLSL_VERSION_OVERRIDE": "410",
    "MESA_EXTENSION_OVERRIDE": "-GL_ARB_compute_shader -GL_ARB_shader_storage_buffer_object "
    "-GL_ARB_shading_language_420pack -GL_ARB_explicit_uniform_location -GL_ARB_gpu_shader5",
}
NO_EGL_VENDOR = {
    "__EGL_VENDOR_LIBRARY_DIRS": "/nonexistent",
    "__EGL_VENDOR_LIBRARY_FILENAMES": "/nonexistent",
}


@pytest.mark.parametrize("changes", [GL_33, GL_41_LIKE_MACOS])
def test_gl_3_3_and_4_1_without_extensions_record_the_same_bytes(
    tmp_path: Path, changes: dict[str, str]
) -> None:
    for name, driver in (("weak", changes), ("full", {})):
        result = run_program(
            "record", "--size", "8", "--out", name, folder=tmp_path, changes=driver
        )
        assert result.returncode == 0, result.stderr
    for frame in sorted((tmp_path / "full").glob("*.png")):
        assert frame.read_bytes() == (tmp_path / "weak" / frame.name).read_bytes()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"MESA_GL_VERSION_OVERRIDE": "1.4"}, "this driver has OpenGL 1.4 Mesa"),
        ({"MESA_GL_VERSION_OVERRIDE": "2.1"}, "this driver has OpenGL 2.1 Mesa"),
        ({"MESA_GL_VERSION_OVERRIDE": "3.2"}, "this driver has OpenGL 3.2"),
        (NO_EGL_VENDOR, "OpenGL 3.3"),
        ({"LIBGL_DRIVERS_PATH": "/nonexistent"}, "OpenGL 3.3"),
    ],
)
@pytest.mark.parametrize("command", [("record", "--out", "out"), ("sort", "--out", "out.npy")])
def test_a_machine_without_gl_3_3_gets_one_line(
    tmp_path: Path, command: tuple[str, ...], changes: dict[str, str], reason: str
) -> None:
    start = time.monotonic()
    result = run_program(*command, "--size", "8", folder=tmp_path, changes=changes)
    assert time.monotonic() - start < LIMIT_SECONDS
    assert result.returncode == 1
    assert_one_line(result.stderr)
    assert reason in result.stderr
    assert ("3.3 or newer is needed" in result.stderr) == ("MESA_GL_VERSION_OVERRIDE" in changes)
    assert "try:" in result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.display
def test_a_window_opens_on_gl_3_3_and_its_context_is_no_better(tmp_path: Path) -> None:
    with XDisplay() as display:
        changes: dict[str, str | None] = {**GL_33, "DISPLAY": display.name}
        result = run_program("--screenshot", "a.png", folder=tmp_path, changes=changes)
        assert result.returncode == 0, result.stderr
        probe = (
            "import bitonic_scope.gpu.context as c\n"
            "with c.headless_context() as x: print(x.version_code)"
        )
        code = subprocess.run(
            [sys.executable, "-c", probe], env=environment(changes), capture_output=True, check=True
        )
        assert code.stdout.split() == [b"330"]


@pytest.mark.display
def test_a_window_without_gl_3_3_is_one_line(tmp_path: Path) -> None:
    with XDisplay() as display:
        changes = {"MESA_GL_VERSION_OVERRIDE": "2.1", "DISPLAY": display.name}
        result = run_program(folder=tmp_path, changes=changes)
    assert result.returncode == 1
    assert_one_line(result.stderr)
    assert "a window with OpenGL 3.3: this driver has OpenGL 2.1 Mesa" in result.stderr
    assert "3.3 or newer is needed" in result.stderr


@pytest.mark.display
def test_a_screenshot_waits_for_as_many_frames_as_are_asked_for(tmp_path: Path) -> None:
    with XDisplay() as display:
        options = ("--screenshot", "a.png", "--frames", "30")
        result = run_program(
            *options, folder=tmp_path, changes={"DISPLAY": display.name}, limit_seconds=60
        )
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "a.png").exists()


@pytest.mark.parametrize("display", [None, ":9999", "nonsense"])
def test_no_display_gets_one_line_that_names_the_way_without_one(
    tmp_path: Path, display: str | None
) -> None:
    start = time.monotonic()
    result = run_program(folder=tmp_path, changes={"DISPLAY": display})
    assert time.monotonic() - start < LIMIT_SECONDS
    assert result.returncode == 1
    assert_one_line(result.stderr)
    assert "no display responds" in result.stderr
    assert "record" in result.stderr


@pytest.mark.parametrize(
    ("package", "fault"),
    [
        ("imgui_bundle", "ImportError('libX11.so.6: cannot open shared object file')"),
        ("pyglet", "ImportError('Library \"GL\" not found.')"),
        ("pyglet", "AttributeError('no attribute XRenderFindVisualFormat')"),
    ],
)
def test_a_missing_library_gets_one_line(tmp_path: Path, package: str, fault: str) -> None:
    (tmp_path / package).mkdir()
    (tmp_path / package / "__init__.py").write_text(f"raise {fault}")
    search_path = os.pathsep.join([str(tmp_path), environment()["PYTHONPATH"]])
    result = run_program(folder=tmp_path, changes={"PYTHONPATH": search_path})
    assert result.returncode == 1
    assert_one_line(result.stderr)
    assert fault.split("'")[1] in result.stderr
    assert "apt-get install" in result.stderr
