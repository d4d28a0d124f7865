"""The window: whatever its size, the picture is square and in its place, and clicks hit."""

import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from bitonic_scope.window.loop import MIN_WINDOW_SIZE
from tests.support.window_driver import ANSWER_S, Program, running_program
from tests.support.x_display import XDisplay, wait_until

pytestmark = pytest.mark.display

SCREEN = (1280, 800)
WINDOW = (1152, 648)  # the largest 16:9 within nine tenths of the screen
QUIET_S = 0.5
F11_HOLD_S = 0.4  # outlasts the change of the window: see XWindow.key


@pytest.fixture(scope="module")
def display() -> Iterator[XDisplay]:
    with XDisplay(*SCREEN) as display:
        yield display


@pytest.fixture
def program(display: XDisplay, tmp_path: Path) -> Iterator[Program]:
    with running_program(display, tmp_path) as program:
        yield program


def wait_for_size(program: Program, size: tuple[int, int]) -> None:
    wait_until(lambda: program.window.geometry()[2:] == size, ANSWER_S, f"a window of {size}")
    wait_until(
        lambda: is_picture_in_its_place(program), ANSWER_S, "the picture in the middle of its place"
    )


def is_picture_in_its_place(program: Program) -> bool:
    """Return whether each cell is a square of one gray where the layout has it."""
    spot, settings = program.spot, program.settings
    is_square = spot.width * settings.height == spot.height * settings.width
    return is_square and program.texels() is not None


def works(program: Program, *, at: int) -> int:
    """Step by a click and by a key from a pass; return where it stands then."""
    program.wait_for(at)
    program.click("NEXT_PASS")
    program.wait_for(at + 1)
    program.window.key("Right")
    program.wait_for(at + 2)
    return at + 2


def test_opens_as_16_to_9_within_nine_tenths_of_the_screen(program: Program) -> None:
    assert program.window.geometry()[2:] == WINDOW
    assert is_picture_in_its_place(program)


def test_f11_fills_the_screen_and_comes_back(program: Program) -> None:
    at = works(program, at=0)
    for _ in range(2):
        program.window.key("F11", hold_s=F11_HOLD_S)
        wait_for_size(program, SCREEN)
        at = works(program, at=at)
        program.window.key("F11", hold_s=F11_HOLD_S)
        wait_for_size(program, WINDOW)
        at = works(program, at=at)


def test_a_short_press_of_f11_is_enough(program: Program) -> None:
    for size in (SCREEN, WINDOW, SCREEN, WINDOW):
        program.window.key("F11")
        wait_for_size(program, size)
        program.wait_for(0)  # a frame later: nobody sees the window change and presses at once


def test_esc_leaves_full_screen_and_never_ends_the_program(
    display: XDisplay, tmp_path: Path
) -> None:
    with running_program(display, tmp_path, "--fullscreen") as program:
        wait_for_size(program, SCREEN)
        program.window.key("Escape", hold_s=F11_HOLD_S)
        wait_for_size(program, WINDOW)
        for _ in range(3):
            program.window.key("Escape")
        works(program, at=0)


def test_full_screen_comes_back_to_the_size_before(program: Program) -> None:
    program.window.resize(800, 600)
    wait_for_size(program, (800, 600))
    program.window.key("F11", hold_s=F11_HOLD_S)
    wait_for_size(program, SCREEN)
    program.window.key("F11", hold_s=F11_HOLD_S)
    wait_for_size(program, (800, 600))
    works(program, at=0)


@pytest.mark.parametrize("size", [(1111, 777), (640, 480), (500, 780), (1280, 401)])
def test_any_size_shows_a_square_picture_and_clicks_hit(
    program: Program, size: tuple[int, int]
) -> None:
    program.window.resize(*size)
    wait_for_size(program, size)
    works(program, at=0)


def test_the_least_size_works(program: Program) -> None:
    program.window.resize(*MIN_WINDOW_SIZE)
    wait_for_size(program, MIN_WINDOW_SIZE)
    works(program, at=0)


def test_a_window_of_next_to_nothing_does_no_harm(program: Program) -> None:
    for size in ((1, 1), (1, 300), (300, 1), (7, 5), (40, 30)):
        program.window.resize(*size)
        program.window.key("Right")
    program.window.resize(*WINDOW)
    wait_for_size(program, WINDOW)
    works(program, at=5)


def test_resizing_while_it_plays_does_no_harm(display: XDisplay, tmp_path: Path) -> None:
    with running_program(display, tmp_path, "--play", "--speed", "30") as program:
        for width in range(1100, 500, -60):
            program.window.resize(width, width // 2 + 150)
        program.wait_for(program.settings.network.pass_count)
        assert is_picture_in_its_place(program)


def test_a_restored_window_shows_the_picture_and_takes_clicks(program: Program) -> None:
    at = works(program, at=0)
    program.window.minimise()
    program.window.restore()
    program.window.focus()
    assert works(program, at=at) == at + 2


def captions(program: Program) -> NDArray[np.uint8]:
    """Return the captions, with all else above the strip."""
    return program.window.screenshot()[: program.centre_of("strip")[1]]


def settled_captions(program: Program) -> NDArray[np.uint8]:
    """Return the captions once they have not changed for a while."""
    while True:
        before = captions(program)
        time.sleep(QUIET_S)
        if np.array_equal(captions(program), before):
            return before


@pytest.mark.parametrize("key", ["question", "h", "F1"])
def test_a_sort_under_the_open_help_ends_right(program: Program, key: str) -> None:
    before = program.window.screenshot()
    program.window.key(key)
    wait_until(
        lambda: np.mean(program.window.screenshot() != before) > 0.1,
        ANSWER_S,
        "help over the picture",
    )
    for _ in range(12):
        program.window.key("plus")
    covered = program.window.screenshot()
    program.window.key("End")
    wait_until(
        lambda: np.any(program.window.screenshot() != covered),
        ANSWER_S,
        "the caption of the last pass",
    )
    at_end = settled_captions(program)
    program.window.key("Home")
    wait_until(
        lambda: np.any(captions(program) != at_end), ANSWER_S, "the caption of the first pass"
    )
    program.window.key("space")  # 36 passes at 240 a second, with the help open all the while
    wait_until(lambda: np.array_equal(captions(program), at_end), ANSWER_S, "the end of play")
    assert not is_picture_in_its_place(program)
    program.window.key("Escape")
    program.wait_for(program.settings.network.pass_count)


def test_the_help_closes_by_its_button_too(program: Program) -> None:
    close = program.centre_of("close help", ("HELP",))
    program.click("HELP")
    wait_until(lambda: not is_picture_in_its_place(program), ANSWER_S, "help over the picture")
    program.window.click(*close)
    wait_until(lambda: is_picture_in_its_place(program), ANSWER_S, "the whole picture")
    works(program, at=0)
