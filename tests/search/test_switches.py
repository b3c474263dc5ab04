"""The switches of the searches change no answer, and the page on them is that of the core."""

from __future__ import annotations

import os
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from tests.search import asking

from zermelo.families import make
from zermelo.search.switches import ConnectionSwitches, GenericSwitches, GridSwitches, PositionalSwitches, markdown

ASK: dict[type[Any], tuple[asking.Decide, str]] = {
    PositionalSwitches: (asking.positional, "ttt"),
    ConnectionSwitches: (asking.connection, "hex:3x3"),
    GridSwitches: (asking.grid, "domineering:3x3"),
    GenericSwitches: (asking.generic, "ttt"),
}


@pytest.mark.parametrize("switches", ASK)
def test_each_switch_alone_changes_no_answer(switches):
    """Names known to the core are the concern of tests/native/test_switches.py."""
    decide, game = ASK[switches]
    default = switches()
    answer = decide(make(game)).answer
    for each in fields(default):
        off = replace(default, **{each.name: type(getattr(default, each.name))(0)})
        assert decide(make(game), switches=off).answer is answer, each.name


def test_the_page_has_the_tables():
    """After a change of a switch, ``ZERMELO_REFRESH_DOCS=1`` writes the page anew, as it does for tests/docs."""
    page = Path(__file__).resolve().parents[2] / "docs" / "switches.md"
    text = page.read_text()
    if os.environ.get("ZERMELO_REFRESH_DOCS"):
        page.write_text(f"{text[: text.index('### ')]}{markdown()}\n")
        text = page.read_text()
    assert text.endswith(f"\n\n{markdown()}\n")
