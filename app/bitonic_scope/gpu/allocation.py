"""Room on the driver: GL objects of a size are all made, or one plain line says why not."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import moderngl

from bitonic_scope.errors import ProgramError


def make_all(steps: Iterator[object]) -> None:
    """Make all that is made in steps, at once."""
    for _ in steps:
        pass


@contextmanager
def room_for(
    ctx: moderngl.Context,
    what: str,
    *,
    release: Callable[[], None],
    remedy: str = "try a smaller size",
) -> Iterator[None]:
    """Make GL objects in a `with` block; a driver without memory for them raises, or notes it.

    Args:
        ctx: where they are made.
        what: they are, for the message.
        release: frees those that were made before it went wrong.
        remedy: what a person may do, for the message.

    Raises:
        ProgramError: the driver has no memory for it; nothing stays.
    """
    try:
        yield
        fault = ctx.error
    except moderngl.Error as error:
        fault = str(error)
    if fault != "GL_NO_ERROR":
        release()
        raise ProgramError(f"the driver has no room for {what} ({fault}); {remedy}")
