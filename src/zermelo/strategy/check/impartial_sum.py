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
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from threading import Lock

from zermelo.strategy.check.packing import components

PartMoves = tuple[int, ...]
"""The moves of a part by their cells, in order, the first cell of all being cell 0."""


class _Facts:
    """The nimbers of parts as far as they are known; forgotten when they are many, since they can be found again."""

    _most = 1 << 22  # moves of parts

    def __init__(self) -> None:
        self._nimbers: dict[PartMoves, int] = {}
        self._at_least: dict[PartMoves, int] = {}
        self._moves = 0

    def nimber(self, part: PartMoves) -> int | None:
        return self._nimbers.get(part, 0 if answers_by_image(part) else None)

    def at_least(self, part: PartMoves) -> int:
        return self._at_least.get(part, 0)

    def note(self, part: PartMoves, least: int, exact: bool) -> None:
        self._moves += 0 if part in self._at_least else len(part)
        if self._moves > self._most:
            self._nimbers.clear()
            self._at_least.clear()
            self._moves = len(part)
        if exact:
            self._at_least.pop(part, None)
        (self._nimbers if exact else self._at_least)[part] = least


_facts = _Facts()


class _DeepCalls:
    """As many calls as the longest play needs, as long as any thread looks at one: the limit is the whole process's."""

    def __init__(self) -> None:
        self._lock, self._users, self._usual = Lock(), 0, 0

    @contextmanager
    def allowed(self, moves: Sequence[int]) -> Iterator[None]:
        """Allow five calls for each cell of the moves."""
        calls = 1000 + 5 * max(moves, default=0).bit_length()
        with self._lock:
            if not self._users:
                self._usual = sys.getrecursionlimit()
            self._users += 1
            sys.setrecursionlimit(max(sys.getrecursionlimit(), calls))
        try:
            yield
        finally:
            with self._lock:
                self._users -= 1
                if not self._users:
                    sys.setrecursionlimit(self._usual)


_deep_calls = _DeepCalls()


def is_lost(moves: Iterable[int], keep_time: Callable[[], None] = lambda: None) -> bool:
    """True if who is to move loses.

    Parameters
    ----------
    moves
        The moves of both players, each by its cells.
    keep_time
        Called for each move that is looked at; may raise.

    >>> is_lost([0b0011, 0b0110, 0b1100]), is_lost([0b0011, 0b1100])
    (False, True)
    """
    once = sorted(set(moves))
    with _deep_calls.allowed(once):
        return _Nimbers(keep_time).comes_to(_parts(once), 0)


class _Nimbers:
    def __init__(self, keep_time: Callable[[], None]) -> None:
        self._keep_time = keep_time

    def comes_to(self, parts: Sequence[PartMoves], number: int) -> bool:
        """True if the nimber of some parts together, the largest last, is a number."""
        if not parts:
            return number == 0
        for part in parts[:-1]:
            number ^= self._nimber(part)
        return self._is(parts[-1], number)

    def _nimber(self, part: PartMoves) -> int:
        number = 0
        while not self._is(part, number):
            number += 1
        return number

    def _is(self, part: PartMoves, number: int) -> bool:
        nimber, least = _facts.nimber(part), _facts.at_least(part)
        while nimber is None and least <= number:
            if self._leads_to(part, least):
                least += 1
            else:
                nimber = least
            _facts.note(part, least, nimber is not None)
        return nimber == number

    def _leads_to(self, part: PartMoves, number: int) -> bool:
        """True if some move leads to a number; what is known is asked first, then what leaves small parts."""
        sizes = []
        for move in part:
            self._keep_time()
            parts = _left(part, move)
            if _known(parts) == number:
                return True
            sizes.append(len(parts[-1]) if parts else 0)
        order = sorted(range(len(part)), key=sizes.__getitem__)
        return any(self.comes_to(_left(part, part[each]), number) for each in order)


def _known(parts: Sequence[PartMoves]) -> int | None:
    """The nimber of some parts together, where it is known."""
    total = 0
    for part in parts:
        nimber = _facts.nimber(part)
        if nimber is None:
            return None
        total ^= nimber
    return total


def _left(part: PartMoves, move: int) -> list[PartMoves]:
    """The parts that a move leaves."""
    return _parts([each for each in part if not each & move])


def _parts(moves: Sequence[int]) -> list[PartMoves]:
    """The parts without pairs of equal ones, the largest last."""
    parts: list[PartMoves] = []
    for cells in components(moves):
        shift = (cells & -cells).bit_length() - 1
        part = tuple(move >> shift for move in moves if move & cells)
        if part in parts:
            parts.remove(part)
        else:
            parts.append(part)
    return sorted(parts, key=lambda part: (len(part), part))


@lru_cache(maxsize=1 << 16)
def answers_by_image(part: PartMoves) -> bool:
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
