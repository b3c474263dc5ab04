"""The games of a campaign: files, patterns of files, family expressions with alternatives, and manifests.

An entry is read as `zermelo family` reads its own: ``{a,b}`` and ``{1..9}`` are alternatives, of files, too. A game is
told by a hash: SHA-256 of the contents of its files, or of the canonical expression. A file of the same contents in
another place is the same game. No game is made here: a campaign of ten thousand is planned in seconds, and a file that
is no game is a cell that fails and says why.
"""

from __future__ import annotations

import csv
import glob
import hashlib
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from zermelo.bench.members import GDL, alternatives
from zermelo.bridges.object_game import is_openspiel
from zermelo.errors import InputError
from zermelo.families import FAMILIES, is_family
from zermelo.families.expression import parse
from zermelo.language import FORMATS, sources
from zermelo.language.source import read_text

MANIFESTS = (".csv", ".json")
MOST_GAMES = 100_000

_SUFFIXES = {suffix for form in FORMATS.values() for suffix in form.suffixes}


class ListedGame(NamedTuple):
    """A game of a campaign: its name on record, the text that `load` takes, and its hash.

    The text is an absolute path where the game is a file, so that a cell may run in another folder.
    """

    name: str
    source: str
    sha256: str


def listed(entry: str, folder: Path) -> Iterator[ListedGame]:
    """The games of one entry.

    Parameters
    ----------
    entry
        A file, a pattern of files, a family expression, or a manifest of `zermelo family`; paths are relative to the
        folder.
    folder
        That of the campaign file.

    Raises ``InputError`` for an entry without games, and for an expression that is wrong.

    >>> [game.name for game in listed("httt:{el,tippy},board={3..4}x4", Path())][:3]
    ['httt:el,board=3x4', 'httt:el,board=4x4', 'httt:tippy,board=3x4']
    """
    for text in alternatives(entry):
        path = folder / text
        if not _is_path(text, path):
            yield expressed(text)
        elif glob.has_magic(text) and not path.exists():
            yield from _matching(text, folder)
        elif path.suffix in MANIFESTS and path.is_file():
            yield from _manifest(path)
        elif path.is_file():
            yield _file(path, text)
        else:
            found = "a folder" if path.is_dir() else "no regular file" if path.exists() else "no such file"
            raise InputError("a game file, a pattern of files or a family", found=found, source=text[:200])


def _is_path(text: str, path: Path) -> bool:
    try:
        if path.is_file():
            return True
    except (OSError, ValueError):  # too long for a file name, or no name at all
        return False
    name = text.partition(":")[0].strip()
    family = is_family(text) or is_openspiel(text) or (":" in text and "/" not in name and "." not in name)
    return bool(text.strip()) and not family and not (name.isalnum() and "/" not in text)


def expressed(text: str) -> ListedGame:
    """The game of an expression; ``InputError``, with the column, for a wrong one."""
    name = text.strip() if is_openspiel(text) else parse(text, FAMILIES).name
    return ListedGame(name, name, hashlib.sha256(name.encode(errors="surrogateescape")).hexdigest())


def _matching(pattern: str, folder: Path) -> Iterator[ListedGame]:
    """The game files that match a pattern, in order; the domain files of BDDL are no games by themselves."""
    names = sorted(glob.glob(pattern, root_dir=folder, recursive=True))  # noqa: PTH207  # names as the pattern has them
    found = [name for name in names if (folder / name).is_file()]
    found = [name for name in found if Path(name).suffix in _SUFFIXES and Path(name).stem != "domain"]
    if not found:
        raise InputError("a pattern that matches a game file", found="none that does", source=pattern[:200])
    for name in found:
        yield _file(folder / name, name)


def _file(path: Path, name: str) -> ListedGame:
    return ListedGame(name, str(path.absolute()), file_hash(path, name))


def file_hash(path: Path, name: str) -> str:
    """SHA-256 of a game file, together with its domain file where it has one; ``InputError`` where it is not read."""
    digest = hashlib.sha256()
    try:
        for each in _read_files(path):
            digest.update(each.read_bytes())
    except OSError as error:
        raise InputError(f"cannot read: {error.strerror}", source=name) from error
    return digest.hexdigest()


def _read_files(path: Path) -> list[Path]:
    try:
        return sources(path)
    except InputError:  # no text of a game: the cell will say why
        return [path]


def _manifest(path: Path) -> Iterator[ListedGame]:
    """The games of a manifest of `zermelo family`, each with the depths of its formulas, each once."""
    text = read_text(path)
    try:
        rows = json.loads(text) if path.suffix == ".json" else list(csv.DictReader(io.StringIO(text)))
        found = dict.fromkeys((str(row["family"]), str(row["parameters"]), int(row["depth"])) for row in rows)
    except (ValueError, KeyError, TypeError, RecursionError, csv.Error) as error:
        wanted = "a manifest of 'zermelo family', with family, parameters and depth"
        raise InputError(wanted, found="something else", source=str(path)) from error
    for family, parameters, depth in found:
        if f"{family}:" == GDL:
            told = f"{GDL}{parameters}, a sheet whose file no manifest names"
            advice = "list the file itself, and give the depth under [query]"
            raise InputError("a manifest of families", found=told, source=str(path), advice=advice)
        options = [each for each in parameters.split(",") if each and not each.startswith("depth=")]
        yield expressed(f"{family}:{','.join([*options, f'depth={depth}'])}")
