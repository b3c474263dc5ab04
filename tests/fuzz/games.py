"""Games as JSON, so that Hypothesis can shrink them and a file can keep them: strategies, and what they stand for.

Nothing is left out for being odd: no winning sets, empty ones, those of one cell, borders that are the same cell, turns
that a list gives, starts in which somebody has won. What the model refuses is no game.
"""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st

from zermelo.families import make
from zermelo.model import (
    Action,
    Board,
    Colour,
    Condition,
    ConnectionGame,
    Expression,
    Game,
    GridGame,
    Layout,
    Player,
    Position,
    PositionalGame,
    Rule,
    SubCondition,
    Turns,
    cells_of,
    mask_of,
)  # fmt: skip

Spec = dict[str, Any]
SMALL = 7
COLOURS = [Colour.OPEN, Colour.BLACK, Colour.WHITE]

# ------------------------------------------------------------------------------------------------------ strategies


def masks(cells: int) -> st.SearchStrategy[int]:
    return st.sets(st.integers(0, cells - 1), max_size=4).map(mask_of) if cells else st.just(0)


@st.composite
def placements(draw: st.DrawFn, cells: int) -> Spec:
    """The parts that all games of placing stones have."""
    black = draw(masks(cells)) if draw(st.booleans()) else 0
    white = draw(masks(cells)) & ~black if draw(st.booleans()) else 0
    alternating = st.tuples(st.booleans(), st.just(1), st.just(1)).map(list)
    pattern = st.tuples(st.booleans(), st.integers(1, 3), st.integers(1, 3)).map(list)
    listed = st.lists(st.booleans(), min_size=1, max_size=6)
    return {
        "start": [black, white, draw(st.sampled_from([0, 0, 0, 1, 2, 5]))],
        "turns": draw(st.one_of(alternating, alternating, pattern, st.builds(lambda turns: {"listed": turns}, listed))),
        "first": draw(st.none() | st.none() | masks(cells)),
    }


@st.composite
def positional(draw: st.DrawFn) -> Spec:
    """Winning sets that are any, or closed under turning the cells round, or shapes on a board."""
    square = draw(st.sampled_from([None, None, [2, 2], [3, 2], [1, 5], [2, 3], [7, 1], [3, 3]]))
    cells = square[0] * square[1] if square else draw(st.integers(0, SMALL))
    sets = st.lists(masks(cells), max_size=8)
    turned = draw(st.booleans()) and cells > 0

    def some() -> list[int]:
        found = draw(sets)
        if not turned:
            return found
        full = (1 << cells) - 1
        return [(mask << by | mask >> (cells - by)) & full for mask in found[:3] for by in range(cells)]

    black, maker_maker = some(), draw(st.booleans())
    white = [] if not maker_maker else black if draw(st.booleans()) else some()
    return {
        "kind": "positional", "cells": cells, "square": square, "torus": draw(st.booleans()), "black": black,
        "white": white, "maker_maker": maker_maker, **draw(placements(cells)),
    }  # fmt: skip


@st.composite
def connection(draw: st.DrawFn) -> Spec:
    cells = draw(st.integers(0, SMALL + 1))
    pairs = [[one, two] for one in range(cells) for two in range(one)]
    edges = draw(st.lists(st.sampled_from(pairs), max_size=14)) if pairs else []
    borders = {"source": draw(masks(cells)), "target": draw(masks(cells))}
    joined = draw(st.integers(0, 19)) == 19
    return {
        "kind": "connection", "cells": cells, "edges": edges, **borders, "joined": joined, **draw(placements(cells))
    }  # fmt: skip


@st.composite
def hex_boards(draw: st.DrawFn) -> Spec:
    columns, rows = draw(st.sampled_from([(1, 1), (2, 1), (1, 3), (2, 2), (3, 2), (2, 3), (3, 3), (4, 2), (3, 4)]))
    cells, swapped = columns * rows, draw(st.booleans())
    return {"kind": "hex", "columns": columns, "rows": rows, "swapped": swapped, **draw(placements(cells))}


