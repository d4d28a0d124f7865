"""Failures that are shown to a person: one line and an exit code."""

import pytest

from bitonic_scope.errors import HungUp, ProgramError, Terminated, interrupt_exit_code


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


def test_interrupts_end_with_128_and_the_number_of_their_signal() -> None:
    assert interrupt_exit_code(KeyboardInterrupt()) == 130
    assert interrupt_exit_code(Terminated()) == 143
    assert interrupt_exit_code(HungUp()) == 129


@pytest.mark.parametrize("kind", [Terminated, HungUp])
def test_other_ends_are_wound_up_like_an_interrupt(kind: type[KeyboardInterrupt]) -> None:
    with pytest.raises(KeyboardInterrupt):
        raise kind
