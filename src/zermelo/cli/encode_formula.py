"""``zermelo encode FILE.cnf``: the quantified formula of a Game-SAT formula."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from zermelo import __version__
from zermelo.bench.formula import Formula, FormulaFormat
from zermelo.cli.common import load_formula, print_json, printable, source_hash
from zermelo.encodings import Encoded
from zermelo.encodings.base import Meaning
from zermelo.errors import InputError, UnsupportedError
from zermelo.files import Target
from zermelo.gamesat import MAX, decide, name_of
from zermelo.gamesat.encode import circuit_of

POSITIONS = 100_000
"""Limit in positions, not seconds, for the expected status by the solver: files do not depend on the machine."""


def encode_formula(file: str, first: str, form: FormulaFormat, output: Path | None, as_json: bool) -> None:
    """Write the quantified formula that is true if and only if MAX wins, with the head that encoded games have.

    Parameters
    ----------
    file
        The CNF, in DIMACS.
    first
        The player who moves first: ``max`` or ``min``.
    form
        The language of the formula.
    output
        The file; None for standard output.
    as_json
        True to print a JSON object with the sizes, the seconds and the file.

    Raises ``InputError`` for JSON without a file, for a file that is no CNF, and for another word for the first player.
    """
    if as_json and output is None:
        raise InputError("a file for the formula with --json", found="none", advice="give -o FILE")
    started = time.monotonic()
    game = load_formula(file, first)
    circuit = circuit_of(game)
    meanings = {variable: Meaning(name) for variable, name in circuit.names.items()}
    encoded = Encoded("gamesat", game.variables, circuit, meanings=meanings.copy)
    try:
        winner = decide(game, node_limit=POSITIONS).winner
    except UnsupportedError:  # too large for that search
        winner = None
    expected = "unknown" if winner is None else f"{str(winner is MAX).lower()} (the native solver)"
    head = [
        f"source: {printable(file)}",
        f"hash: {source_hash(file)}",
        f"game: Game-SAT, {game.size_text}, {name_of(game.opener)} moves first",
        "encoding: gamesat",
        f"depth: {game.variables}",
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
