"""``zermelo encode``: write the formula of a game and a depth."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Annotated

import typer

from zermelo.bench.expected import ExhaustiveOracle
from zermelo.bench.formula import Formula, FormulaFormat, head
from zermelo.cli.common import (
    DomainOption,
    GameArgument,
    JsonOption,
    WinOption,
    distinct_from_game,
    domain_of,
    load,
    no_first,
    print_json,
    printable,
    source_hash,
)
from zermelo.cli.encode_formula import encode_formula
from zermelo.encodings import encode
from zermelo.errors import InputError, UnsupportedError
from zermelo.files import Target
from zermelo.questions import depth_in_play
from zermelo.solving.plans import asked_of
from zermelo.verdict import as_player

POSITIONS = 6_000
"""Limit in positions, not seconds, for the expected status by the rule engine: files do not depend on the machine."""


def command(
    game: GameArgument,
    depth: Annotated[int | None, typer.Option("--depth", min=0, help="The depth (default: the file's own).")] = None,
    encoding: Annotated[
        str | None, typer.Option("--encoding", help="Such as cor:faithful; see 'zermelo encodings'.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The file (.gz compresses); standard output if absent.")
    ] = None,
    form: Annotated[str | None, typer.Option("--format", help="qdimacs or qcir (default: by the file's name).")] = None,
    cleansed: Annotated[bool, typer.Option("--cleansed", help="QCIR in its cleansed form, without comments.")] = False,
    annotate: Annotated[bool, typer.Option("--annotate", help="Name every variable in the comments.")] = False,
    player: Annotated[str, typer.Option("--for", help="black or white: whose win it asks about.")] = "black",
    domain: DomainOption = None,
    win: WinOption = "",
    first: Annotated[
        str | None, typer.Option("--first", help="max or min (default: max): who opens a Game-SAT formula, FILE.cnf.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Write the formula of a game and a depth.

    The comments before it say where it comes from, which query it answers, and its truth value where that is known.
    """
    distinct_from_game([output], game, domain)
    qcir = cleansed or (output is not None and ".qcir" in output.suffixes[-2:])
    written = FormulaFormat(form or ("qcir" if qcir else "qdimacs"), annotate, cleansed)
    if Path(game).suffix == ".cnf":
        others = {"--depth": depth, "--encoding": encoding, "--domain": domain}
        given = [name for name, value in others.items() if value is not None]
        if given:
            wanted = "no --depth, --encoding or --domain with a Game-SAT formula"
            raise InputError(wanted, found=" and ".join(given), source=game)
        encode_formula(game, first or "max", written, output, as_json)
        return
    no_first(first, game)
    loaded = load(game, domain, win)
    depth = loaded.depth if depth is None else depth
    if depth is None:
        raise InputError(
            "a depth", found="a game without a depth of its own", source=loaded.name, advice="give --depth N"
        )
    if as_json and output is None:
        raise InputError("a file for the formula with --json", found="none", advice="give -o FILE")
    asked = asked_of(loaded, as_player(player))
    if asked is None:
        raise UnsupportedError("a game in which White has something to complete, with --for white", source=loaded.name)
    exchanged, loaded = asked is not loaded, asked
    started = time.monotonic()
    encoded = encode(loaded, depth_in_play(loaded, depth), encoding)
    formula = Formula(encoded)
    actions = domain_of(game, domain)
    source = [f"source: {printable(game)}", f"hash: {source_hash(game)}"]
    if actions is not None:
        source.append(f"domain: {printable(str(actions))} {source_hash(str(actions))}")
    if exchanged:
        source.append("colours: exchanged: Black is White of the source, and moves second")
    expected = ExhaustiveOracle(loaded, POSITIONS).expected(encoded)
    target: Target = output if output is not None else sys.stdout
    formula.write(target, head(source, loaded, depth, encoded, expected), written)
    if as_json:
        sizes = formula.sizes(written.language)._asdict()
        seconds = round(time.monotonic() - started, 4)
        facts = {"file": str(output), "format": written.language, "answer": encoded.answer}
        print_json({**sizes, "seconds": seconds, **facts})
