"""A million elements play, record and jump on software GL, and keys are answered meanwhile."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event
from time import perf_counter
from typing import Any

import moderngl
import numpy as np
import pytest
from PIL import Image
from pyglet.window import key as symbols

from bitonic_scope.data.distributions import uniform
from bitonic_scope.data.elements import float_keys
from bitonic_scope.gpu.engine import Engine
from bitonic_scope.gpu.engines import new_engine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.timeline import Timeline
from bitonic_scope.network.reference import states
from bitonic_scope.player import active_sort, seeker
from bitonic_scope.player.player import Player
from bitonic_scope.player.predicted_state import predicted_state
from tests.support.oracle import gray_picture
from tests.support.pilot import Pilot
from tests.support.program import run_program
from tests.window.test_session import assert_picture_is_right

SIZE = (1280, 800)
SIDE = 1024
ELEMENT_COUNT = SIDE * SIDE
PASS_COUNT = 210
MAX_FRAMES = 20 * PASS_COUNT


def test_a_million_elements_are_recorded_pass_by_pass(tmp_path: Path) -> None:
    for name, *ends in (("first", "--to", "3"), ("last", "--from", str(PASS_COUNT - 3))):
        size = ("--size", str(SIDE), "--scale", "1")
        done = run_program("record", *size, *ends, "--out", name, folder=tmp_path)
        assert done.returncode == 0, done.stderr
    first, last = (sorted(tmp_path.glob(f"{name}/*.png")) for name in ("first", "last"))
    assert len(first) == len(last) == 4
    elements = uniform(1, ELEMENT_COUNT)
    early = (elements[places] for places in states(float_keys(elements)))
    for path, values in (*zip(first, early, strict=False), (last[-1], np.sort(elements))):
        with Image.open(path) as image:
            picture = gray_picture(values, SIDE, pixels_per_texel=1)
            assert np.array_equal(np.asarray(image), picture), path


def test_a_million_elements_play_to_the_end(
    ctx: moderngl.Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engines: list[Engine] = []

    def kept_engine(*arguments: Any, **options: Any) -> Engine:
        engines.append(new_engine(*arguments, **options))
        return engines[-1]

    monkeypatch.setattr(active_sort, "new_engine", kept_engine)
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
        (engine,) = engines
        assert engine.pass_index == PASS_COUNT
        assert np.array_equal(engine.read_back(), np.sort(uniform(1, ELEMENT_COUNT)))


class HeldPrediction:
    """Computes states by the closed form, but not before it may."""

    def __init__(self) -> None:
        self.has_begun = Event()
        self.may_go_on = Event()

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        self.has_begun.set()
        self.may_go_on.wait(60)
        return predicted_state(*arguments, **options)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[HeldPrediction]:
    """Let the closed form be the way of the first jump: no pass has been timed, none is short."""
    held = HeldPrediction()
    monkeypatch.setattr(seeker, "predicted_state", held)
    monkeypatch.setattr(seeker, "SHORT_COMPARISONS", 0)
    yield held
    held.may_go_on.set()


def test_keys_are_answered_while_a_jump_is_computed(
    ctx: moderngl.Context, tmp_path: Path, held: HeldPrediction
) -> None:
    with closing(Pilot(ctx, SortSettings(16, 16, seed=7), tmp_path, size=SIZE)) as pilot:
        pilot.settle()
        pilot.key(symbols.END)
        pilot.frames(3)
        assert held.has_begun.wait(60)
        assert pilot.session.is_busy
        pilot.key(symbols.H, text="h")
        assert pilot.session.state.display.help_open
        pilot.key(symbols.H, text="h")
        assert not pilot.session.state.display.help_open
        assert pilot.session.is_busy
        held.may_go_on.set()
        pilot.settle()
        assert pilot.position == pilot.session.state.timeline.pass_count
        assert_picture_is_right(pilot)


def test_a_player_says_that_a_jump_is_computed_and_ends_it_sorted(
    gpu: Gpu, held: HeldPrediction
) -> None:
    settings = SortSettings(16, 16)
    player = Player(gpu, settings, Timeline(settings.network.pass_count))
    while player.is_busy:
        player.work(perf_counter() + 1.0)
    player.configure(settings, player.timeline.seek(settings.network.pass_count))
    player.work(perf_counter() + 0.01)
    progress = player.readout().progress
    assert progress is not None
    assert progress.label == "Sorting (closed form)"
    assert not player.readout().is_sorted
    held.may_go_on.set()
    while player.is_busy:
        player.work(perf_counter() + 1.0)
    assert player.readout().progress is None
    assert player.readout().is_sorted
    player.release()
