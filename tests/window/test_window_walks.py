"""Two walks of a new user, from the first start to the recorded frames of one's own numbers."""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from bitonic_scope.data.own_data import NumpyForm, OwnData
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.network.schedule import passes_before_stage
from bitonic_scope.views.palette import PALETTES
from tests.support.program import run_program
from tests.support.window_driver import ANSWER_S, Program, running_program
from tests.support.x_display import XDisplay, wait_until
from tests.support.x_drop import drop_file

pytestmark = pytest.mark.display

SCREEN = (1424, 802)
WINDOW = (1280, 720)
HOLD_S = 1.0  # of a key that fills the screen: longer than the server waits before it repeats keys
RECORD_S = 60.0
NAME = "numbers.txt"
# Sixteenths in an order whose state differs at every pass.
PLACES = (2, 11, 3, 10, 0, 4, 7, 5, 14, 12, 6, 9, 13, 8, 1, 15)
NUMBERS = np.array(PLACES, np.float32) / np.float32(15)
OWN = SortSettings().with_own(OwnData(NAME, NUMBERS, NUMBERS.shape, NumpyForm("<f4")))


@pytest.fixture
def display() -> Iterator[XDisplay]:
    with XDisplay(*SCREEN) as display:
        yield display


@pytest.fixture
def program(display: XDisplay, tmp_path: Path) -> Iterator[Program]:
    """The program at its first start."""
    (tmp_path / NAME).write_text("\n".join(str(number) for number in NUMBERS))
    with running_program(display, tmp_path, is_first_start=True) as program:
        program.window.resize(*WINDOW)
        yield program


def wait_for_change(program: Program, before: NDArray[np.uint8], what: str) -> NDArray[np.uint8]:
    """Wait until a hundredth of the window has changed, and return what it shows then."""

    def has_changed() -> bool:
        now = program.window.screenshot()
        return now.shape == before.shape and bool(np.mean(now != before) > 0.01)

    wait_until(has_changed, ANSWER_S, what)
    return program.window.screenshot()


def wait_for_size(program: Program, size: tuple[int, int]) -> None:
    wait_until(lambda: program.window.geometry()[2:] == size, ANSWER_S, f"a window of {size}")


def shows_pointed(program: Program) -> bool:
    """Return whether an element is marked as pointed at."""
    seen = program.spot.cut(program.window.screenshot())
    return any((seen == palette.pointed).all(axis=2).any() for palette in PALETTES.values())


def assert_recorded(folder: Path) -> None:
    """Wait for the recording of the numbers, and compare it with the command's."""
    recording = folder / "work" / "bitonic-4x4-numbers"
    wait_until((recording / "frames.json").exists, RECORD_S, "the end of the recording")
    told = json.loads((recording / "frames.json").read_text())
    assert told["complete"] is True
    shown = {
        name: told["settings"][name]
        for name in ("view", "marks", "theme")
        if name in told["settings"]
    }
    options = [part for name, value in shown.items() for part in (f"--{name}", value)]
    scale = str(told["settings"]["pixels_per_texel"])
    run_program(
        *("record", "--input", NAME, "--out", "expected", "--scale", scale), *options, folder=folder
    )
    expected = sorted((folder / "expected").glob("*.png"))
    assert len(expected) == OWN.network.pass_count + 1
    for path in expected:
        assert (recording / path.name).read_bytes() == path.read_bytes()


def test_by_keyboard_alone(program: Program, tmp_path: Path) -> None:
    window = program.window
    seen = window.screenshot()
    for key, what in (
        ("question", "the help"),
        ("Escape", "the picture"),
        ("Right", "the next pass"),
        ("space", "play"),
        ("End", "the end"),
    ):
        window.key(key)
        seen = wait_for_change(program, seen, what)
    window.key("l")
    window.type_text(f"{tmp_path / NAME}\n")
    program.settings = OWN
    window.key("2")
    program.wait_for(0)
    window.key("Right")
    program.wait_for(1)
    seen = window.screenshot()
    for key in "1345":
        window.key(key)
        seen = wait_for_change(program, seen, f"the view {key}")
    window.key("2")
    program.wait_for(1)
    window.key("g")
    window.type_text("2.2\n")
    program.wait_for(3)
    window.key("b")
    wait_until(lambda: np.ptp(window.screenshot()[..., 0]) == 0, ANSWER_S, "a blank screen")
    window.key("b")
    program.wait_for(3)
    window.key("F5", hold_s=HOLD_S)
    wait_for_size(program, SCREEN)
    window.key("Page_Down")
    window.key("Escape")
    program.wait_for(4)
    window.key("Escape", hold_s=HOLD_S)
    wait_for_size(program, WINDOW)
    program.wait_for(4)
    window.key("z", ["Control_L"])
    program.wait_for(3)
    window.key("e", ["Control_L"])
    assert_recorded(tmp_path)
    window.key("q", ["Control_L"])
    assert program.exit_code() == 0
    assert program.messages == ""


def test_by_mouse_alone(display: XDisplay, program: Program, tmp_path: Path) -> None:
    window = program.window
    seen = window.screenshot()
    program.click("network")
    seen = wait_for_change(program, seen, "the list of networks")
    window.click(WINDOW[0] // 2, WINDOW[1] - 10)  # beside the list, which closes it
    seen = wait_for_change(program, seen, "the picture")
    program.click("data")
    seen = wait_for_change(program, seen, "the list of examples")
    window.click(*program.centre_of("examples Noise", ("data",)))
    program.settings = SortSettings()
    seen = wait_for_change(program, seen, "both pictures of the example")
    for view in ("bars", "dots", "network", "texture"):
        program.click(f"view {view}")
        seen = wait_for_change(program, seen, f"the view {view}")
    program.wait_for(0)

    place = program.spot
    x, y = place.left + place.width // 3, place.top + place.height // 3
    window.move(x, y)
    wait_until(lambda: shows_pointed(program), ANSWER_S, "the pointed pair")
    window.click(x, y)
    window.move(x, 5)
    wait_until(lambda: shows_pointed(program), ANSWER_S, "the pinned pair")
    window.click(x, y)
    window.move(x, 5)
    program.wait_for(0)

    program.click("stage 5")
    program.wait_for(passes_before_stage(5))
    window.drag(*program.centre_of("strip"), WINDOW[0] + 500, WINDOW[1])
    program.wait_for(36)
    x, y = program.centre_of("triangle")  # the corner between four cells, of which one is meant
    window.click(x - 4, y + 4)
    program.wait_for(passes_before_stage(5) + 3)
    seen = window.screenshot()
    program.click("DRAWER")
    seen = wait_for_change(program, seen, "the drawer")
    program.click("DRAWER")
    program.wait_for(passes_before_stage(5) + 3)

    drop_file(display, window.handle, tmp_path / NAME, x=600, y=300)
    program.settings = OWN
    program.wait_for(0)
    program.click("CHOOSE_RECORDING")
    window.click(*program.centre_of("start recording", ("CHOOSE_RECORDING",)))
    assert_recorded(tmp_path)
    program.click("PRESENT")
    wait_for_size(program, SCREEN)
    unit = SCREEN[0] / 180
    window.move(SCREEN[0] // 2, SCREEN[1] // 2)
    window.click(SCREEN[0] - round(6 * unit), round(4.7 * unit))  # the button that ends it
    wait_for_size(program, WINDOW)
    program.wait_for(0)
    window.ask_to_close()
    assert program.exit_code() == 0
    assert program.messages == ""
