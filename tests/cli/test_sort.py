"""`sort` writes what the GPU network made of the data: the core checked from outside."""

import os
from pathlib import Path
from typing import TextIO

import numpy as np
import pytest

from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.data.distributions import make, uniform
from bitonic_scope.network.schedule import Direction, NetworkKind
from tests.support.oracle import bits, values_at_every_pass
from tests.support.program import assert_one_line, run_program


@pytest.mark.parametrize(
    ("size", "at", "pass_index"),
    [("8", "0", 0), ("8", "3.0", 3), ("8", "5.2", 12), ("8x4", "13", 13), ("4x8", "4.4", 10)],
)
@pytest.mark.parametrize("order", list(Direction))
def test_sort_at_a_position_equals_the_reference(
    tmp_path: Path, size: str, at: str, pass_index: int, order: Direction
) -> None:
    options = ("--size", size, "--seed", "7", "--at", at, "--order", order)
    result = run_program("sort", *options, "--out", "state.npy", folder=tmp_path)
    assert result.returncode == 0, result.stderr
    state = np.load(tmp_path / "state.npy")
    states = list(values_at_every_pass(uniform(7, state.size), order))
    assert state.dtype == np.float32
    assert np.array_equal(bits(state), bits(states[pass_index]))
    assert result.stdout == f"{tmp_path / 'state.npy'}\n"


def test_sort_takes_the_kind_of_data_and_the_network(tmp_path: Path) -> None:
    options = ("--data", "few-distinct", "--network", "flip", "--at", "4.1", "--seed", "7")
    result = run_program("sort", "--size", "4x8", *options, "--out", "a.npy", folder=tmp_path)
    assert result.returncode == 0, result.stderr
    elements = make(DataKind.FEW_DISTINCT, 7, 32)
    states = list(values_at_every_pass(elements, network_kind=NetworkKind.FLIP))
    assert np.array_equal(bits(np.load(tmp_path / "a.npy")), bits(states[7]))


def test_sort_without_a_position_ends_as_numpy_sorts(tmp_path: Path) -> None:
    run_program("sort", "--size", "256", "--seed", "3", "--out", "all.npy", folder=tmp_path)
    assert np.array_equal(np.load(tmp_path / "all.npy"), np.sort(uniform(3, 65536)))


def test_a_file_that_cannot_be_written_is_one_line_and_keeps_the_old_one(tmp_path: Path) -> None:
    (tmp_path / "folder.npy").mkdir()
    for out in ("missing/state.npy", "folder.npy"):
        result = run_program("sort", "--size", "4", "--out", out, folder=tmp_path)
        assert result.returncode == 1
        assert_one_line(result.stderr)
        assert out in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["folder.npy"]


def test_a_full_stdout_changes_nothing_as_all_is_in_files(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        assert_sorts_into_files(tmp_path, full, "1", "1 element")


def test_a_reader_that_is_gone_changes_nothing_as_all_is_in_files(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as pipe:
        assert_sorts_into_files(tmp_path, pipe, "2", "4 elements")


def assert_sorts_into_files(folder: Path, stdout: TextIO, size: str, told: str) -> None:
    result = run_program(
        *("sort", "--size", size, "--out", "x.npy", "--indices", "i.npy"),
        folder=folder,
        stdout=stdout,
    )
    assert result.returncode == 0
    assert_one_line(result.stderr)
    assert result.stderr.startswith(f"uniform: {told} ")
    assert sorted(path.name for path in folder.iterdir()) == ["i.npy", "x.npy"]


def test_a_name_that_is_not_npy_is_a_usage_error(tmp_path: Path) -> None:
    result = run_program("sort", "--size", "4", "--out", "state.csv", folder=tmp_path)
    assert result.returncode == 2
    assert_one_line(result.stderr)
