"""The expected status is the truth value of the formula, and of nothing else."""

from __future__ import annotations

from random import Random

import pytest
from tests.encodings.games import KINDS, truth

from zermelo.bench.expected import ExhaustiveOracle, Expected, solved
from zermelo.encodings import Asks, Encoded, encoding, fitting
from zermelo.encodings.pairing import PairingEncoding
from zermelo.errors import DisagreementError
from zermelo.families import make
from zermelo.formula import QCNF
from zermelo.solvers import solver


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_the_value_of_the_formula(kind):
    """Random games and depths, every encoding that fits, Pairing among them."""
    for seed in range(12):
        rng = Random(f"{kind} {seed}")
        game = KINDS[kind](rng)
        oracle = ExhaustiveOracle(game, 20_000)
        for each in dict.fromkeys([*fitting(game), PairingEncoding()]):
            if each.lacks(game) is None:
                encoded = each.encode(game, rng.randint(0, 6))
                found = oracle.expected(encoded)
                assert found.truth in (None, truth(encoded)), (game, each.label, encoded.depth)
                assert found.truth is not None or not encoded.exact


def test_white_holds():
    """If Black wins at all the formula is false; if not, it is true only where it is exact."""

    def holds(depth, exact):
        return Encoded("some", depth, QCNF(), asks=Asks.WHITE_HOLDS, exact=exact)

    lost, held = ExhaustiveOracle(make("httt:el,board=3x3,mb"), 20_000), ExhaustiveOracle(make("ttt"), 20_000)
    for depth in (0, 2, 5, 9):
        assert lost.expected(holds(depth, exact=False)).truth is False
        assert lost.expected(holds(depth, exact=True)).truth is False
        assert held.expected(holds(depth, exact=False)).truth is None
        assert held.expected(holds(depth, exact=True)).truth is True
    assert held.expected(Encoded("some", 9, QCNF())).truth is False


def test_evidence():
    game = make("hex:3x3")
    oracle = ExhaustiveOracle(game, 5_000)
    assert str(oracle.expected(encoding("et").encode(game, 3))).startswith("false (decided while encoding: Black has")
    found = oracle.expected(encoding("et").encode(game, 5))
    assert str(found).startswith("true (exhaustive search with the plain rules, ")
    assert str(found) == str(ExhaustiveOracle(game, 5_000).expected(encoding("et").encode(game, 5)))


@pytest.mark.parametrize("budget", [(3, None), (5_000, 0.0)])
def test_beyond_the_budget(budget):
    game = make("domineering:3x3")
    assert str(ExhaustiveOracle(game, *budget).expected(encoding("bddl").encode(game, 4))) == "unknown"


def test_solvers():
    """Both say the same, and are named with their versions; no time is no answer."""
    game = make("hex:3x3")
    qcnf = encoding("et").encode(game, 5).clauses()[0]
    found = solved(qcnf, 20, None, "hex")
    assert (found.truth, len(found.evidence)) == (True, 2)
    assert "DepQBF" in found.established
    assert "CAQE" in found.established
    assert solved(qcnf, 0, None, "hex") == Expected()


def test_disagreement():
    """A contradiction is an error that names the question."""
    yes, no = Expected(True, ("a",)), Expected(False, ("b",))
    with pytest.raises(DisagreementError, match="ttt at depth 5: a says true, b says false"):
        yes.and_also(no, "ttt at depth 5")
    assert yes.and_also(Expected(), "") == Expected().and_also(yes, "") == yes
    assert yes.and_also(yes, "").evidence == ("a", "a")


def test_disagreement_of_solvers(monkeypatch):
    """The two solvers are compared, not only the last one believed."""
    qcnf = encoding("et").encode(make("hex:3x3"), 5).clauses()[0]
    other = QCNF()
    other.add()
    monkeypatch.setattr("zermelo.bench.expected.solver", lambda name: _Lying(name, other))
    with pytest.raises(DisagreementError, match="what: depqbf says true, caqe says false"):
        solved(qcnf, 20, None, "what")


class _Lying:
    """A solver that, if it is CAQE, answers another formula."""

    def __init__(self, name, other):
        self.name, self.other, self.real = name, other, solver("depqbf")

    def version(self):
        return None

    def solve(self, qcnf, **limits):
        return self.real.solve(self.other if self.name == "caqe" else qcnf, **limits)
