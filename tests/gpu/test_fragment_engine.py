"""The fragment engine equals the numpy reference, bit for bit, after every pass."""

from collections.abc import Callable
from itertools import pairwise

import moderngl
import numpy as np
import psutil
import pytest
from numpy.typing import NDArray

from bitonic_scope.data.data_kind import DataKind
from bitonic_scope.data.distributions import make, uniform
from bitonic_scope.data.element_format import FLOAT32
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.fragment_engine import FragmentEngine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.network.schedule import Direction, NetworkKind
from tests.support.oracle import bits, values_at_every_pass

SIZES = [(1, 1), (2, 1), (1, 2), (2, 2), (4, 2), (2, 4), (8, 1), (8, 8), (16, 8), (1, 64), (64, 64)]
SPECIAL = np.array(
    [
        0.0,
        -0.0,
        1e-40,
        3e-40,
        -1e-40,
        np.inf,
        -np.inf,
        1,
        -1,
        -0.0,
        3.4e38,
        -3.4e38,
        1e-40,
        2,
        0,
        7,
    ],
    np.float32,
)


def few_values(seed: int, count: int) -> NDArray[np.float32]:
    """Make data with many ties."""
    return np.floor(uniform(seed, count) * 4).astype(np.float32)


@pytest.mark.threads
@pytest.mark.parametrize("network_kind", list(NetworkKind))
@pytest.mark.parametrize("order", list(Direction))
@pytest.mark.parametrize("make", [uniform, few_values])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_texture_equals_the_reference_after_every_pass(
    gpu: Gpu,
    width: int,
    height: int,
    make: Callable[[int, int], NDArray[np.float32]],
    order: Direction,
    network_kind: NetworkKind,
) -> None:
    elements = make(5, width * height)
    layout = TextureLayout(width, height)
    engine = FragmentEngine(gpu, layout, order=order, network_kind=network_kind)
    engine.load(elements)
    passes_seen = 0
    for pass_index, expected in enumerate(values_at_every_pass(elements, order, network_kind)):
        if pass_index:
            engine.run_pass()
        assert np.array_equal(bits(engine.read_back()), bits(expected)), pass_index
        passes_seen = pass_index
    assert passes_seen == engine.network.pass_count == engine.pass_index
    with pytest.raises(ValueError, match="pass_index must be 0 to"):
        engine.run_pass()
    engine.release()


@pytest.mark.parametrize("kind", list(DataKind))
def test_every_kind_of_data_passes_through_the_states_of_the_reference(
    gpu: Gpu, kind: DataKind
) -> None:
    elements = make(kind, 3, 128)
    engine = FragmentEngine(gpu, TextureLayout(16, 8))
    engine.load(elements)
    for pass_index, expected in enumerate(values_at_every_pass(elements)):
        engine.seek(pass_index)
        assert np.array_equal(bits(engine.read_back()), bits(expected)), pass_index
    assert np.array_equal(engine.read_back(), np.sort(elements))
    engine.release()


@pytest.mark.parametrize("order", list(Direction))
def test_signed_zeros_subnormals_and_infinities_keep_their_bits_in_every_pass(
    gpu: Gpu, order: Direction
) -> None:
    engine = FragmentEngine(gpu, TextureLayout(4, 4), order=order)
    engine.load(SPECIAL)
    for pass_index, expected in enumerate(values_at_every_pass(SPECIAL, order)):
        engine.seek(pass_index)
        state = bits(engine.read_back())
        assert np.array_equal(state, bits(expected))
        assert np.array_equal(np.sort(state), np.sort(bits(SPECIAL)))
    engine.release()


@pytest.mark.threads
def test_a_million_elements_end_as_numpy_sorts_them(gpu: Gpu) -> None:
    elements = uniform(11, 1 << 20)
    engine = FragmentEngine(gpu, TextureLayout(1024, 1024))
    engine.load(elements)
    engine.seek(210)
    assert np.array_equal(bits(engine.read_back()), bits(np.sort(elements)))
    engine.release()


@pytest.mark.parametrize("network_kind", list(NetworkKind))
def test_zero_one_principle_for_all_256_inputs_of_8_elements(
    gpu: Gpu, network_kind: NetworkKind
) -> None:
    engine = FragmentEngine(gpu, TextureLayout(4, 2), network_kind=network_kind)
    for number in range(256):
        elements = np.array([number >> bit & 1 for bit in range(8)], np.float32)
        engine.load(elements)
        engine.seek(6)
        ones = number.bit_count()
        assert engine.read_back().tolist() == [0.0] * (8 - ones) + [1.0] * ones, number
    engine.release()


