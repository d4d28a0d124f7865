"""Asks the driver and the system what they allow."""

import moderngl
import psutil

from app.capabilities import Capabilities
from app.settings import MAX_SIDE

# Two float32 textures, the input, its making, and a canvas of one pixel a texel; and all of it
# twice, while one size follows another, or while a recording runs beside the window.
BYTES_PER_ELEMENT = 2 * (4 + 4 + 4 + 4 + 4)
SHARE_OF_MEMORY = 0.5  # of what is free now: the rest stays for the system and for frames


def probe(ctx: moderngl.Context) -> Capabilities:
    """Return the limits of this context on this machine, now."""
    free_bytes = psutil.virtual_memory().available
    driver_side = int(ctx.info["GL_MAX_TEXTURE_SIZE"])
    return Capabilities(
        max_side=min(1 << (driver_side.bit_length() - 1), MAX_SIDE),
        max_element_count=max(int(free_bytes * SHARE_OF_MEMORY) // BYTES_PER_ELEMENT, 1),
    )
