"""``zermelo perft``: count plays and positions, by the plain rules and by the native core."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from zermelo.cli.common import DomainOption, GameArgument, JsonOption, describe, load, print_json, table
from zermelo.errors import DisagreementError, InputError
from zermelo.questions import depth_in_play
from zermelo.search import native_perft, reference_perft


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
    domain: DomainOption = None,
    as_json: JsonOption = False,
) -> None:
    """Count plays and positions by two engines.

    All plays of each length and the distinct positions that they reach; the plain rules and the native core must agree.
    """
    loaded = load(game, domain)
    depth = depth_in_play(loaded, depth)
    started = time.monotonic()
    try:
        native = native_perft(loaded, depth, 50 * node_limit)
    except OverflowError as error:
        raise InputError("a smaller DEPTH", found=f"{depth} ({error})", source=loaded.name) from error
    middle = time.monotonic()
    plain = reference_perft(loaded, depth, node_limit)
    seconds = {"native": middle - started, "reference": time.monotonic() - middle}
    common = min(len(plain.plays), len(native.plays))
    for k in range(common):
        counts = (plain.plays[k], plain.positions[k]), (native.plays[k], native.positions[k])
        if counts[0] != counts[1]:
            raise DisagreementError(
                f"{loaded.name}: after {k} moves the plain rules count {counts[0]}, the native core {counts[1]}"
            )
    if as_json:
        print_json(
            {
                "game": loaded.name,
                "depth": depth,
                "plays": native.plays,
                "positions": native.positions,
                "complete": native.complete,
                "agree": True,
                "compared_to_depth": common - 1,
                "seconds": {name: round(value, 4) for name, value in seconds.items()},
            }
        )
        raise typer.Exit(0 if native.complete else 3)
    print("\n".join(describe(loaded)))
    rows = [["moves", "plays", "positions", "reference"]]
    for k, (plays, positions) in enumerate(zip(native.plays, native.positions, strict=True)):
        rows.append([str(k), str(plays), str(positions), "same" if k < common else "not run"])
    print(table(rows, right={0, 1, 2}))
    if not native.complete:
        print(f"stopped after {len(native.plays) - 1} moves: more than {50 * node_limit} positions; raise --node-limit")
    print(f"native {seconds['native']:.3f} s, reference {seconds['reference']:.3f} s (to {common - 1} moves)")
    raise typer.Exit(0 if native.complete else 3)
