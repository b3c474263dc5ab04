"""Random grid games whose plays may never end, with few stones on few cells.

Steps with their way back, waiting, stones that are put and taken away again, captures, players without moves; goals
that can be reached, goals that cannot, and no goals; entered at the start or in the middle, where a goal may have been
reached; either player opens.
"""

from __future__ import annotations

from random import Random

from tests.ends import other_ends
from tests.solving.oracle import TooLargeError, oracle_of

from zermelo.errors import ZermeloError
from zermelo.families.grid_parts import at
from zermelo.model import Action, Colour, Condition, Expression, GridGame, Player, Position, SubCondition

NEAR = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1))
BOARDS = ((1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (1, 3), (2, 2), (3, 2), (2, 3), (3, 3))


def endless(rng: Random, most: int = 1500) -> GridGame:
    """A game in which a play without end is possible (one time in ten it need not be), of so many positions at most."""
    finite = rng.random() < 0.1
    while True:
        try:
            game = other_ends(_any(rng), rng.getstate()[1][:4])
            if finite or oracle_of(game, most).longest is None:
                oracle_of(game, most)
                return game
        except (ZermeloError, TooLargeError):  # not sane, or too large for the oracle
            continue


def _any(rng: Random) -> GridGame:
    columns, rows = rng.choice(BOARDS)
    black_actions, white_actions = (_actions(rng, colour) for colour in (Colour.BLACK, Colour.WHITE))
    black_goals, white_goals = (_goals(rng, colour, columns, rows) for colour in (Colour.BLACK, Colour.WHITE))
    cells = range(columns * rows)
    stones = {player: rng.choice((0, 1, 1, 1, 2)) for player in Player}
    places = rng.sample(cells, min(len(cells), sum(stones.values())))
    black = sum(1 << cell for cell in places[: stones[Player.BLACK]])
    white = sum(1 << cell for cell in places[stones[Player.BLACK] :])
    return GridGame(
        "endless", columns, rows, black_actions, white_actions, black_goals, white_goals,
        start=Position(black, white, rng.choice((0, 0, 0, 1, 2))), opener=rng.choice(list(Player)),
    )  # fmt: skip


def _actions(rng: Random, colour: Colour) -> tuple[Action, ...]:
    """None to four kinds of moves."""
    found: list[tuple[Condition, Condition]] = []
    for kind in rng.sample(("walk", "walk", "wait", "put", "take", "hop", "hit"), rng.choice((0, 1, 1, 2, 2, 3))):
        dx, dy = rng.choice(NEAR)
        here, there, gone = at(colour), at(colour, dx, dy), at(Colour.OPEN)
        other = at(Colour.WHITE if colour is Colour.BLACK else Colour.BLACK, dx, dy)
        if kind == "walk":
            found.append(((here, at(Colour.OPEN, dx, dy)), (gone, there)))
            if rng.random() < 0.7:
                found.append(((here, at(Colour.OPEN, -dx, -dy)), (gone, at(colour, -dx, -dy))))
        elif kind == "wait":
            place = rng.choice((here, here, _somewhere(rng, rng.choice((colour, Colour.OPEN)))))
            found.append(((place,), (place,)))
        elif kind == "put":
            found.append(((gone,), (here,)))
        elif kind == "take":
            found.append(((here,), (gone,)))
        elif kind == "hop":
            found.append(((here, there._replace(negated=True)), (gone, there)))
        else:
            found.append(((here, other), (at(Colour.OPEN, dx, dy),)))
    actions = []
    for number, (needs, effect) in enumerate(found):
        if rng.random() < 0.2:  # only where something else is so, too
            needs = (
                *needs,
                at(
                    rng.choice([Colour.OPEN, Colour.BLACK, Colour.WHITE]), *rng.choice(NEAR), negated=rng.random() < 0.6
                ),
            )
        actions.append(Action(f"do{number}", tuple(dict.fromkeys(needs)), effect))
    return tuple(actions)


def _somewhere(rng: Random, colour: Colour) -> SubCondition:
    """A cell at the border, in a row or column, or anywhere."""
    bases = ("min", "max", "parameter")
    return SubCondition(colour, Expression(rng.choice(bases)), Expression(rng.choice(bases)))


def _goals(rng: Random, colour: Colour, columns: int, rows: int) -> tuple[Condition, ...]:
    """None to two: a place, stones that meet, a stone beside an open cell."""
    found: list[Condition] = []
    for _ in range(rng.choice((0, 1, 1, 1, 2))):
        kind = rng.choice(("border", "cell", "meet", "beside"))
        if kind == "border":
            found.append((_somewhere(rng, colour),))
        elif kind == "cell":
            x, y = rng.randint(1, columns), rng.randint(1, rows)
            found.append((SubCondition(colour, Expression("zero", x), Expression("zero", y)),))
        else:
            with_whom = [Colour.OPEN, Colour.BLACK, Colour.WHITE] if kind == "meet" else [Colour.OPEN]
            found.append((at(colour), at(rng.choice(with_whom), *rng.choice(NEAR), negated=rng.random() < 0.2)))
    return tuple(found)
