"""The registry: names, what fits which game, and messages that say what to do."""

from __future__ import annotations

import pickle
from dataclasses import Field, replace

import pytest

from zermelo.encodings import ENCODINGS, default_encoding, encode, encoding, fit_table, fitting
from zermelo.errors import InputError, UnsupportedError
from zermelo.model import Board, ConnectionGame, Player, PositionalGame, Rule, Turns

HEX = ConnectionGame.hex(3, 3)
GRAPH = replace(HEX, white_source=None, white_target=None)
BREAKER = PositionalGame("breaker", Board.square(2, 2), Rule.MAKER_BREAKER, (0b0011, 0b0101))
MAKER = PositionalGame("maker", Board.square(2, 2), Rule.MAKER_MAKER, (0b0011, 0b0101), (0b0011,))
SHAPES = PositionalGame("dominoes", Board.square(2, 2), Rule.MAKER_BREAKER, (0b0011, 0b1100, 0b0101, 0b1010))
PAIRS = Turns(Player.BLACK, 1, 2)


@pytest.mark.parametrize(
    ("game", "names"),
    [
        (HEX, ["et", "en", "ea", "cor", "ln", "sn", "la", "sa", "li", "si", "dys", "neg", "pairing"]),
        (GRAPH, ["en", "ea", "cor", "ln", "sn", "la", "sa", "li", "si", "dys", "neg", "pairing"]),
        (BREAKER, ["ea", "cor", "la", "sa", "dys", "neg", "pairing"]),
        (SHAPES, ["ea", "cor", "la", "sa", "dys", "neg", "pairing", "en", "ln", "sn"]),
        (MAKER, ["cor", "dys", "neg", "pairing", "pairing-mm"]),
        (replace(BREAKER, turns=PAIRS), ["cor", "dys", "neg", "pairing"]),
        (replace(HEX, turns=PAIRS), ["cor", "dys", "neg", "pairing"]),
    ],
)
def test_what_fits(game, names):
    """The list of what fits, best first; the default is its head."""
    fits = [each.name for each in fitting(game)]
    assert fits == names
    assert default_encoding(game).name == names[0]
    assert encode(game, 4).encoding == names[0]
    table = fit_table(game).splitlines()
    assert [line.split()[0] for line in table if line.split()[1] == "yes"] == fits
    assert len(table) == len(ENCODINGS)


@pytest.mark.parametrize("name", ["et", "en", "ea", "bddl", "la", "sn", "li"])
def test_impossible_pair(name):
    """One line: what is lacking, and what would fit; at length in the table."""
    with pytest.raises(UnsupportedError) as caught:
        encode(MAKER, 3, name)
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith(f"encoding '{name}' ")
    assert message.endswith("what fits this game: 'cor', 'dys', 'neg', 'pairing', 'pairing-mm'")
    assert caught.value.table == fit_table(MAKER)


def test_options():
    """Options follow a colon; the label of an encoding leads back to it; what is wrong is one line."""
    assert encoding("COR: symmetry=no").label == "cor:symmetry=no"
    assert "origin=1" in encoding("bddl:faithful").label
    for each in ENCODINGS.values():
        twin = each.faithful()
        assert encoding(f"{each.name}:faithful") == encoding(twin.label) == twin
        assert all(each.options().values())
    for text in ("cor:symetry=no", "cor:symmetry=off", "cor:", "bddl:origin=x", "bddl:origin=2"):
        with pytest.raises(InputError, match=r"^found [^\n]*$"):
            encoding(text)
    for name, text in (("symmetry", "cor:symmetry=no,symmetry=no"), ("faithful", "et:faithful,symmetry=no, faithful")):
        with pytest.raises(UnsupportedError, match=f"^found '{name}' twice, expected every option once$"):
            encoding(text)


def test_every_option_is_a_field():
    """A subclass that adds an option is a dataclass itself; without the decorator the option would be ignored."""
    for each in ENCODINGS.values():
        forgotten = [
            name for kind in type(each).__mro__ for name, value in vars(kind).items() if isinstance(value, Field)
        ]
        assert forgotten == [], each.name


def test_unknown_name():
    with pytest.raises(UnsupportedError, match=r"found 'etc', expected an encoding out of bddl, cor, dys, ea, en, et,"):
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
            assert (one.clauses(), one.answer, one.notes) == (two.clauses(), two.answer, two.notes)
            if one.formula is not None:
                assert pickle.loads(pickle.dumps(one.first_move)) == one.first_move
                assert one.names() == two.names()
