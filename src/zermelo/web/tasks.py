"""The tasks of workers by name, and a little of each to load what they need."""

from __future__ import annotations

import socket

from zermelo.web.file_tasks import FILE_TASKS
from zermelo.web.play_tasks import PLAY_TASKS
from zermelo.web.proof_tasks import PROOF_TASKS
from zermelo.web.task_server import PageTask, TaskServer

TASKS: dict[str, PageTask] = {**PLAY_TASKS, **PROOF_TASKS, **FILE_TASKS}


def warm() -> None:
    """Do what is imported on first use."""
    with socket.socket() as nowhere:
        server = TaskServer(nowhere, 64, {**TASKS})
        about = {"game": "hex:2x2", "text": "", "moves": []}
        tell = list[object]().append
        for task, more in (("view", {}), ("sizes", {"depth": 3}), ("solve", {"kind": "winner", "seconds": 5})):
            TASKS[task](server, {**about, **more}, tell)
