"""The language of family expressions: ``name[:arg[,arg]...]``.

An argument is a value for the next positional option, ``option=value``, or a flag. One table per family lists the
options, their values and their defaults; reading, error messages, help and the canonical name of a game all use it.
Upper and lower case, and spaces around the parts, make no difference.

The canonical expression names the positional options first and the others in the order of the table, without options
that have their default; reading it gives the same game.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Generic, NoReturn, TypeVar, cast

from zermelo.errors import InputError
from zermelo.model import Game

T = TypeVar("T")


class Default(Enum):
    """The marker of an option without a default: it must be given."""

    NONE = "none"


@dataclass(frozen=True, eq=False)
class Option(Generic[T]):
    """An option of a family; it is also the key under which :class:`Arguments` holds the value.

    Parameters
    ----------
    name
        As in ``name=value``.
    read
        From text to value; raises ``InputError`` without a place.
    takes
        The form of the value, for help: ``N``, ``COLUMNSxROWS``.
    about
        One line of help.
    default
        The value when left out; ``Default.NONE`` when it must be given.
    show
        From value to text; ``read(show(value)) == value``.
    flags
        Bare words that give the option a value.
    bare
        True for an option that has flags only and takes no ``=value``.
    many
        True for a positional option, the last one, that may have several values: each is read as a tuple, and the value
        is all of them together.
    """

    name: str
    read: Callable[[str], T]
    takes: str
    about: str
    default: T | Default = Default.NONE
    show: Callable[[T], str] = str
    flags: Mapping[str, T] = field(default_factory=dict)
    bare: bool = False
    many: bool = False

    @property
    def required(self) -> bool:
        return self.default is Default.NONE

    @property
    def usage(self) -> str:
        """The option in help texts: ``board=COLUMNSxROWS``, ``torus``."""
        return self.name if self.bare else f"{self.name}={self.takes}"


@dataclass(frozen=True)
class Family:
    """A family of games: its name, its options, and the function that makes a game.

    ``build`` gets the :class:`Arguments` and returns the game without its depth; every family has the option ``depth``.
    ``sheet`` returns the rules in GDL, where the game is made of them.
    """

    name: str
    summary: str
    examples: tuple[str, ...]
    build: Callable[[Arguments], Game]
    positional: tuple[Option[Any], ...] = ()
    options: tuple[Option[Any], ...] = ()
    sheet: Callable[[Arguments], str] | None = None

    @property
    def table(self) -> tuple[Option[Any], ...]:
        """All options in canonical order."""
        return (*self.positional, *self.options, DEPTH)

    @property
    def usage(self) -> str:
        """The form of the expressions: ``httt:SHAPE,board=COLUMNSxROWS[,torus]…``."""
        parts = [option.takes for option in self.positional if option.required]
        parts += [option.usage for option in self.options if option.required]
        may = "".join(f"[,{option.usage}]" for option in self.table if not option.required)
        return f"{self.name}:{','.join(parts)}{may}" if parts else f"{self.name}{may.replace('[,', '[:', 1)}"


class Arguments:
    """The values of one expression, each with its place for error messages."""

    def __init__(self, family: Family, source: str, start: int) -> None:
        self.family = family
        self.source = source
        self._start = start
        self._values: dict[Option[Any], Any] = {}
        self._columns: dict[Option[Any], int] = {}

    def __getitem__(self, option: Option[T]) -> T:
        return cast("T", self._values.get(option, option.default))

    def given(self, option: Option[Any]) -> bool:
        """True if the expression names the option."""
        return option in self._values

    def error(self, option: Option[Any], expected: str, *, found: str, advice: str | None = None) -> InputError:
        """An ``InputError`` at the place of an option, or of the family name when the option is not given.

        Parameters
        ----------
        option
            The option with the wrong value.
        expected, found, advice
            As for :class:`~zermelo.errors.InputError`.
        """
        column = self._columns.get(option, self._start)
        return placed(InputError(expected, found=found, advice=advice), self.source, column)

    def placed(self, error: InputError) -> InputError:
        """An error that has no place yet with that of the family's name."""
        return error if error.column is not None else placed(error, self.source, self._start)

    @property
    def name(self) -> str:
        """The canonical expression."""
        parts = []
        for option in self.family.table:
            value = self[option]
            if option.required or value != option.default:
                text = option.name if option.bare else option.show(value)
                named = option not in self.family.positional and not option.bare
                parts.append(f"{option.name}={text}" if named else text)
        return f"{self.family.name}:{','.join(parts)}" if parts else self.family.name

    def _set(self, option: Option[Any], value: Any, column: int) -> None:
        if option.many:
            value = (*self._values.get(option, ()), *value)
        elif option in self._values:
            raise placed(InputError("every option once", found=f"{option.name!r} twice"), self.source, column)
        self._values[option] = value
        self._columns[option] = column

    def read(self, text: str, column: int) -> None:
        """Read one argument that starts in a column."""
        options = {option.name: option for option in self.family.table}
        flags = {flag: option for option in self.family.table for flag in option.flags}
        word, equals, value = text.partition("=")
        key = word.strip().lower()
        if equals:
            known = options.get(key)
            if known is None:
                self._unknown(word.strip(), [name for name, option in options.items() if not option.bare], column)
            if known.bare:
                wanted = f"the bare word {known.name}, which takes no value"
                raise placed(InputError(wanted, found=quoted(text)), self.source, column)
            value_column = column + len(word) + 1 + len(value) - len(value.lstrip())
            self._set(known, self._value(known, value.strip(), value_column), value_column)
        elif key in flags:
            self._set(flags[key], flags[key].flags[key], column)
        else:
            positional = self.family.positional
            open_options = [option for option in positional if option.many or option not in self._values]
            if not open_options or (key in options and not _reads(open_options[0], word)):
                self._unknown(word.strip(), [*options, *flags], column)
            self._set(open_options[0], self._value(open_options[0], word, column), column)

    def _value(self, option: Option[T], text: str, column: int) -> T:
        try:
            return option.read(text)
        except InputError as error:
            raise placed(error, self.source, column) from None

    def _unknown(self, word: str, known: list[str], column: int) -> NoReturn:
        lower = word.lower()
        if lower in known:
            option = next(option for option in self.family.table if option.name == lower)
            raise placed(InputError(option.usage, found=f"{lower!r} without a value"), self.source, column)
        names = ", ".join(dict.fromkeys(known))
        expected = f"an option of {self.family.name} ({names})"
        raise placed(InputError(expected, found=quoted(word), advice=close_to(lower, known)), self.source, column)

    def complete(self, end: int) -> None:
        """Raise ``InputError`` when an option without a default is missing."""
        for option in self.family.table:
            if option.required and option not in self._values:
                usage = option.takes if option in self.family.positional else option.usage
                expected = f"{usage} ({option.about})"
                advice = f"for example {self.family.examples[0]}"
                raise placed(InputError(expected, found="the end of the expression", advice=advice), self.source, end)