@st.composite
def conditions(draw: st.DrawFn, size: tuple[int, int], own: Colour, kind: str) -> list[Any]:
    """Parts: a colour, the offsets of column and row, whether they are places on the board, whether it must not be.

    Effects are not negated and leave the other player's stones alone or take them away; goals begin with a stone of
    their owner. Anything else the model would mostly refuse.
    """
    parts: list[list[Any]] = []
    for _ in range(draw(st.integers(1, 3))):
        fixed = draw(st.integers(0, 5)) == 5
        x, y = (draw(st.integers(1, most) if fixed else st.integers(-1, 1)) for most in size)
        colours = [Colour.OPEN, own] if kind == "effect" else COLOURS
        mine = kind == "goal" and not parts
        colour = own if mine else draw(st.sampled_from(colours))
        negated = not mine and kind != "effect" and draw(st.integers(0, 3)) == 3
        if [x, y, fixed] not in [part[1:4] for part in parts]:
            parts.append([COLOURS.index(colour), x, y, fixed, negated])
    return parts


@st.composite
def grid(draw: st.DrawFn) -> Spec:
    size = draw(st.sampled_from([(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (2, 3), (4, 1), (1, 5), (3, 3)]))
    cells = size[0] * size[1]
    actions, goals = [], []
    for own in (Colour.BLACK, Colour.WHITE):
        needs, effects = (conditions(size, own, kind) for kind in ("need", "effect"))
        actions.append(draw(st.lists(st.tuples(needs, effects).map(list), max_size=3)))
        goals.append(draw(st.lists(conditions(size, own, "goal"), max_size=2)))
    black = draw(masks(cells))
    return {
        "kind": "grid", "columns": size[0], "rows": size[1], "actions": actions, "goals": goals,
        "start": [black, draw(masks(cells)) & ~black, draw(st.integers(0, 1))], "black_opens": draw(st.booleans()),
    }  # fmt: skip


LARGE = [
    "hex:11x11", "hex:19x19", "hex:22x22", "hex:23x23", "httt:snaky,board=9x9", "httt:snaky,board=16x16",
    "httt:snaky,board=9x9,torus,mb", "httt:tippy,board=17x16", "httt:domino,board=30x30", "gomoku:5,board=15x15",
    "domineering:12x12", "domineering:22x22", "domineering:23x23", "breakthrough:6x6", "breakthrough:16x16",
    "evader-pursuer:8x8,evader=8-1,pursuer=3-4", "connect:4,board=7x6", "random-hex:cells=60,seed=3",
    "random-positional:cells=80,sets=300,seed=5", "qubic", "ttt", "knightthrough:8x8",
]  # fmt: skip


def families() -> st.SearchStrategy[Spec]:
    """Games that no search finishes, or that no search takes."""
    return st.sampled_from(LARGE).map(lambda name: {"kind": "family", "name": name})


SPECS = {
    "positional": positional(), "connection": connection(), "hex": hex_boards(), "grid": grid(), "family": families()
}  # fmt: skip

# --------------------------------------------------------------------------------------------------------- meaning


def build(spec: Spec) -> Game:
    """The game; :class:`~zermelo.errors.ZermeloError` when the model refuses it."""
    return {
        "positional": _positional, "connection": _connection, "hex": _hex, "grid": _grid,
        "family": lambda family: make(family["name"]),
    }[spec["kind"]](spec)  # fmt: skip


def _placement(spec: Spec) -> dict[str, Any]:
    turns = spec["turns"]
    if isinstance(turns, dict):
        order = Turns(listed=tuple(_player(black) for black in turns["listed"]))
    else:
        order = Turns(_player(turns[0]), turns[1], turns[2])
    return {"start": Position(*spec["start"]), "turns": order, "first_moves": spec["first"]}


def _player(black: bool) -> Player:
    return Player.BLACK if black else Player.WHITE


def _positional(spec: Spec) -> PositionalGame:
    square, rule = spec["square"], Rule.MAKER_MAKER if spec["maker_maker"] else Rule.MAKER_BREAKER
    if square is None:
        board = Board.named([f"v{cell}x" for cell in range(spec["cells"])])
    else:
        board = Board.square(*square, torus=spec["torus"])
    return PositionalGame("fuzz", board, rule, tuple(spec["black"]), tuple(spec["white"]), **_placement(spec))


def _connection(spec: Spec) -> ConnectionGame:
    neighbours = [0] * spec["cells"]
    for one, two in spec["edges"]:
        neighbours[one] |= 1 << two
        neighbours[two] |= 1 << one
    board, borders = Board.named([f"v{cell}x" for cell in range(spec["cells"])]), (spec["source"], spec["target"])
    return ConnectionGame("fuzz", board, tuple(neighbours), *borders, joined=spec["joined"], **_placement(spec))


def _hex(spec: Spec) -> ConnectionGame:
    plain = ConnectionGame.hex(spec["columns"], spec["rows"])
    fields = {name: getattr(plain, name) for name in ("name", "board", "neighbours", "source", "target")}
    game = ConnectionGame(
        **fields, white_source=plain.white_source, white_target=plain.white_target, **_placement(spec)
    )
    return game.swapped() if spec["swapped"] else game


def _grid(spec: Spec) -> GridGame:
    def condition(parts: list[Any]) -> Condition:
        found = []
        for colour, x, y, fixed, negated in parts:
            base = "zero" if fixed else "parameter"
            found.append(SubCondition(COLOURS[colour], Expression(base, x), Expression(base, y), negated))
        return tuple(dict.fromkeys(found))

    actions = [
        tuple(Action(f"a{k}", condition(before), condition(after)) for k, (before, after) in enumerate(side))
        for side in spec["actions"]
    ]
    goals = [tuple(condition(goal) for goal in side) for side in spec["goals"]]
    return GridGame(
        "fuzz", spec["columns"], spec["rows"], actions[0], actions[1], goals[0], goals[1],
        start=Position(*spec["start"]), opener=_player(spec["black_opens"]),
    )  # fmt: skip


def relabelled(game: Game, seed: int) -> Game | None:
    """The same game with its cells in another order; None for a grid game, whose cells are where they are."""
    if isinstance(game, GridGame):
        return None
    order = Random(seed).sample(range(len(game.board)), len(game.board))

    def moved(mask: int) -> int:
        return mask_of(order[cell] for cell in cells_of(mask))

    names, places = [""] * len(order), list(game.board.places)
    for cell, to in enumerate(order):
        names[to] = game.board.cells[cell]
        if places:
            places[to] = game.board.places[cell]
    old = game.board
    board = Board(tuple(names), old.layout, old.columns, old.rows, tuple(places), old.row_one_on_top, old.torus)
    start = Position(moved(game.start.black), moved(game.start.white), game.start.ply)
    first = None if game.first_moves is None else moved(game.first_moves)  # type: ignore[attr-defined]
    common: dict[str, Any] = {"start": start, "turns": game.turns, "first_moves": first}  # type: ignore[attr-defined]
    if isinstance(game, PositionalGame):
        black, white = (tuple(map(moved, sets)) for sets in (game.black_sets, game.white_sets))
        return PositionalGame("fuzz", board, game.rule, black, white, **common)
    assert isinstance(game, ConnectionGame)
    neighbours = [0] * len(order)
    for cell, around in enumerate(game.neighbours):
        neighbours[order[cell]] = moved(around)
    if board.layout is Layout.HEX:
        assert game.white_source is not None
        assert game.white_target is not None
        common |= {"white_source": moved(game.white_source), "white_target": moved(game.white_target)}
    borders = moved(game.source), moved(game.target)
    return ConnectionGame("fuzz", board, tuple(neighbours), *borders, joined=game.joined, **common)
