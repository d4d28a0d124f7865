"""The timeline: the one position, moved by steps, seeks and time."""

import math
import random
from dataclasses import replace
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bitonic_scope.model.timeline import Playing, Timeline, stage_at

# Binary fractions, so that sums of time are exact and the claims hold to the bit.
TICK = 1 / 4096  # seconds
SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 240.0)
WAYS = (Playing.FORWARDS, Playing.BACKWARDS)


@st.composite
def timelines(draw: st.DrawFn, *, playing: tuple[Playing, ...] = tuple(Playing)) -> Timeline:
    pass_count = draw(st.integers(0, 406))
    return Timeline(
        pass_count,
        position=draw(st.integers(0, pass_count)),
        playing=draw(st.sampled_from(playing)),
        passes_per_second=draw(st.sampled_from(SPEEDS)),
        part_of_pass=draw(st.integers(0, 1023)) / 1024,
    )


def seconds(ticks: int) -> float:
    return ticks * TICK


def position_after(dts_seconds: list[float], timeline: Timeline) -> int:
    for dt_seconds in dts_seconds:
        timeline = timeline.advance(dt_seconds)
    return timeline.position


# -- steps and seeks ------------------------------------------------------------------------------


@given(timelines(), st.integers(0, 500))
def test_n_steps_back_and_n_forward_return(timeline: Timeline, passes: int) -> None:
    there_and_back = timeline.step(-passes).step(passes)
    if passes <= timeline.position:
        assert there_and_back.position == timeline.position
    else:
        assert there_and_back.position == min(passes, timeline.pass_count)


@given(timelines(), st.integers(0, 50))
def test_n_steps_of_one_are_one_step_of_n(timeline: Timeline, passes: int) -> None:
    one_by_one = timeline
    for _ in range(passes):
        one_by_one = one_by_one.step(1)
    assert one_by_one.position == timeline.step(passes).position


@given(timelines(), st.integers(-1000, 1000))
def test_a_step_pauses_and_stays_between_0_and_the_last_pass(
    timeline: Timeline, passes: int
) -> None:
    stepped = timeline.step(passes)
    assert stepped.playing is Playing.PAUSED
    assert stepped.part_of_pass == 0.0
    assert stepped.position == max(0, min(timeline.position + passes, timeline.pass_count))


def test_500_steps_back_and_500_forward_never_leave_the_passes() -> None:
    timeline = Timeline(36, position=10)
    seen = []
    for passes in [-1] * 500 + [1] * 500:
        timeline = timeline.step(passes)
        seen.append(timeline.position)
    assert seen[:11] == [9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0]
    assert (min(seen), max(seen), seen[499], seen[-1]) == (0, 36, 0, 36)


@given(timelines(), st.integers(-1000, 1000))
def test_a_seek_is_clamped_and_plays_on_but_at_its_end(timeline: Timeline, position: int) -> None:
    found = timeline.seek(position)
    assert found.position == max(0, min(position, timeline.pass_count))
    assert found.part_of_pass == 0.0
    end = {Playing.FORWARDS: timeline.pass_count, Playing.BACKWARDS: 0}.get(timeline.playing)
    assert found.playing is (Playing.PAUSED if found.position == end else timeline.playing)


@given(timelines(), st.integers(-3, 410))
def test_a_seek_twice_is_a_seek_once(timeline: Timeline, position: int) -> None:
    assert timeline.seek(position).seek(position) == timeline.seek(position)


def test_stepping_beyond_either_end_does_nothing() -> None:
    assert Timeline(36).step(-1) == Timeline(36)
    assert Timeline(36, position=36).step(1) == Timeline(36, position=36)


@pytest.mark.parametrize("position", [-1, 37])
def test_a_position_outside_of_the_passes_is_refused(position: int) -> None:
    with pytest.raises(ValueError, match=f"position must be from 0 to 36, got {position}"):
        Timeline(36, position=position)


# -- play -----------------------------------------------------------------------------------------


def test_it_opens_paused_at_the_start_at_3_passes_a_second() -> None:
    timeline = Timeline(36)
    assert (timeline.position, timeline.playing) == (0, Playing.PAUSED)
    assert timeline.passes_per_second == 3.0


