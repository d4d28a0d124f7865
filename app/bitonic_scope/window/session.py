"""The session: composes controls, sort and picture into frames of the window.

The session knows no window system: events come in through `input`, pixels go out to any
framebuffer. So tests drive the whole program without a display.

How a frame is shared out
-------------------------
The window's loop calls `tick`, and `draw` if `tick` asks for a frame. A tick takes the pending
events, then gives the workers their budget, WORK_SECONDS, of which they take turns
(`window.turns`). A worker stops at the deadline, but a driver call cannot be interrupted, and may
overrun the budget. Two rules keep the window responsive:

- After a tick that overran its budget, the next tick draws new events before it works, but not
  twice in a row, so a held key does not stop the work.
- After a tick that worked longer than LATE_SECONDS, the frame waits for the next tick, so that it
  answers the events that arrived meanwhile.

The player owns settings and timeline. `state` combines them with the rest of the panels' state; no
other code reads the copies in `_state`, which may be older.
"""

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from time import perf_counter

import moderngl
from imgui_bundle import imgui

from bitonic_scope.driver.probe import probe
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.programs import Programs
from bitonic_scope.model.look import Theme
from bitonic_scope.model.timeline import CALM_SPEED
from bitonic_scope.player.player import Player
from bitonic_scope.player.tally import Tally
from bitonic_scope.recording.background import BackgroundRecorder
from bitonic_scope.recording.still import StillSaver
from bitonic_scope.text.paths import shown_path
from bitonic_scope.ui.controls import Controls, Surface
from bitonic_scope.ui.state import Closing, Entry, Field, UiState
from bitonic_scope.views.canvas import rgba
from bitonic_scope.views.palette import PALETTES
from bitonic_scope.views.presenter import Presenter, Shot
from bitonic_scope.window.file_reader import FileReader
from bitonic_scope.window.folder_chooser import FolderChooser
from bitonic_scope.window.opening import Opening
from bitonic_scope.window.pacing import FramePacing
from bitonic_scope.window.recordings import Recordings
from bitonic_scope.window.reporter import Reporter
from bitonic_scope.window.scene import Scene
from bitonic_scope.window.turns import Turns

WORK_SECONDS = 0.012  # per tick, for all workers: leaves a few ms of a 60 Hz frame for drawing
MESSAGE_SECONDS = 8.0  # that a message stays, unless the user goes on before
LATE_SECONDS = 0.03  # of work per tick: after that long, new events are likely waiting
MAX_UI_PASSES = 50  # per tick: ImGui sees one event per pass
FLICKER_HINT = f"Above {CALM_SPEED:g} passes a second, large pictures may flicker; keep it short"


