"""Actions of BDDL with our extensions, for a board: a plain rule for each distance, and choices that are left.

An action with the distance ``?d`` is one for each distance 1, 2, … at which it fits on the board. Its name gets the
distance: ``right-2(1,1)``. ``BETWEEN(…)`` becomes a sub-condition for each smaller distance. Where no cell with ``?d``
must be on the board, since all are in choices, the distances are those at which one of these is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo.language.bddl_sections import Alternatives, BddlSection, Need, Part, PlacedAction
from zermelo.model.conditions import Action, Condition, SubCondition, bounds

MOST_PARTS = 100_000
"""Sub-conditions of the actions of a player at all distances together: four seconds or so."""


class ChoiceRule(NamedTuple):
    """Alternatives, of which one must hold, or (``negated``) none; one with a cell off the board does not hold."""

    options: tuple[tuple[SubCondition | ChoiceRule, ...], ...]
    negated: bool = False

    def parts(self) -> Iterator[SubCondition]:
        """All sub-conditions in it."""
        for option in self.options:
            for each in option:
                if isinstance(each, ChoiceRule):
                    yield from each.parts()
                else:
                    yield each


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

    Raises ``InputError`` where the name of an action with its distance is that of another one, and where all distances
    together ask for more than ``MOST_PARTS`` cells.
    """
    found: list[Scheme] = []
    parts = 0
    for placed in section.value:
        if not placed.slides:
            found.append(_scheme(placed, placed.name, 0))
            continue
        for scheme in _distances(placed, columns, rows):
            found.append(scheme)
            parts += len(scheme.needs) + len(scheme.effect)
            if parts > MOST_PARTS:
                expected = f"at most {MOST_PARTS} cells in the conditions of all distances together"
                advice = "a smaller board has fewer distances"
                raise section.source.error_at(placed.at, expected, placed.name, advice=advice)
    names = set[str]()
    for scheme in found:
        if scheme.name in names:
            expected = "another name: this one is that of an action with a distance, too"
            raise section.source.error_at(scheme.placed.at, expected, scheme.name)
        names.add(scheme.name)
    return found


def _distances(placed: PlacedAction, columns: int, rows: int) -> Iterator[Scheme]:
    fixed = [part for part in (*placed.needs, *placed.effect) if isinstance(part, Part)]
    ranges = [_within(part, columns, rows) for part in fixed if part.steps != (0, 0)]
    if ranges:
        distances = set(ranges[0]).intersection(*ranges[1:])
    else:
        distances = set().union(*(_within(part, columns, rows) for part in placed.parts if part.steps != (0, 0)))
    for distance in sorted(distances):
        scheme = _scheme(placed, f"{placed.name}-{distance}", distance)
        if all(bounds((*scheme.needs, *scheme.effect), columns, rows)):
            yield scheme


def _within(part: Part, columns: int, rows: int) -> range:
    """The distances at which a part may be on the board, for some place of the action."""
    first, last = 1, max(columns, rows) + abs(part.sub.x.offset) + abs(part.sub.y.offset)
    axes = ((part.sub.x, part.steps[0], columns), (part.sub.y, part.steps[1], rows))
    for expression, times, size in axes:
        if times:
            ahead = -times * expression.offset  # how many steps lead back over the offset
            first, last = max(first, ahead - size + 1), min(last, ahead + size - 1)
    if part.between:  # the smaller distances from 1 on, of which 1 itself has none
        return range(1, max(1, last + 1) + 1 if first == 1 else 2)
    return range(first, last + 1)


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
