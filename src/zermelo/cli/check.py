"""``zermelo check``: check a strategy file; the result is "holds", or the line of play at which it breaks."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Any

import typer

from zermelo.cli.common import (
    AfterOption,
    DomainOption,
    JsonOption,
    describe,
    drawing,
    legend,
    load,
    load_formula,
    played,
    print_json,
)
from zermelo.errors import InputError, LimitError
from zermelo.gamesat import name_of
from zermelo.model import ClauseGame, Game
from zermelo.strategy.check.driver import CheckLimits
from zermelo.strategy.check.plain import Broken, CheckResult, Holds
from zermelo.strategy.check.section import check_section
from zermelo.strategy.file import StrategyFile
from zermelo.verdict import moves
from zermelo.wording import counted


def command(
    strategy: Annotated[Path, typer.Argument(metavar="STRATEGY", help="A strategy file.")],
    game: Annotated[
        str | None,
        typer.Option("--game", help="The game that the strategy must be about (default: the game of the file)."),
    ] = None,
    after: AfterOption = "",
    domain: DomainOption = None,
    pure: Annotated[bool, typer.Option("--pure", help="Use the plain rules in Python only.")] = False,
    time_limit: Annotated[
        float | None, typer.Option("--time-limit", min=0, help="Seconds (default: no limit).")
    ] = None,
    memory_limit: Annotated[
        int | None, typer.Option("--memory-limit", min=1, help="MB for the positions (default: no limit).")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Check that a strategy proves its claim.

    The check plays every reply of the other player by the rules and verifies every argument; it uses no search. The
    exit code is 0 when all claims of the file hold, and 2 when one does not.
    """
    if game is None and (after or domain is not None):
        raise InputError("a --game for --after and --domain", found="none")
    limits = CheckLimits(None if time_limit is None else time.monotonic() + time_limit)
    results: list[CheckResult] = []
    with StrategyFile(strategy) as file:
        wanted = None if game is None else played(_loaded(game, domain, file.game), after)
        about = file.game if wanted is None else wanted
        if not as_json:
            print("\n".join(describe(about)))
        try:
            for section in file.sections():
                result = check_section(
                    section, wanted, pure=pure, time_limit=limits.seconds, memory_limit_mb=memory_limit
                )
                results.append(result)
                if not as_json:
                    print(_told(about, result), flush=True)
                if isinstance(result, Broken):
                    break
        except (LimitError, KeyboardInterrupt) as error:
            if as_json:
                print_json(_json(about, results, getattr(error, "reason", "interrupted")))
            raise
    if as_json:
        print_json(_json(about, results))
    raise typer.Exit(0 if all(isinstance(result, Holds) for result in results) else 2)


def _loaded(text: str, domain: Path | None, about: Game) -> Game:
    """The game of a name; the first player of a formula is that of the strategy file."""
    if isinstance(about, ClauseGame) and Path(text).suffix.lower() == ".cnf":
        return load_formula(text, name_of(about.opener).lower())
    return load(text, domain)


def _told(game: Game, result: CheckResult) -> str:
    """A result as text."""
    claim = _said(game, result)
    if isinstance(result, Holds):
        longest = "plays may go on for ever" if result.longest is None else f"longest line {moves(result.longest)}"
        positions, replies = result.counted
        counts = f"{counted(result.positions, positions)} ({counted(result.arguments, 'arguments')}), "
        counts += f"{counted(result.replies, replies)}, {longest}"
        unused = f"; {counted(result.unused, 'entries')} that no play meets" if result.unused else ""
        return f"{claim}: holds. {counts}{unused}. {result.seconds:.3f} s"
    lines = [f"{claim}: BROKEN. {result.why}."]
    if result.position is not None:
        names = " ".join(map(game.move_name, result.line)) or "none, in the start position"
        lines += [f"Line of play: {names}", "", drawing(game, result.position), legend(game)]
    return "\n".join(lines)


def _said(game: Game, result: CheckResult) -> str:
    """The claim, with the name of the player in the game."""
    return result.claim.told(game.called(result.claim.player))


def _json(game: Game, results: list[CheckResult], reason: str | None = None) -> dict[str, Any]:
    """All results as a JSON object, with the reason why there are no more; counts are summed over the claims."""
    held = [result for result in results if isinstance(result, Holds)]
    broken = next((result for result in results if isinstance(result, Broken)), None)
    longest = [result.longest for result in held]
    counterexample = None
    if broken is not None:
        line = [game.move_name(move) for move in broken.line]
        counterexample = {"claim": _said(game, broken), "why": broken.why, "line": line}
    return {
        "game": game.name,
        "holds": broken is None if reason is None else None,
        "reason": reason,
        "claims": [_said(game, result) for result in results],
        "positions": sum(result.positions for result in held),
        "replies": sum(result.replies for result in held),
        "arguments": sum(result.arguments for result in held),
        "longest": None if None in longest else max((each for each in longest if each is not None), default=None),
        "unused": sum(result.unused for result in held),
        "seconds": round(sum(result.seconds for result in results), 4),
        "counterexample": counterexample,
    }
