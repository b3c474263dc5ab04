"""``zermelo encode`` for every encoding: its options, its query, its status, its forms."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from zermelo import encode
from zermelo.encodings import ENCODINGS, Asks
from zermelo.formula import read_qcir, read_qdimacs, tseitin
from zermelo.solvers import SOLVERS


def head_of(text: str) -> dict[str, str]:
    return dict(re.findall(r"^[c#] (\w+): (.*)$", text, re.MULTILINE))


def test_options_of_an_encoding(zermelo):
    """The label tells what was written; options make another formula."""
    plain = zermelo("encode", "hex:3x3", "--depth", 5, "--encoding", "et").out
    other = zermelo("encode", "hex:3x3", "--depth", 5, "--encoding", "et:faithful").out
    assert (head_of(plain)["encoding"], head_of(other)["encoding"]) == ("et", "et:symmetry=no")
    assert plain.partition("p cnf")[2] != other.partition("p cnf")[2]


@pytest.mark.parametrize("name", [name for name, each in ENCODINGS.items() if each.asks is Asks.WHITE_HOLDS])
def test_white_holds(zermelo, name):
    """The query is the encoding's own, and so is the expected status: Black wins on one board, not on the other."""
    for game, depth, truth in (("httt:tic,board=4x2", 8, "true"), ("httt:domino,board=4x2", 3, "false")):
        text = zermelo("encode", game, "--depth", depth, "--encoding", name).out
        head = head_of(text)
        assert head["query"] == Asks.WHITE_HOLDS.value
        assert SOLVERS["depqbf"].solve(read_qdimacs(text), time_limit=60).answer.value == truth
        assert head["expected"].split()[0] in (truth, "unknown" if name == "pairing" else truth)


@pytest.mark.parametrize("name", ["et", "ln"])
def test_cleansed(zermelo, name):
    """Numbers for names, no comments, the same formula; ``--cleansed`` alone means QCIR."""
    command = ("encode", "hex:3x3", "--depth", 5, "--encoding", name)
    text = zermelo(*command, "--cleansed").out
    assert re.fullmatch(r"#QCIR-G14 \d+", text.partition("\n")[0])
    assert text.count("#") == 1
    assert SOLVERS["depqbf"].solve(tseitin(read_qcir(text))[0]).answer.value == "true"
    zermelo(*command, "--cleansed", "-o", "f.qcir.gz")
    assert gzip.decompress(Path("f.qcir.gz").read_bytes()).decode() == text


@pytest.mark.parametrize("name", ["et", "cor"])
def test_api_writes_both_languages(name, tmp_path):
    """Clauses become a circuit where the name of the file asks for one, as on the command line."""
    for depth, truth in ((5, "true"), (3, "false")):
        path = tmp_path / "f.qcir"
        encode("hex:3x3", depth, name).write(path)
        assert SOLVERS["depqbf"].solve(tseitin(read_qcir(path))[0]).answer.value == truth


@pytest.mark.parametrize("options", [("--annotate",), ("--format", "qdimacs")])
def test_cleansed_is_bare_and_qcir(zermelo, options):
    ran = zermelo("encode", "hex:3x3", "--depth", 5, "--cleansed", *options)
    assert ran.code == 2
    assert "cleansed" in ran.err


def test_of_white(zermelo):
    """The formula about White is that of the game with exchanged colours; a mere breaker has none."""
    heads = head_of(zermelo("encode", "hex:2x2", "--depth", 4, "--encoding", "et", "--for", "white").out)
    assert heads["colours"].startswith("exchanged")
    assert heads["expected"].startswith("false")
    said = zermelo("encode", "httt:el,board=3x3,kind=mb", "--depth", 4, "--for", "white")
    assert said.code == 2
    assert "White has something to complete" in said.err
