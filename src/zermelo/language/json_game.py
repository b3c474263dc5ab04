"""Games as JSON and back: complete rules, so that a strategy file needs no other file.

The languages of games cannot describe every game, and their readers are long programs. The JSON form is the model
itself, field by field; two games with equal forms have the same rules, cells and moves. The name, the notes and a depth
of the game's own are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from zermelo.errors import InputError, damaged
from zermelo.model import (
    Action,
    Board,
    ClauseGame,
    Colour,
    Condition,
    ConnectionGame,
    Expression,
    Game,
    GraphGame,
    GridGame,
    Layout,
    NetGame,
    Player,
    Position,
    PositionalGame,
    Rule,
    StateGame,
    Stuck,
    SubCondition,
    Turns,
)
from zermelo.model.conditions import bounds
from zermelo.model.net_form import mask_of_form
from zermelo.model.state_game import name_of_form

MOST_CELLS = 4096
MOST_DRAWN = 1 << 20
"""Places of the rectangle in which cells are drawn; columns named by two letters, rows by three digits need less."""
MOST_PLIES = 1 << 16
"""Moves made before the start position; who makes the next one is tabulated from the first on."""

_BASES = ("parameter", "min", "max", "zero")


def game_to_json(game: Game) -> dict[str, Any]:
    """The JSON form of a game, the inverse of :func:`game_from_json`.

    >>> game = ConnectionGame.hex(2, 1)
    >>> game_from_json(game_to_json(game), game.name) == game
    True
    """
    if isinstance(game, StateGame):
        return game.form()
    black, white, ply = game.start
    start = [_hex(black), _hex(white), ply]
    if isinstance(game, GridGame):
        sides = (game.black_actions, game.white_actions), (game.black_goals, game.white_goals)
        return {
            "kind": "grid",
            "size": [game.columns, game.rows],
            "actions": [
                [[one.name, _parts(one.precondition), _parts(one.effect)] for one in side] for side in sides[0]
            ],
            "goals": [[_parts(goal) for goal in side] for side in sides[1]],
            "opener": game.opener.value,
            "start": start,
            **({} if game.stuck is Stuck.LOSES else {"stuck": game.stuck.value}),
            **({"full": "draw"} if game.full_draw else {}),
        }
    if isinstance(game, ClauseGame):
        clauses = [list(clause) for clause in game.formula]
        said = {"kind": "clauses", "variables": game.variables, "clauses": clauses}
        return {**said, "opener": game.opener.value, "start": start}
    assert isinstance(game, PositionalGame | ConnectionGame)
    board, turns = game.board, game.turns
    common = {
        "cells": list(board.cells),
        "board": [board.layout.value, board.columns, board.rows, board.row_one_on_top, board.torus],
        "places": [list(place) for place in board.places],
        "turns": [
            turns.first.value,
            turns.opening,
            turns.stones,
            None if turns.listed is None else "".join("bw"[player is Player.WHITE] for player in turns.listed),
        ],
        "first_moves": None if game.first_moves is None else _hex(game.first_moves),
        "start": start,
    }
    if isinstance(game, PositionalGame):
        sets = [[_hex(mask) for mask in game.winning_sets(player)] for player in Player]
        return {"kind": "positional", "rule": game.rule.value, "sets": sets, **common}
    borders = (game.source, game.target, game.white_source, game.white_target)
    return {
        "kind": "connection",
        "neighbours": [_hex(mask) for mask in game.neighbours],
        "borders": [None if mask is None else _hex(mask) for mask in borders],
        "joined": game.joined,
        **common,
    }


def game_from_json(form: Any, name: str) -> Game:
    """The game of a JSON form; InputError, without a place, for a wrong form."""
    try:
        return _KINDS[form["kind"]](form, name)
    except InputError:
        raise
    except (AttributeError, IndexError, KeyError, OverflowError, TypeError, ValueError) as error:
        raise InputError("the form of a game", found=damaged(error)) from None


def _grid(form: Any, name: str) -> GridGame:
    columns, rows = map(_whole, form["size"])
    if not 1 <= columns * rows <= MOST_CELLS:
        raise InputError(f"1 to {MOST_CELLS} cells", found=f"{columns}x{rows}")
    actions = [
        tuple(Action(name_of_form(each), _conditions(needs), _conditions(does)) for each, needs, does in side)
        for side in form["actions"]
    ]
    goals = [tuple(_conditions(goal) for goal in side) for side in form["goals"]]
    black, white = actions
    for condition in (*[one.condition for one in (*black, *white)], *goals[0], *goals[1]):
        bounds(condition, columns, rows)
    start = _position(form["start"])
    if form.get("full", "draw") != "draw":
        raise InputError("'draw' for a full board", found=repr(form["full"]))
    opener, stuck = Player(form["opener"]), Stuck(form.get("stuck", "loses"))
    return GridGame(
        name, columns, rows, black, white, goals[0], goals[1], start, opener, stuck=stuck, full_draw="full" in form
    )


def _positional(form: Any, name: str) -> PositionalGame:
    black, white = (tuple(mask_of_form(text) for text in side) for side in form["sets"])
    board = _board(form)
    return PositionalGame(name, board, Rule(form["rule"]), black, white, **_placement(form, board))


def _connection(form: Any, name: str) -> ConnectionGame:
    board = _board(form)
    borders = [None if text is None else mask_of_form(text) for text in form["borders"]]
    source, target, white_source, white_target = borders
    if source is None or target is None or any((mask or 0) & ~board.full for mask in borders):
        raise InputError("borders of Black, and all borders on the board", found=repr(form["borders"]))
    neighbours = tuple(mask_of_form(text) for text in form["neighbours"])
    joined = _truth(form["joined"])
    rest = _placement(form, board)
    return ConnectionGame(name, board, neighbours, source, target, white_source, white_target, joined, **rest)


def _clauses(form: Any, name: str) -> ClauseGame:
    variables = _whole(form["variables"])
    if not 0 <= variables <= MOST_CELLS:
        raise InputError(f"at most {MOST_CELLS} variables", found=str(variables))
    formula = tuple(tuple(_whole(literal) for literal in clause) for clause in form["clauses"])
    return ClauseGame(name, variables, formula, Player(form["opener"]), _position(form["start"]))


def _openspiel(form: Any, name: str) -> Game:
    from zermelo.bridges.object_game import ObjectGame  # where it is needed: most games are no bridges

    return ObjectGame.from_form(form, name)


_KINDS: dict[str, Callable[[Any, str], Game]] = {
    "grid": _grid,
    "positional": _positional,
    "connection": _connection,
    "clauses": _clauses,
    "graph": GraphGame.from_form,
    "openspiel": _openspiel,
    "net": NetGame.from_form,
}


def _board(form: Any) -> Board:
    layout, columns, rows, on_top, torus = form["board"]
    cells = tuple(name_of_form(each) for each in form["cells"])
    if len(cells) > MOST_CELLS:
        raise InputError(f"at most {MOST_CELLS} cells", found=str(len(cells)))
    places = tuple((_whole(x), _whole(y)) for x, y in form["places"])
    if places and len(places) != len(cells):
        raise InputError(f"places of {len(cells)} cells", found=str(len(places)))
    drawn = Layout(layout) is not Layout.GRAPH
    if drawn and not (_whole(columns) > 0 and _whole(rows) > 0 and columns * rows <= MOST_DRAWN):
        raise InputError(f"a board of 1 to {MOST_DRAWN} places", found=f"{columns}x{rows}")
    if drawn and (len(places) != len(cells) or any(not (1 <= x <= columns and 1 <= y <= rows) for x, y in places)):
        raise InputError(f"a place of each cell on the board of {columns}x{rows}", found="other places")
    return Board(cells, Layout(layout), _whole(columns), _whole(rows), places, _truth(on_top), _truth(torus))


def _placement(form: Any, board: Board) -> dict[str, Any]:
    first, opening, stones, listed = form["turns"]
    players = None if listed is None else tuple({"b": Player.BLACK, "w": Player.WHITE}[each] for each in listed)
    turns = Turns(Player(first), _whole(opening), _whole(stones), players)
    first_moves = None if form["first_moves"] is None else mask_of_form(form["first_moves"])
    if (first_moves or 0) & ~board.full:
        raise InputError("first moves on the board", found=repr(form["first_moves"]))
    return {"start": _position(form["start"]), "turns": turns, "first_moves": first_moves}


def _position(form: Any) -> Position:
    black, white, ply = form
    if _whole(ply) > MOST_PLIES:
        raise InputError(f"at most {MOST_PLIES} moves made", found=str(ply))
    return Position(mask_of_form(black), mask_of_form(white), ply)


def _parts(condition: Condition) -> list[list[Any]]:
    return [[part.colour.value, *part.x, *part.y, part.negated] for part in condition]


def _conditions(form: Iterable[Any]) -> Condition:
    return tuple(
        SubCondition(Colour(colour), _expression(x, dx), _expression(y, dy), _truth(negated))
        for colour, x, dx, y, dy, negated in form
    )


def _expression(base: Any, offset: Any) -> Expression:
    if base not in _BASES:
        raise InputError(f"a coordinate among {', '.join(_BASES)}", found=repr(base))
    return Expression(base, _whole(offset))


def _hex(mask: int) -> str:
    return f"{mask:x}"


def _whole(number: Any) -> int:
    if not isinstance(number, int) or isinstance(number, bool) or abs(number) > 10**9:
        raise InputError("a whole number", found=repr(number)[:60])
    return number


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise InputError("true or false", found=repr(value)[:60])
    return value
