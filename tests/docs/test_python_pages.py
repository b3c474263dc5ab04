"""The pages on Python: their sessions run, the reference has every public name, every page its place."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import zermelo

ROOT = Path(__file__).resolve().parents[2]


SESSIONS = [page for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")] if "\n>>> " in page.read_text()]
assert len(SESSIONS) >= 4


@pytest.mark.parametrize("page", SESSIONS, ids=lambda page: page.name)
def test_sessions(page: Path):
    """Python prints what the pages show."""
    failed, tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert tried >= 3
    assert failed == 0


def test_reference_is_complete():
    """Every public name has a place in the reference, under the module that it comes from."""
    listed = set(re.findall(r"^::: (\S+)$", (ROOT / "docs" / "reference.md").read_text(), re.MULTILINE))
    for name in zermelo.__all__:
        found = getattr(zermelo, name)
        assert f"{found.__module__}.{found.__qualname__}" in listed


def test_every_page_is_in_the_navigation():
    """A page that the site's navigation leaves out is not found by readers."""
    listed = set(
        re.findall(r"[a-z/-]+\.md", (ROOT / "mkdocs.yml").read_text().partition("\nnav:")[2].partition("\n\n")[0])
    )
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert listed == pages | {"contributing.md", "changelog.md"}  # which hooks.py adds
