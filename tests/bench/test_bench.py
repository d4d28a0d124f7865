"""The bench: what is made of the times, which results are refused, and one small run of it all."""

import errno
import json
import re
import signal
import socket
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import thread_time
from typing import Any

import moderngl
import numpy as np
import pytest

from bitonic_scope.bench import suite
from bitonic_scope.bench.checks import same_bits
from bitonic_scope.bench.contest import Contestant, Rounds, contest, interleaved, speed, spread
from bitonic_scope.bench.effort import FULL, QUICK, Effort, Recorded
from bitonic_scope.bench.groups import window
from bitonic_scope.bench.groups.display import display
from bitonic_scope.bench.groups.jumps import SLICE_SECONDS, Round, lines_of
from bitonic_scope.bench.groups.passes import first_pass, passes
from bitonic_scope.bench.groups.start import FIRST_FRAME
from bitonic_scope.bench.line import Line, Status, TimeKind, skipped
from bitonic_scope.bench.own_time import own_time
from bitonic_scope.bench.plain_passes import PlainPasses
from bitonic_scope.bench.process import Process
from bitonic_scope.bench.report import TITLES, Facts, as_json_text, as_table, heading
from bitonic_scope.bench.workbench import Workbench
from bitonic_scope.cli import bench as host
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.driver.gpu_clock import GpuClock
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.fragment_engine import FragmentEngine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.readout import Jump, Way
from bitonic_scope.network.schedule import BitonicNetwork
from bitonic_scope.text.numbers import as_time, three_digits
from bitonic_scope.window import loop
from bitonic_scope.window.session import WORK_SECONDS
from tests.support.missing_libraries import run_without_libraries
from tests.support.program import ROOT
from tests.support.x_display import XDisplay
from tests.test_imports import WINDOW, loaded_for

ONCE = Rounds(1, 1, 0.0)
AS_JSON = host.Options(as_json=True, quick=False, window=False)
TINY = Effort(
    pass_sides=(8, 4096),
    sort_sides=(8, 4096),
    jump_sides=(8,),
    jump_count=4,
    recordings=(Recorded(4, 2), Recorded(8, 1, "both", last=3)),
    screen_side=8,
    screen_frames=3,
    window_side=8,
    rounds=ONCE,
    long_rounds=ONCE,
    start_rounds=ONCE,
    sort_budget_seconds=0.05,
    jump_budget_seconds=0.05,
    stage_budget_seconds=0.05,
    batch_seconds=0.001,
)
FACTS = Facts(
    program="bitonic-scope 1.0",
    device={"vendor": "vendor", "renderer": "renderer", "version": "4.3"},
    core_count=2,
    python="3.11",
    packages={"numpy": "2.4", "pillow": None},
    date="2026-12-31",
    quick=True,
    gpu_times={"draws": {"is_true": True, "reason": ""}, "dispatches": None},
)


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
    [
        (0.0, "0 us"),
        (5e-7, "0.500 us"),
        (2.29e-4, "229 us"),
        (0.99996e-3, "1.00 ms"),
        (75, "75.0 s"),
    ],
)
def test_times_name_their_unit(seconds: float, text: str) -> None:
    assert as_time(seconds) == text


def workbench(gpu: Gpu) -> Workbench:
    return Workbench(gpu, TINY, lambda doing: None, GpuClock(None, {}))


def test_sizes_that_would_exceed_the_budget_are_skipped_and_say_why(gpu: Gpu) -> None:
    seconds = {4: 0.1, 8: 0.3}  # a measurement at another size fails the test
    line = Line("sorts", "fragment")

    def measure(side: int) -> tuple[float, list[Line]]:
        return seconds[side], [replace(line, case=f"{side}x{side}")]

    lines = workbench(gpu).ascend((4, 8, 16, 32), 1.0, measure, work="a sort", line=line)
    why = "a sort of 8x8 took 300 ms; {} times the elements take over 1.00 s"
    assert [(each.case, each.status, each.note) for each in lines] == [
        ("4x4", Status.OK, ""),
        ("8x8", Status.OK, ""),
        ("16x16", Status.SKIPPED, why.format(4)),
        ("32x32", Status.SKIPPED, why.format(16)),
    ]


