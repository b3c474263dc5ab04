"""The trial of adapters: its formulas are what they say, every solver of the package passes, liars do not."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.solvers.conftest import FAKE_TOOLS
from tests.solvers.test_base import Fake

from zermelo.cli import run
from zermelo.formula import evaluate, read_qcir, read_qdimacs
from zermelo.solvers import SOLVERS
from zermelo.solvers.problem import trivial
from zermelo.solvers.trial import CIRCUITS, CLAUSES, pigeons, timely, try_solver

pytestmark = pytest.mark.usefixtures("clean")


def test_the_formulas():
    """Known answers are right answers, and every shape of up to three blocks occurs with both."""
    shapes = set()
    for text, truth in CLAUSES.values():
        formula = read_qdimacs(text)
        assert evaluate(formula) == truth
        shape = "".join(block.quantifier.value for block in formula.prefix.blocks)
        if trivial(formula) is None:
            shapes.add((shape, truth))
    wanted = {(shape, truth) for shape in ("e", "ae", "ea", "eae", "aea") for truth in (True, False)}
    assert shapes >= {*wanted, ("a", False), ("eaeae", True), ("aeaea", False)}
    assert all(evaluate(read_qcir(text)) == truth for text, truth in CIRCUITS.values())
    assert pigeons(3).num_clauses == 4 + 3 * 6
    assert not evaluate(pigeons(2))


@pytest.mark.parametrize("each", SOLVERS.own.values(), ids=lambda each: each.name)
def test_every_solver_of_the_package(each):
    """Registered means tried."""
    if each.executable() is None:
        pytest.skip("not installed")
    checks = list(try_solver(each, 0.3))
    assert not [check for check in checks if not check.right]
    names = {check.name for check in checks}
    assert names >= {"a hard formula", "garbage: text", "five blocks, true"}
    assert ("circuit: xor" in names) == ("qcir" in each.capabilities.formats)


@dataclass(frozen=True)
class Late(Fake):
    """Comes back later than it should."""

    def solve(self, *arguments, **options):
        time.sleep(0 if options["time_limit"] > 1 else 0.9)
        return super().solve(*arguments, **options)


@pytest.mark.parametrize(
    ("each", "wrong"),
    [
        (Fake(tool="right_true.sh"), "exists, false"),
        (Fake(tool="right_false.sh"), "exists, true"),
        (Fake(tool="silent.sh"), "exists, true"),
        (Fake(tool="right_true.sh"), "garbage: nothing"),
        (Late(tool="crashing.sh"), "a hard formula"),
    ],
)
def test_liars(each, wrong, monkeypatch):
    """A wrong answer, silence, an answer to garbage, a crash where time should be out: each is found."""
    monkeypatch.setattr("zermelo.solvers.trial.SLACK", 0.5)
    assert wrong in [check.name for check in try_solver(each, 0.3) if not check.right]


def test_processes_that_are_left_are_found(marker):
    """The trial itself looks for them."""
    import subprocess

    children = []

    def work() -> tuple[str, bool]:
        children.append(subprocess.Popen(["sleep", marker]))
        return "unknown", True

    check = timely("leaves one", 1.0, work)
    children[0].kill()
    children[0].wait()
    assert not check.right
    assert "LEFT 1 processes" in check.found


def test_the_command(capsys, monkeypatch, tmp_path):
    """``zermelo solver test``: a table or JSON, and the exit code 0, 1, 2 or 3."""
    assert run(["solver", "test", "depqbf", "--timeout", "0.3"]) == 0
    assert capsys.readouterr().out.endswith("depqbf: all is right\n")
    assert run(["solver", "test", "bloqqer", "--timeout", "0.3", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["tool"] == "bloqqer"
    assert told["right"] is True
    assert set(told["checks"][0]) == {"name", "expected", "found", "right", "seconds"}
    (tmp_path / "tools.toml").write_text(
        f"[solver.liar]\ncommand = ['sh', '{FAKE_TOOLS}/right_true.sh', '{{file}}']\n"
        "answers = { true = 's cnf 1', false = 's cnf 0' }\n"
        "[preprocessor.gone]\ncommand = ['./gone', '{file}']\n"
    )
    monkeypatch.setenv("ZERMELO_CONFIG", str(tmp_path / "tools.toml"))
    assert run(["solver", "test", "liar", "--timeout", "0.3"]) == 1
    out = capsys.readouterr().out
    assert "exists, false                 WRONG" in out
    assert out.splitlines()[-1].startswith("liar: ")
    assert run(["solver", "test", "gone"]) == 3
    assert "gone is not installed" in capsys.readouterr().err
    assert run(["solver", "test", "depqfb"]) == 2
    assert "expected one of caqe, depqbf, qfun, qute, rareqs, " in capsys.readouterr().err
    assert run(["solvers"]) == 0
    assert "liar" in capsys.readouterr().out
    assert run(["doctor", "--json"]) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)["tools"]}
    assert rows["liar"]["version"]
    assert rows["gone"]["get"] == "putting the program ./gone on PATH"
    assert Path(rows["configuration"]["version"]) == tmp_path / "tools.toml"
    (tmp_path / "tools.toml").write_text("[solver.x]\n")
    assert run(["doctor"]) == 2
    shown = capsys.readouterr()
    assert "depqbf" in shown.out
    assert "tools.toml: solver.x.command: found nothing, expected a list of texts" in shown.err
