"""Bloqqer must not change a truth value: thousands of random formulas, with and without it, and each way of failing.

Most small formulas are decided by Bloqqer outright, and then the printing of the prefix, where the Python binding of
pyqbf is wrong, is never tried.  So the big test switches random techniques off; then most results are open, with up to
seven blocks, many of them with eliminated universal blocks in between.
"""

from __future__ import annotations

import ctypes
import os
import re
import subprocess
import time
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from tests.sizes import size
from tests.solvers.random_formulas import build, layered, small

from zermelo.errors import UnsupportedError
from zermelo.formula import QCNF, Quantifier, evaluate, write_qdimacs
from zermelo.preprocess import PREPROCESSORS, Preprocessed, _bloqqer_child, preprocessor
from zermelo.preprocess import bloqqer as module
from zermelo.preprocess._bloqqer_child import simplify
from zermelo.preprocess.bloqqer import library, read_result
from zermelo.solvers import Answer, solver
from zermelo.solvers.problem import trivial

TECHNIQUES = ("ve", "eq", "hte", "cce", "bce", "axcess")  # the last: how far expansion may let the formula grow
FORMULAS = int(os.environ.get("ZERMELO_DIFFERENTIAL_FORMULAS", size(400, 40)))
needs_bloqqer = pytest.mark.skipif(library() is None, reason="pyqbf is not installed")
needs_depqbf = pytest.mark.skipif(solver("depqbf").executable() is None, reason="no DepQBF")


def simplified(source: Path, target: Path, off: list[str]) -> int:
    """Bloqqer in a forked process, because it keeps state, but without starting Python again."""
    pid = os.fork()
    if pid == 0:  # pragma: no cover
        code = 1
        try:
            bloqqer = ctypes.CDLL(str(library()))
            for name in off:
                assert bloqqer.bloqqer_set_option_val(name.encode(), 0) == 1
            code = simplify(str(library()), str(source), str(target))
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def truth(formula: QCNF, path: Path) -> Answer:
    """DepQBF without any watch around it, 2 ms a call."""
    if (known := trivial(formula)) is not None:
        return known
    write_qdimacs(formula, path)
    program = str(solver("depqbf").executable())
    code = subprocess.run([program, str(path)], stdout=subprocess.DEVNULL, check=False, timeout=60).returncode
    return {10: Answer.TRUE, 20: Answer.FALSE}[code]


@needs_bloqqer
@needs_depqbf
def test_same_truth_value(tmp_path):
    """Hundreds of layered formulas, techniques at random: DepQBF says the same before and after."""
    ctypes.CDLL(str(library()))  # loaded here, so that each child has it for nothing
    rng, seen = Random(2024), Counter[str]()
    source, target, path = tmp_path / "in", tmp_path / "out", tmp_path / "formula"
    for number in range(FORMULAS):
        formula = layered(rng, (3, 6) if number % 16 == 0 else (2, 4))
        off = [name for name in TECHNIQUES if rng.random() < 0.75] if number % 8 else []
        expected = truth(formula, source)
        code = simplified(source, target, off)
        assert code in (0, 10, 20)
        if code:
            assert expected is (Answer.TRUE if code == 10 else Answer.FALSE), f"formula {number}"
            seen["decided"] += 1
            continue
        result = read_result(target.read_bytes())
        result.validate()
        assert truth(result, path) is expected, f"formula {number}, off: {off}"
        seen["blocks eliminated in between"] += 2 < result.prefix.num_blocks < formula.prefix.num_blocks
        seen[f"open {expected.value}"] += 1
    assert seen["blocks eliminated in between"] >= FORMULAS // 50, seen
    assert min(seen["open true"], seen["open false"]) >= FORMULAS // 20, seen


def test_reading_results():
    """Blocks and numbers are taken over exactly; same neighbours are joined."""
    formula = read_result(b"p cnf 9 2\ne 8 0\na 7 0\ne 3 5 0\ne 2 0\n7 -3 2 0\n-5 8 0\n")
    assert [block.quantifier.value for block in formula.prefix.blocks] == ["e", "a", "e"]
    assert list(formula.clauses()) == [(2, -3, 5), (-4, 1)]
    assert formula.num_variables == 5


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "no header"),
        (b"p cnf x\n", "no header"),
        (b"p cnf 2 1\ne 1 0\n1 2 0\n", "variable 2 of the result is bound nowhere"),
        (b"p cnf 2 1\ne 1 0\n1 -2 0\n", "variable 2 of the result is bound nowhere"),
        (b"p cnf 2 1\ne 1 0\na 2 1 0\n1 2 0\n", "bound twice"),
        (b"p cnf 2 1\ne 1 0 2 0\n1 2 0\n", "variable 0 of the result"),
        (b"p cnf 2 1\ne 1 2\n1 2 0\n", "without its zero"),
        (b"p cnf 2 2\ne 1 2 0\n1 2 0\n", "1 clauses in the result instead of 2"),
        (b"p cnf 2 1\ne 1 2 0\n1 2", "zero"),
        (b"p cnf 2 1\ne 1 2 0\n1 y 0\n", "invalid literal"),
    ],
)
def test_damaged_results_are_refused(text, message):
    """A file that is not a closed formula is an error, never repaired by a guess."""
    with pytest.raises(ValueError, match=message):
        read_result(text)


