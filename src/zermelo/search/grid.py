"""Native search of grid games (BDDL): any actions and goals, plays of any length, up to 512 cells.

Questions with a bound are answered depth first with iterative deepening (``native/search/depth_first.hpp``), those
without one by the same search where every play ends, and else by retrograde analysis of all positions that can be
reached (``native/search/retrograde.hpp``): there "neither can force a win" is a proof.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from zermelo import _native
from zermelo.errors import UnsupportedError
from zermelo.model import GridGame, Player, Position
from zermelo.model.ground import ground_actions, ground_goals
from zermelo.model.symmetry import generators
from zermelo.search.found import Found

LARGEST_DEPTH = 65_534
"""The largest bound of a depth-first search; what is asked beyond it is answered without a bound."""

MEMORY_MB = 1024
"""The limit of the tables by default, in megabytes; they start small."""


@dataclass(frozen=True)
class Switches:
    """Parts of the search that can be turned off; answers do not depend on them.

    Parameters
    ----------
    table
        There is a transposition table.
    symmetry
        Positions are kept in the table in a canonical form under the symmetries of the rules.
    deepen
        Bounded questions are searched with greater and greater depths.
    order
        The best move known, killer moves and the history of cut-offs say which move comes first.
    mobility
        In games without goals, moves come first that leave their player many moves and the other one few.
    look_up
        All moves of a position are looked up in the table before one is searched.
    """

    table: bool = True
    symmetry: bool = True
    deepen: bool = True
    order: bool = True
    mobility: bool = True
    look_up: bool = True


@dataclass(frozen=True)
class Solved:
    """Who wins a grid game, without any bound.

    Parameters
    ----------
    winner
        Who can force a win; None when neither can, or when ``reason`` says that this is open.
    depth
        The least depth of the win; None without one, or when it is not known.
    reason
        Why it is open: "time", "memory", "nodes"; None when it is answered.
    first_move
        A move of the winner that wins within the depth, when he opens.
    positions, black_wins, white_wins
        How many positions can be reached, and how many of them each player wins; 0 when they were not all visited.
    longest
        The greatest least depth of a win among these positions.
    refuted
        For Black and White the largest depth within which they are known not to win; None: at all.
    nodes, memory, seconds
        As in :class:`~zermelo.search.found.Found`.
    """

    winner: Player | None
    depth: int | None = None
    reason: str | None = None
    first_move: Any = None
    positions: int = 0
    black_wins: int = 0
    white_wins: int = 0
    longest: int = 0
    refuted: tuple[int | None, int | None] = (0, 0)
    nodes: int = 0
    memory: int = 0
    seconds: float = 0.0


class Budget:
    """What is left of the seconds, megabytes and positions that a question may take."""

    def __init__(self, time_limit: float | None, memory_limit_mb: float | None, node_limit: int | None) -> None:
        self.begun = time.perf_counter()
        self._seconds = math.inf if time_limit is None else float(time_limit)
        self.bytes = int(1e6 * (MEMORY_MB if memory_limit_mb is None else max(0, memory_limit_mb)))
        self.nodes = 2**63 - 1 if node_limit is None else max(0, node_limit)
        self.counted = 0
        self.memory = 0

    @property
    def spent(self) -> float:
        return time.perf_counter() - self.begun

    @property
    def seconds(self) -> float:
        return max(0.0, self._seconds - self.spent)

    def count(self, nodes: int, memory: int) -> None:
        self.nodes = max(0, self.nodes - nodes)
        self.counted += nodes
        self.memory = max(self.memory, memory)

    @property
    def bill(self) -> dict[str, Any]:
        return {"nodes": self.counted, "memory": self.memory, "seconds": self.spent}
