"""Does what is done in parts to its end."""

from collections.abc import Generator, Iterator
from typing import TypeVar

Result = TypeVar("Result")


def result_of(parts: Generator[None, None, Result]) -> Result:
    """Do all parts; return what comes of them."""
    while True:
        try:
            next(parts)
        except StopIteration as end:
            result: Result = end.value
            return result


def do_all(parts: Iterator[None]) -> int:
    """Do all parts; return how many there were."""
    return 1 + sum(1 for _ in parts)
