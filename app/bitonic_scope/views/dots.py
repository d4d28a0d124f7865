"""The dots view: a dot for each element, as high as its value, over its index."""

from bitonic_scope.views.line import Line
from bitonic_scope.views.line_marks import pointed_dots
from bitonic_scope.views.line_picture import DotsPicture


class Dots(Line):
    """Draws one dot per element, or the range of those that share a pixel column."""

    picture = DotsPicture
    pointed_ends = staticmethod(pointed_dots)
