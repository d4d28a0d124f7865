"""Generators in threads of their own: their items, faults and ends come from there."""

from collections.abc import Iterator
from threading import Thread, active_count, current_thread

import pytest

from bitonic_scope.system.own_thread import in_own_thread


def test_items_come_one_by_one_from_one_other_thread_and_parts_are_left_out() -> None:
    done: list[str] = []

    def work() -> Iterator[Thread | None]:
        for part in ("first", "second"):
            done.append(part)
            yield None
            yield current_thread()

    items = in_own_thread(work)
    first = next(items)
    assert done == ["first"]
    assert [*items] == [first]
    assert first is not current_thread()
    assert not first.is_alive()


def test_a_fault_is_raised_where_the_item_is_asked_for() -> None:
    def work() -> Iterator[int]:
        yield 1
        raise ValueError("broken")

    items = in_own_thread(work)
    assert next(items) == 1
    with pytest.raises(ValueError, match="broken"):
        next(items)


def test_what_is_left_off_ends_in_its_own_thread() -> None:
    ends: list[Thread] = []

    def work() -> Iterator[Thread]:
        try:
            while True:
                yield current_thread()
        finally:
            ends.append(current_thread())

    before = active_count()
    closed, dropped = in_own_thread(work), in_own_thread(work)
    threads = [next(closed), next(dropped)]
    closed.close()
    del dropped
    assert ends == threads
    assert active_count() == before
