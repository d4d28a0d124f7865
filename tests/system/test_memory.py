"""How much memory is free: as psutil says, with and without it."""

from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from bitonic_scope.system import memory


def test_it_is_what_psutil_says() -> None:
    assert memory.free_bytes() == pytest.approx(psutil.virtual_memory().available, rel=0.1)


@pytest.mark.parametrize("content", [None, "MemTotal:  5 kB\n"])
def test_a_system_without_that_line_asks_psutil(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str | None
) -> None:
    file = tmp_path / "meminfo"
    if content is not None:
        file.write_text(content)
    monkeypatch.setattr(memory, "MEMINFO", file)
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=7))
    assert memory.free_bytes() == 7


def test_kilobytes_become_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "meminfo"
    file.write_text("MemTotal:      9 kB\nMemAvailable:  7 kB\n")
    monkeypatch.setattr(memory, "MEMINFO", file)
    assert memory.free_bytes() == 7 * 1024
