"""The experiments of the report: the worth of each part of the search, and the phase transition.

Measurements are added to a file at once, a JSON object a line: a run that was stopped can be resumed, and a run with
other sizes adds to the same file.

Source: Zhao and Müller, "Game-SAT: A Preliminary Report", section 3: tables 1 and 2, figures 1 to 4.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil, comb
from pathlib import Path
from typing import Any

from zermelo.errors import DisagreementError, InputError
from zermelo.gamesat.generate import UNIFORM, formulas
from zermelo.gamesat.players import MAX, MIN, PLAYERS
from zermelo.gamesat.solver import NAMES, REPORT, GameSatSwitches, decide

TableRow = dict[str, Any]
Announce = Callable[[str], None]
"""A function that is called before each measurement with its description."""

WAYS = {
    "report": (REPORT, ("table", "statics", "units", "dominated", "frequency", "history")),
    "ours": (GameSatSwitches(), NAMES),
}
"""The searches, and their parts that are turned off one by one.

Without ``singletons`` the report's search ends for no formula, as it says, so that has no line in its tables: see
:func:`hopeless`. Ours does not notice, as ``pairing`` implies that rule.
"""

HOPELESS = 20
"""Formulas that the search of the report is given without ``singletons``."""

REPORTED = {
    "max": {
        "": (0, 1.18, 622_710),
        "table": (0, 1.36, 733_058),
        "statics": (0, 1.51, 810_889),
        "units": (0, 2.01, 1_118_581),
        "dominated": (0, 9.80, 4_996_560),
        "frequency": (1, 11.34, 5_607_285),
        "history": (3, 20.41, 10_241_900),
    },
    "min": {
        "": (0, 15.18, 7_616_448),
        "table": (0, 17.33, 8_984_572),
        "statics": (2, 19.47, 10_508_572),
        "units": (1, 29.91, 16_483_991),
        "dominated": (2, 77.80, 37_374_162),
        "frequency": (5, 138.35, 68_793_868),
        "history": (7, 426.06, 100_371_607),
    },
}
"""Tables 1 and 2: of 1000 formulas unsolved, and seconds and nodes for those that all searches solved."""

REPORTED_WON = {"max": (917, 14), "min": (292, 47)}
"""The number of the 1000 formulas that MAX wins, and the seconds for all."""


_BEGINNING = '{"what": '
"""The first signs of a line of ours, of which a last line that was cut off holds some."""


class MeasurementFile:
    """A file of measurements, found by their parameters.

    Raises ``InputError`` for a file that holds something else; a last line that was cut off is measured again.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._rows: dict[str, TableRow] = {}
        if not path.exists():
            return
        if not path.is_file():
            raise InputError("a file for the measurements", found="something else", source=str(path))
        content = path.read_bytes()
        *lines, last = content.decode(errors="replace").split("\n")
        if not last.startswith(_BEGINNING[: len(last)]):
            lines, last = [*lines, last], ""
        for number, line in enumerate(lines, 1):
            row = _measurement(line)
            if row is None:
                advice = "choose another folder, or take out that line" if number > 1 else "choose another folder"
                raise InputError("a measurement", found=repr(line[:80]), source=str(path), line=number, advice=advice)
            self._rows[self._key(row[0])] = row[1]
        if last:
            os.truncate(path, content.rfind(b"\n") + 1)  # the rest is as it was, whatever happens meanwhile

    def row(self, what: TableRow, measure: Callable[[], TableRow]) -> TableRow:
        """A measurement from the file, or a new one, which is added to the file."""
        key = self._key(what)
        if key not in self._rows:
            found = measure()
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"what": what, "found": found}) + "\n")
            self._rows[key] = found
        return self._rows[key]

    @staticmethod
    def _key(what: TableRow) -> str:
        parts = {
            name: value for name, value in what.items() if (name, value) != ("model", UNIFORM)
        }  # as in older files
        return json.dumps(parts, sort_keys=True)


