"""Each GLSL function equals its Python twin, for every element of every pass."""

from collections.abc import Sequence

import moderngl
import numpy as np
import pytest
from numpy.typing import NDArray

from bitonic_scope.data.element_format import FORMATS, ElementFormat
from bitonic_scope.data.elements import is_padding, sort_keys, store
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.shader_source import load_shader, read_shader
from bitonic_scope.network.comparator import is_ascending, is_lower, is_out_of_order, partner
from bitonic_scope.network.schedule import BitonicNetwork
from tests.support.oracle import can_pad, values_for

COMPARATOR_PROBE = """#version 330 core
#include "include/texel.glsl"
#include "include/comparator.glsl"
uniform uint direction_mask;
uniform uint compare_distance;
uniform uint partner_mask;
uniform bool descending;
out uvec4 answers;
void main() {
    uint element = element_at(ivec2(gl_FragCoord.xy));
    ivec2 back = texel_of(element);
    answers = uvec4(
        partner(element, partner_mask),
        uint(is_lower(element, compare_distance)),
        uint(is_ascending(element, direction_mask, descending)),
        back == ivec2(gl_FragCoord.xy) ? element : 4294967295u
    );
}
"""

ORDER_PROBE = """#version 330 core
#include "include/comparator.glsl"
out uvec4 answers;
void main() {
    uvec2 lower_key = uvec2(uint(gl_FragCoord.x) >> 1u, uint(gl_FragCoord.x) & 1u);
    uvec2 upper_key = uvec2(uint(gl_FragCoord.y) >> 1u, uint(gl_FragCoord.y) & 1u);
    answers = uvec4(
        uint(is_out_of_order(lower_key, upper_key, true)),
        uint(is_out_of_order(lower_key, upper_key, false)),
        uint(is_out_of_order(lower_key + 0x7ffffffeu, upper_key + 0x7ffffffeu, true)),
        0u
    );
}
"""

KEY_PROBE = """#version 330 core
#include "include/elements/FORMAT.glsl"
out uvec4 answers;
void main() {
    Element element = fetch_element(ivec2(gl_FragCoord.xy));
    answers = uvec4(
        sort_key(element, false),
        sort_key(element, true).y,
        uint(is_padding(element)));
}
"""


class Probe:
    """Runs a shader over a small grid and returns what it answers."""

    def __init__(
        self,
        ctx: moderngl.Context,
        text: str,
        width: int,
        height: int,
        element_format: ElementFormat | None = None,
        defines: Sequence[str] = (),
    ) -> None:
        def read(name: str) -> str:
            return text if name == "probe" else read_shader(name)

        source = load_shader(
            "probe",
            defines=dict.fromkeys(defines, 1),
            element_format=element_format.include if element_format else None,
            read=read,
        )
        self.program = ctx.program(
            vertex_shader=read_shader("include/fullscreen.vert"), fragment_shader=source.text
        )
        self._ctx = ctx
        self._triangle = ctx.vertex_array(self.program, [])
        self._texture = ctx.texture((width, height), 4, dtype="u4")
        self._framebuffer = ctx.framebuffer([self._texture])

    def answers(self) -> NDArray[np.uint32]:
        self._framebuffer.use()
        self._ctx.enable_only(moderngl.NOTHING)
        self._triangle.render(moderngl.TRIANGLES, vertices=3)
        raw = self._framebuffer.read(components=4, dtype="u4")
        return np.frombuffer(raw, np.uint32).reshape(-1, 4)

    def release(self) -> None:
        self._ctx.detect_framebuffer(0).use()
        for owned in (self._triangle, self.program, self._framebuffer, self._texture):
            owned.release()


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize(("width", "height"), [(1, 1), (2, 1), (4, 4), (8, 4), (16, 16), (4, 64)])
def test_comparator_and_texel_are_the_same_in_both_languages(
    ctx: moderngl.Context, width: int, height: int, descending: bool
) -> None:
    layout = TextureLayout(width, height)
    network = BitonicNetwork(layout.element_count.bit_length() - 1)
    probe = Probe(ctx, COMPARATOR_PROBE, width, height)
    probe.program["log2_width"] = layout.log2_width
    elements = range(layout.element_count)
    for sort_pass in network.passes:
        probe.program["direction_mask"] = sort_pass.direction_mask
        probe.program["compare_distance"] = sort_pass.compare_distance
        probe.program["partner_mask"] = sort_pass.partner_mask
        probe.program["descending"] = descending
        expected = [
            (
                partner(element, partner_mask=sort_pass.partner_mask),
                is_lower(element, compare_distance=sort_pass.compare_distance),
                is_ascending(
                    element, direction_mask=sort_pass.direction_mask, descending=descending
                ),
                element,  # rows are read back from the bottom, as texel.glsl lays them
            )
            for element in elements
        ]
        assert probe.answers().tolist() == [list(map(int, row)) for row in expected]
    probe.release()


def test_out_of_order_is_the_same_in_both_languages(ctx: moderngl.Context) -> None:
    probe = Probe(ctx, ORDER_PROBE, 4, 4)
    expected = []
    for upper_key in range(4):
        for lower_key in range(4):
            ascending = is_out_of_order(lower_key, upper_key, True)
            descending = is_out_of_order(lower_key, upper_key, False)
            expected.append([int(ascending), int(descending), int(ascending), 0])
    assert probe.answers().tolist() == expected
    probe.release()


@pytest.mark.parametrize("stable", [False, True])
@pytest.mark.parametrize("element_format", list(FORMATS.values()), ids=lambda row: row.name)
def test_sort_key_and_padding_are_the_same_in_both_languages(
    ctx: moderngl.Context, element_format: ElementFormat, stable: bool
) -> None:
    values = values_for(element_format, 4000 if can_pad(element_format) else 4096)
    elements = store(element_format, values, element_count=4096, descending=False)
    texture = ctx.texture(
        (64, 64),
        element_format.component_count,
        elements.tobytes(),
        dtype=element_format.texture_dtype,
    )
    texture.filter = (moderngl.NEAREST, moderngl.NEAREST)
    texture.use(0)
    probe = Probe(ctx, KEY_PROBE, 64, 64, element_format, ["STABLE"] if stable else [])
    keys = sort_keys(element_format, elements, stable=stable)
    descending_keys = sort_keys(element_format, elements, stable=stable, descending=True)
    expected = [keys >> 32, keys & 0xFFFF_FFFF, descending_keys & 0xFFFF_FFFF]
    if not element_format.has_tag:  # equal for all: their complement is never made
        expected[2] = expected[1]
    for column, numbers in enumerate(expected):
        assert np.array_equal(probe.answers()[:, column], numbers), column
    assert np.array_equal(probe.answers()[:, 3] == 1, is_padding(element_format, elements))
    probe.release()
    texture.release()
