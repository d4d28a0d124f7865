"""Files that are written whole or not at all."""

import os
import stat
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from bitonic_scope.system.whole_file import check_replaceable, whole_file

OTHER_USER = 65534


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


def write(path: Path, content: bytes = b"new") -> None:
    with whole_file(path) as file:
        file.write(content)


@pytest.fixture(params=[0o022, 0o077])
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


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


def test_a_link_to_nothing_is_followed_too(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link.png").symlink_to("folder/goal.png")
    write(tmp_path / "link.png")
    assert (tmp_path / "link.png").is_symlink()
    assert (tmp_path / "folder" / "goal.png").read_bytes() == b"new"


def test_a_link_to_itself_is_refused_and_stays(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(OSError, match="symbolic links"):
        write(tmp_path / "a")
    assert {path.name: os.readlink(path) for path in tmp_path.iterdir()} == {"a": "b", "b": "a"}


def test_another_name_of_a_replaced_file_keeps_the_old_content(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"old")
    (tmp_path / "b.png").hardlink_to(tmp_path / "a.png")
    write(tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes() == b"new"
    assert (tmp_path / "b.png").read_bytes() == b"old"


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666, 0o755, 0o200])
def test_a_replaced_file_keeps_its_mode_and_its_part_never_has_more(
    tmp_path: Path, umask: int, mode: int
) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(b"old")
    path.chmod(mode)
    with whole_file(path) as file:
        (part,) = set(tmp_path.iterdir()) - {path}
        assert mode_of(part) == mode
        file.write(b"new")
    assert mode_of(path) == mode


def test_a_new_file_gets_the_mode_of_the_umask(tmp_path: Path, umask: int) -> None:
    write(tmp_path / "a.png")
    assert mode_of(tmp_path / "a.png") == 0o666 & ~umask


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_a_replaced_file_keeps_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(b"old")
    os.chown(path, OTHER_USER, OTHER_USER)
    write(path)
    assert (path.stat().st_uid, path.stat().st_gid) == (OTHER_USER, OTHER_USER)


@pytest.mark.parametrize("mode", [0o444, 0o400, 0o555, 0o000])
@pytest.mark.parametrize("through_link", [False, True])
def test_a_write_protected_file_is_refused_for_root_too(
    tmp_path: Path, mode: int, through_link: bool
) -> None:
    path = goal = tmp_path / "a.png"
    goal.write_bytes(b"old")
    goal.chmod(mode)
    if through_link:
        path = tmp_path / "link.png"
        path.symlink_to(goal)
    for attempt in (check_replaceable, write):
        with pytest.raises(PermissionError, match=f"write-protected .mode {mode:o}."):
            attempt(path)
    assert mode_of(goal) == mode
    goal.chmod(0o600)
    assert goal.read_bytes() == b"old"
    assert set(tmp_path.iterdir()) == {path, goal}


def test_files_named_like_a_part_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "victim").write_bytes(b"precious")
    (tmp_path / ".a.png.part").symlink_to("victim")
    (tmp_path / ".b.png.part").write_bytes(b"mine")
    for name in ("a.png", "b.png"):
        write(tmp_path / name)
        with pytest.raises(ValueError, match="fault"), whole_file(tmp_path / name):
            raise ValueError("fault")
    assert (tmp_path / "victim").read_bytes() == b"precious"
    assert (tmp_path / ".a.png.part").is_symlink()
    assert (tmp_path / ".b.png.part").read_bytes() == b"mine"
    assert not (tmp_path / "a.png").is_symlink()


@pytest.mark.parametrize("leads_to", ["victim", "nothing"])
def test_a_part_is_created_exclusively_and_follows_no_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leads_to: str
) -> None:
    monkeypatch.setattr(os, "urandom", lambda count: b"\x2a" * count)  # a name that was guessed
    part = tmp_path / f".a.png.{'2a' * 8}.part"
    (tmp_path / "victim").write_bytes(b"precious")
    part.symlink_to(leads_to)
    with pytest.raises(FileExistsError) as raised:
        write(tmp_path / "a.png")
    assert raised.value.filename == str(tmp_path / "a.png")
    assert (tmp_path / "victim").read_bytes() == b"precious"
    assert set(tmp_path.iterdir()) == {tmp_path / "victim", part}


def test_of_two_who_write_the_same_file_the_last_one_stands_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    with ExitStack() as first, ExitStack() as second:
        files = [owner.enter_context(whole_file(path)) for owner in (first, second)]
        assert len(set(tmp_path.iterdir())) == 2
        for content in (b"one" * 1000, b"two"), (b"one", b"two" * 2000):
            for file, piece in zip(files, content, strict=True):
                file.write(piece)
        second.close()
        assert path.read_bytes() == b"two" * 2001
    assert path.read_bytes() == b"one" * 1001
    assert set(tmp_path.iterdir()) == {path}


def test_a_pipe_is_refused_and_stays_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "pipe.png"
    os.mkfifo(path)
    with pytest.raises(OSError, match="not a regular file"), whole_file(path) as file:
        file.write(b"new")
    assert path.is_fifo()


@pytest.mark.parametrize("name", ["n" * 251, "\U0001f600" * 62])
def test_the_longest_name_that_a_disk_takes_is_written(tmp_path: Path, name: str) -> None:
    path = tmp_path / f"{name}.png"
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
