"""Words for the parts of a campaign: the family of a game, a question, an answer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from zermelo.families import is_family

_FAMILY = re.compile(r"([A-Za-z][\w-]*):")


def family_of(game: str) -> str:
    """The family of a game, or the folder of its file.

    >>> family_of("httt:el,board=3x3"), family_of("ttt"), family_of("puzzles/hard/a.pg"), family_of("a.pg")
    ('httt', 'ttt', 'puzzles/hard', 'files')
    """
    found = _FAMILY.match(game)
    folder = game.rpartition("/")[0]
    return found[1] if found else folder or (game if is_family(game) else "files")


MOST_MISSES, MOST_LETTERS = 10, 160
"""The number of cells that failed or do not fit which a text names, and the length of the line on each."""


def misses_told(misses: Iterable[tuple[str, str, str, str | None, str | None]], rest: str) -> list[str]:
    """A line for each cell that failed or does not fit, equal ones once, and one for those that are left off.

    Parameters
    ----------
    misses
        Game, way, status, reason and detail.
    rest
        Tells where the others are.

    >>> misses_told([("ttt", "search:connection", "unknown", "unsupported", "found a hex game")] * 2, "see --csv")
    ['unsupported: ttt by search:connection: found a hex game']
    >>> misses_told([(f"nim:{n}", "et+caqe", "failed", "crash", None) for n in range(12)], "see --csv")[-2:]
    ['failed: nim:9 by et+caqe: crash', '… and 2 more: see --csv']
    """
    told = dict.fromkeys(
        f"{reason if reason == 'unsupported' else status}: {game} by {way}: {' '.join((detail or str(reason)).split())}"
        for game, way, status, reason, detail in misses
    )
    plain = [line if line.isprintable() else repr(line)[1:-1] for line in list(told)[:MOST_MISSES]]
    lines = [line if len(line) <= MOST_LETTERS else f"{line[: MOST_LETTERS - 1]}…" for line in plain]
    return [*lines, f"… and {len(told) - MOST_MISSES} more: {rest}"] if len(told) > MOST_MISSES else lines


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
