"""Tables 1 and 2 of "Solving Generalized Tic-Tac-Toe by Using QBF Solver": who achieves Tippy first, in so many turns.

Boards of 3×3 and 4×4; GTTT(1,1) on a torus, GTTT(1,1), (2,1) and (2,2); limits of 3 to 9 turns, those of both players
together. A row says who wins within the limit, or that neither does ("draw"), and the seconds of four ways: depth-first
search, proof-number search, DepQBF and RAReQS after Bloqqer; and those of the conversion by Toss, which are not in the
others. Ours by formulas use COR, not the formulas of Toss, and count encoding and Bloqqer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo.campaign.papers.item import ComparedCell, PaperItem, PaperLimits, PaperRun, ReproduceSetting
from zermelo.campaign.papers.paper_results import PaperResults

PAPER = "Solving Generalized Tic-Tac-Toe by Using QBF Solver"

DRAW, FIRST, SECOND, ILLEGIBLE = "draw", "first", "second", "illegible"

TABLES: dict[tuple[str, str], list[tuple[str, tuple[float, float, float, float]]]] = {
    ("3x3", "torus"): [
        (DRAW, (0.005, 0.005, 0.011, 0.021)), (DRAW, (0.007, 0.006, 0.036, 0.075)),
        (DRAW, (0.018, 0.011, 0.052, 0.100)), (DRAW, (0.095, 0.031, 0.108, 0.430)),
        (FIRST, (0.024, 0.039, 0.386, 5.754)), (FIRST, (0.034, 0.042, 0.957, 45.102)),
        (FIRST, (0.021, 0.037, 0.614, 19.565)),
    ],
    ("3x3", "GTTT(1,1)"): [
        (DRAW, (0.005, 0.005, 0.006, 0.008)), (DRAW, (0.008, 0.005, 0.018, 0.055)),
        (DRAW, (0.018, 0.009, 0.032, 0.077)), (DRAW, (0.068, 0.030, 0.053, 0.215)),
        (DRAW, (0.224, 0.106, 0.147, 0.397)), (DRAW, (0.515, 0.235, 0.260, 3.014)),
        (FIRST, (0.295, 0.052, 0.304, 4.944)),
    ],
    ("3x3", "GTTT(2,1)"): [
        (DRAW, (0.011, 0.012, 0.006, 0.009)), (DRAW, (0.042, 0.017, 0.027, 0.084)),
        (ILLEGIBLE, (0.056, 0.015, 0.045, 0.206)),
    ],
    ("3x3", "GTTT(2,2)"): [(DRAW, (0.020, 0.014, 0.016, 0.030)), (DRAW, (0.039, 0.015, 0.045, 0.346))],
    ("4x4", "torus"): [
        (DRAW, (0.007, 0.007, 0.028, 0.040)), (DRAW, (0.021, 0.008, 0.064, 0.090)),
        (DRAW, (0.189, 0.055, 0.145, 0.186)), (DRAW, (6.840, 0.824, 0.395, 0.752)),
        (FIRST, (0.433, 0.939, 4.326, 6.484)), (FIRST, (2.845, 1.011, 18.303, 46.756)),
        (FIRST, (2.176, 0.926, 48.156, 32.931)),
    ],
    ("4x4", "GTTT(1,1)"): [
        (DRAW, (0.007, 0.006, 0.019, 0.027)), (DRAW, (0.024, 0.008, 0.032, 0.074)),
        (DRAW, (0.180, 0.054, 0.074, 0.107)), (DRAW, (4.725, 0.651, 0.131, 0.336)),
        (DRAW, (38.215, 8.603, 3.838, 18.835)), (DRAW, (285.668, 30.831, 14.330, 1341.717)),
        (FIRST, (314.885, 1.888, 75.877, 65.500)),
    ],
    ("4x4", "GTTT(2,1)"): [
        (DRAW, (0.112, 0.110, 0.044, 0.055)), (SECOND, (1.277, 1.429, 0.993, 0.377)),
        (SECOND, (8.823, 2.182, 6.163, 3.359)), (SECOND, (68.609, 4.861, 93.777, 27.714)),
        (SECOND, (323.422, 6.614, 370.489, 99.614)), (SECOND, (846.876, 9.482, 1342.394, 4853.000)),
    ],
    ("4x4", "GTTT(2,2)"): [
        (FIRST, (0.119, 0.130, 0.134, 0.073)), (FIRST, (1.077, 0.185, 0.088, 0.907)),
        (FIRST, (9.543, 0.852, 13.522, 3.063)), (FIRST, (46.285, 1.156, 24.529, 26.992)),
        (FIRST, (172.559, 2.533, 216.890, 58.782)), (FIRST, (288.288, 2.732, 274.699, 580.089)),
    ],
}  # fmt: skip
"""From 3 turns on, for each limit the outcome and the seconds of the four `COLUMNS`."""

CONVERSION: dict[tuple[str, str], tuple[float, ...]] = {
    ("3x3", "torus"): (3.438, 4.654, 5.688, 6.743, 7.745, 8.883, 9.952),
    ("3x3", "GTTT(1,1)"): (0.840, 1.116, 1.287, 1.445, 1.681, 1.843, 2.093),
    ("3x3", "GTTT(2,1)"): (1.462, 2.082, 2.402),
    ("3x3", "GTTT(2,2)"): (2.020, 2.093),
    ("4x4", "torus"): (22.804, 33.370, 43.266, 53.522, 64.044, 74.830, 85.132),
    ("4x4", "GTTT(1,1)"): (1.976, 2.686, 3.331, 3.703, 4.404, 4.960, 5.854),
    ("4x4", "GTTT(2,1)"): (11.419, 15.623, 21.036, 26.084, 31.323, 36.223),
    ("4x4", "GTTT(2,2)"): (15.703, 21.115, 31.280, 36.902, 46.794, 52.034),
}
"""The seconds of the paper's conversion by Toss."""


