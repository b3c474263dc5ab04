"""The sections of a BDDL text, with the places of their parts, and the errors about them.

This file is separate from the grammar, so that other languages do not load the parser library.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from zermelo.errors import InputError
from zermelo.language.source import Source
from zermelo.model.conditions import Action, SubCondition

SECTIONS = ("#blackactions", "#whiteactions", "#boardsize", "#init", "#depth", "#blackgoals", "#whitegoals")
"""The keys of the sections that a whole game has or may have, ``#blackturn`` and the extensions apart."""

EXTENSIONS = ("#stuck", "#full")
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

    The value is a pair of integers (``#boardsize``), an integer (``#depth``), one word (``#blackturn``, ``#stuck``, ``#full``), a list of
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
