"""The oracle of the agreement tests: who forces a win within how many moves, in every position that can be reached.

Slow and obviously right. It counts up: W(0) are the positions in which the player has reached his goal; W(n) are those
in which he has won by the n-th move at the latest. When W(n + 1) = W(n), nothing is won any later. It knows the rules
(`moves`, `play`, `goal_winner`, `winner`, `to_move`) and shares nothing with any search of the package.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from zermelo.model import ConnectionGame, Game, GridGame, Player, Position, PositionalGame, Rule, StateGame


class TooLargeError(Exception):
    """More positions can be reached than the oracle was told to look at."""


class Oracle:
    """The truth about one game.

    Parameters
    ----------
    game
        The game.
    most
        Positions above which `TooLargeError` is raised.

    >>> oracle = Oracle(ConnectionGame.hex(2, 2))
    >>> oracle.least(Player.BLACK), oracle.least(Player.WHITE), oracle.outcome(), oracle.longest
    (3, None, 'black', 4)
    """

    def __init__(self, game: Game, most: int = 20_000) -> None:
        self.game = game
        self.replies: dict[Position, dict[Any, Position]] = {}
        """For every position the positions after each move: none when the play is over."""
        waiting = [self._same(game.start)]
        while waiting:
            position = waiting.pop()
            if position not in self.replies:
                moves = [] if game.goal_winner(position) is not None else game.legal(position)
                self.replies[position] = {move: self._same(game.step(position, move)) for move in moves}
                waiting += self.replies[position].values()
            if len(self.replies) > most:
                raise TooLargeError
        self._least = {player: self._distances(player) for player in Player}
        self.longest = self._longest()
        """Moves of the longest play, with the one that a player without moves cannot make; None: plays without end."""

    def least(self, player: Player, position: Position | None = None) -> int | None:
        """The least number of moves within which a player forces a win; None where he cannot."""
        return self._least[player].get(self._same(self.game.start if position is None else position))

    def within(self, player: Player, depth: int | None, position: Position | None = None) -> bool:
        """True if a player forces a win within the depth; None: at all."""
        least = self.least(player, position)
        return least is not None and (depth is None or least <= depth)

    def outcome(self, position: Position | None = None) -> str:
        """The winner by force: ``"black"``, ``"white"``, or ``"draw"`` when there is none.

        Where only Black has something to reach there is no draw: in a play that cannot begin (no first cell is
        allowed) White has held.
        """
        winner = next((player for player in Player if self.least(player, position) is not None), None)
        if winner is None:
            return Player.WHITE.value if has_breaker(self.game) else "draw"
        return winner.value

    @property
    def moves(self) -> dict[Any, Position]:
        """The first moves, and the positions after them."""
        return self.replies[self._same(self.game.start)]

    def _same(self, position: Position) -> Position:
        """The position with the least ply that means the same: in grid games only who is to move depends on it.

        A state tells all by itself.
        """
        if isinstance(self.game, StateGame):
            return position._replace(ply=0)
        return position._replace(ply=position.ply % 2) if isinstance(self.game, GridGame) else position

    def _distances(self, player: Player) -> dict[Position, int]:
        game = self.game
        won = {position: 0 for position in self.replies if game.goal_winner(position) is player}
        stuck = {position for position, replies in self.replies.items() if not replies and position not in won}
        depth = 0
        while True:
            depth += 1
            new = []
            for position, replies in self.replies.items():
                if position in won:
                    continue
                if position in stuck:
                    wins = game.winner(position) is player and game.goal_winner(position) is None
                elif game.mover(position) is player:
                    wins = any(after in won for after in replies.values())
                else:
                    wins = all(after in won for after in replies.values())
                if wins:
                    new.append(position)
            if not new:
                return won
            won |= dict.fromkeys(new, depth)

    def _longest(self) -> int | None:
        """L(n) are the positions from which n moves can be made; L(n + 1) = L(n) means that they can for ever."""
        game, start, length = self.game, self._same(self.game.start), 0
        stuck = {at for at, after in self.replies.items() if not after and game.goal_winner(at) is not game.winner(at)}
        able = {position for position, replies in self.replies.items() if replies} | stuck
        while start in able:
            length += 1
            further = {at for at in able if any(after in able for after in self.replies[at].values())}
            if further == able:
                return None
            able = further
        return length


@lru_cache(maxsize=256)
def oracle_of(game: Game, most: int = 20_000) -> Oracle:
    """The oracle of a game, made once."""
    return Oracle(game, most)


def has_breaker(game: Game) -> bool:
    """True if White wins by keeping Black from winning."""
    if isinstance(game, PositionalGame):
        return game.rule is Rule.MAKER_BREAKER
    return isinstance(game, ConnectionGame)
