"""The turn order, and what plays do beyond the end of a list of turns: the rules and the native core agree."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.encodings.games import truth
from tests.search import asking
from tests.sizes import draws

from zermelo.encodings import encode
from zermelo.model import Board, Player, PositionalGame, Rule, Turns
from zermelo.search import Minimax, native_perft, reference_perft

PLAYERS = st.lists(st.sampled_from(list(Player)), min_size=1, max_size=4)


@given(PLAYERS)
def test_after_the_list(players):
    """The listed players, then the other of the last one, and so on in turn; a pattern goes on as a pattern."""
    listed, found = Turns(listed=tuple(players)), Turns.of(players)
    order = [listed.player_at(ply) for ply in range(len(players) + 4)]
    assert order[: len(players)] == players
    assert all(one is not two for one, two in zip(order[len(players) - 1 :], order[len(players) :], strict=False))
    assert [found.player_at(ply) for ply in range(len(players))] == players
    assert found.listed is None or found.listed == tuple(players)
    assert listed.alternating == all(one is not two for one, two in pairwise(order))


@st.composite
def games(draw):
    """Small games whose list of turns ends before the board is full."""
    sets = st.lists(st.integers(1, 63), min_size=1, max_size=4, unique=True)
    rule = draw(st.sampled_from(list(Rule)))
    white = tuple(draw(sets)) if rule is Rule.MAKER_MAKER else ()
    turns = Turns(listed=tuple(draw(PLAYERS)))
    return PositionalGame("six", Board.square(3, 2), rule, tuple(draw(sets)), white, turns=turns)


@settings(max_examples=draws(40, 20))
@given(games())
def test_the_core_and_the_formulas_agree(game):
    """Plays, positions and winners are the same by the plain rules, by the native core, and by a formula."""
    assert native_perft(game, 6) == reference_perft(game, 6)
    oracle = Minimax(game)
    for depth in (3, 5, 6):
        assert asking.positional(game, depth).answer is oracle.within(game.start, depth)
    assert truth(encode(game, 6, "cor")) is oracle.within(game.start, 6)
