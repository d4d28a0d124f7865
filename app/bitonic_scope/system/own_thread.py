"""A generator that works in a thread of its own, for callers in any thread."""

from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Event, local
from typing import Any, TypeVar

Item = TypeVar("Item")

_END = object()


def in_own_thread(make: Callable[[], Iterator[Item | None]]) -> Generator[Item, None, None]:
    """Run a generator in a thread of its own, item by item as the caller asks for them.

    What belongs to a thread, such as a GL context, then neither meets nor replaces the caller's,
    and callers in several threads do not meet each other. Python raises KeyboardInterrupt in the
    main thread only: Ctrl-C interrupts the wait for an item, never the work. The generator then
    ends at its next yield, and its `finally` has run before the exception goes on.

    Args:
        make: makes the generator, which yields None after a part of the work.

    Yields:
        The other items.

    Raises:
        Exception: the exception that the generator raised.
    """
    own = local()  # freed by its thread, so that an abandoned generator ends there, too
    is_cancelled = Event()

    def begin() -> None:
        own.items = make()

    def step() -> Any:
        for item in own.items:
            if item is not None or is_cancelled.is_set():
                return item
        return _END

    def end() -> None:
        del own.items

    with ThreadPoolExecutor(1, initializer=begin) as thread:
        try:
            while (item := thread.submit(step).result()) is not _END:
                yield item
        finally:
            is_cancelled.set()
            with suppress(RuntimeError):  # the program has ended, and the thread with it
                thread.submit(end).result()
