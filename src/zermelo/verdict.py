"""The verdict: what is claimed about a game, for which question, and on what evidence.

What was claimed and how it was established are separate fields. "Proven impossible", "not within this depth" and "ran
out" are three different things: the first is ``complete``, the second has a ``refuted_depth``, the third a ``reason``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from zermelo.model import Player


@dataclass(frozen=True)
class Query:
    """A question: does ``player`` win within ``depth`` moves, or (``kind="winner"``) who wins?"""

    kind: str = "winner"
    player: Player = Player.BLACK
    depth: int | None = None

    def __str__(self) -> str:
        return "who wins?" if self.kind == "winner" else f"does {self.player} win within {self.depth}?"


@dataclass(frozen=True)
class Stage:
    """One step of the work: its name, its seconds, and its figures (variables, clauses, …)."""

    name: str
    seconds: float
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass
class Verdict:
    """An answer with its evidence; the fields of :meth:`to_json` in the order of the document.

    Parameters
    ----------
    game, query
        What was asked of what.
    answer
        To "within": True or False; None when unknown, and for "winner".
    outcome
        To "winner": ``"black"``, ``"white"`` or ``"draw"``; None when unknown.
    excluded
        The players that are proven not to win, where no outcome is known.
    depth, refuted_depth
        A depth within which the player wins (the least one when ``refuted_depth`` is just below it), and the largest
        depth for which a win was excluded.
    complete
        Whether the claim holds for the whole game and not only for the depth.
    first_move
        Black's winning first move, named as in the file.
    method
        Encoding, preprocessor and solver, joined by "+".
    checked
        Whether independent work confirmed the claim; ``evidence`` says which.
    reason
        Why the answer is unknown: time, memory, interrupted, crash, missing, ….
    """

    game: str
    query: Query
    answer: bool | None = None
    outcome: str | None = None
    excluded: list[str] = field(default_factory=list)
    depth: int | None = None
    refuted_depth: int | None = None
    complete: bool = False
    first_move: str | None = None
    method: str = ""
    checked: bool = False
    reason: str | None = None
    seconds: float = 0.0
    stages: list[Stage] = field(default_factory=list)
    evidence: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def known(self) -> bool:
        """Whether the question is answered."""
        return self.answer is not None if self.query.kind == "within" else self.outcome is not None

    def to_json(self) -> dict[str, Any]:
        """The one JSON object of an answer."""
        query = {"kind": self.query.kind, "player": self.query.player.value, "depth": self.query.depth}
        return {
            "game": self.game,
            "query": query,
            "answer": self.answer,
            "outcome": self.outcome,
            "excluded": self.excluded,
            "depth": self.depth,
            "refuted_depth": self.refuted_depth,
            "complete": self.complete,
            "first_move": self.first_move,
            "first_moves": None,
            "method": self.method,
            "checked": self.checked,
            "reason": self.reason,
            "seconds": round(self.seconds, 4),
            "stages": [
                {"name": stage.name, "seconds": round(stage.seconds, 4), **stage.facts} for stage in self.stages
            ],
            "evidence": self.evidence,
            "notes": self.notes,
        }

    def sentence(self) -> str:
        """The claim in one sentence.

        >>> Verdict("ttt", Query("within", depth=5), answer=False, refuted_depth=5).sentence()
        'Black cannot force a win within 5 moves; deeper is not decided.'
        """
        if self.query.kind == "within":
            return self._within_sentence()
        if self.outcome == "draw":
            return "Draw: neither player can force a win (complete)."
        if self.outcome is not None:
            winner = self.outcome.capitalize()
            if self.depth is None:
                return f"{winner} wins (complete)."
            least = "" if self.refuted_depth is None else f", not within {self.refuted_depth}"
            return f"{winner} wins within {self.depth} moves{least}."
        known = [f"{name.capitalize()} cannot win (complete)" for name in self.excluded]
        if self.refuted_depth is not None and "black" not in self.excluded:
            known.append(f"Black cannot force a win within {self.refuted_depth} moves")
        return f"Not decided ({self.reason})" + (": " + "; ".join(known) if known else "") + "."

    def _within_sentence(self) -> str:
        player, depth = self.query.player, self.query.depth
        if self.answer is None:
            return f"Not decided ({self.reason}): whether {player} wins within {depth} moves is unknown."
        if self.answer:
            return f"{player} wins within {depth} moves."
        if self.complete:
            return f"{player} cannot win at all: no play is longer than {depth} moves (complete)."
        return f"{player} cannot force a win within {depth} moves; deeper is not decided."
