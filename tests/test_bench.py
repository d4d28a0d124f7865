"""The bench: what is made of the times, which results are refused, and one small run of it all."""

import json
import signal
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import moderngl
import numpy as np
import pytest

from app.bench import host, torch_sort
from app.bench.checks import SortedInput, same_bits
from app.bench.contest import Contestant, contest
from app.bench.effort import FULL, QUICK, Effort
from app.bench.forecast import Forecast
from app.bench.line import Line, Status, TimeKind, skipped
from app.bench.lines_jumps import Round, lines_of
from app.bench.lines_passes import first_pass
from app.bench.numbers import as_time, three_digits
from app.bench.plain_passes import TELLING_1, PlainPasses
from app.bench.report import Facts, as_json_text
from app.bench.rounds import Rounds, interleaved, speed, spread
from app.bench.table import TITLES, as_ratio, as_table, heading
from app.data.distributions import make, uniform
from app.data.element_format import FORMATS, FormatName
from app.data.elements import store
from app.data.kinds import DataKind
from app.data.texture_layout import TextureLayout
from app.errors import ProgramError
from app.gpu.programs import Programs
from app.gpu.timer import Verdict
from app.jump import Jump, Way
from app.network.reference import states
from app.network.schedule import BitonicNetwork, Direction
from tests.test_imports import WINDOW, loaded_after

ONCE = Rounds(1, 1, 0.0)
TINY = Effort(
    pass_sides=(8, 4096),
    sort_sides=(8, 4096),
    format_sides=(8,),
    jump_sides=(8,),
    jump_count=4,
    context_side=4,
    context_count=2,
    recordings=((4, 2),),
    screen_side=8,
    screen_frames=3,
    rounds=ONCE,
    long_rounds=ONCE,
    start_rounds=ONCE,
    sort_budget_seconds=0.05,
    series_budget_seconds=0.05,
    stage_budget_seconds=0.05,
    batch_seconds=0.001,
)
FACTS = Facts("vendor", "renderer", "4.3", {"numpy": "2.4", "torch": None}, "3.11", 2, "2026-12-31")
VERDICTS = {"draws": Verdict(True, "it grows")}


def test_rounds_take_turns_and_every_other_goes_backwards() -> None:
    said: list[str] = []
    samplers = [lambda name=name: said.append(name) for name in "abc"]
    interleaved(samplers, Rounds(3, 3, 0.0))
    assert "".join(said) == "abccbaabc"


def test_rounds_go_on_while_there_is_time_within_their_limits() -> None:
    def count_rounds(rounds: Rounds, seconds_a_look: float) -> int:
        times = iter(np.arange(100) * seconds_a_look)
        (samples,) = interleaved([lambda: 0], rounds, clock=lambda: float(next(times)))
        return len(samples)

    assert count_rounds(Rounds(2, 9, 0.0), 1.0) == 2
    assert count_rounds(Rounds(2, 9, 1e9), 1.0) == 9
    assert 2 < count_rounds(Rounds(2, 9, 3.0), 1.0) < 9


def test_speed_is_the_median_of_the_ratios_within_rounds() -> None:
    own = [1.0, 10.0, 2.0]  # the machine was slow in the second round
    reference = [2.0, 20.0, 8.0]
    assert speed(own, reference) == 2.0


def test_spread_is_half_the_distance_between_quartiles() -> None:
    assert spread([1.0]) is None
    assert spread([2.0, 2.0, 2.0]) == 0
    assert spread([1.0, 2.0, 3.0]) == pytest.approx(0.25)


@pytest.mark.parametrize(
    ("number", "text"),
    [(0.08271, "0.0827"), (0.9999, "1.00"), (1.236, "1.24"), (46.0, "46.0"), (12345.0, "12300")],
)
def test_numbers_have_three_digits_that_count(number: float, text: str) -> None:
    assert three_digits(number) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.0, "0 us"), (5e-7, "0.500 us"), (2.29e-4, "229 us"), (0.99996e-3, "1.00 ms"), (75, "75.0 s")],
)
def test_times_name_their_unit(seconds: float, text: str) -> None:
    assert as_time(seconds) == text


def test_the_forecast_grows_with_elements_and_passes() -> None:
    forecast = Forecast()
    forecast.learn(64, 1.0)
    forecast.learn(1024, 4.0)
    assert forecast.pass_seconds(32) == 0.5
    assert forecast.pass_seconds(512) == 8.0
    assert forecast.sort_seconds(1024) == 55 * 4.0
    assert forecast.sort_seconds(4096) == 78 * 16.0


def test_the_last_stages_that_fit_are_measured() -> None:
    network = BitonicNetwork(4)  # stages of 1, 2, 3 and 4 passes
    assert [first_pass(network, passes) for passes in (0, 4, 6, 7, 9, 10, 99)] == [6, 6, 6, 3, 1, 0, 0]


def contestant(name: str, **changes: Any) -> Contestant:
    return Contestant(**({"name": name, "run": lambda: None, "is_right": lambda: True} | changes))


def run_contest(*contestants: Contestant) -> list[Line]:
    return contest("sorts", contestants, Rounds(3, 3, 0.0), lambda: None, case="4x4")


def test_each_kind_of_time_has_a_line_of_its_own() -> None:
    lines = run_contest(contestant("a", finish=lambda: None, tells_submit=True), contestant("b"))
    assert [(line.name, line.kind) for line in lines] == [
        ("a", TimeKind.FINISHED),
        ("a", TimeKind.SUBMIT),
        ("b", TimeKind.WALL),
    ]
    assert all(line.rounds == 3 and line.status is Status.OK for line in lines)


def test_only_times_until_all_is_done_are_compared_across_kinds() -> None:
    on_gpu = contestant("gpu", finish=lambda: None, tells_submit=True, against="host")
    finished, submit, host_line = run_contest(on_gpu, contestant("host", against="gpu"))
    assert finished.ratio_to == "host"
    assert (submit.ratio_to, submit.ratio) == (None, None)
    assert host_line.ratio is not None


def test_a_wrong_result_is_told_and_compared_with_nothing() -> None:
    wrong = contestant("wrong", is_right=lambda: False)
    reference, line = run_contest(contestant("right", against="wrong"), wrong)
    assert (line.status, line.ratio) == (Status.WRONG, None)
    assert (reference.status, reference.ratio) == (Status.OK, None)
    assert host.exit_code([reference]) == 0
    assert host.exit_code([reference, line]) == 1


def test_one_wrong_result_among_right_ones_is_enough() -> None:
    answers = iter([True, True, False, True])  # warmed up once
    (line,) = run_contest(contestant("a", is_right=lambda: next(answers)))
    assert line.status is Status.WRONG


def test_jumps_to_wrong_states_are_told() -> None:
    made = Round(Jump(Way.COMPUTE, 0.5), 7, 2.0, _ways(), is_right=True)
    replay, worst = lines_of([made], case="8x8", jump_count=4)
    assert (worst.ratio, worst.ratio_to) == (4.0, replay.name)
    assert "to pass 7 by compute engine" in worst.note
    wrong = Round(Jump(Way.COMPUTE, 0.5), 7, 2.0, _ways(), is_right=False)
    assert {line.status for line in lines_of([made, wrong], case="8x8", jump_count=4)} == {
        Status.WRONG
    }


def _ways() -> Any:
    from collections import Counter

    return Counter({Way.COMPUTE: 3, Way.PASSES: 1})
