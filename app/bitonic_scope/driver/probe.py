"""Asks the driver and the system what a sort needs to know, or all that can be asked."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

import moderngl

from bitonic_scope.data.element_format import FLOAT32, FORMATS, ElementFormat
from bitonic_scope.driver.float_path import float_path
from bitonic_scope.driver.questions import Question, Questions
from bitonic_scope.driver.report import REPORTED_FORMATS, DriverReport
from bitonic_scope.gpu.context import headless_context, unbind_framebuffer
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.gpu.programs import Programs
from bitonic_scope.model.capabilities import BYTES_PER_ELEMENT, Capabilities, TextureSupport
from bitonic_scope.model.settings import MAX_SIDE
from bitonic_scope.system.memory import free_bytes

SHARE_OF_MEMORY = 0.5  # of what is free now: the rest stays for the system and for frames
MAX_PENDING_ERRORS = 16  # a lost context reports errors for ever
GLSL_VERSIONS = (460, 450, 440, 430, 420, 410, 400, 330)
QUESTIONS = Questions()


def probe(ctx: moderngl.Context, programs: Programs, questions: Questions = QUESTIONS) -> Gpu:
    """Return the GPU of a context with its limits on this machine, now.

    Cheap enough for each start: the only program that it compiles is the one of the sort.
    """
    capabilities = Capabilities(
        max_side=max_side(ctx),
        max_element_count=max_element_count(free_bytes()),
        version_code=ctx.version_code,
    )
    gpu = Gpu(ctx, programs, capabilities)
    path = float_path(texture_support(gpu, FLOAT32, questions))
    return replace(gpu, capabilities=replace(capabilities, float_path=path))


@contextmanager
def headless_gpu() -> Iterator[Gpu]:
    """Make a context without a window, probe it, and free everything at the end.

    Raises:
        ProgramError: this machine has no usable OpenGL 3.3.
    """
    with headless_context() as ctx, Programs(ctx) as programs:
        yield probe(ctx, programs)


def examine(gpu: Gpu, questions: Questions = QUESTIONS) -> DriverReport:
    """Ask the driver everything; it takes part of a second, most of it to compile."""
    ctx, free = gpu.ctx, free_bytes()
    return DriverReport(
        vendor=str(ctx.info["GL_VENDOR"]),
        renderer=str(ctx.info["GL_RENDERER"]),
        version=str(ctx.info["GL_VERSION"]),
        glsl_version=_newest_glsl(ctx, questions),
        max_texture_side=max_texture_side(ctx),
        max_side=gpu.capabilities.max_side,
        max_element_count=max_element_count(free),
        free_bytes=free,
        has_compute=gpu.capabilities.has_compute,
        has_timer=ask(ctx, partial(questions.has_timer, gpu)),
        supports={
            name: texture_support(gpu, FORMATS[name], questions) for name in REPORTED_FORMATS
        },
    )


def texture_support(
    gpu: Gpu, element_format: ElementFormat, questions: Questions = QUESTIONS
) -> TextureSupport:
    """Ask all about one element format; after a no, what builds on it is not asked."""

    def answer(question: Question) -> bool:
        return ask(gpu.ctx, partial(question, gpu, element_format))

    is_made = answer(questions.can_be_made)
    is_drawn = is_made and answer(questions.can_be_drawn)
    is_read = is_drawn and answer(questions.can_be_read)
    keeps = questions.keeps_bits if is_read else questions.keeps_bits_packed
    return TextureSupport(
        can_be_made=is_made,
        can_be_drawn=is_drawn,
        can_be_read=is_read,
        keeps_bits=is_drawn and answer(keeps),
    )


def ask(ctx: moderngl.Context, question: Callable[[], bool]) -> bool:
    """Return the answer to a question.

    An exception, or a GL error that the question leaves, counts as a no. Afterwards no error is
    pending, and the framebuffer of before is bound again.
    """
    bound = ctx.fbo
    _clear_errors(ctx)
    try:
        return question() and ctx.error == "GL_NO_ERROR"
    except Exception:  # drivers and moderngl raise what they like
        return False
    finally:
        _bind_again(ctx, bound)
        _clear_errors(ctx)


def _bind_again(ctx: moderngl.Context, framebuffer: moderngl.Framebuffer | None) -> None:
    unbind_framebuffer(ctx)
    if framebuffer is not None:  # None: nothing was bound in this context so far
        try:
            framebuffer.use()
        except AttributeError:  # moderngl raises it for a framebuffer that was released
            unbind_framebuffer(ctx)


def _clear_errors(ctx: moderngl.Context) -> None:
    for _ in range(MAX_PENDING_ERRORS):
        if ctx.error == "GL_NO_ERROR":
            return


def _newest_glsl(ctx: moderngl.Context, questions: Questions) -> str:
    """Return the newest language up to the one that goes with this OpenGL: "4.50", or "none".

    Newer ones are not tried: moderngl never frees a program that fails to compile.
    """
    for version in GLSL_VERSIONS:
        if version <= ctx.version_code and ask(ctx, partial(questions.glsl_compiles, ctx, version)):
            return f"{version // 100}.{version % 100}"
    return "none"


def max_texture_side(ctx: moderngl.Context) -> int:
    """Return the side of the largest texture that the driver makes, in texels."""
    return int(ctx.info["GL_MAX_TEXTURE_SIZE"])


def max_side(ctx: moderngl.Context) -> int:
    """Return the side of the largest texture that a sort can have here, in texels."""
    return min(1 << (max_texture_side(ctx).bit_length() - 1), MAX_SIDE)


def max_element_count(free: int) -> int:
    """Return how many elements of 4 bytes a number of free bytes can hold."""
    return max(int(free * SHARE_OF_MEMORY) // BYTES_PER_ELEMENT, 1)