def test_a_size_beyond_the_limits_of_the_driver_is_skipped_and_says_why(gpu: Gpu) -> None:
    side = 2 * gpu.capabilities.max_side
    line = Line("sorts", "fragment")
    (told,) = workbench(gpu).ascend((side,), 1.0, lambda side: (0.0, []), work="a sort", line=line)
    assert (told.status, told.note) == (
        Status.SKIPPED,
        gpu.capabilities.refusal(side, side),
    )


def test_the_largest_size_whose_measured_sort_fits_is_taken(gpu: Gpu) -> None:
    bench = workbench(gpu)
    assert bench.largest((4, 8), 1.0) == 4  # nothing was measured
    bench.sort_seconds.update({4: 0.2, 8: 0.9, 16: 1.1})
    assert bench.largest((4, 8, 16, 32), 1.0) == 8
    assert bench.largest((8, 16), 0.1) == 8


def test_the_last_stages_that_fit_are_measured() -> None:
    network = BitonicNetwork(4)  # stages of 1, 2, 3 and 4 passes
    assert [first_pass(network, passes) for passes in (0, 4, 6, 7, 9, 10, 99)] == [
        6,
        6,
        6,
        3,
        1,
        0,
        0,
    ]


def contestant(name: str, **changes: Any) -> Contestant:
    return replace(Contestant(name, lambda: None, lambda: True), **changes)


def run_contest(*contestants: Contestant) -> list[Line]:
    return contest("sorts", contestants, Rounds(3, 3, 0.0), lambda: None, case="4x4")


def test_each_kind_of_time_has_a_line_of_its_own() -> None:
    lines = run_contest(contestant("a", finish=lambda: None, has_submit_line=True), contestant("b"))
    assert [(line.name, line.kind) for line in lines] == [
        ("a", TimeKind.FINISHED),
        ("a", TimeKind.SUBMIT),
        ("b", TimeKind.WALL),
    ]
    assert all(line.rounds == 3 and line.status is Status.OK for line in lines)


def test_only_times_until_all_is_done_are_compared_across_kinds() -> None:
    on_gpu = contestant("gpu", finish=lambda: None, has_submit_line=True, against="host")
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


def test_jumps_get_the_slices_of_work_that_the_window_gives() -> None:
    assert SLICE_SECONDS == WORK_SECONDS


def test_the_bench_sleeps_like_the_loop_of_the_window() -> None:
    assert window.IDLE_SLEEP_SECONDS == loop.IDLE_SLEEP_SECONDS
    assert window.BUSY_SLEEP_SECONDS == loop.BUSY_SLEEP_SECONDS


def test_the_clock_of_our_own_time_leaves_out_moderngl_and_restores_it(gpu: Gpu) -> None:
    buffer = gpu.ctx.buffer(reserve=1 << 24)
    wrapped, start = moderngl.Buffer.read, thread_time()
    with own_time() as own_seconds:
        own_start = own_seconds()
        assert moderngl.Buffer.read is not wrapped
        assert len(buffer.read()) == buffer.size == 1 << 24
        assert own_seconds() - own_start < thread_time() - start
    assert moderngl.Buffer.read is wrapped
    buffer.release()


def test_a_goal_is_compared_with_the_median_and_a_blank_window_is_wrong() -> None:
    goal = window.Goal("4 ms", 0.004)
    samples = [window.Sample({window.OWN: seconds}, True) for seconds in (0.001, 0.002, 0.008)]
    line = window.line_of(Line("window", window.OWN), goal, samples)
    assert (line.seconds, line.ratio, line.ratio_to) == (0.002, 2.0, "4 ms")
    assert (line.kind, line.note) == (TimeKind.PROCESSOR, "best 1.00 ms")
    blank = [*samples, samples[0]._replace(is_right=False)]
    line = window.line_of(Line("window", window.OWN), goal, blank)
    assert (line.status, line.ratio) == (Status.WRONG, None)


