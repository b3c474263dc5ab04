"""The child process in which a combination runs, so that it can be limited and killed at any moment.

It reads a pickled `Run`, its seconds and a folder for temporary files (None: the usual one) from standard input, and
writes what happens to standard output as pickled messages: events, and at the end ``(finding, stages, notes)``. It is
started and watched by `zermelo.solving.worker_process`, through `zermelo.solvers.Process`, which kills it with its
whole family.
"""

from __future__ import annotations

import os
import pickle
import sys
import tempfile
from typing import Any

from zermelo.solving.journal import Journal
from zermelo.solving.run import Run

COMMAND = (sys.executable, "-c", "from zermelo.solving.worker import main; main()")
"""The command that starts a worker."""


def main() -> None:
    """Execute one run, which is described on standard input."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library may print does not get between the messages

    def send(message: Any) -> None:
        pickle.dump(message, out)
        out.flush()

    run, seconds, folder = pickle.load(sys.stdin.buffer)
    assert isinstance(run, Run)
    tempfile.tempdir = folder if folder is None else str(folder)
    journal = Journal(seconds, send)
    finding = run.attempt(journal)
    send((finding, journal.stages, journal.notes))
