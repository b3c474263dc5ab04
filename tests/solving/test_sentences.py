"""The claim in words: a limit, "not within this depth" and "never" do not look alike, whatever is known."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from zermelo.model import Player
from zermelo.verdict import Query, Verdict

B5 = Query("within", depth=5)
W5 = Query("within", Player.WHITE, 5)
WHO = Query()
FAST = Query("fastest")
OPEN = "Black cannot force a win within 7 moves; deeper is open."
FAST7 = Query("fastest", depth=7)


@pytest.mark.parametrize(
    ("query", "known", "sentence"),
    [
        # within
        (B5, {"answer": True}, "Black wins within 5 moves."),
        (W5, {"answer": True}, "White wins within 5 moves."),
        (B5, {"answer": True, "won_depth": 3}, "Black wins within 5 moves; indeed within 3."),
        (B5, {"answer": True, "asked_depth": 4}, "Black wins within 4 moves."),
        (Query("within", depth=1), {"answer": True}, "Black wins within 1 move."),
        (Query("within", depth=0), {"answer": True}, "Black has won in this position."),
        (Query("within", depth=0), {"answer": False}, "Black has not won in this position; deeper is not decided."),
        (
            B5,
            {"answer": False, "refuted_depth": 5},
            "Black cannot force a win within 5 moves; deeper is not decided.",
        ),
        (
            B5,
            {"answer": False, "refuted_depth": 5, "complete": True, "longest": 5},
            "Black cannot force a win at all: no play is longer than 5 moves (complete).",
        ),
        (
            B5,
            {"answer": False, "refuted_depth": 5, "complete": True, "longest": 9},
            "Black cannot force a win at all (complete).",
        ),
        (
            B5,
            {"answer": False, "refuted_depth": 5, "complete": True, "held_from": 2},
            "Black cannot force a win at all: White holds for ever, by a pairing after 2 moves.",
        ),
        (
            W5,
            {"answer": False, "refuted_depth": 5, "complete": True, "held_from": 0},
            "White cannot force a win at all: Black holds for ever, by a pairing from the start.",
        ),
        (B5, {"reason": "time"}, "Not decided: out of time. Whether Black wins within 5 moves is open."),
        (
            B5,
            {"reason": "memory", "refuted_depth": 3},
            "Not decided: out of memory. Whether Black wins within 5 moves is open; within 3 Black does not.",
        ),
        # who wins
        (
            WHO,
            {"outcome": "black", "won_depth": 9, "depth": 9, "refuted_depth": 8},
            "Black wins within 9 moves, not within 8.",
        ),
        (
            WHO,
            {"outcome": "black", "won_depth": 11, "refuted_depth": 6},
            "Black wins within 11 moves, not within 6; whether faster is open.",
        ),
        (WHO, {"outcome": "black", "won_depth": 11}, "Black wins within 11 moves; whether faster is open."),
        (
            WHO,
            {"outcome": "black", "longest": 9, "refuted_depth": 3},
            "Black wins (complete; no play is longer than 9 moves).",
        ),
        (WHO, {"outcome": "black", "won_depth": 0, "depth": 0}, "Black has won in this position."),
        (WHO, {"outcome": "white"}, "White wins (complete)."),
        (WHO, {"outcome": "white", "longest": 9}, "White wins (complete; no play is longer than 9 moves)."),
        (
            WHO,
            {"outcome": "white", "longest": 9, "held_from": 4},
            "White wins (complete; Black is held for ever, by a pairing after 4 moves).",
        ),
        (WHO, {"outcome": "white", "longest": 0}, "White has won in this position."),
        (WHO, {"outcome": "draw", "longest": 0}, "Draw: neither player can force a win (complete; the play is over)."),
        (
            Query("within", depth=3),
            {"answer": False, "complete": True, "refuted_depth": 0, "longest": 0},
            "Black cannot force a win at all: the play is over (complete).",
        ),
        (WHO, {"outcome": "draw"}, "Draw: neither player can force a win (complete)."),
        (
            WHO,
            {"outcome": "draw", "longest": 1},
            "Draw: neither player can force a win (complete; no play is longer than 1 move).",
        ),
        (WHO, {"reason": "interrupted"}, "Not decided: interrupted."),
        (
            WHO,
            {"reason": "time", "refuted_depth": 7},
            "Not decided: out of time. Black cannot force a win within 7 moves; deeper is open.",
        ),
        (
            WHO,
            {"reason": "time", "excluded": ["white"], "refuted_depth": 7},
            f"Not decided: out of time. White cannot force a win at all. {OPEN}",
        ),
        (
            WHO,
            {"reason": "crash", "excluded": ["black"], "refuted_depth": 9},
            "Not decided: the solver crashed. Black cannot force a win at all.",
        ),
        # how fast
        (
            FAST,
            {"answer": True, "won_depth": 5, "depth": 5, "refuted_depth": 4},
            "Black wins within 5 moves, not within 4.",
        ),
        (FAST, {"answer": True, "won_depth": 0, "depth": 0}, "Black has won in this position."),
        (
            FAST7,
            {"answer": False, "refuted_depth": 7, "longest": 9},
            "Black cannot force a win within 7 moves; deeper is not decided.",
        ),
        (FAST, {"answer": False, "complete": True}, "Black cannot force a win at all (complete)."),
        (
            FAST,
            {"answer": False, "complete": True, "refuted_depth": 9, "longest": 9},
            "Black cannot force a win at all: no play is longer than 9 moves (complete).",
        ),
        (
            FAST,
            {"reason": "time", "won_depth": 9, "refuted_depth": 5},
            "Not decided: out of time. Black wins within 9 moves, not within 5; whether faster is open.",
        ),
        (
            FAST,
            {"reason": "time", "refuted_depth": 5},
            "Not decided: out of time. Black cannot force a win within 5 moves; deeper is open.",
        ),
        (
            FAST,
            {"reason": "silent"},
            "Not decided: the formula is false, and a false formula of this encoding says nothing at this depth.",
        ),
    ],
)
def test_sentence(query, known, sentence):
    assert Verdict("game", query, **known).sentence() == sentence


QUERIES = (B5, W5, Query("within", depth=0), WHO, FAST, FAST7, Query("fastest", Player.WHITE))
FIELDS = {
    "refuted_depth": (None, 0, 4, 5),
    "won_depth": (None, 0, 5),
    "held_from": (None, 0, 3),
    "longest": (None, 5, 9),
}


@pytest.mark.parametrize("query", QUERIES, ids=str)
def test_three_kinds_of_no(query):
    """A sentence says "at all" only of never, "Not decided" only of a limit, and never both."""
    for values in itertools.product(*FIELDS.values()):
        known: dict[str, Any] = dict(zip(FIELDS, values, strict=True))
        limit = Verdict("game", query, reason="time", **known).sentence()
        assert limit.startswith("Not decided: out of time.")
        assert "at all" not in limit
        assert "complete" not in limit
        if query.kind == "winner":
            continue
        never = Verdict("game", query, answer=False, complete=True, **known).sentence()
        assert "cannot force a win at all" in never
        assert "Not decided" not in never
        assert "not decided" not in never
        if known["held_from"] is None:
            here = Verdict("game", query, answer=False, **known).sentence()
            assert here.endswith("deeper is not decided.")
            assert "at all" not in here


def test_every_reason_has_words():
    """Not one of those that the documentation lists is shown as its bare name."""
    for reason in ("time", "memory", "size", "output", "disk", "crash", "unparsable", "missing"):
        assert Verdict("game", WHO, reason=reason).why_open != reason
    assert Verdict("game", WHO).why_open == "no reason known"


def test_a_restriction_is_part_of_a_claim_only():
    said = " This holds with the first stone on a cell that the file allows."
    assert Verdict("game", B5, answer=True, restricted=True).sentence().endswith(said)
    assert said not in Verdict("game", B5, reason="time", restricted=True).sentence()
