"""Formulas as files: DIMACS CNF, read strictly.

Comments, lines that begin with ``c``, may stand anywhere, as may blank lines; a clause may take several lines, and a
line may hold several clauses. There is one header, its counts are exact, every clause ends in 0, and no literal is
beyond the variables of the header. What has a meaning is taken as it stands: clauses that are empty, always true, or
hold a literal twice, and variables that occur nowhere, which are played like all others.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from zermelo.files import Target, comment_lines, write_text
from zermelo.gamesat.formula import CNF
from zermelo.language.source import Source, normal, read_text

LIMIT_MB = 32
_LARGEST = 10**6
_TOKEN = re.compile(r"[^ \t]+")
_NUMBER = re.compile(r"-?[0-9]{1,9}", re.ASCII)
_HEADER = "the header 'p cnf VARIABLES CLAUSES'"


def read_cnf(path: str | os.PathLike[str]) -> CNF:
    """The formula in a file; ``InputError`` with file, line and column for anything that is wrong."""
    return read_cnf_text(read_text(path, LIMIT_MB), os.fspath(path))


def read_cnf_text(text: str, source: str | None = None) -> CNF:
    """The formula that a text describes.

    Parameters
    ----------
    text
        The whole text.
    source
        The name that errors give it.

    Raises ``InputError`` with line and column.

    >>> read_cnf_text("c two clauses\\np cnf 3 2\\n1 -2 0 0\\n")
    CNF(variables=3, clauses=((1, -2), ()))
    >>> read_cnf_text("p cnf 3 2\\n1 -2 0\\n", "demo.cnf")
    Traceback (most recent call last):
      ...
    zermelo.errors.InputError: demo.cnf:1:9: found '2', expected the number of clauses that follow, 1
    """
    return _Reader(Source(source, normal(text))).read()


def write_cnf(formula: CNF, target: Target, comments: Iterable[str] = ()) -> None:
    """Write a formula, a clause a line, to a path (whole or not at all) or an open file.

    >>> import sys
    >>> write_cnf(CNF(2, ((1, -2), ())), sys.stdout, ["an example"])
    c an example
    p cnf 2 2
    1 -2 0
    0
    """
    lines = (" ".join(map(str, (*clause, 0))) + "\n" for clause in formula.clauses)
    header = f"p cnf {formula.variables} {len(formula.clauses)}\n"
    write_text(target, (*comment_lines(comments, "c"), header, *lines))


class _Reader:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.counts: tuple[int, int] | None = None  # variables and clauses, once the header is read
        self.header = 1, 1  # where the number of clauses stands
        self.clauses: list[tuple[int, ...]] = []
        self.clause: list[int] = []

    def read(self) -> CNF:
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
        return CNF(self.counts[0], tuple(self.clauses))

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
