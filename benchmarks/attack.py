"""Attacks beside one search: nodes, and the speed-up with more workers.

    python benchmarks/attack.py [--games NAME ...] [--budget N] [--workers 1 2 4]
    python benchmarks/attack.py --games httt:snaky,board=8x9,mb --time 60       what is not solved so soon
    python benchmarks/attack.py --games httt:p5-02,board=7x7 --budget 10000     both build

Ratios are to the nodes of one search. CPU seconds are those of all jobs; starting a worker takes about half a second of
them. The speed-up is that of the time, or of the nodes a second where the game stays open. The machine should have a
core for each worker.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from common import above_zero, mistakes_told, whole

from zermelo.attack.attack import AttackPlan, AttackState, attack
from zermelo.campaign.local import LocalEngine
from zermelo.families import make
from zermelo.model import Player
from zermelo.search.engines import session_for
from zermelo.search.session import Limits

GAMES = ["httt:snaky,board=8x8,mb", "httt:snaky,board=7x9,mb"]


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", default=GAMES)
    parser.add_argument("--budget", type=whole, default=5000)
    parser.add_argument("--workers", type=whole, nargs="+", default=[1, 2, 4])
    parser.add_argument("--time", type=above_zero, help="seconds of each search and attack")
    options = parser.parse_args()
    with mistakes_told(parser):
        run(options)


def run(options: argparse.Namespace) -> None:
    """A line for each game and number of workers."""
    print(
        f"{'game':28} {'workers':>7} {'answer':>6} {'jobs':>5} {'nodes':>9} "
        f"{'ratio':>6} {'CPU s':>7} {'s':>7} {'nodes/s':>8} {'speed-up':>8}"
    )
    for name in options.games:
        game = make(name)
        begun, cpu = time.monotonic(), time.process_time()
        found = session_for(game).decide(Player.BLACK, None, Limits(options.time))
        seconds, cpu = time.monotonic() - begun, time.process_time() - cpu
        print(
            f"{name:28} {'search':>7} {found.answer!s:>6} {'':5} {found.nodes:9} {1:6.2f} {cpu:7.2f} {seconds:7.2f} "
            f"{found.nodes / seconds:8.0f}"
        )
        first: AttackState | None = None
        for workers in options.workers:
            with tempfile.TemporaryDirectory() as folder:
                plan = AttackPlan(budget=options.budget, prove=False, time=options.time)
                state = attack(game, Path(folder, "attack.db"), plan=plan, engine=LocalEngine(workers))
            first = first or state
            solved = state.status is not None and first.status is not None
            speed_up = first.seconds / state.seconds if solved else state.rate / first.rate
            print(
                f"{name:28} {workers:7} {state.status!s:>6} {state.done:5} {state.nodes:9} "
                f"{state.nodes / found.nodes:6.2f} {state.cpu_seconds:7.2f} "
                f"{state.seconds:7.2f} {state.rate:8.0f} {speed_up:8.2f}"
            )


if __name__ == "__main__":
    main()
