"""The scripts that rerun the papers' tables: they run, remember, compare, stop when told to, and see what is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent

import pytest
from tests.benchmarks.test_scripts import run

pytestmark = pytest.mark.slow
ALWAYS = """
    from dataclasses import replace

    from zermelo.encodings.cor import COR

    right = COR.encode
    COR.encode = lambda self, game, depth: replace(right(self, game, depth), formula=None, answer=True)
"""
"""An encoder that says yes to everything."""


@pytest.fixture
def out(tmp_path):
    return tmp_path / "runs.jsonl"


def broken(tmp_path: Path, code: str) -> Path:
    """A folder that breaks an encoder in whatever Python starts with it."""
    (tmp_path / "sitecustomize.py").write_text(dedent(code))
    return tmp_path


def test_pairing(out):
    """One shape on both boards by every way of the table; nothing twice, but what is asked for again."""
    options = ["--boards", "3", "--only", "p2-01", "--full", "10", "--out", out]
    code, said = run("pairing_paper.py", *options)
    lines = said.splitlines()
    assert (code, sum("wins in" in line for line in lines)) == (0, 2 * 9)
    (row,) = [line.split() for line in lines if line.startswith("cor+depqbf ")]
    assert (row[1:4], row[5:]) == (["2/2", "2", "0"], ["48", "8", "40", "1.1"])
    (row,) = [line.split() for line in lines if line.startswith("dys+qesto ")]
    assert row[1:] == ["–", "–", "–", "–", "48", "8", "40", "3171.7"]
    assert "'solve --jobs 1' solves 2 in " in lines[-1]
    assert "wins in" not in run("pairing_paper.py", *options)[1]
    again = run("pairing_paper.py", *options, "--again", "solve", "cor+depqbf")[1]
    assert [line.split()[-1] for line in again.splitlines() if "wins in" in line] == ["1", "1"] + 2 * ["cor+depqbf"]


def test_pairing_duel(out):
    """COR at odd and Pairing at even depths; on 5×5 the default limit holds."""
    options = ["--boards", "5", "--only", "p3-0", "--ways", "cor/pairing+depqbf", "--out", out]
    code, said = run("pairing_paper.py", *options)
    assert (code, said.count("Table 6"), said.count("wins in")) == (0, 2, 8)
    records = {(each["name"], each["way"]): each for each in map(json.loads, out.read_text().splitlines())}
    assert records["httt:p3-01,board=5x5", "cor/pairing+depqbf"]["depth"] == 5


def test_pairing_not_as_published(out, tmp_path):
    """An encoder that finds too many winners is found out by the default's own checks, and by the paper's counts."""
    options = ["--boards", "3", "--only", "p5-", "--full", "10", "--ways", "cor+depqbf", "--check", "--out", out]
    code, said = run("pairing_paper.py", *options, path=broken(tmp_path, ALWAYS))
    assert code == 1
    assert "\n  solve --jobs 1 --check: DisagreementError: httt:U,board=3x3: " in said
    assert "WRONG: cor+depqbf: 16 winners, 0 losers, 0 open, the paper has 8 and 40" in said
    assert run("pairing_paper.py", *options)[0] == 1, "what is wrong on record is not forgotten"
