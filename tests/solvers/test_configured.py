"""Tools of a configuration file: they work like those of the package, and every mistake is told with its place."""

from __future__ import annotations

import pickle
import re
import sys
from pathlib import Path
from random import Random

import pytest
from tests.formula.formulas import random_circuit
from tests.sizes import size
from tests.solvers.conftest import FAKE_TOOLS
from tests.solvers.random_formulas import small

from zermelo.errors import InputError, MissingToolError, UnsupportedError
from zermelo.formula import evaluate
from zermelo.preprocess import PREPROCESSORS
from zermelo.solvers import SOLVERS, Answer, Solver, solver, tools_file
from zermelo.solvers.problem import witness_block
from zermelo.solvers.trial import confirms, try_solver

pytestmark = pytest.mark.usefixtures("clean")

BRUTE = f"""
[solver.brute]
description = "tries everything"
command = ["{sys.executable}", "-I", "-S", "{FAKE_TOOLS}/brute.py", "{{assignment}}", "{{file}}"]
input = "qdimacs"
answers = {{ true = "^r SAT", false = "^r UNSAT" }}

[solver.brute.assignment]
arguments = ["--values"]
pattern = "V (.*) 0"
"""


@pytest.fixture
def configure(tmp_path, monkeypatch):
    """A function that writes the configuration file."""
    path = tmp_path / "tools.toml"

    def write(text: str) -> Path:
        path.write_text(text)
        monkeypatch.setenv("ZERMELO_CONFIG", str(path))
        return path

    return write


@pytest.mark.parametrize(("kind", "in_memory"), [("qdimacs", False), ("qcir-cleansed", True)])
def test_a_configured_solver(configure, kind, in_memory):
    """In the registry, right on every formula of the trial, and on random ones with values."""
    text = BRUTE.replace('"qdimacs"', f'"{kind}"')
    if in_memory:
        text = text.replace("input =", "file = false\ninput =").replace("{file}", "/dev/stdin")
    configure(text)
    assert list(SOLVERS)[-1] == "brute"
    assert len(SOLVERS) == len(SOLVERS.described()) + 1
    assert "brute" in SOLVERS
    brute = pickle.loads(pickle.dumps(solver("brute")))
    assert brute == solver("brute")
    assert hash(brute.capabilities) == hash(solver("brute").capabilities)
    assert brute.capabilities.assignment == (Answer.TRUE, Answer.FALSE)
    wrong = [check for check in try_solver(brute, 0.3) if not check.right]
    assert not wrong
    rng = Random(4)
    for number in range(size(12, 6)):
        formula = random_circuit(rng, 5, 9) if kind != "qdimacs" and number % 2 else small(rng, 6)
        expected = evaluate(formula)
        result = brute.solve(formula, assignment=True, time_limit=20)
        assert result.answer is (Answer.TRUE if expected else Answer.FALSE)
        assert (result.assignment is not None) == (witness_block(formula, result.answer) is not None)
        if result.assignment is not None:
            assert confirms(formula, result.assignment, expected)


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        (('"{assignment}"', '"{assignment}", "--wrong"'), "exists, true"),
        (("^r SAT", "^r TRUE"), "exists, true"),
        (('"V (.*) 0"', '"W (.*) 0"'), "values with true"),
        (('"V (.*) 0"', '"V (.*)"'), "values with false"),
        (("answers = {", "exit_codes = { 10 = 'true', 20 = 'unknown' }\nanswers = {"), "forall, false"),
        (('"--values"', '"--value"'), "values with true"),
        (("-S", "-c', 'print(\"r SAT\"); import sys; sys.exit(10)"), "garbage: text"),
        (("-S", "-c', 'import time; time.sleep(60)"), "exists, true"),
    ],
)
def test_the_trial_finds(configure, change, wrong, monkeypatch):
    """A solver that lies, wrong patterns, wrong codes, no values, an answer to garbage, silence."""
    monkeypatch.setattr("zermelo.solvers.trial.EASY", 0.3)
    old, new = change
    assert old in BRUTE
    configure(BRUTE.replace(old, new).replace("', '", '", "').replace('"print("r SAT")', "\"print('r SAT')"))
    assert any(check.name == wrong and not check.right for check in try_solver(solver("brute"), 0.3))


def test_placeholders(configure):
    """Limits are told where there are any; an entry in brackets goes with its placeholder."""

    def echo(command: str, answers: str) -> Solver:
        configure(f"[solver.echo]\ncommand = {command}\nexit_codes = {{ 0 = 'any' }}\nanswers = {{ {answers} }}\n")
        return solver("echo")

    command = "['echo', ['-t', '{time_limit}'], '-m={memory_limit_mb}', '{{}}', '{folder}', '{file}']"
    each, formula = echo(command, "true = '-t 3', false = '-m= '"), small(Random(1))
    result = each.solve(formula, time_limit=2.5, memory_limit_mb=100)
    assert result.answer is Answer.TRUE
    assert result.command[1:5] == ("-t", "3", "-m=100", "{}")
    assert Path(result.command[6]) == Path(result.command[5]) / "formula.qdimacs"
    result = each.solve(formula)
    assert result.answer is Answer.FALSE
    assert result.command[1:3] == ("-m=", "{}")
    assert echo("['echo', '{file}']", "true = '^x', false = 'formula'").solve(formula).answer is Answer.FALSE
    result = echo("['echo', '{file}']", "true = '^x', false = '^y'").solve(formula)
    assert result.detail == "exit code 0 is for every answer, printed: nothing"


