"""Qute's traces become proofs, long-distance steps and all; what is wrong with one is found."""

from __future__ import annotations

from array import array
from pathlib import Path
from random import Random

import pytest
from tests.proofs.cases import forgeries, right, wins
from tests.proofs.test_check import accepted
from tests.solvers.random_formulas import layered, small

from zermelo.encodings import encode
from zermelo.errors import DisagreementError, InputError, LimitError
from zermelo.families import make
from zermelo.formula import QCNF, Prefix, evaluate, read_qdimacs
from zermelo.model import Player
from zermelo.proofs import FunctionEvaluator, Functions, certificate, certify, verify
from zermelo.proofs._sat_child import satisfiable
from zermelo.proofs.qute import convert
from zermelo.proofs.verifier import counterexamples
from zermelo.solvers.qute import Qute
from zermelo.strategy import Claim, Holds
from zermelo.strategy.check.plain import check
from zermelo.strategy.extract.from_proof import extract_from_proof

DISTANT = ("hex:3x3", 5, "neg"), ("ttt", 5, "cor"), ("httt:el,board=3x3", 5, "neg")


def random_formula(seed: int) -> QCNF:
    return small(Random(seed), 8) if seed % 4 else layered(Random(seed), (2, 3))


@pytest.mark.usefixtures("verified_here")
@pytest.mark.parametrize("seed", range(20))
def test_random(seed, tmp_path):
    """The truth is that of trying all, the functions win every play, and a changed proof is accepted if it is one."""
    formula, rng = random_formula(seed), Random(seed)
    found = certify(formula, solver=Qute(), qrp=tmp_path / "core.qrp")
    assert found.truth is evaluate(formula, 40)
    assert wins(formula, found.functions)
    lines = (tmp_path / "core.qrp").read_text().splitlines()
    assert right(formula, lines)
    for what, forged in forgeries(lines, rng):
        assert accepted(formula, forged, tmp_path) is right(formula, forged), what


@pytest.mark.parametrize(("name", "depth", "encoding"), DISTANT)
def test_long_distance(name, depth, encoding, tmp_path):
    """Variables in both signs: functions of choices, whose every value is that of the circuit that was verified."""
    formula, _ = encode(make(name), depth, encoding).clauses()
    found = certify(formula, solver=Qute(), qrp=tmp_path / "core.qrp", aiger=tmp_path / "functions.aag")
    functions, value = found.functions, FunctionEvaluator(found.functions)
    assert not found.truth
    assert functions.choices
    lines = (tmp_path / "core.qrp").read_text().splitlines()
    assert any(
        {-x for x in literals} & literals for literals in (set(map(int, line.split()[1:])) for line in lines[9:-1])
    )
    assert certify(formula, proof=tmp_path / "core.qrp").functions == functions
    rng = Random(1)
    for _ in range(20):
        play = functions.complete({name: rng.random() < 0.5 for name in formula.prefix})
        true = sum(1 << name for name, known in play.items() if known)
        assert all(value(name, true) is play[name] for name in functions.rules)
        assert any(not any(play[abs(x)] is (x > 0) for x in clause) for clause in formula.clauses())


def test_changed_choices_are_refuted():
    """A choice the wrong way round loses, and the SAT solver finds where."""
    formula, _ = encode(make("ttt"), 5, "cor").clauses()
    functions = certify(formula, solver=Qute()).functions
    turned = {number: (p, two, one) for number, (p, one, two) in functions.choices.items()}
    changed = Functions(functions.prefix, functions.truth, functions.conditions, functions.rules, turned)
    assert satisfiable(counterexamples(formula, changed))
    with pytest.raises(DisagreementError):
        verify(formula, changed)


def test_choices():
    """A choice is followed to its constant, whatever the signs on the way."""
    prefix = Prefix([("e", [1, 2]), ("a", [3])])
    top = 2**31 - 1
    choices = {4: (1, top, -top), 5: (2, 4, -4)}
    functions = Functions(prefix, False, [(5,)], {3: array("q", [1])}, choices)
    for one in (False, True):
        for two in (False, True):
            assert functions.value(3, {1: one, 2: two}) is (one is two)
            assert FunctionEvaluator(functions)(3, one << 1 | two << 2) is (one is two)


@pytest.mark.parametrize("claim", [Claim(Player.BLACK, True, 5), Claim(Player.WHITE, False, 4)])
def test_strategies(claim):
    """Strategies come out of Qute's proofs, too."""
    game = make("hex:3x3")
    strategy = extract_from_proof(game, claim, solver=Qute())
    assert isinstance(check(game, claim, strategy.symmetries, strategy), Holds)


@pytest.mark.parametrize(
    "line",
    [
        "1 0 1",
        "1 2 1 0 0",
        "1 0 7 0 0",
        "1 0 1 0 9 0",
        "x 0 1 0 0",
        "3 0 0 1 1 0",
        "3 0 0 1 2 2 0",
        "3",
        "3 0 \xff 0 0",
    ],
)
def test_garbage(line, tmp_path):
    """A line that is no step is an error with its number."""
    source = tmp_path / "trace"
    source.write_bytes(f"e 1 0\na 2 0\n1 0 1 2 0 0\n2 0 -1 0 0\n{line}\n".encode("latin-1"))
    with pytest.raises(InputError) as caught:
        convert(source, Prefix([("e", [1]), ("a", [2])]), False, tmp_path / "target")
    assert caught.value.line == 5


class Fake(Qute):
    """Writes what it is told."""

    def trace_command(self) -> list[str]:
        assert self.program is not None
        return ["/bin/sh", str(self.program)]


@pytest.mark.parametrize(
    ("printed", "error", "message"),
    [
        ("1 0 1 2 0 0", LimitError, "breaks off"),
        ("", LimitError, "breaks off"),
        ("1 0 0 0", DisagreementError, "the solver's proof is wrong"),
        ("1 0 x 0 0\\n2 0 0 1 0", DisagreementError, "the solver's proof is wrong"),
    ],
)
def test_lies(printed, error, message, tmp_path):
    """A trace that breaks off is no proof, nor is one with a wrong step."""
    program = tmp_path / "qute.sh"
    program.write_text(f"printf '{printed}\\n'\nexit 20\n")
    formula = read_qdimacs("p cnf 2 2\ne 1 0\na 2 0\n1 2 0\n-1 0\n")
    with pytest.raises(error, match=message):
        certify(formula, solver=Fake(Path(program)))
    assert isinstance(Qute(), certificate.Prover)


def test_a_long_chain(tmp_path):
    """The last step may have so many antecedents that its line is thousands of characters long."""
    many = range(1, 1501)
    steps = [f"1 0 {' '.join(map(str, many))} 0 0", *(f"{x + 1} 0 {-x} 0 0" for x in many)]
    steps.append(f"1502 0 0 {' '.join(str(number) for number in range(1, 1502))} 0")
    (tmp_path / "trace").write_text("\n".join(steps) + "\n")
    program = tmp_path / "qute.sh"
    program.write_text(f"cat '{tmp_path / 'trace'}'\nexit 20\n")
    clauses = "".join(f"{-x} 0\n" for x in many) + f"{' '.join(map(str, many))} 0\n"
    formula = read_qdimacs(f"p cnf 1500 1501\ne {' '.join(map(str, many))} 0\n{clauses}")
    assert certify(formula, solver=Fake(Path(program))).truth is False
