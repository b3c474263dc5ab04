"""Grid games compiled to masks: every action and goal at every position of the board.

The native core plays on these; here they serve to check what a description promises: that it does not contradict
itself, that it meets the sanity conditions (definition 3.9), and how long a play can last.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from zermelo.errors import InputError, SanityError
from zermelo.model.board import cells_of, mask_of
from zermelo.model.game import Player
from zermelo.model.grid import Action, Colour, Condition, GridGame, GridMove

_ALL = frozenset(Colour)
SIDES = (Colour.BLACK, Colour.WHITE, Colour.OPEN)


class Masks(NamedTuple):
    """A condition on cells: those that must have a colour, and those that must not.

    The native core takes the six masks in this order.
    """

    black: int
    white: int
    open: int
    not_black: int
    not_white: int
    not_open: int

    @property
    def cells(self) -> int:
        return self.black | self.white | self.open | self.not_black | self.not_white | self.not_open

    def allowed(self, cell: int) -> frozenset[Colour]:
        """The colours that a cell may have."""
        must, must_not = self[:3], self[3:]
        colours = _ALL
        for colour, yes, no in zip(SIDES, must, must_not, strict=True):
            if yes >> cell & 1:
                colours &= {colour}
            if no >> cell & 1:
                colours -= {colour}
        return colours

    @property
    def possible(self) -> bool:
        return all(self.allowed(cell) for cell in cells_of(self.cells))


class GroundAction(NamedTuple):
    """An action at a position: the move, what must hold, and the cells that become black, white and open."""

    move: GridMove
    needs: Masks
    sets: tuple[int, int, int]

    @property
    def changes(self) -> int:
        """The cells that get a colour."""
        return self.sets[0] | self.sets[1] | self.sets[2]

    def after(self, cell: int) -> Colour | None:
        """The colour that the action gives to a cell; None when it leaves the cell alone."""
        return next((colour for colour, mask in zip(SIDES, self.sets, strict=True) if mask >> cell & 1), None)


def _masks(game: GridGame, condition: Condition, x: int, y: int) -> Masks:
    masks = [0] * 6
    for part in condition:
        bit = 1 << game.cell_at(part.x.value(x, game.columns), part.y.value(y, game.rows))
        masks[SIDES.index(part.colour) + 3 * part.negated] |= bit
    return Masks(*masks)


def ground_actions(game: GridGame, player: Player) -> list[GroundAction]:
    """A player's actions at every position where they can ever be legal, in the order of the reference engine."""
    found = []
    for number, action in enumerate(game.actions(player)):
        for x, y in game.parameters(action.condition):
            needs = _masks(game, action.precondition, x, y)
            if needs.possible:
                sets = _masks(game, action.effect, x, y)
                found.append(GroundAction(GridMove(player, number, x, y), needs, sets[:3]))
    return found


def ground_goals(game: GridGame, player: Player) -> list[Masks]:
    """A player's goals at every position within their bounds, each once, impossible ones left out."""
    found: dict[Masks, None] = {}
    for goal in game.goals(player):
        for x, y in game.parameters(goal):
            masks = _masks(game, goal, x, y)
            if masks.possible:
                found[masks] = None
    return list(found)


def check_sanity(game: GridGame) -> None:
    """Refuse a game that contradicts itself or breaks the sanity conditions."""
    _check_rules(Rules.of(game))
    if game.start.ply == 0:
        for player in Player:
            if game.reached(game.start, player):
                raise SanityError(
                    f"{game.name}: the start position is already won by {player}",
                    advice="the stones of #init must not complete a goal (sanity condition 1)",
                )


class Rules(NamedTuple):
    """What of a game does not depend on its stones: the key under which facts about its rules are kept."""

    columns: int
    rows: int
    black_actions: tuple[Action, ...]
    white_actions: tuple[Action, ...]
    black_goals: tuple[Condition, ...]
    white_goals: tuple[Condition, ...]
    name: str

    @classmethod
    def of(cls, game: GridGame) -> Rules:
        return cls(*(getattr(game, field) for field in cls._fields))

    @property
    def game(self) -> GridGame:
        """A game of these rules without a start position, and unchecked: the usual way would check it once more."""
        game = object.__new__(GridGame)
        for field, value in zip(self._fields, self, strict=True):
            object.__setattr__(game, field, value)
        return game


@lru_cache(maxsize=256)
def _check_rules(rules: Rules) -> None:
    game = rules.game
    for player in Player:
        for action in game.actions(player):
            what = f"action {action.name} of {player}"
            _check_coordinates(game, what, action.condition)
            negated = next((part for part in action.effect if part.negated), None)
            if negated is not None:
                raise InputError(
                    "effects that say what a cell becomes", found=f"{negated} in the effect of {what}", source=game.name
                )
        for condition in game.goals(player):
            if not condition:
                raise InputError("goals with at least one condition", found=f"a goal of {player} that always holds")
            _check_coordinates(game, f"a goal of {player}", condition)
    for player in Player:
        _check_moves(game, player, ground_goals(game, player.other))


def _check_moves(game: GridGame, player: Player, goals: list[Masks]) -> None:
    """Refuse actions of a player that contradict themselves or complete one of the opponent's goals."""
    goals_at: dict[int, list[Masks]] = {}
    for goal in goals:
        for cell in cells_of(goal.cells):
            goals_at.setdefault(cell, []).append(goal)
    for ground in ground_actions(game, player):
        _check_effects(game, ground)
        for cell in cells_of(ground.changes):
            if any(_newly_completes(ground, goal, cell) for goal in goals_at.get(cell, ())):
                raise SanityError(
                    f"{game.name}: {game.move_name(ground.move)} of {player} can complete a goal of {player.other}",
                    advice="a goal must become true by its owner's moves only (sanity conditions 2 and 3)",
                )


def _check_coordinates(game: GridGame, what: str, condition: Condition) -> None:
    for part in condition:
        for expression, axis, size in ((part.x, "x", game.columns), (part.y, "y", game.rows)):
            if expression.base != "parameter" and not 1 <= expression.value(1, size) <= size:
                raise InputError(
                    f"1 to {size} for {axis} on a board of {game.columns}x{game.rows} (columns x rows)",
                    found=f"{expression.text(axis)} in {part} of {what}",
                    source=game.name,
                )


def _check_effects(game: GridGame, ground: GroundAction) -> None:
    black, white, opened = ground.sets
    twice = black & white | white & opened | black & opened
    if twice:
        cell = game.board.cells[next(cells_of(twice))]
        raise InputError(
            f"{game.name}: {game.move_name(ground.move)} of {ground.move.player} gives two colours to the cell {cell}",
            advice="the effects of an action must not contradict each other",
        )


def _newly_completes(ground: GroundAction, goal: Masks, cell: int) -> bool:
    """Whether the action can make this goal true by what it does to this cell."""
    becomes = ground.after(cell)
    if becomes not in goal.allowed(cell) or ground.needs.allowed(cell) <= goal.allowed(cell):
        return False
    for other in cells_of(goal.cells):
        colour = ground.after(other)
        reachable = ground.needs.allowed(other) if colour is None else {colour}
        if not reachable & goal.allowed(other):
            return False
    return True
