"""The HTML document: all items that were run, ours beside the paper's, in one file that needs nothing else."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from pathlib import Path

from zermelo import __version__
from zermelo.campaign.papers.comparison_text import comparison_rows, counted, remarks
from zermelo.campaign.papers.reproduce import ReproducedItem
from zermelo.files import write_text

STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #222; }
table { border-collapse: collapse; margin: 1rem 0; } th, td { padding: .15rem .7rem; text-align: left; }
th { border-bottom: 2px solid #888; } tr:nth-child(even) { background: #f4f4f4; }
td:nth-child(2), td:nth-child(3) { text-align: right; font-variant-numeric: tabular-nums; }
.no { color: #a40; } .yes { color: #060; } .contradiction { background: #fcc !important; } .paper { color: #666; }
"""


def write_document(path: Path, found: Sequence[ReproducedItem], db: Path) -> None:
    """Write the document.

    Parameters
    ----------
    path
        The file.
    found
        The items.
    db
        The file of results, which the document names.

    Raises ``InputError`` for a file that cannot be written.
    """
    write_text(path, _document(found, db))


def _document(found: Sequence[ReproducedItem], db: Path) -> Iterator[str]:
    yield '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Reproduced</title>'
    yield f"<style>{STYLE}</style>"
    yield "</head><body>\n<h1>The papers' tables and figures, run again</h1>\n"
    yield f"<p>Zermelo {html.escape(__version__)}; all runs are in {html.escape(db.name)}.</p>\n<ul>\n"
    for each in found:
        name = html.escape(each.item.name)
        yield f'<li><a href="#{name}">{name}</a>: {html.escape(each.item.what)}</li>\n'
    yield "</ul>\n"
    for each in found:
        yield from _section(each)
    yield "</body></html>\n"


def _section(found: ReproducedItem) -> Iterator[str]:
    item = found.item
    yield f'<h2 id="{html.escape(item.name)}">{html.escape(item.name)}: {html.escape(item.what)}</h2>\n'
    yield f'<p class="paper">{html.escape(item.paper)}</p>\n<table>\n'
    head, *rows = comparison_rows(found.cells)
    yield "<tr>" + "".join(f"<th>{html.escape(text)}</th>" for text in head) + "</tr>\n"
    for cell, row in zip(found.cells, rows, strict=True):
        mark = ' class="contradiction"' if cell.contradicts else ""
        yield f"<tr{mark}>" + "".join(
            f'<td class="{text}">{text}</td>' if place == 3 else f"<td>{html.escape(text)}</td>"
            for place, text in enumerate(row)
        )
        yield "</tr>\n"
    yield f"</table>\n<p>{html.escape(counted(found))}.</p>\n<ul>\n"
    yield "".join(f"<li>{html.escape(line)}</li>\n" for line in remarks(found))
    yield "</ul>\n"
