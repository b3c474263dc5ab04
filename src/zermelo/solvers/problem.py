"""A formula on its way to a tool: trivial answers, the format, and the names of the variables in it.

Formats: ``qdimacs``; ``qcir``; ``qcir-cleansed``, QCIR with numbers for names and no gates but AND and OR; and
``qcir-free``, the same with an empty line ``free()`` before the first block, which CQESTO needs.  Clauses become a
circuit for a tool that reads nothing else; a circuit never becomes clauses here, because that is a translation with
choices (`zermelo.formula.tseitin`), to be made by whoever encodes.
"""

from __future__ import annotations

from array import array
from pathlib import Path
from typing import IO, Literal

from zermelo.formula import (
    FALSE,
    QCNF,
    TRUE,
    Block,
    Circuit,
    Quantifier,
    and_of_ors,
    printed_names,
    read_qcir,
    read_qdimacs,
    write_qcir,
    write_qdimacs,
)
from zermelo.solvers.result import Answer

SolverFormat = Literal["qdimacs", "qcir", "qcir-cleansed", "qcir-free"]
FORMATS: tuple[SolverFormat, ...] = ("qdimacs", "qcir", "qcir-cleansed", "qcir-free")


def read_formula(path: Path) -> QCNF | Circuit:
    """A file in QCIR when its name says so, else in QDIMACS; InputError, with the place, when it is not."""
    return read_qcir(path) if ".qcir" in path.suffixes[-2:] else read_qdimacs(path)


def write_formula(formula: QCNF | Circuit, kind: SolverFormat, target: Path | IO[str]) -> None:
    """Write in a format; clauses as a circuit where the format has no clauses.

    Parameters
    ----------
    formula
        The formula; a circuit only where the format has circuits.
    kind
        The format.
    target
        A path or an open file.

    Raises InputError when the file cannot be written.
    """
    if kind == "qdimacs":
        assert isinstance(formula, QCNF)
        write_qdimacs(formula, target)
    else:
        circuit = formula if isinstance(formula, Circuit) else and_of_ors(formula)[0]
        write_qcir(circuit, target, cleansed=kind != "qcir", free_line=kind == "qcir-free")


def names(formula: QCNF | Circuit, kind: SolverFormat) -> dict[str, int]:
    """The variable that each printed name means.

    >>> circuit = Circuit()
    >>> (x,), (y,) = circuit.exists(1, "x"), circuit.forall(1)
    >>> names(circuit, "qcir"), names(circuit, "qcir-cleansed")
    ({'x_0': 1, 'x2': 2}, {'1': 1, '2': 2})
    """
    if kind == "qdimacs":
        return {str(variable): variable for variable in formula.prefix}
    if kind == "qcir" and isinstance(formula, Circuit):
        return {name: variable for variable, name in printed_names(formula).items()}
    letter = "x" if kind == "qcir" else ""
    return {f"{letter}{number}": variable for number, variable in enumerate(formula.prefix, 1)}


def without_tautologies(qcnf: QCNF) -> QCNF:
    """The same formula without clauses that are always true; the very object when it has none.

    CAQE and RAReQS answer "false" to true formulas that have some (each on 2 of 100 random ones).

    >>> qcnf = QCNF()
    >>> qcnf.prefix.add(Quantifier.FORALL, qcnf.fresh_block(1))
    >>> qcnf.add(1, -1)
    >>> without_tautologies(qcnf).num_clauses
    0
    """
    clauses = list(qcnf.clauses())
    if all(len(set(map(abs, clause))) == len(clause) for clause in clauses):
        return qcnf
    kept = array("i")
    for clause in clauses:
        literals = dict.fromkeys(clause)
        if not any(-literal in literals for literal in literals):
            kept.extend((*literals, 0))
    cleaned = QCNF()
    cleaned.prefix, cleaned.num_variables = qcnf.prefix, qcnf.num_variables
    cleaned.add_all(kept)
    return cleaned


def trivial(formula: QCNF | Circuit) -> Answer | None:
    """The answer when it can be seen without solving: no clause, or an empty one; a constant output.

    >>> qcnf = QCNF()
    >>> trivial(qcnf)
    <Answer.TRUE: 'true'>
    >>> qcnf.add()
    >>> trivial(qcnf)
    <Answer.FALSE: 'false'>
    """
    if isinstance(formula, Circuit):
        return {TRUE: Answer.TRUE, FALSE: Answer.FALSE}.get(formula.output)
    if not formula.num_clauses:
        return Answer.TRUE
    return Answer.FALSE if formula.has_empty_clause else None


def witness_block(formula: QCNF | Circuit, answer: Answer) -> Block | None:
    """The outermost block, when values of it can be a reason for ``answer``; else None.

    An existential block explains "true", a universal one "false"; without variables there is nothing to explain.
    """
    blocks = formula.prefix.blocks
    if not blocks or answer is Answer.UNKNOWN:
        return None
    explains = Answer.TRUE if blocks[0].quantifier is Quantifier.EXISTS else Answer.FALSE
    return blocks[0] if answer is explains else None


def universal_clause(formula: QCNF | Circuit) -> tuple[int, ...] | None:
    """The first clause without an existential literal, which makes the formula false; None without one.

    >>> qcnf = QCNF()
    >>> x, y = qcnf.fresh_block(2)
    >>> qcnf.prefix.add(Quantifier.FORALL, [x, y])
    >>> qcnf.add(-x, y)
    >>> universal_clause(qcnf)
    (-1, 2)
    """
    if isinstance(formula, Circuit):
        return None
    outer = {
        variable for block in formula.prefix.blocks if block.quantifier is Quantifier.FORALL for variable in block[1]
    }
    outer |= {-variable for variable in outer}
    for clause in formula.clauses():
        if outer.issuperset(clause) and not any(-literal in clause for literal in clause):
            return clause
    return None


def constant_assignment(formula: QCNF | Circuit, answer: Answer) -> dict[int, bool] | None:
    """An assignment for a trivial formula, where any will do."""
    block = witness_block(formula, answer)
    return dict.fromkeys(block.variables, False) if block else None
