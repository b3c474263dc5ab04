"""The lifted encoding says at every depth what exhaustive search with the plain rules says.

The random games are wild on purpose: absolute cells, coordinates beside the border, contradictory and repeated
preconditions, effects that change nothing, unused parameters, no actions, no goals, either opener, any start.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.encodings.games import solve
from tests.encodings.size_formulas import lifted_variables
from tests.ends import other_ends
from tests.sizes import draws

from zermelo.encodings import Encoded
from zermelo.encodings.lifted import LiftedBDDL
from zermelo.errors import InputError, UnsupportedError
from zermelo.families import make
from zermelo.formula import Circuit, evaluate, tseitin
from zermelo.language import read_game
from zermelo.model import Action, Colour, Expression, GridGame, Player, Position, SubCondition
from zermelo.search import Minimax
from zermelo.solvers import Answer

BLACK, WHITE, OPEN = Colour.BLACK, Colour.WHITE, Colour.OPEN
OWN = {Player.BLACK: BLACK, Player.WHITE: WHITE}
TWINS = {"default": LiftedBDDL(), "as in the paper": LiftedBDDL().faithful()}
either_twin = pytest.mark.parametrize("lifted", TWINS.values(), ids=TWINS.keys())
TURNED = [replace(LiftedBDDL(), **{name: value}) for name, value in LiftedBDDL.paper.items()]


def at(colour: Colour, dx: int = 0, dy: int = 0, *, negated: bool = False) -> SubCondition:
    return SubCondition(colour, Expression("parameter", dx), Expression("parameter", dy), negated)


# ------------------------------------------------------------------------------------------------------- random games


def expression(rng: Random, size: int) -> Expression:
    roll = rng.random()
    if roll < 0.78:
        return Expression("parameter", rng.choice((0, 0, 0, 0, 1, -1, 1, -1, 2, -2)))
    if roll < 0.85:
        return Expression("min", rng.choice((0, 0, min(1, size - 1))))
    if roll < 0.92:
        return Expression("max", rng.choice((0, 0, -min(1, size - 1))))
    return Expression("zero", rng.randint(1, size))


def part(rng: Random, size: tuple[int, int], colours: list[Colour], negated: float = 0.0) -> SubCondition:
    x, y = expression(rng, size[0]), expression(rng, size[1])
    return SubCondition(rng.choice(colours), x, y, rng.random() < negated)


def action(rng: Random, size: tuple[int, int], own: Colour, number: int) -> Action:
    """A stone placed, a stone moved, or any conditions and effects at all."""
    source, target = part(rng, size, [OPEN]), part(rng, size, [OPEN])
    extra = [part(rng, size, [OPEN, BLACK, WHITE], 0.4) for _ in range(rng.choice((0, 0, 0, 1, 1, 2)))]
    style = rng.random()
    if style < 0.35:
        needs, effect = [source], [source._replace(colour=own)]
    elif style < 0.75:
        landing = rng.choice((target, target._replace(colour=own, negated=True), target._replace(colour=own.swapped)))
        needs, effect = [source._replace(colour=own), landing], [source, target._replace(colour=own)]
    else:
        needs, effect = [], [part(rng, size, [own, own, OPEN, own.swapped]) for _ in range(rng.choice((0, 1, 1, 2)))]
    needs += extra
    if needs and rng.random() < 0.15:
        needs.append(rng.choice(needs)._replace(negated=rng.random() < 0.3))
    rng.shuffle(needs)
    return Action(f"action-{number}", tuple(needs), tuple(effect))


def random_game(rng: Random) -> GridGame:
    """A random game, in which every second part may be odd; ``InputError`` where the model refuses it."""
    size = rng.choice((1, 2, 2, 3, 3)), rng.choice((1, 2, 2, 3, 3))
    actions, goals = {}, {}
    for player, own in OWN.items():
        count = rng.choice((0, *[1] * 6, *[2] * 8, *[3] * 6, 4))
        actions[player] = tuple(action(rng, size, own, number) for number in range(count))
        goals[player] = tuple(
            tuple(
                part(rng, size, [own]) if rng.random() < 0.93 else part(rng, size, [OPEN, BLACK, WHITE], 0.5)
                for _ in range(rng.choice((1, 2, 2, 2, 3, 3)))
            )
            for _ in range(rng.choice((0, 1, 1, 1, 2, 2, 3)))
        )
    chance = rng.choice((0.0, 0.2, 0.4, 0.6))
    stones = dict.fromkeys((BLACK, WHITE), 0)
    for cell in range(size[0] * size[1]):
        if rng.random() < chance:
            stones[rng.choice((BLACK, WHITE))] |= 1 << cell
    start = Position(stones[BLACK], stones[WHITE], rng.choice((0, 0, 0, 1, 2, 3)))
    black, white = Player.BLACK, Player.WHITE
    opener = rng.choice((black, white))
    return GridGame("random", *size, actions[black], actions[white], goals[black], goals[white], start, opener)


def drawn(seed: int, *, ends: bool = False) -> GridGame:
    try:
        game = random_game(Random(seed))
        return other_ends(game, seed) if ends else game
    except InputError:
        assume(False)
        raise


def check(game: GridGame, depth: int, lifted: LiftedBDDL) -> Encoded:
    """The truth value is right, and the opener's first move is legal and keeps it."""
    encoded, oracle, opener = lifted.encode(game, depth), Minimax(game), game.mover(game.start)
    expected = oracle.within(game.start, depth)
    if encoded.formula is None:
        assert encoded.answer is expected, (game, depth, encoded.why)
        return encoded
    result = solve(encoded, assignment=True)
    assert result.answer is (Answer.TRUE if expected else Answer.FALSE), (game, depth)
    if expected is (opener is Player.BLACK):
        if result.assignment is None:  # no bit is needed to choose the only move
            assert not {"A1[0]", "X1[0]", "Y1[0]"}.intersection(encoded.names().values())
        move = encoded.first_move(result.assignment or {})
        assert move in game.legal(game.start), (game, depth, move)
        assert oracle.within(game.step(game.start, move), depth - 1) is expected, (game, depth, move)
    return encoded


