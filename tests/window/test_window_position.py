"""The window: keys and controls move the position as they say."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bitonic_scope.model.settings import SortSettings
from bitonic_scope.network.schedule import passes_before_stage
from tests.support.window_driver import ANSWER_S, Program, running_program
from tests.support.x_display import XDisplay, wait_until

pytestmark = pytest.mark.display

PASS_COUNT = 36  # of the default size, 16x16
LONG = SortSettings(width=32, height=32)
LONG_PASS_COUNT = 55
QUIET_S = 0.6  # two passes at the default speed


@pytest.fixture(scope="module")
def display() -> Iterator[XDisplay]:
    with XDisplay() as display:
        yield display


@pytest.fixture(scope="module")
def shared_program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    with XDisplay() as own, running_program(own, tmp_path_factory.mktemp("shared")) as program:
        yield program


@pytest.fixture
def program(shared_program: Program) -> Program:
    """One that many tests share: paused at pass 0, seed and speed as at the start."""
    close_list(shared_program)
    shared_program.window.key("Home")
    shared_program.wait_for(0)
    return shared_program


@pytest.fixture
def new_program(display: XDisplay, tmp_path: Path) -> Iterator[Program]:
    with running_program(display, tmp_path) as program:
        yield program


def test_opens_paused_at_pass_0(new_program: Program) -> None:
    assert new_program.stays_at(0, 2 * QUIET_S)


@pytest.mark.parametrize(
    ("forwards", "backwards"),
    [("Right", "Left"), ("Down", "Up"), ("Page_Down", "Page_Up"), ("KP_Right", "KP_Left")],
)
def test_a_key_steps_one_pass(program: Program, forwards: str, backwards: str) -> None:
    for position in (1, 2, 3):
        program.window.key(forwards)
        program.wait_for(position)
    for position in (2, 1, 0):
        program.window.key(backwards)
        program.wait_for(position)
    program.window.key(backwards)
    assert program.stays_at(0, QUIET_S)


def test_shift_steps_whole_stages(program: Program) -> None:
    for stage in (2, 3, 4):
        program.window.key("Right", ["Shift_L"])
        program.wait_for(passes_before_stage(stage))
    program.window.key("Right")
    program.window.key("Left", ["Shift_L"])
    program.wait_for(passes_before_stage(4))
    program.window.key("Left", ["Shift_L"])
    program.wait_for(passes_before_stage(3))


def test_end_and_home_go_to_the_ends(program: Program) -> None:
    program.window.key("End")
    program.wait_for(PASS_COUNT)
    program.window.key("Right")
    assert program.stays_at(PASS_COUNT, QUIET_S)
    program.window.key("Home")
    program.wait_for(0)


def test_quick_steps_are_all_counted(program: Program) -> None:
    for _ in range(PASS_COUNT + 14):
        program.window.key("Left")
    program.wait_for(0)
    for _ in range(PASS_COUNT - 1):
        program.window.key("Right")
    program.wait_for(PASS_COUNT - 1)
    for _ in range(14):
        program.window.key("Right")
    program.wait_for(PASS_COUNT)


def test_a_held_key_goes_on_and_stops_with_it(program: Program) -> None:
    program.window.key("Right", hold_s=1.5)
    reached = program.position()
    assert reached is not None
    assert reached > 2
    wait_until(
        lambda: program.stays_at(program.position() or 0, QUIET_S), ANSWER_S, "the key to end"
    )


def test_the_play_button_plays(new_program: Program) -> None:
    new_program.click("PLAY")
    for position in (1, 2, 3):
        new_program.wait_for(position)


@pytest.mark.timed
def test_space_after_a_click_on_play_toggles_exactly_once(
    display: XDisplay, tmp_path: Path
) -> None:
    with running_program(display, tmp_path, "--size", "32", "--speed", "10", settings=LONG) as it:
        for _ in range(10):
            it.click("PLAY")
            wait_until(lambda: it.position() not in (None, 0), ANSWER_S, "play")
            it.window.key("space")
            wait_until(lambda: stands(it), ANSWER_S, "the pause")
            assert it.position() != LONG_PASS_COUNT
            it.window.key("Home")
            it.wait_for(0)


def stands(program: Program) -> bool:
    """Tell whether the position stays for four passes' time, at 10 passes a second."""
    position = program.position()
    return position is not None and program.stays_at(position, 0.4)


def test_play_stops_at_the_end_and_starts_again_from_there(
    display: XDisplay, tmp_path: Path
) -> None:
    with running_program(display, tmp_path, "--speed", "60") as program:
        program.window.key("space")
        program.wait_for(PASS_COUNT)
        assert program.stays_at(PASS_COUNT, QUIET_S)
        program.window.key("minus")
        program.window.key("space")
        wait_until(lambda: program.position() != PASS_COUNT, 2, "play from the start")
        program.wait_for(PASS_COUNT)


def test_play_backwards_runs_to_the_start(display: XDisplay, tmp_path: Path) -> None:
    with running_program(display, tmp_path, "--speed", "60", "--at", "30") as program:
        program.click("DRAWER")
        program.window.click(*program.centre_of("PLAY_BACKWARDS", ("DRAWER",)))
        program.window.key("Escape")
        program.wait_for(0)
        assert program.stays_at(0, QUIET_S)


