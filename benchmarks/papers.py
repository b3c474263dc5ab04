"""Shared parts of the scripts that rerun the tables of a paper: single ways beside the default `solve`, runs on record.

A *way* is an encoding, perhaps a preprocessor, and a solver: ``cor+bloqqer+depqbf``. Two encodings with a stroke
between them take turns: ``cor/pairing+depqbf`` asks COR at odd depths and Pairing at even ones, upward, until one of
them knows. The default is what `zermelo.solving.solve` does without a tool named; its label begins with ``solve``.

Every run goes alone (``--at-once`` lets single ways run beside each other, never the default) and gets the same limit,
which covers encoding, preprocessing and solving at all depths. Runs are kept in a file, one JSON line each, and never
repeated but by ``--again``: stop at any time and start again. What a run says about its game is compared with all that
was said before and with what the paper says.
"""

from __future__ import annotations

import argparse
import json
import signal
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from common import ROOT, TRUTHS, Claim, Claims, Limits, build, claim, in_processes, solve

from zermelo.encodings import Encoding, encoding
from zermelo.errors import LimitError, ZermeloError
from zermelo.families import make
from zermelo.language import read_game
from zermelo.model import Game
from zermelo.preprocess import preprocessor
from zermelo.questions import MOST_DEPTH, Options, telling_depths
from zermelo.solvers import solver
from zermelo.solving import solve as zermelo_solve
from zermelo.verdict import Query, Verdict

ALLOWED = 1.2
"""The seconds that the default may take, as a multiple of those of the best single way."""

Record = dict[str, Any]


# -------------------------------------------------------------------------------------------------------------- ways


class Way(NamedTuple):
    """The encodings (at odd and at even depths, when there are two), the preprocessor and the solver."""

    encodings: tuple[Encoding, ...]
    preprocessor: str
    solver: str

    def at(self, depth: int) -> Encoding:
        """The encoding for a depth."""
        return self.encodings[0 if depth % 2 else -1]


def way(label: str) -> Way:
    """The way of that name; UnsupportedError, with the names that exist, when there is none."""
    names, _, rest = label.partition("+")
    before, _, tool = rest.rpartition("+")
    encodings = tuple(encoding(name) for name in names.split("/"))
    return Way(encodings, preprocessor(before or "none").name, solver(tool).name)


def _label(text: str) -> str:
    """A way on the command line."""
    try:
        way(text)
    except ZermeloError as error:
        raise argparse.ArgumentTypeError(f"{text!r}: {error}") from None
    return text


# --------------------------------------------------------------------------------------------------------------- run


class Cell(NamedTuple):
    """One game asked in one way.

    Parameters
    ----------
    name
        Of the instance, on record.
    game
        A file, or the expression of a family.
    question
        As in `zermelo.verdict.Query`.
    depth
        What a single formula asks; None: all depths upward until it is known.
    way
        A label; that of the default begins with "solve".
    limit, memory_mb
        Seconds of the run, and MB of each process.
    jobs, check
        Of the default.
    """

    name: str
    game: str
    question: str
    depth: int | None
    way: str
    limit: float
    memory_mb: int
    jobs: int
    check: bool

    @property
    def key(self) -> tuple[object, ...]:
        """The key under which a run is on record, and not run again."""
        return self.name, self.question, self.way, self.limit

    @property
    def is_default(self) -> bool:
        return self.way.startswith("solve")


def run(cell: Cell) -> Record:
    """The result of a run: ``answer`` is whether Black wins, as far as the question goes, and None without an answer.

    ``depth`` is a number of moves within which he wins, ``refuted`` one within which he does not (-1: none), and
    ``ever`` whether a "no" holds for every depth.
    """
    started = time.monotonic()
    record: Record = {**cell._asdict(), "answer": None, "ever": False, "refuted": -1, "why": ""}
    record["asked"], record["depth"] = cell.depth, None
    try:
        game = read_game(cell.game) if Path(cell.game).is_file() else make(cell.game)
        record |= _by_default(cell, game) if cell.is_default else _by_way(cell, game, started + cell.limit)
    except MemoryError:
        record["why"] = "memory"
    except LimitError as error:
        record["why"] = error.reason
    except Exception as error:  # noqa: BLE001  # a way that breaks is a result, too
        record["why"], record["broken"] = f"{type(error).__name__}: {error}", True
    return record | {"seconds": round(time.monotonic() - started, 4)}


