"""The exceptions of the package.

    ZermeloError
    ├── InputError (ValueError)        the user's file, expression or option is wrong      exit code 2
    │   ├── IllegalMoveError           a move that the rules do not allow here
    │   ├── SanityError                a game that breaks the sanity conditions of BDDL
    │   └── UnsupportedError           a game that this encoding, solver or format cannot take
    ├── LimitError                     time, memory or an interrupt ended the work          exit code 3
    ├── MissingToolError               a program that is not installed                      exit code 3
    └── DisagreementError              two independent routes contradict each other         exit code 1

Every message is one line: the place, what was found, what was expected, and the remedy.

    >>> raise InputError("a size of 1 to 99", found="'0x5'", source="demo.hex", line=1, column=1)
    Traceback (most recent call last):
      ...
    zermelo.errors.InputError: demo.hex:1:1: found '0x5', expected a size of 1 to 99
"""

from __future__ import annotations

import errno
from typing import Any


class ZermeloError(Exception):
    """Base of every error that the package raises on purpose."""


class InputError(ZermeloError, ValueError):
    """A wrong input of the user.

    Parameters
    ----------
    expected
        The right input, as the end of "expected …"; the whole message when ``found`` is None.
    found
        The wrong input, quoted.
    source, line, column
        The place: a file name (or the expression itself), and 1-based line and column.
    advice
        The remedy.
    """

    def __init__(
        self,
        expected: str,
        *,
        found: str | None = None,
        source: str | None = None,
        line: int | None = None,
        column: int | None = None,
        advice: str | None = None,
    ) -> None:
        self.expected, self.found = expected, found
        self.source, self.line, self.column, self.advice = source, line, column, advice
        super().__init__(expected)

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.source, self.line, self.column) if part is not None)
        said = self.expected if self.found is None else f"found {self.found}, expected {self.expected}"
        text = f"{place}: {said}" if place else said
        return " ".join((f"{text}; {self.advice}" if self.advice else text).split())


class IllegalMoveError(InputError):
    """A move that the rules do not allow in this position."""


class SanityError(InputError):
    """A grid game that breaks a sanity condition (concise-grid-games, definition 3.9).

    ``move`` is the move that breaks it, where it is a move.
    """

    def __init__(self, expected: str, *, move: Any = None, **where: Any) -> None:
        super().__init__(expected, **where)
        self.move = move


class UnsupportedError(InputError):
    """A game that an encoding, a solver or a format cannot take; the message names what would fit.

    ``table`` holds details, in lines that the command line prints after the message.
    """

    table: str = ""


class LimitError(ZermeloError):
    """A limit or an interrupt ended the work; there is no answer.

    ``reason`` is one of ``"time"``, ``"memory"``, ``"size"`` or ``"interrupted"``.
    """

    def __init__(self, reason: str, message: str) -> None:
        self.reason = reason
        super().__init__(message)


class MissingToolError(ZermeloError):
    """A required program is not installed; the message tells how to get it."""


class DisagreementError(ZermeloError):
    """Two independent routes gave contradictory answers: there is a bug in one of them.

    ``folder`` is the path of the folder with their formulas, where they were kept.
    """

    def __init__(self, message: str, *, folder: str | None = None) -> None:
        self.folder = folder
        super().__init__(message)


def is_full_disk(error: BaseException | None) -> bool:
    """Tell whether an error, or what it came from, is a disk or a quota without room: no mistake of the user's.

    So is a file that would be larger than ``ulimit -f`` allows.

    >>> is_full_disk(OSError(28, "No space left on device")), is_full_disk(OSError(13, "Permission denied"))
    (True, False)
    """
    while error is not None and not isinstance(error, OSError):
        error = error.__cause__
    return error is not None and error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def damaged(error: Exception) -> str:
    """The finding where a part of a file that programs write cannot be read.

    >>> damaged(KeyError("kind")), damaged(TypeError("'int' object is not subscriptable"))
    ("a damaged one (no or wrong 'kind')", 'a damaged one')
    """
    return f"a damaged one (no or wrong {error})" if isinstance(error, KeyError) else "a damaged one"
