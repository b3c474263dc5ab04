"""Preprocessors of a configuration file: a truth value is confirmed, a formula is whole, or the original goes on."""

from __future__ import annotations

import pickle
import sys
from collections import Counter
from random import Random

import pytest
from tests.sizes import size
from tests.solvers.conftest import FAKE_TOOLS
from tests.solvers.random_formulas import layered, small

from zermelo.encodings import encoding
from zermelo.families import make
from zermelo.formula import QCNF, Quantifier, evaluate
from zermelo.model import Player
from zermelo.preprocess import PREPROCESSORS, Preprocessor, preprocessor
from zermelo.preprocess.trial import try_preprocessor
from zermelo.solvers import Answer, solver
from zermelo.solving.combination import Combination
from zermelo.solving.journal import Journal
from zermelo.solving.run import Run

START = f"'{sys.executable}', '-I', '-S'"
UNITS = f"""
[preprocessor.units]
command = [{START}, "{FAKE_TOOLS}/units.py", "{{file}}"]
answers = {{ true = "^s cnf 1", false = "^s cnf 0" }}
keeps_outer = true
"""
TO_FILE = UNITS.replace('"{file}"', '"--output", "{output}", "{file}"') + 'output = "file"\n'
IN_MEMORY = UNITS.replace('"{file}"', '"/dev/stdin"') + "file = false\n"


