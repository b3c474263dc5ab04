"""Table 2 of "Concise QBF Encodings for Games on a Grid": critical depths, ours beside the paper's.

    python benchmarks/grid_paper.py                          every cell of the table, 60 s for each way
    python benchmarks/grid_paper.py --only domineering:3     cells whose expression holds this
    python benchmarks/grid_paper.py --ways                   the default alone
    python benchmarks/grid_paper.py --report                 the tables again

The default `solve` is asked how fast Black wins; single ways ask one depth after the other, upward, within the same
limit for all of them. The games come from our families, so HTTT, which the paper writes as a grid game like all others,
is a game on winning sets here.

The paper sets a number in bold when it is the least depth with a win, plainly when there is no win and the depth is
complete, and in italics when it is the largest one refuted. Where its text does not tell which, it follows from the
number of cells and from what the literature says about the game. In Connect-3 on 3×3 the paper counts nine moves as
complete; by the rules of BDDL White, who cannot move on a full board, has then lost, so that Black wins in ten.

The exit code is 1 when a run contradicts another or the paper. Ctrl-C prints the tables so far (exit code 3).
"""

from __future__ import annotations

import argparse
import sys
from typing import NamedTuple

from common import Claim, table
from papers import Cell, Record, Runs, Tally, claims, comparison, default_label, parser, perform

WAYS = ("bddl+bloqqer+depqbf", "bddl+bloqqer+caqe", "bddl+depqbf", "cor+depqbf", "cor+caqe", "cor+bloqqer+depqbf")
WIN, NONE, REFUTED = "wins in", "no win", "no win in"


class Entry(NamedTuple):
    """A cell of the table: the game, and what the paper says of which depth."""

    game: str
    kind: str
    depth: int

    @property
    def claims(self) -> list[Claim]:
        """The figures of the paper."""
        if self.kind == WIN:
            return [Claim(self.depth, True, False, "the paper"), Claim(self.depth - 1, False, False, "the paper")]
        return [Claim(self.depth, False, self.kind == NONE, "the paper")]

    def __str__(self) -> str:
        return f"{self.kind} ({self.depth})" if self.kind == NONE else f"{self.kind} {self.depth}"


def _row(game: str, names: str, said: str) -> list[Entry]:
    """Entries for ``game`` with each of the names in it: 7 is a win in 7, =7 no win at all, <7 none within 7."""
    kinds = {"=": NONE, "<": REFUTED}
    return [
        Entry(game.format(name), kinds.get(each[0], WIN), int(each.lstrip("=<")))
        for name, each in zip(names.split(), said.split(), strict=True)
        if each != "-"
    ]


SHAPES = "domino el elly fatty knobby skinny tic tippy"
PARTS: dict[str, list[Entry]] = {
    "(a) HTTT": [
        *_row("httt:{},board=3x3", SHAPES, "3 5 =9 =9 =9 - =9 9"),
        *_row("httt:{},board=4x4", SHAPES, "3 5 7 =15 <11 <13 5 9"),
    ],
    "(b) Breakthrough": [
        *_row("breakthrough:{}", "2x4 2x5 2x6 3x4 3x5 3x6", "=13 <17 15 =19 <11 <9"),
        *_row("breakthrough:{},first=white", "2x4 2x5 2x6 3x4 3x5 3x6", "8 10 <14 12 <12 <10"),
    ],
    "(c) Connect-c": [
        *_row("connect:2,board={},rule=paper", "2x2 3x3 4x4 5x5 6x6", "3 3 3 3 3"),
        *_row("connect:3,board={},rule=paper", "3x3 4x4 5x5 6x6", "<9 9 9 9"),
        *_row("connect:4,board={},rule=paper", "4x4 5x5 6x6", "=15 <11 <11"),
    ],
    "(d) Domineering": [
        *_row("domineering:{}x2", "2 3 4 5 6", "2 2 =5 6 6"),
        *_row("domineering:{}x3", "2 3 4 5 6", "4 4 =7 =8 =10"),
        *_row("domineering:{}x4", "2 3 4 5 6", "4 6 8 10 12"),
        *_row("domineering:{}x5", "2 3 4 5 6", "=6 8 =11 =13 <11"),
        *_row("domineering:{}x6", "2 3 4 5 6", "6 6 12 <11 <11"),
    ],
    "(e) Evader and Pursuer": [
        *_row("evader-pursuer:4x4,evader=4-1,pursuer={}", "1-2 2-3", "<21 3"),
        *_row("evader-pursuer:8x8,evader=8-1,pursuer={}", "2-3 3-4", "<11 7"),
        *_row("evader-pursuer-dual:4x4,evader=4-1,pursuer={}", "1-2 2-3", "2 <10"),
        *_row("evader-pursuer-dual:8x8,evader=8-1,pursuer={}", "2-3 3-4", "6 <10"),
    ],
}


