"""Rows of threats in games where both build: through counter-threats of the opponent, of Black and of White."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.search.asking import positional as decide
from tests.sizes import draws

from zermelo.errors import InputError
from zermelo.model import Board, Player, Position, PositionalGame, Rule, Turns
from zermelo.search import Minimax
from zermelo.search.positional_session import PositionalSession
from zermelo.search.session import Limits
from zermelo.search.switches import PositionalSwitches as Switches

Sets = tuple[tuple[int, ...], ...]


def race(cells: int, rows: Sets, others: Sets, first: Player, start: Position = Position()) -> PositionalGame:
    """A game on a row of cells in which the player to move has the first sets and the opponent the others."""

    def masks(sets: Sets) -> tuple[int, ...]:
        return tuple(sum(1 << cell for cell in cells) for cells in sets)

    black, white = (rows, others) if first is Player.BLACK else (others, rows)
    board = Board.square(cells, 1)
    return PositionalGame("row", board, Rule.MAKER_MAKER, masks(black), masks(white), start=start, turns=Turns(first))


ROW: Sets = ((0, 1), (0, 2, 3), (0, 2, 4))
"""The stone on 0 threatens 1; one on 2 then threatens 3 and 4."""


@pytest.mark.parametrize("first", Player)
@pytest.mark.parametrize("others", [((1, 2),), ((1, 2), (1, 2, 3)), ((3, 4),)])
def test_a_row_goes_on_through_a_counter_threat(first: Player, others: Sets) -> None:
    """One position tells that it wins.

    The answer on 1 threatens to complete {1, 2}, where the row goes on; that on 3 or 4 to complete {3, 4}, too late.
    """
    found = decide(race(6, ROW, others, first))
    assert found.answer is (first is Player.BLACK)
    assert found.nodes == 1


@pytest.mark.parametrize("first", Player)
def test_a_counter_threat_elsewhere_ends_a_row(first: Player) -> None:
    """The answer on 1 threatens to complete {1, 5}, where the player of the row has to go, without a threat."""
    game = race(6, ROW, ((1, 5), (1, 2, 5)), first)
    assert PositionalSession(game).decide(first, None, Limits()).answer is False


@settings(max_examples=draws(200, 40), deadline=None)
@given(st.integers(0, 10**9), st.booleans())
def test_wild_sets_of_both_players(seed: int, deepen: bool) -> None:
    """Answers are those of the plain rules where sets of three and four cells cross everywhere."""
    rng = Random(seed)
    cells = rng.choice((8, 9, 10))

    def sets() -> Sets:
        return tuple(tuple(rng.sample(range(cells), rng.choice((3, 3, 4)))) for _ in range(rng.randint(5, 16)))

    one, two = rng.sample(range(cells), 2)
    start = rng.choice([Position(1 << one, 1 << two, 2), Position(1 << one, ply=1)])
    try:
        game = race(cells, sets(), sets(), rng.choice(list(Player)), start)
    except InputError:
        return  # stones of who has not moved
    switches = Switches(deepen=deepen, breaker_first=rng.random() < 0.5, shares=rng.choice((0, 1, 256)))
    assert decide(game, switches=switches).answer is Minimax(game).within(game.start, game.complete_depth())