def test_seek_from_any_pass_to_any_pass_equals_a_fresh_run(gpu: Gpu) -> None:
    elements = uniform(2, 32)
    fresh = list(values_at_every_pass(elements))
    engine = FragmentEngine(gpu, TextureLayout(8, 4))
    engine.load(elements)
    for start in range(len(fresh)):
        for end in range(len(fresh)):
            engine.seek(start)
            engine.seek(end)
            assert engine.pass_index == end
            assert np.array_equal(bits(engine.read_back()), bits(fresh[end])), (start, end)
    for outside in (-1, len(fresh)):
        with pytest.raises(ValueError, match="pass_index must be"):
            engine.seek(outside)
    engine.release()


def _leave_blending_on(ctx: moderngl.Context) -> None:
    ctx.enable_only(moderngl.BLEND)
    ctx.blend_func = moderngl.SRC_ALPHA, moderngl.ONE


# The framebuffer that is bound after a pass is the one that it drew to; the pass after the next
# draws to it again.


def _leave_a_scissor(ctx: moderngl.Context) -> None:
    ctx.fbo.scissor = (0, 0, 1, 1)


def _leave_a_viewport(ctx: moderngl.Context) -> None:
    ctx.fbo.viewport = (2, 2, 3, 3)


def _leave_a_colour_mask(ctx: moderngl.Context) -> None:
    ctx.fbo.color_mask = (False, False, False, False)


def _leave_depth_and_culling_on(ctx: moderngl.Context) -> None:
    ctx.enable_only(moderngl.DEPTH_TEST | moderngl.CULL_FACE)


@pytest.mark.parametrize(
    "disturb",
    [
        _leave_blending_on,
        _leave_a_scissor,
        _leave_a_viewport,
        _leave_a_colour_mask,
        _leave_depth_and_culling_on,
    ],
)
def test_a_pass_does_not_care_what_state_others_left(
    gpu: Gpu, disturb: Callable[[moderngl.Context], None]
) -> None:
    elements = uniform(4, 64)
    engine = FragmentEngine(gpu, TextureLayout(8, 8))
    engine.load(elements)
    disturbed = set()
    for expected in list(values_at_every_pass(elements))[1:]:
        engine.run_pass()
        disturb(gpu.ctx)
        disturbed.add(gpu.ctx.fbo.glo)
        assert np.array_equal(bits(engine.read_back()), bits(expected))
    assert len(disturbed) == 2
    engine.release()


@pytest.mark.threads
def test_the_texture_that_is_read_is_never_the_one_that_is_written(
    gpu: Gpu, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = FragmentEngine(gpu, TextureLayout(8, 8))
    engine.load(uniform(1, 64))
    program = gpu.programs.get("sort/compare_exchange.frag", FLOAT32)
    draw, seen = program.draw, []

    def checked_draw() -> None:
        (attachment,) = gpu.ctx.fbo.color_attachments
        assert isinstance(attachment, moderngl.Texture)
        seen.append((engine.sort_texture.glo, attachment.glo))
        draw()
        assert attachment.read() != engine.sort_texture.read()  # something was drawn there

    monkeypatch.setattr(program, "draw", checked_draw)
    engine.seek(engine.network.pass_count)
    assert len(seen) == 21
    assert all(read != written for read, written in seen)
    assert len({read for read, _ in seen}) == 2
    assert all(written == read for (_, written), (read, _) in pairwise(seen))
    engine.release()


def test_sort_textures_are_nearest_and_clamped(gpu: Gpu) -> None:
    engine = FragmentEngine(gpu, TextureLayout(8, 8))
    for _ in range(2):
        texture = engine.sort_texture
        assert texture.filter == (moderngl.NEAREST, moderngl.NEAREST)
        assert not texture.repeat_x
        assert not texture.repeat_y
        assert (texture.components, texture.dtype) == (1, "f4")
        engine.run_pass()
    engine.release()


def test_rows_can_be_read_back_in_parts(gpu: Gpu) -> None:
    elements = uniform(9, 64)
    engine = FragmentEngine(gpu, TextureLayout(8, 8))
    engine.load(elements)
    assert np.array_equal(engine.read_back(3, 2), elements[24:40])
    assert np.array_equal(engine.read_back(6), elements[48:])
    with pytest.raises(ValueError, match=r"expected \(64,\) elements"):
        engine.load(elements[:10])
    engine.release()


def test_500_sizes_and_500_seeds_leave_no_memory_behind(gpu: Gpu) -> None:
    process = psutil.Process()
    before = 0
    for number in range(500):
        side = 4 << number % 8  # 4 to 512
        engine = FragmentEngine(gpu, TextureLayout(side, side))
        engine.load(uniform(number, side * side))
        engine.run_pass()
        engine.release()
        engine.release()
        if number == 50:
            before = process.memory_info().rss
    assert process.memory_info().rss - before < 50 * 2**20
