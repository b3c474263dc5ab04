"""What the native searches by positions share: budgets, one game's searches, and which of them a question takes.

A question with a bound, or on a game whose plays all end, is searched depth first or by proof numbers; one without a
bound on a game whose plays may go on for ever needs all positions that can be reached (retrograde analysis): there
"neither can force a win" is a proof.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo import _native
from zermelo.errors import UnsupportedError
from zermelo.model import Game, GridGame, Player, Position
from zermelo.search.checkpoint import remarks
from zermelo.search.progress import Watch, teller
from zermelo.search.result import Found

LARGEST_DEPTH = 65_534
"""The largest bound of a search; what is asked beyond it is answered without a bound."""

MEMORY_MB = 1024
"""The limit of the tables by default, in megabytes; they start small."""

ENGINES = ("depth-first", "df-pn", "pns")
"""The searches that answer the same question in different ways."""


@dataclass(frozen=True)
class Solved:
    """Who wins a game, without any bound.

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
        As in :class:`~zermelo.search.result.Found`.
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


class Search:
    """The searches of one game from its start position, for Black; their table lives on between questions.

    Parameters
    ----------
    game, budget
        The game, and what may be spent.
    native
        The searches in the core.
    ply
        Of the start position, as the core counts.
    move
        The model's move for the number of a player's move in the core.
    """

    def __init__(
        self,
        game: Game,
        budget: Budget,
        native: _native.Search,
        ply: int,
        move: Callable[[Player, int], Any],
        watch: Watch | None = None,
        held: ExitStack | None = None,
    ) -> None:
        self.game, self.budget = game, budget
        self.notes: tuple[str, ...] = ()
        self._native, self._start, self._name = native, (game.start.black, game.start.white, ply), move
        self._held = held or ExitStack()
        opens = game.mover(game.start)
        self._tell = teller(watch, lambda number: self.move(opens, number))

    @property
    def native(self) -> _native.Search:
        """The searches in the core."""
        return self._native

    def save(self) -> tuple[str, ...]:
        """Write the checkpoint, if there is one; what is to be said of that."""
        return remarks(self._native.save())

    def __enter__(self) -> Search:
        return self

    def __exit__(self, *_: object) -> None:
        with self._held:
            self.notes = remarks(self._native.save())

    def enter(self, position: Position) -> None:
        """Ask about another position of a grid game from here on, in which nobody has won."""
        ply = 0 if self.game.mover(position) is Player.BLACK else 1
        self._start = position.black, position.white, ply

    def move(self, player: Player, number: int) -> Any:
        """The move that the core numbers so; None for a negative number."""
        return self._name(player, number) if number >= 0 else None

    def within(
        self, depth: int | None, engine: str = ENGINES[0], most: int | None = None
    ) -> tuple[str | None, bool, int | None, Any]:
        """Why it is open, whether Black wins within the depth, for which depth that is proven, and a first move.

        The proven depth is at most the given one for a win, at least that for none; None: he never wins. `most` limits
        the positions of this question.
        """
        nodes = self.budget.nodes
        limits = self.budget.seconds, nodes if most is None else min(nodes, most)
        if engine == "depth-first":
            told = self._native.within(*self._start, depth, *limits, self._tell)
        else:
            told = self._native.prove(*self._start, depth, engine == "pns", self.budget.bytes, *limits)
        reason, wins, bound, number, counted, memory = told
        self.budget.count(counted, memory)
        return reason or None, wins, bound, self.move(Player.BLACK, number)

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


def check_size(game: Game) -> None:
    """Raise :class:`~zermelo.errors.UnsupportedError` for a board that is too large for the core."""
    if len(game.board) > _native.MAX_CELLS:
        raise UnsupportedError(f"at most {_native.MAX_CELLS} cells", found=f"{len(game.board)} in {game.name}")


def start_ply(game: Game) -> int:
    """The ply of the start position as the core counts: in grid games Black moves at even plies."""
    if isinstance(game, GridGame):
        return 0 if game.mover(game.start) is Player.BLACK else 1
    return game.start.ply


def ask(
    game: Game,
    depth: int | None,
    budget: Budget,
    build: Callable[[], Search],
    engine: str = ENGINES[0],
    checkpoint: Path | None = None,
) -> Found:
    """Whether Black wins within a depth (None: at all), by a search that is built if one is needed."""
    if not budget.seconds:
        return Found(None, "time", seconds=budget.spent)
    over = game.goal_winner(game.start)
    if over is not None or not len(game.board) or (depth is not None and depth <= 0):
        return Found(over is Player.BLACK, seconds=budget.spent)
    longest = game.complete_depth()
    backwards = longest is None and (depth is None or depth > LARGEST_DEPTH)
    if checkpoint is not None and backwards:
        raise UnsupportedError(
            "a checkpoint needs a question with a depth here: plays may never end, and all is solved at once"
        )
    with build() as search:
        if backwards:
            solved = search.solve()
            answer = solved.winner is Player.BLACK and (depth is None or (solved.depth or 0) <= depth)
            reason, move = solved.reason, solved.first_move if answer else None
        else:
            bound = None if depth is None or (longest is not None and depth >= longest) else depth
            reason, answer, _, move = search.within(bound, engine)
    return Found(None if reason else answer, reason, move, **budget.bill, notes=search.notes)
