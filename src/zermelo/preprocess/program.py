"""Preprocessors that are programs: a file in, a formula out, the original when anything goes wrong."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Container, Sequence
from pathlib import Path

from zermelo.errors import MissingToolError
from zermelo.formula import QCNF, write_qdimacs
from zermelo.preprocess.base import Preprocessed, Preprocessor, decided
from zermelo.solvers import Answer, Finished, run
from zermelo.solvers.base import MAX_DISK, RunLimits
from zermelo.solvers.problem import trivial, without_tautologies
from zermelo.solvers.run_files import work_folder


class ProgramPreprocessor(Preprocessor):
    """A preprocessor that runs as a program of its own, with limits, in a folder of its own.

    Attributes
    ----------
    exit_codes
        Those with which it may end.
    needs_file
        True if it reads the formula from the file; else from standard input, too.
    """

    exit_codes: Container[int]
    needs_file: bool = True

    def unfit(self, formula: QCNF) -> str | None:
        """The reason why a formula cannot be given to it, as no formula that is malformed; None when it can.

        On such a file HQSpre never ends, and Bloqqer goes on with half of it.
        """
        variables, used = list(formula.prefix), set(map(abs, formula.data)) - {0}
        if max(variables, default=0) > formula.num_variables:
            return "a variable number beyond num_variables"
        if free := used.difference(variables):
            return f"variable {min(free)} is bound in no block"
        return None

    @abstractmethod
    def command(self, source: Path, target: Path, limits: RunLimits) -> Sequence[str | Path]:
        """The command line.

        Parameters
        ----------
        source, target
            The file with the formula in QDIMACS, and a file that the program may write.
        limits
            The limits of the run, for a program that wants to be told; they hold without its help.
        """

    @abstractmethod
    def outcome(self, finished: Finished, target: Path) -> Answer | QCNF:
        """The truth value, or the simpler formula; ValueError when neither is certain."""

    def keeps_outer(self, formula: QCNF, simpler: QCNF) -> bool:  # noqa: ARG002  # as a rule there is no promise
        """Of a simpler formula, see `Preprocessed`."""
        return False

    def preprocess(
        self, formula: QCNF, *, time_limit: float | None = None, memory_limit_mb: int | None = None
    ) -> Preprocessed:
        """As :meth:`Preprocessor.preprocess`."""
        start = time.monotonic()

        def failed(why: str) -> Preprocessed:
            return Preprocessed(formula, None, False, f"{self.name} left out: {why}", time.monotonic() - start)

        clean = without_tautologies(formula)
        if (known := trivial(clean)) is not None:
            return Preprocessed(formula, known, False, "trivial: nothing to preprocess", 0.0)
        if not self.available():
            return failed(f"not installed; get it by: {self.how_to_get}")
        if (why := self.unfit(clean)) is not None:
            return failed(why)
        with work_folder() as folder:
            source, target = folder / "formula.qdimacs", folder / "simpler.qdimacs"
            write_qdimacs(clean, source)
            left = None if time_limit is None else time_limit - (time.monotonic() - start)
            if left is not None and left <= 0:
                return failed("time limit")
            try:
                with source.open("rb") as stdin:
                    finished = run(
                        self.command(source, target, RunLimits(left, memory_limit_mb)),
                        time_limit=left,
                        memory_limit_mb=memory_limit_mb,
                        stdin=None if self.needs_file else stdin.fileno(),
                        cwd=folder,
                        max_disk=MAX_DISK,
                    )
                if finished.stopped or finished.exit_code not in self.exit_codes:
                    return failed(finished.ending)
                found = self.outcome(finished, target)
            except (MissingToolError, ValueError) as error:
                return failed(str(error))
        seconds = time.monotonic() - start
        if isinstance(found, Answer):
            return Preprocessed(decided(found), found, True, f"decided: {found.value}", seconds)
        detail = f"{formula.num_clauses} clauses became {found.num_clauses}"
        return Preprocessed(found, trivial(found), True, detail, seconds, self.keeps_outer(formula, found))
