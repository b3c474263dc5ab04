"""Evaluation of positions by the native searches, in little time: the winner, and the depth.

A question that is not answered in its time is open; nothing is estimated.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from zermelo.errors import InputError
from zermelo.gamesat import MAX, decide
from zermelo.model import (
    ClauseGame,
    ConnectionGame,
    Game,
    GridGame,
    PlacementGame,
    Player,
    Position,
    PositionalGame,
    Rule,
    StateGame,
)
from zermelo.model.symmetry import first_move_orbits
from zermelo.search.engines import engine_for, session_for
from zermelo.search.session import Limits
from zermelo.search.state_session import StateSession

MEMORY_MB = 256
"""Megabytes of the tables of one question."""


@dataclass(frozen=True)
class Evaluation:
    """True for each player who can force a win, False for one who cannot, None where that is open.

    >>> draw = Evaluation(False, False)
    >>> draw.word(Player.BLACK), Evaluation(True, False).word(Player.WHITE), Evaluation(None, False).word(Player.BLACK)
    ('draw', 'losing', 'open')
    """

    black: bool | None = None
    white: bool | None = None

    def wins(self, player: Player) -> bool | None:
        """True if a player can force a win; None where that is open."""
        return self.black if player is Player.BLACK else self.white

    def holds(self, player: Player) -> bool | None:
        """True if a player can keep the other one from winning; None where that is open."""
        lost = self.wins(player.other)
        return None if lost is None else not lost

    def word(self, player: Player) -> str:
        """``winning``, ``losing`` or ``draw`` for a player; else ``open``."""
        if self.wins(player):
            return "winning"
        if self.wins(player.other):
            return "losing"
        return "draw" if self.black is self.white is False else "open"


@dataclass(frozen=True)
class Win:
    """A forced win: the first move, if the winner is to move, and the depth in moves, if known."""

    move: Any
    depth: int | None


class Evaluator:
    """The native searches, asked about positions of one game; answers are kept.

    Parameters
    ----------
    game
        The game.
    seconds
        Time for one question.
    nodes
        Positions for one question; None for no limit.

    >>> from zermelo.families import make
    >>> evaluator = Evaluator(make("ttt"))
    >>> evaluator.evaluate(evaluator.game.start)
    Evaluation(black=False, white=False)
    """

    def __init__(self, game: Game, seconds: float = 1.0, nodes: int | None = None) -> None:
        self.game, self.seconds, self.nodes = game, seconds, nodes
        self._known: dict[tuple[Position, Player, int | None], tuple[bool, Any]] = {}
        self._one_wins = isinstance(game, ConnectionGame | ClauseGame) or (
            isinstance(game, PositionalGame) and game.rule is Rule.MAKER_BREAKER
        )
        """True in a game without draws: White wins exactly where Black does not."""
        self._longest = game.complete_depth()
        self._states: StateSession | None = None
        """The search of a game on states, whose work serves for every position."""

    def ask(
        self, position: Position, player: Player, depth: int | None = None, seconds: float | None = None
    ) -> tuple[bool | None, Any]:
        """True if a player wins within a depth, and a winning move if he is to move and one is found.

        Parameters
        ----------
        position, player
            The position, and the player whose win is in question.
        depth
            Moves of both players together; None for a win at all.
        seconds
            Time for the question (None: that of the evaluator); without any, answers that are known.
        """
        seconds = self.seconds if seconds is None else seconds
        if seconds <= 0:
            return self._known.get((position, player, depth), (None, None))
        game = self.game
        winner = game.winner(position)
        if winner is not None or game.is_over(position):  # also by a move that the other one cannot make
            return winner is player, None
        if self._one_wins and player is Player.WHITE:
            if depth is not None:
                return None, None  # her winning is that she cannot lose any more: no depth
            black = self.ask(position, Player.BLACK, None, seconds)[0]
            return (None if black is None else not black), None
        key = (position, player, depth)
        if key not in self._known:
            answer, move = self._searched(position, player, depth, seconds)
            if answer is None:
                return None, None
            self._known[key] = answer, move
        return self._known[key]

    def _searched(
        self, position: Position, player: Player, depth: int | None, seconds: float
    ) -> tuple[bool | None, Any]:
        if isinstance(self.game, StateGame) and engine_for(self.game) is None:
            return self._of_states(self.game, position, player, depth, seconds)
        asked = self.game.at(position)
        if isinstance(asked, ClauseGame):
            return self._of_formula(asked, depth, seconds)
        if engine_for(asked) is None:
            return None, None
        try:
            found = session_for(asked).decide(player, depth, Limits(seconds, MEMORY_MB, self.nodes))
        except InputError:  # a board or a depth that no native search takes
            return None, None
        return found.answer, found.first_move

    def _of_states(
        self, game: StateGame, position: Position, player: Player, depth: int | None, seconds: float
    ) -> tuple[bool | None, Any]:
        if self._states is None:
            self._states = StateSession(game)
        found = self._states.at(position).decide(player, depth, Limits(seconds, MEMORY_MB, self.nodes))
        return found.answer, found.first_move

    def _of_formula(self, game: ClauseGame, depth: int | None, seconds: float) -> tuple[bool | None, Any]:
        """True if MAX wins, and a winning move; the search of formulas has no depths."""
        if depth is not None:
            return None, None
        found = decide(game, line=True, time_limit=seconds, node_limit=self.nodes, table_mb=MEMORY_MB)
        return None if found.winner is None else found.winner is MAX, found.first_move

    def evaluate(self, position: Position, seconds: float | None = None) -> Evaluation:
        """The player who can force a win from a position, as far as time allows."""
        black = self.ask(position, Player.BLACK, None, seconds)[0]
        if black:
            return Evaluation(True, False)
        white = self.ask(position, Player.WHITE, None, seconds)[0]
        return Evaluation(False, True) if white else Evaluation(black, white)

    def after(
        self, position: Position, seconds: float | None = None, found: dict[Any, Evaluation] | None = None
    ) -> dict[Any, Evaluation]:
        """The evaluation after each legal move; moves that are images of each other are decided once.

        The questions share the time equally; what the quick ones leave goes to the others, which are open when it is
        up. What is found on the way goes into ``found``, for those who end the work.

        >>> from zermelo.families import make
        >>> evaluator = Evaluator(make("hex:3x3"))
        >>> found = evaluator.after(evaluator.game.start)
        >>> len(found), sorted({each.word(Player.BLACK) for each in found.values()})
        (9, ['losing', 'winning'])
        """
        seconds = self.seconds if seconds is None else seconds
        end = time.monotonic() + seconds
        asked = self.game.at(position) if isinstance(self.game, PlacementGame | GridGame) and seconds > 0 else None
        parts = [[move] for move in self.game.legal(position)] if asked is None else first_move_orbits(asked)
        found = {} if found is None else found
        found |= {move: Evaluation() for moves in parts for move in moves}
        while parts:
            still_open = []
            for index, moves in enumerate(parts):
                left = end - time.monotonic()
                if left <= 0:
                    still_open += parts[index:]
                    break
                share = left / (len(parts) - index) / 2
                evaluation = self.evaluate(self.game.step(position, moves[0]), share)
                found |= dict.fromkeys(moves, evaluation)
                if None in {evaluation.black, evaluation.white}:
                    still_open.append(moves)
            if len(still_open) == len(parts):
                break
            parts = still_open
        return {move: found[move] for move in self.game.legal(position)}

    def fastest(self, position: Position, player: Player, most: int | None, seconds: float) -> Win | None:
        """The fastest win of a player, by a question for each depth; None when none is found in time.

        Parameters
        ----------
        position, player
            The position, and the player whose win is in question.
        most
            The greatest depth to ask for, in moves of both players; None for no bound.
        seconds
            Time for all questions together.
        """
        end = time.monotonic() + seconds
        bound = most if self._longest is None else self._longest + 1 if most is None else min(most, self._longest + 1)
        depth = 1
        while bound is None or depth <= bound:
            left = end - time.monotonic()
            wins, move = self.ask(position, player, depth, left)
            if wins:
                return Win(move, depth)
            if wins is None:
                return None
            depth += 1
        return None
