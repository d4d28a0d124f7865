"""Starts the program as a person does, works its window, and reads the position off the picture."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bitonic_scope.data.distributions import uniform
from bitonic_scope.model.examples import EXAMPLES
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.window.loop import TITLE
from tests.support.forked import ForkedProgram
from tests.support.oracle import gray_picture, values_at_every_pass
from tests.support.picture_place import Spot, shown_texels, texture_spot
from tests.support.program import environment
from tests.support.window_controls import control_centres
from tests.support.x_display import XDisplay, wait_until
from tests.support.x_window import XWindow, find_window

ANSWER_S = 20.0  # until a key must have done its work, on a machine that is busy with other tests
END_S = 20.0
CLEAR_DIFFERENCE = 60  # of 255: between the darkest and the lightest of a picture


@cache
def reference_pictures(settings: SortSettings) -> tuple[NDArray[np.uint8], ...]:
    """Return the grays at every pass_index: (height, width) uint8 each, top row first."""
    if settings.own is None:
        values = uniform(settings.seed, settings.element_count)
    else:  # from 0 to 1, and as many as there are places
        values = settings.own.values.view(np.float32)
    pictures = tuple(
        gray_picture(state, settings.width, pixels_per_texel=1)
        for state in values_at_every_pass(values, settings.order)
    )
    assert len({picture.tobytes() for picture in pictures}) == len(pictures), "states look alike"
    return pictures


class Program:
    """The program, running, with a window.

    Attributes:
        settings: What it is expected to show now; a test that changes them says so here.
        scale: Pixels of the screen in a logical pixel.
    """

    def __init__(
        self,
        display: XDisplay,
        process: ForkedProgram,
        log: Path,
        settings: SortSettings,
        scale: int,
    ) -> None:
        self.process = process
        self.settings = settings
        self.scale = scale
        self.window: XWindow = find_window(display, TITLE)
        self._display = display
        self._log = log

    @property
    def messages(self) -> str:
        """What was written to stderr so far."""
        return self._log.read_text()

    @property
    def spot(self) -> Spot:
        """Where the elements are in the window as large as it is now."""
        _, _, width, height = self.window.geometry()
        size = width // self.scale, height // self.scale
        return texture_spot(size, self.settings, scale=self.scale)

    def texels(self) -> NDArray[np.uint8] | None:
        """Return the grays of the picture: (height, width) uint8, top row first.

        None while cells are not of one gray each, as between two sizes, and while something covers
        the picture.
        """
        spot = self.spot
        return shown_texels(self.window.screenshot(), spot, self.settings)

    def position(self) -> int | None:
        """Return the pass_index whose state is on the screen; None where it is no such state."""
        texels = self.texels()
        if texels is None:
            return None
        found = [
            pass_index
            for pass_index, picture in enumerate(reference_pictures(self.settings))
            if np.array_equal(picture, texels)
        ]
        return found[0] if found else None

    def wait_for_picture(self) -> None:
        """Wait until the place of the elements is not empty."""

        def is_shown() -> bool:
            shown = self.spot.cut(self.window.screenshot())
            return bool(shown.size) and int(np.ptp(shown)) > CLEAR_DIFFERENCE

        wait_until(is_shown, ANSWER_S, "a picture in the window")

    def wait_for(self, position: int) -> None:
        """Wait until that pass_index is on the screen."""
        try:
            wait_until(lambda: self.position() == position, ANSWER_S, f"pass {position}")
        except AssertionError as error:
            raise AssertionError(f"{error}: it shows pass {self.position()}") from None

    def stays_at(self, position: int, seconds: float) -> bool:
        """Tell whether that pass_index stays on the screen for so long: here time is the claim."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if self.position() != position:
                return False
            time.sleep(0.05)
        return True

    def centre_of(
        self, control: str, clicks: tuple[str, ...] = (), *, is_closing: bool = False
    ) -> tuple[int, int]:
        """Return the middle of a control in the window as large as it is now."""
        _, _, width, height = self.window.geometry()
        return control_centres(width, height, self.settings, clicks, is_closing=is_closing)[control]

    def click(self, control: str) -> None:
        """Click a control that is there without an overlay or a list being open."""
        self.window.click(*self.centre_of(control))

    def choose(self, name: str, side: int) -> None:
        """Choose a side, "width" or "height", from its list in the drawer, and close the drawer."""
        self.click("DRAWER")
        for control in (name, f"{name} {side}"):
            self.window.click(*self.centre_of(control, ("DRAWER", name)))
        self.window.key("Escape")
        self.window.move(0, 0)  # or it would point at an element that the drawer has covered

    @contextmanager
    def busy(self) -> Iterator[None]:
        """Keep the program from looking at any event until the end: then all arrive at once."""
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    def exit_code(self) -> int:
        """Wait until the program has ended by itself, and return its exit code."""
        return self.process.wait(END_S)


@contextmanager
def running_program(
    display: XDisplay,
    folder: Path,
    *arguments: str,
    settings: SortSettings | None = None,
    scale: int = 1,
    is_first_start: bool = False,
) -> Iterator[Program]:
    """Start the program in a folder of its own, and end it afterwards if it still runs.

    Args:
        display: Where its window is to appear.
        folder: Its working directory is `folder`/work, made if need be.
        arguments: Of the command line.
        settings: What they mean.
        scale: Pixels of the screen in a logical pixel.
        is_first_start: Whether there are no options, so that the first example opens.

    Raises:
        AssertionError: There is a traceback on its stderr.
    """
    work, log = folder / "work", folder / "stderr.txt"
    work.mkdir(parents=True, exist_ok=True)
    config = folder / "config"  # so that no window opens as another was left
    folders = {"XDG_CONFIG_HOME": str(config), "XDG_PICTURES_DIR": str(work)}
    here = environment({"DISPLAY": display.name, **folders})
    opened = [] if "--size" in arguments else ["--size", "16"]
    opened += [] if "--view" in arguments else ["--view", "texture"]
    opened = [] if is_first_start else opened
    settings = settings or (EXAMPLES[0].settings if is_first_start else SortSettings())
    with log.open("wb") as messages:
        process = ForkedProgram(*opened, *arguments, folder=work, environment=here, stderr=messages)
    try:
        program = Program(display, process, log, settings, scale)
        program.window.focus()
        program.wait_for_picture()
        yield program
        if process.poll() is None:
            program.window.ask_to_close()
            process.wait(END_S)
    finally:
        if process.poll() is None:
            process.kill()
    assert "Traceback" not in program.messages, program.messages
