"""An attack in one SQLite file, written by one process, a transaction for each answer of a job.

What a job has solved is on the disk before the next one is given out; a kill costs what was under way and nothing else.
Its writer holds a lock on a file beside it, and anybody may read meanwhile.

Tables: ``meta`` (the game, the question), ``positions`` and ``moves`` (the graph), ``facts`` (what is known of
canonical positions beyond it), ``proofs`` (strategy files, by the least image of the position), ``jobs`` (a record).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from zermelo.attack.graph import MOST_WORK, AttackGraph, AttackNode, GraphLog
from zermelo.attack.position_form import HOLDS, WINS, PositionForms
from zermelo.errors import InputError
from zermelo.model import Position
from zermelo.sqlite_file import OwnedDatabase, SqliteFormat

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


class AttackDatabase(OwnedDatabase, GraphLog):
    """An open file of an attack; a context manager, and the log of its graph.

    Changes of the graph are kept until `commit`, which writes them in one transaction.

    Parameters
    ----------
    path
        The file; made when it is not there.

    Raises ``InputError`` for a file that is something else, or one that another process writes.
    """

    FORMAT = SqliteFormat(0x5A52_4D41, 1, _TABLES)  # "ZRMA"
    KIND = "a file of an attack"
    PARTS = "answers"

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._pending: list[tuple[str, tuple[Any, ...]]] = []
        self._places: dict[int, int] = {}

    # -- the question -----------------------------------------------------------------------------------------------

    def about(self, asked: dict[str, Any]) -> None:
        """Write down the question; ``InputError`` when the file is about another one."""
        text = json.dumps(asked, sort_keys=True)
        found = self._read("SELECT value FROM meta WHERE name = 'question'")
        if not found:
            self._pending.append(("INSERT INTO meta VALUES ('question', ?)", (text,)))
            self.commit()
        elif found[0][0] != text:
            with self.as_written():
                known = json.loads(found[0][0])
                wanted, other = (f"{each['name']}, for {each['attacker']}" for each in (asked, known))
            if wanted == other:
                other += ", in another position or by other rules (--after, --breaking)"
            raise InputError(
                f"{self.KIND} on {wanted}", found=f"one on {other}", source=str(self.path), advice="give another --db"
            )

    # -- the log of the graph ---------------------------------------------------------------------------------------

    def commit(self) -> None:
        """Write all changes so far, in one transaction."""
        if self._pending:
            with self._writing():
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
        query = "INSERT OR REPLACE INTO proofs VALUES (?, ?, ?)"
        self._pending.append((query, (told(key), status, strategy)))

    # -- reading ----------------------------------------------------------------------------------------------------

    def load(self, forms: PositionForms, unit: int, patience: int) -> AttackGraph:
        """The graph as it was written down, which logs its changes here from now on."""
        self._forms = forms
        with self.as_written():
            graph = self._load(forms, unit, patience)
            graph.begin()
            graph.refresh()
        self.commit()
        return graph

    def _load(self, forms: PositionForms, unit: int, patience: int) -> AttackGraph:
        read = self._read
        facts = {untold(key): status for key, status in read("SELECT position, status FROM facts")}
        if not set(facts.values()) <= {WINS, HOLDS}:
            raise ValueError(facts)
        graph = AttackGraph(forms, unit, patience, facts, self)
        for number, black, white, ply, status, work, tries in read("SELECT * FROM positions ORDER BY number"):
            if status not in (WINS, HOLDS, None) or not (0 <= work < MOST_WORK and 0 <= tries < MOST_WORK):
                raise ValueError(number)
            position = Position(int(black, 16), int(white, 16), ply)
            key, attacks = forms.key(position)[0], forms.attacks(position)
            graph.restore(AttackNode(number, key, position, attacks, status, work, tries))
        if graph.nodes and graph.nodes[0].position != forms.game.start:
            raise ValueError(graph.nodes[0].position)
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
        return graph

    def proof(self, key: Position) -> tuple[str, bytes] | None:
        """Status that is proven of a position, given by its least image, and the strategy file; None: no proof."""
        found = self._read("SELECT status, strategy FROM proofs WHERE position = ?", (told(key),))
        return (found[0][0], found[0][1]) if found and isinstance(found[0][1], bytes) else None

    def totals(self) -> dict[str, Any]:
        """Sums over all jobs so far: their number, nodes, seconds, CPU seconds."""
        query = "SELECT count(*), total(nodes), total(seconds), total(cpu_seconds) FROM jobs"
        ((jobs, nodes, seconds, cpu_seconds),) = self._read(query)
        return {
            "jobs": jobs, "nodes": int(nodes), "seconds": round(seconds, 3), "cpu_seconds": round(cpu_seconds, 3)
        }  # fmt: skip

    def _named(self, move: Any) -> str:
        return self._forms.game.move_name(move)