def test_jumps_to_wrong_states_are_told() -> None:
    ways = Counter({Way.COMPUTE: 3, Way.PASSES: 1})
    right = Round(Jump(Way.COMPUTE, 0.5), 7, 2.0, ways, is_right=True)
    replay, worst = lines_of([right], case="8x8", jump_count=4)
    assert (worst.ratio, worst.ratio_to) == (4.0, replay.name)
    assert worst.note == "to pass 7 by compute engine; all: 75% compute engine, 25% passes"
    lines = lines_of([right, right._replace(is_right=False)], case="8x8", jump_count=4)
    assert [(line.status, line.ratio) for line in lines] == [(Status.WRONG, None)] * 2


def test_bits_are_compared_not_values() -> None:
    zeros = np.zeros(2, np.float32)
    assert same_bits(zeros, zeros.copy())
    assert not same_bits(zeros, -zeros)
    assert not same_bits(zeros, zeros[:1])
    assert not same_bits(zeros, np.zeros(2, np.uint32))


def test_a_copy_changes_no_bit(gpu: Gpu) -> None:
    passes = PlainPasses(gpu, TextureLayout(2, 2))
    rare = np.array([0x8000_0000, 1, 0x7F80_0000, 0x7FC0_0001], np.uint32).view(np.float32)
    passes.load(rare)
    passes.run_pass()
    assert same_bits(passes.read_back(), rare)
    passes.release()


JSON_KEYS = [
    "program",
    "device",
    "core_count",
    "python",
    "packages",
    "date",
    "quick",
    "gpu_times",
    "lines",
]
LINE_KEYS = [
    "group",
    "name",
    "seconds",
    "kind",
    "ratio_to",
    "ratio",
    "note",
    "case",
    "unit",
    "spread",
    "rounds",
    "status",
]


def test_the_keys_of_the_json_are_always_there() -> None:
    lines = [skipped("sorts", "fragment", "no time", case="8x8")]
    told = json.loads(as_json_text(FACTS, lines))
    assert list(told) == JSON_KEYS
    assert list(told["device"]) == ["vendor", "renderer", "version"]
    assert list(told["lines"][0]) == LINE_KEYS
    assert told["lines"][0]["status"] == "skipped"
    assert told["lines"][0]["seconds"] is None
    assert told["gpu_times"] == {
        "draws": {"is_true": True, "reason": ""},
        "dispatches": None,
    }
    assert told["packages"]["pillow"] is None


def test_the_heading_names_device_versions_and_date() -> None:
    text = heading(FACTS)
    for part in ("renderer (vendor)", "OpenGL 4.3", "numpy 2.4", "pillow missing", "2026-12-31"):
        assert part in text
    assert "GPU times of draws: trusted\n" in text
    assert "dispatches" not in text
    doubted = {"draws": {"is_true": False, "reason": "it reports no time"}}
    text = heading(replace(FACTS, gpu_times=doubted))
    assert "GPU times of draws: not trusted, it reports no time\n" in text


def test_a_row_names_its_time_and_what_it_is_compared_with() -> None:
    copy = Line(
        "passes", "copy pass", 0.001, TimeKind.FINISHED, case="8x8", unit="a pass", rounds=3
    )
    lines = [
        copy,
        replace(copy, kind=TimeKind.GPU, spread=0.031),
        replace(copy, name="fragment pass", ratio=0.9512, ratio_to="copy pass", note="8 GB/s"),
        replace(copy, name="other pass", status=Status.WRONG, note="the result is wrong"),
        skipped("passes", "fragment pass", "no room", case="16x16"),
    ]
    title, *rows = as_table(lines).splitlines()
    assert title == f"{TITLES['passes']}; time for a pass"
    assert [" ".join(row.split()) for row in rows] == [
        "8x8",
        "copy pass 1.00 ms wall with finish",
        "1.00 ms +-3% GPU",
        "fragment pass 1.00 ms wall with finish 0.951 x copy pass; 8 GB/s",
        "other pass 1.00 ms wall with finish WRONG: the result is wrong",
        "16x16",
        "fragment pass skipped: no room",
    ]


