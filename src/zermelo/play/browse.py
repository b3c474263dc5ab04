"""Browsing a strategy: the positions that its plays can reach, one after the other.

    start ── next() ──→ after the strategy's move ── next("a3") ──→ after a reply of the other player ──→ …

A place follows the play from its start, so that it also knows the moves of arguments and derivations, which speak for
many positions and are stored for none of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from zermelo.errors import InputError
from zermelo.model import Player, Position
from zermelo.picture.notebook import page
from zermelo.picture.svg import Picture, svg
from zermelo.play.follow import Follower
from zermelo.play.follow_formula import follower_for
from zermelo.play.play import Play
from zermelo.strategy.entry import Strategy

BOARDS = 6
"""Boards that a notebook shows at once."""


class ReachedPosition:
    """A position that a play by a strategy reaches.

    Parameters
    ----------
    strategy
        The strategy.
    line
        The moves that lead from its start position to the place.
    follower
        The strategy at work, shared by the places of one strategy; None to set it up.

    Examples
    --------
    >>> import zermelo
    >>> place = zermelo.solve("hex:3x3").strategy.browse()
    >>> place.move, place.why
    ('b2', 'the derivation says so: Black wins within 5')
    >>> later = place.next()  # the strategy moves
    >>> later.moves[:3], str(later.to_move)
    (['a1', 'a2', 'a3'], 'White')
    >>> later.next("a3").move  # the other player moves, and this is the answer
    'b3'
    >>> [reply.move for reply in later][:3]  # after each reply of the other player
    ['b3', 'b3', 'b3']
    """

    def __init__(self, strategy: Strategy, line: Sequence[Any] = (), follower: Follower | None = None) -> None:
        self.strategy = strategy
        self._play = Play(strategy.game, line)
        self._follower = follower or follower_for(strategy)

    def __repr__(self) -> str:
        line = " ".join(self.line) or "the start"
        return f"<{self.strategy.game.name} after {line}: {self.told}>"

    @property
    def position(self) -> Position:
        """The stones."""
        return self._play.position

    @property
    def line(self) -> list[str]:
        """The names of the moves that lead here."""
        return self._play.names

    @property
    def to_move(self) -> Player:
        """The player who moves here."""
        return self._play.to_move

    @property
    def moves(self) -> list[str]:
        """The names of the moves that are looked at: the strategy's one, or all replies of the other player.

        Empty when the play is over, and where the strategy needs no move any more.
        """
        if self.to_move is self.strategy.claim.player:
            return [] if self.move is None else [self.move]
        return [self._play.game.move_name(move) for move in self._play.legal]

    @property
    def move(self) -> str | None:
        """The name of the strategy's move; None when the other player moves, or when it needs none."""
        reply = self._follower.reply(self._play)
        return None if reply is None else self._play.game.move_name(reply.move)

    @property
    def why(self) -> str | None:
        """The reason for the strategy's move, in a few words."""
        reply = self._follower.reply(self._play)
        return None if reply is None else reply.why

    @property
    def told(self) -> str:
        """The place in words: the result, the strategy's move, or that the other player moves."""
        if self._play.is_over:
            return self._play.result()
        name = self._play.game.called(self.to_move)
        return f"{name} plays {self.move}" if self.move is not None else f"{name} is to move"

    def next(self, move: str | None = None) -> ReachedPosition:
        """The place after a move.

        Parameters
        ----------
        move
            Its name; None for the strategy's own move. At the strategy's turn no other one is followed.

        Notes
        -----
        Raises ``InputError`` for a move that is not among ``moves``.
        """
        name = self.move if move is None else move
        if name is None:
            wanted = ", ".join(self.moves[:8]) or "none: the play ends here"
            raise InputError(f"a move of {self._play.game.called(self.to_move)} ({wanted})", found="none")
        made = self._play.read(name)
        if self.to_move is self.strategy.claim.player and self._play.game.move_name(made) not in self.moves:
            raise InputError(f"the strategy's own move, {self.move or 'none'}", found=repr(name))
        return ReachedPosition(self.strategy, [*self._play.line, made], self._follower)

    def __iter__(self) -> Iterator[ReachedPosition]:
        """The places after each of :attr:`moves`."""
        return (self.next(move) for move in self.moves)

    def first_boards(self) -> str:
        """This board and those after the first replies, as HTML, each with the strategy's move marked."""
        replies = self.next() if self.move is not None else self
        places = [self, *islice(replies, BOARDS - 1)]
        boards = svg(*(place._picture() for place in places))
        return page(f"{self.strategy.told}: {len(self.strategy)} entries", boards, {})

    def _picture(self) -> Picture:
        play = self._play
        last = (play.positions[-2], play.line[-1]) if play.line else None
        reply = self._follower.reply(play)
        values = {} if reply is None else {reply.move: "winning"}
        return Picture(play.game, play.position, values, last=last, title=f"{' '.join(self.line)} {self.told}".strip())

    def _repr_svg_(self) -> str:
        """The board, for notebooks."""
        return svg(self._picture())
