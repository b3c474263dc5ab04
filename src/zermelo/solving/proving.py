"""The proof of an answer: the strategies behind it, found, and checked by the rules.

Out of the tables of the search that has answered, in at most three times its time, or three seconds, and checked in as
much again; with a file to be written, however long it takes. What searches is the program that may have answered; what
checks shares nothing with it.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from zermelo.errors import DisagreementError, InputError, LimitError, MissingToolError
from zermelo.model import Game, GridGame, PositionalGame, StateGame
from zermelo.questions import Options
from zermelo.solving.bounds import Bounds
from zermelo.solving.claims import claims_of
from zermelo.solving.conclusion import InquiryRecord, proven
from zermelo.solving.contradictions import ContradictionError, told
from zermelo.solving.extractors import extractor, extracts_by
from zermelo.solving.finding import Finding
from zermelo.solving.journal import Event, Journal
from zermelo.solving.searching import Searching
from zermelo.strategy.canonical_position import CanonicalPositions
from zermelo.strategy.certify import check_file, confirmed
from zermelo.strategy.check.check_result import CheckResult
from zermelo.strategy.check.plain import Holds
from zermelo.strategy.check.section import checked
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Argument, Packing, Race, Strategy, Sum
from zermelo.strategy.file import write_strategies
from zermelo.verdict import Stage, Verdict
from zermelo.wording import counted

SHARE, LEAST = 3.0, 3.0
"""Seconds for proofs that nobody has asked for, and for checking them: times those of the search, and at least."""

SHARP = 2 / 3
"""The part of it for a win that was sharpened; the rest is for the one found first."""


class Proving:
    """Strategies for what a verdict claims.

    Parameters
    ----------
    game, options, journal
        The game, and the limits of the work.
    record
        It takes in the strategies and their counts.
    """

    def __init__(self, game: Game, options: Options, journal: Journal, record: InquiryRecord) -> None:
        self.game, self.options, self.journal, self.record = game, options, journal, record
        self._share: float | None = None
        """Seconds for all proofs, and for all checks; None: as many as there are."""

    def prove(self, verdict: Verdict, bounds: Bounds, searching: Searching | None) -> None:
        """Find and check the strategies behind a verdict; a claim that is proven becomes a checked finding.

        Parameters
        ----------
        verdict
            The verdict whose claims are proven; nothing is done for an open one.
        bounds
            The findings about the game; each checked claim becomes one.
        searching
            The search, whose tables serve for the proof; None where there was none.

        Raises ``DisagreementError`` when a strategy does not hold, or there is none.
        """
        record, path = self.record, self.options.certificate
        if not verdict.known:
            if path is not None:
                self.journal.note([f"{path} was not written: nothing to certify"])
            return
        if path is None:
            share = max(LEAST, SHARE * (searching.seconds if searching else 0.0))
            limit = self.options.proof_limit
            self._share = share if limit is None else limit
        claims = [self._told_by(claim, verdict) for claim in claims_of(self.game, verdict)]
        if path is None:
            for claim in claims:
                if proven(claim, bounds) is None:
                    self._prove_one(claim, searching, verdict, bounds)
            return
        missing = "was not written" if record.file is None else "proves less than is claimed"
        try:
            found = [self._extract(claim, searching, bounds) for claim in claims]
        except (LimitError, InputError, MissingToolError) as error:  # the answer stands
            self.journal.note([f"{path} {missing}: {error}"])
            return
        except KeyboardInterrupt:
            self.journal.note([f"{path} {missing}: interrupted"])
            raise
        try:
            results = self._checked_file(path, found)
        except InputError as error:
            self.journal.note([f"the strategy was not written: {error}"])
            self._check_unwritten(found, verdict, bounds)
            return
        if results is not None:
            for strategy, result in zip(found, results, strict=True):
                held = confirmed(self.game, result, verdict.method, f"; it is in {os.fspath(path)}")
                self._holds(held, strategy, verdict, bounds)
            record.file, record.size = os.fspath(path), path.stat().st_size if path.is_file() else None
            record.evidence.append(f"strategy in {path}")
            record.strategies = tuple(found)

    def _told_by(self, claim: Claim, verdict: Verdict) -> Claim:
        """The claim as the way of extraction can tell it: formulas have a depth, if need be that of the question."""
        endless = claim.bound(self.game) is None and self.game.complete_depth() is None
        if claim.wins or not endless or extracts_by(self.options) == "search":
            return claim
        return replace(claim, depth=verdict.query.depth)

    def _prove_one(self, claim: Claim, searching: Searching | None, verdict: Verdict, bounds: Bounds) -> None:
        """Prove a claim, or where that takes too long the slower win that was found before; the answer stands."""
        slower = _slower(claim, bounds)
        whole = self._share
        try:
            if slower is not None and whole is not None:
                self._share = whole * SHARP
            strategy = self._extract(claim, searching, bounds)
            self._check(strategy, verdict, bounds)
        except LimitError as limit:
            within = "within the memory" if limit.reason == "memory" else "in time"
            self.journal.note([f"not proven {within}: {claim}"])
            self._share = whole
            if slower is not None:
                self._prove_one(slower, searching, verdict, bounds)
        except (InputError, MissingToolError) as error:
            self.journal.note([f"not proven: {claim}: {error}"])
        else:
            self.record.strategies += (strategy,)
        self._share = whole

    @staticmethod
    def _told(error: DisagreementError, claim: Claim, bounds: Bounds) -> DisagreementError:
        """The error with who claims what there is no strategy for: a formula, or the memory."""
        said = bounds.settled(claim.player if claim.wins else claim.opponent, claim.depth)
        if said is None or (said.run is None and said.record is None):
            return error
        return ContradictionError(f"{error}; {told(said)}", [said])

    def _left(self, spent: float) -> float | None:
        """Seconds for the next proof or check, after so many for those before; LimitError when there are none."""
        if self._share is None:
            return self.journal.left()
        if spent >= self._share:
            raise LimitError("time", "no time is left for a proof")
        return self.journal.seconds(self._share - spent)

    def _extract(self, claim: Claim, searching: Searching | None, bounds: Bounds) -> Strategy:
        by = extractor(self.options, None if searching is None else searching.session)
        with self._timed("prove", claim) as facts:
            limit = self._left(self.record.prove_seconds)
            try:
                strategy = by(
                    self.game,
                    claim,
                    time_limit=limit,
                    memory_limit_mb=self.options.memory_limit_mb,
                    watch=self._teller(claim),
                )
            except DisagreementError as error:
                raise self._told(error, claim, bounds) from error
            facts["positions"] = len(strategy)
        return strategy

    def _teller(self, claim: Claim) -> Callable[[int], None]:
        return lambda count: self.journal.tell(Event("progress", f"proof: {claim}: {counted(count, 'positions')}"))

    def _check(self, strategy: Strategy, verdict: Verdict, bounds: Bounds) -> None:
        with self._timed("check", strategy.claim):
            result = checked(
                self.game,
                strategy.claim,
                strategy.symmetries,
                strategy,
                time_limit=self._left(self.record.check_seconds),
                memory_limit_mb=self.options.memory_limit_mb,
            )
        self._holds(confirmed(self.game, result, verdict.method), strategy, verdict, bounds)

    def _checked_file(self, path: os.PathLike[str], found: list[Strategy]) -> list[CheckResult] | None:
        """Write the strategies, and check them as they are in the file; None where a limit ends that.

        Raises ``InputError`` where they cannot be written.
        """
        with self._timed("check", None):
            write_strategies(path, self.game, found)
            try:
                return check_file(
                    path, time_limit=self._left(self.record.check_seconds), memory_limit_mb=self.options.memory_limit_mb
                )
            except (LimitError, InputError) as error:
                self.journal.note([f"{path} was not checked: {error}"])
                return None

    def _check_unwritten(self, found: list[Strategy], verdict: Verdict, bounds: Bounds) -> None:
        """Check strategies that are in no file: they prove the answer all the same."""
        for strategy in found:
            try:
                self._check(strategy, verdict, bounds)
            except LimitError as limit:
                self.journal.note([f"not checked: {strategy.claim}: {limit}"])
            else:
                self.record.strategies += (strategy,)

    def _holds(self, held: Holds, strategy: Strategy, verdict: Verdict, bounds: Bounds) -> None:
        record, claim = self.record, held.claim
        record.positions += held.positions
        record.replies += held.replies
        record.derived += held.derived
        counts = ", ".join(map(counted, (held.positions, held.replies), held.counted))
        record.evidence.append(f"strategy checked: {claim} ({counts})")
        player = claim.player if claim.wins else claim.opponent
        old = bounds.settled(player, claim.depth)
        depth, move = _checked_depth(self.game, held), None
        if claim.wins:
            same = old is not None and old.depth == depth
            # Another move may win, too, but not within the depth that was met; and what a program of others has said
            # of moves nobody has checked.
            if not same or (old is not None and old.route != "search"):
                move = _opening(self.game, strategy)
            if move is None and same and old is not None:
                move = old.first_move
        bounds.learn(
            Finding(
                claim.wins,
                depth=depth,
                player=player,
                method=verdict.method if old is None else old.method,
                route="search" if old is None or old.route == "memory" else old.route,
                first_move=move,
                held_from=None if old is None or claim.depth is not None else old.held_from,
                run=None if old is None else old.run,
                record=None if old is None else old.record,
                checked=True,
            )
        )

    def _timed(self, name: str, claim: Claim | None) -> _Timed:
        return _Timed(self, name, claim)


def _checked_depth(game: Game, held: Holds) -> int | None:
    """The depth of a claim that was checked; of a win at all that of the longest play met, on states and in grid games.

    So is that of a derivation in a positional game, which counts the winner's stones, where the claim has no bound.

    In grid games one more, since it takes a move to find out that a player cannot move. Packing arguments end plays
    before their end; there every move fills a cell, so that no play is longer than the rules say, and the claim stays
    as it is.
    """
    claim = held.claim
    if claim.wins and held.derived and isinstance(game, PositionalGame):
        last = game.complete_depth() - 1  # or the one after it, by whose stone it is
        return held.longest if claim.depth is None or claim.depth >= last else claim.depth
    met = claim.wins and claim.depth is None and isinstance(game, GridGame | StateGame) and not held.arguments
    return claim.depth if held.longest is None or not met else held.longest + isinstance(game, GridGame)


def _opening(game: Game, strategy: Strategy) -> Any:
    """The move that a strategy makes at the start, where it is the player's; None where none is told."""
    if game.mover(game.start) is not strategy.claim.player:
        return None
    if strategy.claim.derived:  # its last line is the claim
        rule, numbers = deque(strategy, maxlen=1).pop()[1].answer
        return numbers[0] if rule == "play" else None
    images = CanonicalPositions(game, strategy.symmetries)
    key, turn = images.smallest(game.start)
    entry = strategy.entries.get(key)
    if entry is None:  # he wins at once
        return None
    answer = images.back(entry.answer, turn)
    if isinstance(answer, Argument | Packing | Sum):
        return None
    return answer.move if isinstance(answer, Race) else answer


def _slower(claim: Claim, bounds: Bounds) -> Claim | None:
    """The win within the largest depth that was found, where the claim is a faster one of the same player."""
    wins = [each.depth for each in bounds if each.answer and each.player is claim.player and each.depth is not None]
    most = max(wins, default=0)
    return replace(claim, depth=most) if claim.wins and claim.depth is not None and most > claim.depth else None


class _Timed:
    """A stage of the journal, whose seconds the record sums up."""

    def __init__(self, proving: Proving, name: str, claim: Claim | None) -> None:
        self._proving, self._name = proving, name
        self.facts: dict[str, object] = {} if claim is None else {"claim": str(claim)}

    def __enter__(self) -> dict[str, object]:
        self._proving.journal.progress("proving" if self._name == "prove" else "checking")
        self._begun = time.monotonic()
        return self.facts

    def __exit__(self, *_: object) -> None:
        seconds, record = time.monotonic() - self._begun, self._proving.record
        if self._name == "prove":
            record.prove_seconds += seconds
        else:
            record.check_seconds += seconds
        self._proving.journal.stages.append(Stage(self._name, seconds, self.facts))
