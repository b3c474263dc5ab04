"""Hex diagrams: the published puzzles, any position written and read back, and what is wrong told at its place."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sizes import draws

from zermelo.errors import InputError, UnsupportedError
from zermelo.language import read_game
from zermelo.language.hexdiagram import is_hex_diagram, read_hex_text, write_hex
from zermelo.language.pg import read_pg
from zermelo.model import Board, ConnectionGame, Layout, Player, Position, PositionalGame, Rule, Turns

SHARED = Path(__file__).parents[2].parent / "shared" / "benchmarks"
FILES = sorted((SHARED / "hex-diagrams").glob("*.hex"))
PAIRS = [(path, pg) for path in FILES for pg in sorted((SHARED / "hex-hein").glob(f"{path.stem}-*.pg"))]


@pytest.mark.skipif(not FILES, reason="the published files are not here")
def test_every_puzzle_has_its_diagram():
    """Eleven puzzles, each published as a diagram and at two depths."""
    assert (len(FILES), len(PAIRS)) == (11, 22)


@pytest.mark.parametrize(("diagram", "raw"), PAIRS, ids=lambda path: path.name)
def test_diagram_is_the_raw_board(diagram, raw):
    """The same board, borders and stones as the raw ``.pg``; the depth is told by the name of that one."""
    game, published = read_game(diagram), read_pg(raw)
    assert game.name == diagram.name
    assert game.depth is None
    assert published.depth == int(raw.stem.rsplit("-", 1)[1])
    assert replace(published, name=game.name, depth=None) == game
    assert replace(read_hex_text(write_hex(published)), name=game.name) == game
    assert replace(read_hex_text(write_hex(game)), name=game.name) == game


@st.composite
def positions(draw):
    columns, rows = draw(st.integers(1, 30)), draw(st.integers(1, 9))
    cells = columns * rows
    black = draw(st.integers(0, (1 << cells) - 1))
    white = draw(st.integers(0, (1 << cells) - 1)) & ~black
    return ConnectionGame.hex(columns, rows, "h", Position(black, white))


@settings(max_examples=draws(60, 30), deadline=None)
@given(positions(), st.sampled_from([" ", "\r\n", "%b[a1]\n", ""]))
def test_round_trip(game, gap):
    """Any position comes back, however its stones are spread over lines."""
    text = write_hex(game)
    assert is_hex_diagram(text)
    assert replace(read_hex_text(text), name="h") == game
    size, *stones = text.split()
    assert replace(read_hex_text(size + "\n" + gap.join(stones)), name="h") == game


WRONG = [
    ("", 1, 1, "found the end of the text, expected a size"),
    ("% only\n", 2, 1, "a size such as 5 or 5x4"),
    ("b[a1]", 1, 1, "a size such as 5 or 5x4"),
    ("5x", 1, 1, "a size such as 5 or 5x4"),
    ("5X4", 1, 1, "a size such as 5 or 5x4"),
    ("0", 1, 1, "1 to 4096 cells"),
    ("65x64", 1, 1, "1 to 4096 cells"),
    ("999999x999999", 1, 1, "1 to 4096 cells"),
    ("%c\n 3\n b[a1] c[a1]", 3, 8, "found 'c[a1]', expected a stone such as b[a1]"),
    ("3 b[a1", 1, 3, "a stone such as b[a1]"),
    ("3 b[a1]w[b2]x", 1, 13, "a stone such as b[a1]"),
    ("3 4", 1, 3, "a stone such as b[a1]"),
    ("3 b[]", 1, 5, "found ']', expected a cell of the board 3x3"),
    ("3 b[ ] w[,]", 1, 6, "found ']', expected a cell of the board 3x3"),
    ("3 b[a1] w[,]", 1, 12, "found ']', expected a cell of the board 3x3"),
    ("3\nw[d1]", 2, 3, "found 'd1', expected a cell of the board 3x3 (a1 to c3)"),
    ("3x2 w[a3]", 1, 7, "a cell of the board 3x2 (a1 to c2)"),
    ("3 w[A1]", 1, 5, "a cell of the board"),
    ("3 w[a01]", 1, 5, "a cell of the board"),
    ("3 w[]", 1, 5, "a cell of the board"),
    ("3 w[b1] b[a1] b[b1]", 1, 17, "at most one stone on a cell"),
    ("3 w[b1]w[b1]", 1, 10, "at most one stone on a cell"),
]


@pytest.mark.parametrize(("text", "line", "column", "said"), WRONG)
def test_mistake_is_told_at_its_place(text, line, column, said):
    """One line, with file, line and column."""
    with pytest.raises(InputError) as caught:
        read_hex_text(text, "demo.hex")
    assert str(caught.value).startswith(f"demo.hex:{line}:{column}: ")
    assert said in str(caught.value)


@settings(max_examples=draws(300, 75), deadline=None)
@given(st.text("0123456789xbw[]a% \n×é", max_size=30))
def test_hostile_text(text):
    """A game, or ``InputError``."""
    try:
        game = read_hex_text(text)
    except InputError:
        return
    assert replace(read_hex_text(write_hex(game)), name=game.name) == game


def test_notes_on_what_a_diagram_leaves_out():
    """The depth is a comment, the play before the position is gone; the position is the same."""
    game = ConnectionGame.hex(3, 3, "h").after([0, 4]).with_depth(3)
    assert write_hex(game) == "3\n% depth 3\nb[a1]\nw[b2]\n"
    assert replace(read_hex_text(write_hex(game)), name="h").start == game.start._replace(ply=0)


def test_order_of_cells_does_not_matter():
    """A Hex board whose cells are listed in another order has the same diagram."""
    game = ConnectionGame.hex(3, 2, start=Position(black=1))
    board = Board.named(reversed(game.board.cells), Layout.HEX)

    def turned(mask):
        return board.mask(game.board.names(mask))

    neighbours = tuple(turned(game.neighbours[game.board.index[name]]) for name in board.cells)
    source, target, left, right = map(
        turned, (game.source, game.target, game.white_source or 0, game.white_target or 0)
    )
    other = ConnectionGame("x", board, neighbours, source, target, left, right, start=Position(black=turned(1)))
    assert write_hex(other) == write_hex(game)


@pytest.mark.parametrize(
    "game",
    [
        ConnectionGame.hex(3, 3).swapped(),
        ConnectionGame.hex(3, 3).after([0]),
        replace(ConnectionGame.hex(3, 3), joined=True),
        replace(ConnectionGame.hex(3, 3), turns=Turns(Player.BLACK, 1, 2)),
        replace(ConnectionGame.hex(3, 3), first_moves=1),
        replace(ConnectionGame.hex(3, 3), white_source=None, white_target=None),
        ConnectionGame("graph", Board(("x", "y")), (2, 1), 1, 2),
        PositionalGame("sets", Board.hex(2, 2), Rule.MAKER_BREAKER, (3,)),
    ],
)
def test_games_without_a_diagram(game):
    """A game that a diagram cannot show is refused."""
    with pytest.raises(UnsupportedError):
        write_hex(game)


def test_white_to_move():
    """The turns of a game tell who opens, and not who moves now."""
    with pytest.raises(UnsupportedError, match="found White to move, expected Black to move"):
        write_hex(ConnectionGame.hex(3, 3).after([0]))
    with pytest.raises(UnsupportedError, match="found Black opens with 1, then 2 stones per move, expected"):
        write_hex(replace(ConnectionGame.hex(3, 3), turns=Turns(Player.BLACK, 1, 2)))