@either_twin
@settings(max_examples=draws(120, 24))
@given(seed=st.integers(0, 2**32 - 1))
def test_agrees_with_minimax(seed, lifted):
    """At every depth from 0 to 5."""
    game = drawn(seed)
    for depth in range(6):
        check(game, depth, lifted)


@pytest.mark.parametrize("lifted", TURNED, ids=lambda lifted: lifted.label)
@settings(max_examples=draws(25, 12))
@given(seed=st.integers(0, 2**32 - 1))
def test_options_change_no_answer(seed, lifted):
    """Nor does any option alone."""
    game = drawn(seed)
    for depth in range(6):
        check(game, depth, lifted)


@settings(max_examples=draws(60, 30))
@given(seed=st.integers(0, 2**32 - 1))
def test_same_clauses_twice(seed):
    """The same game gives the same formula, well-formed clauses, and a name for every variable of the prefix."""
    game = drawn(seed)
    for depth in range(4):
        one, two = LiftedBDDL().encode(game, depth), LiftedBDDL().encode(game, depth)
        if one.formula is None:
            continue
        assert isinstance(one.formula, Circuit)
        assert isinstance(two.formula, Circuit)
        (left, way), (right, _) = tseitin(one.formula), tseitin(two.formula)
        left.validate()
        assert left == right
        assert one.first_move == two.first_move
        names = one.names()
        assert set(names) == set(one.formula.prefix) == set(way)
        assert len(set(names.values())) == len(names)


@settings(max_examples=draws(150, 30))
@given(seed=st.integers(0, 2**32 - 1))
def test_agrees_by_definition(seed):
    """Formulas that are small enough are decided without any solver as well."""
    game = drawn(seed)
    for depth in (1, 2):
        formula = LiftedBDDL().encode(game, depth).formula
        if formula is not None and len(formula.prefix) <= 13:
            assert evaluate(formula) is Minimax(game).within(game.start, depth), (game, depth)


# -------------------------------------------------------------------------------------------------------- known games


def httt(columns: int, rows: int, *shapes: tuple[tuple[int, int], ...]) -> GridGame:
    """Harary's game for a polyomino whose orientations are given."""
    black = tuple(tuple(at(BLACK, dx, dy) for dx, dy in shape) for shape in shapes)
    white = tuple(tuple(at(WHITE, dx, dy) for dx, dy in shape) for shape in shapes)
    ours, theirs = (Action("occupy", (at(OPEN),), (at(colour),)) for colour in (BLACK, WHITE))
    return GridGame(f"httt {columns}x{rows}", columns, rows, (ours,), (theirs,), black, white)


def family(expression: str) -> GridGame:
    game = make(expression)
    assert isinstance(game, GridGame)
    return game


DOMINO = httt(2, 2, ((0, 0), (1, 0)), ((0, 0), (0, 1)))
EL = httt(
    3, 3, *(tuple((x, y) for x in (0, 1) for y in (0, 1) if (x, y) != gap) for gap in ((0, 0), (0, 1), (1, 0), (1, 1)))
)
TIC = httt(3, 3, ((0, 0), (1, 0), (2, 0)), ((0, 0), (0, 1), (0, 2)))


