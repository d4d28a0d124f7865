"""Allocation of large GL objects: all or none, with a one-line error."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Concatenate, ParamSpec, TypeVar

import moderngl

from bitonic_scope.errors import ProgramError

Owner = TypeVar("Owner")
Arguments = ParamSpec("Arguments")


def at_once(
    steps: Callable[Concatenate[Owner, Arguments], Iterator[object]],
) -> Callable[Concatenate[Owner, Arguments], None]:
    """Turn a method that yields between its steps into one that runs all of them.

    `load = at_once(load_steps)` runs the `load_steps` of the object's own class.
    """
    name = steps.__name__

    def run(owner: Owner, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> None:
        method: Any = getattr(owner, name)
        for _ in method(*args, **kwargs):
            pass

    run.__doc__ = f"Run all of `{name}` at once."
    return run


@contextmanager
def allocating(
    ctx: moderngl.Context,
    what: str,
    *,
    release: Callable[[], None],
    remedy: str = "try a smaller size",
) -> Iterator[None]:
    """Allocate GL objects in a `with` block; drivers raise or set a GL error when out of memory.

    Args:
        ctx: the context that allocates.
        what: the objects, for the message.
        release: frees the objects allocated before the failure.
        remedy: what to try, for the message.

    Raises:
        ProgramError: the driver has no memory for the objects; all of them are freed.
    """
    try:
        yield
        fault = ctx.error
    except moderngl.Error as error:
        fault = str(error)
    if fault != "GL_NO_ERROR":
        release()
        raise ProgramError(f"the driver cannot allocate {what} ({fault}); {remedy}")
