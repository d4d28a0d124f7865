"""Decides how floats are stored, from what the driver can do."""

from typing import NamedTuple

from bitonic_scope.model.capabilities import FloatPath, TextureSupport


class DecisionStep(NamedTuple):
    """One branch of the decision: a question and one of its two answers.

    Attributes:
        question: the text of the question.
        answer: the answer of this branch.
        is_taken: whether the decision reached the question and got this answer.
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


# Bits come before reading: the packing pass shows the bits of an unreadable texture, and a texture
# that has lost bits is not worth reading.
_QUESTIONS = (
    _Question(
        "can_be_made",
        "Can a float texture be made?",
        FloatPath.PACKED,
        "this driver makes no float textures",
    ),
    _Question(
        "can_be_drawn",
        "Can a pass draw to it?",
        FloatPath.PACKED,
        "this driver makes float textures, but no pass can draw to them",
    ),
    _Question(
        "keeps_bits",
        "Does a pass keep every bit?",
        FloatPath.PACKED,
        "a pass over float textures changes bits, for example of subnormal numbers",
    ),
    _Question(
        "can_be_read",
        "Can it be read back?",
        FloatPath.READ_PACKED,
        "a pass can draw to them, but they cannot be read back",
    ),
)
_WHY_FLOAT = "a pass can draw to them and keeps every bit, and they can be read back"


def _first_no(float32: TextureSupport) -> _Question | None:
    return next((row for row in _QUESTIONS if not getattr(float32, row.attribute)), None)


def float_path(float32: TextureSupport) -> FloatPath:
    """Decide how floats are stored: the first question answered with no decides."""
    question = _first_no(float32)
    return question.if_not if question else FloatPath.FLOAT


def reason(float32: TextureSupport) -> str:
    """Return how floats are stored and why, in one sentence."""
    question = _first_no(float32)
    path = float_path(float32)
    return f"{path[0].upper()}{path[1:]}: {question.why if question else _WHY_FLOAT}."


def decision_steps(float32: TextureSupport) -> tuple[DecisionStep, ...]:
    """Return all branches of the decision in order, yes before no."""
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
