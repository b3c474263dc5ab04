"""Tools that no registry ships: on PATH they work without a configuration file, with all their quirks.

The programs here are stand-ins that behave as the real ones do (`tests/fake_tools/known.py`).
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from tests.solvers.conftest import FAKE_TOOLS
from tests.solvers.random_formulas import build, layered, small

from zermelo.encodings import encoding
from zermelo.errors import InputError, MissingToolError
from zermelo.families import make
from zermelo.formula import Circuit, Quantifier, evaluate, read_qdimacs, tseitin
from zermelo.preprocess import PREPROCESSORS, preprocessor
from zermelo.preprocess.trial import try_preprocessor
from zermelo.questions import Options
from zermelo.solvers import SOLVERS, Answer, Finished, qute_development, solver
from zermelo.solvers.base import Capabilities, printed_lines
from zermelo.solvers.depqbf import DepQBF
from zermelo.solvers.problem import universal_clause, witness_block
from zermelo.solvers.trial import CLAUSES, confirms, try_solver
from zermelo.solving import solve
from zermelo.solving.combination import Combination, portfolio
from zermelo.solving.journal import Journal
from zermelo.solving.run import Run
from zermelo.verdict import Query

NAMES = {"qesto", "cqesto", "quabs", "qute-dev"}

pytestmark = pytest.mark.usefixtures("clean")


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """A function that puts stand-ins on PATH; nothing else is there, and no configuration file."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("ZERMELO_CONFIG", "")
    printed_lines.cache_clear()

    def install(*names: str) -> Path:
        for name in names:
            program = folder / name
            program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -I -S "{FAKE_TOOLS}/known.py" {name} "$@"\n')
            program.chmod(0o700)
        return folder

    yield install
    printed_lines.cache_clear()


def test_absent(installed):
    """They are listed, and say how to get them; nothing is started."""
    installed()
    assert set(SOLVERS) - set(SOLVERS.own) == NAMES
    assert set(PREPROCESSORS) - set(PREPROCESSORS.own) == {"hqspre", "qratpre"}
    for each in (SOLVERS[name] for name in NAMES):
        assert (each.executable(), each.version()) == (None, None)
        with pytest.raises(MissingToolError, match=f"{each.name} is not installed; get it by: building github"):
            each.required()
        assert each.solve(small(Random(1))).reason == "missing"
    for name in ("hqspre", "qratpre"):
        with pytest.raises(MissingToolError, match="get it by: building github"):
            preprocessor(name).require()
    assert "unknown" not in {each.licence.terms for each in SOLVERS.values()}
    assert "unknown" not in {each.licence.terms for each in PREPROCESSORS.values()}


def test_versions(installed):
    """Each tool is asked in its own way."""
    installed("qesto", "cqesto", "quabs", "qute", "hqspre", "qratpre+")
    found = {name: SOLVERS[name].version() for name in NAMES}
    assert found == {"qesto": "v1.0", "cqesto": "v01.0", "quabs": None, "qute-dev": "Qute v.1.1, development"}
    assert preprocessor("hqspre").version() == "compiled on Nov 22 2026 at 13:20:25"
    assert preprocessor("qratpre").version() == "2.0"


@pytest.mark.slow
def test_solvers_on_path(installed):
    """Right on the trial, but for what QESTO is known to do; and on random formulas, with values."""
    installed("qesto", "cqesto", "quabs", "qute")
    for name in ("cqesto", "quabs"):
        checks = list(try_solver(solver(name), 0.2))
        assert not [check for check in checks if not check.right], name
        assert sum("values right" in check.found for check in checks) > 10
    wrong = [(check.name, check.found[:21]) for check in try_solver(solver("qesto"), 0.2) if not check.right]
    assert wrong == [("forall, false", "unknown (crash: kille"), ("garbage: nothing", "true")]
    for name in sorted(NAMES):
        rng, told = Random(4), 0
        for formula in (small(rng, 5) for _ in range(9)):
            result, expected = solver(name).solve(formula, assignment=True, time_limit=20), evaluate(formula)
            if name == "qesto" and result.answer is Answer.UNKNOWN:
                assert (result.reason, universal_clause(formula) is None) == ("crash", False)
                continue
            assert result.answer is (Answer.TRUE if expected else Answer.FALSE)
            if result.assignment is not None:
                told += witness_block(formula, result.answer) is not None and bool(result.command)
                assert confirms(formula, result.assignment, expected)
        assert (told > 1) == (name != "qesto")


def test_an_exit_code_alone_is_no_answer():
    """CQESTO exits with 0 when it is terminated, whatever it has printed; Qute with 0 when it gives up."""
    formula = read_qdimacs(CLAUSES["exists, true"][0])

    def reason(name: str, code: int, line: bytes) -> str | None:
        finished = Finished((name,), code, None, line, b"", 1.0, 1.0, 0.0, None)
        return solver(name).interpret(finished, formula, assignment=False).reason

    for name, line in (("qesto", b"s cnf 1\n"), ("cqesto", b"s cnf 1\n"), ("quabs", b"r SAT\n")):
        assert reason(name, 0, b"") == reason(name, 0, line) == "crash"
        assert reason(name, 20, line) == reason(name, 10, b"") == "unparsable"
        assert reason(name, 10, line) is None
    assert reason("qute-dev", 0, b"UNDEF\n") == "gave up"
    assert reason("qute-dev", 0, b"SAT\n") == "unparsable"


