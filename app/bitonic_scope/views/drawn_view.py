"""The base class of views whose whole picture is a drawing."""

from abc import abstractmethod
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace

from bitonic_scope.model.look import Look
from bitonic_scope.views.canvas import Canvas, Fetched
from bitonic_scope.views.drawing import Box, Drawing, moved
from bitonic_scope.views.frame import Frame
from bitonic_scope.views.palette import PALETTES
from bitonic_scope.views.view import View

MARGIN = 2.0  # u, around a recorded picture


class DrawnView(View):
    """Lets a painter draw its shapes.

    Attributes:
        recorded_units: width and height of a recorded frame in u, at least.
    """

    recorded_units: tuple[float, float]

    @abstractmethod
    def shapes(self, frame: Frame, look: Look, size: tuple[int, int]) -> Drawing:
        """Return the picture, for a canvas of that size."""

    def elements_per_pixel(self, frame: Frame, look: Look, size: tuple[int, int]) -> float:
        """Return 0: a diagram has no pixels of elements."""
        return 0.0

    def parts(self, frame: Frame, look: Look, canvas: Canvas) -> Iterator[None]:
        """Draw the shapes at once; never yields."""
        self.painter.draw(self.shapes(frame, look, canvas.size), canvas.framebuffer)
        yield from ()

    def pixels(
        self, frame: Frame, look: Look, size: tuple[int, int]
    ) -> Generator[None, None, Callable[[], Fetched]]:
        """Draw a recorded frame, and begin to read it back in RGB."""
        self._own_canvas.begin(*size)
        self.painter.draw(self.drawing(frame, look, size), self._own_canvas.framebuffer)
        return (yield from self._own_canvas.copy_in_bands(3))

    def drawing(self, frame: Frame, look: Look, size: tuple[int, int]) -> Drawing:
        """Return a recorded frame as shapes; its text has the size of the frame."""
        width, height = size
        look = replace(
            look, unit=min(width / self.recorded_units[0], height / self.recorded_units[1])
        )
        margin = round(MARGIN * look.unit)
        inside = width - 2 * margin, height - 2 * margin
        ground = Box(0, 0, width, height, fill=PALETTES[look.theme].ground)
        return [ground, *moved(self.shapes(frame, look, inside), margin, margin)]
