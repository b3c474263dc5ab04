"""The checker: by the rules alone it plays every reply of the opponent, and verifies every argument.

The walk goes depth first through the positions that the strategy can meet, each entry once; keys are exact positions,
never hashes alone. It proves a win, or holding for a number of moves, by induction on the rank, and holding for ever by
a set of positions that the opponent cannot leave.

*The opponent moves twice.* In games on states the opponent may reach a position of his own, which has no entry and so
no rank: then what was shown of it depends on the moves that were left. Shown with fewer moves left, a win holds with
more; so does holding the other way round. With any number left (None) a win is shown by a walk that ends: a position of
the opponent that he reaches again on one line, without a move of the player between that has a rank, is one from which
he need never lose. Holding may rely on a position further up the line: take the shortest line to a win of the opponent
from any position of the walk. Its first move leads to a position that was walked, too, with enough moves left, and from
there the line is shorter.

Its memory is that of the entries and of the line of play: about 300
bytes an entry with the plain rules, and 60 with the native ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.model import Game, GridGame, GridMove, Position, ResidualFormula
from zermelo.model.automorphism import Permutation
from zermelo.strategy.canonical_position import CanonicalPositions
from zermelo.strategy.check import (
    breaker_certificate,
    clause_removal,
    derivation,
    packing,
    sum_of_parts,
    unstoppable_race,
)
from zermelo.strategy.check.arguments import complaint
from zermelo.strategy.check.check_result import Broken, CheckResult, Holds
from zermelo.strategy.check.driver import TWICE, Break, CheckLimits, run
from zermelo.strategy.claim import Claim, ranked, strategy_game
from zermelo.strategy.entry import (
    Answers,
    Argument,
    ClauseRemoval,
    Deduction,
    Entries,
    Entry,
    Exchange,
    Packing,
    Race,
    Sum,
)

__all__ = ["Broken", "CheckResult", "Holds", "Walk", "check"]


BYTES = 300
"""Estimated memory of an entry."""


@dataclass(slots=True)
class _WalkedPosition:
    """A position on the line of play that is being walked.

    ``move`` led to the position, ``later`` are the moves from it that have not been played yet, ``key`` is its
    canonical position, if that is remembered, ``height`` is the length of the longest line from it so far, and
    ``plans`` are those of a race whose move was stored for the position.
    """

    position: Position
    rank: int | None
    move: Any
    key: Position | None
    later: Iterator[Any]
    height: int = 0
    plans: Sequence[Sequence[GridMove]] = ()

    def grow(self, height: int, move: Any) -> None:
        """Update the height by a move to a position of this height."""
        self.height = max(self.height, height + (not isinstance(move, ClauseRemoval)))


def check(
    game: Game,
    claim: Claim,
    symmetries: Sequence[Permutation],
    entries: Entries,
    *,
    time_limit: float | None = None,
    memory_limit_mb: float | None = None,
) -> CheckResult:
    """Check by the plain rules that a strategy proves its claim about a game.

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
    checker = breaker_certificate.verify if claim.breaking else derivation.verify if claim.derived else verify
    return run(checker, game, claim, symmetries, entries, time_limit, memory_limit_mb)


def verify(game: Game, claim: Claim, symmetries: Sequence[Permutation], entries: Entries, limits: CheckLimits) -> Holds:
    """The checker of strategies of moves and arguments.

    Parameters and errors as of :class:`.driver.Checker`.
    """
    walk = Walk(game, claim, symmetries, limits)
    walk.load(entries)
    walk.walk()
    return walk.result()


