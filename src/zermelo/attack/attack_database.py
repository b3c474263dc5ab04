"""An attack in one SQLite file, written by one process, a transaction for each answer of a job.

What a job has solved is on the disk before the next one is given out; a kill costs what was under way and nothing else.
Its writer holds a lock on a file beside it, and anybody may read meanwhile.

Tables: ``meta`` (the game, the question), ``positions`` and ``moves`` (the graph), ``facts`` (what is known of
canonical positions beyond it), ``proofs`` (strategy files, by the least image of the position), ``jobs`` (a record).
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from zermelo.attack.graph import AttackGraph, AttackNode, GraphLog
from zermelo.attack.position_form import PositionForms
from zermelo.campaign.file_lock import locked
from zermelo.errors import InputError, LimitError
from zermelo.model import Position

APPLICATION, FORMAT = 0x5A52_4D41, 1
"""The header of our files: "ZRMA", and the format of the tables."""

BUSY = 30.0
"""Seconds to wait for a reader that is in the way."""

_MAGIC = b"SQLite format 3\0"

_TABLES = (
    "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    """
    CREATE TABLE positions (
        number INTEGER PRIMARY KEY,     -- from 0, the start position
        black TEXT NOT NULL,            -- stones, hexadecimal masks; the first position met of all that count as one
        white TEXT NOT NULL,
        ply INTEGER NOT NULL,
        status TEXT,                    -- wins, holds; null: open
        work INTEGER NOT NULL,          -- nodes searched at it as a leaf
        tries INTEGER NOT NULL          -- the jobs at it that ended without an answer
    )""",
    """
    CREATE TABLE moves (
        parent INTEGER NOT NULL,
        place INTEGER NOT NULL,         -- from 0, the likeliest
        move TEXT NOT NULL,             -- its name
        child INTEGER,                  -- null: not opened yet
        PRIMARY KEY (parent, place)
    ) WITHOUT ROWID""",
    """
    CREATE TABLE facts (
        position TEXT PRIMARY KEY,      -- canonical: black, white, and 1 where the attacker moves
        status TEXT NOT NULL
    ) WITHOUT ROWID""",
    """
    CREATE TABLE proofs (
        position TEXT PRIMARY KEY,      -- least image: black, white, and 1 where the attacker moves
        status TEXT NOT NULL,
        strategy BLOB NOT NULL          -- a strategy file, compressed
    )""",
    """
    CREATE TABLE jobs (
        number INTEGER PRIMARY KEY,
        position INTEGER,               -- null: of a proof that was missing
        budget INTEGER,                 -- nodes; null: no limit
        nodes INTEGER NOT NULL,
        seconds REAL NOT NULL,
        cpu_seconds REAL NOT NULL,
        status TEXT,                    -- what it found; null: open
        reason TEXT,                    -- why it found nothing
        host TEXT NOT NULL
    )""",
)

_WANTED = "a file of an attack"


def told(position: Position) -> str:
    """A position as a key of the tables.

    >>> told(Position(10, 1, 1))
    'a 1 1'
    """
    return f"{position.black:x} {position.white:x} {position.ply}"


def untold(text: str) -> Position:
    """The position of a key.

    >>> untold("a 1 1")
    Position(black=10, white=1, ply=1)
    """
    black, white, ply = text.split()
    return Position(int(black, 16), int(white, 16), int(ply))


class AttackDatabase(GraphLog):
    """An open file of an attack; a context manager, and the log of its graph.

    Changes of the graph are kept until `commit`, which writes them in one transaction.

    Parameters
    ----------
    path
        The file; made when it is not there.

    Raises ``InputError`` for a file that is something else, or one that another process writes.
    """

    def __init__(self, path: Path) -> None:
        self.path = Path(os.path.realpath(path))
        self._lock = locked(self.path, path, _WANTED)
        self._pending: list[tuple[str, tuple[Any, ...]]] = []
        self._places: dict[int, int] = {}
        try:
            _refuse_others(self.path, path)
            self._connection = sqlite3.connect(self.path, timeout=BUSY, isolation_level=None)
        except BaseException:
            os.close(self._lock)
            raise
        try:
            with self._full():
                self._prepare(path)
        except BaseException:
            self.close()
            raise

    def _prepare(self, name: Path) -> None:
        self._connection.execute("PRAGMA synchronous = FULL")
        if not self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            with self._transaction():
                for table in _TABLES:
                    self._connection.execute(table)
                self._connection.execute(f"PRAGMA application_id = {APPLICATION}")
                self._connection.execute(f"PRAGMA user_version = {FORMAT}")
        self._connection.execute("PRAGMA journal_mode = WAL")
        names = ("application_id", "user_version")
        header = [self._connection.execute(f"PRAGMA {each}").fetchone()[0] for each in names]
        if header[0] != APPLICATION:
            raise InputError(_WANTED, found="another kind of file", source=str(name), advice="give another --db")
        if header[1] != FORMAT:
            advice = "it was written by another version; give another --db"
            wanted = f"{_WANTED} of format {FORMAT}"
            raise InputError(wanted, found=f"format {header[1]}", source=str(name), advice=advice)

    def close(self) -> None:
        """Close the file, and let others write it."""
        self._connection.close()
        os.close(self._lock)

    def __enter__(self) -> AttackDatabase:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _full(self) -> Iterator[None]:
        """Errors of the disk as errors for people; what was written before is safe."""
        try:
            yield
        except sqlite3.OperationalError as error:
            raise LimitError(
                "disk",
                f"{self.path}: cannot write: {error}; all answers so far are safe, the same command goes on from there",
            ) from error
        except sqlite3.DatabaseError as error:
            raise InputError(f"{_WANTED} that is whole", found=str(error), source=str(self.path)) from error

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            raise

    # -- the question -----------------------------------------------------------------------------------------------

    def about(self, asked: dict[str, Any]) -> None:
        """Write down the question; ``InputError`` when the file is about another one."""
        text = json.dumps(asked, sort_keys=True)
        found = self._connection.execute("SELECT value FROM meta WHERE name = 'question'").fetchone()
        if found is None:
            self._pending.append(("INSERT INTO meta VALUES ('question', ?)", (text,)))
            self.commit()
        elif found[0] != text:
            known = json.loads(found[0])
            raise InputError(
                f"{_WANTED} on {asked['name']}", found=f"one on {known.get('name')}, for {known.get('attacker')}",
                source=str(self.path), advice="give another --db",
            )  # fmt: skip

    # -- the log of the graph ---------------------------------------------------------------------------------------

    def commit(self) -> None:
        """Write all changes so far, in one transaction."""
        if self._pending:
            with self._full(), self._transaction():
                for query, values in self._pending:
                    self._connection.execute(query, values)
            self._pending.clear()

    def added(self, node: AttackNode) -> None:
        """As in `GraphLog`."""
        black, white, ply = node.position
        values = (node.number, f"{black:x}", f"{white:x}", ply, node.status, node.work, node.tries)
        self._pending.append(("INSERT INTO positions VALUES (?, ?, ?, ?, ?, ?, ?)", values))

    def opened(self, node: AttackNode, moves: list[Any]) -> None:
        """As in `GraphLog`."""
        self._places[node.number] = 0
        for place, move in enumerate(moves):
            self._pending.append(("INSERT INTO moves VALUES (?, ?, ?, NULL)", (node.number, place, self._named(move))))

    def linked(self, node: AttackNode, move: Any, child: AttackNode) -> None:  # noqa: ARG002 (moves come in order)
        """As in `GraphLog`."""
        place = self._places[node.number]
        self._places[node.number] += 1
        query = "UPDATE moves SET child = ? WHERE parent = ? AND place = ?"
        self._pending.append((query, (child.number, node.number, place)))

    def changed(self, node: AttackNode) -> None:
        """As in `GraphLog`."""
        query = "UPDATE positions SET status = ?, work = ?, tries = ? WHERE number = ?"
        self._pending.append((query, (node.status, node.work, node.tries, node.number)))

    def learned(self, key: Position, status: str) -> None:
        """Note a fact about a canonical position."""
        self._pending.append(("INSERT OR IGNORE INTO facts VALUES (?, ?)", (told(key), status)))

    def worked(self, **row: Any) -> None:
        """Note the end of a job: the columns of ``jobs`` but its number."""
        names = ", ".join(row)
        self._pending.append((f"INSERT INTO jobs ({names}) VALUES ({', '.join('?' * len(row))})", tuple(row.values())))

    def proved(self, key: Position, status: str, strategy: bytes) -> None:
        """Note the strategy of a position, given by its least image."""
        query = "INSERT OR IGNORE INTO proofs VALUES (?, ?, ?)"
        self._pending.append((query, (told(key), status, strategy)))

    # -- reading ----------------------------------------------------------------------------------------------------

    def load(self, forms: PositionForms, unit: int, patience: int) -> AttackGraph:
        """The graph as it was written down, which logs its changes here from now on."""
        self._forms = forms
        read = self._connection.execute
        facts = {untold(key): status for key, status in read("SELECT position, status FROM facts")}
        graph = AttackGraph(forms, unit, patience, facts, self)
        for number, black, white, ply, status, work, tries in read("SELECT * FROM positions ORDER BY number"):
            position = Position(int(black, 16), int(white, 16), ply)
            key, attacks = forms.key(position)[0], forms.attacks(position)
            graph.restore(AttackNode(number, key, position, attacks, status, work, tries))
        moves: dict[str, Any] = {}
        for parent, place, name, child in read("SELECT * FROM moves ORDER BY parent, place"):
            node = graph.nodes[parent]
            if place == 0:
                node.unopened = []
                moves = {forms.game.move_name(move): move for move in forms.game.legal(node.position)}
            assert node.unopened is not None
            move = moves[name]
            if child is None:
                node.unopened.append(move)
            else:
                graph.link(node, move, graph.nodes[child])
                self._places[parent] = self._places.get(parent, 0) + 1
        graph.begin()
        graph.refresh()
        self.commit()
        return graph

    def proof(self, key: Position) -> tuple[str, bytes] | None:
        """Status that is proven of a position, given by its least image, and the strategy file; None: no proof."""
        query = "SELECT status, strategy FROM proofs WHERE position = ?"
        found = self._connection.execute(query, (told(key),)).fetchone()
        return None if found is None else (found[0], found[1])

    def totals(self) -> dict[str, Any]:
        """Sums over all jobs so far: their number, nodes, seconds, CPU seconds."""
        query = "SELECT count(*), total(nodes), total(seconds), total(cpu_seconds) FROM jobs"
        jobs, nodes, seconds, cpu_seconds = self._connection.execute(query).fetchone()
        return {
            "jobs": jobs, "nodes": int(nodes), "seconds": round(seconds, 3), "cpu_seconds": round(cpu_seconds, 3)
        }  # fmt: skip

    def _named(self, move: Any) -> str:
        return self._forms.game.move_name(move)


def _refuse_others(path: Path, name: Path) -> None:
    """Refuse what is no database, without changing it."""
    try:
        with suppress(FileNotFoundError), path.open("rb") as file:
            header = file.read(16)
            if header and header != _MAGIC:
                raise InputError(_WANTED, found="another kind of file", source=str(name), advice="give another --db")
    except OSError as error:
        raise InputError(f"cannot read: {error.strerror}", source=str(name)) from error
