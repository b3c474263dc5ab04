"""Tables 1 and 2 of "Solving Generalized Tic-Tac-Toe by Using QBF Solver": who achieves Tippy first, in so many turns.

    python benchmarks/gttt_paper.py                          both tables, every way, 60 s for each cell
    python benchmarks/gttt_paper.py --only "4x4 GTTT(2" --limit 1500
    python benchmarks/gttt_paper.py --ways depth-first pns

Boards of 3x3 and 4x4; GTTT(1,1) on a torus, GTTT(1,1), (2,1) and (2,2); limits of 3 to 9 turns, those of both players
together, as far as there are cells for them: in GTTT(p,q) the first turn is q stones, every later one p.
A cell says who wins within the limit, or that neither does (the paper's "draw"). It takes two questions: does the first
player win, and if not, does the second? The paper asks a QBF solver the same two.

The ways: the paper's depth-first search (DFS), proof-number search (PNS), DepQBF and RAReQS after Bloqqer, beside the
same of ours, df-pn, and the positional search. The encoding is COR, not the paper's Toss. Seconds are those of a cell
without start-up; the paper's conversion to QBF, up to 85 s, is not in its figures, encoding and Bloqqer are in ours.

The way "toss" goes through the file that the paper converts: the game is written as .toss with a turn as one move, read
back as a network and searched as one, by turns. Beside it stands the conversion: from the text of that file to the
clauses of the question about the first player, the paper's by Toss and ours by the encoding "net".
The paper's machine is another one: the columns show how the ways compare with each other.

The outcomes are those of the paper, read from a text extraction that garbles the column: one cell, GTTT(2,1) on 3x3
with 5 turns, is illegible ("?"), and the draw of GTTT(1,1) on 3x3 with 8 turns is inferred from its neighbours. Exit
code 1 when one of ours contradicts the paper or another of ours.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

from common import Limits, build, solve, table

from zermelo.encodings import encoding
from zermelo.families import make
from zermelo.language.toss import read_toss_text
from zermelo.language.toss_writer import write_toss
from zermelo.model import Game, NetGame, Player, PositionalGame
from zermelo.search.engines import session_for
from zermelo.search.session import Limits as SearchLimits

PAPER = ("depth-first", "pns", "depqbf", "rareqs")
"""The ways that the paper has seconds of, in the order of its columns."""

WAYS = ("positional", "depth-first", "df-pn", "pns", "depqbf", "rareqs", "toss")


class Cell(NamedTuple):
    """A row of a table: the game, the turns, who wins within them, and the paper's seconds."""

    board: str
    rules: str
    turns: int
    outcome: str
    seconds: tuple[float, ...]
    conversion: float

    @property
    def name(self) -> str:
        return f"{self.board} {self.rules} {self.turns}"

    @property
    def stones(self) -> int:
        p, q = self.order
        columns, rows = map(int, self.board.split("x"))
        return min(q + p * (self.turns - 1), columns * rows)

    @property
    def order(self) -> tuple[int, int]:
        """p and q."""
        return (1, 1) if self.rules == "torus" else (int(self.rules[5]), int(self.rules[7]))

    def game(self) -> PositionalGame:
        p, q = self.order
        game = make(f"gttt:tippy,p={p},q={q},board={self.board}{',torus' * (self.rules == 'torus')}")
        assert isinstance(game, PositionalGame)
        return game

    def toss(self) -> str:
        """The game as the paper writes it for Toss: a turn is one move."""
        return write_toss(self.game(), joint=True)


DRAW, FIRST, SECOND, ILLEGIBLE = "draw", "first", "second", "?"
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
"""From 3 turns on, for each limit the outcome and the seconds of `PAPER`."""

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


def cells() -> list[Cell]:
    """The rows of both tables."""
    return [
        Cell(board, rules, turns, *row, CONVERSION[board, rules][turns - 3])
        for (board, rules), rows in TABLES.items()
        for turns, row in enumerate(rows, 3)
    ]


def _search(way: str | None) -> Callable[[Game, int, float], bool | str]:
    """Decide by a native search whether Black wins within so many stones; or the reason why that is open."""

    def asked(game: Game, stones: int, seconds: float) -> bool | str:
        found = session_for(game, way).decide(Player.BLACK, stones, SearchLimits(seconds))
        return found.reason or "open" if found.answer is None else found.answer

    return asked