def test_a_missing_program(configure, tmp_path):
    """It is listed all the same, and says how to get it; a path is one from the file's folder."""
    configure(SOLVER.replace("solver.x", "solver.mine").replace('"x"', '"./mine"') + 'how_to_get = "writing it"\n')
    assert solver("mine").executable() is None
    assert str(solver("mine").licence) == "unknown"
    with pytest.raises(MissingToolError, match="mine is not installed; get it by: writing it"):
        solver("mine").required()
    assert solver("mine").solve(small(Random(1))).reason == "missing"
    (tmp_path / "mine").write_text("#!/bin/sh\necho 1; exit 10\n")
    (tmp_path / "mine").chmod(0o700)
    assert solver("mine").solve(small(Random(1))).answer is Answer.TRUE


SOLVER = '[solver.x]\ncommand = ["x", "{file}"]\nanswers = { true = "1", false = "0" }\n'
MISTAKES = [
    ("[solver.x\n", "1:10: not TOML: Expected ']' at the end of a table declaration"),
    ("[solver.x]\n[solver.x]\n", "2:10: not TOML: Cannot declare ('solver', 'x') twice"),
    ("[solvers.x]\n", "solvers: found 'solvers', expected a key out of solver, preprocessor; did you mean solver?"),
    ("solver = 3\n", "solver: found 3, expected a table"),
    ("[solver]\nx = 3\n", "solver.x: found 3, expected a table [solver.x]"),
    ('[solver."my tool"]\n', "solver.my tool: found 'my tool', expected a name of small letters, digits, - and _"),
    ("[solver.depqbf]\n", "solver.depqbf: found 'depqbf', expected another name; the name is taken by Zermelo"),
    (SOLVER + "[preprocessor.x]\n", "preprocessor.x: found 'x', expected another name; there is a solver of that name"),
    (SOLVER + "exitcodes = {}\n", "solver.x.exitcodes: found 'exitcodes', expected a key out of command, input,"),
    (
        "[solver.x]\nanswers = {}\n",
        'solver.x.command: found nothing, expected a list of texts such as ["program", "{file}"]',
    ),
    (SOLVER.replace('["x", "{file}"]', '"x"'), "solver.x.command: found 'x', expected a list of texts"),
    (SOLVER.replace('"x", ', "3, "), "solver.x.command: found [3, '{file}'], expected a list of texts"),
    (SOLVER.replace('"x"', '["x"]'), "solver.x.command: found ['x'], expected the program as the first entry"),
    (
        SOLVER.replace("{file}", "{fil}"),
        "solver.x.command: found '{fil}', expected a placeholder out of {file}, {time_limit},",
    ),
    (SOLVER.replace("{file}", "{file}{"), "solver.x.command: found '{file}{', expected braces in pairs"),
    (SOLVER.replace("{file}", "{file!r}"), "solver.x.command: found '{file}', expected a placeholder out of"),
    (SOLVER.replace("{file}", "-"), "solver.x.command: found ['x', '-'], expected {file} in it; file = false"),
    (SOLVER.replace("{file}", "{file}{assignment}"), "it has to be an entry of its own"),
    (
        SOLVER.replace('"1"', '"("'),
        "solver.x.answers.true: found '(', expected a regular expression; missing )",
    ),
    (SOLVER.replace('"1"', "true"), "solver.x.answers.true: found true, expected a line of text"),
    (SOLVER.replace("true", "yes"), "solver.x.answers.yes: found 'yes', expected a key out of true, false, unknown"),
    (
        SOLVER.replace('true = "1", ', ""),
        "solver.x.answers.true: found nothing, expected a regular expression; an exit",
    ),
    (SOLVER + 'input = "cnf"\n', "solver.x.input: found 'cnf', expected qdimacs or qcir or qcir-cleansed"),
    (SOLVER + "input = []\n", "solver.x.input: found [], expected qdimacs or qcir or qcir-cleansed"),
    (SOLVER + "file = 1\n", "solver.x.file: found 1, expected true or false"),
    (
        SOLVER + 'exit_codes = { 10 = "yes" }\n',
        "solver.x.exit_codes.10: found 'yes', expected true or false or unknown or any",
    ),
    (
        SOLVER + '[solver.x.exit_codes]\n300 = "true"\n',
        "solver.x.exit_codes.300: found '300', expected an exit code from 0 to 255",
    ),
    (
        SOLVER + '[solver.x.assignment]\narguments = ["-v"]\npattern = "V (.*)"\n',
        "solver.x.command: found ['x', '{file}'], expected",
    ),
    (
        SOLVER + '[solver.x.assignment]\npattern = "V .*"\n',
        "solver.x.assignment.pattern: found 'V .*', expected a regular expression with the literals",
    ),
    (
        SOLVER + '[solver.x.assignment]\nfor = ["maybe"]\npattern = "V (.*)"\n',
        "solver.x.assignment.for: found 'maybe', expected true or false",
    ),
    (
        SOLVER.replace('"x", ', '"x", "{assignment}", '),
        "solver.x.assignment.arguments: found nothing, expected what {assignment} means",
    ),
    (SOLVER + 'description = "two\\nlines"\n', "solver.x.description: found 'two\\nlines', expected a line of text"),
    (
        "[preprocessor.x]\ncommand = ['x', '{file}', '{output}']\n",
        'preprocessor.x.output: found nothing, expected output = "file" with',
    ),
    (
        "[preprocessor.x]\ncommand = ['x', '{file}']\noutput = 'file'\n",
        "preprocessor.x.output: found 'file', expected a command with {output}",
    ),
    (
        "[preprocessor.x]\ncommand = ['x', '{file}']\noutput = 'pipe'\n",
        "preprocessor.x.output: found 'pipe', expected stdout or file",
    ),
    (
        "[preprocessor.x]\ncommand = ['x', '{file}']\ninput = 'qcir'\n",
        "preprocessor.x.input: found 'qcir', expected qdimacs",
    ),
    (
        "[preprocessor.x]\ncommand = ['x', '{file}']\nkeeps_outer = 'yes'\n",
        "preprocessor.x.keeps_outer: found 'yes', expected true or false",
    ),
    (
        "[preprocessor.x]\ncommand = ['x', '{file}']\nassignment = {}\n",
        "preprocessor.x.assignment: found 'assignment', expected a key out of",
    ),
    (
        "[preprocessor.x]\ncommand = ['x', '{file}']\nexit_codes = { 0 = 'unknown' }\n",
        "expected true or false or simplified",
    ),
]