def _measurement(line: str) -> tuple[TableRow, TableRow] | None:
    """The parameters and the numbers of a line; None for a line of another form."""
    try:
        row = json.loads(line)
        what, found = row["what"], row["found"]
        if "point" in what:
            counts, seconds = [found["won"], found["unsolved"], found["nodes"]], [found["seconds"]]
        else:
            counts, seconds, winners = found["nodes"], found["seconds"], found["winners"]
            if {len(counts), len(seconds), len(winners)} != {what["count"]} or not set(winners) <= set("+-?"):
                return None
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    numbers = all(type(each) is int for each in counts) and all(type(each) in (int, float) for each in seconds)
    return (what, found) if isinstance(what, dict) and numbers else None


@dataclass(frozen=True)
class FormulaSizes:
    """Sizes of random formulas: variables, clauses, literals of each clause; number of formulas, seed, model."""

    variables: int = 40
    clauses: int = 20
    width: int = 3
    count: int = 1000
    seed: int = 1
    model: str = UNIFORM


@dataclass(frozen=True)
class AblationRow:
    """A row of a table: the part that was off, the number of unsolved formulas, and the cost.

    ``seconds`` and ``nodes`` are for the formulas that all searches solved, ``total`` is seconds for all; seconds are
    CPU seconds of one core. ``won`` is the number of formulas that MAX wins.
    """

    off: str
    unsolved: int
    seconds: float
    nodes: int
    won: int
    total: float


def ablation(
    way: str,
    first: str,
    sizes: FormulaSizes,
    journal: MeasurementFile,
    node_limit: int = 10_000_000,
    progress: Announce = print,
) -> list[AblationRow]:
    """Table 1 (MAX first) or 2 (MIN first), for the search of the report or ours.

    Parameters
    ----------
    way
        The search, a key of :data:`WAYS`.
    first
        The player who moves first, "max" or "min".
    sizes
        The formulas.
    journal
        The file of measurements; those that it holds are not made again.
    node_limit
        Positions that a search of a formula may visit.
    progress
        Called before each measurement with its description.

    Raises :class:`~zermelo.errors.DisagreementError` if two searches name different winners.
    """
    full, parts = WAYS[way]
    rows = {}
    for off in ("", *parts):
        progress(f"{way}, {first.upper()} first, without {off or 'nothing'}")
        what = {"table": way, "first": first, "off": off, "node_limit": node_limit, **vars(sizes)}
        switches = full.without(*([off] if off else []))
        rows[off] = journal.row(what, lambda switches=switches: solve_all(sizes, first, switches, node_limit))  # type: ignore[misc]
    winners = list(zip(*(row["winners"] for row in rows.values()), strict=True))
    for number, each in enumerate(winners, 1):
        if {"+", "-"} <= set(each):
            raise DisagreementError(
                f"formula {number} of {sizes}, {first.upper()} first: {dict(zip(rows, each, strict=True))}"
            )
    shared = [k for k, each in enumerate(winners) if "?" not in each]
    return [
        AblationRow(
            off,
            row["winners"].count("?"),
            sum(row["seconds"][k] for k in shared),
            sum(row["nodes"][k] for k in shared),
            row["winners"].count("+"),
            sum(row["seconds"]),
        )
        for off, row in rows.items()
    ]


def hopeless(
    first: str, sizes: FormulaSizes, journal: MeasurementFile, node_limit: int = 10_000_000, progress: Announce = print
) -> tuple[int, int]:
    """The number of formulas that the report's search solves without ``singletons``, and the number tried.

    Parameters
    ----------
    first
        The player who moves first, "max" or "min".
    sizes
        The formulas; at most :data:`HOPELESS` of them are tried.
    journal
        The file of measurements; those that it holds are not made again.
    node_limit
        Positions that a search of a formula may visit.
    progress
        Called before each measurement with its description.
    """
    few = replace(sizes, count=min(HOPELESS, sizes.count))
    progress(f"report, {first.upper()} first, without singletons, {few.count} formulas")
    what = {"table": "report", "first": first, "off": "singletons", "node_limit": node_limit, **vars(few)}
    row = journal.row(what, lambda: solve_all(few, first, REPORT.without("singletons"), node_limit))
    return few.count - row["winners"].count("?"), few.count


