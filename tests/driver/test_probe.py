"""The probe: what this driver can do, and that asking leaves nothing behind, whatever happens."""

import ctypes
from collections import Counter
from typing import Any

import moderngl
import psutil
import pytest

from bitonic_scope.data.element_format import FLOAT32, FORMATS, FormatName
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.driver.probe import (
    QUESTIONS,
    examine,
    headless_gpu,
    probe,
    texture_support,
)
from bitonic_scope.driver.questions import Questions, can_be_read, keeps_bits
from bitonic_scope.driver.report import REPORTED_FORMATS
from bitonic_scope.gpu.fragment_engine import FragmentEngine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.gpu.programs import Program, Programs
from bitonic_scope.model.capabilities import Capabilities, FloatPath, TextureSupport
from bitonic_scope.model.limits import MAX_SIDE
from tests.model.test_capabilities import FULL

MAX_NAMES_AHEAD = 1000  # of the name of a new texture: names of other kinds are counted apart
ROUNDS = 100  # of a probe, of about 2 ms
MAX_GROWTH_BYTES = 4 << 20  # of the process meanwhile: one texture kept a round would be more


def says_no(*_: object) -> bool:
    return False


def raises(*_: object) -> bool:
    raise MemoryError("no room")


def leaves_an_error(where: Gpu | moderngl.Context, *_: object) -> bool:
    ctx = where.ctx if isinstance(where, Gpu) else where
    ctx.texture((1 << 20, 1), 1).release()
    return True


def breaks_off(where: Gpu | moderngl.Context, *_: object) -> bool:
    """Leave another framebuffer bound, as a driver does that fails half way."""
    ctx = where.ctx if isinstance(where, Gpu) else where
    ctx.detect_framebuffer(0).use()
    leaves_an_error(ctx)
    raise moderngl.Error("half way")


EVERY_NO = [says_no, raises, leaves_an_error, breaks_off]


def live_objects(ctx: moderngl.Context) -> Counter[str]:
    """Count the textures, framebuffers, programs and vertex arrays that the driver keeps."""
    driver = ctypes.CDLL("libGL.so.1")
    texture = ctx.texture((1, 1), 4)
    highest = texture.glo + MAX_NAMES_AHEAD
    texture.release()
    kinds = ("Texture", "Framebuffer", "Program", "VertexArray", "Shader")
    return Counter(
        kind for kind in kinds for name in range(highest) if getattr(driver, f"glIs{kind}")(name)
    )


def changed(**changes: Any) -> Questions:
    """Return the questions with some of them replaced."""
    return QUESTIONS._replace(**changes)


@pytest.mark.parametrize("name", REPORTED_FORMATS)
def test_this_driver_can_do_all_with_every_format(gpu: Gpu, name: FormatName) -> None:
    assert texture_support(gpu, FORMATS[name]) == FULL


def test_this_driver_takes_the_path_of_floats(gpu: Gpu) -> None:
    probed = probe(gpu.ctx, gpu.programs)
    assert (probed.ctx, probed.programs) == (gpu.ctx, gpu.programs)
    capabilities = probed.capabilities
    assert capabilities.float_path is FloatPath.FLOAT
    assert capabilities.max_side == MAX_SIDE
    assert capabilities.max_element_count > 0
    assert capabilities.version_code == gpu.ctx.version_code
    assert capabilities.has_compute is (gpu.ctx.version_code >= 430)


def test_a_gpu_without_a_window_is_probed_and_freed_at_the_end() -> None:
    with headless_gpu() as gpu:
        assert gpu.capabilities.float_path is FloatPath.FLOAT
        assert gpu.capabilities.max_side == MAX_SIDE
        assert gpu.ctx.error == "GL_NO_ERROR"
    assert isinstance(gpu.ctx.mglo, moderngl.InvalidObject)


@pytest.mark.parametrize("refuse", EVERY_NO)
@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("can_be_made", FloatPath.PACKED),
        ("can_be_drawn", FloatPath.PACKED),
        ("keeps_bits", FloatPath.PACKED),
        ("can_be_read", FloatPath.READ_PACKED),
    ],
)
def test_each_kind_of_no_decides(gpu: Gpu, question: str, path: FloatPath, refuse: object) -> None:
    questions = changed(**{question: refuse})
    probed = probe(gpu.ctx, gpu.programs, questions)
    assert probed.capabilities.float_path is path
    report = examine(probed, questions)
    assert report.float_path is path
    assert report.max_side == probed.capabilities.max_side
    assert not getattr(report.supports[FormatName.FLOAT32], question)


def test_after_a_no_nothing_that_builds_on_it_is_asked(gpu: Gpu) -> None:
    asked = []

    def note_and_refuse(*_: object) -> bool:
        asked.append(True)
        return False

    refused = Questions(*[note_and_refuse] * 5)
    support = texture_support(gpu, FLOAT32, refused)
    assert support == TextureSupport(False, False, False, False)
    assert len(asked) == 1


