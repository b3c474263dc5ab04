"""From a formula to a certificate: solve with a trace, check it, extract functions, verify them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, NamedTuple

from zermelo.errors import DisagreementError, InputError, LimitError, UnsupportedError
from zermelo.files import Target
from zermelo.formula import QCNF, write_qdimacs
from zermelo.proofs.aiger import write_aiger
from zermelo.proofs.functions import Functions, extract
from zermelo.proofs.q_resolution import ResolutionRules, check, write_core
from zermelo.proofs.qute import convert
from zermelo.proofs.trace import Trace
from zermelo.proofs.verifier import verify
from zermelo.solvers import solver
from zermelo.solvers.depqbf import DepQBF
from zermelo.solvers.problem import trivial
from zermelo.solvers.process import run
from zermelo.solvers.qute import Qute
from zermelo.solvers.result import Answer
from zermelo.solvers.run_files import memory_file, work_folder

MAX_TRACE = 8 * 2**30
"""Bytes of a trace after which the solver is stopped."""

_RESULTS = {10: b"r SAT\n", 20: b"r UNSAT\n"}
"""The last line of a proof, by the exit code of the solver."""

Prover = DepQBF | Qute
"""The solvers that write proofs."""


def prover(name: str | None) -> Prover | None:
    """The solver of that name; None for none. Raises ``UnsupportedError`` where it writes no proofs.

    >>> prover("qute").name, prover(None) is None
    ('qute', True)
    """
    if name is None:
        return None
    found = solver(name)
    if not isinstance(found, Prover):
        raise UnsupportedError("a solver that writes proofs, depqbf or qute", found=repr(name))
    return found


@dataclass(frozen=True)
class Certificate:
    """A truth value with all that was done to be sure of it.

    Attributes
    ----------
    truth
        Of the formula.
    functions
        The winner's play, verified.
    steps, core
        Steps of the proof, and those that the result depends on.
    size
        Bytes of the proof.
    gates
        AND gates of the functions as they were written; None when they were not.
    seconds
        Wall-clock time by stage: ``solve``, ``check``, ``extract``, ``verify``.
    """

    truth: bool
    functions: Functions
    steps: int
    core: int
    size: int
    gates: int | None
    seconds: dict[str, float] = field(default_factory=dict)


class CheckedProof(NamedTuple):
    """A proof that has been checked: the truth value, its steps, those of the core, and the seconds so far."""

    truth: bool
    steps: int
    core: int
    seconds: Mapping[str, float]


class _Stopwatch:
    """The time limit, and the time of every stage."""

    def __init__(self, limit: float | None) -> None:
        self.limit, self.begun = limit, time.monotonic()
        self.seconds = dict[str, float]()
        self._stage = self.begun

    def left(self) -> float | None:
        return None if self.limit is None else max(0.01, self.begun + self.limit - time.monotonic())

    def pulse(self) -> None:
        if self.limit is not None and time.monotonic() > self.begun + self.limit:
            raise LimitError("time", f"no certificate within {self.limit:g} s")

    def seen(self, stage: str) -> None:
        """The time of a stage so far."""
        self.seconds[stage] = time.monotonic() - self._stage

    def done(self, stage: str) -> None:
        self.seen(stage)
        self._stage = time.monotonic()
        self.pulse()


def certify(
    formula: QCNF,
    *,
    proof: Path | None = None,
    qrp: Target | None = None,
    aiger: Target | None = None,
    time_limit: float | None = None,
    memory_limit_mb: int | None = None,
    max_trace: int = MAX_TRACE,
    solver: Prover | None = None,
    expected: bool | None = None,
    tell: Callable[[CheckedProof], object] = lambda _: None,
) -> Certificate:
    """Solve a formula and prove the answer.

    Parameters
    ----------
    formula
        Every variable bound, without tautologies.
    proof
        A proof in QRP to check instead of asking the solver.
    qrp, aiger
        Files for the core, once it is checked, and for the functions, once they are verified.
    time_limit, memory_limit_mb, max_trace
        Seconds for everything; MB of each program that is started; bytes of the trace.
    solver
        The solver that writes the proof: by default DepQBF.
    expected
        The truth value that is to be proven; the other one ends the work as soon as its proof has been checked.
    tell
        Told what is known as soon as the proof has been checked, before anything is written or made of it.

    Raises
    ------
    InputError
        When the formula or the given proof is wrong, with the line.
    LimitError, MissingToolError
        When there is no answer.
    DisagreementError
        When the solver's own proof is wrong, or the functions are, or the truth value is not as expected.

    >>> from zermelo.formula import read_qdimacs
    >>> certificate = certify(read_qdimacs("p cnf 2 2\\na 1 0\\ne 2 0\\n1 2 0\\n-1 -2 0\\n"))
    >>> certificate.truth, certificate.functions.value(2, {1: True}), certificate.functions.value(2, {1: False})
    (True, False, True)
    """
    formula.validate()
    clock = _Stopwatch(time_limit)
    with ExitStack() as stack:
        if proof is None:
            path = stack.enter_context(work_folder()) / "proof.qrp"
            _solve(formula, path, solver or DepQBF(), clock, memory_limit_mb, max_trace)
        else:
            path = proof
        clock.done("solve")
        trace = stack.enter_context(Trace(path, formula.prefix, None if proof else "the proof"))
        rules = ResolutionRules(formula)
        try:
            checked = check(trace, rules, clock.pulse)
        except InputError as error:
            if proof is None:
                raise DisagreementError(f"the solver's proof is wrong: {error}") from error
            raise
        if expected is not None and checked.truth is not expected:
            raise DisagreementError(f"the formula is {str(checked.truth).lower()}, by a proof that was checked")
        clock.seen("check")
        tell(CheckedProof(checked.truth, checked.steps, checked.size, dict(clock.seconds)))
        if qrp is not None:
            write_core(formula, trace, checked, qrp)
        clock.done("check")
        functions = extract(formula.prefix, trace, checked, rules, clock.pulse)
        size = trace.size
    clock.done("extract")
    verify(formula, functions, time_limit=clock.left(), memory_limit_mb=memory_limit_mb)
    gates = None if aiger is None else write_aiger(functions, aiger)
    clock.done("verify")
    return Certificate(checked.truth, functions, checked.steps, checked.size, size, gates, clock.seconds)


def _solve(
    formula: QCNF, path: Path, solver: Prover, clock: _Stopwatch, memory_limit_mb: int | None, max_trace: int
) -> None:
    """Write a proof to ``path``; LimitError when the solver gives none."""
    if (known := trivial(formula)) is not None:  # the proof is one step: the empty clause, or the empty cube
        prefix = "".join(f"{kind.value} {' '.join(map(str, names))} 0\n" for kind, names in formula.prefix.blocks)
        path.write_text(f"p qrp 0 0\n{prefix}1 0 0\nr {'SAT' if known is Answer.TRUE else 'UNSAT'}\n", encoding="ascii")
        return
    raw = path.with_suffix(".trace") if isinstance(solver, Qute) else path
    with memory_file(lambda file: write_qdimacs(formula, file)) as stdin:
        finished = run(
            solver.trace_command(),
            stdin=stdin,
            stdout_path=raw,
            time_limit=clock.left(),
            memory_limit_mb=memory_limit_mb,
            max_output=max_trace,
        )
    if finished.stopped or finished.exit_code not in _RESULTS:
        reason = {"time": "time", "memory": "memory", "output": "size"}.get(finished.reason, "interrupted")
        raise LimitError(reason, f"no proof: {solver.name} {finished.ending}")
    result = _RESULTS[finished.exit_code]
    with raw.open("rb") as file:
        last = _last_line(file)
    ends = last == result if raw is path else last.endswith(b"\n") and last.split()[2:3] == [b"0"]
    if not ends:
        why = f"{solver.name} ended with exit code {finished.exit_code}, but its proof breaks off"
        raise LimitError("size", f"no proof: {why}; is the disk full?")
    if raw is not path:
        try:
            convert(raw, formula.prefix, result == _RESULTS[10], path, clock.pulse)
        except InputError as error:
            raise DisagreementError(f"the solver's proof is wrong: {error}") from error
        raw.unlink()


def _last_line(file: IO[bytes]) -> bytes:
    """The last line of a file, however long it is."""
    end, size = file.seek(0, 2), 4096
    while True:
        file.seek(max(0, end - size))
        lines = file.read().splitlines(keepends=True)
        if len(lines) > 1 or size >= end:
            return lines[-1] if lines else b""
        size *= 2
