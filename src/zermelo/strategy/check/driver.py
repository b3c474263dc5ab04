"""The driver of all checkers: it checks the symmetries, keeps limits and time, and makes the result.

A checker is a function that plays and verifies: it returns what holds, or raises :class:`Break`. :func:`run` checks the
symmetries before it, turns a `Break` into a result, and measures the time.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Protocol

from zermelo import _native
from zermelo.errors import LimitError
from zermelo.model import Game, Player, Position, PositionalGame
from zermelo.model.automorphism import Permutation, products
from zermelo.model.symmetry import keeps_rules
from zermelo.strategy.check.check_result import Broken, CheckResult, Holds
from zermelo.strategy.claim import Claim, strategy_game
from zermelo.strategy.entry import Entries, Entry
from zermelo.strategy.file import FileEntries

TWICE = "a position occurs twice in the strategy"


class Break(Exception):
    """Raised where a strategy breaks: the reason, and the line of play to the position where it does."""

    def __init__(self, why: str, line: tuple[Any, ...] = (), position: Position | None = None) -> None:
        super().__init__(why)
        self.why, self.line, self.position = why, line, position


@dataclass(frozen=True)
class CheckLimits:
    """The limits of a check.

    Parameters
    ----------
    deadline
        On the clock of ``time.monotonic``; None for no limit.
    memory_limit_mb
        Megabytes for the entries; None for no limit.
    """

    deadline: float | None = None
    memory_limit_mb: float | None = None

    @property
    def seconds(self) -> float:
        """The remaining time, infinite without a limit."""
        return math.inf if self.deadline is None else self.deadline - time.monotonic()

    def keep_time(self, unfinished: str = "every reply was played") -> None:
        """Raise LimitError when the deadline has passed."""
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise LimitError("time", f"out of time before {unfinished}")

    def admit(self, count: int, size: int) -> None:
        """Raise LimitError when ``count`` entries of ``size`` bytes each exceed the memory limit."""
        if self.memory_limit_mb is not None and count * size > self.memory_limit_mb * 1e6:
            most = int(self.memory_limit_mb * 1e6 / size)
            raise LimitError("memory", f"more than {most} positions; raise --memory-limit")

    def entries(self, entries: Entries, size: int) -> Iterator[tuple[Position, Entry]]:
        """The entries, of ``size`` bytes each; LimitError when they exceed the memory limit or the deadline.

        >>> list(CheckLimits(memory_limit_mb=0.001).entries([(Position(), Entry(0))] * 3, 500))
        Traceback (most recent call last):
        zermelo.errors.LimitError: more than 2 positions; raise --memory-limit
        """
        for count, each in enumerate(entries, 1):
            self.admit(count, size)
            if count % 64 == 0:
                self.keep_time("the strategy was read")
            yield each

    def notes(self, entries: Entries, size: int) -> _native.Notes | None:
        """The entries as notes of the core, where they are or become such notes; else None, and none has been read.

        Parameters
        ----------
        entries
            Entries of a search, of a file, or any others.
        size
            Bytes for each of them, beside its note.

        Raises ``LimitError`` when they exceed the memory limit or the deadline.
        """
        native = getattr(entries, "native", None)
        if isinstance(native, _native.Notes):
            self.admit(len(native), size)
            return native

        def watch(notes: _native.Notes) -> None:
            self.admit(len(notes), size + notes.bytes // max(1, len(notes)))
            self.keep_time("the strategy was read")

        return entries.read_notes(watch) if isinstance(entries, FileEntries) else None


NO_LIMITS = CheckLimits()


class Checker(Protocol):
    """A checker of one form of strategies; ``seconds`` of its result are left to :func:`run`.

    Parameters
    ----------
    game, claim, symmetries, entries
        As for :func:`zermelo.strategy.check.plain.check`; the symmetries have been checked before.
    limits
        The limits of the check.

    Raises :class:`Break` where the strategy does not prove the claim, ``LimitError`` when a limit ends the check.
    """

    def __call__(
        self, game: Game, claim: Claim, symmetries: Sequence[Permutation], entries: Entries, limits: CheckLimits, /
    ) -> Holds: ...


def run(
    checker: Checker,
    game: Game,
    claim: Claim,
    symmetries: Sequence[Permutation],
    entries: Entries,
    time_limit: float | None,
    memory_limit_mb: float | None,
) -> CheckResult:
    """The result of a checker.

    Parameters
    ----------
    checker
        The checker for the form of the strategy, native or plain.
    game, claim, symmetries, entries, time_limit, memory_limit_mb
        As for :func:`zermelo.strategy.check.plain.check`.
    """
    started = time.monotonic()
    limits = CheckLimits(None if time_limit is None else started + time_limit, memory_limit_mb)
    wrong = invalid_symmetry(what_counts(strategy_game(game), claim), symmetries, limits)
    if wrong is not None:
        return Broken(claim, wrong, seconds=time.monotonic() - started)
    try:
        held = checker(game, claim, symmetries, entries, limits)
    except Break as broken:
        return Broken(claim, broken.why, broken.line, broken.position, time.monotonic() - started)
    return replace(held, seconds=time.monotonic() - started)


def what_counts(game: Game, claim: Claim) -> Game:
    """The game as a claim sees it: the winning sets of a mere breaker do not count."""
    if not claim.breaking or not isinstance(game, PositionalGame):
        return game
    return replace(game, white_sets=()) if claim.player is Player.WHITE else replace(game, black_sets=())


def invalid_symmetry(game: Game, symmetries: Sequence[Permutation], limits: CheckLimits = NO_LIMITS) -> str | None:
    """The error for a permutation that is not a symmetry of the game; None when all are symmetries.

    Raises ``LimitError`` when the deadline has passed.

    >>> from zermelo.families import make
    >>> invalid_symmetry(make("hex:2x2"), [(3, 2, 1, 0), (1, 0, 3, 2)])
    'permutation 2 is not a symmetry of this game'
    """
    identity = tuple(range(len(game.board)))
    kept, known = list[Permutation](), {identity}
    for number, turn in enumerate(symmetries, 1):
        limits.keep_time("the symmetries were checked")
        if turn in known:
            continue  # a product of symmetries is a symmetry
        if not keeps_rules(game, turn):
            return f"permutation {number} is not a symmetry of this game"
        kept.append(turn)
        if len(kept) <= MOST_GENERATORS:
            known = {identity, *islice(products(kept), len(symmetries))}
    return None


MOST_GENERATORS = 10
"""Each one that is new doubles a group, and one that is written has at most 1,023 and the identity."""
