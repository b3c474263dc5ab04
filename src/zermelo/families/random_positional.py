"""Random positional games, for differential tests and for benchmarks of encodings.

Cells v1, v2, …; distinct random winning sets of random sizes; optionally random stones at the start.
"""

from __future__ import annotations

from itertools import combinations
from math import comb
from random import Random
from typing import Any

from zermelo.families.expression import Arguments, Family, Option, integer
from zermelo.families.options import FIRST, KIND, P, Q, rule_note, show_span, span
from zermelo.families.random_parts import BLACK, SEED, WHITE, random_start
from zermelo.model import Board, Layout, PositionalGame, Rule, Turns, mask_of
from zermelo.wording import counted

CELLS = Option("cells", integer(1, 4096), "N", "number of cells", default=9)
SETS = Option("sets", integer(0, 10_000), "N", "number of winning sets of Black (maker-maker: of both)", default=6)
SIZE = Option("size", span(1, 64), "N|MIN-MAX", "cells of a winning set", default=(3, 3), show=show_span)
WHITE_SETS: Option[int | None] = Option(
    "white-sets", integer(0, 10_000), "N", "number of winning sets of White's own (maker-maker)", default=None
)


def random_sets(rng: Random, cells: int, count: int, low: int, high: int) -> list[int]:
    """Distinct random sets of cells, as masks; every size is as likely while it has sets left.

    When hardly more sets exist than are wanted, all of them are listed and drawn from.

    Parameters
    ----------
    rng
        The source of random numbers.
    cells
        The number of cells of the board.
    count
        The number of sets; there must be so many, else ``ValueError`` is raised.
    low, high
        The smallest and the largest number of cells of a set.
    """
    total = sum(comb(cells, size) for size in range(low, high + 1))
    if total <= 4 * count:
        every = [mask_of(chosen) for size in range(low, high + 1) for chosen in combinations(range(cells), size)]
        return rng.sample(every, count)
    left = {size: comb(cells, size) for size in range(low, high + 1)}
    found: dict[int, None] = {}
    while len(found) < count:
        size = rng.choice([size for size, sets in left.items() if sets])
        mask = mask_of(rng.sample(range(cells), size))
        if mask not in found:
            found[mask] = None
            left[size] -= 1
    return list(found)


def _draw_sets(args: Arguments, rng: Random, option: Option[Any]) -> tuple[int, ...]:
    cells, (low, high) = args[CELLS], args[SIZE]
    count: int = args[option] or 0
    total = sum(comb(cells, size) for size in range(low, min(high, cells) + 1))
    if high > cells:
        raise args.error(SIZE, f"winning sets of at most {counted(cells, 'cells')}", found=show_span((low, high)))
    if count > total:
        raise args.error(option, f"at most {total} sets: there are no more of that size", found=str(count))
    return tuple(random_sets(rng, cells, count, low, high))


def _build(args: Arguments) -> PositionalGame:
    rng, cells, rule = Random(args[SEED]), args[CELLS], args[KIND]
    if args[WHITE_SETS] is not None and rule is Rule.MAKER_BREAKER:
        found = f"white-sets={args[WHITE_SETS]}"
        raise args.error(WHITE_SETS, "no winning sets of White in a maker-breaker game", found=found)
    black_sets = _draw_sets(args, rng, SETS)
    white_sets = black_sets if args[WHITE_SETS] is None else _draw_sets(args, rng, WHITE_SETS)
    board = Board.named([f"v{number}" for number in range(1, cells + 1)], Layout.GRAPH)
    turns = Turns(args[FIRST], opening=args[Q], stones=args[P])
    mine = () if rule is Rule.MAKER_BREAKER else white_sets
    empty = PositionalGame(args.name, board, rule, black_sets, mine, turns=turns, notes=(rule_note(rule),))
    return empty.at(random_start(args, rng, cells, lambda start: empty.winner(start) is not None))


RANDOM_POSITIONAL = Family(
    "random-positional",
    "a positional game with random winning sets",
    (
        "random-positional:seed=1,cells=6,sets=5,size=2-3",
        "random-positional:seed=2,cells=7,sets=6,size=3,mb,black=1,white=1",
        "random-positional:seed=3,cells=7,sets=4,size=2-4,white-sets=3,p=2,first=white",
    ),
    _build,
    (),
    (SEED, CELLS, SETS, SIZE, WHITE_SETS, BLACK, WHITE, P, Q, KIND, FIRST),
)
