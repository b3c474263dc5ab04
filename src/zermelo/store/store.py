"""The store of answers: looked up before work, added to after it.

A file that cannot be used, or stops being usable, costs a warning and the memory, never the answer. Only a
contradiction is an error.
"""

from __future__ import annotations

import sqlite3
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from zermelo import __version__
from zermelo.errors import DisagreementError, InputError
from zermelo.model import Game, Player
from zermelo.sqlite_file import SQLITE_ERRORS, UnusableFileError
from zermelo.store.cache_path import default_path
from zermelo.store.canonical import Canonical, canonical, mover_of
from zermelo.store.database import Database, StoredGame
from zermelo.store.fact import (
    ANY,
    CHECKED,
    EDITION,
    EVER,
    START,
    Consequence,
    Demand,
    Fact,
    StoredAnswer,
    StoredFact,
    consequences,
)

Warn = Callable[[str], None]


def _print_warning(text: str) -> None:
    print(f"zermelo: {text}", file=sys.stderr)


class Store:
    """A memory of answers; without a file one that knows nothing and keeps nothing.

    Use `Store.open`, as a context manager, in one thread of one process.

    >>> import tempfile
    >>> from zermelo.families import make
    >>> from zermelo.store import Fact, Origin
    >>> game, folder = make("hex:3x3"), tempfile.TemporaryDirectory()
    >>> with Store.open(Path(folder.name) / "answers.sqlite") as store:
    ...     origin, b2 = Origin("et", solver="depqbf"), game.parse_move("b2", Player.BLACK)
    ...     store.add(game, Fact(Player.BLACK, 5, True, origin, checked=True, first_move=b2))
    ...     known = store.lookup(game, Player.BLACK, 7)
    ...     print(known.answer, known.depth, game.move_name(known.first_move), known.record.origin)
    ...     print(store.lookup(game, Player.BLACK, 3), store.lookup(game.swapped(), Player.WHITE, 5).answer)
    True 5 b2 et+depqbf
    None True
    >>> folder.cleanup()
    """

    def __init__(self, warn: Warn = _print_warning) -> None:
        self.path: Path | None = None
        self._database: Database | None = None
        self._warn = warn
        self.patience: float | None = None
        """Seconds to wait for another process that writes; None: as long as is usual."""

    @classmethod
    def open(cls, path: Path | None = None, *, enabled: bool = True, warn: Warn = _print_warning) -> Self:
        """Open the store.

        Parameters
        ----------
        path
            Its file; None for the usual one, see :func:`~zermelo.store.default_path`.
        enabled
            False for a store that keeps nothing.
        warn
            Called with one line, at most once, when the file cannot be used (any more).
        """
        store = cls(warn)
        with store._forgiving():
            store.path = (path or default_path()) if enabled else None
            if store.path is not None:
                store._database = Database(store.path)
        return store

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    @property
    def is_open(self) -> bool:
        """True if answers are remembered: there is a file for them."""
        return self._database is not None

    def close(self) -> None:
        """Close the file; the store then keeps nothing."""
        if self._database is not None:
            database, self._database = self._database, None
            database.close()

    # -- what is known ---------------------------------------------------------------------------------------------

    def lookup(self, game: Game, player: Player, depth: int | None, demand: Demand = CHECKED) -> StoredAnswer | None:
        """The answer to "does a player win within a depth?"; None when it is not known.

        Parameters
        ----------
        game
            The game.
        player
            The player whose win is asked about.
        depth
            In moves of both players from the start position; None: any number.
        demand
            The condition on the origin of a fact that counts; by default it is checked.
        """
        stored = self._claims(game, demand)
        found = _settled(canonical(game), START, player, _depth(game, depth), stored) if stored else None
        return None if found is None else _known(game, found)

    def bounds(
        self, game: Game, player: Player, demand: Demand = CHECKED
    ) -> tuple[StoredAnswer | None, StoredAnswer | None]:
        """The least depth within which a player is known to win, and the largest one within which he does not.

        Parameters
        ----------
        game
            The game.
        player
            The player whose win is asked about.
        demand
            The condition on the origin of a fact that counts; by default it is checked.
        """
        stored = self._claims(game, demand)
        role = canonical(game).role(player) if stored else None
        here = [each for each in stored if (each.role, each.place) == (role, START)]
        wins = [each for each in here if each.answer]
        losses = [each for each in here if not each.answer]
        return (
            _known(game, min(wins, key=lambda each: (each.depth, not each.first_move))) if wins else None,
            _known(game, max(losses, key=lambda each: each.depth)) if losses else None,
        )

    def outcome(self, game: Game, demand: Demand = CHECKED) -> str | None:
        """``"black"``, ``"white"`` or ``"draw"`` where that is known."""
        black, white = (self.lookup(game, player, None, demand) for player in Player)
        for player, known in ((Player.BLACK, black), (Player.WHITE, white)):
            if known and known.answer:
                return player.value
        return "draw" if black and white else None

    def first_moves(self, game: Game, player: Player, depth: int | None, demand: Demand = CHECKED) -> dict[Any, bool]:
        """For each first move of which it is known: True if the player wins within the depth.

        Parameters
        ----------
        game
            The game.
        player
            The player whose win is asked about.
        depth
            In moves of both players, the first one included; None: any number.
        demand
            The condition on the origin of a fact that counts; by default it is checked.
        """
        stored = self._claims(game, demand)
        if not stored:
            return {}
        form, within = canonical(game), _depth(game, depth)
        claims_of = {name: _settled(form, name, player, within, stored) for name in form.moves}
        return {move: claim.answer for name, claim in claims_of.items() if claim for move in form.moves[name]}

    def everything(self, game: Game, demand: Demand = CHECKED) -> list[tuple[Any, Player, StoredAnswer]]:
        """All that is known of a game: triples of a first move (None: from the start), a player, and the answer.

        Depths count the first move.
        """
        stored = self._claims(game, demand)
        if not stored:
            return []
        form, found = canonical(game), list[tuple[Any, Player, StoredAnswer]]()
        for claim in stored:
            known, player = _known(game, claim), form.player(claim.role)
            if claim.place == START:
                found.append((None, player, known))
                continue
            names = form.moves if claim.place == ANY else [claim.place]
            found += [(move, player, known) for name in names for move in form.moves.get(name, ())]
        return found

    def _claims(self, game: Game, demand: Demand) -> list[Consequence]:
        """All that follows from what is stored of a game and meets the demand."""
        with self._forgiving():
            if self._database is not None:
                form = canonical(game)
                records = [each for each in self._database.records(form.key) if each.counts]
                met = [each for each in records if demand.met(each.origin, checked=each.checked)]
                mover = mover_of(form.text)
                return [claim for record in met for claim in consequences(record, mover)]
        return []

    # -- what is added ---------------------------------------------------------------------------------------------

    def add(self, game: Game, *facts: Fact) -> None:
        """Add facts about a game: all, or (where the file cannot be written) none.

        Raises :class:`~zermelo.errors.DisagreementError` when a fact contradicts a stored one. Then both stay in the
        file, marked as disputed, and neither counts.
        """
        if self._database is None or not facts:
            return
        form = canonical(game)
        stored = StoredGame(form.key, game.kind, game.name, form.text)
        records = [_record(game, form, fact) for fact in facts]
        disputes: list[tuple[StoredFact, StoredFact]] = []
        with self._forgiving(), self._database.writing(self.patience):
            self._database.add_game(stored)
            for record in records:
                disputes += [(record, other) for other in insert(self._database, stored, record)]
        if disputes:
            advice = "both are kept as disputed until 'zermelo cache clear'"
            raise DisagreementError(f"{game.name}: {_both(game, form, *disputes[0])}; {advice}")

    def dispute(self, records: Sequence[StoredFact]) -> None:
        """Mark stored facts as contradicted: they stay in the file, and do not count any more."""
        if self._database is not None and records:
            with self._forgiving(), self._database.writing(self.patience):
                for record in records:
                    self._database.dispute(record)

    @contextmanager
    def _forgiving(self) -> Iterator[None]:
        """An error of the file ends the memory, with a warning, and nothing else."""
        try:
            yield
        except (*SQLITE_ERRORS, zlib.error, OSError, UnusableFileError, InputError) as error:
            with suppress(sqlite3.Error):
                self.close()
            place = f"{self.path}: " if self.path else ""
            said = " ".join(str(getattr(error, "strerror", None) or error).split())  # SQLite may quote lines
            self._warn(f"answers are not remembered: {place}{said}")


