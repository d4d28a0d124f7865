"""The session: composes controls, sort and picture into frames of the window.

The session knows no window system: events come in through `input`, pixels go out to any
framebuffer. So tests drive the whole program without a display.

How a frame is shared out
-------------------------
The window's loop calls `tick`, and `draw` if `tick` asks for a frame. A tick takes the pending
events, then gives the workers their budget, WORK_SECONDS. The workers are the file reader, the
player (which sorts), the tally (which counts what the passes do), the presenter (which draws the
picture of a state) and the recorder. They take turns: each works until it has nothing to do or the
budget is spent; then the next tick begins with the worker whose turn is next. So each worker waits
for at most one turn of each other worker, and a tick with little to do ends early.

A worker stops at the deadline, but a driver call cannot be interrupted, and may overrun the budget.
Three rules keep the window consistent and responsive:

- The player waits while the presenter draws, because the texture being drawn must not change.
- After a tick that overran its budget, the next tick draws new events before it works, but not
  twice in a row, so a held key does not stop the work.
- After a tick that worked longer than LATE_SECONDS, the frame waits for the next tick, so that it
  answers the events that arrived meanwhile.

The player owns settings and timeline. `state` combines them with the rest of the panels' state; the
copies in `_state` are never read.
"""

from contextlib import ExitStack
from dataclasses import replace
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Protocol

import moderngl
from imgui_bundle import imgui

from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.driver.probe import examine, probe
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.programs import Programs
from bitonic_scope.model.look import GLIDING_VIEWS, MAX_GLIDING_ELEMENTS, Look, Theme
from bitonic_scope.model.readout import Counters, Readout
from bitonic_scope.model.recording_plan import RecordingPlan
from bitonic_scope.model.settings import DisplaySettings, SortSettings, recorded_look
from bitonic_scope.model.timeline import CALM_SPEED, Playing, Timeline
from bitonic_scope.player.player import Player
from bitonic_scope.player.pointing import Pointing
from bitonic_scope.player.tally import Tally
from bitonic_scope.recording.background import BackgroundRecorder
from bitonic_scope.recording.snapshot import save_still
from bitonic_scope.text.paths import shown_path
from bitonic_scope.ui.controls import Controls, Known, Surface
from bitonic_scope.ui.ink import MAX_LINES
from bitonic_scope.ui.layout import Layout, Rect, layout, with_panels
from bitonic_scope.ui.pointing import Picture, ShownTexture
from bitonic_scope.ui.state import Closing, UiState
from bitonic_scope.views.arrangement import free_pane
from bitonic_scope.views.canvas import rgba
from bitonic_scope.views.palette import PALETTES
from bitonic_scope.views.photo_frame import photo_frame
from bitonic_scope.views.presenter import Presenter, Shot
from bitonic_scope.views.viewport import Viewport
from bitonic_scope.window.asker import Asker
from bitonic_scope.window.file_reader import FileReader
from bitonic_scope.window.glide import Glide
from bitonic_scope.window.pacing import FramePacing

WORK_SECONDS = 0.012  # per tick, for all workers: leaves a few ms of a 60 Hz frame for drawing
MESSAGE_SECONDS = 8.0  # that a message stays, unless the user goes on before
LATE_SECONDS = 0.03  # of work per tick: after that long, new events are likely waiting
MAX_UI_PASSES = 50  # per tick: ImGui sees one event per pass
FLICKER_HINT = f"Above {CALM_SPEED:g} passes a second, large pictures may flicker; keep it short"


class Worker(Protocol):
    """Works in slices, between the frames of the window."""

    @property
    def wants_work(self) -> bool:
        """Whether `work` has anything to do now."""

    def work(self, deadline: float) -> bool:
        """Work until a time of perf_counter(), at least one indivisible part.

        Returns:
            Whether there is something new to show.
        """


