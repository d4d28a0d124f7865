"""The place of an element in a person's input, in words, counted as its kind of file counts."""

from collections.abc import Sequence


def place_in_array(shape: tuple[int, ...], index: int) -> str:
    """Name the place of an element as numpy does: "element 3", "element [0, 1]"."""
    if len(shape) == 1:
        return f"element {index}"
    return f"element [{index // shape[1]}, {index % shape[1]}]"


def place_in_text(line_numbers: Sequence[int], count: int, index: int) -> str:
    """Name the place of a number as an editor does: "line 2, number 3".

    Args:
        line_numbers: of the rows, which have equally many numbers; empty where all is one row of
            no file.
        count: how many numbers there are.
        index: of the number among all of them.
    """
    if not line_numbers:
        return f"number {index + 1}"
    row, column = divmod(index, count // len(line_numbers))
    return f"line {line_numbers[row]}, number {column + 1}"
