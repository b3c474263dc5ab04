"""Formulas as files: DIMACS CNF, read strictly.

Comments (lines that begin with ``c``) and blank lines may be anywhere; a clause may take several lines, and a line
may hold several clauses. Any line may be indented. There is one header, its counts are exact, every clause ends in 0,
and every literal is one of the variables of the header. No number has a leading zero, and the end of a clause no sign.
Clauses that are empty, always true, or hold a literal twice are kept as they are, and so are variables that occur in no
clause: they are played like all others.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

from zermelo.files import Target, comment_lines, write_text
from zermelo.language.source import Source, normal, read_text
from zermelo.model import ClauseGame, Player

LIMIT_MB = 32
_LARGEST = 10**6
_TOKEN = re.compile(r"[^ \t]+")
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,8}")
_HEADER = "the header 'p cnf VARIABLES CLAUSES'"


def read_cnf(path: str | os.PathLike[str], opener: Player = Player.BLACK) -> ClauseGame:
    """The formula in a file, named like the file; ``InputError`` with line and column for wrong text."""
    return read_cnf_text(read_text(path, LIMIT_MB), os.fspath(path), opener)


def read_cnf_text(text: str, source: str | None = None, opener: Player = Player.BLACK) -> ClauseGame:
    """The formula in a text.

    Parameters
    ----------
    text
        The whole text.
    source
        The name of the text in errors; its last part is the name of the game.
    opener
        The player who moves first: Black is MAX, White is MIN.

    Raises ``InputError`` with line and column.

    >>> read_cnf_text("c two clauses\\np cnf 3 2\\n1 -2 0 0\\n").formula
    ((1, -2), ())
    >>> read_cnf_text("p cnf 3 2\\n1 -2 0\\n", "demo.cnf")
    Traceback (most recent call last):
      ...
    zermelo.errors.InputError: demo.cnf:1:9: found '2', expected the number of clauses that follow, 1
    """
    name = Path(source).name if source else "formula"
    return ClauseGame(name, *_DimacsReader(Source(source, normal(text))).read(), opener)


def write_cnf(game: ClauseGame, target: Target, comments: Iterable[str] = ()) -> None:
    """Write a formula, one clause per line; a file appears complete or not at all.

    Parameters
    ----------
    game
        The formula; its first player is not written, as the format has no place for it.
    target
        A path or an open text file.
    comments
        Lines for the head of the file.

    >>> import sys
    >>> write_cnf(ClauseGame("two", 2, ((1, -2), ())), sys.stdout, ["an example"])
    c an example
    p cnf 2 2
    1 -2 0
    0
    """
    lines = (" ".join(map(str, (*clause, 0))) + "\n" for clause in game.formula)
    header = f"p cnf {game.variables} {len(game.formula)}\n"
    write_text(target, (*comment_lines(comments, "c"), header, *lines))


class _DimacsReader:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.counts: tuple[int, int] | None = None  # variables and clauses, once the header is read
        self.header = 1, 1  # the place of the number of clauses
        self.clauses: list[tuple[int, ...]] = []
        self.clause: list[int] = []

    def read(self) -> tuple[int, tuple[tuple[int, ...], ...]]:
        """The number of variables, and the clauses."""
        lines = self.source.text.split("\n")
        for number, line in enumerate(lines, 1):
            tokens = list(_TOKEN.finditer(line))
            if not tokens or tokens[0][0].startswith("c"):
                continue
            if tokens[0][0] == "p":
                self.read_header(number, tokens)
            elif self.counts is None:
                raise self.source.error(number, tokens[0].start() + 1, _HEADER, line.strip())
            else:
                for token in tokens:
                    self.read_literal(number, token.start() + 1, token[0], self.counts[0])
        if self.counts is None:
            raise self.source.error_at(len(self.source.text), _HEADER, "")
        if self.clause:
            raise self.source.error_at(len(self.source.text), "a zero after the last clause", "")
        if len(self.clauses) != self.counts[1]:
            expected = f"the number of clauses that follow, {len(self.clauses)}"
            raise self.source.error(*self.header, expected, str(self.counts[1]))
        return self.counts[0], tuple(self.clauses)

    def read_header(self, number: int, tokens: list[re.Match[str]]) -> None:
        place = number, tokens[0].start() + 1
        if self.counts is not None:
            raise self.source.error(*place, "one header only", tokens[0].string.strip())
        words = [token[0] for token in tokens]
        if len(words) != 4 or words[1] != "cnf" or not all(_NUMBER.fullmatch(word) for word in words[2:]):
            raise self.source.error(*place, _HEADER, tokens[0].string.strip())
        for token in tokens[2:]:
            if not 0 <= int(token[0]) <= _LARGEST:
                raise self.source.error(number, token.start() + 1, f"a count from 0 to {_LARGEST}", token[0])
        self.counts = int(words[2]), int(words[3])
        self.header = number, tokens[3].start() + 1

    def read_literal(self, line: int, column: int, word: str, variables: int) -> None:
        if not _NUMBER.fullmatch(word):
            raise self.source.error(line, column, "a literal, or 0 at the end of a clause", word)
        literal = int(word)
        if abs(literal) > variables:
            raise self.source.error(line, column, f"a literal of a variable from 1 to {variables}", word)
        if literal:
            self.clause.append(literal)
        else:
            self.clauses.append(tuple(self.clause))
            self.clause.clear()
