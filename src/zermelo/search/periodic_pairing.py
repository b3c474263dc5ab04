"""Pairings that repeat themselves: how White breaks on boards too large for a search of pairs.

Placements of a few shapes look alike wherever they lie, and so may the pairs within them: a pattern of
some columns and rows, repeated over the board. Harary's losers have one of at most 4×4 cells, of dominoes; nine in a
row has one of 8×8 (Hales and Jewett 1963). So pairs are sought up to their place in the pattern, which leaves a small
question for a SAT solver: one variable for each place and direction of a pair. The last pattern is the whole board.

Only cells beside each other are paired, or across a corner. What is found need not be believed: the search looks
whether each winning set has its pair, and the strategy is checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from math import gcd
from typing import Any

from zermelo.interrupts import pysat_solver, uninterrupted
from zermelo.model import Board, Layout
from zermelo.model.board import cells_of

Pair = tuple[int, int]

SIZES = (4, 6, 8, 5, 7, 9)
"""Columns and rows of patterns, in the order in which they are tried."""

CONFLICTS = 3000
"""Of the SAT solver, for each pattern: less than half a second."""

MOST_SETS = 10_000
"""Winning sets up to which pairs are looked for: eight images on each cell of the largest board are 4,096."""

_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


@lru_cache(maxsize=16)
def periodic_pairing(board: Board, sets: tuple[int, ...]) -> tuple[Pair, ...]:
    """Find disjoint pairs of neighbours, one within each set, that repeat themselves; none where there are none.

    Parameters
    ----------
    board
        A board with places.
    sets
        Winning sets, as masks.

    >>> from zermelo.families import make
    >>> game = make("httt:fatty,board=20x20,mb")
    >>> pairs = periodic_pairing(game.board, game.black_sets)
    >>> len(set(sum(pairs, ()))) == 2 * len(pairs)
    True
    >>> all(any(mask >> one & mask >> two & 1 for one, two in pairs) for mask in game.black_sets)
    True
    >>> game = make("httt:tippy,board=20x20,mb")  # a winner on large boards
    >>> periodic_pairing(game.board, game.black_sets)
    ()
    """
    if board.layout is Layout.GRAPH or not sets or len(sets) > MOST_SETS:
        return ()
    pairs = list(_neighbours(board))
    by_first: list[list[tuple[int, int]]] = [[] for _ in board.cells]  # the number of a pair, and its other cell
    at: list[list[int]] = [[] for _ in board.cells]  # the numbers of all pairs of a cell
    for number, ((one, two), _) in enumerate(pairs):
        by_first[one].append((number, two))
        at[one].append(number)
        at[two].append(number)
    within = [[n for one in cells_of(mask) for n, two in by_first[one] if mask >> two & 1] for mask in sets]
    if not all(within):
        return ()
    for columns, rows in _patterns(board):
        places = [(x % columns, y % rows) for x, y in board.places]
        kinds = {kind: number for number, kind in enumerate({(places[one], way): 0 for (one, _), way in pairs}, 1)}
        kind = [kinds[places[one], way] for (one, _), way in pairs]
        chosen = _chosen(
            {frozenset(kind[number] for number in numbers) for numbers in within},
            {pair for numbers in at for pair in combinations(sorted(kind[number] for number in numbers), 2)},
            _most(board, columns, rows),
        )
        if chosen:
            return tuple(pair for (pair, _), number in zip(pairs, kind, strict=True) if number in chosen)
    return ()


def _neighbours(board: Board) -> Iterator[tuple[Pair, Pair]]:
    """All pairs of neighbours, each once, with the direction from the first cell to the second."""
    at = {place: cell for cell, place in enumerate(board.places)}
    known = set()
    for dx, dy in _DIRECTIONS:
        for one, (x, y) in enumerate(board.places):
            to = (x + dx, y + dy)
            if board.torus:
                to = (to[0] - 1) % board.columns + 1, (to[1] - 1) % board.rows + 1
            two = at.get(to, one)
            if one != two and frozenset((one, two)) not in known:
                known.add(frozenset((one, two)))
                yield (one, two), (dx, dy)


def _patterns(board: Board) -> Iterator[tuple[int, int]]:
    """The columns and rows of patterns, each once; on a torus they divide its own."""
    whole = board.columns, board.rows
    tried = {whole}
    for size in SIZES:
        pattern = (gcd(size, whole[0]), gcd(size, whole[1])) if board.torus else (size, size)
        if pattern not in tried and min(whole) >= size:
            tried.add(pattern)
            yield pattern
    yield whole


def _most(board: Board, columns: int, rows: int) -> int:
    """The number of kinds of pairs at most: each takes two places of the pattern where these have all neighbours."""
    inner = board.torus or (columns + 2 <= board.columns and rows + 2 <= board.rows)
    return (columns * rows if inner and len(board.cells) == board.columns * board.rows else len(board.cells)) // 2


def _solver_class() -> Any:
    from pysat.solvers import Solver

    return Solver


def _chosen(clauses: set[frozenset[int]], apart: set[Pair], most: int) -> set[int]:
    """Choose at most so many numbers, one at least of each clause and not both of any pair; none where that fails."""
    serves = Counter(number for clause in clauses for number in clause)
    if sum(count for _, count in serves.most_common(most)) < len(clauses):  # which a SAT solver is slow to see
        return set()
    solver = uninterrupted(_solver_class)  # an import that is broken off leaves half a module
    with pysat_solver(lambda: solver(name="glucose4")) as sat:
        for one, two in sorted(apart):
            sat.add_clause([-one, -two])
        for clause in sorted(map(sorted, clauses)):
            sat.add_clause(clause)
        sat.conf_budget(CONFLICTS)
        # Ctrl-C waits for it: PySAT's own handler of signals would jump out of whatever thread gets one.
        return (
            {number for number in sat.get_model() if number > 0} if sat.solve_limited(expect_interrupt=True) else set()
        )
