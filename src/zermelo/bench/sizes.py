"""Sizes of formulas, by which the papers compare encodings, for any game, encoding and depth."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from zermelo.bench.formula import Formula
from zermelo.encodings import Encoding
from zermelo.encodings.registry import check_question, encode_by
from zermelo.errors import UnsupportedError
from zermelo.formula import QCNF, Circuit
from zermelo.model import Game
from zermelo.preprocess import Preprocessor
from zermelo.questions import depth_in_play
from zermelo.solvers import Answer


@dataclass(frozen=True)
class Preprocessing:
    """Result of a preprocessor on a formula.

    Parameters
    ----------
    outcome
        ``simplified``; ``decided: true`` or ``decided: false``; or why the formula is as it was, such as ``time``.
    blocks, variables, clauses, literals
        Of the simpler formula; None where there is none.
    """

    outcome: str
    seconds: float
    blocks: int | None = None
    variables: int | None = None
    clauses: int | None = None
    literals: int | None = None


@dataclass(frozen=True)
class SizeRow:
    """The size of one formula; numbers are None where there is no formula.

    Parameters
    ----------
    decided, why
        The truth value found while encoding, and how; or None and why it could not be encoded.
    gates
        Of the circuit; None for an encoding into clauses.
    seconds
        To encode, and to translate into the language that is measured.
    """

    encoding: str
    query: str
    depth: int
    language: str
    seconds: float
    decided: bool | None = None
    why: str = ""
    blocks: int | None = None
    universal: int | None = None
    existential: int | None = None
    variables: int | None = None
    gates: int | None = None
    clauses: int | None = None
    literals: int | None = None
    preprocessed: Preprocessing | None = None

    def to_json(self) -> dict[str, Any]:
        """All fields."""
        return asdict(self)


def depths_in_play(game: Game, depths: Sequence[int]) -> list[int]:
    """The different questions among some depths: those beyond the longest play are one."""
    return sorted({depth_in_play(game, depth) for depth in depths})


def measure(
    game: Game,
    encoding: Encoding,
    depth: int,
    language: str = "qdimacs",
    preprocessor: Preprocessor | None = None,
    time_limit: float | None = None,
) -> SizeRow:
    """Encode and count; with a preprocessor, count also its result on the clauses.

    Parameters
    ----------
    game, encoding, depth
        The question, the depth in moves.
    language
        The language in which the formula is measured: ``qdimacs`` or ``qcir``.
    preprocessor
        Simplifies the clauses; None for the plain sizes only.
    time_limit
        Wall-clock seconds for it; None for no limit.

    Raises what `check_question` raises. An encoding that has to list too much gives a row without numbers.

    >>> from zermelo.encodings import encoding
    >>> from zermelo.model import ConnectionGame
    >>> row = measure(ConnectionGame.hex(2, 2), encoding("et"), 3)
    >>> row.variables, row.clauses, row.universal
    (26, 42, 2)
    >>> measure(ConnectionGame.hex(2, 2), encoding("et"), 1).decided
    False
    """
    check_question(encoding, game, depth)
    asked = encoding.label, encoding.asks.value, depth, language
    started = time.monotonic()
    try:
        encoded = encode_by(encoding, game, depth)
    except UnsupportedError as error:
        return SizeRow(*asked, _since(started), why=str(error))
    if encoded.answer is not None:
        return SizeRow(*asked, _since(started), encoded.answer, encoded.why)
    formula = Formula(encoded)
    sizes = formula.sizes(language)._asdict()
    seconds = _since(started)
    if isinstance(encoded.formula, Circuit):
        sizes["gates"] = encoded.formula.sizes().gates
    done = None if preprocessor is None else preprocess(formula.clauses[0], preprocessor, time_limit)
    return SizeRow(*asked, seconds, **sizes, preprocessed=done)


def _since(started: float) -> float:
    return round(time.monotonic() - started, 4)


def preprocess(qcnf: QCNF, preprocessor: Preprocessor, time_limit: float | None) -> Preprocessing:
    """Sizes of a formula after a preprocessor.

    Parameters
    ----------
    qcnf
        The formula; it is not changed.
    preprocessor
        Simplifies it.
    time_limit
        Wall-clock seconds; None for no limit.
    """
    done = preprocessor.preprocess(qcnf, time_limit=time_limit)
    seconds = round(done.seconds, 4)
    if done.answer is not None:
        return Preprocessing(f"decided: {str(done.answer is Answer.TRUE).lower()}", seconds)
    if done.applied:
        left = done.formula.sizes()
        return Preprocessing("simplified", seconds, left.blocks, left.variables, left.clauses, left.literals)
    late = time_limit is not None and done.seconds >= time_limit
    return Preprocessing("time" if late else done.detail, seconds)
