"""The asker: finds the question before the pass to come, from the elements in the texture."""

from bitonic_scope.model.question import MAX_ASKED_ELEMENTS, Question, question_of
from bitonic_scope.model.start_data import StartData
from bitonic_scope.network.reference import sources
from bitonic_scope.network.schedule import SortPass
from bitonic_scope.player.examination import keys_of
from bitonic_scope.player.player import Player
from bitonic_scope.views.numerals import numerals


class Asker:
    """Asks once per state, because the window asks for the question in each frame."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._asked: tuple[StartData, SortPass, Question | None] | None = None

    def question(self) -> Question | None:
        """Return the question before the pass to come; None if there is nothing to ask."""
        player, settings = self._player, self._player.settings
        sort_pass = settings.network.pass_to_come(player.timeline.position)
        is_small = settings.element_count <= MAX_ASKED_ELEMENTS
        if not is_small or sort_pass is None or not player.is_settled:
            return None
        data = player.start_data
        if self._asked is None or self._asked[:2] != (data, sort_pass):
            self._asked = data, sort_pass, self._new_question(sort_pass)
        return self._asked[2]

    def _new_question(self, sort_pass: SortPass) -> Question | None:
        player, settings = self._player, self._player.settings
        elements = player.engine.read_back()
        keys = keys_of(player.start_data, elements)
        return question_of(
            sort_pass,
            numerals(player.start_data, elements),
            keys.tolist(),
            sources(keys, sort_pass, order=settings.order).tolist(),
        )
