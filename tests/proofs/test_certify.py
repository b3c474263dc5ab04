"""From a formula to a certificate: formulas of every encoding, the command, and whatever a solver may do instead."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from zermelo.cli import run
from zermelo.encodings import ENCODINGS, encode
from zermelo.errors import DisagreementError, InputError, LimitError, MissingToolError
from zermelo.families import make
from zermelo.formula import QCNF, evaluate, read_qdimacs
from zermelo.proofs import certify
from zermelo.solvers import solver
from zermelo.solvers.depqbf import DepQBF
from zermelo.solvers.result import Answer

FALSE = "p cnf 3 3\ne 1 0\na 2 0\ne 3 0\n1 3 0\n-1 3 0\n2 -3 0\n"
TRUE = "p cnf 2 2\na 1 0\ne 2 0\n1 2 0\n-1 -2 0\n"
GAMES = ("hex:2x2", "httt:el,board=3x3", "ttt", "breakthrough:2x4", "chomp:2x2", "dots-and-boxes:2x1")
FAKES = Path(__file__).resolve().parents[1] / "fake_tools"


@pytest.mark.usefixtures("verified_here")
@pytest.mark.parametrize("name", list(ENCODINGS))
def test_formulas_of_every_encoding(name):
    """The truth that is proven is the one that another solver tells."""
    proven = 0
    for game in map(make, GAMES):
        if ENCODINGS[name].takes.lacks(game) is None:
            formula, _ = encode(game, 3, name).clauses()
            certificate = certify(formula, time_limit=60)
            assert certificate.truth is (solver("caqe").solve(formula).answer is Answer.TRUE)
            proven += 1
    assert proven


@pytest.mark.parametrize(
    "text",
    ["p cnf 0 0\n", "p cnf 1 0\na 1 0\n", "p cnf 1 1\na 1 0\n0\n", "p cnf 2 2\ne 1 0\na 2 0\n1 2 0\n0\n"],
)
def test_trivial_formulas(text):
    """Without a clause, and with an empty one: proofs of one step."""
    formula = read_qdimacs(text)
    certificate = certify(formula)
    assert (certificate.truth, certificate.core) == (evaluate(formula), 1)


def test_unbound_variables():
    formula = QCNF()
    formula.add(formula.fresh())
    with pytest.raises(InputError, match="bound in no block"):
        certify(formula)


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("true.qdimacs").write_text(TRUE)
    Path("false.qdimacs").write_text(FALSE)


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("name", ["true", "false"])
def test_command(name, capsys):
    """The files that it writes are a proof that it accepts again, and functions; the numbers agree."""
    assert run(["certify", f"{name}.qdimacs", "--qrp", "core.qrp", "--aiger", "functions.aag.gz", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["truth"] is (name == "true")
    assert [stage["name"] for stage in facts["stages"]] == ["solve", "check", "extract", "verify"]
    assert run(["certify", f"{name}.qdimacs", "--proof", "core.qrp"]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"{name}.qdimacs: {name}\n")
    assert f"proof: {facts['core']} steps checked, {facts['core']} of them in the core" in said
    assert Path("functions.aag.gz").is_file()


@pytest.mark.usefixtures("files")
def test_provers(capsys):
    """Either solver proves the formula; others are told apart from those that write proofs, and from a proof."""
    for name in ("depqbf", "qute"):
        assert run(["certify", "false.qdimacs", "--solver", name, "--qrp", "core.qrp"]) == 0
        assert capsys.readouterr().out.startswith("false.qdimacs: false\n")
    for options, said in (
        (["--solver", "caqe"], "found 'caqe', expected a solver that writes proofs, depqbf or qute"),
        (["--solver", "etc"], "found 'etc', expected a solver out of "),
        (["--solver", "qute", "--proof", "core.qrp"], "found --proof and --solver, expected a proof or who is to "),
    ):
        assert run(["certify", "false.qdimacs", *options]) == 2
        assert capsys.readouterr().err.startswith(f"zermelo: {said}")


@pytest.mark.usefixtures("files")
def test_wrong_proofs(capsys):
    """One line with the line of the proof, exit code 2, and no file."""
    assert run(["certify", "false.qdimacs", "--qrp", "core.qrp"]) == 0
    lines = Path("core.qrp").read_text().splitlines()
    Path("forged.qrp").write_text("\n".join([*lines[:4], "1 1 0 0", *lines[5:]]) + "\n")
    capsys.readouterr()
    for proof, said in (
        ("forged.qrp", "forged.qrp:5: found step 1: 1, expected a clause of the formula, or a cube"),
        ("missing.qrp", "missing.qrp: cannot read: No such file or directory"),
        (".", ".: cannot read: Is a directory"),
        ("true.qdimacs", "true.qdimacs:1: found 'p cnf 2 2', expected the header 'p qrp VARIABLES CLAUSES'"),
    ):
        assert run(["certify", "false.qdimacs", "--proof", proof, "--qrp", "new.qrp", "--aiger", "new.aag"]) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert err.startswith(f"zermelo: {said}")
    assert run(["certify", "true.qdimacs", "--proof", "core.qrp"]) == 2
    assert "the prefix of the formula" in capsys.readouterr().err
    assert not list(Path().glob("new.*"))


@pytest.mark.usefixtures("files")
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("option", ["--qrp", "--aiger"])
def test_a_full_disk_loses_no_answer(capsys, option):
    """The truth value and the checked proof are told, whatever cannot be written."""
    assert run(["certify", "false.qdimacs", option, "/dev/full", "--json"]) == 3
    told = capsys.readouterr()
    found = json.loads(told.out)
    assert (found["truth"], found["functions"]) == (False, None)
    assert found["steps"] >= found["core"] > 0
    assert "No space left" in told.err


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("error", [MemoryError(), KeyboardInterrupt(), LimitError("time", "too late")])
def test_what_ends_the_rest_loses_no_answer(monkeypatch, capsys, error):
    """The truth value and the checked proof are told, whatever ends the making of functions."""

    def extract(*_: object) -> None:
        raise error

    monkeypatch.setattr("zermelo.proofs.certificate.extract", extract)
    assert run(["certify", "true.qdimacs", "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["truth"] is True


@pytest.mark.usefixtures("files")
def test_no_proof(monkeypatch, capsys):
    """Limits and a missing solver: exit code 3, and what it was."""
    from zermelo.formula import write_qdimacs
    from zermelo.solvers.trial import pigeons

    write_qdimacs(pigeons(12), "hard.qdimacs")
    assert run(["certify", "hard.qdimacs", "--time-limit", "0.3"]) == 3
    assert "stopped: time limit" in capsys.readouterr().err
    assert run(["certify", "hard.qdimacs", "--trace-limit", "1"]) == 3
    assert "stopped: too much output" in capsys.readouterr().err
    monkeypatch.setattr(DepQBF, "executable", lambda _: None)
    assert run(["certify", "true.qdimacs"]) == 3
    assert "depqbf is not installed; get it by: pip install 'zermelo[qbf]'" in capsys.readouterr().err
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    steps = "1 -1 2 0 0\n2 -1 0 1 0\n3 1 -2 0 0\n4 1 0 3 0\n5 0 2 4 0\n"
    Path("one.qrp").write_text(f"p qrp 2 2\na 1 0\ne 2 0\n{steps}r SAT\n")
    assert run(["certify", "true.qdimacs", "--proof", "one.qrp"]) == 3
    assert "python-sat is not installed" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("tool", "error", "message"),
    [
        ("silent.sh", LimitError, "exit code 10, but its proof breaks off"),
        ("garbage.sh", LimitError, "exit code 10, but its proof breaks off"),
        ("crashing.sh", LimitError, "killed by SIGSEGV: about to fail"),
        ("usage.sh", LimitError, "no proof: depqbf exit code"),
        ("no such tool", MissingToolError, "is not installed"),
    ],
)
def test_solvers_that_fail(tool, error, message, tmp_path):
    program = tmp_path / "tool"
    if (FAKES / tool).is_file():
        program.write_text((FAKES / tool).read_text())
        program.chmod(0o755)
    with pytest.raises(error, match=message):
        certify(read_qdimacs(TRUE), solver=DepQBF(program))


def test_a_solver_that_lies(tmp_path):
    """A wrong step of the solver is not the user's fault."""
    liar = tmp_path / "liar"
    liar.write_text("#!/bin/sh\nprintf 'p qrp 2 2\\na 1 0\\ne 2 0\\n1 0 0\\nr UNSAT\\n'\nexit 20\n")
    liar.chmod(0o755)
    with pytest.raises(DisagreementError, match="the solver's proof is wrong: the proof:4: found step 1: no literals"):
        certify(read_qdimacs(TRUE), solver=DepQBF(liar))
