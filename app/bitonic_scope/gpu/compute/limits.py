"""The driver's limits on workgroups and buffers of the compute engine."""

from collections.abc import Iterator
from contextlib import ExitStack

import moderngl

from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.allocation import allocating

SHARED_BYTES = 32768  # shared memory guaranteed by OpenGL 4.3; moderngl does not query it
REMEDY = "try a smaller size or the fragment engine"


def fitting_group_size(
    ctx: moderngl.Context, wanted: int | None, *, usual: int, bytes_per_thread: int
) -> int:
    """Return the threads per workgroup: a power of two that the driver allows.

    Args:
        ctx: a context with compute shaders.
        wanted: the requested group size; None for `usual`, reduced to the limit.
        usual: a power of two.
        bytes_per_thread: shared memory per thread.

    Raises:
        ValueError: the wanted group size is not possible.
    """
    limit: int = min(
        ctx.info["GL_MAX_COMPUTE_WORK_GROUP_SIZE"][0],
        ctx.info["GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS"],
        SHARED_BYTES // bytes_per_thread,
    )
    if wanted is None:
        return min(usual, 1 << (limit.bit_length() - 1))
    if not 1 <= wanted <= limit or wanted & (wanted - 1):
        raise ValueError(f"group_size must be a power of two from 1 to {limit}, got {wanted}")
    return wanted


def allocate_buffers(
    ctx: moderngl.Context, count: int, byte_count: int
) -> Iterator[moderngl.Buffer]:
    """Allocate uninitialised storage buffers of one size; yields each.

    Raises:
        ProgramError: a buffer exceeds the driver's limit, or the driver has no memory for it.
    """
    limit: int = ctx.info["GL_MAX_SHADER_STORAGE_BLOCK_SIZE"]
    if byte_count > limit:
        raise ProgramError(
            f"this driver limits buffers of compute shaders to {limit} bytes, the elements need "
            f"{byte_count}; {REMEDY}"
        )
    made = ExitStack()
    what, remedy = f"{count} buffers of {byte_count} bytes", REMEDY
    for _ in range(count):
        with allocating(ctx, what, release=made.close, remedy=remedy):
            buffer = ctx.buffer(reserve=byte_count)
            made.callback(buffer.release)
        yield buffer
