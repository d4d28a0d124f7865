"""Animated WebP, written picture by picture: Pillow alone would keep all of them in memory.

Source: WebP Container Specification, Google.
"""

import struct
from fractions import Fraction
from io import BytesIO
from typing import BinaryIO

from PIL import Image

from bitonic_scope.recording.film_writer import FilmShape, FilmWriter, durations
from bitonic_scope.views.view import Picture

MAX_SIDE = 16383  # pixels
UNIT_SECONDS = Fraction(1, 1000)
LEAST_DURATION = 11  # units: browsers show a shorter one for a tenth of a second
EFFORT = 20  # of 100: smaller files take much longer
RIFF_BYTES = 12  # before the first chunk: "RIFF", the size of what follows, "WEBP"
IS_ANIMATED = 0x02
REPLACES = 0x02  # a picture replaces the one before, without blending


class WebpWriter(FilmWriter):
    """Writes a lossless WebP."""

    def __init__(self, file: BinaryIO, shape: FilmShape) -> None:
        """Write the header; the size of the file comes last."""
        super().__init__(file, shape)
        self._durations = durations(shape.timing, UNIT_SECONDS, LEAST_DURATION)
        canvas = struct.pack("<I", IS_ANIMATED) + _size(shape)
        black_forever = bytes(4) + struct.pack("<H", 0)
        file.write(_riff(0) + _chunk(b"VP8X", canvas) + _chunk(b"ANIM", black_forever))

    def encode(self, number: int, picture: Picture) -> bytes:
        """Return a picture with its duration."""
        still = BytesIO()
        image = Image.fromarray(picture).convert("RGB")
        image.save(still, "WEBP", lossless=True, quality=EFFORT, method=1)
        time = _three_bytes(self._durations[number]) + bytes([REPLACES])
        return _chunk(
            b"ANMF", bytes(6) + _size(self._shape) + time + still.getbuffer()[RIFF_BYTES:]
        )

    def write(self, number: int, encoded: bytes | memoryview) -> None:
        """Append a picture."""
        self._file.write(encoded)

    def finish(self) -> None:
        """Write the size of the file into its header."""
        size = self._file.tell()
        self._file.seek(0)
        self._file.write(_riff(size - 8))


def _riff(size: int) -> bytes:
    return b"RIFF" + struct.pack("<I", size) + b"WEBP"


def _chunk(name: bytes, content: bytes) -> bytes:
    return name + struct.pack("<I", len(content)) + content + bytes(len(content) % 2)


def _three_bytes(value: int) -> bytes:
    return value.to_bytes(3, "little")


def _size(shape: FilmShape) -> bytes:
    return _three_bytes(shape.width - 1) + _three_bytes(shape.height - 1)
