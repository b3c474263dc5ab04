"""The registry: names, what fits which game, and messages that say what to do."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from zermelo.encodings import ENCODINGS, default_encoding, encode, encoding, fit_table, fitting
from zermelo.errors import UnsupportedError
from zermelo.model import Board, ConnectionGame, Player, PositionalGame, Rule, Turns

HEX = ConnectionGame.hex(3, 3)
GRAPH = replace(HEX, white_source=None, white_target=None)
BREAKER = PositionalGame("breaker", Board.square(2, 2), Rule.MAKER_BREAKER, (0b0011, 0b0101))
MAKER = PositionalGame("maker", Board.square(2, 2), Rule.MAKER_MAKER, (0b0011, 0b0101), (0b0011,))
PAIRS = Turns(Player.BLACK, 1, 2)


@pytest.mark.parametrize(
    ("game", "names"),
    [
        (HEX, ["et", "en", "ea", "cor"]),
        (GRAPH, ["en", "ea", "cor"]),
        (BREAKER, ["ea", "cor"]),
        (MAKER, ["cor"]),
        (replace(BREAKER, turns=PAIRS), ["cor"]),
        (replace(HEX, turns=PAIRS), ["cor"]),
    ],
)
def test_what_fits(game, names):
    """The list of what fits, best first; the default is its head."""
    fits = [each.name for each in fitting(game)]
    assert fits[: len(names)] == names
    assert default_encoding(game).name == names[0]
    assert encode(game, 4).encoding == names[0]
    table = fit_table(game).splitlines()
    assert [line.split()[0] for line in table if line.split()[1] == "yes"] == fits
    assert len(table) == len(ENCODINGS)


@pytest.mark.parametrize("name", ["et", "en", "ea", "bddl"])
def test_impossible_pair(name):
    """One line: what is lacking, and what would fit."""
    with pytest.raises(UnsupportedError) as caught:
        encode(MAKER, 3, name)
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith(f"encoding '{name}' ")
    assert message.endswith("what fits this game: 'cor'")


def test_unknown_name():
    with pytest.raises(UnsupportedError, match=r"found 'etc', expected an encoding out of bddl, cor, ea, en, et"):
        encoding("etc")


def test_names_and_texts():
    """Each is registered under its own name, with a title and a source."""
    for name, each in ENCODINGS.items():
        assert each.name == name
        assert each.title
        assert each.source


def test_same_formula_twice():
    """Encoding is deterministic, and what it returns travels between processes."""
    for game in (HEX, GRAPH, BREAKER, MAKER):
        for each in fitting(game):
            one, two = each.encode(game, 3), each.encode(game, 3)
            assert (one.formula, one.answer, one.notes) == (two.formula, two.answer, two.notes)
            if one.formula is not None:
                assert pickle.loads(pickle.dumps(one.first_move)) == one.first_move
                assert one.names() == two.names()
