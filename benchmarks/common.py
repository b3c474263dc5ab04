"""Shared parts of the measuring scripts: limited encoding and solving, processes, claims about games, tables.

A *claim* is what one way (an encoding, perhaps a preprocessor, a solver; or the plain rules) says about a game: Black
wins within a depth, or not. Claims about the same game contradict each other also across depths, since a win within d
is one within more.
"""

from __future__ import annotations

import argparse
import math
import resource
import signal
import time
from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields, replace
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import NamedTuple, TypeVar

from zermelo.encodings import Asks, Encoded, Encoding
from zermelo.errors import InputError, LimitError, UnsupportedError
from zermelo.formula import QCNF
from zermelo.language import FORMATS
from zermelo.model import Game
from zermelo.preprocess import preprocessor
from zermelo.solvers import solver

ROOT = Path(__file__).resolve().parent.parent
PUBLISHED = ROOT.parent / "shared" / "benchmarks"
TRUTHS = {"true": True, "false": False}
SUFFIXES = {suffix for form in FORMATS.values() for suffix in form.suffixes}

Task = TypeVar("Task")
Result = TypeVar("Result")


def game_files(folder: Path) -> list[Path]:
    """The files below a folder that are games by themselves."""
    return sorted(path for path in folder.rglob("*") if path.suffix in SUFFIXES and path.stem != "domain")


# --------------------------------------------------------------------------------------------------------- arguments


def whole(text: str) -> int:
    """A number of 1 or more, for argparse."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number of 1 or more, found {text!r}")
    return int(text)


def above_zero(text: str) -> float:
    """A number above 0, for argparse."""
    with suppress(ValueError):
        if 0 < (number := float(text)) < math.inf:
            return number
    raise argparse.ArgumentTypeError(f"expected a number above 0, found {text!r}")


@contextmanager
def mistakes_told(parser: argparse.ArgumentParser) -> Iterator[None]:
    """Mistakes of the user in this block, and files that cannot be written, end the script with one line."""
    try:
        yield
    except (InputError, UnsupportedError) as error:
        parser.exit(2, f"{parser.prog}: {error}\n")
    except OSError as error:
        parser.exit(2, f"{parser.prog}: {error.filename or 'a file'}: {error.strerror or error}\n")
    except KeyboardInterrupt:
        parser.exit(130, f"{parser.prog}: interrupted\n")


# ------------------------------------------------------------------------------------------------------ limited work


@dataclass(frozen=True)
class Limits:
    """Of one run: seconds and MB of a solver, seconds to encode, literals above which no solver is tried."""

    seconds: float = 20
    memory_mb: int = 3000
    encode_seconds: float = 60
    literals: int = 10_000_000


class Built(NamedTuple):
    """The result of encoding: the formula as clauses, or an outcome without one and why.

    ``outcome`` is "formula", "decided" (while encoding), "refused" or "too large".
    """

    outcome: str
    seconds: float
    why: str = ""
    encoded: Encoded | None = None
    qcnf: QCNF | None = None


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    """LimitError in this block when it takes longer; in the main thread only."""

    def ring(*_: object) -> None:
        raise LimitError("time", f"more than {seconds:g} s to encode")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def build(game: Game, encoding: Encoding, depth: int, limits: Limits) -> Built:
    """Encode within the limits."""
    start = time.perf_counter()

    def told(outcome: str, why: str = "", encoded: Encoded | None = None, qcnf: QCNF | None = None) -> Built:
        return Built(outcome, time.perf_counter() - start, why, encoded, qcnf)

    try:
        with _within(limits.encode_seconds):
            encoded = encoding.encode(game, depth)
            if encoded.answer is not None:
                return told("decided", encoded.why, encoded)
            qcnf, _ = encoded.clauses()
    except UnsupportedError as error:
        return told("refused", str(error))
    except LimitError as error:
        return told("too large", str(error))
    except MemoryError:
        return told("too large", "out of memory")
    if qcnf.num_literals > limits.literals:
        return told("too large", f"{qcnf.num_literals} literals")
    return told("formula", "", encoded, qcnf)


class Solved(NamedTuple):
    """ "true", "false", or why neither; the seconds of preprocessing and solving together."""

    outcome: str
    seconds: float


def solve(qcnf: QCNF, simplify: str, solvers: Iterable[str], limits: Limits) -> dict[str, Solved]:
    """Preprocess once, then run each solver in what is left of the time."""
    simpler = preprocessor(simplify).preprocess(qcnf, time_limit=limits.seconds, memory_limit_mb=limits.memory_mb)
    found = {}
    for name in solvers:
        if simpler.answer is not None:
            found[name] = Solved(simpler.answer.value, simpler.seconds)
        elif simpler.seconds >= limits.seconds:
            found[name] = Solved("time", simpler.seconds)
        else:
            left = limits.seconds - simpler.seconds
            result = solver(name).solve(simpler.formula, time_limit=left, memory_limit_mb=limits.memory_mb)
            found[name] = Solved(result.reason or result.answer.value, simpler.seconds + result.seconds)
    return found


def variants(encoding: Encoding) -> list[Encoding]:
    """The encoding, each of its options turned the other way (or as in the paper), and the twin of the paper."""
    turned = []
    for each in fields(encoding):
        now = getattr(encoding, each.name)
        other = not now if isinstance(now, bool) else encoding.paper.get(each.name, now)
        turned.append(replace(encoding, **{each.name: other}))
    return list(dict.fromkeys([encoding, *turned, encoding.faithful()]))


# --------------------------------------------------------------------------------------------------------- processes


def _start_worker(memory_mb: int) -> None:
    """A worker leaves interrupts to its parent, and runs out of memory before the machine does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_AS, (memory_mb << 20, resource.getrlimit(resource.RLIMIT_AS)[1]))