def _by_default(cell: Cell, game: Game) -> Record:
    """The question to `solve` with no tool named."""
    options = Options(
        time_limit=cell.limit, memory_limit_mb=cell.memory_mb, check=cell.check, verify=cell.check, jobs=cell.jobs
    )
    depth = cell.depth if cell.question == "within" else None
    verdict = zermelo_solve(game, Query(cell.question, depth=depth), options)
    answer = _answer(verdict)
    if cell.question == "fastest" and (verdict.depth is None if answer else not verdict.complete):
        answer = None  # perhaps not the least depth, or not the last word
    ever = answer is False and (cell.question == "winner" or verdict.complete)
    least = next(each for each in (verdict.depth, depth, game.complete_depth(), MOST_DEPTH) if each is not None)
    return {
        "answer": answer,
        "ever": ever,
        "depth": least if answer else None,
        "refuted": -1 if verdict.refuted_depth is None else verdict.refuted_depth,
        "why": "" if answer is not None else verdict.reason or "open",
        "method": verdict.method,
    }


def _answer(verdict: Verdict) -> bool | None:
    """The answer to "does Black win?", as far as the question goes."""
    if verdict.answer is not None:
        return verdict.answer
    if verdict.outcome is not None:
        return verdict.outcome == "black"
    return False if "black" in verdict.excluded else None


def _by_way(cell: Cell, game: Game, end: float) -> Record:
    """One formula, or one depth after the other; ``end`` is the time at which the limit is reached."""
    by, complete = way(cell.way), game.complete_depth()
    if any(each.lacks(game) is not None for each in by.encodings):
        return {"why": "refused"}
    last = MOST_DEPTH if complete is None else complete
    depths: Iterable[int] = telling_depths(game, last) if cell.depth is None else [cell.depth]
    if len(by.encodings) > 1:
        depths = range(last + 1)
    refuted, why = -1, ""
    for depth in depths:
        said = _asked(game, by, depth, end, cell)
        if not isinstance(said, Claim):
            why = said
            if said != "silent":
                break
        elif said.black_wins:
            return {"answer": True, "depth": depth, "refuted": refuted}
        else:
            refuted = depth
            if said.ever:
                return {"answer": False, "ever": True, "refuted": refuted}
    beyond = complete is not None and refuted >= max(telling_depths(game, complete))
    if beyond or (cell.question == "within" and refuted == cell.depth):
        return {"answer": False, "ever": beyond, "refuted": refuted}
    return {"refuted": refuted, "why": why or "open"}


def _asked(game: Game, by: Way, depth: int, end: float, cell: Cell) -> Claim | str:
    """The answer of one formula, or the reason why there is none."""
    left = end - time.monotonic()
    if left <= 0:
        return "time"
    built = build(game, by.at(depth), depth, Limits(left, cell.memory_mb, left))
    if built.encoded is None:
        return "time" if time.monotonic() >= end else built.outcome
    truth = built.encoded.answer
    if built.qcnf is not None:
        left = end - time.monotonic()
        if left <= 0:
            return "time"
        limits = Limits(left, cell.memory_mb)
        outcome = solve(built.qcnf, by.preprocessor, [by.solver], limits)[by.solver].outcome
        truth = TRUTHS.get(outcome)
        if truth is None:
            return outcome
    assert truth is not None
    return claim(built.encoded, truth, cell.way) or "silent"


# --------------------------------------------------------------------------------------------------------- on record


