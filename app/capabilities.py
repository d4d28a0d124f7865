"""What this driver and this machine's memory allow, as values, and the path that floats take."""

from dataclasses import dataclass
from enum import StrEnum

# Two textures of 4 bytes an element, the input, its making, and a canvas of one pixel a texel; and
# all of it twice, while one size follows another, or while a recording runs beside the window.
BYTES_PER_ELEMENT = 2 * (4 + 4 + 4 + 4 + 4)
BYTES_PER_PAIR = 2 * (8 + 8 + 8 + 8 + 4)
BYTES_PER_MB = 10**6


class FloatPath(StrEnum):
    """What float textures can be used for on a driver."""

    FLOAT = "float textures throughout"
    READ_PACKED = "float textures, with one last pass that packs them for reading only"
    PACKED = "packed into bytes throughout"


@dataclass(frozen=True, slots=True)
class Capabilities:
    """The limits on a sort texture, and what it may hold.

    Attributes:
        max_side: the driver's largest texture, in texels a side.
        max_element_count: how many elements of 4 bytes the memory that is free now can hold.
        float_path: how floats are stored.
        has_compute: whether there are compute shaders.
    """

    max_side: int
    max_element_count: int
    float_path: FloatPath = FloatPath.FLOAT
    has_compute: bool = False

    def allows(self, width: int, height: int, *, has_pairs: bool = False) -> bool:
        """Tell whether a texture of that many texels can be sorted here."""
        fits = width * height <= self._most_elements(has_pairs=has_pairs)
        return max(width, height) <= self.max_side and fits

    def _most_elements(self, *, has_pairs: bool) -> int:
        if not has_pairs:
            return self.max_element_count
        return max(self.max_element_count * BYTES_PER_ELEMENT // BYTES_PER_PAIR, 1)

    def refusal(self, width: int, height: int, *, has_pairs: bool = False) -> str | None:
        """Say in one line why a size cannot be sorted here, or None where it can."""
        if self.allows(width, height, has_pairs=has_pairs):
            return None
        got = f"{width}x{height} = {width * height}"
        if max(width, height) > self.max_side:
            limit = f"this driver's textures have at most {self.max_side} texels a side"
        else:
            kind = "pairs" if has_pairs else "elements"
            most = self._most_elements(has_pairs=has_pairs)
            limit = f"the free memory holds at most {most} {kind}"
            got += f", which take about {needed_mb(width, height, has_pairs)} MB"
        return f"{limit}, got {got}; nearest: {self._nearest(width, height, has_pairs)}"

    def _nearest(self, width: int, height: int, has_pairs: bool) -> str:
        """Return the largest allowed size that halving the longer side leads to."""
        while not self.allows(width, height, has_pairs=has_pairs):
            width, height = (width // 2, height) if width >= height else (width, height // 2)
        return f"{width}x{height}"


def needed_mb(width: int, height: int, has_pairs: bool) -> int:
    """Return how many megabytes a size takes, with all that belongs to it, rounded up."""
    bytes_each = BYTES_PER_PAIR if has_pairs else BYTES_PER_ELEMENT
    return -(-width * height * bytes_each // BYTES_PER_MB)


@dataclass(frozen=True, slots=True)
class TextureSupport:
    """What a driver can do with the textures of one element format.

    Attributes:
        can_be_made: it accepts such a texture.
        can_be_drawn: a pass of the sort can draw to it.
        keeps_bits: what a pass moves arrives with every bit, the rarest values included.
        can_be_read: its elements come back to the host without a detour.
    """

    can_be_made: bool
    can_be_drawn: bool
    can_be_read: bool
    keeps_bits: bool


@dataclass(frozen=True, slots=True)
class DecisionStep:
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


@dataclass(frozen=True, slots=True)
class _Question:
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
