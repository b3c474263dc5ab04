"""Games that no native search takes, by the plain rules: everything is tried. Slow, and right.

It also answers within how many moves a mere breaker has broken every winning set, which no other search can tell.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from zermelo.errors import LimitError, UnsupportedError
from zermelo.model import Game, Player, Position
from zermelo.search.progress import Progress, Watch
from zermelo.search.session import Limits, Proof, Result

POLL = 0.2
"""Seconds between two words on how far it is."""


class ExhaustiveSession:
    """All positions that can be reached, with the least depth within which each player wins from there.

    The graph of positions is built once, and then solved backwards for each player: exact for endless plays, too.

    Parameters
    ----------
    game
        Any game.

    >>> from zermelo.families import make
    >>> session = ExhaustiveSession(make("httt:el,board=3x3"))
    >>> [session.decide(Player.BLACK, depth, Limits()).answer for depth in (4, 5, None)]
    [False, True, True]
    """

    label = "rules"

    def __init__(self, game: Game) -> None:
        self.game = game
        self._numbers: dict[tuple[int, int, Player], int] = {}
        self._positions: list[Position] = []
        self._replies: list[list[int]] = []
        self._distances: dict[Player, list[int | None]] = {}

    def decide(self, player: Player, depth: int | None, limits: Limits, watch: Watch | None = None) -> Result:
        """As in `Session`."""
        begun = time.perf_counter()
        try:
            self._solve(player, limits, watch)
        except LimitError as limit:
            return Result(None, reason=limit.reason, nodes=len(self._positions), seconds=time.perf_counter() - begun)
        return self._result(player, 0, depth, begun)

    def _result(self, player: Player, here: int, depth: int | None, begun: float) -> Result:
        least = self._distances[player][here]
        wins = least is not None and (depth is None or least <= depth)
        nodes, spent = len(self._positions), time.perf_counter() - begun
        if wins:
            return Result(True, least, self._move(player, here), nodes=nodes, seconds=spent)
        return Result(False, None if least is None else least - 1, nodes=nodes, seconds=spent)

    def _move(self, player: Player, here: int) -> Any:
        position, found = self._positions[here], self._distances[player]
        least = found[here]
        if least == 0 or self.game.to_move(position) is not player or not self._replies[here]:
            return None
        moves = self.game.moves(position)
        return next(
            move
            for move, after in zip(moves, self._replies[here], strict=True)
            if (left := found[after]) is not None and least is not None and left < least
        )

    def first_moves(
        self, player: Player, depth: int | None, limits: Limits, watch: Watch | None = None
    ) -> Mapping[Any, Result]:
        """As in `Session`."""
        begun = time.perf_counter()
        moves = self.game.moves(self.game.start)
        try:
            self._solve(player, limits, watch)
        except LimitError as limit:
            return {move: Result(None, reason=limit.reason) for move in moves}
        results = {}
        for move, after in zip(moves, self._replies[0], strict=True):
            least = self._distances[player][after]
            wins = least is not None and (depth is None or least + 1 <= depth)
            at = None if least is None else least + 1 if wins else least
            results[move] = Result(wins, at, seconds=time.perf_counter() - begun)
        return results

    def prove(self, *_args: object, **_options: object) -> Proof:
        """Not by this search."""
        raise UnsupportedError("a search that writes its proof", found=self.label)

    def _solve(self, player: Player, limits: Limits, watch: Watch | None) -> None:
        if player in self._distances:
            return
        self._explore(limits, watch)
        self._distances[player] = self._backwards(player)

    def _number(self, position: Position) -> int:
        key = position.black, position.white, self.game.to_move(position)
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self._positions)
            self._positions.append(position)
        return found

    def _explore(self, limits: Limits, watch: Watch | None) -> None:
        game, begun, told = self.game, time.perf_counter(), 0.0
        if not self._positions:
            self._number(game.start)
        while len(self._replies) < len(self._positions):
            position = self._positions[len(self._replies)]
            over = game.goal_winner(position) is not None
            replies = [] if over else [game.play(position, move) for move in game.moves(position)]
            self._replies.append([self._number(each) for each in replies])
            spent = time.perf_counter() - begun
            if limits.seconds is not None and spent > limits.seconds:
                raise LimitError("time", "out of time")
            if limits.nodes is not None and len(self._replies) > limits.nodes:
                raise LimitError("nodes", "too many positions")
            if limits.megabytes is not None and len(self._positions) > 1000 * limits.megabytes:  # about 1 kB each
                raise LimitError("memory", "out of memory")
            if watch is not None and spent > told + POLL:
                told = spent
                watch(Progress(len(self._replies), spent, 0, 0, 0))

    def _backwards(self, player: Player) -> list[int | None]:
        game = self.game
        found: list[int | None] = [None] * len(self._positions)
        left = [len(set(replies)) for replies in self._replies]
        before: list[list[int]] = [[] for _ in self._positions]
        layer, later = list[int](), list[int]()
        for here, position in enumerate(self._positions):
            for after in set(self._replies[here]):
                before[after].append(here)
            if game.goal_winner(position) is player:
                layer.append(here)
            elif not self._replies[here] and game.winner(position) is player:
                later.append(here)  # finding out that somebody cannot move takes a move
        depth = 0
        while layer or later:
            for here in layer:
                found[here] = depth
            following = list[int]()
            for here in layer:
                for one in before[here]:
                    left[one] -= 1
                    mine = game.to_move(self._positions[one]) is player
                    if found[one] is None and (mine or left[one] == 0):
                        found[one] = depth + 1
                        following.append(one)
            depth += 1
            layer = following + (later if depth == 1 else [])
            later = [] if depth >= 1 else later
        return found
