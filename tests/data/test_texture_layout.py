"""The layout: which element lies in which texel."""

import numpy as np
import pytest

from bitonic_scope.data.texture_layout import TextureLayout, picture_rows

SHAPES = [(1, 1), (2, 1), (1, 2), (16, 16), (32, 2), (2, 32), (1, 64)]


def test_elements_fill_rows_from_the_bottom_left() -> None:
    layout = TextureLayout(8, 4)
    texels = {0: (0, 0), 7: (7, 0), 8: (0, 1), 13: (5, 1), 31: (7, 3)}
    assert {element: layout.texel_of(element) for element in texels} == texels
    assert {element: layout.element_at(*texel) for element, texel in texels.items()} == {
        element: element for element in texels
    }


@pytest.mark.parametrize(("width", "height"), SHAPES)
def test_texel_of_and_element_at_are_inverse(width: int, height: int) -> None:
    layout = TextureLayout(width, height)
    texels = [layout.texel_of(element) for element in range(layout.element_count)]
    assert sorted(texels) == [(x, y) for x in range(width) for y in range(height)]
    assert [layout.element_at(x, y) for x, y in texels] == list(range(width * height))


@pytest.mark.parametrize(("width", "height"), SHAPES)
def test_a_texture_read_back_row_by_row_is_in_the_order_of_elements(
    width: int, height: int
) -> None:
    layout = TextureLayout(width, height)
    rows = np.arange(width * height).reshape(height, width)
    for element in range(width * height):
        x, y = layout.texel_of(element)
        assert rows[y, x] == element


def test_the_largest_texture_holds_2_to_the_28_elements() -> None:
    layout = TextureLayout(16384, 16384)
    assert layout.element_count == 2**28
    assert layout.log2_width == 14
    assert layout.texel_of(2**28 - 1) == (16383, 16383)
    assert layout.element_at(16383, 16383) == 2**28 - 1


def test_picture_rows_begin_at_the_top() -> None:
    turned = picture_rows(np.array([[1, 2], [3, 4], [5, 6]], np.uint8))
    assert turned.tolist() == [[5, 6], [3, 4], [1, 2]]
    assert turned.dtype == np.uint8
    assert turned.flags.c_contiguous


def test_picture_rows_of_colours_keep_the_order_of_columns_and_channels() -> None:
    rows = np.arange(12).reshape(2, 2, 3)
    assert picture_rows(rows).tolist() == [rows[1].tolist(), rows[0].tolist()]
