"""Each GLSL function equals its Python twin, for every element of every pass."""

import moderngl
import numpy as np
import pytest
from numpy.typing import NDArray

from app.data.element_format import sort_keys
from app.data.texture_layout import TextureLayout
from app.gpu.shader_source import load_shader, read_shader
from app.network.comparator import is_ascending, is_lower, is_out_of_order, partner
from app.network.schedule import BitonicNetwork

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
    uint lower_key = uint(gl_FragCoord.x);
    uint upper_key = uint(gl_FragCoord.y);
    answers = uvec4(
        uint(is_out_of_order(lower_key, upper_key, true)),
        uint(is_out_of_order(lower_key, upper_key, false)),
        uint(is_out_of_order(lower_key + 0x7fffffffu, upper_key + 0x7fffffffu, true)),
        0u
    );
}
"""

KEY_PROBE = """#version 330 core
#include "include/element.glsl"
out uvec4 answers;
void main() {
    answers = uvec4(sort_key(fetch_element(ivec2(gl_FragCoord.xy))), 0u, 0u, 0u);
}
"""


class Probe:
    """Runs a shader over a small grid and returns what it answers."""

    def __init__(self, ctx: moderngl.Context, text: str, width: int, height: int) -> None:
        def read(name: str) -> str:
            return text if name == "probe" else read_shader(name)

        source = load_shader("probe", read=read)
        self.program = ctx.program(
            vertex_shader=read_shader("fullscreen.vert"), fragment_shader=source.text
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
                layout.element_at(*layout.texel_of(element)),
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


def test_sort_key_is_the_same_in_both_languages(ctx: moderngl.Context) -> None:
    patterns = np.random.default_rng(3).integers(0, 2**32, 4096, np.uint32)
    patterns[:8] = [0, 0x8000_0000, 1, 0x8000_0001, 0x7F80_0000, 0xFF80_0000, 0x7F7F_FFFF, 7]
    values = patterns.view(np.float32)
    patterns[np.isnan(values)] = 0
    texture = ctx.texture((64, 64), 1, values.tobytes(), dtype="f4")
    texture.filter = (moderngl.NEAREST, moderngl.NEAREST)
    texture.use(0)
    probe = Probe(ctx, KEY_PROBE, 64, 64)
    assert np.array_equal(probe.answers()[:, 0], sort_keys(values))
    probe.release()
    texture.release()
