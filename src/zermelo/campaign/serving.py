"""The other end of `zermelo.campaign.job_server`: a process that does jobs one after another, a line for each."""

from __future__ import annotations

import json
import os
import resource
import sys
from collections.abc import Callable
from typing import Any


def serve(work: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Serve until standard input ends: each line is a job, each line of output the end of one.

    Parameters
    ----------
    work
        Does a job, given as the object on the line, with ``"seconds"``, its limit. The reply has ``"code"`` (below 0:
        the number of a signal), ``"text"`` (the answer as JSON), ``"seconds"``, ``"cpu_seconds"`` (of the job),
        ``"server_mb"`` (resident memory that is no job's).
    """
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what others print is no reply
    for line in sys.stdin.buffer:
        json.dump({**work(json.loads(line)), "server_cpu_seconds": cpu_seconds()}, replies)
        replies.write("\n")
        replies.flush()


def cpu_seconds() -> float:
    """CPU time of this process and of all that it started and that are over."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)
