"""Bloqqer (Biere, Lonsing, Seidl): blocked clauses, elimination, universal expansion, equivalences.

It pays for grid games, before both CAQE and DepQBF (docs/solving.md), and not for Hex, where CAQE is slower after it.

**Why it is not called through pyqbf.**  The binding reads the result through a function that multiplies each variable
of a block by the block's quantifier sign, but sets that sign to 0 when the block has the same quantifier as the one
printed before (its source confused it with "do not print the letter again").  So whenever a universal block between two
existential ones has been eliminated, the variables of the second come out as 0; they are then bound nowhere, a solver
takes them for outermost, and true formulas become false.  With one such run of zeros the damage can be undone; with
several it cannot.  Therefore this adapter goes below the binding: the same library exports Bloqqer's own C interface,
whose printer is right (``_bloqqer_child.py``).  What comes back is checked all the same: every variable bound exactly
once, none unbound, as many clauses as announced; otherwise the original formula is used.

The library cannot be interrupted and ends the whole process when memory is out, so it runs in a child under `run`.
"""

from __future__ import annotations

import importlib.util
import sys
from array import array
from pathlib import Path

from zermelo.formula import QCNF, Quantifier
from zermelo.preprocess import _bloqqer_child
from zermelo.preprocess.program import ProgramPreprocessor
from zermelo.solvers import Answer, Finished
from zermelo.solvers.base import RunLimits
from zermelo.solvers.licence import Licence

_OUTCOMES = {10: (b"answer 10", Answer.TRUE), 20: (b"answer 20", Answer.FALSE), 30: (b"answer 0", Answer.UNKNOWN)}


class Bloqqer(ProgramPreprocessor):
    """See the module."""

    name = "bloqqer"
    description = "Bloqqer: blocked clauses, variable elimination, universal expansion, equivalences"
    how_to_get = "pip install 'zermelo[qbf]'"
    licence = Licence("evaluation and research only; no commercial use, no competitions", "its file COPYING")
    exit_codes = _OUTCOMES

    def available(self) -> bool:
        """As :meth:`Preprocessor.available`."""
        return library() is not None

    def command(self, source: Path, target: Path, limits: RunLimits) -> list[str]:  # noqa: ARG002  # they are ours to keep
        """As :meth:`ProgramPreprocessor.command`."""
        return [sys.executable, "-I", "-S", _bloqqer_child.__file__, str(library()), str(source), str(target)]

    def outcome(self, finished: Finished, target: Path) -> Answer | QCNF:
        """As :meth:`ProgramPreprocessor.outcome`."""
        line, answer = _OUTCOMES[finished.exit_code or 0]
        if finished.stdout.strip() != line:
            raise ValueError(f"exit code {finished.exit_code} without its answer line")
        return read_result(target.read_bytes()) if answer is Answer.UNKNOWN else answer


def library() -> Path | None:
    """The extension library of pyqbf, which contains Bloqqer; None when pyqbf is not installed."""
    spec = importlib.util.find_spec("pyqbf_cpp")
    return Path(spec.origin) if spec is not None and spec.origin else None


def read_result(text: bytes) -> QCNF:
    """Bloqqer's output as a formula with variables 1, 2, … in the order of the prefix.

    Raises
    ------
    ValueError
        Of any kind, when it is not a formula in which every variable is bound exactly once.

    >>> formula = read_result(b"p cnf 9 2\\na 7 0\\ne 3 5 0\\n7 -3 0\\n5 0\\n")
    >>> formula.prefix, list(formula.clauses())
    (Prefix([('a', (1,)), ('e', (2, 3))]), [(1, -2), (3,)])
    >>> read_result(b"p cnf 9 1\\na 7 0\\n7 -3 0\\n")
    Traceback (most recent call last):
      ...
    ValueError: variable 3 of the result is bound nowhere
    """
    header, _, rest = text.partition(b"\n")
    fields = header.split()
    if len(fields) != 4 or fields[:2] != [b"p", b"cnf"]:
        raise ValueError(f"no header in the result, but {header[:60]!r}")
    formula, new = QCNF(), {0: 0}
    while rest[:1] in (b"a", b"e"):
        line, _, rest = rest.partition(b"\n")
        numbers = [int(word) for word in line[1:].split()]
        if not numbers or numbers.pop() != 0:
            raise ValueError("a block of the result without its zero")
        for number in numbers:
            if number <= 0 or number in new:
                raise ValueError(f"variable {number} of the result is bound twice or is no variable")
            new[number] = formula.fresh()
        quantifier = Quantifier.EXISTS if line[:1] == b"e" else Quantifier.FORALL
        formula.prefix.add(quantifier, [new[number] for number in numbers])
    new.update([(-old, -number) for old, number in new.items()])
    try:
        formula.add_all(array("i", [new[int(word)] for word in rest.split()]))
    except KeyError as error:
        raise ValueError(f"variable {abs(error.args[0])} of the result is bound nowhere") from None
    if formula.num_clauses != int(fields[3]):
        raise ValueError(f"{formula.num_clauses} clauses in the result instead of {int(fields[3])}")
    return formula
