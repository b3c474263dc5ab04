"""``zermelo reproduce``: the tables and figures of the papers, run again and set beside the published ones."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from zermelo.campaign.papers.benchmark_folder import VARIABLE, benchmark_folder
from zermelo.campaign.papers.comparison_text import comparison_rows, counted, remarks
from zermelo.campaign.papers.item import PaperItem, ReproduceScale, ReproduceSetting
from zermelo.campaign.papers.items import ITEMS, chosen
from zermelo.campaign.papers.paper_results import compare_results
from zermelo.campaign.papers.reproduce import DATABASE, ReproducedItem, reproduce
from zermelo.cli.campaign import shown_progress
from zermelo.cli.common import JsonOption, table
from zermelo.cli.messages import say
from zermelo.errors import InputError
from zermelo.files import distinct, sqlite_files


def command(
    items: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ITEM]...", help="Items such as pairing/table-2, or papers; without one they are listed."
        ),
    ] = None,
    list_items: Annotated[bool, typer.Option("--list", help="List the items; nothing is run.")] = False,
    all_items: Annotated[bool, typer.Option("--all", help="Run all items, and write the document.")] = False,
    limit: Annotated[
        float | None, typer.Option("--limit", min=0.01, help="Seconds of each run (default: the item's own).")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="A part of the instances, within seconds.")] = False,
    full: Annotated[bool, typer.Option("--full", help="The papers' own limits: up to days.")] = False,
    db: Annotated[Path, typer.Option("--db", help="The file of results; what is in it is not run again.")] = DATABASE,
    html: Annotated[
        Path | None, typer.Option("--html", help="Write a document of one file (default with --all: reproduce.html).")
    ] = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", "-j", min=1, max=4096, help="Runs at a time (default: one on each core).")
    ] = None,
    benchmarks: Annotated[
        Path | None,
        typer.Option("--benchmarks", help=f"The folder of published instances (default: that of {VARIABLE})."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Run the papers' tables and figures again, ours beside theirs.

    Exit code 1 when an answer contradicts another one or the paper, 3 after Ctrl-C: the same command then goes on.
    """
    if quick and full:
        raise InputError("--quick or --full", found="both")
    if all_items and items:
        raise InputError("items, or --all", found="both")
    scale = ReproduceScale.QUICK if quick else ReproduceScale.FULL if full else ReproduceScale.DEFAULT
    wanted = chosen(items) if items else list(ITEMS.values())
    if list_items or not (items or all_items):
        _list(wanted, as_json=as_json)
        return
    document = html or (Path("reproduce.html") if all_items else None)
    distinct([document], sqlite_files(db))
    setting = ReproduceSetting(scale, limit, benchmark_folder(benchmarks))
    _run(wanted, setting, db, jobs, document, as_json=as_json)


def _list(items: list[PaperItem], *, as_json: bool) -> None:
    rows = [(item.name, item.paper, item.what, len(compare_results(item))) for item in items]
    if as_json:
        _print([dict(zip(("item", "paper", "what", "cells"), row, strict=True)) for row in rows])
        return
    paper = ""
    for title in dict.fromkeys(row[1] for row in rows):
        print(f"{paper and chr(10)}{title}")
        paper = title
        print(table([[f"  {name}", str(cells), what] for name, of, what, cells in rows if of == title], right={1}))


def _run(
    items: list[PaperItem], setting: ReproduceSetting, db: Path, jobs: int | None, html: Path | None, *, as_json: bool
) -> None:
    began = time.monotonic()
    with shown_progress() as watch:
        found = reproduce(items, setting, db, jobs=jobs, watch=watch, done=_nothing if as_json else _show)
    if as_json:
        objects = [each.to_json() for each in found]
        _print(objects[0] if len(objects) == 1 else objects)
    if html is not None:
        from zermelo.campaign.papers.document import write_document

        write_document(html, found, db)
        say("written", f"{html} written ({time.monotonic() - began:.0f} s)")
    for each in found:
        if each.contradicts:
            say("contradiction", f"{each.item.name}: answers contradict each other or the paper")
        for line in each.contradictions:
            say("contradiction", line)
    interrupted = any(each.state.interrupted for each in found)
    if interrupted:
        say("stopped", "stopped (interrupted); the same command goes on from here")
    raise typer.Exit(1 if any(each.contradicts for each in found) else 3 if interrupted else 0)


def _nothing(_: ReproducedItem) -> None:
    """Show nothing before the end."""


def _show(found: ReproducedItem) -> None:
    """Print an item as soon as it is done."""
    print("\n".join(_lines(found)), end="\n\n", flush=True)


def _lines(found: ReproducedItem) -> list[str]:
    """An item as text."""
    rows = list(comparison_rows(found.cells))
    return [
        f"{found.item.name}: {found.item.what}",
        found.item.paper,
        "",
        table(rows, right={1, 2}),
        "",
        f"{counted(found)} ({found.seconds:.1f} s).",
        *remarks(found),
    ]


def _print(value: Any) -> None:
    text = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    print(json.dumps(value, ensure_ascii=not text))
