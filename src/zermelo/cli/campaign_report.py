"""``zermelo campaign report``: tables, charts and a page of the results of campaigns, and files of results compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from zermelo.campaign.cell import FAILED
from zermelo.campaign.report.campaign_results import MEDIAN, CampaignResults, ReportSettings, read_results
from zermelo.campaign.report.charts import available, require
from zermelo.campaign.report.figure_files import FORMATS, file_stem, save_figure
from zermelo.campaign.report.report_table import ReportTable
from zermelo.campaign.report.result_charts import result_charts
from zermelo.campaign.report.result_comparison import ResultComparison, compare_results, comparison_tables
from zermelo.campaign.report.result_tables import cells_table, facts, result_tables
from zermelo.campaign.report.results_page import comparison_lines, results_page
from zermelo.campaign.report.run_statistics import contradictions
from zermelo.campaign.report.run_texts import misses_told
from zermelo.cli.common import JsonOption, print_json, table
from zermelo.cli.messages import say, warn
from zermelo.errors import InputError
from zermelo.files import FilePath, distinct, sqlite_files, write_text

MOST_NAMED = 10
"""The number of changes of a kind that a comparison on the terminal names."""


def report_command(
    dbs: Annotated[list[Path], typer.Argument(metavar="DB...", help="Files of results; the first is compared.")],
    html: Annotated[Path | None, typer.Option("--html", help="Write one HTML page to this file.")] = None,
    csv: Annotated[Path | None, typer.Option("--csv", help="Write the tables, and all runs, to this folder.")] = None,
    latex: Annotated[Path | None, typer.Option("--latex", help="Write the tables for LaTeX to this folder.")] = None,
    plots: Annotated[Path | None, typer.Option("--plots", help="Write the charts to this folder.")] = None,
    form: Annotated[str, typer.Option("--format", help="Of charts: svg, png or pdf, or several, by commas.")] = "svg",
    way: Annotated[list[str] | None, typer.Option("--way", help="Report this way only; may be repeated.")] = None,
    game: Annotated[
        list[str] | None, typer.Option("--game", help="Report games of this pattern only, as 'hex:*'; may be repeated.")
    ] = None,
    repetitions: Annotated[
        str, typer.Option("--repetitions", help="Which run stands for them: median, best or worst.")
    ] = MEDIAN,
    cpu: Annotated[bool, typer.Option("--cpu", help="Compare CPU seconds, not wall-clock seconds.")] = False,
    earlier: Annotated[
        bool, typer.Option("--earlier", help="Take in rows that the campaign file, as it is now, does not ask for.")
    ] = False,
    factor: Annotated[float, typer.Option("--factor", help="Slower is: by more than so many times.")] = 2.0,
    floor: Annotated[float, typer.Option("--floor", help="Seconds; shorter times count as so many.")] = 0.1,
    strict: Annotated[bool, typer.Option("--strict", help="Exit code 1 for regressions, too.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Tell what came of a campaign, in tables, charts and on a page; or compare several files of results.

    Each further file is compared with the first one. Exit code 1 when answers contradict each other.
    """
    formats = _formats(form)
    settings = ReportSettings(repetitions, cpu, earlier, tuple(way or ()), tuple(game or ()), factor, floor)
    read = [file for db in dbs for file in sqlite_files(db)]
    distinct([html], read)
    if plots is not None:
        require()
    several = _read(dbs, settings)
    comparisons = [compare_results(several[0], other) for other in several[1:]]
    alarms = contradictions(several)
    tables = _all_tables(several, comparisons)
    written: list[Path] = []
    if csv is not None:
        runs = {_of(several, number, "cells"): cells_table(results) for number, results in enumerate(several)}
        written += _write(csv, read, ((f"{name}.csv", each.csv()) for name, each in [*tables.items(), *runs.items()]))
    if latex is not None:
        texts = ((f"{name}.tex", replace(each, name=name).latex()) for name, each in tables.items())
        written += _write(latex, read, texts)
    if plots is not None:
        written += _draw(plots, read, formats, several, comparisons)
    if html is not None:
        if not available():
            warn("no charts on the page without matplotlib; get it by: pip install 'zermelo[plots]'")
        write_text(html, results_page(several, comparisons, alarms))
        written.append(html)
    if as_json:
        print_json(_json(several, comparisons, alarms, written))
    else:
        print("\n".join(_lines(several, comparisons)))
        for folder, number in Counter(str(path.parent) for path in written if path != html).items():
            print(f"\n{number} files in {folder}")
        if html is not None:
            print(f"\n{html}")
    for alarm in alarms:
        say("contradiction", f"contradiction: {alarm}")
    regressions = sum(comparison.regressions for comparison in comparisons)
    raise typer.Exit(1 if alarms or (strict and regressions) else 0)


