"""Kinds of jobs that only the tables of the implicit and grid papers need."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from zermelo.campaign.kinds.allowance import Allowance, JobFigures, JobKind
from zermelo.encodings import encoding
from zermelo.encodings.boards.explicit import Explicit, ExplicitBoard
from zermelo.encodings.boards.implicit import Implicit
from zermelo.encodings.reduction.pruned_encoding import PrunedEncoding
from zermelo.encodings.reduction.pruning import PrunedGame, white_graph
from zermelo.errors import InputError, UnsupportedError
from zermelo.formula import QCNF, Circuit
from zermelo.loading import load
from zermelo.model import ConnectionGame


def measure_parts(arguments: dict[str, Any], allowance: Allowance) -> JobFigures:  # noqa: ARG001  # it takes no time
    """The size of a formula by its parts, beside that of what it encodes.

    Parameters
    ----------
    arguments
        ``"game"``: a connection game, as `load` takes it; ``"encoding"``: one of EA, EN, ET and the six without an
        explicit board, with options; ``"depth"``: in moves.
    allowance
        Not needed.

    Returns
    -------
    dict
        ``"formula"`` and ``"board"`` (the formula without its goal): ``"variables"``, ``"blocks"``, and ``"gates"`` of
        a circuit or ``"unit"``, ``"binary"``, ``"ternary"`` and ``"long"`` clauses. ``"facts"`` of what is left after
        pruning: ``"cells"``, ``"depth"``, ``"sets"`` and ``"literals"`` (listed winning sets, and the sum of their
        sizes), ``"source"``, ``"target"`` and ``"edges"`` of Black's graph, or of White's for ET (edges in both
        directions).

    Raises what encoders raise; ``UnsupportedError`` for a formula that pruning has decided.

    >>> figures = measure_parts({"game": "hex:3x3", "encoding": "et:faithful", "depth": 9}, Allowance())
    >>> figures["formula"]["variables"], figures["board"]["variables"], figures["facts"]["edges"]
    (135, 126, 32)
    """
    game, use = load(arguments["game"]), encoding(arguments["encoding"])
    if not isinstance(use, PrunedEncoding) or not isinstance(game, ConnectionGame):
        raise InputError("a connection game and an encoding of it after pruning", found=use.label)
    pruned, formula = use.prune(game, arguments["depth"]), use.encode(game, arguments["depth"]).formula
    if formula is None:
        raise UnsupportedError("a formula that pruning does not decide", found=pruned.why)
    graph = white_graph(game, pruned) if use.name == "et" else pruned.graph
    facts = {"cells": len(pruned.cells), "depth": len(pruned.players)}
    facts |= {"sets": len(pruned.sets), "literals": sum(map(len, pruned.sets))}
    if graph is not None:
        edges = sum(map(len, graph.neighbours))
        facts |= {"source": len(graph.source), "target": len(graph.target), "edges": edges}
    return {"formula": _sizes(formula), "board": _sizes(_board(use, pruned)), "facts": facts}


def _board(use: PrunedEncoding, pruned: PrunedGame) -> QCNF | Circuit:
    """The formula without its goal."""
    if isinstance(use, Explicit):
        return ExplicitBoard(pruned).qcnf
    assert isinstance(use, Implicit)
    board = use.board_type(pruned)
    board.close()
    board.circuit.output = board.circuit.and_(board.parts)
    return board.circuit


def _sizes(formula: QCNF | Circuit) -> dict[str, int]:
    sizes = formula.sizes()
    found = {"variables": sizes.variables, "blocks": sizes.blocks}
    if isinstance(formula, Circuit):
        return found | {"gates": formula.sizes().gates}
    return found | _lengths(formula.clauses())


def _lengths(clauses: Iterable[Iterable[int]]) -> dict[str, int]:
    """The numbers of clauses by length."""
    words = ("unit", "binary", "ternary", "long")
    found = dict.fromkeys(words, 0)
    for clause in clauses:
        found[words[min(len(list(clause)), 4) - 1]] += 1
    return found


IMPLICIT_KINDS: dict[str, JobKind] = {"parts": measure_parts}
