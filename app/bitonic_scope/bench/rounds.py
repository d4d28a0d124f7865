"""Interleaved rounds, and their medians, spreads and ratios.

A shared machine is now fast, now slow. So contestants take turns, round by round, and a ratio is
the median of the ratios within the rounds: both of its sides were measured a moment apart.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from time import perf_counter
from typing import TypeVar

Sample = TypeVar("Sample")


@dataclass(frozen=True, slots=True)
class Rounds:
    """How many rounds to run.

    Attributes:
        at_least: however long they take.
        at_most: however short they are.
        budget_seconds: no further round starts after this.
    """

    at_least: int
    at_most: int
    budget_seconds: float


def interleaved(
    samplers: Sequence[Callable[[], Sample]],
    rounds: Rounds,
    clock: Callable[[], float] = perf_counter,
) -> list[list[Sample]]:
    """Take samples in turn, every other round backwards, so that neighbours change.

    Returns:
        For each sampler, one sample a round.
    """
    samples: list[list[Sample]] = [[] for _ in samplers]
    start = clock()
    for number in range(rounds.at_most):
        if number >= rounds.at_least and clock() - start >= rounds.budget_seconds:
            break
        forwards = range(len(samplers))
        for index in forwards if number % 2 == 0 else reversed(forwards):
            samples[index].append(samplers[index]())
    return samples


def spread(seconds: Sequence[float]) -> float | None:
    """Return half the interquartile range as a part of the median; None for a single time."""
    if len(seconds) < 2:
        return None
    low, middle, high = quantiles(seconds, n=4, method="inclusive")
    return (high - low) / 2 / middle if middle > 0 else None


def speed(own: Sequence[float], reference: Sequence[float]) -> float:
    """Return how many times as fast `own` is as `reference`; both are seconds, one a round."""
    return median(theirs / mine for mine, theirs in zip(own, reference, strict=True))
