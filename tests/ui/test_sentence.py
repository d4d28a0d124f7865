"""The sentence of settings: it says all that matters, and its parts open lists."""

from dataclasses import replace

import numpy as np
import pytest

from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.data.own_data import NumpyForm, OwnData
from bitonic_scope.model.examples import EXAMPLES
from bitonic_scope.model.settings import EngineName, SortSettings
from bitonic_scope.network.schedule import Direction, NetworkKind
from bitonic_scope.ui.panels.sentence import sentence


def own(name: str, count: int) -> SortSettings:
    values = np.zeros(count, np.float32)
    return SortSettings(16, 16).with_own(OwnData(name, values, values.shape, NumpyForm("<f4")))


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (
            SortSettings(),
            "Sort [256 elements] of [noise, seed 1] by the [alternating] network",
        ),
        (EXAMPLES[0].settings, "Sort [5 2 8 1 9 3 7 4] by the [alternating] network"),
        (
            SortSettings(1, 1, data=DataKind.ALL_EQUAL, seed=7),
            "Sort [1 element] of [all equal, seed 7] by the [alternating] network",
        ),
        (
            SortSettings(4096, 4096, network_kind=NetworkKind.FLIP),
            "Sort [16,777,216 elements] of [noise, seed 1] by the [flip] network",
        ),
        (
            SortSettings(4, 4, count=11, order=Direction.DESCENDING, engine=EngineName.COMPUTE),
            "Sort [11 elements] of [noise, seed 1] by the [alternating] network, descending, "
            "by the engine compute",
        ),
        (
            SortSettings().with_stable(stable=True),
            "Sort [256 elements] of [noise, seed 1] by the [alternating] network, stable",
        ),
        (
            own("marks.csv", 300),
            "Sort [300 elements] of [marks.csv] by the [alternating] network",
        ),
    ],
)
def test_the_sentence_says_what_is_sorted_and_how(settings: SortSettings, words: str) -> None:
    told = "".join(f"[{part.text}]" if part.opens else part.text for part in sentence(settings))
    assert told == words


def test_each_part_opens_its_list() -> None:
    parts = sentence(SortSettings())
    assert [part.opens for part in parts if part.opens] == ["elements", "data", "network"]
    read_out = sentence(replace(EXAMPLES[0].settings, order=Direction.DESCENDING))
    assert [part.opens for part in read_out if part.opens] == ["data", "network"]
