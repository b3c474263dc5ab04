"""Random connection games: generalized Hex on a random graph.

A random tree keeps the graph in one piece, further random edges make it dense; the cells at the two borders are
random. Optionally some stones are there at the start.
"""

from __future__ import annotations

from random import Random

from zermelo.families.expression import Arguments, Family, Option, integer
from zermelo.families.options import FIRST
from zermelo.families.random_parts import BLACK, SEED, WHITE, random_start
from zermelo.model import Board, ConnectionGame, Layout, Turns, mask_of
from zermelo.wording import counted

CELLS = Option("cells", integer(2, 4096), "N", "number of cells", default=9)
EDGES: Option[int | None] = Option(
    "edges", integer(1, 100_000), "N", "number of edges; left out: twice the cells", default=None
)
BORDER: Option[int | None] = Option(
    "border", integer(1, 2048), "N", "cells at each border; left out: a quarter of all", default=None
)


def _graph(rng: Random, cells: int, edges: int) -> tuple[int, ...]:
    neighbours = [0] * cells
    for cell in range(1, cells):
        _join(neighbours, cell, rng.randrange(cell))
    missing = edges - (cells - 1)
    if 2 * edges > cells * (cells - 1) // 2:
        pairs = [(a, b) for a in range(cells) for b in range(a) if not neighbours[a] >> b & 1]
        for a, b in rng.sample(pairs, max(0, missing)):
            _join(neighbours, a, b)
        return tuple(neighbours)
    while missing > 0:
        a, b = rng.sample(range(cells), 2)
        if not neighbours[a] >> b & 1:
            _join(neighbours, a, b)
            missing -= 1
    return tuple(neighbours)


def _join(neighbours: list[int], a: int, b: int) -> None:
    neighbours[a] |= 1 << b
    neighbours[b] |= 1 << a


def _build(args: Arguments) -> ConnectionGame:
    rng, cells = Random(args[SEED]), args[CELLS]
    most = cells * (cells - 1) // 2
    asked, wide = args[EDGES], args[BORDER]
    edges = min(2 * cells, most) if asked is None else asked
    if not cells - 1 <= edges <= most:
        raise args.error(EDGES, f"{cells - 1} to {most} edges for {cells} cells", found=str(edges))
    border = max(1, cells // 4) if wide is None else wide
    if 2 * border > cells:
        raise args.error(BORDER, f"at most {counted(cells // 2, 'cells')} at each border", found=str(border))
    neighbours = _graph(rng, cells, edges)
    ends = rng.sample(range(cells), 2 * border)
    game = ConnectionGame(
        args.name,
        Board.named([f"v{number}" for number in range(1, cells + 1)], Layout.GRAPH),
        neighbours,
        source=mask_of(ends[:border]),
        target=mask_of(ends[border:]),
        turns=Turns(args[FIRST]),
        notes=("Black joins the two borders, White keeps them apart",),
    )
    return game.at(random_start(args, rng, cells, lambda start: game.winner(start) is not None))


RANDOM_HEX = Family(
    "random-hex",
    "a connection game (generalized Hex) on a random graph",
    ("random-hex:seed=1,cells=7", "random-hex:seed=2,cells=8,edges=12,border=2,black=1,white=1,first=white"),
    _build,
    (),
    (SEED, CELLS, EDGES, BORDER, BLACK, WHITE, FIRST),
)
