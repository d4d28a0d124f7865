"""The pixels of a picture, to be sorted by how bright they look."""

import warnings
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from app.data.own_data import OwnData, PictureForm
from app.inputs.exact import check_number_of_elements
from app.inputs.refusal import refused, shown_name

# Of the luminance of sRGB's primaries, times 10,000: whole numbers, so that keys are exact.
KEY_WEIGHTS = np.array([2126, 7152, 722], np.uint32)
SIXTEEN_BIT_MODES = ("I", "I;16", "I;16B", "I;16L")
STEPS_OF_16_BITS = 257  # 65535 / 255


def is_picture_name(path: Path) -> bool:
    """Tell whether a file is named like a picture."""
    return path.suffix.lower() in Image.registered_extensions()


def read_picture(path: Path) -> OwnData:
    """Read a picture: 8-bit RGB after its EXIF turn, what is transparent over black.

    Of a film it is the first picture.

    Raises:
        ProgramError: it is no picture, or has too many pixels.
        OSError: it cannot be read.
    """
    name = shown_name(path)
    path.open("rb").close()  # what the system refuses is no matter of pictures
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what is odd in a file that can be read
            with Image.open(path) as image:
                check_number_of_elements(name, image.width * image.height)
                rgb = _rgb(ImageOps.exif_transpose(image))
    except Image.DecompressionBombError as error:
        raise refused(name, "has more pixels than can be opened; try a smaller picture") from error
    except (OSError, ValueError, SyntaxError, EOFError, ArithmeticError, KeyError) as error:
        reason = " ".join(str(error).split()).replace(str(path), name)
        raise refused(name, f"cannot be read as a picture: {reason}") from error
    colours = rgb.reshape(-1, 3)
    keys = (colours * KEY_WEIGHTS).sum(axis=1, dtype=np.uint32)
    return OwnData(name, keys, rgb.shape[:2], PictureForm(), colours)


def _rgb(image: Image.Image) -> NDArray[np.uint8]:
    """Return (height, width, 3) uint8, top row first."""
    if image.mode in SIXTEEN_BIT_MODES:
        gray = np.asarray(image).astype(np.int64).clip(0, 65535)
        eight_bits = ((gray + STEPS_OF_16_BITS // 2) // STEPS_OF_16_BITS).astype(np.uint8)
        return np.repeat(eight_bits[..., None], 3, axis=2)
    if image.mode == "F":
        raise ValueError("its pixels are floats; save it with 8 bits a channel")
    if not image.has_transparency_data:
        return np.asarray(image.convert("RGB"))
    rgba = np.asarray(image.convert("RGBA")).astype(np.uint32)
    over_black = (2 * rgba[..., :3] * rgba[..., 3:] + 255) // 510  # c a / 255, to the nearest
    return over_black.astype(np.uint8)
