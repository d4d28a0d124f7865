"""The program from Python: results to the bit, from any thread, and nothing left behind."""

import io
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import moderngl
import numpy as np
import psutil
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageSequence

import bitonic_scope as bs
from bitonic_scope.gpu.fragment_engine import FragmentEngine
from bitonic_scope.model.settings import EngineName
from bitonic_scope.network.schedule import Direction, NetworkKind
from tests.support.oracle import bits, expected_frames, values_at_every_pass
from tests.support.program import environment, run_program

NUMBERS = [5, 2, 8, 1, 9, 3, 7, 4, 2, 6, 0, 5]
MIB = 1 << 20


@pytest.mark.parametrize("dtype", ["<f2", ">f4", "f8", "u1", "i2", ">i4", "u4", "i8"])
def test_each_type_of_array_is_sorted_and_kept(dtype: str) -> None:
    array = np.array(NUMBERS).astype(dtype)
    if dtype == "u4":
        array[0] = 0xFFFF_FFFF  # no float32 holds it
    given = array.reshape(3, 4)
    result, permutation = bs.sort(given, permutation=True, order="descending")
    assert (result.dtype, result.shape) == (given.dtype, given.shape)
    assert result.reshape(-1).tolist() == sorted(array.tolist(), reverse=True)
    assert permutation.dtype == np.int64
    assert array[permutation].tolist() == result.reshape(-1).tolist()
    assert sorted(permutation.tolist()) == [*range(12)]


def test_a_stable_sort_keeps_equal_elements_in_their_order() -> None:
    array = np.array(NUMBERS, np.float32) // 3
    result, permutation = bs.sort(array, permutation=True, stable=True)
    assert permutation.tolist() == np.argsort(array, kind="stable").tolist()
    assert bits(result).tolist() == bits(array[permutation]).tolist()


@pytest.mark.parametrize("engine", EngineName)
def test_the_states_are_those_after_each_pass(engine: str) -> None:
    array = np.random.default_rng(4).normal(size=16).astype(np.float32)
    states = bs.states(array, order="descending", network="flip", engine=engine)
    expected = values_at_every_pass(array, Direction.DESCENDING, NetworkKind.FLIP)
    assert [bits(state).tolist() for state in states] == [bits(each).tolist() for each in expected]


def test_padding_is_in_no_state() -> None:
    states = [*bs.states(NUMBERS)]
    assert len(states) == 11
    assert states[0].tolist() == NUMBERS
    assert all(sorted(state.tolist()) == sorted(NUMBERS) for state in states)
    assert states[-1].tolist() == sorted(NUMBERS)


def test_frames_are_those_that_record_saves(tmp_path: Path) -> None:
    np.save(tmp_path / "own.npy", NUMBERS)
    options = "--view both --marks pairs --theme light --scale 30 --every stage --from 1.0 --to 3.3"
    done = run_program(
        "record", "--input", "own.npy", "--out", "out", *options.split(), folder=tmp_path
    )
    assert done.returncode == 0, done.stderr
    saved = [Image.open(file) for file in sorted((tmp_path / "out").glob("*.png"))]
    look = bs.FrameOptions(view="both", marks="pairs", theme="light", scale=30)
    look |= {"every": "stage", "first": "1.0", "last": 6}
    frames = [*bs.frames(NUMBERS, **look)]
    assert len(frames) == 4
    assert [frame.mode for frame in frames] == [each.mode for each in saved]
    assert [frame.tobytes() for frame in frames] == [each.tobytes() for each in saved]


def test_frames_of_generated_data_are_gray_and_show_themselves() -> None:
    frames = [*bs.frames(bs.settings(size=(8, 4), seed=3), scale=2)]
    expected = expected_frames(3, 8, 4, pixels_per_texel=2)
    assert np.array_equal([np.asarray(frame) for frame in frames], expected)
    png = frames[-1]._repr_png_()  # what Jupyter asks for
    assert png is not None
    shown = Image.open(io.BytesIO(png))
    assert np.array_equal(np.asarray(shown), expected[-1])


