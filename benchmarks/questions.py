"""Questions by the ten thousand: the parts of `agreement.py` that ask for verdicts, not for formulas.

``questions``
    Random questions on random games in random order, by all methods and engines, with and without a store, all that is
    claimed compared with a plain oracle (`tests/solving/agreement.py`).
``asked-again``
    The tests of the store and of random questions of the suite (`test_asked_again` and its like), seed by seed.
``outcomes``
    Who wins ``random-grid:seed=N``, and after which first moves, against the oracle.

A failure is a line with the kind and the seed; ``--show`` prints the game and the fewest questions that it takes.
"""

from __future__ import annotations

import argparse
import io
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, redirect_stderr
from pathlib import Path
from typing import NamedTuple

from common import ROOT, in_processes, table

sys.path.insert(0, str(ROOT))
from tests.solving import test_store, test_truth  # the tests are found only now
from tests.solving.agreement import KINDS, failures, least, random_script, shown, solve
from tests.solving.claims import KINDS as CLAIM_KINDS
from tests.solving.oracle import Oracle
from tests.solving.verdicts import untrue

from zermelo.families import make
from zermelo.questions import Options
from zermelo.verdict import Query

SEEDS_A_TASK = 20
SHOWN = 300
"""Characters of a failure."""

TESTS: dict[str, Callable[..., None]] = {
    each.__name__.removeprefix("test_"): each.hypothesis.inner_test  # type: ignore[attr-defined]
    for each in (
        test_store.test_asked_again,
        test_store.test_known_facts_change_no_answer,
        test_truth.test_claims_are_so,
    )
}
"""Tests of the suite as functions of a kind and a seed."""


class Task(NamedTuple):
    """Some seeds of a kind in a part."""

    part: str
    kind: str
    seeds: range


class Failed(NamedTuple):
    """A seed, a word under which it is counted, and what is wrong."""

    seed: int
    word: str
    what: str


class Done(NamedTuple):
    """The number of questions, the failures, and the seconds."""

    asked: int
    failed: list[Failed]
    seconds: float


def run(task: Task) -> Done:
    """All seeds of a task; what the package warns of (a contradiction in the store) is a failure by itself."""
    started, asked, failed = time.monotonic(), 0, []
    with redirect_stderr(io.StringIO()):
        for seed in task.seeds:
            number, found = PARTS[task.part](task.kind, seed)
            asked += number
            failed += found
    return Done(asked, failed, time.monotonic() - started)


def questions(kind: str, seed: int) -> tuple[int, list[Failed]]:
    """A script of the harness."""
    script = random_script(seed, kind)
    return len(script.asks), [Failed(seed, failure.word, str(failure)) for failure in failures(script)]


def asked_again(kind: str, seed: int) -> tuple[int, list[Failed]]:
    """The tests of the suite."""
    failed = []
    for name, test in TESTS.items():
        try:
            test(kind=kind, seed=seed)
        except Exception as error:  # noqa: BLE001  # whatever breaks is a failure
            what = " ".join(str(error).split()) or _line(error)
            failed.append(Failed(seed, name, f"{name}: {type(error).__name__}: {what}"))
    return len(TESTS), failed


def _line(error: Exception) -> str:
    """The line of source that has raised it."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{last.line} ({Path(last.filename).name}:{last.lineno})"


def outcomes(kind: str, seed: int) -> tuple[int, list[Failed]]:
    """A game of the family on its default board, with its first moves, checked and certified where that is quick."""
    game = make(f"{kind}:seed={seed}")
    verdict = solve(game, Query(first_moves=True), Options(jobs=1, time_limit=60))
    return 1, [Failed(seed, what.split(":")[0], what) for what in untrue(Oracle(game, 10**6), verdict)]


PARTS = {"questions": questions, "asked-again": asked_again, "outcomes": outcomes}
KINDS_OF = {"questions": list(KINDS), "asked-again": list(CLAIM_KINDS), "outcomes": ["random-grid"]}


def seeds(text: str) -> range:
    """``A:B``."""
    first, _, end = text.partition(":")
    return range(int(first), int(end or int(first) + 1))


def tasks(part: str, kinds: list[str], wanted: range) -> Iterator[Task]:
    """The seeds in small pieces, the kinds in turn."""
    for start in range(wanted.start, wanted.stop, SEEDS_A_TASK):
        for kind in kinds:
            yield Task(part, kind, range(start, min(wanted.stop, start + SEEDS_A_TASK)))


def main(arguments: list[str]) -> int:
    part = arguments[0]
    parser = argparse.ArgumentParser(
        prog=f"agreement.py {part}", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", type=seeds, default=range(1000), metavar="A:B", help="of each kind; B is left out")
    parser.add_argument("--kind", nargs="+", default=KINDS_OF[part], choices=KINDS_OF[part])
    parser.add_argument("--without", nargs="+", default=[], metavar="WORD", help="failures not to be counted")
    parser.add_argument("--seconds", type=float, help="for all of it")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--show", action="store_true", help="print the games, and the fewest questions that fail")
    args = parser.parse_args(arguments[1:])

    games, asked, spent = Counter[str](), Counter[str](), Counter[str]()
    wrong = {kind: Counter[str]() for kind in args.kind}
    try:
        with closing(in_processes(run, tasks(part, args.kind, args.seeds), args.jobs, args.seconds)) as ran:
            for task, done in ran:
                games[task.kind] += len(task.seeds)
                asked[task.kind] += done.asked
                spent[task.kind] += round(1000 * done.seconds)
                for failed in done.failed:
                    if failed.word not in args.without:
                        wrong[task.kind][failed.word] += 1
                        again = f"agreement.py {part} --kind {task.kind} --seeds {failed.seed} --show"
                        print(f"FAILURE {task.kind} {failed.seed}: {failed.what[:SHOWN]}\n  {again}", flush=True)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
    if args.show and part == "questions":
        for kind in args.kind:
            for seed in args.seeds:
                script = least(random_script(seed, kind))
                print("\n".join([f"\n{kind} {seed}", shown(script), *map(str, failures(script))]))
    rows = [[kind, games[kind], asked[kind], spent[kind] / 1000, _counts(wrong[kind])] for kind in args.kind]
    print(table(["kind", "games", "questions", "seconds", "failures"], rows))
    failed = sum(count.total() for count in wrong.values())
    print(f"\n{asked.total()} questions on {games.total()} games, {failed} failures")
    return 1 if failed else 0


def _counts(words: Counter[str]) -> str:
    return ", ".join(f"{word} {count}" for word, count in words.most_common()) or "-"
