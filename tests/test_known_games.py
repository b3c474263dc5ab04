"""The table of known games against the oracle and against the whole way through formulas."""

from __future__ import annotations

import pytest
from tests.known_games import GROUND, KNOWN, Known
from tests.oracles.retrograde import solve_exactly

from zermelo.families import fitting, make
from zermelo.model import Player
from zermelo.questions import Options
from zermelo.search import search_within
from zermelo.search.engines import session_for
from zermelo.search.session import Limits
from zermelo.solving import solve
from zermelo.verdict import Query

LARGE = [
    known
    for known in KNOWN
    if any(each in known.game for each in ("breakthrough:3x4", "8x8", "connect:4", "connect:3,board=4x4"))
]
"""Games with too many positions for the oracle: only the native searches know them."""
EASY = [known for known in KNOWN if known not in LARGE]


@pytest.mark.parametrize(
    "known",
    [
        pytest.param(each, marks=[pytest.mark.slow] * (each.game in ("clobber:4x3", "breakthrough:2x5,first=white")))
        for each in EASY + GROUND
    ],
    ids=lambda known: known.game,
)
def test_the_oracle_knows_them(known: Known) -> None:
    exact = solve_exactly(make(known.game))
    assert (str(exact.winner).lower() if exact.winner else "draw") == known.winner, known.source
    if known.depth is not None:
        assert exact.depth == known.depth, known.source


BLACK = [known for known in LARGE if known.winner == "black"]


@pytest.mark.parametrize("known", BLACK, ids=lambda known: known.game)
def test_the_critical_depths_of_large_games(known: Known) -> None:
    """By exhaustive search, without limits."""
    assert known.depth is not None
    game = make(known.game)
    assert search_within(game, known.depth, None, None).answer is True, known.source
    assert search_within(game, known.depth - 1, None, None).answer is False, known.source


@pytest.mark.slow
def test_polyominoes_on_3x3() -> None:
    """Eight winners and forty losers (pairing-encoding, section 6)."""
    games = [f"httt:{shape.systematic_name},board=3x3{torus}" for shape in fitting(3, 3) for torus in ("", ",torus")]
    winners = [game for game in games if solve_exactly(make(game)).winner is Player.BLACK]
    assert (len(winners), len(games) - len(winners)) == (8, 40)


FORMULAS = [known for known in EASY if known.winner == "black" and known.depth is not None and known.depth <= 6]


@pytest.mark.parametrize("known", FORMULAS, ids=lambda known: known.game)
def test_formulas_find_the_critical_depth(known: Known) -> None:
    assert known.depth is not None
    game = make(known.game)
    win = solve(game, Query("within", depth=known.depth), Options(time_limit=60))
    assert (win.answer, win.checked) == (True, True)
    less = solve(game, Query("within", depth=known.depth - 1), Options(time_limit=60))
    assert (less.answer, less.refuted_depth) == (False, known.depth - 1)


PERFECT = "the published result of 4x4 Othello: White wins by 11 to 3"
JARDINS = "D. des Jardins 1996: Dodgem of 4x4 never ends if both play well"
LARGER = [
    Known("nim:1,3,5,7", "white", None, "Bouton, Nim, a game with a complete mathematical theory"),
    Known("nim:1,3,5,7,misere", "white", None, "Bouton; OpenSpiel"),
    Known("misere-ttt", "draw", None, "who opens takes the middle and mirrors; who does not holds"),
    Known("dots-and-boxes:2x2", "black", 12, "OpenSpiel; the rule sheet of He, Saffidine and Thielscher"),
    Known("dots-and-boxes:3x2", "white", None, "exhaustive search"),
    Known("isolation:3x3", "black", 5, "the same game in plain Python, tests/oracles/plain_games.py"),
    Known("chomp:8x5", "black", None, "strategy stealing"),
    Known("othello:4x4,by=8", "white", None, PERFECT),
    Known("othello:4x4,by=9", "draw", None, PERFECT),
    Known("dodgem:4", "draw", None, JARDINS),
]


@pytest.mark.parametrize(
    "known",
    [
        pytest.param(each, marks=[pytest.mark.slow] * (each.game == "othello:4x4,by=8"))
        for each in LARGE + GROUND + LARGER
    ],
    ids=lambda known: known.game,
)
def test_the_search_knows_them(known: Known) -> None:
    """The search finds the known winner with any number of moves, and the known number of moves."""
    session = session_for(make(known.game))
    for player in Player:
        assert session.decide(player, None, Limits()).answer is (player.value == known.winner), known.source
        if known.depth is not None and player.value == known.winner:
            assert session.decide(player, known.depth, Limits()).answer is True
            assert session.decide(player, known.depth - 1, Limits()).answer is False