@needs_bloqqer
def test_through_the_child():
    """The adapter as it is used: small formulas against brute force, layered ones against the original."""
    rng, bloqqer, outcomes = Random(7), preprocessor("bloqqer"), Counter[str]()
    for number in range(size(40, 28)):
        formula = small(rng, 8) if number % 2 else layered(rng, (4, 9))
        before = (list(formula.clauses()), formula.prefix.copy())
        result = bloqqer.preprocess(formula, time_limit=60, memory_limit_mb=2000)
        assert (list(formula.clauses()), formula.prefix) == before, "the original was changed"
        if result.applied:
            result.formula.validate()
        else:
            assert result.formula is formula
        if result.answer is not None and result.applied:
            assert trivial(result.formula) is result.answer
        if number % 2:
            expected = Answer.TRUE if evaluate(formula) else Answer.FALSE
        else:
            expected = solver("depqbf").solve(formula).answer
        after = solver("depqbf").solve(result.formula).answer if result.answer is None else result.answer
        assert after is expected
        outcomes["decided" if result.answer is not None else "open"] += 1
    assert min(outcomes["decided"], outcomes["open"]) >= 3, outcomes


def hard() -> QCNF:
    """A formula that keeps Bloqqer busy for seconds."""
    return layered(Random(1), (3000, 3100))


@needs_bloqqer
def test_limits(tmp_path, monkeypatch):
    """Out of time or memory: the original formula, the reason, in time, and no temporary file."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    formula, bloqqer = hard(), preprocessor("bloqqer")
    start = time.monotonic()
    result = bloqqer.preprocess(formula, time_limit=0.3)
    assert time.monotonic() - start < 3
    assert not result.applied
    assert result.formula is formula
    assert re.match("bloqqer left out: (stopped: )?time limit", result.detail)  # stopped, unless writing took it all
    result = bloqqer.preprocess(formula, memory_limit_mb=5)
    assert result.detail.startswith("bloqqer left out: stopped: memory limit")
    assert bloqqer.preprocess(formula, time_limit=0).detail == "bloqqer left out: time limit"
    assert not list(tmp_path.iterdir())


CHILDREN = {
    "exit code 3: no luck": "import sys; sys.stderr.write('no luck'); sys.exit(3)",
    "killed by SIGSEGV": "import os; os.kill(os.getpid(), 11)",
    "exit code 20 without its answer line": "import sys; sys.exit(20)",
    "exit code 10 without its answer line": "import sys; print('answer 20'); sys.exit(10)",
    "no header in the result": "import sys; print('answer 0'); open(sys.argv[3], 'w').close(); sys.exit(30)",
    "variable 3 of the result is bound nowhere": (
        "import sys; print('answer 0'); open(sys.argv[3], 'w').write('p cnf 3 1\\ne 1 0\\n1 3 0\\n'); sys.exit(30)"
    ),
}


@needs_bloqqer
@pytest.mark.parametrize("why", CHILDREN)
def test_a_misbehaving_child(tmp_path, monkeypatch, why):
    """A crash, a contradiction or a damaged file means: the original formula."""
    script = tmp_path / "child.py"
    script.write_text(CHILDREN[why])
    monkeypatch.setattr(_bloqqer_child, "__file__", str(script))
    formula = layered(Random(3))
    result = preprocessor("bloqqer").preprocess(formula, time_limit=30)
    assert (result.applied, result.answer) == (False, None)
    assert result.formula is formula
    assert why in result.detail


def test_trivial_and_out_of_range(monkeypatch):
    """Trivial formulas never reach Bloqqer; neither does one whose numbers its parser would stop at."""
    bloqqer = preprocessor("bloqqer")
    empty, false = QCNF(), QCNF()
    false.add()
    assert (bloqqer.preprocess(empty).answer, bloqqer.preprocess(false).answer) == (Answer.TRUE, Answer.FALSE)
    wild = build([(Quantifier.EXISTS, [1, 2])], [[1, 2]])
    wild.num_variables = 1
    assert not bloqqer.preprocess(wild).applied
    monkeypatch.setattr(module, "library", lambda: None)
    result = bloqqer.preprocess(build([(Quantifier.EXISTS, [1, 2])], [[1, 2]]))
    assert (result.applied, bloqqer.available()) == (False, False)
    assert result.detail == "bloqqer left out: not installed; get it by: pip install 'zermelo[qbf]'"


def test_registry():
    """Names are keys; "none" is there and does nothing; an unknown name lists the known ones."""
    assert all(name == each.name and each.description for name, each in PREPROCESSORS.items())
    formula = layered(Random(1))
    assert preprocessor("none").preprocess(formula) == Preprocessed(formula, None, False, "no preprocessing", 0.0)
    assert preprocessor("none").available()
    with pytest.raises(UnsupportedError, match="bloqqer, none"):
        preprocessor("hqsper")
