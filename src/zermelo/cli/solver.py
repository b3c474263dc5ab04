"""``zermelo solver test``: try the adapter of a solver or preprocessor."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from zermelo.cli.common import JsonOption, print_json, table
from zermelo.errors import UnsupportedError
from zermelo.preprocess import PREPROCESSORS
from zermelo.preprocess.trial import try_preprocessor
from zermelo.solvers import SOLVERS
from zermelo.solvers.trial import try_solver

app = typer.Typer(
    help="Work on the adapters of solvers and preprocessors.", rich_markup_mode=None, no_args_is_help=True
)


@app.callback()
def top() -> None:
    """Work on the adapters of solvers and preprocessors."""


@app.command("test")
def try_out(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A solver or preprocessor; see 'zermelo solvers'.")],
    timeout: Annotated[
        float, typer.Option("--timeout", min=0.1, max=3600, help="Seconds for the formula that is too hard.")
    ] = 1.0,
    as_json: JsonOption = False,
) -> None:
    """Try a solver or preprocessor on formulas with known answers.

    Tiny formulas of every shape, values of the outermost block where it tells them, a hard formula with a limit, and
    input that is no formula. The exit code is 0 when all is right, 1 when something is wrong, 3 when it is not
    installed.
    """
    if name in SOLVERS:
        solver = SOLVERS[name]
        solver.required()
        checks = list(try_solver(solver, timeout))
    elif name in PREPROCESSORS:
        preprocessor = PREPROCESSORS[name]
        preprocessor.require()
        checks = list(try_preprocessor(preprocessor, timeout))
    else:
        raise UnsupportedError(f"one of {', '.join([*SOLVERS, *PREPROCESSORS])}", found=repr(name))
    right = all(check.right for check in checks)
    if as_json:
        rows = [{**asdict(check), "seconds": round(check.seconds, 4)} for check in checks]
        print_json({"tool": name, "right": right, "checks": rows})
    else:
        rows_of_text = [
            [check.name, "ok" if check.right else "WRONG", f"{check.seconds:.3f}", check.expected, check.found]
            for check in checks
        ]
        print(table([["what", "", "seconds", "expected", "found"], *rows_of_text], right={2}))
        wrong = sum(not check.right for check in checks)
        print(f"{name}: {f'{wrong} of {len(checks)} are wrong' if wrong else 'all is right'}")
    raise typer.Exit(0 if right else 1)
