"""Random games without end: every encoding and every solver says what exhaustive search with the plain rules says.

    python benchmarks/agreement.py --seconds 600 --jobs 2            all kinds of games, equal time for each
    python benchmarks/agreement.py --kinds grid hex --seed 5000      only these, from another seed on
    python benchmarks/agreement.py --kinds grid --seed 17 --games 1  one game again, as a counterexample names it
    python benchmarks/agreement.py questions --seeds 0:10000         verdicts, not formulas: see `questions`
    python benchmarks/agreement.py asked-again --seeds 0:20000       the tests of the store by many seeds
    python benchmarks/agreement.py outcomes --seeds 0:2001           who wins random grid games

Kinds of games: those of the tests (``maker-maker``, ``maker-breaker``, ``connection``, ``hex``, ``grid``: few cells,
but wild; ``net``, ``graph-net``, ``positional-net``: ground games), the random families
(``random-positional``, ``random-hex``, ``random-grid``), and ``polyomino``: every polyomino that fits on 3×3 and 4×4,
torus or not, MM or MB, either player first, one depth after the other (each counts as a game in the table).

Each game is asked at every depth up to the complete one and one more (grid games: up to 5, ground games: up to 8), by
every encoding that fits, with its options as by default and as in its paper (``--options``: also each option turned by
itself), by every solver. What a formula says (`common.claim`; of Pairing: White holds, so Black never wins) is
compared with exhaustive search and, where that takes too long, with what the other ways say at any depth. A game on
which they differ is printed with the command that runs it again, and the exit code is 1.

Needs the test tools (``pip install -e .[test]``) for the random games of the tests.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from itertools import product
from random import Random
from typing import NamedTuple

from common import ROOT, TRUTHS, Claim, Claims, Limits, build, claim, in_processes, solve, table, variants

from zermelo.encodings import ENCODINGS, Encoding, encoding
from zermelo.errors import InputError, LimitError
from zermelo.families import fitting as polyominoes
from zermelo.families import make
from zermelo.model import Game, GridGame
from zermelo.search import Minimax
from zermelo.solvers import SOLVERS

sys.path.insert(0, str(ROOT))
from tests.encodings.games import KINDS  # the tests are found only now
from tests.encodings.games import depths as asked_depths
from tests.encodings.test_lifted import random_game
from tests.solving import states

GRID_DEPTH = 5
SHOWN = 5


def random_positional(rng: Random) -> Game:
    p, q = rng.choice([(1, 1), (1, 1), (2, 1), (1, 2), (2, 2)])
    cells, kind = rng.randint(4, 8), rng.choice(["mm", "mb"])
    stones = f"black={rng.randint(0, 2)},white={rng.randint(0, 1)}"
    first = rng.choice(["black", "white"])
    return make(f"random-positional:seed={rng.getrandbits(30)},cells={cells},{stones},p={p},q={q},{kind},first={first}")


def random_hex(rng: Random) -> Game:
    cells, first = rng.randint(4, 9), rng.choice(["black", "white"])
    stones = f"black={rng.randint(0, 2)},white={rng.randint(0, 2)}"
    return make(f"random-hex:seed={rng.getrandbits(30)},cells={cells},{stones},first={first}")


def random_grid(rng: Random) -> Game:
    size, first = rng.choice(["2x2", "3x2", "2x3", "1x4", "5x1", "3x3"]), rng.choice(["black", "white"])
    many = f"actions={rng.randint(1, 3)},goals={rng.randint(0, 3)}"
    stones = f"black={rng.randint(0, 1)},white={rng.randint(0, 1)}"
    return make(f"random-grid:seed={rng.getrandbits(30)},board={size},{many},{stones},first={first}")


RANDOM: dict[str, Callable[[Random], Game]] = {
    **KINDS,
    "grid": random_game,
    "net": states.net,
    "graph-net": states.graph_net,
    "positional-net": states.positional_net,
    "random-positional": random_positional,
    "random-hex": random_hex,
    "random-grid": random_grid,
}
POLYOMINO = "polyomino"


def polyomino_games() -> Iterator[tuple[str, int]]:
    """All games with their depths, small depths first; a random order among equals, always the same."""
    found = []
    for n, torus, kind, first in product((3, 4), ("", ",torus"), ("mm", "mb"), ("black", "white")):
        for poly in polyominoes(n, n):
            if poly.placements(n, n, torus=bool(torus)):
                name = f"httt:{poly.systematic_name or poly.name},board={n}x{n}{torus},{kind},first={first}"
                found += [(name, depth) for depth in range(1, n * n + 1)]
    Random(0).shuffle(found)
    yield from sorted(found, key=lambda each: each[1])


class Unit(NamedTuple):
    """A game at some depths; ``left_out`` are the encodings and solvers that gave up on it at a smaller depth."""

    kind: str
    seed: int
    expression: str
    depth: int
    options: bool
    limits: Limits
    search_seconds: float
    encodings: tuple[str, ...]
    solvers: tuple[str, ...]
    left_out: frozenset[tuple[str, str]] = frozenset()

    @property
    def about(self) -> str:
        return self.expression or f"{self.kind} seed {self.seed}"


class Found(NamedTuple):
    """Claims about the game, how often each way did what, the ways that gave up, what broke, and the seconds."""

    claims: list[Claim]
    counts: Counter[tuple[str, str]]
    gave_up: set[tuple[str, str]]
    broken: list[str]
    seconds: float


def tried(unit: Unit) -> list[Encoding]:
    """The encodings with their options, whether they fit or not."""
    found = []
    for each in map(encoding, unit.encodings):
        found += variants(each) if unit.options else [each, each.faithful()]
    return list(dict.fromkeys(found))


def run(unit: Unit) -> Found:
    """Ask the game at its depths in every way."""
    started, found = time.monotonic(), Found([], Counter(), set(), [], 0)
    try:
        game = make(unit.expression) if unit.expression else RANDOM[unit.kind](Random(unit.seed))
    except InputError:  # a random game that the model refuses
        return found
    every = range(GRID_DEPTH + 1) if isinstance(game, GridGame) else asked_depths(game)
    depths = [unit.depth] if unit.expression else every
    search = Minimax(game, time_limit=unit.search_seconds)
    for depth in depths:
        try:
            found.claims.append(Claim(depth, search.within(game.start, depth), False, "rules"))
            found.counts["rules", "said"] += 1
        except LimitError:
            found.counts["rules", "unknown"] += 1
    for each in tried(unit):
        if each.lacks(game) is None:
            for depth in depths:
                ask(unit, game, each, depth, found)
    return found._replace(seconds=time.monotonic() - started)


def ask(unit: Unit, game: Game, each: Encoding, depth: int, found: Found) -> None:
    """One formula by every solver."""
    given_up = unit.left_out | found.gave_up
    solvers = [name for name in unit.solvers if (each.label, name) not in given_up]
    found.counts[each.label, "left out"] += len(unit.solvers) - len(solvers)
    if not solvers:
        return
    try:
        built = build(game, each, depth, unit.limits)
        truths = {} if built.qcnf is None else solve(built.qcnf, "none", solvers, unit.limits)
    except Exception as error:  # noqa: BLE001  # an encoder that breaks is a result, too
        found.broken.append(f"{each.label} at depth {depth}: {type(error).__name__}: {error}")
        return
    if built.encoded is None:
        found.counts[each.label, built.outcome] += 1
        return
    said = {name: TRUTHS.get(solved.outcome) for name, solved in truths.items()}
    if built.encoded.answer is not None:
        said["encoder"] = built.encoded.answer
    for name, truth in said.items():
        if truth is None:
            found.counts[each.label, "unknown"] += 1
            found.gave_up.add((each.label, name))
            continue
        says = claim(built.encoded, truth, f"{each.label}+{name}")
        found.counts[each.label, "silent" if says is None else "decided" if name == "encoder" else "said"] += 1
        if says is not None:
            found.claims.append(says)


def units(
    args: argparse.Namespace, spent: Mapping[str, float], left_out: dict[str, set[tuple[str, str]]]
) -> Iterator[Unit]:
    """Games of the kind on which the least time was spent so far."""
    limits = Limits(args.limit)
    rest = args.search, tuple(args.encodings), tuple(args.solvers)
    shapes, seeds = polyomino_games(), dict.fromkeys(args.kinds, args.seed)
    while open_kinds := [kind for kind in args.kinds if kind in seeds]:
        kind = min(open_kinds, key=lambda each: spent[each])
        seed, depth, expression = seeds[kind], 0, ""
        if kind == POLYOMINO:
            expression, depth = next(shapes, ("", 0))
            if args.only not in expression:
                continue
        seeds[kind] += 1
        if (kind == POLYOMINO and not expression) or (args.games and seed >= args.seed + args.games):
            del seeds[kind]
            continue
        yield Unit(kind, seed, expression, depth, args.options, limits, *rest, frozenset(left_out[expression]))


def again(unit: Unit) -> str:
    """The command that runs a game again."""
    if unit.expression:
        return f"python benchmarks/agreement.py --kinds polyomino --only '{unit.expression}'"
    return f"python benchmarks/agreement.py --kinds {unit.kind} --seed {unit.seed} --games 1"


def main() -> int:
    if sys.argv[1:2] and sys.argv[1] in ("questions", "asked-again", "outcomes"):
        import questions  # its tests need not be there for formulas

        return questions.main(sys.argv[1:])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = [*RANDOM, POLYOMINO]
    parser.add_argument("--seconds", type=float, help="of the campaign; without, until Ctrl-C")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--games", type=int, help="so many of each kind")
    parser.add_argument("--kinds", nargs="+", default=kinds, choices=kinds)
    parser.add_argument("--only", default="", metavar="TEXT", help="polyomino games whose expression holds this")
    parser.add_argument("--encodings", nargs="+", default=list(ENCODINGS))
    parser.add_argument("--solvers", nargs="+", default=["depqbf", "caqe"], choices=list(SOLVERS))
    parser.add_argument("--options", action="store_true", help="also each option turned by itself")
    parser.add_argument("--limit", type=float, default=20, metavar="SECONDS", help="of a solver; then it is left out")
    parser.add_argument("--search", type=float, default=20, metavar="SECONDS", help="of exhaustive search in a game")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)

    claims, counts, wrong = Claims(), Counter[tuple[str, str]](), 0
    spent, games = defaultdict[str, float](float), Counter[str]()
    left_out = defaultdict[str, set[tuple[str, str]]](set)
    try:
        with closing(in_processes(run, units(args, spent, left_out), args.jobs, args.seconds)) as ran:
            for unit, found in ran:
                spent[unit.kind] += found.seconds + 1e-3
                games[unit.kind] += found.seconds > 0
                counts += found.counts
                if unit.expression:
                    left_out[unit.expression] |= found.gave_up
                lines = [f"{new}, but {old}" for new in found.claims if (old := claims.add(unit.about, new))]
                lines += found.broken
                if not unit.expression:
                    claims.about.pop(unit.about, None)
                if lines:
                    more = f"\n  and {len(lines) - SHOWN} more" if len(lines) > SHOWN else ""
                    print("\n  ".join([f"COUNTEREXAMPLE {again(unit)}", *lines[:SHOWN]]) + more, flush=True)
                    wrong += 1
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
    print(table(["kind", "games", "seconds"], [[kind, games[kind], spent[kind]] for kind in args.kinds]))
    facts = ["said", "decided", "silent", "unknown", "left out", "refused", "too large"]
    rows = [[name, *(counts[name, fact] for fact in facts)] for name in sorted({name for name, _ in counts})]
    print("\n" + table(["way", *facts], rows))
    print(f"\n{sum(games.values())} games, {wrong} with a disagreement")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
