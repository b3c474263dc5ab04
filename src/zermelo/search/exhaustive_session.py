"""Exhaustive search by the plain rules, for games that no native search takes: slow and right.

It also answers within how many moves a mere breaker has broken every winning set, which no other search decides.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any

from zermelo.errors import LimitError
from zermelo.model import Game, GridGame, Player, Position
from zermelo.model.ground import ground_actions
from zermelo.search.budget import Budget
from zermelo.search.progress import Progress, Watch
from zermelo.search.session import Limits, Note, Result, SearchProof, Session, disproved, ranked_notes

MOST = 1_000_000
"""The most positions that are kept; each takes about a kilobyte."""

POLL = 0.2
"""Seconds between two reports of the progress."""


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
        budget = Budget(limits)
        try:
            self._solve(player, limits, watch)
        except LimitError as limit:
            return budget.result(None, reason=limit.reason, nodes=len(self._positions))
        least = self._distances[player][0]
        if least is not None and (depth is None or least <= depth):
            return budget.result(True, depth=least, first_move=self._move(player, 0), nodes=len(self._positions))
        return budget.result(False, depth=None if least is None else least - 1, nodes=len(self._positions))

    def _move(self, player: Player, here: int) -> Any:
        position, found = self._positions[here], self._distances[player]
        least = found[here]
        if least == 0 or self.game.mover(position) is not player or not self._replies[here]:
            return None
        moves = self.game.legal(position)
        return next(
            move
            for move, after in zip(moves, self._replies[here], strict=True)
            if (left := found[after]) is not None and least is not None and left < least
        )

    def first_moves(
        self, player: Player, depth: int | None, limits: Limits, watch: Watch | None = None
    ) -> Mapping[Any, Result]:
        """As in `Session`."""
        budget, moves = Budget(limits), self.game.legal(self.game.start)
        try:
            self._solve(player, limits, watch)
        except LimitError as limit:
            return {move: Result(None, reason=limit.reason) for move in moves}
        results = {}
        for move, after in zip(moves, self._replies[0], strict=True):
            least = self._distances[player][after]
            wins = least is not None and (depth is None or least + 1 <= depth)
            at = None if least is None else least + 1 if wins else least
            results[move] = budget.result(wins, depth=at)
        return results

    def prove(
        self, player: Player, depth: int | None, limits: Limits, *, wins: bool, watch: Watch | None = None
    ) -> SearchProof:
        """As in `Session`: of a win the fastest, of holding any move that holds."""
        winner = player if wins else player.other
        self._solve(winner, limits, watch)
        return SearchProof(tuple(self._notes(player, depth, wins=wins)))

    def _notes(self, player: Player, depth: int | None, *, wins: bool) -> Iterator[Note]:
        game, found = self.game, self._distances[player if wins else player.other]

        def fits(here: int, rank: int | None) -> bool:
            least = found[here]
            return (least is not None and (rank is None or least <= rank)) is wins

        if not fits(0, depth):
            raise disproved(game, player, depth, wins=wins)
        tells = ranked_notes(game)
        waiting, met = deque([(0, depth)]), dict[int, int | None]()
        while waiting:
            here, rank = waiting.popleft()
            if wins:
                rank = found[here]
            position, replies = self._positions[here], self._replies[here]
            if here in met and (wins or met[here] is None or (rank is not None and rank <= (met[here] or 0))):
                continue
            met[here] = rank
            if rank == 0 or not replies:
                continue
            left = None if rank is None else rank - 1
            if game.mover(position) is not player:
                waiting.extend((after, left) for after in replies)
                continue
            at = next(at for at, after in enumerate(replies) if fits(after, left))
            move = game.legal(position)[at]
            waiting.append((replies[at], left))
            number = _number(game, player, move)
            mover, told = (player, rank) if tells else (None, None)
            yield Note(position.black, position.white, mover, told, "move", (number,))

    def _solve(self, player: Player, limits: Limits, watch: Watch | None) -> None:
        if player in self._distances:
            return
        self._explore(limits, watch)
        self._distances[player] = self._backwards(player)

    def _number(self, position: Position) -> int:
        key = position.black, position.white, self.game.mover(position)
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self._positions)
            self._positions.append(position)
        return found

    def _explore(self, limits: Limits, watch: Watch | None) -> None:
        game, budget, told = self.game, Budget(limits), 0.0
        if not self._positions:
            self._number(game.start)
        while len(self._replies) < len(self._positions):
            position = self._positions[len(self._replies)]
            over = game.goal_winner(position) is not None
            replies = [] if over else [game.step(position, move) for move in game.legal(position)]
            self._replies.append([self._number(each) for each in replies])
            spent = budget.spent
            if not budget.seconds:
                raise LimitError("time", "out of time")
            if limits.nodes is not None and len(self._replies) > limits.nodes:
                raise LimitError("nodes", "too many positions")
            if limits.megabytes is not None and len(self._positions) > 1000 * limits.megabytes:  # about 1 kB each
                raise LimitError("memory", "out of memory")
            if len(self._positions) > MOST:
                raise LimitError("size", f"more than {MOST} positions can be reached")
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
                    mine = game.mover(self._positions[one]) is player
                    if found[one] is None and (mine or left[one] == 0):
                        found[one] = depth + 1
                        following.append(one)
            depth += 1
            layer = following + (later if depth == 1 else [])
            later = [] if depth >= 1 else later
        return found


def _number(game: Game, player: Player, move: Any) -> int:
    """The number of a move: of its ground action in a grid game, else of the cell."""
    if isinstance(game, GridGame):
        return next(number for number, action in enumerate(ground_actions(game, player)) if action.move == move)
    return int(move)


class BreakerSession:
    """A session of a game of a maker and a breaker: the plain rules tell how soon the breaker has won.

    White wins at all exactly if Black never does, which the native search answers. Within how many moves she has broken
    every winning set it does not count.

    Parameters
    ----------
    game
        The game.
    search
        The session that answers all other questions.
    """

    def __init__(self, game: Game, search: Session) -> None:
        self.game, self._search, self._rules = game, search, ExhaustiveSession(game)
        self.label = search.label
        self._longest = game.complete_depth()

    def _session(self, winner: Player, depth: int | None) -> Session:
        soon = depth is not None and self._longest is not None and depth < self._longest
        return self._rules if winner is Player.WHITE and soon else self._search

    def decide(self, player: Player, depth: int | None, limits: Limits, watch: Watch | None = None) -> Result:
        """As in `Session`."""
        return self._session(player, depth).decide(player, depth, limits, watch)

    def first_moves(
        self, player: Player, depth: int | None, limits: Limits, watch: Watch | None = None
    ) -> Mapping[Any, Result]:
        """As in `Session`."""
        return self._session(player, depth).first_moves(player, depth, limits, watch)

    def prove(
        self, player: Player, depth: int | None, limits: Limits, *, wins: bool, watch: Watch | None = None
    ) -> SearchProof:
        """As in `Session`."""
        if not wins and player is Player.BLACK:
            return self._rules.prove(player, depth, limits, wins=wins, watch=watch)
        return self._session(player if wins else player.other, depth).prove(
            player, depth, limits, wins=wins, watch=watch
        )
