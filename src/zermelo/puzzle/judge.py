"""Judgement of a position as a puzzle: the first moves that win, how fast, and the stones that do nothing.

The player to move wants to win. A first move is *winning* when it forces a win, however long it takes; a puzzle has one
(or as many as are wanted). Its *length* is the least number of moves of both players within which he can force the win.
A stone *does nothing* when without it the same first moves win, and no faster or slower.

All is decided by the native search of the game, in this process, with a limit on positions and none on time: so the
same position is judged alike on every machine. Where somebody waits, `decided_until` ends questions that take too long.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from zermelo.errors import InputError, LimitError
from zermelo.model import Game, GridGame, PlacementGame, Player, Position, cells_of
from zermelo.model.conditions import Colour
from zermelo.search.engines import session_for
from zermelo.search.session import Limits, Session

POSITIONS = 2_000_000
"""Positions that the search may look at for one question."""


@dataclass(frozen=True)
class JudgedPosition:
    """A position with what is decided about it.

    Parameters
    ----------
    game
        The game at the position.
    winning
        The first moves by which the player to move wins.
    length
        The least number of moves within which he wins; None where he does not, or not within the limit that was asked.
    idle
        The cells of stones that do nothing; empty where it was not asked.
    refuted
        The largest number of moves within which a win is excluded, as long as the length is not known.
    """

    game: Game
    winning: tuple[Any, ...]
    length: int | None
    idle: tuple[int, ...] = ()
    refuted: int | None = None

    @property
    def player(self) -> Player:
        """The player to move."""
        return self.game.to_move

    def is_puzzle(self, solutions: int = 1) -> bool:
        """Tell whether so many first moves win, and every stone is needed."""
        return len(self.winning) == solutions and self.length is not None and not self.idle


_until: ContextVar[float | None] = ContextVar("until", default=None)


@contextmanager
def decided_until(end: float | None) -> Iterator[None]:
    """Let questions of deciders end with ``LimitError`` at a time of the monotonic clock (None: no limit).

    >>> from zermelo.families import make
    >>> with decided_until(time.monotonic() - 1):
    ...     Decider(make("hex:3x3")).wins(Player.BLACK)
    Traceback (most recent call last):
    ...
    zermelo.errors.LimitError: out of time
    """
    token = _until.set(end)
    try:
        yield
    finally:
        _until.reset(token)


class Decider:
    """The questions of puzzles, asked of the search of one position.

    Parameters
    ----------
    game
        The game at the position.
    positions
        The most positions that the search may look at for one question.

    >>> from zermelo.families import make
    >>> ask = Decider(make("hex:3x3"))
    >>> len(ask.winning(Player.BLACK)), ask.length(Player.BLACK, 9)
    (5, 5)
    """

    def __init__(self, game: Game, positions: int = POSITIONS) -> None:
        self.game, self._positions = game, positions
        self._session: Session = session_for(game)

    def wins(self, player: Player, depth: int | None = None) -> bool:
        """Decide whether a player wins within so many moves (None: ever); ``LimitError`` where the limit ends it."""
        return self._known(self._session.decide(player, depth, self._limits()).answer)

    def winning(self, player: Player, depth: int | None = None) -> tuple[Any, ...]:
        """The first moves after which a player wins, in the order of the rules.

        Parameters
        ----------
        player
            The player who is to win; the first move is made by whoever is to move.
        depth
            In moves of both players, the first one included; None: ever.
        """
        if self.game.is_over(self.game.start):
            return ()
        found = self._session.first_moves(player, depth, self._limits())
        return tuple(move for move in self.game.legal(self.game.start) if self._known(found[move].answer))

    def length(self, player: Player, most: int) -> int | None:
        """The least number of moves within which a player wins; None: more than ``most``."""
        return next((depth for depth, wins in self.lengths(player, most) if wins), None)

    def lengths(self, player: Player, most: int) -> Iterator[tuple[int, bool]]:
        """Numbers of moves from 0 to ``most``, each with whether a player wins within so many, up to the first."""
        for depth in range(most + 1):
            yield depth, (wins := self.wins(player, depth))
            if wins:
                return

    def _limits(self) -> Limits:
        """The limits of a question; ``LimitError`` when its time is over before it is asked."""
        end = _until.get()
        left = None if end is None else end - time.monotonic()
        if left is not None and left <= 0:
            raise LimitError("time", "out of time")
        return Limits(left, None, self._positions)

    @staticmethod
    def _known(answer: bool | None) -> bool:
        if answer is None and (end := _until.get()) is not None and time.monotonic() >= end:
            raise LimitError("time", "out of time")
        if answer is None:
            raise LimitError("size", f"a position takes the search more than {POSITIONS} positions")
        return answer


def judged(
    game: Game,
    most: int | None = None,
    *,
    idle: bool = True,
    tell: Callable[[JudgedPosition], None] = lambda _: None,
) -> JudgedPosition:
    """A position judged.

    Parameters
    ----------
    game
        The game at the position.
    most
        The longest win that is of interest; None: any.
    idle
        True to look for stones that do nothing, too.
    tell
        Called with what is decided whenever there is more, for whoever does not want to wait for the end.

    Raises ``LimitError`` for a position that takes the search too long, ``InputError`` for a play that is over.

    >>> from zermelo.families import make
    >>> found = judged(make("hex:3x3").after("a1 b2"))
    >>> [found.game.move_name(move) for move in found.winning], found.length
    ([], None)
    """
    if game.is_over(game.start):
        raise InputError("a position in which the play goes on", found="one in which it is over", source=game.name)
    player, ask = game.to_move, Decider(game)
    winning = ask.winning(player)
    bound = game.complete_depth()
    longest = most if most is not None else LONGEST if bound is None else bound
    tell(JudgedPosition(game, winning, None))
    length = None
    for depth, wins in ask.lengths(player, longest) if winning else ():
        length = depth if wins else None
        tell(JudgedPosition(game, winning, length, refuted=None if wins else depth))
    found = JudgedPosition(game, winning, length)
    if not idle or length is None:
        return found
    nothing = tuple(cell for cell in removable(game) if does_nothing(found, cell))
    return JudgedPosition(game, winning, length, nothing)


LONGEST = 200
"""The longest win that is looked for where plays may be of any length."""


def removable(game: Game) -> list[int]:
    """The cells of the stones that could be left out of a position.

    None where stones stand on one another (an action needs a cell that is *not* open, as in Connect-4): what is above
    would hang in the air. None in ground games, whose states are no stones.
    """
    if isinstance(game, GridGame):
        parts = [part for player in Player for action in game.actions(player) for part in action.precondition]
        if any(part.negated and part.colour is Colour.OPEN for part in parts):
            return []
    elif not isinstance(game, PlacementGame):
        return []
    return list(cells_of(game.start.black | game.start.white))


def does_nothing(position: JudgedPosition, cell: int) -> bool:
    """Tell whether the same first moves win, as fast, without the stone of a cell."""
    return without(position, cell) is not None


def without(position: JudgedPosition, cell: int) -> JudgedPosition | None:
    """The position without the stone of a cell, where the same first moves win as fast; else None."""
    game, bit = position.game, 1 << cell
    black, white, ply = game.start
    assert position.length is not None
    try:
        less = game.at(Position(black & ~bit, white & ~bit, ply))
    except InputError:  # somebody has won: the stone was needed
        return None
    if less.is_over(less.start) or less.to_move is not position.player:
        return None
    ask = Decider(less)
    # The length first: it is the cheaper question, and tells most.
    if not ask.wins(position.player, position.length) or (
        position.length and ask.wins(position.player, position.length - 1)
    ):
        return None
    if ask.winning(position.player) != position.winning:
        return None
    return JudgedPosition(less, position.winning, position.length)
