"""Sessions of the plain rules: every depth, first moves and proofs, on graphs that grow with the questions."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.encodings.games import KINDS as CELLS
from tests.search.endless_games import endless_game
from tests.search.grid_games import KINDS as GRIDS
from tests.search.grid_games import random_game
from tests.search.test_connection import sparse_graph
from tests.sizes import draws
from tests.strategy.claims import Truth

from zermelo.errors import DisagreementError
from zermelo.families import make
from zermelo.model import Game, Player
from zermelo.search.engines import session_for
from zermelo.search.exhaustive_session import COUNTED, BreakerSession, ExhaustiveSession
from zermelo.search.position_graph import PositionGraph
from zermelo.search.session import Limits, Session
from zermelo.strategy import Claim, Holds
from zermelo.strategy.check.plain import check
from zermelo.strategy.check.section import checked
from zermelo.strategy.extract.from_search import strategy_from

FREE = Limits()
ON_CELLS = {**CELLS, "sparse_graph": sparse_graph}
KINDS = [*ON_CELLS, *GRIDS, "endless"]


def game_of(kind: str, seed: int) -> Game:
    """The game of a kind and a seed."""
    if kind in ON_CELLS:
        return ON_CELLS[kind](Random(seed))
    return random_game(kind, seed) if kind in GRIDS else endless_game(seed, 600)[0]


def check_session(rng: Random, game: Game, session: Session, questions: list[tuple[Player, int | None]]) -> None:
    """Some questions, in any order: the answer, what it says of other depths, first moves, the proof."""
    truth, later = Truth(game), dict[Any, Truth]()

    def wins_by(move: Any, player: Player, depth: int | None) -> bool:
        """Tell whether a player wins within the depth by a move, or after one of the other player."""
        position = game.step(game.start, move)
        won = game.goal_winner(position)
        if won is not None or depth == 0:
            return won is player and depth != 0
        if move not in later:
            later[move] = Truth(game.at(position))
        return later[move].wins(player, None if depth is None else depth - 1)

    for player, depth in questions:
        result = session.decide(player, depth, FREE)
        assert result.answer is truth.wins(player, depth)
        assert result.answer or depth is not None or result.depth is None
        assert result.answer is truth.wins(player, result.depth)
        if result.first_move is not None:
            assert wins_by(result.first_move, player, result.depth)
        if rng.random() < 0.3:
            for move, told in session.first_moves(player, depth, FREE).items():
                assert told.answer is wins_by(move, player, depth)
                assert told.answer is wins_by(move, player, told.depth)
        said = Claim(player, True, depth) if result.answer else Claim(player.other, False, depth)
        strategy = strategy_from(session, game, said, FREE)
        for each in (check, checked):
            assert isinstance(each(game, strategy.claim, strategy.symmetries, strategy), Holds)
        with pytest.raises(DisagreementError):
            strategy_from(session, game, Claim(said.opponent, not said.wins, said.depth), FREE)


@settings(max_examples=draws(300, 16), deadline=None)
@given(st.integers(0, 10**9), st.sampled_from(KINDS))
def test_a_graph_grows_with_the_questions(seed, kind) -> None:
    rng = Random(seed)
    game = game_of(kind, seed)
    longest = game.complete_depth() or 6
    session = ExhaustiveSession(game)
    check_session(rng, game, session, [
        (rng.choice(list(Player)), rng.choice([None, *range(longest + 2)])) for _ in range(4)
    ])  # fmt: skip


@settings(max_examples=draws(300, 20), deadline=None)
@given(st.integers(0, 10**9), st.sampled_from([*ON_CELLS]))
def test_a_breaker_within_some_moves(seed, kind) -> None:
    """Whoever answers, the search or the rules, also proves."""
    rng = Random(seed)
    game = game_of(kind, seed)
    session = session_for(game)
    if isinstance(session, BreakerSession):
        check_session(rng, game, session, [
            (Player.WHITE, rng.randrange(len(game.board) + 2)) for _ in range(3)
        ])  # fmt: skip


def test_a_depth_bounds_the_positions() -> None:
    """Fourteen cells and two moves are few positions, and the derivation of the search needs none."""
    game = make("random-hex:seed=2,cells=14,first=white")
    session = ExhaustiveSession(game)
    assert session.decide(Player.WHITE, 2, FREE).answer is False
    assert len(session.graph) <= 1 + 14 + 14 * 13
    searched = session_for(game)
    assert searched.decide(Player.WHITE, 8, Limits(megabytes=1)).answer is True
    strategy = strategy_from(searched, game, Claim(Player.WHITE, True, 8), Limits(megabytes=1))
    assert isinstance(checked(game, strategy.claim, strategy.symmetries, strategy), Holds)


def test_a_second_start_is_explored_to_the_end() -> None:
    """Depths are counted from one start; with another one there is none."""
    game = make("ttt")
    graph = PositionGraph(game)
    graph.number(game.start)
    graph.number(game.after("b2").start)
    session = ExhaustiveSession(game, graph)
    assert session.decide(Player.BLACK, 3, FREE).answer is False
    assert (graph.complete, len(graph)) == (True, 5478)


def test_what_ran_out_is_told() -> None:
    game = make("random-hex:seed=4,cells=12,first=white")
    result = session_for(game).decide(Player.WHITE, 6, Limits(megabytes=1))
    assert (result.answer, result.reason, result.notes) == (None, "memory", (COUNTED,))
