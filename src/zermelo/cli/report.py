"""The answer for people: the claim, the moves on the board, the evidence, and what each stage cost."""

from __future__ import annotations

import sys

from zermelo.cli.common import LEGEND, drawing, marked, table
from zermelo.model import Game
from zermelo.verdict import Verdict, counted

_ADVICE = {
    "time": "raise --time-limit (or --cpu-limit), or ask for a smaller --depth",
    "memory": "raise --memory-limit, or try another --solver or --encoding",
    "size": "ask for a win within a depth: --depth N",
    "missing": "'zermelo doctor' tells how to get it",
    "crash": "try another --solver",
    "unparsable": "try another --solver",
    "output": "try another --solver",
    "gave up": "try another --solver",
    "disk": "try another --solver",
    "silent": "raise --depth, or leave out --encoding",
}
"""What to do about an open question, for each reason."""

_SIGNS = {True: "+", False: "-", None: "?"}
"""How first moves are marked on the board."""


def report(game: Game, verdict: Verdict) -> str:
    """The whole answer as text."""
    lines = ["", verdict.sentence()]
    if not verdict.known and verdict.reason in _ADVICE:
        lines.append(f"To go on: {_ADVICE[verdict.reason]}.")
    lines += _board(game, verdict)
    facts = [("Method:", verdict.method or "none")]
    facts += [("Evidence:" if k == 0 else "", text) for k, text in enumerate(verdict.evidence)]
    if verdict.known:
        part = f"in part: {verdict.checked_part}; the rest by one route only"
        unchecked = part if verdict.checked_part else "no, by one route only"
        facts.append(("Checked:", "yes" if verdict.checked else unchecked))
    shown = set(getattr(game, "notes", ()))
    notes = [note for note in verdict.notes if note not in shown]
    facts += [("Notes:" if k == 0 else "", note) for k, note in enumerate(notes)]
    lines += [table([list(fact) for fact in facts]), ""]
    lines += [stages(verdict)] if verdict.stages else []
    lines += [f"Total {verdict.seconds:.3f} s"]
    return "\n".join(lines)


def _board(game: Game, verdict: Verdict) -> list[str]:
    """The position with the first move, or with all first moves when they were asked for."""
    if verdict.first_moves is not None:
        return _first_moves(game, verdict.first_moves, verdict)
    if verdict.first_move is None:
        return ["", drawing(game), LEGEND, ""]
    board = drawing(game, move=verdict.first_move)
    return [f"First move: {verdict.first_move}", "", board, f"{LEGEND}, * the first move", ""]


def _first_moves(game: Game, moves: dict[str, bool | None], verdict: Verdict) -> list[str]:
    """All first moves, on the board where each is one cell, and in words."""
    mover, player, depth = game.to_move(game.start), verdict.query.player, verdict.moves_depth
    wins_so = f"{player} wins" if depth is None else f"{player} wins within {depth}"
    loses_so = wins_so.replace("wins", "does not win")
    signs: dict[int, str] = {}
    for name, wins in moves.items():
        changed = game.move_cells(game.start, game.parse_move(name, mover))
        if changed.bit_count() == 1:
            signs[changed.bit_length() - 1] = _SIGNS[wins]
    lines = ["", marked(game, signs), f"{LEGEND}; with this first move: + {wins_so}, - does not, ? open", ""]
    for wins, words in ((True, f"{wins_so} with"), (False, f"{loses_so} with"), (None, "Open")):
        names = [name for name, each in moves.items() if each is wins]
        if names:
            lines.append(f"{words}: {' '.join(names)} ({len(names)})")
    return [*lines, ""]


def stages(verdict: Verdict, most: int = 24) -> str:
    """The table of stages; columns without a figure are left out, and on a terminal a long table keeps its ends."""
    columns = ["stage", "depth", "seconds", "variables", "clauses", "gates", "blocks"]
    rows = []
    for stage in verdict.stages:
        facts = {
            key: value for key, value in stage.facts.items() if key not in ("literals", "universal", "existential")
        }
        row = [stage.name, str(facts.pop("depth", "")), f"{stage.seconds:.3f}"]
        row += [str(facts.pop(key, "")) for key in columns[3:]]
        facts.pop("inputs", None)
        if facts.pop("applied", True) is False:
            facts["applied"] = "not applied"
        if after := facts.pop("after", None):
            facts["after"] = f"after {after}"
        words = [value if isinstance(value, str) else counted(value, key) for key, value in facts.items()]
        rows.append([*row, ", ".join(words)])
    if len(rows) > most and sys.stdout.isatty():
        left_out = len(rows) - 2 * (most // 2)
        rows = [*rows[: most // 2], [f"… {left_out} more (all with --json)"], *rows[-(most // 2) :]]
    full = [[*columns, ""], *rows]
    kept = [k for k in range(len(columns) + 1) if any(len(row) > k and row[k] for row in rows)]
    return table([[row[k] for k in kept if k < len(row)] for row in full], right=set(range(1, len(kept) - 1)))
