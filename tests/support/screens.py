"""The screens that are looked at and measured: what the window can show, at all its sizes."""

from collections.abc import Callable
from typing import NamedTuple

from pyglet.window import key as symbols

from bitonic_scope.model.examples import EXAMPLES
from bitonic_scope.model.look import Marks, Theme, ThemeChoice
from bitonic_scope.model.recording_choice import RecordingChoice
from bitonic_scope.model.settings import DisplaySettings, SortSettings
from bitonic_scope.model.timeline import Timeline
from bitonic_scope.text.positions import position_from_text
from bitonic_scope.ui.state import Closing, UiState
from tests.support.pilot import Pilot

Deed = Callable[[Pilot], None]


class Size(NamedTuple):
    """The size of a window in pixels, and the factor on its type."""

    width: int
    height: int
    ui_scale: float = 1.0


class Screen(NamedTuple):
    """What is shown: a sort, a position, how, and what the user has done then.

    Attributes:
        settings: what to sort.
        position: as a person types it.
        display: the choices of display that differ from the usual ones.
        deed: what the user does; None for nothing.
        is_covered: whether something covers parts of the screen: a list, a page, a message.
    """

    settings: SortSettings
    position: str
    display: dict[str, object]
    deed: Deed | None = None
    is_covered: bool = False


def press(symbol: int, *modifiers: str, text: str = "") -> Deed:
    return lambda pilot: pilot.key(symbol, *modifiers, text=text)


def click(*names: str) -> Deed:
    def deed(pilot: Pilot) -> None:
        for name in names:
            pilot.click(name)

    return deed


def point(x: float, y: float, *, pins: bool = False) -> Deed:
    """Return the deed of pointing at a part of the work area, or of pinning what lies there."""

    def deed(pilot: Pilot) -> None:
        picture = pilot.parts.picture
        place = picture.x + x * picture.width, picture.y + y * picture.height
        if pins:
            pilot.click_at(*place)
            place = (1.0, 1.0)
        pilot.session.input.mouse_position(*place)
        pilot.frames(4)

    return deed


def type_into(symbol: int, letter: str, text: str) -> Deed:
    def deed(pilot: Pilot) -> None:
        pilot.key(symbol, text=letter)
        pilot.type_text(text)
        pilot.key(symbols.RETURN, text="\r")

    return deed


def enlarge_the_triangle(pilot: Pilot) -> None:
    pilot.change(has_large_triangle=True)
    pilot.frames(3)


def record(pilot: Pilot) -> None:
    pilot.key(symbols.E, "ctrl")


def choose_a_film(pilot: Pilot) -> None:
    pilot.change(recording=RecordingChoice(film=".mp4"))
    pilot.frames(3)


def ask_to_close(pilot: Pilot) -> None:
    record(pilot)
    pilot.session.ask_to_close()
    pilot.frames(4)


SORT, EIGHT = SortSettings(), EXAMPLES[0].settings
BOTH: dict[str, object] = {"view": "both"}
NETWORK: dict[str, object] = {"view": "network"}
SCREENS = {
    "eight numbers": Screen(EIGHT, "0", NETWORK),
    "eight at 2.2": Screen(EIGHT, "2.2", NETWORK),
    "eight at 3.3": Screen(EIGHT, "3.3", NETWORK),
    "both": Screen(SORT, "5.2", BOTH),
    "both 64x64": Screen(SortSettings(64, 64), "5.2", BOTH),
    "both 256x256": Screen(SortSettings(256, 256), "12.6", BOTH),
    "one row": Screen(SortSettings(1024, 1), "5.2", BOTH),
    "two columns": Screen(SortSettings(2, 8192), "5.2", BOTH),
    "padding": Screen(SortSettings(count=200), "5.2", BOTH),
    "sorted": Screen(SORT, "8.8", BOTH),
    "exchanges": Screen(SORT, "5.2", {"view": "both", "marks": Marks.EXCHANGES}),
    "texture": Screen(SORT, "5.2", {"view": "texture"}),
    "bars": Screen(SORT, "5.2", {"view": "bars"}),
    "dots": Screen(SORT, "5.2", {"view": "dots"}),
    "64 wires": Screen(SortSettings(8, 8), "3.1", NETWORK),
    "one block of wires": Screen(SORT, "5.2", NETWORK),
    "pointed": Screen(SORT, "5.2", BOTH, point(0.13, 0.5), is_covered=True),
    "pinned": Screen(SORT, "5.2", BOTH, point(0.13, 0.5, pins=True)),
    "pointed bar": Screen(SORT, "5.2", {"view": "bars"}, point(0.5, 0.5), is_covered=True),
    "pointed wire": Screen(EIGHT, "2.2", NETWORK, point(0.5, 0.5), is_covered=True),
    "drawer": Screen(SORT, "5.2", BOTH | {"drawer_open": True}, is_covered=True),
    "elements": Screen(SORT, "5.2", BOTH, click("elements"), is_covered=True),
    "data": Screen(SORT, "5.2", BOTH, click("data"), is_covered=True),
    "network": Screen(SORT, "5.2", BOTH, click("network"), is_covered=True),
    "format": Screen(SORT, "5.2", BOTH, click("DRAWER", "format"), is_covered=True),
    "refused seed": Screen(SORT, "5.2", BOTH, type_into(symbols.S, "s", "x"), is_covered=True),
    "refused position": Screen(SORT, "5.2", BOTH, type_into(symbols.G, "g", "99"), is_covered=True),
    "presenting": Screen(SORT, "5.2", BOTH | {"is_presenting": True}),
    "presenting texture": Screen(SORT, "5.2", {"view": "texture", "is_presenting": True}),
    "presenting wires": Screen(EIGHT, "2.2", NETWORK | {"is_presenting": True}),
    "help": Screen(SORT, "5.2", BOTH | {"help_open": True}, is_covered=True),
    "driver": Screen(SORT, "5.2", BOTH | {"driver_open": True}, is_covered=True),
    "predict": Screen(EIGHT, "2.2", NETWORK | {"predicts": True}),
    "predict in both": Screen(SortSettings(4, 4), "2.1", BOTH | {"predicts": True}),
    "large triangle": Screen(SORT, "5.2", BOTH, enlarge_the_triangle, is_covered=True),
    "recording": Screen(SORT, "5.2", BOTH, record, is_covered=True),
    "record panel": Screen(
        EIGHT, "2.2", NETWORK | {"recording_open": True}, choose_a_film, is_covered=True
    ),
    "closing": Screen(SORT, "5.2", BOTH, ask_to_close, is_covered=True),
}


def show(pilot: Pilot, screen: Screen, theme: Theme, ui_scale: float) -> None:
    """Bring a screen up, whatever was there before, and wait until it stands still."""
    pilot.session.input.mouse_position(1.0, 1.0)
    pilot.key(symbols.ESCAPE)  # closes an open list
    pilot.key(symbols.ESCAPE)
    settings = screen.settings
    network = settings.network
    timeline = Timeline(network.pass_count, position_from_text(screen.position, network))
    display = DisplaySettings(
        theme=ThemeChoice(theme),
        ui_scale=ui_scale,
        reduces_motion=True,
        **screen.display,  # type: ignore[arg-type]
    )
    pilot.session.change(UiState(settings, display, timeline))
    pilot.settle()
    if screen.deed is not None:
        screen.deed(pilot)
        pilot.frames(3)


def leave(pilot: Pilot) -> None:
    """End what a screen has begun."""
    if pilot.session.state.record or pilot.session.state.closing is not Closing.NO:
        pilot.change(closing=Closing.NO, record=False)
        pilot.settle()
