"""The sanity conditions of grid games (concise-grid-games, definition 3.9), and contradictions in a description.

Nobody has won at the start, and no move completes a goal of the opponent. Of the second condition definition 3.9 asks
that it hold in all positions that fit the precondition of an action, also those that no play leads to. Refused here is
only what can happen: three looks, each of which goes on where the one before it could not say yes.

1. Each action against each goal: some position fits the precondition, and lacks the goal, which the action completes.
2. The same with colours that cells can have together in plays from this start (:class:`.FactPairs`).
3. All positions that can be reached, one by one, where they are few. Where they are not, the game is refused.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from zermelo.errors import InputError, SanityError
from zermelo.model.board import cells_of
from zermelo.model.conditions import Colour, Condition
from zermelo.model.game import Player, Position
from zermelo.model.ground import GroundAction, GroundRules, Masks, Three, ground_actions
from zermelo.model.reach import FactPairs, TooMany, Transition, by_cell, steps

if TYPE_CHECKING:
    from zermelo.model.grid import GridGame

MOST_COMPARISONS = 2_000_000
"""Comparisons of an action with a position in the third look: about a second."""


def check(game: GridGame) -> None:
    """Refuse a game that contradicts itself or breaks the sanity conditions."""
    known = _sane(game.rules)
    if not known.rules:
        _check_rules(game)
        known.rules = True
    check_start(game)


def _check_rules(game: GridGame) -> None:
    """Refuse actions and goals that contradict themselves or lie off the board."""
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
        for ground in ground_actions(game, player):
            _check_effects(game, ground)


def check_start(game: GridGame) -> None:
    """Refuse a start at which somebody has won, and one from which a move can complete a goal of the opponent."""
    gifts = _gifts(game.rules)
    won = [player for player in Player if game.reached(game.start, player)]
    if len(won) == 2:
        raise SanityError(
            f"{game.name}: found a position in which both players have reached a goal, expected one that plays lead to",
            advice="a play ends with the first goal",
        )
    if game.start.ply > 0:
        won = []
    if won and gifts:
        raise _refusal(game, gifts[0][0], f"and {won[0]} has won at the start already")
    if won:
        raise SanityError(
            f"{game.name}: the start position is already won by {won[0]}",
            advice="the stones of #init must not complete a goal (sanity condition 1)",
        )
    if gifts and not _sane(game.rules).has(game):
        _look(game, gifts)


@dataclass
class _Sane:
    """Starts of a game from which no move completes a goal of the opponent, as the second look and the third found."""

    rules: bool = False
    """The rules themselves have been found right."""
    pairs: list[FactPairs] = field(default_factory=list)
    positions: set[tuple[int, int, Player]] = field(default_factory=set)

    def has(self, game: GridGame) -> bool:
        """Tell whether the plays from the start are among those looked at: all that they reach was reached before."""
        black, white, _ = game.start
        known = (black, white, game.mover(game.start)) in self.positions
        return known or any(pairs.holds(game.start) for pairs in self.pairs)


@lru_cache(maxsize=64)
def _sane(_: GroundRules) -> _Sane:
    return _Sane()


Gift = tuple[GroundAction, Masks]
"""An action and a goal of the opponent that it completes in some position, be it one that no play leads to."""


@lru_cache(maxsize=64)
def _gifts(rules: GroundRules) -> tuple[Gift, ...]:
    """All actions that may complete a goal of the opponent, in the first look."""
    everything = (-1, -1, -1)
    return tuple(
        (ground, goal)
        for player in Player
        for goals in [by_cell(rules.ground_goals[player.other])]
        for ground in (rules.ground_actions[player] if goals else ())
        for goal in _completed(ground, goals, everything)
    )


def _completed(ground: GroundAction, goals: dict[int, list[Masks]], possible: Three) -> list[Masks]:
    """The goals that an action completes in some position of possible colours."""
    found: dict[Masks, None] = {}
    for cell in cells_of(ground.changes):
        for goal in goals.get(cell, ()):
            if goal not in found and _newly_completes(ground, goal, possible):
                found[goal] = None
    return list(found)


def _newly_completes(ground: GroundAction, goal: Masks, possible: Three) -> bool:
    """Tell whether the action can make this goal true where it was not, on cells that have possible colours.

    Some cell that the action changes must have had a colour that the goal does not allow, and all cells of the goal
    must have one afterwards that it allows.
    """
    changes, unsaid = ground.changes, ~ground.needs.cells
    before = [(mask | unsaid) & can for mask, can in zip(ground.needs.may, possible, strict=True)]
    after = [mask & ~changes | new for mask, new in zip(before, ground.sets, strict=True)]
    lacking, held = 0, 0
    for mask_before, mask_after, allowed in zip(before, after, goal.may, strict=True):
        lacking |= mask_before & ~allowed
        held |= mask_after & allowed
    return bool(lacking & changes & goal.cells) and not goal.cells & ~held


def _look(game: GridGame, gifts: tuple[Gift, ...]) -> None:
    """The second look at the gifts, and the third."""
    pairs = FactPairs(game)
    left = [
        (ground, goal)
        for ground, goal in gifts
        if (possible := pairs.before(ground)) is not None and _newly_completes(ground, goal, possible)
    ]
    if not left:
        _sane(game.rules).pairs.append(pairs)
        return
    wanted: dict[GroundAction, list[Masks]] = {}
    for ground, goal in left:
        wanted.setdefault(ground, []).append(goal)
    came: dict[Position, Transition] = {}
    try:
        for step in steps(game, MOST_COMPARISONS):
            came.setdefault(step.after, step)
            if any(goal.holds(*step.after[:2]) for goal in wanted.get(step.action, ())):
                raise _refusal(game, step.action, f"here: {_play(game, came, step)}")
    except TooMany:
        raise _refusal(game, left[0][0], "too many positions can be reached to see whether it ever does") from None
    _sane(game.rules).positions.update(
        (position.black, position.white, game.mover(position)) for position in (game.start, *came)
    )


def _refusal(game: GridGame, ground: GroundAction, how: str) -> SanityError:
    player = ground.move.player
    return SanityError(
        f"{game.name}: {game.move_name(ground.move)} of {player} can complete a goal of {player.other}",
        advice=f"a goal must become true by its owner's moves only (sanity conditions 2 and 3); {how}",
        move=ground.move,
    )


def _play(game: GridGame, came: dict[Position, Transition], last: Transition) -> str:
    """A shortest play that ends with this step."""
    names = [game.move_name(last.action.move)]
    position = last.before
    while position != game.start:
        step = came[position]
        names.append(game.move_name(step.action.move))
        position = step.before
    return " ".join(reversed(names))


def _check_coordinates(game: GridGame, what: str, condition: Condition) -> None:
    for part in condition:
        if part.colour is Colour.BLOCKED:
            raise InputError("black, white and open cells in a grid game", found=f"{part} in {what}", source=game.name)
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
