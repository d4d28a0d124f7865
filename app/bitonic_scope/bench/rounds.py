"""Interleaved rounds and what is made of them: medians, spreads, ratios.

A shared machine is now fast, now slow. So whatever is compared takes turns, round by round, and a
ratio is the median of the ratios within each round: both sides of it were measured a moment apart.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from time import perf_counter
from typing import TypeVar

Sample = TypeVar("Sample")


@dataclass(frozen=True, slots=True)
class Rounds:
    """How many rounds there are.

    Attributes:
        at_least: so many, however long they take.
        at_most: so many, however short they are.
        budget_seconds: after this no further round begins.
    """

    at_least: int
    at_most: int
    budget_seconds: float


def interleaved(
    samplers: Sequence[Callable[[], Sample]],
    rounds: Rounds,
    clock: Callable[[], float] = perf_counter,
) -> list[list[Sample]]:
    """Take samples in turn.

    Every other round goes backwards, so that nobody always follows the same one.

    Returns:
        The samples of each sampler, as many of each as there were rounds.
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
    """Return half the distance between the quartiles, as a part of the median; None of one."""
    if len(seconds) < 2:
        return None
    low, middle, high = quantiles(seconds, n=4, method="inclusive")
    return (high - low) / 2 / middle if middle > 0 else None


def speed(own: Sequence[float], reference: Sequence[float]) -> float:
    """Return how many times as fast one is as another: the median over their rounds.

    Args:
        own: seconds of each round.
        reference: seconds of the other in the same rounds.
    """
    return median(theirs / mine for mine, theirs in zip(own, reference, strict=True))
