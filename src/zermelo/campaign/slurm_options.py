"""The resources that a campaign asks Slurm for: options of ``sbatch``, the same for workers of Dask and for arrays."""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from zermelo.campaign.cell import PYTHON_MB, CellLimits
from zermelo.campaign.job_server import SERVER_MB
from zermelo.errors import InputError, MissingToolError
from zermelo.solvers.process import Finished
from zermelo.solvers.process import run as run_program

WORKER_MB = 350
"""Memory of a process that runs cells one after another, beside them: Python, the package, Dask."""

SECONDS = 60.0
"""For a command of Slurm."""

_TIME = re.compile(r"\d+|\d+:\d\d|\d+:\d\d:\d\d|\d+-\d+|\d+-\d+:\d\d|\d+-\d+:\d\d:\d\d")


@dataclass(frozen=True)
class SlurmOptions:
    """Resources of one job of Slurm, which runs one cell at a time.

    Parameters
    ----------
    logs
        The folder for its output.
    partition
        None for that of the cluster.
    time
        As ``sbatch --time``: minutes, or H:M:S, or D-H.
    memory_mb, cores
        Of one job.
    more
        Further options of ``sbatch``, such as ``--account=a``.
    """

    logs: Path
    partition: str | None = None
    time: str = "1-00:00:00"
    memory_mb: int = 4000
    cores: int = 1
    more: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not _TIME.fullmatch(self.time):
            raise InputError("a time as for sbatch, such as 2:00:00", found=repr(self.time[:40]), source="--time")
        for text in (*self.more, self.partition or "a"):
            if not text.isprintable() or not text.strip():
                raise InputError("an option of sbatch on one line", found=repr(text[:40]), source="--sbatch")
        for text in self.more:
            if not text.startswith("-"):
                advice = "give --sbatch=--account=a, one option each time"
                raise InputError("an option of sbatch", found=repr(text[:40]), source="--sbatch", advice=advice)

    @staticmethod
    def memory_for(limits: CellLimits) -> int:
        """The memory of a job that has room for a cell, in MB; for a cell without a limit, 4000.

        >>> SlurmOptions.memory_for(CellLimits(memory_mb=2000))
        2600
        """
        return 4000 if limits.memory_mb is None else limits.memory_mb + PYTHON_MB + SERVER_MB + WORKER_MB

    def require(self) -> None:
        """Raise ``MissingToolError`` where there is no Slurm, ``InputError`` where it does not take these options."""
        if shutil.which("sbatch") is None:
            raise MissingToolError("sbatch: no such program; this machine submits no jobs to Slurm")
        done = run_program(["sbatch", "--test-only", *self.arguments(), "--wrap", "true"],
                           time_limit=SECONDS, memory_limit_mb=None)  # fmt: skip
        if done.exit_code != 0:
            raise InputError("options that Slurm takes", found=first_line(done), source="sbatch")

    def arguments(self) -> list[str]:
        """Options of ``sbatch``.

        >>> SlurmOptions(Path("logs"), "short", "30", more=("--account=a",)).arguments()[:3]
        ['--partition=short', '--time=30', '--mem=4000M']
        """
        options = [] if self.partition is None else [f"--partition={self.partition}"]
        options += [f"--time={self.time}", f"--mem={self.memory_mb}M", "--nodes=1", "--ntasks=1"]
        return [*options, f"--cpus-per-task={self.cores}", *self.more]


def queued(name: str | None = None) -> set[str] | None:
    """The numbers of this user's jobs that wait or run; of an array, its own.

    Parameters
    ----------
    name
        Of the jobs; None for all.

    An empty set where there is no Slurm; None where it does not answer, and nobody can tell.
    """
    command = ["squeue", "--noheader", f"--user={os.getuid()}", "--format=%F", *([f"--name={name}"] if name else [])]
    try:
        done = run_program(command, time_limit=SECONDS, memory_limit_mb=None)
    except MissingToolError:
        return set()
    if done.exit_code != 0:
        return None
    return set(done.stdout.decode(errors="replace").split())


def first_line(done: Finished) -> str:
    """The first line that a command of Slurm wrote to standard error."""
    lines = done.stderr.decode(errors="replace").split("\n")
    return lines[0].removeprefix("sbatch: ")[:200] or done.ending
