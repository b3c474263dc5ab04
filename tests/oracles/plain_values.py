"""Values of games by their definition: a second program, which shares no line with the first, and knows no parts.

A game is a function from positions to those after a move of Left, and of Right. Every position met is given the
canonical form of its options (*On Numbers and Games*, chapters 7 to 10): dominated options are left out, reversible
ones bypassed, until nothing changes. Forms are numbers in a table, so that equal values are equal numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import cache
from typing import Any

Moves = Callable[[Any], tuple[Iterable[Hashable], Iterable[Hashable]]]
"""The positions after each move of Left, and after each of Right."""

_forms: list[tuple[frozenset[int], frozenset[int]]] = []
_numbers: dict[tuple[frozenset[int], frozenset[int]], int] = {}


def _form(left: Iterable[int], right: Iterable[int]) -> int:
    sides = frozenset(left), frozenset(right)
    if sides not in _numbers:
        _numbers[sides] = len(_forms)
        _forms.append(sides)
    return _numbers[sides]


@cache
def at_most(one: int, two: int) -> bool:
    """Tell whether a form is at most another: Left, moving second, wins two - one."""
    return not any(at_most(two, each) for each in _forms[one][0]) and not any(
        at_most(each, one) for each in _forms[two][1]
    )


def simplest(left: Iterable[int], right: Iterable[int]) -> int:
    """The canonical form with options in canonical form."""
    lefts, rights = set(left), set(right)
    while True:
        game = _form(lefts, rights)
        for option in lefts:
            if any(option != other and at_most(option, other) for other in lefts):
                lefts = lefts - {option}
                break
            back = next((each for each in _forms[option][1] if at_most(each, game)), None)
            if back is not None:
                lefts = (lefts - {option}) | _forms[back][0]
                break
        else:
            for option in rights:
                if any(option != other and at_most(other, option) for other in rights):
                    rights = rights - {option}
                    break
                back = next((each for each in _forms[option][0] if at_most(game, each)), None)
                if back is not None:
                    rights = (rights - {option}) | _forms[back][1]
                    break
            else:
                return game


def plain_value(moves: Moves, start: Hashable, known: dict[Any, int] | None = None) -> int:
    """The canonical form of a position; ``known`` keeps those of the positions met."""
    known = {} if known is None else known
    if start not in known:
        left, right = moves(start)
        known[start] = simplest(
            [plain_value(moves, each, known) for each in left], [plain_value(moves, each, known) for each in right]
        )
    return known[start]


def form_of_tree(game: Any) -> int:
    """The form of a game that has options, ``left`` and ``right``, as it stands: nothing is made simpler."""
    seen: dict[int, int] = {}

    def found(each: Any) -> int:
        if id(each) not in seen:
            seen[id(each)] = _form(map(found, each.left), map(found, each.right))
        return seen[id(each)]

    return found(game)


def plain_outcome(form: int) -> str:
    """The class of a form: L, R, N or P."""
    zero = _form((), ())
    return {(True, True): "P", (True, False): "R", (False, True): "L", (False, False): "N"}[
        at_most(form, zero), at_most(zero, form)
    ]


def misere_outcome(moves: Moves, start: Hashable) -> str:
    """The class of a position where a player who cannot move has won: L, R, N or P, by trying all moves."""

    @cache
    def wins(position: Hashable, left: bool) -> bool:
        """Tell whether the player to move, Left or Right, wins."""
        after = list(moves(position)[0 if left else 1])
        return not after or not all(wins(each, not left) for each in after)

    return {(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}[
        wins(start, True), wins(start, False)
    ]


def domineering(columns: int, rows: int) -> tuple[Moves, Hashable]:
    """Domineering: Left lays dominoes upright, Right lays them flat; the position is the set of open cells."""
    board = frozenset((x, y) for x in range(columns) for y in range(rows))

    def moves(cells: frozenset[tuple[int, int]]) -> tuple[list[Hashable], list[Hashable]]:
        upright = [cells - {(x, y), (x, y + 1)} for x, y in cells if (x, y + 1) in cells]
        flat = [cells - {(x, y), (x + 1, y)} for x, y in cells if (x + 1, y) in cells]
        return list[Hashable](upright), list[Hashable](flat)

    return moves, board


def cram(columns: int, rows: int) -> tuple[Moves, Hashable]:
    """Cram: both lay dominoes either way."""
    apart, board = domineering(columns, rows)

    def moves(cells: Any) -> tuple[list[Hashable], list[Hashable]]:
        upright, flat = apart(cells)
        both = [*upright, *flat]
        return both, both

    return moves, board


def clobber(text: str) -> tuple[Moves, Hashable]:
    """Clobber on a row of ``x`` (Left), ``o`` (Right) and ``_``: a stone takes a neighbour of the other colour."""

    def moved(row: str, mine: str, other: str) -> list[Hashable]:
        pairs = [(at, at + way) for at in range(len(row)) for way in (-1, 1) if 0 <= at + way < len(row)]
        return [_moved(row, start, end) for start, end in pairs if row[start] == mine and row[end] == other]

    return (lambda row: (moved(row, "x", "o"), moved(row, "o", "x"))), text


def toads_and_frogs(text: str) -> tuple[Moves, Hashable]:
    """Toads (Left) go right, Frogs (Right) go left: a step into a hole, or a jump over one of the others into one."""

    def moved(row: str, mine: str, other: str, way: int) -> list[Hashable]:
        found = list[Hashable]()
        for at in (at for at, letter in enumerate(row) if letter == mine):
            jumps = 0 <= at + way < len(row) and row[at + way] == other
            end = at + (2 if jumps else 1) * way
            if 0 <= end < len(row) and row[end] == "_":
                found.append(_moved(row, at, end))
        return found

    return (lambda row: (moved(row, "t", "f", 1), moved(row, "f", "t", -1))), text


def _moved(row: str, start: int, end: int) -> str:
    letters = list(row)
    letters[start], letters[end] = "_", row[start]
    return "".join(letters)


def heaps(takes: Callable[[int], Iterable[tuple[int, ...]]]) -> Callable[[int], int]:
    """The Grundy numbers of heaps that fall into others: ``takes`` gives the heaps left after each move."""

    @cache
    def grundy(heap: int) -> int:
        reached = set()
        for after in takes(heap):
            total = 0
            for each in after:
                total ^= grundy(each)
            reached.add(total)
        return next(number for number in range(len(reached) + 1) if number not in reached)

    return grundy
