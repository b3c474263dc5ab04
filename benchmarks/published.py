"""All published instances at their depths, by every encoding that fits and every solver: do they agree, how many fall?

    python benchmarks/published.py                              run what is missing, both solvers, 20 s each
    python benchmarks/published.py --preprocessor bloqqer       the same after Bloqqer
    python benchmarks/published.py --plan                       how much there is to do
    python benchmarks/published.py --report > tables.md         tables for the documentation, from what is done

Runs are kept in a file (``--out``), one JSON line each, and never repeated: stop at any time (Ctrl-C, ``--budget``)
and start again. Everything is first tried for 2 s (``--first``), then what is left with the whole limit; each time
questions come in order of size, all folders advancing in step. So a part of the campaign is the easier part of each
folder. ``--quick`` leaves out an encoding and solver in a folder after five failures (``--quick N``) in a row at
the same limit.

Depths are those of the files. Files without one, and with one that is only a place holder, are asked at the depths
in `DEPTHS`. Each formula is encoded once and given to each solver by itself; the time told is that of preprocessing
and solving. Of each truth value the script notes what it says about the game (`zermelo.encodings.Encoded.black_wins`)
and compares this with everything known about the game: at any depth, in any folder. Runs that contradict each other
are printed, both formulas are kept as evidence, and the exit code is 1.

``--encodings cor cor:faithful en`` names encodings with options; by default it is every encoding as it comes, and
``search``: the native search of the game, the second route to the same answer.
"""

from __future__ import annotations

import argparse
import json
import re
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from common import PUBLISHED, ROOT, TRUTHS, Claim, Claims, Limits, build, claim, game_files, in_processes, solve, table
from lifted import QUESTIONS

from zermelo.encodings import encoding, fitting
from zermelo.formula import write_qdimacs
from zermelo.language import read_game
from zermelo.model import Player
from zermelo.preprocess import PREPROCESSORS
from zermelo.search.engines import engine_for, session_for
from zermelo.search.session import Limits as SearchLimits
from zermelo.solvers import SOLVERS

OUT = ROOT / "out" / "published.jsonl"
DEPTHS = {
    "hex-diagrams": (3, 5, 7, 9),
    "hex-championship/unsat-B-Hex": (9,),
    "httt-5x5-implicit": (5, 9),
    "milestones": (3, 5),
}
"""Questions besides the depth of the file, by folder."""

PUZZLE = re.compile(r"hein_\d+_\d+x\d+")
MOVE = re.compile(r"\d+_move_\d+")

NO_FORMULA = ("refused", "too large")

SEARCH, NATIVE = "search", "native"
"""In place of an encoding and of a solver: the native search of the game."""

Record = dict[str, Any]
Key = tuple[object, ...]


class Question(NamedTuple):
    """A file and a depth; ``size`` is the number of open cells times the depth, by which questions are ordered."""

    folder: str
    file: str
    depth: int
    size: int
    encodings: tuple[str, ...]

    @property
    def about(self) -> str:
        """The game: the same for all files of a puzzle, and for all graphs made from one position."""
        if found := PUZZLE.search(self.file):
            return found[0]
        if found := MOVE.search(self.file):
            return f"{self.folder}/{found[0]}"
        return self.file


class Unit(NamedTuple):
    """The work of one process at a time: encode a question in one way, then let the solvers run."""

    root: Path
    question: Question
    encoding: str
    preprocessor: str
    solvers: tuple[str, ...]
    limits: Limits


# ------------------------------------------------------------------------------------------------------------- plan


def questions(root: Path, only: str, chosen: list[str]) -> list[Question]:
    """All questions, the folders advancing in step."""
    folders: dict[str, list[Question]] = defaultdict(list)
    for path in game_files(root):
        file, folder = str(path.relative_to(root)), str(path.parent.relative_to(root))
        if not re.search(only, file):
            continue
        game = read_game(path)
        if chosen:
            named = [encoding(each) for each in chosen if each != SEARCH]
            fits = tuple(each.label for each in named if each.lacks(game) is None)
        else:
            fits = tuple(each.name for each in fitting(game))
        if (not chosen or SEARCH in chosen) and engine_for(game) is not None:
            fits += (SEARCH,)
        left = len(game.board) - (game.start.black | game.start.white).bit_count()
        depths = {*DEPTHS.get(folder, ()), *([] if game.depth is None else [game.depth])}
        folders[folder] += [Question(folder, file, depth, (left + 1) * depth, fits) for depth in depths]
    ranked = []
    for found in folders.values():
        found.sort(key=lambda question: (question.size, question.file))
        ranked += [((rank + 0.5) / len(found), question) for rank, question in enumerate(found)]
    return [question for _, question in sorted(ranked)]


