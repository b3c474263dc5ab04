"""``zermelo sizes``: the sizes of the formulas of a game, by encoding and depth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

import typer

from zermelo.bench.formula import LANGUAGES
from zermelo.bench.lists import encodings as encodings_of
from zermelo.bench.lists import numbers, usual_depths
from zermelo.bench.sizes import SizeRow, depths_in_play, measure
from zermelo.cli.common import DomainOption, GameArgument, JsonOption, WinOption, describe, load, print_json, table
from zermelo.encodings import Asks, Encoding, fitting
from zermelo.encodings.registry import check_question
from zermelo.errors import InputError
from zermelo.model import Game
from zermelo.preprocess import Preprocessor, preprocessor

EncodingsOption = Annotated[
    str | None, typer.Option("--encodings", help="Such as cor,et:faithful; see 'zermelo encodings'.")
]
DepthsOption = Annotated[str | None, typer.Option("--depths", help="Such as 5,7,9 or 5-15 or 5-15:2.")]


def command(
    game: GameArgument,
    depths: DepthsOption = None,
    encodings: EncodingsOption = None,
    form: Annotated[str, typer.Option("--format", help="qdimacs or qcir.")] = "qdimacs",
    bloqqer: Annotated[bool, typer.Option("--bloqqer", help="Also after preprocessing by Bloqqer.")] = False,
    time_limit: Annotated[
        float, typer.Option("--time-limit", min=0, max=10**9, help="Seconds for Bloqqer on each formula.")
    ] = 60.0,
    domain: DomainOption = None,
    win: WinOption = "",
    as_json: JsonOption = False,
) -> None:
    """Tell how large the formulas of a game are.

    A row for every encoding and depth: by default all encodings that fit, and at most six depths.
    """
    loaded = load(game, domain, win)
    if form not in LANGUAGES:
        raise InputError(" or ".join(LANGUAGES), found=repr(form))
    if bloqqer and form != "qdimacs":
        raise InputError("--format qdimacs with --bloqqer", found=form)
    chosen = fitting(loaded) if encodings is None else encodings_of(encodings)
    for each in chosen:
        check_question(each, loaded, 0)
    asked = depths_in_play(loaded, usual_depths(loaded) if depths is None else numbers(depths))
    tool = preprocessor("bloqqer") if bloqqer else None
    if tool is not None:
        tool.require()
    rows: list[SizeRow] = []
    reason = None
    try:
        rows.extend(_measured(loaded, chosen, asked, form, tool, time_limit))
    except KeyboardInterrupt:
        reason = "interrupted"
    except MemoryError:
        reason = "memory"
    if as_json:
        print_json({"game": loaded.name, "rows": [row.to_json() for row in rows], "reason": reason})
    else:
        print("\n".join([*describe(loaded), "", *report(rows, form)]))
        if reason is not None:
            print(f"\nstopped after {len(rows)} of {len(chosen) * len(asked)} formulas: {reason}")
    raise typer.Exit(3 if reason else 0)


def _measured(
    game: Game,
    encodings: Sequence[Encoding],
    depths: Sequence[int],
    language: str,
    tool: Preprocessor | None,
    time_limit: float,
) -> Iterator[SizeRow]:
    """The measured rows; on a terminal, with a line that names the current one."""
    from rich.console import Console
    from rich.text import Text

    with Console(stderr=True).status("") as status:
        for encoding in encodings:
            for depth in depths:
                status.update(Text(f"{encoding.label} at depth {depth}"))
                yield measure(game, encoding, depth, language, tool, time_limit)


def report(rows: Sequence[SizeRow], language: str) -> list[str]:
    """The tables as text: sizes, sizes after Bloqqer, and reasons for missing formulas."""
    circuits = any(row.gates is not None for row in rows)
    columns = ["blocks", "universal", "variables"]
    columns += ["gates"] if circuits else []
    columns += ["clauses"] if language == "qdimacs" else []
    columns += ["literals"]
    lines = [["encoding", "depth", *columns, "seconds"]]
    for row in rows:
        counts = [_grouped(getattr(row, column)) for column in columns]
        if row.variables is None:
            counts = ["" for _ in columns]
            counts[columns.index("variables")] = "not encoded" if row.decided is None else _decided(row.decided)
        lines.append([row.encoding, str(row.depth), *counts, f"{row.seconds:.3f}"])
    text = [table(lines, right=set(range(1, len(lines[0]))))]
    kept = ["blocks", "variables", "clauses", "literals"]
    after = [["after Bloqqer", "depth", *kept, "seconds", ""]]
    for row in rows:
        if (done := row.preprocessed) is not None:
            counts = [_grouped(getattr(done, count)) for count in kept]
            said = "" if done.outcome == "simplified" else done.outcome
            after.append([row.encoding, str(row.depth), *counts, f"{done.seconds:.3f}", said])
    if len(after) > 1:
        text += ["", table(after, right=set(range(1, len(kept) + 3)))]
    notes: dict[str, None] = {}
    for row in rows:
        if row.query != Asks.BLACK_WINS.value:
            notes[f"{row.encoding} asks: {row.query}"] = None
        if row.variables is None and row.decided is None:
            notes[f"{row.encoding} not encoded: {row.why}"] = None
    return text + (["", *notes] if notes else [])


def _grouped(number: int | None) -> str:
    return "–" if number is None else f"{number:,}"


def _decided(truth: bool) -> str:
    return f"decided: {str(truth).lower()}"
