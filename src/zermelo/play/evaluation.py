"""What the native searches say of a position, each question with little time: who wins, and how fast.

Nothing here guesses: a question that is not answered in its time is open.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from zermelo.errors import InputError
from zermelo.gamesat import MAX, decide
from zermelo.model import ClauseGame, ConnectionGame, Game, GridMove, Player, Position, PositionalGame, Rule
from zermelo.search.engines import engine_for

MEMORY_MB = 256
"""For the tables of one question."""


@dataclass(frozen=True)
class Evaluation:
    """Whether Black and White can force a win; None where that is open.

    >>> draw = Evaluation(False, False)
    >>> draw.word(Player.BLACK), Evaluation(True, False).word(Player.WHITE), Evaluation(None, False).word(Player.BLACK)
    ('draw', 'losing', 'open')
    """

    black: bool | None = None
    white: bool | None = None

    def wins(self, player: Player) -> bool | None:
        """Whether a player can force a win."""
        return self.black if player is Player.BLACK else self.white

    def holds(self, player: Player) -> bool | None:
        """Whether a player can keep the other one from winning."""
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
    """A forced win: the first move, where the winner is to move, and within how many moves, where that is known."""

    move: Any
    depth: int | None


class Evaluator:
    """The native searches, asked about positions of one game; what they have answered is kept.

    Parameters
    ----------
    game
        The game.
    seconds
        For one question.

    >>> from zermelo.families import make
    >>> outlook = Evaluator(make("ttt"))
    >>> outlook.prospect(outlook.game.start)
    Evaluation(black=False, white=False)
    """

    def __init__(self, game: Game, seconds: float = 1.0) -> None:
        self.game, self.seconds = game, seconds
        self._known: dict[tuple[Position, Player, int | None], tuple[bool, Any]] = {}
        self._one_wins = isinstance(game, ConnectionGame | ClauseGame) or (
            isinstance(game, PositionalGame) and game.rule is Rule.MAKER_BREAKER
        )
        """Whether there are no draws: White wins exactly where Black does not."""
        self._longest = game.complete_depth()

    def ask(
        self, position: Position, player: Player, depth: int | None = None, seconds: float | None = None
    ) -> tuple[bool | None, Any]:
        """Whether a player wins within a depth (None: at all), and by which move, if he is to move and one is found."""
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
            answer, move = self._searched(position, player, depth, self.seconds if seconds is None else seconds)
            if answer is None:
                return None, None
            self._known[key] = answer, move
        return self._known[key]

    def _searched(
        self, position: Position, player: Player, depth: int | None, seconds: float
    ) -> tuple[bool | None, Any]:
        if seconds <= 0:
            return None, None
        asked = self.game.at(position)
        if isinstance(asked, ClauseGame):
            return self._of_formula(asked, depth, seconds)
        if player is Player.WHITE:
            asked = asked.swapped()
        engine = engine_for(asked)
        if engine is None:
            return None, None
        try:
            found = engine.find(asked, depth, seconds, MEMORY_MB)
        except InputError:  # a board or a depth that no native search takes
            return None, None
        if found.reason == "interrupted":
            raise KeyboardInterrupt
        move = found.first_move
        if player is Player.WHITE and isinstance(move, GridMove):
            move = move.swapped()
        return found.answer, move

    def _of_formula(self, game: ClauseGame, depth: int | None, seconds: float) -> tuple[bool | None, Any]:
        """Whether MAX wins; that search knows no depths."""
        if depth is not None:
            return None, None
        found = decide(game, line=True, time_limit=seconds, table_mb=MEMORY_MB)
        return None if found.winner is None else found.winner is MAX, found.first_move

    def prospect(self, position: Position, seconds: float | None = None) -> Evaluation:
        """Who can force a win from here."""
        black = self.ask(position, Player.BLACK, None, seconds)[0]
        if black:
            return Evaluation(True, False)
        white = self.ask(position, Player.WHITE, None, seconds)[0]
        return Evaluation(False, True) if white else Evaluation(black, white)

    def after(self, position: Position, seconds: float | None = None) -> dict[Any, Evaluation]:
        """The prospect after each legal move; all questions share the time, each has what is left in equal parts."""
        end = time.monotonic() + (self.seconds if seconds is None else seconds)
        moves, found = self.game.legal(position), dict[Any, Evaluation]()
        for index, move in enumerate(moves):
            share = max(0.0, end - time.monotonic()) / (len(moves) - index) / 2
            found[move] = self.prospect(self.game.step(position, move), share)
        return found

    def fastest(self, position: Position, player: Player, most: int | None, seconds: float) -> Win | None:
        """The fastest win of a player that is found in time, asking for one more move at a time up to ``most``."""
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
