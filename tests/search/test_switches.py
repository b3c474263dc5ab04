"""The switches of the searches change no answer, and the page on them is that of the core."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.nets import tic_tac_toe
from tests.search import asking
from tests.search.test_known_moves import GAMES, twice
from tests.sizes import size

import zermelo
from zermelo.errors import InputError
from zermelo.families import make
from zermelo.model import Game, Player
from zermelo.search.engines import ENGINES, engine_for, require_switches, session_for
from zermelo.search.session import Limits
from zermelo.search.switches import ConnectionSwitches, GenericSwitches, GridSwitches, PositionalSwitches
from zermelo.search.switches_page import games_table, switch_tables

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


PAGE = Path(__file__).resolve().parents[2] / "docs" / "switches.md"


def test_the_page_has_the_tables():
    """After a change of a switch, ``ZERMELO_REFRESH_DOCS=1`` writes the page anew, as it does for tests/docs."""
    text = PAGE.read_text()
    if os.environ.get("ZERMELO_REFRESH_DOCS"):
        above, _, rest = text.partition("| game |")
        between = rest.partition("\n\n")[2].partition("### ")[0]
        text = f"{above}{games_table()}\n\n{between}{switch_tables()}\n"
        PAGE.write_text(text)
    assert f"\n\n{games_table()}\n\n" in text
    assert text.endswith(f"\n\n{switch_tables()}\n")


USUAL: dict[str, Any] = {each.name: each.default for switches in ASK for each in fields(switches)}


def accepted(game: Game, engine: str | None) -> set[str]:
    """The switches that the search of a game, or the one that is named, does not refuse."""
    found = set[str]()
    for name, value in USUAL.items():
        with suppress(InputError):
            require_switches(game, engine, {name: value})
            found.add(name)
    return found


@pytest.mark.parametrize(("row", "game", "engines"), [
    ("positional game", partial(make, "ttt"), (None, "positional")),
    ("connection game", partial(make, "hex:6x6"), (None, "connection")),
    ("grid game", partial(make, "domineering:6x6"), (None, "grid")),
    ("grid game that is a positional", partial(make, "httt:tippy,board=4x4,bddl"), (None, "positional")),
    ("ground game", partial(make, "nim:1,3,5,7"), (None, "net")),
    ("ground game that is a positional", tic_tac_toe, (None, "positional")),
    ("any of these", partial(make, "ttt"), ("depth-first", "df-pn", "pns")),
    ("any of these", partial(make, "domineering:6x6"), ("depth-first", "df-pn", "pns")),
    ("any of these", tic_tac_toe, ("depth-first", "df-pn", "pns")),
    ("game graph", partial(make, "hex:40x40"), (None,)),
])  # fmt: skip
def test_the_page_tells_what_each_search_accepts(row, game, engines):
    """The tables to which the page sends the reader hold the switches that are not refused, and no others."""
    text, asked = PAGE.read_text(), game()
    line = next(each for each in text.splitlines() if re.match(rf"\| {row}\b(?! that)", each))
    listed = set[str]()
    for heading in re.findall(r"\[(\w+)\]\(#\w+\)", line):
        listed |= set(
            re.findall(r"^\| `(\w+)`", text.partition(f"### {heading}\n")[2].partition("### ")[0], re.MULTILINE)
        )
    for engine in engines:
        assert accepted(asked, engine) == listed
        found = engine_for(asked, engine)
        assert found is None or f"`{found.name}`" in line
    kind = row.removesuffix(" that is a positional")
    assert kind in {"any of these", "game graph"} or asked.kind.startswith(kind)


@pytest.mark.parametrize(("engine", "heeded"), [
    ("df-pn", {"table", "symmetry", "shapes"}),
    ("pns", {"second_level", "shapes"}),
])  # fmt: skip
def test_searches_by_proof_numbers_heed_few_switches(engine, heeded):
    """The page says so; the other ones are for the proof, which depth-first search writes."""
    changing = set[str]()
    for game, megabytes in (("ttt", 0.05), ("domineering:4x4", None)):

        def nodes(switches, game=game, megabytes=megabytes):
            found = session_for(make(game), engine, switches=switches)
            return found.decide(Player.BLACK, None, Limits(megabytes=megabytes)).nodes

        usual = nodes({})
        for each in fields(GenericSwitches):
            off = 5 if each.name == "shuffle" else False
            changing |= {each.name} if nodes({each.name: off}) != usual else set()
    assert changing == heeded


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
    sessions = [session_for(game, engine, switches={"shuffle": seed}) for seed in (0, 0, 1, 2, 3)]
    found = [each.decide(Player.BLACK, None, Limits()) for each in sessions]
    assert len({each.answer for each in found}) == 1
    assert found[0].nodes == found[1].nodes
    assert len({each.nodes for each in found}) > 1


@pytest.mark.parametrize("seed", [-1, 10**6 + 1])
def test_another_seed_is_refused(seed):
    with pytest.raises(
        InputError, match=f"found 'shuffle={seed}', expected a number from 0 to 1000000 for the switch shuffle"
    ):
        session_for(make("ttt"), switches={"shuffle": seed})


@pytest.mark.parametrize(
    "game",
    [*(partial(make, text) for text in GAMES), twice, tic_tac_toe],
    ids=[*GAMES, "positional in disguise", "positional by its rules"],
)
def test_any_switches_give_the_same_checked_verdict(game):
    """Of the search that fits and of a generic one, one by one and many at once."""
    asked = game()
    rng = Random(asked.name)  # other switches for each game
    told = zermelo.solve(asked, method="search")
    for _ in range(size(3, 10)):
        engine = rng.choice([None, None, "depth-first", "df-pn"])
        found = engine_for(asked, engine)
        assert found is not None
        usual: dict[str, Any] = {each.name: each.default for each in fields(ENGINES[found.name].switches)}
        switches = {name: type(value)(0) for name, value in usual.items() if rng.random() < 0.3}
        verdict = zermelo.solve(asked, engine=engine, switches={**switches, "shuffle": rng.choice((0, 1, 99))})
        assert (verdict.outcome, verdict.checked) == (told.outcome, True), (engine, switches)


def test_a_game_without_a_native_search_has_no_switches():
    with pytest.raises(InputError, match="found the switch shuffle, expected a game whose search has switches"):
        zermelo.solve("hex:40x40", switches={"shuffle": 1})
