"""``zermelo encode FILE.cnf``: the quantified formula of a Game-SAT formula."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from zermelo import __version__
from zermelo.bench.formula import Form, Formula
from zermelo.cli.common import print_json, printable, side, source_hash
from zermelo.encodings import Encoded
from zermelo.encodings.base import Meaning
from zermelo.errors import InputError
from zermelo.files import Target
from zermelo.gamesat import Side, decide, read_cnf
from zermelo.gamesat.encode import circuit_of

POSITIONS = 100_000
"""Positions within which the native solver finds the expected status: no seconds, so that files do not differ."""


def encode_formula(file: str, first: str, form: Form, output: Path | None, as_json: bool) -> None:
    """Write the quantified formula that is true if and only if MAX wins; its head is as that of games."""
    if as_json and output is None:
        raise InputError("a file for the formula with --json", found="none", advice="give -o FILE")
    started, opener = time.monotonic(), side(first)
    formula = read_cnf(file)
    circuit = circuit_of(formula, opener)
    meanings = {variable: Meaning(name) for variable, name in circuit.names.items()}
    encoded = Encoded("gamesat", formula.variables, circuit, meanings=meanings.copy)
    winner = decide(formula, opener, node_limit=POSITIONS).winner
    expected = "unknown" if winner is None else f"{str(winner is Side.MAX).lower()} (the native solver)"
    head = [
        f"source: {printable(file)}",
        f"hash: {source_hash(file)}",
        f"game: Game-SAT, {formula.variables} variables, {len(formula.clauses)} clauses, {opener} moves first",
        "encoding: gamesat",
        f"depth: {formula.variables}",
        "query: MAX wins",
        f"version: zermelo {__version__}",
        f"expected: {expected}",
    ]
    written = Formula(encoded)
    target: Target = sys.stdout if output is None else output
    written.write(target, head, form)
    if as_json:
        sizes = written.sizes(form.language)._asdict()
        seconds = round(time.monotonic() - started, 4)
        print_json({**sizes, "seconds": seconds, "file": str(output), "format": form.language, "answer": None})
