"""What a sort is going to take on this machine, from what sorts have taken so far."""

from bitonic_scope.network.schedule import BitonicNetwork


class Forecast:
    """Remembers the seconds of a pass at the sizes that were measured."""

    def __init__(self) -> None:
        self._pass_seconds: dict[int, float] = {}

    def learn(self, element_count: int, pass_seconds: float) -> None:
        """Take what a pass over so many elements took."""
        self._pass_seconds[element_count] = pass_seconds

    def pass_seconds(self, element_count: int) -> float:
        """Return what a pass is expected to take: on a line between the nearest sizes.

        Above the largest in proportion to it, which errs on the long side: small sizes have the
        price of a draw in them.
        """
        below = max((count for count in self._pass_seconds if count <= element_count), default=0)
        above = min((count for count in self._pass_seconds if count >= element_count), default=0)
        if not (below and above):
            known = below or above
            return self._pass_seconds[known] * element_count / known
        low, high = self._pass_seconds[below], self._pass_seconds[above]
        return low + (high - low) * (element_count - below) / max(above - below, 1)

    def sort_seconds(self, element_count: int) -> float:
        """Return what a whole sort is expected to take."""
        network = BitonicNetwork(element_count.bit_length() - 1)
        return network.pass_count * self.pass_seconds(element_count)
