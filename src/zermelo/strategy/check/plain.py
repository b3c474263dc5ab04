"""The checker: every reply of the opponent played by the rules, every argument verified. Nothing of the search is used.

The walk goes depth first through the positions that the strategy can meet, each entry once; keys are exact positions,
never hashes alone. What it shows is an induction on the rank (of a win, and of holding for so many moves), or that a
set of positions is never left (of holding for ever). It keeps the entries and the line of play in memory, about 300
bytes an entry with the plain rules and 60 with the native ones, and nothing else grows.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.errors import LimitError
from zermelo.model import Game, Position, ResidualFormula
from zermelo.model.automorphism import Permutation
from zermelo.strategy.canonical_position import CanonicalPositions
from zermelo.strategy.check import breaker_certificate, clause_removal, derivation, packing
from zermelo.strategy.check.arguments import complaint
from zermelo.strategy.check.check_result import Broken, Holds, Result
from zermelo.strategy.check.entry_limits import TWICE, invalid_symmetry, within_limits
from zermelo.strategy.claim import Claim, ranked, strategy_game
from zermelo.strategy.entry import Answers, Argument, ClauseRemoval, Deduction, Entries, Entry, Exchange, Packing

__all__ = ["Broken", "Holds", "Result", "Walk", "check"]


BYTES = 300
"""Memory for an entry, about."""


class _Break(Exception):
    """Thrown where a strategy breaks."""


@dataclass(slots=True)
class _Step:
    """A position on the line of play that is being walked.

    ``move`` led there, ``later`` are the moves from it that have not been played yet, ``key`` is what it is remembered
    under, if at all, and ``height`` the length of the longest line from it so far.
    """

    position: Position
    rank: int | None
    move: Any
    key: Position | None
    later: Iterator[Any]
    height: int = 0

    def grow(self, height: int, move: Any) -> None:
        """A move leads to a position from which lines have this length."""
        self.height = max(self.height, height + (not isinstance(move, ClauseRemoval)))


def check(
    game: Game,
    claim: Claim,
    symmetries: Sequence[Permutation],
    entries: Entries,
    *,
    time_limit: float | None = None,
    memory_limit_mb: float | None = None,
) -> Result:
    """Whether a strategy proves its claim about a game, by the plain rules.

    Parameters
    ----------
    game
        The game that the claim is about.
    claim, symmetries, entries
        The strategy; entries are read once.
    time_limit, memory_limit_mb
        Seconds, and megabytes for the entries (300 bytes each); LimitError beyond.

    >>> from zermelo.model import ConnectionGame, Player
    >>> game, claim = ConnectionGame.hex(1, 1), Claim(Player.BLACK, True, 1)
    >>> check(game, claim, [], []).longest  # he wins by the next move: the rules tell it
    1
    >>> check(ConnectionGame.hex(2, 2), claim, [], []).why
    'no move of Black is stored for this position'
    """
    if claim.breaking or claim.derived:
        form = breaker_certificate.check if claim.breaking else derivation.check
        return form(game, claim, symmetries, entries, time_limit=time_limit, memory_limit_mb=memory_limit_mb)
    started = time.monotonic()
    walk = Walk(game, claim, symmetries, time_limit)
    try:
        walk.load(entries, memory_limit_mb)
        walk.walk()
    except _Break as broken:
        line, position = walk.line()
        return Broken(claim, str(broken), line, position, time.monotonic() - started)
    return walk.result(time.monotonic() - started)


class Walk:
    """A walk through all positions that a strategy can meet; the parameters are those of :func:`check`."""

    def __init__(
        self, game: Game, claim: Claim, symmetries: Sequence[Permutation], time_limit: float | None = None
    ) -> None:
        self.game, self.claim = strategy_game(game), claim
        self._symmetries, self._images = symmetries, CanonicalPositions(self.game, symmetries)
        self._ranked = ranked(game)
        self._deadline = None if time_limit is None else time.monotonic() + time_limit
        self._entries: dict[Position, Entry] = {}
        self._heights: dict[Position, int | None] = {}
        """What has been met: the length of the longest line from there; None while that is being walked."""
        self._steps: list[_Step] = []
        self._here: Position | None = None
        self._move: Any = None
        self._positions = self._replies = self._arguments = self._ticks = 0
        self._longest, self._endless = 0, False

    def load(self, entries: Entries, memory_limit_mb: float | None = None) -> None:
        """Take the entries in."""
        if isinstance(self.game, ResidualFormula) and self.claim.depth is not None:
            raise _Break("a claim about a formula has no depth")
        wrong = invalid_symmetry(self.game, self._symmetries)
        if wrong is not None:
            raise _Break(wrong)
        for position, entry in within_limits(entries, self._deadline, memory_limit_mb, BYTES):
            if position in self._entries:
                raise _Break(TWICE)
            self._entries[position] = entry

    def walk(self) -> None:
        """Play every reply; raises where the strategy breaks."""
        self._longest = self._visit(self.game.start, self.claim.bound(self.game), None) or 0
        while self._steps:
            step = self._steps[-1]
            self._move = next(step.later, None)
            if self._move is not None:
                self._tick()
                mine = self.game.mover(step.position) is self.claim.player
                self._replies += not mine and not isinstance(self._move, ClauseRemoval)
                after, count = self._play(step.position, self._move)
                height = self._visit(after, None if step.rank is None else step.rank - count, self._move)
                if height is not None:
                    step.grow(height, self._move)
                continue
            self._steps.pop()
            if step.key is not None:
                self._heights[step.key] = step.height
            if self._steps:
                self._steps[-1].grow(step.height, step.move)
            else:
                self._longest = step.height

    def _play(self, position: Position, move: Any) -> tuple[Position, int]:
        """The position after a move, or after clauses were put aside, and how many moves that took."""
        if isinstance(move, ClauseRemoval):
            assert isinstance(self.game, ResidualFormula)
            return clause_removal.remove(self.game, position, move), 0
        return self.game.step(position, move), 1

    def _visit(self, position: Position, rank: int | None, move: Any) -> int | None:
        """The length of the longest line from a position, or None, when it has to be walked: then it is the last step.

        ``rank`` is how many moves of the claim are left; None: any number.
        """
        game, claim = self.game, self.claim
        player, opponent = game.called(claim.player), game.called(claim.opponent)
        self._here = position
        reached = game.goal_winner(position)
        if reached is claim.opponent:
            raise _Break(f"{opponent} has won")
        if reached is claim.player:
            return 0
        if rank is not None and rank <= 0:
            if claim.wins:
                raise _Break(f"{player} has not won within the depth")
            return 0
        moves = game.legal(position)
        if not moves:
            winner = game.winner(position)
            if winner is claim.opponent or (claim.wins and winner is None):
                raise _Break("the play is over, and " + (f"{opponent} has won" if winner else "nobody has won"))
            return 0
        mine = game.mover(position) is claim.player
        key, turn = self._images.smallest(position)
        entry = self._entries.get(key)
        if entry is not None:
            rank = self._rank(entry, rank)
        elif mine:
            if any(game.goal_winner(game.step(position, move)) is claim.player for move in moves):
                return 1
            raise _Break(f"no move of {player} is stored for this position")
        elif move is None or game.player_at(position.ply - 1) is claim.player:
            self._push(position, rank, move, None, iter(moves))  # each entry leads to one such position
            return None
        if key in self._heights:
            height = self._heights[key]
            self._endless |= height is None
            return height or 0
        if entry is None:
            self._push(position, rank, move, key, iter(moves))
            return None
        self._positions += 1
        if isinstance(entry.answer, Deduction):
            raise _Break("a deduction is stored, and the claim is not derived")
        answer = self._images.back(entry.answer, turn)
        if isinstance(answer, Argument):
            self._arguments += 1
            wrong = complaint(game, claim, position, answer, rank)
            if wrong is not None:
                raise _Break(wrong)
            self._heights[key] = 0
            return 0
        if isinstance(answer, Packing):
            self._arguments += 1
            wrong = packing.complaint(game, claim, position, answer, rank)
            if wrong is not None:
                raise _Break(wrong)
            self._heights[key] = 0
            return 0
        if isinstance(answer, Exchange | Answers):
            raise _Break("the stored answers are those of a mere breaker, which is not what is claimed")
        if isinstance(answer, ClauseRemoval):
            self._arguments += 1
            wrong = clause_removal.complaint(game, claim, position, answer)
            if wrong is not None:
                raise _Break(wrong)
            self._push(position, rank, move, key, iter((answer,)))
            return None
        if not mine:
            raise _Break(f"a move is stored for this position, in which {opponent} moves")
        if answer not in moves:
            raise _Break(f"the stored move {game.move_name(answer)} is not legal here")
        self._push(position, rank, move, key, iter((answer,)))
        return None

    def _push(
        self, position: Position, rank: int | None, move: Any, key: Position | None, later: Iterator[Any]
    ) -> None:
        if key is not None:
            self._heights[key] = None
        self._steps.append(_Step(position, rank, move, key, later))

    def _rank(self, entry: Entry, left: int | None) -> int | None:
        """For how many moves an entry speaks; raises when these are not what is left of the claim."""
        if not self._ranked:
            return left  # the stones tell how many
        rank = entry.rank
        if self.claim.wins:
            if rank is None or rank < 1:
                raise _Break("the stored move of a win says no number of moves")
            if left is not None and rank > left:
                raise _Break(f"a win within {rank} is stored, with {left} moves left")
        elif rank is not None and (left is None or rank < left):
            raise _Break(f"holding for {rank} is stored, where it must be {'for ever' if left is None else left}")
        return rank

    def _tick(self) -> None:
        self._ticks += 1
        if self._deadline is not None and self._ticks % 64 == 0 and time.monotonic() > self._deadline:
            raise LimitError("time", "out of time before every reply was played")

    def line(self) -> tuple[tuple[Any, ...], Position | None]:
        """The moves that led to where the walk is, and the position there."""
        moves = [step.move for step in self._steps[1:]]
        moves = [*moves, self._move] if self._steps else moves
        if isinstance(self.game, ResidualFormula):
            return clause_removal.played(self.game, [*zip((step.position for step in self._steps), moves, strict=True)])
        return tuple(moves), self._here

    def result(self, seconds: float) -> Holds:
        """What a whole walk has shown."""
        return Holds(
            self.claim,
            self._positions,
            self._replies,
            self._arguments,
            None if self._endless else self._longest,
            len(self._entries) - self._positions,
            seconds,
        )
