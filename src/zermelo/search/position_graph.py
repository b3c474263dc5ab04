"""All positions that can be reached from some, by the plain rules, and their backward solution.

Slow and right: exact for both players at every depth, also where plays never end, where players move several times in
a row and where a move makes the other player win.
"""

from __future__ import annotations

from zermelo.errors import LimitError
from zermelo.model import Game, Player, Position
from zermelo.search.budget import Budget
from zermelo.search.progress import Progress, Watch

MOST = 1_000_000
"""The most positions that are kept; each takes about a kilobyte."""

PER_MEGABYTE = 1000
"""Positions that fit into a megabyte."""

POLL = 0.2
"""Seconds between two reports of the progress."""


class PositionGraph:
    """The positions that can be reached, numbered in the order of discovery, with those that follow each.

    Exploring stops at a limit and can go on afterwards, also from further positions.

    Parameters
    ----------
    game
        Any game.

    >>> from zermelo.families import make
    >>> graph = PositionGraph(make("ttt"))
    >>> start = graph.number(graph.game.start)
    >>> from zermelo.search.session import Limits
    >>> graph.explore(10**6, Budget(Limits()))
    >>> len(graph), graph.distances(Player.BLACK)[start]
    (5478, None)
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.positions: list[Position] = []
        self.replies: list[list[int]] = []
        """For each position that has been looked at, what follows by each legal move, in their order."""
        self._numbers: dict[tuple[int, int, Player], int] = {}
        self._moves: list[int] = []
        """For each position, within how many moves it is reached; as few as can be while there is one start."""
        self._starts = 0
        self._distances: dict[Player, list[int | None]] = {}

    def __len__(self) -> int:
        return len(self.positions)

    @property
    def complete(self) -> bool:
        """True if everything that can be reached has been looked at."""
        return len(self.replies) == len(self.positions)

    def number(self, position: Position) -> int:
        """The number of a position, from which everything is explored if it is a new one."""
        self._starts += 1
        return self._number(position, 0)

    def _number(self, position: Position, moves: int) -> int:
        key = position.black, position.white, self.game.mover(position)
        found = self._numbers.get(key)
        if found is None:
            self.positions.append(position)
            self._moves.append(moves)
            found = self._numbers[key] = len(self.positions) - 1
        return found

    def explore(self, most: int, budget: Budget, watch: Watch | None = None, depth: int | None = None) -> None:
        """Look at positions until all are known.

        Parameters
        ----------
        most
            The largest number of positions, of all calls together.
        budget
            Seconds, bytes and positions of this call.
        watch
            Called with the progress now and then.
        depth
            Positions after so many moves need not be looked at (None: all are, and so they are with several starts).

        Raises ``LimitError``: ``"time"``, ``"nodes"``, ``"memory"``, or ``"size"`` for more than ``most``.
        """
        game, told = self.game, 0.0
        while not self.complete:
            moves = self._moves[len(self.replies)]
            if depth is not None and self._starts == 1 and moves >= depth:
                return
            if len(self) > most:
                raise LimitError("size", f"more than {most} positions can be reached")
            if len(self) > budget.bytes * PER_MEGABYTE / 1e6:
                raise LimitError("memory", "out of memory")
            if not budget.seconds:
                raise LimitError("time", "out of time")
            if not budget.nodes:
                raise LimitError("nodes", "too many positions")
            position = self.positions[len(self.replies)]
            over = game.goal_winner(position) is not None
            replies = [] if over else [game.step(position, move) for move in game.legal(position)]
            self.replies.append([self._number(each, moves + 1) for each in replies])
            self._distances.clear()
            budget.count(1, len(self) * 1_000_000 // PER_MEGABYTE)
            spent = budget.spent
            if watch is not None and spent > told + POLL:
                told = spent
                watch(Progress(len(self.replies), spent, 0, 0, 0))

    def distances(self, player: Player) -> list[int | None]:
        """The least depth within which a player wins from each position; None where he cannot force a win.

        Where not everything has been explored these are wins, but there may be others: from the start none within the
        depth up to which it has been.
        """
        if player not in self._distances:
            self._distances[player] = self._backwards(player)
        return self._distances[player]

    def _backwards(self, player: Player) -> list[int | None]:
        game = self.game
        found: list[int | None] = [None] * len(self.positions)
        left = [len(set(replies)) for replies in self.replies]
        before: list[list[int]] = [[] for _ in self.positions]
        layer, later = list[int](), list[int]()
        for here, position in enumerate(self.positions):
            looked = here < len(self.replies)
            for after in set(self.replies[here]) if looked else ():
                before[after].append(here)
            if game.goal_winner(position) is player:
                layer.append(here)
            elif looked and not self.replies[here] and game.winner(position) is player:
                later.append(here)  # finding out that somebody cannot move takes a move
        depth = 0
        while layer or later:
            for here in layer:
                found[here] = depth
            following = list[int]()
            for here in layer:
                for one in before[here]:
                    left[one] -= 1
                    mine = game.mover(self.positions[one]) is player
                    if found[one] is None and (mine or left[one] == 0):
                        found[one] = depth + 1
                        following.append(one)
            depth += 1
            layer = following + (later if depth == 1 else [])
            later = [] if depth >= 1 else later
        return found
