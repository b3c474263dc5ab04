"""Rows of tables that count: of many instances, how many are winners, losers or open, and in how many seconds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from zermelo.campaign.papers.item import ComparedCell, PaperRun
from zermelo.campaign.papers.paper_results import PaperResults


class PublishedCounts(NamedTuple):
    """A row of a paper: seconds, and how many instances are open, won by Black, and not."""

    seconds: float
    unknown: int
    wins: int
    losses: int

    @property
    def whole(self) -> int:
        """The number of instances."""
        return self.unknown + self.wins + self.losses


@dataclass(frozen=True)
class SolvedCounts:
    """Runs counted; one that is open counts with its limit at least, as in the papers.

    Parameters
    ----------
    tried
        The number of runs that were made.
    wins, losses, seconds
        How many say that Black wins, how many that he does not, and the seconds of all.
    why
        Why runs were not made, or why there are open ones.
    """

    tried: int
    wins: int
    losses: int
    seconds: float
    why: str = ""

    @property
    def unknown(self) -> int:
        """The number of open ones."""
        return self.tried - self.wins - self.losses

    @classmethod
    def of(cls, runs: Iterable[PaperRun], results: PaperResults) -> SolvedCounts:
        """The runs, counted."""
        found = [(run, results.of(run)) for run in runs]
        made = [(run, result) for run, result in found if result.done]
        answers = [result.black_wins for _, result in made]
        seconds = 0.0
        for (run, result), answer in zip(made, answers, strict=True):
            least = 0.0 if answer is not None else results.item.limits.seconds(results.setting, run)
            seconds += max(least, result.seconds)
        missing = next((result.why for _, result in found if not result.done), "")
        odd = (result.why for (_, result), answer in zip(made, answers, strict=True) if answer is None)
        why = missing or next((each for each in odd if not each.startswith("not within")), "")
        return cls(len(made), answers.count(True), answers.count(False), round(seconds, 2), why)


def compare_counts(
    label: str, runs: Sequence[PaperRun], paper: PublishedCounts, best: PublishedCounts, results: PaperResults
) -> Iterator[ComparedCell]:
    """The four cells of a row.

    Parameters
    ----------
    label
        Of the row.
    runs
        Its runs.
    paper, best
        The row of the paper, and the one of the same instances that leaves the fewest open: more winners or losers than
        that one leaves room for contradict the paper.
    results
        The results.
    """
    ours = SolvedCounts.of(runs, results)
    note = _note(ours, len(runs), paper, results)
    if not ours.tried:
        for what in ("seconds", "unknown", "winners", "losers"):
            figure = {"winners": paper.wins, "losers": paper.losses}.get(what, getattr(paper, what, None))
            yield ComparedCell(f"{label}: {what}", None, figure, None, note)
        return
    yield ComparedCell(f"{label}: seconds", ours.seconds, paper.seconds, None, note)
    yield _cell(f"{label}: unknown", ours.unknown, paper.unknown, ours, paper, results)
    for what, mine, theirs, most in (
        ("winners", ours.wins, paper.wins, best.wins + best.unknown),
        ("losers", ours.losses, paper.losses, best.losses + best.unknown),
    ):
        if mine > most:
            said = f"the paper leaves room for {most}"
            yield ComparedCell(f"{label}: {what}", mine, theirs, False, said, contradicts=True)
        else:
            yield _cell(f"{label}: {what}", mine, theirs, ours, paper, results)


def _cell(
    label: str, mine: int, theirs: int, ours: SolvedCounts, paper: PublishedCounts, results: PaperResults
) -> ComparedCell:
    """A count: another one says something only where all were tried, and not less was found in less time."""
    if ours.tried < paper.whole:
        return ComparedCell(label, mine, theirs, None, f"{ours.tried} of {paper.whole} instances")
    if mine == theirs:
        return ComparedCell(label, mine, theirs, True, "")
    if ours.wins >= paper.wins and ours.losses >= paper.losses:
        return ComparedCell(label, mine, theirs, False, "we decide more")
    if results.limit < results.item.limits.full:
        said = f"{results.limit:g} s each, the paper {results.item.limits.full:g} s"
        return ComparedCell(label, mine, theirs, None, said)
    return ComparedCell(label, mine, theirs, False, "")


def _note(ours: SolvedCounts, asked: int, paper: PublishedCounts, results: PaperResults) -> str:
    """Note on a row: the reason for missing runs, and the part of the instances that was tried."""
    said = [ours.why] if ours.why else []
    if not results.empty and 0 < ours.tried < paper.whole:
        said.append(f"{ours.tried} of {paper.whole} instances")
    elif not ours.tried and not ours.why:
        said.append("not run" if asked else "no instances")
    return "; ".join(said)


def count_default(label: str, runs: Sequence[PaperRun], results: PaperResults) -> Iterator[ComparedCell]:
    """Cells of `zermelo solve` without a tool named, which no paper has."""
    ours = SolvedCounts.of(runs, results)
    figures = (ours.seconds, ours.unknown, ours.wins, ours.losses) if ours.tried else (None,) * 4
    for what, figure in zip(("seconds", "unknown", "winners", "losers"), figures, strict=True):
        note = "not in the paper" if ours.tried else ours.why
        yield ComparedCell(f"{label}: {what}", figure, None, None, note)