def test_every_group_has_a_title() -> None:
    assert set(TITLES) == {*suite.WORKBENCH_GROUPS, "display", "start"}


def test_quick_is_a_part_of_it_all() -> None:
    assert set(QUICK.pass_sides) <= set(FULL.pass_sides)
    assert set(QUICK.sort_sides) <= set(FULL.sort_sides)
    assert QUICK.sort_budget_seconds < FULL.sort_budget_seconds
    assert QUICK.jump_count == FULL.jump_count == 20


@pytest.fixture
def signals() -> Iterator[None]:
    """Put back what a signal does, which a host changes for good."""
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.signal(number, signal.SIG_DFL) for number in numbers]  # as without nohup
    yield
    for number, action in zip(numbers, before, strict=True):
        signal.signal(number, action)


@pytest.fixture
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.usefixtures("signals", "no_display")
def test_a_small_run_measures_all_that_it_should(capsys: pytest.CaptureFixture[str]) -> None:
    assert host.run(host.Options(as_json=True, quick=False, window=True), TINY) == 0
    printed = capsys.readouterr()
    told = json.loads(printed.out)
    lines = [Line(**line) for line in told["lines"]]
    assert not [line for line in lines if line.status == Status.WRONG]
    assert {line.group for line in lines} == set(TITLES)

    measured = [line for line in lines if line.status == Status.OK]
    ratios = {line.name: line.ratio_to for line in measured if line.kind != TimeKind.SUBMIT}
    assert ratios.items() >= EXPECTED_RATIOS.items()
    for line in measured:
        assert line.seconds is not None
        assert line.seconds > 0
        assert line.unit
        assert line.kind in set(TimeKind)
        assert (line.ratio is None) == (line.ratio_to is None)

    left_out = {
        (line.case, line.name): line.note for line in lines if line.status == Status.SKIPPED
    }
    assert "a sort of 8x8 took" in left_out["4096x4096", "fragment"]
    assert "a last stage of 8x8 took" in left_out["4096x4096", "fragment pass"]
    assert "no display responds" in left_out["", FIRST_FRAME]
    assert left_out["", window.FRAME] == left_out["", FIRST_FRAME]

    assert "8/8" in printed.err  # progress
    for secret in (str(ROOT), tempfile.gettempdir(), socket.gethostname()):
        assert not re.search(rf"\b{re.escape(secret)}\b", printed.out)


@pytest.mark.display
def test_the_goals_are_measured_in_a_window_on_the_display(monkeypatch: pytest.MonkeyPatch) -> None:
    with XDisplay() as screen:
        monkeypatch.setenv("DISPLAY", screen.name)
        lines = list(display(TINY, lambda doing: None))
    assert [(line.case, line.name) for line in lines] == [
        ("8x8 at 1280x720", window.FRAME),
        ("8x8 at 1280x720", window.REST),
        ("8x8 at 1280x720", window.KEYS),
        ("", window.FRAME),
    ]
    *measured, left_out = lines
    assert left_out.note == "the screen has no room for a window of 3840x2160"
    for line in measured:
        assert (line.group, line.status) == ("display", Status.OK)
        assert line.seconds is not None
        assert line.seconds > 0


EXPECTED_RATIOS: dict[str, str | None] = {
    "copy pass": None,
    "fragment pass": "copy pass",
    "compute-simple": "fragment",
    "compute": "fragment",
    "numpy.sort": "compute",
    "compute with upload and read back": "numpy.sort",
    "worst of 4 random jumps": "replay from the start to the same pass",
    "recorder": "plain serial Pillow loop",
    "its sorting and drawing alone": "recorder",
    "its packing and writing alone": "recorder",
    "frame with a pass": "a frame of 60 Hz",
    "our own Python in it": "4 ms",
    "a second of rest": "5% of a core",
    "worst of 8 keys to its frame": "100 ms",
    "bitonic-scope --help": 'python -c "import numpy"',
    "bitonic-scope record of 8x8": 'python -c "import numpy"',
}


