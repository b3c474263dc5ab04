"""The job of an attack: a native search of one position within a budget, on whatever machine.

It reads one JSON object (`leaf_job` makes it) and answers with another one:

- ``"status"``: ``"wins"``, ``"holds"`` or null (open), ``"reason"`` in the last case, ``"nodes"``;
- ``"strategy"``: the strategy file of what it found, compressed, as base64; null where none was written;
- ``"facts"``: what it knows of the positions after each move, where it is open: ``[[black, white, 1 if the attacker
  moves, status], …]``, canonical, masks hexadecimal.

A crash, a kill or a limit of the machine says nothing. Errors are ``{"error": …}`` with the message.
"""

from __future__ import annotations

import base64
import gzip
import io
import json
import os
import sys
import time
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from zermelo.attack.position_form import HOLDS, WINS, PositionForms
from zermelo.campaign.job import Job
from zermelo.errors import LimitError, ZermeloError
from zermelo.language.json_game import game_from_json
from zermelo.model import ConnectionGame, Game, Player, Position, PositionalGame
from zermelo.search.connection_session import ConnectionSession
from zermelo.search.engines import USUAL, session_for
from zermelo.search.positional_session import PositionalSession
from zermelo.search.session import Limits, SearchProof, Session
from zermelo.search.switches import ConnectionSwitches, PositionalSwitches, Values, switches_of
from zermelo.strategy.claim import Claim
from zermelo.strategy.extract.from_search import strategy_of
from zermelo.strategy.file import write_strategies

ARGUMENTS = ("-P", "-c", "from zermelo.attack.leaf_job import main; main()")
"""Of the interpreter that does the job."""

SERVER = ("-P", "-c", "from zermelo.attack.leaf_server import main; main()")
"""Of one that stays for further jobs, with its tables."""

GRACE = 10.0
"""Seconds over the time of a job after which it is killed."""

SHARE = 0.25
"""The part of the budget that may be spent, after a search without an answer, on what it knows of single moves."""


PROOF = 4
"""The budget of the strategy in budgets of the search, of `LEAST` nodes at least: one that takes more is written when a
proof of the whole needs it."""

LEAST = 1000


@dataclass(frozen=True)
class JobLimits:
    """The limits of each job beside its budget of nodes: seconds and megabytes; None for no limit."""

    seconds: float | None = None
    memory_mb: int | None = None


def leaf_job(
    key: str,
    game: dict[str, Any],
    name: str,
    attacker: Player,
    position: Position,
    nodes: int | None,
    limits: JobLimits,
    switches: Values = USUAL,
) -> Job:
    """A job at a position.

    Parameters
    ----------
    key
        Its name among the jobs under way.
    game, name
        The rules of the game as JSON, and its name.
    attacker
        The player whose win is in question.
    position
        The position.
    nodes
        The budget; None: no limit.
    limits
        The limits of the process.
    switches
        Switches of the search that are not as usual.
    """
    black, white, ply = position
    payload = {
        "game": game, "name": name, "attacker": attacker.value, "position": [f"{black:x}", f"{white:x}", ply],
        "nodes": nodes, "memory_mb": limits.memory_mb, "switches": dict(switches),
    }  # fmt: skip
    return Job(key, ARGUMENTS, payload, limits.seconds, limits.memory_mb, GRACE, SERVER)


def main() -> None:
    """Do the job on standard input, and write the answer."""
    target = os.dup(1)
    os.dup2(2, 1)
    said = answered(json.load(sys.stdin))
    with os.fdopen(target, "w", encoding="utf-8") as out:
        json.dump(said, out)


def answered(given: dict[str, Any]) -> dict[str, Any]:
    """The answer of a job.

    Parameters
    ----------
    given
        What it reads; ``"deadline"`` in seconds of `time.monotonic`, or null.

    >>> from zermelo.families import make
    >>> from zermelo.language.json_game import game_to_json
    >>> game = make("httt:el,board=3x3")
    >>> job = leaf_job("1", game_to_json(game), game.name, Player.BLACK, Position(), 1000, JobLimits())
    >>> answered({**job.payload, "deadline": None})["status"]
    'wins'
    """
    try:
        return leaf_search(given).answer()
    except ZermeloError as error:
        return {"error": str(error)}


