"""Failures that are shown to a person: one line and an exit code."""

import pytest

from bitonic_scope.errors import ProgramError, Terminated, interrupt_exit_code


@pytest.mark.parametrize(
    "message", ["one line", "one\nline", "one \r\n  line", " one line\n", "one\x0bline"]
)
def test_a_message_is_one_line_whatever_a_library_or_a_path_puts_in(message: str) -> None:
    assert str(ProgramError(message)) == "one line"


def test_blanks_inside_a_path_stay() -> None:
    assert str(ProgramError("cannot write /a  b")) == "cannot write /a  b"


def test_a_failure_ends_with_1_unless_it_says_otherwise() -> None:
    assert ProgramError("").exit_code == 1
    assert ProgramError("", exit_code=130).exit_code == 130


def test_an_interrupt_ends_with_130_and_a_termination_with_143() -> None:
    assert interrupt_exit_code(KeyboardInterrupt()) == 130
    assert interrupt_exit_code(Terminated()) == 143


def test_a_termination_is_wound_up_like_an_interrupt() -> None:
    with pytest.raises(KeyboardInterrupt):
        raise Terminated
