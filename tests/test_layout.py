"""The layout: no import is hidden in a string; no two modules, and no two classes, of one name differ in meaning."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

SOURCE = Path(__file__).resolve().parents[1] / "src" / "zermelo"
MODULES = sorted(SOURCE.rglob("*.py"))

HIDDEN = {"cli/app.py": "the table of commands: one command waits for no library of the others"}
"""The modules that may import by a name put together, and why."""

SHARED = {
    "__init__.py": "the front of every package",
    "base.py": "the interface of what a registry holds: encodings, solvers, preprocessors",
    "registry.py": "all of a kind by name: encodings, solvers",
    "database.py": "one SQLite file: of the memory of answers, of a campaign",
    "configured.py": "tools out of the configuration file: solvers, preprocessors",
    "trial.py": "an adapter tried out: solvers, preprocessors",
    "result.py": "the result of one run: of a solver, of a search",
    "engines.py": "the native engines by name: of games, of Game-SAT",
    "minimax.py": "the plain recursion by the rules: of games, of Game-SAT",
    "net.py": "ground games by a Boolean network: the model, and the encoding of them",
    "ground.py": "grid games on ground actions: the model, and the encoding of them",
    "qute.py": "the program Qute: its adapter, and its proofs",
    "formula.py": "a formula: of Game-SAT, and one written for a benchmark",
}
"""Names of files that several folders share, with the one meaning that they have. Commands may be called as parts."""


IMPORTERS = {"import_module", "__import__", "run_module", "spec_from_file_location"}
"""The functions that import a module whose name is a string."""


def called_import(node: ast.AST) -> bool:
    """True for a call of one of these functions, under whatever module they are reached."""
    if not isinstance(node, ast.Call):
        return False
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return name in IMPORTERS


def hidden_imports(text: str) -> list[int]:
    """The lines on which a module imports another one by a string."""
    if not any(name in text for name in IMPORTERS):  # most files: a look is sooner done than a tree
        return []
    return [node.lineno for node in ast.walk(ast.parse(text)) if called_import(node)]  # type: ignore[attr-defined]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_import_is_hidden_in_a_string(path):
    """Import contracts see import statements only."""
    if str(path.relative_to(SOURCE)) not in HIDDEN:
        assert hidden_imports(path.read_text()) == []


def test_hidden_imports_are_found():
    """The test above can fail, and each exception is still needed."""
    assert hidden_imports("import importlib\nx = importlib.import_module('a')\n__import__('b')\nimport c\n") == [2, 3]
    assert all(hidden_imports((SOURCE / name).read_text()) for name in HIDDEN)


def statements(text: str) -> Iterator[list[ast.stmt]]:
    """All blocks of a module, with its own."""
    left: list[list[Any]] = [ast.parse(text).body]
    while left:
        block = left.pop()
        yield block
        for node in block:
            left += [getattr(node, name, []) for name in ("body", "orelse", "finalbody", "handlers", "cases")]


def named(text: str) -> tuple[list[str], list[str]]:
    """The classes of a module, and its other names for types."""
    blocks = [*statements(text)]
    classes = [node.name for block in blocks for node in block if isinstance(node, ast.ClassDef)]
    assigned = [
        node.targets[0] if isinstance(node, ast.Assign) else node.target
        for node in blocks[0]
        if isinstance(node, ast.Assign | ast.AnnAssign)
    ]
    names = [node.id for node in assigned if isinstance(node, ast.Name)]
    return classes, [name for name in names if re.fullmatch(r"_?[A-Z]\w*[a-z]\w*", name)]


def test_no_two_classes_share_a_name():
    """A class has its name alone, and nothing else for types has it; short names for types may be those of a module."""
    homes: dict[str, list[str]] = {}
    types: dict[str, list[str]] = {}
    for path in [*MODULES, *SOURCE.rglob("*.pyi")]:
        for found, names in zip((homes, types), named(path.read_text()), strict=True):
            for name in names:
                found.setdefault(name, []).append(str(path.relative_to(SOURCE)))
    both = {name: found + types.get(name, []) for name, found in homes.items()}
    assert {name: found for name, found in both.items() if len(found) > 1} == {}


def test_names_are_found():
    """The test above sees classes within functions and named types, and no constants."""
    text = "class A: pass\ndef f():\n    class _Bee: pass\nSea: TypeAlias = int\nDay = int\nMOST = 3\nX = 4\n"
    assert named(text) == (["A", "_Bee"], ["Sea", "Day"])


def homes() -> dict[str, list[str]]:
    """The folders of each file name; the commands, which are named after what they show, do not count."""
    found: dict[str, list[str]] = {}
    for path in MODULES:
        folder = path.parent.relative_to(SOURCE).as_posix()
        if folder != "cli":
            found.setdefault(path.name, []).append(folder)
    return found


def test_one_name_one_meaning():
    """A file name stands in one folder, or has a meaning that all its folders share."""
    assert {name: folders for name, folders in homes().items() if len(folders) > 1 and name not in SHARED} == {}


def test_shared_names_are_shared():
    """The list of shared names holds no name that has become unique; one may be on its way in another folder."""
    assert {name for name in SHARED if not homes().get(name)} == set()


QUESTION = re.compile(r"(What|Which|Whether|How|Why|When|Where|Who)\b")
"""The words that open no docstring: a noun or a verb tells more."""

SUSPECT = re.compile(r"""["']\s*""" + QUESTION.pattern)
"""A text of any kind that opens so."""


def docstrings(text: str) -> list[tuple[int, str]]:
    """The lines and texts of all docstrings: of modules, classes, functions, and of names that are assigned to."""
    found = []
    for block in statements(text):
        for statement in block:
            value = statement.value if isinstance(statement, ast.Expr) else None
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                found.append((statement.lineno, value.value.strip()))
    return found


def test_docstrings_open_with_a_noun_or_a_verb():
    """No docstring of the package, its tests and its benchmarks opens with a question word."""
    root = SOURCE.parents[1]
    paths = [*SOURCE.rglob("*.py"), *SOURCE.rglob("*.pyi")]
    paths += [path for folder in ("tests", "benchmarks", "examples") for path in (root / folder).rglob("*.py")]
    texts = ((path, path.read_text(errors="replace")) for path in paths)
    asking = [
        f"{path.relative_to(root)}:{line}: {text.splitlines()[0]}"
        for path, whole in texts
        if SUSPECT.search(whole)
        for line, text in docstrings(whole)
        if QUESTION.match(text)
    ]
    assert asking == []


def test_docstrings_are_found():
    """The test above sees the docstrings of all kinds, and no other texts."""
    text = (
        "r'''What m.'''\nA = 1\n'''Who a.'''\nclass B:\n '''Why b.'''\n def f(self):\n  '''How f.'''\n  return 'When'"
    )
    assert sorted(docstrings(text)) == [(1, "What m."), (3, "Who a."), (5, "Why b."), (7, "How f.")]
    assert len(SUSPECT.findall(text)) == 5  # and 'When', which is no docstring
    assert [bool(QUESTION.match(text)) for text in ("What is", "Whole numbers", "Whether.")] == [True, False, True]
