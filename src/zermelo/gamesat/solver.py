"""The native solver of Game-SAT: the search of the report, and what goes beyond it.

Depth-first search over residual formulas. The rules of the search and their proofs are in ``native/gamesat``.

Source: Zhao and Müller, "Game-SAT: A Preliminary Report", section 2; the rules of :data:`OURS` are not in it.
"""

from __future__ import annotations

import math
import time
from dataclasses import asdict, dataclass, fields, replace

from zermelo import _native
from zermelo.errors import UnsupportedError
from zermelo.gamesat.players import MAX, MIN
from zermelo.gamesat.restrict import restricted
from zermelo.model import ClauseGame, Player

LARGEST = 1024
"""Variables, and clauses."""

TABLE_MB = 64
"""The size of the transposition table by default, in megabytes."""


@dataclass(frozen=True)
class GameSatSwitches:
    """Parts of the search that can be turned off; the winner does not depend on them.

    Parameters
    ----------
    frequency
        Of the report (2.1): literals that occur often are tried first.
    history
        Of the report (2.1): so are moves that were the best one elsewhere.
    table
        Of the report (2.2): positions are remembered.
    units
        Of the report (2.3): MAX must satisfy a clause of one literal.
    statics
        Of the report (2.4): MIN to move wins by a clause of one literal; two of them; a formula of one clause.
    singletons
        Of the report (2.5): a clause with two variables that occur nowhere else can go.
    unused
        Of the report (2.6): of variables that occur nowhere only the parity counts.
    dominated
        Of the report (2.6): a variable of one sign gets only the value that the mover wants.
    pairing
        The largest set of clauses that MAX satisfies by answering in pairs can go.
    potential
        MAX wins where clauses are long and few, by weights (Erdős and Selfridge).
    threats
        MIN to move wins by two clauses of two literals with a common variable; MAX must move within all such pairs.
    dominance
        A move is left out if that on another variable is at least as good.
    subsumption
        A clause that another one implies can go.
    components
        Parts without common variables are looked at one by one.
    weights
        In move ordering, an occurrence in a clause of k literals counts 2^-k.
    killers
        Moves that were the best one at the same depth are tried first.
    """

    frequency: bool = True
    history: bool = True
    table: bool = True
    units: bool = True
    statics: bool = True
    singletons: bool = True
    unused: bool = True
    dominated: bool = True
    pairing: bool = True
    potential: bool = True
    threats: bool = True
    dominance: bool = True
    subsumption: bool = True
    components: bool = True
    weights: bool = True
    killers: bool = True

    def without(self, *names: str) -> GameSatSwitches:
        """These switches with some more turned off.

        >>> GameSatSwitches().without("table", "units").table
        False
        """
        return replace(self, **dict.fromkeys(names, False))


OURS = ("pairing", "potential", "threats", "dominance", "subsumption", "components", "weights", "killers")
"""Switches of the parts that are not in the report."""

REPORT = GameSatSwitches().without(*OURS)
"""The switches of the solver of the report."""

NAMES = tuple(each.name for each in fields(GameSatSwitches))


@dataclass(frozen=True)
class GameSatResult:
    """Result of a search of a formula.

    Parameters
    ----------
    winner
        The player who wins; None when a limit ended the search.
    reason
        The limit that ended the search: "time", "memory", "nodes"; None when there is a winner.
    line
        A line of play, literals made true in turn, until no move matters any more; the winner's moves in it keep the
        win. Empty when it was not asked for, or when a limit ended the search for it.
    first_move
        A winning first move, a literal to be made true. None when the second player wins, and without a line.
    nodes
        Positions searched until the winner was known.
    seconds
        Wall-clock time.
    """

    winner: Player | None
    reason: str | None = None
    line: tuple[int, ...] = ()
    first_move: int | None = None
    nodes: int = 0
    seconds: float = 0.0


def decide(
    game: ClauseGame,
    *,
    line: bool = False,
    time_limit: float | None = None,
    node_limit: int | None = None,
    table_mb: float = TABLE_MB,
    switches: GameSatSwitches = GameSatSwitches(),
) -> GameSatResult:
    """The winner of a formula from the start position of the game on.

    Parameters
    ----------
    game
        The formula.
    line
        Look for a first move and a line of play, too: more searches, whose time counts for the limit.
    time_limit, node_limit
        Seconds, positions.
    table_mb
        Megabytes of the transposition table; the winner does not depend on it.
    switches
        The parts of the search that are on.

    Raises :class:`~zermelo.errors.UnsupportedError` for more than 1024 unassigned variables or open clauses.

    The second example of the report, which MIN wins against MAX as first player:

    >>> decide(ClauseGame("chain", 4, ((1,), (2, 3), (-3, 4)))).winner is MIN
    True
    >>> decide(ClauseGame("one", 1, ((1,),)), line=True).line
    (1,)
    """
    begun = time.perf_counter()
    residual, numbers = restricted(game)
    for name, size in (("variables", residual.variables), ("clauses", len(residual.formula))):
        if size > LARGEST:
            raise UnsupportedError(f"at most {LARGEST} {name} for this search", found=str(size), source=game.name)
    if time_limit is not None and time_limit <= 0:
        return GameSatResult(None, "time", seconds=time.perf_counter() - begun)
    reason, max_wins, moves, nodes = _native.gamesat_decide(
        residual.variables,
        list(residual.formula),
        residual.opener is MAX,
        line,
        asdict(switches),
        math.inf if time_limit is None else float(time_limit),
        int(1e6 * max(0.0, table_mb)),
        2**63 - 1 if node_limit is None else max(0, node_limit),
    )
    seconds = time.perf_counter() - begun
    if reason:
        return GameSatResult(None, reason, nodes=nodes, seconds=seconds)
    winner = MAX if max_wins else MIN
    played = tuple(numbers[abs(x) - 1] * (1 if x > 0 else -1) for x in moves)
    opening = played[0] if played and winner is residual.opener else None
    return GameSatResult(winner, None, played, opening, nodes, seconds)
