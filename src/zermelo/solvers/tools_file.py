"""The user's configuration file, in which any program becomes a solver or a preprocessor.

The file is the one that the environment variable ZERMELO_CONFIG names (set and empty: none), else ``tools.toml`` in the
folder ``zermelo`` where the system keeps configuration, ``~/.config`` on Linux.  It holds tables ``[solver.NAME]`` and
``[preprocessor.NAME]``; docs/solvers.md describes the keys.

Every mistake is an InputError: with line and column for bad syntax, with the path of the key, such as
``solver.brute.command``, for a wrong value.
"""

from __future__ import annotations

import difflib
import os
import re
import string
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from zermelo.errors import InputError
from zermelo.reading import open_to_read

VARIABLE = "ZERMELO_CONFIG"
KINDS = ("solver", "preprocessor")
RESERVED = frozenset({"auto", "none", "bloqqer", "caqe", "depqbf", "qfun", "qute", "rareqs"})
"""Names that mean something else already."""

_NAME = re.compile(r"[a-z][a-z0-9_-]*")
_AT = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


@dataclass(frozen=True)
class ToolsFile:
    """A configuration file that is well-formed TOML."""

    path: Path
    data: dict[str, Any]

    @classmethod
    def read(cls, path: Path) -> ToolsFile:
        """Read a file; InputError when it cannot be read or is not TOML."""
        try:
            with open_to_read(path) as file:
                text = file.read().decode()
        except OSError as error:
            raise InputError(
                f"cannot read: {error.strerror}", source=str(path), advice=f"{VARIABLE}= is none"
            ) from error
        except UnicodeDecodeError as error:
            raise InputError(
                "text in UTF-8", found=f"the byte {error.object[error.start]:#x}", source=str(path)
            ) from error
        return cls.parse(path, text)

    @classmethod
    def parse(cls, path: Path, text: str) -> ToolsFile:
        """The file of this text; InputError, with line and column, when it is not TOML."""
        try:
            return cls(path, tomllib.loads(text))
        except RecursionError as error:
            raise InputError("not TOML: it nests too deeply", source=str(path)) from error
        except ValueError as error:  # of syntax; and a number of more digits than Python reads
            message = str(error)
            at = _AT.search(message)
            line, column = (int(at[1]), int(at[2])) if at and at[1] else (text.count("\n") + 1, 1)
            message = f"not TOML: {_AT.sub('', message)}"
            raise InputError(message, source=str(path), line=line, column=column) from error

    def tools(self, kind: str) -> Iterator[TomlTable]:
        """The tables of a kind; InputError when the name of any table is wrong."""
        top = TomlTable(self, (), self.data)
        top.only(KINDS)
        seen = dict[str, str]()
        for each in KINDS:
            for name, values in top.table(each).values.items():
                if not _NAME.fullmatch(name):
                    raise self.fault((each, name), "a name of small letters, digits, - and _", repr(name))
                if name in RESERVED or name in seen:
                    why = (
                        "the name is taken by Zermelo" if name in RESERVED else f"there is a {seen[name]} of that name"
                    )
                    raise self.fault((each, name), "another name", repr(name), why)
                if not isinstance(values, dict):
                    raise self.fault((each, name), f"a table [{each}.{name}]", repr(values))
                seen[name] = each
        for name, values in top.table(kind).values.items():
            yield TomlTable(self, (kind, name), values)

    def fault(
        self, keys: Sequence[str], expected: str, found: str | None = None, advice: str | None = None
    ) -> InputError:
        """The error for a key.

        Parameters
        ----------
        keys
            The path of the key from the top of the file.
        expected, found, advice
            As for :class:`~zermelo.errors.InputError`; ``found`` is cut after 60 characters.
        """
        found = found if found is None or len(found) <= 60 else found[:59] + "…"
        return InputError(expected, found=found, source=f"{self.path}: {'.'.join(keys)}", advice=advice)


