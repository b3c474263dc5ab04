"""``zermelo outcome``: who wins when Black opens, and who when White does."""

from __future__ import annotations

from typing import Annotated

import typer

from zermelo.cli.common import (
    AfterOption,
    CacheOption,
    CheckOption,
    DomainOption,
    GameArgument,
    JsonOption,
    MethodOption,
    WinOption,
    describe,
    load,
    played,
    print_json,
    table,
)
from zermelo.cli.messages import warn
from zermelo.model.game import move_names
from zermelo.questions import Options
from zermelo.solving.outcome_class import outcome_class
from zermelo.store import Store


def command(
    game: GameArgument,
    after: AfterOption = "",
    time_limit: Annotated[
        float | None, typer.Option("--time-limit", min=0, help="Seconds for both questions (default: no limit).")
    ] = None,
    memory_limit: Annotated[
        int | None, typer.Option("--memory-limit", min=1, max=2**30, help="MB for each run (default: no limit).")
    ] = None,
    check: CheckOption = True,
    method: MethodOption = "auto",
    cache: CacheOption = True,
    domain: DomainOption = None,
    win: WinOption = "",
    as_json: JsonOption = False,
) -> None:
    """Tell the outcome class: who wins when either player opens?

    N: the one who opens wins; P: the other one; L: Left, that is Black, wins; R: Right, that is White, wins. D: a draw,
    whoever opens.
    """
    loaded = played(load(game, domain, win), after)
    options = Options(time_limit=time_limit, memory_limit_mb=memory_limit, check=check, method=method)
    with Store.open(enabled=cache, warn=warn) as store:
        found = outcome_class(loaded, options, store)
    if as_json:
        print_json({**found.to_json(), "after": move_names(after)})
    else:
        print(f"{describe(loaded, after)[0]}\n\n{found.sentence()}\n")
        openings = (("Black opens", found.black_opens), ("White opens", found.white_opens))
        print(table([[name, verdict.sentence()] for name, verdict in openings]))
    raise typer.Exit(0 if found.known else 3)