@pytest.mark.parametrize(
    ("game", "critical"),
    [
        (family("domineering:2x2"), 2),
        (family("domineering:2x3"), 4),
        (family("domineering:3x3"), 4),
        (family("domineering:3x4"), 6),
        (family("domineering:5x2"), 6),
        (family("connect:2,board=3x3,rule=paper"), 3),
        (family("connect:2,board=2x2,rule=paper"), 3),
        (family("evader-pursuer:4x4,evader=4-1,pursuer=2-3"), 3),
        (family("evader-pursuer-dual:4x4,evader=4-1,pursuer=1-2"), 2),
        (DOMINO, 3),
        (EL, 5),
    ],
    ids=lambda value: value.name if isinstance(value, GridGame) else str(value),
)
def test_critical_depths(game, critical):
    """Table 2 of the paper: a win at the critical depth and no earlier; the first move wins."""
    for depth in (critical - 2, critical - 1, critical):
        if depth >= 0:
            assert Minimax(game).within(game.start, depth) is (depth == critical)
            check(game, depth, LiftedBDDL())


@pytest.mark.parametrize(
    "game",
    [
        family("domineering:4x2"),
        family("domineering:2x5"),
        family("breakthrough:2x4"),
        family("breakthrough:2x4,first=white"),
        TIC,
    ],
    ids=lambda game: str(game.name),
)
def test_refuted_depths(game):
    """Table 2 again: no win, or none yet."""
    for depth in range(6):
        assert not Minimax(game).within(game.start, depth)
        check(game, depth, LiftedBDDL())


def test_published_second_player(benchmarks):
    """Files in which White opens ask for one move less than they say."""
    game = read_game(benchmarks / "bddl" / "evader_pursuer_dual" / "4x4_2_e-4-1_p-1-2.ig")
    assert (game.depth, game.mover(game.start)) == (2, Player.WHITE)
    assert isinstance(game, GridGame)
    check(game, 1, LiftedBDDL())
    check(game, 2, LiftedBDDL())


# ------------------------------------------------------------------------------------------------------ size and form


def test_prefix_of_the_paper():
    """The blocks of section 4.1, with its names, in its order and with its numbers of bits."""
    encoded = LiftedBDDL().faithful().encode(family("breakthrough:2x4"), 3)
    assert isinstance(encoded.formula, Circuit)
    names = encoded.names()
    blocks = [" ".join(names[variable] for variable in block.variables) for block in encoded.formula.prefix.blocks]
    assert blocks == [
        "A1[0] A1[1] X1[0] X1[1] Y1[0] Y1[1] Y1[2] gs1",
        "A2[0] A2[1] X2[0] X2[1] Y2[0] Y2[1] Y2[2] gs2",
        "lb2 P2[0] P2[1] A3[0] A3[1] X3[0] X3[1] Y3[0] Y3[1] Y3[2] Bx[0] Bx[1] By[0] By[1] By[2]",
        "Wx[0] Wx[1] Wy[0] Wy[1] Wy[2] Sx[0] Sx[1] Sy[0] Sy[1] Sy[2]",
        "o1 w1 o2 w2 o3 w3 o4 w4",
    ]
    assert encoded.formula.names[1] == "A1_0"


def test_zero_bits():
    """A 1×1 board with one action each has no bit to choose; the universal block is empty."""
    game = httt(1, 1, ((0, 0),))
    encoded = check(game, 1, LiftedBDDL())
    assert isinstance(encoded.formula, Circuit)
    assert sorted(encoded.names().values()) == ["o1", "o2", "w1", "w2"]
    assert encoded.formula.prefix.universal == 0
    assert evaluate(encoded.formula)


def test_linear_size():
    """Each further pair of moves costs the same, once everything is possible that ever will be."""
    game = family("breakthrough:5x6")
    for lifted, depths in ((LiftedBDDL().faithful(), range(5, 13, 2)), (LiftedBDDL(), range(13, 21, 2))):
        counts = []
        for depth in depths:
            formula = lifted.encode(game, depth).formula
            assert isinstance(formula, Circuit)
            counts.append(tseitin(formula)[0].num_clauses)
        first, *rest = [after - before for before, after in pairwise(counts)]
        assert rest == [first, first]


