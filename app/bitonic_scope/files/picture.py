"""The pixels of a picture, sorted by luminance."""

import warnings
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

from bitonic_scope.data.own_data import OwnData, PictureForm
from bitonic_scope.errors import ProgramError
from bitonic_scope.files.exact import check_number_of_elements
from bitonic_scope.files.refusal import printable, refused, shown_name

# Luminance of the sRGB primaries times 10,000: integers, so keys are exact.
RED_WEIGHT, GREEN_WEIGHT, BLUE_WEIGHT = 2126, 7152, 722
SIXTEEN_BIT_MODES = ("I", "I;16", "I;16B", "I;16L")
MAX_GRAY_OF_16_BITS = 65535
STEPS_OF_16_BITS = 257  # 65535 / 255
BOMB_FACTOR = 2  # Pillow refuses pictures with this many times its warning limit of pixels
RUN_BY_OTHERS = ("EPS",)  # Pillow would pass the file to another program, which executes it
TRY_8_BITS = "save it with 8 bits per channel"


def is_picture_name(path: Path) -> bool:
    """Return whether a file has the extension of a readable picture format."""
    return Image.registered_extensions().get(path.suffix.lower()) in _readable_formats()


def _readable_formats() -> tuple[str, ...]:
    Image.init()
    return tuple(name for name in Image.OPEN if name not in RUN_BY_OTHERS)


def read_picture(path: Path) -> OwnData:
    """Read a picture as 8-bit RGB: rotated as EXIF says, transparency over black.

    Reads the first frame of an animation. The content, not the extension, decides the format.

    Raises:
        ProgramError: the file is not a picture, or has too many pixels.
        OSError: the file cannot be opened.
    """
    name = shown_name(path)
    with path.open("rb") as file:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of oddities in readable files
                with Image.open(file, formats=_readable_formats()) as image:
                    check_number_of_elements(name, image.width * image.height)
                    rgb = _rgb(ImageOps.exif_transpose(image))
        except (ProgramError, MemoryError):
            raise
        except Image.DecompressionBombError as error:
            most = BOMB_FACTOR * (Image.MAX_IMAGE_PIXELS or 0)
            what = f"has too many pixels; try a picture of at most {most}"
            raise refused(name, what) from error
        except UnidentifiedImageError as error:
            raise refused(name, "is not a picture, despite its extension") from error
        except Exception as error:  # a damaged picture may fail in any way
            reason = printable(" ".join(str(error).split())) or type(error).__name__
            raise refused(name, f"cannot be read as a picture: {reason}") from error
    return OwnData(name, _keys(rgb), rgb.shape[:2], PictureForm(), rgb.reshape(-1, 3))


def _keys(rgb: NDArray[np.uint8]) -> NDArray[np.uint32]:
    """Return the luminance of each pixel: (count,) uint32 from 0 to 2,550,000."""
    red, green, blue = (rgb[..., channel].ravel().astype(np.uint32) for channel in range(3))
    return RED_WEIGHT * red + GREEN_WEIGHT * green + BLUE_WEIGHT * blue


def _rgb(image: Image.Image) -> NDArray[np.uint8]:
    """Return (height, width, 3) uint8, top row first."""
    if image.mode in SIXTEEN_BIT_MODES:
        return np.repeat(_eight_bits(image)[..., None], 3, axis=2)
    if image.mode == "F":
        raise ValueError(f"its pixels are floats; {TRY_8_BITS}")
    if not image.has_transparency_data:
        return np.asarray(image.convert("RGB"))
    rgba = np.asarray(image.convert("RGBA"))
    return over_black(rgba[..., :3], rgba[..., 3:])


def over_black(colour: NDArray[np.uint8], alpha: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Blend a colour over black: floor(colour alpha / 255 + 1/2), uint8.

    255 is odd, so no quotient lies halfway, and adding 127 rounds as 127.5 would: 16-bit integers
    suffice.
    """
    product = colour.astype(np.uint16) * alpha
    return ((product + np.uint16(127)) // np.uint16(255)).astype(np.uint8)


def _eight_bits(image: Image.Image) -> NDArray[np.uint8]:
    """Return 16-bit grays rounded to 8 bits, transparent ones black: (height, width) uint8."""
    gray = np.array(image).astype(np.int64)
    if gray.size and (gray.min() < 0 or gray.max() > MAX_GRAY_OF_16_BITS):
        raise ValueError(f"its grays are outside 0 to {MAX_GRAY_OF_16_BITS}; {TRY_8_BITS}")
    transparent = image.info.get("transparency")
    if isinstance(transparent, int):
        gray[gray == transparent] = 0
    return ((gray + STEPS_OF_16_BITS // 2) // STEPS_OF_16_BITS).astype(np.uint8)
