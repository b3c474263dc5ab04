"""Positional games: players place stones on open cells, winning sets decide.

*Maker-maker*: both players have winning sets, the first to complete one of his own wins; a full board without one is
a draw. *Maker-breaker*: only Black has winning sets; White wins as soon as she has a stone in each of them. Which of
the two a game is, is a property that is stated, never guessed. Stones are placed one at a time in the order that
:class:`~zermelo.model.turns.Turns` gives, which covers GTTT(p,q).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum

from zermelo.errors import InputError
from zermelo.model.board import Board
from zermelo.model.game import Player, Position
from zermelo.model.placement import PlacementGame
from zermelo.model.turns import Turns


class Rule(Enum):
    """The kinds of positional games: both players have winning sets, or Black alone."""

    MAKER_MAKER = "maker-maker"
    MAKER_BREAKER = "maker-breaker"


@dataclass(frozen=True, repr=False)
class PositionalGame(PlacementGame):
    """A positional game on a hypergraph.

    Parameters
    ----------
    board
        The cells.
    rule
        Maker-maker or maker-breaker.
    black_sets, white_sets
        Winning sets as masks; kept sorted and unique. White has none in a maker-breaker game.
    start
        The stones already there; its ply is 0 unless the game is entered in the middle.
    turns
        The order in which stones are placed.
    depth
        The depth that the file asks about, in stones.
    first_moves
        Mask of the cells among which the stone of ply 0 must be placed; None for all. Files use this to break symmetry.

    >>> board = Board.square(3, 1)
    >>> game = PositionalGame("three in a row", board, Rule.MAKER_BREAKER, (0b111,))
    >>> game.winner(Position(black=0b111)) is Player.BLACK
    True
    >>> [game.move_name(move) for move in game.legal(Position(black=0b1, ply=1))]
    ['b1', 'c1']
    """

    name: str
    board: Board
    rule: Rule
    black_sets: tuple[int, ...]
    white_sets: tuple[int, ...] = ()
    start: Position = Position()
    turns: Turns = Turns()
    depth: int | None = None
    first_moves: int | None = None
    notes: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        self._check_stones()
        full = self.board.full
        for name in ("black_sets", "white_sets"):
            sets = tuple(sorted(set(getattr(self, name))))
            if any(mask & ~full for mask in sets):
                raise InputError("winning sets on the board only", found="a winning set with a cell off the board")
            object.__setattr__(self, name, sets)
        if self.rule is Rule.MAKER_BREAKER and self.white_sets:
            raise InputError(
                "no winning sets of White in a maker-breaker game", found=f"{len(self.white_sets)} of them"
            )
        if self._complete(Player.BLACK, self.start) and self._complete(Player.WHITE, self.start):
            raise InputError(
                "at most one player to have won at the start", found="complete winning sets of both colours"
            )

    @property
    def kind(self) -> str:
        return f"positional game, {self.rule.value}"

    def winning_sets(self, player: Player) -> tuple[int, ...]:
        """The winning sets of a player, as masks."""
        return self.black_sets if player is Player.BLACK else self.white_sets

    def _complete(self, player: Player, position: Position) -> bool:
        stones = position.stones(player)
        return any(mask & ~stones == 0 for mask in self.winning_sets(player))

    def winner(self, position: Position) -> Player | None:
        """The player with a complete winning set; White too once every set of a maker-breaker game is broken."""
        for player in Player:
            if self._complete(player, position):
                return player
        if self.rule is Rule.MAKER_BREAKER and all(mask & position.white for mask in self.black_sets):
            return Player.WHITE
        return None

    def swapped(self) -> PositionalGame:
        if self.rule is Rule.MAKER_BREAKER:
            raise InputError("a maker-maker game to exchange the colours", found="a maker-breaker game")
        return replace(
            self,
            black_sets=self.white_sets,
            white_sets=self.black_sets,
            start=self.start.swapped(),
            turns=self.turns.swapped(),
        )


def maker_breaker_of(game: PositionalGame) -> PositionalGame:
    """The maker-breaker version: White's winning sets dropped."""
    return replace(game, rule=Rule.MAKER_BREAKER, white_sets=())
