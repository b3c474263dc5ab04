"""Sessions over the engines that answer one question at a time."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from zermelo.errors import UnsupportedError
from zermelo.model import ConnectionGame, Game, GridMove, Player, PositionalGame, Rule, first_move_orbits
from zermelo.search.exhaustive_session import ExhaustiveSession
from zermelo.search.positional_session import PositionalSession
from zermelo.search.progress import Watch
from zermelo.search.result import Found
from zermelo.search.session import Limits, Proof, Result


def breaks(game: Game) -> bool:
    """Whether White wins by keeping Black from winning, and has nothing of her own to complete."""
    if isinstance(game, PositionalGame):
        return game.rule is Rule.MAKER_BREAKER
    return isinstance(game, ConnectionGame) and not game.is_hex


class EngineSession:
    """A game under one engine.

    Parameters
    ----------
    game, engine
        The game, and what decides it for Black.
    kept
        Where the search for a player's wins is kept.
    """

    def __init__(self, game: Game, engine: Any, kept: Callable[[Player], Path | None]) -> None:
        self.game, self.engine, self.kept = game, engine, kept
        self.label: str = engine.label
        self._exact = ExhaustiveSession(game)
        self._swapped: Game | None = None

    def decide(self, player: Player, depth: int | None, limits: Limits, watch: Watch | None = None) -> Result:
        """As in `Session`."""
        return self._decide(self.game, player, depth, limits, watch)

    def _decide(self, game: Game, player: Player, depth: int | None, limits: Limits, watch: Watch | None) -> Result:
        begun = time.perf_counter()
        longest = game.complete_depth()
        if depth is not None and longest is not None and depth >= longest:
            depth = None
        if player is Player.WHITE and breaks(game):
            if depth is not None:
                return ExhaustiveSession(game).decide(player, depth, limits, watch)
            black = self._decide(game, Player.BLACK, None, limits, watch)
            if black.answer is None:
                return black
            return Result(not black.answer, None, None, nodes=black.nodes, memory=black.memory, seconds=black.seconds)
        asked = game if player is Player.BLACK else game.swapped()
        memory = None if limits.megabytes is None else int(limits.megabytes)
        kept = self.kept(player) if game is self.game else None
        found: Found = self.engine.find(asked, depth, limits.seconds, memory, kept, watch)
        move = found.first_move
        if player is Player.WHITE and isinstance(move, GridMove):
            move = move.swapped()
        seconds = time.perf_counter() - begun
        return Result(
            found.answer,
            depth,
            move if found.answer else None,
            found.reason,
            found.nodes,
            found.memory,
            seconds,
            found.notes,
        )

    def first_moves(
        self, player: Player, depth: int | None, limits: Limits, watch: Watch | None = None
    ) -> Mapping[Any, Result]:
        """As in `Session`."""
        begun, results = time.perf_counter(), dict[Any, Result]()
        for orbit in first_move_orbits(self.game):
            left = None if limits.seconds is None else max(0.0, limits.seconds - (time.perf_counter() - begun))
            game = self.game.after([orbit[0]])
            if game.is_over(game.start):
                least = 1 if game.goal_winner(game.start) is player else 2
                wins = game.winner(game.start) is player or (breaks(game) and player is Player.WHITE)
                wins = wins and (depth is None or least <= depth)
                result = Result(wins, least if wins else None if game.winner(game.start) is not player else least - 1)
            else:
                result = self._decide(game, player, None if depth is None else depth - 1, limits._replace(seconds=left),
                                      watch)  # fmt: skip
                if result.depth is not None:
                    result = Result(result.answer, result.depth + 1, None, result.reason, result.nodes)
            results.update(dict.fromkeys(orbit, result))
        return results

    def prove(
        self, player: Player, depth: int | None, limits: Limits, *, wins: bool, watch: Watch | None = None
    ) -> Proof:
        """As in `Session`, by a new search of a positional game: a checkpoint keeps answers, and no proofs."""
        if not isinstance(self.game, PositionalGame):
            raise UnsupportedError("a search that writes its proof", found=self.label)
        return PositionalSession(self.game).prove(player, depth, limits, wins=wins, watch=watch)
