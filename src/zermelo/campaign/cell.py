"""A cell of a campaign: one game, asked in one way, within limits, for the so-many-th time.

A cell is plain data, so that it can be sent to another machine, and its key is a hash of all that its answer may depend
on: a cell of the same key is never run again. What comes of it is a row of the results.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

from zermelo.campaign.job import Job

WORKER = ("-P", "-c", "from zermelo.campaign.cell_worker import main; main()")
"""The arguments of the interpreter that runs a cell."""

SERVER = ("-P", "-c", "from zermelo.campaign.fork_server_child import main; main()")
"""The same of a fork server of cells."""

SOLVE = "solve"
"""The kind of job of a campaign file: a game asked in one way."""

PYTHON_MB = 150
"""Memory that the process of a cell may use beside the limit of its search or its tool."""

GRACE = 1.0
"""Seconds after the time limit in which a cell may end by itself."""


@dataclass(frozen=True)
class CampaignQuery:
    """The question of a campaign, as the options of ``zermelo solve`` say it.

    Parameters
    ----------
    kind
        ``"winner"``, ``"fastest"`` or ``"within"``; None: by the depth and the player, or the game's own depth.
    player
        ``"black"`` or ``"white"``.
    depth
        In moves.
    """

    kind: str | None = None
    player: str = "black"
    depth: int | None = None


@dataclass(frozen=True)
class CellLimits:
    """Limits of a cell: seconds of wall-clock time, MB, and runs at a time inside it; None for no limit."""

    time: float | None = None
    memory_mb: int | None = None
    jobs: int = 1


@dataclass(frozen=True)
class CampaignCell:
    """A cell.

    Parameters
    ----------
    game, source, game_sha256
        The game: its name, what `load` takes, its hash.
    way
        The label of the way.
    asked, limits
        The question and the limits.
    check
        True to prove and check the answer.
    repetition
        From 1.
    zermelo, tools
        The versions, of this package and of the tools of the way.
    kind, arguments
        The kind of job: ``"solve"`` asks `solve` as the way says; any other is a name of `zermelo.campaign.kinds`, and
        its arguments are plain data. Then the way is a mere label.
    """

    game: str
    source: str
    game_sha256: str
    way: str
    asked: CampaignQuery = CampaignQuery()
    limits: CellLimits = CellLimits()
    check: bool = True
    repetition: int = 1
    zermelo: str = ""
    tools: dict[str, str] = field(default_factory=dict, hash=False)
    kind: str = SOLVE
    arguments: dict[str, Any] = field(default_factory=dict, hash=False)

    @cached_property
    def key(self) -> str:
        """SHA-256 of what the answer may depend on: neither the name of the game nor its place count.

        >>> cells = (CampaignCell(name, name, "f00", "search") for name in ("hex:3x3", "a.hex"))
        >>> len({cell.key for cell in cells})
        1
        """
        parts = self.to_json()
        del parts["game"], parts["source"]
        if self.kind == SOLVE:
            del parts["kind"], parts["arguments"]
        else:
            parts["arguments"].pop("game", None)  # the hash tells it, wherever the file lies
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()

    def to_json(self) -> dict[str, Any]:
        """The cell as a JSON object."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> CampaignCell:
        """The cell of a JSON object."""
        return cls(**data | {"asked": CampaignQuery(**data["asked"]), "limits": CellLimits(**data["limits"])})

    def job(self) -> Job:
        """The job that answers it."""
        time, memory = self.limits.time, self.limits.memory_mb
        return Job(
            self.key,
            WORKER,
            self.to_json(),
            time=time,
            memory_mb=None if memory is None else memory + PYTHON_MB,
            grace=GRACE,
            server=SERVER,
        )


MISFIT = "misfit"
"""The error of a machine that may not answer a cell; there is no row of it."""

CONTRADICTION = "contradiction"
"""The error of a cell in which two ways contradict each other."""

SOLVED, UNKNOWN, FAILED = "solved", "unknown", "failed"
"""The three ends of a cell: an answer; none, by a limit or a tool that gave up; none, for anything else."""

_LIMITS = frozenset({"time", "memory", "size", "depth", "gave up", "nothing to try", "silent", "open", "unsupported"})
"""Reasons for no answer that are no failures."""


def status_of(verdict: dict[str, Any] | None, reason: str | None) -> str:
    """The end of a cell: of its verdict, as JSON (None: there is none), and the reason why there is no answer."""
    if verdict is not None and reason is None:
        return SOLVED
    return UNKNOWN if reason in _LIMITS else FAILED
