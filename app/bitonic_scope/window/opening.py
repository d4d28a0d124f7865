"""The opening: what the window shows at first, and what it knows of the last one."""

from dataclasses import dataclass

from bitonic_scope.model.look import Theme
from bitonic_scope.model.settings import DisplaySettings, SortSettings
from bitonic_scope.model.timeline import Timeline


@dataclass(frozen=True, slots=True)
class Opening:
    """What the window opens with.

    Attributes:
        settings: what to sort.
        display: how to show it.
        timeline: the initial position and playback.
        system_theme: the theme of the system, for users who want theirs to follow it.
        is_fresh: whether no option says what to sort.
        knows_flicker: whether the user has been told that fast play may flicker.
        message: the first message, in one line; empty for none.
    """

    settings: SortSettings
    display: DisplaySettings
    timeline: Timeline
    system_theme: Theme = Theme.DARK
    is_fresh: bool = False
    knows_flicker: bool = False
    message: str = ""
