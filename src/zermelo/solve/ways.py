"""The ways to a strategy: what finds the winner's moves behind a verdict."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from zermelo.errors import InputError
from zermelo.proofs import prover
from zermelo.questions import Options
from zermelo.solve.extract_formulas import extract_by_formulas
from zermelo.strategy.certify import Extract
from zermelo.strategy.extract_proof import extract_from_proof
from zermelo.strategy.extract_search import extract

WAYS: dict[str, Callable[[Options], Extract]] = {
    "search": lambda _: extract,
    "formulas": lambda options: partial(extract_by_formulas, options=options),
    "proof": lambda options: partial(extract_from_proof, by=options.encoding, solver=prover(options.solver)),
}
"""By name: under some options, what extracts the strategy of a claim."""


def way(options: Options, name: str | None = None) -> Extract:
    """The way named, or the one that fits the options: formulas where these answer alone, else search.

    Raises ``InputError`` when there is none of that name.

    >>> way(Options()) is extract, way(Options(method="qbf")) is extract
    (True, False)
    """
    formulas = options.method == "qbf" or (options.method == "auto" and options.names_tools)
    chosen = name or ("formulas" if formulas else "search")
    if chosen not in WAYS:
        raise InputError(f"a way to extract among {', '.join(WAYS)}", found=repr(name))
    return WAYS[chosen](options)
