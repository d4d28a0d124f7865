"""The screen: controls, sort and picture composed into one frame of the window.

It knows no window system: events come in through `input`, pixels go out to any framebuffer. So the
tests drive the whole program without a display.
"""

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import moderngl

from bitonic_scope.data.own_data import OwnData
from bitonic_scope.driver.probe import probe
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.programs import Programs
from bitonic_scope.model.settings import DisplaySettings, SortSettings
from bitonic_scope.model.timeline import Timeline
from bitonic_scope.player.player import Player
from bitonic_scope.recording.background import BackgroundRecorder
from bitonic_scope.system.task import Task
from bitonic_scope.ui.controls import Controls, Known, Surface
from bitonic_scope.ui.layout import Layout, layout
from bitonic_scope.ui.panels.settings import facts
from bitonic_scope.ui.state import Closing, UiState
from bitonic_scope.ui.theme import BACKGROUND, FRAME
from bitonic_scope.views.downsample import Place
from bitonic_scope.views.presenter import Showcase
from bitonic_scope.window.pacing import FramePacing

if TYPE_CHECKING:
    from bitonic_scope.driver.report import DriverReport

MAX_UI_PASSES = 50  # of one tick, over events that ImGui sees one at a time
LINE_WIDTH = 1.5  # of the line around the picture, logical pixels at scale 1
MIN_LINE_PIXELS = 2
PICTURE_BUDGET_SECONDS = 0.006  # of a tick, beside what the player takes
LONG_WORK_SECONDS = 0.008  # of a tick: events that come meanwhile are answered before more of it
VERY_LONG_WORK_SECONDS = 0.03  # of a tick: a call that cannot be divided; nothing else follows


