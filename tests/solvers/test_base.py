"""The contract of `Solver.solve`, tried with programs that break it in every known way, and the registry."""

from __future__ import annotations

import pickle
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import pytest
from tests.solvers.conftest import FAKE_TOOLS

from zermelo.errors import InputError, MissingToolError, UnsupportedError
from zermelo.formula import QCNF, Circuit, Quantifier, write_qcir
from zermelo.solvers import SOLVERS, Answer, Capabilities, Finished, Solver, SolverResult, base, solver

pytestmark = pytest.mark.usefixtures("clean")


@dataclass(frozen=True)
class Fake(Solver):
    """A solver made of a fake tool."""

    program: Path | None = None
    tool: str = ""
    argument: str = ""
    needs_file: bool = False

    name = "fake"
    description = "no solver at all"
    capabilities = Capabilities(assignment=(Answer.TRUE, Answer.FALSE))
    exit_codes = MappingProxyType[int, Answer | None]({10: Answer.TRUE, 20: Answer.FALSE, 30: Answer.UNKNOWN})

    def command(self, path: Path, assignment: bool) -> list[str]:  # noqa: ARG002  # it answers unseen
        starter = "/bin/sh" if self.tool.endswith(".sh") else sys.executable
        return [starter, str(FAKE_TOOLS / self.tool), *([self.argument] if self.argument else [])]


def elsewhere(name: str, program: Path) -> Solver:
    """A solver of the package with another program."""
    maker: Callable[..., Solver] = type(solver(name))
    return maker(program=program)


def formula() -> QCNF:
    """∃x₁x₂: x₁, not trivial."""
    qcnf = QCNF()
    qcnf.prefix.add(Quantifier.EXISTS, qcnf.fresh_block(2))
    qcnf.add(1)
    return qcnf


@pytest.mark.parametrize(
    ("tool", "answer", "reason", "detail"),
    [
        ("right_true.sh", Answer.TRUE, None, ""),
        ("right_false.sh", Answer.FALSE, None, ""),
        ("wrong_exit.sh", Answer.UNKNOWN, "unparsable", "exit code 20 means false, printed: true"),
        ("silent.sh", Answer.UNKNOWN, "unparsable", "exit code 10 means true, printed: nothing"),
        ("contradictory.sh", Answer.UNKNOWN, "unparsable", "exit code 10 means true, printed: false, true"),
        ("garbage.sh", Answer.UNKNOWN, "unparsable", "exit code 10 means true, printed: nothing"),
        ("gave_up.sh", Answer.UNKNOWN, "gave up", "fake itself answered unknown (exit code 30)"),
        ("usage.sh", Answer.UNKNOWN, "crash", "exit code 1: line 3: header expected"),
        ("crashing.sh", Answer.UNKNOWN, "crash", "killed by SIGSEGV: about to fail"),
        ("killed.sh", Answer.UNKNOWN, "killed", "killed by SIGKILL"),
        ("answer_then_die.sh", Answer.UNKNOWN, "crash", "killed by SIGABRT"),
        ("leaves_children.sh", Answer.FALSE, None, ""),
        ("slow.sh", Answer.UNKNOWN, "time", "stopped: time limit after 0."),
        ("stubborn.sh", Answer.UNKNOWN, "time", "stopped: time limit after 0."),
        ("forking.sh", Answer.UNKNOWN, "time", "stopped: time limit after 0."),
        ("hungry.py", Answer.UNKNOWN, "memory", "stopped: memory limit after "),
        ("endless.sh", Answer.UNKNOWN, "output", "stopped: too much output after "),
        ("endless_stderr.sh", Answer.UNKNOWN, "output", "stopped: too much output after "),
        ("daemon.sh", Answer.TRUE, None, ""),
        ("daemon_hangs.sh", Answer.UNKNOWN, "time", "stopped: time limit after 0."),
        ("fills_disk.sh", Answer.UNKNOWN, "disk", "stopped: disk limit after "),
        ("large_file.sh", Answer.UNKNOWN, "disk", "stopped: disk limit after "),
        ("small_files.py", Answer.UNKNOWN, "disk", "stopped: disk limit after "),
        ("burns_cpu.py", Answer.UNKNOWN, "time", "stopped: CPU time limit after "),
    ],
)
def test_outcomes(marker, tool, answer, reason, detail):
    """One row per fake tool: what is believed, the reason, the line for people."""
    limit, start = 0.4 if detail.endswith("0.") else 30, time.monotonic()
    result = Fake(tool=tool, argument=marker, needs_file=reason == "disk").solve(
        formula(),
        time_limit=limit,
        cpu_limit=0.3 if tool == "burns_cpu.py" else None,
        memory_limit_mb=150 if reason == "memory" else None,
        max_output=10**6,
        max_disk=3 * 10**6,
    )
    assert time.monotonic() - start < 10
    assert (result.answer, result.reason) == (answer, reason)
    assert result.detail.startswith(detail)
    assert "\n" not in result.detail
    assert result.assignment is None
    assert result.command[1].endswith(tool)


