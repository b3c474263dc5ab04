"""The native Monte-Carlo tree search of a game: which of its kinds plays it, and what its moves are called.

A grid game that is a positional game in disguise is played as that one, whose playouts know its threats.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from zermelo import _native
from zermelo.model import ClauseGame, ConnectionGame, Game, GridGame, Player, Position, PositionalGame, Rule
from zermelo.model.ground import ground_actions
from zermelo.model.native_rules import faults_told, has_native_rules, native_ply, native_rules
from zermelo.search.disguised_session import as_positional


@dataclass(frozen=True)
class TriedMove:
    """A legal move, as the tree search sees it.

    Parameters
    ----------
    move
        The move.
    visits
        Playouts through it.
    value
        Their mean for the player to move: 1 is a win.
    ended
        True when it is proven how the play ends after this move.
    winner
        The winner then; None for a draw, and where nothing is proven.
    distance
        Moves after this one up to that end.
    """

    move: Any
    visits: int
    value: float
    ended: bool
    winner: Player | None
    distance: int

    @property
    def worth(self) -> float:
        """The value; half a win where the move leads to a draw for sure."""
        return 0.5 if self.ended and self.winner is None else self.value


class NativeOpponent:
    """The native tree search of one game.

    Parameters
    ----------
    game
        A game that the core plays, see :func:`playable`.

    >>> from zermelo.families import make
    >>> game = make("ttt").after("a1 b1 a2 b2")
    >>> found = NativeOpponent(game).tried(game.start, playouts=100, seconds=10, seed=0)
    >>> [(game.move_name(each.move), str(each.winner), each.distance) for each in found]
    [('a3', 'Black', 0)]
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._moves: dict[Player, list[Any]] = {}
        hidden = as_positional(game) if isinstance(game, GridGame) and game.rules.may_draw else None
        self._disguised = hidden is not None
        if isinstance(game, ConnectionGame):
            self._native = _of_graph(game)
        elif isinstance(game, PositionalGame):
            self._native = _of_sets(game, "white" if game.rule is Rule.MAKER_BREAKER else "neither")
        elif isinstance(game, GridGame) and hidden is not None:
            # Without goals of hers White breaks nothing: a full board is a draw.
            self._native = _of_sets(replace(hidden, rule=Rule.MAKER_MAKER), "neither")
            for player in Player:
                cells: list[Any] = [None] * len(game.board)
                for action in ground_actions(game, player):
                    cells[action.changes.bit_length() - 1] = action.move
                self._moves[player] = cells
        else:
            self._native = _native.PlayoutTree.of_rules(native_rules(game))
            if isinstance(game, GridGame):
                for player in Player:
                    self._moves[player] = [each.move for each in ground_actions(game, player)]

    def tried(
        self, position: Position, *, playouts: int, seconds: float, seed: int, thorough: bool = True
    ) -> list[TriedMove]:
        """The moves worth a try in a position that is not over: at least one.

        Parameters
        ----------
        position
            Of the game.
        playouts, seconds
            The search ends with the first of these, or when all is proven.
        seed
            Of the chances; with enough time the same moves come out for the same seed.
        thorough
            True: of every move that loses to the next one it is known that it does.
        """
        game, player = self._game, self._game.mover(position)
        ply = position.ply if self._disguised else native_ply(game, position)
        with faults_told(game):
            found, _ = self._native.find(position.black, position.white, ply, playouts, seconds, seed, thorough)
        ends = {"black": Player.BLACK, "white": Player.WHITE}
        return [
            TriedMove(self._move(player, number), visits, value, bool(end), ends.get(end), distance)
            for number, visits, value, end, distance in found
        ]

    def _move(self, player: Player, number: int) -> Any:
        """The move of a player that the core calls so."""
        if isinstance(self._game, ClauseGame):
            return number // 2 + 1 if number % 2 == 0 else -(number // 2) - 1
        return self._moves[player][number] if self._moves else number


def _turns(game: ConnectionGame | PositionalGame) -> list[bool]:
    return [game.player_at(ply) is Player.BLACK for ply in range(game.start.ply + len(game.board) + 2)]


def _of_graph(game: ConnectionGame) -> _native.PlayoutTree:
    dual = None if game.white_source is None or game.white_target is None else [game.white_source, game.white_target]
    return _native.PlayoutTree.of_graph(
        len(game.board), game.neighbours, game.source, game.target, dual, _turns(game), game.first_moves
    )


def _of_sets(game: PositionalGame, full: str) -> _native.PlayoutTree:
    breaks = game.rule is Rule.MAKER_BREAKER
    white = () if breaks else game.white_sets
    return _native.PlayoutTree.of_sets(
        len(game.board), game.black_sets, white, _turns(game), game.first_moves, breaks, full
    )


def playable(game: Game) -> bool:
    """Tell whether the core plays a game."""
    large = isinstance(game, ClauseGame) and len(game.clauses) > _native.MAX_CELLS
    over = isinstance(game, ConnectionGame) and game.joined  # before the first stone
    return 0 < len(game.board) <= _native.MAX_CELLS and not large and not over and has_native_rules(game)


@lru_cache(maxsize=8)
def native_opponent(game: Game) -> NativeOpponent | None:
    """The tree search of a game; None where the core does not play it."""
    return NativeOpponent(game) if playable(game) else None
