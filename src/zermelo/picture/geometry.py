"""Geometry of drawn boards: centres and outlines of cells in the plane, one unit between neighbours."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from zermelo.model import Board, ConnectionGame, Game, Layout, PositionalGame, cells_of

Point = tuple[float, float]

_ROUNDS = 60
_ROOM, _MOST_SCALE = 1.15, 2.5
"""The distance that nodes of a graph should have, and the largest factor of enlargement for that."""

_MOST_CELLS = 150
"""Graphs of more cells are drawn on a circle: the layout takes time that grows with the square."""


@dataclass(frozen=True)
class BoardPlan:
    """A drawn board.

    Parameters
    ----------
    centres, outlines
        Of each cell; no outline where a cell is drawn as a node of a graph.
    edges
        Pairs of points that are joined, between the nodes of a graph.
    titles
        Texts at the margin with their places.
    ends
        The places of Black's two borders on a graph.
    """

    centres: list[Point]
    outlines: list[list[Point]]
    edges: list[tuple[Point, Point]]
    titles: list[tuple[Point, str]]
    ends: list[Point]


def plan(game: Game) -> BoardPlan:
    """The plan of a game's board; the last ones are remembered, for many positions of one game are drawn.

    >>> from zermelo.families import make
    >>> plan(make("hex:2x2")).centres[1]  # a2, half a cell to the right of a1
    (0.5, 0.866)
    """
    board = game.board
    if board.layout is Layout.GRAPH or not board.places:
        layers = _layers(board) if isinstance(game, PositionalGame) else None  # others have edges to be drawn
        return layers or _graph(game)
    return _hexagons(board) if board.layout is Layout.HEX else _squares(board)


@lru_cache(maxsize=8)
def _squares(board: Board) -> BoardPlan:
    def row(y: int) -> int:
        return y - 1 if board.row_one_on_top else board.rows - y

    centres = [(float(x - 1), float(row(y))) for x, y in board.places]
    outlines = [_square(*centre) for centre in centres]
    left, top = (min(values) for values in zip(*centres, strict=True))
    titles = [((float(x - 1), top - 0.82), board.column_title(x)) for x in sorted({x for x, _ in board.places})]
    titles += [((left - 0.85, float(row(y))), str(y)) for y in sorted({y for _, y in board.places})]
    return BoardPlan(centres, outlines, [], titles, [])


@lru_cache(maxsize=8)
def _layers(board: Board) -> BoardPlan | None:
    """Boards side by side, for cells in three dimensions: a letter, a number and a letter, as in Qubic; else None."""
    names = [re.fullmatch(r"([a-z])([1-9][0-9]?)([a-z])", name) for name in board.cells]
    found = [(name[1], int(name[2]), name[3]) for name in names if name]
    columns, rows, layers = (list(dict.fromkeys(each[axis] for each in found)) for axis in range(3))
    if len(found) < len(board) or min(map(len, (columns, rows, layers)), default=0) < 2:
        return None
    if len(columns) * len(rows) * len(layers) != len(board):
        return None
    wide = len(columns) + 1.5
    centres = [(columns.index(x) + wide * layers.index(z), float(rows.index(y))) for x, y, z in found]
    boards = [(wide * n, layer) for n, layer in enumerate(layers)]
    titles = [((x + k, -0.82), f"{column} {layer}") for x, layer in boards for k, column in enumerate(columns)]
    titles += [((x - 0.85, float(k)), str(row)) for x, _ in boards for k, row in enumerate(rows)]
    return BoardPlan(centres, [_square(*centre) for centre in centres], [], titles, [])


def plan_of_squares(columns: Sequence[str], rows: Sequence[str]) -> BoardPlan:
    """A board of squares with these titles of columns and rows, the first row on top.

    >>> plan_of_squares(("1", "2"), ("a",)).centres
    [(0.0, 0.0), (1.0, 0.0)]
    """
    centres = [(float(x), float(y)) for y in range(len(rows)) for x in range(len(columns))]
    titles = [((float(x), -0.82), name) for x, name in enumerate(columns)]
    titles += [((-0.85, float(y)), name) for y, name in enumerate(rows)]
    return BoardPlan(centres, [_square(*centre) for centre in centres], [], titles, [])


def _square(x: float, y: float) -> list[Point]:
    return [(x + dx, y + dy) for dx, dy in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))]


@lru_cache(maxsize=8)
def _hexagons(board: Board) -> BoardPlan:
    """A rhombus of hexagons with a corner on top; each row is half a hexagon further to the right.

    A row has its title before its first cell, a column above its own: aslant where another cell stands above it.
    """
    high = math.sqrt(3) / 2

    def place(x: float, y: float) -> Point:
        return round(x - 1 + (y - 1) / 2, 3), round((y - 1) * high, 3)

    centres = [place(x, y) for x, y in board.places]
    outlines = [hexagon(centre) for centre in centres]
    first, top = dict[int, int](), dict[int, int]()
    for x, y in sorted(board.places):
        first.setdefault(y, x)
        top.setdefault(x, y)
    titles = list[tuple[Point, str]]()
    for x, y in top.items():
        aslant = (x + 1, y - 1) in board.at
        titles.append((place(x, y - 0.78) if aslant else place(x + 0.55, y - 1.15), board.column_title(x)))
    for y, x in sorted(first.items()):
        beside = first.get(y + 1, x) < x  # the title of a column
        titles.append((place(x - (1.3 if beside else 1.05), y), str(y)))
    return BoardPlan(centres, outlines, [], titles, [])


def hexagon(centre: Point) -> list[Point]:
    """The corners of a hexagon: top, top right, bottom right, bottom, bottom left, top left."""
    x, y = centre
    radius = 1 / math.sqrt(3)
    return [(x + radius * math.sin(k * math.pi / 3), y - radius * math.cos(k * math.pi / 3)) for k in range(6)]


@lru_cache(maxsize=8)
def _graph(game: Game) -> BoardPlan:
    """A graph laid out with distances in the plane near those in the graph (stress majorization).

    Source: E. Gansner, Y. Koren, S. North, Graph drawing by stress majorization, Graph Drawing 2004. Black's borders
    are two more nodes. Where the rules have no edges, cells of a common winning set are neighbours.
    """
    count = len(game.board)
    pairs = _edges(game)
    ends = count, count + 1
    whole = isinstance(game, ConnectionGame)
    if isinstance(game, ConnectionGame):
        pairs |= {(cell, ends[0]) for cell in cells_of(game.source)} | {
            (cell, ends[1]) for cell in cells_of(game.target)
        }
    nodes = count + 2 * whole
    places = _laid_out(nodes, pairs, ends if whole else None)
    edges = [(places[one], places[two]) for one, two in sorted(pairs)]
    return BoardPlan(places[:count], [[] for _ in range(count)], edges, [], places[count:])


def _edges(game: Game) -> set[tuple[int, int]]:
    if isinstance(game, ConnectionGame):
        return {(one, two) for one, around in enumerate(game.neighbours) for two in cells_of(around) if one < two}
    if isinstance(game, PositionalGame):
        sets = {*game.black_sets, *game.white_sets}
        return {pair for each in sets if each.bit_count() <= 12 for pair in combinations(cells_of(each), 2)}
    return set()


def _laid_out(nodes: int, pairs: set[tuple[int, int]], ends: tuple[int, int] | None) -> list[Point]:
    radius = max(1.0, nodes / math.tau)
    places = [
        (-radius * math.cos(math.tau * k / max(1, nodes)), radius * math.sin(math.tau * k / max(1, nodes)))
        for k in range(nodes)
    ]
    if 2 < nodes <= _MOST_CELLS and pairs:
        places = _relaxed(places, _distances(nodes, pairs))
    if ends is not None and nodes > 2:
        places = _levelled(places, *ends)
    room = min((math.dist(one, two) for one, two in combinations(places, 2)), default=1.0)
    scale = min(_MOST_SCALE, max(1.0, _ROOM / max(room, 1e-9)))
    return [(round(x, 3), round(y, 3)) for x, y in _apart([(scale * x, scale * y) for x, y in places])]


def _apart(places: list[Point]) -> list[Point]:
    """Nodes that are too near to one another are pushed apart, again and again."""
    now = list(places)
    for _ in range(4 * _ROUNDS):
        near = [
            (one, two) for one, two in combinations(range(len(now)), 2) if math.dist(now[one], now[two]) < _ROOM - 0.01
        ]
        if not near:
            break
        for one, two in near:
            dx, dy = now[one][0] - now[two][0], now[one][1] - now[two][1]
            length = math.hypot(dx, dy)
            if length < 1e-6:  # in one place: in a direction of its own for each
                dx, dy, length = math.cos(one), math.sin(one), 1e-6
            push = max(0.0, _ROOM - length) / 2 / math.hypot(dx, dy)
            now[one] = now[one][0] + push * dx, now[one][1] + push * dy
            now[two] = now[two][0] - push * dx, now[two][1] - push * dy
    return now


def _distances(nodes: int, pairs: set[tuple[int, int]]) -> list[list[float]]:
    """Steps between all nodes, by breadth-first search; those that are not joined are far apart."""
    around: list[list[int]] = [[] for _ in range(nodes)]
    for one, two in pairs:
        around[one].append(two)
        around[two].append(one)
    far = math.sqrt(nodes) + 1
    found = []
    for start in range(nodes):
        steps = [far] * nodes
        steps[start], frontier, step = 0.0, [start], 0
        met = {start}
        while frontier:
            step += 1
            frontier = sorted({other for node in frontier for other in around[node]} - met)
            met.update(frontier)
            for node in frontier:
                steps[node] = float(step)
        found.append(steps)
    return found


def _relaxed(places: list[Point], steps: list[list[float]]) -> list[Point]:
    """Each node in turn moves to where the others want it, at the wanted distance, the near ones most."""
    nodes = range(len(places))
    now = list(places)
    for _ in range(_ROUNDS):
        for one in nodes:
            x = y = total = 0.0
            for two in nodes:
                if one == two:
                    continue
                wanted = steps[one][two]
                dx, dy = now[one][0] - now[two][0], now[one][1] - now[two][1]
                length = math.hypot(dx, dy) or 1e-9
                weight = wanted**-2
                x += weight * (now[two][0] + wanted * dx / length)
                y += weight * (now[two][1] + wanted * dy / length)
                total += weight
            now[one] = (x / total, y / total)
    return now


def _levelled(places: list[Point], left: int, right: int) -> list[Point]:
    """Turned so that Black's borders are on the left and on the right."""
    (x, y), (u, v) = places[left], places[right]
    angle = math.atan2(v - y, u - x)
    cos, sin = math.cos(-angle), math.sin(-angle)
    return [(a * cos - b * sin, a * sin + b * cos) for a, b in places]