def units(asked: list[Question], done: History, args: argparse.Namespace) -> Iterator[Unit]:
    """The work left to do, decided as late as possible: ``done`` grows meanwhile."""
    for seconds in dict.fromkeys([min(args.first, args.limit), args.limit]):
        limits = Limits(seconds, args.memory, args.encode_limit, args.literals)
        for question, name in [(each, name) for each in asked for name in each.encodings]:
            simplify, solvers = ways(name, args)
            left = [
                each
                for each in solvers
                if not done.tells((question.file, question.depth, name, each, simplify), seconds)
                and not (args.quick and done.failures[question.folder, name, each, simplify, seconds] >= args.quick)
            ]
            if left:
                yield Unit(args.folder, question, name, simplify, tuple(left), limits)


def ways(name: str, args: argparse.Namespace) -> tuple[str, Sequence[str]]:
    """The preprocessor and the solvers for what an encoding, or a search, has to say."""
    return ("none", (NATIVE,)) if name == SEARCH else (args.preprocessor, args.solvers)


# --------------------------------------------------------------------------------------------------------------- run


def run(unit: Unit) -> list[Record]:
    """One record per solver."""
    question, name = unit.question, unit.encoding
    if name == SEARCH:
        return [_searched(unit)]
    try:
        built = build(read_game(unit.root / question.file), encoding(name), question.depth, unit.limits)
    except Exception as error:  # noqa: BLE001  # an encoder that breaks is a result, too
        return [_record(unit, each, "error", why=f"{type(error).__name__}: {error}") for each in unit.solvers]
    facts: Record = {"encode_seconds": round(built.seconds, 4), "why": built.why}
    if built.qcnf is not None:
        facts["sizes"] = built.qcnf.sizes()._asdict()
    if built.encoded is None or built.outcome == "too large":
        return [_record(unit, each, built.outcome, **facts) for each in unit.solvers]
    if built.qcnf is None:
        truth = built.encoded.answer
        assert truth is not None
        said = claim(built.encoded, truth, "")
        return [_record(unit, each, "decided", said, truth=truth, **facts) for each in unit.solvers]
    records = []
    for each, solved in solve(built.qcnf, unit.preprocessor, unit.solvers, unit.limits).items():
        truth = TRUTHS.get(solved.outcome)
        said = None if truth is None else claim(built.encoded, truth, "")
        outcome = solved.outcome if truth is None else "solved"
        records.append(_record(unit, each, outcome, said, truth=truth, seconds=round(solved.seconds, 4), **facts))
    return records


def _searched(unit: Unit) -> Record:
    """The answer of the native search."""
    game, depth, limits = read_game(unit.root / unit.question.file), unit.question.depth, unit.limits
    found = session_for(game).decide(Player.BLACK, depth, SearchLimits(limits.seconds, limits.memory_mb))
    facts = {"seconds": round(found.seconds, 4), "positions": found.nodes}
    if found.answer is None:
        return _record(unit, NATIVE, str(found.reason), **facts)
    return _record(unit, NATIVE, "solved", Claim(depth, found.answer, False, ""), **facts)


def _record(unit: Unit, name: str, outcome: str, said: Claim | None = None, **facts: Any) -> Record:
    question = unit.question
    return {
        "file": question.file,
        "depth": question.depth,
        "encoding": unit.encoding,
        "solver": name,
        "preprocessor": unit.preprocessor,
        "limit": unit.limits.seconds,
        "folder": question.folder,
        "about": question.about,
        "outcome": outcome,
        "black_wins": None if said is None else said.black_wins,
        "ever": said is not None and said.ever,
        **facts,
    }


