"""Reading of text files, and errors with places in them.

Every reader of the package has to handle the same mistakes: a path that is a folder, a program instead of a text, a
file of gigabytes, an editor that wrote a byte order mark or ``\\r\\n``. They are dealt with here once, so that a
reader sees a ``str`` whose lines end in ``\\n`` and whose first character is the first that a person sees; lines and
columns counted in it are those of the editor. A file over the limit is refused before it is read.

Errors quote what they found, shortened, with everything unprintable escaped: a line of a hostile file must not
fill the terminal or control it.
"""

from __future__ import annotations

import errno
import os
import re
from typing import NamedTuple

from zermelo.errors import InputError
from zermelo.reading import open_to_read

_QUOTED = 40
_BINARY = re.compile(rb"[\x00-\x08\x0e-\x1f\x7f]")
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


def quote(text: str, limit: int = _QUOTED) -> str:
    """A text in quotes, for errors: at most ``limit`` characters, unprintable ones escaped.

    >>> print(quote("black(1,9)"), quote("x" * 1000, 8), quote("a\\x1b[2J"))
    'black(1,9)' 'xxxxxxx…' 'a\\x1b[2J'
    """
    return repr(text if len(text) <= limit else text[: limit - 1] + "…")


def normal(text: str) -> str:
    """The text without a byte order mark, every line ended by ``\\n``.

    >>> normal("\\ufeffone\\r\\ntwo\\rthree")
    'one\\ntwo\\nthree'
    """
    text = text.removeprefix("\ufeff")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


class Source(NamedTuple):
    """A text and the name that errors give it.

    Parameters
    ----------
    name
        A file name, or None for text that has none.
    text
        The text; a place in it is an offset, or a 1-based line and column.

    >>> source = Source("demo.pg", normal("#version\\r\\n  40\\r\\n"))
    >>> source.place(11)
    (2, 3)
    >>> print(source.error(2, 3, "20.13", "40"))
    demo.pg:2:3: found '40', expected 20.13
    """

    name: str | None
    text: str

    def place(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset."""
        start = self.text.rfind("\n", 0, offset) + 1
        return self.text.count("\n", 0, start) + 1, offset - start + 1

    def error(
        self, line: int, column: int, expected: str, found: str | None = None, *, advice: str | None = None
    ) -> InputError:
        """An error at a line and column.

        Parameters
        ----------
        line, column
            The place, from 1.
        expected
            The right input, as the end of "expected …"; the whole message when ``found`` is None.
        found
            The raw text at the place, which is quoted and shortened here; ``""`` reads "the end of the text".
        advice
            The remedy, where there is one.
        """
        told = None if found is None else quote(found) if found else "the end of the text"
        return InputError(expected, found=told, source=self.name, line=line, column=column, advice=advice)

    def error_at(
        self, offset: int, expected: str, found: str | None = None, *, advice: str | None = None
    ) -> InputError:
        """An error at an offset.

        Parameters
        ----------
        offset
            The number of characters before the place.
        expected, found, advice
            As of :meth:`error`.
        """
        return self.error(*self.place(offset), expected, found, advice=advice)


def read_text(path: str | os.PathLike[str], limit_mb: float = 64) -> str:
    """The text of a file.

    Parameters
    ----------
    path
        The file; it may also be a pipe in which somebody writes.
    limit_mb
        More megabytes than this are refused, and not read.

    Raises ``InputError``, with the path as its source, for a file that is missing, unreadable, a folder, empty, too
    large, binary or not UTF-8 (with the line, and the offset of the byte).

    >>> read_text("no-such-file.ig")
    Traceback (most recent call last):
      ...
    zermelo.errors.InputError: no-such-file.ig: found no such file, expected a file to read
    """
    name, limit = os.fspath(path), int(limit_mb * 1_000_000)
    try:
        with open_to_read(name) as file:
            data = b"" if os.fstat(file.fileno()).st_size > limit else file.read(limit + 1)
            large = len(data) > limit or os.fstat(file.fileno()).st_size > limit
    except (OSError, ValueError) as error:
        raise _unreadable(name, error) from None
    if large:
        raise InputError(f"at most {limit_mb:g} MB", found="a larger file", source=name)
    if not data:
        raise InputError("the file is empty", source=name)
    if data.startswith(_UTF16):
        raise _not_text(name, data, 0, "UTF-16 text", "save the file as UTF-8")
    binary = _BINARY.search(data)
    if binary:
        raise _not_text(name, data, binary.start(), f"the byte 0x{data[binary.start()]:02x}", "this is no text file")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        start = error.start + (3 if data.startswith(b"\xef\xbb\xbf") else 0)
        raise _not_text(name, data, start, f"the byte 0x{data[start]:02x}", "save the file as UTF-8") from None
    if not text:
        raise InputError("the file is empty", source=name)
    return normal(text)


def _unreadable(name: str, error: OSError | ValueError) -> InputError:
    kinds = {FileNotFoundError: "no such file", IsADirectoryError: "a folder", PermissionError: "a locked file"}
    said = next((text for kind, text in kinds.items() if isinstance(error, kind)), None)
    if isinstance(error, OSError) and not said:
        said = "a link that leads back to itself" if error.errno == errno.ELOOP else error.strerror
    found = said or str(error)
    plain = name.isprintable() and len(name) <= 200
    return InputError("a file to read", found=found, source=name if plain else quote(name))


def _not_text(name: str, data: bytes, offset: int, found: str, advice: str) -> InputError:
    head = data[:offset].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    line = head.count(b"\n") + 1
    start = head.rfind(b"\n") + 1
    column = len(head[start:].removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")) + 1
    place = f"UTF-8 text (offset {offset} of the file)"
    return InputError(place, found=found, source=name, line=line, column=column, advice=advice)
