"""Ground games natively: states a second of the rules, the backward solution, and the searches.

    python benchmarks/net.py [FILE.gdl ...] [--limit SECONDS] [--memory MB] [--depth N]

Without files: noughts and crosses, and Breakthrough on boards of growing size. Seconds are those of the processor. The
columns: fluents; ground rules; *rules*: states that a count of all plays meets (of at most --depth moves), in
thousands a second; *back*: the states that the backward solution explores, in thousands a second, its seconds and the
outcome; then for each player whether he wins, the states that the search looks at, in thousands a second, and its
seconds.

Wanted: 1,000 thousand states a second on noughts and crosses, 200 on Breakthrough 3x4, and Breakthrough 3x5 decided
in seconds.
"""

from __future__ import annotations

import argparse
import time
from itertools import product

from common import table

from zermelo.language.gdl import read_gdl, read_gdl_text
from zermelo.model import NetGame, Player
from zermelo.search.backward import BackwardSession
from zermelo.search.net_session import NetSession
from zermelo.search.perft import native_perft
from zermelo.search.session import Limits

LINES = [
    "1 1 2 1 3 1",
    "1 2 2 2 3 2",
    "1 3 2 3 3 3",
    "1 1 1 2 1 3",
    "2 1 2 2 2 3",
    "3 1 3 2 3 3",
    "1 1 2 2 3 3",
    "1 3 2 2 3 1",
]


def noughts() -> str:
    """The rule sheet of noughts and crosses."""
    lines = []
    for line in LINES:
        x = line.split()
        cells = " ".join(f"(true (cell {x[k]} {x[k + 1]} ?p))" for k in (0, 2, 4))
        lines.append(f"(<= (line ?p) (role ?p) {cells})")
    coordinates = " ".join(f"(at {x} {y})" for x, y in product("123", repeat=2))
    return f"""
        (role x) (role o) (init (control x)) (opponent x o) (opponent o x) {coordinates}
        (<= (taken ?x ?y) (true (cell ?x ?y ?p)))
        (<= (legal ?p (mark ?x ?y)) (true (control ?p)) (at ?x ?y) (not (taken ?x ?y)))
        (<= (legal ?p noop) (opponent ?p ?q) (true (control ?q)))
        (<= (next (cell ?x ?y ?p)) (does ?p (mark ?x ?y)))
        (<= (next (cell ?x ?y ?p)) (true (cell ?x ?y ?p)))
        (<= (next (control ?p)) (opponent ?p ?q) (true (control ?q)))
        (<= open (at ?x ?y) (not (taken ?x ?y)))
        {" ".join(lines)}
        (<= terminal (line ?p)) (<= terminal (not open))
        (<= (goal ?p 100) (line ?p)) (<= (goal ?q 0) (opponent ?p ?q) (line ?p))
        (<= (goal ?p 50) (role ?p) (not open) (not (line x)) (not (line o)))"""


def breakthrough(columns: int, rows: int) -> str:
    """The rule sheet of Breakthrough with two rows of pieces each; who has no piece left has lost."""
    facts = ["(role w) (role b) (opponent w b) (opponent b w) (init (control w))"]
    facts += [
        f"(init (cell {x} {y} w)) (init (cell {x} {rows + 1 - y} b))" for x in range(1, columns + 1) for y in (1, 2)
    ]
    facts += [f"(next-to {x} {y})" for x in range(1, columns + 1) for y in (x - 1, x + 1) if 1 <= y <= columns]
    facts += [f"(at {x})" for x in range(1, columns + 1)]
    facts += [f"(ahead w {y} {y + 1}) (ahead b {y + 1} {y})" for y in range(1, rows)]
    return (
        "\n".join(facts)
        + f"""
        (<= (taken ?x ?y) (true (cell ?x ?y ?p)))
        (<= (has ?p) (true (cell ?x ?y ?p)))
        (<= (legal ?p (move ?x ?y ?x ?z)) (true (control ?p)) (true (cell ?x ?y ?p)) (ahead ?p ?y ?z)
            (not (taken ?x ?z)))
        (<= (legal ?p (move ?x ?y ?u ?z)) (true (control ?p)) (true (cell ?x ?y ?p)) (ahead ?p ?y ?z) (next-to ?x ?u)
            (not (true (cell ?u ?z ?p))))
        (<= (legal ?p noop) (opponent ?p ?q) (true (control ?q)))
        (<= (next (cell ?u ?z ?p)) (does ?p (move ?x ?y ?u ?z)))
        (<= (touched ?x ?y) (does ?p (move ?x ?y ?u ?z)))
        (<= (touched ?u ?z) (does ?p (move ?x ?y ?u ?z)))
        (<= (next (cell ?x ?y ?p)) (true (cell ?x ?y ?p)) (not (touched ?x ?y)))
        (<= (next (control ?p)) (opponent ?p ?q) (true (control ?q)))
        (<= (won w) (at ?x) (true (cell ?x {rows} w)))
        (<= (won b) (at ?x) (true (cell ?x 1 b)))
        (<= (won ?p) (opponent ?p ?q) (not (has ?q)))
        (<= terminal (won ?p))
        (<= (goal ?p 100) (won ?p)) (<= (goal ?q 0) (opponent ?p ?q) (won ?p))"""
    )


def games(files: list[str]) -> list[NetGame]:
    """The games that are measured."""
    if files:
        return [read_gdl(file) for file in files]
    sheets = {"noughts": noughts()} | {f"breakthrough-{c}x{r}": breakthrough(c, r) for c, r in ((2, 5), (3, 4), (3, 5))}
    return [read_gdl_text(text, name) for name, text in sheets.items()]


def rate(states: int, seconds: float) -> str:
    """Thousands of states a second."""
    return f"{states / max(seconds, 1e-6) / 1000:.0f}"


def measured(game: NetGame, args: argparse.Namespace) -> list[object]:
    """The row of a game."""
    begun = time.process_time()
    count = native_perft(game, args.depth, 5_000_000)
    rules = rate(sum(count.positions), time.process_time() - begun)
    limits = Limits(args.limit, args.memory)
    begun, session = time.process_time(), BackwardSession(game)
    reason = session.decide(Player.BLACK, None, limits).reason
    spent, states = time.process_time() - begun, session.statistics()["positions"]
    settled = None if reason else session.settled(game.start)
    outcome = reason or (
        "draw" if settled is None or settled.winner is None else f"{settled.winner} in {settled.depth}"
    )
    row: list[object] = [game.name, len(game.net.fluents), len(game.net.rules), rules]
    row += [states, rate(states, spent), f"{spent:.2f}", outcome]
    for player in Player:
        begun, search = time.process_time(), NetSession(game, endless=lambda: BackwardSession(game))
        found = search.decide(player, None, limits)
        spent = time.process_time() - begun
        row += [
            {True: "yes", False: "no", None: found.reason}[found.answer],
            found.nodes,
            rate(found.nodes, spent),
            f"{spent:.2f}",
        ]
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--limit", type=float, default=60, help="seconds for each answer (60)")
    parser.add_argument("--memory", type=float, default=2048, help="megabytes of the tables (2048)")
    parser.add_argument("--depth", type=int, default=30, help="moves of the counted plays (30)")
    args = parser.parse_args()
    heads = ["game", "fluents", "ground", "rules k/s", "states", "back k/s", "s", "outcome"]
    heads += ["Black", "nodes", "k/s", "s", "White", "nodes", "k/s", "s"]
    print(table(heads, [measured(game, args) for game in games(args.files)]))


if __name__ == "__main__":
    main()