def way(record: Record) -> str:
    """The origin of a record, in words."""
    parts = [record["encoding"], *([record["preprocessor"]] if record["preprocessor"] != "none" else [])]
    return "+".join([*parts, record["solver"]])


def is_solved(record: Record, seconds: float = inf) -> bool:
    """True if a truth value was found, in so many seconds at most."""
    return record["outcome"] == "decided" or (record["outcome"] == "solved" and float(record["seconds"]) <= seconds)


class History:
    """All records so far, and what follows from them.

    Attributes
    ----------
    best
        By file, depth, encoding, solver and preprocessor: the run that solved it, else the one with the most time.
    failures
        In a row, by folder, encoding, solver, preprocessor and limit.
    """

    def __init__(self) -> None:
        self.best: dict[Key, Record] = {}
        self.failures: Counter[Key] = Counter()
        self.claims = Claims()
        self.said_by: dict[str, Record] = {}
        self.contradictions: list[tuple[Record, Record]] = []

    @property
    def broken(self) -> list[Record]:
        """Runs on which an encoder broke and that were not repeated since."""
        return [each for each in self.best.values() if each["outcome"] == "error"]

    def tells(self, key: Key, seconds: float) -> bool:
        """True if the result of a run with this limit is known: a solved one and a refusal need no other limit."""
        record = self.best.get(key)
        if record is None or record["outcome"] == "error":
            return False
        return is_solved(record, seconds) or record["outcome"] in NO_FORMULA or record["limit"] >= seconds

    def add(self, record: Record) -> None:
        names = record["encoding"], record["solver"], record["preprocessor"]
        key, row = (record["file"], record["depth"], *names), (record["folder"], *names, record["limit"])
        old = self.best.get(key)
        if old is None or is_solved(record) or not (is_solved(old) or old["limit"] > record["limit"]):
            self.best[key] = record
        self.failures[row] = 0 if is_solved(record) else self.failures[row] + 1
        if record["outcome"] == "error":
            print(f"BROKEN: {record['file']} depth {record['depth']}, {record['encoding']}: {record['why']}")
        if record["black_wins"] is None:
            return
        new = Claim(record["depth"], record["black_wins"], record["ever"], f"{record['file']} by {way(record)}")
        self.said_by[str(new)] = record
        against = self.claims.add(record["about"], new)
        if against is not None:
            self.contradictions.append((record, self.said_by[str(against)]))
            print(f"CONTRADICTION about {record['about']}:\n  {new}\n  {against}")


def keep_evidence(contradiction: tuple[Record, Record], args: argparse.Namespace) -> None:
    """Both records, and their formulas (without preprocessing) where there are any."""
    folder = args.out.with_suffix(".evidence")
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "records.jsonl").open("a") as out:
        out.write(json.dumps(contradiction) + "\n")
    for each in contradiction:
        name, depth = each["encoding"], each["depth"]
        if name == SEARCH:
            continue
        built = build(read_game(args.folder / each["file"]), encoding(name), depth, Limits())
        if built.qcnf is not None:
            path = folder / f"{each['file'].replace('/', '_')}-{depth}-{name.replace(':', '_')}.qdimacs"
            write_qdimacs(built.qcnf, path, [f"{each['file']}, depth {depth}: {way(each)} says {each['truth']}"])
            print(f"  kept {path}")


def load(path: Path) -> History:
    """The findings of an earlier campaign; a last line that was cut off is ignored."""
    history = History()
    for line in path.read_text().splitlines() if path.is_file() else ():
        try:
            record = json.loads(line)
        except ValueError:
            continue
        history.add(record)
    return history


def campaign(asked: list[Question], history: History, args: argparse.Namespace) -> None:
    """Run what is left."""
    args.out.parent.mkdir(parents=True, exist_ok=True)
    wide, started = max((len(each.file) for each in asked), default=0), time.monotonic()
    results = in_processes(run, units(asked, history, args), args.jobs, args.budget)
    with args.out.open("a") as out, closing(results) as ran:
        for unit, records in ran:
            for record in records:
                out.write(json.dumps(record) + "\n")
                known = len(history.contradictions)
                history.add(record)
                if len(history.contradictions) > known:
                    keep_evidence(history.contradictions[-1], args)
                said = {None: "", True: "Black wins", False: "no win ever" if record["ever"] else "no win"}
                print(
                    f"{time.monotonic() - started:6.0f} s  {record['file']:{wide}} {unit.question.depth:3} "
                    f"{way(record):24} {record['outcome']:9} {record.get('seconds', 0):6.2f} s "
                    f"{said[record['black_wins']]}",
                    flush=True,
                )
            out.flush()


