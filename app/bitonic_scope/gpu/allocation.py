"""Allocation of large GL objects: all or none, with a one-line error."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Concatenate, ParamSpec, TypeVar

import moderngl

from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.context import unbind_framebuffer
from bitonic_scope.system.limits import limited_address_space

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
        limited = limited_address_space()
        refusal = f"{limited} has no room for" if limited else "the driver cannot allocate"
        raise ProgramError(f"{refusal} {what} ({fault}); {remedy}")


def new_texture(
    ctx: moderngl.Context, size: tuple[int, int], components: int, dtype: str = "f1"
) -> moderngl.Texture:
    """Create a texture of exact texels: no filter, no repeat."""
    texture = ctx.texture(size, components, dtype=dtype)
    texture.filter = (moderngl.NEAREST, moderngl.NEAREST)
    texture.repeat_x = texture.repeat_y = False
    return texture


def allocate_target(
    ctx: moderngl.Context,
    size: tuple[int, int],
    components: int,
    dtype: str = "f1",
    *,
    what: str,
    remedy: str = "try a smaller size",
) -> moderngl.Framebuffer:
    """Allocate a framebuffer with a new texture; `release_target` frees both.

    Raises:
        ProgramError: the driver has no memory; see `allocating`.
    """
    owned = ExitStack()
    with allocating(ctx, what, release=owned.close, remedy=remedy):
        texture = new_texture(ctx, size, components, dtype)
        owned.callback(texture.release)
        target = ctx.framebuffer([texture])
        owned.callback(target.release)
        owned.callback(unbind_framebuffer, ctx)
    return target


def texture_of(target: moderngl.Framebuffer) -> moderngl.Texture:
    """Return the texture of a framebuffer from `allocate_target`."""
    texture = target.color_attachments[0]
    assert isinstance(texture, moderngl.Texture)
    return texture
