"""Grid games compiled to masks: every action and goal at every position of the board.

The native core plays on these. In the model they serve to check what a description promises: that it meets the sanity
conditions (:mod:`~zermelo.model.sanity`), and how long a play can last (:mod:`~zermelo.model.finite`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache
from typing import NamedTuple, Protocol

from zermelo.model.conditions import Action, Colour, Condition, GridMove, places
from zermelo.model.game import Player, Position

SIDES = (Colour.BLACK, Colour.WHITE, Colour.OPEN)
"""The colours in the order of masks."""

Three = tuple[int, int, int]
"""Something of black, white and open cells."""

Places = tuple[tuple[int, int], ...]
"""Values of ?x and ?y; 0 for one that does not occur."""


class Stuck(Enum):
    """The fate of a player who is to move and cannot; in BDDL he loses."""

    LOSES = "loses"
    DRAWS = "draws"
    WINS = "wins"

    def winner(self, mover: Player) -> Player | None:
        """The winner when this player cannot move; None: nobody."""
        return {Stuck.LOSES: mover.other, Stuck.DRAWS: None, Stuck.WINS: mover}[self]


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
        colours = frozenset(SIDES)
        for colour, yes, no in zip(SIDES, must, must_not, strict=True):
            if yes >> cell & 1:
                colours &= {colour}
            if no >> cell & 1:
                colours -= {colour}
        return colours

    @property
    def may(self) -> Three:
        """Among its cells, those that may be black, those that may be white, and those that may be open."""
        black, white, opened, not_black, not_white, not_open = self
        cells = self.cells
        return (
            cells & ~(white | opened | not_black),
            cells & ~(black | opened | not_white),
            cells & ~(black | white | not_open),
        )

    @property
    def possible(self) -> bool:
        """Tell whether some position meets the condition."""
        black, white, opened = self.may
        return self.cells == black | white | opened

    def holds(self, black: int, white: int) -> bool:
        """Tell whether a position with these stones meets the condition."""
        return not (
            self.black & ~black
            or self.white & ~white
            or self.open & (black | white)
            or self.not_black & black
            or self.not_white & white
            or self.not_open & ~(black | white)
        )


class GroundAction(NamedTuple):
    """An action at a position: the move, what must hold, and the cells that become black, white and open."""

    move: GridMove
    needs: Masks
    sets: Three

    @property
    def changes(self) -> int:
        """The cells that get a colour."""
        return self.sets[0] | self.sets[1] | self.sets[2]

    @property
    def only_fills(self) -> bool:
        """True if the action asks that some cells are open, fills just these, and does nothing else."""
        needs, (black, white, opened) = self.needs, self.sets
        asks = needs.black | needs.white | ((needs.not_black | needs.not_white | needs.not_open) & ~needs.open)
        return not asks and not opened and needs.open == black | white != 0

    def after(self, cell: int) -> Colour | None:
        """The colour that the action gives to a cell; None when it leaves the cell alone."""
        return next((colour for colour, mask in zip(SIDES, self.sets, strict=True) if mask >> cell & 1), None)

    def result(self, black: int, white: int) -> tuple[int, int]:
        """The stones after the action."""
        return black & ~self.changes | self.sets[0], white & ~self.changes | self.sets[1]


@dataclass(frozen=True)
class GroundRules:
    """All of a grid game that does not depend on its stones, with what follows from it, found once.

    >>> from zermelo.families import make
    >>> rules = make("domineering:3x2").rules
    >>> [len(actions) for actions in rules.ground_actions.values()]
    [3, 4]
    >>> make("domineering:3x2,first=white").rules is rules
    True
    """

    columns: int
    rows: int
    black_actions: tuple[Action, ...]
    white_actions: tuple[Action, ...]
    black_goals: tuple[Condition, ...]
    white_goals: tuple[Condition, ...]
    stuck: Stuck = Stuck.LOSES
    full_draw: bool = False

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(getattr(self, field) for field in self.__dataclass_fields__))

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.columns * self.rows

    @property
    def plain(self) -> bool:
        """Tell whether who cannot move loses, on a full board as well: the rule of the BDDL paper."""
        return self.stuck is Stuck.LOSES and not self.full_draw

    @property
    def may_draw(self) -> bool:
        """Tell whether a play may end without a winner."""
        return self.full_draw or self.stuck is Stuck.DRAWS

    def is_full(self, black: int, white: int) -> bool:
        """Tell whether the board is full of these stones, and that is a draw."""
        return self.full_draw and black | white == (1 << self.cells) - 1

    def actions(self, player: Player) -> tuple[Action, ...]:
        """The actions of a player."""
        return self.black_actions if player is Player.BLACK else self.white_actions

    def goals(self, player: Player) -> tuple[Condition, ...]:
        """The goals of a player."""
        return self.black_goals if player is Player.BLACK else self.white_goals

    @cached_property
    def action_places(self) -> dict[Player, list[Places]]:
        """For each player the places of each action: those within the bounds of what it asks for and does."""
        return {player: [self._places(each.condition) for each in self.actions(player)] for player in Player}

    @cached_property
    def goal_places(self) -> dict[Player, list[Places]]:
        """For each player the places of each goal."""
        return {player: [self._places(each) for each in self.goals(player)] for player in Player}

    def _places(self, condition: Condition) -> Places:
        return tuple(places(condition, self.columns, self.rows))

    @cached_property
    def ground_actions(self) -> dict[Player, tuple[GroundAction, ...]]:
        """For each player the actions wherever they can ever be legal, in the order of the reference engine."""
        return {player: tuple(_ground_actions(self, player)) for player in Player}

    @cached_property
    def ground_goals(self) -> dict[Player, tuple[Masks, ...]]:
        """For each player the goals at every position within their bounds, each once, impossible ones left out."""
        return {player: tuple(dict.fromkeys(_ground_goals(self, player))) for player in Player}


@lru_cache(maxsize=64)
def interned(rules: GroundRules) -> GroundRules:
    """Rules that are equal are one object while they are in use, so that what follows from them is found once."""
    return rules


class Compiled(Protocol):
    """A grid game, as far as its ground actions and goals tell of it."""

    @property
    def rules(self) -> GroundRules: ...

    @property
    def start(self) -> Position: ...

    def mover(self, position: Position) -> Player:
        """The player who moves in a position."""
        ...


@dataclass(frozen=True)
class PlacedRules:
    """Rules with a start position, and the player who moves there; no more of a game."""

    rules: GroundRules
    start: Position
    opener: Player

    def mover(self, position: Position) -> Player:
        """The player who moves in a position."""
        return self.opener if (position.ply - self.start.ply) % 2 == 0 else self.opener.other


def ground_actions(game: Compiled, player: Player) -> list[GroundAction]:
    """A player's actions at every position where they can ever be legal, in the order of the reference engine."""
    return list(game.rules.ground_actions[player])


