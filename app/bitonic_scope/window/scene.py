"""The scene: the picture that the state asks for, and its place in the window."""

from collections.abc import Callable
from dataclasses import replace

from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.model.look import GLIDING_VIEWS, MAX_GLIDING_ELEMENTS, Look, Theme
from bitonic_scope.model.timeline import CALM_SPEED, Playing
from bitonic_scope.player.player import Player
from bitonic_scope.ui.controls import Surface
from bitonic_scope.ui.ink import MAX_LINES
from bitonic_scope.ui.layout import Layout, Rect, layout, with_panels
from bitonic_scope.ui.state import UiState
from bitonic_scope.views.arrangement import free_pane
from bitonic_scope.views.photo_frame import photo_frame
from bitonic_scope.views.presenter import Shot
from bitonic_scope.views.viewport import Viewport
from bitonic_scope.window.glide import Glide


class Scene:
    """Follows the state, the sort and the size of the window.

    Attributes:
        surface: the window's surface.
        glide: the motion of the elements.
    """

    def __init__(self, player: Player, state: Callable[[], UiState], system_theme: Theme) -> None:
        """Show a sort.

        Args:
            player: holds the sort.
            state: returns the state of the controls, whose settings and timeline are not read.
            system_theme: the theme of the system.
        """
        self.surface = Surface((1.0, 1.0), (1, 1))
        self.glide = Glide()
        self._divided_for: tuple[object, ...] = ()  # what the layout depends on
        self._player = player
        self._state = state
        self._system_theme = system_theme

    def layout(self) -> Layout:
        """Return where everything stands; divides the window anew only if need be."""
        state = self._state()
        key = (
            self.surface,
            state.display,
            state.zoom,
            state.centre,
            self.theme,
            self._player.settings,
        )
        if key != self._divided_for:
            self._divided_for, self._parts = key, self._divided()
            self._still_look = self.still_look(self._parts)
        return self._parts

    def _divided(self) -> Layout:
        display = self._state().display
        settings = self._player.settings
        parts = layout(
            *self.surface.size,
            ui_scale=display.ui_scale,
            view=display.view,
            is_presenting=display.is_presenting,
            has_square=display.view == "texture" and settings.width <= settings.height,
        )
        if not parts.has_panels:
            return parts
        place, (scale_x, scale_y) = self.place_of(parts), self.surface.pixels_per_unit
        elements = TextureLayout(settings.width, settings.height)
        pane = free_pane(
            elements,
            place.width,
            place.height,
            self.still_look(parts),
            photo_frame(settings, 0),
            is_alone=display.view == "texture",
        )
        left, top = parts.picture.x + pane.left / scale_x, parts.picture.y + pane.top / scale_y
        return with_panels(parts, Rect(left, top, pane.width / scale_x, pane.height / scale_y))

    def still_look(self, parts: Layout) -> Look:
        """Return how to show any position, without what depends on the position."""
        display = self._state().display
        return Look(
            theme=self.theme,
            marks=display.marks,
            unit=parts.unit * self.surface.pixels_per_unit[1],
            type_scale=parts.type_unit / parts.unit,
            min_text=self.surface.buffer_size[1] / MAX_LINES * min(display.ui_scale, 1.0),
            has_labels=True,
            has_panels=parts.has_panels,
            is_upright=self.surface.size[0] < self.surface.size[1],
            zoom=self._state().zoom,
            centre=self._state().centre,
        )

    def place_of(self, parts: Layout) -> Viewport:
        """Return the picture's place in framebuffer pixels, from the bottom left."""
        rect = parts.picture
        height = self.surface.size[1]
        scale_x, scale_y = self.surface.pixels_per_unit
        return Viewport(
            round(rect.x * scale_x),
            round((height - rect.y - rect.height) * scale_y),
            max(round(rect.width * scale_x), 1),
            max(round(rect.height * scale_y), 1),
        )

    def wanted(self) -> Shot | None:
        """Return the shot to show; None while there is nothing to show."""
        position = self._player.shown_position
        if position is None:
            return None
        parts, view = self.layout(), self._state().display.view
        place, look = self.place_of(parts), self._look(position)
        return Shot(self._player.settings, position, view, look, place.width, place.height)

    @property
    def theme(self) -> Theme:
        """The theme to show."""
        return self._state().display.theme.on(self._system_theme)

    def _look(self, position: int) -> Look:
        """Return how to show a position in the layout."""
        display, settings, timeline = (
            self._state().display,
            self._player.settings,
            self._player.timeline,
        )
        is_paused = timeline.playing is Playing.PAUSED
        may_glide = (
            timeline.passes_per_second <= CALM_SPEED
            and not display.reduces_motion
            and display.view in GLIDING_VIEWS
            and settings.element_count <= MAX_GLIDING_ELEMENTS
        )
        glide = self.glide.follow(settings, position, may_glide=may_glide)
        hides_next = display.predicts and is_paused and position < timeline.pass_count
        if glide >= 1 and not hides_next:
            return self._still_look
        glides_back = self.glide.is_back and glide < 1
        return replace(
            self._still_look, hides_next=hides_next, glide=glide, glides_back=glides_back
        )
