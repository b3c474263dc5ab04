"""The value of a game or a sum of games, with all that is read off it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from zermelo.errors import InputError, LimitError
from zermelo.model import Game
from zermelo.theory.atomic_weight import atomic_weight
from zermelo.theory.game_sum import terms_of
from zermelo.theory.short_game import ZERO, ShortGame, add, multiple
from zermelo.theory.thermograph import thermograph
from zermelo.theory.value import TOO_DEEP, ValueMemory
from zermelo.theory.value_names import form_of, name_of
from zermelo.theory.value_reader import is_value, read_value


@dataclass(frozen=True)
class TermValue:
    """A term of a sum: its copies, its name, and the value of one copy."""

    copies: int
    text: str
    value: ShortGame

    def to_json(self) -> dict[str, Any]:
        """The JSON object of a term."""
        with _depth_told():
            return {"copies": self.copies, "game": self.text, "value": name_of(self.value)}


@dataclass(frozen=True)
class GameValue:
    """The value of a sum.

    Parameters
    ----------
    name
        The sum as it was written.
    terms
        Its terms; one for a game alone.
    value
        The sum of their values, in canonical form.
    notes
        Remarks on how the rules were read.
    """

    name: str
    terms: tuple[TermValue, ...]
    value: ShortGame
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        with _depth_told():
            return name_of(self.value)

    def to_json(self) -> dict[str, Any]:
        """The one JSON object of a value; fractions are strings."""
        with _depth_told():
            value, graph, weight = self.value, thermograph(self.value), atomic_weight(self.value)
            return {
                "game": self.name,
                "value": name_of(value),
                "canonical": form_of(value),
                "class": value.outcome,
                "number": None if value.number is None else str(value.number),
                "nimber": value.nim_size,
                "mean": str(graph.mean),
                "temperature": str(graph.temperature),
                "left_stop": str(value.left_stop),
                "right_stop": str(value.right_stop),
                "atomic_weight": None if weight is None else name_of(weight),
                "birthday": value.birthday,
                "terms": [term.to_json() for term in self.terms],
                "notes": list(self.notes),
            }  # fmt: skip


@contextmanager
def _depth_told() -> Iterator[None]:
    """Work with values that ends with ``LimitError`` where their trees are too deep for it."""
    try:
        yield
    except RecursionError:
        raise LimitError("size", TOO_DEEP) from None


def game_value(
    text: str,
    load: Callable[[str], Game],
    *,
    until: float | None = None,
    values: ValueMemory | None = None,
    terms: list[TermValue] | None = None,
) -> GameValue:
    """The value of a sum of games and values.

    Parameters
    ----------
    text
        The sum, see :mod:`~zermelo.theory.game_sum`.
    load
        Makes a game of the text of a term.
    until
        A time of the monotonic clock after which ``LimitError`` is raised.
    values
        What is known from before; None for nothing.
    terms
        A list that takes in each term with its value, for those who end the work.

    Notes
    -----
    Raises ``InputError`` for a text that cannot be read, ``UnsupportedError`` for a game that has no value.

    Examples
    --------
    >>> from zermelo.families import make
    >>> print(game_value("domineering:1x3 - 1/2 + 2*kayles:1", make))
    1/2
    """
    with _depth_told():
        known = ValueMemory() if values is None else values
        return _value_of_sum(text, load, until, known, [] if terms is None else terms)


def _value_of_sum(
    text: str, load: Callable[[str], Game], until: float | None, known: ValueMemory, found: list[TermValue]
) -> GameValue:
    notes: list[str] = []
    values: dict[str, ShortGame] = {}
    value = ZERO
    for copies, name in terms_of(text):
        if name in values:
            one = values[name]
        elif is_value(name):
            one = read_value(name)
        else:
            try:
                game = load(name)
            except InputError as error:
                if error.advice is None and error.source is None:
                    error.source = name
                raise
            one = known.of(game, until)
            notes += [note for note in known.notes if note not in notes]
        values[name] = one
        found.append(TermValue(copies, name, one))
        value = add(value, multiple(copies, one))
    return GameValue(" ".join(text.split()), tuple(found), value, tuple(notes))
