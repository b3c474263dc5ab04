"""The sections of a BDDL text as the syntax finds them: the parts with their places, and what may be wrong with them.

Apart from the grammar, so that who reads no BDDL text does not load the parser library.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from zermelo.errors import InputError
from zermelo.language.source import Source
from zermelo.model.conditions import Action, SubCondition

SECTIONS = ("#blackactions", "#whiteactions", "#boardsize", "#init", "#depth", "#blackgoals", "#whitegoals")
"""The keys of the sections that a whole game has or may have, ``#blackturn`` apart."""


class Trouble(Exception):
    """Something wrong at an offset, told as ``Source.error_at`` tells it; ``parse`` and the reader place it."""

    def __init__(self, at: int, expected: str, found: str | None = None, advice: str | None = None) -> None:
        super().__init__(expected)
        self.at, self.expected, self.found, self.advice = at, expected, found, advice

    def placed(self, source: Source) -> InputError:
        """The error for people."""
        return source.error_at(self.at, self.expected, self.found, advice=self.advice)


class Part(NamedTuple):
    """A sub-condition, and the offsets of itself and of its coordinates."""

    sub: SubCondition
    at: int
    x_at: int
    y_at: int


class PlacedAction(NamedTuple):
    """An action, its offset, and the parts of its precondition and effect."""

    action: Action
    at: int
    parts: list[Part]


class BddlSection(NamedTuple):
    """A section: its key in the plural, its offset, its value and the offset of the value, where it came from.

    The value is a pair of integers (``#boardsize``), an integer (``#depth``), ``"first"`` or ``"second"``, a list of
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
        """The error that these keys do not stand in the text, placed at its end."""
        return self.source.error_at(len(self.source.text), keys, "", advice=advice)
