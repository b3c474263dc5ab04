"""Steps are accepted exactly where the rules allow them; a core is a proof; every error names its line."""

from __future__ import annotations

from random import Random

import pytest
from tests.proofs.cases import forgeries, right, traced
from tests.solvers.random_formulas import layered, small

from zermelo.errors import InputError
from zermelo.formula import QCNF, evaluate, read_qdimacs
from zermelo.proofs import Checked, ResolutionRules, Trace, check, write_core

FALSE = "p cnf 3 3\ne 1 0\na 2 0\ne 3 0\n1 3 0\n-1 3 0\n2 -3 0\n"
PROOF = "p qrp 3 3\ne 1 0\na 2 0\ne 3 0\n1 1 3 0 0\n2 -1 3 0 0\n3 2 -3 0 0\n4 3 0 2 1 0\n5 0 4 3 0\nr UNSAT\n"


def checked(formula: QCNF, lines: list[str], tmp_path) -> Checked:
    path = tmp_path / "proof.qrp"
    path.write_text("\n".join(lines) + "\n")
    with Trace(path, formula.prefix) as trace:
        return check(trace, ResolutionRules(formula))


def accepted(formula: QCNF, lines: list[str], tmp_path) -> bool:
    try:
        checked(formula, lines, tmp_path)
    except InputError:
        return False
    return True


@pytest.mark.parametrize("seed", range(40))
def test_random_proofs_and_forgeries(seed, tmp_path):
    """DepQBF's proofs are right, of the right answer; a changed one is accepted only if it is a proof as well."""
    rng = Random(seed)
    formula = small(rng, 8) if seed % 4 else layered(rng, (2, 3))
    lines = traced(formula, tmp_path / "trace.qrp")
    assert right(formula, lines)
    assert checked(formula, lines, tmp_path).truth is evaluate(formula, 40)
    for what, forged in forgeries(lines, rng):
        assert accepted(formula, forged, tmp_path) is right(formula, forged), what


def test_most_forgeries_are_noticed(tmp_path):
    """Were nothing changed that matters, the test above could not fail."""
    noticed = dict[str, int]()
    for seed in range(20):
        rng = Random(seed)
        formula = small(rng, 8)
        for what, forged in forgeries(traced(formula, tmp_path / "trace.qrp"), rng):
            noticed[what] = noticed.get(what, 0) + (not accepted(formula, forged, tmp_path))
    assert noticed["result"] == noticed["cut"] == 20
    assert all(noticed[what] >= 2 for what in ("dropped", "negated", "added", "antecedent", "forgotten", "left out"))


@pytest.mark.parametrize("kept", [0, 4_000_000])
def test_a_core_is_a_proof(kept, tmp_path, monkeypatch):
    """Nothing in it is superfluous, and its own core is itself; also where no step fits into memory."""
    monkeypatch.setattr("zermelo.proofs.q_resolution.KEPT", kept)
    smaller = 0
    for seed in range(8):
        formula = layered(Random(seed), (2, 4))
        path, core = tmp_path / "trace.qrp", tmp_path / "core.qrp"
        traced(formula, path)
        with Trace(path, formula.prefix) as trace:
            found = check(trace, ResolutionRules(formula))
            write_core(formula, trace, found, core)
        lines = core.read_text().splitlines()
        assert right(formula, lines)
        again = checked(formula, lines, tmp_path)
        assert again.steps == again.size == found.size
        smaller += found.size < found.steps
    assert smaller


def test_the_example(tmp_path):
    assert checked(read_qdimacs(FALSE), PROOF.splitlines(), tmp_path).size == 5


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("p qrp 3 3\n", "", 1, "the header 'p qrp VARIABLES CLAUSES'"),
        ("p qrp 3 3", "p cnf 3 3", 1, "the header 'p qrp VARIABLES CLAUSES'"),
        ("a 2 0", "e 2 0", 5, "the prefix of the formula"),
        ("e 1 0\n", "", 4, "the prefix of the formula"),
        ("a 2 0", "a 1 0", 3, "variables, each bound once"),
        ("a 2 0", "a 2", 3, "a zero at the end of the block"),
        ("1 1 3 0 0", "1 1 4 0 0", 5, "a literal of a variable of the formula"),
        ("1 1 3 0 0", "1 1 3 0", 5, "ID LITERALS 0 ANTECEDENTS 0"),
        ("1 1 3 0 0", "1 1 x 0 0", 5, "a literal of a variable of the formula"),
        ("1 1 3 0 0", "1 3 0 0", 5, "a clause of the formula, or a cube that satisfies all its clauses"),
        ("1 1 3 0 0", "7 1 3 0 0", 5, "step 1"),
        ("1 1 3 0 0", "1 1 3 3 0 0", 5, "each literal once"),
        ("4 3 0 2 1 0", "4 0 2 1 0", 8, "the resolvent of steps 2 and 1"),
        ("4 3 0 2 1 0", "4 3 0 2 3 0", 8, "the resolvent of steps 2 and 3"),
        ("4 3 0 2 1 0", "4 3 0 2 0", 8, "a reduction of step 2"),
        ("4 3 0 2 1 0", "4 3 0 2 1 3 0", 8, "at most two antecedents"),
        ("4 3 0 2 1 0", "4 3 0 2 4 0", 8, "steps before this one"),
        ("4 3 0 2 1 0", "4 3 0 2 0 0", 8, "steps before this one"),
        ("4 3 0 2 1 0", "4 3 0 2 -1 0", 8, "steps before this one"),
        ("4 3 0 2 1 0", "", 8, "ID LITERALS 0 ANTECEDENTS 0"),
        ("5 0 4 3 0\n", "", 9, "an empty clause before this result"),
        ("r UNSAT", "r SAT", 10, "an empty cube before this result"),
        ("r UNSAT", "r MAYBE", 10, "'r SAT' or 'r UNSAT'"),
        ("r UNSAT\n", "", 10, "'r SAT' or 'r UNSAT' as the last line"),
        ("r UNSAT\n", "r UNSAT\n6 1 3 0 0\n", 11, "the end of the proof after the result"),
    ],
)
def test_errors(old, new, line, message, tmp_path):
    """One thing wrong: the line, and what was expected there."""
    assert old in PROOF
    with pytest.raises(InputError) as caught:
        checked(read_qdimacs(FALSE), PROOF.replace(old, new, 1).splitlines(), tmp_path)
    assert (caught.value.line, message in str(caught.value)) == (line, True), str(caught.value)


@pytest.mark.parametrize("content", [b"", b"\n", b"\0\xff" * 99, b"p qrp 1 1\n" + b"9" * 5000])
def test_garbage(content, tmp_path):
    path = tmp_path / "garbage"
    path.write_bytes(content)
    with pytest.raises(InputError), Trace(path, read_qdimacs(FALSE).prefix) as trace:
        check(trace, ResolutionRules(read_qdimacs(FALSE)))
