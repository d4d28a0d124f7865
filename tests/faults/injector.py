"""Puts a fake in the way of the operating system, wherever a host calls it for a file."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple, NoReturn
from unittest.mock import patch

WATCHED = (
    "builtins.open",
    "io.open",
    "os.open",
    "os.replace",
    "os.unlink",
    "os.mkdir",
    "os.listdir",
    "os.stat",
    "os.lstat",
    "os.fchmod",
    "os.fchown",
    "os.fsync",
    "fcntl.flock",
)

AWAY = ".away"
OPEN = open  # the real one


class Call(NamedTuple):
    """A call of a watched function: its name, its arguments, and the function itself."""

    function: str
    arguments: tuple[Any, ...]
    options: dict[str, Any]
    real: Callable[..., Any]

    def go_on(self) -> Any:
        return self.real(*self.arguments, **self.options)


Fake = Callable[[Call], Any]


@contextmanager
def watching(folder: Path, fake: Fake) -> Iterator[None]:
    """Let a fake answer each call of a watched function on a file of the folder.

    A relative path counts as one in the folder, and a descriptor as one of its files.
    """

    def watched(function: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def answer(*arguments: Any, **options: Any) -> Any:
            about = arguments[0]
            if isinstance(about, int) or (folder / os.fsdecode(about)).is_relative_to(folder):
                return fake(Call(function, arguments, options, real))
            return real(*arguments, **options)

        return answer

    with ExitStack() as patched:
        for function in WATCHED:
            module, name = function.split(".")
            real = getattr(__import__(module), name)
            patched.enter_context(patch(function, watched(function, real)))
        yield


def noting(calls: list[str]) -> Fake:
    """Return a fake that does nothing but to note the names of the functions."""

    def note(call: Call) -> Any:
        calls.append(call.function)
        return call.go_on()

    return note


def at_call(number: int, fake: Fake, function: str | None = None) -> Fake:
    """Return a fake that steps in at one call of a function, or of any, counted from 0."""
    numbers = count()

    def step_in(call: Call) -> Any:
        is_counted = function in (None, call.function)
        return fake(call) if is_counted and next(numbers) == number else call.go_on()

    return step_in


def failing(number: int) -> Fake:
    """Return a fake that raises an error of the system, such as errno.ENOSPC."""

    def fail(call: Call) -> Any:
        raise OSError(number, os.strerror(number), call.arguments[0])

    return fail


def on_full_device(call: Call) -> int:
    """Open a file, but on a full device, which takes nothing."""
    descriptor: int = call.go_on()
    with OPEN("/dev/full", "wb") as full:
        os.dup2(full.fileno(), descriptor)
    return descriptor


def away_from_folder(call: Call) -> Any:
    """Move the folder of a file away before the call; its name then ends in .away."""
    folder = Path(call.arguments[0]).absolute().parent
    folder.rename(folder.with_name(f"{folder.name}{AWAY}"))
    return call.go_on()


def signalling(number: int) -> Fake:
    """Return a fake that sends a signal to this process, and goes on."""

    def send(call: Call) -> Any:
        os.kill(os.getpid(), number)
        return call.go_on()

    return send


def killing(call: Call) -> NoReturn:
    """Kill this process; a file that is being opened gets half of a content before."""
    if call.function == "os.open" and call.arguments[1] & os.O_CREAT:
        os.write(call.go_on(), b"half")
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("killed")
