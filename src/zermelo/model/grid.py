"""Grid games: the games that BDDL describes (concise-grid-games, section 3).

A *domain* gives each player actions with preconditions and effects on cells relative to a position (?x,?y); a
*problem* gives the board, the stones, and goals of the same form. Bounds are implicit: a parameter that would put any
sub-condition off the board is not allowed. Players alternate; the first to reach a goal of his own wins, and a
player who cannot move has lost.

Two rules of a game may differ from those of the paper. A player who cannot move may draw or win instead
(:class:`~zermelo.model.ground.Stuck`); he wins by the move that he cannot make, which counts in the depth as it does
where he loses. And a full board may be a draw: then nobody moves on it. A goal reached by the last move still wins.

This module interprets conditions as they are written; :mod:`~zermelo.model.ground` compiles them to masks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from zermelo.errors import InputError
from zermelo.model.board import Board
from zermelo.model.conditions import Action, Colour, Condition, GridMove, swapped
from zermelo.model.finite import longest_play
from zermelo.model.game import Game, Player, Position
from zermelo.model.ground import GroundRules, Stuck, interned
from zermelo.model.sanity import check, check_start


@dataclass(frozen=True, repr=False)
class GridGame(Game):
    """A grid game.

    Parameters
    ----------
    columns, rows
        The size of the board.
    black_actions, white_actions
        The actions of the two players.
    black_goals, white_goals
        Conditions any one of which wins for the player; no goals: he can win only by leaving the other without a move.
    start
        The stones at the start; its ply is 0 unless the game is entered in the middle.
    opener
        The player who makes the move of ply 0.
    depth
        The depth that the file asks about, in moves from the start position.
    stuck
        Says what becomes of a player who is to move and cannot.
    full_draw
        True if a full board on which nobody has reached a goal ends the play as a draw.

    Raises :class:`~zermelo.errors.SanityError` where the sanity conditions of definition 3.9 are broken, and
    ``InputError`` for effects that are negated or contradict each other.

    >>> from zermelo.model.conditions import Expression, SubCondition, X, Y
    >>> domino = (SubCondition(Colour.OPEN, X, Y), SubCondition(Colour.OPEN, X, Expression("parameter", 1)))
    >>> laid = tuple(part._replace(colour=Colour.BLACK) for part in domino)
    >>> game = GridGame("vertical dominoes against nothing", 2, 2, (Action("vertical", domino, laid),), ())
    >>> [game.move_name(move) for move in game.legal(game.start)]
    ['vertical(1,1)', 'vertical(2,1)']
    """

    name: str
    columns: int
    rows: int
    black_actions: tuple[Action, ...]
    white_actions: tuple[Action, ...]
    black_goals: tuple[Condition, ...] = ()
    white_goals: tuple[Condition, ...] = ()
    start: Position = Position()
    opener: Player = Player.BLACK
    depth: int | None = None
    notes: tuple[str, ...] = field(default=(), compare=False)
    stuck: Stuck = Stuck.LOSES
    full_draw: bool = False

    def __post_init__(self) -> None:
        if self.columns < 1 or self.rows < 1:
            raise InputError("a board of at least 1x1 cells", found=f"{self.columns}x{self.rows}")
        self._check_stones()
        check(self)

    def __getstate__(self) -> dict[str, Any]:
        """The fields: what has been found out about the rules is not for a pickle."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    @cached_property
    def rules(self) -> GroundRules:
        """All but the stones, who opens and the depth, compiled."""
        return interned(GroundRules(*(getattr(self, field) for field in GroundRules.__dataclass_fields__)))

    @cached_property
    def board(self) -> Board:  # type: ignore[override]
        return Board.grid(self.columns, self.rows)

    @property
    def kind(self) -> str:
        return "grid game (BDDL)"

    def actions(self, player: Player) -> tuple[Action, ...]:
        return self.black_actions if player is Player.BLACK else self.white_actions

    def goals(self, player: Player) -> tuple[Condition, ...]:
        return self.black_goals if player is Player.BLACK else self.white_goals

    def player_at(self, ply: int) -> Player:
        return self.opener if ply % 2 == 0 else self.opener.other

    def cell_at(self, x: int, y: int) -> int:
        """The index of the cell in column x and row y."""
        return (y - 1) * self.columns + x - 1

    def holds(self, position: Position, condition: Condition, x: int, y: int) -> bool:
        """Tell whether a condition holds at (x, y) (definition 3.6).

        Parameters
        ----------
        position
            The stones.
        condition
            The condition; all of its parts must hold.
        x, y
            The values of ?x and ?y, within the bounds of the condition; 0 for one that does not occur.
        """
        columns, rows, black, white = self.columns, self.rows, position.black, position.white
        for colour, at_x, at_y, negated in condition:
            bit = 1 << (at_y.value(y, rows) - 1) * columns + at_x.value(x, columns) - 1
            found = Colour.BLACK if black & bit else Colour.WHITE if white & bit else Colour.OPEN
            if (found is colour) is negated:
                return False
        return True

    def reached(self, position: Position, player: Player) -> bool:
        """Tell whether one of a player's goals holds."""
        goals = zip(self.goals(player), self.rules.goal_places[player], strict=True)
        return any(self.holds(position, goal, x, y) for goal, places in goals for x, y in places)

    def _applicable(self, position: Position) -> Iterator[GridMove]:
        if self.rules.is_full(position.black, position.white):
            return
        player = self.mover(position)
        for number, action in enumerate(self.actions(player)):
            for x, y in self.rules.action_places[player][number]:
                if self.holds(position, action.precondition, x, y):
                    yield GridMove(player, number, x, y)

    def goal_winner(self, position: Position) -> Player | None:
        return next((player for player in Player if self.reached(position, player)), None)

    def winner(self, position: Position) -> Player | None:
        reached = self.goal_winner(position)
        if reached is not None or next(self._applicable(position), None) is not None:
            return reached
        return None if self.rules.is_full(position.black, position.white) else self.stuck.winner(self.mover(position))

    @property
    def turn_text(self) -> str:
        """The player to move in words, even if he cannot: finding that out counts as a move.

        >>> import zermelo
        >>> zermelo.load("domineering:1x1,first=white").turn_text
        'White to move'
        """
        start = self.start
        ended = self.goal_winner(start) is not None or self.rules.is_full(start.black, start.white)
        return super().turn_text if ended else f"{self.called(self.to_move)} to move"

    def legal(self, position: Position) -> list[GridMove]:
        if self.goal_winner(position) is not None:
            return []
        return list(self._applicable(position))

    def step(self, position: Position, move: GridMove) -> Position:
        black, white = position.black, position.white
        for part in self.actions(move.player)[move.action].effect:
            bit = 1 << self.cell_at(part.x.value(move.x, self.columns), part.y.value(move.y, self.rows))
            black, white = black & ~bit, white & ~bit
            if part.colour is Colour.BLACK:
                black |= bit
            elif part.colour is Colour.WHITE:
                white |= bit
        return Position(black, white, position.ply + 1)

    def move_name(self, move: GridMove) -> str:
        """``action(x,y)``, with ``_`` for a parameter that the action does not use."""
        return f"{self.actions(move.player)[move.action].name}({move.x or '_'},{move.y or '_'})"

    def parse_move(self, text: str, player: Player) -> GridMove:
        match = re.fullmatch(r"\s*([^\s(]+)\s*\(\s*(_|\d{1,9})\s*,\s*(_|\d{1,9})\s*\)\s*", text, re.ASCII)
        actions = self.actions(player)
        names = [action.name for action in actions]
        if not match or match[1] not in names:
            raise InputError(f"action(x,y) with an action of {player} ({', '.join(names)})", found=repr(text))
        number = names.index(match[1])
        x, y = (0 if part == "_" else int(part) for part in match.groups()[1:])
        uses_x, uses_y = actions[number].uses
        return GridMove(player, number, x if uses_x else 0, y if uses_y else 0)

    def swapped(self) -> GridGame:
        return replace(
            self,
            black_actions=tuple(action.swapped() for action in self.white_actions),
            white_actions=tuple(action.swapped() for action in self.black_actions),
            black_goals=tuple(swapped(goal) for goal in self.white_goals),
            white_goals=tuple(swapped(goal) for goal in self.black_goals),
            start=self.start.swapped(),
            opener=self.opener.other,
        )

    def _other_mover(self) -> GridGame:
        return replace(self, opener=self.opener.other)

    def complete_depth(self) -> int | None:
        return longest_play(self)

    def at(self, position: Position) -> GridGame:
        game = self._changed(start=position)
        game._check_stones()
        check_start(game)
        return game

    def with_depth(self, depth: int | None) -> GridGame:
        return self._changed(depth=depth)

    def _changed(self, **fields: Any) -> GridGame:
        """The game with other fields that are not of its rules, which are not compiled and checked again."""
        game = object.__new__(type(self))
        known = {"rules": self.rules, "board": self.board}
        game.__dict__.update({**self.__getstate__(), **known, **fields})
        return game
