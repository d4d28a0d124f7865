"""How large workgroups and buffers of the compute engine may be on a driver."""

from collections.abc import Iterator

import moderngl

from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.allocation import allocating

SHARED_BYTES = 32768  # of a workgroup, as OpenGL 4.3 promises; moderngl does not query it


def fitting_group_size(
    ctx: moderngl.Context, wanted: int | None, *, usual: int, bytes_per_thread: int
) -> int:
    """Return how many threads a workgroup gets: a power of two that the driver allows.

    Args:
        ctx: a context with compute shaders.
        wanted: a group size that has to be met, or None.
        usual: where none is wanted, the group size unless it is beyond the limit.
        bytes_per_thread: how much shared memory a thread takes.

    Raises:
        ValueError: the wanted one is not possible.
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
    """Allocate storage buffers of one size, one after the other, with nothing in them yet.

    Raises:
        ProgramError: shaders do not reach so far, or the driver has no memory for it.
    """
    limit: int = ctx.info["GL_MAX_SHADER_STORAGE_BLOCK_SIZE"]
    if byte_count > limit:
        raise ProgramError(
            f"compute shaders of this driver reach {limit} bytes of a buffer, the elements need "
            f"{byte_count}; try a smaller size or the fragment engine"
        )
    made: list[moderngl.Buffer] = []

    def release() -> None:
        for buffer in made:
            buffer.release()

    what, remedy = (
        f"{count} buffers of {byte_count} bytes",
        "try a smaller size or the fragment engine",
    )
    for _ in range(count):
        with allocating(ctx, what, release=release, remedy=remedy):
            made.append(ctx.buffer(reserve=byte_count))
        yield made[-1]
