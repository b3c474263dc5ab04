"""The traps of the lifted encoding, one by one: each of these games is answered wrongly by the obvious formula.

ENCODINGS lists them; the third, the sanity conditions, is the model's: such games cannot be built.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.encodings.games import truth
from tests.encodings.test_lifted import BLACK, OPEN, WHITE, at, check, drawn
from tests.sizes import draws

from zermelo.encodings.grid.lifted_formula import LiftedFormula
from zermelo.encodings.lifted import LiftedBDDL
from zermelo.errors import SanityError
from zermelo.families import make
from zermelo.model import Action, Colour, Condition, Expression, GridGame, Player, Position, SubCondition
from zermelo.search import Minimax

DEPTHS = range(6)
OCCUPY = Action("occupy", (at(OPEN),), (at(BLACK),))
PASS = Action("pass", (), ())
ONE = (at(BLACK),)


def fixed(colour: Colour, x: int, y: int, *, negated: bool = False) -> SubCondition:
    return SubCondition(colour, Expression("zero", x), Expression("zero", y), negated)


def agrees(game: GridGame, expected: str) -> None:
    """The twins agree with the rules at depths 0 to 5, also where nothing is out of reach; the values are given."""
    values = "".join("FT"[Minimax(game).within(game.start, depth)] for depth in DEPTHS)
    assert values == expected
    for depth in DEPTHS:
        for lifted in (LiftedBDDL(), LiftedBDDL(reach=False), LiftedBDDL().faithful()):
            check(game, depth, lifted)


def test_fewer_preconditions():
    """White's pass has no precondition, her other action has two: the unused flags are true, she can always move."""
    never = Action("never", (at(BLACK), at(WHITE)), ())
    game = GridGame("pass", 2, 1, (PASS,), (PASS, never))
    agrees(game, "FFFFFF")
    agrees(GridGame("stuck", 2, 1, (PASS,), (never, never)), "FFTTTT")


def test_one_precondition_of_several_fails():
    """White's action needs an open cell beside a white one, and there is none: all its flags count, not the first."""
    step = Action("step", (at(WHITE), at(OPEN, 1)), (at(OPEN), at(WHITE, 1)))
    agrees(GridGame("one step", 3, 1, (PASS,), (step,), start=Position(0b100, 0b001)), "FFFFTT")


def test_preconditions_on_one_cell():
    """The same cell twice, in agreement or in contradiction, needs a flag for each."""
    twice = Action("twice", (at(OPEN), at(OPEN), at(BLACK, negated=True)), (at(WHITE),))
    torn = Action("torn", (at(OPEN), at(OPEN, negated=True)), (at(WHITE),))
    agrees(GridGame("twice", 2, 1, (PASS,), (twice,)), "FFFFFF")
    agrees(GridGame("torn", 2, 1, (PASS,), (torn,)), "FFTTTT")
    agrees(GridGame("torn or not", 2, 1, (PASS,), (torn, twice)), "FFFFFF")
    # (1,1) once by number and once by parameter: a contradiction on that cell only
    partly = Action("partly", (at(OPEN), fixed(OPEN, 1, 1, negated=True)), (at(WHITE),))
    agrees(GridGame("partly", 2, 1, (PASS,), (partly,), start=Position(0b01)), "FFFFTT")


def test_indices_out_of_range():
    """Three actions take two bits; the fourth number is no action, of either player, nor is a fifth goal one."""
    lines = tuple(tuple(at(BLACK, dx, dy) for dx, dy in ((0, 0), step)) for step in ((1, 0), (0, 1), (1, 1)))
    pawns = tuple(Action(f"{dx}", (at(WHITE), at(OPEN, dx)), (at(OPEN), at(WHITE, dx))) for dx in (-2, -1, 1))
    start = Position(0b001000, 0b000010)
    agrees(GridGame("lines", 3, 2, (OCCUPY,) * 3, pawns, lines, start=start), "FTTTTT")
    agrees(GridGame("free", 3, 1, (PASS,) * 3, pawns, start=Position(0b100, 0b001)), "FFFFFF")


