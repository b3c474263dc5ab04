"""Words for the parts of a campaign: the family of a game, a question, an answer."""

from __future__ import annotations

import json
import re
from typing import Any

_FAMILY = re.compile(r"([A-Za-z][\w-]*):")


def family_of(game: str) -> str:
    """The family of a game, or the folder of its file.

    >>> family_of("httt:el,board=3x3"), family_of("puzzles/hard/a.pg"), family_of("a.pg")
    ('httt', 'puzzles/hard', 'files')
    """
    found = _FAMILY.match(game)
    folder = game.rpartition("/")[0]
    return found[1] if found else folder or "files"


def question_text(asked: str) -> str:
    """A question of a campaign in a few words.

    >>> question_text('{"kind": null, "player": "black", "depth": null}'), question_text('{"kind": null, "depth": 7}')
    ("the game's own", 'black within 7')
    >>> question_text('{"job": "size", "arguments": {"depth": 7}}')
    'size, depth 7'
    """
    query = {"kind": None, "player": "black", "depth": None} | json.loads(asked)
    if "job" in query:
        return ", ".join([query["job"], *(f"{name} {value}" for name, value in query["arguments"].items())])[:80]
    kind, player, depth = query["kind"], query["player"], query["depth"]
    if kind == "winner":
        return "who wins"
    bound = "" if depth is None else f" within {depth}"
    if kind == "fastest":
        return f"{player} how fast{bound}"
    return f"{player}{bound}" if bound else "the game's own" if player == "black" else f"{player} how fast"


def answer_text(verdict: dict[str, Any]) -> str:
    """The answer of a verdict, as JSON, in a few words.

    >>> from zermelo.verdict import Query, Verdict
    >>> answer_text(Verdict("ttt", Query("within", depth=7), answer=False).to_json())
    'Black: no win within 7'
    >>> answer_text(Verdict("hex:3x3", Query(), outcome="black", depth=5).to_json())
    'Black wins (5)'
    """
    if not isinstance(verdict.get("query"), dict):  # figures of another kind of job
        return _figures_text(verdict)
    query, outcome, depth = verdict["query"], verdict["outcome"], verdict["depth"]
    player = query["player"].capitalize()
    if query["kind"] == "within":
        return f"{player} {'wins' if verdict['answer'] else ': no win'} within {query['depth']}".replace(" :", ":")
    moves = "" if depth is None else f" ({depth})"
    if query["kind"] == "winner":
        return "draw" if outcome == "draw" else f"{str(outcome).capitalize()} wins{moves}"
    if verdict["answer"]:
        return f"{player} wins{moves}"
    return f"{player} never wins" if verdict["complete"] else f"{player}: no win within {query['depth']}"


def _figures_text(figures: dict[str, Any]) -> str:
    """Findings of another kind of job, in a few words: the winner, whether Black wins, or a size.

    >>> _figures_text({"answer": False, "depth": 9}), _figures_text({"winner": "first"}), _figures_text({"clauses": 12})
    ('Black: no win (9)', 'winner: first', 'clauses: 12')
    """
    if figures.get("answer") is not None:
        depth = figures.get("depth")
        return ("Black wins" if figures["answer"] else "Black: no win") + ("" if depth is None else f" ({depth})")
    return next((f"{name}: {figures[name]}" for name in ("winner", "clauses", "gates") if figures.get(name)), "done")
