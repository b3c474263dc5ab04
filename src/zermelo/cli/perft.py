"""``zermelo perft``: count plays and positions, by the plain rules and by the native core."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from typing import Annotated

import typer

from zermelo.cli.common import DomainOption, GameArgument, JsonOption, describe, load, print_json, table
from zermelo.errors import DisagreementError, InputError, LimitError
from zermelo.interrupts import ended_after
from zermelo.model import Game
from zermelo.model.native_rules import has_native_rules
from zermelo.questions import depth_in_play
from zermelo.search.perft import native_levels, reference_levels

Levels = list[tuple[int, int]]
"""Numbers of plays and positions of each length."""


def command(
    game: GameArgument,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=0, help="How many moves deep.")],
    node_limit: Annotated[
        int,
        typer.Option(
            "--node-limit",
            min=1,
            max=10**12,
            help="Most positions of one level for the plain rules (native: 50 times that).",
        ),
    ] = 200_000,
    time_limit: Annotated[float | None, typer.Option("--time-limit", min=0, help="Seconds for both engines.")] = None,
    domain: DomainOption = None,
    as_json: JsonOption = False,
) -> None:
    """Count plays and positions by two engines.

    All plays of each length and the distinct positions that they reach; the plain rules and the native core must agree.
    """
    loaded = load(game, domain)
    depth = depth_in_play(loaded, depth)
    native: Levels = []
    plain: Levels = []
    seconds = {"native": 0.0, "reference": 0.0}
    reason = None
    try:
        ended_after(time_limit, lambda: _count(loaded, depth, node_limit, native, plain, seconds))
    except KeyboardInterrupt:
        reason = "interrupted"
    except LimitError as error:
        reason = error.reason
    complete = len(native) == depth + 1
    if reason is None and not complete:
        reason = "size"
    if as_json:
        print_json(
            {
                "game": loaded.name,
                "depth": depth,
                "plays": [plays for plays, _ in native],
                "positions": [positions for _, positions in native],
                "complete": complete,
                "agree": True,
                "compared_to_depth": len(plain) - 1 if plain else None,
                "reason": reason,
                "seconds": {name: round(value, 4) for name, value in seconds.items()},
            }
        )
        raise typer.Exit(3 if reason else 0)
    print("\n".join(describe(loaded)))
    rows = [["moves", "plays", "positions", "reference"]]
    for k, (plays, positions) in enumerate(native):
        told = "same" if k < len(plain) else "alone" if not has_native_rules(loaded) else "not run"
        rows.append([str(k), str(plays), str(positions), told])
    print(table(rows, right={0, 1, 2}))
    if reason is not None:
        whys = {
            "interrupted": "interrupted",
            "time": "out of time; raise --time-limit",
            "size": f"more than {50 * node_limit} positions; raise --node-limit",
        }
        done = f"after {len(native) - 1} of {depth} moves" if native else "before anything was counted"
        print(f"stopped {done}: {whys[reason]}")
    if not has_native_rules(loaded):
        print(f"plain rules {seconds['native']:.3f} s")
        raise typer.Exit(3 if reason else 0)
    compared = f"to {len(plain) - 1} moves" if plain else "nothing compared"
    print(f"native {seconds['native']:.3f} s, reference {seconds['reference']:.3f} s ({compared})")
    raise typer.Exit(3 if reason else 0)


def _count(game: Game, depth: int, node_limit: int, native: Levels, plain: Levels, seconds: dict[str, float]) -> None:
    """Fill the lists level by level, each by the native core and then by the plain rules as far as these go.

    Whatever ends this early, the levels that stand in both lists have been compared.
    """
    others = reference_levels(game, depth, node_limit)
    comparing = has_native_rules(game)  # which the plain rules alone know
    levels = native_levels(game, depth, 50 * node_limit) if comparing else others
    for k in range(depth + 1):
        with _clocked(seconds, "native"):
            try:
                count = next(levels, None)
            except OverflowError as error:
                raise InputError("a smaller DEPTH", found=f"{depth} ({error})", source=game.name) from error
        if count is None:
            return
        native.append(count)
        if not comparing:
            continue
        with _clocked(seconds, "reference"):
            other = next(others, None)
        if other is None:
            comparing = False
        elif other != count:
            raise DisagreementError(
                f"{game.name}: after {k} moves the plain rules count {other}, the native core {count}"
            )
        else:
            plain.append(other)


@contextlib.contextmanager
def _clocked(seconds: dict[str, float], name: str) -> Iterator[None]:
    started = time.monotonic()
    try:
        yield
    finally:
        seconds[name] += time.monotonic() - started
