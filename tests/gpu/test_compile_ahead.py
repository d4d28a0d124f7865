"""Compute shaders are compiled by a thread, while the window goes on answering."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from math import inf
from pathlib import Path
from threading import Event, Timer

import moderngl
import numpy as np
import pytest
from numpy.typing import NDArray
from pyglet.window import key as symbols

from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.compute import compile_ahead as compile_ahead_module
from bitonic_scope.gpu.compute import programs as compute_programs_module
from bitonic_scope.gpu.compute.compile_ahead import compile_ahead
from bitonic_scope.gpu.compute.programs import ComputePrograms
from bitonic_scope.gpu.shader_source import ShaderLine, ShaderSource
from bitonic_scope.model.settings import EngineName, SortSettings
from bitonic_scope.system.task import Task
from tests.support.oracle import expected_frames
from tests.support.pilot import Pilot
from tests.window.test_session import assert_picture_is_right, picture_on_screen

DEFINES: dict[str, str | int] = {"FLOAT32": 1, "GROUP_SIZE": 64, "GROUP_BITS": 6, "FLIP": 0}
FAST = "compute/fast.comp"

# Compiles ahead with an empty cache; prints how many files the driver keeps then, and how many
# more once the program has been made and has run.
SHOW_CACHE = f"""
import json, sys, time
from math import inf
from pathlib import Path

from bitonic_scope.gpu.compute.programs import ComputePrograms
from bitonic_scope.gpu.context import headless_context

def files():
    return sum(path.is_file() for path in Path(sys.argv[1]).rglob("*"))

def kept():
    count = -1
    while count != (count := files()):  # a thread of the driver may still be writing
        time.sleep(0.5)
    return count

with headless_context() as ctx:
    programs = ComputePrograms(ctx, compiles_ahead=True)
    assert programs.is_ready_by({FAST!r}, {DEFINES!r}, inf)
    ahead = kept()
    ctx.buffer(reserve=4096).bind_to_storage_buffer(0)
    programs.get({FAST!r}, {DEFINES!r}).prepared((), 1, 1)()
    ctx.finish()
    print(json.dumps([ahead, kept() - ahead]))
    programs.release()
