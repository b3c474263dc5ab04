"""Impartial packing games: who is to move loses, or wins, verified from first principles.

Both players have the same moves, which fill open cells and ask for nothing else; who cannot move has lost. Moves that
share a cell, directly or by way of others, belong to one part, and the play is the sum of its parts (see
:mod:`~zermelo.strategy.check.sum_of_parts`).

*Nimbers.* The nimber of a position is the least number, from 0 on, that is not the nimber of the position after one of
its moves. By the theorem of Sprague and Grundy that of some parts together is the "exclusive or" of theirs, and who is
to move loses just if it is 0. So the nimber of a part is n if no move of it leads to n, and to each lesser number some
move does. That is asked, for the number which matters, and takes fewer positions than to find all nimbers.

*Equal parts* come to 0 in pairs. A part depends on nothing but which moves share cells, so the numbers of the cells may
all be shifted.

*Half turns.* Number the cells of a part from the first one to the last one, and then from the last one to the first
one. If that makes of each move another one that shares no cell with it, the nimber is 0: the second player answers
every move by its image. It is still legal, since before the move the cells taken were their own image, and has no cell
with the move in common.

Cost: it grows with the number of different parts, of a whole board of Cram 5x7 two million, which take minutes here and
seconds in the core (`native/strategy/impartial_sum.hpp`). A limit on time ends both.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache

from zermelo.strategy.check.packing import components

Moves = tuple[int, ...]
"""The moves of a part by their cells, in order, the first cell of all being cell 0."""

_DEEP = 20_000  # calls: three for each move of the longest play
_MOST = 1 << 18
_known: dict[Moves, tuple[int | None, set[int]]] = {}
"""Of parts their nimbers, or None, and numbers that these are not."""


def is_lost(moves: Iterable[int]) -> bool:
    """True if who is to move loses.

    Parameters
    ----------
    moves
        The moves of both players, each by its cells.

    >>> is_lost([0b0011, 0b0110, 0b1100]), is_lost([0b0011, 0b1100])
    (False, True)
    """
    if len(_known) > _MOST:
        _known.clear()
    with _deep_calls():
        return _comes_to(_parts(sorted(set(moves))), 0)


@contextmanager
def _deep_calls() -> Iterator[None]:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _DEEP))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


def _parts(moves: Sequence[int]) -> list[Moves]:
    """The parts without pairs of equal ones, the largest last."""
    parts: list[Moves] = []
    for cells in components(moves):
        shift = (cells & -cells).bit_length() - 1
        part = tuple(move >> shift for move in moves if move & cells)
        if part in parts:
            parts.remove(part)
        else:
            parts.append(part)
    return sorted(parts, key=lambda part: (len(part), part))


def _comes_to(parts: Sequence[Moves], number: int) -> bool:
    """True if the nimber of some parts together, the largest last, is a number."""
    if not parts:
        return number == 0
    for part in parts[:-1]:
        number ^= _nimber(part)
    return _is(parts[-1], number)


def _nimber(part: Moves) -> int:
    number = 0
    while not _is(part, number):
        number += 1
    return number


def _is(part: Moves, number: int) -> bool:
    nimber, others = _known.get(part, (None, set()))
    if nimber is not None or number in others:
        return nimber == number
    for less in range(number):
        if _is(part, less):
            return False
    is_so = number == 0 if answers_by_image(part) else not _leads_to(part, number)
    others = _known.get(part, (None, set()))[1]
    _known[part] = (number, others) if is_so else (None, others | {number})
    return is_so


def _leads_to(part: Moves, number: int) -> bool:
    """True if some move leads to a number; those that leave small parts are asked first."""
    left = [_parts([each for each in part if not each & move]) for move in part]
    if number == 0 and any(not parts or (len(parts) == 1 and answers_by_image(parts[0])) for parts in left):
        return True
    for parts in sorted(left, key=lambda parts: len(parts[-1]) if parts else 0):
        if _comes_to(parts, number):
            return True
    return False


@lru_cache(maxsize=1 << 16)
def answers_by_image(part: Moves) -> bool:
    """True if a half turn leads each move to one that shares no cell with it.

    >>> answers_by_image((0b0011, 0b1100)), answers_by_image((0b0011, 0b0110, 0b1100))
    (True, False)
    """
    length = max(part).bit_length()
    moves = set(part)
    for move in part:
        image = int(f"{move:0{length}b}"[::-1], 2)
        if image & move or image not in moves:
            return False
    return True
