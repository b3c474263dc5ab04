"""Game-SAT by the generic searches, which use the rules of the game only, for comparison.

They try every variable and value. All they know of Game-SAT is that positions with the same residual formula share an
entry of the transposition table.
"""

from __future__ import annotations

from zermelo.errors import InputError
from zermelo.gamesat.players import MAX, MIN
from zermelo.gamesat.solver import GameSatResult
from zermelo.model import ClauseGame
from zermelo.search.engines import session_for
from zermelo.search.session import Limits
from zermelo.search.table_session import ENGINES


def by_engine(
    game: ClauseGame,
    engine: str,
    *,
    time_limit: float | None = None,
    node_limit: int | None = None,
    memory_limit_mb: float | None = None,
) -> GameSatResult:
    """The winner by a generic search, with a first move when MAX opens and wins; no line of play.

    Parameters
    ----------
    game
        The formula, from its start position on.
    engine
        One of :data:`~zermelo.search.table_session.ENGINES`.
    time_limit, node_limit
        As for :func:`~zermelo.gamesat.solver.decide`.
    memory_limit_mb
        Megabytes of the table, or of the tree (1024).

    Raises ``InputError`` for another engine, ``UnsupportedError`` for more than 512 variables or clauses.

    >>> by_engine(ClauseGame("xor", 2, ((1, 2), (-1, -2)), MIN), "df-pn").winner is MAX
    True
    """
    if engine not in ENGINES:
        raise InputError(f"an engine among {', '.join(ENGINES)}", found=repr(engine))
    found = session_for(game, engine).decide(MAX, None, Limits(time_limit, memory_limit_mb, node_limit))
    if found.answer is None:
        return GameSatResult(None, found.reason, nodes=found.nodes, seconds=found.seconds)
    winner = MAX if found.answer else MIN
    first_move = found.first_move if winner is game.mover(game.start) else None
    return GameSatResult(winner, None, (), first_move, found.nodes, found.seconds)