def test_bounds_wrap_around_nowhere():
    """On a board whose sides are powers of two, x+1 of the last column is no column: moves, goals and flags alike."""
    right = Action("right", (at(BLACK), at(OPEN, 1)), (at(OPEN), at(BLACK, 1)))
    goal = ((fixed(BLACK, 1, 1),),)
    agrees(GridGame("black stays right", 4, 1, (right,), (PASS,), goal, start=Position(0b1000)), "FFFFFF")
    push = Action("push", (at(WHITE), at(OPEN, 1)), (at(OPEN), at(WHITE, 1)))
    agrees(GridGame("white is stuck", 4, 1, (PASS,), (push,), start=Position(0, 0b1000)), "FFTTTT")
    corner = ((at(BLACK), at(BLACK, 1, 1)),)
    diagonal = GridGame("diagonal", 2, 2, (OCCUPY,), (PASS,), corner, start=Position(0b0010, 0b1001))
    agrees(diagonal, "FFFFFF")  # (2,1) and (1,2) are black soon: no diagonal of this direction
    swapped = GridGame(
        "white's diagonal",
        2,
        2,
        (PASS,),
        (Action("occupy", (at(OPEN),), (at(WHITE),)),),
        (),
        ((at(WHITE), at(WHITE, 1, 1)),),
        Position(0b1001, 0b0010),
    )
    agrees(swapped, "FFFFTT")


@pytest.mark.parametrize("colour", Colour)
@settings(max_examples=draws(40, 20))
@given(seed=st.integers(0, 2**32 - 1))
def test_numbers_that_are_no_cell(colour, seed):
    """No truth value depends on the numbers beyond the board."""

    def initial(self: LiftedFormula) -> int:
        circuit, state = self.circuit, self.states[1]
        inside = [self._within(bits, range(1, size + 1)) for bits, size in zip(self.cell, (columns, rows), strict=True)]
        outside = -circuit.and_(inside)
        kept = circuit.implies(-outside, original(self))
        return circuit.and_([kept, circuit.implies(outside, self._says(colour, False, state))])

    game, original = drawn(seed), LiftedFormula._initial
    columns, rows = game.columns, game.rows
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LiftedFormula, "_initial", initial)
        for depth in range(5):
            encoded = LiftedBDDL(origin=1).encode(game, depth)
            assert truth(encoded) is Minimax(game).within(game.start, depth), (game, depth)


def test_sanity_is_the_models():
    """A game in which a move completes the opponent's goal never reaches an encoding."""
    gift = Action("gift", (at(OPEN),), (at(BLACK),))
    with pytest.raises(SanityError, match="can complete a goal"):
        GridGame("gift", 2, 1, (OCCUPY,), (gift,), (ONE,), opener=Player.WHITE)


def test_even_depth_ends_with_white_unable_to_move():
    """Her last move counts although it is not made; and Black may have won by a goal before."""
    occupy = Action("occupy", (at(OPEN),), (at(WHITE),))
    agrees(GridGame("the last cell", 2, 1, (OCCUPY,), (occupy,)), "FFFFFF")
    agrees(GridGame("the last cell", 3, 1, (OCCUPY,), (occupy,)), "FFFFTT")
    agrees(GridGame("goal or cell", 3, 1, (OCCUPY,), (occupy,), ((at(BLACK), at(BLACK, 1)),)), "FFFTTT")
    agrees(GridGame("goal first", 1, 2, (OCCUPY,), (PASS,), (ONE,)), "FTTTTT")


def test_white_opens():
    """The outermost block is hers, by the opener or by an odd ply of the start; depth counts the moves made."""
    for game in (
        make("domineering:2x3,first=white"),
        make("domineering:3x2,first=white"),
        make("domineering:3x3,first=white"),
        make("breakthrough:2x4,first=white"),
    ):
        assert isinstance(game, GridGame)
        for depth in DEPTHS:
            check(game, depth, LiftedBDDL())
    middle = make("domineering:2x3").at(Position(0b000101, 0, 1))
    assert middle.mover(middle.start) is Player.WHITE
    assert isinstance(middle, GridGame)
    agrees(middle, "FFFTTT")
    encoded = LiftedBDDL().encode(middle, 3)
    names = encoded.names()
    assert encoded.formula is not None
    first = encoded.formula.prefix.blocks[0]
    assert (first.quantifier.name, {names[variable] for variable in first.variables}) == (
        "FORALL",
        {"X1[0]", "Y1[0]", "Y1[1]"},
    )


