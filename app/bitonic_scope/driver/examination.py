"""Asks the driver all that can be asked, for the page and the report that tell it."""

from functools import partial

import moderngl

from bitonic_scope.data.element_format import FORMATS, FormatName
from bitonic_scope.driver.probe import (
    QUESTIONS,
    ask,
    max_element_count,
    max_side,
    max_texture_side,
    texture_support,
)
from bitonic_scope.driver.questions import Questions
from bitonic_scope.driver.report import REPORTED_FORMATS, DriverReport
from bitonic_scope.gpu.programs import Programs
from bitonic_scope.system.memory import free_bytes

COMPUTE_VERSION = 430
GLSL_VERSIONS = (460, 450, 440, 430, 420, 410, 400, 330)


def examine(
    ctx: moderngl.Context, programs: Programs, questions: Questions = QUESTIONS
) -> DriverReport:
    """Ask the driver everything; it takes part of a second, most of it to compile."""
    packed = FORMATS[FormatName.PACKED]  # what every driver can draw to
    free = free_bytes()
    return DriverReport(
        vendor=str(ctx.info["GL_VENDOR"]),
        renderer=str(ctx.info["GL_RENDERER"]),
        version=str(ctx.info["GL_VERSION"]),
        glsl_version=_newest_glsl(ctx, questions),
        max_texture_side=max_texture_side(ctx),
        max_side=max_side(ctx),
        max_element_count=max_element_count(free),
        free_bytes=free,
        has_compute=ctx.version_code >= COMPUTE_VERSION,
        has_timer=ask(ctx, partial(questions.has_timer, ctx, programs, packed)),
        supports={
            name: texture_support(ctx, programs, FORMATS[name], questions)
            for name in REPORTED_FORMATS
        },
    )


def _newest_glsl(ctx: moderngl.Context, questions: Questions) -> str:
    """Return the newest language up to the one that goes with this OpenGL: "4.50", or "none".

    Newer ones are not tried: moderngl never frees a program that fails to compile.
    """
    for version in GLSL_VERSIONS:
        if version <= ctx.version_code and ask(ctx, partial(questions.glsl_compiles, ctx, version)):
            return f"{version // 100}.{version % 100}"
    return "none"
