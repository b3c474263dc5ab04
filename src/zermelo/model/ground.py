"""Grid games compiled to masks: every action and goal at every position of the board.

The native core plays on these. In the model they serve to check what a description promises: that it meets the sanity
conditions (:mod:`~zermelo.model.sanity`), and how long a play can last (:mod:`~zermelo.model.finite`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from zermelo.model.game import Player, Position
from zermelo.model.grid import Action, Colour, Condition, GridGame, GridMove

_ALL = frozenset(Colour)
SIDES = (Colour.BLACK, Colour.WHITE, Colour.OPEN)
"""The colours in the order of masks."""

Three = tuple[int, int, int]
"""Something of black, white and open cells."""


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
        """Whether some position meets the condition."""
        black, white, opened = self.may
        return self.cells == black | white | opened

    def holds(self, black: int, white: int) -> bool:
        """Whether a position with these stones meets the condition."""
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

    def after(self, cell: int) -> Colour | None:
        """The colour that the action gives to a cell; None when it leaves the cell alone."""
        return next((colour for colour, mask in zip(SIDES, self.sets, strict=True) if mask >> cell & 1), None)

    def result(self, black: int, white: int) -> tuple[int, int]:
        """The stones after the action."""
        return black & ~self.changes | self.sets[0], white & ~self.changes | self.sets[1]


@dataclass(frozen=True)
class Rules:
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

    @classmethod
    def of(cls, game: GridGame) -> Rules:
        """The rules of a game; equal rules are one object while they are in use."""
        return _interned(cls(*(getattr(game, field) for field in cls.__dataclass_fields__)))

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(getattr(self, field) for field in self.__dataclass_fields__))

    def called(self, name: str, start: Position = Position(), opener: Player = Player.BLACK) -> GridGame:
        """A game of these rules, unchecked."""
        game = object.__new__(GridGame)
        fields = {field: getattr(self, field) for field in self.__dataclass_fields__}
        game.__dict__.update(fields, name=name, start=start, opener=opener, depth=None, notes=(), rules=self)
        return game

    @cached_property
    def ground_actions(self) -> dict[Player, tuple[GroundAction, ...]]:
        """Of each player the actions wherever they can ever be legal, in the order of the reference engine."""
        return {player: tuple(_ground_actions(self.called(""), player)) for player in Player}

    @cached_property
    def ground_goals(self) -> dict[Player, tuple[Masks, ...]]:
        """Of each player the goals at every position within their bounds, each once, impossible ones left out."""
        return {player: tuple(dict.fromkeys(_ground_goals(self.called(""), player))) for player in Player}


@lru_cache(maxsize=64)
def _interned(rules: Rules) -> Rules:
    return rules


def ground_actions(game: GridGame, player: Player) -> list[GroundAction]:
    """A player's actions at every position where they can ever be legal, in the order of the reference engine."""
    return list(game.rules.ground_actions[player])


def ground_goals(game: GridGame, player: Player) -> list[Masks]:
    """A player's goals at every position within their bounds, each once, impossible ones left out."""
    return list(game.rules.ground_goals[player])


def _ground_actions(game: GridGame, player: Player) -> Iterator[GroundAction]:
    for number, action in enumerate(game.actions(player)):
        places = list(game.parameters(action.condition))
        needs, sets = (_Shifted(game, part, places) for part in (action.precondition, action.effect))
        for x, y in places:
            masks = needs.at(x, y)
            if masks.possible:
                yield GroundAction(GridMove(player, number, x, y), masks, sets.at(x, y)[:3])


def _ground_goals(game: GridGame, player: Player) -> Iterator[Masks]:
    for goal in game.goals(player):
        places = list(game.parameters(goal))
        shifted = _Shifted(game, goal, places)
        yield from (masks for x, y in places if (masks := shifted.at(x, y)).possible)


class _Shifted:
    """A condition whose masks at one place are those at another, shifted.

    A sub-condition moves with ?x, with ?y, with both or with neither; the masks of each kind move as one. No bit leaves
    its row, since all places are within the bounds.
    """

    def __init__(self, game: GridGame, condition: Condition, places: list[tuple[int, int]]) -> None:
        self._first = places[0] if places else (0, 0)
        kinds: dict[tuple[int, int], list[int]] = {}
        for part in condition if places else ():
            bit = 1 << game.cell_at(part.x.value(self._first[0], game.columns), part.y.value(self._first[1], game.rows))
            steps = part.x.base == "parameter", (part.y.base == "parameter") * game.columns
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
