"""The written circuit and the written clauses have the same value: Qute on the one, DepQBF and CAQE on the other.

Every encoding in the registry is tried, those that make clauses as ANDs of ORs: adding one is enough. QFUN as bundled
reads QDIMACS only, so Qute is the one reader of QCIR that is not ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.encodings.games import ALL_KINDS
from tests.formula.formulas import circuits
from tests.sizes import draws

from zermelo.bench.formula import Formula
from zermelo.encodings import ENCODINGS, Encoding
from zermelo.families import make
from zermelo.formula import Circuit, evaluate, tseitin, write_qcir
from zermelo.model import Game
from zermelo.solvers import Answer, solver
from zermelo.solvers.base import pyqbf_prefix
from zermelo.solvers.process import run

QUTE = (pyqbf_prefix() or Path()) / "bin" / "pyqbf_qute"
pytestmark = pytest.mark.skipif(not QUTE.is_file(), reason="Qute is not installed")


def qute(circuit: Circuit, cleansed: bool) -> Answer:
    """The answer of Qute to the file."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "formula.qcir")
        write_qcir(circuit, path, ["a comment"], cleansed=cleansed)
        finished = run([QUTE, path], time_limit=60, memory_limit_mb=2000)
    assert finished.exit_code in (10, 20), (finished.ending, finished.stdout)
    return Answer.TRUE if finished.exit_code == 10 else Answer.FALSE


@settings(max_examples=draws(100, 25))
@given(circuits(max_variables=6, max_gates=16), st.booleans())
def test_random_circuits(circuit, cleansed):
    assert qute(circuit, cleansed) is (Answer.TRUE if evaluate(circuit) else Answer.FALSE)


def encoded_circuits(encoding: Encoding, seed: int) -> Iterator[Circuit]:
    """The files written by an encoding at some depths, of a random game of every kind that it takes."""
    games: list[Game] = [kind(Random(seed)) for kind in ALL_KINDS.values()]
    games.append(make(f"random-grid:seed={seed},board=2x2"))
    for game in games:
        for depth in range(seed % 2, 6, 2) if encoding.lacks(game) is None else ():
            yield Formula(encoding.encode(game, depth)).circuit[0]


@pytest.mark.parametrize("name", ENCODINGS)
@settings(max_examples=draws(4, 1))
@given(seed=st.integers(0, 2**16))
def test_encodings(name, seed):
    """A formula decided while encoding is a file, too, and clauses are one as an AND of ORs."""
    for circuit in encoded_circuits(ENCODINGS[name], seed):
        clauses, _ = tseitin(circuit)
        answers = {solver(each).solve(clauses, time_limit=60).answer for each in ("depqbf", "caqe")}
        assert answers == {qute(circuit, cleansed=False)} == {qute(circuit, cleansed=True)}, (name, seed)


@pytest.mark.parametrize("name", ENCODINGS)
def test_every_encoding_is_tried(name):
    """Circuits with gates come from each."""
    assert any(circuit.gates for seed in range(20) for circuit in encoded_circuits(ENCODINGS[name], seed))
