"""The session: composes controls, sort and picture into frames of the window.

The session knows no window system: events come in through `input`, pixels go out to any
framebuffer. So tests drive the whole program without a display.

How a frame is shared out
-------------------------
The window's loop calls `tick`, and `draw` if `tick` asks for a frame. A tick takes the pending
events, then gives the workers their budget, WORK_SECONDS. The workers are the file reader, the
player (which sorts), the presenter (which draws the picture of a state) and the recorder. They take
turns: each works until it has nothing to do or the budget is spent; then the next tick begins with
the worker whose turn is next. So each worker waits for at most one turn of each other worker, and a
tick with little to do ends early.

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

from bitonic_scope.driver.probe import examine, probe
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.programs import Programs
from bitonic_scope.model.readout import Readout
from bitonic_scope.model.settings import DisplaySettings, SortSettings
from bitonic_scope.model.timeline import Timeline
from bitonic_scope.player.player import Player
from bitonic_scope.recording.background import BackgroundRecorder
from bitonic_scope.text.paths import shown_path
from bitonic_scope.ui.controls import Controls, Known, Surface
from bitonic_scope.ui.layout import Layout, layout
from bitonic_scope.ui.panels.settings import facts
from bitonic_scope.ui.state import Closing, UiState
from bitonic_scope.ui.theme import BACKGROUND, BORDER
from bitonic_scope.views.downsample import Viewport
from bitonic_scope.views.presenter import Presenter, Shot
from bitonic_scope.window.file_reader import FileReader
from bitonic_scope.window.pacing import FramePacing

WORK_SECONDS = 0.012  # per tick, for all workers: leaves a few ms of a 60 Hz frame for drawing
LATE_SECONDS = 0.03  # of work per tick: after that long, new events are likely waiting
MAX_UI_PASSES = 50  # per tick: ImGui sees one event per pass
LINE_WIDTH = 1.5  # of the border around the picture, logical pixels at scale 1
MIN_LINE_PIXELS = 2


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
    """Owns the parts of the window: player, presenter, controls, recorder and file reader.

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
    ) -> None:
        """Probe the driver and create all parts.

        Args:
            ctx: the context of a window, or any other.
            settings: what to sort.
            display: how to show it.
            timeline: the initial position and playback.
            recordings: the parent of recording folders.

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
            self._controls = Controls(ctx)
            owned.callback(self._controls.release)
            self._recorder = BackgroundRecorder(self._gpu, recordings)
            owned.callback(self._recorder.release)
            self._owned = owned.pop_all()
        self._reader = FileReader()
        sort, picture, recorder = self.player, self._presenter, self._recorder
        self._workers: tuple[Worker, ...] = (self._reader, sort, picture, recorder)
        self._turn = 0  # index of the worker that is next
        self._work_seconds = 0.0  # of the last tick
        self.input = self._controls.input
        self._state = UiState(settings, display, timeline)
        self._driver_report = cache(lambda: examine(self._gpu))
        self._pacing = FramePacing()
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
        if state != old:
            self.wake()
        has_moved = state.timeline.position != old.timeline.position
        is_stale = state.message == old.message and not keeps_message
        if (has_moved or state.settings != old.settings) and is_stale:
            state = replace(state, message="")
        try:
            self.player.configure(state.settings, state.timeline)
        except (ProgramError, MemoryError) as refusal:
            state = replace(state, message=_line(refusal))
        self._state = state

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
        self.player.pass_time(dt_seconds)
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
        self._state = replace(self._state, message=message)
        self.wake()

    def _start_or_cancel_recording(self) -> None:
        if not self._state.record:
            self._recorder.cancel()
        elif not self._recorder.is_running and self.player.is_loaded:
            self._recorder.start(self.player.start_data, view=self._state.display.view)

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
            or self._recorder.is_running
            or self._reader.wants_work
        )

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
        known = Known(
            readout=self.player.readout(),
            picture_readout=self._picture_readout(),
            elements_per_pixel=self._presenter.elements_per_pixel,
            recording=self._recorder.status,
            driver_report=self._driver_report,
        )
        state = self._controls.run(self.state, known, self._layout(), self._surface)
        if state.open_path:
            self.open_file(Path(state.open_path).expanduser())
            state = replace(state, open_path="", message=self._state.message)
        self.change(state)

    def _picture_readout(self) -> Readout:
        """Return the readout of the picture, which may lag behind the player."""
        readout, shown = self.player.readout(), self._presenter.shown
        now = (readout.settings, readout.timeline.position)
        if shown is None or (shown.settings, shown.pass_index) == now:
            return readout
        timeline = Timeline(shown.settings.network.pass_count, shown.pass_index)
        return Readout(shown.settings, timeline, readout.capabilities)

    def _layout(self) -> Layout:
        return layout(
            *self._surface.size,
            ui_scale=self._state.display.ui_scale,
            has_message=bool(self._state.message),
            has_recording=self._recorder.status is not None,
            fact_count=len(facts(self.player.readout(), self._presenter.elements_per_pixel)),
        )

    def _place(self) -> Viewport:
        """Return the picture's place in framebuffer pixels, from the bottom left."""
        rect = self._layout().picture
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
        place, view = self._place(), self._state.display.view
        return Shot(self.player.settings, position, view, place.width, place.height)

    def draw(self, target: moderngl.Framebuffer) -> None:
        """Draw one frame to a framebuffer of the size given to `resize`.

        Runs the controls once more to draw them; the next frame shows the changes they return.
        """
        self._pacing.note_frame()
        self._run_controls()
        self._clear(target)
        scale = self._controls.scale * self._surface.pixels_per_unit[0]
        line_pixels = max(MIN_LINE_PIXELS, round(LINE_WIDTH * scale))
        place = self._place()
        self._presenter.draw(target, place, line_pixels=line_pixels, line_colour=BORDER)
        self._controls.draw(target)

    def _clear(self, target: moderngl.Framebuffer) -> None:
        self._gpu.ctx.enable_only(moderngl.NOTHING)
        target.viewport = (0, 0, *self._surface.buffer_size)
        target.scissor = target.viewport
        target.use()
        self._gpu.ctx.clear(*BACKGROUND, 1.0)

    def release(self) -> None:
        """Free everything; end any running recording, whose complete frames stay."""
        self._owned.close()


def _line(refusal: ProgramError | MemoryError) -> str:
    """Return an error as one line for the user; numpy's own message offers no remedy."""
    if isinstance(refusal, ProgramError):
        return str(refusal)
    return "out of memory; try a smaller size"
