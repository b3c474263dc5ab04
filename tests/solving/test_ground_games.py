"""Rule sheets in GDL against figures of an independent program: the whole way, by search and by formulas.

The sheets are the authors' (He, Saffidine, Thielscher, AAMAS 2024) and are read where they are, beside the repository.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from tests.oracles.states import all_states

import zermelo
from zermelo.language import read_game
from zermelo.model import NetGame, Player
from zermelo.questions import Options
from zermelo.search.perft import native_perft
from zermelo.solving import solve
from zermelo.verdict import Query

SHEETS = Path(__file__).resolve().parents[3] / "shared" / "gdl"
pytestmark = pytest.mark.skipif(not SHEETS.is_dir(), reason="the published sheets are not here")


class Sheet(NamedTuple):
    """Reachable states, the longest play, who wins (None: neither) and within how many steps."""

    states: int
    longest: int
    winner: Player | None
    depth: int | None
    roles: tuple[str, str] = ("xplayer", "oplayer")


PUBLISHED = {
    "tic-tac-toe": Sheet(5478, 9, None, None),
    "connect-3-4x4": Sheet(41750, 16, Player.BLACK, 9),
    "break-through-2x5": Sheet(11287, 21, Player.WHITE, 10),
    "dots-and-boxes-2x2": Sheet(5559, 12, Player.BLACK, 12),
}


def sheet(name: str) -> NetGame:
    game = read_game(SHEETS / f"{name}.gdl")
    assert isinstance(game, NetGame)
    return game


@pytest.mark.parametrize(("name", "known"), PUBLISHED.items(), ids=PUBLISHED)
def test_rules(name: str, known: Sheet) -> None:
    game = sheet(name)
    assert tuple(game.roles[game.role_of(player)] for player in Player) == known.roles
    assert game.complete_depth() == known.longest
    if name == "connect-3-4x4":  # each move drops a disc: no state is reached after two numbers of moves
        assert sum(native_perft(game, known.longest).positions) == known.states
    else:
        assert len(all_states(game)) == known.states


@pytest.mark.parametrize(("name", "known"), PUBLISHED.items(), ids=PUBLISHED)
def test_search(name: str, known: Sheet) -> None:
    """The published winner, how fast, and not faster: each checked by the rules."""
    game = sheet(name)
    verdict = solve(game, Query("winner"))
    assert (verdict.outcome, verdict.checked) == (str(known.winner or "draw").lower(), True)
    for player in Player:
        verdict = solve(game, Query("fastest", player))
        found = (verdict.answer, verdict.won_depth, verdict.complete, verdict.checked)
        assert found == (player is known.winner, known.depth if player is known.winner else None, True, True)
        assert verdict.refuted_depth == (known.longest if player is not known.winner else (known.depth or 0) - 1)


def test_a_threshold() -> None:
    """Fifty points are a draw of noughts and crosses, which Black can force and does not have before the end."""
    game = zermelo.load(SHEETS / "tic-tac-toe.gdl", win=50)
    verdict = solve(game, Query("fastest"))
    assert (verdict.answer, verdict.won_depth, verdict.refuted_depth, verdict.checked) == (True, 9, 8, True)


FORMULAS = [
    ("tic-tac-toe", Player.BLACK, 9, False),
    ("connect-3-4x4", Player.BLACK, 9, True),
    ("connect-3-4x4", Player.BLACK, 7, False),
    ("break-through-2x5", Player.WHITE, 10, True),
    ("break-through-2x5", Player.WHITE, 8, False),
    ("dots-and-boxes-2x2", Player.BLACK, 7, False),
]


@pytest.mark.parametrize(("name", "player", "depth", "answer"), FORMULAS)
def test_formulas(name: str, player: Player, depth: int, answer: bool) -> None:
    verdict = solve(sheet(name), Query("within", player, depth), Options(method="qbf", time_limit=60))
    assert verdict.answer is answer
