"""The HTML document: all items that were run, ours beside the paper's, in one file that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from zermelo import __version__
from zermelo.campaign.job import machine
from zermelo.campaign.papers.comparison_text import comparison_rows, counted, remarks
from zermelo.campaign.papers.reproduce import ReproducedItem
from zermelo.campaign.report import charts
from zermelo.campaign.report.figure_files import figure_svg, file_stem
from zermelo.campaign.report.html_page import (
    HtmlText,
    PageSection,
    bullets,
    figure_element,
    html_page,
    joined,
    paragraph,
    table_element,
)
from zermelo.files import write_text


def write_document(path: Path, found: Sequence[ReproducedItem], db: Path) -> None:
    """Write the document; the plots of figures only where matplotlib is installed.

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
    lead = [paragraph(f"Zermelo {__version__}, {machine()}. All runs are in {db.name}.")]
    summary = PageSection("All items", _summary(found))
    sections = [PageSection(each.item.name, joined(_body(each))) for each in found]
    write_text(path, html_page("The papers' tables and figures, run again", [summary, *sections], lead=joined(lead)))


def _summary(found: Sequence[ReproducedItem]) -> HtmlText:
    """A line for each item."""
    rows = [
        [
            each.item.name,
            each.item.what,
            len(each.cells),
            sum(cell.ours is not None and cell.paper is not None for cell in each.cells),
            sum(cell.same is True for cell in each.cells),
            sum(cell.same is False for cell in each.cells),
            round(each.seconds, 1),
        ]
        for each in found
    ]
    return table_element(["item", "what", "cells", "both", "same", "other", "seconds"], rows, right=range(2, 7))


def _body(found: ReproducedItem) -> Iterator[HtmlText]:
    """The section of an item."""
    item = found.item
    yield paragraph(item.what)
    yield paragraph(item.paper, "soft")
    if found.contradicts:
        yield paragraph("Answers contradict each other or the paper.", "alarm")
    if found.curves and charts.available():
        series = {curve.label: curve.points for curve in found.curves}
        x, y = item.axes
        figure = charts.curves(series, x=x, y=y, logarithmic=item.logarithmic, bars=item.bars)
        yield figure_element(figure_svg(figure, file_stem(item.name)), f"{item.name}: {item.what}")
    head, *rows = comparison_rows(found.cells)
    yield table_element(head, rows, right=(1, 2))
    yield bullets([f"{counted(found)}.", *remarks(found)])