@pytest.mark.parametrize(("text", "message"), MISTAKES)
def test_mistakes(configure, text, message):
    """One line with the place, what was found and what would be right; the tools of the package are not touched."""
    path = configure(text)
    with pytest.raises(InputError) as caught:
        [*SOLVERS.values(), *PREPROCESSORS.values()]
    assert str(caught.value).startswith(f"{path}:")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    with pytest.raises(InputError):
        solver("no-such-tool") if "[pre" not in text else PREPROCESSORS["no-such-tool"]
    assert solver("depqbf").name == "depqbf"
    assert PREPROCESSORS["none"].name == "none"


def test_the_message_is_right_for_binary_files(configure):
    """A file that is no text."""
    configure("").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="found the byte 0xff, expected text in UTF-8"):
        list(SOLVERS)


def test_the_examples_of_the_documentation(configure, tmp_path):
    """They are well-formed; the first one works, once there is such a program."""
    page = (Path(__file__).parents[2] / "docs" / "solvers.md").read_text(encoding="utf-8")
    examples = re.findall(r"^```toml\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    configure("".join(examples))
    assert set(SOLVERS) - set(SOLVERS.described()) == {"brute"}
    brute = tmp_path / "brute"
    brute.write_text(f"#!{sys.executable} -IS\n" + (FAKE_TOOLS / "brute.py").read_text(encoding="utf-8"))
    brute.chmod(0o700)
    checks = list(try_solver(solver("brute"), 0.3))
    assert not [check for check in checks if not check.right]
    assert sum("values right" in check.found for check in checks) > 10


def test_place_of_the_file(tmp_path, monkeypatch):
    """The variable first; set and empty, none; else the folder of the system; a file that is named has to be there."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.delenv("ZERMELO_CONFIG")
    assert tools_file.place() is None
    (tmp_path / "zermelo").mkdir()
    (tmp_path / "zermelo" / "tools.toml").write_text(SOLVER)
    assert list(SOLVERS)[-1] == "x"
    monkeypatch.setenv("ZERMELO_CONFIG", "")
    assert "x" not in SOLVERS
    monkeypatch.setenv("ZERMELO_CONFIG", str(tmp_path / "nothing"))
    with pytest.raises(InputError, match="nothing: cannot read: No such file"):
        list(SOLVERS)


def test_a_changed_file_is_read_again(configure):
    """In a notebook the file may be edited while the package is loaded."""
    configure(SOLVER)
    assert "x" in SOLVERS
    configure(SOLVER.replace("solver.x", "solver.other"))
    assert "x" not in SOLVERS
    with pytest.raises(
        UnsupportedError, match=r"expected a solver out of caqe, depqbf, qfun, qute, rareqs, .*, other$"
    ):
        solver("x")


def test_reserved_names(configure):
    """The table of reserved names is complete."""
    configure("")
    assert {*SOLVERS.own, *PREPROCESSORS.own, "auto"} == tools_file.RESERVED
