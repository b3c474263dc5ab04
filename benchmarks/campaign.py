"""The overhead of a campaign for each cell: a cell that does nothing, a process alone, and a whole campaign.

    python benchmarks/campaign.py                    200 cells
    python benchmarks/campaign.py --cells 2000 --jobs 4

Three numbers, in milliseconds for each cell, with one process at a time:

    process     an interpreter that starts and ends, started by a plain subprocess
    engine      the same started as a job: guarded, limited, watched, its answer read
    campaign    real cells of the smallest game through `zermelo.campaign.run`, less what their processes took:
                planning, handing out, comparing, writing a row that survives a power cut

Overhead is what the engine adds to the process, and what the campaign adds to its cells; the goal is 20 ms together.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from zermelo.campaign import Job, LocalEngine, ResultsDatabase, parse_plan, run

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


def campaign(cells: int, jobs: int) -> tuple[float, float]:
    """Seconds of a campaign of the smallest game, and of its processes alone divided by their number at a time."""
    text = f'games = ["hex:2x2"]\nways = ["search"]\nrepetitions = {cells}\n[limits]\ntime = 60\nmemory = 1000\n'
    with tempfile.TemporaryDirectory() as folder:
        plan = parse_plan(Path(folder, "campaign.toml"), text)
        state = run(plan, jobs=jobs)
        assert state.solved == cells, state
        with ResultsDatabase(Path(folder, "campaign.db"), writing=False) as database:
            inside = sum(row["seconds"] for row in database.rows("seconds"))
    return state.seconds, inside / jobs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cells", type=int, default=200, help="how many (200)")
    parser.add_argument("--jobs", type=int, default=1, help="at a time, in the whole campaign (1)")
    args = parser.parse_args()
    alone, engine = processes(args.cells), jobs_of_nothing(args.cells)
    whole, inside = campaign(args.cells, args.jobs)

    def told(name: str, seconds: float, more: str) -> None:
        print(f"{name:9} {1000 * seconds / args.cells:7.1f} ms a cell   {more}", flush=True)

    told("process", alone, "")
    told("engine", engine, f"overhead {1000 * (engine - alone) / args.cells:.1f} ms")
    told("campaign", whole, f"overhead {1000 * (whole - inside) / args.cells:.1f} ms")


if __name__ == "__main__":
    main()
