"""Actions of BDDL with our extensions, for a board: a plain rule for each distance, and choices that are left.

An action with the distance ``?d`` is one for each distance 1, 2, … at which it fits on the board. Its name gets the
distance: ``right-2(1,1)``. ``BETWEEN(…)`` becomes a sub-condition for each smaller distance.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo.language.bddl_sections import Alternatives, BddlSection, Need, Part, PlacedAction
from zermelo.model.conditions import Action, Condition, SubCondition, bounds


class ChoiceRule(NamedTuple):
    """Alternatives, of which one must hold, or (``negated``) none; one with a cell off the board does not hold."""

    options: tuple[tuple[SubCondition | ChoiceRule, ...], ...]
    negated: bool = False


class Scheme(NamedTuple):
    """An action without distances: what must hold, which choices must, and what holds after it."""

    placed: PlacedAction
    name: str
    needs: Condition
    choices: tuple[ChoiceRule, ...]
    effect: Condition

    @property
    def plain(self) -> Action | None:
        """The action in the language of the paper; None where choices are left."""
        return None if self.choices else Action(self.name, self.needs, self.effect)


def schemes(section: BddlSection, columns: int, rows: int) -> list[Scheme]:
    """All actions of a player on a board, those of distances that fit nowhere left out.

    Raises ``InputError`` where the name of an action with its distance is that of another one.
    """
    found: list[Scheme] = []
    for placed in section.value:
        found += _distances(placed, columns, rows) if placed.slides else [_scheme(placed, placed.name, 0)]
    names = set[str]()
    for scheme in found:
        if scheme.name in names:
            expected = "another name: this one is that of an action with a distance, too"
            raise section.source.error_at(scheme.placed.at, expected, scheme.name)
        names.add(scheme.name)
    return found


def _distances(placed: PlacedAction, columns: int, rows: int) -> Iterator[Scheme]:
    for distance in range(1, max(columns, rows)):
        scheme = _scheme(placed, f"{placed.name}-{distance}", distance)
        if all(bounds((*scheme.needs, *scheme.effect), columns, rows)):
            yield scheme


def _scheme(placed: PlacedAction, name: str, distance: int) -> Scheme:
    needs = [part for need in placed.needs if isinstance(need, Part) for part in _at(need, distance)]
    choices = tuple(_choice(need, distance) for need in placed.needs if isinstance(need, Alternatives))
    effect = [part for each in placed.effect for part in _at(each, distance)]
    return Scheme(placed, name, tuple(needs), choices, tuple(effect))


def _choice(choice: Alternatives, distance: int) -> ChoiceRule:
    options = (tuple(each for need in option for each in _in_choice(need, distance)) for option in choice.options)
    return ChoiceRule(tuple(options), choice.negated)


def _in_choice(need: Need, distance: int) -> Iterator[SubCondition | ChoiceRule]:
    if isinstance(need, Alternatives):
        yield _choice(need, distance)
    else:
        yield from _at(need, distance)


def _at(part: Part, distance: int) -> Iterator[SubCondition]:
    """A part at a distance, or at all smaller ones."""
    for step in range(1, distance) if part.between else (distance,):
        x, y = part.sub.x, part.sub.y
        right, down = (times * step for times in part.steps)
        yield part.sub._replace(x=x._replace(offset=x.offset + right), y=y._replace(offset=y.offset + down))
