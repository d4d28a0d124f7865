"""The bars view: the value of each element over its index, left to right."""

from bitonic_scope.views.line import Line
from bitonic_scope.views.line_marks import bar_values, pointed_bars
from bitonic_scope.views.line_picture import BarsPicture


class Bars(Line):
    """Draws one bar per element, or per pixel column if elements share columns."""

    picture = BarsPicture
    pointed_ends = staticmethod(pointed_bars)
    values = staticmethod(bar_values)
