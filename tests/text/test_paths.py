"""Paths in messages: on one line, and a shell takes them back."""

import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bitonic_scope.text.paths import shown_path


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("frames/a b.png", "frames/a b.png"),
        ("Größe/数字 'x'\\.csv", "Größe/数字 'x'\\.csv"),
        ("a\nb", "$'a\\nb'"),
        ("a\tb'c\\d", "$'a\\tb\\'c\\\\d'"),
        ("a\x1b[31m", "$'a\\033[31m'"),
        ("\udcff1", "$'\\3771'"),
        ("é\u202e\u2028", "$'é\\342\\200\\256\\342\\200\\250'"),
        ("\ud800", "$'\\355\\240\\200'"),
    ],
)
def test_only_what_cannot_be_printed_is_escaped(path: str, shown: str) -> None:
    assert shown_path(path) == shown
    assert shown_path(Path(path)) == shown


@given(st.text(min_size=1))
def test_every_path_is_one_printable_line(path: str) -> None:
    assert shown_path(path).isprintable()


def test_a_shell_reads_an_escaped_path_as_the_same_bytes() -> None:
    letters = (chr(code) for code in [*range(1, 256), 0x2028, 0x1F600, *range(0xDC80, 0xDD00)])
    names = [f"{letter}\n0 '{letter}'\\" for letter in letters]
    script = "\n".join(f"printf '%s\\0' {shown_path(name)}" for name in names)
    done = subprocess.run(["bash", "-c", script], capture_output=True, check=True)
    assert done.stdout == b"".join(os.fsencode(name) + b"\0" for name in names)