class Session:
    """Owns the parts of the window: the controls, and the workers of the module's docstring.

    Attributes:
        input: takes the window's events.
        player: holds the sort: its settings, its timeline and its engine.
        is_hidden: whether the window is minimised, so that no pictures are drawn.
    """

    def __init__(
        self,
        ctx: moderngl.Context,
        settings: SortSettings,
        display: DisplaySettings,
        timeline: Timeline,
        *,
        recordings: Path,
        system_theme: Theme = Theme.DARK,
        is_fresh: bool = False,
        knows_flicker: bool = False,
        message: str = "",
    ) -> None:
        """Probe the driver and create all parts.

        Args:
            ctx: the context of a window, or any other.
            settings: what to sort.
            display: how to show it.
            timeline: the initial position and playback.
            recordings: the parent of recording folders.
            system_theme: the theme of the system, for users who want theirs to follow it.
            is_fresh: whether no option says what to sort.
            knows_flicker: whether the user has been told that fast play may flicker.
            message: the first message, in one line; empty for none.

        Raises:
            ProgramError: the driver or the memory cannot hold that many elements.
        """
        with ExitStack() as owned:
            programs = Programs(ctx, compiles_ahead=True)
            owned.callback(programs.release)
            self._gpu = probe(ctx, programs)
            self.player = Player(self._gpu, settings, timeline)
            owned.callback(self.player.release)
            self._presenter = Presenter(self._gpu, self._wanted, self.player.frame)
            owned.callback(self._presenter.release)
            self._tally = Tally(self._gpu, self.player)
            owned.callback(self._tally.release)
            self._pointing = Pointing(self.player, self._tally)
            self._controls = Controls(ctx)
            owned.callback(self._controls.release)
            self._recorder = BackgroundRecorder(self._gpu, recordings)
            owned.callback(self._recorder.release)
            self._owned = owned.pop_all()
        self._reader = FileReader()
        sort, picture, tally = self.player, self._presenter, self._tally
        self._workers: tuple[Worker, ...] = (self._reader, sort, tally, picture, self._recorder)
        self._turn = 0  # index of the worker that is next
        self._work_seconds = 0.0  # of the last tick
        self.input = self._controls.input
        self._state = UiState(
            settings,
            display,
            timeline,
            is_fresh=is_fresh,
            knows_flicker=knows_flicker,
            message=message,
        )
        self._system_theme = system_theme
        self._recordings = recordings
        self._glide = Glide()
        self._has_press_changed = (
            False  # whether the mouse button that is down has changed the state
        )
        self._asker = Asker(sort)
        self._driver_report = cache(lambda: examine(self._gpu))
        self._pacing = FramePacing()
        self._message_seconds = 0.0  # since the message appeared
        self._surface = Surface((1.0, 1.0), (1, 1))
        self.is_hidden = False

    @property
    def state(self) -> UiState:
        """The state that the controls may change."""
        player = self.player
        return replace(self._state, settings=player.settings, timeline=player.timeline)

    def change(self, state: UiState, *, keeps_message: bool = False) -> None:
        """Apply a state that the controls return.

        If the driver or the memory refuses the new settings, the old ones stay; the message says
        why.

        Args:
            state: the new state.
            keeps_message: whether to keep an unchanged message; by default a new position or new
                settings clear it.
        """
        old = self.state
        if state.settings != old.settings and state.timeline == old.timeline:
            state = replace(state, settings=old.settings).with_settings(state.settings)
        if state != old:
            self.wake()
        has_moved = state.timeline.position != old.timeline.position
        has_new_state = has_moved or state.settings != old.settings
        if has_new_state:
            state = replace(state, answer=None)
            if state.message == old.message and not keeps_message:
                state = replace(state, message="", message_field=None)
        if has_new_state or state.display != old.display or state.timeline != old.timeline:
            state = replace(state, is_fresh=False)
        try:
            self.player.configure(state.settings, state.timeline)
        except (ProgramError, MemoryError) as refusal:
            state = replace(state, message=_line(refusal), message_field=None, history=old.history)
        else:
            state = self._noted(old, self._with_hint(old, state))
        if state.message != self._state.message:
            self._message_seconds = 0.0
        self._state = state

    def _noted(self, old: UiState, state: UiState) -> UiState:
        """Return the state with its change in the history, which undo and redo have changed."""
        is_pressed = self._controls.is_pressed
        self._has_press_changed &= is_pressed
        if state.history != old.history:
            return state
        history = old.history.after(
            (old.settings, old.timeline),
            (self.player.settings, self.player.timeline),
            is_same_gesture=self._has_press_changed,
        )
        self._has_press_changed |= is_pressed and history != old.history
        return replace(state, history=history)

    def _with_hint(self, old: UiState, state: UiState) -> UiState:
        """Return the state with a hint the first time that the user goes faster than calm."""
        speed, old_speed = state.timeline.passes_per_second, old.timeline.passes_per_second
        if state.knows_flicker or not old_speed <= CALM_SPEED < speed:
            return state
        return replace(state, knows_flicker=True, message=FLICKER_HINT, message_field=None)

    def resize(self, size: tuple[float, float], buffer_size: tuple[int, int]) -> None:
        """Set the window's size, in logical pixels and in framebuffer pixels."""
        surface = Surface(size, buffer_size)
        if surface != self._surface and min(*size, *buffer_size) > 0:
            self._surface = surface
            self.wake()

    def wake(self) -> None:
        """Request frames after an event."""
        self._pacing.wake()

    def tick(self, dt_seconds: float) -> bool:
        """Advance time, take events, do a slice of work.

        Returns:
            Whether a frame is due.
        """
        self._controls.pass_time(dt_seconds)
        self._message_seconds += dt_seconds
        is_old = self._message_seconds >= MESSAGE_SECONDS and not self._reader.wants_work
        if self._state.message and is_old:
            self._tell("")
        self.player.pass_time(dt_seconds)
        self._glide.pass_time(dt_seconds)
        if self.input.has_pending or self.input.held:
            self.wake()
        has_events = self._take_events()
        if has_events and self._work_seconds > WORK_SECONDS:
            self._work_seconds = 0.0  # events come first, but not twice in a row
            has_changed = has_new_picture = False
        else:
            has_changed, has_new_picture = self._work()
        wants_frame = self._pacing.wants_frame(
            has_changed=has_changed,
            has_new_picture=has_new_picture,
            has_text_field=self._controls.has_text_field,
            is_working=not self.player.is_settled
            or self._presenter.is_making
            or self._recorder.is_running,
        )
        if wants_frame and not has_events and self._work_seconds > LATE_SECONDS:
            return not self._pacing.puts_off()
        return wants_frame

    def _take_events(self) -> bool:
        """Run the controls once per pending event; return whether there was any."""
        ui_passes = 0
        while self.input.has_pending and ui_passes < MAX_UI_PASSES:
            awaits_focus, self._state = self._controls.awaits_focus(self.state)
            if not awaits_focus:
                self.input.feed()
            self._run_controls()
            self._controls.skip_frame()
            ui_passes += 1
        return ui_passes > 0

    def _work(self) -> tuple[bool, bool]:
        """Let the workers take turns until the budget is spent or no work is left.

        Returns:
            Whether anything has changed, and whether a new picture is complete.
        """
        start = perf_counter()
        deadline = start + WORK_SECONDS
        recording, was_recording = self._recorder.status, self._recorder.is_running
        self._start_or_cancel_recording()
        if self._presenter.is_making and not self.player.is_loaded:
            self._presenter.drop()  # its data are gone
        has_changed = has_new_picture = False
        first, self._turn = self._turn, 0
        for number in range(first, first + len(self._workers)):
            worker = self._workers[number % len(self._workers)]
            if not self._may_work(worker):
                continue
            is_new = self._try(worker, deadline)
            if worker is self._presenter:
                has_new_picture |= is_new
            else:
                has_changed |= is_new
            if perf_counter() >= deadline:
                self._turn = (number + 1) % len(self._workers)
                break
        has_changed |= self._take_file()
        self._settle_recording(was_recording=was_recording)
        self._work_seconds = perf_counter() - start
        return has_changed or self._recorder.status != recording, has_new_picture

    def _may_work(self, worker: Worker) -> bool:
        if worker is self.player and self._presenter.is_making:
            return False  # the state must stay until its picture is complete
        if worker is self._tally and not self._tally.is_busy and self._presenter.wants_work:
            return False  # counts that take long come after the picture
        if worker is self._tally and self.is_hidden:
            return False  # nobody sees the counters
        return worker.wants_work

    def _try(self, worker: Worker, deadline: float) -> bool:
        """Let a worker work; on an error, pause the sort and show the message."""
        try:
            return worker.work(deadline)
        except (ProgramError, MemoryError) as error:
            self.player.stay()
            self._tell(_line(error))
            return True

    def _tell(self, message: str) -> None:
        self._message_seconds = 0.0
        self._state = replace(self._state, message=message, message_field=None)
        self.wake()

    def _start_or_cancel_recording(self) -> None:
        if not self._state.record:
            self._recorder.cancel()
        elif not self._recorder.is_running and self.player.is_loaded:
            self._recorder.start(self.player.start_data, self._plan())

    def _plan(self) -> RecordingPlan:
        """Return how to record what is shown."""
        view, marks = self._state.display.view, self._state.display.marks
        return RecordingPlan(view, recorded_look(view, marks, self.theme))

    def _settle_recording(self, *, was_recording: bool) -> None:
        """Close the window if the user asked to, unless that would lose something.

        Closing loses a running recording, or the message of one that has just failed.
        """
        state, is_running = self._state, self._recorder.is_running
        if self.player.is_loaded:  # until then, a requested recording waits for the data
            state = replace(state, record=state.record and is_running)
        if state.closing is Closing.STOP_RECORDING:
            state = replace(state, record=False)
        if state.closing not in (Closing.NO, Closing.NOW) and not is_running:
            status = self._recorder.status
            has_failed = was_recording and status is not None and bool(status.fault)
            state = replace(state, closing=Closing.NO if has_failed else Closing.NOW)
        self._state = state

    def open_file(self, path: Path) -> None:
        """Read the user's file, then sort its data."""
        self._reader.start(path)
        self._tell(f"Reading {shown_path(path.name)}")

    def _take_file(self) -> bool:
        """Sort the user's data, or show why they cannot be read; return whether reading ended."""
        if not self._reader.is_done:
            return False
        try:
            own, state = self._reader.take(), self.state
            settings, message = state.settings.with_own(own), "; ".join(own.notes)
            self.change(replace(state, settings=settings, message=message), keeps_message=True)
        except (ProgramError, ValueError, MemoryError) as error:
            self._tell(str(error) or "out of memory; try a smaller file")
        return True

    @property
    def is_busy(self) -> bool:
        """Whether the next tick has work to do at once."""
        return (
            self.input.has_pending
            or self.player.is_busy
            or self._presenter.wants_work
            or (self._tally.is_busy and not self.is_hidden)
            or self._recorder.is_running
            or self._reader.wants_work
        )

    @property
    def is_gliding(self) -> bool:
        """Whether elements are on their way to the shown position: time moves them, not work."""
        return self._glide.is_moving and not self.is_hidden

    @property
    def idle_seconds(self) -> float:
        """How long the next tick can wait, unless an event arrives."""
        return self.player.timeline.seconds_to_next_pass()

    @property
    def should_close(self) -> bool:
        """Whether the window may close now."""
        return self._state.closing is Closing.NOW

    def ask_to_close(self) -> None:
        """Close, unless a recording runs: then ask the user what to do with it."""
        self._state = replace(self._state, closing=Closing.ASKED)
        self.wake()

    def _run_controls(self) -> None:
        """Run all panels and keys of one ImGui frame, and apply the state they return."""
        readout = self._readout()
        known = Known(
            readout=readout,
            picture_readout=self._picture_readout(readout),
            elements_per_pixel=self._presenter.elements_per_pixel,
            picture=Picture(self._element_at, self._texture),
            recording=self._recorder.status,
            theme=self.theme,
            driver_report=self._driver_report,
            question=self._asker.question() if self._state.display.predicts else None,
        )
        state = self._controls.run(self.state, known, self._layout(), self._surface)
        if state.open_path:
            self.open_file(Path(state.open_path).expanduser())
            state = replace(state, open_path="", message=self._state.message)
        if state.asks_check:
            self._tally.ask()
            state = replace(state, asks_check=False)
        if state.to_clipboard:
            imgui.set_clipboard_text(state.to_clipboard)
            message = f"Copied: {state.to_clipboard}"
            state = replace(state, to_clipboard="", message=message, message_field=None)
        if state.saves_picture:
            message = self._save_picture()
            state = replace(state, saves_picture=False, message=message, message_field=None)
        self.change(state)

    def _save_picture(self) -> str:
        """Save the state as `snapshot` would, beside the recordings; return what to tell."""
        if self.player.shown_position is None:
            return "there is no picture yet"
        try:
            path = save_still(self._gpu, self._recordings, self.player.frame(), self._plan())
        except (ProgramError, MemoryError) as error:
            return _line(error)
        return f"Saved {shown_path(path)}"

    def _readout(self) -> Readout:
        """Return the readout of the player, with its counters and the pair pointed at."""
        state, readout = self._state, self.player.readout()
        is_shown = self._is_shown(readout)
        if state.pinned is not None and is_shown:
            self._state = state = replace(state, pinned=self._pointing.follow(state.pinned))
        pointed = None
        if state.marked is not None:
            is_pinned = state.pinned is not None
            pointed = self._pointing.pair(state.marked, is_pinned=is_pinned, is_shown=is_shown)
        counters = self._counters(readout.settings, readout.timeline.position)
        return replace(readout, counters=counters, pointed=pointed)

    def _counters(self, settings: SortSettings, pass_index: int) -> Counters | None:
        """Return the counters of a state, without those that the user is to predict."""
        counters = self._tally.counters(settings, pass_index)
        if counters is not None and self._state.display.predicts:
            return counters._replace(exchanges_to_come=None)
        return counters

    def _element_at(self, x: float, y: float) -> int | None:
        """Return the element at a point of the picture, in logical pixels from the top left."""
        picture, (scale_x, scale_y) = self._layout().picture, self._surface.pixels_per_unit
        return self._presenter.element_at((x - picture.x) * scale_x, (y - picture.y) * scale_y)

    def _texture(self, state: UiState) -> ShownTexture | None:
        """Return the texture in the picture, as a state zooms it; None for none."""
        look = replace(self._still_look(self._layout()), zoom=state.zoom, centre=state.centre)
        grid = self._presenter.texture_grid(look)
        return None if grid is None else ShownTexture(look, grid, self._surface.pixels_per_unit)

    def _picture_readout(self, readout: Readout) -> Readout:
        """Return the readout of the picture, which may lag behind the player."""
        shown = self._presenter.shown
        if shown is None or self._is_shown(readout):
            return readout
        timeline = Timeline(shown.settings.network.pass_count, shown.pass_index)
        counters = self._counters(shown.settings, shown.pass_index)
        if shown.settings == readout.settings:
            return replace(readout, timeline=timeline, is_sorted=None, counters=counters)
        return Readout(shown.settings, timeline, readout.capabilities, counters=counters)

    def _is_shown(self, readout: Readout) -> bool:
        """Return whether the picture shows the state of a readout."""
        shown, now = self._presenter.shown, (readout.settings, readout.timeline.position)
        return shown is not None and (shown.settings, shown.pass_index) == now

    def _layout(self) -> Layout:
        display = self._state.display
        parts = layout(
            *self._surface.size,
            ui_scale=display.ui_scale,
            view=display.view,
            is_presenting=display.is_presenting,
        )
        if not parts.has_panels:
            return parts
        place, (scale_x, scale_y) = self._place_of(parts), self._surface.pixels_per_unit
        settings = self.player.settings
        elements = TextureLayout(settings.width, settings.height)
        pane = free_pane(
            elements, place.width, place.height, self._still_look(parts), photo_frame(settings, 0)
        )
        left, top = parts.picture.x + pane.left / scale_x, parts.picture.y + pane.top / scale_y
        return with_panels(parts, Rect(left, top, pane.width / scale_x, pane.height / scale_y))

    def _still_look(self, parts: Layout) -> Look:
        """Return how to show any position, without what depends on the position."""
        display = self._state.display
        return Look(
            theme=self.theme,
            marks=display.marks,
            unit=parts.unit * self._surface.pixels_per_unit[1],
            type_scale=parts.type_unit / parts.unit,
            min_text=self._surface.buffer_size[1] / MAX_LINES * min(display.ui_scale, 1.0),
            has_labels=True,
            has_panels=parts.has_panels,
            zoom=self._state.zoom,
            centre=self._state.centre,
        )

    def _place_of(self, parts: Layout) -> Viewport:
        """Return the picture's place in framebuffer pixels, from the bottom left."""
        rect = parts.picture
        height = self._surface.size[1]
        scale_x, scale_y = self._surface.pixels_per_unit
        return Viewport(
            round(rect.x * scale_x),
            round((height - rect.y - rect.height) * scale_y),
            max(round(rect.width * scale_x), 1),
            max(round(rect.height * scale_y), 1),
        )

    def _wanted(self) -> Shot | None:
        """Return the shot to show; None while there is nothing to show."""
        position = self.player.shown_position
        if self.is_hidden or position is None:
            return None
        parts, view = self._layout(), self._state.display.view
        place, look = self._place_of(parts), self._look(parts, position)
        return Shot(self.player.settings, position, view, look, place.width, place.height)

    @property
    def theme(self) -> Theme:
        """The theme to show."""
        return self._state.display.theme.on(self._system_theme)

    def _look(self, parts: Layout, position: int) -> Look:
        """Return how to show a position."""
        display, settings, timeline = (
            self._state.display,
            self.player.settings,
            self.player.timeline,
        )
        is_paused = timeline.playing is Playing.PAUSED
        may_glide = (
            timeline.passes_per_second <= CALM_SPEED
            and not display.reduces_motion
            and display.view in GLIDING_VIEWS
            and settings.element_count <= MAX_GLIDING_ELEMENTS
        )
        return replace(
            self._still_look(parts),
            hides_next=display.predicts and is_paused and position < timeline.pass_count,
            glide=self._glide.follow(settings, position, may_glide=may_glide),
        )

    def draw(self, target: moderngl.Framebuffer) -> None:
        """Draw one frame to a framebuffer of the size given to `resize`.

        Runs the controls once more to draw them; the next frame shows the changes they return.
        """
        self._pacing.note_frame()
        self._run_controls()
        self._clear(target)
        place, state = self._place_of(self._layout()), self._state
        if not state.display.is_blank:
            self._presenter.draw(target, place)
            if state.marked is not None:
                is_pinned = state.pinned is not None
                self._presenter.draw_pointed(target, place, state.marked, is_pinned=is_pinned)
        self._controls.draw(target)

    def _clear(self, target: moderngl.Framebuffer) -> None:
        self._gpu.ctx.enable_only(moderngl.NOTHING)
        target.viewport = (0, 0, *self._surface.buffer_size)
        target.scissor = target.viewport
        target.use()
        self._gpu.ctx.clear(*rgba(PALETTES[self.theme].ground))

    def release(self) -> None:
        """Free everything; end any running recording, whose complete frames stay."""
        self._owned.close()


def _line(refusal: ProgramError | MemoryError) -> str:
    """Return an error as one line for the user; numpy's own message offers no remedy."""
    if isinstance(refusal, ProgramError):
        return str(refusal)
    return "out of memory; try a smaller size"
