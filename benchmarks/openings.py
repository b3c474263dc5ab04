"""A game opening by opening: each first move, up to symmetry, is searched and proven, the proof checked, a file each.

    python benchmarks/openings.py httt:snaky,board=9x9,mb --folder snaky-9x9          and the same again to go on
    python benchmarks/openings.py httt:snaky,board=9x9,mb --folder snaky-9x9 --check [--pure] [--only a1]
    python benchmarks/openings.py httt:snaky,board=9x9,mb --folder second --switch shares=1024 --switch avoid=false

The folder gets a checkpoint of each search that is under way (with --keep MB, of no more than so many megabytes: what
took the most work), a strategy file of each opening that is decided, its outline where White merely breaks, and
`openings.json`, the figures; it is for one game, and one way to search it. An outline does: where the strategy is
missing, --check completes it first. A game is settled when each opening has a proof that the checker has accepted: the
last line says so. With --check the files are checked again, by nothing but the rules; with --pure by those in Python
alone, which takes a hundred times as long. With --switch the game is only searched, in another way: a second opinion,
without proofs unless with --certify. --within asks about Black alone: with as many moves as there are cells, whether he
wins at all, which spares the proof of a draw that White does not win either. The exit code is 1 when a proof does not
hold, 3 when openings are open.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from pathlib import Path
from typing import Any

from common import above_zero, mistakes_told, table, whole

from zermelo.errors import InputError
from zermelo.families import make
from zermelo.files import write_text
from zermelo.model import Player, first_move_orbits
from zermelo.questions import CheckpointFile
from zermelo.search.engines import require_switches, session_for
from zermelo.search.session import Limits
from zermelo.search.switches import read_switches

COLUMNS = ["opening", "images", "claim", "search s", "proof s", "positions", "MB", "checked", "check s"]
BLACK_WINS = "Black wins"
WRONG = 1
OPEN = 3

ENDS_WITH_US = """
import ctypes, runpy, signal
if prctl := getattr(ctypes.CDLL(None), "prctl", None):
    prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG: a search that is ended keeps its checkpoint
