"""The functions win every play, whoever asks: by trying all, by the SAT solver, and as read back from AIGER."""

from __future__ import annotations

from array import array
from dataclasses import replace
from random import Random

import aiger
import pytest
from tests.proofs.cases import plays, traced, wins
from tests.sizes import size
from tests.solvers.random_formulas import layered, small

from zermelo.errors import DisagreementError, InputError, LimitError
from zermelo.formula import QCNF, Prefix, evaluate, read_qdimacs
from zermelo.proofs import Functions, ResolutionRules, Trace, check, extract, verify, write_aiger
from zermelo.proofs._sat_child import satisfiable
from zermelo.proofs.verifier import counterexamples

COPY = read_qdimacs("p cnf 2 2\na 1 0\ne 2 0\n1 -2 0\n-1 2 0\n")


def extracted(formula: QCNF, tmp_path) -> Functions:
    path = tmp_path / "proof.qrp"
    traced(formula, path)
    with Trace(path, formula.prefix) as trace:
        rules = ResolutionRules(formula)
        return extract(formula.prefix, trace, check(trace, rules), rules, lambda: None)


def random_formula(seed: int) -> QCNF:
    return small(Random(seed), 8) if seed % 4 else layered(Random(seed), (2, 3))


@pytest.mark.parametrize("seed", range(40))
def test_they_win(seed, tmp_path):
    """Every play is tried; the SAT solver agrees; each function has only what is outside of it."""
    formula = random_formula(seed)
    functions = extracted(formula, tmp_path)
    assert functions.truth is evaluate(formula, 40)
    assert wins(formula, functions)
    assert not satisfiable(counterexamples(formula, functions))
    level = {name: depth for depth, (_, block) in enumerate(formula.prefix.blocks) for name in block}
    assert set(functions.rules) == {name for name in level if formula.prefix.quantifier_of(name) is functions.owner}
    for variable, rules in functions.rules.items():
        for rule in rules:
            assert all(level[abs(each)] < level[variable] for each in functions.conditions[abs(rule) - 1])


def test_changed_functions_are_refuted(tmp_path):
    """The SAT solver finds a losing play exactly where trying all plays does."""
    lost = 0
    for seed in range(size(50, 25)):
        formula, rng = random_formula(seed), Random(seed)
        functions = extracted(formula, tmp_path)
        if not functions.rules:
            continue
        variable = rng.choice(list(functions.rules))
        rules = array("q", [-rule for rule in functions.rules[variable]] or [1])
        condition = functions.conditions or [()]
        changed = replace(functions, rules={**functions.rules, variable: rules}, conditions=condition)
        try:
            losing = satisfiable(counterexamples(formula, changed))
        except KeyError:  # the condition is not outside of this variable
            continue
        assert losing is not wins(formula, changed)
        lost += losing
    assert lost >= 10


@pytest.mark.parametrize("seed", range(12))
def test_aiger(seed, tmp_path):
    """Another reader finds the same values in the file."""
    functions = extracted(random_formula(seed), tmp_path)
    path = tmp_path / "functions.aag"
    gates = write_aiger(functions, path)
    text = path.read_text()
    assert int(text.split()[5]) == gates
    if not functions.rules:
        return
    circuit = aiger.parse(text)
    for play in plays(functions):
        found = circuit({name: play[int(name)] for name in circuit.inputs})[0]
        assert {int(name): value for name, value in found.items()} == {name: play[name] for name in functions.rules}


def test_late_and_partial_reductions(tmp_path):
    """Reduced in an odd order, at last, or never: what remains of a clause may be inner to what was left out."""
    formula = read_qdimacs("p cnf 4 2\na 1 2 0\ne 3 0\na 4 0\n1 2 3 4 0\n1 -3 4 0\n")
    prefix = "p qrp 4 2\na 1 2 0\ne 3 0\na 4 0\n"
    for steps in (
        "1 1 2 3 4 0 0\n2 1 -3 4 0 0\n3 1 2 4 0 1 2 0\n4 2 4 0 3 0\n5 4 0 4 0\n6 0 5 0\n",
        "1 1 2 3 4 0 0\n2 1 -3 4 0 0\n3 1 2 4 0 1 2 0\n4 0 3 0\n",
        "1 1 2 3 4 0 0\n2 1 -3 4 0 0\n3 1 2 3 0 1 0\n4 1 2 4 0 3 2 0\n5 1 4 0 4 0\n6 0 5 0\n",
        "1 1 2 3 4 0 0\n2 1 -3 4 0 0\n3 0 1 2 0\n",
    ):
        path = tmp_path / "proof.qrp"
        path.write_text(f"{prefix}{steps}r UNSAT\n")
        with Trace(path, formula.prefix) as trace:
            rules = ResolutionRules(formula)
            functions = extract(formula.prefix, trace, check(trace, rules), rules, lambda: None)
        assert wins(formula, functions)


def test_lookup():
    """A function gives its value; a missing variable and one of the other player are errors."""
    functions = Functions(Prefix([("a", [1]), ("e", [2])]), True, [(1,)], {2: array("q", [1])})
    assert functions.value(2, {1: True}) is True
    assert functions.num_rules == 1
    with pytest.raises(InputError, match="variable 1, which is outside of 2"):
        functions.value(2, {})
    with pytest.raises(InputError, match="variable of the winner"):
        functions.value(1, {})


def test_verify():
    """The copy of a variable is right, its negation is not; without time nothing is claimed."""
    functions = Functions(COPY.prefix, True, [(1,)], {2: array("q", [1])})
    verify(COPY, functions)
    with pytest.raises(DisagreementError):
        verify(COPY, replace(functions, conditions=[(-1,)]))
    with pytest.raises(LimitError, match="not verified"):
        verify(COPY, functions, time_limit=0.0)
    own = Functions(COPY.prefix, True, [(2,)], {2: array("q", [1])})
    with pytest.raises(KeyError):  # a function of itself
        verify(COPY, own)
