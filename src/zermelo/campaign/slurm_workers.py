"""Workers of Dask that are jobs of Slurm, and come back when one is lost."""

from __future__ import annotations

import contextlib
import logging
import time
from typing import Any

from zermelo.campaign.slurm_options import SlurmOptions, queued
from zermelo.errors import LimitError

TEND = 5.0
"""Seconds between two looks after lost workers."""


class SlurmWorkers:
    """So many workers, each a job of Slurm; a cluster as `DaskEngine` takes it.

    Parameters
    ----------
    options
        What each job asks for.
    number
        Of the jobs.
    """

    def __init__(self, options: SlurmOptions, number: int) -> None:
        self.options, self.number = options, number
        self._cluster: Any = None
        self._tended = time.monotonic()
        self._seen = False

    def __call__(self) -> Any:
        """Submit the jobs; the cluster of Dask."""
        import dask
        import dask_jobqueue

        dask.config.set({"distributed.deploy.lost-worker-timeout": "1s"})
        options = self.options
        options.logs.mkdir(parents=True, exist_ok=True)
        self._cluster = dask_jobqueue.SLURMCluster(  # type: ignore[attr-defined]  # lazily
            cores=1,
            processes=1,
            job_cpu=options.cores,
            memory=f"{options.memory_mb}MB",
            job_mem=f"{options.memory_mb}M",
            walltime=options.time,
            queue=options.partition,
            job_name="zermelo",
            job_extra_directives=list(options.more),
            log_directory=str(options.logs),
            worker_extra_args=["--memory-limit", "0", "--no-dashboard"],
            scheduler_options={"dashboard_address": ":0"},
            silence_logs=logging.CRITICAL,
        )
        self._cluster.scale(jobs=self.number)
        return self._cluster

    def tend(self, workers: int) -> None:
        """Submit lost jobs again, now and then.

        Parameters
        ----------
        workers
            The number of those that are there.

        ``LimitError`` when none ever came, and Slurm has no job of ours any more.
        """
        now = time.monotonic()
        if workers >= self.number or now - self._tended < TEND:
            self._seen = self._seen or workers > 0
            return
        self._tended = now
        jobs, waiting = self._jobs(), queued()
        if jobs and not self._seen and waiting is not None and not jobs & waiting:
            raise LimitError("interrupted", f"Slurm has ended the workers before they began; see {self.options.logs}")
        with contextlib.suppress(Exception):  # what cannot be submitted now may be later
            self._cluster.scale(jobs=self.number)  # those that were lost are off the list, and come on it again

    def _jobs(self) -> set[str]:
        """The numbers of our jobs."""
        return {str(each.job_id) for each in list(self._cluster.workers.values()) if getattr(each, "job_id", None)}