runpy.run_module("zermelo", run_name="__main__", alter_sys=True)
"""
"""The command, for an interpreter of its own."""

Found = dict[str, Any]


class Failed(Exception):
    """A command has ended without an answer; its message is the reason."""


def zermelo(*arguments: object) -> Found:
    """The JSON that a command prints; `Failed` where there is none."""
    found: Found = json.loads(zermelo_told(*arguments, "--json"))
    return found


def zermelo_told(*arguments: object) -> str:
    """The text that a command prints, which ends when this script does; `Failed` where there is none."""
    done = subprocess.run(
        [sys.executable, "-c", ENDS_WITH_US, *map(str, arguments)], capture_output=True, text=True, check=False
    )
    if not done.stdout:
        raise Failed(done.stderr.strip() or f"exit code {done.returncode}")
    return done.stdout


def proven(opening: str, args: argparse.Namespace) -> Found:
    """Search an opening, write its proof to a file, and check it."""
    file = args.folder / f"{opening}.strategy.gz"
    kept = ["--checkpoint", args.folder / f"{opening}.checkpoint"]
    kept += [] if args.keep is None else ["--checkpoint-limit", args.keep]
    limits = ["--jobs", args.threads, *([] if args.memory is None else ["--memory-limit", args.memory])]
    limits += [] if args.limit is None else ["--time-limit", args.limit]
    proof = ["--certify", file, "--no-cache", "--progress", "none"]
    way = [f"--switch={each}" for each in args.switch] + ([] if args.within is None else ["--within", args.within])
    found = zermelo("solve", args.game, "--after", f"{args.after} {opening}", *kept, *limits, *proof, *way)
    if not found["checked"] or not (found["proof"] or {}).get("file"):
        return {"opening": opening, "reason": found["reason"] or found["notes"][-1]}
    with suppress(Failed):  # not every strategy has an outline
        zermelo_told("strategy", "outline", file, "--output", outline_of(opening, args))
    return {
        "opening": opening,
        "search s": found["search_seconds"],
        "proof s": found["prove_seconds"],
        **checked(opening, args),
    }


def outline_of(opening: str, args: argparse.Namespace) -> Path:
    """The file of the outline."""
    return Path(args.folder / f"{opening}.outline.gz")


def checked(opening: str, args: argparse.Namespace) -> Found:
    """Check the proof of an opening, in a process of its own; made whole first where only its outline is there."""
    file = args.folder / f"{opening}.strategy.gz"
    pure = ["--pure"] if args.pure else []
    try:
        if not file.exists():
            zermelo_told("strategy", "complete", outline_of(opening, args), "--output", file)
        held = zermelo("check", file, "--game", args.game, "--after", f"{args.after} {opening}", *pure)
    except Failed as error:
        return {"opening": opening, "claim": "no proof", "checked": False, "reason": str(error)}
    content = file.read_bytes()
    return {
        "opening": opening,
        "positions": held["positions"],
        "MB": round(len(content) / 1e6, 1),
        "claim": ", ".join(held["claims"]),
        "checked": held["holds"],
        "check s": held["seconds"],
        "sha256": hashlib.sha256(content).hexdigest(),
    }


def searched(opening: str, args: argparse.Namespace) -> Found:
    """Search an opening with other switches; nothing is proven."""
    kept = CheckpointFile(args.folder / f"{opening}.checkpoint", args.keep)
    game = make(args.game).after(f"{args.after} {opening}")
    session = session_for(game, kept=lambda _: kept, switches=read_switches(args.switch))
    limits, begun = Limits(args.limit, args.memory, threads=args.threads), time.monotonic()
    found = session.decide(Player.BLACK, args.within, limits)
    if found.answer is None:
        return {"opening": opening, "reason": found.reason}
    claim = BLACK_WINS if found.answer else "Black does not win"
    return {"opening": opening, "claim": claim, "search s": round(time.monotonic() - begun, 2)}


class Figures:
    """The openings of one game as far as they are known, searched in one way: `openings.json` of a folder."""

    def __init__(self, args: argparse.Namespace) -> None:
        args.folder.mkdir(parents=True, exist_ok=True)
        self.path = args.folder / "openings.json"
        self.head = {"game": make(args.game).name, "switches": sorted(args.switch)}
        if args.after:
            self.head["after"] = args.after
        if args.within is not None:
            self.head["within"] = args.within
        self.found: dict[str, Found] = {}
        if not self.path.exists():
            return
        try:
            told = json.loads(self.path.read_text())
            self.found = told.pop("openings")
        except (ValueError, KeyError, AttributeError):
            told = None
        if told != self.head:
            wanted = ", ".join([f"those of {self.head['game']}", *args.after.split(), *args.switch])
            raise InputError(f"{wanted}; take another folder", found="results of another search", source=str(self.path))

    def keep(self, found: Found) -> None:
        self.found[found["opening"]] = {**self.found.get(found["opening"], {}), **found}
        write_text(self.path, [json.dumps({**self.head, "openings": self.found}, indent=1), "\n"])


def main() -> int:
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("game", help="a game expression in which Black opens")
    made.add_argument("--folder", type=Path, required=True, help="of checkpoints, proofs and figures")
    made.add_argument("--after", default="", metavar="MOVES", help="moves to make first, separated by spaces")
    made.add_argument("--within", type=whole, metavar="N", help="ask for a win of Black within so many moves")
    made.add_argument("--only", nargs="+", metavar="MOVE", help="these openings, in this order (default: all)")
    made.add_argument("--check", action="store_true", help="check the proofs that are there")
    made.add_argument("--pure", action="store_true", help="with the rules in Python")
    made.add_argument("--switch", action="append", default=[], metavar="NAME=VALUE", help="search only, another way")
    made.add_argument("--certify", action="store_true", help="with --switch: prove and check, too")
    made.add_argument("--jobs", type=whole, default=1, help="openings at a time")
    made.add_argument("--threads", type=whole, default=1, help="threads of a search")
    made.add_argument("--memory", type=whole, metavar="MB", help="of a search")
    made.add_argument("--limit", type=above_zero, metavar="SECONDS", help="of a search")
    made.add_argument("--keep", type=above_zero, metavar="MB", help="of a checkpoint at most (default: no limit)")
    args = made.parse_args()
    if args.check and args.switch and not args.certify:
        made.error("--switch alone searches only; --check needs proofs")
    with mistakes_told(made):
        try:
            return run(args)
        except Failed as error:
            made.exit(2, f"{made.prog}: {error}\n")


def run(args: argparse.Namespace) -> int:
    """All that was asked for; the exit code."""
    game = make(args.game).after(args.after)
    if game.to_move is not Player.BLACK:
        raise InputError("a position in which Black is to move", found=f"{args.game} {args.after}".strip())
    require_switches(game, None, read_switches(args.switch))
    orbits = {game.move_name(orbit[0]): orbit for orbit in first_move_orbits(game)}
    names = {game.move_name(move): first for first, orbit in orbits.items() for move in orbit}
    if strangers := [move for move in args.only or () if move not in names]:
        raise InputError(f"a move of {f'{args.game} {args.after}'.strip()}", found=repr(strangers[0]))
    figures = Figures(args)
    known = figures.found
    proofs_only = not args.switch or args.certify
    decided = {
        names[name] for name, found in known.items() if "claim" in found and found.get("checked", not proofs_only)
    }
    named = args.only or list(orbits)
    work: Callable[[str, argparse.Namespace], Found] = (
        checked if args.check else searched if args.switch and not args.certify else proven
    )
    if args.check:
        kinds = ("strategy", "outline")
        kept = {name for name in names for kind in kinds if (args.folder / f"{name}.{kind}.gz").exists()}
        named = args.only or sorted(kept)
    else:
        named = [opening for opening in named if names[opening] not in decided]
    with ThreadPoolExecutor(args.jobs) as pool:
        try:
            for done in as_completed([pool.submit(work, opening, args) for opening in named]):
                print(json.dumps(done.result()), flush=True)
                figures.keep(done.result())
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
    rows = [
        [name, len(orbits[names[name]]), *(found.get(column, "–") for column in COLUMNS[2:])]
        for name, found in known.items()
    ]
    print(table(COLUMNS, rows))
    return told([{**found, "orbit": names[name]} for name, found in known.items() if "claim" in found], len(orbits))


def told(found: list[Found], openings: int) -> int:
    """Say in the last line what all this shows; the exit code."""
    if broken := [each["opening"] for each in found if not each.get("checked", True)]:
        print(f"wrong: the proofs of {', '.join(broken)} do not hold")
        return WRONG
    decided = {each["orbit"] for each in found}
    wins = {each["orbit"] for each in found if each["claim"].startswith(BLACK_WINS)}
    if len(decided) < openings:
        print(f"{len(decided)} of {openings} openings are decided, {len(wins)} win")
        return OPEN
    proof = "each by a proof that the checker has accepted" if all("checked" in each for each in found) else "by search"
    print(f"all {openings} openings are decided, {proof}: {f'{len(wins)} win' if wins else 'Black does not win'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
