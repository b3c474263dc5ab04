"""The winner of each position of a grid game, by the definition: an oracle for tests, as plain as can be.

All positions that can be reached are listed by the rules of the model. Then sets are computed depth after depth: those
positions in which a player wins within 0, 1, 2, … moves. When a set does not grow, it never will.
"""

from __future__ import annotations

from zermelo.model import GridGame, Player, Position

MOST = 20_000


class TooLargeError(Exception):
    """More positions than the oracle is good for."""


class BackwardOracle:
    """For each position that can be reached, the least depth within which each player wins; None: never.

    Positions are told apart by their stones and by who is to move; their plies are those of the start position and the
    next one.
    """

    def __init__(self, game: GridGame, most: int = MOST) -> None:
        self.game = game
        self.positions = self._reachable(most)
        self.within = {player: self._depths(player) for player in Player}

    def plain(self, position: Position) -> Position:
        """The position with one of two plies."""
        start = self.game.start.ply
        return position._replace(ply=start + (position.ply - start) % 2)

    def depth(self, player: Player, position: Position) -> int | None:
        return self.within[player].get(self.plain(position))

    def _replies(self, position: Position) -> list[Position]:
        return [self.plain(self.game.step(position, move)) for move in self.game.legal(position)]

    def _reachable(self, most: int) -> list[Position]:
        found = [self.game.start]
        known = set(found)
        for position in found:  # it grows
            for after in self._replies(position):
                if after not in known:
                    known.add(after)
                    found.append(after)
            if len(found) > most:
                raise TooLargeError
        return found

    def _depths(self, player: Player) -> dict[Position, int]:
        """The positions that a player wins, each with the least depth within which he does."""
        game = self.game
        replies = {position: self._replies(position) for position in self.positions}
        won = {position: 0 for position in self.positions if game.goal_winner(position) is player}
        depth, grows = 0, True
        while grows:
            depth += 1
            new = []
            for position in self.positions:
                if position in won or game.goal_winner(position) is not None:
                    continue
                after = [reply in won for reply in replies[position]]
                if not after:  # the rules say who has won, and to find that out takes a move
                    wins = game.winner(position) is player
                else:
                    wins = any(after) if game.mover(position) is player else all(after)
                if wins:
                    new.append(position)
            won.update(dict.fromkeys(new, depth))
            grows = bool(new)
        return won