@pytest.mark.parametrize(
    ("expression", "depth", "default", "paper"),
    [
        ("domineering:4x4", 8, (64, 203, 271), (82, 269, 458)),
        ("connect:3,board=4x4,rule=paper", 9, (98, 404, 487), (127, 568, 806)),
        ("breakthrough:2x4", 13, (129, 577, 847), (164, 788, 1298)),
        ("evader-pursuer:4x4,evader=4-1,pursuer=2-3", 3, (40, 253, 375), (59, 406, 679)),
    ],
)
def test_sizes_by_number(expression, depth, default, paper):
    """Variables, gates and clauses."""
    for lifted, expected in ((LiftedBDDL(), default), (LiftedBDDL().faithful(), paper)):
        formula = lifted.encode(family(expression), depth).formula
        assert isinstance(formula, Circuit)
        assert (*formula.sizes()[:2], tseitin(formula)[0].num_clauses) == expected


@settings(max_examples=draws(100, 25))
@given(seed=st.integers(0, 2**32 - 1), options=st.tuples(st.sampled_from((0, 1)), *[st.booleans()] * 3))
def test_sizes_by_formula(seed, options):
    """The number of variables is as promised, whatever the rules and the options."""
    game, (origin, carry, reach, symmetry) = drawn(seed), options
    lifted = LiftedBDDL(origin=origin, carry=carry, reach=reach, symmetry=symmetry)
    for depth in range(1, 6):
        formula = lifted.encode(game, depth).formula
        if formula is not None:
            assert isinstance(formula, Circuit)
            assert len(formula.prefix) == lifted_variables(lifted.reachability(game, depth), origin=origin, carry=carry)


# -------------------------------------------------------------------------------------------- decided without a solver


def test_answers_by_the_rules():
    """A question decided in the start position needs no formula, and the reason is given."""
    game, lifted = family("domineering:2x2"), LiftedBDDL()
    blocked = game.at(Position(0b0011, 0, 0))
    won = TIC.at(Position(0b111, 0b011000, 5))
    opens = family("domineering:2x2,first=white")
    for question, depth, answer, why in [
        (game, 0, False, "no move is left"),
        (game, 1, False, "no move is left"),
        (blocked, 4, False, "Black has no move"),
        (blocked.swapped(), 1, True, "White has no move"),
        (opens, 2, False, "White has a move"),
        (won, 0, True, "Black has reached a goal"),
        (won.swapped(), 3, False, "White has reached a goal"),
    ]:
        encoded = lifted.encode(question, depth)
        assert (encoded.formula, encoded.answer, encoded.depth) == (None, answer, depth)
        assert why in encoded.why
        assert Minimax(question).within(question.start, depth) is answer


def test_notes_say_what_was_left_out():
    game = family("domineering:2x1")
    odd = GridGame("odd", 2, 1, game.white_actions, game.black_actions + game.white_actions)
    assert LiftedBDDL().encode(odd.swapped().swapped(), 3).notes[0] == (
        "Black has no goal to reach by move 3: encoded for 2"
    )
    notes = LiftedBDDL().encode(family("domineering:3x1,first=white").swapped(), 2).notes
    assert notes == (
        "first move: 1 of 2 moves, one of each orbit of symmetries",
        "action vertical of White fits nowhere on the board: left out",
    )


def test_refusals():
    """Other games and depths that are none."""
    lifted = LiftedBDDL()
    with pytest.raises(UnsupportedError, match="grid games"):
        lifted.encode(make("hex:3x3"), 3)
    with pytest.raises(InputError, match="a depth of 0 or more"):
        lifted.encode(family("domineering:2x2"), -1)
    with pytest.raises(InputError, match="an origin of 0 or 1"):
        LiftedBDDL(origin=2)


def test_values_that_are_no_move():
    """Numbers beyond actions or board, and illegal moves, decode to None."""
    game = family("breakthrough:3x4")
    encoded = LiftedBDDL().faithful().encode(game, 3)
    numbers = {name: variable for variable, name in encoded.names().items()}

    def first(**bits: int):
        values = dict.fromkeys(numbers.values(), False)
        for key, value in bits.items():
            for bit in range(value.bit_length()):
                values[numbers[f"{key}1[{bit}]"]] = bool(value >> bit & 1)
        return encoded.first_move(values)

    assert game.move_name(first(A=2, X=1, Y=3)) == "right-diagonal(1,3)"
    assert first(A=3, X=1, Y=3) is None  # no such action
    assert first(A=1, X=1, Y=3) is None  # off the board
    assert first(A=2, X=0, Y=3) is None  # a place that is none
    assert first(A=0, X=1, Y=3) is None  # blocked
    assert encoded.first_move({}) is None
