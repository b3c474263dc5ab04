"""Native search of grid games (BDDL): any actions and goals, plays of any length, up to 512 cells.

Questions with a bound are answered depth first with iterative deepening (``native/search/depth_first.hpp``), those
without one by the same search where every play ends, and else by retrograde analysis of all positions that can be
reached (``native/search/retrograde.hpp``): there "neither can force a win" is a proof.
"""

from __future__ import annotations

import math
import time
from dataclasses import asdict, dataclass
from itertools import cycle
from typing import Any

from zermelo import _native
from zermelo.errors import UnsupportedError
from zermelo.model import GridGame, GridMove, Player, Position
from zermelo.model.ground import ground_actions, ground_goals
from zermelo.model.symmetry import generators
from zermelo.search.found import Found

LARGEST_DEPTH = 65_534
"""The largest bound of a depth-first search; what is asked beyond it is answered without a bound."""

RETROGRADE_SECONDS = 60.0
"""How long a critical depth waits for the retrograde analysis that would spare the search."""

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
    threats
        In games with goals, moves come first that threaten to win by the next one.
    forget
        Positions are kept in the table without what no longer matters, such as the colour of a stone in no live line.
    count
        Where moves only fill cells and there are no goals, a count of the moves that are left may decide.
    look_up
        All moves of a position are looked up in the table before one is searched.
    """

    table: bool = True
    symmetry: bool = True
    deepen: bool = True
    order: bool = True
    mobility: bool = True
    threats: bool = True
    forget: bool = True
    count: bool = True
    look_up: bool = False


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


@dataclass(frozen=True)
class Fastest:
    """The critical depth of a player: the least depth within which he wins.

    Parameters
    ----------
    depth
        The critical depth; None when he does not win, or when ``reason`` says that it is not known.
    refuted
        The largest depth within which he is known not to win; None: he never does.
    first_move
        A first move that wins within the depth, when he opens.
    reason, nodes, memory, seconds
        As in :class:`~zermelo.search.found.Found`.
    """

    depth: int | None
    refuted: int | None
    first_move: Any = None
    reason: str | None = None
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


class GridSearch:
    """The searches of one grid game from its start position, for Black; the table lives on between questions."""

    def __init__(self, game: GridGame, budget: Budget, switches: Switches = Switches(), share: float = 1.0) -> None:
        if len(game.board) > _native.MAX_CELLS:
            raise UnsupportedError(f"at most {_native.MAX_CELLS} cells", found=f"{len(game.board)} in {game.name}")
        self.game, self.budget = game, budget
        self.actions = {player: ground_actions(game, player) for player in Player}
        black, white = ([(*one.needs, *one.sets) for one in self.actions[player]] for player in Player)
        black_goals, white_goals = (ground_goals(game, player) for player in Player)
        # Ply 1: the symmetries of the rules alone, as if there were no stones at the start.
        turns = generators(game.at(Position(ply=1))) if switches.symmetry else []
        self._native = _native.GridSearch(
            len(game.board), black, white, black_goals, white_goals, turns, asdict(switches), int(share * budget.bytes)
        )
        self.enter(game.start)

    def enter(self, position: Position) -> None:
        """Ask about another position of the game from here on, in which nobody has won."""
        opens = self.game.to_move(position) is Player.BLACK
        self._start = position.black, position.white, 0 if opens else 1

    def move(self, player: Player, number: int) -> GridMove | None:
        """The move that the core numbers so."""
        return self.actions[player][number].move if number >= 0 else None

    def within(self, depth: int | None) -> tuple[str | None, bool, int | None, GridMove | None]:
        """Why it is open, whether Black wins within the depth, for which depth that is proven, and a first move.

        The proven depth is at most the given one for a win, at least that for none; None: he never wins.
        """
        seconds, nodes = self.budget.seconds, self.budget.nodes
        reason, wins, bound, number, counted, memory = self._native.within(*self._start, depth, seconds, nodes)
        self.budget.count(counted, memory)
        return reason or None, wins, bound, self.move(Player.BLACK, number)

    def prove(self, depth: int | None) -> tuple[str | None, bool, GridMove | None]:
        """Why it is open, whether Black wins within the depth, and a first move; by proof numbers."""
        seconds, nodes = self.budget.seconds, self.budget.nodes
        reason, wins, number, counted = self._native.prove(*self._start, depth, self.budget.bytes, seconds, nodes)
        self.budget.count(counted, self.budget.bytes)
        return reason or None, wins, self.move(Player.BLACK, number)

    def solve(self, seconds: float = math.inf) -> Solved:
        """Who wins, by retrograde analysis in so many of the seconds that are left."""
        budget = self.budget
        told = self._native.solve(*self._start, budget.bytes, min(seconds, budget.seconds), budget.nodes)
        budget.count(told["positions"], told["memory"])
        winner = {1: Player.BLACK, -1: Player.WHITE, 0: None}[told["winner"]]
        if told["reason"]:
            return Solved(None, None, told["reason"], **budget.bill)
        black, white = (told["depth"] - 1 if player is winner else None for player in Player)
        return Solved(
            winner,
            None if winner is None else told["depth"],
            None,
            None if winner is None else self.move(winner, told["move"]),
            told["positions"],
            told["black_wins"],
            told["white_wins"],
            told["longest"],
            (black, white),
            **budget.bill,
        )


def decide(
    game: GridGame,
    depth: int | None = None,
    *,
    time_limit: float | None = None,
    memory_limit_mb: float | None = None,
    node_limit: int | None = None,
    switches: Switches = Switches(),
    proof_numbers: bool = False,
) -> Found:
    """Whether Black wins a grid game.

    Parameters
    ----------
    depth
        In moves from the start position, whoever opens; None: at all.
    time_limit, memory_limit_mb, node_limit
        Seconds, megabytes of the tables, positions. Tables of any size give the same answers; a question without a
        bound on a game whose plays may never end needs memory for all positions that can be reached.
    proof_numbers
        Search by proof numbers (df-pn) instead of depth first, where there is a choice.

    Raises :class:`~zermelo.errors.UnsupportedError` for a board of more than 512 cells.

    >>> from zermelo.families import make
    >>> game = make("domineering:4x4")
    >>> [decide(game, depth).answer for depth in (7, 8)], decide(game).answer
    ([False, True], True)
    >>> game = make("evader-pursuer:8x8,evader=8-1,pursuer=3-4")
    >>> game.move_name(decide(game, 7).first_move)
    'left-two(8,1)'
    """
    budget = Budget(time_limit, memory_limit_mb, node_limit)
    if not budget.seconds:
        return Found(None, "time", seconds=budget.spent)
    over = game.goal_winner(game.start)
    if over is not None or (depth is not None and depth <= 0):
        return Found(over is Player.BLACK, seconds=budget.spent)
    longest = game.complete_depth()
    search = GridSearch(game, budget, switches)
    if longest is None and (depth is None or depth > LARGEST_DEPTH):
        solved = search.solve()
        answer = solved.winner is Player.BLACK and (depth is None or (solved.depth or 0) <= depth)
        reason, move = solved.reason, solved.first_move if answer else None
    else:
        bound = None if depth is None or (longest is not None and depth >= longest) else depth
        if proof_numbers:
            reason, answer, move = search.prove(bound)
        else:
            reason, answer, _, move = search.within(bound)
    return Found(None if reason else answer, reason, move, **budget.bill)


def fastest(
    game: GridGame,
    player: Player = Player.BLACK,
    *,
    time_limit: float | None = None,
    memory_limit_mb: float | None = None,
    node_limit: int | None = None,
    switches: Switches = Switches(),
) -> Fastest:
    """The critical depth of a player, by deeper and deeper questions.

    A game whose plays may never end is solved backwards first where that takes few seconds and fits in memory: no
    depth would be enough to see that he never wins. The other parameters are those of :func:`decide`.

    >>> from zermelo.families import make
    >>> fastest(make("breakthrough:2x5"), Player.WHITE).depth
    10
    >>> game = make("evader-pursuer:4x4,evader=4-1,pursuer=1-2")
    >>> [fastest(game, player).depth for player in Player]
    [None, 2]
    """
    budget = Budget(time_limit, memory_limit_mb, node_limit)
    if not budget.seconds:
        return Fastest(None, 0, reason="time", seconds=budget.spent)
    over = game.goal_winner(game.start)
    if over is not None:
        depth = 0 if over is player else None
        return Fastest(depth, -1 if over is player else None, seconds=budget.spent)
    if game.complete_depth() is None:
        solved = GridSearch(game, budget, switches, share=0).solve(min(RETROGRADE_SECONDS, budget.seconds / 2))
        if solved.reason is None:
            refuted = solved.refuted[player is Player.WHITE]
            if solved.winner is not player:
                return Fastest(None, None, **budget.bill)
            return Fastest(solved.depth, refuted, solved.first_move, **budget.bill)
    deepening = Deepening(game, player, budget, switches)
    while not deepening.step():
        pass
    return Fastest(deepening.depth, deepening.refuted, deepening.first_move, deepening.reason, **budget.bill)


class Deepening:
    """Questions of one player at greater and greater depths."""

    def __init__(self, game: GridGame, player: Player, budget: Budget, switches: Switches, share: float = 1.0) -> None:
        self._for_black = player is Player.BLACK
        asked = game if self._for_black else game.swapped()
        self._search, self._game = GridSearch(asked, budget, switches, share), game
        self.depth: int | None = None
        self.refuted: int | None = 0
        self.reason: str | None = None
        self.first_move: GridMove | None = None
        # With goals a player wins by a move of his own, else by one that the other player cannot make.
        opens = game.to_move(game.start) is player
        self._next = 1 if opens is bool(game.goals(player)) else 2

    def step(self) -> bool:
        """Ask two moves deeper; whether that was the last question to ask."""
        if self._next > LARGEST_DEPTH:
            self.reason = "depth"
            return True
        if not self._ask(self._next):
            self._next += 2
            return self.reason is not None or self.refuted is None
        while self.refuted is not None and self.depth is not None and self.refuted < self.depth - 1:
            self._ask(self.depth - 1)
            if self.reason is not None:
                self.depth = self.first_move = None
        return True

    def _ask(self, depth: int) -> bool:
        self.reason, wins, bound, move = self._search.within(depth)
        if self.reason is not None:
            return False
        if not wins:
            self.refuted = bound
            return False
        self.depth = bound
        self.first_move = move if self._for_black or move is None else move._replace(player=Player.WHITE)
        return True


def solve_all(
    game: GridGame,
    *,
    time_limit: float | None = None,
    memory_limit_mb: float | None = None,
    node_limit: int | None = None,
    switches: Switches = Switches(),
) -> Solved:
    """Who wins a grid game, within how many moves, or that neither player can force a win.

    All positions that can be reached are solved backwards when they fit in memory; when they do not, or when that
    takes more than half of the time, both players are asked in turn for a win within greater and greater depths. The
    parameters are those of :func:`decide`.

    >>> from zermelo.families import make
    >>> solved = solve_all(make("evader-pursuer:4x4,evader=4-1,pursuer=2-3"))
    >>> solved.winner, solved.depth, solved.positions
    (<Player.BLACK: 'black'>, 3, 435)
    """
    budget = Budget(time_limit, memory_limit_mb, node_limit)
    if not budget.seconds:
        return Solved(None, None, "time", seconds=budget.spent)
    over = game.goal_winner(game.start)
    if over is not None:
        known = (-1, None) if over is Player.BLACK else (None, -1)
        return Solved(over, 0, refuted=known, seconds=budget.spent)
    solved = GridSearch(game, budget, switches, share=0).solve(budget.seconds / 2)
    if solved.reason is None:
        return solved
    pair = [Deepening(game, player, budget, switches, share=0.5) for player in Player]
    winner: Player | None = None
    for player, deepening in cycle(zip(Player, pair, strict=True)):
        if deepening.refuted is None:
            continue
        if deepening.step() and deepening.refuted is not None:
            winner = None if deepening.depth is None else player
            break
    refuted = pair[0].refuted, pair[1].refuted
    last = pair[winner is Player.WHITE]
    reason = None if winner is not None else pair[0].reason or pair[1].reason
    return Solved(winner, last.depth, reason, last.first_move, refuted=refuted, **budget.bill)
