"""The actions: what each leads to, by button or by key."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bitonic_scope.model.examples import EXAMPLES
from bitonic_scope.model.history import History, Place
from bitonic_scope.model.look import Marks, ThemeChoice
from bitonic_scope.model.settings import DisplaySettings, SortSettings
from bitonic_scope.model.timeline import Playing, Timeline
from bitonic_scope.network.schedule import Direction, NetworkKind
from bitonic_scope.ui.actions import WORKING_UNSEEN, Action, greeting
from bitonic_scope.ui.changes.choices import NEW_SEED_LIMIT, with_new_seed
from bitonic_scope.ui.changes.moves import to_position
from bitonic_scope.ui.state import Closing, Field, UiState
from bitonic_scope.views.catalogue import VIEWS

VIEW_ACTIONS = {
    Action.VIEW_BOTH: "both",
    Action.VIEW_TEXTURE: "texture",
    Action.VIEW_BARS: "bars",
    Action.VIEW_DOTS: "dots",
    Action.VIEW_NETWORK: "network",
}


def state_at(position: int, *, playing: Playing = Playing.PAUSED) -> UiState:
    """Return a state of the 16x16 sort, which has 36 passes in 8 stages."""
    return UiState(SortSettings(), DisplaySettings(), Timeline(36, position, playing))


def position_after(action: Action, position: int) -> int:
    return action.change(state_at(position)).timeline.position


@pytest.mark.parametrize("action", Action)
@pytest.mark.parametrize("position", [0, 17, 36])
def test_every_action_can_be_done_anywhere(action: Action, position: int) -> None:
    state = action.change(state_at(position))
    assert isinstance(state, UiState)
    assert 0 <= state.timeline.position <= 36


@pytest.mark.parametrize(
    ("action", "positions"),
    [
        (Action.NEXT_PASS, {0: 1, 17: 18, 36: 36}),
        (Action.PREVIOUS_PASS, {0: 0, 17: 16, 36: 35}),
        (Action.TO_START, {0: 0, 17: 0, 36: 0}),
        (Action.TO_END, {0: 36, 17: 36, 36: 36}),
        (Action.RESTART, {0: 0, 17: 0, 36: 0}),
        (Action.NEXT_STAGE, {0: 1, 1: 3, 2: 3, 3: 6, 17: 21, 28: 36, 35: 36, 36: 36}),
        (Action.PREVIOUS_STAGE, {0: 0, 1: 0, 2: 1, 3: 1, 17: 15, 28: 21, 35: 28, 36: 28}),
    ],
)
def test_where_an_action_leads(action: Action, positions: dict[int, int]) -> None:
    assert {position: position_after(action, position) for position in positions} == positions


@given(st.integers(0, 36))
def test_next_and_previous_stage_stop_where_whole_stages_are_done(position: int) -> None:
    whole = {0, 1, 3, 6, 10, 15, 21, 28, 36}
    later = [p for p in whole if p > position] or [position]
    earlier = [p for p in whole if p < position] or [position]
    assert position_after(Action.NEXT_STAGE, position) == min(later)
    assert position_after(Action.PREVIOUS_STAGE, position) == max(earlier)


@pytest.mark.parametrize("action", [Action.NEXT_PASS, Action.PREVIOUS_PASS, Action.RESTART])
def test_a_step_and_a_restart_pause_the_play(action: Action) -> None:
    state = action.change(state_at(17, playing=Playing.FORWARDS))
    assert state.timeline.playing is Playing.PAUSED


@pytest.mark.parametrize("action", [Action.NEXT_STAGE, Action.PREVIOUS_STAGE, Action.TO_START])
def test_a_jump_plays_on(action: Action) -> None:
    state = action.change(state_at(17, playing=Playing.FORWARDS))
    assert state.timeline.playing is Playing.FORWARDS


def test_a_jump_to_the_end_ends_the_play() -> None:
    state = Action.TO_END.change(state_at(17, playing=Playing.FORWARDS))
    assert state.timeline == Timeline(36, 36)


def test_play_twice_is_play_and_pause() -> None:
    state = Action.PLAY.change(state_at(17))
    assert state.timeline.playing is Playing.FORWARDS
    assert Action.PLAY.change(state) == state_at(17)
    back = Action.PLAY_BACKWARDS.change(state)
    assert back.timeline.playing is Playing.BACKWARDS
    assert Action.PLAY_BACKWARDS.change(back) == state_at(17)


def test_play_at_the_end_starts_again() -> None:
    assert Action.PLAY.change(state_at(36)).timeline.position == 0
    assert Action.PLAY_BACKWARDS.change(state_at(0)).timeline.position == 36


def test_faster_and_slower_are_each_others_way_back() -> None:
    faster = Action.FASTER.change(state_at(5))
    assert faster.timeline == Timeline(36, 5, passes_per_second=5.0)
    assert Action.SLOWER.change(faster) == state_at(5)


def test_a_typed_position_is_clamped() -> None:
    assert to_position(state_at(5), 99).timeline.position == 36
    assert to_position(state_at(5), -1).timeline.position == 0


def test_sizes_are_doubled_and_halved_on_one_side() -> None:
    found = {
        action: (settings.width, settings.height)
        for action in (Action.WIDER, Action.NARROWER, Action.HIGHER, Action.LOWER)
        for settings in (action.change(state_at(0)).settings,)
    }
    assert found == {
        Action.WIDER: (32, 16),
        Action.NARROWER: (8, 16),
        Action.HIGHER: (16, 32),
        Action.LOWER: (16, 8),
    }


def test_sizes_end_at_1_and_16384() -> None:
    smallest = replace(state_at(0), settings=SortSettings(1, 1))
    largest = replace(state_at(0), settings=SortSettings(16384, 16384))
    assert not Action.NARROWER.would_change(smallest)
    assert not Action.LOWER.would_change(smallest)
    assert not Action.WIDER.would_change(largest)
    assert not Action.HIGHER.would_change(largest)
    assert Action.WIDER.would_change(smallest)
    assert Action.LOWER.would_change(largest)


def test_the_order_turned_twice_is_the_order() -> None:
    turned = Action.TURN_ORDER.change(state_at(0))
    assert turned.settings == SortSettings(order=Direction.DESCENDING)
    assert Action.TURN_ORDER.change(turned) == state_at(0)


def test_there_are_two_networks_to_choose_from() -> None:
    flipped = Action.OTHER_NETWORK.change(state_at(0))
    assert flipped.settings.network_kind is NetworkKind.FLIP
    assert Action.OTHER_NETWORK.change(flipped) == state_at(0)


def test_a_new_seed_is_another_one_short_enough_to_read_out() -> None:
    state = state_at(0)
    for _ in range(200):
        following = Action.NEW_SEED.change(state)
        assert following.settings.seed != state.settings.seed
        assert 0 <= following.settings.seed < NEW_SEED_LIMIT == 1_000_000
        assert following.earlier_seeds[-1] == state.settings.seed
        state = following


def test_previous_seed_leads_back_through_all_that_were_shown() -> None:
    state = with_new_seed(with_new_seed(with_new_seed(state_at(0), 5), 9), 9)
    assert (state.settings.seed, state.earlier_seeds) == (9, (1, 5))
    state = Action.PREVIOUS_SEED.change(state)
    assert (state.settings.seed, state.earlier_seeds) == (5, (1,))
    state = Action.PREVIOUS_SEED.change(state)
    assert state == state_at(0)
    assert not Action.PREVIOUS_SEED.would_change(state)


def test_the_last_hundred_seeds_are_remembered() -> None:
    state = state_at(0)
    for seed in range(2, 203):
        state = with_new_seed(state, seed)
    assert state.earlier_seeds == tuple(range(102, 202))


def test_typing_asks_for_the_field() -> None:
    assert Action.TYPE_SEED.change(state_at(0)).focus is Field.SEED
    assert Action.TYPE_POSITION.change(state_at(0)).focus is Field.POSITION
    presenting = Action.PRESENT.change(state_at(0))
    for page in (presenting, Action.HELP.change(state_at(0)), Action.DRIVER.change(state_at(0))):
        shown = Action.TYPE_SEED.change(page).display
        assert shown == DisplaySettings(fullscreen=page is presenting)


SWITCHES = (
    *(Action.HELP, Action.DRIVER, Action.DRAWER, Action.RECORD, Action.CHOOSE_RECORDING),
    *(Action.FULLSCREEN, Action.PRESENT, Action.BLANK, Action.PREDICT),
)


@pytest.mark.parametrize("action", SWITCHES)
def test_a_switch_turned_twice_is_as_before(action: Action) -> None:
    assert action.change(state_at(0)) != state_at(0)
    assert action.change(action.change(state_at(0))) == state_at(0)


def test_escape_closes_the_topmost_and_never_the_window() -> None:
    display = DisplaySettings(drawer_open=True, fullscreen=True, is_presenting=True, is_blank=True)
    state = replace(state_at(0), display=display, closing=Closing.ASKED, pinned=7)
    seen = []
    while Action.CLOSE_TOPMOST.would_change(state):
        state = Action.CLOSE_TOPMOST.change(state)
        shown = state.display
        seen.append(
            (state.closing, shown.is_blank, shown.drawer_open, state.pinned, shown.is_presenting)
        )
        assert shown.fullscreen or state == state_at(0)
    assert seen == [
        (Closing.NO, True, True, 7, True),
        (Closing.NO, False, True, 7, True),
        (Closing.NO, False, False, 7, True),
        (Closing.NO, False, False, None, True),
        (Closing.NO, False, False, None, False),
        (Closing.NO, False, False, None, False),
    ]
    assert not Action.CLOSE_TOPMOST.would_change(state)


def test_presenting_fills_the_screen_without_pages() -> None:
    opened = Action.DRAWER.change(Action.HELP.change(state_at(0)))
    assert Action.PRESENT.change(opened).display == DisplaySettings(
        is_presenting=True, fullscreen=True
    )


@pytest.mark.parametrize("action", [action for action in Action if action not in WORKING_UNSEEN])
def test_the_first_key_on_a_blank_screen_only_brings_the_picture_back(action: Action) -> None:
    blank = Action.BLANK.change(state_at(17, playing=Playing.FORWARDS))
    assert blank.timeline == state_at(17).timeline  # nothing moves unseen
    assert action.change(blank) == state_at(17)


def test_space_runs_the_pass_that_the_user_has_predicted() -> None:
    state = Action.PREDICT.change(state_at(17))
    assert state.display.predicts
    assert Action.PLAY.change(state).timeline == Timeline(36, 18)
    playing = Action.PREDICT.change(state_at(17, playing=Playing.FORWARDS))
    assert Action.PLAY.change(playing).timeline == Timeline(36, 17)


def test_digits_choose_the_views_of_the_catalogue() -> None:
    for action, name in VIEW_ACTIONS.items():
        expected = name if name in VIEWS else DisplaySettings().view
        assert action.change(state_at(3)).display.view == expected


def test_marks_and_themes_come_round_again() -> None:
    for action, names, attribute in (
        (Action.NEXT_MARKS, list(Marks), "marks"),
        (Action.NEXT_THEME, list(ThemeChoice), "theme"),
    ):
        state, seen = state_at(0), []
        for _ in names:
            state = action.change(state)
            seen.append(getattr(state.display, attribute))
        assert set(seen) == set(names)
        assert state == state_at(0)


def test_type_grows_shrinks_and_returns_within_its_range() -> None:
    state = state_at(0)
    for action, end in ((Action.LARGER_TYPE, 4.0), (Action.SMALLER_TYPE, 0.5)):
        for _ in range(40):
            state = action.change(state)
        assert state.display.ui_scale == end
    assert Action.USUAL_TYPE.change(state) == state_at(0)


def test_fit_shows_the_whole_texture() -> None:
    zoomed = replace(state_at(0), zoom=8.0, centre=(0.25, 0.75))
    assert Action.FIT.change(zoomed) == state_at(0)


COUNT_KEPT = (
    *(Action.STABLE, Action.TURN_ORDER, Action.OTHER_NETWORK, Action.NEXT_ENGINE),
    *(Action.NEXT_FORMAT, Action.NEXT_DATA, Action.NEW_SEED),
)


@pytest.mark.parametrize("action", COUNT_KEPT)
def test_settings_of_as_many_elements_keep_the_position_paused(action: Action) -> None:
    changed = action.change(state_at(17, playing=Playing.FORWARDS))
    assert changed.settings != state_at(17).settings
    assert changed.timeline == Timeline(36, 17)


def test_another_number_of_elements_starts_at_pass_0() -> None:
    wider = Action.WIDER.change(state_at(17))
    assert wider.timeline == Timeline(45, 0)
    assert Action.LOWER.change(Action.WIDER.change(state_at(0))).settings.height == 8
    padded = state_at(17).with_settings(SortSettings().with_count(250))
    assert padded.timeline == Timeline(36, 0)


def test_a_network_that_outgrows_its_wires_gives_way_to_both_pictures() -> None:
    network = replace(state_at(0), display=DisplaySettings(view="network"))
    for before, after, view in ((64, 128, "both"), (8, 64, "network"), (128, 256, "network")):
        state = replace(network, settings=SortSettings().with_count(before))
        assert state.with_settings(SortSettings().with_count(after)).display.view == view


def test_undo_to_another_number_of_elements_unpins_and_fits_the_picture() -> None:
    small = Place(SortSettings(4, 2), 3)
    state = replace(state_at(17), history=History((small,)), pinned=200, zoom=4.0)
    undone = Action.UNDO.change(state)
    assert (undone.settings, undone.timeline) == (small.settings, Timeline(6, 3))
    assert (undone.pinned, undone.zoom) == (None, 1.0)
    assert Action.REDO.change(undone).timeline == Timeline(36, 17)


def test_the_example_of_as_many_elements_keeps_the_position() -> None:
    state = replace(state_at(17), settings=EXAMPLES[3].settings)  # 16x16, as noise is
    assert state.with_settings(EXAMPLES[1].settings).timeline.position == 17


def test_the_command_of_a_state_is_put_on_the_clipboard() -> None:
    state = Action.COPY_COMMAND.change(state_at(12))
    assert state.to_clipboard == "bitonic-scope --size 16 --seed 1 --at 5.2 --view texture"
    assert replace(state, to_clipboard="") == state_at(12)


def test_the_greeting_takes_its_keys_from_the_table() -> None:
    assert greeting() == "Space plays, arrows step, ? helps"


def test_quit_asks_first() -> None:
    assert Action.QUIT.change(state_at(0)).closing is Closing.ASKED


@pytest.mark.parametrize(
    ("position", "without_effect"),
    [
        (0, {Action.PREVIOUS_PASS, Action.PREVIOUS_STAGE, Action.TO_START, Action.RESTART}),
        (17, set()),
        (36, {Action.NEXT_PASS, Action.NEXT_STAGE, Action.TO_END, Action.PLAY_STAGE}),
    ],
)
def test_only_actions_without_effect_are_grey(position: int, without_effect: set[Action]) -> None:
    grey = {action for action in Action if not action.would_change(state_at(position))}
    always = {Action.PREVIOUS_SEED, Action.CLOSE_TOPMOST, Action.UNDO, Action.REDO}
    always |= {Action.FIT, Action.USUAL_TYPE}
    always |= {action for action, name in VIEW_ACTIONS.items() if name not in VIEWS}
    always |= {action for action, name in VIEW_ACTIONS.items() if name == DisplaySettings().view}
    assert grey == without_effect | always


@given(st.lists(st.sampled_from(list(Action)), max_size=60))
def test_no_order_of_actions_leads_out_of_what_is_valid(actions: list[Action]) -> None:
    state = state_at(10)
    for action in actions:
        state = action.change(state)
        assert 0 <= state.timeline.position <= state.timeline.pass_count
        assert state.timeline.pass_count == state.settings.network.pass_count
        assert 1 <= state.settings.width <= 16384
        assert 0 <= state.settings.seed < 1_000_000
        assert state.closing in (Closing.NO, Closing.ASKED)


@settings(max_examples=20)
@given(st.lists(st.sampled_from(list(Action)), max_size=20))
def test_an_action_is_grey_exactly_where_it_changes_nothing(actions: list[Action]) -> None:
    state = state_at(10)
    for action in actions:
        state = action.change(state)
    for action in Action:
        assert action.would_change(state) == (action.change(state) != state), action
