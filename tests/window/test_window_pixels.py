"""A frame that the window draws apart from itself leaves nothing on the driver."""

from types import SimpleNamespace
from typing import Any

import moderngl
import numpy as np
import pytest

from bitonic_scope.window.loop import Loop

SIZE = (8, 4)


@pytest.mark.parametrize("fails", [False, True])
def test_pixels_read_from_the_window_leave_no_picture_behind(
    ctx: moderngl.Context, fails: bool
) -> None:
    drawn: list[Any] = []

    def draw(target: moderngl.Framebuffer) -> None:
        drawn.extend([target, target.color_attachments[0]])
        target.use()
        ctx.clear(0.0, 1.0, 0.0)
        if fails:
            raise MemoryError

    window = SimpleNamespace(ctx=ctx, buffer_size=SIZE, fbo=ctx.detect_framebuffer(0))
    loop: Any = SimpleNamespace(window=window, session=SimpleNamespace(draw=draw))
    if fails:
        with pytest.raises(MemoryError):
            Loop.read_pixels(loop)
    else:
        assert np.array_equal(Loop.read_pixels(loop), np.full((4, 8, 3), (0, 255, 0)))
    assert len(drawn) == 2
    assert all(isinstance(owned.mglo, moderngl.InvalidObject) for owned in drawn)
