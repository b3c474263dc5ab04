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

    A formula that takes too long, or that is none of Black's, is not written: then the verdict alone tells.
    """
    stem = f"{number}-{re.sub(r'[^A-Za-z0-9_-]+', '-', said.way)}"
    write_text(folder / f"{stem}.json", [json.dumps(verdict, indent=1), "\n"])
    encoding, plus, _ = str(verdict.get("method")).partition("+")
    depth = _depth(said, verdict)
    if not plus or depth is None or said.player != "black":
        return
    target = folder / f"{stem}-depth-{depth}.qdimacs"
    command = [sys.executable, "-P", "-m", "zermelo", "encode", source]
    with contextlib.suppress(MissingToolError):
        run([*command, "--encoding", encoding, "--depth", str(depth), "-o", target],
            time_limit=SECONDS, memory_limit_mb=MEMORY_MB)  # fmt: skip


def _depth(said: Saying, verdict: dict[str, Any]) -> int | None:
    """The depth of the formula that says so: of a win at all or never, the largest that was asked."""
    if said.depth != NEVER:
        return int(said.depth)
    stages = verdict.get("stages", ())
    return max((each["depth"] for each in stages if "encoding" in each and "depth" in each), default=None)


def keep_formulas(folder: Path, formulas: str | None) -> None:
    """Move the formulas that a process has kept of a contradiction within itself, if they are on this machine."""
    if formulas and Path(formulas).is_dir():
        with contextlib.suppress(OSError):
            for each in Path(formulas).iterdir():
                shutil.move(each, folder / each.name)
            Path(formulas).rmdir()
