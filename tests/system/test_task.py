"""Work in other threads: results, faults, progress, and an end for those who wait."""

from collections.abc import Iterator
from math import inf
from threading import Event

import pytest

from bitonic_scope.system.task import Task


def test_the_result_is_the_last_thing_yielded_and_parts_are_told() -> None:
    go_on = Event()

    def steps() -> Iterator[float | str]:
        yield 0.5
        go_on.wait()
        yield "done"

    task = Task(steps)
    assert task.wait(0.05) is None
    assert task.part == 0.5
    assert not task.is_done
    go_on.set()
    assert task.wait(inf) == "done"
    assert task.is_done


def test_a_fault_is_raised_where_somebody_waits() -> None:
    def steps() -> Iterator[float | str]:
        yield 0.1
        raise ValueError("broken")

    task = Task(steps)
    with pytest.raises(ValueError, match="broken"):
        task.wait(inf)
    assert task.is_done


def test_a_cancelled_task_ends_at_its_next_step() -> None:
    go_on, steps_done = Event(), []

    def steps() -> Iterator[float | str]:
        for step in range(3):
            steps_done.append(step)
            yield 0.1
            go_on.wait()

    task = Task(steps)
    task.cancel()
    go_on.set()
    assert task.wait(inf) is None
    assert len(steps_done) < 3
