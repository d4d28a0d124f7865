"""The type of the values that are sorted, whatever format they are stored in."""

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float32] | NDArray[np.uint32]
