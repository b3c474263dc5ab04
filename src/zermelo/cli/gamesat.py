"""``zermelo gamesat``: Game-SAT: solve formulas, make random ones, and run the experiments of the report."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from zermelo.bench.lists import numbers
from zermelo.cli.common import (
    DomainOption,
    FirstOption,
    GameArgument,
    JsonOption,
    distinct_from_game,
    load,
    load_formula,
    no_first,
    print_json,
    table,
)
from zermelo.cli.default_command import DefaultCommandGroup
from zermelo.cli.messages import warn
from zermelo.errors import InputError, LimitError, UnsupportedError
from zermelo.files import distinct, writable, write_text
from zermelo.formula import read_qdimacs
from zermelo.gamesat import PLAYERS, GameSatResult, GameSatSwitches, decide, name_of, plots, write_cnf
from zermelo.gamesat.certify_strategy import certify_clauses
from zermelo.gamesat.engines import by_engine
from zermelo.gamesat.experiments import (
    REPORTED,
    REPORTED_WON,
    WAYS,
    AblationRow,
    FormulaSizes,
    MeasurementFile,
    SizeResult,
    ablation,
    half,
    hopeless,
    points,
)
from zermelo.gamesat.generate import UNIFORM, formulas, model_named
from zermelo.gamesat.maker_breaker import formula_of, game_of
from zermelo.gamesat.quantified import formula_of_qbf
from zermelo.gamesat.solver import NAMES, TABLE_MB
from zermelo.language import write_game
from zermelo.model import ClauseGame, Player, PositionalGame
from zermelo.strategy.check.plain import Holds
from zermelo.wording import counted


class _SolveByDefault(DefaultCommandGroup):
    """A group in which a first word that is no command is a file to solve."""

    DEFAULT = "solve"


app = typer.Typer(
    cls=_SolveByDefault,
    help="Game-SAT: who wins a CNF; random formulas; experiments.",
    rich_markup_mode=None,
    no_args_is_help=True,
)

ModelOption = Annotated[
    str, typer.Option("--model", help="How every variable comes to occur: uniform, placed or repaired.")
]
SeedOption = Annotated[int, typer.Option("--seed", help="The seed of the random formulas.")]


@app.callback()
def top() -> None:
    """Game-SAT: MAX and MIN in turn give any variable of a CNF a value; MAX wins when it ends true.

    'zermelo gamesat FILE.cnf' tells who wins, as 'zermelo gamesat solve FILE.cnf' does.
    """


@app.command("solve")
def solve(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A formula in DIMACS CNF.")],
    first: FirstOption = None,
    time_limit: Annotated[
        float | None, typer.Option("--time-limit", min=0, help="Seconds (default: no limit).")
    ] = None,
    node_limit: Annotated[
        int | None, typer.Option("--node-limit", min=0, max=10**15, help="Positions (default: no limit).")
    ] = None,
    table_mb: Annotated[
        float | None, typer.Option("--table", min=0, max=10**6, help="MB of the transposition table.")
    ] = None,
    without: Annotated[
        str, typer.Option("--without", help="Parts of the search to turn off, such as pairing,table.")
    ] = "",
    engine: Annotated[
        str, typer.Option("--engine", help="Another search, for comparison: depth-first, df-pn or pns.")
    ] = "",
    strategy: Annotated[
        Path | None, typer.Option("--strategy", help="Write the winner's strategy to a file, and check it.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Tell who wins a formula, with a first move and a line of play.

    A move is the literal that it makes true.
    """
    started = time.monotonic()
    distinct([strategy], [file])
    writable([strategy])
    first = first or "max"
    formula = load_formula(str(file), first)
    names = _names(without)
    if engine:
        if names:
            raise InputError("--without for the search of formulas alone", found=f"--engine {engine}")
        limits = {"time_limit": time_limit, "node_limit": node_limit, "memory_limit_mb": table_mb}
        result = by_engine(formula, engine, **limits)  # type: ignore[arg-type]
    else:
        limits = {"time_limit": time_limit, "node_limit": node_limit}
        limits |= {"table_mb": TABLE_MB if table_mb is None else table_mb}
        result = decide(formula, line=True, switches=GameSatSwitches().without(*names), **limits)  # type: ignore[arg-type]
    held, reason, lacks = None, result.reason, ""
    if strategy is not None and result.winner is not None:
        left = None if time_limit is None else max(0.0, time_limit - (time.monotonic() - started))
        held, reason, lacks = _certified(formula, result.winner, strategy, left)
    if as_json:
        print_json(
            {
                "game": file.name,
                "first": first,
                "variables": formula.variables,
                "clauses": len(formula.formula),
                "winner": None if result.winner is None else name_of(result.winner).lower(),
                "first_move": result.first_move,
                "line": list(result.line),
                "nodes": result.nodes,
                "seconds": round(result.seconds, 4),
                "reason": reason,
                **({} if strategy is None else {"strategy": held and _checked(held, strategy)}),
            }
        )
    else:
        print(f"{file.name}: {formula.size_text}, {first.upper()} moves first")
        print("\n".join(_told(result, formula)))
        if held is not None:
            counts = f"{counted(held.positions, 'positions')} ({held.arguments} remove clauses), "
            counts += counted(held.replies, "replies")
            print(f"Strategy: {strategy}, checked: {counts}, {held.seconds:.3f} s")
        if lacks:
            print(f"No strategy: {lacks}")
    raise typer.Exit(0 if reason is None else 3)


