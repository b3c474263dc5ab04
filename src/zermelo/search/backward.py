"""The backward solution of a grid game or a ground game: exact for both players at once, for endless plays, too.

All positions that can be reached are solved backwards from the ends of the plays, in the core
(``native/search/retrograde/retrograde.hpp``). A position that gets no winner is one in which neither player can force a
win; that is a proof, and no bound is part of it. The solution stays: every further question, about either player, any
depth, each first move, any position, is a look-up, and so is each step of a proof.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any, Literal, NamedTuple

from zermelo import _native
from zermelo.model import Game, GridGame, NetGame, Player, Position
from zermelo.model.ground import ground_actions, ground_goals
from zermelo.model.native_rules import faults_told, native_rules
from zermelo.search.budget import Budget, check_size
from zermelo.search.notes import PackedNotes
from zermelo.search.progress import Watch, teller
from zermelo.search.session import Limits, Result, SearchProof, disproved, ended

MEMORY_MB = 4096
"""The limit of the positions by default, in megabytes; they take what they need."""

StateLayout = Literal["shortest", "cells", "wide cells", "stones"]


class Settled(NamedTuple):
    """The winner from a position on (None: neither can force a win), and the least depth within which he wins."""

    winner: Player | None
    depth: int | None = None

    def within(self, player: Player) -> int | None:
        """The least depth within which a player wins; None: he never does."""
        return self.depth if self.winner is player else None


ANY = Limits()


class BackwardSession:
    """A grid game on at most 512 cells, or a ground game of fewer than 512 fluents, solved backwards.

    :class:`~zermelo.search.session.Session` has the methods.

    One run, whichever question comes first, answers for both players. A limit ends it, and the next call goes on where
    it ended. The session is not to be asked by two threads at once.

    Parameters
    ----------
    game
        The game; its plays may go on for ever.
    packing
        The way in which the core packs positions: by "cells" into one word, or into as many as it takes ("wide
        cells"), or by "stones"; see ``native/search/retrograde/packing.hpp``. Answers do not depend on it.

    Raises :class:`~zermelo.errors.UnsupportedError` for a larger board.

    >>> from zermelo.families import make
    >>> session = BackwardSession(make("evader-pursuer:4x4,evader=4-1,pursuer=2-3"))
    >>> [session.settled(session.game.start), session.decide(Player.BLACK, 2, Limits()).depth]
    [Settled(winner=<Player.BLACK: 'black'>, depth=3), 2]
    """

    label = "backward solution"

    def __init__(self, game: GridGame | NetGame, *, packing: StateLayout = "shortest") -> None:
        check_size(game, _native.MAX_CELLS - isinstance(game, NetGame))
        self.game, self._packing = game, packing
        self._over = _end(game, game.start)
        self._solution: _native.Backward | None = None
        self._aside: tuple[Position, _native.Backward] | None = None

    def decide(self, player: Player, depth: int | None, limits: Limits, watch: Watch | None = None) -> Result:
        """Decide whether a player wins within so many moves, or at all (None).

        Of a win the least depth is told. Parameters as in :meth:`Session.decide`.
        """
        budget = Budget(limits, MEMORY_MB)
        reason = self._solve(budget, watch)
        if reason is not None:
            return budget.result(None, reason=reason)
        settled = self.settled(self.game.start)
        result = _result(budget, settled.within(player), depth)
        if not result.answer or self._over is not None or self.game.mover(self.game.start) is not player:
            return result
        best = (
            move
            for move, after in self._replies()
            if after.winner is player and after.depth is not None and after.depth + 1 == settled.depth
        )
        return replace(result, first_move=next(best, None))  # none: he wins since he cannot move

    def first_moves(
        self,
        player: Player,
        depth: int | None,
        limits: Limits,
        watch: Watch | None = None,
        known: Collection[Any] = (),  # noqa: ARG002 (all are found at once)
    ) -> Mapping[Any, Result]:
        """Decide the same after each legal first move of whoever opens; depths count that move.

        Parameters as in :meth:`Session.first_moves`.
        """
        budget = Budget(limits, MEMORY_MB)
        reason = self._solve(budget, watch)
        if reason is not None:
            return dict.fromkeys(self.game.legal(self.game.start), budget.result(None, reason=reason))
        found = {}
        for move, after in self._replies():
            within = after.within(player)
            found[move] = _result(budget, None if within is None else within + 1, depth)
        return found

    def prove(
        self, player: Player, depth: int | None, limits: Limits, *, wins: bool, watch: Watch | None = None
    ) -> SearchProof:
        """Write the strategy by which a player wins within the depth, or holds for it (None: for ever).

        Parameters as in :meth:`Session.prove`.

        Raises ``LimitError`` when a limit ends it, ``DisagreementError`` when the claim is false.
        """
        budget = Budget(limits, MEMORY_MB)
        reason = self._solve(budget, watch)
        if reason is not None:
            raise ended(reason)
        settled = self.settled(self.game.start)
        least = settled.within(player if wins else player.other)
        comes = least is not None and (depth is None or least <= depth)
        if comes is not wins:
            raise disproved(self.game, player, depth, wins=wins)
        if self._over is not None or self._solution is None:
            return SearchProof(PackedNotes(_native.Notes(len(self.game.board))))
        # A win comes within as many moves as there are positions, if at all: what is held beyond is held for ever.
        ever = wins or depth is None or depth > self.statistics()["positions"]
        reason, notes = self._solution.prove(
            player is Player.BLACK, wins, None if ever else depth, budget.bytes, budget.seconds, teller(watch)
        )
        if reason:
            raise ended(reason)
        return SearchProof(PackedNotes(notes))

    def settled(self, position: Position, limits: Limits = ANY, watch: Watch | None = None) -> Settled:
        """The winner from a position on, and the least depth of the win.

        Where a player wins by his next move, his other moves are explored in the start position only. A position
        that has not been explored gets a second solution, which begins there.

        Parameters
        ----------
        position
            A position that can be reached from the start position.
        limits
            Limits of what is still to be solved.
        watch
            As in :meth:`Session.decide`.

        Raises ``LimitError`` when a limit ends it.
        """
        over = _end(self.game, position)
        if over is not None:
            return over
        budget = Budget(limits, MEMORY_MB)
        reason = self._solve(budget, watch)
        if reason is not None:
            raise ended(reason)
        key = position.black, position.white, self.game.mover(position) is Player.BLACK
        assert self._solution is not None or self._over is not None
        told = None if self._solution is None else self._solution.value(*key)
        if told is None and self._aside is not None and self._aside[1].solved():
            told = self._aside[1].value(*key)
        if told is None:
            if self._aside is None or self._aside[0] != position:
                self._aside = position, _solution(self.game, position, self._packing)
            reason = self._run(self._aside[1], budget, watch)
            if reason is not None:
                raise ended(reason)
            told = self._aside[1].value(*key)
        assert told is not None
        winner, distance = told
        return Settled({1: Player.BLACK, -1: Player.WHITE}[winner], distance) if winner else Settled(None)

    def statistics(self) -> dict[str, int]:
        """Counts of what has been explored so far: ``positions`` and ``moves``.

        Once solved also ``black_wins`` and ``white_wins``, the positions that each player wins, and ``longest``, the
        greatest depth of a win.
        """
        return self._solution.statistics() if self._solution is not None else {"positions": 0, "moves": 0}

    def _solve(self, budget: Budget, watch: Watch | None) -> str | None:
        """Solve the game, or go on with that; the reason why it is still open."""
        if self._over is not None:
            return None
        if self._solution is None:
            self._solution = _solution(self.game, self.game.start, self._packing)
        return self._run(self._solution, budget, watch)

    def _run(self, solution: _native.Backward, budget: Budget, watch: Watch | None) -> str | None:
        """Go on with a solution; the reason why it is still open."""
        with faults_told(self.game):
            reason, counted, memory = solution.run(budget.bytes, budget.seconds, budget.nodes, teller(watch))
        budget.count(counted, memory)
        return reason or None

    def _replies(self) -> Iterator[tuple[Any, Settled]]:
        game: Game = self.game
        for move in game.legal(game.start):
            yield move, self.settled(game.step(game.start, move))


def _result(budget: Budget, within: int | None, depth: int | None) -> Result:
    """The result of a player who wins within so many moves, or never, when asked for so many."""
    if within is None or (depth is not None and within > depth):
        return budget.result(False, depth=None if within is None else within - 1)
    return budget.result(True, depth=within)


def _end(game: Game, position: Position) -> Settled | None:
    """The end of the play, where the position shows one: in a ground game also a draw."""
    winner = game.goal_winner(position)
    if winner is not None:
        return Settled(winner, 0)
    return Settled(None) if isinstance(game, NetGame) and game.is_over(position) else None


def _solution(game: GridGame | NetGame, start: Position, packing: StateLayout) -> _native.Backward:
    """The solution that begins in a position that is not over."""
    if isinstance(game, NetGame):
        with faults_told(game):
            return _native.Backward.of_rules(native_rules(game), start.black)
    black, white = ([(*one.needs, *one.sets) for one in ground_actions(game, player)] for player in Player)
    black_goals, white_goals = (ground_goals(game, player) for player in Player)
    opens = game.mover(start) is Player.BLACK
    return _native.Backward(
        len(game.board),
        black,
        white,
        black_goals,
        white_goals,
        start.black,
        start.white,
        opens,
        packing,
        game.stuck.value,
        game.full_draw,
    )
