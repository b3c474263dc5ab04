"""The overhead of a campaign for each cell: a cell that does nothing, a process alone, and a whole campaign.

    python benchmarks/campaign.py                    200 cells
    python benchmarks/campaign.py --cells 2000 --jobs 4
    python benchmarks/campaign.py --engine dask     the whole campaign on workers of Dask

Three numbers, in milliseconds for each cell, with one process at a time:

    process     an interpreter that starts and ends, started by a plain subprocess
    engine      the same started as a job: guarded, limited, watched, its answer read
    campaign    real cells of the smallest game through `zermelo.campaign.run`, less what their processes took:
                planning, handing out, comparing, writing a row that survives a power cut

Overhead is what the engine adds to the process, and what the campaign adds to its cells; the goal is 20 ms together, by
Dask 60 ms. The time until the first cell ends is not counted: servers and workers start, whatever the number of cells.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from zermelo.campaign import CampaignState, Job, LocalEngine, ResultsDatabase, parse_plan, run
from zermelo.campaign.dask_engine import DaskEngine

NOTHING = ("-S", "-c", "print('{}')")


def processes(cells: int) -> float:
    """Seconds of so many plain processes."""
    started = time.perf_counter()
    for _ in range(cells):
        subprocess.run([sys.executable, *NOTHING], check=True, capture_output=True, stdin=subprocess.DEVNULL)
    return time.perf_counter() - started


def jobs_of_nothing(cells: int) -> float:
    """Seconds of the same as jobs."""
    started = time.perf_counter()
    with LocalEngine(1) as engine:
        for number in range(cells):
            engine.submit(Job(str(number), NOTHING, {}, time=60, memory_mb=1000))
            while not engine.results(60):
                pass
    return time.perf_counter() - started


def campaign(cells: int, jobs: int, engine: str) -> tuple[float, float, float]:
    """Seconds of a campaign of the smallest game.

    Until the first cells have ended; from then on; of the processes of cells from then on, divided by their number at
    a time.
    """
    text = f'games = ["hex:2x2"]\nways = ["search"]\nrepetitions = {cells + jobs}\n[limits]\ntime = 60\nmemory = 1000\n'
    begun: list[tuple[float, int]] = []

    def watch(state: CampaignState) -> None:
        if not begun and state.done >= jobs:
            begun.append((state.seconds, state.done))

    with tempfile.TemporaryDirectory() as folder:
        plan = parse_plan(Path(folder, "campaign.toml"), text)
        made = {"local": lambda: LocalEngine(jobs), "dask": lambda: DaskEngine.local(jobs)}[engine]()
        state = run(plan, engine=made, watch=watch)
        assert state.solved == cells + jobs, state
        (start, first), *_ = begun
        with ResultsDatabase(Path(folder, "campaign.db"), writing=False) as database:
            inside = sum([row["seconds"] for row in database.rows("seconds")][first:])
    return start, state.seconds - start, inside / jobs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cells", type=int, default=200, help="how many (200)")
    parser.add_argument("--jobs", type=int, default=1, help="at a time, in the whole campaign (1)")
    parser.add_argument("--engine", default="local", choices=("local", "dask"), help="of the whole campaign (local)")
    args = parser.parse_args()
    alone, engine = processes(args.cells), jobs_of_nothing(args.cells)
    start, whole, inside = campaign(args.cells, args.jobs, args.engine)

    def told(name: str, seconds: float, more: str) -> None:
        print(f"{name:9} {1000 * seconds / args.cells:7.1f} ms a cell   {more}", flush=True)

    told("process", alone, "")
    told("engine", engine, f"overhead {1000 * (engine - alone) / args.cells:.1f} ms")
    told("campaign", whole, f"overhead {1000 * (whole - inside) / args.cells:.1f} ms; start {start:.1f} s")


if __name__ == "__main__":
    main()
