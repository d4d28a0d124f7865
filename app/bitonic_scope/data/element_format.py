"""The element formats: what a texel of each holds. Imports no numpy.

A format is one row of this table and one file of shaders/include/elements/; `elements` does the
rest for all of them.
"""

from dataclasses import dataclass
from enum import StrEnum


class FormatName(StrEnum):
    """A name of a format as `--format` has it."""

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
    """How elements lie in texels.

    Attributes:
        name: as in `--format`.
        lesson: what it shows, in one sentence.
        component_count: channels of a texel.
        texture_dtype: the type of a channel as moderngl spells it.
        array_dtype: the type of an element on the host as numpy spells it; in pairs, of each half.
        has_tag: whether an element is a pair of sort key and tag; see `elements.PADDING_BIT`.
        takes_all_floats: whether subnormals, infinities and NaN are safe in it.
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
        """The name of its file in shaders/include/elements/, without .glsl."""
        return self.name.replace("-", "_")

    @property
    def array_columns(self) -> tuple[int, ...]:
        """The shape of one element on the host: () or (2,)."""
        return (2,) if self.has_tag else ()

    @property
    def holds_floats_only(self) -> bool:
        """Whether whole numbers beyond the floats have no place in it."""
        return self.array_dtype.startswith("f")


FORMATS = {
    row.name: row
    for row in (
        ElementFormat(FormatName.FLOAT32, "One float a texel: the usual way.", 1, "f4", "f4"),
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
            "Ten bits of fraction: near values become equal, as the count shows.",
            1,
            "f2",
            "f2",
        ),
        ElementFormat(
            FormatName.PACKED,
            "A float in the four bytes of an ordinary picture, bit by bit: for drivers without "
            "float textures.",
            4,
            "f1",
            "f4",
        ),
        ElementFormat(
            FormatName.PACKED_ARITHMETIC,
            "The same by arithmetic alone, as before shaders could see bits; it takes neither "
            "subnormals nor infinities.",
            4,
            "f1",
            "f4",
            takes_all_floats=False,
        ),
    )
}
FLOAT32 = FORMATS[FormatName.FLOAT32]
