"""Asks the driver and the system what a sort needs to know, at each start."""

from collections.abc import Callable
from functools import partial

import moderngl

from bitonic_scope.data.element_format import FLOAT32, ElementFormat
from bitonic_scope.driver.float_path import float_path
from bitonic_scope.driver.questions import Question, Questions
from bitonic_scope.gpu.compute.limits import is_available
from bitonic_scope.gpu.context import unbind_framebuffer
from bitonic_scope.gpu.programs import Programs
from bitonic_scope.model.capabilities import BYTES_PER_ELEMENT, Capabilities, TextureSupport
from bitonic_scope.model.limits import MAX_SIDE
from bitonic_scope.system.memory import free_bytes

SHARE_OF_MEMORY = 0.5  # of what is free now: the rest stays for the system and for frames

MAX_PENDING_ERRORS = 16  # a lost context reports errors for ever
QUESTIONS = Questions()


def probe(
    ctx: moderngl.Context, programs: Programs, questions: Questions = QUESTIONS
) -> Capabilities:
    """Return the limits of this context on this machine, now, and how floats are stored.

    Cheap enough for each start: the program that it compiles is the one of the sort.
    """
    return Capabilities(
        max_side=max_side(ctx),
        max_element_count=max_element_count(free_bytes()),
        float_path=float_path(texture_support(ctx, programs, FLOAT32, questions)),
        has_compute=is_available(ctx),
    )


def texture_support(
    ctx: moderngl.Context,
    programs: Programs,
    element_format: ElementFormat,
    questions: Questions = QUESTIONS,
) -> TextureSupport:
    """Ask all about one element format; after a no, what builds on it is not asked."""

    def answer(question: Question) -> bool:
        return ask(ctx, partial(question, ctx, programs, element_format))

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

    Whatever it raises, or leaves as a GL error, is a no; neither an error nor another framebuffer
    than before is left behind.
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
        except AttributeError:  # moderngl's word for one that was released
            unbind_framebuffer(ctx)


def _clear_errors(ctx: moderngl.Context) -> None:
    for _ in range(MAX_PENDING_ERRORS):
        if ctx.error == "GL_NO_ERROR":
            return


def max_texture_side(ctx: moderngl.Context) -> int:
    """Return the side of the largest texture that the driver makes, in texels."""
    return int(ctx.info["GL_MAX_TEXTURE_SIZE"])


def max_side(ctx: moderngl.Context) -> int:
    """Return the side of the largest texture that a sort can have here, in texels."""
    return min(1 << (max_texture_side(ctx).bit_length() - 1), MAX_SIDE)


def max_element_count(free: int) -> int:
    """Return how many elements of 4 bytes a number of free bytes can hold."""
    return max(int(free * SHARE_OF_MEMORY) // BYTES_PER_ELEMENT, 1)