@given(timelines(playing=(Playing.PAUSED,)), st.floats(0, 100))
def test_time_moves_nothing_while_paused(timeline: Timeline, dt_seconds: float) -> None:
    assert timeline.advance(dt_seconds) == timeline
    assert timeline.seconds_to_next_pass() == inf


@given(timelines(), st.integers(-4096, 40960))
def test_time_never_leads_out_of_the_passes(timeline: Timeline, ticks: int) -> None:
    advanced = timeline.advance(seconds(ticks))
    assert 0 <= advanced.position <= timeline.pass_count
    assert 0.0 <= advanced.part_of_pass < 1.0
    assert (advanced.position - timeline.position) * timeline.playing >= 0


@given(timelines(), st.lists(st.integers(0, 128), min_size=1, max_size=8))
def test_time_in_small_pieces_is_time_in_one(timeline: Timeline, pieces: list[int]) -> None:
    in_one = timeline.advance(seconds(sum(pieces)))
    for ticks in pieces:
        timeline = timeline.advance(seconds(ticks))
    assert timeline == in_one


@given(timelines(), st.floats(0.25, 1e6))
def test_more_than_a_quarter_second_counts_as_a_quarter(
    timeline: Timeline, dt_seconds: float
) -> None:
    assert timeline.advance(dt_seconds) == timeline.advance(0.25)


@given(timelines(), st.floats(max_value=0.0, allow_nan=False))
def test_time_never_runs_backwards(timeline: Timeline, dt_seconds: float) -> None:
    assert timeline.advance(dt_seconds).position == timeline.position


@pytest.mark.parametrize(("passes_per_second", "most"), [(0.5, 0), (5.0, 1), (240.0, 60)])
def test_ten_seconds_of_absence_bring_no_burst(passes_per_second: float, most: int) -> None:
    timeline = Timeline(406, passes_per_second=passes_per_second).play()
    assert timeline.advance(10.0).position == most


@pytest.mark.parametrize("playing", WAYS)
@pytest.mark.parametrize("frames_per_second", [30, 60, 144])
def test_5_passes_a_second_for_10_seconds_are_50_at_any_frame_rate(
    frames_per_second: int, playing: Playing
) -> None:
    start = 0 if playing is Playing.FORWARDS else 210
    timeline = Timeline(210, position=start, passes_per_second=5.0).play(playing)
    end = position_after([1 / frames_per_second] * (10 * frames_per_second), timeline)
    assert abs(abs(end - start) - 50) <= 1


@pytest.mark.parametrize("seed", range(5))
def test_5_passes_a_second_for_10_seconds_are_50_with_irregular_frames(seed: int) -> None:
    chance = random.Random(seed)
    dts_seconds: list[float] = []
    while sum(dts_seconds) < 10.0:
        dts_seconds.append(min(chance.uniform(0.0005, 0.2), 10.0 - sum(dts_seconds)))
    timeline = Timeline(210, passes_per_second=5.0).play()
    assert abs(position_after(dts_seconds, timeline) - 50) <= 1


@pytest.mark.parametrize(
    ("playing", "start", "end"), [(Playing.FORWARDS, 30, 36), (Playing.BACKWARDS, 6, 0)]
)
def test_play_stops_by_itself_at_the_end_that_it_runs_to(
    playing: Playing, start: int, end: int
) -> None:
    timeline = Timeline(36, position=start, passes_per_second=8.0).play(playing)
    positions = [(timeline := timeline.advance(0.125)).position for _ in range(8)]
    assert positions == [start + playing * n for n in range(1, 7)] + [end, end]
    assert timeline == Timeline(36, position=end, passes_per_second=8.0)


@pytest.mark.parametrize(
    ("playing", "end", "start"), [(Playing.FORWARDS, 36, 0), (Playing.BACKWARDS, 0, 36)]
)
def test_play_at_the_end_starts_again_from_the_other_end(
    playing: Playing, end: int, start: int
) -> None:
    timeline = Timeline(36, position=end).play(playing)
    assert (timeline.position, timeline.playing) == (start, playing)


@pytest.mark.parametrize("playing", WAYS)
def test_play_in_the_middle_goes_on_from_there(playing: Playing) -> None:
    timeline = Timeline(36, position=10, passes_per_second=4.0).play(playing)
    assert (timeline.position, timeline.playing) == (10, playing)
    assert timeline.advance(0.25).position == 10 + playing


