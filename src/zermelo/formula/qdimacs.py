"""QDIMACS, the format of the solvers for clauses.

The readers of the solvers differ in what they forgive: one aborts on a comment after the header, one rejects a wrong
clause count or a missing final newline, one blank lines, one free variables.  So the writer knows a single strict form:
comments, the header with exact counts, one line per block, neighbouring blocks different, every occurring variable
bound, one clause per line, a newline at the end.  The same formula gives the same bytes.

The reader forgives what has one meaning (comments and blank lines anywhere, Windows line ends, clauses across lines,
neighbouring blocks of one quantifier) and refuses what has none, with file, line and column.  A literal twice in a
clause is dropped, and so is a clause that is always true, so what it returns passes `QCNF.validate`.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator
from itertools import chain

from zermelo.errors import InputError
from zermelo.files import Target, TextSource, comment_lines, read_text, write_text
from zermelo.formula.clauses import QCNF
from zermelo.formula.prefix import Prefix, Quantifier

_CHUNK = 1 << 16
_LARGEST = 2**31 - 1
_NUMBERS = re.compile(r"[-0-9 \t]*", re.ASCII)
_NUMBER = re.compile(r"-?[0-9]{1,10}", re.ASCII)
_TOKEN = re.compile(r"[^ \t]+")


def write_qdimacs(qcnf: QCNF, target: Target, comments: Iterable[str] = ()) -> None:
    """Write a formula in the one canonical form.

    Parameters
    ----------
    target
        A path (atomically; compressed when it ends in ``.gz``) or an open text file.
    comments
        Lines for people, put before the header.

    Variables that occur and are bound nowhere go to an outermost existential block.  Raises InputError when the file
    cannot be written, or the last clause is not closed.

    >>> import sys
    >>> qcnf = read_qdimacs("p cnf 2 1\\na 1 0\\ne 2 0\\n1 -2 0\\n")
    >>> write_qdimacs(qcnf, sys.stdout, ["a demonstration"])
    c a demonstration
    p cnf 2 1
    a 1 0
    e 2 0
    1 -2 0
    """
    if qcnf.data and qcnf.data[-1] != 0:
        raise InputError("a zero after the last clause", found=str(qcnf.data[-1]))
    occurring = set(map(abs, set(qcnf.data))) - {0}
    prefix = qcnf.prefix
    free = sorted(variable for variable in occurring if variable not in prefix)
    if free:
        prefix = Prefix([(Quantifier.EXISTS, free), *qcnf.prefix.blocks])
    largest = max(chain((qcnf.num_variables,), occurring, prefix))
    write_text(target, _lines(qcnf, prefix, largest, comments))


def _lines(qcnf: QCNF, prefix: Prefix, largest: int, comments: Iterable[str]) -> Iterator[str]:
    yield from comment_lines(comments, "c")
    yield f"p cnf {largest} {qcnf.num_clauses}\n"
    for quantifier, variables in prefix.blocks:
        yield f"{quantifier.value} {' '.join(map(str, variables))} 0\n"
    data = qcnf.data
    if qcnf.has_empty_clause:  # neighbouring zeros would share a space below
        yield from (" ".join(map(str, (*clause, 0))) + "\n" for clause in qcnf.clauses())
        return
    # names[literal] works for negative literals, too: Python counts them from the end
    few = largest <= 4 * len(data)
    names = [str(number) for number in chain(range(largest + 1), range(-largest, 0))] if few else []
    for start in range(0, len(data), _CHUNK):  # a chunk may end inside a clause: every number keeps its space
        chunk = data[start : start + _CHUNK]
        words = " ".join(map(names.__getitem__, chunk) if few else map(str, chunk))
        yield f" {words} ".replace(" 0 ", " 0\n")[1:]


def read_qdimacs(source: TextSource, name: str | None = None) -> QCNF:
    """Read a formula.

    Parameters
    ----------
    source
        A path (``.gz`` is decompressed), or the text itself.
    name
        The name of the source in error messages, if not its path.

    Raises
    ------
    InputError
        With file, line and column: for anything that is no QDIMACS, wrong counts, variables out of range, unbound or
        bound twice, a last clause without its zero.

    >>> list(read_qdimacs("c hello\\np cnf 3 1\\ne 1 3 0\\n-1 3 0\\n").clauses())
    [(-1, 3)]
    >>> read_qdimacs("p cnf 1 1\\ne 1 0\\n1 2 0\\n", name="demo")
    Traceback (most recent call last):
      ...
    zermelo.errors.InputError: demo:3:3: found '2', expected a variable from 1 to 1
    """
    text, name = read_text(source, name)
    return _QdimacsReader(text, name).read()


class _QdimacsReader:
    def __init__(self, text: str, name: str | None) -> None:
        self.lines = text.split("\n")
        self.name = name
        self.qcnf = QCNF()
        self.wanted: int | None = None  # the number of clauses; None before the header

    def fault(
        self, expected: str, found: str | None, line: int, column: int = 1, advice: str | None = None
    ) -> InputError:
        if found is not None:
            found = repr(found if len(found) <= 40 else found[:37] + "...")
        return InputError(expected, found=found, source=self.name, line=line, column=column, advice=advice)

    def read(self) -> QCNF:
        qcnf = self.qcnf
        extend = qcnf.data.extend
        open_line = 0  # where the clause that is not closed yet began
        for number, line in enumerate(self.lines, 1):
            line = line.removesuffix("\r")
            first = line.lstrip(" \t")[:1]
            if first == "c" or not first:
                continue
            if first in "pae":
                if qcnf.data:
                    raise self.fault("a clause, as the prefix comes before the matrix", line.strip(), number)
                self.head(line, number)
                continue
            if self.wanted is None:
                raise self.fault("the header 'p cnf VARIABLES CLAUSES'", line.strip(), number)
            literals = self.numbers(line, number)
            extend(literals)
            open_line = 0 if literals[-1] == 0 else number
        end = len(self.lines)
        if self.wanted is None:
            raise self.fault("the header 'p cnf VARIABLES CLAUSES'", "the end of the text", end)
        if open_line:
            raise self.fault(
                "a zero after the last clause", "the end of the text", open_line, len(self.lines[open_line - 1]) + 1
            )
        if qcnf.num_clauses != self.wanted:
            raise self.fault(f"{self.wanted} clauses, as the header says", f"{qcnf.num_clauses} clauses", end)
        self.check_bound()
        self.clean()
        return qcnf

    def head(self, line: str, number: int) -> None:
        """The header, or one block of the prefix."""
        words = line.split()
        if words[0] == "p":
            if self.wanted is not None:
                raise self.fault("one header only", line.strip(), number)
            if (
                len(words) != 4
                or words[1] != "cnf"
                or not (words[2] + words[3]).isascii()
                or not (words[2] + words[3]).isdigit()
            ):
                raise self.fault("the header 'p cnf VARIABLES CLAUSES'", line.strip(), number)
            for word in words[2:]:
                if len(word) > 10 or int(word) > _LARGEST:
                    raise self.fault(f"a count up to {_LARGEST}", word, number, line.index(word) + 1)
            self.qcnf.num_variables, self.wanted = int(words[2]), int(words[3])
        elif self.wanted is None:
            raise self.fault("the header 'p cnf VARIABLES CLAUSES'", line.strip(), number)
        elif words[0] not in ("a", "e"):
            raise self.fault("a block 'a … 0' or 'e … 0', or a clause", line.strip(), number)
        else:
            start = line.index(words[0]) + 1
            variables = self.numbers(line, number, start)
            if not variables or variables[-1] != 0:
                raise self.fault("a zero at the end of the block", "the end of the line", number, len(line) + 1)
            block = variables[:-1]
            if len(set(block)) < len(block) or (block and min(block) < 1) or any(v in self.qcnf.prefix for v in block):
                seen = set(self.qcnf.prefix)
                for token in _TOKEN.finditer(line, start):
                    variable = int(token[0])
                    if variable < 1 or variable in seen:
                        wish = "a variable, bound once"
                        raise self.fault(wish, token[0], number, token.start() + 1)
                    seen.add(variable)
            self.qcnf.prefix.add(Quantifier(words[0]), block)

    def numbers(self, line: str, number: int, start: int = 0) -> list[int]:
        """The numbers of a line, in range; the column is looked for only when something is wrong."""
        most = self.qcnf.num_variables
        if _NUMBERS.fullmatch(line, start):
            try:
                values = list(map(int, line[start:].split()))
            except ValueError:
                pass
            else:
                if not values or (max(values) <= most and min(values) >= -most):
                    return values
        for token in _TOKEN.finditer(line, start):
            if not _NUMBER.fullmatch(token[0]):
                raise self.fault("a number", token[0], number, token.start() + 1)
            if abs(int(token[0])) > most:
                raise self.fault(f"a variable from 1 to {most}", token[0], number, token.start() + 1)
        return [int(token[0]) for token in _TOKEN.finditer(line, start)]

    def check_bound(self) -> None:
        prefix = self.qcnf.prefix
        free = {variable for variable in map(abs, set(self.qcnf.data)) if variable and variable not in prefix}
        if not free:
            return
        for number, line in enumerate(self.lines, 1):
            if line.lstrip()[:1] in "-0123456789":
                for token in _TOKEN.finditer(line.rstrip("\r")):
                    if abs(int(token[0])) in free:
                        advice = "bind it in the first block, 'e … 0', if it is meant to be free"
                        raise self.fault("a variable bound in the prefix", token[0], number, token.start() + 1, advice)

    def clean(self) -> None:
        """Drop literals that stand twice in a clause, and clauses that are always true."""
        qcnf = self.qcnf
        clauses = list(qcnf.clauses())
        if all(len(set(map(abs, clause))) == len(clause) for clause in clauses):
            return
        kept = array("i")
        for clause in clauses:
            literals = dict.fromkeys(clause)
            if not any(-literal in literals for literal in literals):
                kept.extend((*literals, 0))
        qcnf.data[:] = kept
