"""The reporter: tells the panels what there is to know about the sort and its picture."""

from dataclasses import replace
from functools import cache

from bitonic_scope.driver.probe import examine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.readout import Counters, Readout
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.timeline import Timeline
from bitonic_scope.player.player import Player
from bitonic_scope.player.pointing import Pointing
from bitonic_scope.player.tally import Tally
from bitonic_scope.ui.controls import Known
from bitonic_scope.ui.pointing import Picture, ShownTexture
from bitonic_scope.ui.state import UiState
from bitonic_scope.views.presenter import Presenter
from bitonic_scope.window.asker import Asker
from bitonic_scope.window.folder_chooser import has_dialog
from bitonic_scope.window.recordings import Recordings
from bitonic_scope.window.scene import Scene


class Reporter:
    """Collects what player, tally and presenter know."""

    def __init__(
        self, gpu: Gpu, player: Player, tally: Tally, presenter: Presenter, scene: Scene
    ) -> None:
        """Report on these."""
        self._player, self._tally, self._presenter = player, tally, presenter
        self._scene = scene
        self._pointing = Pointing(player, tally)
        self._asker = Asker(player)
        self._driver_report = cache(lambda: examine(gpu))

    def followed(self, state: UiState) -> UiState:
        """Return the state with its pin on the element that it follows to the shown position."""
        if state.pinned is None or not self._is_shown:
            return state
        return replace(state, pinned=self._pointing.follow(state.pinned))

    def known(self, state: UiState, recordings: Recordings) -> Known:
        """Return what the panels show.

        Args:
            state: what is pointed at, and whether the user predicts.
            recordings: the recordings of the window.
        """
        predicts, readout = state.display.predicts, self._readout(state)
        return Known(
            readout=readout,
            picture_readout=self._picture_readout(readout, predicts=predicts),
            elements_per_pixel=self._presenter.elements_per_pixel,
            picture=Picture(self._element_at, self._texture),
            recording=recordings.status,
            theme=self._scene.theme,
            driver_report=self._driver_report,
            question=self._asker.question() if predicts else None,
            recording_folder=recordings.target(state),
            has_folder_dialog=has_dialog(),
        )

    def _readout(self, state: UiState) -> Readout:
        """Return the readout of the player, with its counters and the pair pointed at."""
        readout, pointed = self._player.readout(), None
        if state.marked is not None:
            is_pinned = state.pinned is not None
            pointed = self._pointing.pair(
                state.marked, is_pinned=is_pinned, is_shown=self._is_shown
            )
        position, predicts = readout.timeline.position, state.display.predicts
        counters = self._counters(readout.settings, position, predicts=predicts)
        return replace(readout, counters=counters, pointed=pointed)

    def _counters(
        self, settings: SortSettings, pass_index: int, *, predicts: bool
    ) -> Counters | None:
        """Return the counters of a state, without those that the user is to predict."""
        counters = self._tally.counters(settings, pass_index)
        if counters is not None and predicts:
            return counters._replace(exchanges_to_come=None)
        return counters

    def _element_at(self, x: float, y: float) -> int | None:
        """Return the element at a point of the picture, in logical pixels from the top left."""
        picture, (scale_x, scale_y) = (
            self._scene.layout().picture,
            self._scene.surface.pixels_per_unit,
        )
        return self._presenter.element_at((x - picture.x) * scale_x, (y - picture.y) * scale_y)

    def _texture(self, state: UiState) -> ShownTexture | None:
        """Return the texture in the picture, as a state zooms it; None for none."""
        look = replace(
            self._scene.still_look(self._scene.layout()), zoom=state.zoom, centre=state.centre
        )
        grid = self._presenter.texture_grid(look)
        return (
            None if grid is None else ShownTexture(look, grid, self._scene.surface.pixels_per_unit)
        )

    def _picture_readout(self, readout: Readout, *, predicts: bool) -> Readout:
        """Return the readout of the picture, which may lag behind the player."""
        shown = self._presenter.shown
        if shown is None or self._is_shown:
            return readout
        timeline = Timeline(shown.settings.network.pass_count, shown.pass_index)
        counters = self._counters(shown.settings, shown.pass_index, predicts=predicts)
        if shown.settings == readout.settings:
            return replace(readout, timeline=timeline, is_sorted=None, counters=counters)
        return Readout(shown.settings, timeline, readout.capabilities, counters=counters)

    @property
    def _is_shown(self) -> bool:
        """Whether the picture shows the state of the player."""
        shown, player = self._presenter.shown, self._player
        now = player.settings, player.timeline.position
        return shown is not None and (shown.settings, shown.pass_index) == now
