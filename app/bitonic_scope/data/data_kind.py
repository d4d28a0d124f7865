"""The kinds of generated start data, and what each teaches. Imports no numpy."""

from enum import StrEnum


class DataKind(StrEnum):
    """A way to make start data from a seed; see `distributions`."""

    UNIFORM = "uniform"
    PERMUTATION = "permutation"
    SORTED = "sorted"
    REVERSED = "reversed"
    NEARLY_SORTED = "nearly-sorted"
    FEW_DISTINCT = "few-distinct"
    ALL_EQUAL = "all-equal"
    ZERO_ONE = "zero-one"
    BITONIC = "bitonic"
    SAWTOOTH = "sawtooth"
    GAUSSIAN = "gaussian"
    ONE_OUTLIER = "one-outlier"

    @property
    def label(self) -> str:
        """The name in words: "nearly sorted"."""
        return self.value.replace("-", " ")

    @property
    def lesson(self) -> str:
        """What this kind of data teaches, in one sentence."""
        return _LESSONS[self]


_LESSONS = {
    DataKind.UNIFORM: "Noise: the usual case, with hardly any equal values.",
    DataKind.PERMUTATION: "Every value once (up to 16,777,216 of them): the end is an even ramp.",
    DataKind.SORTED: "Already sorted: the network still runs all its passes, "
    "and disturbs the order on the way.",
    DataKind.REVERSED: "Sorted in reverse: no harder for this network than noise.",
    DataKind.NEARLY_SORTED: "Nearly sorted: no easier either, because the schedule "
    "does not look at the data.",
    DataKind.FEW_DISTINCT: "Eight values: equal elements are never exchanged.",
    DataKind.ALL_EQUAL: "One value: not a single exchange in any pass.",
    DataKind.ZERO_ONE: "Zeros and ones: a network that sorts all such inputs sorts everything "
    "(the 0-1 principle).",
    DataKind.BITONIC: "First up, then down: what each stage prepares for the next; "
    "the last stage alone would sort it.",
    DataKind.SAWTOOTH: "Eight sorted runs: see how merging treats sorted blocks.",
    DataKind.GAUSSIAN: "Most values near the middle: the ramp at the end is steep at both ends.",
    DataKind.ONE_OUTLIER: "One value far off: follow it home.",
}
