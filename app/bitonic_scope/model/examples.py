"""Named example settings; the first example is small enough to follow by hand."""

from typing import NamedTuple

import numpy as np

from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.data.element_format import FormatName
from bitonic_scope.data.own_data import NumpyForm, OwnData
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.network.schedule import NetworkKind

BY_HAND = np.array([5, 2, 8, 1, 9, 3, 7, 4], np.float32)


class Example(NamedTuple):
    """Settings with a name and a lesson.

    Attributes:
        name: the name in the list.
        lesson: what to look at, in one sentence.
        settings: the settings.
    """

    name: str
    lesson: str
    settings: SortSettings


EXAMPLES: tuple[Example, ...] = (
    Example(
        "5 2 8 1 9 3 7 4",
        "Eight numbers to follow by hand: six passes of four comparators.",
        SortSettings(
            4, 2, own=OwnData("5 2 8 1 9 3 7 4", BY_HAND, BY_HAND.shape, NumpyForm("<f4"))
        ),
    ),
    Example("Noise", "The usual case: from noise to a ramp in 36 passes.", SortSettings()),
    Example(
        "One outlier goes home",
        "Follow the white element: each pass moves it by one distance or not at all.",
        SortSettings(8, 8, data=DataKind.ONE_OUTLIER),
    ),
    Example(
        "Zeros and ones",
        "The 0-1 principle: what sorts these sorts everything.",
        SortSettings(16, 16, seed=3, data=DataKind.ZERO_ONE),
    ),
    Example(
        "Blocks take turns",
        "The alternating network: every other block is descending, until the last stage.",
        SortSettings(32, 32, data=DataKind.PERMUTATION),
    ),
    Example(
        "All blocks ascend",
        "The same data in the flip network: each stage mirrors first, then all blocks ascend.",
        SortSettings(32, 32, data=DataKind.PERMUTATION, network_kind=NetworkKind.FLIP),
    ),
    Example(
        "Eleven numbers",
        "Five padding elements make them sixteen, and wander through the texture.",
        SortSettings(4, 4, count=11, data=DataKind.PERMUTATION),
    ),
    Example(
        "Eleven numbers, flipped",
        "In the flip network the padding never moves.",
        SortSettings(4, 4, count=11, data=DataKind.PERMUTATION, network_kind=NetworkKind.FLIP),
    ),
    Example(
        "Sorted already",
        "The network still runs all its passes, and disturbs the order on the way.",
        SortSettings(32, 32, data=DataKind.SORTED),
    ),
    Example(
        "Half floats",
        "Ten bits of fraction: thousands of values become equal.",
        SortSettings(64, 64, element_format=FormatName.HALF),
    ),
    Example(
        "A quarter of a million",
        "512 x 512: 171 passes, each a draw call.",
        SortSettings(512, 512, data=DataKind.PERMUTATION),
    ),
)


def example_of(settings: SortSettings) -> Example | None:
    """Return the example with these settings, if there is one."""
    return next((example for example in EXAMPLES if example.settings == settings), None)