@pytest.mark.parametrize("playing", WAYS)
def test_one_element_cannot_be_played(playing: Playing) -> None:
    assert Timeline(0).play(playing) == Timeline(0)
    assert Timeline(0).toggle(playing) == Timeline(0)


@pytest.mark.parametrize("playing", WAYS)
def test_the_same_toggle_pauses_and_the_other_turns_round(playing: Playing) -> None:
    timeline = Timeline(36, position=10)
    played = timeline.toggle(playing)
    assert played.playing is playing
    assert played.toggle(playing) == timeline
    assert played.toggle(Playing(-playing)).playing is Playing(-playing)


@given(timelines())
def test_a_pause_stays_at_the_position(timeline: Timeline) -> None:
    paused = timeline.pause()
    assert (paused.position, paused.playing) == (timeline.position, Playing.PAUSED)


@pytest.mark.parametrize("passes_per_second", [4.0, 8.0, 64.0, 128.0])
@pytest.mark.parametrize("part_of_pass", [0.0, 0.25, 0.875])
def test_the_next_pass_comes_after_exactly_the_seconds_that_are_said(
    passes_per_second: float, part_of_pass: float
) -> None:
    timeline = Timeline(36, 10, Playing.FORWARDS, passes_per_second, part_of_pass)
    wait_seconds = timeline.seconds_to_next_pass()
    assert wait_seconds == (1 - part_of_pass) / passes_per_second
    assert timeline.advance(wait_seconds - TICK).position == 10
    assert timeline.advance(wait_seconds).position == 11


# -- speed ----------------------------------------------------------------------------------------


@given(timelines(), st.floats(allow_infinity=True, allow_nan=False))
def test_another_speed_is_clamped_and_moves_nothing(timeline: Timeline, speed: float) -> None:
    changed = timeline.with_speed(speed)
    assert changed.passes_per_second == max(0.5, min(speed, 240.0))
    assert replace(changed, passes_per_second=timeline.passes_per_second) == timeline


def test_a_speed_that_is_no_number_changes_nothing() -> None:
    assert Timeline(36).with_speed(nan) == Timeline(36)


@pytest.mark.parametrize("speed", [0.0, 0.49, 241.0, -3.0, nan, inf])
def test_a_speed_out_of_range_cannot_be_made(speed: float) -> None:
    with pytest.raises(ValueError, match=r"speed must be from 0.5 to 240 passes per second, got"):
        Timeline(36, passes_per_second=speed)


@pytest.mark.parametrize(
    ("speed", "slower", "faster"),
    [(0.5, 0.5, 1.0), (3.0, 2.0, 5.0), (4.0, 3.0, 5.0), (60.0, 30.0, 120.0), (240.0, 120.0, 240.0)],
)
def test_faster_and_slower_take_the_next_named_speed(
    speed: float, slower: float, faster: float
) -> None:
    timeline = Timeline(36, passes_per_second=speed)
    assert timeline.slower().passes_per_second == slower
    assert timeline.faster().passes_per_second == faster


def test_faster_reaches_the_fastest_and_slower_the_slowest() -> None:
    timeline = Timeline(36)
    for _ in range(20):
        timeline = timeline.faster()
    assert timeline.passes_per_second == 240.0
    for _ in range(20):
        timeline = timeline.slower()
    assert timeline.passes_per_second == 0.5


def test_speed_changed_in_the_middle_of_a_pass_does_not_jump() -> None:
    timeline = Timeline(36, passes_per_second=4.0).play().advance(0.125)
    assert timeline.with_speed(240.0).advance(0.0).position == 0
    assert timeline.with_speed(0.5).advance(0.25).position == 0
    assert timeline.with_speed(8.0).advance(0.0625).position == 1


# -- the stage, slow first, and the loop ----------------------------------------------------------


