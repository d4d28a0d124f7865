"""The processor time that a thread spends outside the driver: in our own Python and its libraries.

Software GL works in the calling thread too, so the thread's whole time would count the driver's.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from threading import get_ident
from time import thread_time
from typing import Any

import moderngl

CALLED_BY_SYNTAX = ("__getitem__", "__setitem__")  # uniforms
TYPES = (
    moderngl.Buffer,
    moderngl.ComputeShader,
    moderngl.Context,
    moderngl.Framebuffer,
    moderngl.Program,
    moderngl.Texture,
    moderngl.VertexArray,
)


@contextmanager
def outside_gl() -> Iterator[Callable[[], float]]:
    """Yield a clock of this thread's processor time outside calls of moderngl, in seconds.

    Meanwhile moderngl's methods are wrapped; the wrappers' own time counts as outside.
    """
    thread, is_inside, inside_seconds = get_ident(), False, 0.0

    def timed(call: Callable[..., Any]) -> Callable[..., Any]:
        def run(*arguments: Any, **options: Any) -> Any:
            nonlocal is_inside, inside_seconds
            if is_inside or get_ident() != thread:
                return call(*arguments, **options)
            is_inside, start = True, thread_time()
            try:
                return call(*arguments, **options)
            finally:
                inside_seconds += thread_time() - start
                is_inside = False

        return run

    with ExitStack() as wrapped:
        for owner in TYPES:
            for name, member in list(vars(owner).items()):
                if name.startswith("__") and name not in CALLED_BY_SYNTAX:
                    continue
                if isinstance(member, property) and member.fset:  # getters only tell what is known
                    setattr(owner, name, property(member.fget, timed(member.fset)))
                elif callable(member):
                    setattr(owner, name, timed(member))
                else:
                    continue
                wrapped.callback(setattr, owner, name, member)
        yield lambda: thread_time() - inside_seconds
