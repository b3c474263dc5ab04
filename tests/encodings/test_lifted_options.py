"""The options of the lifted encoding leave out symmetric first moves and unreachable states, and no answer changes."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.encodings.games import decided
from tests.encodings.test_lifted import BLACK, OPEN, TIC, at, drawn, family, random_game
from tests.sizes import draws

from zermelo.encodings.grid.first_move import FirstMove, cover
from zermelo.encodings.grid.reachability import actions_that_fit, reachable_layers
from zermelo.encodings.lifted import LiftedBDDL
from zermelo.errors import InputError
from zermelo.model import Action, Condition, Expression, GridGame, Player, Position, SubCondition, first_move_orbits
from zermelo.model.board import cells_of
from zermelo.search import Minimax

SEEDS = st.integers(0, 2**32 - 1)
Turn = tuple[bool, bool, bool]
"""A symmetry of a rectangle: whether columns and rows are exchanged, then whether each is reversed."""
TURNS: list[Turn] = [(False, True, False), (False, False, True), (False, True, True), (True, False, False)]


# ------------------------------------------------------------------------------------------------ games with symmetries


def reverse(expression: Expression, size: int) -> Expression:
    base = {"min": "max", "max": "min"}.get(expression.base, expression.base)
    return Expression(base, (size + 1 if base == "zero" else 0) - expression.offset)


def turned(game: GridGame, condition: Condition, turn: Turn) -> Condition:
    """The condition as it reads on the turned board."""
    exchange, reverse_x, reverse_y = turn
    parts = []
    for part in condition:
        x, y = (part.y, part.x) if exchange else (part.x, part.y)
        x, y = reverse(x, game.columns) if reverse_x else x, reverse(y, game.rows) if reverse_y else y
        parts.append(SubCondition(part.colour, x, y, part.negated))
    return tuple(parts)


def symmetric(rng: Random) -> GridGame:
    """The first random game with first moves to exchange, the images of its rules and stones under a turn added."""
    while True:
        try:
            game = mirrored(random_game(rng), rng)
        except InputError:
            continue
        if any(len(orbit) > 1 for orbit in first_move_orbits(game)):
            return game


def mirrored(game: GridGame, rng: Random) -> GridGame:
    """The game with the images of its stones, actions and goals under a random turn."""
    turn = rng.choice([turn for turn in TURNS if game.columns == game.rows or not turn[0]])
    actions: list[tuple[Action, ...]] = []
    goals: list[tuple[Condition, ...]] = []
    for player in Player:
        pairs = [(action.precondition, action.effect) for action in game.actions(player)]
        pairs += [(turned(game, needs, turn), turned(game, effect, turn)) for needs, effect in pairs]
        actions.append(tuple(Action(f"action-{number}", *pair) for number, pair in enumerate(dict.fromkeys(pairs))))
        images = [turned(game, goal, turn) for goal in game.goals(player)]
        goals.append(tuple(dict.fromkeys([*game.goals(player), *images])))
    black = both(game, game.start.black, turn)
    return replace(
        game,
        black_actions=actions[0],
        white_actions=actions[1],
        black_goals=goals[0],
        white_goals=goals[1],
        start=Position(black, both(game, game.start.white, turn) & ~black, game.start.ply),
    )


def both(game: GridGame, mask: int, turn: Turn) -> int:
    """The cells with their images."""
    exchange, reverse_x, reverse_y = turn
    for cell in cells_of(mask):
        y, x = divmod(cell, game.columns)
        x, y = (y, x) if exchange else (x, y)
        x, y = game.columns - 1 - x if reverse_x else x, game.rows - 1 - y if reverse_y else y
        mask |= 1 << y * game.columns + x
    return mask


@settings(max_examples=draws(40, 12))
@given(seed=SEEDS)
def test_symmetric_games(seed):
    """The value is right with either player to open, and only first moves that are kept are named."""
    game = symmetric(Random(seed))
    orbits, oracle, opener = first_move_orbits(game), Minimax(game), game.mover(game.start)
    legal = sum(map(len, orbits))
    for depth in range(6):
        encoded = LiftedBDDL().encode(game, depth)
        expected = oracle.within(game.start, depth)
        if encoded.formula is None:
            assert encoded.answer is expected
            continue
        assert f"first move: {len(orbits)} of {legal} moves, one of each orbit of symmetries" in encoded.notes
        value, values = decided(encoded)
        assert value is expected
        if value is (opener is Player.BLACK):
            assert values is not None
            move = encoded.first_move(values)
            assert move in [orbit[0] for orbit in orbits]
            assert oracle.within(game.step(game.start, move), depth - 1) is value


GAMES = [TIC, family("domineering:4x3"), family("domineering:2x3,first=white"), family("breakthrough:3x4")]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_one_first_move_of_each_orbit(game):
    """The clauses spare the first move of each orbit, and exclude the others."""
    first = LiftedBDDL().encode(game, 5).first_move
    assert isinstance(first, FirstMove)
    kept, legal, clauses = first.exclusions()
    orbits = first_move_orbits(game)
    assert (kept, legal) == (len(orbits), sum(map(len, orbits)))
    bits = (*first.action, *first.x, *first.y)
    for orbit in orbits:
        for move in orbit:
            values = {bit: bool(first.number(move) >> place & 1) for place, bit in enumerate(bits)}
            assert first(values) == move
            spared = all(any(values[abs(bit)] is (bit > 0) for bit in clause) for clause in clauses)
            assert spared is (move == orbit[0])


@pytest.mark.parametrize(("first", "more"), [("black", -8), ("white", 3)])
def test_symmetry_costs_little(first, more):
    """On a board with sides of a power of two, two bits of the first move are fixed."""
    game = family(f"domineering:8x8,first={first}")
    with_it, without = (
        LiftedBDDL(symmetry=symmetry).encode(game, 8).clauses()[0].num_clauses for symmetry in (True, False)
    )
    assert with_it - without == more


@settings(max_examples=draws(100, 40))
@given(numbers=st.sets(st.integers(0, 63)), split=st.integers(0, 2**64 - 1))
def test_cover(numbers, split):
    """All others are covered, no kept number is."""
    kept = [number for number in numbers if split >> number & 1]
    others = [number for number in numbers if not split >> number & 1]
    cubes = list(cover(others, kept, 6))
    for number in numbers:
        assert any((number ^ value) & mask == 0 for value, mask in cubes) is (number in others)


# --------------------------------------------------------------------------------------------------------- out of reach


@settings(max_examples=draws(150, 75))
@given(seed=SEEDS)
def test_nothing_that_happens_is_out_of_reach(seed):
    """Random plays stay within the plan: every move that is legal at its time, every goal that is reached."""
    game, rng = drawn(seed), Random(seed)
    reachability = reachable_layers(game, 6, reach=True)
    for _ in range(5):
        position = game.start
        for turn in reachability.layers:
            rules = {rule.number: rule for rule in turn.rules}
            moves = game.legal(position)
            for move in moves:
                rule = rules[move.action]
                assert move.x in (0, *rule.xs)
                assert move.y in (0, *rule.ys)
            if not moves:
                break
            position = game.step(position, rng.choice(moves))
            assert turn.goal or not game.reached(position, turn.player)


def test_plan_of_breakthrough():
    """Pawns of 2×5 have two steps before them: Black's first goal is possible at time 5, White's at time 6."""
    reachability = reachable_layers(family("breakthrough:2x5"), 8, reach=True)
    assert [turn.time for turn in reachability.layers if turn.goal] == [5, 6, 7, 8]
    assert [turn.rules[0].ys for turn in reachability.layers[:4]] == [
        range(4, 5),
        range(2, 3),
        range(3, 6),
        range(1, 4),
    ]
    assert [len(turn.rules) for turn in reachability.layers[:3]] == [3, 3, 3]


def test_plan_of_a_line():
    """Three in a line take three stones."""
    reachability = reachable_layers(TIC, 9, reach=True)
    assert [turn.time for turn in reachability.layers if turn.goal] == [5, 6, 7, 8, 9]
    assert not reachable_layers(TIC, 4, reach=True).goals[Player.BLACK]


def test_plan_of_two_stones_a_move():
    """A move may set several cells that a goal misses."""
    opened, placed = ((at(colour), at(colour, 1)) for colour in (OPEN, BLACK))
    game = GridGame("pair", 2, 1, (Action("pair", opened, placed),), (), (placed,))
    assert [turn.goal for turn in reachable_layers(game, 1, reach=True).layers] == [True]


def test_all_is_possible_without_reach():
    game = family("breakthrough:2x5")
    reachability = reachable_layers(game, 4, reach=False)
    assert [turn.rules for turn in reachability.layers] == [
        actions_that_fit(game, turn.player) for turn in reachability.layers
    ]
    assert all(turn.goal for turn in reachability.layers)
