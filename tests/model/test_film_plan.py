"""How long films show their pictures."""

from fractions import Fraction

import pytest

from bitonic_scope.model.film_plan import FilmPlan, fps_from_text
from bitonic_scope.model.recording_plan import RecordingPlan
from bitonic_scope.model.timeline import Timeline
from bitonic_scope.network.schedule import BitonicNetwork

NETWORK = BitonicNetwork(3)  # 6 passes: of stages 1, 2 2, 3 3 3


def repeats(film: FilmPlan, **plan: object) -> list[int]:
    return list(film.timing(RecordingPlan(**plan), NETWORK).repeats)  # type: ignore[arg-type]


def test_three_passes_come_per_second_and_the_ends_stay_for_a_second() -> None:
    timing = FilmPlan().timing(RecordingPlan(), NETWORK)
    assert timing.fps == 3
    assert timing.repeats == [3, 1, 1, 1, 1, 1, 3]
    assert timing.seconds == Fraction(11, 3)
    assert all(timing.is_state)


def test_a_hold_is_the_whole_time_of_the_first_and_the_last_frame() -> None:
    assert repeats(FilmPlan(Fraction(10), hold_seconds=0.0)) == [1] * 7
    assert repeats(FilmPlan(Fraction(10), hold_seconds=0.04)) == [1] * 7
    assert repeats(FilmPlan(Fraction(10), hold_seconds=2.5)) == [25, 1, 1, 1, 1, 1, 25]
    assert repeats(FilmPlan(Fraction(10), hold_seconds=2.0), first=3, last=3) == [20]


def test_slow_first_passes_take_as_long_as_in_the_window() -> None:
    film = repeats(FilmPlan(Fraction(6), hold_seconds=0.0, is_slow_first=True))
    timeline = Timeline(6, passes_per_second=6.0, is_slow_first=True).play()
    window = []
    for _ in range(6):
        window.append(round(timeline.seconds_to_next_pass() * 6))
        timeline = timeline.step(1).play()
    assert film == [*window, 1] == [6, 6, 6, 6, 6, 1, 1]


def test_a_glide_takes_its_frames_from_the_time_of_the_pass() -> None:
    timing = FilmPlan(hold_seconds=0.0).timing(RecordingPlan("bars", glide=2), NETWORK)
    assert timing.fps == 9  # still 3 passes per second
    assert timing.repeats == [1] * 19
    assert timing.is_state == [True, *([False, False, True] * 6)]
    slow = repeats(FilmPlan(Fraction(9), 0.0, is_slow_first=True), view="bars", glide=2, last=2)
    assert slow == [7, 1, 1, 7, 1, 1, 1]


@pytest.mark.parametrize(("text", "fps"), [("25", 25), ("0.5", Fraction(1, 2)), ("29.97", 29.97)])
def test_a_rate_is_read_as_typed(text: str, fps: float) -> None:
    assert fps_from_text(text) == Fraction(str(float(fps)))


@pytest.mark.parametrize("text", ["", "0", "61", "-3", "1e1", "nan", "1/2", "3.", "٣"])
def test_what_is_no_rate_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"fps must be a number from 0\.5 to 60, got"):
        fps_from_text(text)
