"""The verdict, built once from all that is known: the one place where bounds become a claim."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from zermelo.model import Player, restriction_is_sound
from zermelo.questions import Options
from zermelo.solving.bounds import Bounds
from zermelo.solving.claims import claims_of
from zermelo.solving.finding import Finding
from zermelo.solving.first_moves import FirstMoves
from zermelo.solving.journal import Journal
from zermelo.solving.question import Question
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Strategy
from zermelo.verdict import Outcome, Proof, Verdict

if TYPE_CHECKING:
    from zermelo.solving.searching import Searching


@dataclass
class InquiryRecord:
    """The notes of an inquiry beside the bounds.

    Parameters
    ----------
    question, options
        The question, and the tools and limits for it.
    """

    question: Question
    options: Options
    reason: str | None = None
    interrupted: bool = False
    remembered: bool = False
    evidence: list[str] = field(default_factory=list)
    strategies: tuple[Strategy, ...] = ()
    positions: int = 0
    replies: int = 0
    derived: int = 0  # of the strategies, those that are derivations
    file: str | None = None
    size: int | None = None
    prove_seconds: float = 0.0
    check_seconds: float = 0.0


def proven(claim: Claim, bounds: Bounds) -> Finding | None:
    """The checked finding from which a claim follows; None when there is none."""
    found = bounds.settled(claim.player if claim.wins else claim.opponent, claim.depth)
    return found if found is not None and found.checked else None


def conclude(
    record: InquiryRecord, bounds: Bounds, moves: FirstMoves | None, journal: Journal, searching: Searching | None
) -> Verdict:
    """The verdict by all that is known at this time.

    Parameters
    ----------
    record
        The notes of the inquiry, with its question.
    bounds
        The findings about the game.
    moves
        The findings after each first move; None where nobody asked.
    journal
        The clock, the stages and the notes for the user.
    searching
        The native search, whose seconds are told; None where there was none.
    """
    question, game = record.question, record.question.game
    known = _ProvenClaim(question, bounds)
    answered = question.answered(bounds)
    verdict = Verdict(
        game=game.name,
        query=question.query,
        **known.claim(),
        first_moves=None if moves is None else _first_moves(moves, question, bounds),
        first_move_outcomes=_outcomes(moves, question.player) if question.tells_outcomes(bounds) else None,
        method=known.method,
        restricted=not restriction_is_sound(game),
        remembered=record.remembered and answered,
        reason=record.reason if answered else record.reason or "nothing to try",
        interrupted=record.interrupted,
        seconds=journal.passed,
        search_seconds=0.0 if searching is None else searching.seconds,
        prove_seconds=record.prove_seconds,
        check_seconds=record.check_seconds,
        stages=tuple(journal.stages),
        evidence=(*known.evidence(), *record.evidence),
        notes=(*getattr(game, "notes", ()), *journal.notes),
        strategies=record.strategies,
        **_checks(record, bounds, question, known),
    )
    return replace(verdict, reason=None) if answered and verdict.complete_moves else verdict


def is_foreign(question: Question, bounds: Bounds) -> bool:
    """True if a program of others has answered, now or perhaps before, and no search or checker of ours."""
    settling = _ProvenClaim(question, bounds).settling
    return any(each.route in ("formula", "memory") and not each.checked for each in settling)


def _checks(record: InquiryRecord, bounds: Bounds, question: Question, known: _ProvenClaim) -> dict[str, Any]:
    """The fields of the verdict that say which part of the claim is checked."""
    draft = Verdict(question.game.name, question.query, **known.claim())
    claims = claims_of(question.game, draft) if draft.known else []
    held = [each for claim in claims if (each := _held(claim, bounds)) is not None]
    proof = None
    if record.positions or record.strategies or record.file:
        derived = 0 < record.derived == len(record.strategies)
        proof = Proof(record.positions, record.replies, record.file, record.size, derived)
    whole = bool(claims) and held == claims
    part = None if whole or not held else "; ".join(map(str, held))
    return {"checked": whole, "checked_part": part, "proof": proof}


def _held(claim: Claim, bounds: Bounds) -> Claim | None:
    """The part of a claim that is checked: all of it, a slower win, holding for some moves, or nothing."""
    if proven(claim, bounds) is not None:
        return claim
    if not claim.wins:
        lost = [each.depth for each in bounds if each.checked and not each.answer and each.player is claim.opponent]
        longest = max((depth for depth in lost if depth is not None), default=0)
        return replace(claim, depth=longest) if longest else None
    won = [each.depth for each in bounds if each.checked and each.answer and each.player is claim.player]
    slower = min((depth for depth in won if depth is not None), default=None)
    return None if slower is None else replace(claim, depth=slower)


class _ProvenClaim:
    """The claim of a question, out of the bounds."""

    def __init__(self, question: Question, bounds: Bounds) -> None:
        self.question, self.bounds, self.player = question, bounds, question.player
        self.won, self.lost = bounds.won(self.player), bounds.lost(self.player)

    @property
    def settling(self) -> list[Finding]:
        """The findings that the answer rests on, the one that names the method first."""
        question, bounds = self.question, self.bounds
        if question.query.kind == "winner":
            outcome = bounds.outcome
            if outcome is None:
                return []
            if outcome == "black":
                return [each for each in (self.won, bounds.settled(Player.BLACK)) if each is not None][:1]
            black = bounds.settled(Player.BLACK)
            white = bounds.settled(Player.WHITE)
            return [each for each in ((black, white) if outcome == "draw" else (white or black,)) if each is not None]
        if question.query.kind == "fastest":
            best = bounds.won(self.player)
            if best is not None and best.settles(question.depth):
                return [best]
        found = bounds.settled(self.player, question.depth)
        return [] if found is None else [found]

    @property
    def method(self) -> str:
        """The method that has answered; the rules only where nothing else has."""
        found = self.settling
        return next((each.method for each in found if each.route != "rules"), found[0].method if found else "")

    def claim(self) -> dict[str, Any]:
        """The fields of the verdict that say what is so."""
        question, bounds = self.question, self.bounds
        known: dict[str, Any] = {"longest": bounds.left, "asked_depth": question.depth}
        if question.query.kind == "winner":
            known |= self._winner()
        elif question.query.kind == "within":
            known |= self._within()
        else:
            known |= self._fastest()
        return known

    def _first_move(self, finding: Finding | None) -> str | None:
        game = self.question.game
        if finding is None or finding.first_move is None:
            return None
        return game.move_name(finding.first_move)

    def _depths(self) -> dict[str, Any]:
        """The least depth of a win of the player, and the largest without one."""
        won, lost = self.won, self.lost
        least = self.bounds.least(self.player)
        refuted = None if lost is None or lost.route == "rules" else lost.depth
        if least is not None:
            refuted = least - 1 if least else None
        return {"won_depth": None if won is None else won.depth, "depth": least, "refuted_depth": refuted}

    def _winner(self) -> dict[str, Any]:
        bounds, outcome = self.bounds, self.bounds.outcome
        excluded = [each.value for each in Player if bounds.within(each) is False]
        if outcome is not None:
            excluded = [each.value for each in Player if each.value != outcome]
        known: dict[str, Any] = {"outcome": outcome, "excluded": tuple(excluded), "complete": outcome is not None}
        known |= self._depths()
        if outcome == "black":
            known["first_move"] = self._first_move(self.won)
        elif bounds.within(Player.BLACK) is False:
            held = bounds.lost(Player.BLACK)
            known |= {"refuted_depth": bounds.left, "held_from": None if held is None else held.held_from}
        return known

    def _within(self) -> dict[str, Any]:
        question, bounds = self.question, self.bounds
        answer = bounds.within(self.player, question.depth)
        known = {"answer": answer} | self._depths()
        if answer:
            known |= {"complete": True, "first_move": self._first_move(self.won)}
        elif answer is False:
            never = bounds.within(self.player) is False
            held = self.lost.held_from if never and self.lost is not None else None
            known |= {"refuted_depth": question.depth, "complete": never, "held_from": held, "depth": None}
        return known

    def _fastest(self) -> dict[str, Any]:
        question, bounds = self.question, self.bounds
        known = self._depths()
        if bounds.within(self.player, question.depth) is False:
            never = bounds.within(self.player) is False
            bound = question.depth if question.query.depth is not None else bounds.longest
            held = self.lost.held_from if never and self.lost is not None else None
            known |= {"answer": False, "complete": never, "refuted_depth": bound, "held_from": held, "depth": None}
            return known
        if question.answered(bounds):
            known |= {"answer": True, "complete": True, "first_move": self._first_move(self.won)}
        return known

    def evidence(self) -> list[str]:
        """The evidence for the claim, in words."""
        said, findings = list[str](), list(self.settling)
        if self.question.query.kind != "within" and self.won is not None and self.won in findings and self.lost:
            findings.append(self.lost)
        findings += self._others(findings)
        for each in findings:
            if each.record is not None:
                record = each.record
                said.append(f"{each}: remembered from {record.date[:10]} ({record.origin}, {record.seconds:.3g} s)")
            elif each.route == "rules":
                said.append(f"{each} ({each.method})" if each.method != "the rules" else f"{each}, by the rules")
            else:
                said.append(f"{each.route}: {each} ({each.method})")
        return list(dict.fromkeys(said))

    def _others(self, findings: list[Finding]) -> list[Finding]:
        """Findings of another route about the same: its farthest-reaching finding; there is one with ``verify``."""
        found = list[Finding]()
        for mine in findings:
            same = [each for each in self.bounds if (each.player, each.answer) == (mine.player, mine.answer)]
            same = [each for each in same if {each.route, mine.route} == {"search", "formula"}]
            reach = {each: float("inf") if each.depth is None else each.depth for each in same}
            found += sorted(same, key=lambda each: reach[each] if each.answer else -reach[each])[:1]
        return found


def _first_moves(moves: FirstMoves, question: Question, bounds: Bounds) -> dict[str, bool | None]:
    """Of each first move, if it answers the question; that it wins says nothing where the least depth is open."""
    asked, player = question.of_first_moves(bounds)[0], question.player
    may_win = bounds.within(player, question.depth) is not False
    slow = question.query.kind == "fastest" and bounds.least(player) is None and may_win
    wins = {move: moves.wins(move, asked) for orbit in moves.orbits for move in orbit}
    return {moves.game.move_name(move): None if slow and win else win for move, win in wins.items()}


def _outcomes(moves: FirstMoves | None, player: Player) -> dict[str, Outcome | None] | None:
    if moves is None:
        return None
    return {moves.game.move_name(move): moves.outcome(move, player) for orbit in moves.orbits for move in orbit}