# ------------------------------------------------------------------------------------------------------------ report


def expected() -> dict[tuple[str, int], bool]:
    """The published answers, where files tell them, by the game and the depth."""
    table_2 = {(f"bddl/{name}", depth): wins for name, depth, wins in QUESTIONS if name.endswith(".ig")}
    pairs = defaultdict(list)
    for path in (PUBLISHED / "hex-hein").glob("*.pg"):
        pairs[path.stem[:-3]].append(int(path.stem[-2:]))
    pairs.pop("hein_17_6x6", None)  # no critical pair: Black does not win within 15 either (two searches of ours)
    hein = {
        (about, depth): depth == max(depths) for about, depths in pairs.items() if len(depths) == 2 for depth in depths
    }
    return {**table_2, **hein}


def published(record: Record, known: dict[tuple[str, int], bool]) -> bool | None:
    """The published answer to the question of a record."""
    folder: str = record["folder"]
    if folder.startswith("hex-championship/") and folder not in DEPTHS:
        return folder.startswith("hex-championship/sat")
    return known.get((record["about"], record["depth"]))


def cost(records: Iterable[Record], limit: float) -> list[object]:
    """Solved of tried, seconds on the solved, and the mean PAR2 score (what is unsolved counts double the limit)."""
    records = list(records)
    if not records:
        return ["–", "–", "–"]
    solved = [each for each in records if is_solved(each, limit)]
    seconds = float(sum(each.get("seconds", 0.0) for each in solved))
    par2 = (seconds + 2 * limit * (len(records) - len(solved))) / len(records)
    return [f"{len(solved)}/{len(records)}", seconds, par2]


def report(asked: list[Question], history: History, limit: float) -> None:
    """Tables in Markdown."""
    asked_for = {(each.file, each.depth, name) for each in asked for name in each.encodings}
    tried = [each for key, each in history.best.items() if key[:3] in asked_for and history.tells(key, limit)]
    by_way: dict[Key, list[Record]] = defaultdict(list)
    for each in tried:
        for folder in (each["folder"], ""):
            by_way[folder, each["encoding"], each["preprocessor"], each["solver"]].append(each)
    columns = sorted({(each["preprocessor"], each["solver"]) for each in tried}, reverse=True)
    head = ["encoding", "questions", "refused"]
    for simplify, name in columns:
        head += [name if simplify == "none" else f"{simplify}+{name}", "seconds", "PAR2"]
    fit = Counter((folder, name) for each in asked for folder in (each.folder, "") for name in each.encodings)

    def row(folder: str, name: str) -> list[object]:
        own = [by_way[folder, name, *each] for each in columns]
        refused = {(e["file"], e["depth"]) for found in own for e in found if e["outcome"] in NO_FORMULA}
        return [name, fit[folder, name], len(refused), *(cell for found in own for cell in cost(found, limit))]

    print(
        f"Solved of tried within {limit:g} s; their seconds; PAR2: mean seconds over what was tried, where what is not"
    )
    print("solved counts double the limit. Refused: the encoding lists too many sets, or its formula is too large.")
    print("\n## All folders\n\n" + table(head, [row("", name) for folder, name in fit if not folder], markdown=True))
    print("\n## By folder\n")
    rows = [[folder, *row(folder, name)] for folder, name in sorted(fit) if folder]
    print(table(["folder", *head], rows, markdown=True))
    agreement(asked, tried, history)


