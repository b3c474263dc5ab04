"""The native solver of Game-SAT: the search of the report, and what goes beyond it.

Depth-first search over what is left of the formula. Its rules stand, with their proofs, in ``native/gamesat``.

Source: Zhao and Müller, "Game-SAT: A Preliminary Report", section 2; the rules of :data:`OURS` are not in it.
"""

from __future__ import annotations

import math
import time
from dataclasses import asdict, dataclass, fields, replace

from zermelo import _native
from zermelo.errors import UnsupportedError
from zermelo.gamesat.formula import CNF, Side
from zermelo.model import ClauseGame, cells_of

LARGEST = 1024
"""Variables, and clauses."""

TABLE_MB = 64
"""The size of the transposition table by default, in megabytes."""


@dataclass(frozen=True)
class Switches:
    """Parts of the search that can be turned off; winners do not depend on them.

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

    def without(self, *names: str) -> Switches:
        """The same with some turned off.

        >>> Switches().without("table", "units").table
        False
        """
        return replace(self, **dict.fromkeys(names, False))


OURS = ("pairing", "potential", "threats", "dominance", "subsumption", "components", "weights", "killers")
"""What the report has not."""

REPORT = Switches().without(*OURS)
"""The solver of the report."""

NAMES = tuple(each.name for each in fields(Switches))


@dataclass(frozen=True)
class Result:
    """What the solver found.

    Parameters
    ----------
    winner
        Who wins; None when a limit ended the search.
    reason
        Why it is open: "time", "memory", "nodes"; None when it is answered.
    line
        A line of play, literals made true in turn, until no move matters any more; the winner's moves in it keep the
        win. Empty when it was not asked for, or when a limit ended the search for it.
    first_move
        A winning first move of the player who opens: a literal to be made true. None when the other one wins, and when
        there is no line.
    nodes
        Positions looked at until the winner was known.
    seconds
        Wall-clock time.
    """

    winner: Side | None
    reason: str | None = None
    line: tuple[int, ...] = ()
    first_move: int | None = None
    nodes: int = 0
    seconds: float = 0.0


def decide(
    formula: CNF,
    first: Side = Side.MAX,
    *,
    line: bool = False,
    time_limit: float | None = None,
    node_limit: int | None = None,
    table_mb: float = TABLE_MB,
    switches: Switches = Switches(),
) -> Result:
    """Who wins a formula.

    Parameters
    ----------
    first
        Who opens.
    line
        Whether a first move and a line of play are wanted: more searches, whose time counts for the limit.
    time_limit, node_limit
        Seconds, positions.
    table_mb
        Megabytes of the transposition table; of any size it gives the same winner.

    Raises :class:`~zermelo.errors.UnsupportedError` for more than 1024 variables or clauses.

    The second example of the report, which MIN wins against MAX as first player:

    >>> formula = CNF(4, ((1,), (2, 3), (-3, 4)))
    >>> decide(formula, Side.MAX).winner, decide(CNF(1, ((1,),)), Side.MAX, line=True).line
    (<Side.MIN: 'min'>, (1,))
    """
    begun = time.perf_counter()
    for name, size in (("variables", formula.variables), ("clauses", len(formula.clauses))):
        if size > LARGEST:
            raise UnsupportedError(f"at most {LARGEST} {name} for this search", found=str(size))
    if time_limit is not None and time_limit <= 0:
        return Result(None, "time", seconds=time.perf_counter() - begun)
    reason, max_wins, moves, nodes = _native.gamesat_decide(
        formula.variables,
        list(formula.clauses),
        first is Side.MAX,
        line,
        asdict(switches),
        math.inf if time_limit is None else float(time_limit),
        int(1e6 * max(0.0, table_mb)),
        2**63 - 1 if node_limit is None else max(0, node_limit),
    )
    seconds = time.perf_counter() - begun
    if reason:
        return Result(None, reason, nodes=nodes, seconds=seconds)
    winner = Side.MAX if max_wins else Side.MIN
    opening = moves[0] if moves and winner is first else None
    return Result(winner, None, tuple(moves), opening, nodes, seconds)


def decide_game(
    game: ClauseGame, *, line: bool = False, time_limit: float | None = None, table_mb: float = TABLE_MB
) -> Result:
    """Who wins a formula from the start position of the game on; parameters as for :func:`decide`.

    >>> game = ClauseGame("xor", 2, ((1, 2), (-1, -2)))
    >>> decide_game(game.after([2])).winner
    <Side.MIN: 'min'>
    """
    true, false, _ = game.start
    given = {cell + 1 for cell in cells_of(true)} | {-cell - 1 for cell in cells_of(false)}
    left = [v for v in range(1, game.variables + 1) if not {v, -v} & given]
    number = {variable: place for place, variable in enumerate(left, 1)}
    clauses = [
        tuple(number[abs(x)] * (1 if x > 0 else -1) for x in clause if -x not in given)
        for clause in game.formula
        if not given.intersection(clause)
    ]
    first = Side.of(game.mover(game.start))
    found = decide(CNF(len(left), tuple(clauses)), first, line=line, time_limit=time_limit, table_mb=table_mb)
    real = tuple(left[abs(x) - 1] * (1 if x > 0 else -1) for x in found.line)
    return replace(found, line=real, first_move=real[0] if found.first_move is not None else None)
