"""The notebook and the README's Python run, and print what is written in the notebook."""

import ast
import base64
import io
import json
import re
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageSequence

from tests.support.program import ROOT

NOTEBOOK = ROOT / "assets" / "notebooks" / "bitonic_scope.ipynb"
README = (ROOT / "README.md").read_text()


def run(code: str, scope: dict[str, Any]) -> tuple[str, Any]:
    """Run a cell; return what it prints, and its value, which Jupyter would show."""
    *body, last = ast.parse(code).body
    printed = io.StringIO()
    value = None
    with redirect_stdout(printed):
        if not isinstance(last, ast.Expr):
            body.append(last)
        exec(compile(ast.Module(body, []), "cell", "exec"), scope)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), scope)
    return printed.getvalue(), value


def test_each_cell_of_the_notebook_prints_and_shows_what_is_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    notebook = json.loads(NOTEBOOK.read_text())
    cells = notebook["cells"]
    assert (notebook["nbformat"], len(cells)) == (4, 8)
    assert [cell["cell_type"] for cell in cells] == ["markdown", "code"] * 4
    scope: dict[str, Any] = {}
    shown: list[Any] = []
    for cell in cells[1::2]:
        printed, value = run("".join(cell["source"]), scope)
        written = {output["output_type"]: output for output in cell["outputs"]}
        assert printed == "".join(written.get("stream", {}).get("text", ()))
        shown.append(value)
        if "execute_result" in written:
            png = base64.b64decode(written["execute_result"]["data"]["image/png"])
            sizes = [Image.open(io.BytesIO(each)).size for each in (png, value._repr_png_())]
            assert sizes == [(720, 360)] * 2
    assert scope["result"].tolist() == sorted(scope["numbers"])
    assert shown[-1]._repr_html_().startswith('<img src="data:image/gif;base64,')
    with Image.open("sorted.gif") as film:
        assert len([*ImageSequence.Iterator(film)]) == 36 + 1


def test_the_python_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    scope: dict[str, Any] = {}
    _, film = run(code, scope)
    assert len(scope["others"]) == 3
    assert film.path == tmp_path / "sorted.gif"
    assert film.path.exists()
