"""A benchmark family on disk: a formula file for each member, encoding and depth, and the manifest.

First the plan, which makes every game and asks every encoding whether it takes it, so that what is wrong is said
before anything is written. Then one formula after the other: encode, find the expected status, write, note. What
stands in the manifest and is as it was is not written again; whatever ends the work, the manifest is true, and
several runs may share a folder.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from zermelo import __version__
from zermelo.bench.expected import SOLVERS, ExhaustiveOracle, Expected, solved
from zermelo.bench.formula import Formula, FormulaFormat, head
from zermelo.bench.lists import usual_depths
from zermelo.bench.manifest import Manifest, ManifestRow, sha256
from zermelo.bench.members import LeftOut, rules_hash
from zermelo.bench.sizes import depths_in_play
from zermelo.encodings import Encoding, default_encoding, fitting
from zermelo.encodings.registry import check_question
from zermelo.errors import InputError, UnsupportedError
from zermelo.model import Game
from zermelo.solvers import solver

POSITIONS = 20_000
"""Positions up to which the plain rules look for the expected status; seconds would tie the files to the machine."""

_LONGEST = 120
"""Characters of a game in the name of a file."""


@dataclass(frozen=True)
class FormulaFile:
    """One file to write."""

    file: str
    game: Game
    encoding: Encoding
    depth: int
    form: FormulaFormat


@dataclass(frozen=True)
class Wanted:
    """Choices for every member.

    Parameters
    ----------
    depths
        None for those that `usual_depths` finds.
    encodings
        None for the default one of each game; none at all for all that fit.
    forms, gzip
        The languages; a file in each.
    """

    depths: Sequence[int] | None = None
    encodings: Sequence[Encoding] | None = None
    forms: Sequence[FormulaFormat] = (FormulaFormat(),)
    gzip: bool = False


def plan(games: Iterable[Game], wanted: Wanted, left_out: Callable[[LeftOut], None] | None = None) -> list[FormulaFile]:
    """The files to write, in order.

    Parameters
    ----------
    games
        The members of the family.
    wanted
        Depths, encodings and forms for each of them.
    left_out
        Takes note of each game that an encoding does not take; without it, that is an ``UnsupportedError``.

    Raises InputError when nothing is left to write.
    """
    tasks: dict[str, FormulaFile] = {}
    for game in games:
        depths = depths_in_play(game, usual_depths(game) if wanted.depths is None else wanted.depths)
        for encoding in _encodings(game, wanted):
            try:
                check_question(encoding, game, 0)
            except UnsupportedError as error:
                if left_out is None:
                    raise
                left_out(LeftOut(game.name, str(error)))
                continue
            for depth in depths:
                for form in wanted.forms:
                    name = file_name(game, encoding, depth, form.language) + (".gz" if wanted.gzip else "")
                    task = FormulaFile(name, game, encoding, depth, form)
                    other = tasks.setdefault(name, task).game
                    if other is not game:  # of sheets, whose names may have any signs
                        found = f"{other.name} and {game.name}"
                        raise InputError("games whose files have different names", found=found, source=name)
    if not tasks:
        raise InputError("at least one formula to write", found="none that can be made")
    return list(tasks.values())


def _encodings(game: Game, wanted: Wanted) -> Sequence[Encoding]:
    if wanted.encodings is None:
        return [default_encoding(game)]
    return wanted.encodings or fitting(game)


def file_name(game: Game, encoding: Encoding, depth: int, language: str) -> str:
    """A name that a person can read, that no file system minds, and that only this question has.

    Parameters
    ----------
    game, encoding, depth
        The question, the depth in moves.
    language
        The ending of the name: ``qdimacs`` or ``qcir``.

    >>> from zermelo.encodings import encoding
    >>> from zermelo.families import make
    >>> file_name(make("httt:tippy,board=4x4,torus"), encoding("cor:symmetry=no"), 7, "qdimacs")
    'httt_tippy_board-4x4_torus.cor_symmetry-no.d007.qdimacs'
    """
    member = _safe(game.name)
    if len(member) > _LONGEST:
        member = f"{member[:_LONGEST]}-{hashlib.sha256(game.name.encode()).hexdigest()[:12]}"
    return f"{member}.{_safe(encoding.label)}.d{depth:03}.{language}"


def _safe(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9_-]", "-", re.sub(r"[:,]", "_", text))


@dataclass(frozen=True)
class SuiteOptions:
    """Options for writing the files.

    Parameters
    ----------
    solve
        Seconds for each solver on each formula; None asks none.
    memory_limit_mb
        Of each solver.
    decided
        True to write what was decided while encoding: a formula without variables.
    """

    solve: float | None = None
    memory_limit_mb: int | None = None
    decided: bool = True


@dataclass
class Report:
    """Progress of a run."""

    written: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    expected: dict[str, int] = field(default_factory=lambda: dict.fromkeys(("true", "false", "unknown"), 0))

    def count(self, names: list[str], row: ManifestRow) -> None:
        """Take note of a file."""
        names.append(row.file)
        self.expected[row.expected] += 1


def write(
    tasks: Sequence[FormulaFile],
    folder: Path,
    options: SuiteOptions,
    report: Report,
    progress: Callable[[FormulaFile], None] = lambda _: None,
) -> None:
    """Write the files and the manifest.

    Parameters
    ----------
    tasks
        The files, as planned.
    folder
        The folder for them; made when it is not there.
    options
        Options for writing.
    report
        Grows on the way, so that it outlives an interrupt.
    progress
        Called with each file before it is looked at.

    Raises DisagreementError when search and solvers, or the solvers, contradict each other on a formula; InputError
    when the folder holds another kind of manifest; MissingToolError when a solver that is to be asked is missing.
    """
    if options.solve is not None:
        for name in SOLVERS:
            solver(name).required()
    folder.mkdir(parents=True, exist_ok=True)
    manifest = Manifest(folder)
    writer = _Writer(manifest, options)
    try:
        for task in tasks:
            progress(task)
            row = manifest.intact(task.file)
            if row is not None and writer.is_current(row, task):
                report.count(report.kept, row)
                continue
            try:
                row = writer.write(task)
            except UnsupportedError as error:  # an encoding that has to list too much
                report.left_out.append(LeftOut(task.file, str(error)))
                continue
            if row is None:
                report.left_out.append(LeftOut(task.file, "decided while encoding"))
                continue
            manifest.add(row)
            report.count(report.written, row)
    finally:
        manifest.save()


class _Writer:
    """Makes one file after the other.

    Results on a game or formula serve the next file about the same.
    """

    def __init__(self, manifest: Manifest, options: SuiteOptions) -> None:
        self.manifest, self.options = manifest, options
        self.oracle: ExhaustiveOracle | None = None
        self.last: tuple[Game, Encoding, int] | None = None
        self.ruled: tuple[Game, str] | None = None

    def is_current(self, row: ManifestRow, task: FormulaFile) -> bool:
        """Tell whether a file is what would be written now."""
        again = self.options.solve is not None and row.expected == "unknown"
        now = str(task.form), __version__, self._rules(task.game)
        return (row.form, row.version, row.rules) == now and not again

    def write(self, task: FormulaFile) -> ManifestRow | None:
        """Write a file; None when its formula was decided and such are not wanted."""
        question = task.game, task.encoding, task.depth
        if question != self.last:
            self.last, self.formula = None, Formula(task.encoding.encode(task.game, task.depth))
            self.expected = self._expected(task.game, self.formula)
            self.last = question
        encoded, expected = self.formula.encoded, self.expected
        if encoded.answer is not None and not self.options.decided:
            return None
        family, _, parameters = task.game.name.partition(":")
        source = [f"source: {task.game.name}", f"family: {family}", f"parameters: {parameters}".rstrip()]
        path = self.manifest.folder / task.file
        self.formula.write(path, head(source, task.game, task.depth, encoded, expected), task.form)
        return ManifestRow(
            file=task.file,
            family=family,
            parameters=parameters,
            encoding=encoded.encoding,
            query=encoded.asks.value,
            depth=task.depth,
            form=str(task.form),
            expected=expected.status,
            established=expected.established,
            sha256=sha256(path),
            version=__version__,
            rules=self._rules(task.game),
            **{"clauses": None, "gates": None, **self.formula.sizes(task.form.language)._asdict()},
        )

    def _rules(self, game: Game) -> str:
        """The hash of the rules of a sheet, computed once for all its files, which follow each other."""
        if self.ruled is None or self.ruled[0] is not game:
            self.ruled = game, rules_hash(game)
        return self.ruled[1]

    def _expected(self, game: Game, formula: Formula) -> Expected:
        encoded = formula.encoded
        if self.oracle is None or self.oracle.game is not game:
            self.oracle = ExhaustiveOracle(game, POSITIONS)
        expected = self.oracle.expected(encoded)
        if self.options.solve is None or encoded.answer is not None:
            return expected
        what = f"{game.name}, {encoded.encoding} at depth {encoded.depth}"
        said = solved(formula.clauses[0], self.options.solve, self.options.memory_limit_mb, what)
        return expected.and_also(said, what)