def test_two_programs_of_one_name(installed, monkeypatch):
    """The development version of Qute is not taken for Qute 1.1, whose traces are proofs; nor the other way round."""
    folder = installed("qute")
    assert solver("qute-dev").executable() == folder / "qute"
    assert solver("qute").executable() != folder / "qute"
    monkeypatch.setattr(qute_development, "is_development", lambda _: False)
    monkeypatch.setattr("zermelo.solvers.qute.is_development", lambda _: False)
    assert solver("qute-dev").executable() is None
    assert solver("qute").executable() == folder / "qute"


def test_the_user_describes_it_better(installed, tmp_path, monkeypatch):
    """A table of the configuration file counts more; a mistake in the file stops no tool of the package."""
    installed("quabs", "hqspre")
    path = tmp_path / "tools.toml"
    monkeypatch.setenv("ZERMELO_CONFIG", str(path))
    path.write_text('[solver.quabs]\ncommand = ["./mine", "{file}"]\nanswers = { true = "1", false = "0" }\n')
    assert solver("quabs").executable() is None
    assert len(SOLVERS) == len(list(SOLVERS)) == len(SOLVERS.described())
    path.write_text("[solver.x\n")
    with pytest.raises(InputError):
        solver("quabs")
    assert portfolio(make("hex:3x3"), Options())[0].label == "et+caqe"


@pytest.mark.slow
def test_preprocessors_on_path(installed):
    """Right on the trial and on random formulas, numbers kept."""
    installed("hqspre", "qratpre+")
    for name in ("hqspre", "qratpre"):
        tool, rng, kept = preprocessor(name), Random(3), 0
        assert not [check for check in try_preprocessor(tool, 0.2) if not check.right]
        for formula in (small(rng, 6) for _ in range(9)):
            done = tool.preprocess(formula, time_limit=20, memory_limit_mb=500)
            assert done.applied, done.detail
            kept += done.keeps_outer
            assert (evaluate(done.formula) if done.answer is None else done.answer is Answer.TRUE) == evaluate(formula)
        assert kept > 1


def test_no_malformed_formula_and_a_limit(installed, tmp_path):
    """On a malformed file HQSpre never ends: it gets none, and would be stopped in time."""
    installed("hqspre")
    tool, exists = preprocessor("hqspre"), Quantifier.EXISTS
    wild, free = (build([(exists, [1, 2])], [[1, 2]]) for _ in range(2))
    wild.num_variables = 1
    free.add(1, free.fresh())
    for formula, fault in (
        (wild, "a variable number beyond num_variables"),
        (free, "variable 3 is bound in no block"),
    ):
        start = time.monotonic()
        done = tool.preprocess(formula, time_limit=60)
        assert (done.formula, done.applied, done.detail) == (formula, False, f"hqspre left out: {fault}")
        assert time.monotonic() - start < 30
    assert not tool.preprocess(layered(Random(1)), time_limit=1e-9).applied
    nothing = tmp_path / "nothing.qdimacs"
    nothing.write_text("p cnf 1 1\ne 1 0\n")
    with pytest.raises(InputError):
        solver("depqbf").solve(nothing)


def test_the_portfolio_and_a_first_move(installed):
    """On Hex HQSpre goes before CAQE where it is there, else QRATPre+; the first move is read off their formulas."""
    game = make("hex:3x3")
    labels = [each.label for each in portfolio(game, Options())]
    installed("qratpre+")
    assert [each.label for each in portfolio(game, Options())] == ["et+qratpre+caqe", "et+qratpre+depqbf", *labels[2:]]
    installed("hqspre")
    assert [each.label for each in portfolio(game, Options())][:2] == ["et+hqspre+caqe", "et+qratpre+depqbf"]
    assert not any("bloqqer" in label for label in labels)
    for name in ("hqspre", "qratpre"):
        verdict = solve(game, Query("within", depth=5), Options("et", "caqe", preprocessor=name, jobs=1, method="qbf"))
        assert (verdict.answer, verdict.first_move, verdict.method) == (True, "b2", f"et+{name}+caqe")


@dataclass(frozen=True)
class Circuits(DepQBF):
    """Reads nothing but circuits."""

    name = "circuits"
    capabilities = Capabilities(formats=("qcir-cleansed",))

    def solve(self, formula, **options):
        assert isinstance(formula, Circuit)
        return DepQBF().solve(tseitin(formula)[0], **options)


def test_a_circuit_goes_as_it_is():
    """A tool that reads circuits only gets the circuit of a lifted encoding, not its clauses as a circuit."""
    tools = Combination(encoding("ln"), preprocessor("none"), Circuits())
    journal = Journal()
    found = Run(make("hex:2x2"), 3, tools).decide(journal)
    assert (found.answer, found.hint is not None) == (True, True)
    assert [stage.name for stage in journal.stages] == ["encode", "solve"]
