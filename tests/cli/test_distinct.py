"""A command never writes over a file that it reads, nor one of its results over another."""

from __future__ import annotations

import os

import pytest

from zermelo.cli import run

DOMAIN = """\
#blackactions
:action put :parameters (?x,?y) :precondition open(?x,?y) :effect black(?x,?y)
#whiteactions
"""
PROBLEM = "#boardsize 2 1\n#init\n#depth 1\n#blackgoals black(?x,?y)\n#whitegoals\n"
TEXTS = {
    "f.cnf": "p cnf 2 1\n1 2 0\n",
    "f.qdimacs": "p cnf 2 2\na 1 0\ne 2 0\n1 -2 0\n-1 2 0\n",
    "f.strategy": "whatever",
    "f.pg": "whatever",
    "f.txt": "X .\n. O\n",
    "p.ig": PROBLEM,
    "domain.ig": DOMAIN,
    "k.sqlite": "",
    "k.sqlite-wal": "",
    "puzzle-01.hex": "2x2\n",
    "puzzles.json": '[{"format": "hex"}]',
}


@pytest.mark.parametrize(
    "words",
    [
        "gamesat f.cnf --strategy ./f.cnf",
        "gamesat convert f.cnf link.cnf",
        "certify f.qdimacs --qrp f.qdimacs",
        "certify f.qdimacs --aiger f.qdimacs",
        "certify f.qdimacs --qrp new --aiger new",
        "solve f.pg --certify f.pg",
        "solve f.pg --checkpoint f.pg",
        "solve f.pg --checkpoint k --certify k.lock",
        "solve f.pg --checkpoint k --certify ./k.tmp",
        "solve f.pg --checkpoint k --certify k.white.lock",
        "solve f.pg --checkpoint f.pg.lock --certify f.pg.lock.tmp",
        "attack hex:2x2 --db f.db --proof ./f.db",
        "attack hex:2x2 --db f.db --proof f.db.lock",
        "attack f.pg --db f.db --proof f.pg",
        "show f.strategy --dot f.strategy",
        "show f.pg --svg f.pg",
        "show f.strategy --svg new.svg --dot new.dot",
        "show hex:2x2 --board f.txt --svg f.txt",
        "encode f.pg --depth 3 -o f.pg",
        "encode f.cnf -o ./f.cnf",
        "encode p.ig -o domain.ig",
        "convert p.ig --format bddl -o domain.ig",
        "convert hex:2x2 --board f.txt --format pg -o f.txt",
        "gamesat convert p.ig domain.ig",
        "solve p.ig --certify domain.ig",
        "solve hex:2x2 --certify k.sqlite",
        "solve hex:2x2 --certify ./k.sqlite-wal",
        "solve hex:2x2 --checkpoint k.sqlite",
        "cache export k.sqlite",
        "cache export k.sqlite-wal",
        "reproduce implicit/table-3 --quick --db f.db --html f.db",
        "reproduce --all --db reproduce.html",
        "campaign report f.db --html f.db-wal",
        "lesson lesson.html -o lesson.html",
        "puzzle make puzzle-01.hex --out .",
    ],
)
def test_refused(words, tmp_path, monkeypatch, capsys):
    """Before any work, in one line; the files stay as they are. A link is the file that it leads to."""
    monkeypatch.chdir(tmp_path)
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "dot").touch(mode=0o700)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")  # Graphviz would draw new.dot as new.svg
    monkeypatch.setenv("ZERMELO_CACHE", "k.sqlite")
    (tmp_path / "link.cnf").symlink_to("f.cnf")
    assert run(words.split()) == 2
    said = capsys.readouterr().err
    assert said.endswith(": found the name of an input or of another output, expected another file to write\n")
    assert {name: (tmp_path / name).read_text() for name in TEXTS} == TEXTS
    assert not (tmp_path / "new").exists()
