"""The solvers themselves: right on random formulas, and really behaving as the docstrings of the adapters say.

A fact about a foreign program that no test holds is a rumour.  When one of these fails after an update of pyqbf, the
adapter's docstring has to change, and perhaps the adapter.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.formula.formulas import random_circuit
from tests.sizes import size
from tests.solvers.random_formulas import build, layered, small

from zermelo.formula import QCNF, Quantifier, and_of_ors, evaluate, write_qcir, write_qdimacs
from zermelo.solvers import SOLVERS, Answer, Solver, run, solver
from zermelo.solvers.problem import trivial, universal_clause, witness_block
from zermelo.solvers.trial import confirms, pigeons

pytestmark = pytest.mark.usefixtures("clean")
EXISTS, FORALL = Quantifier.EXISTS, Quantifier.FORALL
PRESENT = [each for each in SOLVERS.own.values() if each.executable()]
depqbf, caqe, qute, qfun, rareqs = (solver(name) for name in ("depqbf", "caqe", "qute", "qfun", "rareqs"))


def needs(each: Solver) -> pytest.MarkDecorator:
    """Skips a test without the solver."""
    return pytest.mark.skipif(each not in PRESENT, reason=f"no {each.name}")


@pytest.mark.parametrize("each", PRESENT, ids=lambda each: each.name)
def test_against_brute_force(each):
    """Small formulas: the answer is right, and so is every assignment, which is complete or None."""
    rng, assignments, expected_some = Random(1), 0, 0
    for _ in range(size(150, 50)):
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
            assert confirms(formula, result.assignment, expected), (formula.prefix, [*formula.clauses()])
    assert expected_some > size(60, 20)
    if each is caqe:
        assert assignments > 0.6 * expected_some
    else:
        assert assignments == (expected_some if each.capabilities.assignment else 0)


@needs(qute)
def test_circuits_against_brute_force():
    """Random circuits, and a fifth as many CNFs written as circuits: the answer is right."""
    rng = Random(3)
    for number in range(size(120, 80)):
        formula = random_circuit(rng, 6, 14) if number % 5 else and_of_ors(small(rng))[0]
        expected = Answer.TRUE if evaluate(formula) else Answer.FALSE
        assert qute.solve(formula, time_limit=60).answer is expected


@pytest.mark.skipif(len(PRESENT) < 2, reason="one solver only")
def test_solvers_agree():
    """Larger formulas, without asking for an assignment: all solvers say the same."""
    rng, seen = Random(5), set()
    for _ in range(size(25, 16)):
        formula = layered(rng)
        answers = {each.solve(formula, time_limit=60).answer for each in PRESENT}
        assert len(answers) == 1
        seen |= answers
    assert seen == {Answer.TRUE, Answer.FALSE}


def raw(each: Solver, formula: QCNF, path: Path, assignment: bool) -> tuple[int | None, list[str]]:
    """Exit code and output of the program, without comments that tell its configuration or its times."""
    write_qdimacs(formula, path)
    finished = run(each.command(path, assignment), time_limit=60, memory_limit_mb=None)
    lines = finished.stdout.decode().splitlines()
    chatter = "c " if each in (qfun, rareqs) else "c CommonSolverConfig"
    return finished.exit_code, [line for line in lines if not line.startswith(chatter)]


def said(each: Solver, text: str | bytes, path: Path) -> tuple[int | None, str]:
    """Exit code and last line of the program on a file that is none of ours."""
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    finished = run(each.command(path, False), time_limit=1, memory_limit_mb=None)
    lines = finished.stdout.decode(errors="replace").splitlines()
    return finished.exit_code if finished.signal is None else -finished.signal, lines[-1] if lines else ""


TRUE_FORMULA = build([(EXISTS, [1, 3]), (FORALL, [2]), (EXISTS, [4])], [[1, 2, 4], [1, -2, 4], [1, -4, 2]])
FALSE_FORMULA = build([(FORALL, [1, 3]), (EXISTS, [2]), (FORALL, [4])], [[1, 2], [1, -2]])
# Universal reduction empties the block of 2: DepQBF joins the blocks around it.
JOINED = build([(EXISTS, [1, 3]), (FORALL, [2]), (EXISTS, [4])], [[1, 2], [1, -2], [-1, 4]])
# (¬1 ∨ 3) has universal literals only.
WRONG_VALUES = build([(FORALL, [1]), (EXISTS, [2]), (FORALL, [3])], [[2, -1], [2, -3], [2, 3], [-1, 3]])
# CAQE prints nothing for these two, and only one value is right.
NO_VALUES_EITHER = build([(FORALL, [1, 3]), (EXISTS, [2, 4])], [[1, 2], [1, -2]])
NO_VALUES = build([(FORALL, [1, 5]), (EXISTS, [2, 3]), (FORALL, [4])], [[1, 2, 4], [1, -2, -4], [3]])


@needs(depqbf)
def test_facts_about_depqbf(tmp_path):
    """The docstring of ``depqbf.py``, line by line."""
    path = tmp_path / "f"
    assert raw(depqbf, TRUE_FORMULA, path, False) == (10, ["SAT"])
    assert raw(depqbf, FALSE_FORMULA, path, False) == (20, ["UNSAT"])
    assert raw(depqbf, TRUE_FORMULA, path, True) == (10, ["s cnf 1 4 3", "V 1 0"])  # 3 occurs nowhere: no line
    assert raw(depqbf, FALSE_FORMULA, path, True) == (20, ["s cnf 0 4 2", "V -1 0"])
    assert raw(depqbf, JOINED, path, True) == (10, ["s cnf 1 4 3", "V 1 0", "V 4 0"])  # 4 is an inner variable
    assert raw(depqbf, WRONG_VALUES, path, True) == (20, ["s cnf 0 3 4", "V -1 0"])
    assert not confirms(WRONG_VALUES, {1: False}, False), "a wrong value: it makes the formula true"
    assert depqbf.solve(WRONG_VALUES, assignment=True).assignment == {1: True}
    empty = QCNF()
    empty.prefix.add(EXISTS, empty.fresh_block(2))
    write_qdimacs(empty, path)
    assert run(depqbf.command(path, True), time_limit=60, memory_limit_mb=None).signal == 11
    path.write_text("p cnf 1 1\nc late\ne 1 0\n1 0\n")
    assert run(depqbf.command(path, False), time_limit=60, memory_limit_mb=None).signal == 6


@needs(caqe)
def test_facts_about_caqe(tmp_path):
    """The docstring of ``caqe.py``, line by line."""
    path = tmp_path / "f"
    assert raw(caqe, TRUE_FORMULA, path, False) == (10, ["c Satisfiable"])
    assert raw(caqe, FALSE_FORMULA, path, False) == (20, ["c Unsatisfiable"])
    assert raw(caqe, TRUE_FORMULA, path, True) == (10, ["s cnf 1 4 3", "V 1 0", "V -3 0", "", "c Satisfiable"])
    assert raw(caqe, FALSE_FORMULA, path, True) == (20, ["s cnf 0 4 2", "V -1 0", "V -3 0", "", "c Unsatisfiable"])
    assert raw(caqe, NO_VALUES, path, True) == (20, ["s cnf 0 5 3", "", "c Unsatisfiable"])  # no value: not "any value"
    assert raw(caqe, NO_VALUES_EITHER, path, True) == (20, ["s cnf 0 4 2", "", "c Unsatisfiable"])
    assert not confirms(NO_VALUES, {1: True, 5: False}, False)
    assert caqe.solve(NO_VALUES, assignment=True).assignment is None
    assert raw(caqe, WRONG_VALUES, path, True) == (20, ["c Unsatisfiable"])  # not even "s cnf 0"
    assert caqe.solve(WRONG_VALUES, assignment=True).assignment == {1: True}
    for bad in ("p cnf 1 2\ne 1 0\n1 0\n", "p cnf 1 1\ne 1 0\n1 0"):
        path.write_text(bad)
        assert run(caqe.command(path, False), time_limit=60, memory_limit_mb=None).exit_code not in (10, 20)


# Qute's values for the block of 1 are no witness: found among 3000 random formulas, then made smaller.
MISLED = build(
    [(EXISTS, [1]), (FORALL, [2, 3]), (EXISTS, [4, 5, 6, 7]), (FORALL, [8]), (EXISTS, [9, 10])],
    [[-9, 10], [7, -1, 5, 2], [4, 10, -2], [6, 3], [1, -4, -8], [-7, -6], [7, -3], [1, 6], [-10, -3], [-5, 9]],
)
MISLED_VALUES = "-1 0"
BLANK = "p cnf 2 1\n\ne 1 2 0\n1 2 0\n"
LATE = "p cnf 2 1\nc late\ne 1 2 0\n1 2 0\n"
FREE = "p cnf 2 1\na 2 0\n1 2 0\n"
WORD = "p cnf 2 1\ne 1 2 0\n1 x 0\n"
BROKEN_OFF = "p cnf 2 1\ne 1 2 0\n1 "
TAUTOLOGY = "p cnf 2 2\ne 2 0\na 1 0\n-1 -2 0\n1 2 -1 0\n"
"""True, by 2 = 0."""


@needs(qute)
def test_facts_about_qute(tmp_path):
    """The docstring of ``qute.py``, line by line."""
    path = tmp_path / "f"
    assert raw(qute, TRUE_FORMULA, path, True) == (10, ["SAT"])  # values are not asked for
    assert raw(qute, FALSE_FORMULA, path, False) == (20, ["UNSAT"])

    def printed(formula: QCNF) -> list[str]:
        write_qdimacs(formula, path)
        command = [qute.required(), "--partial-certificate", path]
        return run(command, time_limit=60, memory_limit_mb=None).stdout.decode().splitlines()

    assert printed(TRUE_FORMULA) == ["SAT", "1 -3 0"]
    one = build([(FORALL, [1])], [[1]])
    assert printed(one) == ["UNSAT", "1 0"], "the wrong value: 1 makes it true"
    assert printed(MISLED) == ["SAT", MISLED_VALUES]
    values = {abs(int(word)): not word.startswith("-") for word in MISLED_VALUES.split()[:-1]}
    assert evaluate(MISLED)
    assert not confirms(MISLED, values, True), "values of an existential block, and no witness"
    path.write_text("p cnf 0 0\n")
    command = [qute.required(), "--partial-certificate", path]
    assert run(command, time_limit=60, memory_limit_mb=None).signal == 11
    assert said(qute, WORD, path) == (10, "SAT")
    assert run(qute.command(path, False), time_limit=60, memory_limit_mb=None).exit_code == 10
    path.write_text(BROKEN_OFF)
    assert run(qute.command(path, False), time_limit=0.3, memory_limit_mb=1000).stopped in ("time", "memory")
    assert said(qute, LATE, path)[0] == -6
    assert said(qute, FREE, path)[0] == 1
    assert said(qute, TAUTOLOGY, path) == (10, "SAT")
    write_qcir(and_of_ors(TRUE_FORMULA)[0], path)
    good = path.read_text()
    assert said(qute, good, path) == (10, "SAT")
    assert said(qute, good.replace("output(", "output(-"), path)[0] not in (10, 20)
    assert said(qute, "#QCIR-G14\nexists(x)\noutput(x)\n", path)[0] not in (10, 20)


@needs(qfun)
def test_facts_about_qfun(tmp_path):
    """The docstring of ``qfun.py``, line by line."""
    path = tmp_path / "f"
    assert raw(qfun, TRUE_FORMULA, path, True) == (10, ["s cnf 1"])
    assert raw(qfun, FALSE_FORMULA, path, True) == (20, ["s cnf 0"])
    for bad in (BLANK, WORD, "#QCIR-G14\nexists(x)\noutput(g)\ng = and(x)\n"):
        assert said(qfun, bad, path)[0] == 100
    for fine in (FREE, TAUTOLOGY, "p cnf 0 0\n", "p cnf 9 1\ne 1 0\na 7 2 9 0\n1 1 2 0\n"):
        assert said(qfun, fine, path) == (10, "s cnf 1")
    assert said(qfun, "p cnf 0 1\n0\n", path) == (20, "s cnf 0")


@needs(rareqs)
def test_facts_about_rareqs(tmp_path):
    """The docstring of ``rareqs.py``, line by line."""
    path = tmp_path / "f"
    assert raw(rareqs, TRUE_FORMULA, path, False) == (10, ["V  +1 -3", "s cnf 1"])
    assert raw(rareqs, FALSE_FORMULA, path, True) == (20, ["V  -1 -3", "s cnf 0"])
    assert raw(rareqs, JOINED, path, True) == (10, ["V  +1 -3", "s cnf 1"])
    assert raw(rareqs, WRONG_VALUES, path, True)[1][-1] == "s cnf 0"
    assert said(rareqs, TAUTOLOGY, path) == (20, "s cnf 0"), "wrong"
    assert said(rareqs, "p cnf 2 1\ne 1 0\na 2 0\n1 1 2 0\n", path) == (10, "s cnf 1")
    for bad in (BLANK, WORD, ""):
        assert said(rareqs, bad, path)[0] == 100


@needs(caqe)
def test_caqe_and_tautologies(tmp_path):
    """The same for CAQE: a reason to send none."""
    path, rng, wrong = tmp_path / "f", Random(5), 0
    for _ in range(60):
        formula = small(rng)
        for start in [place for place, literal in enumerate(formula.data) if literal][::3]:
            formula.data.insert(start, -formula.data[start])
        write_qdimacs(formula, path)
        code = run(caqe.command(path, False), time_limit=60, memory_limit_mb=None).exit_code
        wrong += code != (10 if evaluate(formula) else 20)
        assert caqe.solve(formula, time_limit=60).answer is (Answer.TRUE if evaluate(formula) else Answer.FALSE)
    assert wrong, "CAQE has learnt to bear tautologies: the docstring and the adapter can change"


@pytest.mark.parametrize("each", PRESENT, ids=lambda each: each.name)
def test_versions_and_limits(each):
    """The version is told, and a hard formula ends at the limit with its reason."""
    versions = {"depqbf": "DepQBF 6.03", "caqe": "CAQE 4.0.1", "qute": "Qute v.1.1", "qfun": "qfun, v01.0"}
    assert each.version() == versions.get(each.name)
    result = each.solve(pigeons(14), time_limit=0.3)
    assert (result.answer, result.reason) == (Answer.UNKNOWN, "time")


def test_the_oracle_of_these_tests():
    """The small formulas are worth something: both answers, both kinds of outermost block, universal clauses."""
    rng = Random(1)
    formulas = [small(rng) for _ in range(150)]
    kinds = [(formula.prefix.blocks[0].quantifier, evaluate(formula)) for formula in formulas]
    assert min(map(kinds.count, set(kinds))) > 10
    assert len(set(kinds)) == 4
    assert sum(universal_clause(formula) is not None for formula in formulas) > 10
    assert not any(trivial(formula) is not None for formula in formulas)
