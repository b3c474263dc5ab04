"""The solvers themselves: right on random formulas, and really behaving as the docstrings of the adapters say.

A fact about a foreign program that no test holds is a rumour.  When one of these fails after an update of pyqbf, the
adapter's docstring has to change, and perhaps the adapter.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.solvers.random_formulas import build, layered, small

from zermelo.formula import QCNF, Quantifier, evaluate, write_qdimacs
from zermelo.solvers import SOLVERS, Answer, Solver, run, solver
from zermelo.solvers.base import trivial, universal_clause, witness_block

pytestmark = pytest.mark.usefixtures("clean")
EXISTS, FORALL = Quantifier.EXISTS, Quantifier.FORALL
PRESENT = [each for each in SOLVERS.values() if each.executable()]
depqbf, caqe = solver("depqbf"), solver("caqe")
needs_depqbf = pytest.mark.skipif(depqbf not in PRESENT, reason="no DepQBF")
needs_caqe = pytest.mark.skipif(caqe not in PRESENT, reason="no CAQE")


def fixed(formula: QCNF, values: dict[int, bool]) -> QCNF:
    """The formula with the outermost block set to ``values``."""
    rest = QCNF()
    rest.num_variables = formula.num_variables
    for block in formula.prefix.blocks[1:]:
        rest.prefix.add(block.quantifier, block.variables)
    for clause in formula.clauses():
        if not any(values.get(abs(literal)) == (literal > 0) for literal in clause):
            rest.add(*(literal for literal in clause if abs(literal) not in values))
    return rest


@pytest.mark.parametrize("each", PRESENT, ids=lambda each: each.name)
def test_against_brute_force(each):
    """500 small formulas: the answer is right, and so is every assignment, which is complete or None."""
    rng, assignments, expected_some = Random(1), 0, 0
    for _ in range(500):
        formula = small(rng)
        expected = evaluate(formula)
        result = each.solve(formula, assignment=True, time_limit=60)
        assert result.answer is (Answer.TRUE if expected else Answer.FALSE), result
        block = witness_block(formula, result.answer)
        expected_some += block is not None
        if block is None:
            assert result.assignment is None
        elif result.assignment is not None:
            assignments += 1
            assert set(result.assignment) == set(block.variables)
            assert evaluate(fixed(formula, result.assignment)) == expected, (formula.prefix, [*formula.clauses()])
    assert expected_some > 200
    assert assignments == expected_some if each is depqbf else assignments > 0.6 * expected_some


@pytest.mark.skipif(len(PRESENT) < 2, reason="one solver only")
def test_solvers_agree():
    """60 larger formulas, without asking for an assignment: all solvers say the same."""
    rng, seen = Random(5), set()
    for _ in range(60):
        formula = layered(rng)
        answers = {each.solve(formula, time_limit=60).answer for each in PRESENT}
        assert len(answers) == 1
        seen |= answers
    assert seen == {Answer.TRUE, Answer.FALSE}


def pigeons(count: int) -> QCNF:
    """More pigeons than holes: false, and out of reach of every solver that learns clauses."""
    names = {(pigeon, hole): pigeon * count + hole + 1 for pigeon in range(count + 1) for hole in range(count)}
    clauses = [[names[pigeon, hole] for hole in range(count)] for pigeon in range(count + 1)]
    for hole in range(count):
        clauses += [[-names[one, hole], -names[two, hole]] for one in range(count + 1) for two in range(one)]
    return build([(EXISTS, sorted(names.values()))], clauses)


def raw(each: Solver, formula: QCNF, path: Path, assignment: bool) -> tuple[int | None, list[str]]:
    """Exit code and output of the program, without a comment that tells CAQE's configuration."""
    write_qdimacs(formula, path)
    finished = run(each.command(path, assignment), time_limit=60, memory_limit_mb=None)
    lines = finished.stdout.decode().splitlines()
    return finished.exit_code, [line for line in lines if not line.startswith("c CommonSolverConfig")]


TRUE_FORMULA = build([(EXISTS, [1, 3]), (FORALL, [2]), (EXISTS, [4])], [[1, 2, 4], [1, -2, 4], [1, -4, 2]])
FALSE_FORMULA = build([(FORALL, [1, 3]), (EXISTS, [2]), (FORALL, [4])], [[1, 2], [1, -2]])
# Universal reduction empties the block of 2: DepQBF joins the blocks around it.
JOINED = build([(EXISTS, [1, 3]), (FORALL, [2]), (EXISTS, [4])], [[1, 2], [1, -2], [-1, 4]])
# (¬1 ∨ 3) has universal literals only.
WRONG_VALUES = build([(FORALL, [1]), (EXISTS, [2]), (FORALL, [3])], [[2, -1], [2, -3], [2, 3], [-1, 3]])
# CAQE prints nothing for these two, and only one value is right.
NO_VALUES_EITHER = build([(FORALL, [1, 3]), (EXISTS, [2, 4])], [[1, 2], [1, -2]])
NO_VALUES = build([(FORALL, [1, 5]), (EXISTS, [2, 3]), (FORALL, [4])], [[1, 2, 4], [1, -2, -4], [3]])


