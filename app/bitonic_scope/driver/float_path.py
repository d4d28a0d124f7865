"""The decision how floats are stored: from what a driver can do to the path that they take."""

from typing import NamedTuple

from bitonic_scope.model.capabilities import FloatPath, TextureSupport


class DecisionStep(NamedTuple):
    """One branch of the decision: a question with one of its two answers.

    Attributes:
        question: what is asked.
        answer: the answer that this branch is for.
        is_taken: whether the question was reached, and answered so.
        leads_to: the next question, or the outcome.
    """

    question: str
    answer: bool
    is_taken: bool
    leads_to: str


class _Question(NamedTuple):
    attribute: str  # of TextureSupport
    text: str
    if_not: FloatPath
    why: str


# Bits come before reading: where a texture cannot be read, its bits are seen through the packing
# pass, and what has already lost bits is not worth reading.
_QUESTIONS = (
    _Question(
        "can_be_made",
        "Can a float texture be made?",
        FloatPath.PACKED,
        "no float texture can be made here",
    ),
    _Question(
        "can_be_drawn",
        "Can a pass draw to it?",
        FloatPath.PACKED,
        "a float texture can be made here, but no pass can draw to it",
    ),
    _Question(
        "keeps_bits",
        "Does a pass keep every bit?",
        FloatPath.PACKED,
        "a pass over float textures changes bits here, of subnormal numbers for example",
    ),
    _Question(
        "can_be_read",
        "Can it be read back?",
        FloatPath.READ_PACKED,
        "they can be drawn to here, but not read back",
    ),
)
_WHY_FLOAT = "they can be made, drawn to and read back here, and keep every bit"


def _first_no(float32: TextureSupport) -> _Question | None:
    return next((row for row in _QUESTIONS if not getattr(float32, row.attribute)), None)


def float_path(float32: TextureSupport) -> FloatPath:
    """Decide how floats are stored: the first question that is answered with no decides."""
    question = _first_no(float32)
    return question.if_not if question else FloatPath.FLOAT


def reason(float32: TextureSupport) -> str:
    """Say in one sentence how floats are stored, and why."""
    question = _first_no(float32)
    path = float_path(float32)
    return f"{path[0].upper()}{path[1:]}: {question.why if question else _WHY_FLOAT}."


def decision_steps(float32: TextureSupport) -> tuple[DecisionStep, ...]:
    """Return all branches of the decision, in order; of each question first yes, then no."""
    steps = []
    is_reached = True
    next_texts = [*(question.text for question in _QUESTIONS[1:]), str(FloatPath.FLOAT)]
    for question, next_text in zip(_QUESTIONS, next_texts, strict=True):
        is_yes = getattr(float32, question.attribute)
        steps.append(DecisionStep(question.text, True, is_reached and is_yes, next_text))
        steps.append(
            DecisionStep(question.text, False, is_reached and not is_yes, str(question.if_not))
        )
        is_reached = is_reached and is_yes
    return tuple(steps)