@pytest.fixture
def configured(tmp_path, monkeypatch):
    """A function that makes a preprocessor of a table."""
    path = tmp_path / "tools.toml"
    monkeypatch.setenv("ZERMELO_CONFIG", str(path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def make(text: str) -> Preprocessor:
        path.write_text(text)
        return preprocessor("units")

    yield make
    assert [each.name for each in tmp_path.iterdir()] == ["tools.toml"], "temporary files are left"


def printing(text: str, code: int) -> str:
    """A preprocessor that prints a text, whatever it is given."""
    program = f"import sys; print({text!r}); sys.exit({code})".replace('"', "'").replace("\\n", "\\\\n")
    return UNITS.replace(f'"{FAKE_TOOLS}/units.py"', f'"-c", "{program}"')


@pytest.mark.parametrize("table", [UNITS, TO_FILE, IN_MEMORY], ids=["stdout", "file", "memory"])
def test_a_configured_preprocessor(configured, table):
    """In the registry, right on the trial and on random formulas; numbers survive."""
    units = configured(table)
    assert list(PREPROCESSORS) == ["bloqqer", "none", "hqspre", "qratpre", "units"]
    units = pickle.loads(pickle.dumps(units))
    assert not [check for check in try_preprocessor(units, 0.2) if not check.right]
    rng, seen = Random(3), Counter[str]()
    for _ in range(size(25, 12) if table is UNITS else 8):
        formula = small(rng)
        result = units.preprocess(formula, time_limit=20, memory_limit_mb=500)
        assert result.applied, result.detail
        seen["numbers kept"] += result.keeps_outer
        assert not result.keeps_numbers
        after = evaluate(result.formula) if result.answer is None else result.answer is Answer.TRUE
        assert after == evaluate(formula)
        seen["open" if result.answer is None else "decided"] += 1
    assert min(seen.values()) > 1


def test_the_trial_finds_a_liar(configured):
    """A preprocessor that forgets a clause, and one that renames the outermost variables."""
    liar = configured(UNITS.replace('"{file}"', '"--wrong", "{file}"'))
    assert any(not check.right for check in try_preprocessor(liar, 0.5))
    renames = configured(printing("p cnf 1 1\ne 1 0\n-1 0", 0))
    checks = {check.name: check for check in try_preprocessor(renames, 0.5)}
    assert not checks["exists, false"].right
    assert "outermost variables of ANOTHER meaning" in checks["exists forall exists, true"].found


@pytest.mark.parametrize(
    ("text", "code", "answer", "detail"),
    [
        ("s cnf 1", 10, Answer.TRUE, "decided: true"),
        ("s cnf 0", 20, Answer.FALSE, "decided: false"),
        ("p cnf 0 0", 10, Answer.TRUE, "decided: true"),
        ("p cnf 0 0", 0, Answer.TRUE, "decided: true"),
        ("p cnf 1 1\ne 1 0\n0", 0, Answer.FALSE, "decided: false"),
        ("", 10, None, "units left out: exit code 10 means true, found: nothing"),
        ("s cnf 0", 10, None, "units left out: exit code 10 means true, found: false"),
        ("s cnf 1\ns cnf 0", 20, None, "units left out: exit code 20 means false, found: false, true"),
        ("s cnf 1", 0, None, "units left out: exit code 0 means simplified, found: true"),
        ("", 0, None, "units left out: the result:2:1: "),
        ("p cnf 2 1\ne 1 0\n1 2 0", 0, None, "units left out: the result:4:3: found '2', expected a variable bound"),
        ("p cnf 2 2\ne 1 2 0\n1 2 0", 0, None, "units left out: the result:"),
        ("p cnf 2 1\ne 1 2 0\n1 2 0", 3, None, "units left out: exit code 3"),
    ],
)
def test_believed_results(configured, text, code, answer, detail):
    """Exit code and evidence agree, or the original formula goes on with the reason."""
    formula = small(Random(2))
    result = configured(printing(text, code)).preprocess(formula, time_limit=20)
    assert (result.answer, result.applied) == (answer, answer is not None)
    assert result.detail.startswith(detail)
    assert answer is not None or result.formula is formula


def test_a_broken_promise(configured):
    """A result whose outermost block has another variable, or another quantifier, keeps no numbers."""
    formula = QCNF()
    formula.prefix.add(Quantifier.EXISTS, formula.fresh_block(2))
    formula.add(1, 2)
    for text, kept in (("e 1 0", True), ("e 1 2 0", True), ("e 1 3 0", False), ("a 1 0", False)):
        result = configured(printing(f"p cnf 3 1\n{text}\n1 0", 0)).preprocess(formula, time_limit=20)
        assert result.applied
        assert result.keeps_outer is kept


def test_limits_and_a_missing_program(configured):
    """Out of time: the original, soon; a program that is not there says how to get it; trivial formulas need none."""
    slow = configured(UNITS.replace(f'"{FAKE_TOOLS}/units.py"', '"-c", "import time; time.sleep(60)"'))
    formula = layered(Random(1))
    assert slow.preprocess(formula, time_limit=0.2).detail.startswith("units left out: stopped: time limit")
    assert slow.preprocess(formula, time_limit=0).detail == "units left out: time limit"
    missing = configured(UNITS.replace(START, "'no-such-program'"))
    assert not missing.available()
    assert "get it by: putting the program no-such-program on PATH" in missing.preprocess(formula).detail
    assert missing.preprocess(QCNF()).answer is Answer.TRUE


def test_every_preprocessor_of_the_package():
    """Registered means tried."""
    for each in PREPROCESSORS.values():
        if each.available():
            assert not [check for check in try_preprocessor(each, 0.3) if not check.right]
            assert pickle.loads(pickle.dumps(each)).name == each.name


@pytest.mark.parametrize("name", ["et", "en", "ea", "cor"])
def test_a_first_move_out_of_what_is_kept(configured, name):
    """Values of the outermost block name a first move, where the tool promises that they still mean the same."""
    game = make("hex:3x3")
    for table, hinted in ((UNITS, True), (UNITS.replace("keeps_outer = true", ""), False)):
        tools = Combination(encoding(name), configured(table), solver("depqbf"))
        finding = Run(game, 5, tools).decide(Journal(20))
        assert (finding.answer, finding.plain) == (True, False)
        assert (finding.hint == game.parse_move("b2", Player.BLACK)) is hinted