@pytest.mark.parametrize(("position", "stage"), [(0, 1), (1, 2), (2, 2), (3, 3), (5, 3), (405, 28)])
def test_the_stage_of_a_position_is_known_without_a_network(position: int, stage: int) -> None:
    start, end = stage_at(position)
    assert (start, end - start) == (stage * (stage - 1) // 2, stage)
    assert start <= position < end


@given(timelines(playing=(Playing.PAUSED,)))
def test_play_to_the_end_of_the_stage_stops_there(timeline: Timeline) -> None:
    played = timeline.play_stage()
    if timeline.position == timeline.pass_count:
        assert played == timeline
        return
    for _ in range(2000):
        played = played.advance(0.25)
    end = min(stage_at(timeline.position)[1], timeline.pass_count)
    assert played == replace(timeline, position=end, part_of_pass=0.0)


def test_play_to_the_end_of_the_stage_is_ended_by_itself_and_by_each_other_move() -> None:
    played = Timeline(36, 4).play_stage()
    assert (played.playing, played.stop_at) == (Playing.FORWARDS, 6)
    assert played.play_stage() == Timeline(36, 4)
    assert played.pause() == Timeline(36, 4)
    assert played.step(1) == Timeline(36, 5)
    assert played.toggle(Playing.FORWARDS) == Timeline(36, 4)
    assert played.toggle(Playing.BACKWARDS).stop_at is None
    assert played.seek(20) == Timeline(36, 20)
    assert played.seek(1).stop_at == 6
    assert Timeline(36, 5, Playing.FORWARDS).play_stage().stop_at == 6


def seconds_of_passes(timeline: Timeline) -> list[float]:
    """Play to the end; return how long each pass took."""
    times: list[float] = []
    while timeline.playing is not Playing.PAUSED and len(times) < timeline.pass_count:
        wait_seconds = timeline.seconds_to_next_pass()
        times.append(wait_seconds)
        position = timeline.position
        for _ in range(math.ceil(wait_seconds / 0.25)):
            timeline = timeline.advance(wait_seconds / math.ceil(wait_seconds / 0.25))
        assert timeline.position == position + timeline.playing or not timeline.playing.value
    return times


def test_slow_first_runs_the_first_two_passes_of_each_stage_slowly() -> None:
    timeline = Timeline(10, passes_per_second=8.0, is_slow_first=True)
    fast = 1 / 8
    times = [1.0, 1.0, 1.0, 1.0, 1.0, fast, 1.0, 1.0, fast, fast]
    assert seconds_of_passes(timeline.play()) == times
    backwards = timeline.seek(10).play(Playing.BACKWARDS)
    assert seconds_of_passes(backwards) == times[::-1]


@pytest.mark.parametrize("speed", [0.5, 1.0])
def test_slow_first_is_never_faster_than_the_speed(speed: float) -> None:
    timeline = Timeline(6, passes_per_second=speed, is_slow_first=True).play()
    assert seconds_of_passes(timeline) == [1 / speed] * 6


@given(timelines(), st.lists(st.integers(0, 128), min_size=1, max_size=8))
def test_slow_first_in_small_pieces_is_slow_first_in_one(
    timeline: Timeline, pieces: list[int]
) -> None:
    timeline = replace(timeline, is_slow_first=True)
    in_one = timeline.advance(seconds(sum(pieces)))
    for ticks in pieces:
        timeline = timeline.advance(seconds(ticks))
    assert (timeline.position, timeline.playing) == (in_one.position, in_one.playing)
    assert timeline.part_of_pass == pytest.approx(in_one.part_of_pass)


@pytest.mark.parametrize(("playing", "first", "last"), [(1, 0, 6), (-1, 6, 0)])
def test_a_loop_rests_at_its_end_and_begins_again(playing: int, first: int, last: int) -> None:
    timeline = Timeline(6, passes_per_second=4.0, loops=True).seek(first).play(Playing(playing))
    positions = [(timeline := timeline.advance(0.25)).position for _ in range(16)]
    way = list(range(first + playing, last + playing, playing))
    assert positions == [*way, *[last] * 7, first, first + playing, first + 2 * playing]


def test_another_sort_keeps_the_speed_and_the_ways_of_play() -> None:
    timeline = Timeline(36, 7, Playing.FORWARDS, 8.0, 0.5, 10, is_slow_first=True, loops=True)
    other = Timeline(45, 3, passes_per_second=8.0, is_slow_first=True, loops=True)
    assert timeline.over(45, 3) == other
