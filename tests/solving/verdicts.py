"""Everything that a verdict claims, compared with the oracle: one untrue claim, one line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.solving.oracle import Oracle

from zermelo.model import Player
from zermelo.solving.claims import claims_of
from zermelo.strategy.check.plain import Holds, check
from zermelo.strategy.check.section import check_section
from zermelo.strategy.claim import Claim
from zermelo.strategy.file import StrategyFile
from zermelo.verdict import Verdict

RESULTS = {"win", "draw", "loss"}


def untrue(oracle: Oracle, verdict: Verdict, *, must: bool = True) -> list[str]:
    """The false statements of a verdict, each with a word for its kind before a colon.

    Parameters
    ----------
    oracle
        The truth about the game.
    verdict
        The verdict on it.
    must
        Whether the question, and each first move that is asked about, has to be answered; else it may be open with a
        reason.
    """
    return [
        *_form(verdict),
        *_open(oracle, verdict, must),
        *_bounds(oracle, verdict),
        *_answer(oracle, verdict),
        *_first_move(oracle, verdict),
        *_first_moves(oracle, verdict),
        *_outcomes(oracle, verdict),
    ]


def unproven(verdict: Verdict, *, alone: bool) -> Iterator[str]:
    """The strategies that the plain rules refuse, and what a verdict calls checked although none of them says it.

    The latter only where it stands ``alone``: a claim from before is checked without a strategy at hand.
    """
    game, held = verdict.subject, list[Claim]()
    if game is None:
        yield "subject: none"
        return
    for strategy in verdict.strategies:
        result = check(game, strategy.claim, strategy.symmetries, strategy)
        if isinstance(result, Holds):
            held.append(strategy.claim)
            if result.derived and result.claim.wins and result.longest is not None:  # the winner's stones tell more
                held.append(replace(result.claim, depth=result.longest))
        else:
            yield f"strategy: {strategy.claim} is broken: {result}"
    if not verdict.checked or not held or not alone:
        return
    for claim in claims_of(game, verdict):
        if not any(_implies(one, claim) for one in held):
            yield f"checked: {claim}; the strategies are for {'; '.join(map(str, held))}"


def broken_file(path: Path | None, verdict: Verdict, *, must: bool) -> Iterator[str]:
    """Faults of the file of strategies that was asked for; without one, a verdict must say why."""
    if path is None:
        return
    if not path.is_file():
        if must and verdict.known and not any("was not written" in note for note in verdict.notes):
            yield f"file: none, and no word of it; {verdict.notes}"
        return
    with StrategyFile(path) as file:
        for section in file.sections():
            result = check_section(section, verdict.subject, pure=True)
            if not isinstance(result, Holds):
                yield f"file: {section.claim} is broken: {result}"


def _implies(held: Claim, claim: Claim) -> bool:
    """True if a claim follows from one that holds."""
    if held.player is not claim.player:
        return False
    if held.wins:  # who wins also holds, for ever
        return not claim.wins or claim.depth is None or (held.depth is not None and held.depth <= claim.depth)
    return not claim.wins and (held.depth is None or (claim.depth is not None and claim.depth <= held.depth))


def _form(verdict: Verdict) -> Iterator[str]:
    """The sentence and the document can be read, and nothing in words is a None."""
    sentence = verdict.sentence()
    if not sentence.endswith("."):
        yield f"sentence: {sentence!r} has no end"
    for text in (sentence, *verdict.evidence, *verdict.notes):
        if re.search(r"\bNone\b", text):
            yield f"sentence: {text!r} says None"
    try:
        document = json.dumps(verdict.to_json(), allow_nan=False)
    except (TypeError, ValueError) as error:
        yield f"json: {error}"
    else:
        if json.loads(document)["answer"] is not verdict.answer:
            yield "json: another answer"


def _open(oracle: Oracle, verdict: Verdict, must: bool) -> Iterator[str]:
    """A reason for what is open, and none for what is not; a method for what is known."""
    if (verdict.known and verdict.complete_moves) is not (verdict.reason is None):
        yield f"reason: known is {verdict.known}, the reason {verdict.reason}"
    if verdict.known and not verdict.method:
        yield "method: none is named"
    if verdict.checked and not verdict.known:
        yield "checked: although nothing is known"
    if must and not verdict.known:
        yield f"open: {verdict.reason}; {verdict.notes}"
    if must and verdict.query.first_moves and oracle.moves:
        moves = verdict.first_moves
        if moves is None or None in moves.values():
            yield f"open: first moves {moves}"


def _bounds(oracle: Oracle, verdict: Verdict) -> Iterator[str]:
    """Depths, of who was asked for; of White, where the answer to "who wins?" is that she does."""
    player = verdict.query.player
    least = oracle.least(player)
    winner = Player.WHITE if verdict.query.kind == "winner" and verdict.outcome == "white" else player
    won = oracle.least(winner)
    if verdict.depth is not None and verdict.depth != won:
        yield f"depth: {verdict.depth}, is {won} of {winner}"
    if verdict.won_depth is not None and not oracle.within(winner, verdict.won_depth):
        yield f"won_depth: {verdict.won_depth}, is {won} of {winner}"
    if verdict.refuted_depth is not None and oracle.within(player, verdict.refuted_depth):
        yield f"refuted_depth: {verdict.refuted_depth}, is won within {least}"
    if verdict.held_from is not None and least is not None:
        yield f"held_from: {verdict.held_from}, is won within {least}"
    if verdict.longest is not None and (oracle.longest is None or verdict.longest < oracle.longest):
        yield f"longest: {verdict.longest}, is {oracle.longest}"


def _answer(oracle: Oracle, verdict: Verdict) -> Iterator[str]:
    query = verdict.query
    excluded, outcome = set(verdict.excluded), oracle.outcome()
    if outcome in excluded:
        yield f"excluded: {sorted(excluded)}, the outcome is {outcome}"
    if query.kind == "winner":
        if verdict.answer is not None:
            yield f"answer: {verdict.answer} to the question who wins"
        if verdict.outcome not in (None, outcome):
            yield f"outcome: {verdict.outcome}, is {outcome}"
        if verdict.complete is not verdict.known:
            yield f"complete: {verdict.complete}, known: {verdict.known}"
        if verdict.known and excluded != {each.value for each in Player} - {verdict.outcome}:
            yield f"excluded: {sorted(excluded)} although the outcome is {verdict.outcome}"
        return
    if verdict.outcome not in (None, outcome):
        yield f"outcome: {verdict.outcome}, is {outcome}"
    least, over = oracle.least(query.player), oracle.game.is_over(oracle.game.start)
    complete = oracle.longest if over else oracle.game.complete_depth()
    asked = query.depth if None in (query.depth, complete) else min(query.depth or 0, complete or 0)
    # A game reached by moves may know a bound on its plays that is not the least one.
    told = verdict.asked_depth
    if told != query.depth and (None in (told, query.depth) or not (asked or 0) <= (told or 0) <= (query.depth or 0)):
        yield f"asked_depth: {verdict.asked_depth}, asked was {query.depth}"
    if verdict.answer not in (None, oracle.within(query.player, query.depth)):
        yield f"answer: {verdict.answer}, is {least}"
    if verdict.answer is False:
        if verdict.complete and least is not None:
            yield f"complete: never, is {least}"
        if (
            asked is not None
            and not verdict.complete
            and (verdict.refuted_depth is None or verdict.refuted_depth < asked)
        ):
            yield f"refuted_depth: {verdict.refuted_depth}, asked was {asked}"
    if verdict.answer and not verdict.complete:
        yield "complete: not, although the answer is yes"
    if verdict.answer and query.kind == "fastest":
        if verdict.depth is None:
            yield f"depth: none, is {least}"
        if verdict.depth and verdict.refuted_depth != verdict.depth - 1:
            yield f"refuted_depth: {verdict.refuted_depth}, the depth is {verdict.depth}"


def _first_move(oracle: Oracle, verdict: Verdict) -> Iterator[str]:
    """It wins as fast as anything in the verdict says that can be won."""
    if verdict.first_move is None:
        return
    game, query = oracle.game, verdict.query
    mover = game.mover(game.start)
    asked = query.player if query.kind != "winner" or verdict.outcome is None else Player(verdict.outcome)
    if verdict.outcome == "draw" or mover is not asked:
        yield f"first_move: {verdict.first_move} of {mover}"
        return
    depths = [verdict.depth, verdict.won_depth, verdict.asked_depth if verdict.answer else None]
    depth = min((each for each in depths if each is not None), default=None)
    move = game.parse_move(verdict.first_move, mover)
    if move not in oracle.moves:
        yield f"first_move: {verdict.first_move} is not allowed"
    elif not oracle.within(mover, None if depth is None else depth - 1, oracle.moves[move]):
        wins = sorted(
            game.move_name(each) for each, to in oracle.moves.items() if oracle.within(mover, depth and depth - 1, to)
        )
        yield f"first_move: {verdict.first_move} does not win within {depth}; {wins or 'none'} do"


def _first_moves(oracle: Oracle, verdict: Verdict) -> Iterator[str]:
    """The false statements on first moves: after which of them the player asked for wins within the depth."""
    if verdict.first_moves is None:
        return
    depth = verdict.moves_depth
    expected = {
        name: oracle.within(verdict.query.player, None if depth is None else depth - 1, after)
        for name, after in _named(oracle).items()
    }
    if set(verdict.first_moves) != set(expected):
        yield f"first_moves: {sorted(verdict.first_moves)}, are {sorted(expected)}"
    for name, wins in verdict.first_moves.items():
        if wins not in (None, expected.get(name)):
            yield f"first_moves: {name} {wins} within {depth}, is {expected.get(name)}"


def _outcomes(oracle: Oracle, verdict: Verdict) -> Iterator[str]:
    """The result after each first move, with best play and without any bound, for who was asked for."""
    said: dict[str, Any] | None = getattr(verdict, "first_move_outcomes", None)
    if said is None:
        return
    player = verdict.query.player
    results = {player.value: "win", player.other.value: "loss", "draw": "draw"}
    expected = {name: results[oracle.outcome(after)] for name, after in _named(oracle).items()}
    if set(said) != set(expected):
        yield f"first_move_outcomes: {sorted(said)}, are {sorted(expected)}"
    for name, result in said.items():
        if result is not None and (result not in RESULTS or result != expected.get(name)):
            yield f"first_move_outcomes: {name} {result}, is {expected.get(name)}"


def _named(oracle: Oracle) -> dict[str, Any]:
    return {oracle.game.move_name(move): after for move, after in oracle.moves.items()}