@pytest.mark.parametrize("stage", [1, 5, 8])
def test_a_click_on_a_stage_stands_before_its_first_pass(program: Program, stage: int) -> None:
    program.window.key("Right")
    program.click(f"stage {stage}")
    program.wait_for(passes_before_stage(stage))


def test_every_button_of_the_transport_does_what_its_key_does(program: Program) -> None:
    for button, position in (
        ("NEXT_PASS", 1),
        ("NEXT_STAGE", 3),
        ("NEXT_PASS", 4),
        ("PREVIOUS_PASS", 3),
        ("PREVIOUS_STAGE", 1),
    ):
        program.click(button)
        program.wait_for(position)
    program.click("DRAWER")
    for button, position in (("TO_END", PASS_COUNT), ("TO_START", 0)):
        program.window.click(*program.centre_of(button, ("DRAWER",)))
        program.window.key("Escape")
        program.wait_for(position)
        program.click("DRAWER")


@pytest.mark.parametrize(("typed", "position"), [("17", 17), ("4.2", 8), ("8.8", 36), ("3.0", 3)])
def test_a_typed_position_is_gone_to(program: Program, typed: str, position: int) -> None:
    program.window.key("g")
    program.window.type_text(f"{typed}\n")
    program.wait_for(position)
    program.window.key("Left")  # the field gave the keyboard back
    program.wait_for(position - 1)


def test_a_position_that_is_not_there_is_refused(program: Program) -> None:
    program.window.key("Right")
    program.wait_for(1)
    for typed in ("99999", "-1", "4.5", "nonsense"):
        program.click("position")
        program.window.type_text(f"{typed}\n")
        assert program.stays_at(1, QUIET_S / 2), typed


def test_the_strip_is_dragged(program: Program) -> None:
    x, y = program.centre_of("strip")
    program.window.drag(x, y, x + 5000, y)
    program.wait_for(PASS_COUNT)
    program.window.drag(x, y, -200, y)
    program.wait_for(0)


def test_typing_a_seed_does_nothing_else(program: Program) -> None:
    program.window.key("Right")
    program.wait_for(1)
    program.click("data")
    program.window.click(*program.centre_of("seed", ("data",)))
    program.window.type_text("12 r?hngo+-")
    for key in ("Left", "Right", "Home", "End", "Up", "Down", "space"):
        program.window.key(key)
    close_list(program)
    program.wait_for(1)
    assert program.stays_at(1, QUIET_S)


def close_list(program: Program) -> None:
    """Leave the field that has the keyboard, and then its list."""
    for _ in range(2):
        program.window.key("Escape")


@pytest.mark.parametrize("typed", ["12\n", "\b12 \n", "12\t"])
def test_a_typed_seed_is_applied(new_program: Program, typed: str) -> None:
    new_program.window.key("s")
    new_program.window.key("a", ["Control_L"])
    new_program.window.type_text(typed)
    close_list(new_program)
    new_program.settings = SortSettings(seed=int(typed.strip().strip("\b")))
    new_program.wait_for(0)


def test_a_changed_size_restarts_the_sort_and_a_changed_seed_does_not(
    display: XDisplay, tmp_path: Path
) -> None:
    with running_program(display, tmp_path, "--play", "--at", "10") as program:
        program.wait_for(12)
        program.choose("width", 32)
        program.settings = SortSettings(width=32)
        program.wait_for(0)
        assert program.stays_at(0, QUIET_S)
        for position in (1, 2):
            program.window.key("Right")
            program.wait_for(position)
        program.window.key("s")
        program.window.type_text("7\n")
        program.settings = SortSettings(width=32, seed=7)
        program.wait_for(2)
        program.choose("height", 8)
        program.settings = SortSettings(width=32, height=8, seed=7)
        program.wait_for(0)
        program.window.key("End")
        program.wait_for(program.settings.network.pass_count)


@pytest.mark.parametrize("key", ["plus", "KP_Add"])
def test_plus_plays_faster(new_program: Program, key: str) -> None:
    for _ in range(12):
        new_program.window.key(key)
    new_program.window.key("space")
    wait_until(lambda: new_program.position() == PASS_COUNT, 2, "36 passes at the greatest speed")


@pytest.mark.parametrize("key", ["minus", "KP_Subtract"])
def test_minus_plays_slower(new_program: Program, key: str) -> None:
    for _ in range(12):
        new_program.window.key(key)
    new_program.window.key("space")
    assert new_program.stays_at(0, 1.5)  # the slowest speed is one pass in two seconds
    new_program.wait_for(1)


def test_a_seed_typed_while_the_program_is_slow_is_taken_whole(new_program: Program) -> None:
    with new_program.busy():
        new_program.window.key("s")
        new_program.window.type_text("13\n")
    new_program.settings = SortSettings(seed=13)
    new_program.wait_for(0)


def test_a_position_typed_while_the_program_is_slow_is_taken_whole(program: Program) -> None:
    with program.busy():
        program.window.key("g")
        program.window.type_text("21\n")
    program.wait_for(21)


def test_keys_pressed_while_the_program_is_slow_are_all_taken_in_their_order(
    program: Program,
) -> None:
    with program.busy():
        for _ in range(12):
            program.window.key("Right")
        for _ in range(5):
            program.window.key("Left")
        program.window.key("End")
        program.window.key("Left")
    program.wait_for(PASS_COUNT - 1)
