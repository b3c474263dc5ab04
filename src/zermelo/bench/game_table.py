"""Tables of games: one answer for each size, out of an expression with ranges.

``domineering:{1..6}x{1..6}`` is a grid of 36 games, ``kayles:{1..20}`` a row of 20. The first range gives the rows, the
second the columns. A range is ``{LOW..HIGH}`` or a list ``{2,3,5}`` of numbers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from zermelo.errors import InputError, LimitError
from zermelo.interrupts import GRACE, ended_after
from zermelo.loading import load
from zermelo.questions import Options
from zermelo.solving import solve
from zermelo.solving.outcome_class import outcome_class
from zermelo.store import Store
from zermelo.theory.game_value import game_value
from zermelo.theory.value import ValueMemory
from zermelo.verdict import Query, Verdict

QUESTIONS = ("outcome", "value", "winner", "depth")
"""The questions that a table can answer of each game, one a column."""

MOST_CELLS = 10_000
OPEN = "?"
"""The sign of an answer that a limit kept back."""

NONE = "-"
"""The sign of a game that does not exist, or has no such answer."""

_RANGE = re.compile(r"\{\s*([0-9]{1,9})\s*\.\.\s*([0-9]{1,9})\s*\}|\{\s*([0-9]{1,4}(?:\s*,\s*[0-9]{1,4})*)\s*\}")


@dataclass(frozen=True)
class Ranges:
    """An expression with one or two ranges: the texts between them, and the numbers of each."""

    texts: tuple[str, ...]
    numbers: tuple[tuple[int, ...], ...]

    @property
    def rows(self) -> tuple[int, ...]:
        return self.numbers[0]

    @property
    def columns(self) -> tuple[int, ...]:
        """The numbers of the second range; none where there is one range only."""
        return self.numbers[1] if len(self.numbers) > 1 else ()

    def at(self, *numbers: int) -> str:
        """The expression with a number in place of each range."""
        return self.texts[0] + "".join(f"{number}{text}" for number, text in zip(numbers, self.texts[1:], strict=True))


def ranges(expression: str) -> Ranges:
    """The ranges of an expression; ``InputError`` for none, more than two, or too many games.

    >>> ranges("domineering:{1..2}x{3,5}").at(2, 5)
    'domineering:2x5'
    """
    found = list(_RANGE.finditer(expression))
    advice = "such as domineering:{1..6}x{1..6} or kayles:{1..20}; quote it, so that the shell leaves it alone"
    if not found and ".." in expression:
        raise InputError("ranges of whole numbers below a billion, such as {1..6}", found="others", source=expression)
    if not 1 <= len(found) <= 2:
        raise InputError("one or two ranges", found=str(len(found) or "none"), source=expression, advice=advice)
    numbers, texts, end = list[Sequence[int]](), list[str](), 0
    for each in found:
        texts.append(expression[end : each.start()])
        end = each.end()
        if each[3] is not None:
            numbers.append(tuple(dict.fromkeys(int(part) for part in each[3].split(","))))
        else:
            numbers.append(range(int(each[1]), int(each[2]) + 1))
        if not numbers[-1]:
            raise InputError("a range from a number to one that is not smaller", found=each[0], source=expression)
    texts.append(expression[end:])
    cells = len(numbers[0]) * (len(numbers[1]) if len(numbers) > 1 else 1)
    if cells > MOST_CELLS:
        raise InputError(f"at most {MOST_CELLS} games", found=str(cells), source=expression)
    return Ranges(tuple(texts), tuple(map(tuple, numbers)))


@dataclass
class GameTable:
    """Answers for all games of an expression with ranges.

    Parameters
    ----------
    expression
        The games.
    what
        One of ``QUESTIONS``: the outcome class, the value, the winner, or the least depth of the winner's win.
    options
        Tools and limits for each game.
    store
        The memory of answers; None for none.

    >>> table = GameTable("domineering:{1..2}x{1..3}")
    >>> table.fill()
    >>> table.cells
    [['P', 'L', 'L'], ['R', 'N', 'N']]
    >>> kayles = GameTable("kayles:{1..6}", "value")
    >>> kayles.fill()
    >>> kayles.sequence()
    '1, 2, 3, 1, 4, 3'
    """

    expression: str
    what: str = "outcome"
    options: Options = field(default_factory=Options)
    store: Store | None = None
    notes: list[str] = field(default_factory=list, init=False)
    """The reason of every cell without an answer, each once."""

    def __post_init__(self) -> None:
        if self.what not in QUESTIONS:
            raise InputError(f"one of {', '.join(QUESTIONS)}", found=repr(self.what))
        self.ranges = ranges(self.expression)
        self._columns: Sequence[tuple[int, ...]] = [(each,) for each in self.ranges.columns] or [()]
        self.cells = [[OPEN] * len(self._columns) for _ in self.ranges.rows]
        self.interrupted = False
        """True after a Ctrl-C: what was found until then is kept, all else is open."""
        megabytes = self.options.memory_limit_mb
        self._values = ValueMemory() if megabytes is None else ValueMemory(megabytes)
        self._refused: InputError | None = None

    def fill(self) -> None:
        """Find all answers, up to a Ctrl-C; ``InputError``, that of the first game, if none of the games exists."""
        try:
            for row, cells in zip(self.ranges.rows, self.cells, strict=True):
                for at, column in enumerate(self._columns):
                    cells[at] = self._answer(self.ranges.at(row, *column))
                    if self.interrupted:
                        return
        except KeyboardInterrupt:
            self.interrupted = True
        finally:
            if self.interrupted:
                self._note("interrupted: the rest is open")
        if self._refused and all(cell == NONE for row in self.cells for cell in row):
            raise self._refused

    def _answer(self, text: str) -> str:
        try:
            return self._asked(text)
        except InputError as error:
            self._note(str(error))
            self._refused = self._refused or error
            return NONE
        except LimitError as error:
            self._note(f"{text}: {error}")
            return OPEN
        except MemoryError:
            self._note(f"{text}: out of memory")
            return OPEN

    def _asked(self, text: str) -> str:
        limit = self.options.time_limit
        if self.what == "value":
            until = None if limit is None else monotonic() + limit
            late = None if limit is None else limit + GRACE
            return str(ended_after(late, lambda: game_value(text, load, until=until, values=self._values)))
        game = load(text)
        if self.what == "outcome":
            found = outcome_class(game, self.options, self.store)
            self._interrupt(found.black_opens, found.white_opens)
            if not found.known or found.letter is None:
                self._note(f"{text}: {found.sentence()}")
            return OPEN if not found.known else found.letter or NONE
        verdict = solve(game, Query("winner"), self.options, store=self.store)
        self._interrupt(verdict)
        self._note_open(text, verdict)
        if not verdict.known or self.what == "winner" or verdict.outcome == "draw":
            return verdict.outcome or OPEN
        if self.interrupted:
            return OPEN
        fastest = solve(game, Query.about(game, "fastest", verdict.outcome), self.options, store=self.store)
        self._interrupt(fastest)
        self._note_open(text, fastest)
        return OPEN if not fastest.known else NONE if fastest.depth is None else str(fastest.depth)

    def _interrupt(self, *verdicts: Verdict) -> None:
        """Take notice of a Ctrl-C that a search has heard."""
        self.interrupted |= any(each.interrupted for each in verdicts)

    def _note_open(self, text: str, verdict: Verdict) -> None:
        """Tell why a game has no answer; of an interrupt one note tells all."""
        if not verdict.known and not verdict.interrupted:
            self._note(f"{text}: {verdict.sentence()}")

    def _note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)

    @property
    def complete(self) -> bool:
        """True if no limit kept an answer back."""
        return all(cell != OPEN for row in self.cells for cell in row)

    def sequence(self) -> str:
        """The answers as a sequence: a row in order, a grid by its whole antidiagonals, upward.

        Nimbers are given by their sizes where all are nimbers.
        """
        if self.ranges.columns:
            size = min(len(self.ranges.rows), len(self.ranges.columns))
            found = [self.cells[row][total - row] for total in range(size) for row in range(total + 1)]
        else:
            found = [row[0] for row in self.cells]
        sizes = [_nim_size(cell) for cell in found] if self.what == "value" else [None]
        if None not in sizes:
            found = [str(size) for size in sizes]
        return ", ".join(found)

    def to_json(self) -> dict[str, Any]:
        """The one JSON object of a table."""
        return {
            "games": self.expression,
            "what": self.what,
            "rows": list(self.ranges.rows),
            "columns": list(self.ranges.columns),
            "cells": self.cells if self.ranges.columns else [row[0] for row in self.cells],
            "sequence": self.sequence(),
            "notes": self.notes,
        }


def _nim_size(name: str) -> int | None:
    """The size of the heap that the name of a value is; None for another value."""
    if name in {"0", "*"}:
        return len(name.replace("0", ""))
    return int(name[1:]) if re.fullmatch(r"\*[0-9]+", name) else None
