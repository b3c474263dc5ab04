"""Playouts by the plain rules, for games that the core does not play: game graphs, large boards.

There is no tree, for a playout takes long here; the playouts are shared out by upper confidence bounds over the moves.
"""

from __future__ import annotations

import math
import random
import time
from typing import Any

from zermelo.model import Game, Player, Position
from zermelo.play.native_opponent import TriedMove

LONGEST = 400
"""Moves of a playout; one that is not over by then is a draw."""


class PlainOpponent:
    """Playouts of one game in Python, with the interface of :class:`~zermelo.play.native_opponent.NativeOpponent`.

    >>> from zermelo.families import make
    >>> game = make("ttt").after("a1 b1 a2 b2")
    >>> found = PlainOpponent(game).tried(game.start, playouts=100, seconds=10, seed=0)
    >>> [(game.move_name(each.move), str(each.winner), each.distance) for each in found]
    [('a3', 'Black', 0)]
    """

    def __init__(self, game: Game) -> None:
        self._game = game

    def tried(
        self, position: Position, *, playouts: int, seconds: float, seed: int, thorough: bool = True
    ) -> list[TriedMove]:
        """The moves of a position that is not over; the parameters are those of the native search."""
        game, player, end = self._game, self._game.mover(position), time.monotonic() + seconds
        proven, left = list[TriedMove](), dict[Any, Position]()
        for move in game.legal(position):
            after = game.step(position, move)
            winner, late = game.winner(after), self._late(after)
            if winner is not None or game.is_over(after):
                value = 0.5 if winner is None else float(winner is player)
                proven.append(TriedMove(move, 0, value, True, winner, late))
            elif thorough and time.monotonic() < end and game.mover(after) is not player:
                soon = self._answer_wins(after)
                if soon is None:
                    left[move] = after
                else:
                    proven.append(TriedMove(move, 0, 0.0, True, player.other, soon + 1))
            else:
                left[move] = after
        won = [each for each in proven if each.winner is player]
        if won:
            return [min(won, key=lambda each: each.distance)]
        counts = {move: [0, 0.0] for move in left}
        chance = random.Random(seed)
        for done in range(playouts if len(left) > 1 else 0):
            if time.monotonic() > end:
                break
            move = next((each for each, (visits, _) in counts.items() if not visits), None)
            if move is None:
                scale = math.log(done + 1) / 2
                move = max(
                    counts, key=lambda each: counts[each][1] / counts[each][0] + math.sqrt(scale / counts[each][0])
                )
            counts[move][0] += 1
            counts[move][1] += self._playout(left[move], player, chance)
        tried = [
            TriedMove(move, int(visits), wins / visits if visits else 0.5, False, None, 0)
            for move, (visits, wins) in counts.items()
        ]
        return tried + proven

    def _answer_wins(self, position: Position) -> int | None:
        """The distance at which the player to move wins at once by some move; None: he does not."""
        game, player = self._game, self._game.mover(position)
        after = (game.step(position, move) for move in game.legal(position))
        return min((self._late(each) for each in after if game.winner(each) is player), default=None)

    def _late(self, position: Position) -> int:
        """A move more where the play is over since a player cannot move: that he finds out counts."""
        return int(self._game.winner(position) is not self._game.goal_winner(position))

    def _playout(self, position: Position, player: Player, chance: random.Random) -> float:
        """The result of a play by chance: 1 where the player wins, a half for a draw."""
        game = self._game
        for _ in range(LONGEST):
            winner = game.winner(position)
            if winner is not None:
                return float(winner is player)
            moves = game.legal(position)
            if not moves:
                return 0.5
            position = game.step(position, chance.choice(moves))
        return 0.5


def _bound(visits: float, wins: float, done: int) -> float:
    """The upper confidence bound of a move."""
    return wins / visits + math.sqrt(math.log(done + 1) / 2 / visits)
