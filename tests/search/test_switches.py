"""The switches of the searches change no answer, and the page on them is that of the core."""

from __future__ import annotations

import os
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from tests.search import asking

from zermelo.errors import InputError
from zermelo.families import make
from zermelo.model import Player
from zermelo.search.engines import session_for
from zermelo.search.session import Limits
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


@pytest.mark.parametrize(("name", "engine", "first"), [
    ("httt:p5-03,board=6x6,torus", None, ()),
    ("httt:snaky,board=7x7,mb", None, ()),
    ("hex:6x6", None, ("b2",)),
    ("clobber:4x4", None, ()),
    ("othello:4x4", None, ()),
    ("ttt", "depth-first", ()),
])  # fmt: skip
def test_a_seed_makes_another_order_and_the_same_answer(name, engine, first):
    game = make(name).after(first)
    found = [session_for(game, engine, shuffle=seed).decide(Player.BLACK, None, Limits()) for seed in (0, 0, 1, 2, 3)]
    assert len({each.answer for each in found}) == 1
    assert found[0].nodes == found[1].nodes
    assert len({each.nodes for each in found}) > 1


@pytest.mark.parametrize("seed", [-1, 10**6 + 1])
def test_another_seed_is_refused(seed):
    with pytest.raises(InputError, match=f"found {seed}, expected a seed from 0 to 1000000"):
        session_for(make("ttt"), shuffle=seed)
