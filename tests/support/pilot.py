"""Drives the whole screen without a window: events in through its input, pixels out."""

import time
from collections.abc import Callable, Set
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import moderngl
import numpy as np
import pytest
from numpy.typing import NDArray
from pyglet.window import key as symbols

from bitonic_scope.data.elements import Elements
from bitonic_scope.data.texture_layout import picture_rows
from bitonic_scope.model.settings import DisplaySettings, SortSettings
from bitonic_scope.model.timeline import Timeline
from bitonic_scope.player.player import Player
from bitonic_scope.player.tally import Tally
from bitonic_scope.recording.background import BackgroundRecorder
from bitonic_scope.ui.controls import Controls, Known, Surface
from bitonic_scope.ui.layout import Layout
from bitonic_scope.ui.state import UiState
from bitonic_scope.ui.widgets.rects import control_rects
from bitonic_scope.views.presenter import Presenter, Shot
from bitonic_scope.views.viewport import Viewport
from bitonic_scope.window import session as session_module
from bitonic_scope.window.file_reader import FileReader
from bitonic_scope.window.opening import Opening
from bitonic_scope.window.session import Session
from bitonic_scope.window.turns import Worker
from tests.support.engine_state import assert_holds_state

FRAME_SECONDS = 1 / 60
APPEAR_SECONDS = 30.0  # until a control must be there, on a machine that is busy with other tests
MODIFIER_KEYS = {"ctrl": symbols.LCTRL, "shift": symbols.LSHIFT, "alt": symbols.LALT}


@dataclass
class Modifiers:
    ctrl: bool = False
    shift: bool = False
    alt: bool = False


class NotedControls(Controls):
    """The controls of the program, which remember what they were told last."""

    known: Known

    def run(self, state: UiState, known: Known, parts: Layout, surface: Surface) -> UiState:
        self.known = known
        return super().run(state, known, parts, surface)


class Turn(NamedTuple):
    """A turn of a worker: until when it might work, and whether it had something new to show."""

    worker: type
    deadline: float
    is_new: bool


def note_turns(monkeypatch: pytest.MonkeyPatch) -> list[Turn]:
    """From now on note the turns of all workers, as they come to an end."""
    turns: list[Turn] = []
    workers: tuple[type, ...] = (FileReader, Player, Tally, Presenter, BackgroundRecorder)
    for worker in workers:

        def noted(
            self: Worker,
            deadline: float,
            worker: type = worker,
            work: Callable[[object, float], bool] = worker.work,  # type: ignore[attr-defined]
        ) -> bool:
            is_new = work(self, deadline)
            turns.append(Turn(worker, deadline, is_new))
            return is_new

        monkeypatch.setattr(worker, "work", noted)
    return turns