class Session:
    """Owns the parts of the window: the controls, and the workers.

    Attributes:
        input: takes the window's events.
        player: holds the sort: its settings, its timeline and its engine.
        is_hidden: whether the window is minimised, so that no pictures are drawn.
    """

    def __init__(self, ctx: moderngl.Context, opening: Opening, *, recordings: Path) -> None:
        """Probe the driver and create all parts.

        Args:
            ctx: the context of a window, or any other.
            opening: what to show at first.
            recordings: the parent of recording folders.

        Raises:
            ProgramError: the driver or the memory cannot hold that many elements.
        """
        with ExitStack() as owned:
            programs = Programs(ctx, compiles_ahead=True)
            owned.callback(programs.release)
            self._gpu = probe(ctx, programs)
            self.player = Player(self._gpu, opening.settings, opening.timeline)
            owned.callback(self.player.release)
            self._scene = Scene(self.player, lambda: self._state, opening.system_theme)
            self._presenter = Presenter(self._gpu, self._wanted, self.player.frame)
            owned.callback(self._presenter.release)
            self._tally = Tally(self._gpu, self.player)
            owned.callback(self._tally.release)
            self._controls = Controls(ctx)
            owned.callback(self._controls.release)
            self._recorder = BackgroundRecorder(self._gpu)
            owned.callback(self._recorder.release)
            self._still = StillSaver(self._gpu)
            owned.callback(self._still.release)
            self._owned = owned.pop_all()
        self._reader, self._chooser = FileReader(), FolderChooser()
        self._reading: Entry | None = None  # the typed path of the file being read
        sort, picture, tally = self.player, self._presenter, self._tally
        self._turns = Turns(
            self._reader,
            self._chooser,
            sort,
            tally,
            picture,
            self._still,
            self._recorder,
            lambda error: self._tell(_line(error)),
        )
        self._work_seconds = 0.0  # of the last tick
        self.input = self._controls.input
        self._state = UiState(
            opening.settings,
            opening.display,
            opening.timeline,
            is_fresh=opening.is_fresh,
            knows_flicker=opening.knows_flicker,
            message=opening.message,
        )
        self._recordings = Recordings(self._recorder, self._still, sort, self._scene, recordings)
        self._has_press_changed = (
            False  # whether the mouse button that is down has changed the state
        )
        self._reporter = Reporter(self._gpu, sort, tally, picture, self._scene)
        self._pacing = FramePacing()
        self._message_seconds = 0.0  # since the message appeared
        self.is_hidden = False

    @property
    def state(self) -> UiState:
        """The state that the controls may change."""
        settings, timeline = self.player.settings, self.player.timeline
        if self._state.settings is not settings or self._state.timeline is not timeline:
            self._state = replace(self._state, settings=settings, timeline=timeline)
        return self._state

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
        if state.settings == old.settings and state.display.view != old.display.view:
            state = replace(state, view_before="")  # the user has chosen
        has_moved = state.timeline.position != old.timeline.position
        has_new_state = has_moved or state.settings != old.settings
        if has_new_state:
            self._recorder.forget()
            state = replace(state, answer=None)
            told = state.message, state.entry
            if told == (old.message, old.entry) and not keeps_message:
                state = replace(state, message="", entry=None)
        if has_new_state or state.display != old.display or state.timeline != old.timeline:
            state = replace(state, is_fresh=False)
        try:
            self.player.configure(state.settings, state.timeline)
        except (ProgramError, MemoryError) as refusal:
            state = replace(old, message=_line(refusal), entry=state.entry)
        else:
            if state.entry and state.settings != old.settings:
                self._controls.close_list()
            state = self._noted(old, self._with_hint(old, state))
            state = state if state.message else replace(state, entry=None)
        if state.message != self._state.message:
            self._message_seconds = 0.0
        works = state.record or self._recorder.is_running or self._still.is_running
        if state.closing is Closing.ASKED and not works:
            state = replace(state, closing=Closing.NOW)  # an Esc on its way would answer "Stay"
        self._state = replace(state, jumps=False)

    def _noted(self, old: UiState, state: UiState) -> UiState:
        """Return the state with its change in the history, which undo and redo have changed."""
        is_pressed = self._controls.is_pressed
        self._has_press_changed &= is_pressed
        if state.history != old.history:
            return state
        history = old.history.after(
            (old.settings, old.timeline),
            (self.player.settings, self.player.timeline),
            is_jump=state.jumps,
            is_same_gesture=self._has_press_changed,
        )
        self._has_press_changed |= is_pressed and history != old.history
        return replace(state, history=history)

    def _with_hint(self, old: UiState, state: UiState) -> UiState:
        """Return the state with a hint the first time that the user goes faster than calm."""
        speed, old_speed = state.timeline.passes_per_second, old.timeline.passes_per_second
        if state.knows_flicker or not old_speed <= CALM_SPEED < speed:
            return state
        return replace(state, knows_flicker=True, message=FLICKER_HINT, entry=None)

    def resize(self, size: tuple[float, float], buffer_size: tuple[int, int]) -> None:
        """Set the window's size, in logical pixels and in framebuffer pixels."""
        surface = Surface(size, buffer_size)
        if surface != self._scene.surface and min(*size, *buffer_size) > 0:
            self._scene.surface = surface
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
        is_old = self._message_seconds >= MESSAGE_SECONDS
        is_old &= not (self._reader.wants_work or self._still.is_running)
        if self._state.message and is_old:
            self._tell("")
        self.player.pass_time(dt_seconds)
        self._scene.glide.pass_time(dt_seconds)
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
        recording, was_recording = self._recorder.status, self._recorder.is_running
        was_saving = self._still.is_running
        self._recordings.start_or_cancel(self._state)
        has_changed, has_new_picture = self._turns.take(
            start + WORK_SECONDS, is_hidden=self.is_hidden
        )
        has_changed |= self._take_file()
        if folder := self._chooser.take():
            self._record_into(folder)
        if news := self._recordings.take_news():
            self._tell(news)
        self._settle_recording(was_recording=was_recording, was_saving=was_saving)
        self._work_seconds = perf_counter() - start
        return has_changed or self._recorder.status != recording, has_new_picture

    def _tell(self, message: str, entry: Entry | None = None) -> None:
        self._message_seconds = 0.0
        self._state = replace(self._state, message=message, entry=entry)
        self.wake()

    def _settle_recording(self, *, was_recording: bool, was_saving: bool) -> None:
        """Close the window if the user asked to, unless that would lose something.

        Closing loses a running recording, or the message of one that has just failed. A picture
        that is being saved comes before, too.
        """
        state, is_running = self._state, self._recorder.is_running
        if state.record and self.player.is_loaded and not is_running:
            state = replace(state, record=False)  # before it is loaded, the request waits
        if state.closing is Closing.STOP_RECORDING:
            state = replace(state, record=False)
        is_saving = self._still.is_running
        if state.closing not in (Closing.NO, Closing.NOW) and not (is_running or is_saving):
            status = self._recorder.status
            has_failed = was_recording and status is not None and bool(status.fault)
            has_failed |= was_saving and self._still.has_failed
            state = replace(state, closing=Closing.NO if has_failed else Closing.NOW)
        self._state = state

    def drop(self, path: Path) -> None:
        """Sort the data of a dropped file, or record into a dropped folder."""
        if not path.is_dir():
            self.open_file(path)
            return
        self._record_into(str(path))
        display = replace(self._state.display, drawer_open=False, recording_open=True)
        self.change(replace(self.state, display=display))

    def _record_into(self, folder: str) -> None:
        self._state = replace(self._state, recording=replace(self._state.recording, folder=folder))
        self.wake()

    def open_file(self, path: Path, entry: Entry | None = None) -> None:
        """Read the user's file, then sort its data.

        Args:
            path: the file.
            entry: the path as typed, for messages beside its field; None for a dropped file.
        """
        self._reader.start(path)
        self._reading = entry
        self._tell(f"Reading {shown_path(path.name)}", entry)

    def _take_file(self) -> bool:
        """Sort the user's data, or show why they cannot be read; return whether reading ended."""
        if not self._reader.is_done:
            return False
        state, entry = self.state, self._reading
        try:
            own = self._reader.take()
            settings, message = state.settings.with_own(own), "; ".join(own.notes)
        except (ProgramError, ValueError, MemoryError) as error:
            self._tell(str(error) or "out of memory; try a smaller file", entry)
            self._return_to_path(state)
            return True
        has_read = replace(state, settings=settings, message=message, entry=entry)
        self.change(has_read, keeps_message=True)
        if self.player.settings.own is own:
            self._state = replace(self._state, typed_path="", entry=None)
        else:
            self._return_to_path(state)
        return True

    def _return_to_path(self, before: UiState) -> None:
        """Bring up the field of a refused path, unless the user has gone on meanwhile."""
        if before.entry is not None and before.entry == self._reading:
            shows_fields = not (before.display.is_presenting or before.display.is_blank)
            self._state = replace(self._state, focus=Field.PATH if shows_fields else None)

    @property
    def is_busy(self) -> bool:
        """Whether the next tick has work to do at once."""
        return (
            self.input.has_pending
            or self.player.is_busy
            or self._presenter.wants_work
            or (self._tally.is_busy and not self.is_hidden)
            or self._recorder.is_running
            or self._still.is_running
            or self._reader.wants_work
        )

    @property
    def is_gliding(self) -> bool:
        """Whether elements are on their way to the shown position: time moves them, not work."""
        return self._scene.glide.is_moving and not self.is_hidden

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
        self.change(replace(self._state, closing=Closing.ASKED))

    def _run_controls(self) -> None:
        """Run all panels and keys of one ImGui frame, and apply the state they return."""
        self._state = self._reporter.followed(self._state)
        known = self._reporter.known(self._state, self._recordings)
        state = self._controls.run(self.state, known, self._scene.layout(), self._scene.surface)
        if state.opens_path:
            entry = Entry(Field.PATH, state.typed_path)
            self.open_file(Path(state.typed_path).expanduser(), entry)
            state = replace(state, opens_path=False, message=self._state.message, entry=entry)
        if state.asks_check:
            self._tally.ask()
            state = replace(state, asks_check=False)
        if state.to_clipboard:
            imgui.set_clipboard_text(state.to_clipboard)
            message = f"Copied: {state.to_clipboard}"
            state = replace(state, to_clipboard="", message=message, entry=None)
        if state.asks_folder:
            parent = self._recordings.parent(state)
            self._chooser.ask("Folder for recordings", str(parent))
            state = replace(state, asks_folder=False)
        if state.opens_folder:
            message = self._recordings.open()
            state = replace(state, opens_folder=False, message=message, entry=None)
        if state.saves_picture:
            message = self._recordings.save_or_stop_picture(self._state)
            state = replace(state, saves_picture=False, message=message, entry=None)
        self.change(state)

    def _wanted(self) -> Shot | None:
        """Return the shot to show; None while there is nothing to show."""
        return None if self.is_hidden else self._scene.wanted()

    @property
    def theme(self) -> Theme:
        """The theme to show."""
        return self._scene.theme

    def draw(self, target: moderngl.Framebuffer) -> None:
        """Draw one frame to a framebuffer of the size given to `resize`.

        Runs the controls once more to draw them; the next frame shows the changes they return.
        """
        self._pacing.note_frame()
        self._run_controls()
        self._clear(target)
        place, state = self._scene.place_of(self._scene.layout()), self._state
        if not state.display.is_blank:
            self._presenter.draw(target, place)
            if state.marked is not None:
                is_pinned = state.pinned is not None
                self._presenter.draw_pointed(target, place, state.marked, is_pinned=is_pinned)
        self._controls.draw(target)

    def _clear(self, target: moderngl.Framebuffer) -> None:
        self._gpu.ctx.enable_only(moderngl.NOTHING)
        target.viewport = (0, 0, *self._scene.surface.buffer_size)
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