class Walk:
    """A walk through all positions that a strategy can meet; the parameters are those of :func:`check`."""

    def __init__(self, game: Game, claim: Claim, symmetries: Sequence[Permutation], limits: CheckLimits) -> None:
        self.game, self.claim = strategy_game(game), claim
        self._images = CanonicalPositions(self.game, symmetries)
        self._ranked, self._limits = ranked(game), limits
        self._entries: dict[Position, Entry] = {}
        self._heights: dict[Position, int | None] = {}
        """The longest line from each position met; None while that position is on the line of play."""
        self._shown: dict[Position, int | None] = {}
        """The moves left for which a position of the opponent, reached by a move of his own, was walked."""
        self._steps: list[_WalkedPosition] = []
        self._here: Position | None = None
        self._move: Any = None
        self._positions = self._replies = self._arguments = self._ticks = 0
        self._longest, self._endless = 0, False

    def load(self, entries: Entries) -> None:
        """Read the entries; raises where a position occurs twice."""
        if isinstance(self.game, ResidualFormula) and self.claim.depth is not None:
            raise Break("a claim about a formula has no depth")
        for position, entry in self._limits.entries(entries, BYTES):
            if position in self._entries:
                raise Break(TWICE)
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
        """The position after a move or a removal of clauses, and the number of moves made, 1 or 0."""
        if isinstance(move, ClauseRemoval):
            assert isinstance(self.game, ResidualFormula)
            return clause_removal.remove(self.game, position, move), 0
        return self.game.step(position, move), 1

    def _visit(self, position: Position, rank: int | None, move: Any) -> int | None:
        """The longest line from a position; None when the walk has to go through it, as the new last step.

        ``rank`` is the number of remaining moves of the claim; None: any number.
        """
        game, claim = self.game, self.claim
        player, opponent = game.called(claim.player), game.called(claim.opponent)
        self._here = position
        reached = game.goal_winner(position)
        if reached is claim.opponent:
            raise self._break(f"{opponent} has won")
        if reached is claim.player:
            return 0
        if rank is not None and rank <= 0:
            if claim.wins:
                raise self._break(f"{player} has not won within the depth")
            return 0
        moves = game.legal(position)
        if not moves:
            winner = game.winner(position)
            if winner is claim.opponent or (claim.wins and winner is None):
                raise self._break("the play is over, and " + (f"{opponent} has won" if winner else "nobody has won"))
            return 0
        mine = game.mover(position) is claim.player
        key, turn = self._images.smallest(position)
        entry = self._entries.get(key)
        if entry is not None:
            rank = self._rank(entry, rank)
        elif mine:
            if any(game.goal_winner(game.step(position, move)) is claim.player for move in moves):
                return 1
            raise self._break(f"no move of {player} is stored for this position")
        elif move is None or game.mover(self._steps[-1].position) is claim.player:
            # Each entry leads to one such position, so it need not be remembered.
            self._push(position, rank, move, None, self._open(position, rank, moves))
            return None
        if key in self._heights and (entry is not None or not self._ranked or self._covered(key, rank)):
            height = self._heights[key]
            if height is None and claim.wins and entry is None and self._ranked:
                raise self._break(f"{opponent} can go round in circles")
            self._endless |= height is None
            return height or 0
        if entry is None:
            self._shown[key] = rank
            self._push(position, rank, move, key, iter(moves))
            return None
        self._positions += 1
        if isinstance(entry.answer, Deduction):
            raise self._break("a deduction is stored, and the claim has no derivation")
        answer = self._images.back(entry.answer, turn)
        if isinstance(answer, Argument | Packing | Sum):
            self._arguments += 1
            if isinstance(answer, Packing):
                wrong = packing.complaint(game, claim, position, answer, rank)
            elif isinstance(answer, Sum):
                wrong = sum_of_parts.complaint(game, claim, position, answer, rank, self._limits.keep_time)
            else:
                wrong = complaint(game, claim, position, answer, rank)
            if wrong is not None:
                raise self._break(wrong)
            self._heights[key] = 0
            return 0
        if isinstance(answer, Exchange | Answers):
            raise self._break("the stored answers are those of a breaker certificate, and the claim is not")
        if isinstance(answer, ClauseRemoval):
            self._arguments += 1
            wrong = clause_removal.complaint(game, claim, position, answer)
            if wrong is not None:
                raise self._break(wrong)
            self._push(position, rank, move, key, iter((answer,)))
            return None
        plans: Sequence[Sequence[GridMove]] = ()
        if isinstance(answer, Race):
            if not isinstance(game, GridGame):
                raise self._break("races are for grid games")
            self._arguments += bool(answer.plans)
            answer, plans = answer
        if not mine:
            raise self._break(f"a move is stored for this position, in which {opponent} moves")
        if answer not in moves:
            raise self._break(f"the stored move {game.move_name(answer)} is not legal here")
        self._push(position, rank, move, key, iter((answer,)))
        self._steps[-1].plans = plans
        return None

    def _covered(self, key: Position, rank: int | None) -> bool:
        """True if what was shown of a position of the opponent covers that number of moves left."""
        shown = self._shown[key]
        if self.claim.wins:
            return rank is None or (shown is not None and rank >= shown)
        return shown is None or (rank is not None and rank <= shown)

    def _open(self, position: Position, rank: int | None, replies: Sequence[Any]) -> Iterator[Any]:
        """The replies after which no plan wins of the race that began with the previous move, if there is one."""
        plans = self._steps[-1].plans if self._steps else ()
        return (reply for reply in replies if not (plans and self._raced(position, rank, reply, plans)))

    def _raced(self, position: Position, rank: int | None, reply: Any, plans: Sequence[Sequence[GridMove]]) -> bool:
        """True if one of the plans wins after a reply, which is then counted."""
        game, left = self.game, None if rank is None else rank - 1
        after = game.step(position, reply)
        self._tick()
        if not isinstance(game, GridGame) or game.goal_winner(after) is not None:
            return False
        form = self._images.form(after)  # positions of one form share an entry, and so its plans
        plan = next((plan for plan in plans if unstoppable_race.wins(game, self.claim, form, plan, left)), None)
        if plan is None:
            return False
        self._replies += 1
        self._steps[-1].grow(unstoppable_race.length(plan), reply)
        return True

    def _push(
        self, position: Position, rank: int | None, move: Any, key: Position | None, later: Iterator[Any]
    ) -> None:
        if key is not None:
            self._heights[key] = None
        self._steps.append(_WalkedPosition(position, rank, move, key, later))

    def _rank(self, entry: Entry, left: int | None) -> int | None:
        """The rank of an entry; raises when it does not fit the remaining moves of the claim."""
        if not self._ranked:
            return left  # the stones tell the number of moves
        rank = entry.rank
        if self.claim.wins:
            if rank is None or rank < 1:
                raise self._break("the stored move of a win says no number of moves")
            if left is not None and rank > left:
                raise self._break(f"a win within {rank} is stored, with {left} moves left")
        elif rank is not None and (left is None or rank < left):
            raise self._break(f"holding for {rank} is stored, where it must be {'for ever' if left is None else left}")
        return rank

    def _tick(self) -> None:
        self._ticks += 1
        if self._ticks % 64 == 0:
            self._limits.keep_time()

    def _break(self, why: str) -> Break:
        """The error of a strategy that breaks at the current position."""
        return Break(why, *self.line())

    def line(self) -> tuple[tuple[Any, ...], Position | None]:
        """The moves of the current line of play, and the position after them."""
        moves = [step.move for step in self._steps[1:]]
        moves = [*moves, self._move] if self._steps else moves
        if isinstance(self.game, ResidualFormula):
            return clause_removal.played(self.game, [*zip((step.position for step in self._steps), moves, strict=True)])
        return tuple(moves), self._here

    def result(self) -> Holds:
        """The result of a complete walk."""
        return Holds(
            self.claim,
            self._positions,
            self._replies,
            self._arguments,
            None if self._endless else self._longest,
            len(self._entries) - self._positions,
        )