def claims(record: Record) -> Iterator[Claim]:
    """The claim of a run about its game."""
    if record["answer"]:
        yield Claim(record["depth"], True, False, record["way"])
    elif record["answer"] is False:
        yield Claim(record["asked"] or 0, False, record["ever"], record["way"])
    if record["refuted"] >= 0:
        yield Claim(record["refuted"], False, False, record["way"])


class Runs:
    """All runs on record, and what they contradict.

    Parameters
    ----------
    path
        The file; a last line that was cut off is ignored.
    known
        What the paper says, by the file or expression of the game.
    """

    def __init__(self, path: Path, known: dict[str, list[Claim]]) -> None:
        self.path = path
        self.found: dict[tuple[object, ...], Record] = {}
        self.claims = Claims()
        self.wrong = 0
        for game, published in known.items():
            self.claims.about[game].extend(published)
        for record in _records(path):
            self._take(record)

    def _take(self, record: Record) -> None:
        cell = _cell(record)
        self.found[cell.key] = record
        lines = [f"{new}, but {old}" for new in claims(record) if (old := self.claims.add(cell.game, new))]
        if record.get("broken"):
            lines.append(f"{cell.way}: {record['why']}")
        if lines:
            self.wrong += 1
            print("\n  ".join([f"WRONG: {cell.name}", *lines]), flush=True)

    def add(self, record: Record) -> None:
        """Keep a new one."""
        with self.path.open("a") as out:
            out.write(json.dumps(record) + "\n")
        self._take(record)

    def of(self, cells: Iterable[Cell]) -> list[Record]:
        """Those of the cells that have been run."""
        return [self.found[cell.key] for cell in cells if cell.key in self.found]


def _cell(record: Record) -> Cell:
    """The question."""
    return Cell(**{name: record["asked" if name == "depth" else name] for name in Cell._fields})


def _records(path: Path) -> Iterator[Record]:
    for line in path.read_text().splitlines() if path.is_file() else ():
        try:
            yield json.loads(line)
        except ValueError:
            continue


def forget(path: Path, cells: Iterable[Cell]) -> None:
    """Take these runs off the record."""
    keys = {cell.key for cell in cells}
    if path.is_file():
        kept = [json.dumps(each) + "\n" for each in _records(path) if _cell(each).key not in keys]
        spare = path.with_suffix(".part")
        spare.write_text("".join(kept))
        spare.replace(path)


def campaign(cells: Sequence[Cell], runs: Runs, args: argparse.Namespace) -> bool:
    """Run what is not on record, the default first; whether it came to its end."""
    args.out.parent.mkdir(parents=True, exist_ok=True)
    if args.out.is_file() and not args.out.read_bytes().endswith(b"\n"):
        with args.out.open("a") as out:
            out.write("\n")  # after a line that was cut off
    left = [cell for cell in dict.fromkeys(cells) if cell.key not in runs.found]
    wide, started = max((len(cell.name) for cell in left), default=0), time.monotonic()
    memory = 2 * max(args.memory, 3000)
    try:
        for default in (True, False):
            tasks, jobs = [cell for cell in left if cell.is_default is default], 1 if default else args.at_once
            with closing(in_processes(run, tasks, jobs, memory_mb=memory)) as ran:
                for cell, record in ran:
                    runs.add(record)
                    at = f"{time.monotonic() - started:6.0f} s"
                    print(
                        f"{at}  {cell.name:{wide}}  {record['seconds']:7.2f} s  {shown(record):14} {cell.way}",
                        flush=True,
                    )
    except KeyboardInterrupt:
        print("stopped; start again to go on\n", flush=True)
        return False
    return True


def shown(record: Record) -> str:
    """The answer in a few letters: "wins in 7", "no win", "no win in 7", or "open" and the reason."""
    if record["answer"]:
        return f"wins in {record['depth']}"
    if record["answer"] is False:
        return "no win" if record["ever"] else f"no win in {record['asked']}"
    return f"open: {record['why']}"


# ------------------------------------------------------------------------------------------------------------ tables


