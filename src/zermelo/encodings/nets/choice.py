"""The choice of one step: which moves are possible, their numbers in binary, and conditions on the move made.

Exactly one pair of moves is made in a step, and numbers are such that they always mean one (`numbering`). Pairs that
cannot be legal together do not matter, and neither do illegal ones: the play is over when a number means one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from zermelo.encodings.nets.context import Context
from zermelo.encodings.nets.numbering import cover, numbers_of
from zermelo.formula import FALSE, TRUE, width_for
from zermelo.model import cells_of, mask_of


class Chosen:
    """The moves of one player that may be legal at a step, and the bits of the number of the one that is made.

    Parameters
    ----------
    context
        The circuit.
    moves
        The moves, by their numbers in the game.
    legal
        For each of them the literal that it is legal.
    single
        True if a move that excludes all others by its condition takes no number: it is made when it is legal.
    """

    def __init__(self, context: Context, moves: Sequence[int], legal: Sequence[int], *, single: bool) -> None:
        self.context, self.moves, self.legal = context, tuple(moves), tuple(legal)
        self.waiting = self._waiting() if single else None
        self.numbered = [place for place in range(len(moves)) if place != self.waiting]
        """The places of the moves that have a number, in its order."""
        self.bits = context.circuit.variables(width_for(len(self.numbered)))

    def _waiting(self) -> int | None:
        """The place of a move whose condition contradicts that of every other one."""
        parts = [self.context.parts(each) for each in self.legal]
        if len(parts) < 2:
            return None
        for place, mine in enumerate(parts):
            others = (other for k, other in enumerate(parts) if k != place)
            if all(any(-part in mine for part in other) for other in others):
                return place
        return None

    @property
    def every(self) -> int:
        """The mask of all places."""
        return (1 << len(self.moves)) - 1

    def made(self, places: int, free: int = 0) -> int:
        """The literal that the move made is one of some places.

        Parameters
        ----------
        places
            The mask of the places.
        free
            Further places that may count or not.
        """
        if not places:
            return FALSE
        if not self.every & ~(places | free):
            return TRUE
        if self.waiting is None:
            return self._named(places, free)
        waits = self.legal[self.waiting]
        numbered = self._named(places & ~(1 << self.waiting), free)
        if free >> self.waiting & 1:
            return numbered
        if places >> self.waiting & 1:
            return self.context.any_of((waits, numbered))
        return self.context.all_of((-waits, numbered))

    def _named(self, places: int, free: int) -> int:
        numbers = numbers_of(len(self.numbered))
        masks = [0, 0]
        for mask, place in zip(numbers, self.numbered, strict=True):
            if places >> place & 1:
                masks[0] |= mask
            elif free >> place & 1:
                masks[1] |= mask
        must, may, width = masks[0], masks[0] | masks[1], len(self.bits)
        every = (1 << (1 << width)) - 1
        yes, no = cover(must, may, width), cover(every & ~may, every & ~must, width)
        if (len(yes), sum(map(len, yes))) <= (len(no), sum(map(len, no))):
            return self._any(yes)
        return -self._any(no)

    def _any(self, cubes: Sequence[tuple[int, ...]]) -> int:
        circuit, bits = self.context.circuit, self.bits
        return circuit.or_(
            [circuit.and_([bits[bit - 1] if bit > 0 else -bits[-bit - 1] for bit in cube]) for cube in cubes]
        )

    def allowed(self) -> int:
        """The move made is legal: for each literal that some need, the move is none of these or the literal holds."""
        needs: dict[int, int] = {}
        for place, legal in enumerate(self.legal):
            for part in self.context.leaves(legal) if legal != TRUE else ():
                needs[part] = needs.get(part, 0) | 1 << place
        return self.context.all_of(
            [self.context.any_of((-self.made(places), part)) for part, places in needs.items()]
            + [-self.made(1 << place) for place, legal in enumerate(self.legal) if legal == FALSE]
        )

    def forbidden(self) -> int:
        """The move made is illegal: for each condition that some have, the move is none of these or it fails."""
        groups: dict[int, int] = {}
        for place, legal in enumerate(self.legal):
            groups[legal] = groups.get(legal, 0) | 1 << place
        return self.context.all_of(
            [self.context.any_of((-self.made(places), -legal)) for legal, places in groups.items()]
        )


@dataclass(frozen=True)
class Pairs:
    """The pairs of moves, of Black and White, that may be made at a step.

    Parameters
    ----------
    black, white
        The moves of each.
    pairs
        The pairs, by the places of the moves.
    given
        For each pair what its legality tells.
    """

    black: Chosen
    white: Chosen
    pairs: tuple[tuple[int, int], ...]
    given: tuple[frozenset[int], ...]

    @classmethod
    def of(cls, black: Chosen, white: Chosen, tell: Callable[[int, int], frozenset[int]]) -> Pairs:
        """All pairs whose conditions do not contradict each other.

        Parameters
        ----------
        black, white
            The moves of each.
        tell
            The literals that are true when both conditions hold.
        """
        pairs, given = [], []
        for one, mine in enumerate(black.legal):
            for two, other in enumerate(white.legal):
                told = tell(mine, other)
                if not any(-part in told for part in told):
                    pairs.append((one, two))
                    given.append(told)
        return cls(black, white, tuple(pairs), tuple(given))

    @cached_property
    def every(self) -> int:
        """The mask of all pairs."""
        return (1 << len(self.pairs)) - 1

    @cached_property
    def _rows(self) -> tuple[list[int], list[int]]:
        """For each move of Black, and of White, the mask of its pairs."""
        rows, columns = [0] * len(self.black.moves), [0] * len(self.white.moves)
        for number, (one, two) in enumerate(self.pairs):
            rows[one] |= 1 << number
            columns[two] |= 1 << number
        return rows, columns

    def made(self, pairs: int, free: int = 0) -> int:
        """The literal that the pair made is one of some.

        Parameters
        ----------
        pairs
            The mask of the pairs.
        free
            Further pairs that may count or not.
        """
        if not pairs:
            return FALSE
        if not self.every & ~(pairs | free):
            return TRUE
        found = self._either(pairs, free)
        if found is not None:
            return found
        contrary = self._either(self.every & ~(pairs | free), free)
        return -contrary if contrary is not None else self._by_rows(pairs, free)

    def _either(self, pairs: int, free: int) -> int | None:
        """By the move of Black alone, of White, or that one of both is among some; None where that is not so."""
        may, covered, found = pairs | free, list[int](), list[int]()
        for chosen, rows in zip((self.black, self.white), self._rows, strict=True):
            inside = mask_of(k for k, row in enumerate(rows) if row & pairs and not row & ~may)
            unmet = mask_of(k for k, row in enumerate(rows) if not row & ~free)
            found.append(chosen.made(inside, unmet))
            covered.append(sum(rows[k] for k in cells_of(inside)))
        for literal, mask in zip(found, covered, strict=True):
            if not pairs & ~mask:
                return literal
        return self.black.context.any_of(found) if not pairs & ~(covered[0] | covered[1]) else None

    def _by_rows(self, pairs: int, free: int) -> int:
        """For each move of Black the moves of White; moves with the same ones together."""
        groups: dict[tuple[int, int], int] = {}
        columns = self._rows[1]
        for one, row in enumerate(self._rows[0]):
            with_it = mask_of(k for k, column in enumerate(columns) if row & column & pairs)
            unmet = mask_of(k for k, column in enumerate(columns) if not row & column & ~free)
            groups[with_it, unmet] = groups.get((with_it, unmet), 0) | 1 << one
        context = self.black.context
        return context.any_of(
            [context.all_of((self.black.made(ones), self.white.made(*key))) for key, ones in groups.items() if key[0]]
        )

    def mux(self, values: Sequence[int]) -> int:
        """The literal whose value is, whichever pair is made, the one that belongs to it.

        Parameters
        ----------
        values
            For each pair a literal.
        """
        groups: dict[int, int] = {}
        for number, literal in enumerate(values):
            groups[literal] = groups.get(literal, 0) | 1 << number
        true, false = groups.pop(TRUE, 0), groups.pop(FALSE, 0)
        if not groups:
            return self.made(true)
        context = self.black.context
        main, *others = sorted(groups, key=lambda each: (-groups[each].bit_count(), abs(each)))
        # Where the move is legal only if the main literal holds, or fails, it is as good as the constant.
        holds = mask_of(k for k in cells_of(true) if main in self.given[k])
        fails = mask_of(k for k in cells_of(false) if -main in self.given[k])
        other = self.every & ~(groups[main] | true | false)
        set_, reset = true & ~holds, (false & ~fails) | other
        terms = [self.made(set_, holds), context.all_of((main, -self.made(reset, fails | set_)))]
        terms += [context.all_of((each, self.made(groups[each], true))) for each in others]
        return context.any_of(terms)