def _formula(way: str) -> Callable[[Game, int, float], bool | str]:
    """The same by a formula and a solver."""

    def asked(game: Game, stones: int, seconds: float) -> bool | str:
        limits = Limits(seconds=seconds, encode_seconds=max(seconds, 0.001))
        built = build(game, encoding("cor"), stones, limits)
        if built.encoded is not None and built.encoded.answer is not None:
            return built.encoded.black_wins(built.encoded.answer) is True
        if built.encoded is None or built.qcnf is None:
            return built.outcome
        outcome = solve(built.qcnf, "bloqqer", [way], limits)[way].outcome
        if outcome not in {"true", "false"}:
            return outcome
        return built.encoded.black_wins(outcome == "true") is True

    return asked


def ask(way: str, cell: Cell, limit: float) -> tuple[str, float]:
    """The winner within the turns, or the reason why that is open; and the seconds."""
    begun = time.perf_counter()
    asked = _formula(way) if way in {"depqbf", "rareqs"} else _search(None if way == "toss" else way)
    game: PositionalGame | NetGame = read_toss_text(cell.toss()) if way == "toss" else cell.game()
    depth, result = cell.turns if way == "toss" else cell.stones, DRAW
    for player, view in ((FIRST, game), (SECOND, game.swapped())):
        wins = asked(view, depth, limit - (time.perf_counter() - begun))
        if wins is not False:
            result = player if wins is True else str(wins)
            break
    return result, time.perf_counter() - begun


def converted(cell: Cell, limit: float) -> str:
    """The seconds from the text of the .toss file to the clauses of the question about the first player."""
    text, begun = cell.toss(), time.perf_counter()
    limits = Limits(seconds=limit, encode_seconds=max(limit, 0.001))
    built = build(read_toss_text(text), encoding("net"), cell.turns, limits)
    return built.outcome if built.qcnf is None else f"{time.perf_counter() - begun:.3f}"


def measured(cell: Cell, ways: list[str], limit: float) -> tuple[list[object], list[str]]:
    """The row of a cell, and what in it is contradicted."""
    results = {way: ask(way, cell, limit) for way in ways}
    known = {way: result for way, (result, _) in results.items() if result in {DRAW, FIRST, SECOND}}
    right = next(iter(known.values()), "") if cell.outcome == ILLEGIBLE else cell.outcome
    wrong = [f"{cell.name} turns: {way} says {said}, not {right}" for way, said in known.items() if said != right]
    ours = "/".join(dict.fromkeys(known.values())) or "open"
    row: list[object] = [cell.name, cell.stones, cell.outcome, f"{ours} CONTRADICTION" if wrong else ours]
    paper = dict(zip(PAPER, cell.seconds, strict=True))
    for way, (result, seconds) in results.items():
        row += [f"{paper[way]:.3f}"] if way in paper else []
        row.append(f"{seconds:.3f}" if way in known else result)
        row += [f"{cell.conversion:.3f}", converted(cell, limit)] if way == "toss" else []
    return row, wrong


def main() -> int:
    """Both tables, or a part of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=float, default=60, help="seconds for each cell and way")
    parser.add_argument("--only", default="", help="cells with this in their name, such as '4x4 torus 7'")
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=list(WAYS), metavar="WAY")
    args = parser.parse_args()
    chosen = [cell for cell in cells() if args.only in cell.name]
    if not chosen:
        parser.error(f"no cell has {args.only!r} in its name; one is {cells()[0].name!r}")
    head = ["turns", "stones", "paper", "ours"]
    for way in args.ways:
        head += [f"({way})", way] if way in PAPER else [way]
        head += ["(conversion)", "conversion"] if way == "toss" else []
    rows, wrong, begun = [], [], time.perf_counter()
    for cell in chosen:
        row, contradicted = measured(cell, args.ways, args.limit)
        rows.append(row)
        wrong += contradicted
        print(f"{cell.name}: {row[3]}", file=sys.stderr, flush=True)
    print("Tippy; seconds, the paper's in parentheses\n")
    print(table(head, rows))
    decided = sum(row[3] != "open" for row in rows)
    print(f"\n{decided} of {len(rows)} cells decided, {len(wrong)} contradictions, {time.perf_counter() - begun:.0f} s")
    print("".join(f"CONTRADICTION {line}\n" for line in wrong), end="")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
