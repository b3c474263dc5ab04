"""A table of a report, and its forms: text for a terminal, CSV, LaTeX (booktabs), HTML, JSON.

Cells are plain values; how they look is a matter of the kind of their column. CSV and JSON have them as they are.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.campaign.report.html_page import HtmlText, table_element

TEXT, COUNT, SECONDS, MEGABYTES, RATIO = "text", "count", "seconds", "MB", "ratio"

NONE = "–"
"""The sign for no value."""

_LABEL = re.compile(r"[^A-Za-z0-9:-]+")

_LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "%": r"\%", "#": r"\#", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"{\ttfamily\char34}", "–": "--", "×": r"$\times$", "…": r"\dots{}",
    "·": r"\textperiodcentered{}", "\N{REPLACEMENT CHARACTER}": "?",
}  # fmt: skip


@dataclass(frozen=True)
class ReportColumn:
    """A column: its head, and the kind of its values."""

    head: str
    kind: str = COUNT

    @property
    def right(self) -> bool:
        """True for figures, which stand flush right."""
        return self.kind != TEXT


@dataclass(frozen=True)
class ReportTable:
    """A table.

    Parameters
    ----------
    name
        A word: that of its file.
    title
        A line.
    columns, rows
        The columns, and rows of as many values; None is no value.
    note
        A line below it.

    >>> columns = ReportColumn("way", TEXT), ReportColumn("s", SECONDS)
    >>> table = ReportTable("ways", "Ways", columns, (("a_b", 0.12345),))
    >>> print(table.csv(), end="")
    way,s
    a_b,0.12345
    >>> table.shown()
    [['a_b', '0.123']]
    """

    name: str
    title: str
    columns: tuple[ReportColumn, ...]
    rows: tuple[tuple[Any, ...], ...]
    note: str = ""

    @property
    def right(self) -> set[int]:
        """The numbers of the columns that stand flush right."""
        return {number for number, column in enumerate(self.columns) if column.right}

    @property
    def heads(self) -> list[str]:
        """The heads of the columns."""
        return [column.head for column in self.columns]

    def shown(self) -> list[list[str]]:
        """The rows for people."""
        return [
            [shown(value, column.kind) for value, column in zip(row, self.columns, strict=True)] for row in self.rows
        ]

    def csv(self) -> str:
        """The table as CSV, with all digits."""
        found = io.StringIO()
        writer = csv.writer(found, lineterminator="\n")
        writer.writerow(self.heads)
        writer.writerows([_plain(value) for value in row] for row in self.rows)
        return found.getvalue()

    def html(self) -> HtmlText:
        """The table as an element of a page."""
        return table_element(self.heads, self.shown(), right=self.right, caption=self.note)

    def json(self) -> dict[str, Any]:
        """The table as a JSON object."""
        rows = [dict(zip(self.heads, row, strict=True)) for row in self.rows]
        return {"name": self.name, "title": self.title, "rows": rows}

    def latex(self) -> str:
        """The table as a LaTeX environment, for which the document loads booktabs."""
        form = "".join("r" if column.right else "l" for column in self.columns)
        lines = [
            r"% \usepackage{booktabs}",
            r"\begin{table}",
            r"  \centering",
            rf"  \caption{{{latex_escaped(self.title)}}}",
            rf"  \label{{tab:{_LABEL.sub('-', self.name)}}}",
            rf"  \begin{{tabular}}{{@{{}}{form}@{{}}}}",
            r"    \toprule",
            _latex_row(self.heads),
            r"    \midrule",
            *map(_latex_row, self.shown()),
            r"    \bottomrule",
            r"  \end{tabular}",
            r"\end{table}",
        ]
        return "\n".join(lines) + "\n"


def shown(value: Any, kind: str) -> str:
    """A value for people.

    >>> [shown(value, SECONDS) for value in (None, 0.0123456, 1.5, 12345.6)]
    ['–', '0.012', '1.50', '12346']
    >>> shown(1.999, RATIO), shown(3, COUNT), shown(51.4, MEGABYTES), shown(True, TEXT)
    ('2.00', '3', '51', 'yes')
    """
    if value is None:
        return NONE
    if isinstance(value, bool):
        return "yes" if value else "no"
    if kind in {SECONDS, RATIO}:
        digits = 3 if abs(value) < 1 else 2 if abs(value) < 10 else 1 if abs(value) < 1000 else 0
        return f"{value:.{digits}f}"
    if kind == MEGABYTES:
        return f"{value:.0f}"
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in str(value))


def latex_escaped(text: str) -> str:
    r"""A text for LaTeX.

    >>> print(latex_escaped("50% of a_b & c\\d"))
    50\% of a\_b \& c\textbackslash{}d
    """
    return "".join(_LATEX.get(sign, sign if sign.isprintable() else " ") for sign in text)


def _latex_row(cells: Sequence[str]) -> str:
    return "    " + " & ".join(map(latex_escaped, cells)) + r" \\"


def _plain(value: Any) -> Any:
    """A value for CSV."""
    if isinstance(value, bool):
        return int(value)
    return value.encode(errors="replace").decode().replace("\x00", "") if isinstance(value, str) else value
