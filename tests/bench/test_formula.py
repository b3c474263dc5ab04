"""One formula in both languages: the same truth value, every variable named, readable by readers and solvers."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest

from zermelo.bench.expected import Expected
from zermelo.bench.formula import Formula, FormulaFormat, head
from zermelo.encodings import ENCODINGS, Encoded, encode, encoding
from zermelo.errors import InputError
from zermelo.families import make
from zermelo.formula import Circuit, read_qcir, read_qdimacs, tseitin
from zermelo.solvers import Answer, solver
from zermelo.solvers.process import run

GAMES = [("hex:2x3", 5), ("connect:2,board=2x2,rule=paper", 3), ("ttt", 5), ("misere-ttt", 9)]
"""Games and depths that are not decided while encoding: each encoding gets the first that it takes."""
FORMS = [
    FormulaFormat(),
    FormulaFormat("qcir"),
    FormulaFormat(annotate=True),
    FormulaFormat("qcir", annotate=True),
    FormulaFormat("qcir", cleansed=True),
]


def formula_of(name: str) -> tuple[Formula, list[str]]:
    games = [(make(expression), depth) for expression, depth in GAMES]
    game, depth = next(each for each in games if encoding(name).lacks(each[0]) is None)
    encoded = encode(game, depth, name)
    assert encoded.formula is not None
    return Formula(encoded), head(["source: a test"], game, depth, encoded, Expected())


def written(formula: Formula, comments: list[str], form: FormulaFormat) -> str:
    out = io.StringIO()
    formula.write(out, comments, form)
    return out.getvalue()


@pytest.mark.parametrize("name", ENCODINGS)
def test_all_forms_are_one_formula(name):
    """Also with annotations: the readers take the file, and the value is the same."""
    formula, comments = formula_of(name)
    answers = set()
    for form in FORMS:
        text = written(formula, comments, form)
        qcnf = read_qdimacs(text) if form.language == "qdimacs" else tseitin(read_qcir(text))[0]
        answers.add(solver("depqbf").solve(qcnf, time_limit=30).answer)
    assert len(answers) == 1
    assert Answer.UNKNOWN not in answers


@pytest.mark.parametrize("name", ENCODINGS)
@pytest.mark.parametrize("tool", ["depqbf", "caqe"])
def test_solvers_take_the_annotated_file(name, tool, tmp_path):
    """The very bytes: comments stand before the header only, where the solvers allow them."""
    formula, comments = formula_of(name)
    text = written(formula, comments, FormulaFormat(annotate=True))
    lines = text.splitlines()
    header = next(number for number, line in enumerate(lines) if line.startswith("p "))
    assert all(line[:1] == "c" for line in lines[:header])
    assert not any(line[:1] == "c" for line in lines[header:])
    path = Path(tmp_path / "f.qdimacs")
    path.write_text(text)
    use = solver(tool)
    finished = run(use.command(path, False), time_limit=30, memory_limit_mb=None, cwd=tmp_path)
    assert use.interpret(finished, formula.clauses[0], False).answer is not Answer.UNKNOWN


@pytest.mark.parametrize("name", ENCODINGS)
def test_every_variable_is_named(name):
    """In clauses and in circuits, whichever the encoding makes; gates that became variables are told apart."""
    formula, comments = formula_of(name)
    text = written(formula, comments, FormulaFormat(annotate=True))
    named = {int(number): what for number, what in re.findall(r"^c variable (\d+): (\S+)$", text, re.MULTILINE)}
    assert len(set(named.values())) == len(named)
    bound = set(formula.clauses[0].prefix)
    gates = re.search(r"^c variables (\d+) to (\d+): gates of the circuit$", text, re.MULTILINE)
    assert (gates is not None) <= isinstance(formula.encoded.formula, Circuit)
    inner = set(range(int(gates[1]), int(gates[2]) + 1)) if gates else set()
    assert named.keys() | inner == bound
    assert not named.keys() & inner

    text = written(formula, comments, FormulaFormat("qcir", annotate=True))
    blocks = re.findall(r"^(?:exists|forall)\((.*)\)$", text, re.MULTILINE)
    printed = {each for block in blocks for each in block.split(", ")}
    told = dict(re.findall(r"^# variable (\w+): (\S+)$", text, re.MULTILINE))
    assert told.keys() == printed
    assert set(told.values()) == set(named.values())


@pytest.mark.parametrize("answer", [True, False])
def test_decided_formulas(answer):
    """A truth value found while encoding is a formula of that value in both languages."""
    formula = Formula(Encoded("some", 1, None, answer, "a reason"))
    for form in FORMS:
        text = written(formula, [], form)
        qcnf = read_qdimacs(text) if form.language == "qdimacs" else tseitin(read_qcir(text))[0]
        assert solver("depqbf").solve(qcnf).answer.value == str(answer).lower()


@pytest.mark.parametrize("options", [("cnf",), ("qdimacs", False, True), ("qcir", True, True)])
def test_forms_that_are_none(options):
    with pytest.raises(InputError):
        FormulaFormat(*options)


def test_head():
    """Depth as asked and as encoded, the query of the encoding, notes of the game and of the encoding."""
    game: Any = make("hex:2x2")
    encoded = encode(game, 4, "et")
    lines = head(["source: here"], game, 99, encoded, Expected(True, ("a", "b")))
    assert lines[0] == "source: here"
    assert "depth: 99 (encoded as 4: no play is longer)" in lines
    assert "query: Black wins within the depth" in lines
    assert "expected: true (a; b)" in lines
    assert [f"note: {note}" for note in (*game.notes, *encoded.notes)] == lines[-len(game.notes + encoded.notes) :]
