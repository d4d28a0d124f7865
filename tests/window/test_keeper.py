"""What the window keeps: read and written whole, and no fault of the file stops the window."""

import json
import os
from dataclasses import fields, replace
from pathlib import Path

import platformdirs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bitonic_scope.model.kept import Kept
from bitonic_scope.model.look import Marks, ThemeChoice
from bitonic_scope.window.keeper import DAMAGED_NAME, Found, kept_file, read_kept, write_kept
from bitonic_scope.window.loop import opening_size

CHANGED = Kept(
    theme=ThemeChoice.LIGHT,
    ui_scale=1.5,
    passes_per_second=8.0,
    is_slow_first=True,
    loops=True,
    view="bars",
    marks=Marks.PAIRS,
    drawer_open=True,
    reduces_motion=True,
    knows_flicker=True,
    window_width=1000,
    window_height=700,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "bitonic-scope" / "window.json"


def test_all_that_is_kept_comes_back(path: Path) -> None:
    assert all(
        getattr(CHANGED, field.name) != getattr(Kept(), field.name) for field in fields(Kept)
    )
    write_kept(path, CHANGED)
    assert read_kept(path) == Found(CHANGED)
    assert [each.name for each in path.parent.iterdir()] == ["window.json"]


def test_without_a_file_all_is_as_at_the_first_start(path: Path) -> None:
    assert read_kept(path) == Found(Kept())


def test_names_of_another_version_are_passed_over(path: Path) -> None:
    write_kept(path, Kept())
    document = json.loads(path.read_text())
    del document["loops"]
    path.write_text(json.dumps(document | {"later": 5, "ui_scale": 2}))
    assert read_kept(path) == Found(replace(Kept(), ui_scale=2.0))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[1, 2]",
        b"\xff\xfe\x00",
        b'{"ui_scale": 100}',
        b'{"ui_scale": NaN}',
        b'{"ui_scale": true}',
        b'{"theme": "green"}',
        b'{"theme": []}',
        b'{"loops": 1}',
        b'{"view": 5}',
        b'{"window_width": -3}',
        b"[" * 100_000,
    ],
)
def test_a_damaged_file_is_set_aside_and_told_in_one_line(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    kept, message = read_kept(path)
    assert kept == Kept()
    assert "was damaged" in message
    assert "\n" not in message
    assert not path.exists()
    assert path.with_name(DAMAGED_NAME).read_bytes() == content
    write_kept(path, CHANGED)
    assert read_kept(path) == Found(CHANGED)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(st.sampled_from([f.name for f in fields(Kept)]), inner)
        ),
    )
)
def test_no_document_does_more_than_be_refused(document: object) -> None:
    try:
        kept = Kept.from_json(document)
    except ValueError:
        return
    assert Kept.from_json(kept.as_json()) == kept


def test_a_folder_that_cannot_be_made_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    path = tmp_path / "file" / "window.json"
    write_kept(path, CHANGED)
    assert read_kept(path) == Found(Kept())


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_is_read_only_is_no_fault(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    write_kept(tmp_path / "sub" / "window.json", CHANGED)
    assert not (tmp_path / "sub").exists()


def test_nothing_is_written_where_the_system_knows_no_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_kept(Path("~/.config/window.json"), CHANGED)
    assert list(tmp_path.iterdir()) == []


def test_the_file_lies_in_the_users_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = platformdirs.user_config_path("bitonic-scope", appauthor=False)
    assert kept_file() == folder / "window.json"


def test_no_test_writes_into_the_real_configuration() -> None:
    assert "bitonic-scope-tests-" in os.environ["XDG_CONFIG_HOME"]


@pytest.mark.parametrize(
    ("screen", "last", "size"),
    [
        ((1920, 1080), (0, 0), (1728, 972)),
        ((1280, 1024), (0, 0), (1152, 648)),
        ((3440, 1440), (0, 0), (2304, 1296)),
        ((800, 600), (0, 0), (720, 405)),
        ((1080, 1920), (0, 0), (972, 546)),
        ((1920, 1080), (1000, 700), (1000, 700)),
        ((1280, 720), (2000, 1500), (1280, 720)),
        ((1920, 1080), (10, 10), (480, 400)),
    ],
)
def test_the_window_opens_large_and_wide_and_later_as_it_was_left(
    screen: tuple[int, int], last: tuple[int, int], size: tuple[int, int]
) -> None:
    assert opening_size(screen, last) == size
