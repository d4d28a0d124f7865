"""Shader text: includes, defines, and faults traced back to file and line."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.shader_source import ShaderLine, ShaderSource, load_shader, read_shader
from tests.support.program import ROOT

SHADERS = ROOT / "shaders"
STAGES = sorted(
    path.relative_to(SHADERS).as_posix()
    for path in SHADERS.rglob("*.*")
    if path.suffix in (".vert", ".frag") and path.parent.name != "bench"
)


def reader(**files: str) -> Callable[[str], str]:
    """Read from files given by their names without ".glsl"."""
    return lambda name: files[name.removesuffix(".glsl")]


def test_an_include_is_put_in_its_place() -> None:
    source = load_shader(
        "main.glsl",
        read=reader(main='#version 330 core\n#include "part.glsl"\nvoid main() {}', part="int a;"),
    )
    assert source.text == "#version 330 core\nint a;\nvoid main() {}\n"


def test_every_line_of_nested_includes_knows_its_file_and_line() -> None:
    main = '#version 330 core\n\n#include "outer.glsl"\nmain 4\n#include "b.glsl"\nmain 6'
    read = reader(
        main=main,
        outer='outer 1\n  #include "inner.glsl"\nouter 3',
        inner="inner 1\ninner 2",
        b="b 1",
    )
    source = load_shader("main.glsl", read=read, defines={"A": 1})
    texts = ["outer 1", "inner 1", "inner 2", "outer 3", "main 4", "b 1", "main 6"]
    assert source.text.splitlines() == ["#version 330 core", "#define A 1", "", *texts]
    for line in source.lines[3:]:
        assert line.text == f"{line.file.removesuffix('.glsl')} {line.number}"


def test_defines_come_after_the_version_and_do_not_move_lines() -> None:
    source = load_shader(
        "main.glsl",
        defines={"ELEMENT_FORMAT": "float", "COUNT": 3},
        read=reader(main="#version 330 core\nvoid main() {}"),
    )
    assert source.lines[-1] == ShaderLine("void main() {}", "main.glsl", 2)
    assert source.text.splitlines() == [
        "#version 330 core",
        "#define ELEMENT_FORMAT float",
        "#define COUNT 3",
        "void main() {}",
    ]


@pytest.mark.parametrize("text", ["", "\n#version 330 core", "void main() {}"])
def test_a_shader_without_version_in_its_first_line_is_refused(text: str) -> None:
    with pytest.raises(ProgramError, match=r"^shaders/main\.glsl:1: .*#version"):
        load_shader("main.glsl", read=reader(main=text))


def test_a_circle_of_includes_is_refused_with_the_way_round() -> None:
    files = {
        "a.glsl": '#version 330 core\n#include "b.glsl"',
        "b.glsl": '#include "c.glsl"',
        "c.glsl": '#include "b.glsl"',
    }
    with pytest.raises(ProgramError, match=r"a\.glsl -> b\.glsl -> c\.glsl -> b\.glsl$"):
        load_shader("a.glsl", read=files.__getitem__)


def test_a_file_that_is_missing_is_named() -> None:
    with pytest.raises(ProgramError, match=r"^shaders/none\.frag cannot be read: No such file"):
        load_shader("none.frag")
    main = '#version 330 core\n#include "include/none.glsl"'
    with pytest.raises(ProgramError, match=r"shaders/include/none\.glsl cannot be read"):
        load_shader("m.frag", read=lambda name: main if name == "m.frag" else read_shader(name))


def test_a_missing_include_is_named_with_the_file_that_includes_it() -> None:
    main = '#version 330 core\n#include "include/none.glsl"'
    with pytest.raises(ProgramError, match=r"m\.frag"):
        load_shader("m.frag", read=lambda name: main if name == "m.frag" else read_shader(name))


# Line 2 of the text is line 14 of an included file, line 3 is line 2 of the shader itself.
SOURCE = ShaderSource(
    (
        ShaderLine("#version 330 core", "a.frag", 1),
        ShaderLine("int b", "include/b.glsl", 14),
        ShaderLine("int a", "a.frag", 2),
    )
)


@pytest.mark.parametrize(
    ("log", "located"),
    [
        ("0:2(3): error: no such name", "shaders/include/b.glsl:14: error: no such name"),
        ("0(3) : error C1503: undefined", "shaders/a.frag:2: error C1503: undefined"),
        ("ERROR: 0:2: 'x' : undeclared", "shaders/include/b.glsl:14: 'x' : undeclared"),
        ("WARNING: 0:3: unused", "shaders/a.frag:2: unused"),
        (
            "head\n0:3(1): error: x\n0:2(1): error: y",
            "shaders/a.frag:2: error: x; shaders/include/b.glsl:14: error: y",
        ),
        ("something\n  else", "something else"),
        ("0:4(1): error: line of nobody", "0:4(1): error: line of nobody"),
        ("0:0(1): error: no line", "0:0(1): error: no line"),
        ("", ""),
    ],
)
def test_a_fault_of_the_driver_is_traced_to_file_and_line(log: str, located: str) -> None:
    assert SOURCE.located(log) == located


@pytest.mark.parametrize("name", STAGES)
def test_every_shader_can_be_put_together_and_needs_no_more_than_3_30(name: str) -> None:
    is_compute = name.endswith(".comp")
    source = load_shader(name, element_format="pair")
    assert source.text.startswith(f"#version {430 if is_compute else 330} core\n")
    assert "#include" not in source.text
    assert source.text.count("#version") == 1
    for line in source.lines:
        written = (SHADERS / line.file).read_text().splitlines()[line.number - 1]
        assert written == line.text


@pytest.mark.parametrize("path", sorted(SHADERS.rglob("*.*")), ids=lambda path: str(path.name))
def test_no_shader_makes_numbers_from_a_sine_or_filters_data(path: Path) -> None:
    text = path.read_text()
    assert not re.search(r"\b(sin|cos)\s*\(", text)
    if "element" in text:
        assert not re.search(r"\btexture(2D|Lod)?\s*\(", text)


@pytest.mark.parametrize("path", sorted(SHADERS.rglob("*.*")), ids=lambda path: str(path.name))
def test_the_twin_that_a_shader_names_exists(path: Path) -> None:
    for twin in re.findall(r"Twin: ((?:app|tests)/[\w/]+\.py)", path.read_text()):
        assert (SHADERS.parent / twin).is_file(), twin
