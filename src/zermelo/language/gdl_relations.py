"""Ground terms, relations and their indexes: the tables of the grounder.

A *term* is a number; the table knows the function and the arguments of each, so that equal terms have equal numbers.
An *atom* is a number, too: a relation with a row of terms. An *entry* is a row with its atom in front.

Atoms come in rounds: those of the last round are ``new``, all before ``old``. A join over several literals finds each
combination once if the first literal takes the new entries, those before it in the rule the old ones and those behind
it both (semi-naive evaluation). So an index keeps two tables.

An *index* answers "which entries fit these values?" for one pattern of literals: some places of the row are known, at
others the values are wanted. Places inside function terms count like others: an entry is laid flat first, by
appending the arguments of the terms that the pattern looks into.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import Any, NamedTuple

from zermelo.language.gdl_syntax import Term

TermRow = tuple[int, ...]
Getter = Callable[[Any], Any]


def columns(places: tuple[int, ...]) -> Getter:
    """A function that picks some places of a row, always as a tuple.

    >>> row = (7, 8, 9)
    >>> columns((2, 0))(row), columns((1,))(row), columns(())(row)
    ((9, 7), (8,), ())
    """
    if len(places) == 1:
        return itemgetter(slice(places[0], places[0] + 1))
    if places and places == tuple(range(places[0], places[0] + len(places))):
        return itemgetter(slice(places[0], places[-1] + 1))
    return itemgetter(*places) if places else itemgetter(slice(0, 0))


class Terms:
    """The ground terms by number.

    Parameters
    ----------
    depth
        The greatest depth of a term; ``None`` is returned for deeper ones.
    """

    def __init__(self, depth: int) -> None:
        self.most = depth
        self.numbers: dict[Any, int] = {}
        self.shapes: list[Any] = []
        self.depths: list[int] = []

    def constant(self, word: str) -> int:
        """The number of a constant."""
        number = self.numbers.get(word)
        if number is None:
            number = self.numbers[word] = len(self.shapes)
            self.shapes.append(word)
            self.depths.append(0)
        return number

    def function(self, shape: tuple[Any, ...]) -> int | None:
        """The number of a function term, given as its name and the numbers of its arguments."""
        number = self.numbers.get(shape)
        if number is None:
            depth = 1 + max(self.depths[each] for each in shape[1:])
            if depth > self.most:
                return None
            number = self.numbers[shape] = len(self.shapes)
            self.shapes.append(shape)
            self.depths.append(depth)
        return number

    def number(self, term: Term) -> int | None:
        """The number of a term without variables."""
        if isinstance(term, str):
            return self.constant(term)
        parts = [self.number(part) for part in term[1:]]
        return None if None in parts else self.function((term[0], *parts))

    def text(self, number: int) -> str:
        """A term as a file would say it."""
        shape = self.shapes[number]
        return shape if isinstance(shape, str) else f"({shape[0]} {' '.join(map(self.text, shape[1:]))})"


class Pattern(NamedTuple):
    """The part of literals that an index serves.

    Parameters
    ----------
    opened
        Columns whose function terms are laid flat, in order: the column, the name of the function, its arguments.
    equal
        Pairs of columns that are equal.
    key
        The columns whose values are known.
    wanted
        The columns whose values are wanted.
    once
        True to give equal values once only: some columns are neither known nor wanted.
    """

    opened: tuple[tuple[int, str, int], ...]
    equal: tuple[tuple[int, int], ...]
    key: tuple[int, ...]
    wanted: tuple[int, ...]
    once: bool


class Index:
    """The entries of a relation by the values at some places."""

    def __init__(self, pattern: Pattern, shapes: list[Any]) -> None:
        self.pattern, self.shapes = pattern, shapes
        self.old: dict[Any, list[TermRow]] = {}
        self.new: dict[Any, list[TermRow]] = {}
        self.seen: set[Any] = set()
        self.key = key_getter(pattern.key)
        self.wanted = columns(pattern.wanted)

    def add(self, entries: Iterable[TermRow]) -> None:
        """Enter entries as new ones."""
        key, wanted, table = self.key, self.wanted, self.new
        opened, equal, once = self.pattern.opened, self.pattern.equal, self.pattern.once
        if opened or equal:
            entries = self._fitting(entries)
        for entry in entries:
            at, values = key(entry), wanted(entry)
            if once:
                if (at, values) in self.seen:
                    continue
                self.seen.add((at, values))
            found = table.get(at)
            if found is None:
                table[at] = [values]
            else:
                found.append(values)

    def _fitting(self, entries: Iterable[TermRow]) -> list[TermRow]:
        """The entries that the pattern fits, laid flat."""
        shapes = self.shapes
        for column, name, count in self.pattern.opened:
            flat = []
            for entry in entries:
                shape = shapes[entry[column]]
                if shape[0] == name and len(shape) == count + 1 and shape.__class__ is tuple:
                    flat.append(entry + shape[1:])
            entries = flat
        for one, other in self.pattern.equal:
            entries = [entry for entry in entries if entry[one] == entry[other]]
        return list(entries)

    def age(self) -> None:
        """Make all new entries old ones."""
        old = self.old
        if not old:
            self.old, self.new = self.new, {}
            return
        for at, rows in self.new.items():
            found = old.get(at)
            if found is None:
                old[at] = rows
            else:
                found += rows
        self.new = {}


def key_getter(places: tuple[int, ...]) -> Getter:
    """A function that picks some places of a row as a key of a table: one place alone is no tuple."""
    return itemgetter(places[0]) if len(places) == 1 else columns(places)


class Relation:
    """The atoms of a relation.

    Parameters
    ----------
    name
        The name.
    arity
        The number of arguments.
    static
        True if the relation depends on neither state nor moves.
    """

    def __init__(self, name: str, arity: int, static: bool) -> None:
        self.name, self.arity, self.static = name, arity, static
        self.atoms: dict[TermRow, int] = {}
        self.old: list[TermRow] = []
        self.new: list[TermRow] = []
        self.pending: list[TermRow] = []
        self.indexes: dict[Pattern, Index] = {}

    def __len__(self) -> int:
        return len(self.old) + len(self.new)

    def index(self, pattern: Pattern, shapes: list[Any]) -> Index:
        """The index for a pattern, made when it is first asked for."""
        found = self.indexes.get(pattern)
        if found is None:
            found = self.indexes[pattern] = Index(pattern, shapes)
            found.add(self.old)
            found.age()
            found.add(self.new)
        return found

    def promote(self) -> bool:
        """Make the new entries old and the pending ones new; True if there are new ones now."""
        if not self.new and not self.pending:
            return False
        self.old += self.new
        self.new, self.pending = self.pending, []
        for index in self.indexes.values():
            if index.new:
                index.age()
            if self.new:
                index.add(self.new)
        return bool(self.new)