def cells(entries: list[Entry], args: argparse.Namespace) -> list[Cell]:
    """All runs of a part of the table."""
    rest = args.limit, args.memory, args.jobs, args.check
    ways = [default_label(args)]
    if entries:  # either all of them are on winning sets, or none is
        ways += [way for way in args.ways if way.startswith("bddl") is not entries[0].game.startswith("httt")]
    return [Cell(each.game, each.game, "fastest", None, way, *rest) for each in entries for way in ways]


def said(record: Record) -> str:
    """The result of a run."""
    if record["answer"]:
        return f"{WIN} {record['depth']}"
    if record["answer"] is False:
        return NONE
    return f"{REFUTED} {record['refuted']}" if record["refuted"] >= 0 else "open"


def judged(entry: Entry, record: Record) -> str:
    """A run beside the paper."""
    if record["answer"] is None:
        return f"open ({record['why']})"
    if any(old.contradicts(new) for old in entry.claims for new in claims(record)):
        return "NOT AS PUBLISHED"
    return "settled, open in the paper" if entry.kind == REFUTED else "as published"


def show(title: str, tried: list[Cell], runs: Runs, entries: list[Entry]) -> None:
    """Print a part of the table, and the ways beside each other."""
    ways = list(dict.fromkeys(cell.way for cell in tried))
    rows = []
    for entry in entries:
        found = {each["way"]: each for each in runs.of(cell for cell in tried if cell.name == entry.game)}
        if found:
            ours = [f"{said(found[way])}, {found[way]['seconds']:.1f} s" if way in found else "–" for way in ways]
            verdict = judged(entry, found[ways[0]]) if ways[0] in found else ""
            rows.append([entry.game, entry, ours[0], verdict, *ours[1:]])
    print(f"\n{title}, {tried[0].limit:g} s each; the paper 1 h each\n")
    print(table(["game", "paper", ways[0], "", *ways[1:]], rows))
    counts = [(way, Tally.of(runs.of(cell for cell in tried if cell.way == way))) for way in ways]
    print("\n" + table(["way", "solved", "seconds"], [[w, f"{c.solved}/{c.tried}", c.seconds] for w, c in counts]))
    print(f"\n{comparison(tried, runs)}")


def main() -> int:
    made = parser(__doc__, "grid_paper", 60, WAYS)
    made.add_argument("--only", default="", metavar="TEXT", help="games whose expression holds this")
    args = made.parse_args()
    parts = {title: [each for each in entries if args.only in each.game] for title, entries in PARTS.items()}
    tried = {title: cells(entries, args) for title, entries in parts.items()}
    known = {each.game: each.claims for entries in parts.values() for each in entries}
    runs, code = perform([cell for some in tried.values() for cell in some], known, args)
    for title, entries in parts.items():
        if entries:
            show(title, tried[title], runs, entries)
    return code


if __name__ == "__main__":
    sys.exit(main())