def leaf_search(given: dict[str, Any]) -> LeafSearch:
    """The search of a job, with the tables of the jobs before it where they are of the same game."""
    board = _board(json.dumps([given["game"], given["name"], given["attacker"], given["switches"]]))
    black, white, ply = given["position"]
    return LeafSearch(board, Position(int(black, 16), int(white, 16), ply), given)


class LeafBoard:
    """The game of jobs in one process: the forms of its positions, and tables that all of them share, where they can.

    Parameters
    ----------
    game, attacker, switches
        As in `leaf_job`.
    """

    def __init__(self, game: Game, attacker: Player, switches: Values) -> None:
        self.game, self.attacker, self._switches = game, attacker, switches
        self.forms = PositionForms(game, attacker)
        chosen = switches_of(PositionalSwitches, switches)
        self._root = PositionalSession(game, switches=chosen) if isinstance(game, PositionalGame) else None

    def session(self, game: Game) -> Session:
        """A session of the game at some position."""
        if self._root is not None and isinstance(game, PositionalGame):
            return self._root.after(game)
        if isinstance(game, ConnectionGame):
            return ConnectionSession(game, switches_of(ConnectionSwitches, self._switches))
        return session_for(game, switches=self._switches)


@lru_cache(maxsize=1)
def _board(text: str) -> LeafBoard:
    game, name, attacker, switches = json.loads(text)
    return LeafBoard(game_from_json(game, name), Player(attacker), switches)


class LeafSearch:
    """The search of one position of a board; ``given`` has the limits."""

    def __init__(self, board: LeafBoard, position: Position, given: dict[str, Any]) -> None:
        self._forms, self._position, self._given = board.forms, position, given
        self._attacker = board.attacker
        self._game = board.game.at(position)
        self._session = board.session(self._game)
        self._nodes = 0

    def answer(self) -> dict[str, Any]:
        """Decide, and prove what was decided."""
        budget = self._given["nodes"]
        found = self._session.decide(self._attacker, None, self._limits(budget))
        self._nodes += found.nodes
        if found.answer is None:
            facts = self._facts(max(1, int(budget * SHARE))) if found.reason == "nodes" else []
            return {"status": None, "reason": found.reason, "nodes": self._nodes, "strategy": None, "facts": facts}
        status = WINS if found.answer else HOLDS
        try:
            strategy = base64.b64encode(self._strategy(status)).decode()
        except LimitError:
            strategy = None  # what was decided counts without it
        return {"status": status, "reason": None, "nodes": self._nodes, "strategy": strategy, "facts": []}

    def _limits(self, nodes: int | None) -> Limits:
        deadline = self._given["deadline"]
        seconds = None if deadline is None else max(0.0, deadline - time.monotonic())
        megabytes = None if self._given["memory_mb"] is None else 0.7 * self._given["memory_mb"]
        return Limits(seconds, megabytes, nodes)

    def _facts(self, nodes: int) -> list[list[Any]]:
        """Keys of the positions after single moves that the tables decide, or a little search, each with its status."""
        found = self._session.first_moves(self._attacker, None, self._limits(nodes))
        self._nodes += max((result.nodes for result in found.values()), default=0)
        facts = dict[Position, str]()
        for move, result in found.items():
            if result.answer is not None:
                after = self._game.step(self._position, move)
                facts[self._forms.key(after)[0]] = WINS if result.answer else HOLDS
        return [[f"{key.black:x}", f"{key.white:x}", key.ply, status] for key, status in facts.items()]

    def _strategy(self, status: str) -> bytes:
        """The strategy file of what was decided, compressed."""
        claim = Claim(self._attacker if status == WINS else self._attacker.other, status == WINS)
        strategy = strategy_of(self._game, claim, self._proof(claim))
        text = io.StringIO()
        write_strategies(text, self._game, [strategy])
        return gzip.compress(text.getvalue().encode(), 6, mtime=0)

    def _proof(self, claim: Claim) -> SearchProof:
        budget, session = self._given["nodes"], self._session
        limits = self._limits(None if budget is None else PROOF * max(budget, LEAST))
        if isinstance(session, PositionalSession):
            mere, derives = self._forms.residuals is not None, self._forms.derives
            return session.prove(claim.player, None, limits, wins=claim.wins, breaking=mere, deriving=derives)
        return session.prove(claim.player, None, limits, wins=claim.wins)
