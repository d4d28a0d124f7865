"""The choices that the window keeps between starts, as a value and as JSON."""

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from functools import partial
from typing import Any, Self

from bitonic_scope.model.limits import MAX_UI_SCALE, MIN_UI_SCALE
from bitonic_scope.model.look import Marks, ThemeChoice
from bitonic_scope.model.timeline import DEFAULT_SPEED, MAX_SPEED, MIN_SPEED

MAX_WINDOW_SIDE = 32768  # logical pixels


@dataclass(frozen=True, slots=True)
class Kept:
    """The user's last choices; the defaults are those of the first start.

    Attributes:
        theme: the choice of a theme.
        ui_scale: the size of type and controls.
        passes_per_second: the speed of play.
        is_slow_first: whether play runs the first passes of each stage slowly.
        loops: whether play begins again after the end.
        view: the name of the last view; empty before the first.
        marks: what is marked on the picture.
        drawer_open: whether the drawer of rare settings is open.
        reduces_motion: whether elements jump instead of gliding.
        knows_flicker: whether the user has been told that fast play may flicker.
        window_width, window_height: the size of the window in logical pixels; 0 before the first.
    """

    theme: ThemeChoice = ThemeChoice.SYSTEM
    ui_scale: float = 1.0
    passes_per_second: float = DEFAULT_SPEED
    is_slow_first: bool = False
    loops: bool = False
    view: str = ""
    marks: Marks = Marks.DIRECTIONS
    drawer_open: bool = False
    reduces_motion: bool = False
    knows_flicker: bool = False
    window_width: int = 0
    window_height: int = 0

    def as_json(self) -> dict[str, object]:
        """Return the value for JSON."""
        return asdict(self)

    @classmethod
    def from_json(cls, document: object) -> Self:
        """Return the value in a JSON document; missing names keep their defaults.

        Raises:
            ValueError: the document is no object, or a value has a wrong type or range.
        """
        if not isinstance(document, dict):
            raise ValueError(f"expected an object, got {type(document).__name__}")
        known = {field.name for field in fields(cls)} & document.keys()
        return cls(**{name: _READERS[name](document[name]) for name in known})


def _number(low: float, high: float, kind: Callable[[float], Any], value: object) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"expected a number, got {value!r}")
    if not (math.isfinite(value) and low <= value <= high):
        raise ValueError(f"expected a number from {low:g} to {high:g}, got {value!r}")
    return kind(value)


def _is(kind: type, value: object) -> Any:
    if not isinstance(value, kind):
        raise ValueError(f"expected {kind.__name__}, got {value!r}")
    return value


_side = partial(_number, 0, MAX_WINDOW_SIDE, int)
_switch = partial(_is, bool)
_READERS: dict[str, Callable[[Any], Any]] = {
    "theme": ThemeChoice,
    "ui_scale": partial(_number, MIN_UI_SCALE, MAX_UI_SCALE, float),
    "passes_per_second": partial(_number, MIN_SPEED, MAX_SPEED, float),
    "is_slow_first": _switch,
    "loops": _switch,
    "view": partial(_is, str),
    "marks": Marks,
    "drawer_open": _switch,
    "reduces_motion": _switch,
    "knows_flicker": _switch,
    "window_width": _side,
    "window_height": _side,
}