class Screen:
    """Owns everything that is shown: player, view, canvas, controls, and a recording.

    Attributes:
        input: takes the events of the window.
        state: what the controls have changed.
        is_hidden: whether nobody sees it, so that no pictures are made.
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
        """Get ready.

        Args:
            ctx: the context of the window, or any other.
            settings: what is sorted.
            display: how it is shown.
            timeline: where it begins.
            recordings: the folder in which folders of frames are made.

        Raises:
            ProgramError: this driver or memory cannot hold so many elements.
        """
        self._ctx = ctx
        with ExitStack() as owned:
            self._programs = Programs(ctx, compiles_ahead=True)
            owned.callback(self._programs.release)
            self._player = Player(
                ctx, self._programs, settings, timeline, probe(ctx, self._programs)
            )
            owned.callback(self._player.release)
            self._showcase = Showcase(ctx, self._programs)
            owned.callback(self._showcase.release)
            self._controls = Controls(ctx)
            owned.callback(self._controls.release)
            self._recorder = BackgroundRecorder(ctx, self._programs, recordings)
            owned.callback(self._recorder.release)
            self._owned = owned.pop_all()
        self.input = self._controls.input
        self.state = UiState(settings, display, timeline)
        self._reading: Task[OwnData] | None = None
        self._driver_report: DriverReport | None = None
        self._pacing = FramePacing()
        self._surface = Surface((1.0, 1.0), (1, 1))
        self._waiting_seconds = 0.0  # that the player has not been told of
        self._work_seconds = 0.0  # that the last tick took for work
        self._recorder_waits = False  # for the next tick
        self._picture_waits = False  # likewise: the state that was reached stays for it
        self.is_hidden = False

    def resize(self, size: tuple[float, float], buffer_size: tuple[int, int]) -> None:
        """Take the size of the window, in logical pixels and in pixels of its framebuffer."""
        surface = Surface(size, buffer_size)
        if surface != self._surface and min(*size, *buffer_size) > 0:
            self._surface = surface
            self.wake()

    def wake(self) -> None:
        """Ask for frames: something happened outside."""
        self._pacing.wake()

    def tick(self, dt_seconds: float) -> bool:
        """Take events, let time pass, do a slice of work.

        Returns:
            Whether a frame should be drawn.
        """
        self._controls.pass_time(dt_seconds)
        if self.input.has_pending or self.input.held:
            self.wake()
        ui_passes = 0
        while self.input.has_pending and ui_passes < MAX_UI_PASSES:
            awaits_focus, self.state = self._controls.awaits_focus(self.state)
            if not awaits_focus:
                self.input.feed()
            self._run_controls()
            self._controls.skip_frame()
            ui_passes += 1
        self._waiting_seconds += dt_seconds
        if ui_passes and self._work_seconds > LONG_WORK_SECONDS:
            self._work_seconds = 0.0  # the hand comes first, but not twice in a row
            has_changed = has_new_picture = False
        else:
            start = perf_counter()
            has_changed, has_new_picture = self._work()
            self._work_seconds = perf_counter() - start
        wants_frame = self._pacing.wants_frame(
            has_changed=has_changed,
            has_new_picture=has_new_picture,
            has_text_field=self._controls.has_text_field,
            is_working=not self._player.is_settled
            or self._showcase.is_making
            or self._recorder.is_running,
        )
        is_very_long = self._work_seconds > VERY_LONG_WORK_SECONDS
        if wants_frame and is_very_long and not ui_passes:
            return not self._pacing.puts_off()
        return wants_frame

    def _work(self) -> tuple[bool, bool]:
        """Let time pass, and do a slice of all work.

        Returns:
            Whether anything has changed, and whether a new picture is complete.
        """
        start = perf_counter()
        has_changed, has_new_picture = self._work_on_reading(), False
        if self._recorder_waits:  # they take turns where both work long
            self._recorder_waits = False
            return has_changed | self._work_on_recording(), False
        if self._showcase.is_making and not self._player.is_loaded:
            self._showcase.drop()  # of a state that has gone
        picture_waited, self._picture_waits = self._picture_waits, False
        if not self._showcase.is_making and not picture_waited:
            # Not before: a state stays until its picture is complete.
            has_changed |= self._work_on_sort(self._waiting_seconds)
            self._waiting_seconds = 0.0
        if picture_waited or perf_counter() - start < VERY_LONG_WORK_SECONDS:
            has_new_picture = self._work_on_picture()
        else:
            self._picture_waits = self._wants_picture
        self.state = replace(self.state, timeline=self._player.timeline)
        is_late = perf_counter() - start > LONG_WORK_SECONDS
        self._recorder_waits = is_late and self._recorder.is_running
        if not self._recorder_waits:
            has_changed |= self._work_on_recording()
        return has_changed, has_new_picture

    @property
    def is_busy(self) -> bool:
        """Whether the next tick has something to do at once."""
        return (
            self.input.has_pending
            or self._player.has_work
            or self._recorder.is_running
            or self._reading is not None
            or self._wants_picture
        )

    @property
    def idle_seconds(self) -> float:
        """How long nothing is to be done, if nothing comes from outside."""
        return self.state.timeline.seconds_to_next_pass()

    @property
    def should_close(self) -> bool:
        """Whether the window may close now."""
        return self.state.closing is Closing.NOW

    def ask_to_close(self) -> None:
        """Close, unless a recording runs: then ask what to do with it."""
        self.state = replace(self.state, closing=Closing.ASKED)
        self.wake()

    def _run_controls(self) -> None:
        """Run all panels and keys of one ImGui frame, and take what they return."""
        state = self._controls.run(self.state, self._known(), self._layout(), self._surface)
        if state.open_path:
            self.open_file(Path(state.open_path).expanduser())
            state = replace(state, open_path="", message=self.state.message)
        self._take(state)

    def _known(self) -> Known:
        readout = self._player.readout()
        return Known(
            readout=readout,
            picture_readout=self._showcase.readout or readout,
            elements_per_pixel=self._showcase.elements_per_pixel,
            recording=self._recorder.status,
            driver_report=self._examined_driver,
        )

    def _examined_driver(self) -> "DriverReport":
        if self._driver_report is None:
            from bitonic_scope.driver.examination import (
                examine,  # loaded only where it is asked for
            )

            self._driver_report = examine(self._ctx, self._programs)
        return self._driver_report

    def _take(self, state: UiState, *, keeps_message: bool = False) -> None:
        """Bring the program to what the controls ask for."""
        if state != self.state:
            self.wake()
        old = self.state
        has_moved = state.timeline.position != old.timeline.position
        is_stale = state.message == old.message and not keeps_message
        if (has_moved or state.settings != old.settings) and is_stale:
            state = replace(state, message="")  # what was refused is behind
        try:
            self._player.configure(state.settings, state.timeline)
        except (ProgramError, MemoryError) as refusal:
            message = _told(refusal)
            state = replace(state, settings=self._player.settings, message=message)
        if state.timeline.playing is not old.timeline.playing:
            self._waiting_seconds = 0.0  # what passed before does not count
        self.state = replace(state, timeline=self._player.timeline)

    def _work_on_sort(self, dt_seconds: float) -> bool:
        """Let the player work; where it fails, pause it and say why."""
        player = self._player
        try:
            return player.update(dt_seconds)
        except (ProgramError, MemoryError) as error:
            message = _told(error)
        player.stay()
        self.state = replace(self.state, settings=player.settings, message=message)
        self.wake()
        return True

    def _settle_closing(self, *, was_recording: bool) -> None:
        """Close where nothing would be lost: no recording runs, and none just failed unseen."""
        if self.state.closing is Closing.STOP_RECORDING:
            self.state = replace(self.state, record=False)
        if self.state.closing in (Closing.NO, Closing.NOW) or self._recorder.is_running:
            return
        status = self._recorder.status
        has_failed = was_recording and status is not None and bool(status.fault)
        self.state = replace(self.state, closing=Closing.NO if has_failed else Closing.NOW)

    def _work_on_recording(self) -> bool:
        """Start, continue or cancel a recording; return whether its status has changed."""
        before, was_recording = self._recorder.status, self._recorder.is_running
        if not self.state.record:
            self._recorder.cancel()
        elif not self._recorder.is_running and self._player.is_loaded:
            self._recorder.start(
                self._player.settings, self._player.capabilities, self._player.start_data
            )
        self._recorder.work()
        if self._player.is_loaded:  # otherwise it waits for the data
            wanted = self.state.record and self._recorder.is_running
            self.state = replace(self.state, record=wanted)
        self._settle_closing(was_recording=was_recording)
        return self._recorder.status != before

    def open_file(self, path: Path) -> None:
        """Read a person's own data, and sort them as soon as they are there."""
        if self._reading is not None:
            self._reading.cancel()
        from bitonic_scope.files.reading import read_input  # loaded only where there are own data

        self._reading = Task(lambda: iter([read_input(path)]))
        self.state = replace(self.state, open_path="", message=f"Reading {path.name}")
        self.wake()

    def _work_on_reading(self) -> bool:
        """Take own data that have been read; return whether anything has changed."""
        if self._reading is None:
            return False
        try:
            own = self._reading.wait()
            if own is None:
                return False
            settings = self.state.settings.with_own(own)
            message = "; ".join(own.notes)
            self._take(replace(self.state, settings=settings, message=message), keeps_message=True)
        except (ProgramError, ValueError, MemoryError) as error:
            message = str(error) or "out of memory; try a smaller file"
            self.state = replace(self.state, message=message)
        self._reading = None
        self.wake()
        return True

    def _layout(self) -> Layout:
        return layout(
            *self._surface.size,
            ui_scale=self.state.display.ui_scale,
            has_message=bool(self.state.message),
            has_recording=self._recorder.status is not None,
            fact_count=len(facts(self._player.readout(), self._showcase.elements_per_pixel)),
        )

    def _place(self) -> Place:
        """Return the place of the picture in pixels of the framebuffer, from the bottom left."""
        rect = self._layout().picture
        height = self._surface.size[1]
        scale_x, scale_y = self._surface.pixels_per_unit
        return Place(
            round(rect.x * scale_x),
            round((height - rect.y - rect.height) * scale_y),
            max(round(rect.width * scale_x), 1),
            max(round(rect.height * scale_y), 1),
        )

    @property
    def _wants_picture(self) -> bool:
        """Whether a picture is to be made, and can be."""
        if self.is_hidden or not self._player.has_picture:
            return False
        return not self._showcase.shows(self._player.shown_readout(), self._place())

    def _work_on_picture(self) -> bool:
        """Do a part of the picture of a new state; return whether it is complete."""
        if not self._showcase.is_making:
            if not self._wants_picture:
                return False
            self._showcase.begin(self._player.frame(), self._place())
        return self._showcase.work(perf_counter() + PICTURE_BUDGET_SECONDS)

    def draw(self, target: moderngl.Framebuffer) -> None:
        """Draw one frame to a framebuffer of the size given to `resize`.

        The controls run once more to be drawn; what they ask for is shown by the next frame.
        """
        self._pacing.note_frame()
        place = self._place()
        readout = self._player.readout()
        if self._player.is_settled and self._showcase.shows_state(readout):
            self._showcase.readout = readout  # the check of the data comes later
        self._run_controls()
        self._clear(target)
        scale = self._controls.scale * self._surface.pixels_per_unit[0]
        line_pixels = max(MIN_LINE_PIXELS, round(LINE_WIDTH * scale))
        self._showcase.draw(target, place, line_pixels=line_pixels, line_colour=FRAME)
        self._controls.draw(target)

    def _clear(self, target: moderngl.Framebuffer) -> None:
        self._ctx.enable_only(moderngl.NOTHING)
        target.viewport = (0, 0, *self._surface.buffer_size)
        target.scissor = target.viewport
        target.use()
        self._ctx.clear(*BACKGROUND, 1.0)

    def release(self) -> None:
        """Free everything; a recording that runs is ended, its complete frames stay."""
        self._owned.close()


def _told(refusal: ProgramError | MemoryError) -> str:
    """Return what a person is told; what numpy says of memory has no way out."""
    is_line = isinstance(refusal, ProgramError)
    return str(refusal) if is_line else "out of memory; try a smaller size"