@dataclass(frozen=True)
class TomlTable:
    """A table of the file; each method reads a value of one type, and raises InputError for another type."""

    file: ToolsFile
    keys: tuple[str, ...]
    values: Mapping[str, Any]

    def fault(self, key: str, expected: str, found: Any = None, advice: str | None = None) -> InputError:
        """The error for a key of this table.

        Parameters
        ----------
        key
            The key.
        expected, found, advice
            As for `ToolsFile.fault`; ``found`` is the value of the key unless given.
        """
        value = self.values.get(key) if found is None else found
        shown = "nothing" if value is None else str(value).lower() if isinstance(value, bool) else repr(value)
        return self.file.fault((*self.keys, key), expected, shown, advice)

    def only(self, known: Sequence[str]) -> None:
        """Raise InputError for a key that is not known."""
        for key in self.values:
            if key not in known:
                near = difflib.get_close_matches(key, known, n=1)
                advice = f"did you mean {near[0]}?" if near else None
                raise self.file.fault((*self.keys, key), f"a key out of {', '.join(known)}", repr(key), advice)

    def table(self, key: str) -> TomlTable:
        """An inner table; empty when the key is missing."""
        values = self.values.get(key, {})
        if not isinstance(values, dict):
            raise self.fault(key, "a table")
        return TomlTable(self.file, (*self.keys, key), values)

    def text(self, key: str, default: str) -> str:
        """One line of text."""
        value = self.values.get(key, default)
        if not isinstance(value, str) or not value.isprintable():
            raise self.fault(key, "a line of text")
        return value

    def flag(self, key: str, default: bool) -> bool:
        """True or false."""
        value = self.values.get(key, default)
        if not isinstance(value, bool):
            raise self.fault(key, "true or false")
        return value

    def texts(self, key: str, among: Sequence[str] = (), default: Sequence[str] = ()) -> tuple[str, ...]:
        """A list of texts, or a single one.

        Parameters
        ----------
        key
            The key.
        among
            The texts that are allowed; none for all.
        default
            The texts where the key is missing.

        Raises InputError for any other value.
        """
        value = self.values.get(key, list(default))
        listed = [value] if isinstance(value, str) else value
        if not isinstance(listed, list) or not all(isinstance(each, str) and "\0" not in each for each in listed):
            raise self.fault(key, "a list of texts")
        for each in listed:
            if among and each not in among:
                raise self.fault(key, " or ".join(among), each)
        return tuple(listed)

    def pattern(self, key: str, groups: int = 0) -> re.Pattern[str]:
        """A regular expression."""
        value = self.text(key, "")
        try:
            pattern = re.compile(value)
        except re.error as error:
            raise self.fault(key, "a regular expression", advice=str(error)) from error
        if not value or pattern.groups < groups:
            wish = "a regular expression with the literals in a group (…)" if groups else "a regular expression"
            raise self.fault(key, wish)
        return pattern

    def exit_codes(self, meanings: Sequence[str], default: Mapping[int, str]) -> dict[int, str]:
        """The meanings of exit codes."""
        if "exit_codes" not in self.values:
            return dict(default)
        inner, found = self.table("exit_codes"), {}
        for key, meaning in inner.values.items():
            if not key.isascii() or not key.isdigit() or int(key) > 255:
                raise inner.fault(key, "an exit code from 0 to 255", key)
            if meaning not in meanings:
                raise inner.fault(key, " or ".join(meanings))
            found[int(key)] = str(meaning)
        return found

    def command(self, known: Sequence[str]) -> Template:
        """The command line, with placeholders out of ``known``."""
        value = self.values.get("command")
        entries = value if isinstance(value, list) else []
        shape = [each if isinstance(each, list) else [each] for each in entries]
        if not shape or not all(
            each and all(isinstance(word, str) and "\0" not in word for word in each) for each in shape
        ):
            raise self.fault("command", 'a list of texts such as ["program", "{file}"]')
        if isinstance(entries[0], list) or not entries[0]:
            raise self.fault("command", "the program as the first entry", entries[0])
        for word in (word for each in shape for word in each):
            if word == "{assignment}" and "assignment" in known and word in entries:
                continue
            self._check_placeholders(word, [each for each in known if each != "assignment"], known)
        return Template(tuple(tuple(each) if isinstance(each, list) else each for each in entries))

    def _check_placeholders(self, word: str, known: Sequence[str], all_known: Sequence[str]) -> None:
        try:
            fields = [(name, extra, how) for _, name, extra, how in string.Formatter().parse(word) if name is not None]
        except ValueError:
            raise self.fault("command", "braces in pairs", word, "write {{ and }} for braces themselves") from None
        for name, extra, how in fields:
            if name not in known or extra or how:
                alone = "it has to be an entry of its own" if name == "assignment" and name in all_known else None
                near = difflib.get_close_matches(name, known, n=1)
                advice = alone or (f"did you mean {{{near[0]}}}?" if near else "write {{ and }} for braces themselves")
                wish = f"a placeholder out of {', '.join(f'{{{each}}}' for each in all_known)}"
                raise self.fault("command", wish, f"{{{name}}}", advice)


