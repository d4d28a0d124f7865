"""Compiles every file of shaders/ on this machine's driver: `python -m tests.compile_shaders`.

A file that no program uses yet, or an include alone, is compiled all the same; one that serves
several element formats is compiled for each.
"""

import sys
from collections.abc import Iterator
from itertools import product

import moderngl

from bitonic_scope.data.element_format import FORMATS
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.context import headless_context
from bitonic_scope.gpu.programs import FULLSCREEN
from bitonic_scope.gpu.shader_source import load_shader, read_shader
from bitonic_scope.model.capabilities import COMPUTE_VERSION
from bitonic_scope.paths import data_dir

# Of fragment shaders that need one of their own.
VERTEX_SHADERS = {
    "views/dots.frag": "views/dots.vert",
    "views/shapes.frag": "views/shapes.vert",
}
ANY_FRAGMENT_SHADER = "#version 330 core\nout vec4 colour;\nvoid main() { colour = vec4(1.0); }\n"
# Which words to define, beside none; the file says what each does.
VARIANTS = {
    "sort/compare_exchange.frag": ["STABLE"],
    "sort/count_exchanges.frag": ["STABLE"],
    "views/element_colour.frag": ["COLOURS", "PICKED"],
    "views/columns.frag": ["COLOURS"],
    "views/texture_view.frag": ["PADDED"],
    "views/average.frag": ["PADDED"],
    "views/bars.frag": ["PADDED"],
    "views/dots.frag": ["PADDED"],
    "views/bar_spans.frag": ["MOVING"],
    "views/shapes.frag": ["WHOLE"],
}
PAIRS_ONLY = {"COLOURS"}  # needs the place that an element came from
COMPUTE_INCLUDES = "compute/include/"  # parts of one shader: they are nothing by themselves
COMPUTE_KINDS: list[dict[str, int]] = [
    {"FLOAT32": 1},
    {"UINT32": 1},
    {"PAIR": 1},
    {"PAIR": 1, "STABLE": 1},
]
GROUP: dict[str, int] = {"GROUP_SIZE": 256, "GROUP_BITS": 8}


def variants(name: str) -> Iterator[tuple[str | None, dict[str, int]]]:
    """Yield the element formats and words with which a file is to be compiled."""
    if name.endswith(".comp"):
        for words, flip in product(COMPUTE_KINDS, (0, 1)):
            yield None, words | GROUP | {"FLIP": flip}
    elif "FORMAT" not in read_shader(name):
        yield None, {}
        for word in VARIANTS.get(name, []):
            yield None, {word: 1}
    else:
        for row in FORMATS.values():
            yield row.include, {}
            for word in VARIANTS.get(name, []):
                if row.has_tag or word not in PAIRS_ONLY:
                    yield row.include, {word: 1}


def compile_file(
    ctx: moderngl.Context, name: str, element_format: str | None, defines: dict[str, int]
) -> None:
    """Compile one file, an include inside a shader that holds nothing else.

    Raises:
        ProgramError: a file is missing.
        moderngl.Error: the driver refuses it.
    """
    around = f'#version 330 core\n#include "{name}"\nout vec4 colour;\nvoid main() {{}}\n'
    alone = name.endswith(".glsl")
    source = load_shader(
        "around" if alone else name,
        defines=defines,
        element_format=element_format,
        read=lambda wanted: around if wanted == "around" else read_shader(wanted),
    )
    if name.endswith(".comp"):
        ctx.compute_shader(source.text).release()
        return
    if name.endswith(".vert"):
        fragments = [each for each, vertex in VERTEX_SHADERS.items() if vertex == name]
        words = dict.fromkeys(VARIANTS.get(fragments[0], []), 1) if fragments else {}
        fragment = (
            load_shader(fragments[0], defines=words).text if fragments else ANY_FRAGMENT_SHADER
        )
        program = ctx.program(vertex_shader=source.text, fragment_shader=fragment)
    else:
        vertex = load_shader(VERTEX_SHADERS.get(name, FULLSCREEN)).text
        program = ctx.program(vertex_shader=vertex, fragment_shader=source.text)
    program.release()


def names_to_compile(ctx: moderngl.Context) -> list[str]:
    """Return the files that stand for themselves, compute shaders where there are any."""
    folder = data_dir("shaders")
    paths = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    names = sorted(name for name in paths if not name.startswith(COMPUTE_INCLUDES))
    if ctx.version_code >= COMPUTE_VERSION:
        return names
    print("no compute shaders here: those are left out", file=sys.stderr)
    return [name for name in names if not name.endswith(".comp")]


def main() -> int:
    """Compile all files; print each, and return 1 if one of them fails."""
    faults = 0
    try:
        with headless_context() as ctx:
            names = names_to_compile(ctx)
            for name in names:
                try:
                    ways = list(variants(name))
                    for element_format, defines in ways:
                        compile_file(ctx, name, element_format, defines)
                    print(f"shaders/{name}: compiles, in {len(ways)} variants")
                except (moderngl.Error, ProgramError) as error:
                    faults += 1
                    print(f"shaders/{name}: {error}", file=sys.stderr)
    except ProgramError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{len(names) - faults} of {len(names)} shader files compile")
    return 1 if faults or not names else 0


if __name__ == "__main__":
    sys.exit(main())
