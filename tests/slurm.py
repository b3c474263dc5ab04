"""A real Slurm, where this machine has one: its state, and the end of its jobs."""

from __future__ import annotations

import functools
import shutil
import subprocess
from collections.abc import Callable


@functools.cache
def no_slurm() -> str:
    """Reason why no job of Slurm can run here; empty if one can."""
    if shutil.which("sinfo") is None:
        return "there is no Slurm: no sinfo"
    try:
        command = ["sinfo", "--noheader", "--format=%t"]  # it tries for ten seconds where nothing answers
        done = subprocess.run(command, capture_output=True, text=True, timeout=3, check=False)
    except subprocess.TimeoutExpired:
        return "Slurm does not answer"
    return "" if {"idle", "mix"} & set(done.stdout.split()) else f"Slurm has no free node: {done.stdout} {done.stderr}"


def ended(name: str) -> Callable[[], bool]:
    """A condition: no job of that name waits or runs."""
    command = ["squeue", "--noheader", f"--name={name}", "--format=%i"]
    return lambda: not subprocess.run(command, capture_output=True, check=True).stdout.strip()
