"""The HTML page of a report, one file: tables, comparisons, charts, and all runs with filters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Any

from zermelo import __version__
from zermelo.campaign.report.campaign_results import CampaignResults
from zermelo.campaign.report.charts import available
from zermelo.campaign.report.figure_files import figure_svg
from zermelo.campaign.report.html_page import (
    HtmlText,
    PageSection,
    bullets,
    data_element,
    escaped,
    figure_element,
    figure_grid,
    html_page,
    joined,
    paragraph,
)
from zermelo.campaign.report.report_table import ReportTable
from zermelo.campaign.report.result_charts import pair_count, result_charts
from zermelo.campaign.report.result_comparison import ResultComparison, comparison_tables
from zermelo.campaign.report.result_tables import facts, result_tables
from zermelo.campaign.report.run_texts import question_text
from zermelo.wording import counted

PAGE_PAIRS = 6
"""The number of pairs of ways whose scatter plots are on the page."""

STYLE = """
.filters { display: flex; flex-wrap: wrap; gap: .75rem 1rem; align-items: end; margin: 1rem 0; }
.filters label { display: grid; gap: .15rem; font-size: .85rem; color: var(--soft); min-width: 0; }
.filters input, .filters select, button { font: inherit; color: var(--ink); background: var(--raised);
  border: 1px solid var(--line); border-radius: 4px; padding: .3rem .5rem; max-width: 100%; }