INFERRED = ("3x3", "GTTT(1,1)", 8)
"""The row whose outcome is inferred from its neighbours, since our copy of the text garbles it."""

COLUMNS: dict[str, dict[str, str]] = {
    "depth-first search": {"engine": "depth-first"},
    "proof-number search": {"engine": "pns"},
    "DepQBF": {"encoding": "cor", "preprocessor": "bloqqer", "solver": "depqbf"},
    "RAReQS": {"encoding": "cor", "preprocessor": "bloqqer", "solver": "rareqs"},
}
"""The ways of the paper, in its order, as ours."""

OTHERS: dict[str, dict[str, str]] = {
    "df-pn": {"engine": "df-pn"},
    "positional search": {"engine": "positional"},
    "Toss file": {"engine": "toss"},
}
"""Ways of ours that the paper has not: other searches, and the game as the paper's file has it, read back."""


class TurnsRow(NamedTuple):
    """A row of a table: the game, the turns, who wins within them, and the paper's seconds."""

    board: str
    rules: str
    turns: int
    winner: str
    seconds: tuple[float, ...]
    conversion: float

    @property
    def name(self) -> str:
        """Its name for people."""
        return f"{self.rules}, {self.turns} turns"

    @property
    def stones(self) -> int:
        """The stones of so many turns: q in the first one, p in each later one.

        >>> [row.stones for row in rows("4x4") if row.rules == "GTTT(2,1)"]
        [5, 7, 9, 11, 13, 15]
        """
        p, q = self.order
        columns, lines = map(int, self.board.split("x"))
        return min(q + p * (self.turns - 1), columns * lines)

    @property
    def order(self) -> tuple[int, int]:
        """The numbers p and q."""
        return (1, 1) if self.rules == "torus" else (int(self.rules[5]), int(self.rules[7]))

    @property
    def game(self) -> str:
        """Its expression."""
        p, q = self.order
        return f"gttt:tippy,p={p},q={q},board={self.board}{',torus' * (self.rules == 'torus')}"

    def run(self, way: str) -> PaperRun:
        """The run by a way: a column of the paper, one of the others, or the conversion."""
        arguments = {"game": self.game, "turns": self.turns}
        name = f"{self.game} turns={self.turns}"
        if way == "conversion":
            return PaperRun(name, way, "conversion", arguments)
        use = {**COLUMNS, **OTHERS}[way]
        tools = tuple(use[each] for each in ("preprocessor", "solver") if each in use)
        return PaperRun(name, "+".join(use.values()), "turns", {**arguments, "stones": self.stones, **use}, tools)


