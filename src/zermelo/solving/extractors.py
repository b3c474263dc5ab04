"""The ways to a strategy: what finds the winner's moves behind a verdict."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from zermelo.model import Game
from zermelo.questions import Options
from zermelo.search.engines import session_for
from zermelo.search.session import Limits, Session
from zermelo.strategy.certify import Extract
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Strategy
from zermelo.strategy.extract.from_search import strategy_from


def extracts_by(options: Options) -> str:
    """The name of the way that the options name, or of the one that fits; see `extractor`."""
    formulas = options.certificate is not None and not options.searches
    return options.extract or ("formulas" if formulas else "search")


def extractor(options: Options, session: Session | None = None) -> Extract:
    """The way that the options name, or the one that fits: formulas where these answer alone, else search.

    Parameters
    ----------
    options
        Their ``extract`` names a way; so does ``method`` where a file is to be written.
    session
        The search that has answered, whose tables know the proof; None for a new one.

    >>> from zermelo.families import make
    >>> from zermelo.model import Player
    >>> len(extractor(Options())(make("hex:3x3"), Claim(Player.BLACK, True, 5))) > 0
    True
    """
    chosen = extracts_by(options)
    if chosen == "search":
        return partial(_by_session, session)
    if chosen == "formulas":
        from zermelo.solving.extract_formulas import extract_by_formulas

        return partial(extract_by_formulas, options=options)
    from zermelo.proofs import prover
    from zermelo.strategy.extract.from_proof import extract_from_proof

    return partial(extract_from_proof, by=options.encoding, solver=prover(options.solver))


def _by_session(
    session: Session | None,
    game: Game,
    claim: Claim,
    *,
    time_limit: float | None = None,
    memory_limit_mb: int | None = None,
    watch: Callable[[int], None] | None = None,
) -> Strategy:
    """The proof that the search has written."""
    searched = session_for(game) if session is None else session
    tell = None if watch is None else (lambda far: watch(far.nodes))
    return strategy_from(searched, game, claim, Limits(time_limit, memory_limit_mb), tell)
