"""The question of "predict": what will the next pass bring to one place?"""

from dataclasses import replace

from imgui_bundle import imgui

from bitonic_scope.model.question import Question, question_line, verdict
from bitonic_scope.ui.state import UiState
from bitonic_scope.ui.widgets import note_rect


def predict_line(question: Question, state: UiState) -> UiState:
    """Draw the question with a button for each number, or the verdict on the answer, in a line."""
    if state.answer is not None:
        imgui.text(verdict(question, state.answer))
        return state
    imgui.align_text_to_frame_padding()
    imgui.text(question_line(question))
    for answer, number in enumerate(question.offered):
        imgui.same_line()
        if imgui.button(f"{number}##answer {answer}"):
            state = replace(state, answer=answer)
        note_rect(f"answer {answer}")
    return state
