"""Threads that may or may not be started: the same work, in them or in the caller's."""

import threading
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from math import inf
from pathlib import Path
from queue import SimpleQueue

import moderngl
import numpy as np
import pytest

from bitonic_scope.gpu.compute.compile_ahead import compile_ahead
from bitonic_scope.gpu.context import headless_context
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.recording_plan import RecordingPlan
from bitonic_scope.model.settings import EngineName, SortSettings
from bitonic_scope.model.start_data import make_start_data
from bitonic_scope.model.storage import choose_storage
from bitonic_scope.recording.recording import Recording
from bitonic_scope.system.task import Task
from bitonic_scope.system.threads import Workers, run_in_thread, start_thread
from bitonic_scope.window.file_reader import FileReader
from tests.support.pilot import Pilot
from tests.window.test_session import assert_picture_is_right

START = threading.Thread.start


def allow(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let that many threads be started from now on."""
    left = count

    def start(thread: threading.Thread) -> None:
        nonlocal left
        if not left:
            raise RuntimeError("can't start new thread")
        left -= 1
        START(thread)

    monkeypatch.setattr(threading.Thread, "start", start)


@pytest.fixture
def no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    allow(0, monkeypatch)


def test_work_runs_in_another_thread_where_there_is_one() -> None:
    ran: SimpleQueue[int] = SimpleQueue()
    run_in_thread(lambda: ran.put(threading.get_ident()))
    assert ran.get() != threading.get_ident()


@pytest.mark.usefixtures("no_threads")
def test_work_runs_before_the_call_returns_where_there_is_none() -> None:
    ran: list[int] = []
    run_in_thread(lambda: ran.append(threading.get_ident()))
    assert ran == [threading.get_ident()]
    assert not start_thread(ran.clear)
    assert ran


@pytest.mark.parametrize("threads", [0, 1, 2, 9])
def test_workers_do_everything_in_as_many_threads_as_there_are(
    monkeypatch: pytest.MonkeyPatch, threads: int
) -> None:
    allow(threads, monkeypatch)
    begun: list[int] = []
    workers = Workers(4, lambda: begun.append(threading.get_ident()))
    tasks = [Task(partial(iter, [number]), workers.submit) for number in range(1, 50)]
    workers.shutdown()
    assert [task.wait() for task in tasks] == list(range(1, 50))
    assert len(begun) == min(threads, 4)


def test_what_fails_in_a_worker_does_not_end_it() -> None:
    def fails() -> Iterator[int]:
        raise ValueError("broken")
        yield

    workers = Workers(1)
    tasks: list[Task[int]] = [Task(fails, workers.submit), Task(lambda: iter([7]), workers.submit)]
    workers.shutdown()
    with pytest.raises(ValueError, match="broken"):
        tasks[0].wait()
    assert tasks[1].wait() == 7


@pytest.mark.usefixtures("no_threads")
def test_a_task_without_a_thread_has_its_result_or_fault_at_once() -> None:
    def fails() -> Iterator[int]:
        yield from ()
        raise ValueError("broken")

    assert Task(lambda: iter([0.5, "done"])).wait() == "done"
    failed: Task[int] = Task(fails)
    assert failed.is_done
    with pytest.raises(ValueError, match="broken"):
        failed.wait()


@pytest.mark.parametrize("threads", [0, 1])
@pytest.mark.parametrize("in_background", [False, True])
def test_a_recording_with_too_few_threads_has_the_same_bytes(
    gpu: Gpu, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, threads: int, in_background: bool
) -> None:
    settings = SortSettings(8, 8)
    data = make_start_data(settings, choose_storage(settings, gpu.capabilities))

    def record(name: str) -> dict[str, bytes]:
        folder = tmp_path / name
        plan = RecordingPlan(scale=3)
        recording = Recording(gpu, data, folder=folder, plan=plan, in_background=in_background)
        with closing(recording):
            while not recording.is_closed:
                recording.work(inf)
                recording.wait(inf)
        assert recording.is_complete
        return {path.name: path.read_bytes() for path in folder.iterdir()}

    expected = record("with")
    allow(threads, monkeypatch)
    assert record("without") == expected


@pytest.mark.usefixtures("no_threads")
def test_a_file_is_read_without_a_thread(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", np.array([2, 1], np.float32))
    reader = FileReader()
    reader.start(tmp_path / "a.npy")
    assert reader.is_done
    assert reader.take().values.tolist() == [2, 1]


@pytest.mark.usefixtures("no_threads")
def test_nothing_compiles_ahead_in_the_thread_that_draws() -> None:
    with headless_context() as ctx:
        assert compile_ahead("no shader at all").wait() is None
        assert ctx.simple_framebuffer((1, 1)).read() == bytes(3)  # the context is still current


@pytest.mark.usefixtures("no_threads")
@pytest.mark.parametrize("engine", list(EngineName))
def test_the_window_sorts_without_threads(
    ctx: moderngl.Context, tmp_path: Path, engine: EngineName
) -> None:
    settings = SortSettings(16, 16, seed=7, engine=engine)
    with closing(Pilot(ctx, settings, tmp_path, size=(1280, 800))) as pilot:
        pilot.settle()
        assert_picture_is_right(pilot)
