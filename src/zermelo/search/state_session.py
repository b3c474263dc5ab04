"""The search of games on states, by the plain rules: all positions, where they are not too many, beside df-pn.

The two take turns, each with twice as many positions as in its turn before. Where all positions can be reached in
memory, the backward solution answers every question at once, and knows the least depth of every win. Where they are too
many, df-pn finds the wins that are not too deep, and shows that there is none where all plays end soon enough. So the
session needs at most a few times the positions of the better one of the two.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from typing import Any

from zermelo.errors import LimitError
from zermelo.model import Player, Position, StateGame
from zermelo.search.budget import Budget
from zermelo.search.exhaustive_session import ExhaustiveSession
from zermelo.search.plain_dfpn import PlainDfpn
from zermelo.search.position_graph import MOST, PER_MEGABYTE, PositionGraph
from zermelo.search.progress import Watch
from zermelo.search.session import Limits, Note, Result, SearchProof, disproved

TURN = 4_000
"""Positions of the first turn."""

DEEPEST = 1 << 20
"""The largest depth that df-pn is asked about when the question has none."""


class StateSession:
    """A session of a game on states; :class:`~zermelo.search.session.Session` has the methods.

    Parameters
    ----------
    game
        The game.
    graph, searches
        The work done so far from other positions of the game; None where there is none.

    >>> from zermelo.language import read_game_text
    >>> text = '{"n": 0, "to": "black", "moves": {"stay": 0, "go": 1}}' + chr(10) + '{"n": 1, "end": "black"}'
    >>> session = StateSession(read_game_text(text))
    >>> session.decide(Player.BLACK, None, Limits()).depth, session.decide(Player.WHITE, None, Limits()).depth
    (1, None)
    """

    label = "plain search"

    def __init__(
        self,
        game: StateGame,
        graph: PositionGraph | None = None,
        searches: dict[Player, PlainDfpn] | None = None,
    ) -> None:
        self.game = game
        self._whole = ExhaustiveSession(game, PositionGraph(game) if graph is None else graph)
        self._searches = {player: PlainDfpn(game, player) for player in Player} if searches is None else searches

    def at(self, position: Position) -> StateSession:
        """The session of the same game from another position on; both share what they find out."""
        return StateSession(self.game.at(position), self._whole.graph, self._searches)

    def decide(self, player: Player, depth: int | None, limits: Limits, watch: Watch | None = None) -> Result:
        """As in `Session`; a first move is told, too."""
        budget = Budget(limits)
        reason = self._settle(self.game.start, player, depth, budget, watch)
        if self._whole.graph.complete:
            return self._told(self._whole.decide(player, depth, Limits()), budget)
        answer, told = self._known(self.game.start, player, depth)
        first = self._move(player, told or 0) if answer else None
        return budget.result(answer, depth=told, first_move=first, reason=reason if answer is None else None)

    def first_moves(
        self,
        player: Player,
        depth: int | None,
        limits: Limits,
        watch: Watch | None = None,
        known: Collection[Any] = (),
    ) -> Mapping[Any, Result]:
        """As in `Session`."""
        budget, game, results = Budget(limits), self.game, dict[Any, Result]()
        for move in game.legal(game.start):
            if self._whole.graph.complete:
                break
            if move in known:
                continue
            after = game.step(game.start, move)
            left = None if depth is None else depth - 1
            if left is not None and left < 0:
                return {each: budget.result(False, depth=0) for each in game.legal(game.start)}
            reason = self._settle(after, player, left, budget, watch)
            answer, told = self._known(after, player, left)
            at = None if told is None else told + 1
            results[move] = budget.result(answer, depth=at, reason=reason if answer is None else None)
        if self._whole.graph.complete:
            whole = self._whole.first_moves(player, depth, Limits())
            return {move: self._told(each, budget) for move, each in whole.items()}
        return results

    def prove(
        self, player: Player, depth: int | None, limits: Limits, *, wins: bool, watch: Watch | None = None
    ) -> SearchProof:
        """As in `Session`."""
        game, winner, budget = self.game, player if wins else player.other, Budget(limits)
        reason = self._settle(game.start, winner, depth, budget, watch)
        if self._whole.graph.complete:
            return self._whole.prove(player, depth, Limits(), wins=wins)
        if reason is not None:
            raise LimitError(reason, f"the search ended without a proof ({reason})")
        if self._known(game.start, winner, depth)[0] is not wins:
            raise disproved(game, player, depth, wins=wins)
        found = self._searches[winner].proof(game.start, depth, wins=wins)
        return SearchProof(
            tuple(Note(position.black, position.white, None, rank, "move", (move,)) for position, rank, move in found)
        )

    def _solved(self) -> bool:
        """True if all positions are known: then the graph tells everything."""
        return self._whole.graph.complete

    @staticmethod
    def _told(result: Result, budget: Budget) -> Result:
        """A result by the whole graph, with the figures of this call."""
        return budget.result(result.answer, depth=result.depth, first_move=result.first_move, reason=result.reason)

    def _known(self, position: Position, player: Player, depth: int | None) -> tuple[bool | None, int | None]:
        """Answer that df-pn already has for a question (None: open), and the depth for which it knows that."""
        won, lost = self._searches[player].bounds(position)
        if won < math.inf and (depth is None or won <= depth):
            return True, int(won)
        if lost == math.inf or (depth is not None and lost >= depth):
            return False, None if lost == math.inf else int(lost)
        return None, None

    def _move(self, player: Player, won: int) -> Any:
        """A first move that wins within so many moves; None where the other player moves, or it is over."""
        game = self.game
        if not won or game.mover(game.start) is not player:
            return None
        search = self._searches[player]
        replies = ((move, game.step(game.start, move)) for move in game.legal(game.start))
        return next(move for move, after in replies if search.bounds(after)[0] < won)

    def _settle(
        self, position: Position, player: Player, depth: int | None, budget: Budget, watch: Watch | None
    ) -> str | None:
        """Work until the question is settled; else the reason why it is open.

        It is settled by the bounds of the search, or because the graph is complete.
        """
        graph, search, turn = self._whole.graph, self._searches[player], TURN
        graph.number(position)
        asked, reasons = 1 if depth is None else depth, dict[str, str]()
        while not self._solved():
            if self._known(position, player, depth)[0] is not None:
                return None
            if "graph" not in reasons:
                most = min(MOST, budget.bytes * PER_MEGABYTE // 2_000_000)  # the other half is for the search
                reason = _in_turn(turn, budget, lambda part, most=most: graph.explore(most, part, watch))  # type: ignore[misc]
                if reason is not None:
                    reasons["graph"] = reason
            while depth is None and asked < DEEPEST and search.bounds(position)[1] >= asked:
                asked *= 2
            if not self._solved() and "search" not in reasons:
                work = lambda part, asked=asked: search.within(position, asked, part, watch)  # noqa: E731
                reason = _in_turn(turn, budget, work)
                if reason is not None:
                    reasons["search"] = reason
            if not budget.seconds:
                return "time"
            if not budget.nodes:
                return "nodes"
            if len(reasons) == 2 or len(graph) + len(search) > budget.bytes * PER_MEGABYTE // 1_000_000:
                return reasons.get("search", "memory")
            turn *= 2
        return None


def _in_turn(nodes: int, budget: Budget, work: Callable[[Budget], object]) -> str | None:
    """Work on so many positions, within a budget; the reason why it cannot go on, None where another turn may."""
    seconds, most = None if budget.seconds == math.inf else budget.seconds, min(nodes, budget.nodes)
    part = Budget(Limits(seconds, budget.bytes / 1e6, most))
    reason = None
    try:
        work(part)
    except LimitError as limit:
        reason = None if limit.reason in ("nodes", "time") else limit.reason
    budget.count(most - part.nodes, part.memory)
    return reason