def _reads(option: Option[Any], text: str) -> bool:
    """Tell whether a value is what an option takes; the P pentomino is, though there is an option of this name."""
    try:
        option.read(text)
    except InputError:
        return False
    return True


def quoted(text: str) -> str:
    """A piece of the user's text in quotes, shortened if long."""
    return repr(text if len(text) <= 40 else text[:40] + "…")


def close_to(word: str, known: Iterable[str]) -> str | None:
    """``did you mean …?`` when some known word is close."""
    close = difflib.get_close_matches(word.lower()[:40], list(dict.fromkeys(known)), n=3)
    return f"did you mean {' or '.join(close)}?" if close else None


def placed(error: InputError, source: str, column: int) -> InputError:
    """An error with its place in an expression.

    Parameters
    ----------
    error
        The error without a place.
    source
        The whole expression; shortened in the message after 120 characters.
    column
        The column of the wrong part, from 1.
    """
    shown = (source if len(source) <= 120 else source[:120] + "…") if source.strip() else "(empty expression)"
    return type(error)(error.expected, found=error.found, source=shown, line=1, column=column, advice=error.advice)


def integer(least: int, most: int) -> Callable[[str], int]:
    """A reader of whole numbers in a range.

    >>> integer(1, 9)("07")
    7
    """

    def read(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,18}", text) or not least <= int(text) <= most:
            raise InputError(f"a whole number from {least} to {most}", found=quoted(text))
        return int(text)

    return read


def choice(values: Mapping[str, T]) -> Callable[[str], T]:
    """A reader of one word out of several."""

    def read(text: str) -> T:
        if text.lower() not in values:
            raise InputError(" or ".join(values), found=quoted(text), advice=close_to(text, values))
        return values[text.lower()]

    return read


def flag(name: str, about: str) -> Option[bool]:
    """A reader of a flag."""
    return Option(name, bool, name, about, default=False, flags={name: True}, bare=True)


DEPTH: Option[int | None] = Option(
    "depth", integer(0, 99_999), "N", "the depth that the game asks about, in moves", default=None
)


def parse(expression: str, families: Mapping[str, Family]) -> Arguments:
    """The family and the options of an expression; ``InputError`` with the column of a mistake."""
    head, colon, tail = expression.partition(":")
    start = len(head) - len(head.lstrip()) + 1
    name = head.strip().lower()
    family = families.get(name)
    if family is None:
        advice = close_to(name, families) or f"the families are {', '.join(families)}"
        found = quoted(head.strip()) if name else "no name"
        raise placed(InputError("the name of a family of games", found=found, advice=advice), expression, start)
    arguments = Arguments(family, expression, start)
    column = len(head) + 2
    for part in tail.split(",") if colon else []:
        place = column + len(part) - len(part.lstrip())
        if not part.strip():
            wanted = f"an argument ({family.usage})"
            raise placed(InputError(wanted, found="nothing"), expression, column)
        arguments.read(part.strip(), place)
        column += len(part) + 1
    arguments.complete(len(expression.rstrip()) + 1)
    return arguments


def game_of(arguments: Arguments) -> Game:
    """The game of an expression; ``InputError`` with the column of a mistake."""
    try:
        return arguments.family.build(arguments).with_depth(arguments[DEPTH])
    except InputError as error:
        raise arguments.placed(error) from None


def sheet_of(arguments: Arguments) -> str | None:
    """The rules of an expression's game in GDL, with what only a comment can say; None for games not made of a text."""
    if arguments.family.sheet is None:
        return None
    try:
        text = arguments.family.sheet(arguments)
    except InputError as error:
        raise arguments.placed(error) from None
    depth = "" if arguments[DEPTH] is None else f", depth {arguments[DEPTH]}"
    return f"{text}; zermelo: win 100, white-win 100{depth}\n"
