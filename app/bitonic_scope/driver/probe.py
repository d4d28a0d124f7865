"""Asks the driver and the system for the limits of a sort, or for a full report."""

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
from bitonic_scope.model.limits import MAX_SIDE
from bitonic_scope.system.memory import free_bytes

SHARE_OF_MEMORY = 0.5  # of the free memory; the rest is for the system and for frames
MAX_PENDING_ERRORS = 16  # a lost context reports errors forever
GLSL_VERSIONS = (460, 450, 440, 430, 420, 410, 400, 330)
QUESTIONS = Questions()


def probe(ctx: moderngl.Context, programs: Programs, questions: Questions = QUESTIONS) -> Gpu:
    """Return the GPU of a context, with the limits of the driver and of the memory now free.

    Cheap enough for every start: compiles one or two programs.
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
    """Create a context without a window, probe it, and free everything at the end.

    Raises:
        ProgramError: this machine has no usable OpenGL 3.3.
    """
    with headless_context() as ctx, Programs(ctx) as programs:
        yield probe(ctx, programs)


def examine(gpu: Gpu, questions: Questions = QUESTIONS) -> DriverReport:
    """Ask the driver every question; takes a fraction of a second, mostly to compile."""
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
    """Ask about the textures of one element format; a no skips the questions that build on it."""

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

    An exception or a pending GL error counts as a no. Clears GL errors, and binds the previous
    framebuffer again.
    """
    bound = ctx.fbo
    _clear_errors(ctx)
    try:
        return question() and ctx.error == "GL_NO_ERROR"
    except Exception:  # drivers and moderngl raise all kinds
        return False
    finally:
        _bind_again(ctx, bound)
        _clear_errors(ctx)


def _bind_again(ctx: moderngl.Context, framebuffer: moderngl.Framebuffer | None) -> None:
    unbind_framebuffer(ctx)
    if framebuffer is not None:  # None: no framebuffer was ever bound in this context
        try:
            framebuffer.use()
        except AttributeError:  # moderngl raises it for a released framebuffer
            unbind_framebuffer(ctx)


def _clear_errors(ctx: moderngl.Context) -> None:
    for _ in range(MAX_PENDING_ERRORS):
        if ctx.error == "GL_NO_ERROR":
            return


def _newest_glsl(ctx: moderngl.Context, questions: Questions) -> str:
    """Return the newest GLSL version that compiles, such as "4.50"; "none" if none does.

    Skips versions newer than the OpenGL version: moderngl leaks programs that fail to compile.
    """
    for version in GLSL_VERSIONS:
        if version <= ctx.version_code and ask(ctx, partial(questions.glsl_compiles, ctx, version)):
            return f"{version // 100}.{version % 100}"
    return "none"


def max_texture_side(ctx: moderngl.Context) -> int:
    """Return the driver's largest texture side, in texels."""
    return int(ctx.info["GL_MAX_TEXTURE_SIZE"])


def max_side(ctx: moderngl.Context) -> int:
    """Return the largest side of a sort texture: a power of two, in texels."""
    return min(1 << (max_texture_side(ctx).bit_length() - 1), MAX_SIDE)


def max_element_count(free: int) -> int:
    """Return how many 4-byte elements can be sorted in this many free bytes, at least 1."""
    return max(int(free * SHARE_OF_MEMORY) // BYTES_PER_ELEMENT, 1)
