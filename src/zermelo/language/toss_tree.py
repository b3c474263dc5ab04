"""The syntax trees of ``.toss`` files. Every part has its place ``at``, an offset in the text."""

from __future__ import annotations

from typing import NamedTuple


class Atom(NamedTuple):
    """A relation of variables."""

    relation: str
    arguments: tuple[str, ...]
    at: int


class Not(NamedTuple):
    """A negation."""

    body: TossFormula
    at: int


class Junction(NamedTuple):
    """A conjunction (``every``) or a disjunction."""

    every: bool
    parts: tuple[TossFormula, ...]
    at: int


class Quantified(NamedTuple):
    """``all`` (``every``) or ``ex``."""

    every: bool
    variables: tuple[str, ...]
    body: TossFormula
    at: int


class Compared(NamedTuple):
    """A term compared with zero; ``sign`` is ``>`` or ``=``."""

    term: Term
    sign: str
    at: int


class Number(NamedTuple):
    """A whole number."""

    value: int
    at: int


class Indicator(NamedTuple):
    """``:(f)``: 1 if f holds, else 0."""

    body: TossFormula
    at: int


class Added(NamedTuple):
    """A sum of terms, each with the sign 1 or -1."""

    parts: tuple[tuple[int, Term], ...]
    at: int


class Multiplied(NamedTuple):
    """A product."""

    parts: tuple[Term, ...]
    at: int


class Power(NamedTuple):
    """A power."""

    base: Term
    exponent: Term
    at: int


class Total(NamedTuple):
    """``Sum(x | f : t)``: the sum of t over the elements x that satisfy f."""

    variable: str
    where: TossFormula
    term: Term
    at: int


TossFormula = Atom | Not | Junction | Quantified | Compared
Term = Number | Indicator | Added | Multiplied | Power | Total


class Definition(NamedTuple):
    """``REL name(parameters) = body``."""

    name: str
    parameters: tuple[str, ...]
    body: TossFormula
    at: int


class Listed(NamedTuple):
    """A relation of a structure; ``arity`` is None where ``R {}`` does not tell it."""

    arity: int | None
    tuples: dict[tuple[str, ...], int]
    at: int


class Structure(NamedTuple):
    """Elements, and tuples of them for some relations."""

    elements: tuple[str, ...]
    relations: dict[str, Listed]
    at: int


class Rewriting(NamedTuple):
    """A rule: where the left side matches and ``pre`` holds, it becomes the right side."""

    name: str
    left: Structure
    right: Structure
    embedded: dict[str, int]
    pre: TossFormula | None
    at: int


class Arrow(NamedTuple):
    """``[rule -> location]``."""

    rule: str
    location: int
    at: int


class Share(NamedTuple):
    """The part of a player in a location."""

    payoff: Term
    moves: tuple[Arrow, ...]
    at: int


class Location(NamedTuple):
    """A location: the shares of both players."""

    number: int
    shares: dict[str, Share]
    at: int


class TossText(NamedTuple):
    """A file; ``drawing`` holds the rows of words, the upper row first, each with its place."""

    players: tuple[str, str]
    definitions: dict[str, Definition]
    rules: dict[str, Rewriting]
    locations: dict[int, Location]
    start: Structure
    drawing: tuple[tuple[tuple[str, int], ...], ...]
