"""``zermelo solve``: a game in, a checked answer out."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.console import Console

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
from zermelo.model import Game
from zermelo.solve import Options, solve
from zermelo.verdict import Query, Verdict


def command(
    game: GameArgument,
    depth: Annotated[
        int | None, typer.Option("--depth", help="Ask for a win within so many moves (default: the file's own depth).")
    ] = None,
    encoding: Annotated[str | None, typer.Option("--encoding", help="See 'zermelo encodings'.")] = None,
    solver: Annotated[str, typer.Option("--solver", help="See 'zermelo solvers'.")] = "depqbf",
    preprocessor: Annotated[str, typer.Option("--preprocessor", help="See 'zermelo solvers'.")] = "none",
    time_limit: Annotated[
        float | None, typer.Option("--time-limit", min=0, help="Seconds for the whole question (default: no limit).")
    ] = None,
    memory_limit: Annotated[
        int | None, typer.Option("--memory-limit", min=1, help="MB for each solver process (default: no limit).")
    ] = None,
    check: Annotated[bool, typer.Option("--check/--no-check", help="Confirm the first move and the verdict.")] = True,
    domain: DomainOption = None,
    as_json: JsonOption = False,
) -> None:
    """Decide a game: does Black win within the depth, or (without a depth) who wins?"""
    loaded = load(game, domain)
    query = Query() if depth is None and loaded.depth is None else Query("within", depth=_either(depth, loaded.depth))
    options = Options(encoding, solver, preprocessor, time_limit, memory_limit, check)
    if not as_json:
        print("\n".join(describe(loaded)))
        print(f"Question: {query}", flush=True)
    console = Console(stderr=True)
    if console.is_terminal:
        with console.status("starting") as status:
            verdict = solve(loaded, query, options, status.update)
    else:
        verdict = solve(loaded, query, options)
    if as_json:
        print_json(verdict.to_json())
    else:
        print(report(loaded, verdict))
    raise typer.Exit(0 if verdict.known else 3)


def _either(first: int | None, second: int | None) -> int | None:
    return second if first is None else first


def report(game: Game, verdict: Verdict) -> str:
    """The answer for people: the claim, the first move on the board, the evidence, and what each stage cost."""
    lines = ["", verdict.sentence()]
    if verdict.first_move is not None:
        lines.append(f"First move: {verdict.first_move} (marked *)")
    lines += ["", drawing(game, move=verdict.first_move), f"{LEGEND}", ""]
    confirmed = "; ".join(verdict.evidence) or "by the formula alone"
    lines.append(f"Method: {verdict.method or 'none'}; {'checked' if verdict.checked else 'not checked'}: {confirmed}")
    shown = set(getattr(game, "notes", ()))
    lines += [f"Note: {note}" for note in verdict.notes if note not in shown]
    rows = [["stage", "depth", "seconds", "variables", "clauses", "gates", "blocks", ""]]
    for stage in verdict.stages:
        facts = dict(stage.facts)
        sizes = [str(facts.pop(key, "")) for key in ("depth", "variables", "clauses", "gates", "blocks")]
        for key in ("literals", "universal", "existential", "inputs"):
            facts.pop(key, None)
        rest = " ".join(str(value) if isinstance(value, str) else f"{key}={value}" for key, value in facts.items())
        rows.append([stage.name, sizes[0], f"{stage.seconds:.3f}", *sizes[1:], rest])
    lines += ["", _trimmed(rows), f"Total {verdict.seconds:.3f} s"]
    return "\n".join(lines)


def _trimmed(rows: list[list[str]], most: int = 24) -> str:
    """The table of stages; a long one keeps its ends."""
    if len(rows) > most and sys.stdout.isatty():
        rows = [*rows[: most // 2], [f"… {len(rows) - most} more"], *rows[-most // 2 :]]
    return table(rows)
