"""The options that say where jobs run, of ``campaign run`` and of ``attack``: this machine, Dask, or Slurm."""

from __future__ import annotations

from typing import Annotated

import typer

from zermelo.campaign.dask_engine import DaskEngine
from zermelo.campaign.engine import JobEngine
from zermelo.campaign.slurm_options import SlurmOptions
from zermelo.errors import InputError

EngineOption = Annotated[str, typer.Option("--engine", help="Where jobs run: local, dask or slurm.")]
SchedulerOption = Annotated[
    str | None, typer.Option("--scheduler", help="The address of a Dask scheduler (default: workers here).")
]
PartitionOption = Annotated[
    str | None, typer.Option("--partition", help="The partition of Slurm (default: that of the cluster).")
]
TimeOption = Annotated[
    str | None, typer.Option("--time", help="The time limit of a job of Slurm, as for sbatch (default: a day).")
]
SbatchOption = Annotated[
    list[str] | None, typer.Option("--sbatch", help="Another option of sbatch, such as --account=a; may be repeated.")
]


def job_engine(
    name: str, jobs: int | None, here: int | None, scheduler: str | None, slurm: SlurmOptions, **asked: object
) -> JobEngine | None:
    """The engine of that name; None for this machine without Dask.

    Parameters
    ----------
    name
        As the user gives it.
    jobs
        The number at a time; None: not given.
    here
        The same for workers of Dask on this machine; None: one on each core.
    scheduler
        The address of a Dask scheduler, if one is given.
    slurm
        The resources of a worker in Slurm.
    asked
        The options that only Slurm takes, by name, as they were given.
    """
    given = [option for option, value in asked.items() if value]
    if name != "slurm" and given:
        raise InputError("options of Slurm with --engine slurm alone", source=f"--{given[0]}")
    if scheduler is not None and name != "dask":
        raise InputError("an address with --engine dask alone", source="--scheduler")
    if name == "local":
        return None
    if name == "dask":
        return DaskEngine.local(here) if scheduler is None else DaskEngine.scheduler(scheduler, jobs)
    if name != "slurm":
        raise InputError("local, dask or slurm", found=repr(name[:40]), source="--engine")
    if jobs is None:
        raise InputError("the number of workers, --jobs N, with --engine slurm", source="--jobs")
    return DaskEngine.slurm(slurm, jobs)
