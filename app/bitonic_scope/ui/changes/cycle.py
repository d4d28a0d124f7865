"""Cycles: the item after another."""

from typing import TypeVar

Item = TypeVar("Item")


def after(item: Item, items: list[Item]) -> Item:
    """Return the next item, cyclically."""
    return items[(items.index(item) + 1) % len(items)]