.filters select { max-width: 17rem; }
button { cursor: pointer; }
#cells { width: 100%; }
#cells thead th { position: sticky; top: 0; white-space: nowrap; padding: .15rem .2rem; }
#cells thead button { border: 0; background: none; padding: .2rem .5rem; font-weight: 600; }
#cells th[aria-sort=ascending] button::after { content: " \\2191"; }
#cells th[aria-sort=descending] button::after { content: " \\2193"; }
#cells td { white-space: nowrap; }
#cells tbody th { min-width: 11rem; max-width: 26rem; overflow-wrap: break-word; }
#cells details > div { white-space: normal; overflow-wrap: break-word; width: 26rem; color: var(--soft); }
#cells summary { cursor: pointer; }
.tables { display: flex; flex-wrap: wrap; gap: 0 3rem; align-items: flex-start; }
.tables > div { min-width: 0; max-width: 100%; }
#cells-box { max-height: 80vh; overflow: auto; border: 1px solid var(--line); }
#more { margin: .75rem 0; }
"""


def results_page(several: Sequence[CampaignResults], comparisons: Sequence[ResultComparison], alarms: Sequence[str],
                 title: str | None = None) -> Iterator[str]:  # fmt: skip
    """The page of some files of results, in pieces.

    Parameters
    ----------
    several
        The files of results.
    comparisons
        Of the first one with each of the others.
    alarms
        Lines on contradictions.
    title
        The title; None: the names of the campaigns.

    Where matplotlib is missing the page has no charts, and says so.
    """
    names = list(dict.fromkeys(results.campaign for results in several))
    sections = [_comparison(comparison) for comparison in comparisons]
    sections += [_tables(results, len(several) > 1) for results in several]
    sections += [_charts(several, comparisons), PageSection("All runs", _runs(several))]
    script = files("zermelo.campaign.report").joinpath("results_page.js").read_text(encoding="utf-8")
    lead = [paragraph("Made by zermelo campaign report, version " + __version__ + ".", "soft")]
    if alarms:
        lead.append(
            HtmlText(f'<div class="alarm" role="alert"><p>Answers exclude each other:</p>{bullets(alarms)}</div>')
        )
    heading = title or f"Campaign {', '.join(names)}"
    return html_page(heading, sections, lead=joined(lead), style=STYLE, script=script)


def _comparison(comparison: ResultComparison) -> PageSection:
    lines = [paragraph(line) for line in comparison_lines(comparison)]
    tables = comparison_tables(comparison)
    return PageSection(f"{comparison.old} and {comparison.new}", joined([*lines, _beside(tables)]))


def comparison_lines(comparison: ResultComparison) -> list[str]:
    """A comparison in a sentence or two."""
    counts = {kind: len(comparison.changed(kind)) for kind in ("lost", "slower", "gained", "faster")}
    only = f"{comparison.only_old} only in {comparison.old}, {comparison.only_new} only in {comparison.new}"
    lines = [f"{counted(len(comparison.pairs), 'cells')} in both, {only}."]
    if comparison.hint:
        return [*lines, f"Nothing to compare: {comparison.hint}."]
    return [*lines, f"Answers: {', '.join(f'{number} {kind}' for kind, number in counts.items())}."]


def _table(table: ReportTable) -> HtmlText:
    return HtmlText(f"<div><h3>{escaped(table.title)}</h3>\n{table.html()}</div>")


def _beside(tables: Sequence[ReportTable]) -> HtmlText:
    """Tables beside each other where there is room."""
    return HtmlText(f'<div class="tables">{joined(map(_table, tables))}</div>')


def _tables(results: CampaignResults, named: bool) -> PageSection:
    lines = [paragraph(line) for line in facts(results)]
    heading = f"Results in {results.name}" if named else "Results"
    made = HtmlText(f"<details><summary>Versions and machines</summary>{bullets(results.provenance)}</details>")
    return PageSection(heading, joined([*lines, _beside(result_tables(results)), made]))


def _charts(several: Sequence[CampaignResults], comparisons: Sequence[ResultComparison]) -> PageSection:
    if not available():
        return PageSection("Charts", paragraph("None: matplotlib is not installed (pip install 'zermelo[plots]')."))
    figures = [
        figure_element(figure_svg(chart.figure, f"chart{number}"), chart.caption)
        for number, chart in enumerate(result_charts(several, comparisons, PAGE_PAIRS))
    ]
    told = []
    if len(several) == 1 and pair_count(several[0]) > PAGE_PAIRS:
        told.append(paragraph("Pairs are those of the ways that solved most; --plots draws more of them.", "soft"))
    return PageSection("Charts", joined([figure_grid(figures), *told]))


def _runs(several: Sequence[CampaignResults]) -> HtmlText:
    """All runs: the filters, an empty table, and the data from which the script fills it."""
    columns = _columns(several)
    heads = list(columns)
    rows = [list(row) for row in zip(*columns.values(), strict=True)]
    numeric = [head in {"rep.", "s", "CPU s", "MB", "formula"} for head in heads]
    selects = "\n".join(
        f'<label>{escaped(head)}<select name="{escaped(head)}"><option value="">all</option></select></label>'
        for head in ("file", "question", "way", "status", "reason")
        if head in columns
    )
    return HtmlText(f"""<noscript><p>The table of all runs needs JavaScript; the tables above do not.</p></noscript>
{data_element("runs", {"heads": heads, "numeric": numeric, "rows": rows})}
<div id="table-of-runs" hidden>
<form id="filters" class="filters" role="search" aria-label="Filters of the runs">
<label>game<input type="search" name="text" placeholder="words in its name" autocomplete="off"></label>
{selects}
<button type="reset">Clear</button>
</form>
<p id="told" role="status" aria-live="polite"></p>
<div id="cells-box" role="region" aria-label="All runs" tabindex="0">
<table id="cells"><thead><tr></tr></thead><tbody></tbody></table></div>
<button type="button" id="more" hidden>Show more</button>
</div>""")


def _columns(several: Sequence[CampaignResults]) -> dict[str, list[Any]]:
    """The columns of the table of all runs by their heads; some are left out where all rows say the same."""
    runs = [(results.name, run) for results in several for run in results.rows]
    questions = {run.asked for _, run in runs}
    found: dict[str, list[Any]] = {"game": [run.game for _, run in runs]}
    if len(several) > 1:
        found["file"] = [name for name, _ in runs]
    if len(questions) > 1:
        texts = {asked: question_text(asked) for asked in questions}
        found["question"] = [texts[run.asked] for _, run in runs]
    found["way"] = [run.way for _, run in runs]
    if any(run.repetition > 1 for _, run in runs):
        found["rep."] = [run.repetition for _, run in runs]
    found["status"] = [run.status for _, run in runs]
    found["reason"] = [run.reason for _, run in runs]
    found["answer"] = [run.answer or None for _, run in runs]
    found["checked"] = [("yes" if run.checked else "no") if run.solved else None for _, run in runs]
    found["s"] = [round(run.wall_seconds, 3) for _, run in runs]
    found["CPU s"] = [round(run.cpu_seconds, 3) for _, run in runs]
    found["MB"] = [round(run.memory_mb, 1) for _, run in runs]
    found["formula"] = [run.size for _, run in runs]
    found["detail"] = [run.detail for _, run in runs]
    return {
        head: values for head, values in found.items() if head in _ALWAYS or any(each is not None for each in values)
    }


_ALWAYS = frozenset({"game", "way", "status", "reason", "s"})
