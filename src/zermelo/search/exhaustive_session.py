"""Exhaustive search by the plain rules, for games that no native search takes: slow and right.

It also answers within how many moves a mere breaker has broken every winning set, which no other search decides.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from zermelo.errors import LimitError
from zermelo.model import Game, GridGame, Player
from zermelo.model.ground import ground_actions
from zermelo.model.residual_position import residual_of
from zermelo.search.budget import Budget
from zermelo.search.position_graph import MOST, PositionGraph
from zermelo.search.progress import Watch
from zermelo.search.session import Limits, Note, Result, SearchProof, Session, disproved, ranked_notes

FEW = 50_000
"""Positions of a search that may spare the plain rules a question."""


COUNTED = "how soon White has won is counted by the plain rules, in all positions up to that depth"
"""A remark on a limit that ended this rather than the search."""


class ExhaustiveSession:
    """All positions that can be reached, with the least depth within which each player wins from there.

    The graph of positions is built once, as far as the depths that are asked about, and then solved backwards for each
    player: exact for endless plays, too.

    Parameters
    ----------
    game
        Any game.
    graph
        Positions of the same rules that have been explored already; None for a new graph.

    >>> from zermelo.families import make
    >>> session = ExhaustiveSession(make("httt:el,board=3x3"))
    >>> [session.decide(Player.BLACK, depth, Limits()).answer for depth in (4, 5, None)]
    [False, True, True]
    """

    label = "rules"

    def __init__(self, game: Game, graph: PositionGraph | None = None) -> None:
        self.game, self.graph = game, PositionGraph(game) if graph is None else graph
        self._start = self.graph.number(game.start)

    def decide(self, player: Player, depth: int | None, limits: Limits, watch: Watch | None = None) -> Result:
        """As in `Session`."""
        budget = Budget(limits)
        try:
            least = self._distances(player, depth, budget, watch)[self._start]
        except LimitError as limit:
            return budget.result(None, reason=limit.reason)
        if least is not None and (depth is None or least <= depth):
            return budget.result(True, depth=least, first_move=self._move(player))
        return budget.result(False, depth=self._never_within(least, depth))

    def _never_within(self, least: int | None, depth: int | None) -> int | None:
        """Up to which depth a player who does not win within one is known not to win; None: never."""
        if not self.graph.complete:
            return depth
        return None if least is None else least - 1

    def _move(self, player: Player) -> Any:
        """A first move by which a player wins fastest; None where he is not the one to make it."""
        game, found = self.game, self.graph.distances(player)
        least = found[self._start]
        if least == 0 or game.mover(game.start) is not player or not game.legal(game.start):
            return None
        return next(
            move
            for move, after in zip(game.legal(game.start), self.graph.replies[self._start], strict=True)
            if (left := found[after]) is not None and least is not None and left < least
        )

    def first_moves(
        self,
        player: Player,
        depth: int | None,
        limits: Limits,
        watch: Watch | None = None,
        known: Collection[Any] = (),  # noqa: ARG002 (all are found at once)
    ) -> Mapping[Any, Result]:
        """As in `Session`."""
        budget, moves = Budget(limits), self.game.legal(self.game.start)
        try:
            found = self._distances(player, None if depth is None else max(1, depth), budget, watch)
        except LimitError as limit:
            return {move: budget.result(None, reason=limit.reason) for move in moves}
        results = {}
        for move, after in zip(moves, self.graph.replies[self._start], strict=True):
            least = found[after]
            wins = least is not None and (depth is None or least + 1 <= depth)
            at = None if least is None else least + 1
            results[move] = budget.result(wins, depth=at if wins else self._never_within(at, depth))
        return results

    def prove(
        self, player: Player, depth: int | None, limits: Limits, *, wins: bool, watch: Watch | None = None
    ) -> SearchProof:
        """As in `Session`: of a win the fastest, of holding any move that holds."""
        self._distances(player if wins else player.other, depth, Budget(limits), watch)
        return SearchProof(tuple(self._notes(player, depth, wins=wins)))

    def _distances(self, player: Player, depth: int | None, budget: Budget, watch: Watch | None) -> list[int | None]:
        """The depths of the player's wins, up to a depth; raises ``LimitError`` when a limit ends the exploration."""
        self.graph.explore(MOST, budget, watch, depth)
        return self.graph.distances(player)

    def _notes(self, player: Player, depth: int | None, *, wins: bool) -> Iterator[Note]:
        game, graph = self.game, self.graph
        found = graph.distances(player if wins else player.other)

        def fits(here: int, rank: int | None) -> bool:
            least = found[here]
            return (least is not None and (rank is None or least <= rank)) is wins

        if not fits(self._start, depth):
            raise disproved(game, player, depth, wins=wins)
        tells = ranked_notes(game)
        residual = residual_of(game) if isinstance(game, GridGame) else None
        # First those with most moves left: what holds for so many serves where a position is met again.
        waiting, met = deque([(self._start, depth)]), dict[tuple[int, int, Player], int | None]()
        while waiting:
            here, rank = waiting.popleft()
            if wins:
                rank = found[here]
            position = graph.positions[here]
            mover = game.mover(position)
            form = position if residual is None else residual.form(position)
            key = form.black, form.white, mover
            if key in met and (wins or met[key] is None or (rank is not None and rank <= (met[key] or 0))):
                continue
            met[key] = rank
            if rank == 0 or not (replies := graph.replies[here]):
                continue
            left = None if rank is None else rank - 1
            if mover is not player:
                waiting.extend((after, left) for after in replies)
                continue
            at = next(at for at, after in enumerate(replies) if fits(after, left))
            move = game.legal(position)[at]
            waiting.append((replies[at], left))
            number = _number(game, player, move)
            by, told = (player, rank) if tells else (None, None)
            yield Note(form.black, form.white, by, told, "move", (number,))


