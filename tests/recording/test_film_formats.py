"""Each film format on its own: what it holds is what players open, and the pictures survive."""

import subprocess
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import inf
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from imageio_ffmpeg import get_ffmpeg_exe
from numpy.typing import NDArray
from PIL import Image

from bitonic_scope.model.film_plan import Timing
from bitonic_scope.recording.film import Film
from bitonic_scope.recording.film_notes import film_notes
from bitonic_scope.recording.film_writer import FilmShape
from bitonic_scope.views.palette import PALETTES
from bitonic_scope.views.view import Picture

GROUND = PALETTES[next(iter(PALETTES))].ground
HIGH, HIGH_444 = 100, 244  # profiles of H.264
BT709_TAGS = b"nclx" + bytes([0, 1, 0, 1, 0, 1, 0])  # primaries, transfer, matrix, limited range


def noise(count: int, side: int = 32, *, height: int | None = None) -> list[Picture]:
    """Return gray pictures that no codec likes; with black, white and each gray between."""
    random = np.random.default_rng(1)
    pictures = [
        random.integers(0, 256, (height or side, side), dtype=np.uint8) for _ in range(count)
    ]
    for picture in pictures:
        picture.flat[:256] = random.permutation(256)
    return pictures


def shape_of(
    pictures: Sequence[Picture],
    *,
    fps: float = 10,
    repeats: Sequence[int] | None = None,
    states: Sequence[bool] | None = None,
    is_lossless: bool = False,
) -> FilmShape:
    timing = Timing(
        Fraction(str(fps)),
        repeats or [1] * len(pictures),
        states or [True] * len(pictures),
    )
    height, width = pictures[0].shape[:2]
    return FilmShape(width, height, timing, GROUND, is_lossless=is_lossless)


def write(path: Path, pictures: Sequence[Picture], shape: FilmShape) -> None:
    film = Film(path, shape)
    for number, picture in enumerate(pictures):
        film.take(number, film.encode(number, picture))
    film.end()
    film.tasks[-1].is_done_by(inf)
    film.collect()
    film.commit()
    film.close()
    assert list(path.parent.iterdir()) == [path]


