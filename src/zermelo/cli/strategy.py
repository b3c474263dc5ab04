"""``zermelo strategy``: strategy files made small, and whole again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli.common import describe
from zermelo.errors import DisagreementError, InputError
from zermelo.files import distinct
from zermelo.strategy import Strategy
from zermelo.strategy.check.plain import Holds
from zermelo.strategy.check.section import checked
from zermelo.strategy.extract.outline import complete, outline
from zermelo.strategy.file import OUTLINE, STRATEGY, StrategyFile, write_strategies
from zermelo.wording import counted

app = typer.Typer(help="Make strategy files small, and whole again.", rich_markup_mode=None, no_args_is_help=True)

OutputOption = Annotated[
    Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write; .gz compresses.")
]


@app.callback()
def top() -> None:
    """Make strategy files small, and whole again."""


@app.command("outline")
def outlined(
    strategy: Annotated[Path, typer.Argument(metavar="STRATEGY", help="The strategy file of a player who breaks.")],
    output: OutputOption,
) -> None:
    """Keep of a breaker's strategy the answers alone, from which the rest is soon found.

    An outline proves nothing by itself: 'zermelo strategy complete' makes it a strategy again, and checks it.
    """
    distinct([output], [strategy])
    with StrategyFile(strategy) as file:
        whole = [section.strategy() for section in file.sections()]
    few = [outline(each) for each in whole]
    write_strategies(output, file.game, few, OUTLINE)
    left, all_ = (sum(len(each.entries) for each in them) for them in (few, whole))
    print(f"{output}: {left:,} of {counted(all_, 'entries')}")


@app.command("complete")
def completed(
    outline_file: Annotated[Path, typer.Argument(metavar="OUTLINE", help="An outline of a strategy.")],
    output: OutputOption,
    time_limit: Annotated[
        float | None, typer.Option("--time-limit", min=0, help="Seconds for what is searched (default: no limit).")
    ] = None,
    memory_limit: Annotated[
        int | None, typer.Option("--memory-limit", min=1, max=2**30, help="MB for the search (default: no limit).")
    ] = None,
) -> None:
    """Make an outline a strategy, and check it.

    What the outline lacks is found again, by a search where it must be; nothing that it says is believed. The strategy
    is checked by the rules before it is written.
    """
    distinct([output], [outline_file])
    with StrategyFile(outline_file, OUTLINE) as file:
        few = [section.strategy() for section in file.sections()]
    whole = [_whole(outline_file, each, time_limit, memory_limit) for each in few]
    told = [_check(each) for each in whole]
    print("\n".join([*describe(file.game), *told]))
    write_strategies(output, file.game, whole, STRATEGY)
    print(f"{output}: {counted(sum(len(each.entries) for each in whole), 'entries')}")


def _whole(file: Path, few: Strategy, time_limit: float | None, memory_limit: int | None) -> Strategy:
    try:
        return complete(few, time_limit=time_limit, memory_limit_mb=memory_limit)
    except InputError as error:
        raise InputError(error.expected, found=error.found, source=str(file)) from None


def _check(strategy: Strategy) -> str:
    """Check a strategy by the rules; what is to be told. DisagreementError where it does not hold."""
    result = checked(strategy.game, strategy.claim, strategy.symmetries, strategy)
    if not isinstance(result, Holds):
        raise DisagreementError(f"the completed strategy does not hold: {result.why}")
    return f"{strategy.told}: holds. {counted(result.positions, 'positions')}. {result.seconds:.3f} s"
