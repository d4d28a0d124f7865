"""The history: any moves can be undone and redone, and lead to the same places."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from bitonic_scope.model.history import MAX_MOVES, History, Place
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.timeline import Playing, Timeline

State = tuple[SortSettings, Timeline]
START: State = (SortSettings(), Timeline(36))


def place(state: State) -> Place:
    return Place(state[0], state[1].position)


def changed(state: State, move: tuple[str, int]) -> State:
    """Make a move: a kind and a number."""
    settings, timeline = state
    kind, number = move
    if kind == "seed":
        return replace(settings, seed=number), timeline.pause()
    if kind == "step":
        return settings, timeline.step(number % 3 - 1)
    if kind == "play":
        return settings, timeline.toggle(Playing.FORWARDS)
    if kind == "time":  # the position changes without a move
        return settings, timeline.advance(0.2)
    return settings, timeline.seek(number)


MOVES = st.tuples(st.sampled_from(["seed", "step", "play", "jump", "time"]), st.integers(0, 36))


def done(moves: list[tuple[str, int]], *, history: History, state: State) -> tuple[History, State]:
    for move in moves:
        following = changed(state, move)
        if move[0] != "time":
            history = history.after(state, following)
        state = following
    return history, state


@given(st.lists(MOVES, max_size=60))
def test_all_moves_undone_lead_to_the_start_and_redone_to_the_end(
    moves: list[tuple[str, int]],
) -> None:
    history, state = done(moves, history=History(), state=START)
    here = end = place(state)
    seen = [here]
    while (step := history.undone(here))[1] != here:
        history, here = step
        seen.append(here)
    if any(kind != "time" for kind, _ in moves):
        assert here == place(START)
    again = [here]
    while (step := history.redone(here))[1] != here:
        history, here = step
        again.append(here)
    assert (again, here) == (seen[::-1], end)


@given(st.lists(MOVES, max_size=20), st.lists(st.booleans(), max_size=20))
def test_undo_then_redo_is_nothing(moves: list[tuple[str, int]], undoes: list[bool]) -> None:
    history, state = done(moves, history=History(), state=START)
    here = place(state)
    for is_undo in undoes:
        history, here = history.undone(here) if is_undo else history.redone(here)
    back, there = history.undone(here)
    if there != here:
        assert back.redone(there)[1] == here


@given(st.lists(MOVES, max_size=60), MOVES)
def test_a_new_move_ends_what_could_be_redone(
    moves: list[tuple[str, int]], move: tuple[str, int]
) -> None:
    history, state = done(moves, history=History(), state=START)
    history, (settings, position) = history.undone(place(state))
    state = settings, state[1].over(36, position)
    following = changed(state, move)
    after = history.after(state, following)
    assert after.future == (history.future if after == history else ())


def test_a_hundred_moves_are_kept() -> None:
    moves = [("seed", number) for number in range(2, 250)]
    history, _ = done(moves, history=History(), state=START)
    assert [kept.settings.seed for kept in history.past] == list(range(149, 249))
    assert len(history.past) == MAX_MOVES == 100


def test_a_run_of_steps_is_one_move_and_a_jump_begins_another() -> None:
    moves = [("jump", 10), *[("step", 2)] * 5, ("jump", 30), *[("step", 0)] * 3]
    history, state = done(moves, history=History(), state=START)
    assert [kept.position for kept in history.past] == [0, 10, 15, 30]
    assert state[1].position == 27


def test_a_jump_by_one_pass_is_no_step() -> None:
    history, state = done([("jump", 10), ("step", 2), ("step", 2)], history=History(), state=START)
    for position, is_jump in ((13, True), (14, False), (15, False)):
        following = state[0], state[1].seek(position)
        history = history.after(state, following, is_jump=is_jump)
        state = following
    assert [kept.position for kept in history.past] == [0, 10, 12, 13]


def test_each_play_is_a_move_with_the_step_that_ends_it() -> None:
    moves = [("play", 0), *[("time", 0)] * 10, ("play", 0), ("step", 2), ("play", 0)]
    moves += [*[("time", 0)] * 10, ("step", 2)]
    history, state = done(moves, history=History(), state=START)
    assert [kept.position for kept in history.past] == [0, 6, 7]
    assert state[1].position == 14


def test_a_drag_is_one_move() -> None:
    history, state = History(), START
    for position in (3, 9, 10, 30, 12):
        following = state[0], state[1].seek(position)
        history = history.after(state, following, is_same_gesture=position != 3)
        state = following
    assert [kept.position for kept in history.past] == [0]


def test_speed_and_a_pause_are_no_moves() -> None:
    playing = START[0], START[1].play()
    for new in ((START[0], playing[1].with_speed(60)), (START[0], playing[1].pause())):
        assert History().after(playing, new) == History()


def test_a_place_that_equals_the_present_one_is_passed_over() -> None:
    settings = SortSettings(seed=9)
    history = History(past=(place(START), Place(settings, 4), Place(settings, 4)))
    assert history.undone(Place(settings, 4))[1] == place(START)
    assert History().undone(place(START)) == (History(), place(START))
