"""The element formats: what a texel of each holds. Imports no numpy.

A format is one row of this table and one file of shaders/include/elements/; `elements` serves them
all.
"""

from dataclasses import dataclass
from enum import StrEnum


class FormatName(StrEnum):
    """The name of a format in `--format`."""

    AUTO = "auto"
    FLOAT32 = "float32"
    PAIR = "pair"
    UINT32 = "uint32"
    HALF = "half"
    PACKED = "packed"
    PACKED_ARITHMETIC = "packed-arithmetic"

    @property
    def may_keep_places(self) -> bool:
        """Whether its elements can carry the place that each came from: auto chooses pairs then."""
        return self is FormatName.AUTO or FORMATS[self].has_tag


@dataclass(frozen=True, slots=True)
class ElementFormat:
    """How a texel holds an element.

    Attributes:
        name: as in `--format`.
        lesson: what the format shows, in one sentence.
        component_count: channels per texel.
        texture_dtype: moderngl's name for the type of a channel.
        array_dtype: numpy's name for the type of an element on the host; of a pair, of each half.
        has_tag: whether an element is a pair of sort key and tag; see `elements.PADDING_BIT`.
        takes_all_floats: whether it preserves subnormals, infinities and NaN.
    """

    name: FormatName
    lesson: str
    component_count: int
    texture_dtype: str
    array_dtype: str
    has_tag: bool = False
    takes_all_floats: bool = True

    @property
    def include(self) -> str:
        """The name of the format's file in shaders/include/elements/, without .glsl."""
        return self.name.replace("-", "_")

    @property
    def array_columns(self) -> tuple[int, ...]:
        """The shape of one element on the host: () or (2,)."""
        return (2,) if self.has_tag else ()

    @property
    def holds_floats_only(self) -> bool:
        """Whether the format stores floats only, so that it cannot hold every uint32."""
        return self.array_dtype.startswith("f")


FORMATS = {
    row.name: row
    for row in (
        ElementFormat(FormatName.FLOAT32, "One float per texel: the usual way.", 1, "f4", "f4"),
        ElementFormat(
            FormatName.PAIR,
            "A key and the place it came from: what travels with a value is never lost.",
            2,
            "u4",
            "u4",
            has_tag=True,
        ),
        ElementFormat(
            FormatName.UINT32, "Whole numbers from 0 to 4,294,967,295, each exact.", 1, "u4", "u4"
        ),
        ElementFormat(
            FormatName.HALF,
            "Ten bits of fraction: nearby values become equal, as the count shows.",
            1,
            "f2",
            "f2",
        ),
        ElementFormat(
            FormatName.PACKED,
            "The bits of a float in the four bytes of an ordinary RGBA texel: for drivers without "
            "float textures.",
            4,
            "f1",
            "f4",
        ),
        ElementFormat(
            FormatName.PACKED_ARITHMETIC,
            "The same by arithmetic alone, as before shaders could read bits; no subnormals or "
            "infinities.",
            4,
            "f1",
            "f4",
            takes_all_floats=False,
        ),
    )
}
FLOAT32 = FORMATS[FormatName.FLOAT32]
