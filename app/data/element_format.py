"""Element formats: how an element is stored in a texel, and by which number it is compared.

Twin of shaders/include/element.glsl.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

SIGN_BIT = np.uint32(0x8000_0000)


@dataclass(frozen=True, slots=True)
class ElementFormat:
    """How elements lie in texels.

    Attributes:
        name: as in `--format`.
        component_count: channels of a texel.
        texture_dtype: the type of a channel as moderngl spells it.
        array_dtype: the type of a channel as numpy spells it.
    """

    name: str
    component_count: int
    texture_dtype: str
    array_dtype: type[np.float32]


FLOAT32 = ElementFormat("float32", 1, "f4", np.float32)


def sort_keys(values: NDArray[np.float32]) -> NDArray[np.uint32]:
    """Return the sort key of each float: unsigned, in the order of the values.

    Seen as unsigned numbers, the bits of floats ascend from 0 to infinity, then descend from -0 to
    -infinity. All bits of a negative number flipped, and the sign bit of the others set, they
    ascend from -infinity to infinity, with -0 before +0 and no subnormal lost.

    Args:
        values: (element_count,) float32, any bit pattern.

    Returns:
        (element_count,) uint32.
    """
    bits = values.view(np.uint32)
    return np.where(bits & SIGN_BIT, ~bits, bits | SIGN_BIT)