def test_every_fake_tool_is_tried():
    """A fake tool that no test uses tests nothing; the last three are tried by way of descriptions."""
    rows = {row[0] for row in test_outcomes.pytestmark[0].args[1]} | {"brute.py", "units.py", "known.py"}
    assert rows == {path.name for path in FAKE_TOOLS.iterdir() if path.suffix in (".sh", ".py")}


def test_missing_program(tmp_path):
    """A missing program is an answer with a reason from `solve`, and an error from `command`."""
    for each in (elsewhere(one.name, tmp_path / "nothing") for one in SOLVERS.own.values()):
        result = each.solve(formula())
        assert (result.answer, result.reason) == (Answer.UNKNOWN, "missing")
        assert "pip install 'zermelo[qbf]'" in result.detail
        assert each.executable() is None
        assert each.version() is None
        with pytest.raises(MissingToolError, match=r"pip install 'zermelo\[qbf\]'"):
            each.command(tmp_path, False)


def test_the_program_is_looked_for_on_path_first(tmp_path, monkeypatch):
    """PATH wins over pyqbf; without both there is none."""
    program = tmp_path / "depqbf"
    program.write_text("#!/bin/sh\necho DepQBF 99\n")
    program.chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert solver("depqbf").executable() == program
    assert solver("depqbf").version() == "DepQBF 99"
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(base, "_bundled", lambda _: None)
    assert solver("depqbf").executable() is None


@pytest.mark.parametrize("name", ["none", "", "DepQBF"])
def test_unknown_names(name):
    """An unknown name is the user's mistake, and the message lists the known ones."""
    with pytest.raises(UnsupportedError, match="caqe, depqbf"):
        solver(name)


def test_registered_names_and_facts():
    """The registry's key is the name, and each adapter says what it is."""
    for name, each in SOLVERS.own.items():
        assert each.name == name
        assert each.description
        assert "\n" not in each.description
        assert set(each.exit_codes.values()) >= {Answer.TRUE, Answer.FALSE}
        assert "qdimacs" in each.capabilities.formats
        assert pickle.loads(pickle.dumps(each)) == each


def blocks(*pairs: tuple[str, list[int]], clauses: list[list[int]]) -> QCNF:
    qcnf = QCNF()
    qcnf.num_variables = 4
    for letter, names in pairs:
        qcnf.prefix.add(Quantifier(letter), names)
    for clause in clauses:
        qcnf.add(*clause)
    return qcnf


@pytest.mark.parametrize(
    ("qcnf", "answer", "assignment"),
    [
        (blocks(clauses=[]), Answer.TRUE, None),
        (blocks(clauses=[[]]), Answer.FALSE, None),
        (blocks(("e", [1, 3]), clauses=[]), Answer.TRUE, {1: False, 3: False}),
        (blocks(("a", [1, 3]), clauses=[]), Answer.TRUE, None),
        (blocks(("a", [1, 3]), clauses=[[1], []]), Answer.FALSE, {1: False, 3: False}),
        (blocks(("e", [1, 3]), clauses=[[1], []]), Answer.FALSE, None),
    ],
)
def test_trivial_formulas_need_no_program(qcnf, answer, assignment):
    """No clause, an empty clause, no variable: answered even by a tool that does not exist."""
    each = elsewhere("depqbf", Path("/nonexistent/tool"))
    result = each.solve(qcnf, assignment=True)
    assert (result.answer, result.reason, result.assignment) == (answer, None, assignment)
    assert result.command == ()
    assert each.solve(qcnf).assignment is None