def in_processes(
    work: Callable[[Task], Result], tasks: Iterable[Task], jobs: int, budget: float | None = None, memory_mb: int = 6000
) -> Generator[tuple[Task, Result], None, None]:
    """Tasks with their results as they come, done in ``jobs`` processes.

    A task is taken only when a process is free for it, and none when ``budget`` seconds are over. Leaving early (by
    an interrupt, or by closing) ends the processes, and with them their solvers.
    """
    end, waiting = None if budget is None else time.monotonic() + budget, iter(tasks)
    running: dict[Future[Result], Task] = {}
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _start_worker, (memory_mb,))
    try:
        while True:
            while len(running) < jobs and (end is None or time.monotonic() < end):
                if (task := next(waiting, None)) is None:
                    break
                running[pool.submit(work, task)] = task
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future.result()
    finally:
        for child in active_children() if running else ():
            child.terminate()
        pool.shutdown(cancel_futures=True)


# ------------------------------------------------------------------------------------------------------------ claims


class Claim(NamedTuple):
    """Black wins within the depth, or not (``ever``: at no depth at all), says somebody."""

    depth: int
    black_wins: bool
    ever: bool
    by: str

    def __str__(self) -> str:
        within = "at any depth" if self.ever else f"within {self.depth}"
        return f"{self.by}: Black {'wins' if self.black_wins else 'does not win'} {within}"

    def contradicts(self, other: Claim) -> bool:
        if self.black_wins == other.black_wins:
            return False
        win, none = (self, other) if self.black_wins else (other, self)
        return none.ever or win.depth <= none.depth


def claim(encoded: Encoded, truth: bool, by: str) -> Claim | None:
    """The claim of a truth value of a formula about its game; None when it claims nothing."""
    said = encoded.black_wins(truth)
    if said is None:
        return None
    return Claim(encoded.depth, said, encoded.asks is Asks.WHITE_HOLDS and not said, by)


class Claims:
    """All claims about all games; a new one is compared with those before."""

    def __init__(self) -> None:
        self.about: dict[str, list[Claim]] = defaultdict(list)

    def add(self, game: str, new: Claim) -> Claim | None:
        """An earlier claim about this game that contradicts the new one, if any."""
        against = next((old for old in self.about[game] if old.contradicts(new)), None)
        self.about[game].append(new)
        return against


# ------------------------------------------------------------------------------------------------------------ tables


def table(head: Iterable[str], rows: Iterable[Iterable[object]], *, markdown: bool = False) -> str:
    """A plain table, numbers to the right; or one for the documentation."""
    text = [[f"{cell:.1f}" if isinstance(cell, float) else str(cell) for cell in row] for row in (head, *rows)]
    widths = [max(map(len, column)) for column in zip(*text, strict=True)]
    right = [all(not row[k] or row[k][0].isdigit() or row[k] == "–" for row in text[1:]) for k in range(len(widths))]
    lines = []
    for row in text:
        cells = [
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(row, widths, right, strict=True)
        ]
        lines.append(f"| {' | '.join(cells)} |" if markdown else "  ".join(cells).rstrip())
    if markdown:
        rule = ["-" * (width - 1) + (":" if to_right else "-") for width, to_right in zip(widths, right, strict=True)]
        lines.insert(1, f"| {' | '.join(rule)} |")
    return "\n".join(lines)


def agree(seeds: str, ask: Callable[[int], object]) -> None:
    """Ask one game after the other, FROM:TO; the count is told now and then. An error ends it, and names its seed."""
    first, last = map(int, seeds.split(":"))
    told = begun = time.monotonic()
    for seed in range(first, last):
        try:
            ask(seed)
        except BaseException as error:
            error.add_note(f"seed {seed}")
            raise
        if time.monotonic() > told + 60:
            told = time.monotonic()
            print(f"{seed + 1 - first} games agree, {told - begun:.0f} s", flush=True)
    print(f"{last - first} games agree, {time.monotonic() - begun:.0f} s")
