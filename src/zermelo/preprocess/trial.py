"""A first test of a preprocessor: truth values before and after, and a limit."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import product

from zermelo.formula import QCNF, Quantifier, evaluate, read_qdimacs
from zermelo.preprocess.base import Preprocessed, Preprocessor
from zermelo.solvers import Answer
from zermelo.solvers.trial import CLAUSES, Check, confirms, pigeons, timely


def try_preprocessor(preprocessor: Preprocessor, timeout: float = 1.0) -> Iterator[Check]:
    """Try a preprocessor; gives a check for each formula.

    ``timeout`` is the limit in seconds for the large formula, the tiny ones have ten.
    """
    applied = 0
    for name, (text, truth) in CLAUSES.items():
        start, formula = time.monotonic(), read_qdimacs(text)
        result = preprocessor.preprocess(formula, time_limit=10)
        applied += result.applied
        after = evaluate(result.formula) if result.answer is None else result.answer is Answer.TRUE
        right, found = after == truth, f"{str(after).lower()} ({result.detail})"
        if right and result.keeps_outer and not _keeps_outer(formula, result.formula, truth):
            right, found = False, f"{found}, outermost variables of ANOTHER meaning"
        yield Check(name, str(truth).lower(), found, right, time.monotonic() - start)
    if preprocessor.name != "none":
        yield Check("is used", "some", f"for {applied} of {len(CLAUSES)} formulas", applied > 0, 0.0)
    yield timely("a large formula", timeout, lambda: _large(preprocessor, timeout))


def _large(preprocessor: Preprocessor, timeout: float) -> tuple[str, bool]:
    formula = pigeons(60)
    clauses = formula.num_clauses
    result: Preprocessed = preprocessor.preprocess(formula, time_limit=timeout)
    return result.detail, result.answer is not Answer.TRUE and formula.num_clauses == clauses


def _keeps_outer(before: QCNF, after: QCNF, truth: bool) -> bool:
    """Tell whether outermost values that decide the simpler formula decide the original, when completed."""
    outer, left = before.prefix.blocks[0], after.prefix.blocks[0].variables
    if truth != (outer.quantifier is Quantifier.EXISTS):
        return True
    missing = [variable for variable in outer.variables if variable not in left]
    for values in product((False, True), repeat=len(left)):
        chosen = dict(zip(left, values, strict=True))
        if confirms(after, chosen, truth) and not any(
            confirms(before, chosen | dict(zip(missing, rest, strict=True)), truth)
            for rest in product((False, True), repeat=len(missing))
        ):
            return False
    return True
