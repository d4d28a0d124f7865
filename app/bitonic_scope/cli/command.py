"""What a command of the command line is: its options, and its work."""

import argparse
import gc
from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

Options = TypeVar("Options")


class Command(NamedTuple, Generic[Options]):
    """A command.

    Its module imports nothing large: only `run` does, so that `--help` and usage errors answer at
    once.

    Attributes:
        add_options: adds its options to a parser.
        read: turns what argparse has read into the command's frozen options; raises UsageError.
        run: does the work; returns the exit code, None for 0. It imports what it needs and calls
            `end_loading` first.
    """

    add_options: Callable[[argparse.ArgumentParser], None]
    read: Callable[[argparse.Namespace], Options]
    run: Callable[[Options], int | None]


def end_loading() -> None:
    """Turn the garbage collector on, which is off while modules load.

    Freezes all loaded objects: to look for garbage among them takes as long as a frame.
    """
    gc.freeze()
    gc.enable()
