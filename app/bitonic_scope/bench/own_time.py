"""The processor time that a thread spends in our own Python, outside the driver and ImGui.

Software GL works in the calling thread too, so the thread's whole time would count the driver's.
What is left is our Python with the interpreter's and numpy's work for it.
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
NATIVE = ("nb_func", "nb_method")  # the types of ImGui's functions
TRIAL_CALLS = 10_000  # 15 ms


@contextmanager
def own_time() -> Iterator[Callable[[], float]]:
    """Yield a clock of this thread's seconds of work outside calls of moderngl and ImGui.

    Meanwhile these calls are wrapped; what a wrapper itself takes is measured first, and taken off.
    """
    from imgui_bundle import imgui  # loaded on demand

    thread, is_inside, inside_seconds, call_count = get_ident(), False, 0.0, 0
    wrapper_seconds = 0.0  # per call, outside of it

    def timed(call: Callable[..., Any]) -> Callable[..., Any]:
        def run(*arguments: Any, **options: Any) -> Any:
            nonlocal is_inside, inside_seconds, call_count
            if is_inside or get_ident() != thread:
                return call(*arguments, **options)
            is_inside, start = True, thread_time()
            try:
                return call(*arguments, **options)
            finally:
                inside_seconds += thread_time() - start
                call_count += 1
                is_inside = False

        return run

    def own_seconds() -> float:
        return thread_time() - inside_seconds - call_count * wrapper_seconds

    trial = timed(int)
    start = own_seconds()
    for _ in range(TRIAL_CALLS):
        trial()
    wrapper_seconds = (own_seconds() - start) / TRIAL_CALLS
    with ExitStack() as wrapped:
        for owner in (*TYPES, imgui.ImDrawList, imgui):
            for name, member in list(vars(owner).items()):
                if name.startswith("__") and name not in CALLED_BY_SYNTAX:
                    continue
                is_plain = owner not in TYPES and type(member).__name__ not in NATIVE
                if isinstance(member, property) and member.fset:  # getters only tell what is known
                    setattr(owner, name, property(member.fget, timed(member.fset)))
                elif callable(member) and not is_plain:
                    setattr(owner, name, timed(member))
                else:
                    continue
                wrapped.callback(setattr, owner, name, member)
        yield own_seconds
