"""The tables of switches: every switch says what it does, and the core knows it by that name."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from tests.search import asking

from zermelo.families import make
from zermelo.search.switches import TABLES, markdown

ASK: dict[str, tuple[asking.Decide, str]] = {
    "positional": (asking.positional, "ttt"),
    "connection": (asking.connection, "hex:3x3"),
    "grid": (asking.grid, "domineering:3x3"),
    "generic": (asking.generic, "ttt"),
}


@pytest.mark.parametrize("name", TABLES)
def test_every_switch_has_a_meaning_and_changes_no_answer(name):
    """Turned off alone, each switch of each search."""
    decide, game = ASK[name]
    default: Any = TABLES[name]()
    answer = decide(make(game)).answer
    for each in fields(default):
        assert each.metadata["meaning"]
        off = replace(default, **{each.name: type(getattr(default, each.name))(0)})
        assert decide(make(game), switches=off).answer is answer, each.name


def test_the_page_has_the_tables():
    """`markdown` writes them; after a change of a switch the page is to be written anew."""
    page = Path(__file__).resolve().parents[2] / "docs" / "switches.md"
    assert page.read_text().endswith(f"\n\n{markdown()}\n")
