"""Facts about all plays of a ground game: the fluents that are known at a ply, and whose turn it is.

The net is evaluated with three values, every move unknown: a fluent whose successor depends on known
fluents only stays known. A ply is Black's if all but one of White's moves are known to be illegal then. The known
fluents run into a cycle, for they are finitely many and determine their successors.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from zermelo.model.game import Player
from zermelo.model.net import FALSE, TRUE, Component, Net, Ref

MOST_PLIES = 4096
"""Plies that are looked at for a cycle."""


class Known(NamedTuple):
    """Masks of the fluents that are surely true, and surely false, at a ply."""

    true: int
    false: int


@dataclass(frozen=True)
class FixedTurns:
    """The known part of all plays.

    Parameters
    ----------
    net
        The rules.
    start
        The mask of the fluents at the start.
    idle
        For each role and move whether its name means waiting.
    black
        The role that is Black.
    """

    net: Net
    start: int
    idle: tuple[tuple[bool, ...], tuple[bool, ...]]
    black: int = 0

    @cached_property
    def _plies(self) -> tuple[list[Known], list[Player | None], int | None, int | None]:
        """The known fluents and the mover of each ply; the ply to which the last leads back; the ply of a sure end."""
        every = (1 << len(self.net.fluents)) - 1
        here, seen = Known(self.start, every & ~self.start), dict[Known, int]()
        movers = list[Player | None]()
        while here not in seen and len(seen) < MOST_PLIES:
            seen[here] = len(seen)
            low, high = _three_valued(self.net, here)
            if _surely(self.net.terminal, low):
                return list(seen), movers, None, len(seen) - 1
            movers.append(self._mover(low, high))
            true = sum(1 << k for k, ref in enumerate(self.net.next) if _surely(ref, low))
            possible = sum(1 << k for k, ref in enumerate(self.net.next) if _surely(ref, high))
            here = Known(true, every & ~possible)
        return list(seen), movers, seen.get(here), None

    def _mover(self, low: Sequence[bool], high: Sequence[bool]) -> Player | None:
        legal = [[k for k, ref in enumerate(refs) if _surely(ref, high)] for refs in self.net.legal]
        sure = [[k for k, ref in enumerate(refs) if _surely(ref, low)] for refs in self.net.legal]
        players = [Player.BLACK, Player.WHITE] if self.black == 0 else [Player.WHITE, Player.BLACK]
        single = [len(moves) <= 1 for moves in legal]
        if all(single):
            waits = [all(self.idle[role][k] for k in moves) for role, moves in enumerate(legal)]
            return players[1] if waits == [True, False] else players[0]
        # One who has a choice in some states only may find a step forced, which then counts for whom its names say.
        for role, player in enumerate(players):
            other = legal[1 - role]
            if single[1 - role] and (len(sure[role]) > 1 or self._counts_for(role, legal[role], other)):
                return player
        return None

    def _counts_for(self, role: int, moves: Sequence[int], other: Sequence[int]) -> bool:
        """Tell whether a forced step counts for the role with the choice, whichever of his moves is left."""
        waits, others_wait = [self.idle[role][k] for k in moves], all(self.idle[1 - role][k] for k in other)
        if role == 0:
            return others_wait or not any(waits)
        return others_wait and not any(waits) and bool(other)

    def player_at(self, step: int) -> Player | None:
        """The player of a step, counted from the start; None where it depends on the state."""
        _, movers, back, end = self._plies
        if step < len(movers):
            return movers[step]
        if end is not None:
            return Player.BLACK  # all plays are over
        return None if back is None else movers[back + (step - back) % (len(movers) - back)]

    def place(self, step: int) -> int:
        """The number, in `known`, of the fluents that are known after so many steps; the last one beyond a sure end."""
        plies, _, back, _ = self._plies
        if step < len(plies):
            return step
        return len(plies) - 1 if back is None else back + (step - back) % (len(plies) - back)

    @property
    def sure_end(self) -> int | None:
        """A number of steps after which every play is over; None where the known fluents do not tell."""
        return self._plies[3]

    @property
    def known(self) -> tuple[Known, ...] | None:
        """The known fluents of each ply, one of which fits any state of a play; None where no cycle was found."""
        plies, _, back, end = self._plies
        return tuple(plies) if back is not None or end is not None else None


def _surely(ref: Ref, values: Sequence[bool]) -> bool:
    return ref == TRUE or (ref != FALSE and values[ref])


def _three_valued(net: Net, known: Known) -> tuple[list[bool], list[bool]]:
    """For each atom whether it surely holds, and whether it may hold, whatever is moved.

    The moves of a role that has one possible move only are known, too.
    """
    low, high = [False] * (net.atoms + 1), [False] * (net.atoms + 1)
    for k in range(len(net.fluents)):
        low[k + 1], high[k + 1] = bool(known.true >> k & 1), not known.false >> k & 1
    _apply(net.phases[0], low, high)
    for role, refs in enumerate(net.legal):
        possible = [k for k, ref in enumerate(refs) if _surely(ref, high)]
        for k in possible:
            high[net.move_atom(role, k)] = True
            low[net.move_atom(role, k)] = len(possible) == 1
    _apply(net.phases[1], low, high)
    return low, high


def _apply(components: Iterable[Component], low: list[bool], high: list[bool]) -> None:
    """Derive the atoms of some components: those that surely hold, and those that may."""
    for rules, _ in components:
        changed = True
        while changed:
            changed = False
            for head, body in rules:
                if not low[head] and all(low[x] if x > 0 else not high[-x] for x in body):
                    low[head] = changed = True
                if not high[head] and all(high[x] if x > 0 else not low[-x] for x in body):
                    high[head] = changed = True