@pytest.mark.parametrize(
    ("lines", "values"),
    [
        (["V 1 0", "V -2 0"], {1: True, 2: False}),
        (["V 1 0", "V -2 0", "V 4 0", ""], {1: True, 2: False}),  # an inner variable is left out
        (["V 1 0"], None),  # incomplete
        (["V 1 0", "V -2"], None),  # cut off
        (["V 1 0", "V -2 0", "V 2 0"], None),  # contradictory
        (["V 1 0", "V --2 0"], None),
        (["V 1 0", "V 2 0 0"], None),
        (["V 1 0", "V 2 0", "V x 0"], None),
        (["V 1 0", "V 2 0", "V 0 0"], None),
        ([], None),
    ],
)
def test_assignment_lines_are_read_strictly(lines, values):
    """Well-formed, consistent and complete, or nothing at all."""
    qcnf = blocks(("e", [1, 2]), ("a", [3]), ("e", [4]), clauses=[[1, 3, 4]])
    assert Fake().read_assignment(lines, qcnf, Answer.TRUE) == values
    assert Fake().read_assignment(lines, qcnf, Answer.FALSE) is None


def test_an_answer_is_no_boolean():
    """`if answer:` would take UNKNOWN for true."""
    with pytest.raises(TypeError, match="three values"):
        bool(Answer.UNKNOWN)


def test_a_file_is_read_and_rewritten(tmp_path):
    """A path works like a formula; a bad file is the user's mistake."""
    path = tmp_path / "formula.qdimacs"
    path.write_text("p cnf 2 1\nc late comments make DepQBF abort\n\ne 1 2 0\n1 -2 0")
    for each in SOLVERS.own.values():
        assert each.solve(path).answer is Answer.TRUE
    path.write_text("p cnf 2 1\ne 1 2 0\n1 x 0\n")
    with pytest.raises(InputError):
        solver("caqe").solve(path)


@pytest.mark.parametrize(
    ("name", "code", "line"),
    [("depqbf", 0, b"UNKNOWN\n"), ("caqe", 30, b"c Unknown\n"), ("caqe", 30, b"s cnf -1 2 1\n")],
)
def test_a_solver_that_gives_up(name, code, line):
    """Each solver's own way of saying unknown; the other's code is a crash."""

    def interpreted(code: int) -> SolverResult:
        finished = Finished((name,), code, None, line, b"", 1.5, 1.0, 0.0, None)
        return solver(name).interpret(finished, formula(), assignment=True)

    result = interpreted(code)
    assert (result.answer, result.reason, result.seconds) == (Answer.UNKNOWN, "gave up", 1.5)
    assert interpreted(30 - code).reason == "crash"
    assert interpreted(10).reason == "unparsable"


def test_no_file_without_need(tmp_path, monkeypatch):
    """A solver that reads the formula from memory cannot write a byte into any file."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TMPDIR", raising=False)
    result = Fake(tool="large_file.sh").solve(formula(), time_limit=20)
    assert (result.reason, result.exit_code) == ("disk", None)
    assert (tmp_path / "scratch").stat().st_size == 0


def circuit() -> Circuit:
    """∃x∀y: x ∨ y, with names that QCIR does not allow."""
    result = Circuit()
    (x,), (y,) = result.exists(1, "a.1"), result.forall(1, "a.2")
    result.output = result.or_([x, y])
    return result


def test_circuits(tmp_path):
    """A solver that reads QCIR takes circuits and files of them; another says what it would take."""
    path = tmp_path / "formula.qcir"
    write_qcir(circuit(), path)
    for each in SOLVERS.own.values():
        if "qcir" in each.capabilities.formats:
            assert each.solve(circuit(), time_limit=20).answer is Answer.TRUE
            assert each.solve(path, time_limit=20).answer is Answer.TRUE
        else:
            with pytest.raises(UnsupportedError, match=f"found a circuit, expected clauses: {each.name} reads no QCIR"):
                each.solve(circuit())
    constant = circuit()
    constant.output = constant.and_([1, -1])
    assert solver("qute").solve(constant).detail.startswith("trivial")


def test_tautologies_never_reach_a_tool():
    """∃y∀x: (¬x ∨ ¬y) ∧ (x ∨ y ∨ ¬x) is true, by y = 0; CAQE and RAReQS would say false."""
    qcnf = blocks(("e", [2]), ("a", [1]), clauses=[[-1, -2], [1, 2, -1]])
    for each in SOLVERS.own.values():
        assert each.solve(qcnf, time_limit=20).answer is Answer.TRUE
    only = blocks(("a", [1]), clauses=[[1, -1]])
    assert {each.solve(only, time_limit=20).answer for each in SOLVERS.own.values()} == {Answer.TRUE}