def _certified(
    game: ClauseGame, winner: Player, file: Path, time_limit: float | None
) -> tuple[Holds | None, str | None, str]:
    """The check of the winner's strategy, or None, the reason (a word), and a message; the answer stands either way."""
    try:
        return certify_clauses(game, winner, file, time_limit=time_limit), None, ""
    except LimitError as limit:
        return None, limit.reason, str(limit)
    except InputError as error:
        return None, "file", str(error)
    except KeyboardInterrupt:
        return None, "interrupted", "interrupted before it was written and checked"


def _checked(held: Holds, file: Path) -> dict[str, Any]:
    """The JSON object of a checked strategy file."""
    counts = {"positions": held.positions, "arguments": held.arguments, "replies": held.replies}
    return {"file": str(file), "checked": True, **counts, "seconds": round(held.seconds, 4)}


def _names(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in NAMES:
            raise InputError(f"--without of {', '.join(NAMES)}", found=repr(name))
    return names


def _told(result: GameSatResult, game: ClauseGame) -> list[str]:
    cost = f"{counted(result.nodes, 'positions')}, {result.seconds:.3f} s"
    if result.winner is None:
        limits = {"time": "out of time", "nodes": "too many positions", "memory": "out of memory"}
        return [f"Unknown: {limits.get(str(result.reason), result.reason)} ({cost})"]
    order = "first" if result.winner is game.opener else "second"
    said = [f"{game.called(result.winner)} wins, moving {order} ({cost})"]
    if result.first_move is not None:
        said.append(f"First move: {result.first_move}")
    if result.line:
        said.append(f"Line: {' '.join(map(str, result.line))}")
    return said


@app.command("generate")
def generate(
    variables: Annotated[int, typer.Option("--vars", help="Variables.")],
    clauses: Annotated[int, typer.Option("--clauses", help="Clauses.")],
    width: Annotated[int, typer.Option("--width", help="Literals of each clause.")] = 3,
    count: Annotated[int, typer.Option("--count", min=1, max=10**6, help="How many formulas.")] = 1,
    seed: SeedOption = 1,
    model: ModelOption = UNIFORM,
    out: Annotated[Path, typer.Option("-o", "--out", help="The folder to write to.")] = Path(),
    as_json: JsonOption = False,
) -> None:
    """Write random formulas of the fixed clause model.

    Distinct variables in a clause, each negated with probability 1/2; distinct clauses; every variable occurs. The last
    comes about in one of three ways: all such formulas are equally likely; each variable is placed once, and the rest
    filled up; or formulas are drawn freely, and repaired.
    """
    files = []
    made = formulas(variables, clauses, width, count, seed, model)
    out.mkdir(parents=True, exist_ok=True)
    for number, formula in enumerate(made, 1):
        other = "" if model == UNIFORM else f"{model}-"
        name = f"random-{other}{variables}-{clauses}-{width}-{seed}-{number:0{len(str(count))}}.cnf"
        told = f"--vars {variables} --clauses {clauses} --width {width} --count {count} --seed {seed} --model {model}"
        write_cnf(formula, out / name, [f"formula {number}: zermelo gamesat generate {told}"])
        files.append(name)
    if as_json:
        print_json({"folder": str(out), "files": files})
    else:
        print(f"{len(files)} formula{'' if len(files) == 1 else 's'} written to {out}")


@app.command("convert")
def convert(
    game: GameArgument,
    output: Annotated[Path, typer.Argument(metavar="OUTPUT", help="The file to write: .cnf, or .pg for a game.")],
    domain: DomainOption = None,
    first: FirstOption = None,
) -> None:
    """Write a maker-breaker game as a formula (MIN is Maker), or a formula without negations as such a game.

    Which of the two is told by the name of OUTPUT, and what GAME is by its own: formulas end in .cnf. Then --first says
    who opens. A quantified formula, ending in .qdimacs, becomes one that MAX wins, MIN moving first, if and only if it
    is true.
    """
    distinct_from_game([output], game, domain)
    form = _ending(output)
    if form not in (".cnf", ".pg") and (output.is_file() or not output.exists()):  # else /dev/stdout, a pipe
        raise InputError("a file that ends in .cnf or .pg", found=repr(str(output)))
    kind = _ending(Path(game))
    if kind != ".cnf":
        no_first(first, game)
    if kind == ".qdimacs":
        formula = formula_of_qbf(read_qdimacs(Path(game)), Path(game).name)
    else:
        formula = load_formula(game, first) if kind == ".cnf" else formula_of(_positional(game, domain))
    if form == ".pg" or (form != ".cnf" and kind == ".cnf"):
        write_text(output, [write_game(game_of(formula), "pg")])
        return
    opener = name_of(formula.opener)
    told = "true if MAX wins, MIN moving first" if kind == ".qdimacs" else f"{opener} moves first"
    write_cnf(formula, output, [f"{formula.name}: {told} (zermelo gamesat --first {opener.lower()})"])


def _ending(path: Path) -> str:
    """The ending of a file's name, without that of compression."""
    return Path(path.name.removesuffix(".gz")).suffix


def _positional(game: str, domain: Path | None) -> PositionalGame:
    """The positional game of a name."""
    loaded = load(game, domain)
    if not isinstance(loaded, PositionalGame):
        raise UnsupportedError("a maker-breaker game", found=loaded.kind, source=loaded.name)
    return loaded


CountOption = Annotated[int, typer.Option("--count", min=1, max=10**6, help="Formulas of each size.")]
NodesOption = Annotated[int, typer.Option("--node-limit", min=1, max=10**15, help="Positions for a formula.")]


@app.command("ablation")
def ablation_(
    variables: Annotated[int, typer.Option("--vars", help="Variables.")] = 40,
    clauses: Annotated[int, typer.Option("--clauses", help="Clauses.")] = 20,
    width: Annotated[int, typer.Option("--width", help="Literals of each clause.")] = 3,
    count: CountOption = 1000,
    seed: SeedOption = 1,
    model: ModelOption = UNIFORM,
    node_limit: NodesOption = 10_000_000,
    out: Annotated[Path, typer.Option("-o", "--out", help="The folder for the measurements.")] = Path("ablation"),
    as_json: JsonOption = False,
) -> None:
    """Measure what each part of the search is worth: tables 1 and 2 of the report, ours beside them.

    Each part is turned off in turn, in the search of the report and in ours. Measurements are kept: the same command
    resumes where it was stopped.
    """
    model_named(model)
    sizes = FormulaSizes(variables, clauses, width, count, seed, model)
    journal = MeasurementFile(out / "ablation.jsonl")
    with _progress() as progress:
        found = [
            (way, first, ablation(way, first, sizes, journal, node_limit, progress))
            for way in WAYS
            for first in PLAYERS
        ]
        without = {first: hopeless(first, sizes, journal, node_limit, progress) for first in PLAYERS}
    if as_json:
        tables = [{"search": way, "first": first, "rows": list(map(asdict, rows))} for way, first, rows in found]
        few = {first: dict(zip(("solved", "count"), without[first], strict=True)) for first in PLAYERS}
        print_json({**asdict(sizes), "node_limit": node_limit, "tables": tables, "report_without_singletons": few})
        return
    for way, first, rows in found:
        reported = REPORTED[first] if sizes == FormulaSizes(seed=seed, model=model) and way == "report" else {}
        print("\n".join([*_heading(way, first, rows, sizes, bool(reported)), _ablation_table(rows, reported)]))
        if way == "report":
            print("Without singletons it solves {} of the first {}.".format(*without[first]))
        print()


def _heading(way: str, first: str, rows: list[AblationRow], sizes: FormulaSizes, reported: bool) -> list[str]:
    won, seconds = REPORTED_WON[first]
    whose = "The search of the report" if way == "report" else "Our search"
    beside = f" (report: {won} of 1000, {seconds} s)" if reported else ""
    said = f"MAX wins {rows[0].won} of {sizes.count}, {rows[0].total:.2f} s for all{beside}"
    return [f"{whose}, {first.upper()} moves first: {said}"]


def _ablation_table(rows: list[AblationRow], reported: dict[str, tuple[int, float, int]]) -> str:
    head = ["without", "unsolved", "seconds", "positions"]
    lines = [[row.off or "nothing", str(row.unsolved), f"{row.seconds:.2f}", str(row.nodes)] for row in rows]
    if reported:
        head += ["report: unsolved", "seconds", "positions"]
        for row, line in zip(rows, lines, strict=True):
            unsolved, seconds, nodes = reported[row.off]
            line += [str(unsolved), f"{seconds:.2f}", str(nodes)]
    return table([head, *lines], right=set(range(1, len(head))))


@app.command("phase-transition")
def phase_transition(
    variables: Annotated[str, typer.Option("--vars", help="Numbers of variables.")] = "15,20,25,30,35",
    clauses: Annotated[str, typer.Option("--clauses", help="Numbers of clauses.")] = "10-50",
    width: Annotated[int, typer.Option("--width", min=1, help="Literals of each clause.")] = 3,
    count: CountOption = 1000,
    seed: SeedOption = 1,
    model: ModelOption = UNIFORM,
    node_limit: NodesOption = 10_000_000,
    out: Annotated[Path, typer.Option("-o", "--out", help="The folder for the measurements and the plots.")] = Path(
        "phase-transition"
    ),
    as_json: JsonOption = False,
) -> None:
    """Find the phase transition: figures 1 to 4 of the report.

    How many random formulas MAX wins, and what they cost, by the numbers of variables and clauses. Measurements are
    kept: the same command resumes where it was stopped. The plots, PNG and PDF, need matplotlib.
    """
    model_named(model)
    journal, sizes = MeasurementFile(out / "points.jsonl"), (numbers(variables), sorted(numbers(clauses)))
    curves: dict[str, list[SizeResult]] = {}
    with _progress() as progress:
        for first in PLAYERS:
            found = points(
                *sizes, first, journal,
                width=width, count=count, seed=seed, model=model, node_limit=node_limit, progress=progress,
            )  # fmt: skip
            curves[first] = list(found)
    if not any(curves.values()):
        raise InputError("sizes that formulas have: every variable occurs", found=f"{clauses} clauses")
    files: list[Path] = []
    unwritten: InputError | OSError | None = None
    if plots.available():
        try:
            files = plots.draw(curves, out)
        except (InputError, OSError) as error:  # the table is told all the same
            unwritten = error
    else:
        warn("no plots without matplotlib; get it by: pip install 'zermelo[plots]'")
    halves = {
        first: {n: half([point for point in curve if point.variables == n]) for n in sizes[0]}
        for first, curve in curves.items()
    }
    if as_json:
        told = {first: list(map(asdict, curve)) for first, curve in curves.items()}
        fifty = {first: halves[first] for first in curves}
        print_json({"points": told, "half": fifty, "files": [str(file) for file in files]})
    else:
        _tell_halves(halves, sizes[0])
        if files:
            print(f"\n{len(files)} plots in {out}")
    if unwritten is not None:
        raise unwritten


def _tell_halves(halves: Mapping[str, Mapping[int, float | None]], sizes: Iterable[int]) -> None:
    """Print at how many clauses MAX wins half of the formulas, by who moves first."""
    print("Clauses at which MAX wins half of the formulas:\n")
    rows = [
        [
            "variables",
            *(f"{first.upper()} first" for first in halves),
            *(f"per variable, {first.upper()}" for first in halves),
        ]
    ]
    for n in sizes:
        cells = [each[n] for each in halves.values()]
        shown = ["–" if cell is None else f"{cell:.1f}" for cell in cells]
        rows.append([str(n), *shown, *("–" if cell is None else f"{cell / n:.2f}" for cell in cells)])
    print(table(rows, right=set(range(5))))


@contextmanager
def _progress() -> Iterator[Callable[[str], None]]:
    """A function that shows the current measurement, on a terminal only."""
    from rich.console import Console

    console = Console(stderr=True)
    with console.status("") as status:
        yield lambda text: status.update(text) if console.is_terminal else None
