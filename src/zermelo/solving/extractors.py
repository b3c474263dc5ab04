"""The ways to a strategy: what finds the winner's moves behind a verdict."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from zermelo.errors import InputError
from zermelo.proofs import prover
from zermelo.questions import Options
from zermelo.search.session import Session
from zermelo.solving.extract_formulas import extract_by_formulas
from zermelo.strategy.certify import Extract
from zermelo.strategy.extract_proof import extract_from_proof
from zermelo.strategy.extract_search import extract

EXTRACTORS: dict[str, Callable[[Options], Extract]] = {
    "search": lambda _: extract,
    "formulas": lambda options: partial(extract_by_formulas, options=options),
    "proof": lambda options: partial(extract_from_proof, by=options.encoding, solver=prover(options.solver)),
}
"""By name: under some options, what extracts the strategy of a claim."""


def extractor(options: Options, session: Session | None = None) -> Extract:  # noqa: ARG001 (soon)
    """The way that the options name, or the one that fits: formulas where these answer alone, else search.

    Parameters
    ----------
    options
        Their ``extract`` names a way; so does ``method`` where a file is to be written.
    session
        The search that has answered, whose tables know the proof; None for a new one.

    Raises ``InputError`` when there is none of that name.

    >>> extractor(Options()) is extract, extractor(Options(extract="formulas")) is extract
    (True, False)
    """
    formulas = options.certificate is not None and not options.searches
    chosen = options.extract or ("formulas" if formulas else "search")
    if chosen not in EXTRACTORS:
        raise InputError(f"a way to extract among {', '.join(EXTRACTORS)}", found=repr(chosen))
    return EXTRACTORS[chosen](options)
