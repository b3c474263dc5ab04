"""Strategy files: JSON lines, compressed when the name ends in ``.gz``. They hold their game.

    {"zermelo": "strategy", "version": 1, "name": "hex:3x3", "game": {…}, "claims": 1}
    {"player": "black", "wins": true, "depth": 5, "symmetries": [[8, 7, …]]}
    ["10", "1", 5]
    …
    {"entries": 17}

A header that holds the game, and for every claim a line that says it, its entries, and a line that counts them: a file
that has been cut off is no shorter strategy. Files are written whole or not at all, and read one line at a time.

An outline is the same without what is quickly found again, see :mod:`zermelo.strategy.extract.outline`; its header says
``"zermelo": "outline"``, and nobody takes it for a strategy.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, cast

from zermelo import _native
from zermelo.errors import InputError, damaged
from zermelo.files import Target, write_text
from zermelo.language.json_game import game_from_json, game_to_json
from zermelo.model import Game, GridGame, Player, Position
from zermelo.model.automorphism import Permutation
from zermelo.model.symmetry import most_symmetries
from zermelo.reading import open_to_read
from zermelo.strategy.claim import Claim
from zermelo.strategy.codec import Codec, DeductionCodec, codec_for, note_lines, permutation
from zermelo.strategy.entry import Entries, Entry, Strategy
from zermelo.strategy.noted import note_of
from zermelo.strategy.version_one import upgraded

VERSION = 1
GRID_VERSION = 2
"""The version for grid games: positions lack stones that no longer matter; version 1 keeps all of them."""
LONGEST_LINE = 64 << 20
"""Bytes; the game must fit into one line."""
BLOCK = 1 << 20
"""Bytes that are read at a time."""
SOME = 1 << 12
"""Notes that are written at a time."""


STRATEGY, OUTLINE = "strategy", "outline"
"""The kinds of files, as their headers say."""


def write_strategies(target: Target, game: Game, strategies: Sequence[Strategy], kind: str = STRATEGY) -> None:
    """Write strategies of one game; in full, or nothing.

    Parameters
    ----------
    target
        A path or an open text file; a path that ends in ``.gz`` is compressed.
    game
        The game.
    strategies
        Its strategies, each with a claim of its own.
    kind
        What the header says that they are.

    Raises ``InputError`` when the file cannot be written.

    >>> import io
    >>> from zermelo.model import ConnectionGame
    >>> game, text = ConnectionGame.hex(1, 1), io.StringIO()
    >>> write_strategies(text, game, [Strategy(game, Claim(Player.BLACK, True))])
    >>> print(text.getvalue().splitlines()[1])
    {"player":"black","wins":true,"depth":null,"symmetries":[]}
    """
    write_text(target, _lines(game, strategies, kind))


def _lines(game: Game, strategies: Sequence[Strategy], kind: str) -> Iterator[str]:
    codec, form = codec_for(game), game_to_json(game)
    yield _line(
        {"zermelo": kind, "version": _version(game), "name": game.name, "game": form, "claims": len(strategies)}
    )
    for each in strategies:
        claim = each.claim
        said = {"player": claim.player.value, "wins": claim.wins, "depth": claim.depth}
        said |= {"breaking": True} if claim.breaking else {}
        said |= {"derived": True} if claim.derived else {}
        yield _line({**said, "symmetries": [list(turn) for turn in each.symmetries]})
        writer = DeductionCodec() if claim.derived else codec
        order = _number if claim.derived else _order
        notes = each.native if isinstance(each.native, _native.Notes) else None
        if notes is not None and (lines := note_lines(game, claim.player)) is not None:
            for first in range(0, len(notes), SOME):
                yield lines.write(notes, first, min(first + SOME, len(notes)))
        else:
            for position, entry in each if each.native is not None else sorted(each, key=order):
                yield _line(writer.write(position, entry))
        yield _line({"entries": len(each.entries)})


def _number(item: tuple[Position, Entry]) -> int:
    return item[0].black


def _version(game: Game) -> int:
    return GRID_VERSION if isinstance(game, GridGame) else VERSION


def _order(item: tuple[Position, Entry]) -> tuple[int, Position]:
    return (item[0].black | item[0].white).bit_count(), item[0]


def _line(value: Any) -> str:
    return json.dumps(value, separators=(",", ":")) + "\n"


@dataclass
class StrategySection:
    """One claim of a file: what it says, the symmetries, and the entries, which can be read once.

    ``path`` is the file; None for a claim that is in none.
    """

    game: Game
    claim: Claim
    symmetries: tuple[Permutation, ...]
    entries: Entries
    path: str | None = None

    def strategy(self) -> Strategy:
        """All of it in memory."""
        return Strategy(self.game, self.claim, self.symmetries, dict(self.entries))


class StrategyFile:
    """A strategy file, open for reading; a context manager.

    Parameters
    ----------
    path
        The file; compressed or not, whatever it is called.
    kind
        What it must be.

    Raises ``InputError`` with file and line for a file that is not one, is cut off, or says impossible things.
    """

    def __init__(self, path: str | os.PathLike[str], kind: str = STRATEGY) -> None:
        self.path = os.fspath(path)
        self.number = 0
        """The number of the line read last, from 1."""
        try:
            self._plain = open_to_read(self.path)
            try:
                packed = self._plain.peek(1)[:1] == b"\x1f"  # gzip, and no text; a pipe may have one byte only
            except BaseException:
                self._plain.close()
                raise
        except (OSError, ValueError) as error:
            raise InputError(f"cannot read: {getattr(error, 'strerror', None) or error}", source=self.path) from error
        content = gzip.GzipFile(fileobj=self._plain) if packed else self._plain
        self._file = io.BufferedReader(cast("io.RawIOBase", content), BLOCK)
        try:
            self._read_head(kind)
        except BaseException:
            self._plain.close()
            raise

    def _read_head(self, kind: str) -> None:
        head = self.next_line()
        said = head.get("zermelo") if isinstance(head, dict) else None
        if said == OUTLINE != kind:
            advice = "'zermelo strategy complete FILE --output WHOLE' makes it a strategy"
            raise self.wrong("a strategy file", found="an outline", advice=advice)
        if said != kind:
            wanted = "an outline of a strategy" if kind == OUTLINE else "a strategy file"
            raise self.wrong(wanted, found="a whole strategy" if said == STRATEGY else "something else")
        self._version = head.get("version")
        if type(self._version) is not int or self._version not in (VERSION, GRID_VERSION):
            raise self.wrong(f"version {VERSION} or {GRID_VERSION} of strategy files", found=repr(self._version)[:60])
        claims = head.get("claims")
        if type(claims) is not int or claims < 1:  # nothing would be checked, and so all of it "hold"
            raise self.wrong("the number of claims, 1 or more", found=repr(claims)[:60])
        self.claims = claims
        self.game = self.said(lambda: game_from_json(head["game"], str(head["name"])))
        self.said(lambda: self.game.is_over(self.game.start))  # rules of ground games may make no sense in a state
        self._codec = codec_for(self.game)

    def __enter__(self) -> StrategyFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._plain.close()

    def sections(self) -> Iterator[StrategySection]:
        """The claims one after the other; entries that were not read are skipped."""
        for _ in range(self.claims):
            said = self.next_line()
            section = self.said(lambda said=said: self._section(said))  # type: ignore[misc]
            yield section
            for _ in section.entries:
                pass
        with suppress(StopIteration):
            raise self.wrong("the end of the file", found=next(self._raw())[:60].decode(errors="replace").rstrip())

    def _section(self, said: Any) -> StrategySection:
        depth, cells = said["depth"], len(self.game.board)
        breaking, derived = said.get("breaking", False), said.get("derived", False)
        if not (depth is None or (type(depth) is int and 0 <= depth <= 10**9)):
            raise InputError("a depth of a claim, from 0 to 1000000000, or null", found=repr(depth)[:60])
        for name, flag in (("wins", said["wins"]), ("breaking", breaking), ("derived", derived)):
            if type(flag) is not bool:
                raise InputError(f"true or false for '{name}' of a claim", found=repr(flag)[:60])
        if len(said["symmetries"]) > most_symmetries(cells):
            raise InputError(f"at most {most_symmetries(cells)} symmetries", found=str(len(said["symmetries"])))
        turns = tuple(permutation(form, cells) for form in said["symmetries"])
        if breaking and derived:
            raise InputError("one form of a strategy", found="breaking and derived")
        claim = Claim(Player(said["player"]), said["wins"], depth, breaking, derived)
        entries: Entries = FileEntries(self, DeductionCodec() if derived else self._codec, claim)
        if self._version == VERSION and isinstance(self.game, GridGame) and not derived:
            entries = upgraded(self.game, claim, turns, entries)
        return StrategySection(self.game, claim, turns, entries, self.path)

    def next_line(self) -> Any:
        """The next line, of JSON; ``InputError`` for anything else, and at the end of the file."""
        line = next(self._raw(), None)
        if line is None:
            raise self.wrong("more lines", found="the end of the file", advice="it has been cut off")
        try:
            return json.loads(line)
        except UnicodeDecodeError:
            raise self.wrong("a line of JSON", found="bytes that are no UTF-8 text") from None
        except (ValueError, RecursionError) as error:
            found = line[:40].decode(errors="replace").rstrip()
            raise self.wrong("a line of JSON", found=f"{found!r} ({error})") from None

    def block(self) -> bytes:
        """Some of what comes next, without reading it; nothing at the end of the file."""
        return self._from_file(self._file.peek)

    def skip(self, size: int, lines: int) -> None:
        """Skip some of the bytes of :meth:`block`, which are so many lines."""
        self._file.read(size)
        self.number += lines

    def _from_file(self, read: Callable[[], bytes]) -> bytes:
        try:
            return read()
        except (OSError, EOFError, ValueError, zlib.error) as error:
            raise self.wrong(f"cannot read: {getattr(error, 'strerror', None) or error}") from None

    def _raw(self) -> Iterator[bytes]:
        line = self._from_file(lambda: self._file.readline(LONGEST_LINE))
        self.number += 1
        if len(line) == LONGEST_LINE:
            raise self.wrong(f"lines of less than {LONGEST_LINE >> 20} MB", found="a longer one")
        if line:
            yield line

    def said(self, read: Callable[[], Any]) -> Any:
        """The result of a reader of the last line; ``InputError`` with the line where the reader fails."""
        try:
            return read()
        except (AttributeError, KeyError, OverflowError, TypeError, ValueError) as error:
            if isinstance(error, InputError) and error.found is not None:
                raise self.wrong(error.expected, found=error.found, advice=error.advice) from None
            raise self.wrong("a line of a strategy", found=damaged(error)) from None

    def wrong(self, expected: str, *, found: str | None = None, advice: str | None = None) -> InputError:
        """An error at the line read last.

        Parameters
        ----------
        expected, found, advice
            As for :class:`~zermelo.errors.InputError`.
        """
        return InputError(expected, found=found, source=self.path, line=self.number, advice=advice)


class FileEntries(Iterator[tuple[Position, Entry]]):
    """Entries of one claim of a file, read once: one after the other, or all of them into the core.

    Parameters
    ----------
    file
        The file, read up to the line of the claim.
    codec
        The codec of its lines.
    claim
        The claim.
    """

    def __init__(self, file: StrategyFile, codec: Codec, claim: Claim) -> None:
        self._file, self._codec, self._claim = file, codec, claim
        self._count, self._ended = 0, False

    def __next__(self) -> tuple[Position, Entry]:
        line = None if self._ended else self._file.next_line()
        if isinstance(line, list):
            self._count += 1
            return cast("tuple[Position, Entry]", self._file.said(lambda: self._codec.read(line)))
        if not self._ended and (line != {"entries": self._count} or type(line["entries"]) is bool):
            found = json.dumps(line)[:60]
            raise self._file.wrong(f"the count of the entries above, {self._count}", found=found)
        self._ended = True
        raise StopIteration

    def read_notes(self, watch: Callable[[_native.Notes], None]) -> _native.Notes | None:
        """All entries that are left as notes of the core; None, and nothing is read, where it has no such notes.

        Parameters
        ----------
        watch
            Called with the notes from time to time; what it raises ends the reading.
        """
        game, player = self._file.game, self._claim.player
        lines = None if self._claim.derived else note_lines(game, player)
        if lines is None:
            return None
        notes = _native.Notes(len(game.board))
        while True:
            size, count = lines.read(self._file.block(), notes)
            self._file.skip(size, count)
            self._count += count
            watch(notes)
            if count:
                continue
            found = next(self, None)  # the last line of the block goes on behind it, or is written in another way
            if found is None:
                return notes
            position, (answer, rank) = found
            mover = game.mover(position) is Player.BLACK if isinstance(game, GridGame) else None
            notes.add(position.black, position.white, mover, rank, *note_of(game, player, answer))


def read_strategies(path: str | os.PathLike[str]) -> list[Strategy]:
    """All strategies of a file, in memory."""
    with StrategyFile(path) as file:
        return [section.strategy() for section in file.sections()]


def same_game(one: Game, two: Game, *, start: bool = True) -> bool:
    """True if two games have the same rules, cells and (unless ``start`` is false) start, whatever their names."""
    return _rules(one, start) == _rules(two, start)


def _rules(game: Game, start: bool) -> dict[str, Any]:
    """The form of a game without the places of the cells, which no rule looks at."""
    left_out = {"board", "places"} if start else {"board", "places", "start", "init", "opener", "turns", "first_moves"}
    return {key: value for key, value in game_to_json(game).items() if key not in left_out}
