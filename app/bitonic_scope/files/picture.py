"""The pixels of a picture, to be sorted by how bright they look."""

import warnings
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

from bitonic_scope.data.own_data import OwnData, PictureForm
from bitonic_scope.errors import ProgramError
from bitonic_scope.files.exact import check_number_of_elements
from bitonic_scope.files.refusal import printable, refused, shown_name

# Of the luminance of sRGB's primaries, times 10,000: whole numbers, so that keys are exact.
RED_WEIGHT, GREEN_WEIGHT, BLUE_WEIGHT = 2126, 7152, 722
SIXTEEN_BIT_MODES = ("I", "I;16", "I;16B", "I;16L")
MAX_GRAY_OF_16_BITS = 65535
STEPS_OF_16_BITS = 257  # 65535 / 255
BOMB_FACTOR = 2  # so many times the pixels of which Pillow warns it refuses to open
RUN_BY_OTHERS = ("EPS",)  # Pillow would hand the file to another program, which runs it
TRY_8_BITS = "save it with 8 bits a channel"


def is_picture_name(path: Path) -> bool:
    """Tell whether a file is named like a picture that can be read."""
    return Image.registered_extensions().get(path.suffix.lower()) in _readable_formats()


def _readable_formats() -> tuple[str, ...]:
    Image.init()
    return tuple(name for name in Image.OPEN if name not in RUN_BY_OTHERS)


def read_picture(path: Path) -> OwnData:
    """Read a picture: 8-bit RGB after its EXIF turn, what is transparent over black.

    Of a film it is the first picture. What kind of picture it is, its content decides.

    Raises:
        ProgramError: it is no picture, or has too many pixels.
        OSError: it cannot be opened.
    """
    name = shown_name(path)
    with path.open("rb") as file:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of what is odd in a file that can be read
                with Image.open(file, formats=_readable_formats()) as image:
                    check_number_of_elements(name, image.width * image.height)
                    rgb = _rgb(ImageOps.exif_transpose(image))
        except (ProgramError, MemoryError):
            raise
        except Image.DecompressionBombError as error:
            most = BOMB_FACTOR * (Image.MAX_IMAGE_PIXELS or 0)
            what = f"has more pixels than can be opened; try a picture of {most} at most"
            raise refused(name, what) from error
        except UnidentifiedImageError as error:
            raise refused(name, "is not a picture, whatever its name says") from error
        except Exception as error:  # a damaged picture may fail in any way
            reason = printable(" ".join(str(error).split())) or type(error).__name__
            raise refused(name, f"cannot be read as a picture: {reason}") from error
    return OwnData(name, _keys(rgb), rgb.shape[:2], PictureForm(), rgb.reshape(-1, 3))


def _keys(rgb: NDArray[np.uint8]) -> NDArray[np.uint32]:
    """Return how bright each pixel looks: (count,) uint32 from 0 to 2,550,000."""
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
    """Lay a colour over black: floor(colour alpha / 255 + 1/2), uint8.

    255 is odd, so no quotient lies in the middle, and 127 rounds as 127.5 does: all stays within
    the whole numbers of 16 bits.
    """
    product = colour.astype(np.uint16) * alpha
    return ((product + np.uint16(127)) // np.uint16(255)).astype(np.uint8)


def _eight_bits(image: Image.Image) -> NDArray[np.uint8]:
    """Return grays of 16 bits as the nearest of 8, what is transparent black: (height, width)."""
    gray = np.array(image).astype(np.int64)
    if gray.size and (gray.min() < 0 or gray.max() > MAX_GRAY_OF_16_BITS):
        raise ValueError(f"its grays are not from 0 to {MAX_GRAY_OF_16_BITS}; {TRY_8_BITS}")
    transparent = image.info.get("transparency")
    if isinstance(transparent, int):
        gray[gray == transparent] = 0
    return ((gray + STEPS_OF_16_BITS // 2) // STEPS_OF_16_BITS).astype(np.uint8)
