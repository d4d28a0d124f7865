"""The caption panel: the pass done and the pass to come, in large type."""

from dataclasses import replace

from imgui_bundle import imgui

from bitonic_scope.model.question import Question
from bitonic_scope.model.readout import Progress, Readout
from bitonic_scope.network.schedule import BitonicNetwork
from bitonic_scope.text.captions import done_line, next_line
from bitonic_scope.text.positions import position_label
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.panels.predict import predict_line
from bitonic_scope.ui.state import UiState
from bitonic_scope.ui.theme import CAPTION_FONT_SIZE, FONT_SIZE, QUIET_TEXT, SMALL_FONT_SIZE
from bitonic_scope.ui.widgets import font, note_rect, panel

CHECKED, NOT_IN_ORDER = ": checked, in order", ": checked, NOT IN ORDER"
SHOW_PROGRESS_AFTER_SECONDS = 0.25  # a bar for shorter work would flicker


def caption_panel(
    shown: Readout, now: Readout, state: UiState, rect: Rect, question: Question | None = None
) -> UiState:
    """Draw two lines about the picture; a question or the progress of long work is the second.

    Args:
        shown: the readout of the picture.
        now: the readout of the player, which may be ahead of the picture.
        question: the question about the pass to come; None for none.
    """
    with panel("caption", rect), font(_font_size(shown.network, rect.width)):
        line = done_line(shown.network, shown.timeline.position)
        if shown.is_sorted is not None and shown.pass_done is not None:
            line += CHECKED if shown.is_sorted else NOT_IN_ORDER
        imgui.text(line)
        progress = now.progress
        if question is not None:
            with font(FONT_SIZE):
                state = predict_line(question, state)
        elif progress is None or progress.elapsed_seconds < SHOW_PROGRESS_AFTER_SECONDS:
            imgui.text_colored(QUIET_TEXT, next_line(shown.network, shown.timeline.position))
        else:
            state = _work(progress, now, state)
    return state


def _work(progress: Progress, now: Readout, state: UiState) -> UiState:
    """Draw a progress bar, and a button that stops at the position reached."""
    label = f"{progress.label}: to {position_label(now.network, now.timeline.position)}"
    with font(FONT_SIZE):
        imgui.progress_bar(progress.part, (imgui.get_font_size() * 20, 0), label)
        if progress.reached is not None:
            imgui.same_line()
            if imgui.button("Stop here"):
                timeline = state.timeline.pause().seek(progress.reached)
                state = replace(state, timeline=timeline)
            note_rect("stop here")
    return state


def _font_size(network: BitonicNetwork, width: float) -> float:
    """Return one font size for all captions of a network, so text does not jump between passes."""
    last_stage_start = network.pass_count - network.stage_count
    longest_lines = (
        done_line(network, network.pass_count) + CHECKED,
        done_line(network, min(last_stage_start + 1, network.pass_count)),
        next_line(network, last_stage_start),
    )
    with font(CAPTION_FONT_SIZE):
        needed = max(imgui.calc_text_size(line).x for line in longest_lines)
    width_left = width - 2 * imgui.get_style().window_padding.x
    return max(CAPTION_FONT_SIZE * min(1.0, width_left / needed), SMALL_FONT_SIZE)