def _formats(text: str) -> list[str]:
    found = [each.strip().lower().removeprefix(".") for each in text.split(",")]
    wrong = next((each for each in found if each not in FORMATS), None)
    if wrong is not None:
        raise InputError(f"--format {', '.join(FORMATS)}, or several of them", found=repr(wrong[:40]))
    return list(dict.fromkeys(found))


def _read(dbs: list[Path], settings: ReportSettings) -> list[CampaignResults]:
    """The files, by their names, or by their paths where two have one name."""
    places = Counter(path.resolve() for path in dbs)
    twice = next((path for path in dbs if places[path.resolve()] > 1), None)
    if twice is not None:
        raise InputError("each file of results once", found="the same file twice", source=str(twice))
    names = Counter(path.name for path in dbs)
    return [read_results(path, settings, path.name if names[path.name] == 1 else str(path)) for path in dbs]


def _of(several: list[CampaignResults], number: int, name: str) -> str:
    """The name of a file on one of several files of results."""
    if len(several) == 1:
        return name
    stem = file_stem(Path(several[number].name).stem)
    same = [file_stem(Path(results.name).stem) for results in several].count(stem) > 1
    return f"{stem}-{number + 1}-{name}" if same else f"{stem}-{name}"


def _all_tables(several: list[CampaignResults], comparisons: list[ResultComparison]) -> dict[str, ReportTable]:
    """All tables but those of all runs, by the names of their files."""
    found = {}
    for number, comparison in enumerate(comparisons, 1):
        for each in comparison_tables(comparison):
            found[_of(several, number, each.name)] = each
    for number, results in enumerate(several):
        found.update({_of(several, number, each.name): each for each in result_tables(results)})
    return found


def _write(folder: Path, read: list[FilePath], texts: Iterable[tuple[str, str]]) -> list[Path]:
    _make(folder)
    found = []
    for name, text in texts:
        distinct([folder / name], read)
        write_text(folder / name, [text])
        found.append(folder / name)
    return found


def _draw(
    folder: Path,
    read: list[FilePath],
    formats: list[str],
    several: list[CampaignResults],
    comparisons: list[ResultComparison],
) -> list[Path]:
    _make(folder)
    found = []
    for chart in result_charts(several, comparisons):
        for each in formats:
            path = folder / f"{file_stem(chart.name)}.{each}"
            distinct([path], read)
            save_figure(chart.figure, path)
            found.append(path)
    return found


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot make this folder: {error.strerror}", source=str(folder)) from error


def _lines(several: list[CampaignResults], comparisons: list[ResultComparison]) -> list[str]:
    """The report for a terminal."""
    lines: list[str] = []
    for comparison in comparisons:
        lines += comparison_lines(comparison)
        if comparison.pairs:
            lines += [line for each in comparison_tables(comparison) for line in _shown(each, MOST_NAMED)]
        lines.append("")
    for results in several:
        lines += [f"{results.name}: {line}" if len(several) > 1 else line for line in facts(results)]
        tables = result_tables(results) if results.rows else []
        lines += [line for each in tables[: 1 if comparisons else None] for line in _shown(each)]
        misses = (run for run in results.rows if run.status == FAILED or run.reason == "unsupported")
        named = ((run.game, run.way, run.status, run.reason, run.detail) for run in misses)
        told = misses_told(named, "see --csv, --html")
        lines += ["", *told] if told and not comparisons else []
        if results is not several[-1]:
            lines.append("")
    return lines


def _shown(each: ReportTable, most: int | None = None) -> list[str]:
    """A table for a terminal."""
    lines = ["", each.title, ""]
    limited = most is not None and each.columns[0].head == "game"
    rows = each.shown()
    lines.append(table([each.heads, *rows[: most if limited else None]], right=each.right))
    if most is not None and limited and len(rows) > most:
        lines.append(f"… and {len(rows) - most} more: see --csv, --html")
    return [*lines, f"({each.note})"] if each.note else lines


def _json(
    several: list[CampaignResults], comparisons: list[ResultComparison], alarms: list[str], written: list[Path]
) -> dict[str, Any]:
    return {
        "files": [
            {
                "file": results.name,
                "campaign": results.campaign,
                "games": results.games,
                "runs": len(results.rows),
                "missing": sum(results.missing.values()),
                "made_by": list(results.provenance),
                "tables": {each.name: each.json() for each in result_tables(results)},
            }
            for results in several
        ],
        "comparisons": [
            {
                "before": comparison.old,
                "after": comparison.new,
                "cells": len(comparison.pairs),
                "only_before": comparison.only_old,
                "only_after": comparison.only_new,
                "regressions": comparison.regressions,
                "tables": {each.name: each.json() for each in comparison_tables(comparison)},
            }
            for comparison in comparisons
        ],
        "contradictions": alarms,
        "written": [str(path) for path in written],
    }
