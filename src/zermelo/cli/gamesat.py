"""``zermelo gamesat``: Game-SAT formulas: who wins, random ones, and the experiments of the report."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from zermelo.cli.common import JsonOption, print_json
from zermelo.errors import InputError
from zermelo.gamesat import Result, Side, Switches, decide, read_cnf, write_cnf
from zermelo.gamesat.generate import formulas
from zermelo.gamesat.solver import NAMES, TABLE_MB


class _Group(TyperGroup):
    """What is no command is a file to be solved."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] != "--help":
            args = ["solve", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=_Group,
    help="Game-SAT: who wins a CNF; random formulas; experiments.",
    rich_markup_mode=None,
    no_args_is_help=True,
)

FirstOption = Annotated[str, typer.Option("--first", help="max or min: who opens.")]
SeedOption = Annotated[int, typer.Option("--seed", help="Which random formulas.")]


def side(text: str) -> Side:
    """The player that a word means."""
    if text not in {each.value for each in Side}:
        raise InputError("--first max or min", found=repr(text))
    return Side(text)


@app.callback()
def top() -> None:
    """Game-SAT: MAX and MIN in turn give any variable of a CNF a value; MAX wins when it ends true.

    'zermelo gamesat FILE.cnf' tells who wins, as 'zermelo gamesat solve FILE.cnf' does.
    """


@app.command("solve")
def solve(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A formula in DIMACS CNF.")],
    first: FirstOption = "max",
    time_limit: Annotated[
        float | None, typer.Option("--time-limit", min=0, help="Seconds (default: no limit).")
    ] = None,
    node_limit: Annotated[
        int | None, typer.Option("--node-limit", min=0, max=10**15, help="Positions (default: no limit).")
    ] = None,
    table: Annotated[
        float, typer.Option("--table", min=0, max=10**6, help="MB of the transposition table.")
    ] = TABLE_MB,
    without: Annotated[
        str, typer.Option("--without", help="Parts of the search to turn off, such as pairing,table.")
    ] = "",
    as_json: JsonOption = False,
) -> None:
    """Tell who wins a formula, with a first move and a line of play.

    A move is the literal that it makes true.
    """
    formula, opener = read_cnf(file), side(first)
    switches = Switches().without(*_names(without))
    limits = {"time_limit": time_limit, "node_limit": node_limit}
    result = decide(formula, opener, line=True, table_mb=table, switches=switches, **limits)  # type: ignore[arg-type]
    if as_json:
        print_json(
            {
                "game": file.name,
                "first": opener.value,
                "variables": formula.variables,
                "clauses": len(formula.clauses),
                "winner": None if result.winner is None else result.winner.value,
                "first_move": result.first_move,
                "line": list(result.line),
                "nodes": result.nodes,
                "seconds": round(result.seconds, 4),
                "reason": result.reason,
            }
        )
    else:
        print(f"{file.name}: {formula.variables} variables, {len(formula.clauses)} clauses, {opener} moves first")
        print("\n".join(_told(result, opener)))
    raise typer.Exit(0 if result.winner else 3)


def _names(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in NAMES:
            raise InputError(f"--without of {', '.join(NAMES)}", found=repr(name))
    return names


def _told(result: Result, opener: Side) -> list[str]:
    cost = f"{result.nodes} positions, {result.seconds:.3f} s"
    if result.winner is None:
        limits = {"time": "out of time", "nodes": "too many positions", "memory": "out of memory"}
        return [f"Unknown: {limits.get(str(result.reason), result.reason)} ({cost})"]
    order = "first" if result.winner is opener else "second"
    said = [f"{result.winner} wins, moving {order} ({cost})"]
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
    out: Annotated[Path, typer.Option("-o", "--out", help="The folder to write to.")] = Path(),
    as_json: JsonOption = False,
) -> None:
    """Write random formulas of the fixed clause model.

    Distinct variables in a clause, each negated with probability 1/2; distinct clauses; every variable occurs.
    """
    files = []
    made = formulas(variables, clauses, width, count, seed)
    out.mkdir(parents=True, exist_ok=True)
    for number, formula in enumerate(made, 1):
        name = f"random-{variables}-{clauses}-{width}-{seed}-{number:0{len(str(count))}}.cnf"
        told = f"vars {variables}, clauses {clauses}, width {width}, count {count}, seed {seed}"
        write_cnf(formula, out / name, [f"formula {number}: zermelo gamesat generate, {told}"])
        files.append(name)
    if as_json:
        print_json({"folder": str(out), "files": files})
    else:
        print(f"{len(files)} formula{'' if len(files) == 1 else 's'} written to {out}")
