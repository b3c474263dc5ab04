"""Random grid games whose plays may never end: steps that undo each other, waiting, stones that come and go.

Stuck players, goals that are within reach, far away or missing, and both openers occur in all kinds. None of these
games has a depth that no play exceeds; each is small enough for the plain oracle.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.ends import other_ends
from tests.search.backward_oracle import BackwardOracle, TooLargeError

from zermelo.errors import ZermeloError
from zermelo.families.grid_parts import at, step
from zermelo.model import Action, Colour, Condition, Expression, GridGame, Player, Position, SubCondition

STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
NEAR = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
BOARDS = [(1, 1), (2, 1), (1, 3), (4, 1), (2, 2), (3, 2), (5, 1), (3, 3), (4, 2), (6, 1), (9, 1), (4, 3)]

Kind = Callable[[Random, Colour], list[Action]]


def _fixed(colour: Colour, x: int, y: int) -> SubCondition:
    return SubCondition(colour, Expression("zero", x), Expression("zero", y))


def _goals(rng: Random, colour: Colour, columns: int, rows: int) -> tuple[Condition, ...]:
    """Own stones on some cells: a corner, two side by side; now and then a cell that no stone of his may ever reach."""
    found: list[Condition] = []
    for _ in range(rng.choice([0, 1, 1, 2])):
        place = _fixed(colour, rng.randint(1, columns), rng.randint(1, rows))
        pair = (at(colour), at(colour, *rng.choice(NEAR)))
        found.append(rng.choice([(place,), (place,), pair, (at(colour), at(colour, *rng.choice(NEAR)), place)]))
    return tuple(tuple(dict.fromkeys(goal)) for goal in found)


def _stones(rng: Random, cells: int, most: int) -> tuple[int, int]:
    black, white = 0, 0
    for cell in rng.sample(range(cells), min(cells, rng.randint(0, most))):
        if rng.random() < 0.5:
            black |= 1 << cell
        else:
            white |= 1 << cell
    return black, white


def walkers(rng: Random, colour: Colour) -> list[Action]:
    """Steps to and fro, perhaps onto stones of the other player, perhaps pushing nothing away."""
    found = []
    for number, (dx, dy) in enumerate(rng.sample(NEAR, rng.randint(1, 3))):
        target = at(colour, dx, dy, negated=True) if rng.random() < 0.3 else at(Colour.OPEN, dx, dy)
        found.append(step(f"go-{number}", colour, dx, dy, target))
        if rng.random() < 0.8:
            found.append(step(f"back-{number}", colour, -dx, -dy, at(Colour.OPEN, -dx, -dy)))
    return found


def waiters(rng: Random, colour: Colour) -> list[Action]:
    """Waiting: with a stone, with any stone of two kinds, beside an open cell, or whatever the position."""
    beside = at(Colour.OPEN, *rng.choice(STRAIGHT))
    return rng.sample(
        [
            Action("wait", (at(colour),), (at(colour),)),
            Action("rest", (at(colour), beside), (at(colour),)),
            Action("look", (beside,), (beside,)),
            Action("pass", (), ()),
        ],
        rng.choice([0, 1, 1, 2]),
    )


def setters(rng: Random, colour: Colour) -> list[Action]:
    """Stones that are put down and taken up again; some actions do not ask what stood there."""
    found = [Action("put", (at(Colour.OPEN),), (at(colour),))] if rng.random() < 0.7 else []
    if rng.random() < 0.7:
        found.append(Action("take", (at(colour),), (at(Colour.OPEN),)))
    if rng.random() < 0.3:
        found.append(Action("paint", (at(colour, negated=True),), (at(colour),)))
    if rng.random() < 0.3:
        near = at(Colour.OPEN, *rng.choice(NEAR))
        found.append(Action("sweep", (at(colour),), (near, at(colour))))
    if rng.random() < 0.2:
        found.append(Action("clear", (), tuple(at(Colour.OPEN, x, 0) for x in range(rng.randint(1, 4)))))
    return found


def _actions(rng: Random, colour: Colour, kinds: list[Kind]) -> tuple[Action, ...]:
    return tuple(action for kind in kinds for action in kind(rng, colour))


def _draw(rng: Random) -> GridGame:
    columns, rows = rng.choice(BOARDS)
    kinds: list[Kind] = rng.choice(
        [[walkers], [walkers, waiters], [walkers, waiters], [setters], [setters, waiters], [waiters]]
    )
    if rng.random() < 0.1:
        kinds = [walkers, setters, waiters]
    black, white = _stones(rng, columns * rows, 4)
    return GridGame(
        "endless", columns, rows,
        _actions(rng, Colour.BLACK, kinds) if rng.random() < 0.95 else (),
        _actions(rng, Colour.WHITE, kinds) if rng.random() < 0.95 else (),
        _goals(rng, Colour.BLACK, columns, rows), _goals(rng, Colour.WHITE, columns, rows),
        start=Position(black, white, rng.choice([0, 0, 0, 1, 2])), opener=rng.choice(list(Player)),
    )  # fmt: skip


def endless_game(seed: int, most: int = 2_000) -> tuple[GridGame, BackwardOracle]:
    """The game of a seed, the same each time, with at most so many positions; and what is true of it."""
    rng = Random(seed)
    while True:
        try:
            game = other_ends(_draw(rng), seed)
            if game.complete_depth() is None:
                return game, BackwardOracle(game, most)
        except (ZermeloError, TooLargeError):
            continue  # not sane, won at the start, or too large