def test_a_film_has_the_frames_and_is_whole_or_absent(tmp_path: Path) -> None:
    path = tmp_path / "new" / "a.webp"
    film = bs.film(bs.settings(size=2), path, lossless=True, fps=10, hold=0, scale=16)
    assert film.path == path
    assert film._repr_html_().startswith('<img src="data:image/webp;base64,')
    with Image.open(film) as opened:
        pictures = [np.asarray(each.convert("L")) for each in ImageSequence.Iterator(opened)]
    assert np.array_equal(pictures, expected_frames(1, 2, 2, pixels_per_texel=16))
    before = path.read_bytes()
    with pytest.raises(bs.ProgramError, match=r"webp exists: .* use force=True to replace it"):
        bs.film(NUMBERS, path)
    with pytest.raises(bs.ProgramError, match=r"exceeds 16384 per side; try a smaller scale$"):
        bs.film(NUMBERS, path, force=True, scale=16384)
    assert path.read_bytes() == before
    assert [*path.parent.iterdir()] == [path]


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: bs.sort([1.0, 0.1]), bs.ProgramError, "element 1 is 0.1, which no float32 holds"),
        (lambda: bs.sort([2**53 + 1]), bs.ProgramError, "outside 0 to 4294967295"),
        (lambda: bs.sort([[0.0, np.nan]]), bs.ProgramError, r"array: element \[0, 1\] is NaN"),
        (lambda: bs.sort([]), bs.ProgramError, "array: holds no numbers"),
        (lambda: bs.sort(3), bs.ProgramError, "array: has 0 dimensions; allowed are"),
        (lambda: bs.sort([1j]), bs.ProgramError, "array: holds complex128; allowed are integers"),
        (lambda: bs.sort(["a"]), bs.ProgramError, "array: holds <U1; allowed are integers"),
        (lambda: bs.sort([1, 2, 3], format="uint32", stable=True), ValueError, "only the format"),
        (lambda: bs.states([1], order="up"), ValueError, "order must be one of ascending, desc"),
        (lambda: bs.frames([1], view="pie"), ValueError, "view must be one of .*, got 'pie'"),
        (lambda: bs.frames([1, 2], last="2.1"), ValueError, "stage"),
        (lambda: bs.frames([1], scale=0), ValueError, "scale must be from 1 to 16384, got 0"),
        (lambda: bs.film([1], "a.avi"), bs.ProgramError, "the name of a film must end in .mp4"),
        (lambda: bs.film([1], "a.gif", fps=0), ValueError, "fps must be a number from 0.5 to 60"),
        (lambda: bs.film([1], "a.gif", hold=-1), ValueError, "hold must be from 0 to 60 seconds"),
        (lambda: bs.frames([1], glide=-1, view="bars"), ValueError, "from 0 to 60 frames, got -1"),
        (lambda: bs.settings(size=12), ValueError, "size must be a power of two .* nearest: 16"),
        (lambda: bs.settings([1] * 5, size=2), ValueError, "size must hold all 5 elements"),
        (lambda: bs.settings([1], count=2), ValueError, "count is the number of generated"),
    ],
)
def test_what_is_wrong_is_refused_at_the_call_in_one_sentence(
    call: Callable[[], object], kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=message) as raised:
        call()
    assert len(str(raised.value).splitlines()) == 1


def test_what_this_machine_cannot_sort_is_refused() -> None:
    with pytest.raises(bs.ProgramError, match="no NaN to fill up 12 elements to 16"):
        bs.sort(NUMBERS, format="packed-arithmetic")
    with pytest.raises(AttributeError, match="has no attribute 'shuffle'"):
        bs.shuffle  # type: ignore[attr-defined]  # noqa: B018


def test_calls_may_come_from_several_threads_and_interleave(ctx: moderngl.Context) -> None:
    mine = ctx.buffer(b"mine")
    arrays = [np.random.default_rng(seed).random(64, np.float32) for seed in range(2)]
    expected = [[state.tolist() for state in values_at_every_pass(array)] for array in arrays]
    both_began = threading.Barrier(2)

    def states(array: NDArray[Any]) -> list[Any]:
        rest = bs.states(array)
        first = next(rest)
        both_began.wait(60)
        return [first.tolist(), *(state.tolist() for state in rest)]

    with ThreadPoolExecutor(2) as threads:
        assert [*threads.map(states, arrays)] == expected
        turns = zip(*(bs.states(array) for array in arrays), strict=True)
        in_turn = [[each.tolist() for each in turn] for turn in turns]
        assert in_turn == [list(turn) for turn in zip(*expected, strict=True)]
        begun = bs.states(arrays[0])
        next(begun)
        assert threads.submit(next, begun).result().tolist() == expected[0][1]
        begun.close()
    assert mine.read() == b"mine"  # the caller's context is still current
    mine.release()


def test_many_calls_leave_nothing_behind() -> None:
    process = psutil.Process()

    def left() -> tuple[int, int]:
        return threading.active_count(), process.num_fds()

    bs.sort(NUMBERS)
    before, memory_before = left(), process.memory_info().rss
    for call in range(50):
        if call % 2:
            bs.sort(NUMBERS)
        else:
            next(bs.states(NUMBERS))  # and the rest is never asked for
    assert left() == before
    assert process.memory_info().rss - memory_before < 25 * MIB  # a context has 4 MiB


def test_ctrl_c_ends_the_work_at_its_next_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    main, seek = threading.main_thread().ident, FragmentEngine.seek
    released = []
    assert main is not None
    assert threading.current_thread() is threading.main_thread()

    def interrupted_seek(engine: FragmentEngine, pass_index: int) -> None:
        seek(engine, pass_index)
        if pass_index == 3:
            signal.pthread_kill(main, signal.SIGINT)
            noticed.wait(60)

    def release(engine: FragmentEngine, real: Callable[..., None] = FragmentEngine.release) -> None:
        released.append(engine.pass_index)
        real(engine)

    def interrupt(*_: object) -> None:
        noticed.set()
        raise KeyboardInterrupt

    noticed = threading.Event()
    handler = signal.signal(signal.SIGINT, interrupt)
    monkeypatch.setattr(FragmentEngine, "seek", interrupted_seek)
    monkeypatch.setattr(FragmentEngine, "release", release)
    before = threading.active_count()
    try:
        with pytest.raises(KeyboardInterrupt):
            bs.sort(np.arange(1024))
    finally:
        signal.signal(signal.SIGINT, handler)
    assert released[-1] < 55
    assert threading.active_count() == before


def test_an_iterator_that_is_never_read_to_its_end_does_not_hold_up_the_program() -> None:
    code = "from bitonic_scope import *; kept = states([2, 1]); print(next(kept), sort([3, 1]))"
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(), capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "[2 1] [1 3]\n", "")
