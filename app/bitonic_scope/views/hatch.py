"""The hatch that marks padding, the same in every view; twin of shaders/include/hatch.glsl."""

from bitonic_scope.gpu.programs import Uniform
from bitonic_scope.model.look import Theme
from bitonic_scope.views.canvas import rgba
from bitonic_scope.views.outlines import hatch_distance
from bitonic_scope.views.palette import PALETTES

DIAGONAL = 2**0.5


def hatch_uniforms(theme: Theme, canvas_height: int) -> dict[str, Uniform]:
    """Return the uniforms of the hatch: as far apart as the painter's lines on that canvas."""
    palette = PALETTES[theme]
    return {
        "hatch_ground": rgba(palette.panel)[:3],
        "hatch_line": rgba(palette.edge)[:3],
        "hatch_period": round(hatch_distance(canvas_height) * DIAGONAL),
    }
