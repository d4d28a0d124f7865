"""Files that are written whole or not at all."""

import os
from pathlib import Path

import pytest

from bitonic_scope.system.whole_file import whole_file


def test_a_complete_file_is_there_and_nothing_beside_it(tmp_path: Path) -> None:
    with whole_file(tmp_path / "a.png") as file:
        file.write(b"complete")
    assert [path.name for path in tmp_path.iterdir()] == ["a.png"]
    assert (tmp_path / "a.png").read_bytes() == b"complete"


def test_nothing_has_the_name_before_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    with whole_file(path) as file:
        file.write(b"half")
        file.flush()
        assert not path.exists()
    assert path.exists()


def test_a_complete_file_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(b"a longer one from before")
    with whole_file(path) as file:
        file.write(b"new")
        file.flush()
        assert path.read_bytes() == b"a longer one from before"
    assert path.read_bytes() == b"new"


@pytest.mark.parametrize("fault", [OSError(28, "No space left"), ValueError(), KeyboardInterrupt()])
@pytest.mark.parametrize("before", [None, b"before"])
def test_a_fault_leaves_what_was_there_and_nothing_else(
    tmp_path: Path, fault: BaseException, before: bytes | None
) -> None:
    path = tmp_path / "a.png"
    if before is not None:
        path.write_bytes(before)
    with pytest.raises(type(fault)) as raised, whole_file(path) as file:  # noqa: PT012
        file.write(b"half")
        raise fault
    assert raised.value is fault
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == (
        {} if before is None else {"a.png": before}
    )


def test_a_full_disk_is_reported_with_the_name_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    with pytest.raises(OSError, match="No space left") as raised, whole_file(path):
        raise OSError(28, "No space left")
    assert raised.value.filename == str(path)


def test_a_folder_that_does_not_exist_is_reported_with_the_name_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "none" / "a.png"
    with pytest.raises(FileNotFoundError) as raised, whole_file(path):
        pass
    assert raised.value.filename == str(path)


def test_a_folder_that_is_a_file_is_reported_with_the_name_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    path = tmp_path / "file" / "a.png"
    with pytest.raises(NotADirectoryError) as raised, whole_file(path):
        pass
    assert raised.value.filename == str(path)


def test_a_link_is_followed_and_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "goal.png").write_bytes(b"old")
    (tmp_path / "link.png").symlink_to("goal.png")
    with whole_file(tmp_path / "link.png") as file:
        file.write(b"new")
    assert (tmp_path / "link.png").is_symlink()
    assert (tmp_path / "goal.png").read_bytes() == b"new"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["goal.png", "link.png"]


def test_a_pipe_is_refused_and_stays_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "pipe.png"
    os.mkfifo(path)
    with pytest.raises(OSError, match="not a regular file"), whole_file(path) as file:
        file.write(b"new")
    assert path.is_fifo()


def test_the_longest_name_that_a_disk_takes_is_written(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 251 + ".png")
    with whole_file(path) as file:
        file.write(b"new")
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


def test_a_folder_in_the_place_of_the_file_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.mkdir()
    with pytest.raises(OSError, match="directory"), whole_file(path) as file:
        file.write(b"new")
    assert [p.name for p in tmp_path.iterdir()] == ["a.png"]
    assert path.is_dir()
