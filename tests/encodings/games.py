"""Random small games on cells, and ground games, and the truth of an encoded formula by an independent solver.

A kind is a function of a random generator, so that the same games serve Hypothesis and long campaigns by seed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from tests.nets import random_net

from zermelo.encodings import Asks, Encoded
from zermelo.errors import InputError
from zermelo.formula import Circuit, tseitin
from zermelo.model import Board, ConnectionGame, Game, NetGame, Player, Position, PositionalGame, Rule, Turns
from zermelo.search import Minimax
from zermelo.solvers import Answer, SolverResult, solver

CellGame = PositionalGame | ConnectionGame
ALTERNATING = (Turns(), Turns(), Turns(), Turns(Player.WHITE))
OTHERS = (Turns(Player.BLACK, 1, 2), Turns(Player.BLACK, 2, 2), Turns(Player.WHITE, 1, 2), Turns(Player.WHITE, 2, 1))


def _subset(rng: Random, cells: int, chance: float) -> int:
    return sum(1 << cell for cell in range(cells) if rng.random() < chance)


def _turns(rng: Random) -> Turns:
    roll = rng.random()
    if roll < 0.6:
        return rng.choice(ALTERNATING)
    if roll < 0.85:
        return rng.choice(OTHERS)
    return Turns.of([rng.choice(list(Player)) for _ in range(rng.randint(1, 6))])


def _start(rng: Random, cells: int) -> Position:
    chance = rng.choice((0.0, 0.15, 0.4))
    black = _subset(rng, cells, chance)
    return Position(black, _subset(rng, cells, chance) & ~black, rng.choice((0, 0, 0, 1, 2, 3)))


def _first_moves(rng: Random, cells: int, start: Position) -> int | None:
    """Some cells, one of them open if any is; or None, which is for all."""
    if rng.random() >= 0.35:
        return None
    left = [cell for cell in range(cells) if not (start.black | start.white) >> cell & 1]
    return _subset(rng, cells, rng.choice((0.2, 0.5, 0.8))) | (1 << rng.choice(left) if left else 0)


def positional(rng: Random, rule: Rule) -> PositionalGame:
    """A game on at most six cells, sets of one to four cells, perhaps an empty one, perhaps none."""
    cells = rng.randint(1, 6)

    def sets() -> tuple[int, ...]:
        few = rng.randint(0, 6)
        return tuple(
            sum(1 << cell for cell in rng.sample(range(cells), min(cells, rng.choice((1, 2, 2, 3, 3, 4)))))
            for _ in range(few)
        ) + ((0,) if rng.random() < 0.01 else ())

    while True:
        black = sets()
        white = () if rule is Rule.MAKER_BREAKER else black if rng.random() < 0.6 else sets()
        names = [f"a{cell + 1}" for cell in range(cells)]
        start, turns = _start(rng, cells), _turns(rng)
        first = _first_moves(rng, cells, start)
        try:
            return PositionalGame(
                "random", Board.named(names), rule, black, white, start=start, turns=turns, first_moves=first
            )
        except InputError:
            continue  # both have won


def connection(rng: Random) -> ConnectionGame:
    """A game on a graph of at most seven cells, connected or not, without borders of White."""
    cells = rng.randint(1, 7)
    chance = rng.choice((0.2, 0.4, 0.7))
    neighbours = [0] * cells
    for one in range(cells):
        for two in range(one):
            if rng.random() < chance:
                neighbours[one] |= 1 << two
                neighbours[two] |= 1 << one
    border = rng.choice((0.2, 0.4))
    start = _start(rng, cells)
    return ConnectionGame(
        "random",
        Board.named([f"v{cell}x" for cell in range(cells)]),
        tuple(neighbours),
        _subset(rng, cells, border),
        _subset(rng, cells, border),
        joined=rng.random() < 0.03,
        start=start,
        turns=_turns(rng) if rng.random() < 0.5 else rng.choice(ALTERNATING),
        first_moves=_first_moves(rng, cells, start),
    )


def hex_board(rng: Random) -> ConnectionGame:
    """A small Hex board with stones, perhaps already decided."""
    columns, rows = rng.choice([(1, 1), (1, 2), (2, 1), (2, 2), (3, 2), (2, 3), (3, 3), (3, 3), (4, 2), (2, 4), (1, 4)])
    game = ConnectionGame.hex(columns, rows)
    cells = columns * rows
    start = _start(rng, cells)
    if cells > 6 and (start.black | start.white).bit_count() < 2:
        black = 1 << rng.randrange(cells)
        start = Position(black, 1 << rng.randrange(cells) & ~black, start.ply)
    turns = rng.choice(ALTERNATING) if rng.random() < 0.9 else _turns(rng)
    return replace(game, start=start, turns=turns, first_moves=_first_moves(rng, cells, start))


KINDS: dict[str, Callable[[Random], CellGame]] = {
    "maker-maker": lambda rng: positional(rng, Rule.MAKER_MAKER),
    "maker-breaker": lambda rng: positional(rng, Rule.MAKER_BREAKER),
    "connection": connection,
    "hex": hex_board,
}
"""Games on cells."""

ALL_KINDS: dict[str, Callable[[Random], Game]] = {**KINDS, "net": random_net}
"""All but grid games, which have their own."""

MOST_STEPS = 7


def depths(game: Game) -> range:
    """Every depth to one more than that of the longest play, or some where plays of a ground game go on for long."""
    longest = game.complete_depth()
    if isinstance(game, NetGame):
        return range((MOST_STEPS if longest is None else min(longest, MOST_STEPS)) + 2)
    assert longest is not None
    return range(longest + 2)


def solve(encoded: Encoded, assignment: bool = False, name: str = "depqbf") -> SolverResult:
    """The answer of a solver to the formula; it must give one."""
    formula = encoded.formula
    assert formula is not None
    if isinstance(formula, Circuit):
        formula, _ = tseitin(formula)
    result = solver(name).solve(formula, assignment=assignment, time_limit=60)
    assert result.answer is not Answer.UNKNOWN, result
    return result


def decided(encoded: Encoded) -> tuple[bool, dict[int, bool] | None]:
    """The truth value by a solver, and what it says about variables of the formula as it was encoded."""
    result, way = solve(encoded, assignment=True), encoded.clauses()[1]
    known = result.assignment
    values = None if known is None else {variable: known[to] for variable, to in way.items() if to in known}
    return result.answer is Answer.TRUE, values


def truth(encoded: Encoded, name: str = "depqbf") -> bool:
    """The truth value of what was encoded."""
    if encoded.answer is not None:
        return encoded.answer
    return solve(encoded, name=name).answer is Answer.TRUE


def holds(encoded: Encoded, value: bool, oracle: Minimax) -> bool:
    """True if a truth value says of Black's win the same as exhaustive search.

    A formula that says White holds must be right at every depth; one that says nothing must be allowed to.
    """
    game, said = oracle.game, encoded.black_wins(value)
    if said is None:
        return encoded.asks is Asks.WHITE_HOLDS and not encoded.exact
    ever = encoded.asks is Asks.WHITE_HOLDS and not said
    return oracle.within(game.start, game.complete_depth() or 0 if ever else encoded.depth) is said