@needs_depqbf
def test_facts_about_depqbf(tmp_path):
    """The docstring of ``depqbf.py``, line by line."""
    path = tmp_path / "f"
    assert raw(depqbf, TRUE_FORMULA, path, False) == (10, ["SAT"])
    assert raw(depqbf, FALSE_FORMULA, path, False) == (20, ["UNSAT"])
    assert raw(depqbf, TRUE_FORMULA, path, True) == (10, ["s cnf 1 4 3", "V 1 0"])  # 3 occurs nowhere: no line
    assert raw(depqbf, FALSE_FORMULA, path, True) == (20, ["s cnf 0 4 2", "V -1 0"])
    assert raw(depqbf, JOINED, path, True) == (10, ["s cnf 1 4 3", "V 1 0", "V 4 0"])  # 4 is an inner variable
    assert raw(depqbf, WRONG_VALUES, path, True) == (20, ["s cnf 0 3 4", "V -1 0"])
    assert evaluate(fixed(WRONG_VALUES, {1: False})), "a wrong value: it makes the formula true"
    assert depqbf.solve(WRONG_VALUES, assignment=True).assignment == {1: True}
    empty = QCNF()
    empty.prefix.add(EXISTS, empty.fresh_block(2))
    write_qdimacs(empty, path)
    assert run(depqbf.command(path, True), time_limit=60, memory_limit_mb=None).signal == 11
    path.write_text("p cnf 1 1\nc late\ne 1 0\n1 0\n")
    assert run(depqbf.command(path, False), time_limit=60, memory_limit_mb=None).signal == 6


@needs_caqe
def test_facts_about_caqe(tmp_path):
    """The docstring of ``caqe.py``, line by line."""
    path = tmp_path / "f"
    assert raw(caqe, TRUE_FORMULA, path, False) == (10, ["c Satisfiable"])
    assert raw(caqe, FALSE_FORMULA, path, False) == (20, ["c Unsatisfiable"])
    assert raw(caqe, TRUE_FORMULA, path, True) == (10, ["s cnf 1 4 3", "V 1 0", "V -3 0", "", "c Satisfiable"])
    assert raw(caqe, FALSE_FORMULA, path, True) == (20, ["s cnf 0 4 2", "V -1 0", "V -3 0", "", "c Unsatisfiable"])
    assert raw(caqe, NO_VALUES, path, True) == (20, ["s cnf 0 5 3", "", "c Unsatisfiable"])  # no value: not "any value"
    assert raw(caqe, NO_VALUES_EITHER, path, True) == (20, ["s cnf 0 4 2", "", "c Unsatisfiable"])
    assert evaluate(fixed(NO_VALUES, {1: True, 5: False}))
    assert caqe.solve(NO_VALUES, assignment=True).assignment is None
    assert raw(caqe, WRONG_VALUES, path, True) == (20, ["c Unsatisfiable"])  # not even "s cnf 0"
    assert caqe.solve(WRONG_VALUES, assignment=True).assignment == {1: True}
    for bad in ("p cnf 1 2\ne 1 0\n1 0\n", "p cnf 1 1\ne 1 0\n1 0"):
        path.write_text(bad)
        assert run(caqe.command(path, False), time_limit=60, memory_limit_mb=None).exit_code not in (10, 20)


@pytest.mark.parametrize("each", PRESENT, ids=lambda each: each.name)
def test_versions_and_limits(each):
    """The version is told, and a hard formula ends at the limit with its reason."""
    assert {"depqbf": "DepQBF 6.03", "caqe": "CAQE 4.0.1"}[each.name] == each.version()
    result = each.solve(pigeons(14), time_limit=0.3)
    assert (result.answer, result.reason) == (Answer.UNKNOWN, "time")


def test_the_oracle_of_these_tests():
    """The small formulas are worth something: both answers, both kinds of outermost block, universal clauses."""
    rng = Random(1)
    formulas = [small(rng) for _ in range(500)]
    kinds = [(formula.prefix.blocks[0].quantifier, evaluate(formula)) for formula in formulas]
    assert min(map(kinds.count, set(kinds))) > 30
    assert len(set(kinds)) == 4
    assert sum(universal_clause(formula) is not None for formula in formulas) > 30
    assert not any(trivial(formula) is not None for formula in formulas)
