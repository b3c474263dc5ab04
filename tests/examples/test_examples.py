"""The examples run as they stand: the programs, and the code cells of the notebooks, without Jupyter."""

from __future__ import annotations

import ast
import json
import runpy
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

PRINTED = {
    "who_wins": "3x3: Black wins within 5 moves, fastest by b2\n",
    "formula": "cor         73    166  True\n",
    "animals": "fatty: a loser on 4x4\n",
    "puzzles": "Black to move and win within 9 moves (hard, 0.55).\n",
    "proof": "White holds for ever: holds. ",
}
"""A line that each program prints."""


def test_all_are_tested():
    """A program in the folder is listed above."""
    assert sorted(path.stem for path in EXAMPLES.glob("*.py")) == sorted(PRINTED)


@pytest.mark.parametrize("name", PRINTED)
def test_program(name, monkeypatch, capsys):
    """It runs, and prints what it is for."""
    monkeypatch.setattr("sys.argv", [name])
    runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
    assert PRINTED[name] in capsys.readouterr().out


def shown(value: Any) -> str:
    """A value as a notebook shows it: HTML, else SVG, else text."""
    for method in ("_repr_html_", "_repr_svg_"):
        text = getattr(value, method, lambda: None)()
        if text is not None:
            ET.fromstring(text)  # well-formed
            return str(text)
    return repr(value)


def run_cells(notebook: dict[str, Any]) -> list[str]:
    """Run the code cells in one namespace; of each what the notebook shows: the value of a last expression."""
    names: dict[str, Any] = {}
    results = []
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        body = ast.parse("".join(cell["source"])).body
        last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
        exec(compile(ast.Module(body, []), "cell", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
            results.append(shown(value))
    return results


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("tour", ["<svg", "Black wins within", "Draw: neither", "'b2': 'draw'"]),
        ("lesson", ["'c3': 'win'", "'tippy': ['black', 'black']", "White wins (complete"]),
        ("formulas", ["'cor'", "('cor', 3)", "<details>"]),
    ],
)
def test_notebook(name, said):
    """Its cells run from top to bottom and show what the text promises; its outputs are not kept."""
    notebook = json.loads((EXAMPLES / f"{name}.ipynb").read_text())
    assert all(cell.get("outputs", []) == [] for cell in notebook["cells"])
    results = "\n".join(run_cells(notebook))
    for each in said:
        assert each in results
