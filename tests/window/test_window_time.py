"""The window: it keeps the speed that was asked for, and rests while nothing happens."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bitonic_scope.model.settings import SortSettings
from tests.support.window_driver import ANSWER_S, Program, running_program
from tests.support.x_display import XDisplay, cpu_seconds, wait_until

pytestmark = [pytest.mark.display, pytest.mark.timed]

LONG = SortSettings(width=32, height=64)  # 66 passes
WARM_UP_S = 2.0
REST_S = 10.0
PLAY_S = 10.0
SPEED = 5
ATTEMPTS = 3  # a machine that stalls is not the program's fault; a wrong speed misses each time


@pytest.fixture(scope="module")
def display() -> Iterator[XDisplay]:
    with XDisplay() as display:
        yield display


def cores_used(program: Program, seconds: float) -> float:
    """Return how many cores a program keeps busy, once it is warm."""
    time.sleep(WARM_UP_S)
    before = cpu_seconds(program.process.pid)
    time.sleep(seconds)
    return (cpu_seconds(program.process.pid) - before) / seconds


def test_a_paused_window_takes_less_than_a_twentieth_of_a_core(
    display: XDisplay, tmp_path: Path
) -> None:
    with running_program(display, tmp_path) as program:
        program.window.key("Right")
        program.wait_for(1)
        assert cores_used(program, REST_S) < 0.05


def test_play_draws_only_when_there_is_another_pass(display: XDisplay, tmp_path: Path) -> None:
    with running_program(display, tmp_path, "--play", "--speed", "2") as program:
        assert cores_used(program, REST_S / 2) < 0.25


@pytest.fixture
def player(display: XDisplay, tmp_path: Path) -> Iterator[Program]:
    arguments = ("--size", "32x64", "--speed", str(SPEED))
    with running_program(display, tmp_path, *arguments, settings=LONG) as program:
        yield program


def now_at_change(program: Program) -> tuple[float, int]:
    """Wait for the next pass; return the time and its pass_index."""
    start = program.position()
    wait_until(lambda: program.position() not in (start, None), ANSWER_S, "the next pass")
    now, position = time.monotonic(), program.position()
    assert position is not None
    return now, position


def test_plays_50_passes_in_10_seconds_at_5_a_second(player: Program) -> None:
    misses = []
    for _ in range(ATTEMPTS):
        player.window.key("Home")
        player.wait_for(0)
        player.window.key("space")
        start_s, start = now_at_change(player)
        time.sleep(PLAY_S - 0.3)
        end_s, end = now_at_change(player)
        player.window.key("space")
        expected = SPEED * (end_s - start_s)
        if abs(end - start - expected) <= 1 and abs(expected - 50) <= 3:
            return
        misses.append((end - start, expected))
    pytest.fail(f"passes made and expected in {ATTEMPTS} attempts: {misses}")


def test_a_window_that_was_minimised_makes_no_burst_of_passes(player: Program) -> None:
    player.window.key("space")
    start_s, start = now_at_change(player)
    player.window.minimise()
    time.sleep(PLAY_S / 2)
    player.window.restore()
    end_s, end = now_at_change(player)
    assert end - start <= SPEED * (end_s - start_s) + 1
