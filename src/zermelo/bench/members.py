"""The members of a benchmark family: one expression with alternatives becomes many games.

Alternatives stand in braces, as a shell expands them: ``httt:{tippy,elly},board={3x3,4x4}`` are four games, and
``random-hex:seed={1..10}`` ten. Sizes, shapes and seeds may also be given as lists: they are the options ``board``,
``shape`` and ``seed`` of every expression. All shapes, that is every polyomino of up to six cells whose bounding box
goes into the board (pairing-encoding, section 6).

A member may also be a sheet of GDL: ``gdl:sheets/{nim,chomp}.kif`` are the games of two files.

    >>> alternatives("hex:{3x3,4x4},first={black,white}")[:3]
    ['hex:3x3,first=black', 'hex:3x3,first=white', 'hex:4x4,first=black']
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from pathlib import Path
from typing import TypeVar

from zermelo.bench.lists import MOST_NUMBERS
from zermelo.errors import InputError
from zermelo.families import fitting, make
from zermelo.language import write_game
from zermelo.language.gdl import read_gdl
from zermelo.model import Game, NetGame

T = TypeVar("T")

ALL = "all"

GDL = "gdl:"
"""Begins the name of a sheet of GDL, the path of a file, among the expressions."""

_BRACES = re.compile(r"\{([^{}]*)\}")
_RANGE = re.compile(r"([0-9]{1,18})\.\.([0-9]{1,18})")


@dataclass(frozen=True)
class LeftOut:
    """Something that was asked for and is not there, and why."""

    what: str
    why: str


@dataclass(frozen=True)
class Varied:
    """Options that every expression is combined with; None leaves the option to the expression.

    Parameters
    ----------
    sizes, shapes, seeds
        The values of the options ``board``, ``shape`` (or ``["all"]``) and ``seed``.
    """

    sizes: Sequence[str] | None = None
    shapes: Sequence[str] | None = None
    seeds: Sequence[int] | None = None


def alternatives(pattern: str) -> list[str]:
    """All expressions that a pattern with braces stands for, in order."""
    parts = _BRACES.split(pattern)
    for text in parts[::2]:
        if "{" in text or "}" in text:
            raise InputError("braces in pairs, none within others", found=repr(pattern[:80]))
    choices = [_choices(part) if number % 2 else [part] for number, part in enumerate(parts)]
    if prod(map(len, choices)) > MOST_NUMBERS:
        raise InputError(f"a pattern of at most {MOST_NUMBERS} members", found=repr(pattern[:80]))
    return ["".join(chosen) for chosen in product(*choices)]


def _choices(text: str) -> Sequence[str]:
    match = _RANGE.fullmatch(text)
    if match is None:
        return [part.strip() for part in text.split(",")]
    low, high = int(match[1]), int(match[2])
    if not low <= high < low + MOST_NUMBERS:
        raise InputError(f"a range from the smaller to the larger number, at most {MOST_NUMBERS}", found=repr(text))
    return [str(number) for number in range(low, high + 1)]


def members(
    patterns: Sequence[str], varied: Varied, left_out: Callable[[LeftOut], None] | None = None
) -> Iterator[Game]:
    """The games of some patterns, each once, in order.

    Parameters
    ----------
    patterns
        Expressions of games, or sheets of GDL, as `alternatives` reads them.
    varied
        Options that each expression is combined with.
    left_out
        Takes note of each expression that makes no game, and of a second sheet of one name; without it, such an
        expression is an ``InputError``.

    >>> [game.name for game in members(["httt:tippy"], Varied(sizes=["3x3", "4x4"]))]
    ['httt:tippy,board=3x3', 'httt:tippy,board=4x4']
    """
    seen: dict[str, Game] = {}
    for pattern in patterns:
        for expression in alternatives(pattern):
            for each in _combined(expression, varied):
                try:
                    game = _member(each, seen)
                except InputError as error:
                    if left_out is None:
                        raise
                    left_out(LeftOut(each, str(error)))
                    continue
                if game.name not in seen:
                    seen[game.name] = game
                    yield game


def _member(expression: str, seen: Mapping[str, Game]) -> Game:
    """The game of an expression or a sheet; ``InputError`` where another sheet has had its name."""
    game = sheet(expression) if expression.startswith(GDL) else make(expression)
    if seen.get(game.name, game) != game:
        advice = "give one of the sheets another name"
        raise InputError(f"one sheet called {game.name}", found="two", source=expression, advice=advice)
    return game


def sheet(expression: str) -> NetGame:
    """The game of a sheet of GDL, called as the sheet.

    Parameters
    ----------
    expression
        ``gdl:`` and the path of a file.

    Raises what `read_gdl` raises.
    """
    path = expression.removeprefix(GDL)
    return replace(read_gdl(path), name=f"{GDL}{Path(path).stem}")


def rules_hash(game: Game) -> str:
    """SHA-256 of the rules of a sheet, which its name does not tell; empty for an expression, which tells them."""
    return hashlib.sha256(write_game(game, "gdl").encode()).hexdigest() if game.name.startswith(GDL) else ""


def _combined(expression: str, varied: Varied) -> Iterator[str]:
    """The expression with every size, shape and seed."""
    for size in _or_none(varied.sizes):
        sized = _with(expression, "board", size)
        for shape in _shapes(sized, varied.shapes):
            shaped = _with(sized, "shape", shape)
            for seed in _or_none(varied.seeds):
                yield _with(shaped, "seed", seed)


def _or_none(values: Sequence[T] | None) -> Sequence[T | None]:
    return [None] if values is None else values


def _with(expression: str, option: str, value: str | int | None) -> str:
    if value is None:
        return expression
    joint = "" if expression.rstrip().endswith(":") else "," if ":" in expression else ":"
    return f"{expression}{joint}{option}={value}"


def _shapes(expression: str, shapes: Sequence[str] | None) -> Sequence[str | None]:
    if shapes is None or ALL not in shapes:
        return _or_none(shapes)
    if len(shapes) > 1:
        raise InputError(f"{ALL!r} alone, or names of shapes", found=repr(",".join(shapes)))
    board = make(_with(expression, "shape", "elam")).board  # a single cell: fits on every board
    return [each.name for each in fitting(board.columns, board.rows)]