def test_stopping_white_goal():
    """White's goal counts at once: neither Black's goal one move later nor a board changed since undoes it."""
    white = Action("occupy", (at(OPEN),), (at(WHITE),))
    goals: tuple[Condition, ...] = ((at(WHITE), at(WHITE, 1)),)
    pair = ((fixed(BLACK, 4, 1), fixed(BLACK, 5, 1)),)
    agrees(GridGame("race", 5, 1, (OCCUPY,), (white,), pair, goals, Position(0, 0b1)), "FFFFFF")
    agrees(GridGame("race", 5, 1, (OCCUPY,), (white,), pair, goals, Position(0, 0b10, 1)), "FFFFFF")
    undo = Action("undo", (at(WHITE), at(WHITE, 1)), (at(OPEN),))
    second = Action("second", (fixed(OPEN, 2, 1),), (fixed(WHITE, 2, 1),))
    agrees(GridGame("undo", 2, 1, (PASS, undo), (second,), (), goals, Position(0, 0b1)), "FFFFFF")
    agrees(GridGame("undo", 2, 1, (PASS, undo), (second,), (), (), Position(0, 0b1)), "FFFFTT")


def test_white_goals_of_different_lengths():
    """The failing part of the longer goal may be its last one; the shorter goal has no such part to name."""
    second = Action("second", (fixed(OPEN, 2, 1),), (fixed(WHITE, 2, 1),))
    goals = ((fixed(WHITE, 4, 1),), tuple(fixed(WHITE, x, 1) for x in (1, 2, 3)))
    agrees(GridGame("third part", 4, 1, (PASS,), (second,), (), goals, Position(0, 0b0001)), "FFFFTT")
    agrees(GridGame("third part", 4, 1, (PASS,), (second,), (), goals, Position(0, 0b0101)), "FFFFFF")
    goals = ((fixed(WHITE, 2, 1),), goals[1])
    agrees(GridGame("the only part", 4, 1, (PASS,), (second,), (), goals), "FFFFFF")


def test_absolute_goals_and_unused_parameters():
    """Corners and borders, without a parameter, as goals, preconditions and moves; a move has one name only."""
    bottom = SubCondition(OPEN, Expression("parameter"), Expression("max"))
    corner = (SubCondition(BLACK, Expression("max"), Expression("min", 1)),)
    drop = Action("drop", (bottom,), (bottom._replace(colour=BLACK),))
    agrees(GridGame("corner", 3, 2, (drop,), (PASS,), (corner,)), "FTTTTT")
    here = Action("here", (fixed(OPEN, 1, 1),), (fixed(WHITE, 1, 1),))
    agrees(GridGame("one cell", 3, 3, (PASS,), (here,), (), ((fixed(WHITE, 1, 1), fixed(WHITE, 2, 2)),)), "FFFFTT")


def test_either_side_without_actions():
    """A player without any action loses when it is his turn."""
    agrees(GridGame("no white", 2, 2, (OCCUPY,), ()), "FFTTTT")
    agrees(GridGame("no black", 2, 2, (), (PASS,)), "FFFFFF")
    agrees(GridGame("no one", 1, 1, (), (), opener=Player.WHITE), "FTTTTT")
    agrees(GridGame("no black, White opens", 2, 2, (), (PASS,), opener=Player.WHITE), "FFFFFF")


def test_random_games_on_powers_of_two():
    """Games in which numbers wrap around, on 4×2 and 2×4, by seed."""
    rng = Random(7)
    for _ in range(12):
        game = drawn_wide(rng)
        for depth in range(4):
            check(game, depth, LiftedBDDL(reach=depth % 2 == 0))


def drawn_wide(rng: Random) -> GridGame:
    """Stones that move by up to two cells on 4×2 or 2×4."""
    columns, rows = rng.choice(((4, 2), (2, 4)))
    moves = {}
    for colour in (BLACK, WHITE):
        steps = [(rng.randint(-2, 2), rng.randint(-2, 2)) for _ in range(3)]
        moves[colour] = tuple(
            Action(f"by {dx},{dy}", (at(colour), at(colour, dx, dy, negated=True)), (at(OPEN), at(colour, dx, dy)))
            for dx, dy in steps
            if (dx, dy) != (0, 0)
        )
    goals = {colour: ((at(colour), at(colour, rng.randint(-1, 1), 1)),) for colour in (BLACK, WHITE)}
    black, white = 1 << rng.randrange(8), 1 << rng.randrange(8)
    start = Position(black | 1 << rng.randrange(8) & ~white, white & ~black, 1)
    start = Position(start.black & ~start.white, start.white, 1)
    return GridGame("wide", columns, rows, moves[BLACK], moves[WHITE], goals[BLACK], goals[WHITE], start)