def test_a_format_that_flushes_subnormals_is_found_out(gpu: Gpu) -> None:
    by_arithmetic = FORMATS[FormatName.PACKED_ARITHMETIC]
    assert can_be_read(gpu, by_arithmetic)
    assert not keeps_bits(gpu, by_arithmetic)


def test_what_can_be_read_in_no_way_keeps_no_bits_that_anyone_has_seen(gpu: Gpu) -> None:
    unreadable = Questions(can_be_read=says_no)
    assert not texture_support(gpu, FORMATS[FormatName.PAIR], unreadable).keeps_bits
    assert texture_support(gpu, FORMATS[FormatName.HALF], unreadable).keeps_bits


@pytest.mark.parametrize("refuse", [None, *EVERY_NO])
@pytest.mark.parametrize("question", ["can_be_made", "can_be_drawn", "can_be_read", "keeps_bits"])
def test_nothing_is_left_behind(gpu: Gpu, question: str, refuse: object) -> None:
    questions = QUESTIONS if refuse is None else changed(**{question: refuse})
    ctx = gpu.ctx
    target = ctx.simple_framebuffer((3, 2))
    examine(gpu, questions)  # which compiles
    kept = live_objects(ctx)
    target.use()
    probe(ctx, gpu.programs, questions)
    examine(gpu, questions)
    assert ctx.fbo is target
    assert ctx.detect_framebuffer().glo == target.glo
    assert ctx.viewport == (0, 0, 3, 2)
    assert ctx.error == "GL_NO_ERROR"
    assert live_objects(ctx) == kept
    target.color_attachments[0].release()
    target.release()


def test_memory_stays_flat(ctx: moderngl.Context, programs: Programs) -> None:
    process = psutil.Process()
    probe(ctx, programs)
    before = process.memory_info().rss
    for _ in range(ROUNDS):
        probe(ctx, programs)
    assert process.memory_info().rss - before < MAX_GROWTH_BYTES


def test_a_framebuffer_that_was_released_while_bound_is_no_obstacle(
    ctx: moderngl.Context, programs: Programs
) -> None:
    gone = ctx.simple_framebuffer((1, 1))
    gone.use()
    gone.color_attachments[0].release()
    gone.release()
    assert probe(ctx, programs).capabilities.float_path is FloatPath.FLOAT
    assert ctx.detect_framebuffer().glo == 0


def test_an_error_from_before_is_not_taken_for_an_answer(
    ctx: moderngl.Context, programs: Programs
) -> None:
    leaves_an_error(ctx)
    assert probe(ctx, programs).capabilities.float_path is FloatPath.FLOAT


class NotedPrograms(Programs):
    """Programs that note which of them were asked for."""

    def __init__(self, ctx: moderngl.Context) -> None:
        super().__init__(ctx)
        self.asked: set[tuple[object, ...]] = set()

    def get(self, fragment_shader: str, *rest: Any, **options: Any) -> Program:
        self.asked.add((fragment_shader, *rest))
        return super().get(fragment_shader, *rest, **options)


def test_the_probe_compiles_nothing_but_the_program_of_the_sort(ctx: moderngl.Context) -> None:
    with NotedPrograms(ctx) as programs:
        probe(ctx, programs)
    assert programs.asked == {("sort/compare_exchange.frag", FLOAT32)}


@pytest.mark.parametrize("name", [FormatName.FLOAT32, FormatName.HALF, FormatName.PACKED])
@pytest.mark.parametrize("path", list(FloatPath))
def test_floats_are_read_packed_only_where_they_have_to_be(
    ctx: moderngl.Context, name: FormatName, path: FloatPath
) -> None:
    with NotedPrograms(ctx) as programs:
        gpu = Gpu(ctx, programs, Capabilities(1024, 1 << 20, float_path=path))
        engine = FragmentEngine(gpu, TextureLayout(4, 4), element_format=FORMATS[name])
        engine.rewind()
        engine.read_back()
        engine.release()
    has_to = path is FloatPath.READ_PACKED and name is not FormatName.PACKED
    assert (("sort/pack_float.frag",) in programs.asked) is has_to


def test_the_report_says_what_the_driver_says(gpu: Gpu) -> None:
    report = examine(gpu)
    assert report.renderer == gpu.ctx.info["GL_RENDERER"]
    assert report.has_compute is (gpu.ctx.version_code >= 430)
    assert int(report.glsl_version.replace(".", "")) == gpu.ctx.version_code
    assert set(report.supports) == set(REPORTED_FORMATS)


@pytest.mark.parametrize("refuse", EVERY_NO)
def test_time_and_language_take_a_no_as_well(gpu: Gpu, refuse: object) -> None:
    questions = changed(has_timer=refuse, glsl_compiles=refuse)
    report = examine(gpu, questions)
    assert not report.has_timer
    assert report.glsl_version == "none"
    assert report.float_path is FloatPath.FLOAT
