"""Limits of threads and address space: named or lived with, before a driver crashes or hangs."""

import os
import resource
import subprocess
import sys
from _thread import start_new_thread as start_new_thread_of_python
from collections.abc import Callable
from pathlib import Path

import pytest

from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.allocation import allocating
from bitonic_scope.gpu.context import headless_context
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.system import limits
from tests.support.program import assert_one_line, environment

MB = 1 << 20


def allow(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let that many threads be started from now on."""
    left = iter(range(count))

    def start_new_thread(work: Callable[[], None], arguments: tuple[()]) -> int:
        if next(left, None) is None:
            raise RuntimeError("can't start new thread")
        return start_new_thread_of_python(work, arguments)

    monkeypatch.setattr(limits, "start_new_thread", start_new_thread)


@pytest.mark.parametrize("count", [0, 1, 5])
def test_threads_are_counted_by_starting_them(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    allow(count, monkeypatch)
    assert limits.can_run_threads(count)
    allow(count, monkeypatch)
    assert not limits.can_run_threads(count + 1)


@pytest.fixture
def driver_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LP_NUM_THREADS", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    monkeypatch.setattr(limits, "address_space_bytes", lambda: sys.maxsize)


@pytest.mark.usefixtures("driver_threads")
@pytest.mark.parametrize(("threads", "wanted"), [(0, "0"), (6, "0"), (7, None)])
def test_the_driver_is_told_to_do_without_the_threads_that_it_could_not_start(
    monkeypatch: pytest.MonkeyPatch, threads: int, wanted: str | None
) -> None:
    allow(threads, monkeypatch)
    limits.check_limits()
    assert os.environ.get("LP_NUM_THREADS") == wanted


@pytest.mark.usefixtures("driver_threads")
def test_what_a_person_told_the_driver_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LP_NUM_THREADS", "1")
    allow(0, monkeypatch)
    limits.check_limits()
    assert os.environ["LP_NUM_THREADS"] == "1"


@pytest.mark.usefixtures("driver_threads")
@pytest.mark.parametrize(("megabytes", "wanted"), [(384, "0"), (4095, "0"), (4096, None)])
def test_threads_reserve_no_address_space_where_there_is_little(
    monkeypatch: pytest.MonkeyPatch, megabytes: int, wanted: str | None
) -> None:
    monkeypatch.setattr(limits, "address_space_bytes", lambda: megabytes * MB)
    limits.check_limits()
    assert os.environ.get("LP_NUM_THREADS") == wanted


@pytest.mark.usefixtures("driver_threads")
def test_too_little_address_space_is_refused_by_the_name_of_its_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "address_space_bytes", lambda: 384 * MB - 1)
    with pytest.raises(ProgramError, match=r"the address space of 383 MB \(ulimit -v\)"):
        limits.check_limits()


def test_no_limit_has_no_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "address_space_bytes", lambda: sys.maxsize)
    assert limits.limited_address_space() == ""


def run_within(megabytes: int, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the program in an address space of that size."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes * MB, megabytes * MB))

    return subprocess.run(
        [sys.executable, "-m", "bitonic_scope", *arguments],
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        preexec_fn=limit,
    )


@pytest.mark.parametrize("megabytes", [32, 100, 200, 300, 350, 383])
@pytest.mark.parametrize("command", [("record", "--out", "a"), ("sort", "--out", "a.npy"), ()])
def test_an_address_space_that_is_too_small_is_one_line_that_names_it(
    tmp_path: Path, megabytes: int, command: tuple[str, ...]
) -> None:
    done = run_within(megabytes, tmp_path, *command)
    assert (done.returncode, done.stdout) == (1, "")
    assert_one_line(done.stderr)
    assert f"the address space of {megabytes} MB (ulimit -v) is too small" in done.stderr
    assert not list(tmp_path.iterdir())


def test_the_window_needs_more_address_space(tmp_path: Path) -> None:
    done = run_within(511, tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert_one_line(done.stderr)
    assert "the address space of 511 MB (ulimit -v) is too small" in done.stderr
    assert "512 MB" in done.stderr


def test_help_and_usage_errors_need_little_address_space(tmp_path: Path) -> None:
    assert run_within(100, tmp_path, "--help").returncode == 0
    assert run_within(100, tmp_path, "--size", "3").returncode == 2


def test_a_sort_that_an_address_space_cannot_hold_names_the_limit(tmp_path: Path) -> None:
    done = run_within(600, tmp_path, "sort", "--size", "8192", "--out", "a.npy")
    assert done.returncode == 1
    assert_one_line(done.stderr)
    assert "the address space of 600 MB (ulimit -v)" in done.stderr
    assert "driver" not in done.stderr
    assert not list(tmp_path.iterdir())


def test_an_allocation_that_fails_names_the_limit_if_there_is_one(
    gpu: Gpu, monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit, subject in (
        (sys.maxsize, "the driver cannot allocate it"),
        (500 * MB, r"the address space of 500 MB \(ulimit -v\) has no room for it"),
    ):
        monkeypatch.setattr(limits, "address_space_bytes", lambda limit=limit: limit)
        with (
            pytest.raises(ProgramError, match=rf"^{subject} \(GL_INVALID.*\); try a smaller size"),
            allocating(gpu.ctx, "it", release=lambda: None),
        ):
            gpu.ctx.buffer(reserve=4).bind_to_storage_buffer(1 << 20)


@pytest.mark.parametrize(
    ("bytes_left", "threads", "reason"),
    [
        (500 * MB, 9, r"the address space of 500 MB \(ulimit -v\) is too small; try: ulimit -v"),
        (sys.maxsize, 0, r"no thread can be started, .* \(ulimit -u\); try: end other programs"),
    ],
)
def test_a_driver_that_fails_at_a_limit_is_not_blamed(
    monkeypatch: pytest.MonkeyPatch, bytes_left: int, threads: int, reason: str
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise Exception("eglInitialize failed")

    monkeypatch.setattr("bitonic_scope.gpu.context.bare_context", fails)
    monkeypatch.setattr("moderngl.create_context", fails)
    monkeypatch.setattr(limits, "address_space_bytes", lambda: bytes_left)
    allow(threads, monkeypatch)
    with (
        pytest.raises(ProgramError, match=f"^cannot make an OpenGL 3.3 context .*: {reason}"),
        headless_context(),
    ):
        pass


def test_a_driver_that_fails_without_a_limit_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "address_space_bytes", lambda: sys.maxsize)
    limits.blame_limits("a window")
