"""A million elements play, record and jump on software GL, and keys are answered meanwhile."""

from contextlib import closing
from itertools import islice
from pathlib import Path
from threading import Event
from typing import Any

import moderngl
import numpy as np
import pytest
from PIL import Image
from pyglet.window import key as symbols

from bitonic_scope.data.distributions import uniform
from bitonic_scope.data.elements import float_keys
from bitonic_scope.model.readout import Way
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.network.reference import states
from bitonic_scope.player import seeker
from bitonic_scope.player.predicted_state import predicted_state
from tests.support.oracle import gray_picture
from tests.support.pilot import Pilot
from tests.support.program import run_program

SIDE = 1024
ELEMENT_COUNT = SIDE * SIDE
PASS_COUNT = 210
MAX_FRAMES = 20 * PASS_COUNT


def test_a_million_elements_are_recorded_pass_by_pass(tmp_path: Path) -> None:
    size = ("--size", str(SIDE), "--scale", "1")
    done = run_program("record", *size, "--out", "out", folder=tmp_path, limit_seconds=300)
    assert done.returncode == 0, done.stderr
    files = sorted((tmp_path / "out").glob("*.png"))
    assert len(files) == PASS_COUNT + 1
    elements = uniform(1, ELEMENT_COUNT)
    early = islice(states(float_keys(elements)), 4)
    expected = {index: elements[places] for index, places in enumerate(early)}
    expected[PASS_COUNT] = np.sort(elements)
    for index, values in expected.items():
        with Image.open(files[index]) as image:
            picture = gray_picture(values, SIDE, pixels_per_texel=1)
            assert np.array_equal(np.asarray(image), picture), index


def test_a_million_elements_play_to_the_end(ctx: moderngl.Context, tmp_path: Path) -> None:
    with closing(Pilot(ctx, SortSettings(SIDE, SIDE), tmp_path, size=(480, 400))) as pilot:
        pilot.settle()
        pilot.key(symbols.SPACE)
        positions = [pilot.position]
        while positions[-1] < PASS_COUNT and len(positions) < MAX_FRAMES:
            pilot.frames(dt_seconds=0.5)
            positions.append(pilot.position)
        pilot.settle()
        assert pilot.position == PASS_COUNT
        assert positions == sorted(positions)
        assert pilot.screen._player.readout().is_sorted
        sorted_elements = np.sort(uniform(1, ELEMENT_COUNT))
        assert np.array_equal(pilot.screen._player.sorter.read_back(), sorted_elements)


def test_keys_are_answered_while_a_jump_is_computed(
    ctx: moderngl.Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_go_on = Event()

    def slow_state(*arguments: Any, **options: Any) -> Any:
        may_go_on.wait(60)
        return predicted_state(*arguments, **options)

    monkeypatch.setattr(seeker, "predicted_state", slow_state)
    monkeypatch.setattr(seeker, "cheapest", lambda ways: Way.CLOSED_FORM)
    monkeypatch.setattr(seeker, "WORTH_MAKING_SECONDS", 1e9)
    with closing(Pilot(ctx, SortSettings(16, 16), tmp_path)) as pilot:
        pilot.settle()
        pilot.key(symbols.END)
        pilot.frames(3)
        progress = pilot.screen._player.readout().progress
        assert progress is not None
        assert progress.label == "Sorting (closed form)"
        pilot.key(symbols.H, text="h")
        assert pilot.screen.state.display.help_open
        pilot.key(symbols.H, text="h")
        assert not pilot.screen.state.display.help_open
        may_go_on.set()
        pilot.settle()
        assert pilot.screen._player.readout().is_sorted
