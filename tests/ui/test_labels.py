"""The labels: they take their keys from the table of actions, and nobody types one by hand."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bitonic_scope.ui.actions import Action, key_hint
from tests.support.program import ROOT

UI = ROOT / "app" / "bitonic_scope" / "ui"
WITH_KEYS = {"actions.py", "shortcuts.py", "input.py"}  # the table, and what reads keys
FILES = [path for path in sorted(UI.rglob("*.py")) if path.name not in WITH_KEYS]

KEYS = {key for action in Action for key in action.keys}
# A modifier with its key, and names that mean nothing but a key.
NAMED_KEY = re.compile(r"\b(Ctrl|Shift|Alt)\+|\b(Esc|Space|Page (Up|Down)|F\d{1,2})\b")


def typed_keys(source: str) -> list[str]:
    """Return the texts of Python code in which a key is written out, such as "Seed (S)"."""
    return [text for text in texts_of(ast.parse(source)) if names_key(text)]


def texts_of(tree: ast.Module) -> Iterator[str]:
    """Yield all strings but docstrings; in an f-string, "{}" stands for each value."""
    docstrings: set[ast.AST] = set()
    in_f_strings: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            docstrings.add(node.value)
        if isinstance(node, ast.JoinedStr):
            in_f_strings.update(part for part in node.values if isinstance(part, ast.Constant))
            parts = (p.value if isinstance(p, ast.Constant) else "{}" for p in node.values)
            yield "".join(str(part) for part in parts)
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        if is_text and node not in docstrings | in_f_strings:
            assert isinstance(node, ast.Constant)
            yield str(node.value)


def names_key(text: str) -> bool:
    in_parentheses = re.findall(r"\(([^()]+)\)", text)
    return bool(NAMED_KEY.search(text)) or any(
        set(re.split(r"[ ,/]+", inner)) <= KEYS for inner in in_parentheses
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(UI)))
def test_no_label_has_a_key_typed_by_hand(path: Path) -> None:
    assert typed_keys(path.read_text()) == []


def test_all_panels_are_searched() -> None:
    panels = {path.name for path in (UI / "panels").glob("*.py")}
    assert panels <= {path.name for path in FILES}
    assert {"header.py", "sentence.py", "drawer.py", "transport.py", "recording.py"} <= panels


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('text("Seed (S)")', ["Seed (S)"]),
        ('text(f"Data (D): {shown}")', ["Data (D): {}"]),
        ('text(f"{settings.order} (O)")', ["{} (O)"]),
        ('text(f"(+ -)  {speed:.3g} passes/s")', ["(+ -)  {} passes/s"]),
        ('label = "(G) go to"', ["(G) go to"]),
        ('label = "Size (Ctrl+arrows)"', ["Size (Ctrl+arrows)"]),
        ('label = "Help (?)"', ["Help (?)"]),
        ('LESSON = "the driver page (I) " "says why"', ["the driver page (I) says why"]),
        ('hint = "Esc closes"', ["Esc closes"]),
        ('text(f"Seed {key_hint(Action.TYPE_SEED)}")', []),
        ('def panel():\n    """Draw "Kind (K): what"; Esc closes it."""', []),
        ('tooltip("A path of numbers (.npy, .csv, .txt) or of a picture.")', []),
        ('text(f"{count} ({unit})")', []),
    ],
)
def test_a_key_typed_by_hand_would_be_found(code: str, found: list[str]) -> None:
    assert typed_keys(code) == found


def test_a_hint_names_the_first_key_of_each_action() -> None:
    assert key_hint(Action.PREVIOUS_SEED) == "(Shift+N)"
    assert key_hint(Action.FASTER, Action.SLOWER) == "(+ -)"
    assert key_hint(Action.NEXT_PASS) == "(Right)"
