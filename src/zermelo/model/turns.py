"""The turn order of positional games.

``Turns(first, q, p)`` is the order of GTTT(p,q) (generalized-tic-tac-toe, section 2): the first player places q
stones, then the players place p stones each in turn. A file may list turns that fit no such pattern; those are
kept as they are, and after the last of them the players place one stone each in turn: a play may be longer than the
depth that the file asks about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from zermelo.errors import InputError
from zermelo.model.game import Player


@dataclass(frozen=True)
class Turns:
    """The turn order: ``opening`` stones by ``first``, then ``stones`` each; or the listed players, then one each.

    >>> [str(Turns(Player.BLACK, 1, 2).player_at(ply))[0] for ply in range(7)]
    ['B', 'W', 'W', 'B', 'B', 'W', 'W']
    >>> B, W = Player.BLACK, Player.WHITE
    >>> [str(Turns.of([B, W, B, B, W]).player_at(ply))[0] for ply in range(8)]
    ['B', 'W', 'B', 'B', 'W', 'B', 'W', 'B']
    """

    first: Player = Player.BLACK
    opening: int = 1
    stones: int = 1
    listed: tuple[Player, ...] | None = None

    def __post_init__(self) -> None:
        if self.listed == ():
            raise InputError("at least one listed turn", found="none")
        if self.opening < 1 or self.stones < 1:
            raise InputError("at least one stone per move", found=f"p={self.stones}, q={self.opening}")

    @classmethod
    def of(cls, players: Sequence[Player]) -> Turns:
        """The turn order that a list of players shows; a pattern (p,q) where one fits, else the list itself.

        The list may end within a move. Where it is too short to tell p, the smallest p that is no smaller
        than q is taken.

        >>> B, W = Player.BLACK, Player.WHITE
        >>> Turns.of([B, W, W, B])
        Turns(first=<Player.BLACK: 'black'>, opening=1, stones=2, listed=None)
        >>> Turns.of([B, W, B, B, W]).listed is None
        False
        """
        runs = [(player, len(list(group))) for player, group in groupby(players)]
        if not runs:
            return cls()
        (first, opening), later = runs[0], [length for _, length in runs[1:]]
        stones = later[0] if len(later) > 1 else max([opening, *later])
        if all(length == stones for length in later[1:-1]) and (not later or later[-1] <= stones):
            return cls(first, opening, stones)
        return cls(first, opening, stones, tuple(players))

    @property
    def alternating(self) -> bool:
        """True if the players place one stone each in turn."""
        if self.listed is not None:
            return all(a is not b for a, b in zip(self.listed, self.listed[1:], strict=False))
        return self.opening == self.stones == 1

    def player_at(self, ply: int) -> Player:
        """The player who places the stone at a ply, from 0; past the end of a list the turns alternate."""
        if self.listed is not None:
            if ply < len(self.listed):
                return self.listed[ply]
            last, extra = self.listed[-1], ply - len(self.listed)
            return last.other if extra % 2 == 0 else last
        if ply < self.opening:
            return self.first
        return self.first.other if (ply - self.opening) // self.stones % 2 == 0 else self.first

    def swapped(self) -> Turns:
        """The same order with the colours exchanged."""
        listed = None if self.listed is None else tuple(player.other for player in self.listed)
        return Turns(self.first.other, self.opening, self.stones, listed)

    def __str__(self) -> str:
        if self.listed is not None:
            return (
                "turns as listed: " + "".join(player.value[0].upper() for player in self.listed) + ", then alternating"
            )
        if self.opening == self.stones == 1:
            return f"{self.first} opens"
        return f"{self.first} opens with {self.opening}, then {self.stones} stones per move"
