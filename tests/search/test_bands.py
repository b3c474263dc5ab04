"""Bands of dominoes change no answer, whatever the board looks like."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.search import asking
from tests.sizes import draws
from tests.strategy.test_sums import said

from zermelo.families import make
from zermelo.families.grid_parts import at
from zermelo.model import Action, Colour, Expression, GridGame, Player, Position, SubCondition
from zermelo.search.grid_session import GridSession
from zermelo.search.session import Limits
from zermelo.search.switches import GridSwitches
from zermelo.strategy.claim import Claim
from zermelo.strategy.extract.from_search import strategy_from

PLAIN = GridSwitches(bands=False)
BARE = GridSwitches(bands=False, count=False)


def with_holes(rng: Random, columns: int, rows: int) -> GridGame:
    """Domineering on a board of which some cells are taken; often in pieces."""
    game = make(f"domineering:{columns}x{rows}")
    assert isinstance(game, GridGame)
    cells = columns * rows
    holes = sum(1 << cell for cell in rng.sample(range(cells), rng.randint(0, cells // 3)))
    black = holes & rng.getrandbits(cells)
    return replace(game, name="holes", start=Position(black, holes & ~black), opener=rng.choice(list(Player)))


def with_walls(rng: Random, columns: int, rows: int) -> GridGame:
    """Dominoes on some pairs of neighbours only: walls stand between the others."""

    def cell(colour: Colour, x: int, y: int) -> SubCondition:
        return SubCondition(colour, Expression("zero", x), Expression("zero", y), False)

    def actions(colour: Colour, dx: int, dy: int, walls: float) -> tuple[Action, ...]:
        found = []
        for x in range(1, columns + 1 - dx):
            for y in range(1, rows + 1 - dy):
                if rng.random() >= walls:
                    places = ((x, y), (x + dx, y + dy))
                    needs = tuple(cell(Colour.OPEN, *place) for place in places)
                    found.append(Action(f"from-{x}-{y}", needs, tuple(cell(colour, *place) for place in places)))
        return tuple(found)

    walls = rng.choice([0, 0.05, 0.3])
    sides = [(Colour.BLACK, 0, 1), (Colour.WHITE, 1, 0)]
    black, white = (actions(*side, walls) for side in sides)
    return GridGame("walls", columns, rows, black, white, (), (), opener=rng.choice(list(Player)))


def written_twice(columns: int, rows: int, opener: Player) -> GridGame:
    """Domineering with each domino as two actions, from either of its cells."""

    def twice(colour: Colour, dx: int, dy: int) -> tuple[Action, ...]:
        return tuple(
            Action(name, (at(Colour.OPEN), at(Colour.OPEN, x, y)), (at(colour), at(colour, x, y)))
            for name, x, y in (("on", dx, dy), ("back", -dx, -dy))
        )

    black, white = twice(Colour.BLACK, 0, 1), twice(Colour.WHITE, 1, 0)
    return GridGame("twice", columns, rows, black, white, (), (), opener=opener)


SIZES = [(1, 1), (1, 6), (6, 1), (2, 5), (5, 2), (3, 4), (4, 3), (4, 4)]


@settings(max_examples=draws(2000, 60))
@given(st.randoms(use_true_random=False), st.sampled_from([with_holes, with_walls]), st.sampled_from(SIZES))
def test_answers_are_those_of_the_moves_alone(rng, kind, board):
    game = kind(rng, *board)
    answer = asking.grid(game).answer
    assert answer is asking.generic(game).answer
    assert answer is asking.grid(game, switches=BARE).answer
    depth = rng.randint(1, 9)
    assert asking.grid(game, depth).answer is asking.generic(game, depth).answer


@pytest.mark.parametrize("opener", Player)
@pytest.mark.parametrize("board", [(6, 5), (5, 6), (6, 6), (9, 4)])
def test_a_domino_is_given_up_with_all_its_actions(board, opener):
    """Else the parts of the proof join again, and become too large for the checker."""
    game = written_twice(board[0], board[1], opener)
    won = asking.grid(game).answer is True
    claim = Claim(Player.BLACK, True) if won else Claim(Player.WHITE, False)
    strategy = strategy_from(GridSession(game), game, claim, Limits())
    assert said(strategy) is None


@settings(max_examples=draws(1000, 40), deadline=None)
@given(
    st.randoms(use_true_random=False),
    st.sampled_from([with_holes, with_walls]),
    st.sampled_from([(5, 5), (6, 6), (7, 5), (5, 7), (9, 4)]),
)
def test_the_checkers_accept_what_is_won_by_bands(rng, kind, board):
    """Straight or ragged: the proof names the moves given up, and the checkers have values of their own."""
    game = kind(rng, *board)
    won = asking.grid(game).answer is True
    claim = Claim(Player.BLACK, True) if won else Claim(Player.WHITE, False)
    strategy = strategy_from(GridSession(game), game, claim, Limits())
    assert said(strategy) is None


@settings(max_examples=draws(1000, 25), deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from([(5, 5), (6, 4), (4, 7), (9, 3), (3, 9), (12, 2), (22, 2)]))
def test_larger_boards_are_answered_as_without_bands(rng, board):
    game = with_holes(rng, *board)
    found = asking.grid(game)
    assert found.answer is asking.grid(game, switches=PLAIN).answer


@pytest.mark.parametrize(
    "name",
    [
        "domineering:8x7",
        "domineering:9x6",
        pytest.param("domineering:6x9", marks=pytest.mark.slow),
        "domineering:25x2",
    ],
)
def test_bands_decide_at_once_what_took_long(name):
    """Fewer positions than counts alone look at: a tenth, and often a thousandth."""
    game = make(name)
    assert isinstance(game, GridGame)
    found, plain = asking.grid(game), asking.grid(game, switches=PLAIN)
    assert found.answer is plain.answer
    assert found.nodes < plain.nodes / 10


@settings(max_examples=draws(1000, 40), deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from([with_holes, with_walls]), st.sampled_from(SIZES))
def test_questions_in_any_order(rng, kind, board):
    """One session keeps its bands, and what it has chosen last, from one question to the next."""
    game = kind(rng, *board)
    after = {move: asking.generic(game.after([move])).answer for move in game.legal(game.start)}
    asked = [(player, depth) for player in Player for depth in (None, *rng.sample(range(1, 12), 3))]
    rng.shuffle(asked)
    with GridSession(game) as session:
        for player, depth in asked:
            mine = game if player is Player.BLACK else game.swapped()
            assert session.decide(player, depth, Limits()).answer is asking.generic(mine, depth).answer
            found = session.first_moves(Player.BLACK, None, Limits())
            assert {move: each.answer for move, each in found.items()} == after


def test_in_little_memory_bands_are_worked_out_again():
    """All values are thrown away many times, and what was chosen by them with them."""
    game = make("domineering:9x7")
    assert isinstance(game, GridGame)
    little, plenty = (asking.grid(game, memory_limit_mb=limit) for limit in (24, 1000))
    assert little.answer is plenty.answer is False  # as without bands, which takes 2.8 million positions
    assert little.nodes == plenty.nodes
