"""Animated GIF, written picture by picture: Pillow alone would keep all of them in memory.

Source: Graphics Interchange Format, version 89a, CompuServe 1990.
"""

import struct
from fractions import Fraction
from typing import BinaryIO

import numpy as np
from PIL import GifImagePlugin, Image

from bitonic_scope.recording.film_writer import FilmShape, FilmWriter, durations
from bitonic_scope.views.view import Picture

UNIT_SECONDS = Fraction(1, 100)
LEAST_DELAY = 2  # units: browsers show a shorter one for a tenth of a second
MAX_DELAY = 0xFFFF
COLOURS = 256
GLOBAL_TABLE_OF_256 = 0xF7  # flags of a screen with that table, and 8 bits per colour
REPEAT_FOREVER = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
TRAILER = b"\x3b"


class GifWriter(FilmWriter):
    """Writes a GIF: gray exactly, other pictures in their 256 best colours each."""

    def __init__(self, file: BinaryIO, shape: FilmShape) -> None:
        """Write the header, with a table of all grays."""
        super().__init__(file, shape)
        self._delays = durations(shape.timing, UNIT_SECONDS, LEAST_DELAY)
        screen = struct.pack("<HHBBB", shape.width, shape.height, GLOBAL_TABLE_OF_256, 0, 0)
        grays = np.arange(COLOURS, dtype=np.uint8).repeat(3)
        file.write(b"GIF89a" + screen + grays.tobytes() + REPEAT_FOREVER)

    def encode(self, number: int, picture: Picture) -> bytes:
        """Return a picture with its delay."""
        image = Image.fromarray(picture)
        is_gray = image.mode == "L"
        if not is_gray:
            image = image.quantize(COLOURS, dither=Image.Dither.NONE)
        delay_ms = 10 * min(self._delays[number], MAX_DELAY)
        return b"".join(
            GifImagePlugin.getdata(image, duration=delay_ms, include_color_table=not is_gray)
        )

    def write(self, number: int, encoded: bytes | memoryview) -> None:
        """Append a picture."""
        self._file.write(encoded)

    def finish(self) -> None:
        """Append the end of the file."""
        self._file.write(TRAILER)
