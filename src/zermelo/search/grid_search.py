"""Native search of grid games (BDDL): any actions and goals, plays of any length, up to 512 cells.

Questions with a bound are answered depth first with iterative deepening (``native/search/tree/depth_first.hpp``), those
without one by the same search where every play ends, and else by retrograde analysis of all positions that can be
reached (``native/search/retrograde/retrograde.hpp``): there "neither can force a win" is a proof.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from itertools import cycle
from pathlib import Path
from typing import Any

from zermelo import _native
from zermelo.model import GridGame, GridMove, Player
from zermelo.model.ground import ground_actions, ground_goals
from zermelo.model.symmetry import rule_generators
from zermelo.search.budget import LARGEST_DEPTH, Budget, Search, Solved, ask, check_size, start_ply
from zermelo.search.checkpoint import kept
from zermelo.search.progress import Watch
from zermelo.search.result import Found

RETROGRADE_SECONDS = 60.0
"""How long a critical depth waits for the retrograde analysis that would spare the search."""

FIRST_NODES = 10_000
"""Positions of the first question whether a player wins at all while his critical depth is looked for."""


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
        In games without goals, moves come first that leave their player many moves, many of them sure, and the other
        one few.
    threats
        In games with goals, moves come first that threaten to win by the next one, then those that take a stone or
        leave more such threats for later.
    forced
        In games with goals, moves that let the other player win at once are not searched.
    forget
        Positions are kept in the table without what no longer matters, such as the colour of a stone in no live line.
    count
        A count of moves may decide: of those that are left where moves only fill cells and there are no goals, else of
        those that a stone needs to a goal where nothing can stop it.
    look_up
        In games with goals, all moves of a position are looked up in the table before one is searched.
    """

    table: bool = True
    symmetry: bool = True
    deepen: bool = True
    order: bool = True
    mobility: bool = True
    threats: bool = True
    forced: bool = True
    forget: bool = True
    count: bool = True
    look_up: bool = True


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
        As in :class:`~zermelo.search.result.Found`.
    """

    depth: int | None
    refuted: int | None
    first_move: Any = None
    reason: str | None = None
    nodes: int = 0
    memory: int = 0
    seconds: float = 0.0


def search(
    game: GridGame,
    budget: Budget,
    switches: Mapping[str, bool],
    share: float = 1.0,
    checkpoint: Path | None = None,
    watch: Watch | None = None,
) -> Search:
    """The searches of a game from its start position; their table gets a share of the memory.

    With a checkpoint they are a context, at whose end the file is written.
    """
    check_size(game)
    actions = {player: ground_actions(game, player) for player in Player}
    black, white = ([(*one.needs, *one.sets) for one in actions[player]] for player in Player)
    black_goals, white_goals = (ground_goals(game, player) for player in Player)
    turns = rule_generators(game) if switches["symmetry"] else []
    rules = (len(game.board), black, white, black_goals, white_goals)
    with ExitStack() as stack:
        keep = stack.enter_context(kept(checkpoint, game.name, rules))
        native = _native.Search.of_grid(*rules, turns, switches, int(share * budget.bytes), keep)
        held = stack.pop_all()
    return Search(
        game, budget, native, start_ply(game), lambda player, number: actions[player][number].move, watch, held
    )


def decide(
    game: GridGame,
    depth: int | None = None,
    *,
    time_limit: float | None = None,
    memory_limit_mb: float | None = None,
    node_limit: int | None = None,
    switches: Switches = Switches(),
    checkpoint: Path | None = None,
    watch: Watch | None = None,
) -> Found:
    """Whether Black wins a grid game.

    Parameters
    ----------
    depth
        In moves from the start position, whoever opens; None: at all.
    time_limit, memory_limit_mb, node_limit
        Seconds, megabytes of the tables, positions. Tables of any size give the same answers; a question without a
        bound on a game whose plays may never end needs memory for all positions that can be reached.
    checkpoint
        A file that the search begins with, where it is there, and writes now and then and at the end; it serves all
        questions about the rules: see `zermelo.search.checkpoint`.
    watch
        Is told twice a second how far the search is.

    Raises :class:`~zermelo.errors.UnsupportedError` for a board of more than 512 cells, and for a checkpoint where all
    positions are solved at once; :class:`~zermelo.errors.InputError` for a file that is no checkpoint of these rules.

    >>> from zermelo.families import make
    >>> game = make("domineering:4x4")
    >>> [decide(game, depth).answer for depth in (7, 8)], decide(game).answer
    ([False, True], True)
    >>> game = make("evader-pursuer:8x8,evader=8-1,pursuer=3-4")
    >>> game.move_name(decide(game, 7).first_move)
    'left-two(8,1)'
    """
    budget = Budget(time_limit, memory_limit_mb, node_limit)
    return ask(
        game,
        depth,
        budget,
        lambda: search(game, budget, asdict(switches), checkpoint=checkpoint, watch=watch),
        checkpoint=checkpoint,
    )


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
        solved = search(game, budget, asdict(switches), share=0).solve(min(RETROGRADE_SECONDS, budget.seconds / 2))
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
    """Questions of one player at greater and greater depths.

    Where all plays end, whether he wins at all is asked in between, each time with as many positions as all questions
    so far have taken: it may be far from a depth that the last of many questions would have to reach. The table is
    common, so that little is searched twice.
    """

    def __init__(self, game: GridGame, player: Player, budget: Budget, switches: Switches, share: float = 1.0) -> None:
        self._for_black = player is Player.BLACK
        asked = game if self._for_black else game.swapped()
        self._search, self._game = search(asked, budget, asdict(switches), share), game
        self.depth: int | None = None
        self.refuted: int | None = 0
        self.reason: str | None = None
        self.first_move: GridMove | None = None
        self._ends = game.complete_depth() is not None
        # With goals a player wins by a move of his own, else by one that the other player cannot make.
        opens = game.mover(game.start) is player
        self._next = 1 if opens is bool(game.goals(player)) else 2

    def step(self) -> bool:
        """Ask two moves deeper; whether that was the last question to ask."""
        if self._next > LARGEST_DEPTH:
            self.reason = "depth"
            return True
        if not self._ask(self._next):
            self._next += 2
            if self._ends and self.reason is None and self.refuted is not None:
                self._ask_at_all()
            return self.reason is not None or self.refuted is None
        while self.refuted is not None and self.depth is not None and self.refuted < self.depth - 1:
            self._ask(self.depth - 1)
            if self.reason is not None:
                self.depth = self.first_move = None
        return True

    def _ask_at_all(self) -> None:
        reason, wins, _, _ = self._search.within(None, most=max(FIRST_NODES, self._search.budget.counted))
        if reason is not None:
            self.reason = None if reason == "nodes" else reason
            return
        self._ends = False
        if not wins:
            self.refuted = None

    def _ask(self, depth: int) -> bool:
        self.reason, wins, bound, move = self._search.within(depth)
        if self.reason is not None:
            return False
        if not wins:
            self.refuted = bound
            return False
        self.depth = bound
        self.first_move = move if self._for_black or move is None else move.swapped()
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
    solved = search(game, budget, asdict(switches), share=0).solve(budget.seconds / 2)
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
