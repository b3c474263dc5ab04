"""Tables 1, 2, 5 and 6 of "Quantified Boolean Solving for Achievement Games": ours beside the paper's.

    python benchmarks/pairing_paper.py                        all boards; on 5×5 20 s an instance
    python benchmarks/pairing_paper.py --boards 3 4           the boards on which the paper solves everything
    python benchmarks/pairing_paper.py --report               the tables again

Instances: every polyomino of at most six cells that fits on the board, on a normal board and on a torus: 48 on 3×3, 98
on 4×4 and 110 on 5×5. Who achieves it first wins, and the question is whether Black does.

Single ways ask one formula at the depth of a full board, as the paper does (tables 1, 2, 5); ``cor/pairing`` is the
duel of table 6, COR at odd and Pairing at even depths until one of them is true; the default `solve` is asked who wins.
Pairing by itself knows nothing of White's shapes: it is asked about the game in which White only breaks, and what it
says of a winner is said of that game. `pairing-mm` is our variant that is exact in the game itself.
The paper had QESTO and QRATPre+, too: name them with ``--ways`` once they are configured. ``cor:faithful`` is the
encoding just as it was published.

The exit code is 1 when two runs contradict each other, when there are more winners or losers than the paper leaves
room for, or when on 3×3 or 4×4 the default, or a way with which the paper solves all, does not find exactly 8 winners
and 40 losers, 14 winners and 84 losers. Ctrl-C prints the tables so far (exit code 3).
"""

from __future__ import annotations

import argparse
import sys
from typing import NamedTuple

from common import table
from papers import Cell, Runs, Tally, comparison, default_label, parser, perform

from zermelo.families import fitting

BEFORE = ("", "bloqqer+")
SMALL = tuple(f"{name}+{before}depqbf" for before in BEFORE for name in ("cor", "pairing", "pairing-mm"))
DUEL = tuple(f"cor/pairing+{before}depqbf" for before in BEFORE)
WAYS = {3: ("dys+depqbf", "dys+bloqqer+depqbf", *SMALL), 4: SMALL, 5: SMALL + DUEL}
"""The ways of the tables that need no tool which the registries do not have, by the board."""


class Row(NamedTuple):
    """A row of the paper: seconds, and how many are unknown, winners and losers."""

    seconds: float
    unknown: int
    wins: int
    losses: int


class Part(NamedTuple):
    """A table, or half of one.

    Parameters
    ----------
    title, size
        Of the table, and of its board.
    rows
        What the paper has, by our name of the way.
    torus
        Which boards; None for both.
    """

    title: str
    size: int
    rows: dict[str, Row]
    torus: bool | None = None

    @property
    def best(self) -> Row:
        """The row with the fewest unknown."""
        return min(self.rows.values(), key=lambda row: row.unknown)

    @property
    def whole(self) -> int:
        """The number of instances."""
        return sum(self.best[1:])

    def has(self, name: str) -> bool:
        """True if an instance is one of this table."""
        return f"{self.size}x{self.size}" in name and self.torus in {None, "torus" in name}


PARTS = [
    Part(
        "Table 1",
        3,
        {
            "dys+depqbf": Row(12.85, 0, 8, 40),
            "cor+depqbf": Row(1.12, 0, 8, 40),
            "pairing+depqbf": Row(0.77, 0, 8, 40),
            "dys+qesto": Row(3171.66, 0, 8, 40),
            "cor+qesto": Row(9.21, 0, 8, 40),
            "pairing+qesto": Row(3.00, 0, 8, 40),
            "dys+qratpre++depqbf": Row(7.97, 0, 8, 40),
            "cor+qratpre++depqbf": Row(0.85, 0, 8, 40),
            "pairing+qratpre++depqbf": Row(0.32, 0, 8, 40),
            "dys+bloqqer+qesto": Row(3.47, 0, 8, 40),
            "cor+bloqqer+qesto": Row(1.65, 0, 8, 40),
            "pairing+bloqqer+qesto": Row(1.69, 0, 8, 40),
        },
    ),
    Part(
        "Table 2",
        4,
        {
            "cor+depqbf": Row(17159.72, 7, 14, 77),
            "cor+bloqqer+depqbf": Row(12949.31, 5, 14, 79),
            "cor+qratpre++depqbf": Row(14176.01, 5, 14, 79),
            "pairing+depqbf": Row(114.63, 0, 14, 84),
            "pairing+bloqqer+depqbf": Row(93.35, 0, 14, 84),
            "pairing+qratpre++depqbf": Row(61.31, 0, 14, 84),
        },
    ),
    Part(
        "Table 5",
        5,
        {
            "cor+depqbf": Row(103083.14, 103, 7, 0),
            "cor+bloqqer+depqbf": Row(103213.42, 103, 7, 0),
            "cor+qratpre++depqbf": Row(103114.56, 103, 7, 0),
            "pairing+depqbf": Row(41365.22, 40, 10, 60),
            "pairing+bloqqer+depqbf": Row(38901.20, 38, 10, 62),
            "pairing+qratpre++depqbf": Row(39393.55, 38, 10, 62),
        },
    ),
    Part(
        "Table 6, normal boards",
        5,
        {
            "cor/pairing+depqbf": Row(1023.71, 1, 7, 47),
            "cor/pairing+bloqqer+depqbf": Row(1016.29, 1, 7, 47),
            "cor/pairing+qratpre++depqbf": Row(1015.34, 1, 7, 47),
        },
        torus=False,
    ),
    Part(
        "Table 6, torus boards",
        5,
        {
            "cor/pairing+depqbf": Row(21376.28, 21, 7, 27),
            "cor/pairing+bloqqer+depqbf": Row(21012.67, 20, 7, 28),
            "cor/pairing+qratpre++depqbf": Row(21310.61, 20, 7, 28),
        },
        torus=True,
    ),
]
LIMIT = 1000
"""Seconds of a run in the paper."""