def ground_goals(game: Compiled, player: Player) -> list[Masks]:
    """A player's goals at every position within their bounds, each once, impossible ones left out."""
    return list(game.rules.ground_goals[player])


def _ground_actions(rules: GroundRules, player: Player) -> Iterator[GroundAction]:
    for number, action in enumerate(rules.actions(player)):
        within = rules.action_places[player][number]
        needs, sets = (_Shifted(rules, part, within) for part in (action.precondition, action.effect))
        for x, y in within:
            masks = needs.at(x, y)
            if masks.possible:
                yield GroundAction(GridMove(player, number, x, y), masks, sets.at(x, y)[:3])


def _ground_goals(rules: GroundRules, player: Player) -> Iterator[Masks]:
    for goal, within in zip(rules.goals(player), rules.goal_places[player], strict=True):
        shifted = _Shifted(rules, goal, within)
        yield from (masks for x, y in within if (masks := shifted.at(x, y)).possible)


class _Shifted:
    """A condition whose masks at one place are those at another, shifted.

    A sub-condition moves with ?x, with ?y, with both or with neither; the masks of each kind move as one. No bit leaves
    its row, since all places are within the bounds.
    """

    def __init__(self, rules: GroundRules, condition: Condition, within: Places) -> None:
        self._first = within[0] if within else (0, 0)
        kinds: dict[tuple[int, int], list[int]] = {}
        for part in condition if within else ():
            x, y = part.x.value(self._first[0], rules.columns), part.y.value(self._first[1], rules.rows)
            bit = 1 << (y - 1) * rules.columns + x - 1
            steps = part.x.base == "parameter", (part.y.base == "parameter") * rules.columns
            masks = kinds.setdefault(steps, [0] * 6)
            masks[SIDES.index(part.colour) + 3 * part.negated] |= bit
        self._kinds = list(kinds.items())

    def at(self, x: int, y: int) -> Masks:
        x, y = x - self._first[0], y - self._first[1]
        total = [0] * 6
        for (step_x, step_y), masks in self._kinds:
            by = x * step_x + y * step_y
            for k, mask in enumerate(masks):
                if mask:
                    total[k] |= mask << by
        return Masks(*total)
