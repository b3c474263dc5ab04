"""Games on states at the command line: written, solved, certified, checked, shown, played, counted, refused."""

from __future__ import annotations

import sys
from io import StringIO

import pytest


def test_a_game_graph_from_end_to_end(zermelo, monkeypatch):
    """Every command that takes a game takes a graph."""
    zermelo("convert", "hex:2x2", "-o", "hex.jsonl")
    assert zermelo("convert", "hex:3x3", "--format", "graph", "--limit", "9").code == 3
    solved = zermelo("solve", "hex.jsonl", "--certify", "hex.strategy", "--first-moves", "--no-cache")
    assert "Black wins within 3 moves" in solved.out
    assert "Checked:  yes" in solved.out
    assert zermelo("check", "hex.strategy", "--game", "hex.jsonl").out.count(": holds") == 2
    shown = zermelo("show", "hex.strategy", "--principal", "--svg", "hex.svg", "--dot", "graph.dot")
    assert "0: Black to move" in shown.out
    assert zermelo("show", "hex.jsonl", "--json", "--values").json["values"] == {
        "a1": "losing", "a2": "winning", "b1": "winning", "b2": "losing",
    }  # fmt: skip
    counted = zermelo("perft", "hex.jsonl", "3", "--json").json
    assert counted["plays"] == zermelo("perft", "hex:2x2", "3", "--json").json["plays"]
    monkeypatch.setattr(sys, "stdin", StringIO("a1\nhint\nmoves\nwhy\nquit\n"))
    assert "You are White" in zermelo("play", "hex.strategy").out


@pytest.mark.parametrize(
    "words",
    [
        ("encode", "g.jsonl", "--depth", "3"),
        ("solve", "g.jsonl", "--method", "qbf", "--no-cache"),
        ("solve", "g.jsonl", "--encoding", "cor", "--no-cache"),
        ("solve", "g.jsonl", "--engine", "df-pn", "--no-cache"),
        ("solve", "g.jsonl", "--checkpoint", "kept", "--no-cache"),
        ("convert", "g.jsonl", "--format", "bddl"),
        ("convert", "g.jsonl", "--format", "pg"),
    ],
)
def test_what_takes_no_states_says_so(zermelo, words):
    """One line, exit code 2."""
    zermelo("convert", "hex:2x2", "-o", "g.jsonl")
    assert zermelo(*words).code == 2


def test_an_openspiel_game_from_end_to_end(zermelo, monkeypatch):
    """Solved, certified, checked, shown, played; the cache knows it; a mistake is one line."""
    pytest.importorskip("pyspiel", reason="needs open_spiel")
    game = "openspiel:hex(board_size=2)"
    assert "Black wins within 3 moves" in zermelo("solve", game, "--certify", "hex.strategy").out
    assert "holds" in zermelo("check", "hex.strategy", "--game", game).out
    assert "OpenSpiel game" in zermelo("show", game, "--after", "a2").out
    assert zermelo("perft", game, "2", "--json").json["plays"] == [1, 4, 12]
    zermelo("convert", game, "-o", "hex.jsonl")
    assert "Black wins within 3 moves" in zermelo("solve", "hex.jsonl", "--no-cache").out
    monkeypatch.setattr(sys, "stdin", StringIO("quit\n"))
    assert "You are White" in zermelo("play", "hex.strategy").out
    assert zermelo("solve", "openspiel:chess(x=1)").code == 2
