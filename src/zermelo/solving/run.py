"""One formula: encode a question at a depth, preprocess, solve, and say what the truth value means for the game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from zermelo.encodings import Asks, Encoded
from zermelo.encodings.registry import check_question, encode_by
from zermelo.errors import InputError, LimitError
from zermelo.formula import QCNF, Circuit
from zermelo.model import Game
from zermelo.preprocess import Preprocessed, Preprocessor
from zermelo.solvers import Answer, Solver, SolverResult
from zermelo.solving.combination import Combination
from zermelo.solving.finding import Finding
from zermelo.solving.journal import Journal


@dataclass(frozen=True)
class Run:
    """One combination on one question, the work of one process.

    Parameters
    ----------
    game, depth
        The question: does Black win within so many moves?
    combination
        The tools.
    after
        The name of the first move after which the game is as it is.
    assignment
        True to ask for a first move.
    memory_limit_mb
        Memory of the solver, in MB; None for no limit.
    """

    game: Game
    depth: int
    combination: Combination
    after: str | None = None
    assignment: bool = True
    memory_limit_mb: int | None = None

    @property
    def method(self) -> str:
        """The combination, the depth and the first move."""
        return f"{self.combination.label} at depth {self.depth}" + (f" after {self.after}" if self.after else "")

    def attempt(self, journal: Journal) -> Finding:
        """As `decide`; a limit is a reason why the answer is open, and so is a board too large for the encoding."""
        try:
            return self.decide(journal)
        except InputError as error:
            return self._open("nothing to try", str(error))
        except LimitError as limit:
            return self._open(limit.reason, str(limit))
        except MemoryError:
            return self._open("memory", "out of memory")

    def _open(self, reason: str | None, detail: str) -> Finding:
        return Finding(None, reason, f"{self.method}: {detail}", method=self.combination.label)

    def decide(self, journal: Journal) -> Finding:
        """Encode, preprocess, solve; LimitError when the journal's time is used up in between.

        A circuit becomes clauses, unless nothing but the solver reads it and that solver reads no clauses.
        """
        tools = self.combination
        use, before = tools.encoding, tools.preprocessor
        check_question(use, self.game, self.depth)
        journal.progress("encoding", self.method)
        with journal.stage("encode", depth=self.depth, after=self.after, encoding=use.label) as facts:
            encoded = encode_by(use, self.game, self.depth)
            if encoded.formula is not None:
                facts.update(encoded.formula.sizes()._asdict())
            if encoded.answer is not None:
                facts["answer"] = str(encoded.answer).lower()
        notes, method = encoded.notes, tools.label
        if encoded.answer is not None:
            method = f"{use.label} (decided while encoding)"
            return self._read(encoded, encoded.answer, method, (f"depth {self.depth}: {encoded.why}",))
        plain = named = True
        formula: QCNF | Circuit
        if isinstance(encoded.formula, Circuit) and before.name == "none" and not tools.solver.capabilities.clauses:
            formula, way = encoded.formula, {variable: variable for variable in encoded.formula.prefix}
        else:
            formula, way = self._clauses(encoded, journal)
        if before.name != "none":
            assert isinstance(formula, QCNF)
            done = self._preprocess(before, formula, journal)
            notes += () if done.applied else (f"{before.name} not applied: {done.detail}",)
            if done.answer is not None:
                return self._read(encoded, done.answer is Answer.TRUE, method, notes, plain=False)
            formula, plain = done.formula, done.keeps_numbers
            named = plain or done.keeps_outer
        result = self._solve(tools.solver, formula, journal, assignment=named and self.assignment)
        if result.answer is Answer.UNKNOWN:
            return replace(self._open(result.reason, result.detail), method=method)
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

    def _solve(self, tool: Solver, formula: QCNF | Circuit, journal: Journal, *, assignment: bool) -> SolverResult:
        parts = f"{formula.num_clauses} clauses" if isinstance(formula, QCNF) else f"{formula.sizes().gates} gates"
        journal.progress(f"solving ({tool.name}, {parts})", self.method)
        with journal.stage("solve", depth=self.depth, after=self.after, solver=tool.name) as facts:
            result = tool.solve(
                formula, time_limit=journal.left(), memory_limit_mb=self.memory_limit_mb, assignment=assignment
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
    ) -> Finding:
        """The claim of a formula's truth value about Black's win."""
        answer = encoded.black_wins(truth)
        if answer is None:
            detail = f"{method} at depth {encoded.depth}: false, which says nothing about the game at this depth"
            return Finding(None, "silent", detail, method=method, notes=notes, silent=True, run=self)
        ever = encoded.asks is Asks.WHITE_HOLDS and not answer
        held_from = self.depth if ever and self.depth != self.game.complete_depth() else None
        return Finding(
            answer, depth=None if ever else self.depth, hint=hint, method=method, notes=notes, plain=plain,
            held_from=held_from, run=self,
        )  # fmt: skip
