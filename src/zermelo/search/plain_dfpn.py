"""Depth-first proof-number search by the plain rules, for games that only their methods know.

df-pn (Nagai 2002) on the question "does a player win within d moves?", for any game: the mover may depend on the
position, players may move several times in a row, a move may end the play in anybody's favour. Positions are shared
between depths by two bounds each:

    won   the least depth within which the player is known to win,
    lost  the largest depth within which he is known not to win; infinite: never.

*Why they are right.* An end is won within 0 moves, or never won. Else nobody has won within 0 moves, and with the
bounds of the positions that follow

    where the player moves   won = 1 + min won,   lost = 1 + min lost,
    where the other moves    won = 1 + max won,   lost = 1 + max lost:

he needs one move that wins, the other player one that does not lose. A bound that is infinite rests on ends alone, and
on no depth; so a search within a depth can show that he never wins. It cannot where plays go round in circles.

*Why it ends.* A node of the proof search is a position with a number of moves left, which falls with every move. So
there are no cycles, and every settled node is settled by its bounds.

Each finite ``won`` and each ``lost`` was computed from bounds that have only become sharper since. So a proof is read
off without another search.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator
from typing import Any

from zermelo.errors import LimitError
from zermelo.model import Game, Player, Position
from zermelo.search.budget import Budget
from zermelo.search.position_graph import PER_MEGABYTE, POLL
from zermelo.search.progress import Progress, Watch

_MANY = 1 << 60
"""A proof number that stands for infinity."""

PAIRS = 8
"""Pairs of numbers that take as much memory as a position."""

_NEW = (1, 1)
"""The proof and disproof number of what has not been looked at."""


class SearchNode:
    """A position: what follows it, the bounds, and for each number of moves left the proof and disproof number."""

    __slots__ = ("lost", "mine", "numbers", "position", "replies", "won")

    def __init__(self, position: Position, mine: bool, won: float, lost: float) -> None:
        self.position, self.mine, self.won, self.lost = position, mine, won, lost
        self.replies: list[SearchNode] | None = None
        self.numbers: dict[int, tuple[int, int]] = {}


class PlainDfpn:
    """A search for the wins of one player.

    Parameters
    ----------
    game
        Any game.
    player
        The player whose wins are looked for.

    >>> from zermelo.model import ConnectionGame
    >>> from zermelo.search.session import Limits
    >>> search = PlainDfpn(ConnectionGame.hex(3, 3), Player.BLACK)
    >>> [search.within(search.game.start, depth, Budget(Limits())) for depth in (4, 5)]
    [False, True]
    """

    def __init__(self, game: Game, player: Player) -> None:
        self.game, self.player = game, player
        self._nodes: dict[tuple[int, int, Player], SearchNode] = {}
        self._told = 0.0
        self._stored = 0
        """Pairs of numbers that nodes hold."""

    def __len__(self) -> int:
        """The size of the table, in positions."""
        return len(self._nodes) + self._stored // PAIRS

    def bounds(self, position: Position) -> tuple[float, float]:
        """The bounds of a position, ``(won, lost)``: the largest depth is infinite."""
        node = self._node(position)
        return node.won, node.lost

    def within(self, position: Position, depth: int, budget: Budget, watch: Watch | None = None) -> bool:
        """Decide whether the player wins from a position within a depth.

        Parameters
        ----------
        position, depth
            The question; the depth in moves of both players.
        budget
            Seconds, bytes and positions of this call. What has been found out is kept.
        watch
            Called with the progress now and then.

        Raises ``LimitError``: ``"time"``, ``"nodes"`` or ``"memory"``.
        """
        root = self._node(position)
        stack = [(root, depth, _MANY, _MANY)]
        self._told = 0.0
        while stack:
            node, left, most_proof, most_disproof = stack[-1]
            self._keep(budget, watch, depth)
            if node.replies is None and node.lost < left < node.won:
                self._expand(node)
            proof, disproof = self._numbers(node, left)
            if proof >= most_proof or disproof >= most_disproof or not proof or not disproof:
                self._stored += left not in node.numbers
                node.numbers[left] = proof, disproof
                stack.pop()
                continue
            assert node.replies is not None
            stack.append(self._best(node, left, proof, disproof, most_proof, most_disproof))
        return root.won <= depth

    def _best(
        self, node: SearchNode, left: int, proof: int, disproof: int, most_proof: int, most_disproof: int
    ) -> tuple[SearchNode, int, int, int]:
        """The reply that is looked at next, with the numbers at which to come back."""
        side = 0 if node.mine else 1  # the number of which one reply is enough
        best, least, second, other = None, _MANY + 1, _MANY + 1, 0
        for reply in node.replies or ():
            numbers = self._known(reply, left - 1)
            if numbers[side] < least:
                best, least, second, other = reply, numbers[side], least, numbers[1 - side]
            elif numbers[side] < second:
                second = numbers[side]
        assert best is not None
        if node.mine:
            return best, left - 1, min(most_proof, second + 1), most_disproof - disproof + other
        return best, left - 1, most_proof - proof + other, min(most_disproof, second + 1)

    @staticmethod
    def _known(node: SearchNode, left: int) -> tuple[int, int]:
        if node.won <= left:
            return 0, _MANY
        if node.lost >= left:
            return _MANY, 0
        return node.numbers.get(left, _NEW)

    def _numbers(self, node: SearchNode, left: int) -> tuple[int, int]:
        """The numbers of a node by those of its replies; its bounds are brought up to date."""
        if node.replies:
            most = min if node.mine else max
            node.won = min(node.won, 1 + most(reply.won for reply in node.replies))
            node.lost = max(node.lost, 1 + most(reply.lost for reply in node.replies))
        if node.won <= left or node.lost >= left or not node.replies:
            return self._known(node, left)
        numbers = [self._known(reply, left - 1) for reply in node.replies]
        proofs, disproofs = [proof for proof, _ in numbers], [disproof for _, disproof in numbers]
        if node.mine:
            return min(proofs), min(_MANY, sum(disproofs))
        return min(_MANY, sum(proofs)), min(disproofs)

    def _node(self, position: Position) -> SearchNode:
        game = self.game
        key = position.black, position.white, game.mover(position)
        found = self._nodes.get(key)
        if found is None:
            reached = game.goal_winner(position)
            mine = key[2] is self.player
            if reached is None:
                found = SearchNode(position, mine, math.inf, 0)
            elif reached is self.player:
                found = SearchNode(position, mine, 0, -1)
            else:
                found = SearchNode(position, mine, math.inf, math.inf)
            self._nodes[key] = found
        return found

    def _keep(self, budget: Budget, watch: Watch | None, depth: int) -> None:
        """Count a visit, and keep the limits."""
        if not budget.seconds:
            raise LimitError("time", "out of time")
        if not budget.nodes:
            raise LimitError("nodes", "too many positions")
        if len(self) > budget.bytes * PER_MEGABYTE / 1e6:
            raise LimitError("memory", "out of memory")
        budget.count(1, len(self) * 1_000_000 // PER_MEGABYTE)
        if watch is not None and budget.spent > self._told + POLL:
            self._told = budget.spent
            watch(Progress(len(self), budget.spent, 0, 0, 0, depth))

    def _expand(self, node: SearchNode) -> None:
        game, position = self.game, node.position
        moves = game.legal(position)
        replies = [self._node(game.step(position, move)) for move in moves]
        if not moves:
            if game.winner(position) is self.player:  # finding out that somebody cannot move takes a move
                node.won = 1
            else:
                node.lost = math.inf
        node.replies = replies

    def proof(self, start: Position, rank: int | None, *, wins: bool) -> Iterator[tuple[Position, int | None, Any]]:
        """The strategy behind what has been found out: positions of its player, their ranks, and the moves there.

        Parameters
        ----------
        start
            The position where plays begin.
        rank
            A number of moves; None: any, for ever.
        wins
            True: the player of this search wins within the rank. False: the other one keeps him from it.

        The bounds of the start position say so.
        """
        waiting, met = deque([(self._node(start), rank)]), set[Position]()
        while waiting:
            # First those with most moves left: what holds for so many serves where a position is met again.
            node, left = waiting.popleft()
            left = int(node.won) if wins else left
            if node.position in met or left == 0 or not node.replies:
                continue
            met.add(node.position)
            after = None if left is None else left - 1
            if node.mine is not wins:
                waiting.extend((reply, after) for reply in node.replies)
                continue

            def serves(reply: SearchNode, after: int | None = after) -> bool:
                return reply.won <= (after or 0) if wins else reply.lost >= (math.inf if after is None else after)

            at = next(at for at, reply in enumerate(node.replies) if serves(reply))
            yield node.position, left, self.game.legal(node.position)[at]
            waiting.append((node.replies[at], after))
