"""The allowance of a job: what a kind of job may use, and the interface of kinds."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zermelo.errors import LimitError


@dataclass(frozen=True)
class Allowance:
    """Limits of a job under way.

    Parameters
    ----------
    deadline
        The end of its time, in seconds of `time.monotonic`; None for no limit.
    memory_mb
        MB of each program that it starts; None for no limit.
    jobs
        Runs at a time inside the job.
    """

    deadline: float | None = None
    memory_mb: int | None = None
    jobs: int = 1

    @property
    def left(self) -> float | None:
        """Seconds that are left, at least 0; None for no limit.

        >>> Allowance().left, Allowance(deadline=0.0).left
        (None, 0.0)
        """
        return None if self.deadline is None else max(0.0, self.deadline - time.monotonic())

    def require_time(self) -> None:
        """Raise ``LimitError`` when no time is left."""
        if self.left == 0.0:
            raise LimitError("time", "out of time")


JobFigures = dict[str, Any]
"""Findings of a job, as a JSON object.

``"reason"`` is why something is missing, as in a verdict (None or left out: nothing is). ``"says"`` lists what is said
about the game, to be compared with all else that is said about it: objects with ``"player"``, ``"wins"`` and
``"depth"`` (None: at all, or never). ``"answer"``, ``"outcome"``, ``"depth"``, ``"refuted_depth"``, ``"won_depth"``,
``"complete"``, ``"method"`` and ``"checked"`` become columns of the row; all else is in the row's ``verdict``.
"""

JobKind = Callable[[dict[str, Any], Allowance], JobFigures]
"""A kind of job: a function of its arguments, which are plain data, and its allowance. It may raise as `solve` may."""
