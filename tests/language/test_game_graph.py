"""Game graphs as JSON lines: what is read and written, and one located line for everything else."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.game_graphs import graphs
from tests.sizes import draws

import zermelo
from zermelo.errors import InputError, LimitError
from zermelo.families import make
from zermelo.language import read_game_text, write_game
from zermelo.language.game_graph import graph_of, read_graph_text, write_graph
from zermelo.language.json_game import game_from_json, game_to_json
from zermelo.model import GraphGame, Player, Position

DRAW = '{"n": 0, "end": "draw"}'


@given(graphs())
@settings(max_examples=draws(50, 25), deadline=None)
def test_what_is_written_is_read_again(game):
    """As JSON lines, as the form in a strategy file, and exchanged twice."""
    assert read_graph_text(write_graph(game), "random") == game
    assert game_from_json(json.loads(json.dumps(game_to_json(game))), "random") == game
    assert game.swapped().swapped() == game
    assert hash(game.swapped().swapped()) == hash(game)


def test_a_graph_of_one_line_is_a_text_of_a_game():
    """Not the name of a family, which has a colon, too."""
    for text in ('{"n":0,"end":"draw"}', '{"n":0,"end":"draw"}\n'):
        assert zermelo.load(text).complete_depth() == 0


def test_a_graph_is_read():
    """Numbers and texts name nodes, 7 and "7" the same; any order; empty lines; a start."""
    text = '\n{"n":"end","end":"white"}\n\n{"n":7,"to":"black","moves":{"a":"end","b":"7"},"start":true}\n'
    game = read_game_text(text, "small.jsonl")
    assert isinstance(game, GraphGame)
    assert (game.name, game.start, game.moves) == ("small.jsonl", Position(1), ["a", "b"])
    assert game.play("b").start.black == 1
    assert game.after("b b a").winner(game.after("b b a").start) is Player.WHITE
    assert game.complete_depth() is None
    with pytest.raises(InputError, match="a move of the graph"):
        game.play("c")


WRONG = {
    '{"n": 0}': "1:1: found 'none', expected moves such as",
    '{"n": 0, "end": "x"}': "1:10: ",
    '{"n": 1e400, "end": "draw"}': "1:2: found 'Infinity'",
    '{"n": 1.5, "end": "draw"}': "1:2: found '1.5'",
    '{"n": true, "end": "draw"}': "1:2: found 'true'",
    '{"n": -1, "end": "draw"}': "1:2: found '-1'",
    '{"n": null, "end": "draw"}': "1:2: found 'none'",
    '{"n": 1000000000000000001, "end": "draw"}': "1:2: ",
    '{"n": NaN, "end": "draw"}': "1:7: found 'NaN'",
    '{"n": ' + "9" * 5000 + ', "end": "draw"}': "thousands of digits",
    "[" * 100_000 + '"n"': "1:1: ",
    DRAW + "\n" + '{"n": "0", "end": "draw"}': "2:2: found '0', expected every node once; it is defined in line 1, too",
    '{"n": 0,\n': "1:9: found the end of the text",
    '{"n": 0 "end": "draw"}': "1:9: ",
    '{"n": 0, "to": "black", "moves": {"a": 7}}': "1:35: found '7', expected a node of the graph; no line defines it",
    '{"n": 0, "to": "black", "moves": {"é": 7}}': "1:35: found '7'",
    '{"n": 0, "to": "black", "moves": {"\\u00e9": 7}}': "1:35: found '7'",
    DRAW + "\r" + '{"n": 7, "to": "black", "moves": {"b": "0", "0": 8}}': "2:45: found '8'",
    '{"n": 0, "to": "black", "moves": {"a": 0, "a": 0}}': "1:35: found 'a', expected every key",
    '{"n": 0, "n": 1, "end": "draw"}': "1:2: found 'n', expected every key",
    '{"n": 0, "to": "red", "moves": {"a": 0}}': "1:10: found '\"red\"'",
    '{"n": 0, "to": ["black"], "moves": {"a": 0}}': "1:10: ",
    '{"n": 0, "moves": {"a": 0}}': "1:1: found 'none', expected the player to move",
    '{"n": 0, "to": "black", "moves": {}}': "1:25: ",
    '{"n": 0, "to": "black", "moves": [0]}': "1:25: ",
    '{"n": 0, "to": "black", "moves": {"a b": 0}}': "1:35: found 'a b'",
    '{"n": 0, "to": "black", "moves": {"": 0}}': "1:35: ",
    '{"n": 0, "to": "black", "moves": {"a": [0]}}': "1:35: found '[0]'",
    '{"n": 0, "to": "black", "moves": {"a": 0}, "end": "draw"}': "found 'both', expected moves or an end",
    '{"n": 0, "end": "draw", "start": 1}': "1:25: ",
    DRAW.replace("}", ', "start": true}') + '\n{"n": 1, "end": "draw", "start": true}': "2:25: ",
    '{"n": 0, "end": "draw", "colour": 1}': "1:25: found 'colour'",
    DRAW + "\n[]": "2:1: found '[]'",
    "": "no node",
}


@pytest.mark.parametrize(("text", "said"), WRONG.items(), ids=[f"{number}" for number in range(len(WRONG))])
def test_errors_have_a_place(text, said):
    """One short line with line and column."""
    with pytest.raises(InputError) as error:
        read_graph_text(text, "g.jsonl")
    assert said in str(error.value)
    assert str(error.value).startswith("g.jsonl")
    assert len(str(error.value)) < 300
    assert "\n" not in str(error.value)


@given(st.text(alphabet='{}[]",:0 n\\to"end"', max_size=60))
@settings(max_examples=draws(200, 80), deadline=None)
def test_any_text_is_a_graph_or_an_error(text):
    """No other exception."""
    with suppress(InputError):
        read_graph_text(text)


FORMS = [
    {"kind": "graph", "nodes": [["0", "black", [["a", 1]]]], "start": [0, 0]},
    {"kind": "graph", "nodes": [["0", "draw"]], "start": [1, 0]},
    {"kind": "graph", "nodes": [["0", "draw"]], "start": [0, -1]},
    {"kind": "graph", "nodes": [["0", "draw"], ["0", "draw"]], "start": [0, 0]},
    {"kind": "graph", "nodes": [["0", "black", []]], "start": [0, 0]},
    {"kind": "graph", "nodes": [["0", "red"]], "start": [0, 0]},
    {"kind": "graph", "nodes": [[0, "draw"]], "start": [0, 0]},
    {"kind": "graph", "nodes": [], "start": [0, 0]},
    {"kind": "graph", "nodes": 7, "start": [0, 0]},
]


@pytest.mark.parametrize("form", FORMS, ids=[f"{number}" for number in range(len(FORMS))])
def test_hostile_forms_are_refused(form):
    """The game in a strategy file is not trusted."""
    with pytest.raises(InputError):
        game_from_json(form, "hostile")


def test_any_small_game_is_written_out():
    """A limit ends what is too large, as a reason and not as a wrong file."""
    text = write_game(make("ttt"), "graph")
    assert len(text.splitlines()) == 5478
    assert zermelo.load(text).complete_depth() == 9
    with pytest.raises(LimitError, match="more than 100 positions"):
        graph_of(make("ttt"), 100)
