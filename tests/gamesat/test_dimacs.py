"""DIMACS CNF: what has a meaning is read as it stands, everything else is an error with its place."""

from __future__ import annotations

import io
import random
from dataclasses import replace

import pytest
from tests.gamesat.formulas import any_formula

from zermelo.errors import InputError
from zermelo.gamesat import read_cnf, read_cnf_text, write_cnf
from zermelo.model import ClauseGame


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("p cnf 0 0", ()),
        ("c hello\n\np cnf 2 1\r\nc again\r\n1 \t-2 0\r\n", ((1, -2),)),
        (" c indented\n\tp cnf 2 1\n  1 -2 0", ((1, -2),)),
        ("p cnf 2 3\n1\n-2 0 0 2\n2 0", ((1, -2), (), (2, 2))),
        ("p cnf 2 2\n1 -1 0\n1 -1 0", ((1, -1), (1, -1))),
    ],
)
def test_read(text, clauses):
    """Comments, clauses across lines, tautologies, repeated literals and clauses, empty clauses."""
    assert read_cnf_text(text).formula == clauses


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "d:1:1: found the end of the text, expected the header"),
        ("1 2 0", "d:1:1: found '1 2 0', expected the header"),
        ("p dnf 2 1\n1 0", "d:1:1: found 'p dnf 2 1', expected the header"),
        ("p cnf 2\n1 0", "expected the header"),
        ("p cnf -2 1\n1 0", "d:1:7: found '-2', expected a count from 0"),
        ("p cnf 2 9999999\n", "d:1:9: found '9999999', expected a count"),
        ("p cnf 2 1\np cnf 2 1\n", "d:2:1: found 'p cnf 2 1', expected one header only"),
        ("p cnf 2 1\n1 3 0", "d:2:3: found '3', expected a literal of a variable from 1 to 2"),
        ("p cnf 2 1\n1 -3 0", "d:2:3: found '-3', expected"),
        ("p cnf 2 1\n1 x 0", "d:2:3: found 'x', expected a literal, or 0"),
        ("p cnf 2 1\n1 ٢ 0", "d:2:3: found"),
        ("p cnf 2 1\n1 +2 0", "d:2:3: found"),
        ("p cnf 2 1\n1 2 -0\n", "d:2:5: found '-0', expected a literal, or 0 at the end of a clause"),
        ("p cnf 2 1\n1 02 0\n", "d:2:3: found '02', expected a literal"),
        ("p cnf 2 1\n1 2 00\n", "d:2:5: found '00', expected a literal"),
        ("p cnf 02 1\n1 2 0", "d:1:1: found 'p cnf 02 1', expected the header"),
        ("p cnf 2 1\n1 2", "d:2:4: found the end of the text, expected a zero after the last clause"),
        ("p cnf 2 2\n1 2 0", "d:1:9: found '2', expected the number of clauses that follow, 1"),
        ("p cnf 2 1\n1 0 2 0\n", "d:1:9: found '1', expected the number of clauses that follow, 2"),
        ("p cnf 2 1\na 1 0\n1 0\n", "d:2:1: found 'a', expected a literal"),
    ],
)
def test_errors(text, message):
    """An error tells the place, what was found and what was expected."""
    with pytest.raises(InputError) as caught:
        read_cnf_text(text, "d")
    assert message in str(caught.value)


def test_round_trip(tmp_path):
    """Writing and reading give the same formula."""
    draw = random.Random(1)
    for _ in range(100):
        formula = any_formula(6, draw)
        text = io.StringIO()
        write_cnf(formula, text, ["a comment"])
        assert read_cnf_text(text.getvalue()) == formula
    write_cnf(formula, tmp_path / "one.cnf")
    assert read_cnf(tmp_path / "one.cnf") == replace(formula, name="one.cnf")


def test_literals_are_checked():
    """A formula with a literal beyond its variables cannot be made."""
    for literal in (0, 3, -3):
        with pytest.raises(InputError, match="a literal of a variable from 1 to 2"):
            ClauseGame("f", 2, ((1, literal),))
