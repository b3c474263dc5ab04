"""``zermelo solve``: a game in, a checked answer out."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from zermelo.cli.common import (
    LEGEND,
    DomainOption,
    GameArgument,
    JsonOption,
    describe,
    drawing,
    load,
    print_json,
    table,
)
from zermelo.errors import InputError
from zermelo.model import Game
from zermelo.questions import Options
from zermelo.solve import solve
from zermelo.verdict import Query, Verdict

_ADVICE = {
    "time": "raise --time-limit, or ask for a smaller --depth",
    "memory": "raise --memory-limit, or try another --solver or --encoding",
    "size": "ask for a win within a depth: --depth N",
    "missing": "'zermelo doctor' tells how to get it",
    "crash": "try another --solver",
    "unparsable": "try another --solver",
    "output": "try another --solver",
    "gave up": "try another --solver",
}
"""What to do about an open question, for each reason."""


def command(
    game: GameArgument,
    depth: Annotated[
        int | None, typer.Option("--depth", help="Ask for a win within so many moves (default: the file's own depth).")
    ] = None,
    encoding: Annotated[str | None, typer.Option("--encoding", help="See 'zermelo encodings'.")] = None,
    solver: Annotated[str, typer.Option("--solver", help="See 'zermelo solvers'.")] = "depqbf",
    preprocessor: Annotated[
        str, typer.Option("--preprocessor", help="none, bloqqer, or auto: Bloqqer for grid games.")
    ] = "auto",
    time_limit: Annotated[
        float | None, typer.Option("--time-limit", min=0, help="Seconds for the whole question (default: no limit).")
    ] = None,
    memory_limit: Annotated[
        int | None,
        typer.Option("--memory-limit", min=1, max=2**30, help="MB for each solver process (default: no limit)."),
    ] = None,
    check: Annotated[bool, typer.Option("--check/--no-check", help="Confirm the first move and the verdict.")] = True,
    method: Annotated[
        str, typer.Option("--method", help="auto, qbf (formulas decide) or search (the plain rules alone).")
    ] = "auto",
    domain: DomainOption = None,
    as_json: JsonOption = False,
) -> None:
    """Decide a game: who wins, or does Black win within a depth?

    A file's own depth, or --depth, asks for a win within so many moves; without either, who wins. The answer names
    Black's first winning move, and says what confirmed it.
    """
    loaded = load(game, domain)
    asked = loaded.depth if depth is None else depth
    query = Query() if asked is None else Query("within", depth=asked)
    options = Options(encoding, solver, preprocessor, _limit(time_limit), memory_limit, check, method)
    heading = [*describe(loaded), f"Question: {query}"]

    def announce() -> None:
        if not as_json and heading:
            print("\n".join(heading), flush=True)
            heading.clear()

    verdict = _watched(loaded, query, options, announce)
    announce()
    if as_json:
        print_json(verdict.to_json())
    else:
        print(report(loaded, verdict))
    raise typer.Exit(0 if verdict.known else 3)


def _limit(seconds: float | None) -> float | None:
    """The time limit; 0 leaves no time, and infinity is none."""
    if seconds is None or seconds == math.inf:
        return None
    if math.isnan(seconds):
        raise InputError("a number of seconds for --time-limit", found="'nan'")
    return min(seconds, 1e9)


def _watched(game: Game, query: Query, options: Options, announce: Callable[[], None]) -> Verdict:
    """Answer; on a terminal with the question first and a line that says what is going on."""
    console = Console(stderr=True)
    if not console.is_terminal:
        return solve(game, query, options)
    with console.status("") as status:

        def progress(text: str) -> None:
            if sys.stdout.isatty():
                announce()
            status.update(Text(text))

        return solve(game, query, options, progress)


def report(game: Game, verdict: Verdict) -> str:
    """The answer for people: the claim, the first move on the board, the evidence, and what each stage cost."""
    lines = ["", verdict.sentence()]
    if not verdict.known and verdict.reason in _ADVICE:
        lines.append(f"To go on: {_ADVICE[verdict.reason]}.")
    legend = LEGEND
    if verdict.first_move is not None:
        lines.append(f"First move: {verdict.first_move}")
        legend += ", * the first move"
    lines += ["", drawing(game, move=verdict.first_move), legend, ""]
    facts = [("Method:", verdict.method or "none")]
    facts += [("Evidence:" if k == 0 else "", text) for k, text in enumerate(verdict.evidence)]
    if verdict.known:
        facts.append(("Checked:", "yes" if verdict.checked else "no, by one route only"))
    shown = set(getattr(game, "notes", ()))
    notes = [note for note in verdict.notes if note not in shown]
    facts += [("Notes:" if k == 0 else "", note) for k, note in enumerate(notes)]
    lines += [table([list(fact) for fact in facts]), "", stages(verdict), f"Total {verdict.seconds:.3f} s"]
    return "\n".join(lines)


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
        words = [str(value) if isinstance(value, str) else f"{value} {key}" for key, value in facts.items()]
        rows.append([*row, ", ".join(words)])
    if len(rows) > most and sys.stdout.isatty():
        left_out = len(rows) - 2 * (most // 2)
        rows = [*rows[: most // 2], [f"… {left_out} more (all with --json)"], *rows[-(most // 2) :]]
    full = [[*columns, ""], *rows]
    kept = [k for k in range(len(columns) + 1) if any(len(row) > k and row[k] for row in rows)]
    return table([[row[k] for k in kept if k < len(row)] for row in full], right=set(range(1, len(kept) - 1)))
