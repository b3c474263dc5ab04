"""The start-up time of commands: processor and elapsed seconds of short commands.

Usage: ``python benchmarks/startup.py [--runs N] [--imports]``. Each command is a process of its own, run N times (10);
the least is printed, as everything above it is the machine's. The answer of ``solve ttt`` is kept in a temporary
file: "first" is without it, "remembered" with it. The first line is an interpreter that does nothing: what no
command can be quicker than. ``--imports`` adds the modules of this package and of others that each command loads.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

COMMANDS = {
    "--version": ("--version",),
    "--help": ("--help",),
    "families": ("families",),
    "solve ttt, first": ("solve", "ttt"),
    "solve ttt, remembered": ("solve", "ttt"),
    "perft ttt 2": ("perft", "ttt", "2"),
    "show ttt": ("show", "ttt"),
}
LOADED = """if True:
    import contextlib, io, sys
    before = set(sys.modules)
    from zermelo.cli import run
    with contextlib.redirect_stdout(io.StringIO()):
        run(sys.argv[1:])
    new = {*sys.modules} - before
    ours = sum(name.partition(".")[0] == "zermelo" for name in new)
    others = {name.partition(".")[0] for name in new} - set(sys.stdlib_module_names) - {"zermelo"}
    print(ours, *sorted(name for name in others if not name.startswith("_")))
"""


def least(command: list[str], runs: int, store: Path, *, forget: bool) -> tuple[float, float]:
    """The least processor and elapsed seconds of some runs of a command."""
    environment = {**os.environ, "ZERMELO_CACHE": str(store)}
    processor, elapsed = list[float](), list[float]()
    for _ in range(runs):
        if forget:
            store.unlink(missing_ok=True)
        before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
        elapsed.append(time.perf_counter() - started)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        processor.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(processor), min(elapsed)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="How long a command takes before it does anything.")
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--imports", action="store_true", help="also what each command loads")
    options = parser.parse_args()
    print(f"{'command':24} {'cpu':>7} {'elapsed':>7}")
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder, "answers.sqlite")
        processor, elapsed = least([sys.executable, "-c", "pass"], options.runs, store, forget=False)
        print(f"{'python -c pass':24} {processor:7.3f} {elapsed:7.3f}")
        for name, arguments in COMMANDS.items():
            command = [sys.executable, "-m", "zermelo", *arguments]
            processor, elapsed = least(command, options.runs, store, forget=name.endswith("first"))
            print(f"{name:24} {processor:7.3f} {elapsed:7.3f}", flush=True)
            if options.imports:
                done = subprocess.run(
                    [sys.executable, "-c", LOADED, *arguments], check=True, capture_output=True, text=True
                )
                ours, *others = done.stdout.split()
                print(f"{'':24} {ours} modules of zermelo; {' '.join(others) or 'no other library'}")


if __name__ == "__main__":
    main()