def decoded(path: Path, width: int, height: int) -> NDArray[np.uint8]:
    """Return all frames as ffmpeg shows them by default: (count, height, width, 3)."""
    command = [get_ffmpeg_exe(), "-loglevel", "error", "-i", str(path)]
    done = subprocess.run(
        [*command, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"], capture_output=True, check=True
    )
    return np.frombuffer(done.stdout, np.uint8).reshape(-1, height, width, 3)


class Atom(NamedTuple):
    """A part of an MP4: its path of names, and its content."""

    path: str
    content: bytes


def atoms(content: bytes, parent: str = "") -> Iterator[Atom]:
    """Yield the atoms of an MP4, in order."""
    start = 0
    while start < len(content):
        size = int.from_bytes(content[start : start + 4])
        name = content[start + 4 : start + 8].decode()
        inner = content[start + 8 : start + size]
        yield Atom(parent + name, inner)
        if name in ("moov", "trak", "mdia", "minf", "stbl", "edts"):
            yield from atoms(inner, f"{parent}{name}/")
        start += size


def numbers(content: bytes) -> list[int]:
    return list(map(int, np.frombuffer(content, ">u4")))


STBL = "moov/trak/mdia/minf/stbl/"


def test_an_mp4_is_what_every_player_opens(tmp_path: Path) -> None:
    path, pictures = tmp_path / "film.mp4", noise(5)
    states = [True, False, True, False, True]
    write(path, pictures, shape_of(pictures, fps=30, repeats=[3, 1, 1, 1, 2], states=states))
    parts = list(atoms(path.read_bytes()))
    names, found = [part.path for part in parts], dict(parts)
    assert names.index("moov") < names.index("mdat")  # plays before all of it has arrived
    assert not any("edts" in name or "ctts" in name for name in names)  # begins at 0, in order
    assert numbers(found[f"{STBL}stts"])[1] == 1  # a constant rate: one row, of
    assert numbers(found[f"{STBL}stts"])[2] == 8  # frames,
    timescale, duration = numbers(found["moov/trak/mdia/mdhd"])[3:5]
    assert numbers(found[f"{STBL}stts"])[3] == timescale // 30
    assert Fraction(duration, timescale) == Fraction(8, 30)
    assert {1, 5, 7} <= set(numbers(found[f"{STBL}stss"])[2:])  # states are key frames
    entry = found[f"{STBL}stsd"]
    assert b"avc1" in entry
    assert entry[entry.index(b"avcC") + 5] == HIGH
    assert BT709_TAGS in entry
    shown = decoded(path, 32, 32)
    assert len(shown) == 8
    for frame, picture in zip(shown, [0, 0, 0, 1, 2, 3, 4, 4], strict=True):
        error = frame.astype(int) - pictures[picture][..., np.newaxis]
        assert np.abs(error).max() <= 2


def test_an_mp4_gets_even_sides_from_the_ground(tmp_path: Path) -> None:
    path, pictures = tmp_path / "film.mp4", noise(2, 31, height=33)
    shape = shape_of(pictures)
    assert film_notes(path, shape)[:-1] == [
        "32x34 pixels, where the frames have 31x33, because players need even sides"
    ]
    write(path, pictures, shape)
    shown = decoded(path, 32, 34).astype(int)
    assert np.abs(shown[:, :33, :31] - np.array(pictures)[..., np.newaxis]).max() <= 2
    edge = np.concatenate([shown[:, 33].ravel(), shown[:, :, 31].ravel()])
    assert (
        np.abs(edge - round(0.2126 * GROUND[0] + 0.7152 * GROUND[1] + 0.0722 * GROUND[2])).max()
        <= 2
    )


def test_colours_are_those_of_the_pictures(tmp_path: Path) -> None:
    colours = np.array([[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255], GROUND], np.uint8)
    picture = np.repeat(np.repeat(colours[np.newaxis], 16, axis=0), 8, axis=1)
    path = tmp_path / "film.mp4"
    write(path, [picture], shape_of([picture]))
    shown = decoded(path, 40, 16)[0].astype(int)
    middles = shown[:, 4::8]
    assert np.abs(middles - colours).max() <= 2


def test_a_slow_mp4_repeats_its_pictures(tmp_path: Path) -> None:
    path, pictures = tmp_path / "film.mp4", noise(2, 16)
    shape = shape_of(pictures, fps=3)
    assert film_notes(path, shape)[:-1] == [
        "12 frames per second, each picture 4 times, because VLC stumbles below 10"
    ]
    write(path, pictures, shape)
    found = dict(atoms(path.read_bytes()))
    timescale, duration = numbers(found["moov/trak/mdia/mdhd"])[3:5]
    assert Fraction(duration, timescale) == Fraction(2, 3)
    assert numbers(found[f"{STBL}stts"])[1:3] == [1, 8]


def test_a_lossless_mp4_keeps_every_pixel(tmp_path: Path) -> None:
    path, pictures = tmp_path / "film.mp4", noise(2, 17)
    shape = shape_of(pictures, is_lossless=True)
    assert film_notes(path, shape)[0].startswith("a lossless film is for VLC")
    write(path, pictures, shape)
    entry = dict(atoms(path.read_bytes()))[f"{STBL}stsd"]
    assert entry[entry.index(b"avcC") + 5] == HIGH_444
    shown = decoded(path, 17, 17)
    np.testing.assert_array_equal(shown, np.array(pictures)[..., np.newaxis].repeat(3, axis=3))


@pytest.mark.parametrize("suffix", ["gif", "webp"])
def test_a_gif_or_webp_keeps_every_pixel_and_the_time(tmp_path: Path, suffix: str) -> None:
    path, pictures = tmp_path / f"film.{suffix}", noise(4, 17)
    write(path, pictures, shape_of(pictures, fps=3, repeats=[3, 1, 1, 6]))
    with Image.open(path) as film:
        assert (film.size, film.info["loop"]) == ((17, 17), 0)
        shown, times_ms = [], []
        for number in range(4):
            film.seek(number)
            film.load()
            times_ms.append(film.info["duration"])
            shown.append(np.asarray(film.convert("RGB")))
        with pytest.raises(EOFError):
            film.seek(4)
    assert times_ms == {"gif": [1000, 330, 340, 2000], "webp": [1000, 333, 334, 2000]}[suffix]
    np.testing.assert_array_equal(shown, np.array(pictures)[..., np.newaxis].repeat(3, axis=3))


def test_a_gif_has_the_colours_of_a_picture_that_has_few(tmp_path: Path) -> None:
    picture = np.zeros((16, 16, 3), np.uint8)
    picture[..., 0] = np.arange(256).reshape(16, 16)
    picture[..., 1] = 255 - picture[..., 0]
    path = tmp_path / "film.gif"
    write(path, [picture, picture[::-1]], shape_of([picture] * 2))
    with Image.open(path) as film:
        np.testing.assert_array_equal(np.asarray(film.convert("RGB")), picture)
        film.seek(1)
        np.testing.assert_array_equal(np.asarray(film.convert("RGB")), picture[::-1])


def test_a_gif_is_no_faster_than_browsers_show_it(tmp_path: Path) -> None:
    path, pictures = tmp_path / "film.gif", noise(3, 16)
    shape = shape_of(pictures, fps=60)
    assert film_notes(path, shape) == [
        "50 pictures per second instead of 60: browsers slow down a faster .gif"
    ]
    write(path, pictures, shape)
    with Image.open(path) as film:
        for number in range(3):
            film.seek(number)
            assert film.info["duration"] == 20
    assert film_notes(path, shape_of(pictures, fps=50)) == []


@pytest.mark.parametrize(
    ("size", "fps", "note"),
    [
        ((4112, 2304), 10, "4112x2304 pixels are too many for players that stop at 4096x2304; try"),
        ((4098, 16), 10, "4098x16 pixels are too many for players that stop at 4096x2304"),
        ((2306, 2306), 10, "2306x2306 pixels are too many for players that stop at 4096x2304"),
        ((4096, 2304), 10, ""),
        ((3840, 2160), 30, ""),
        (
            (3840, 2160),
            60,
            "3840x2160 pixels at 60 frames per second are too many for players that",
        ),
        ((48, 64), 10, ""),
        ((64, 46), 10, "64x46 pixels are too few for the player of Windows, which begins at 48x48"),
    ],
)
def test_what_players_may_refuse_is_said(size: tuple[int, int], fps: float, note: str) -> None:
    timing = Timing(Fraction(fps), [1], [True])
    notes = film_notes(Path("film.mp4"), FilmShape(*size, timing, GROUND))
    assert bool(notes) == bool(note)
    assert not note or notes[0].startswith(note)
