"""What is sorted, chosen in the window: examples, counts, formats, a person's own files."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import moderngl
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from pyglet.window import key as symbols

from bitonic_scope.data.element_format import FormatName
from bitonic_scope.data.elements import places_of, values_of
from bitonic_scope.errors import ProgramError
from bitonic_scope.model.examples import EXAMPLES
from bitonic_scope.model.look import Theme
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.start_data import StartData, start_data_steps
from bitonic_scope.model.storage import Storage
from bitonic_scope.model.timeline import Playing
from bitonic_scope.ui.panels.drawer import facts
from bitonic_scope.views.palette import PALETTES
from tests.support.picture_place import texture_spot
from tests.support.pilot import Pilot, assert_state_is_right


@pytest.fixture
def pilot(ctx: moderngl.Context, tmp_path: Path) -> Iterator[Pilot]:
    with closing(Pilot(ctx, SortSettings(seed=7), tmp_path)) as pilot:
        yield pilot


def settings_of(pilot: Pilot) -> SortSettings:
    return pilot.session.state.settings


def facts_of(pilot: Pilot) -> list[str]:
    pilot.settle()
    return facts(pilot.session.player.readout(), 0.0)


def open_file(pilot: Pilot, path: Path) -> None:
    """Type the path of a file, as a person does."""
    pilot.key(symbols.L, text="l")
    pilot.session.input.text(str(path))
    pilot.frames(3)
    while pilot.session.input.has_pending:
        pilot.frames()
    pilot.key(symbols.RETURN)
    pilot.settle()


def test_every_example_sorts_right_by_list_and_by_key(pilot: Pilot) -> None:
    for number, example in enumerate(EXAMPLES):
        before = settings_of(pilot), pilot.position
        if number:
            pilot.key(symbols.P, text="p")
        else:
            pilot.click("data")
            pilot.click(f"examples {example.name}")
        assert settings_of(pilot) == example.settings
        counts = {(s.element_count, s.real_count) for s in (before[0], example.settings)}
        assert pilot.position == (before[1] if len(counts) == 1 else 0)
        if example.settings.element_count <= 4096:
            pilot.key(symbols.END)
            assert_state_is_right(pilot)
    pilot.key(symbols.P, text="p")
    assert settings_of(pilot) == EXAMPLES[0].settings


def test_the_first_example_can_be_followed_by_hand(pilot: Pilot) -> None:
    pilot.key(symbols.P, text="p")
    while settings_of(pilot) != EXAMPLES[0].settings:
        pilot.key(symbols.P, text="p")
    element_format = pilot.session.player.engine.element_format
    seen = []
    for _ in range(7):
        pilot.settle()
        seen.append(values_of(element_format, pilot.elements()).astype(int).tolist())
        pilot.key(symbols.RIGHT)
    assert seen == [
        [5, 2, 8, 1, 9, 3, 7, 4],
        [2, 5, 8, 1, 3, 9, 7, 4],
        [2, 1, 8, 5, 7, 9, 3, 4],
        [1, 2, 5, 8, 9, 7, 4, 3],
        [1, 2, 4, 3, 9, 7, 5, 8],
        [1, 2, 4, 3, 5, 7, 9, 8],
        [1, 2, 3, 4, 5, 7, 8, 9],
    ]


def test_any_number_of_elements_can_be_typed(pilot: Pilot) -> None:
    pilot.key(symbols.C, text="c")
    pilot.type_text("11")
    pilot.key(symbols.RETURN)
    assert (settings_of(pilot).width, settings_of(pilot).height) == (4, 4)
    assert settings_of(pilot).count == 11
    assert facts_of(pilot) == ["5 padding elements, moving with the others"]
    pilot.key(symbols.F, text="f")
    assert facts_of(pilot) == ["5 padding elements, staying in place"]
    pilot.key(symbols.END)
    assert_state_is_right(pilot)
    pilot.key(symbols.C, text="c")
    pilot.type_text("16")
    pilot.key(symbols.RETURN)
    assert settings_of(pilot).count is None
    assert facts_of(pilot) == []


@pytest.mark.parametrize("typed", ["0", "-1", "99999999999", "x", "1e3"])
def test_a_wrong_number_of_elements_is_refused_in_a_line(pilot: Pilot, typed: str) -> None:
    pilot.key(symbols.C, text="c")
    pilot.session.input.text(typed)
    pilot.frames(8)
    pilot.key(symbols.RETURN)
    assert settings_of(pilot) == SortSettings(seed=7)
    assert "count must be a whole number from 1 to" in pilot.session.state.message


def cells_on_screen(pilot: Pilot) -> NDArray[np.uint8]:
    """Return the pixels of each cell: (rows, pixels, columns, pixels, 3) uint8, top row first."""
    settings = settings_of(pilot)
    picture = texture_spot(pilot.size, settings).cut(pilot.pixels())
    high, wide = picture.shape[0] // settings.height, picture.shape[1] // settings.width
    return picture.reshape(settings.height, high, settings.width, wide, 3)


def test_padding_is_hatched_in_the_colour_of_edges(pilot: Pilot) -> None:
    pilot.click("data")
    pilot.click("examples Eleven numbers")
    pilot.click("view texture")
    pilot.settle()
    cells = cells_on_screen(pilot)
    border = cells.shape[1] // 8
    inside = cells[:, border:-border, :, border:-border]
    for element in range(16):
        x, y = element % 4, element // 4
        colours = {tuple(pixel) for pixel in inside[3 - y, :, x].reshape(-1, 3).tolist()}
        hatch = {PALETTES[Theme.DARK].edge, PALETTES[Theme.DARK].panel}
        assert (colours == hatch) == (element >= 11), element


def test_formats_are_chosen_by_list_and_key_and_each_sorts_right(pilot: Pilot) -> None:
    names = list(FormatName)
    pilot.click("DRAWER")
    pilot.click("format")
    pilot.click("format half")
    pilot.key(symbols.ESCAPE)
    assert settings_of(pilot).element_format is FormatName.HALF
    pilot.settle()
    (fact,) = facts_of(pilot)
    assert fact.endswith("distinct values; as half floats 240") or "as half floats" in fact
    for name in [*names[names.index(FormatName.HALF) + 1 :], *names]:
        if name is FormatName.HALF:
            break
        pilot.key(symbols.M, text="m")
        assert settings_of(pilot).element_format is name
        pilot.key(symbols.END)
        assert_state_is_right(pilot)


def test_stable_takes_pairs_and_another_format_ends_it(pilot: Pilot) -> None:
    pilot.key(symbols.B, "shift", text="B")
    assert settings_of(pilot).stable
    pilot.settle()
    assert pilot.session.player.storage.element_format.name is FormatName.PAIR
    pilot.key(symbols.END)
    assert_state_is_right(pilot)
    pilot.click("DRAWER")
    pilot.click("format")
    pilot.click("format packed")
    assert not settings_of(pilot).stable


def test_a_format_that_cannot_hold_the_data_is_refused_and_all_stays(pilot: Pilot) -> None:
    pilot.click("data")
    pilot.click("examples Eleven numbers")
    before = settings_of(pilot)
    pilot.click("DRAWER")
    pilot.click("format")
    pilot.click("format packed-arithmetic")
    assert settings_of(pilot) == before
    assert "no NaN to fill up 11 elements" in pilot.session.state.message
    pilot.key(symbols.END)
    assert_state_is_right(pilot)


def test_numbers_of_a_typed_path_are_sorted(pilot: Pilot, tmp_path: Path) -> None:
    (tmp_path / "my numbers.csv").write_text("3 1 2 0.1\n")
    open_file(pilot, tmp_path / "my numbers.csv")
    own = settings_of(pilot).own
    assert own is not None
    assert own.name == "my numbers.csv"
    assert (settings_of(pilot).width, settings_of(pilot).height) == (2, 2)
    assert "0.1" in pilot.session.state.message or "rounded" in pilot.session.state.message
    pilot.key(symbols.END)
    assert_state_is_right(pilot)
    pilot.key(symbols.N, text="n")
    assert settings_of(pilot).own is None


def photo_on_screen(pilot: Pilot) -> NDArray[np.uint8]:
    """Return the colour of each cell, above its value: (height, width, 3) uint8."""
    cells = cells_on_screen(pilot)
    return cells[:, cells.shape[1] // 5, :, cells.shape[3] // 2]


def test_a_dropped_photo_becomes_a_ramp_of_its_own_pixels(pilot: Pilot, tmp_path: Path) -> None:
    colours = np.random.default_rng(5).integers(0, 256, (8, 8, 3), np.uint8)
    Image.fromarray(colours).save(tmp_path / "photo.png")
    pilot.click("view texture")
    pilot.session.open_file(tmp_path / "photo.png")
    pilot.settle()
    assert np.array_equal(photo_on_screen(pilot), colours)
    pilot.key(symbols.END)
    assert_state_is_right(pilot)
    places = places_of(pilot.elements())
    assert np.array_equal(np.sort(places), np.arange(64))
    keys = (colours.reshape(-1, 3).astype(int) * [2126, 7152, 722]).sum(axis=1)
    assert np.array_equal(keys[places], np.sort(keys))
    ramp = colours.reshape(-1, 3)[places].reshape(8, 8, 3)[::-1]
    assert np.array_equal(photo_on_screen(pilot), ramp)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("empty.csv", b"", "empty.csv"),
        ("text.txt", b"one two three", "text.txt"),
        ("nan.csv", b"1 nan 3", "nan.csv"),
        ("no.png", b"no picture", "no.png"),
        ("gone.npy", None, "gone.npy"),
    ],
)
def test_a_bad_file_is_refused_in_a_line_and_all_stays(
    pilot: Pilot, tmp_path: Path, name: str, content: bytes | None, message: str
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    pilot.key(symbols.RIGHT)
    open_file(pilot, tmp_path / name)
    assert settings_of(pilot) == SortSettings(seed=7)
    assert pilot.position == 1
    assert message in pilot.session.state.message
    assert "\n" not in pilot.session.state.message


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (MemoryError(), "out of memory; try a smaller size"),
        (MemoryError("Unable to allocate 4 GiB"), "out of memory; try a smaller size"),
        (ProgramError("no room; try a smaller size"), "no room; try a smaller size"),
    ],
)
def test_a_sort_that_finds_no_memory_is_paused_and_the_window_goes_on(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch, fault: Exception, message: str
) -> None:
    pilot.key(symbols.SPACE, text=" ")
    player = pilot.session.player
    assert player.timeline.playing is Playing.FORWARDS
    work, faults = player.work, [fault]

    def fails_once(deadline: float) -> bool:
        if faults:
            raise faults.pop()
        return work(deadline)

    monkeypatch.setattr(player, "work", fails_once)
    pilot.frames()
    assert pilot.session.state.message == message
    assert pilot.session.state.timeline.playing is Playing.PAUSED
    pilot.settle()
    position = pilot.position
    pilot.frames(3)
    assert pilot.position == position
    assert pilot.session.state.message == message
    pilot.key(symbols.END)
    assert_state_is_right(pilot)


def test_a_size_that_would_cut_own_data_off_is_not_taken(pilot: Pilot, tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", np.arange(100, dtype=np.float32))
    open_file(pilot, tmp_path / "a.npy")
    assert settings_of(pilot).padding_count == 28
    pilot.key(symbols.LEFT, "ctrl")
    assert settings_of(pilot).padding_count == 28
    pilot.key(symbols.RIGHT, "ctrl")
    assert settings_of(pilot).padding_count == 156


def test_the_page_of_the_driver_opens_and_closes_by_key_and_button(pilot: Pilot) -> None:
    pilot.key(symbols.I, text="i")
    assert pilot.session.state.display.driver_open
    pilot.frames(4)
    pilot.key(symbols.ESCAPE)
    assert not pilot.session.state.display.driver_open
    pilot.click("DRAWER")
    pilot.click("DRIVER")
    assert pilot.session.state.display.driver_open
    pilot.key(symbols.END)
    assert_state_is_right(pilot)
    pilot.key(symbols.H, text="h")
    assert pilot.session.state.display.help_open
    assert not pilot.session.state.display.driver_open


def test_data_that_memory_does_not_hold_end_no_window(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(settings: SortSettings, storage: Storage) -> Iterator[float | StartData]:
        if settings.width == 32:
            raise MemoryError
        yield from start_data_steps(settings, storage)

    monkeypatch.setattr("bitonic_scope.player.active_sort.start_data_steps", no_room)
    pilot.key(symbols.RIGHT, "ctrl")
    pilot.settle()
    assert settings_of(pilot) == SortSettings()
    assert "out of memory" in pilot.session.state.message
    pilot.key(symbols.END)
    assert_state_is_right(pilot)
