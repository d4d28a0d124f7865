"""The triangle view: all stages and passes at a glance, for single pictures."""

from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.model.look import Look
from bitonic_scope.views.drawing import Drawing
from bitonic_scope.views.drawn_view import DrawnView
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.network_view import recorded_factor
from bitonic_scope.views.triangle import triangle_drawing

RECORDED = 720  # pixels a side, at least


class TriangleView(DrawnView):
    """Draws a row of cells for each stage, a cell for each pass."""

    recorded_units = (80, 80)

    def recorded_size(self, layout: TextureLayout, scale: int) -> tuple[int, int]:
        """Return 720 x 720, or more where the shorter side of the texture exceeds 512 pixels."""
        side = int(RECORDED * recorded_factor(layout, scale))
        return side, side

    def shapes(self, frame: Frame, look: Look, size: tuple[int, int]) -> Drawing:
        """Return the triangle."""
        network = frame.start_data.settings.network
        return triangle_drawing(network, frame.pass_index, look, size)
