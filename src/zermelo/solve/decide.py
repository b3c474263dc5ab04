"""One formula: encode a question at a depth, preprocess, solve, and say what the truth value means for the game."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.encodings import Asks, Encoded
from zermelo.encodings.moves import check_question
from zermelo.errors import InputError, LimitError
from zermelo.formula import QCNF, Circuit
from zermelo.model import Game
from zermelo.preprocess import Preprocessed, Preprocessor
from zermelo.questions import MOST_DEPTH
from zermelo.search.engines import Engine
from zermelo.search.found import Found
from zermelo.search.progress import Progress
from zermelo.solve.combination import Combination, Way
from zermelo.solve.journal import Event, Journal
from zermelo.solvers import Answer, Solver, SolverResult


@dataclass(frozen=True)
class Decision:
    """What a formula said of "Black wins within the depth".

    Parameters
    ----------
    answer
        None when unknown, then with the reason and details for people.
    hint
        A first move that the solver named: unconfirmed.
    method
        Encoding, preprocessor and solver, joined by "+".
    notes
        What was simplified on the way.
    plain
        Whether no preprocessor was in between.
    ever
        Whether a "no" holds for every depth.
    silent
        Whether the formula was decided, and says nothing about the game.
    run
        What found it; None when no formula did.
    """

    answer: bool | None
    reason: str | None = None
    detail: str = ""
    hint: Any = None
    method: str = ""
    notes: tuple[str, ...] = ()
    plain: bool = True
    ever: bool = False
    silent: bool = False
    run: Run | None = None

    @property
    def route(self) -> str:
        """``"search"`` or ``"formula"``."""
        return "search" if self.run is None or isinstance(self.run.combination, Engine) else "formula"


@dataclass(frozen=True)
class Run:
    """One combination on one question: what a worker process is given.

    Parameters
    ----------
    game, depth
        Does Black win within so many moves?
    combination
        By which tools.
    after
        The name of the first move after which the game is as it is.
    assignment
        Whether to ask for a first move.
    memory_limit_mb
        Memory of the solver, in MB; None for no limit.
    checkpoint
        Where a native search keeps what it has proven; None: nowhere.
    """

    game: Game
    depth: int
    combination: Way
    after: str | None = None
    assignment: bool = True
    memory_limit_mb: int | None = None
    checkpoint: Path | None = None

    @property
    def method(self) -> str:
        """The combination, the depth and the first move."""
        return f"{self.combination.label} at depth {self.depth}" + (f" after {self.after}" if self.after else "")

    def attempt(self, journal: Journal) -> Decision:
        """As `decide`; a limit is a reason why the answer is unknown, and so is a board too large for the encoding.

        Raises ``InputError`` where a checkpoint cannot be used.
        """
        try:
            return self.decide(journal)
        except InputError as error:
            if self.checkpoint is not None:
                raise
            return Decision(None, "nothing to try", f"{self.method}: {error}", method=self.combination.label)
        except LimitError as limit:
            return Decision(None, limit.reason, f"{self.method}: {limit}", method=self.combination.label)
        except MemoryError:
            return Decision(None, "memory", f"{self.method}: out of memory", method=self.combination.label)

    def decide(self, journal: Journal) -> Decision:
        """Search; or encode, preprocess, solve; LimitError when the journal's time is used up in between."""
        if isinstance(self.combination, Engine):
            return self._search(self.combination, journal)
        return self._by_formula(self.combination, journal)

    def _search(self, engine: Engine, journal: Journal) -> Decision:
        """By the native search; a depth that no play exceeds, or that stands for any depth, is no bound.

        Where plays may never end, and Black wins at all, the depth is asked for, too.
        """
        complete = self.game.complete_depth()
        most = MOST_DEPTH - 1 if complete is None else complete  # what is left of it after a first move
        depth = None if self.depth >= most else self.depth
        journal.progress("searching", self.method)
        with journal.stage("search", depth=self.depth, after=self.after) as facts:
            found = self._find(engine, depth, journal)
            ever = depth is None and found.answer is False
            if complete is None and depth is None and found.answer:
                found = self._find(engine, self.depth, journal)
            said = found.reason if found.answer is None else str(found.answer).lower()
            facts.update(positions=found.nodes, engine=engine.label, answer=said)
        if found.answer is None:
            detail = f"{self.method}: {found.reason} after {found.nodes} positions"
            return Decision(None, found.reason, detail, method=engine.label)
        hint = found.first_move if found.answer else None
        return Decision(found.answer, hint=hint, method=engine.label, ever=ever, run=self)

    def _find(self, engine: Engine, depth: int | None, journal: Journal) -> Found:
        """What the native search says, and tells meanwhile."""

        def tell(far: Progress) -> None:
            figures = {
                "nodes": far.nodes,
                "speed": round(far.speed),
                "load": round(far.load, 4),
                "depth": far.depth,
                "first_move": None if far.move is None else self.game.move_name(far.move),
                "first_moves_left": len(far.left) or None,
            }
            told = {name: value for name, value in figures.items() if value is not None}
            journal.tell(Event("progress", str(far), self.method, figures=told))

        found = engine.find(self.game, depth, journal.left(), self.memory_limit_mb, self.checkpoint, tell)
        journal.note(found.notes)
        return found

    def _by_formula(self, tools: Combination, journal: Journal) -> Decision:
        """Encode, preprocess, solve."""
        use, before = tools.encoding, tools.preprocessor
        check_question(use, self.game, self.depth)
        journal.progress("encoding", self.method)
        with journal.stage("encode", depth=self.depth, after=self.after, encoding=use.label) as facts:
            encoded = use.encode(self.game, self.depth)
            if encoded.formula is not None:
                facts.update(encoded.formula.sizes()._asdict())
            if encoded.answer is not None:
                facts["answer"] = str(encoded.answer).lower()
        notes, method = encoded.notes, tools.label
        if encoded.answer is not None:
            method = f"{use.label} (decided while encoding)"
            return self._read(encoded, encoded.answer, method, (f"depth {self.depth}: {encoded.why}",))
        qcnf, way = self._clauses(encoded, journal)
        plain = named = True
        if before.name != "none":
            done = self._preprocess(before, qcnf, journal)
            notes += () if done.applied else (f"{before.name} not applied: {done.detail}",)
            if done.answer is not None:
                return self._read(encoded, done.answer is Answer.TRUE, method, notes, plain=False)
            qcnf, plain = done.formula, done.keeps_numbers
            named = plain or done.keeps_outer
        result = self._solve(tools.solver, qcnf, journal, assignment=named and self.assignment)
        if result.answer is Answer.UNKNOWN:
            return Decision(None, result.reason, f"{self.method}: {result.detail}", method=method)
        hint = None
        if named and result.assignment is not None:
            known = result.assignment
            hint = encoded.first_move({variable: known[to] for variable, to in way.items() if to in known})
        return self._read(encoded, result.answer is Answer.TRUE, method, notes, plain=plain, hint=hint)

    def _clauses(self, encoded: Encoded, journal: Journal) -> tuple[QCNF, dict[int, int]]:
        if not isinstance(encoded.formula, Circuit):
            return encoded.clauses()
        with journal.stage("clauses", depth=self.depth, after=self.after) as facts:
            qcnf, way = encoded.clauses()
            facts.update(qcnf.sizes()._asdict())
        return qcnf, way

    def _preprocess(self, tool: Preprocessor, qcnf: QCNF, journal: Journal) -> Preprocessed:
        journal.progress(f"preprocessing ({tool.name})", self.method)
        with journal.stage("preprocess", depth=self.depth, after=self.after, preprocessor=tool.name) as facts:
            done = tool.preprocess(qcnf, time_limit=journal.left(), memory_limit_mb=self.memory_limit_mb)
            facts.update(done.formula.sizes()._asdict(), applied=done.applied)
        return done

    def _solve(self, tool: Solver, qcnf: QCNF, journal: Journal, *, assignment: bool) -> SolverResult:
        journal.progress(f"solving ({tool.name}, {qcnf.num_clauses} clauses)", self.method)
        with journal.stage("solve", depth=self.depth, after=self.after, solver=tool.name) as facts:
            result = tool.solve(
                qcnf, time_limit=journal.left(), memory_limit_mb=self.memory_limit_mb, assignment=assignment
            )
            facts["answer"] = result.answer.value
        return result

    def _read(
        self,
        encoded: Encoded,
        truth: bool,
        method: str,
        notes: tuple[str, ...],
        *,
        plain: bool = True,
        hint: Any = None,
    ) -> Decision:
        """What the truth value of a formula says about Black's win."""
        answer = encoded.black_wins(truth)
        if answer is None:
            detail = f"{method} at depth {encoded.depth}: false, which says nothing about the game at this depth"
            return Decision(None, "silent", detail, method=method, notes=notes, silent=True, run=self)
        ever = encoded.asks is Asks.WHITE_HOLDS and not answer
        return Decision(answer, hint=hint, method=method, notes=notes, plain=plain, ever=ever, run=self)