def solve_all(
    sizes: FormulaSizes,
    first: str,
    switches: GameSatSwitches,
    node_limit: int = 10_000_000,
    before: Callable[[], object] = lambda: None,
) -> TableRow:
    """Solve random formulas: the winners (+ MAX, - MIN, ? unknown), nodes and CPU seconds of each.

    The transposition table has 1 MB, as in the report.

    Parameters
    ----------
    sizes
        The formulas.
    first
        The player who moves first, "max" or "min".
    switches
        The search.
    node_limit
        Positions that a search of a formula may visit.
    before
        Called before each formula; it may raise.
    """
    sign = {MAX: "+", MIN: "-", None: "?"}
    found, seconds = [], []
    for formula in formulas(**vars(sizes)):
        before()
        game = formula.opened_by(PLAYERS[first])
        begun = time.process_time()
        found.append(decide(game, node_limit=node_limit, table_mb=1, switches=switches))
        seconds.append(round(time.process_time() - begun, 7))
    winners = "".join(sign[each.winner] for each in found)
    return {"winners": winners, "nodes": [each.nodes for each in found], "seconds": seconds}


@dataclass(frozen=True)
class SizeResult:
    """Formulas of one size: the numbers that MAX wins and that are not solved; nodes and seconds for all."""

    variables: int
    clauses: int
    count: int
    won: int
    unsolved: int
    nodes: int
    seconds: float

    @property
    def share(self) -> float:
        """Percent that MAX wins, of those solved."""
        return 100 * self.won / max(1, self.count - self.unsolved)


def points(
    variables: Sequence[int],
    clauses: Sequence[int],
    first: str,
    journal: MeasurementFile,
    *,
    width: int = 3,
    count: int = 1000,
    seed: int = 1,
    model: str = UNIFORM,
    node_limit: int = 10_000_000,
    progress: Announce = print,
) -> Iterator[SizeResult]:
    """The points of figures 1 and 2 (MAX first) or 3 and 4 (MIN first), one after the other.

    Parameters
    ----------
    variables, clauses
        Numbers of variables and of clauses, every pair of them a point; pairs without formulas are left out.
    first
        The player who moves first, "max" or "min".
    journal
        The file of measurements; those that it holds are not made again.
    width
        Literals of every clause.
    count, seed
        The number of formulas of each point, and the seed of the random numbers.
    model
        The way in which every variable comes to occur: see `zermelo.gamesat.generate`.
    node_limit
        Positions that a search of a formula may visit.
    progress
        Called before each measurement with its description.
    """
    for n in variables:
        for m in clauses:
            if not has_formulas(n, m, width):
                continue
            progress(f"{first.upper()} first, {n} variables, {m} clauses")
            sizes = FormulaSizes(n, m, width, count, seed, model)
            what = {"point": first, "node_limit": node_limit, **vars(sizes)}
            row = journal.row(what, lambda sizes=sizes: measure_point(sizes, first, node_limit))  # type: ignore[misc]
            yield SizeResult(n, m, count, row["won"], row["unsolved"], row["nodes"], row["seconds"])


def has_formulas(variables: int, clauses: int, width: int) -> bool:
    """True if there are formulas of a size."""
    return ceil(variables / width) <= clauses <= comb(variables, width) << width


def measure_point(
    sizes: FormulaSizes, first: str, node_limit: int = 10_000_000, before: Callable[[], object] = lambda: None
) -> TableRow:
    """A point of a figure: the numbers ``"won"`` and ``"unsolved"``, all ``"nodes"`` and ``"seconds"``, by our search.

    The parameters are those of `solve_all`.
    """
    row = solve_all(sizes, first, GameSatSwitches(), node_limit, before)
    won, unsolved = row["winners"].count("+"), row["winners"].count("?")
    return {"won": won, "unsolved": unsolved, "nodes": sum(row["nodes"]), "seconds": sum(row["seconds"])}


def half(curve: Sequence[SizeResult]) -> float | None:
    """The number of clauses at which MAX wins half of the formulas, between the last two points around it.

    None when the curve, whose points ascend in clauses, does not cross 50 %.

    >>> half([SizeResult(20, clauses, 100, won, 0, 0, 0) for clauses, won in ((10, 90), (11, 60), (12, 40))])
    11.5
    """
    crossing = [pair for pair in pairwise(curve) if pair[0].share >= 50 > pair[1].share]
    if not crossing:
        return None
    before, after = crossing[-1]
    part = (before.share - 50) / (before.share - after.share)
    return before.clauses + part * (after.clauses - before.clauses)