"""


@pytest.fixture
def ahead(ctx: moderngl.Context) -> Iterator[ComputePrograms]:
    programs = ComputePrograms(ctx, compiles_ahead=True)
    yield programs
    programs.release()


def test_the_driver_has_in_its_cache_what_was_compiled_ahead(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    command = [sys.executable, "-c", SHOW_CACHE, str(cache)]
    cache.mkdir()
    environment = {
        "MESA_SHADER_CACHE_DIR": str(cache),
        "MESA_SHADER_CACHE_DISABLE": "false",
        "__GL_SHADER_DISK_CACHE_PATH": str(cache),  # NVIDIA's
        "__GL_SHADER_DISK_CACHE": "1",
    }
    done = subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True, check=True
    )
    compiled_ahead, compiled_again = json.loads(done.stdout)
    assert compiled_ahead > 0
    assert compiled_again == 0


def test_a_program_is_ready_once_the_thread_has_compiled_it(ahead: ComputePrograms) -> None:
    assert not ahead.is_ready_by(FAST, DEFINES, 0.0)
    assert ahead.is_ready_by(FAST, DEFINES, inf)
    assert ahead.is_ready_by(FAST, DEFINES, 0.0)
    assert ahead.get(FAST, DEFINES) is ahead.get(FAST, DEFINES)


def test_without_a_thread_programs_are_always_ready(
    ctx: moderngl.Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compute_programs_module, "compile_ahead", lambda _: pytest.fail("asked"))
    assert ComputePrograms(ctx).is_ready_by(FAST, DEFINES, 0.0)


def test_a_program_that_is_there_needs_no_thread(
    ahead: ComputePrograms, monkeypatch: pytest.MonkeyPatch
) -> None:
    ahead.get(FAST, DEFINES)
    monkeypatch.setattr(compute_programs_module, "compile_ahead", lambda _: pytest.fail("asked"))
    assert ahead.is_ready_by(FAST, DEFINES, 0.0)


def test_what_the_driver_refuses_is_told_to_who_wants_the_program(
    ahead: ComputePrograms, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = (ShaderLine("#version 430 core", FAST, 1), ShaderLine("void main() {", FAST, 2))
    monkeypatch.setattr(
        compute_programs_module, "load_shader", lambda *_, **__: ShaderSource(lines)
    )
    assert ahead.is_ready_by(FAST, DEFINES, inf)
    with pytest.raises(ProgramError, match="the driver refuses shaders/compute/fast"):
        ahead.get(FAST, DEFINES)


def test_where_there_is_no_other_context_it_is_compiled_when_it_is_wanted(
    ahead: ComputePrograms, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: int) -> None:
        raise Exception("cannot create a context")

    monkeypatch.setattr(compile_ahead_module, "bare_context", fail)
    assert ahead.is_ready_by(FAST, DEFINES, inf)
    assert ahead.get(FAST, DEFINES).name == FAST


def test_a_driver_without_a_function_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    class Without:
        is_released = False

        def load(self, name: str) -> int:
            return 0

        def __exit__(self, *_: object) -> None:
            assert not self.is_released

        def release(self) -> None:
            self.is_released = True

    context = Without()
    monkeypatch.setattr(compile_ahead_module, "bare_context", lambda _: context)
    with pytest.raises(LookupError, match="glCreateShader"):
        compile_ahead("").wait(inf)
    assert context.is_released


class HeldThread:
    """Compiles nothing until it may."""

    def __init__(self) -> None:
        self.may_end = Event()
        self.tasks: list[Task[bool]] = []

    def compile_ahead(self, source: str) -> Task[bool]:
        def steps() -> Iterator[bool]:
            self.may_end.wait()
            yield True

        self.tasks.append(Task(steps))
        return self.tasks[-1]


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[HeldThread]:
    held = HeldThread()
    monkeypatch.setattr(compute_programs_module, "compile_ahead", held.compile_ahead)
    yield held
    held.may_end.set()


def test_who_releases_programs_waits_for_the_thread(
    ctx: moderngl.Context, held: HeldThread
) -> None:
    programs = ComputePrograms(ctx, compiles_ahead=True)
    assert not programs.is_ready_by(FAST, DEFINES, 0.0)
    Timer(0.05, held.may_end.set).start()
    programs.release()
    assert held.tasks[0].is_done


SETTINGS = SortSettings(16, 16, seed=7)
SIZE = (1280, 800)


@pytest.fixture
def pilot(ctx: moderngl.Context, tmp_path: Path, held: HeldThread) -> Iterator[Pilot]:
    with closing(Pilot(ctx, SETTINGS, tmp_path, size=SIZE)) as pilot:
        pilot.settle()
        yield pilot
        held.may_end.set()


def choose(pilot: Pilot, engine: EngineName) -> None:
    settings = replace(pilot.session.state.settings, engine=engine)
    pilot.session.change(replace(pilot.session.state, settings=settings))
    pilot.settle()


def picture(pilot: Pilot) -> NDArray[np.uint8]:
    """Return the part of the screen that shows the elements."""
    return picture_on_screen(pilot)


def test_the_engine_compiles_as_soon_as_it_is_chosen(pilot: Pilot, held: HeldThread) -> None:
    choose(pilot, EngineName.COMPUTE)
    assert len(held.tasks) == 1
    assert not pilot.session.is_busy
    assert_picture_is_right(pilot)


def test_the_simple_engine_compiles_both_its_shaders_before_it_runs(
    pilot: Pilot, held: HeldThread
) -> None:
    choose(pilot, EngineName.COMPUTE_SIMPLE)
    assert held.tasks
    held.may_end.set()
    pilot.key(symbols.END)
    pilot.settle()
    assert len(held.tasks) == 2
    assert pilot.position == pilot.session.state.timeline.pass_count
    assert_picture_is_right(pilot)


def test_the_window_answers_while_the_engine_compiles(pilot: Pilot, held: HeldThread) -> None:
    choose(pilot, EngineName.COMPUTE)
    before = picture(pilot)
    pilot.key(symbols.END)
    pilot.frames(20, dt_seconds=0.01)
    assert np.array_equal(picture(pilot), before)
    assert pilot.session.is_busy
    pilot.key(symbols.F1)
    assert pilot.session.state.display.help_open
    pilot.key(symbols.F1)
    held.may_end.set()
    pilot.settle()
    assert pilot.position == pilot.session.state.timeline.pass_count
    assert not np.array_equal(picture(pilot), before)
    assert_picture_is_right(pilot)


def test_another_choice_does_not_wait_for_the_compiler(pilot: Pilot, held: HeldThread) -> None:
    choose(pilot, EngineName.COMPUTE)
    pilot.key(symbols.END)
    choose(pilot, EngineName.FRAGMENT)
    pilot.settle()
    assert pilot.position == pilot.session.state.timeline.pass_count
    assert_picture_is_right(pilot)
    pilot.key(symbols.LEFT)
    pilot.settle()
    assert pilot.position == pilot.session.state.timeline.pass_count - 1
    assert not held.may_end.is_set()
    assert_picture_is_right(pilot)


def test_a_recording_waits_for_the_compiler_and_is_complete(
    pilot: Pilot, held: HeldThread, tmp_path: Path
) -> None:
    choose(pilot, EngineName.COMPUTE)
    pilot.session.change(replace(pilot.session.state, record=True))
    pilot.frames(20)
    assert not list(tmp_path.glob("*/*.png"))
    held.may_end.set()
    pilot.settle()
    assert len(list(tmp_path.glob("*/*.png"))) == len(
        expected_frames(7, 16, 16, pixels_per_texel=1)
    )


def test_a_shader_that_the_driver_refuses_is_told_and_the_window_goes_on(
    pilot: Pilot, held: HeldThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise ProgramError("the driver refuses it")

    choose(pilot, EngineName.COMPUTE)
    held.may_end.set()
    monkeypatch.setattr(ComputePrograms, "get", refuse)
    for key, position in ((symbols.END, 0), (symbols.RIGHT, 0)):
        pilot.key(key)
        pilot.settle()  # and does not try for ever
        assert pilot.session.state.message == "the driver refuses it"
        assert pilot.position == position
        assert_picture_is_right(pilot)
    monkeypatch.undo()
    pilot.key(symbols.END)
    pilot.settle()
    assert pilot.position == pilot.session.state.timeline.pass_count
    assert_picture_is_right(pilot)
