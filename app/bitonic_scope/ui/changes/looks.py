"""Looks: changes to how the window looks."""

from collections.abc import Callable
from dataclasses import replace

from bitonic_scope.model.limits import MAX_UI_SCALE, MIN_UI_SCALE
from bitonic_scope.model.look import Marks, ThemeChoice
from bitonic_scope.model.settings import DisplaySettings
from bitonic_scope.ui.changes.cycle import after
from bitonic_scope.ui.state import Change, Closing, UiState
from bitonic_scope.views.catalogue import VIEWS

TYPE_STEP = 1.125  # between two sizes of type


def of_display(change: Callable[[DisplaySettings], DisplaySettings]) -> Change:
    """Return the change of a state that changes its display."""
    return lambda state: replace(state, display=change(state.display))


def next_view(display: DisplaySettings) -> DisplaySettings:
    """Show the next view."""
    return replace(display, view=after(display.view, list(VIEWS)))


def view(name: str) -> Change:
    """Return the change to a view."""
    return of_display(lambda display: replace(display, view=name) if name in VIEWS else display)


def next_marks(display: DisplaySettings) -> DisplaySettings:
    """Show more marks; after all of them, none."""
    return replace(display, marks=after(display.marks, list(Marks)))


def next_theme(display: DisplaySettings) -> DisplaySettings:
    """Choose the next theme."""
    return replace(display, theme=after(display.theme, list(ThemeChoice)))


def scale_type(factor: float) -> Change:
    """Return the change of the size of type by a factor, within its range."""

    def change(display: DisplaySettings) -> DisplaySettings:
        ui_scale = min(max(display.ui_scale * factor, MIN_UI_SCALE), MAX_UI_SCALE)
        return replace(display, ui_scale=round(ui_scale, 3))

    return of_display(change)


def toggle_prediction(state: UiState) -> UiState:
    """Hide what the next pass does, or show it."""
    display = replace(state.display, predicts=not state.display.predicts)
    return replace(state, display=display, answer=None)


def fit(state: UiState) -> UiState:
    """Show the whole texture."""
    return replace(state, zoom=1.0, centre=(0.5, 0.5))


def toggle_fullscreen(display: DisplaySettings) -> DisplaySettings:
    """Fill the screen, or not."""
    return replace(display, fullscreen=not display.fullscreen)


def toggle_presenting(display: DisplaySettings) -> DisplaySettings:
    """Present in full screen, or end both."""
    presents = not display.is_presenting
    return replace(_without_pages(display), is_presenting=presents, fullscreen=presents)


def toggle_blank(state: UiState) -> UiState:
    """Blank the screen, paused, because nothing moves unseen; or bring the picture back."""
    display = replace(state.display, is_blank=not state.display.is_blank)
    return replace(state, display=display, timeline=state.timeline.pause())


def toggle_help(display: DisplaySettings) -> DisplaySettings:
    """Show the help, or close it."""
    return replace(_without_pages(display), help_open=not display.help_open)


def toggle_driver(display: DisplaySettings) -> DisplaySettings:
    """Show the page about the driver, or close it."""
    return replace(_without_pages(display), driver_open=not display.driver_open)


def toggle_drawer(display: DisplaySettings) -> DisplaySettings:
    """Open the drawer, or close it."""
    return replace(_without_pages(display), drawer_open=not display.drawer_open)


def toggle_recording_panel(display: DisplaySettings) -> DisplaySettings:
    """Show the choices of a recording, or close them."""
    opens = not display.recording_open
    return replace(_without_pages(display), recording_open=opens, is_presenting=False)


def close_topmost(state: UiState) -> UiState:
    """Close what lies on top, one thing at a time."""
    display = state.display
    if state.closing is Closing.ASKED:
        return replace(state, closing=Closing.NO)
    if display.is_blank:
        return replace(state, display=replace(display, is_blank=False))
    if display != _without_pages(display):
        return replace(state, display=_without_pages(display))
    if state.pinned is not None:
        return replace(state, pinned=None)
    if display.is_presenting:
        return replace(state, display=replace(display, is_presenting=False))
    return replace(state, display=replace(display, fullscreen=False))


def _without_pages(display: DisplaySettings) -> DisplaySettings:
    return replace(
        display, help_open=False, driver_open=False, drawer_open=False, recording_open=False
    )
