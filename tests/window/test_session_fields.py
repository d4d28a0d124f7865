"""Text fields: what is refused stays in its field, with the reason beside it, to be mended."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import moderngl
import pytest
from pyglet.window import key as symbols

from bitonic_scope.data.element_format import FormatName
from bitonic_scope.model.examples import EXAMPLES
from bitonic_scope.model.settings import DisplaySettings, SortSettings
from bitonic_scope.model.timeline import Timeline
from bitonic_scope.ui.ink import Ink
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.panels import message as message_module
from bitonic_scope.ui.state import Entry, Field
from bitonic_scope.ui.widgets import fields
from bitonic_scope.ui.widgets.rects import control_rects
from tests.support.pilot import Modifiers, Pilot

SIZE = (1280, 720)
KEYS = {
    Field.SEED: symbols.S,
    Field.COUNT: symbols.C,
    Field.PATH: symbols.L,
    Field.POSITION: symbols.G,
}


@pytest.fixture
def pilot(ctx: moderngl.Context, tmp_path: Path) -> Iterator[Pilot]:
    with closing(Pilot(ctx, SortSettings(seed=7), tmp_path, size=SIZE)) as pilot:
        yield pilot


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Rect | None]]:
    """Return the messages as they are drawn: each beside a rectangle, or None over the strip."""
    notes: list[tuple[str, Rect | None]] = []

    def note(ink: Ink, text: str, beside: Rect, **colour: object) -> None:
        notes.append((text, beside))

    monkeypatch.setattr(fields, "note", note)
    monkeypatch.setattr(
        message_module, "toast", lambda ink, text, strip: notes.append((text, None))
    )
    return notes


def enter(pilot: Pilot, field: Field, text: str = "") -> None:
    """Go to a field by its key, type into it, and take it with Enter."""
    pilot.key(KEYS[field])
    for character in text:
        pilot.session.input.text(character)
    while pilot.session.input.has_pending:
        pilot.frames()
    pilot.key(symbols.RETURN, text="\r")
    pilot.settle()


def assert_told_beside(
    pilot: Pilot, field: Field, told: list[tuple[str, Rect | None]], words: str
) -> None:
    told.clear()
    pilot.session.wake()
    pilot.frames()
    ((text, beside),) = told
    left, top, right, bottom = control_rects[field.name.lower()]
    assert words in text
    assert beside is not None
    found = beside.x, beside.y, beside.right, beside.bottom
    assert found == pytest.approx((left, top, right, bottom), abs=1.0)


@pytest.mark.parametrize(
    ("field", "typed", "words"),
    [
        (Field.SEED, "12x", "seed must be"),
        (Field.COUNT, "12x", "count must be"),
        (Field.POSITION, "3.11", "stage 3 has passes"),
    ],
)
@pytest.mark.parametrize("in_drawer", [False, True])
def test_a_refused_text_stays_in_its_field_with_the_reason_and_is_mended_by_one_key(
    pilot: Pilot,
    told: list[tuple[str, Rect | None]],
    field: Field,
    typed: str,
    words: str,
    in_drawer: bool,
) -> None:
    pilot.change(display=DisplaySettings(drawer_open=in_drawer))
    enter(pilot, field, typed)
    assert pilot.session.state.entry == Entry(field, typed)
    assert_told_beside(pilot, field, told, words)
    pilot.key(KEYS[field])
    pilot.click(field.name.lower())
    pilot.key(symbols.END)
    pilot.key(symbols.BACKSPACE)
    pilot.key(symbols.RETURN, text="\r")
    pilot.settle()
    state = pilot.session.state
    taken = {
        Field.SEED: state.settings.seed,
        Field.COUNT: state.settings.real_count,
        Field.POSITION: pilot.position,
    }
    assert taken[field] == {Field.SEED: 12, Field.COUNT: 12, Field.POSITION: 4}[field]
    assert (state.message, state.entry) == ("", None)


@pytest.mark.parametrize("in_drawer", [False, True])
def test_a_path_stays_until_its_file_is_read_and_enter_tries_again(
    pilot: Pilot, told: list[tuple[str, Rect | None]], tmp_path: Path, in_drawer: bool
) -> None:
    path = tmp_path / "my numbers.csv"
    pilot.change(display=DisplaySettings(drawer_open=in_drawer))
    enter(pilot, Field.PATH, str(path))
    assert pilot.focus_name == "path"
    assert_told_beside(pilot, Field.PATH, told, "my numbers.csv")
    pilot.frames(9, dt_seconds=1.0)
    assert pilot.session.state.message == ""
    assert pilot.session.state.typed_path == str(path)
    path.write_text("3 1 2 4\n")
    pilot.click("path")
    pilot.key(symbols.RETURN, text="\r")
    pilot.settle()
    own = pilot.session.state.settings.own
    assert own is not None
    assert own.path == path
    assert (pilot.session.state.typed_path, pilot.session.state.message) == ("", "")
    pilot.key(symbols.RIGHT)  # no list is open any more
    assert pilot.position == 1


def test_a_refused_path_does_not_disturb_who_has_gone_on(
    pilot: Pilot, told: list[tuple[str, Rect | None]], tmp_path: Path
) -> None:
    pilot.key(symbols.L, text="l")
    pilot.session.input.text(str(tmp_path / "gone.csv"))
    for symbol in (symbols.RETURN, symbols.RIGHT):
        for is_down in (True, False):
            pilot.session.input.key(symbol, is_down=is_down, modifiers=Modifiers())
    pilot.settle()
    told.clear()
    pilot.session.wake()
    pilot.frames()
    assert told == [(pilot.session.state.message, None)]
    pilot.key(symbols.RIGHT)
    assert pilot.position == 2


def test_what_the_machine_refuses_stays_in_its_field_too(
    pilot: Pilot, told: list[tuple[str, Rect | None]]
) -> None:
    settings = SortSettings(element_format=FormatName.PACKED_ARITHMETIC)
    pilot.change(settings=settings)
    for _ in range(2):  # the same text again is refused again
        enter(pilot, Field.COUNT, "11")
        assert pilot.session.state.settings == settings
        assert pilot.session.state.entry == Entry(Field.COUNT, "11")
        assert_told_beside(pilot, Field.COUNT, told, "no NaN to fill up 11 elements")
    pilot.key(symbols.ESCAPE)
    pilot.key(symbols.RIGHT)
    assert (pilot.session.state.message, pilot.session.state.entry) == ("", None)


def test_esc_leaves_a_field_as_it_was(pilot: Pilot, tmp_path: Path) -> None:
    pilot.key(symbols.G, text="g")
    pilot.type_text("12")
    pilot.key(symbols.ESCAPE)
    assert pilot.position == 0
    pilot.key(symbols.RIGHT)
    assert pilot.position == 1
    enter(pilot, Field.PATH, str(tmp_path / "gone.csv"))
    pilot.frames(9, dt_seconds=1.0)
    pilot.click("path")
    pilot.key(symbols.END)
    pilot.type_text("x")
    pilot.key(symbols.ESCAPE)
    pilot.settle()
    assert pilot.session.state.message == ""
    assert pilot.session.state.typed_path == str(tmp_path / "gone.csv")


def test_a_dropped_file_that_is_refused_is_told_over_the_strip(
    pilot: Pilot, told: list[tuple[str, Rect | None]], tmp_path: Path
) -> None:
    pilot.session.open_file(tmp_path / "gone.csv")
    pilot.settle()
    told.clear()
    pilot.session.wake()
    pilot.frames()
    ((text, beside),) = told
    assert "gone.csv" in text
    assert beside is None


@pytest.mark.parametrize("page", [None, symbols.F5, symbols.F1])
def test_every_field_comes_up_where_the_sentence_says_the_numbers_and_from_every_page(
    pilot: Pilot, told: list[tuple[str, Rect | None]], page: int | None
) -> None:
    for field in KEYS:
        pilot.change(settings=EXAMPLES[0].settings, display=DisplaySettings(view="network"))
        if page is not None:
            pilot.key(page)
        enter(pilot, field, "1x")
        assert pilot.session.state.display.view == "network"  # no letter has gone elsewhere
        assert pilot.session.state.timeline == Timeline(6)
        assert pilot.session.state.entry == Entry(field, "1x")
        assert_told_beside(pilot, field, told, "")
        for _ in range(2):  # a refused path has the keyboard again, in its list
            pilot.key(symbols.ESCAPE)
