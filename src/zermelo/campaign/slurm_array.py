"""Campaigns as arrays of Slurm, without Dask: a batch script for the cells that are open, and the way back.

Beside the results ``DB`` lies the folder ``DB.slurm`` with a folder for each batch: the script, the cells (one a line),
the results of each task. Tasks never see the database. The client takes in what they kept, and writes the next batch of
what is left; to do so again changes nothing. While an array of this folder waits or runs, or may, no second one is
written.
"""

from __future__ import annotations

import hashlib
import json
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

from zermelo.campaign.cell import CampaignCell
from zermelo.campaign.client import TRIES, CampaignState, Client, StateWatcher, opened
from zermelo.campaign.job import JobResult
from zermelo.campaign.kept_result import KeptResult, KeptResults, now
from zermelo.campaign.plan import Plan
from zermelo.campaign.slurm_options import SECONDS, SlurmOptions, first_line, queued
from zermelo.errors import MissingToolError
from zermelo.files import write_text
from zermelo.solvers.process import run as run_program

MOST_TASKS = 1000
"""Tasks of one array: Slurm refuses more, if its administrator has not allowed them."""

SILENT = "squeue does not answer: an array may be under way, so none is written; the same command later goes on"
"""The message where nobody can tell which arrays wait or run."""

LEAST_CHUNK = 10
"""Cells of a task, so that its start is not all that it does."""


@dataclass(frozen=True)
class ArrayState:
    """The end of `run_array`.

    Parameters
    ----------
    campaign
        The campaign, as after a run.
    script
        The batch script of what is left; None where nothing is, or an array is or may be under way, or none was asked
        for.
    cells, tasks
        Numbers of them in this script.
    under_way
        The number of the array that waits or runs; None: there is none.
    submitted
        The number of the array that was submitted.
    refused
        Why machines refused to run cells of the last batch; and that Slurm does not tell of its arrays.
    """

    campaign: CampaignState
    script: Path | None = None
    cells: int = 0
    tasks: int = 0
    under_way: str | None = None
    submitted: str | None = None
    refused: tuple[str, ...] = ()


def folder_of(db: Path) -> Path:
    """The folder of the batches of a file of results."""
    return Path(f"{db}.slurm").absolute()


def run_array(
    plan: Plan,
    db: Path,
    options: SlurmOptions,
    *,
    chunk: int | None = None,
    at_a_time: int | None = None,
    write: bool = True,
    submit: bool = False,
    watch: StateWatcher = lambda _: None,
) -> ArrayState:
    """Take in what arrays have done, and write the batch script of what is left.

    Parameters
    ----------
    plan, db
        The campaign and its file of results.
    options
        What each task asks for.
    chunk
        Cells of a task; None: 10, or more where there would be more than 1000 tasks.
    at_a_time
        The largest number of tasks at a time; None: Slurm decides.
    write, submit
        False to take in only; True to submit the script as well.
    watch
        As for `zermelo.campaign.run`.

    ``MissingToolError`` where the script is to be submitted and there is no Slurm.
    """
    folder = folder_of(db)
    if submit:
        options.require()
    with opened(plan, db, watch) as client:
        waiting = queued(_name(folder))
        under_way = min(waiting or (), default=None)
        kept = collected(folder)
        client.take_in([*kept.results.values(), *_given_up(client, kept, waiting)])
        client.keep_evidence()
        left, state = client.open_cells(), client.told()
        refused = tuple(dict.fromkeys(kept.refused))
        if left and write and waiting is None:
            return ArrayState(state, refused=(*refused, SILENT))
        if not left or not write or under_way is not None:
            return ArrayState(state, under_way=under_way, refused=refused)
        chunk = chunk or max(LEAST_CHUNK, -(-len(left) // MOST_TASKS))
        tasks = -(-len(left) // chunk)
        script = _written(folder, left, kept, options, chunk, tasks, at_a_time)
        return ArrayState(state, script, len(left), tasks, None, _submitted(script) if submit else None, refused)


def collected(folder: Path) -> KeptResults:
    """All that the tasks of all batches have kept; refusals of the last batch alone."""
    batches = sorted((path for path in folder.glob("*") if path.name.isdecimal()), key=lambda path: int(path.name))
    found = KeptResults.read(file for batch in batches for file in sorted((batch / "results").glob("*.jsonl")))
    found.refused = KeptResults.read(sorted((batches[-1] / "results").glob("*.jsonl"))).refused if batches else []
    return found


def _given_up(client: Client, kept: KeptResults, waiting: set[str] | None) -> list[KeptResult]:
    """Results for cells that were begun often enough, and have always been killed together with their task."""
    if waiting is None or waiting:  # one of them may be under way
        return []
    said = "killed, and its task with it"
    return [
        KeptResult(JobResult(cell.key, None, 0.0, 0.0, 0.0, None, None, None, True, said, "", ""), TRIES, now())
        for cell in client.open_cells()
        if cell.key not in kept.results and kept.begun[cell.key] >= TRIES
    ]


def _written(
    folder: Path,
    cells: list[CampaignCell],
    kept: KeptResults,
    options: SlurmOptions,
    chunk: int,
    tasks: int,
    at_a_time: int | None,
) -> Path:
    """Write a batch: its script comes last, so that a batch with a script is whole."""
    number = 1 + max((int(path.name) for path in folder.glob("*") if path.name.isdecimal()), default=0)
    batch = folder / str(number)
    (batch / "results").mkdir(parents=True)
    options.logs.mkdir(parents=True, exist_ok=True)
    write_text(batch / "cells.jsonl", (
        json.dumps({"cell": cell.to_json(), "tries": kept.begun[cell.key]}) + "\n" for cell in cells
    ))  # fmt: skip
    write_text(batch / "batch.json", [json.dumps({"chunk": chunk, "tasks": tasks, "cells": len(cells)}), "\n"])
    script = batch / "batch.sh"
    write_text(script, (f"{line}\n" for line in _script(folder, batch, options, tasks, at_a_time)))
    return script


def _script(folder: Path, batch: Path, options: SlurmOptions, tasks: int, at_a_time: int | None) -> list[str]:
    most = "" if at_a_time is None else f"%{at_a_time}"
    logs = str(options.logs).replace("%", "%%")
    own = [
        f"--job-name={_name(folder)}",
        f"--array=0-{tasks - 1}{most}",
        f"--output={logs}/{batch.name}-%a.out",
        *options.arguments(),
    ]
    command = [sys.executable, "-P", "-m", "zermelo.campaign.slurm_task", str(batch)]
    return [
        "#!/bin/sh",
        *(f"#SBATCH {shlex.quote(option)}" for option in own),
        "",
        f'exec {shlex.join(command)} "$SLURM_ARRAY_TASK_ID"',
    ]


def _name(folder: Path) -> str:
    """The name of the arrays of a folder, among all jobs of the user."""
    return f"zermelo-{hashlib.sha256(str(folder).encode(errors='surrogateescape')).hexdigest()[:12]}"


def _submitted(script: Path) -> str:
    """Submit a script; the number of the array."""
    done = run_program(["sbatch", "--parsable", script], time_limit=SECONDS, memory_limit_mb=None)
    if done.exit_code != 0:
        raise MissingToolError(f"sbatch {script}: {first_line(done)}")
    return done.stdout.decode(errors="replace").strip().partition(";")[0]
