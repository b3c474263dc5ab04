"""``zermelo table``: answers for all sizes of a game, as a grid, CSV or a sequence."""

from __future__ import annotations

import csv
import sys
from typing import Annotated

import typer

from zermelo.bench.game_table import QUESTIONS, GameTable
from zermelo.cli.common import CacheOption, CheckOption, JsonOption, print_json, table
from zermelo.cli.messages import warn
from zermelo.errors import InputError
from zermelo.questions import Options
from zermelo.store import Store


def command(
    patterns: Annotated[
        list[str],
        typer.Argument(metavar="GAMES", help="An expression with one or two ranges: 'domineering:{1..6}x{1..6}'."),
    ],
    what: Annotated[
        str,
        typer.Option(
            "--what",
            help="outcome (the class: N, P, L or R), value, winner, or depth (the least depth of the winner's win).",
        ),
    ] = "outcome",
    as_csv: Annotated[bool, typer.Option("--csv", help="Print comma-separated values.")] = False,
    oeis: Annotated[
        bool, typer.Option("--oeis", help="Print one line as in the OEIS; a grid by its antidiagonals.")
    ] = False,
    time_limit: Annotated[
        float | None, typer.Option("--time-limit", min=0, help="Seconds for each question (default: no limit).")
    ] = None,
    memory_limit: Annotated[
        int | None, typer.Option("--memory-limit", min=1, max=2**30, help="MB for each run, and for values.")
    ] = None,
    check: CheckOption = True,
    cache: CacheOption = True,
    as_json: JsonOption = False,
) -> None:
    """Print a table of answers for all sizes of a game.

    The first range gives the rows, the second the columns.
    """
    if len(patterns) > 1:  # a shell has made them of one
        raise InputError("one expression with ranges, in quotes: 'domineering:{1..6}x{1..6}'", found=f"{len(patterns)}")
    games = patterns[0]
    if as_csv + oeis + as_json > 1:
        raise InputError("one of --csv, --oeis and --json", found="several")
    if what not in QUESTIONS:
        raise InputError(f"--what {', '.join(QUESTIONS[:-1])} or {QUESTIONS[-1]}", found=repr(what))
    with Store.open(enabled=cache, warn=warn) as store:
        found = GameTable(games, what, Options(time_limit=time_limit, memory_limit_mb=memory_limit, check=check), store)
        found.fill()
    if as_json:
        print_json(found.to_json())
    elif oeis:
        print(found.sequence())
    elif as_csv:
        csv.writer(sys.stdout, lineterminator="\n").writerows(_rows(found))
    else:
        print(f"{what} of {games}\n")
        print(table(_rows(found)))
    for note in found.notes if not as_json else ():
        print(note, file=sys.stderr)
    raise typer.Exit(0 if found.complete else 3)


def _rows(found: GameTable) -> list[list[str]]:
    """The table with its numbers in front of rows and columns."""
    head = [["", *map(str, found.ranges.columns)]] if found.ranges.columns else [["", found.what]]
    return [*head, *([str(number), *row] for number, row in zip(found.ranges.rows, found.cells, strict=True))]
