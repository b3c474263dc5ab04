"""Evidence of a contradiction: both verdicts and both formulas, in a folder beside the results.

A formula may take long to write, so that is done when the campaign has come to its end, by processes with limits.
"""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import sys
from pathlib import Path
from typing import Any

from zermelo.campaign.agreement import NEVER, Saying
from zermelo.errors import MissingToolError
from zermelo.files import write_text
from zermelo.solvers.process import run

SECONDS, MEMORY_MB = 60.0, 4000
"""Limits for writing a formula."""


def keep_verdict(folder: Path, number: int, said: Saying, source: str, verdict: dict[str, Any]) -> None:
    """Write a verdict, and the formula behind it if there is one.

    Parameters
    ----------
    folder
        The folder of the contradiction.
    number
        1 or 2: which of its sides.
    said
        The saying that is contradicted.
    source
        The game, as `load` takes it.
    verdict
        As JSON.

    A formula that takes too long is not written: then the verdict alone tells.
    """
    stem = f"{number}-{re.sub(r'[^A-Za-z0-9_-]+', '-', said.way)}"
    write_text(folder / f"{stem}.json", [json.dumps(verdict, indent=1), "\n"])
    encoding, plus, _ = str(verdict.get("method")).partition("+")
    player, depth = asked_about(said, verdict)
    if not plus or depth is None:
        return
    command = [sys.executable, "-P", "-m", "zermelo", "encode", source, "--encoding", encoding, "--depth", str(depth)]
    for whose in dict.fromkeys((player, "black")):  # of a mere breaker there is the formula of Black alone
        target = folder / f"{stem}{'' if whose == 'black' else '-white'}-depth-{depth}.qdimacs"
        with contextlib.suppress(MissingToolError):
            run([*command, "--for", whose, "-o", target], time_limit=SECONDS, memory_limit_mb=MEMORY_MB)
        if target.exists():
            return


def asked_about(said: Saying, verdict: dict[str, Any]) -> tuple[str, int | None]:
    """The player and the depth of the formula behind a saying; None where no formula has said it.

    Parameters
    ----------
    said
        The saying.
    verdict
        The verdict that says it, as JSON.

    Who has won is who the formula is about, though the saying may be that the other never wins.
    """
    query = verdict.get("query")
    stages = verdict.get("stages") or verdict.get("steps") or ()
    asked = max((each["depth"] for each in stages if "encoding" in each and "depth" in each), default=None)
    if not isinstance(query, dict):  # the formulas of another kind of job, which are all about Black
        return "black", asked if said.depth == NEVER else int(said.depth)
    winner, player = verdict.get("outcome"), query.get("player")
    if player is not None and (winner == player or (winner is None and verdict.get("answer") is True)):
        return player, verdict.get("won_depth") or asked
    if winner is None and said.depth != NEVER:
        return said.player, int(said.depth)
    return winner or said.player, asked


def keep_formulas(folder: Path, formulas: str) -> bool:
    """Move the formulas that a process has kept of a contradiction within itself.

    Parameters
    ----------
    folder
        The folder of the contradiction; it is made.
    formulas
        The folder where they are.

    False where that fails, and where they are on another machine: then they are where they were.
    """
    try:
        names = list(Path(formulas).iterdir())
        folder.mkdir(parents=True, exist_ok=True)
        for each in names:
            shutil.move(each, folder / each.name)
        Path(formulas).rmdir()
    except OSError:
        return False
    return True


def without_place(said: str, formulas: str) -> str:
    """A message without the folder in which formulas were.

    >>> without_place("cor says yes; the formula is in /tmp/a", "/tmp/a")
    'cor says yes'
    """
    return re.sub(rf"; the formulas? (is|are) in {re.escape(formulas)}", "", said)