@dataclass(frozen=True)
class Template:
    """A command line with placeholders.

    An entry that is a tuple is left out when one of its placeholders has no value.

    >>> template = Template(("solve", ("--seconds", "{time_limit}"), "{assignment}", "{file}"))
    >>> template.fill({"file": "f", "time_limit": None}, ("--values",))
    ['solve', '--values', 'f']
    >>> template.fill({"file": "f", "time_limit": "3"})
    ['solve', '--seconds', '3', 'f']
    """

    entries: tuple[str | tuple[str, ...], ...] = field(default=())

    def fill(self, values: Mapping[str, str | None], assignment: Sequence[str] = ()) -> list[str]:
        """The command line; a placeholder without a value outside of such an entry becomes the empty text."""
        words = list[str]()
        for entry in self.entries:
            if entry == "{assignment}":
                words += assignment
            elif isinstance(entry, str):
                words.append(entry.format_map({key: value or "" for key, value in values.items()}))
            elif all(values[name] is not None for word in entry for name in placeholders(word)):
                words += [word.format_map(values) for word in entry]
        return words

    def uses(self, name: str) -> bool:
        """True if a placeholder occurs."""
        return any(
            name in placeholders(word)
            for entry in self.entries
            for word in ([entry] if isinstance(entry, str) else entry)
        )


def placeholders(word: str) -> list[str]:
    """The names in braces."""
    return [name for _, name, _, _ in string.Formatter().parse(word) if name is not None]


def place(*, existing: bool = True) -> Path | None:
    """Path of the configuration file; None when there is no such file, unless ``existing`` is false."""
    named = os.environ.get(VARIABLE)
    if named is not None:
        return Path(named).expanduser() if named else None
    from platformdirs import user_config_path

    path = user_config_path("zermelo") / "tools.toml"
    return path if path.is_file() or not existing else None


def tools(kind: str) -> list[TomlTable]:
    """The tables of a kind in the configuration file, as it is now; InputError when the file is wrong."""
    path = place()
    return [] if path is None else list(_read(path, *_stamp(path)).tools(kind))


def known_tools(kind: str) -> list[TomlTable]:
    """The tables of a kind for tools that no registry ships, which the package describes itself."""
    return list(_read(Path(__file__).with_name("known_tools.toml"), 0, 0).tools(kind))


def _stamp(path: Path) -> tuple[int, int]:
    try:
        status = path.stat()
    except OSError:
        return 0, 0
    return status.st_mtime_ns, status.st_size


@cache
def _read(path: Path, _changed: int, _size: int) -> ToolsFile:
    return ToolsFile.read(path)
