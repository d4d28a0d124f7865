"""All that is known about a driver: what `doctor` prints and the window shows, as values."""

from collections.abc import Mapping
from dataclasses import dataclass

from bitonic_scope.data.element_format import FormatName
from bitonic_scope.driver.float_path import DecisionStep, decision_steps, float_path, reason
from bitonic_scope.model.capabilities import FloatPath, TextureSupport

REPORTED_FORMATS = (
    FormatName.FLOAT32,
    FormatName.HALF,
    FormatName.UINT32,
    FormatName.PAIR,
    FormatName.PACKED,
)
SUPPORT_HEADINGS = ("made", "drawn to", "bits kept", "read back")
BYTES_PER_GIB = 2**30


@dataclass(frozen=True, slots=True)
class DriverReport:
    """What a driver says of itself, and what it was seen to do.

    Attributes:
        vendor: who made it, in its own words.
        renderer: what it draws with, in its own words.
        version: its OpenGL version, in its own words.
        glsl_version: the newest shading language that it compiles, as "4.50"; "none" for none.
        max_texture_side: the largest texture that it claims, in texels a side.
        max_side: the largest side of a sort texture.
        max_element_count: how many elements the free memory can hold.
        free_bytes: the free memory of the system.
        has_compute: whether it has compute shaders.
        has_timer: whether it can tell how long the GPU took for a pass.
        supports: what it can do with the textures of each of REPORTED_FORMATS.
    """

    vendor: str
    renderer: str
    version: str
    glsl_version: str
    max_texture_side: int
    max_side: int
    max_element_count: int
    free_bytes: int
    has_compute: bool
    has_timer: bool
    supports: Mapping[FormatName, TextureSupport]

    @property
    def float_path(self) -> FloatPath:
        """How floats are stored here."""
        return float_path(self._float32)

    @property
    def reason(self) -> str:
        """How floats are stored here, and why, in one sentence."""
        return reason(self._float32)

    @property
    def steps(self) -> tuple[DecisionStep, ...]:
        """All branches of the decision, the taken ones marked."""
        return decision_steps(self._float32)

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """What is said of the driver as a whole: (label, text), for a person."""
        compute = "yes" if self.has_compute else "no: they need OpenGL 4.3"
        free = f"{self.free_bytes / BYTES_PER_GIB:.1f} GiB"
        timer = "yes" if self.has_timer else "no: only wall time is known"
        return (
            ("Vendor", self.vendor),
            ("Renderer", self.renderer),
            ("OpenGL", self.version),
            ("GLSL", self.glsl_version),
            ("Largest texture", f"{self.max_texture_side:,} texels a side"),
            ("Largest sort", f"{self.max_side:,} texels a side"),
            ("Free memory", f"{free}, for {self.max_element_count:,} elements"),
            ("Compute shaders", compute),
            ("GPU times", timer),
        )

    @property
    def rows(self) -> tuple[tuple[FormatName, tuple[bool, ...]], ...]:
        """The table of formats: the answers under SUPPORT_HEADINGS."""
        return tuple((name, _answers(self.supports[name])) for name in REPORTED_FORMATS)

    @property
    def _float32(self) -> TextureSupport:
        return self.supports[FormatName.FLOAT32]


def _answers(support: TextureSupport) -> tuple[bool, ...]:
    """Return the answers in the order of SUPPORT_HEADINGS, which is that of the decision."""
    return support.can_be_made, support.can_be_drawn, support.keeps_bits, support.can_be_read