def insert(database: Database, game: StoredGame, record: StoredFact) -> list[StoredFact]:
    """Insert a record of a game; the records that it contradicts, all marked as disputed like itself.

    Parameters
    ----------
    database
        The file, open for writing.
    game
        The game, which is stored already.
    record
        The fact to insert.
    """
    mover, new = mover_of(game.text), list(consequences(record, mover_of(game.text)))
    against = [
        other
        for other in database.records(game.key)
        if other.counts and record.counts
        if any(one.contradicts(two) for one in new for two in consequences(other, mover))
    ]
    database.add(game.key, replace(record, disputed=record.disputed or bool(against)))
    for other in against:
        database.dispute(other)
    return against


def _settled(
    form: Canonical, place: str, player: Player, depth: int, stored: Iterable[Consequence]
) -> Consequence | None:
    """The claim that answers a question best: with a first move, checked, and as far-reaching as can be."""

    def worth(claim: Consequence) -> tuple[bool, bool, int]:
        return not claim.first_move, not claim.record.checked, claim.depth if claim.answer else -claim.depth

    return min((claim for claim in stored if claim.settles(form.role(player), place, depth)), key=worth, default=None)


def _known(game: Game, claim: Consequence) -> StoredAnswer:
    moves = canonical(game).moves.get(claim.first_move, [None])
    return StoredAnswer(claim.answer, None if claim.depth == EVER else claim.depth, moves[0], claim.record)


def _depth(game: Game, depth: int | None) -> int:
    """The depth of a question: `EVER` when no play is longer."""
    complete = game.complete_depth()
    return EVER if depth is None or (complete is not None and depth >= complete) else depth


def _record(game: Game, form: Canonical, fact: Fact) -> StoredFact:
    depth = _depth(game, fact.depth)
    complete = game.complete_depth()
    if fact.answer and depth == EVER and complete is not None:
        depth = complete

    def name(move: Any) -> str:
        if move is None:
            return ""
        if move not in form.names or (move == fact.first_move and game.mover(game.start) is not fact.player):
            raise InputError(f"a first move of {fact.player} to remember", found=repr(move))
        return form.names[move]

    return StoredFact(
        form.role(fact.player),
        name(fact.after),
        depth,
        fact.answer,
        name(fact.first_move),
        fact.origin,
        fact.checked,
        __version__,
        EDITION,
        fact.seconds,
        datetime.now(UTC).isoformat(timespec="seconds"),
    )


def _both(game: Game, form: Canonical, new: StoredFact, old: StoredFact) -> str:
    """Two records that contradict each other, in the terms of a game."""

    def said(record: StoredFact) -> str:
        after = form.moves.get(record.after, [])
        sentence = record.sentence(str(form.player(record.role)), game.move_name(after[0]) if after else "")
        return f"{sentence} ({record.origin}, {'' if record.checked else 'not '}checked, {record.date})"

    return f'the answer "{said(new)}" contradicts the stored answer "{said(old)}"'