class Pilot:
    """A person in front of the screen, who waits for a frame after each move."""

    def __init__(
        self,
        ctx: moderngl.Context,
        settings: SortSettings,
        folder: Path,
        *,
        size: tuple[int, int] = (1280, 800),
        display: DisplaySettings | None = None,
        position: int = 0,
        is_fresh: bool = False,
    ) -> None:
        self._ctx = ctx
        self.size = size
        self.target = ctx.simple_framebuffer(size, 4)
        self._unmoved: Set[tuple[str, tuple[float, float, float, float]]] = frozenset()
        timeline = Timeline(settings.network.pass_count, position)
        with patch.object(session_module, "Controls", self._new_controls):
            opening = Opening(settings, display or DisplaySettings(), timeline, is_fresh=is_fresh)
            self.session = Session(ctx, opening, recordings=folder)
        self.session.resize(size, size)
        self.frames(4)

    def _new_controls(self, ctx: moderngl.Context) -> Controls:
        self._controls = NotedControls(ctx)
        return self._controls

    @property
    def position(self) -> int:
        return self.session.state.timeline.position

    @property
    def known(self) -> Known:
        """What the panels told the person last."""
        return self._controls.known

    @property
    def focus_name(self) -> str:
        """The control that has the focus of the keyboard."""
        return self._controls.focus_name

    @property
    def parts(self) -> Layout:
        """Where everything stands in the window."""
        return self.session._scene.layout()

    @property
    def place(self) -> Viewport:
        """The picture's place in framebuffer pixels, from the bottom left."""
        return self.session._scene.place_of(self.parts)

    @property
    def shown(self) -> Shot:
        """What the picture shows, once there is one."""
        shot = self.session._presenter.shown
        assert shot is not None
        return shot

    def elements(self) -> Elements:
        """Return the elements in the sort texture."""
        return self.session.player.engine.read_back()

    def change(self, **changes: object) -> None:
        """Ask for another state, as the panels do."""
        self.session.change(replace(self.session.state, **changes))  # type: ignore[arg-type]

    def frames(self, count: int = 1, *, dt_seconds: float = FRAME_SECONDS) -> None:
        """Let frames go by, as the loop of the window does."""
        for _ in range(count):
            if self.session.tick(dt_seconds):
                before = dict(control_rects)
                control_rects.clear()
                self.session.draw(self.target)
                self._unmoved = control_rects.items() & before.items()

    def settle(self) -> None:
        """Let frames go by until there is nothing to do."""
        while self.session.is_busy or self.session.is_gliding:
            self.frames()
        self.frames(2)

    def key(self, symbol: int, *modifiers: str, text: str = "") -> None:
        """Press and release a key, with modifiers held; `text` is what it types."""
        held = Modifiers()
        for modifier in modifiers:
            self.session.input.key(MODIFIER_KEYS[modifier], is_down=True, modifiers=held)
            setattr(held, modifier, True)
        self.session.input.key(symbol, is_down=True, modifiers=held)
        self.session.input.text(text)
        self.session.input.key(symbol, is_down=False, modifiers=held)
        for modifier in reversed(modifiers):
            self.session.input.key(MODIFIER_KEYS[modifier], is_down=False, modifiers=held)
            setattr(held, modifier, False)
        self.frames(2)

    def type_text(self, text: str) -> None:
        """Type characters, each with its key."""
        for character in text:
            name = character.upper()
            symbol = getattr(symbols, f"_{name}" if name.isdigit() else name, 0)
            self.key(symbol, text=character)

    def place_of(self, control: str) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of a control, once two frames have it in one place."""
        deadline = time.monotonic() + APPEAR_SECONDS
        while (place := dict(self._unmoved).get(control)) is None:
            assert time.monotonic() < deadline, f"no {control!r} among {sorted(control_rects)}"
            self.session.wake()
            self.frames()
        return place

    def middle_of(self, control: str) -> tuple[float, float]:
        left, top, right, bottom = self.place_of(control)
        return (left + right) / 2, (top + bottom) / 2

    def click(self, control: str) -> None:
        """Click on the middle of a control."""
        self.click_at(*self.middle_of(control))

    def click_at(self, x: float, y: float) -> None:
        self.session.input.mouse_position(x, y)
        self.frames(2)
        self.session.input.mouse_button(x, y, 0, is_down=True)
        self.session.input.mouse_button(x, y, 0, is_down=False)
        self.frames(3)

    def drag(self, control: str, start: float, end: float) -> None:
        """Drag along a control, from one part of its width to another."""
        left, top, right, bottom = self.place_of(control)
        y = (top + bottom) / 2
        self.session.input.mouse_position(left + (right - left) * start, y)
        self.frames(2)
        self.session.input.mouse_button(left + (right - left) * start, y, 0, is_down=True)
        self.frames(2)
        self.session.input.mouse_position(left + (right - left) * end, y)
        self.frames(2)
        self.session.input.mouse_button(left + (right - left) * end, y, 0, is_down=False)
        self.frames(2)

    def pixels(self) -> NDArray[np.uint8]:
        """Return what is on the screen: (height, width, 3) uint8, top row first."""
        raw = np.frombuffer(self.target.read(components=3, dtype="f1"), np.uint8)
        return picture_rows(raw.reshape(self.size[1], self.size[0], 3))

    def close(self) -> None:
        self.session.release()
        self._ctx.detect_framebuffer(0).use()
        self.target.color_attachments[0].release()
        self.target.release()


def assert_state_is_right(pilot: Pilot) -> None:
    """Assert that the texture holds the reference's state at the position, bit for bit."""
    pilot.settle()
    player = pilot.session.player
    assert_holds_state(player.engine, player.start_data.elements, pilot.position)
