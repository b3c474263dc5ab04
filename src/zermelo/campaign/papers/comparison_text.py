"""A comparison as text: the cells of an item in columns, and what there is to say about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from zermelo.campaign.job import machine
from zermelo.campaign.papers.item import ComparedCell, Figure
from zermelo.campaign.papers.reproduce import ReproducedItem

SAME = {True: "yes", False: "no", None: ""}


def shown_figure(figure: Figure) -> str:
    """A figure as people read it; a dash where there is none.

    >>> [shown_figure(each) for each in (None, 12345, 0.5, 12.0, "SAT", True)]
    ['–', '12345', '0.5', '12.0', 'SAT', 'yes']
    """
    if figure is None:
        return "–"
    if isinstance(figure, bool):
        return SAME[figure]
    return f"{figure:g}" if isinstance(figure, float) and abs(figure) >= 1e15 else str(figure)


def comparison_rows(cells: Iterable[ComparedCell]) -> Iterator[list[str]]:
    """The cells as rows of texts, the head first."""
    yield ["cell", "ours", "paper", "same", "note"]
    for cell in cells:
        note = f"CONTRADICTION {cell.note}".strip() if cell.contradicts else cell.note
        yield [cell.cell, shown_figure(cell.ours), shown_figure(cell.paper), SAME[cell.same], note]


def counted(found: ReproducedItem) -> str:
    """The cells of an item counted, in a line."""
    cells = found.cells
    with_paper = [cell for cell in cells if cell.paper is not None]
    ours = sum(cell.ours is not None for cell in with_paper)
    same, other = (sum(cell.same is wanted for cell in with_paper) for wanted in (True, False))
    return f"{ours} of {len(with_paper)} published figures have ours beside them: {same} are the same, {other} differ"


def remarks(found: ReproducedItem) -> list[str]:
    """Sentences on an item: answers that exclude each other, its limits, what is missing, its own notes."""
    item, setting = found.item, found.setting
    seconds, full = item.limits.seconds(setting), item.limits.full
    theirs = "" if seconds == full or not item.limits.published else f"; the paper's: {full:g} s"
    lines = [f"CONTRADICTION on {said}." for said in found.contradictions]
    lines.append(f"Limit of each run: {seconds:g} s{theirs}.")
    lines += [f"{number} {'run' if number == 1 else 'runs'} not made: {why}." for why, number in found.absent.items()]
    if item.machine:
        lines.append(f"Machine: {machine()}; the paper's: {item.machine}.")
    tools = [_versions(name, found.tools.get(name), item.versions.get(name)) for name in item.versions]
    return [*lines, *([f"Versions: {', '.join(tools)}."] if tools else []), *item.notes]


def _versions(name: str, ours: str | None, paper: str | None) -> str:
    """A tool, its version here and that of the paper.

    >>> _versions("depqbf", "DepQBF 6.03", "6.03"), _versions("qesto", None, "1.0")
    ('depqbf DepQBF 6.03 (paper 6.03)', 'qesto – (paper 1.0)')
    """
    return f"{name} {ours or '–'} (paper {paper or '–'})"
