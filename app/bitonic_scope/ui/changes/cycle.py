"""Cycles: the next item of a list, and after the last one the first."""

from typing import TypeVar

Item = TypeVar("Item")


def after(item: Item, items: list[Item]) -> Item:
    """Return the next item, cyclically."""
    return items[(items.index(item) + 1) % len(items)]
