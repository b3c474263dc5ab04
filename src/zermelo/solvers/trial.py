"""A first test of an adapter: tiny formulas with known answers, a hard one with a limit, and garbage.

It is for people who describe a tool in the configuration file, and for the tools of the package, too.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import IO

import psutil

from zermelo.formula import QCNF, Circuit, Quantifier, and_of_ors, evaluate, read_qcir, read_qdimacs
from zermelo.solvers.base import Solver
from zermelo.solvers.problem import universal_clause, witness_block
from zermelo.solvers.result import Answer

CLAUSES = {
    "no clauses": ("p cnf 1 0\ne 1 0\n", True),
    "an empty clause": ("p cnf 1 1\na 1 0\n0\n", False),
    "exists, true": ("p cnf 2 2\ne 1 2 0\n1 2 0\n-1 0\n", True),
    "exists, false": ("p cnf 2 4\ne 1 2 0\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n", False),
    "forall, false": ("p cnf 1 1\na 1 0\n1 0\n", False),
    "forall exists, true": ("p cnf 2 2\na 1 0\ne 2 0\n1 2 0\n-1 -2 0\n", True),
    "forall exists, false": ("p cnf 3 2\na 1 2 0\ne 3 0\n1 2 3 0\n1 2 -3 0\n", False),
    "exists forall, true": ("p cnf 2 1\ne 1 0\na 2 0\n-1 2 0\n", True),
    "exists forall, false": ("p cnf 2 2\ne 1 0\na 2 0\n1 2 0\n-1 -2 0\n", False),
    "exists forall exists, true": ("p cnf 3 4\ne 1 0\na 2 0\ne 3 0\n1 0\n-1 2 3 0\n-1 -2 -3 0\n2 3 0\n", True),
    "exists forall exists, false": ("p cnf 3 3\ne 1 0\na 2 0\ne 3 0\n1 3 0\n-1 3 0\n2 -3 0\n", False),
    "forall exists forall, true": ("p cnf 3 2\na 1 0\ne 2 0\na 3 0\n1 2 0\n-1 -2 3 0\n", True),
    "forall exists forall, false": ("p cnf 3 3\na 1 0\ne 2 0\na 3 0\n1 2 0\n1 -2 3 0\n-1 2 -3 0\n", False),
    "five blocks, true": ("p cnf 5 4\ne 1 0\na 2 0\ne 3 0\na 4 0\ne 5 0\n2 3 0\n-2 -3 0\n4 5 1 0\n-4 -5 3 1 0\n", True),
    "five blocks, false": ("p cnf 5 4\na 1 0\ne 2 0\na 3 0\ne 4 0\na 5 0\n1 2 0\n-1 -2 0\n3 4 2 0\n-4 5 2 0\n", False),
    "unused variables, true": ("p cnf 9 1\ne 2 9 0\na 3 7 0\ne 1 8 0\n-2 3 1 0\n", True),
    "unused variables, false": ("p cnf 9 2\na 5 9 0\ne 3 7 0\na 2 8 0\n5 3 0\n5 -3 0\n", False),
    "unused universal block, true": ("p cnf 4 3\ne 1 3 0\na 2 0\ne 4 0\n1 2 0\n1 -2 0\n-1 4 0\n", True),
}
"""Formulas and their truth: every shape of prefix, trivial ones, and those that parsers stumble over."""

CIRCUITS = {
    "a constant": ("#QCIR-G14\nexists(x)\noutput(g)\ng = and()\n", True),
    "a variable as output": ("#QCIR-G14\nforall(x)\noutput(x)\n", False),
    "a negated output": ("#QCIR-G14\nexists(x, y)\noutput(-g)\ng = and(x, y)\n", True),
    "xor": ("#QCIR-G14\nforall(x)\nexists(y)\noutput(g)\ng = xor(x, y)\n", True),
    "xor, false": ("#QCIR-G14\nexists(y)\nforall(x)\noutput(g)\ng = xor(x, y)\n", False),
    "if-then-else": ("#QCIR-G14\nexists(a)\nforall(x)\nexists(y)\noutput(g)\nh = or(x, y)\ng = ite(a, h, x)\n", True),
    "if-then-else, false": ("#QCIR-G14\nforall(a)\nexists(y)\nforall(x)\noutput(g)\ng = ite(a, y, x)\n", False),
}
"""Circuits and their truth, for solvers that read them."""

GARBAGE = {"nothing": "", "text": "this is no formula\n", "noise": "\x7f\x01\x00p cnf\x00q\x02\x1b[0m" * 20}
"""Inputs that must not get an answer."""

EASY = 10.0
"""Seconds for a tiny formula."""

SLACK = 5.0
"""Seconds after the limit within which a run must be over."""


@dataclass(frozen=True)
class Check:
    """One thing that was tried: its name, the result expected, the one found, and its time in seconds.

    ``right`` is true if the result is as it should be.
    """

    name: str
    expected: str
    found: str
    right: bool
    seconds: float


def try_solver(solver: Solver, timeout: float = 1.0) -> Iterator[Check]:
    """Try a solver; ``timeout`` is the limit in seconds for the hard formula, the tiny ones have ten."""
    formulas: dict[str, tuple[QCNF | Circuit, bool]] = {
        name: (read_qdimacs(text), truth) for name, (text, truth) in CLAUSES.items()
    }
    if any(kind != "qdimacs" for kind in solver.capabilities.formats):
        formulas |= {f"circuit: {name}": (read_qcir(text), truth) for name, (text, truth) in CIRCUITS.items()}
    printed = dict.fromkeys(solver.capabilities.assignment, 0)
    for name, (formula, truth) in formulas.items():
        start, expected = time.monotonic(), Answer.TRUE if truth else Answer.FALSE
        result = solver.solve(formula, time_limit=EASY, assignment=True)
        found, right = result.answer.value, result.answer is expected
        if result.reason:
            found += f" ({result.reason}: {result.detail})"
        elif right and result.assignment is not None:
            right = confirms(formula, result.assignment, truth)
            found += ", values right" if right else f", WRONG values {result.assignment}"
            if result.command and universal_clause(formula) is None:  # else it is read off that clause
                printed[expected] += 1
        elif right and expected in printed and witness_block(formula, expected):
            found += ", no values"
        yield Check(name, expected.value, found, right, time.monotonic() - start)
    for answer, count in printed.items():
        if not count:
            yield Check(f"values with {answer.value}", "some", "none of any formula", False, 0.0)
    yield timely("a hard formula", timeout, lambda: _hard(solver, timeout))
    for name, text in GARBAGE.items():
        start = time.monotonic()
        finished = solver.execute(partial(_put, text), solver.capabilities.formats[0], time_limit=timeout)
        result = solver.interpret(finished, read_qdimacs(CLAUSES["exists, true"][0]), assignment=False)
        right = result.answer is Answer.UNKNOWN
        found = f"{result.answer.value} ({result.reason}: {result.detail})" if right else result.answer.value
        yield Check(f"garbage: {name}", "unknown", found, right, time.monotonic() - start)


def _put(text: str, file: IO[str]) -> None:
    file.write(text)


def _hard(solver: Solver, timeout: float) -> tuple[str, bool]:
    result = solver.solve(pigeons(24), time_limit=timeout)
    right = result.answer is Answer.FALSE or result.reason == "time"
    return f"{result.answer.value} ({result.reason}: {result.detail})" if result.reason else result.answer.value, right


def timely(name: str, timeout: float, work: Callable[[], tuple[str, bool]]) -> Check:
    """Work with a limit: its result, whether it was over in time, and whether it left a process.

    Parameters
    ----------
    name
        The name of the check.
    timeout
        The limit in seconds; the work may take `SLACK` longer.
    work
        Gives its result in words, and whether that is right.
    """
    before, start = set(psutil.Process().children(recursive=True)), time.monotonic()
    found, right = work()
    seconds = time.monotonic() - start
    left = set(psutil.Process().children(recursive=True)) - before
    if left:
        found += f", LEFT {len(left)} processes"
    if seconds > timeout + SLACK:
        found += f", {seconds:.1f} s instead of {timeout:g} s"
    return Check(name, "out of time", found, right and not left and seconds <= timeout + SLACK, seconds)


def confirms(formula: QCNF | Circuit, values: dict[int, bool], truth: bool) -> bool:
    """Tell whether values of the outermost block make a small formula true, or false.

    Parameters
    ----------
    formula
        The formula; it has at least one block.
    values
        The values, of some or all variables of the block.
    truth
        True where they are to make it true: the block is existential; False where false, and universal.

    >>> formula = read_qdimacs("p cnf 2 1\\ne 1 0\\na 2 0\\n-1 2 0\\n")
    >>> confirms(formula, {1: False}, True), confirms(formula, {1: True}, True)
    (True, False)
    """
    circuit = formula if isinstance(formula, Circuit) else and_of_ors(formula)[0]
    numbers = dict(zip(formula.prefix, circuit.prefix, strict=True))
    chosen = circuit.and_([numbers[variable] if value else -numbers[variable] for variable, value in values.items()])
    exists = circuit.prefix.blocks[0].quantifier is Quantifier.EXISTS
    before = circuit.output
    circuit.output = circuit.and_([chosen, before]) if exists else circuit.implies(chosen, before)
    result = evaluate(circuit)
    circuit.output = before
    return result == truth


def pigeons(holes: int) -> QCNF:
    """More pigeons than holes: false, and out of reach of solvers that learn clauses."""
    formula = QCNF()
    names = [formula.fresh_block(holes) for _ in range(holes + 1)]
    formula.prefix.add(Quantifier.EXISTS, [name for row in names for name in row])
    for row in names:
        formula.add(*row)
    for one in range(holes + 1):
        for two in range(one):
            for hole in range(holes):
                formula.add(-names[one][hole], -names[two][hole])
    return formula