def _number(game: Game, player: Player, move: Any) -> int:
    """The number of a move: of its ground action in a grid game, else of the cell."""
    if isinstance(game, GridGame):
        return next(number for number, action in enumerate(ground_actions(game, player)) if action.move == move)
    return int(move)


class BreakerSession:
    """A session of a game of a maker and a breaker: the plain rules tell how soon the breaker has won.

    White wins at all exactly if Black never does, which the native search answers. Within how many moves she has broken
    every winning set it does not count: it is asked first, for a while, whether she ever has, and whether its proof
    ends in time.

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
        if self._session(player, depth) is self._search:
            return self._search.decide(player, depth, limits, watch)
        told = self._told(depth, limits, watch)
        if told.answer is not None:
            return told
        counted = self._rules.decide(player, depth, _left(limits, told), watch)
        notes = (COUNTED,) if counted.reason in ("memory", "size") else ()
        return replace(counted, nodes=told.nodes + counted.nodes, seconds=told.seconds + counted.seconds, notes=notes)

    def _told(self, depth: int | None, limits: Limits, watch: Watch | None) -> Result:
        """The answer whether White wins within the depth, where the search has it: never, or its proof ends in time."""
        few = limits._replace(nodes=FEW if limits.nodes is None else min(limits.nodes, FEW))
        ever = self._search.decide(Player.WHITE, None, few, watch)
        if not ever.answer:
            return ever
        told = self._search.decide(Player.WHITE, depth, _left(few, ever), watch)
        return replace(told, nodes=ever.nodes + told.nodes, seconds=ever.seconds + told.seconds)

    def first_moves(
        self,
        player: Player,
        depth: int | None,
        limits: Limits,
        watch: Watch | None = None,
        known: Collection[Any] = (),
    ) -> Mapping[Any, Result]:
        """As in `Session`."""
        return self._session(player, depth).first_moves(player, depth, limits, watch, known)

    def prove(
        self, player: Player, depth: int | None, limits: Limits, *, wins: bool, watch: Watch | None = None
    ) -> SearchProof:
        """As in `Session`."""
        session = self._session(player if wins else player.other, depth)
        if session is self._rules and wins:
            told = self._told(depth, limits, watch)
            limits = _left(limits, told)
            session = self._search if told.answer else session
        return session.prove(player, depth, limits, wins=wins, watch=watch)


def _left(limits: Limits, spent: Result) -> Limits:
    """The seconds and positions that a call has left of its limits."""
    return limits._replace(
        seconds=None if limits.seconds is None else max(0.0, limits.seconds - spent.seconds),
        nodes=None if limits.nodes is None else max(0, limits.nodes - spent.nodes),
    )
