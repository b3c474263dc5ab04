"""A worker of an attack that stays: it does jobs at positions of one game one after another, and keeps its tables.

What one job has found helps all later ones in this process, for tables know positions of the board (`LeafBoard`). A
kill, a limit or another game costs the tables and nothing else.
"""

from __future__ import annotations

import json
import time
from typing import Any

from zermelo.attack.leaf_job import answered
from zermelo.campaign.serving import cpu_seconds, serve


def main() -> None:
    """Serve until standard input ends."""
    serve(_served)


def _served(given: dict[str, Any]) -> dict[str, Any]:
    """Do one job; its end."""
    seconds, started, before = given.pop("seconds"), time.monotonic(), cpu_seconds()
    text = json.dumps(answered({**given, "deadline": None if seconds is None else started + seconds}))
    spent = time.monotonic() - started
    return {"code": 0, "text": text, "seconds": spent, "cpu_seconds": cpu_seconds() - before, "server_mb": 0.0}
