"""What a film format changes or cannot do, in words."""

from pathlib import Path

from bitonic_scope.model.film_plan import LOSSLESS_PLAYERS, Timing
from bitonic_scope.recording import gif, mp4
from bitonic_scope.recording.film_writer import FilmShape

MACROBLOCK = 16  # pixels
# What the H.264 decoder of Windows takes, and so PowerPoint and Firefox there: up to level 5.1.
MIN_SIDE, MAX_WIDTH, MAX_HEIGHT = 48, 4096, 2304  # pixels
MAX_MACROBLOCKS_PER_SECOND = 983_040  # in that level: 3840x2160 pixels at 30 frames per second


def film_notes(path: Path, shape: FilmShape, *, tells_rate: bool = True) -> list[str]:
    """Return a line for each thing that a user would not expect of a film.

    Args:
        path: the file.
        shape: the pictures, and when they are shown.
        tells_rate: whether the user has chosen the rate, and looks for it.
    """
    suffix = path.suffix.lower()
    if suffix == ".gif":
        return _of_gif(shape.timing)
    return _of_mp4(shape, tells_rate=tells_rate) if suffix == ".mp4" else []


def _of_gif(timing: Timing) -> list[str]:
    fastest = 1 / (gif.LEAST_DELAY * gif.UNIT_SECONDS)
    if timing.fps <= fastest:
        return []
    return [
        f"{float(fastest):g} pictures per second instead of {float(timing.fps):g}: browsers slow "
        "down a faster .gif"
    ]


def _of_mp4(shape: FilmShape, *, tells_rate: bool) -> list[str]:
    notes = []
    frames, times = mp4.rate(shape.timing.fps)
    if times > 1 and tells_rate:
        notes.append(
            f"{float(frames):g} frames per second, each picture {times} times, because VLC "
            f"stumbles below {mp4.LEAST_RATE}"
        )
    size = shape.width, shape.height
    if shape.is_lossless:
        notes.append(f"a lossless film is {LOSSLESS_PLAYERS}")
    elif mp4.even_size(*size) != size:
        width, height = mp4.even_size(*size)
        notes.append(
            f"{width}x{height} pixels, where the frames have {size[0]}x{size[1]}, because players "
            "need even sides"
        )
    pixels = f"{size[0]}x{size[1]} pixels"
    blocks = -(-shape.width // MACROBLOCK) * -(-shape.height // MACROBLOCK)
    if size[0] > MAX_WIDTH or size[1] > MAX_HEIGHT:
        notes.append(
            f"{pixels} are too many for players that stop at {MAX_WIDTH}x{MAX_HEIGHT}; try a "
            "smaller --scale or --picture"
        )
    elif blocks * frames > MAX_MACROBLOCKS_PER_SECOND:
        notes.append(
            f"{pixels} at {float(frames):g} frames per second are too many for players that stop "
            "at 3840x2160 with 30, such as that of Windows; try a lower --fps, or a smaller "
            "--scale or --picture"
        )
    if min(size) < MIN_SIDE:
        notes.append(
            f"{pixels} are too few for the player of Windows, which begins at "
            f"{MIN_SIDE}x{MIN_SIDE}; try a larger --scale or --picture"
        )
    return notes
