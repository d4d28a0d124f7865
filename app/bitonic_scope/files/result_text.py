"""Numbers as text, in the rows and columns of the input."""

from bitonic_scope.data.elements import Values
from bitonic_scope.data.own_data import TextForm


def text_of(form: TextForm, values: Values, shape: tuple[int, ...]) -> str:
    """Return numbers as text.

    Whole numbers have no point; others are the shortest text that reads back as the same float32.

    Args:
        form: the form of the input.
        values: (count,) float32 or uint32.
        shape: the shape of the input, (count,) or (rows, columns).
    """
    fields = _fields(form, values)
    columns = shape[-1]  # for one column the separator is a newline
    rows = [fields[start : start + columns] for start in range(0, len(fields), columns)]
    lines = [form.separator.join(row) for row in rows]
    if form.header is not None:
        lines.insert(0, form.header)
    return "\n".join(lines) + "\n"


def _fields(form: TextForm, values: Values) -> list[str]:
    if form.is_whole and values.dtype.kind == "f":
        return [f"{value:.0f}" for value in values.tolist()]  # -0 keeps its sign, as -0.0 does
    return [str(value) for value in values]
