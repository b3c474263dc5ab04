"""``zermelo encode``: write the formula of a game and a depth."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from zermelo import __version__
from zermelo.cli.common import (
    DomainOption,
    GameArgument,
    JsonOption,
    domain_of,
    load,
    print_json,
    printable,
    source_hash,
)
from zermelo.encodings import encode
from zermelo.errors import InputError, LimitError
from zermelo.formula import QCNF, Circuit, write_qcir, write_qdimacs
from zermelo.model import Game
from zermelo.questions import depth_in_play
from zermelo.search import Minimax, is_small

SMALL = 5_000
"""Positions up to which the expected status is found by the rule engine."""
SECONDS = 1.0
"""Seconds that finding it may take."""


def command(
    game: GameArgument,
    depth: Annotated[int | None, typer.Option("--depth", min=0, help="The depth (default: the file's own).")] = None,
    encoding: Annotated[str | None, typer.Option("--encoding", help="See 'zermelo encodings'.")] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The file (.gz compresses); standard output if absent.")
    ] = None,
    form: Annotated[str | None, typer.Option("--format", help="qdimacs or qcir (default: by the file's name).")] = None,
    annotate: Annotated[bool, typer.Option("--annotate", help="Name every variable in the comments.")] = False,
    domain: DomainOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write the formula of a game and a depth.

    It is true exactly when Black wins within the depth. The comments before it say where it comes from.
    """
    loaded = load(game, domain)
    depth = loaded.depth if depth is None else depth
    if depth is None:
        raise InputError(
            "a depth", found="a game without a depth of its own", source=loaded.name, advice="give --depth N"
        )
    form = form or ("qcir" if output and ".qcir" in output.suffixes[-2:] else "qdimacs")
    if form not in ("qdimacs", "qcir"):
        raise InputError("qdimacs or qcir", found=repr(form))
    if as_json and output is None:
        raise InputError("a file for the formula with --json", found="none", advice="give -o FILE")
    started = time.monotonic()
    used = depth_in_play(loaded, depth)
    encoded = encode(loaded, used, encoding)
    actions = domain_of(game, domain)
    comments = [
        f"source: {printable(game)}",
        f"hash: {source_hash(game)}",
        *([f"domain: {printable(str(actions))} {source_hash(str(actions))}"] if actions is not None else []),
        f"game: {loaded.kind}, {loaded.board.size_text}",
        f"encoding: {encoded.encoding}",
        f"depth: {depth}{'' if used == depth else f' (encoded as {used}: no play is longer)'}",
        "query: Black wins within the depth",
        f"version: zermelo {__version__}",
        f"expected: {expected(loaded, used, encoded.answer, encoded.why)}",
        *[f"note: {note}" for note in (*getattr(loaded, "notes", ()), *encoded.notes)],
    ]
    target: Any = output if output is not None else sys.stdout
    sizes: dict[str, int]
    if form == "qcir":
        circuit = encoded.formula if isinstance(encoded.formula, Circuit) else _as_circuit(encoded.clauses()[0])
        names = encoded.names() if annotate and isinstance(encoded.formula, Circuit) else {}
        write_qcir(circuit, target, [*comments, *[f"variable {v}: {name}" for v, name in sorted(names.items())]])
        sizes = circuit.sizes()._asdict()
    else:
        qcnf, way = encoded.clauses()
        names = encoded.names() if annotate else {}
        if isinstance(encoded.formula, Circuit):
            names = {way[v]: name for v, name in names.items() if v in way}
        write_qdimacs(qcnf, target, [*comments, *[f"variable {v}: {name}" for v, name in sorted(names.items())]])
        sizes = qcnf.sizes()._asdict()
    if as_json:
        seconds = round(time.monotonic() - started, 4)
        print_json({**sizes, "seconds": seconds, "file": str(output), "format": form, "answer": encoded.answer})


def expected(game: Game, depth: int, answer: bool | None, why: str) -> str:
    """What is known about the truth of the formula, and from where."""
    if answer is not None:
        return f"{str(answer).lower()} ({why})"
    if not is_small(game, depth, SMALL):
        return "unknown"
    try:
        truth = Minimax(game, SMALL, SECONDS).within(game.start, depth)
    except (LimitError, RecursionError):
        return "unknown"
    return f"{str(truth).lower()} (exhaustive search with the plain rules)"


def _as_circuit(qcnf: QCNF) -> Circuit:
    """Clauses as a circuit: an AND of ORs."""
    circuit = Circuit()
    image: dict[int, int] = {}
    for block in qcnf.prefix.blocks:
        variables = circuit.variables(len(block.variables))
        circuit.prefix.add(block.quantifier, variables)
        image.update(zip(block.variables, variables, strict=True))
    clauses = [circuit.or_([image[v] if v > 0 else -image[-v] for v in clause]) for clause in qcnf.clauses()]
    circuit.output = circuit.and_(clauses)
    return circuit
