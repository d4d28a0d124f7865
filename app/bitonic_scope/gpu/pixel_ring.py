"""A ring of pixel buffers: one picture comes back to the host while the GPU draws the next ones.

Reading a framebuffer into host memory waits for the GPU; copying it to a buffer on the GPU does
not. By the time the host reads that buffer, the copy is done.
"""

import moderngl

from bitonic_scope.gpu.allocation import allocating

LAG = 1  # pictures that are on their way while the next one is drawn
MAX_BYTES = 1 << 26  # of a buffer; larger pictures come back in bands anyway


class PixelRing:
    """Owns LAG + 1 buffers, which take turns."""

    def __init__(self, ctx: moderngl.Context) -> None:
        """Allocate nothing yet."""
        self._ctx = ctx
        self._buffers: list[moderngl.Buffer] = []

    def next(self, byte_count: int) -> moderngl.Buffer | None:
        """Return the buffer whose turn it is; None for a picture that is too large for one.

        The content of a buffer stays until LAG other pictures have had their turn.

        Raises:
            ProgramError: the driver has no memory for it.
        """
        if byte_count > MAX_BYTES:
            return None
        if self._buffers and self._buffers[0].size != byte_count:
            self.release()
        if len(self._buffers) <= LAG:
            what = f"a buffer of {byte_count} bytes for reading back"
            with allocating(self._ctx, what, release=self.release):
                self._buffers.append(self._ctx.buffer(reserve=byte_count))
        else:
            self._buffers.append(self._buffers.pop(0))
        return self._buffers[-1]

    def release(self) -> None:
        """Free the buffers; a second call does nothing."""
        for buffer in self._buffers:
            buffer.release()
        self._buffers.clear()
