"""One task of an array of Slurm: it runs a chunk of cells, one after another, and keeps the results in a file.

    python -m zermelo.campaign.slurm_task BATCH NUMBER

A task that is started again, because its node was lost or somebody requeued it, goes on where the first one was.
"""

from __future__ import annotations

import json
import sys
from itertools import islice
from pathlib import Path

from zermelo.campaign.cell import MISFIT, CampaignCell
from zermelo.campaign.client import TRIES, was_killed
from zermelo.campaign.job import Job, JobResult
from zermelo.campaign.kept_result import KeptResults, ResultLines
from zermelo.campaign.local import LocalEngine


def work(batch: Path, number: int) -> int:
    """Run a chunk of cells; the exit code.

    Parameters
    ----------
    batch
        The folder of a batch, as `zermelo.campaign.slurm_array` has written it.
    number
        Of the chunk, from 0.
    """
    settings = json.loads((batch / "batch.json").read_text(encoding="utf-8"))
    chunk = settings["chunk"]
    with (batch / "cells.jsonl").open(encoding="utf-8") as file:
        cells = [json.loads(line) for line in islice(file, number * chunk, (number + 1) * chunk)]
    file_of_results = batch / "results" / f"{number}.jsonl"
    before = KeptResults.read([file_of_results])
    with ResultLines(file_of_results) as lines, LocalEngine(1) as engine:
        for data in cells:
            job = CampaignCell.from_json(data["cell"]).job()
            if job.key in before.results:
                continue
            result = _perform(job, engine, lines, data["tries"] + before.begun[job.key])
            if result is not None and (result.answer or {}).get("error") == MISFIT:
                assert result.answer is not None
                lines.refuse(job.key, result.answer["detail"])
                print(result.answer["detail"], file=sys.stderr)
                return 1
    return 0


def _perform(job: Job, engine: LocalEngine, lines: ResultLines, tries: int) -> JobResult | None:
    """Run a job until nobody kills it, or it was tried often enough, ``tries`` times so far; its result."""
    result = None
    while tries < TRIES:
        tries += 1
        lines.begin(job.key)
        engine.submit(job)
        while not (results := engine.results(3600.0)):
            pass
        (result,) = results
        if (result.answer or {}).get("error") == MISFIT:
            return result
        if not was_killed(result):
            break
    if result is not None:
        lines.end(result, tries)
    return result


if __name__ == "__main__":
    sys.exit(work(Path(sys.argv[1]), int(sys.argv[2])))
