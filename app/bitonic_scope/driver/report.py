"""The report on a driver that `doctor` prints and the window shows, as values."""

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
    """What a driver claims, and what the trials showed.

    Attributes:
        vendor: the GL_VENDOR string.
        renderer: the GL_RENDERER string.
        version: the GL_VERSION string.
        glsl_version: the newest GLSL version that compiles, such as "4.50"; "none" if none does.
        max_texture_side: the largest texture side that the driver claims, in texels.
        max_side: the largest side of a sort texture, in texels.
        max_element_count: how many 4-byte elements can be sorted in the free memory.
        free_bytes: the free memory of the system, in bytes.
        has_compute: whether the context has compute shaders.
        has_timer: whether timer queries measure the GPU time of a pass.
        supports: the trial results for each of REPORTED_FORMATS.
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
        """How floats are stored."""
        return float_path(self._float32)

    @property
    def reason(self) -> str:
        """How floats are stored and why, in one sentence."""
        return reason(self._float32)

    @property
    def steps(self) -> tuple[DecisionStep, ...]:
        """All branches of the decision, with the taken ones marked."""
        return decision_steps(self._float32)

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """The facts about the driver as a whole: (label, text)."""
        compute = "yes" if self.has_compute else "no: they need OpenGL 4.3"
        free = f"{self.free_bytes / BYTES_PER_GIB:.1f} GiB"
        timer = "yes" if self.has_timer else "no: only wall time can be measured"
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
        """The table of formats: a row of answers under SUPPORT_HEADINGS each."""
        return tuple((name, _answers(self.supports[name])) for name in REPORTED_FORMATS)

    @property
    def _float32(self) -> TextureSupport:
        return self.supports[FormatName.FLOAT32]


def _answers(support: TextureSupport) -> tuple[bool, ...]:
    """Return the answers in the order of SUPPORT_HEADINGS and of the decision."""
    return support.can_be_made, support.can_be_drawn, support.keeps_bits, support.can_be_read
