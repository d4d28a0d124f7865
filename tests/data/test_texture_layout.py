"""The layout: which element lies in which texel."""

import numpy as np
import pytest

from bitonic_scope.data.texture_layout import TextureLayout, picture_rows

SHAPES = [(1, 1), (2, 1), (1, 2), (16, 16), (32, 2), (2, 32), (1, 64)]


def test_elements_fill_rows_from_the_bottom_left() -> None:
    layout = TextureLayout(8, 4)
    rows = picture_rows(np.arange(layout.element_count).reshape(layout.height, layout.width))
    assert rows[3].tolist() == [*range(8)]
    assert rows[2].tolist() == [*range(8, 16)]
    assert rows[0, -1] == 31


@pytest.mark.parametrize(("width", "height"), SHAPES)
def test_the_lowest_log2_width_bits_of_an_index_are_the_column(width: int, height: int) -> None:
    layout = TextureLayout(width, height)
    assert layout.element_count == width * height
    assert 1 << layout.log2_width == width


@pytest.mark.parametrize(("width", "height"), SHAPES)
def test_a_texture_read_back_row_by_row_is_in_the_order_of_elements(
    width: int, height: int
) -> None:
    layout = TextureLayout(width, height)
    rows = picture_rows(np.arange(width * height).reshape(height, width))
    for element in range(width * height):
        x, y = element & (width - 1), element >> layout.log2_width
        assert rows[height - 1 - y, x] == element


def test_the_largest_texture_holds_2_to_the_28_elements() -> None:
    layout = TextureLayout(16384, 16384)
    assert layout.element_count == 2**28
    assert layout.log2_width == 14


def test_picture_rows_begin_at_the_top() -> None:
    turned = picture_rows(np.array([[1, 2], [3, 4], [5, 6]], np.uint8))
    assert turned.tolist() == [[5, 6], [3, 4], [1, 2]]
    assert turned.dtype == np.uint8
    assert turned.flags.c_contiguous


def test_picture_rows_of_colours_keep_the_order_of_columns_and_channels() -> None:
    rows = np.arange(12).reshape(2, 2, 3)
    assert picture_rows(rows).tolist() == [rows[1].tolist(), rows[0].tolist()]
