"""The rate meter: passes a second over the last four seconds of play."""

import pytest

from bitonic_scope.player.rate_meter import RateMeter


def metered(*events: tuple[float, int]) -> float | None:
    meter = RateMeter()
    for dt_seconds, passes in events:
        meter.add(dt_seconds, passes)
    return meter.passes_per_second


def test_nothing_is_said_before_two_moments_with_passes() -> None:
    assert metered() is None
    assert metered((1.0, 0), (1.0, 0)) is None
    assert metered((1.0, 5), (1.0, 0)) is None


def test_the_rate_counts_the_passes_after_the_first_moment() -> None:
    assert metered((0.25, 1), (0.25, 1)) == 4.0
    assert metered((0.25, 9), (0.5, 3)) == 6.0
    assert metered((0.25, 1), (0.25, 0), (0.25, 0), (0.25, 1)) == pytest.approx(4 / 3)


def test_the_slowest_speed_can_be_measured() -> None:
    assert metered((2.0, 1), (2.0, 1)) == 0.5


def test_steady_play_shows_its_speed() -> None:
    assert metered(*[(1 / 64, 1)] * 640) == 64.0


def test_what_is_longer_ago_than_four_seconds_is_forgotten() -> None:
    fast = [(0.125, 1)] * 16
    slow = [(1.0, 1)] * 8
    assert metered(*fast, *slow) == 1.0


def test_a_rate_is_forgotten_once_no_pass_is_done_for_four_seconds() -> None:
    assert metered((0.25, 1), (0.25, 1), (3.5, 0)) == 4.0
    assert metered((0.25, 1), (0.25, 1), (4.25, 0)) is None


def test_cleared_it_begins_anew() -> None:
    meter = RateMeter()
    meter.add(1.0, 100)
    meter.add(1.0, 100)
    meter.clear()
    assert meter.passes_per_second is None
    meter.add(1.0, 1)
    meter.add(0.5, 1)
    assert meter.passes_per_second == 2.0


def test_two_moments_with_no_time_between_them_have_no_rate() -> None:
    assert metered((0.0, 1), (0.0, 1)) is None
