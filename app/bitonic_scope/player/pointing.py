"""Reads the pair of elements that the user points at from the current state."""

from typing import NamedTuple

import numpy as np

from bitonic_scope.data.elements import Elements, is_padding, values_of
from bitonic_scope.model.readout import PointedPair
from bitonic_scope.model.start_data import StartData
from bitonic_scope.network.pairs import pair_of
from bitonic_scope.network.schedule import Direction
from bitonic_scope.player.examination import keys_of
from bitonic_scope.player.player import Player
from bitonic_scope.player.tally import MAX_EXAMINED, Tally
from bitonic_scope.text.numbers import value_text

KEYS_PER_BRIGHTNESS = 10_000  # of a pixel: its key weighs red, green and blue by as many parts


class _Pin(NamedTuple):
    """A pinned element of a state, which its tag identifies wherever it goes."""

    data: StartData
    pass_index: int
    place: int
    tag: int


class Pointing:
    """Reads pairs from a player's state, and follows a pinned element."""

    def __init__(self, player: Player, tally: Tally) -> None:
        """Take the player whose states to read, and the tally that knows the ranks."""
        self._player = player
        self._tally = tally
        self._pair: PointedPair | None = None
        self._pair_of: tuple[object, ...] = ()
        self._pin: _Pin | None = None

    def pair(self, element: int, *, is_pinned: bool, is_shown: bool = True) -> PointedPair | None:
        """Return an element and its partner in the pass to come.

        While the player is on its way to another state, or the picture lags behind the player, this
        is the last pair.

        Args:
            element: the index of the element.
            is_pinned: whether the user has pinned it.
            is_shown: whether the picture shows the player's state.

        Returns:
            None for an element that this sort does not have, or before the data are loaded.
        """
        player = self._player
        if not player.is_loaded or element >= player.settings.element_count:
            return None
        data, goal = player.start_data, self._tally.goal
        of = (data, element, is_pinned, player.engine.pass_index, goal)
        if player.is_settled and is_shown and self._pair_of != of:
            self._pair, self._pair_of = self._read(element, is_pinned=is_pinned), of
        return self._pair if self._pair_of[:3] == of[:3] else None

    def _read(self, element: int, *, is_pinned: bool) -> PointedPair:
        engine, settings = self._player.engine, self._player.settings
        own = self._element(element)
        sort_pass = engine.network.pass_to_come(engine.pass_index)
        if sort_pass is None:
            is_ascending = engine.order is Direction.ASCENDING
            value, rank = self._value(own), self._rank(own)
            return PointedPair(element, None, value, "", is_ascending, None, is_pinned, rank)
        pair = pair_of(element, sort_pass, settings.order)
        partner = pair.partner_of(element)
        other = self._element(partner)
        lower, upper = (own, other) if element == pair.lower else (other, own)
        lower_key, upper_key = keys_of(self._player.start_data, np.concatenate([lower, upper]))
        return PointedPair(
            element,
            partner,
            self._value(own),
            self._value(other),
            pair.is_ascending,
            pair.exchanges(int(lower_key), int(upper_key)),
            is_pinned,
            self._rank(own),
            self._rank(other),
        )

    def _element(self, element: int) -> Elements:
        """Read one element back, as an array of one."""
        row, column = divmod(element, self._player.engine.layout.width)
        return self._player.engine.read_back(row, 1)[column : column + 1]

    def _value(self, one: Elements) -> str:
        data = self._player.start_data
        as_floats = not data.settings.has_whole_numbers
        values = values_of(data.storage.element_format, one, as_floats=as_floats)
        if not values.size:
            return "padding"
        value = float(values[0])
        if data.colours is not None:
            return value_text(value / KEYS_PER_BRIGHTNESS)
        return value_text(value)

    def _rank(self, one: Elements) -> int | None:
        goal, data = self._tally.goal, self._player.start_data
        if goal is None or is_padding(data.storage.element_format, one)[0]:
            return None
        return goal.rank(int(keys_of(data, one)[0]))

    def follow(self, pinned: int) -> int | None:
        """Return the current index of an element that was pinned at an index.

        Only the tags of pairs tell equal elements apart. So in other formats, and in large sorts,
        the pin stays at its index.

        Returns:
            The index; None if this sort has fewer elements.
        """
        player = self._player
        if pinned >= player.settings.element_count:
            return None
        has_tag = player.storage.element_format.has_tag
        if not has_tag or not player.is_settled or player.settings.element_count > MAX_EXAMINED:
            return pinned
        data, pass_index = player.start_data, player.engine.pass_index
        pin = self._pin
        if pin is None or pin.data is not data or pin.place != pinned:
            pin = _Pin(data, pass_index, pinned, int(self._element(pinned)[0, 1]))
        elif pin.pass_index != pass_index:
            place = int(np.argmax(player.engine.read_back()[:, 1] == pin.tag))
            pin = _Pin(data, pass_index, place, pin.tag)
        self._pin = pin
        return pin.place
