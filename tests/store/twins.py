"""Games that are the same but for names, symmetry and colours, made by code that knows nothing of canonical forms.

Also what two games that share a form must agree in: the shape of their game trees, seen from the numbered players.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from zermelo.families import make
from zermelo.model import (
    Action,
    Board,
    ConnectionGame,
    Expression,
    Game,
    GridGame,
    GridMove,
    Player,
    Position,
    PositionalGame,
    Rule,
    StateGame,
    SubCondition,
    cells_of,
    mask_of,
)
from zermelo.model.conditions import Condition

MoveMap = Callable[[Any], Any]


def twin(game: Game, rng: Random) -> tuple[Game, MoveMap]:
    """A game that is the same, and what becomes of each move."""
    other: Game
    if isinstance(game, GridGame):
        other, moved = _turned(game, rng)
    elif isinstance(game, StateGame):
        other, moved = game, lambda move: move  # known by its text alone
    else:
        assert isinstance(game, PositionalGame | ConnectionGame)
        other, moved = _permuted(game, rng)
    if rng.random() < 0.5 and can_swap(game):
        swapped = other.swapped()
        if isinstance(swapped, GridGame):
            return swapped, lambda move: moved(move)._replace(player=move.player.other)
        return swapped, moved
    return other, moved


def can_swap(game: Game) -> bool:
    """True if exchanging the colours gives the same game."""
    if isinstance(game, PositionalGame):
        return game.rule is Rule.MAKER_MAKER
    return not isinstance(game, ConnectionGame) or game.is_hex


def _permuted(game: PositionalGame | ConnectionGame, rng: Random) -> tuple[Game, MoveMap]:
    """Cells in another order; a Hex board stays one: it is turned by half a turn, or left alone."""
    cells = list(range(len(game.board)))
    hexes = isinstance(game, ConnectionGame) and game.is_hex
    places = [*cells]
    if hexes:
        places = rng.choice([cells, cells[::-1]])
    else:
        rng.shuffle(places)

    def image(mask: int) -> int:
        return mask_of(places[cell] for cell in cells_of(mask))

    common: dict[str, Any] = {
        "name": "twin",
        "board": game.board if hexes else Board.named([f"cell-{cell}" for cell in cells]),
        "start": Position(image(game.start.black), image(game.start.white), game.start.ply),
        "first_moves": None if game.first_moves is None else image(game.first_moves),
        "depth": rng.choice([None, 3]),
    }
    if isinstance(game, PositionalGame):
        sets: dict[str, Any] = {side: tuple(map(image, getattr(game, side))) for side in ("black_sets", "white_sets")}
        return replace(game, **common, **sets), lambda cell: places[cell]
    if not hexes:
        neighbours = [0] * len(cells)
        for cell, around in enumerate(game.neighbours):
            neighbours[places[cell]] = image(around)
        borders = [image(game.source), image(game.target)]
        rng.shuffle(borders)
        common |= {"neighbours": tuple(neighbours), "source": borders[0], "target": borders[1]}
    return replace(game, **common), lambda cell: places[cell]


def _turned(game: GridGame, rng: Random) -> tuple[GridGame, MoveMap]:
    """The board reversed and transposed, its rules with it, in another order and with other names."""
    reverse_x, reverse_y, transpose = (rng.random() < 0.5 for _ in range(3))
    columns, rows = game.columns, game.rows

    def expression(one: Expression, size: int, reverse: bool) -> Expression:
        if not reverse:
            written = {"min": Expression("zero", 1 + one.offset), "max": Expression("zero", size + one.offset)}
            return written.get(one.base, one) if rng.random() < 0.3 else one
        turned = {"parameter": "parameter", "min": "max", "max": "min", "zero": "max"}[one.base]
        return Expression(turned, (1 if one.base == "zero" else 0) - one.offset)

    def condition(parts: Condition) -> Condition:
        found = []
        for colour, x, y, negated in parts:
            x, y = expression(x, columns, reverse_x), expression(y, rows, reverse_y)
            found.append(SubCondition(colour, *((y, x) if transpose else (x, y)), negated))
        rng.shuffle(found)
        return tuple(found)

    def place(x: int, y: int) -> tuple[int, int]:
        """Also of parameters, 0 where there is none."""
        x = columns + 1 - x if reverse_x and x else x
        y = rows + 1 - y if reverse_y and y else y
        return (y, x) if transpose else (x, y)

    def stones(mask: int) -> int:
        places = [place(*game.board.places[cell]) for cell in cells_of(mask)]
        width = rows if transpose else columns
        return mask_of((y - 1) * width + x - 1 for x, y in places)

    rules: dict[str, Any] = {}
    order: dict[Player, list[int]] = {}
    for player in Player:
        actions = game.actions(player)
        order[player] = rng.sample(range(len(actions)), len(actions))
        rules[f"{player.value}_actions"] = tuple(
            Action(f"do-{number}", condition(actions[number].precondition), condition(actions[number].effect))
            for number in order[player]
        )
        goals = [condition(goal) for goal in game.goals(player)]
        rules[f"{player.value}_goals"] = tuple(rng.sample(goals, len(goals)))
    black, white, ply = game.start
    start = Position(stones(black), stones(white), ply)
    sizes = (rows, columns) if transpose else (columns, rows)
    other = replace(game, name="twin", columns=sizes[0], rows=sizes[1], start=start, **rules)

    def moved(move: GridMove) -> GridMove:
        x, y = place(move.x, move.y)
        return GridMove(move.player, order[move.player].index(move.action), x, y)

    return other, moved


def random_grid(rng: Random) -> GridGame:
    """A small grid game, perhaps some moves later."""
    size = rng.choice(["2x2", "3x2", "2x3", "3x3", "1x3"])
    first = rng.choice(["black", "white"])
    text = f"random-grid:seed={rng.randrange(10**6)},board={size},actions={rng.randint(1, 3)},first={first}"
    return played(make(text), rng)


def played(game: Any, rng: Random) -> Any:
    """A game some random moves later."""
    for _ in range(rng.choice((0, 0, 1, 2))):
        moves = game.legal(game.start)
        game = game.after([rng.choice(moves)]) if moves else game
    return game


def shape(game: Game, role: Callable[[Player], int], plies: int) -> Any:
    """The game tree to a depth, without names: who moves, who has won, and the shapes after each move, sorted."""

    @cache
    def at(position: Position, left: int) -> Any:
        winner = game.winner(position)
        moves = game.legal(position)
        mover = role(game.mover(position)) if moves else 0
        after = sorted({at(game.step(position, move), left - 1) for move in moves}) if left else []
        return (0 if winner is None else role(winner), mover, tuple(after))

    return at(game.start, plies)
