"""The process of a fork server: it has loaded all that cells need, and forks for each cell on standard input.

Each line of input is a cell as JSON, with the seconds that it has; each line of output is the end of its process.
The process of a cell that is over has no family: the programs it started are guarded, and their guards end them.
"""

from __future__ import annotations

import os
import time
import traceback
from contextlib import suppress
from typing import Any, NoReturn

from zermelo.campaign.cell import CampaignCell
from zermelo.campaign.cell_worker import answer, outcome, resident_mb
from zermelo.campaign.serving import serve
from zermelo.campaign.way import tool_version
from zermelo.errors import ZermeloError

WARM = (
    CampaignCell("hex:2x2", "hex:2x2", "", "search"),
    CampaignCell("httt:domino,board=2x2", "httt:domino,board=2x2", "", "search"),
)
"""Cells that are answered before the first one, so that what is imported on demand is there."""


def main() -> None:
    """Serve until standard input ends."""
    for cell in WARM:
        outcome(cell, None)
    serve(_served)


def _served(given: dict[str, Any]) -> dict[str, Any]:
    """Run one cell in a process of its own; the end of that process."""
    seconds = given.pop("seconds")
    with suppress(ZermeloError):
        for name in given["tools"]:
            tool_version(name)  # asks each tool once, and not in each cell
    started = time.monotonic()
    given["deadline"] = None if seconds is None else started + seconds
    source, target = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(source)
        _child(given, target)
    os.close(target)
    with os.fdopen(source, "rb") as file:
        text = file.read()
    _, status, usage = os.wait4(pid, 0)
    code = os.waitstatus_to_exitcode(status)
    return {
        "code": code,
        "text": text.decode(errors="replace"),
        "seconds": time.monotonic() - started,
        "cpu_seconds": usage.ru_utime + usage.ru_stime,
        "server_mb": resident_mb("VmRSS"),
    }


def _child(given: dict[str, Any], target: int) -> NoReturn:
    """Be the process of a cell."""
    try:
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        answer(given, target)
    except BaseException:  # noqa: BLE001  # nothing may go on as a second server
        traceback.print_exc()
    os._exit(1)
