"""The probe: what this driver can do, and that asking leaves nothing behind, whatever happens."""

import ctypes
from collections import Counter
from typing import Any

import moderngl
import psutil
import pytest
from bitonic_scope.driver.examination import examine

from bitonic_scope.data.element_format import FLOAT32, FORMATS, FormatName
from bitonic_scope.driver.probe import QUESTIONS, probe, texture_support
from bitonic_scope.driver.questions import Questions, can_be_read, keeps_bits
from bitonic_scope.driver.report import REPORTED_FORMATS
from bitonic_scope.gpu.programs import FullscreenProgram, Programs
from bitonic_scope.model.capabilities import FloatPath, TextureSupport
from bitonic_scope.model.limits import MAX_SIDE
from tests.model.test_capabilities import FULL

MAX_NAMES_AHEAD = 1000  # of the name of a new texture: names of other kinds are counted apart
ROUNDS = 100  # of a probe, of about 2 ms
MAX_GROWTH_BYTES = 4 << 20  # of the process meanwhile: one texture kept a round would be more


def says_no(*_: object) -> bool:
    return False


def raises(*_: object) -> bool:
    raise MemoryError("no room")


def leaves_an_error(ctx: moderngl.Context, *_: object) -> bool:
    ctx.texture((1 << 20, 1), 1).release()
    return True


def breaks_off(ctx: moderngl.Context, *_: object) -> bool:
    """Leave another framebuffer bound, as a driver does that fails half way."""
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
def test_this_driver_can_do_all_with_every_format(
    ctx: moderngl.Context, programs: Programs, name: FormatName
) -> None:
    assert texture_support(ctx, programs, FORMATS[name]) == FULL


def test_this_driver_takes_the_path_of_floats(ctx: moderngl.Context, programs: Programs) -> None:
    capabilities = probe(ctx, programs)
    assert capabilities.float_path is FloatPath.FLOAT
    assert capabilities.max_side == MAX_SIDE
    assert capabilities.max_element_count > 0


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
def test_each_kind_of_no_decides(
    ctx: moderngl.Context,
    programs: Programs,
    question: str,
    path: FloatPath,
    refuse: object,
) -> None:
    questions = changed(**{question: refuse})
    assert probe(ctx, programs, questions).float_path is path
    report = examine(ctx, programs, questions)
    assert report.float_path is path
    assert report.capabilities.float_path is path
    assert not getattr(report.supports[FormatName.FLOAT32], question)


def test_after_a_no_nothing_that_builds_on_it_is_asked(
    ctx: moderngl.Context, programs: Programs
) -> None:
    asked = []

    def note_and_refuse(*_: object) -> bool:
        asked.append(True)
        return False

    refused = Questions(*[note_and_refuse] * 5)
    support = texture_support(ctx, programs, FLOAT32, refused)
    assert support == TextureSupport(False, False, False, False)
    assert len(asked) == 1


def test_a_format_that_flushes_subnormals_is_found_out(
    ctx: moderngl.Context, programs: Programs
) -> None:
    by_arithmetic = FORMATS[FormatName.PACKED_ARITHMETIC]
    assert can_be_read(ctx, programs, by_arithmetic)
    assert not keeps_bits(ctx, programs, by_arithmetic)


def test_what_can_be_read_in_no_way_keeps_no_bits_that_anyone_has_seen(
    ctx: moderngl.Context, programs: Programs
) -> None:
    unreadable = Questions(can_be_read=says_no)
    assert not texture_support(ctx, programs, FORMATS[FormatName.PAIR], unreadable).keeps_bits
    assert texture_support(ctx, programs, FORMATS[FormatName.HALF], unreadable).keeps_bits


@pytest.mark.parametrize("refuse", [None, *EVERY_NO])
@pytest.mark.parametrize("question", ["can_be_made", "can_be_drawn", "can_be_read", "keeps_bits"])
def test_nothing_is_left_behind(
    ctx: moderngl.Context, programs: Programs, question: str, refuse: object
) -> None:
    questions = QUESTIONS if refuse is None else changed(**{question: refuse})
    target = ctx.simple_framebuffer((3, 2))
    examine(ctx, programs, questions)  # which compiles
    kept = live_objects(ctx)
    target.use()
    probe(ctx, programs, questions)
    examine(ctx, programs, questions)
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
    assert probe(ctx, programs).float_path is FloatPath.FLOAT
    assert ctx.detect_framebuffer().glo == 0


def test_an_error_from_before_is_not_taken_for_an_answer(
    ctx: moderngl.Context, programs: Programs
) -> None:
    leaves_an_error(ctx)
    assert probe(ctx, programs).float_path is FloatPath.FLOAT


def test_the_probe_compiles_nothing_but_the_program_of_the_sort(ctx: moderngl.Context) -> None:
    class NotedPrograms(Programs):
        def get(self, fragment_shader: str, *rest: object) -> FullscreenProgram:
            asked.add((fragment_shader, *rest))
            return super().get(fragment_shader, *rest)  # type: ignore[arg-type]

    asked: set[tuple[object, ...]] = set()
    with NotedPrograms(ctx) as programs:
        probe(ctx, programs)
    assert asked == {("sort/compare_exchange.frag", FLOAT32)}


def test_the_report_says_what_the_driver_says(ctx: moderngl.Context, programs: Programs) -> None:
    report = examine(ctx, programs)
    assert report.renderer == ctx.info["GL_RENDERER"]
    assert report.has_compute is (ctx.version_code >= 430)
    assert int(report.glsl_version.replace(".", "")) == ctx.version_code
    assert set(report.supports) == set(REPORTED_FORMATS)


@pytest.mark.parametrize("refuse", EVERY_NO)
def test_time_and_language_take_a_no_as_well(
    ctx: moderngl.Context, programs: Programs, refuse: object
) -> None:
    questions = changed(has_timer=refuse, glsl_compiles=refuse)
    report = examine(ctx, programs, questions)
    assert not report.has_timer
    assert report.glsl_version == "none"
    assert report.float_path is FloatPath.FLOAT