def rows(board: str) -> list[TurnsRow]:
    """The rows of a table."""
    return [
        TurnsRow(board, rules, turns, winner, seconds, CONVERSION[board, rules][turns - 3])
        for (of, rules), listed in TABLES.items()
        if of == board
        for turns, (winner, seconds) in enumerate(listed, 3)
    ]


class TurnsTable(NamedTuple):
    """One of both tables: that of a board."""

    board: str

    def chosen(self, setting: ReproduceSetting) -> list[TurnsRow]:
        """The rows that are run."""
        return setting.thinned(rows(self.board), 9)

    def runs(self, setting: ReproduceSetting) -> list[PaperRun]:
        """As `PaperItem.runs`."""
        ways = (*COLUMNS, *OTHERS, "conversion")
        return [row.run(way) for row in self.chosen(setting) for way in ways]

    def compare(self, results: PaperResults) -> list[ComparedCell]:
        """As `PaperItem.compare`."""
        chosen = self.chosen(results.setting)
        cells = [cell for row in rows(self.board) for cell in _row(row, results, left_out=row not in chosen)]
        return [*cells, *(_other(way, chosen, results) for way in OTHERS)]


def _row(row: TurnsRow, results: PaperResults, *, left_out: bool) -> Iterator[ComparedCell]:
    """The cells of a row."""
    found = {way: results.of(row.run(way)) for way in (*COLUMNS, *OTHERS)}
    said = list(dict.fromkeys(each.figures["winner"] for each in found.values() if each.figures.get("winner")))
    ours = " or ".join(said) or None
    why = "not in a quick run" if left_out and not results.empty else ""
    if row.winner == ILLEGIBLE:
        note = "illegible in our copy of the text"
        yield ComparedCell(f"{row.name}: winner", ours, None, None, note, contradicts=len(said) > 1)
    else:
        inferred = "garbled in our copy, inferred from its neighbours" if _is_inferred(row) else ""
        note = "; ".join(filter(None, (why or ("" if said else "open"), inferred)))
        yield ComparedCell.exact(f"{row.name}: winner", ours, row.winner, note, contradicts=True)
    for (way, result), paper in zip(found.items(), row.seconds, strict=False):
        seconds = result.figures.get("answer_seconds")
        yield ComparedCell(f"{row.name}: {way}, seconds", _short(seconds), paper, None, why or result.why)
    result = results.of(row.run("conversion"))
    seconds = result.figures.get("conversion_seconds")
    yield ComparedCell(f"{row.name}: conversion, seconds", _short(seconds), row.conversion, None, why or result.why)


def _is_inferred(row: TurnsRow) -> bool:
    return (row.board, row.rules, row.turns) == INFERRED


def _other(way: str, chosen: list[TurnsRow], results: PaperResults) -> ComparedCell:
    """The seconds of a way that the paper has not, of all rows together."""
    found = [results.of(row.run(way)) for row in chosen]
    known = [each.figures["answer_seconds"] for each in found if each.figures.get("winner") is not None]
    why = f"not in the paper; {len(known)} of {len(found)} rows" if known else found[0].why
    return ComparedCell(f"all rows: {way}, seconds", _short(sum(known)) if known else None, None, None, why)


def _short(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 3)


GARBLED = "The outcomes stand in a column that our copy of the text garbles: one is illegible, one is inferred."
MACHINE = "Seconds of another machine, which our copy of the text does not name: the columns show how the ways compare."
FORMULAS = (
    "Ours by formulas use COR, and count encoding and Bloqqer; the paper's use the formulas of Toss, and do not count "
    "the conversion."
)
TOSS = "The conversion of ours goes from the text of the .toss file to the clauses of the encoding net."
NOTES = (MACHINE, FORMULAS, TOSS)

ITEMS: tuple[PaperItem, ...] = tuple(
    PaperItem(
        f"gttt/table-{number}",
        PAPER,
        f"{board.replace('x', '×')}: who achieves Tippy within so many turns",
        TurnsTable(board).runs,
        TurnsTable(board).compare,
        PaperLimits(1, 10, 5000),
        (GARBLED, *NOTES) if board == "3x3" else NOTES,
    )
    for number, board in enumerate(("3x3", "4x4"), 1)
)