@pytest.fixture
def passes_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suite, "WORKBENCH_GROUPS", {"passes": passes})
    monkeypatch.setattr(
        "bitonic_scope.bench.groups.start.startup", lambda effort, checkpoint, window: iter(())
    )


@pytest.mark.usefixtures("signals", "passes_only")
def test_a_sort_that_comes_out_wrong_fails_the_run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Idle(FragmentEngine):
        def seek(self, pass_index: int) -> None: ...

    monkeypatch.setattr("bitonic_scope.bench.groups.passes.FragmentEngine", Idle)
    assert host.run(host.Options(as_json=False, quick=False, window=False), TINY) == 1
    text = capsys.readouterr().out
    assert "llvmpipe" in text or "OpenGL" in text
    (row,) = [row for row in text.splitlines() if "fragment pass" in row and "skipped" not in row]
    assert row.endswith("WRONG: the result is wrong")


@pytest.mark.usefixtures("signals", "passes_only")
def test_what_the_driver_has_no_room_for_ends_its_group_only(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*arguments: object) -> None:
        raise ProgramError("the driver has no room")

    monkeypatch.setattr("bitonic_scope.bench.groups.passes.FragmentEngine", refuse)
    assert host.run(AS_JSON, TINY) == 0
    (line,) = json.loads(capsys.readouterr().out)["lines"]
    assert (line["status"], line["note"]) == ("skipped", "the driver has no room")


@pytest.mark.usefixtures("signals", "passes_only")
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_a_signal_ends_it_with_one_line(
    monkeypatch: pytest.MonkeyPatch, number: signal.Signals, code: int
) -> None:
    def interrupt(bench: Workbench) -> Iterator[Line]:
        signal.raise_signal(number)
        bench.checkpoint("something else")
        yield from ()

    monkeypatch.setattr(suite, "WORKBENCH_GROUPS", {"passes": passes, "sorts": interrupt})
    with pytest.raises(ProgramError, match="interrupted: 1 of 3 groups") as caught:
        host.run(AS_JSON, TINY)
    assert caught.value.exit_code == code


def test_a_process_that_fails_says_why_in_one_line(tmp_path: Path) -> None:
    process = Process(
        str(tmp_path), sys.executable, "-c", "import sys; sys.exit('one\\ntwo: three')"
    )
    process.run()
    assert not process.has_succeeded
    assert process.fault == "two: three"


def test_a_process_that_cannot_be_started_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*command: object, **options: object) -> None:
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr("subprocess.run", refuse)
    process = Process(str(tmp_path), sys.executable)
    process.run()
    assert not process.has_succeeded
    assert process.fault == "cannot start a process: Resource temporarily unavailable"


def test_the_bench_loads_no_window_and_no_torch() -> None:
    loaded = loaded_for("bench")
    assert {"bitonic_scope.bench.suite", "moderngl", "numpy"} <= loaded
    assert loaded & (WINDOW | {"torch"}) == set()


@pytest.mark.parametrize(
    ("library", "line"),
    [
        ("Xrender", "libXrender.so.1 is missing; try: apt-get install libxrender1"),
        ("X11", "libX11.so.6 is missing; try: apt-get install libx11-6"),
    ],
)
def test_the_screen_is_skipped_by_the_name_of_the_library_that_is_missing(
    library: str, line: str
) -> None:
    done = run_without_libraries(
        {library},
        "from bitonic_scope.bench.groups.screen import screen\n"
        "from types import SimpleNamespace\n"
        "for line in screen(SimpleNamespace(checkpoint=print)):\n"
        "    print(line.name, line.status, line.note, sep='|')\n",
    )
    assert done.stdout.splitlines()[1:] == [f"frame|skipped|{line}"], done.stderr
