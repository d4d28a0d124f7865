"""MP4 with H.264, which ffmpeg encodes: as every player and slide program opens it.

That is 4:2:0 in limited range with tags of BT.709, even sides, profile High, no B-frames, so that
the film begins at 0 without an edit list, the index before the pictures, and a constant rate of at
least 10 frames per second, because VLC stumbles below. Each state is a key frame, so programs can
seek it. Decoded grays are within 2 of those in the pictures.
"""

import math
from fractions import Fraction
from typing import BinaryIO

import numpy as np

from bitonic_scope.recording.ffmpeg import Ffmpeg
from bitonic_scope.recording.film_writer import FilmShape, FilmWriter
from bitonic_scope.views.view import Picture

LEAST_RATE = 10  # frames per second
MICROSECONDS = 1_000_000
LUMA = (0.2126, 0.7152, 0.0722)  # of red, green and blue in BT.709

# A quantiser of 1 rounds less than the eye can see; x264 would save by rounding towards 0.
_EXACT = "psy=0:ipratio=1:trellis=0:no-dct-decimate=1:deadzone-inter=0:deadzone-intra=0:force-cfr=1"
_TO_BT709 = (
    "scale=in_range=pc:out_range=tv:out_color_matrix=bt709:"
    "flags=area+accurate_rnd+full_chroma_int+full_chroma_inp,format=yuv420p,"
    "setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709"
)
_USUAL = (
    *("-vf", _TO_BT709, "-c:v", "libx264", "-profile:v", "high", "-x264-params", _EXACT),
    *("-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709"),  # ffmpeg < 7
    *("-color_range", "tv", "-qp", "1"),
)
_LOSSLESS = (
    *("-vf", "format=rgb24,setparams=range=pc:color_primaries=bt709:color_trc=iec61966-2-1"),
    *("-c:v", "libx264rgb", "-x264-params", "force-cfr=1", "-qp", "0"),
)


def rate(fps: Fraction) -> tuple[Fraction, int]:
    """Return the frames per second of a film, and how many of them show one picture.

    Args:
        fps: pictures per second.
    """
    times = math.ceil(LEAST_RATE / fps)
    return fps * times, times


def even_size(width: int, height: int) -> tuple[int, int]:
    """Return the size of a film that players open."""
    return width + width % 2, height + height % 2


class Mp4Writer(FilmWriter):
    """Feeds pictures to ffmpeg, which starts with the first one."""

    def __init__(self, file: BinaryIO, shape: FilmShape, path: str) -> None:
        """Start nothing yet.

        Args:
            file: the file, which ffmpeg will write by its path.
            shape: the pictures, and when they are shown.
            path: the absolute path of the file.
        """
        super().__init__(file, shape)
        self._path = path
        self._ffmpeg: Ffmpeg | None = None
        self._rate, self._times = rate(shape.timing.fps)

    def encode(self, number: int, picture: Picture) -> memoryview:
        """Return the pixels, with even sides unless the film is lossless."""
        shape = self._shape
        size = shape.width, shape.height
        width, height = size if shape.is_lossless else even_size(*size)
        if (width, height) == size:
            return np.ascontiguousarray(picture).data
        padded = np.empty((height, width, *picture.shape[2:]), np.uint8)
        # Gray stays gray: colour would bleed from the edge into its neighbours.
        padded[:] = round(float(np.dot(LUMA, shape.ground))) if picture.ndim == 2 else shape.ground
        padded[: shape.height, : shape.width] = picture
        return padded.data

    def write(self, number: int, encoded: bytes | memoryview) -> None:
        """Feed a picture to ffmpeg, as often as it is shown."""
        assert isinstance(encoded, memoryview)
        if self._ffmpeg is None:
            self._ffmpeg = self._start(encoded)
            if self._is_aborted:
                self._ffmpeg.kill()
        for _ in range(self._shape.timing.repeats[number] * self._times):
            self._ffmpeg.write(encoded)

    def _start(self, first: memoryview) -> Ffmpeg:
        height, width, *_ = first.shape or ()
        pixels = "gray" if first.ndim == 2 else "rgb24"
        return Ffmpeg(
            [
                *("-f", "rawvideo", "-pixel_format", pixels, "-video_size", f"{width}x{height}"),
                *("-framerate", str(self._rate), "-i", "pipe:0", "-an"),
                *(_LOSSLESS if self._shape.is_lossless else _USUAL),
                *("-preset", "veryfast", "-bf", "0"),
                *("-force_key_frames", ",".join(self._key_times())),
                *("-movflags", "+faststart", "-use_editlist", "0"),
                *("-f", "mp4", "-y", f"file:{self._path}"),
            ],
            in_background=self._shape.in_background,
        )

    def _key_times(self) -> list[str]:
        """Return when the states come, in seconds, rounded down: ffmpeg takes the next frame."""
        times, count = [], 0
        for repeats, is_state in zip(
            self._shape.timing.repeats, self._shape.timing.is_state, strict=True
        ):
            if is_state:
                micros = math.floor(count * MICROSECONDS / self._shape.timing.fps)
                times.append(f"{micros // MICROSECONDS}.{micros % MICROSECONDS:06}")
            count += repeats
        return times

    def finish(self) -> None:
        """Let ffmpeg complete the file."""
        assert self._ffmpeg is not None
        self._ffmpeg.finish()

    def abort(self) -> None:
        """Kill ffmpeg."""
        super().abort()
        if self._ffmpeg is not None:
            self._ffmpeg.kill()

    def release(self) -> None:
        """Free what ffmpeg has left."""
        if self._ffmpeg is not None:
            self._ffmpeg.release()
