"""The answer as text: the claim, the moves on the board, the check; details on request."""

from __future__ import annotations

import sys

from zermelo.cli.common import drawing, legend, marked, table
from zermelo.model import Game
from zermelo.search.progress import NOT_WRITTEN
from zermelo.verdict import Outcome, Verdict
from zermelo.wording import counted

_ADVICE = {
    "time": "raise --time-limit (or --cpu-limit)",
    "memory": "raise --memory-limit, or try another --engine, --solver or --encoding",
    "size": "ask for a win within a depth: --depth N",
    "missing": "'zermelo doctor' tells how to get it",
    "crash": "try another --solver",
    "killed": "ask again, or set a --memory-limit",
    "unparsable": "try another --solver",
    "output": "try another --solver",
    "gave up": "try another --solver",
    "disk": "try another --solver",
    "silent": "raise --depth, or leave out --encoding",
}
"""Advice about an open question, for each reason."""

_SIGNS = {True: "+", False: "-", None: "?"}
_OUTCOME_SIGNS: dict[Outcome | None, str] = {"win": "+", "draw": "=", "loss": "-", None: "?"}
"""Signs of first moves on the board."""


def report(
    game: Game, verdict: Verdict, *, verbose: bool = False, sentence: bool = True, certifying: bool = False
) -> str:
    """The answer as text.

    Parameters
    ----------
    game, verdict
        What was asked about, and what is claimed.
    verbose
        Whether to tell the method, the evidence, all notes, and what each stage cost.
    sentence
        Whether to begin with the claim; False where just this has been told already.
    certifying
        Whether a file for the proof was asked for; why there is none is told in any case.
    """
    lines = ["", verdict.sentence()] if sentence else []
    if not verdict.known and verdict.reason in _ADVICE:
        smaller = ", or ask for a smaller --depth" if verdict.reason == "time" and verdict.query.depth else ""
        lines.append(f"To go on: {_ADVICE[verdict.reason]}{smaller}.")
    lines += _board(game, verdict)
    facts = [("Method:", verdict.method or "none")] if verbose or not verdict.checked else []
    if verbose:
        facts += [("Evidence:" if k == 0 else "", text) for k, text in enumerate(verdict.evidence)]
    if verdict.known:
        facts.append(("Checked:", checked(verdict, certifying=certifying)))
        if verdict.proof is not None and verdict.proof.file is not None:
            facts.append(("Proof:", verdict.proof.file))
        if verdict.remembered and not verbose:
            facts.append(("Remembered:", "yes; --no-cache works it out again"))
    shown = set(getattr(game, "notes", ()))
    whole = verdict.checked and (not certifying or (verdict.proof is not None and verdict.proof.file is not None))
    notes = [note for note in verdict.notes if note not in shown]
    if whole and not verbose:
        notes = [note for note in notes if note.startswith(NOT_WRITTEN)]
    facts += [("Notes:" if k == 0 else "", note) for k, note in enumerate(notes)]
    lines += [table([list(fact) for fact in facts])]
    lines += ["", stages(verdict)] if verdict.stages and verbose else []
    lines += [f"Total {verdict.seconds:.3f} s"] if verbose else [f"{verdict.seconds:.3f} s"]
    return "\n".join(lines)


def checked(verdict: Verdict, *, certifying: bool = False) -> str:
    """The line that tells whether a verdict is checked, and by what."""
    if verdict.checked:
        proof = verdict.proof
        if proof is None:
            return "yes (by a strategy, before)" if verdict.remembered else "yes"
        several = len(verdict.strategies) > 1
        if proof.derived:
            derivation = "derivations" if several else "derivation"
            return f"yes ({derivation} of {counted(proof.positions, 'facts')}, each by the rules)"
        strategy = "strategies" if several else "strategy"
        return f"yes ({strategy} of {counted(proof.positions, 'positions')}, every reply played)"
    if verdict.checked_part:
        return f"in part: {verdict.checked_part}; the rest by one route only"
    if any(note.startswith("not proven within the memory") for note in verdict.notes):
        return "no; a larger --memory-limit leaves more for a proof"
    return "no" if certifying else "no; --certify FILE looks for a proof without a limit"


def _board(game: Game, verdict: Verdict) -> list[str]:
    """The position with the first move, or with all first moves when they were asked for."""
    if verdict.first_move_outcomes is not None and verdict.query.kind == "winner":
        return _outcomes(game, verdict.first_move_outcomes, verdict)
    if verdict.first_moves is not None:
        return _first_moves(game, verdict.first_moves, verdict)
    if verdict.first_move is None:
        return ["", drawing(game), *_signs(game), ""]
    board = drawing(game, move=verdict.first_move)
    return [f"First move: {verdict.first_move}", "", board, *_signs(game, ", * the first move"), ""]


def _signs(game: Game, more: str = "") -> list[str]:
    """The line that tells what signs in a drawing mean; none for games that are drawn without any."""
    said = legend(game, more)
    return [said] if said else []


def _first_moves(game: Game, moves: dict[str, bool | None], verdict: Verdict) -> list[str]:
    """All first moves, on the board where each is one cell, and in words."""
    player, depth = verdict.query.player, verdict.moves_depth
    wins_so = f"{player} wins" if depth is None else f"{player} wins within {depth}"
    loses_so = wins_so.replace("wins", "does not win")
    signs = {name: _SIGNS[wins] for name, wins in moves.items()}
    more = f"; with this first move: + {wins_so}, - does not, ? open"
    lines = ["", *_marked(game, signs, more), ""]
    for wins, words in ((True, f"{wins_so} with"), (False, f"{loses_so} with"), (None, _open(verdict))):
        names = [name for name, each in moves.items() if each is wins]
        if names:
            lines.append(f"{words}: {' '.join(names)} ({len(names)})")
    return [*lines, ""]


def _outcomes(game: Game, moves: dict[str, Outcome | None], verdict: Verdict) -> list[str]:
    """All first moves in a game with draws: win, draw or loss for each."""
    player = verdict.query.player
    signs = {name: _OUTCOME_SIGNS[outcome] for name, outcome in moves.items()}
    more = f"; with this first move: + {player} wins, = a draw, - {player.other} wins, ? open"
    lines = ["", *_marked(game, signs, more), ""]
    words: dict[Outcome | None, str] = {
        "win": f"{player} wins with", "draw": "Draw with", "loss": f"{player.other} wins with", None: _open(verdict)
    }  # fmt: skip
    for outcome, said in words.items():
        names = [name for name, each in moves.items() if each == outcome]
        if names:
            lines.append(f"{said}: {' '.join(names)} ({len(names)})")
    return [*lines, ""]


def _open(verdict: Verdict) -> str:
    return f"Open ({verdict.why_open})" if verdict.known and verdict.reason else "Open"


def _marked(game: Game, signs: dict[str, str], more: str) -> list[str]:
    """The board with a sign on each first move that changes one cell; ``more`` tells what these signs mean."""
    mover, cells = game.mover(game.start), dict[int, str]()
    for name, sign in signs.items():
        changed = game.move_cells(game.start, game.parse_move(name, mover))
        if changed.bit_count() == 1:
            cells[changed.bit_length() - 1] = sign
    return [marked(game, cells), *_signs(game, more if cells else "")]


def stages(verdict: Verdict, most: int = 24) -> str:
    """The table of stages without empty columns; on a terminal the middle of a long table is left out."""
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
