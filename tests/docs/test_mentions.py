"""Files, folders and modules that pages, comments and docstrings mention exist: a move of a file is told everywhere."""

from __future__ import annotations

import io
import re
import tokenize
from pathlib import Path
from pkgutil import resolve_name

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("src", "native", "tests", "benchmarks", "docs", "examples", "man", "proofs")
ELSEWHERE = {"tools.toml", "tables.md", "campaign.toml", "wrong.toml", "plan.toml"}
"""Files that users write: they are mentioned, and are not in the repository."""

_PATH = r"(?<![\w./<>{}*-])\w[\w.-]*(?:/[\w.-]+)*"
_FILE = re.compile(_PATH + r"\.(?:py|pyi|hpp|cpp|md|toml|ipynb)\b(?![\w/*(])")
_FOLDER = re.compile(_PATH + r"/(?![\w<*{(.…])")
_NAME = re.compile(r"\bzermelo(?:\.[A-Za-z_]\w*)+")
_MAY_MATCH = re.compile(r"/|\bzermelo\.|\.(?:py|hpp|cpp|md|toml|ipynb)")
"""Parts of a line in which one of the three above may be found; each of those stands on one line."""


def existing() -> set[str]:
    """All files and folders (these with a slash at the end) of the repository, by every tail of their paths."""
    found = set[str]()
    files = [*ROOT.glob("*.*"), *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file())]
    for path in files:
        parts = path.relative_to(ROOT).parts
        for first in range(len(parts)):
            found.add("/".join(parts[first:]))
            found |= {"/".join(parts[first:last]) + "/" for last in range(first + 1, len(parts))}
    return found | ELSEWHERE


EXISTING = existing()


def prose(path: Path) -> str:
    """The text of a file that people read: of Python code the comments and docstrings, of another file all of it."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return text
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return "\n".join(
        token.string
        for token in tokens
        if token.type == tokenize.COMMENT
        or (token.type == tokenize.STRING and token.line.lstrip().startswith(('"""', 'r"""')))
    )


def exists(name: str) -> bool:
    """True if a dotted name is that of a module, or of something in a module."""
    try:
        resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True


def stale(text: str) -> list[str]:
    """The files, folders and dotted names in a text that do not exist."""
    text = "\n".join(filter(_MAY_MATCH.search, text.split("\n")))
    mentioned = [match[0] for pattern in (_FILE, _FOLDER) for match in pattern.finditer(text)]
    names = {match[0] for match in _NAME.finditer(text)}
    return sorted({each for each in mentioned if each not in EXISTING} | {each for each in names if not exists(each)})


def test_stale_mentions_are_found():
    """The search finds what does not exist, with or without folders, and nothing else."""
    text = "src/zermelo/nowhere.py, `nowhere/`, search/nowhere.hpp and zermelo.solving.nowhere"
    assert stale(text) == ["nowhere/", "search/nowhere.hpp", "src/zermelo/nowhere.py", "zermelo.solving.nowhere"]
    assert stale("native/search/tree/, families/hex.py, README.md, zermelo.solving.solve, <name>.py, and/or") == []


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs"])
def test_pages(page: str):
    """Pages mention only what exists."""
    where = ROOT / page
    found = {path.name: stale(prose(path)) for path in ([where] if where.is_file() else sorted(where.rglob("*.md")))}
    assert {name: each for name, each in found.items() if each} == {}


@pytest.mark.parametrize("folder", ["src", "native", "tests", "benchmarks", "examples"])
def test_comments(folder: str):
    """Comments and docstrings, and the includes of the core, mention only what exists."""
    files = [path for kind in ("py", "pyi", "hpp", "cpp") for path in sorted((ROOT / folder).rglob(f"*.{kind}"))]
    found = {
        str(path.relative_to(ROOT)): stale(prose(path))
        for path in files
        if stale(path.read_text(encoding="utf-8"))  # whatever prose mentions the whole file mentions, and faster
    }
    assert {name: each for name, each in found.items() if each} == {}
