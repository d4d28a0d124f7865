"""The question of "predict": what will the next pass bring to one place?"""

from dataclasses import replace

from bitonic_scope.model.question import Question, question_line, verdict
from bitonic_scope.ui.ink import Ink
from bitonic_scope.ui.layout import Rect
from bitonic_scope.ui.state import UiState
from bitonic_scope.ui.theme import LABEL, SECOND
from bitonic_scope.ui.widgets.buttons import button, button_width

HEIGHT = 4.6  # u: of the buttons
GAP = 1.2  # u


def predict_line(
    ink: Ink, question: Question, state: UiState, rect: Rect, y: float, size: float = SECOND
) -> UiState:
    """Draw the question with a button for each number, or the verdict on the answer, in a line.

    Args:
        ink: what to draw with.
        question: the question.
        state: the state that the controls may change.
        rect: the place, whose width limits the size.
        y: the middle of the line.
        size: the size of the type in u, if there is room.
    """
    answered = state.answer is not None
    text = verdict(question, state.answer) if state.answer is not None else question_line(question)
    buttons = [button_width(ink, number) + GAP * ink.unit for number in question.offered]
    room = rect.width - (0.0 if answered else sum(buttons) + 2 * GAP * ink.unit)
    size = max(size * min(1.0, room / ink.width(text, size)), LABEL)
    x = ink.text(text, rect.x, y, ink.colours.text, size) + 2 * GAP * ink.unit
    if answered:
        return state
    if x + sum(buttons) > rect.right:
        x, y = rect.x, y + HEIGHT * ink.unit
    for answer, (number, width) in enumerate(zip(question.offered, buttons, strict=True)):
        height = HEIGHT * ink.unit
        place = Rect(x, y - height / 2, width - GAP * ink.unit, height)
        if button(ink, f"answer {answer}", place, number):
            state = replace(state, answer=answer)
        x += width
    return state
