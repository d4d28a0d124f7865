"""Programs: what is wrong with a shader is said by file and line."""

from collections.abc import Callable
from functools import partial

import moderngl
import pytest

from bitonic_scope.data.element_format import FLOAT32, FORMATS, ElementFormat, FormatName
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu import programs as programs_module
from bitonic_scope.gpu.programs import FULLSCREEN, Program, Programs
from bitonic_scope.gpu.shader_source import ShaderLine, load_shader, read_shader


def _broken(part: str, by: str, file: str) -> object:
    def read(name: str) -> str:
        text = read_shader(name)
        return text.replace(part, by) if name == file else text

    return lambda name, **options: load_shader(name, read=read, **options)


PASS = partial(Program, fragment_shader="sort/compare_exchange.frag", element_format=FLOAT32)
DOTS = partial(Program, fragment_shader="views/dots.frag", vertex_shader="views/dots.vert")


@pytest.mark.parametrize(
    ("compiled", "file", "part"),
    [
        (PASS, "include/comparator.glsl", "element ^ partner_mask"),
        (PASS, "sort/compare_exchange.frag", "exchange ? other : own"),
        (PASS, "include/texel.glsl", "(uint(texel.y) << log2_width)"),
        (DOTS, "views/dots.vert", "is_top ? high + dot_size : low"),
        (DOTS, "include/column.glsl", "column * pane_size.x / columns"),
    ],
)
def test_a_fault_in_a_shader_is_reported_with_its_own_file_and_line(
    ctx: moderngl.Context,
    monkeypatch: pytest.MonkeyPatch,
    compiled: Callable[[moderngl.Context], Program],
    file: str,
    part: str,
) -> None:
    faulty_line = 1 + read_shader(file).split(part)[0].count("\n")
    monkeypatch.setattr(programs_module, "load_shader", _broken(part, "no_such_thing", file))
    with pytest.raises(ProgramError, match=rf"shaders/{file}:{faulty_line}: .*no_such_thing"):
        compiled(ctx)


@pytest.mark.parametrize("element_format", list(FORMATS.values()), ids=lambda row: row.name)
def test_the_pass_is_short_enough_to_be_read(element_format: ElementFormat) -> None:
    def is_card(line: ShaderLine) -> bool:
        return line.file == "sort/compare_exchange.frag" and line.text.startswith("//")

    source = load_shader("sort/compare_exchange.frag", element_format=element_format.include)
    lines = [line for line in source.lines if not is_card(line)]
    includes = read_shader("sort/compare_exchange.frag").count("#include")
    own = sum(line.file == "sort/compare_exchange.frag" for line in lines)
    assert own + includes <= 40
    assert len(lines) <= 120
    assert max(len(line.text) for line in lines) <= 100


def test_an_unknown_uniform_is_refused_by_name(programs: Programs) -> None:
    program = programs.get("views/texture_view.frag")
    with pytest.raises(ProgramError, match="uses no uniform 'pixel_per_texel'; it has "):
        program.set_uniforms(pixel_per_texel=3)


def test_a_missing_shader_is_refused_by_name(programs: Programs) -> None:
    with pytest.raises(ProgramError, match=r"shaders/nothing\.frag cannot be read"):
        programs.get("nothing.frag")


def test_a_program_is_compiled_once_and_can_be_released_twice(programs: Programs) -> None:
    program = programs.get("sort/compare_exchange.frag", FLOAT32)
    assert programs.get("sort/compare_exchange.frag", FLOAT32) is program
    assert programs.get("sort/compare_exchange.frag", FORMATS[FormatName.PAIR]) is not program
    program.release()
    program.release()


def test_a_program_takes_another_vertex_shader(programs: Programs) -> None:
    program = programs.get("views/dots.frag", vertex_shader="views/dots.vert")
    program.set_uniforms(columns=4)  # which dots.vert alone has
    assert programs.get("views/dots.frag", vertex_shader="views/dots.vert") is program
    fullscreen = programs.get("sort/compare_exchange.frag", FLOAT32)
    named = programs.get("sort/compare_exchange.frag", FLOAT32, vertex_shader=FULLSCREEN)
    assert named is fullscreen