def cells(args: argparse.Namespace) -> list[Cell]:
    """All runs, instance after instance."""
    found = []
    for size in args.boards:
        limit = args.limit if size == 5 else args.full
        ways = (default_label(args), *(WAYS[size] if args.ways is None else args.ways))
        for torus in ("", ",torus"):
            for poly in fitting(size, size):
                name = f"httt:{poly.systematic_name or poly.name},board={size}x{size}{torus}"
                if args.only in name:
                    found += [
                        Cell(
                            name,
                            f"{name},mb" if way.startswith(("pairing+", "pairing:")) else name,
                            *("winner", size**2, way, limit),
                            *(args.memory, args.jobs, args.check),
                        )
                        for way in ways
                    ]
    return found


def disagrees(counts: Tally, part: Part, *, must: bool) -> bool:
    """True if there are more winners or losers than the paper leaves room for, or fewer where all ``must`` be found."""
    best = part.best
    short = must and not best.unknown and counts.tried == part.whole and counts.solved < part.whole
    return short or counts.wins > best.wins + best.unknown or counts.losses > best.losses + best.unknown


def compare(part: Part, tried: list[Cell], runs: Runs, default: str) -> list[str]:
    """Print a table; what is wrong with it."""
    ours = [cell for cell in tried if part.has(cell.name)]
    if not ours:
        return []
    duel = any("/" in way for way in part.rows)
    tried_ways = dict.fromkeys(cell.way for cell in ours if cell.way == default or ("/" in cell.way) is duel)
    rows, wrong = [], []
    for way in dict.fromkeys([*tried_ways, *part.rows]):
        counts, paper = Tally.of(runs.of(cell for cell in ours if cell.way == way)), part.rows.get(way)
        numbers = [f"{counts.solved}/{counts.tried}", counts.wins, counts.losses, counts.seconds]
        theirs = ["–"] * 4 if paper is None else [paper.wins + paper.losses, paper.wins, paper.losses, paper.seconds]
        rows.append([way, *(numbers if counts.tried else ["–"] * 4), *theirs])
        if disagrees(counts, part, must=way == default or (paper is not None and paper.unknown == 0)):
            found = f"{counts.wins} winners, {counts.losses} losers, {counts.tried - counts.solved} open"
            wrong.append(f"{way}: {found}, the paper has {part.best.wins} and {part.best.losses}")
    size, limit = f"{part.size}×{part.size}", ours[0].limit
    print(f"\n{part.title}: {part.whole} instances on {size}, {limit:g} s each; the paper {LIMIT} s each\n")
    head = ["way", "solved", "wins", "losses", "seconds", "paper: solved", "wins", "losses", "seconds"]
    print(table(head, rows))
    print(f"\n{comparison([cell for cell in ours if cell.way in tried_ways], runs)}")
    for each in wrong:
        print(f"WRONG: {each}")
    return wrong


def main() -> int:
    made = parser(__doc__, "pairing_paper", 20, None)
    made.add_argument("--boards", type=int, nargs="+", choices=(3, 4, 5), default=[3, 4, 5])
    made.add_argument("--full", type=float, default=LIMIT, metavar="SECONDS", help="of a run on 3×3 and 4×4")
    made.add_argument("--only", default="", metavar="TEXT", help="instances whose expression holds this")
    args = made.parse_args()
    tried = cells(args)
    runs, code = perform(tried, {}, args)
    wrong = [each for part in PARTS for each in compare(part, tried, runs, default_label(args))]
    return 1 if wrong else code


if __name__ == "__main__":
    sys.exit(main())
