"""Numbers for people: counts, values and times."""

import math

DIGITS = 3
MAX_WHOLE = 1e10  # shown with all its digits
MIN_PLAIN, MAX_PLAIN = 1e-4, 1e6  # of fractions without an exponent
UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "us"))
ALMOST = 0.9995  # of a unit: 999.7 us becomes 1.00 ms


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun: "1 element", "65,536 elements"."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def three_digits(number: float) -> str:
    """Return a positive number with three significant digits: "0.0827", "1.24", "1240"."""
    if number <= 0:
        return "0"
    rounded = f"{number:.{DIGITS - 1}e}"
    places = DIGITS - 1 - int(rounded.partition("e")[2])
    return f"{float(rounded):.{max(places, 0)}f}"


def value_text(value: float) -> str:
    """Return any value as people read it: "5", "-0.159", "1.23e-40", "-infinity".

    Whole numbers are exact up to ten digits; others have at least three significant digits.
    """
    magnitude, sign = abs(value), "-" if math.copysign(1.0, value) < 0 else ""
    if math.isinf(value):
        return f"{sign}infinity"
    if magnitude.is_integer() and magnitude < MAX_WHOLE:
        return f"{sign}{magnitude:,.0f}"
    if MIN_PLAIN <= magnitude < MAX_PLAIN:
        whole = round(magnitude)
        return f"{sign}{whole:,}" if whole >= 10**DIGITS else f"{sign}{three_digits(magnitude)}"
    return f"{value:.{DIGITS - 1}e}"


def as_time(seconds: float) -> str:
    """Return a time with three significant digits: "1.23 ms"."""
    scale, unit = next((each for each in UNITS if seconds >= each[0] * ALMOST), UNITS[-1])
    return f"{three_digits(seconds / scale)} {unit}"
