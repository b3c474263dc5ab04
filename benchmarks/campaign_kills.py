"""A campaign that is killed again and again: it ends with every row once, no orphan and no contradiction.

    python benchmarks/campaign_kills.py                         2,006 cells, ten kills, two at a time
    python benchmarks/campaign_kills.py --engine dask --cells 200 --kills 5

Games: polyominoes on boards of 3x3 and 4x4, maker-maker and maker-breaker, and Hex. Ways: COR, Pairing, EA and ET by
DepQBF and CAQE, without a preprocessor and with Bloqqer, and the search. The kills come when so many rows are there, at
random: SIGKILL for the client, which is started again; for one process of a worker (its guard, its server, the cell, a
tool); for a worker with all that it has started. The exit code is 1 unless all is as it should be. The time of a cell
beside its own process contains the work that was lost by the kills, and the starts.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
import uuid
from collections import Counter
from pathlib import Path

import psutil

from zermelo.campaign import ResultsDatabase, read_plan
from zermelo.errors import InputError

PIECES = ["domino", "tic", "el", "elly", "knobby", "fatty", "tippy", "F5", "P5", "T5", "U5", "V5", "W5", "Z5"]
ENCODINGS, PREPROCESSORS, SOLVERS = ("cor", "pairing", "ea", "et"), ("", "bloqqer+"), ("depqbf", "caqe")
KINDS = ("client", "process", "tree")
MARK = "ZERMELO_CAMPAIGN_KILLS"
PATIENCE = 20.0
"""Seconds in which orphans have to be gone."""


def plan_text(cells: int, limit: float) -> str:
    """The campaign file, of at least so many cells."""
    ways = [f"{e}+{p}{s}" for e in ENCODINGS for p in PREPROCESSORS for s in SOLVERS] + ["search"]
    kinds = [(piece, board, kind) for piece in PIECES for board in ("3x3", "4x4") for kind in ("mm", "mb")]
    shapes = (f"httt:{piece},board={board},kind={kind}" for piece, board, kind in kinds)
    games = ["hex:3x3", *shapes, "hex:2x2", "hex:4x4"][: max(1, -(-cells // len(ways)))]
    repetitions = -(-cells // (len(games) * len(ways)))
    limits = f"[limits]\ntime = {limit}\nmemory = 1000\n"
    return f"games = {games}\nways = {ways}\nrepetitions = {repetitions}\ncheck = false\n{limits}"


def family(mark: str) -> list[psutil.Process]:
    """All processes that the campaign has started, and those that they have, by their environment."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.environ().get(MARK) == mark and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
        except psutil.Error:
            continue
    return found


def rows(db: Path) -> int:
    """The number of rows, also while the file is being made."""
    try:
        with ResultsDatabase(db, writing=False) as database:
            return len(database.done())
    except InputError:
        return 0


def kill(kind: str, client: psutil.Process, random_: random.Random, mark: str) -> bool:
    """SIGKILL for the client, for one process of a worker, or for a worker with its tree; False where there is none."""
    try:
        if kind == "client":
            client.kill()
            return True
        workers = [each for each in client.children(recursive=True) if each.environ().get(MARK) == mark]
        if not workers:
            return False
        chosen = random_.choice(workers if kind == "process" else client.children())
        victims = [chosen] if kind == "process" else [chosen, *chosen.children(recursive=True)]
        for each in victims:
            each.kill()
    except psutil.Error:
        return False
    return True


def campaign(args: argparse.Namespace, folder: Path) -> bool:
    """Run the campaign to its end; True if all is as it should be."""
    chance, mark = random.Random(args.seed), uuid.uuid4().hex
    file, db = folder / "campaign.toml", folder / "campaign.db"
    file.write_text(plan_text(args.cells, args.limit), encoding="utf-8")
    cells = len(read_plan(file).cells())
    command = [sys.executable, "-P", "-m", "zermelo", "campaign", "run", str(file), "--jobs", str(args.jobs)]
    command += ["--engine", args.engine]
    moments = sorted(chance.sample(range(1, cells), args.kills))
    kinds = [KINDS[number % len(KINDS)] for number in range(args.kills)]
    chance.shuffle(kinds)
    started, done = time.monotonic(), Counter[str]()
    with (folder / "messages.txt").open("wb") as messages:

        def begin() -> subprocess.Popen[bytes]:
            return subprocess.Popen(command, stdout=messages, stderr=messages, env={**os.environ, MARK: mark})

        client = begin()
        while True:
            code = client.poll()
            if code == -9:
                client = begin()
            elif code is not None:
                break
            if moments and rows(db) >= moments[0] and kill(kinds[0], psutil.Process(client.pid), chance, mark):
                print(f"{time.monotonic() - started:6.0f} s, {rows(db):5} rows: killed {kinds[0]}", flush=True)
                done[kinds[0]] += 1
                del moments[0], kinds[0]
            time.sleep(0.02)
    seconds = time.monotonic() - started
    return judged(folder, cells, code, seconds, args, done, mark)


def judged(
    folder: Path, cells: int, code: int, seconds: float, args: argparse.Namespace, kills: Counter[str], mark: str
) -> bool:
    """Print how it ended; True if all is as it should be."""
    until = time.monotonic() + PATIENCE
    while (orphans := family(mark)) and time.monotonic() < until:
        time.sleep(0.1)
    with ResultsDatabase(folder / "campaign.db", writing=False) as database:
        found = list(database.rows("key, status, reason, seconds, tries"))
        counts, contradictions = database.counts(), database.contradictions()
    ends = Counter(row["reason"] or row["status"] for row in found)
    inside = sum(row["seconds"] for row in found)
    again = sum(row["tries"] > 1 for row in found)
    print(f"{cells} cells, {len(found)} rows, {len({row['key'] for row in found})} keys; {again} tried again")
    print(", ".join(f"{end} {number}" for end, number in ends.most_common()))
    print(f"kills: {', '.join(f'{kind} {number}' for kind, number in sorted(kills.items()))}; exit code {code}")
    print(f"orphans: {len(orphans)}; contradictions: {len(contradictions)}")
    beside = 1000 * (seconds * args.jobs - inside) / cells
    print(f"{seconds:.0f} s, {args.jobs} at a time; {beside:.1f} ms a cell beside its process, lost work included")
    for each in orphans:
        print(f"orphan: {each}")
    whole = len(found) == counts["done"] == counts["cells"] == cells and sum(kills.values()) == args.kills
    return whole and code == 0 and not orphans and not contradictions and not ends["killed"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cells", type=int, default=2000, help="at least so many (2000)")
    parser.add_argument("--kills", type=int, default=10, help="how many (10)")
    parser.add_argument("--jobs", type=int, default=2, help="cells at a time (2)")
    parser.add_argument("--limit", type=float, default=2.0, help="seconds of a cell (2)")
    parser.add_argument("--engine", default="local", choices=("local", "dask"), help="(local)")
    parser.add_argument("--seed", type=int, default=1, help="of the random numbers (1)")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        right = campaign(args, Path(folder))
        print("all as it should be" if right else (Path(folder) / "messages.txt").read_text(errors="replace"))
    sys.exit(0 if right else 1)


if __name__ == "__main__":
    main()
