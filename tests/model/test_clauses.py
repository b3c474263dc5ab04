"""Game-SAT as a game of the model, what is left of it, and both in the native core."""

from __future__ import annotations

import random

import pytest
from tests.gamesat.formulas import any_formula
from tests.gamesat.minimax import winner
from tests.sizes import size

from zermelo import _native
from zermelo.errors import IllegalMoveError, InputError
from zermelo.gamesat import MAX, MIN
from zermelo.model import IDLE, ClauseGame, Player, Position, ResidualFormula
from zermelo.model.native_rules import native_rules
from zermelo.search import Minimax

FORMULAS = size(150, 110)


def formulas(most: int, seed: int) -> list[ClauseGame]:
    """All shapes, and those in which every move counts."""
    draw = random.Random(seed)
    found = [any_formula(most, draw) for _ in range(FORMULAS)]
    for _ in range(FORMULAS):
        variables = draw.randint(3, most)
        clauses = [draw.sample(range(1, variables + 1), draw.choice((2, 3))) for _ in range(draw.randint(2, variables))]
        signed = tuple(tuple(draw.choice((v, -v)) for v in clause) for clause in clauses)
        found.append(ClauseGame("f", variables + draw.randint(0, 2), signed))
    return found


def test_winner():
    """By these rules the winner is that at the end of all plays, and so he is with what is left of the formula."""
    seen = set()
    for formula in formulas(5, 1):
        for first in (MAX, MIN):
            game = formula.opened_by(first)
            truth = winner(formula.opened_by(first))
            left = ResidualFormula.begin(game)
            assert Minimax(game).within(game.start, game.complete_depth()) is (truth is Player.BLACK)
            assert Minimax(left).within(left.start, 20) is (truth is Player.BLACK), (formula, first)
            seen.add((first, truth))
    assert len(seen) == 4


def test_residual_formula_after_a_move():
    """The residual formula after a move is the move made in the one before it, and alone tells who has won."""
    draw = random.Random(2)
    ends = set()
    for formula in formulas(6, 2):
        game = formula.opened_by(draw.choice((MAX, MIN)))
        left, position = ResidualFormula.begin(game), game.start
        while not game.is_over(position):
            here = left.of(position)
            move = draw.choice(game.legal(position))
            after = game.step(position, move)
            assert left.of(after) == left.step(here, move if here.white >> abs(move) - 1 & 1 else IDLE)
            unassigned = game.variables - (position.black | position.white).bit_count()
            assert left.idle(here) is ((unassigned - here.white.bit_count()) % 2 == 1)
            assert (IDLE in left.legal(here)) is left.idle(here)
            assert left.winner(here) is game.winner(position) is None
            position = after
        assert left.winner(left.of(position)) is game.winner(position) is not None
        ends.add(game.winner(position))
    assert len(ends) == 2


def test_native_rules():
    """The core has the same moves, positions and winners."""
    draw = random.Random(3)
    for formula in formulas(6, 3):
        game = formula.opened_by(draw.choice((MAX, MIN)))
        if not formula.variables:
            continue
        rules, position = native_rules(game), game.start
        while True:
            won = game.winner(position)
            assert _native.status(rules, *position) == ("running" if won is None else won.value)
            numbers = [2 * (abs(move) - 1) + (move < 0) for move in game.legal(position)]
            assert _native.legal_moves(rules, *position) == numbers
            if not numbers:
                break
            at = draw.randrange(len(numbers))
            after = game.step(position, game.legal(position)[at])
            assert _native.apply(rules, *position, numbers[at]) == (after.black, after.white)
            position = after


def test_moves():
    """Literals by their names; what is none is refused in words."""
    game = ClauseGame("f", 3, ((1, -2, 3),))
    assert [game.parse_move(text, Player.BLACK) for text in ("3", "-3", "x3", "-x3", "+2")] == [3, -3, 3, -3, 2]
    for text in ("0", "4", "-4", "a", "", "1.0", "--1", "9" * 20):
        with pytest.raises(InputError, match="a literal, such as 3 or -3, of a variable from 1 to 3"):
            game.parse_move(text, Player.BLACK)
    with pytest.raises(IllegalMoveError, match="a legal move of MIN"):
        game.after([2, -2])
    with pytest.raises(InputError, match="a literal of a variable from 1 to 3"):
        ClauseGame("f", 3, ((4,),))
    with pytest.raises(InputError, match="stones"):
        ClauseGame("f", 3, (), start=Position(1, 1, 2))


def test_early_ends():
    """Empty clauses and empty formulas are decided, true clauses with both literals left out, copies dropped."""
    assert ClauseGame("f", 2, ((),)).winner(Position()) is Player.WHITE
    assert ClauseGame("f", 2, ((1, -1),)).winner(Position()) is Player.BLACK
    assert ClauseGame("f", 0, ()).is_over(Position())
    assert len(ClauseGame("f", 3, ((1, 2), (2, 1, 2), (3, -3, 1))).clauses) == 1