def agreement(asked: list[Question], tried: list[Record], history: History) -> None:
    """The agreement of all ways with each other."""
    by_question, known = defaultdict(list), expected()
    for each in tried:
        if each["black_wins"] is not None:
            by_question[each["file"], each["depth"]].append(each)
    several = sum(len({each["encoding"] for each in found}) > 1 for found in by_question.values())
    routes = [{each["encoding"] == SEARCH for each in found} for found in by_question.values()]
    checked = [(found[0], published(found[0], known)) for found in by_question.values()]
    as_published = sum(each["black_wins"] is wins for each, wins in checked)
    others = [each for each, wins in checked if wins is not None and each["black_wins"] is not wins]
    questions_tried = {(each["file"], each["depth"]) for each in tried}
    unsettled = [f"{file} ({depth})" for file, depth in sorted(questions_tried - by_question.keys())]
    said = sum(map(len, by_question.values()))
    print("\n## Agreement\n")
    numbers = f"{len(questions_tried)} tried, {len(by_question)} settled, {several} by several encodings"
    print(f"- {len(asked)} questions, {numbers}")
    print(f"- {sum(len(each) > 1 for each in routes)} settled by formulas and by the native search")
    print(f"- {said} runs say something, {len(history.contradictions)} contradict another")
    print(f"- {as_published} answers are as published, {len(others)} are not")
    for each in others:
        wins = "wins" if each["black_wins"] else "does not win"
        print(f"  - not as published: {each['file']}: Black {wins} within {each['depth']}")
    print(f"- tried and not settled by anybody: {', '.join(unsettled) or 'none'}")


def plan(asked: list[Question], history: History, args: argparse.Namespace) -> None:
    """The amount of work, in words."""
    rows: list[list[Any]] = []
    for folder in sorted({each.folder for each in asked}):
        own = [each for each in asked if each.folder == folder]
        keys = [
            (e.file, e.depth, name, by, simplify)
            for e in own
            for name in e.encodings
            for simplify, solvers in [ways(name, args)]
            for by in solvers
        ]
        left = sum(not history.tells(key, args.limit) for key in keys)
        files, formulas = len({each.file for each in own}), sum(len(each.encodings) for each in own)
        rows.append([folder, files, len(own), formulas, len(keys), left])
    rows.append(["all", *(sum(row[k] for row in rows) for k in range(1, 6))])
    print(table(["folder", "files", "questions", "formulas", "runs", "left"], rows))
    most = rows[-1][-1] * (args.limit + min(args.first, args.limit)) / args.jobs
    print(f"at most {most / 60:.0f} minutes of solving for what is left ({args.jobs} jobs, {args.limit:g} s a run)")


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("--folder", type=Path, default=PUBLISHED, help="where the instances are")
    parser.add_argument("--out", type=Path, default=OUT, help="where the records are")
    parser.add_argument("--only", default="", metavar="PATTERN", help="files, as a regular expression")
    parser.add_argument(
        "--encodings", nargs="+", default=[], help="as in cor:symmetry=no, or search; by default all of these"
    )
    parser.add_argument("--solvers", nargs="+", default=["depqbf", "caqe"], choices=sorted(SOLVERS))
    parser.add_argument("--preprocessor", default="none", choices=sorted(PREPROCESSORS))
    parser.add_argument("--limit", type=float, default=20, metavar="SECONDS", help="of a run")
    parser.add_argument("--first", type=float, default=2, metavar="SECONDS", help="of a run in the first round")
    parser.add_argument("--memory", type=int, default=3000, metavar="MB", help="of a run")
    parser.add_argument("--encode-limit", type=float, default=60, metavar="SECONDS")
    parser.add_argument("--literals", type=int, default=10_000_000, help="above this a formula is too large to try")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--budget", type=float, metavar="SECONDS", help="of the campaign; what runs is finished")
    parser.add_argument("--quick", type=int, nargs="?", const=5, metavar="N", help="give up after N failures in a row")
    parser.add_argument("--plan", action="store_true")
    parser.add_argument("--report", action="store_true")
    return parser.parse_args()


def main() -> int:
    args = options()
    if not args.folder.is_dir():
        print(f"no instances in {args.folder}", file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    asked = questions(args.folder, args.only, args.encodings)
    history = load(args.out)
    if args.plan:
        plan(asked, history, args)
    elif args.report:
        report(asked, history, args.limit)
    else:
        try:
            campaign(asked, history, args)
        except KeyboardInterrupt:
            print("stopped; start again to go on", file=sys.stderr)
            return 3
        print(f"{len(history.best)} runs on record, {len(history.contradictions)} contradictions")
    return 1 if history.contradictions or history.broken else 0


if __name__ == "__main__":
    sys.exit(main())
