"""The outer layer of ``.pg`` files: keys, rows of words, and comments, without the meaning of the keys.

A file of winning sets can have a million lines, so a row is kept as text, and lines and columns of its words are
computed for errors only. Two limits keep a hostile file from filling the memory: the number of rows and the length of a
row.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from typing import NamedTuple

from zermelo.errors import InputError
from zermelo.language.source import Source

KEYS = (
    "#version",
    "#times",
    "#blackturns",
    "#positions",
    "#blackinitials",
    "#whiteinitials",
    "#firstmoves",
    "#blackwins",
    "#whitewins",
    "#neighbours",
    "#startboarder",
    "#endboarder",
    "#blackgoal",
    "#edges",
    "#source",
    "#target",
    "#distances",
    "#unreachablepairs",
)
MAX_ROWS = 1_000_000
MAX_ROW = 1_000_000

_PIECE = re.compile(r"%[^\n]*+(?:\s*+%[^\n]*+)*+|[^\s%][^\n%]*")  # a run of comments, or a line up to one
_WORD = re.compile(r"\S+")


class PgRow(NamedTuple):
    """A line of values: where its text starts, and the text without comments."""

    line: int
    column: int
    text: str

    @property
    def words(self) -> list[str]:
        return self.text.split()

    def place(self, number: int) -> tuple[int, int]:
        """The line and column of a word (counted from 0), or of the end of the row after the last one."""
        for count, match in enumerate(_WORD.finditer(self.text)):
            if count == number:
                return self.line, self.column + match.start()
        return self.line, self.column + len(self.text.rstrip())


class PgSection(NamedTuple):
    """A key and the rows below it."""

    key: str
    line: int
    column: int
    rows: list[PgRow]


class PgSections:
    """The sections of a text, by key.

    Raises ``InputError`` for an unknown or repeated key, a key within a line, values before the first key, and a text
    over the limits.

    >>> sections = PgSections(Source("demo.pg", "% a comment\\n#times t1 t2 % trailing\\n#blackturns\\n  t1"))
    >>> [(key, [row.words for row in section.rows]) for key, section in sections.items()]
    [('#times', [['t1', 't2']]), ('#blackturns', [['t1']])]
    >>> print(sections.error(sections["#blackturns"].rows[0], 0, "t3"))
    demo.pg:4:3: found 't1', expected t3
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self._sections: dict[str, PgSection] = {}
        self._scan()

    def _scan(self) -> None:
        text, line, counted, count = self.source.text, 1, 0, 0
        section: PgSection | None = None
        for match in _PIECE.finditer(text):
            piece, start = match[0], match.start()
            if piece[0] == "%":
                continue
            line += text.count("\n", counted, start)
            counted = start
            column = start - text.rfind("\n", 0, start)
            if len(piece) > MAX_ROW:
                raise self.source.error(line, column, f"a line of at most {MAX_ROW} characters", piece)
            row = PgRow(line, column, piece)
            if piece[0] == "#":
                row, section = self._open(row)
            elif section is None:
                raise self.error(row, 0, "a key such as #positions before any value")
            if "#" in row.text and any(word.startswith("#") for word in row.words):
                number = next(k for k, word in enumerate(row.words) if word.startswith("#"))
                raise self.error(row, number, "a key at the beginning of a line only")
            if row.text and not row.text.isspace():
                section.rows.append(row)
                count += 1
                if count > MAX_ROWS:
                    raise self.source.error(line, column, f"at most {MAX_ROWS} lines of values", piece)

    def _open(self, row: PgRow) -> tuple[PgRow, PgSection]:
        """Start the section that a key opens; the rest of its line becomes a row."""
        key = row.text.split(None, 1)[0]
        if key not in KEYS:
            close = difflib.get_close_matches(key[:40], KEYS, 1)
            advice = f"did you mean {close[0]}?" if close else "the keys are " + " ".join(KEYS)
            raise self.error(row, 0, "a key of a .pg file", advice=advice)
        if key in self._sections:
            before = self._sections[key].line
            raise self.error(row, 0, "every section once", advice=f"line {before} opens the same section")
        section = self._sections[key] = PgSection(key, row.line, row.column, [])
        return PgRow(row.line, row.column + len(key), row.text[len(key) :]), section

    def __getitem__(self, key: str) -> PgSection:
        return self._sections[key]

    def __contains__(self, key: str) -> bool:
        return key in self._sections

    def items(self) -> Iterator[tuple[str, PgSection]]:
        """Keys and sections, in the order of the file."""
        yield from self._sections.items()

    def rows(self, key: str) -> list[PgRow]:
        """The rows of a section; none when the text has no such section."""
        return self._sections[key].rows if key in self._sections else []

    def words(self, key: str) -> Iterator[tuple[str, PgRow, int]]:
        """The words of a section, each with its row and its number there."""
        for row in self.rows(key):
            for number, word in enumerate(row.words):
                yield word, row, number

    def filled(self, key: str) -> bool:
        """True if the section exists and has a value."""
        return bool(self.rows(key))

    def error(self, row: PgRow, number: int, expected: str, *, advice: str | None = None) -> InputError:
        """An error at a word of a row; one past the last word stands for the end of the line.

        Parameters
        ----------
        row, number
            The place: a row, and the number of the word there, from 0.
        expected
            The right input, as the end of "expected …".
        advice
            The remedy, where there is one.
        """
        words, (line, column) = row.words, row.place(number)
        if number < len(words):
            return self.source.error(line, column, expected, words[number], advice=advice)
        return InputError(
            expected, found="the end of the line", source=self.source.name, line=line, column=column, advice=advice
        )

    def key_error(self, key: str, expected: str, *, advice: str | None = None) -> InputError:
        """An error at a key.

        Parameters
        ----------
        key
            A key of this text.
        expected, advice
            As of :meth:`error`.
        """
        section = self._sections[key]
        return self.source.error(section.line, section.column, expected, key, advice=advice)

    def word_error(self, key: str, beginning: str, expected: str) -> InputError:
        """An error at a word of a section.

        Parameters
        ----------
        key
            A key of this text.
        beginning
            The beginning of the word, which is the first one of that kind.
        expected
            As of :meth:`error`.
        """
        row, number = next((row, number) for word, row, number in self.words(key) if word.startswith(beginning))
        return self.error(row, number, expected)

    def lacking(self, key: str, expected: str) -> InputError:
        """The error for something missing below a key: at the key, or at the end of a text without it."""
        return self.key_error(key, expected) if key in self else self.missing(expected)

    def missing(self, expected: str, *, advice: str | None = None) -> InputError:
        """The error for something missing, at the end of the text."""
        return self.source.error_at(len(self.source.text), expected, "", advice=advice)
