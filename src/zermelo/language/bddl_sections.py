"""The sections of a BDDL text, with the places of their parts, and the errors about them.

This file is separate from the grammar, so that other languages do not load the parser library.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from zermelo.errors import InputError
from zermelo.language.source import Source
from zermelo.model.conditions import Action, Colour, SubCondition

SECTIONS = ("#blackactions", "#whiteactions", "#boardsize", "#init", "#depth", "#blackgoals", "#whitegoals")
"""The keys of the sections that a whole game has or may have, ``#blackturn`` and the extensions apart."""

EXTENSIONS = ("#stuck", "#full", "#misere")
"""The keys of sections that the language of the paper does not have."""


class Trouble(Exception):
    """An error at an offset, as for ``Source.error_at``; ``parse`` and the reader add the place."""

    def __init__(self, at: int, expected: str, found: str | None = None, advice: str | None = None) -> None:
        super().__init__(expected)
        self.at, self.expected, self.found, self.advice = at, expected, found, advice

    def placed(self, source: Source) -> InputError:
        """The error with line and column."""
        return source.error_at(self.at, self.expected, self.found, advice=self.advice)


class Part(NamedTuple):
    """A sub-condition, and the offsets of itself and of its coordinates.

    ``steps`` says how often the distance ?d is added to each coordinate; with ``between`` the sub-condition must hold
    for all smaller distances in place of ?d.
    """

    sub: SubCondition
    at: int
    x_at: int
    y_at: int
    steps: tuple[int, int] = (0, 0)
    between: bool = False


class Alternatives(NamedTuple):
    """``OR(…)`` in a precondition, or with ``negated`` ``NOT(OR(…))``: alternatives of which one must hold, or none.

    An alternative with a cell off the board does not hold.
    """

    at: int
    options: tuple[tuple[Need, ...], ...]
    negated: bool = False

    def parts(self) -> Iterator[Part]:
        """All sub-conditions in it."""
        for option in self.options:
            yield from parts_of(option)


Need = Part | Alternatives
"""One demand of a precondition: a single sub-condition, or a choice of several."""


def parts_of(needs: Iterable[Need]) -> Iterator[Part]:
    """All sub-conditions of a precondition, those of choices too."""
    for need in needs:
        if isinstance(need, Alternatives):
            yield from need.parts()
        else:
            yield need


class PlacedAction(NamedTuple):
    """The name of an action, its offset, and its precondition and effect."""

    name: str
    at: int
    needs: list[Need]
    effect: list[Part]

    @property
    def parts(self) -> list[Part]:
        """All its sub-conditions."""
        return [*parts_of(self.needs), *self.effect]

    @property
    def slides(self) -> bool:
        """Tell whether it has the distance ?d."""
        return any(part.steps != (0, 0) for part in self.parts)

    @property
    def plain(self) -> Action | None:
        """The action in the language of the paper; None: it needs an extension of the syntax."""
        needs = [need for need in self.needs if isinstance(need, Part)]
        if len(needs) < len(self.needs) or self.slides or any(part.sub.colour is Colour.BLOCKED for part in self.parts):
            return None
        return Action(self.name, tuple(part.sub for part in needs), tuple(part.sub for part in self.effect))


class BddlSection(NamedTuple):
    """A section: its key in the plural, its offset, its value and the offset of the value, where it came from.

    The value is a pair of integers (``#boardsize``), an integer (``#depth``), one word (``#blackturn``, ``#stuck``,
    ``#full``), true (``#misere``), a list of
    parts (``#init``), a list of lists of parts (goals) or a list of placed actions.
    """

    key: str
    at: int
    value: Any
    value_at: int
    source: Source


class BddlSections(dict[str, BddlSection]):
    """Sections by key in the plural, and the text that an error about a missing one names."""

    def __init__(self, source: Source) -> None:
        super().__init__()
        self.source = source

    def missing(self, keys: str, advice: str) -> InputError:
        """The error for missing keys, placed at the end of the text."""
        return self.source.error_at(len(self.source.text), keys, "", advice=advice)
