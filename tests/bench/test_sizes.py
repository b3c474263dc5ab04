"""Sizes are those of the formulas that are written."""

from __future__ import annotations

import json

import pytest

from zermelo.bench.sizes import Preprocessing, depths_in_play, measure, preprocess
from zermelo.encodings import encoding
from zermelo.errors import InputError, UnsupportedError
from zermelo.families import make
from zermelo.formula import QCNF, Circuit
from zermelo.preprocess import preprocessor


@pytest.mark.parametrize("language", ["qdimacs", "qcir"])
def test_circuit(language):
    """Gates are the circuit's own in both languages."""
    game = make("connect:3,board=3x3,rule=paper")
    encoded = encoding("bddl").encode(game, 5)
    assert isinstance(encoded.formula, Circuit)
    row = measure(game, encoding("bddl"), 5, language)
    assert row.gates == encoded.formula.sizes().gates
    assert (row.clauses is None) == (language == "qcir")
    if language == "qdimacs":
        sizes = encoded.clauses()[0].sizes()
        assert (row.variables, row.clauses, row.literals) == (sizes.variables, sizes.clauses, sizes.literals)


def test_paper():
    """Empty 19x19 Hex, ET: the published thousands."""
    row = measure(make("hex:19x19"), encoding("et:faithful"), 45)
    assert (row.variables, row.blocks, row.universal) == (17_372, 45, 198)
    assert row.gates is None
    assert row.clauses == 100_968


def test_no_formula():
    """Decided while encoding, or too much to list: a row without numbers, and the reason."""
    decided = measure(make("hex:3x3"), encoding("et"), 3)
    assert (decided.decided, decided.variables, decided.clauses) == (False, None, None)
    assert decided.why
    listed = measure(make("hex:9x9"), encoding("ea"), 81)
    assert (listed.decided, listed.variables) == (None, None)
    assert "paths" in listed.why
    with pytest.raises(UnsupportedError, match="what fits"):
        measure(make("ttt"), encoding("et"), 5)


def test_bloqqer():
    """Simplified, decided, out of time: never mixed up."""
    game, tool = make("hex:4x4"), preprocessor("bloqqer")
    done = measure(game, encoding("et"), 9, preprocessor=tool, time_limit=30).preprocessed
    assert done is not None
    assert done.outcome == "simplified"
    assert done.variables is not None
    qcnf = encoding("et").encode(game, 9).clauses()[0]
    assert preprocess(qcnf, tool, 0).outcome == "time"
    empty = QCNF()
    assert preprocess(empty, tool, 30).outcome == "decided: true"
    empty.add()
    assert preprocess(empty, tool, 30) == Preprocessing("decided: false", 0.0)


def test_json():
    row = measure(make("hex:4x4"), encoding("et"), 9, preprocessor=preprocessor("bloqqer"), time_limit=30)
    again = json.loads(json.dumps(row.to_json()))
    assert again["preprocessed"]["outcome"] == "simplified"
    assert {"encoding", "query", "depth", "seconds", "decided", "clauses", "gates"} <= again.keys()


def test_depths_in_play():
    """Beyond the longest play there is one question only."""
    assert depths_in_play(make("hex:3x3"), [99, 5, 9, 5, 10**9]) == [5, 9]
    with pytest.raises(InputError):
        depths_in_play(make("evader-pursuer:4x4,evader=4-1,pursuer=2-3"), [10**6])