class Tally(NamedTuple):
    """Of several runs: how many, how many say that Black wins and that he does not, and all their seconds.

    A run without an answer counts with its limit at least, as in the papers.
    """

    tried: int
    wins: int
    losses: int
    seconds: float

    @property
    def solved(self) -> int:
        return self.wins + self.losses

    @classmethod
    def of(cls, records: Iterable[Record]) -> Tally:
        records = list(records)
        answers = [each["answer"] for each in records]
        seconds = [
            each["seconds"] if each["answer"] is not None else max(each["limit"], each["seconds"]) for each in records
        ]
        return cls(len(records), answers.count(True), answers.count(False), float(sum(seconds)))


def comparison(cells: Sequence[Cell], runs: Runs) -> str:
    """A line on the default beside the best of the other ways, on the instances that all have tried."""
    by_way: dict[str, dict[str, Record]] = {}
    default = next(cell.way for cell in cells if cell.is_default)
    for record in runs.of(cells):
        by_way.setdefault(record["way"], {})[record["name"]] = record
    if default not in by_way or len(by_way) == 1:
        return "Nothing to compare yet."
    names = set.intersection(*({*found} for found in by_way.values()))
    counts = {label: Tally.of(found[name] for name in names) for label, found in by_way.items()}
    ours = counts.pop(default)
    best = max(counts, key=lambda label: (counts[label].solved, -counts[label].seconds))
    theirs = counts[best]
    ratio = ours.seconds / max(theirs.seconds, 1e-3)
    fair = ours.solved >= theirs.solved and ratio <= ALLOWED
    return (
        f"On the {len(names)} instances that all have tried, '{default}' solves {ours.solved} in {ours.seconds:.1f} s; "
        f"the best of the ways, {best}, {theirs.solved} in {theirs.seconds:.1f} s: "
        f"{ratio:.2f} times the seconds, {'as' if fair else 'NOT AS'} wanted (as many, and at most {ALLOWED:g} times)"
    )


# ---------------------------------------------------------------------------------------------------------- the script


def parser(about: str, name: str, limit: float, ways: Sequence[str] | None) -> argparse.ArgumentParser:
    """The options that all these scripts have."""
    made = argparse.ArgumentParser(
        description=about, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    several = "those of the paper" if ways is None else " ".join(ways)
    made.add_argument("--ways", nargs="*", type=_label, default=ways, help=f"single ways; by default {several}")
    made.add_argument("--limit", type=float, default=limit, metavar="SECONDS", help=f"of a run (default {limit:g})")
    made.add_argument("--memory", type=int, default=3000, metavar="MB", help="of each process (default 3000)")
    made.add_argument("--jobs", type=int, default=Options().most_jobs, help="processes of the default")
    made.add_argument("--at-once", type=int, default=1, metavar="N", help="single ways beside each other")
    made.add_argument(
        "--check", action="store_true", help="the default with its proofs, and both routes: what single ways have not"
    )
    made.add_argument("--again", nargs="*", metavar="WAY", help="run these ways ('solve' too) once more, or all")
    made.add_argument("--report", action="store_true", help="only the tables, from what is on record")
    made.add_argument("--out", type=Path, default=ROOT / "out" / f"{name}.jsonl", help="where the runs are kept")
    return made


def default_label(args: argparse.Namespace) -> str:
    """The default with its options, as on the command line."""
    return f"solve --jobs {args.jobs}" + (" --check" if args.check else "")


def perform(cells: Sequence[Cell], known: dict[str, list[Claim]], args: argparse.Namespace) -> tuple[Runs, int]:
    """Run what is missing; all runs, and the exit code: 0, 1 for a contradiction, 3 when it was stopped."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if args.again is not None and not args.report:
        forget(args.out, [each for each in cells if not args.again or each.way.partition(" ")[0] in args.again])
    runs = Runs(args.out, known)
    finished = args.report or campaign(cells, runs, args)
    if runs.wrong:
        print(f"{runs.wrong} runs contradict others or the paper, or broke")
    return runs, 1 if runs.wrong else 0 if finished else 3
