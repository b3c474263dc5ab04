"""Notation goes round: what a game draws is read as the same position, and every spelling of a move means that move."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sizes import draws

import zermelo
from zermelo.errors import InputError
from zermelo.families import FAMILIES, make
from zermelo.language.drawn_board import placed, read_drawing
from zermelo.model import Game, GridGame, Layout, PlacementGame, StateGame, cells_of
from zermelo.model.board import column_letters

EXAMPLES = sorted({family.examples[0] for family in FAMILIES.values()})
DRAWN = [text for text in EXAMPLES if not text.startswith(("random", "toads"))]
MIXED = ["notakto:boards=2", "notakto:1x4,length=4,boards=2"]  # cells have several values


def _walked(data: st.DataObject, game: Game) -> Game:
    """A position of a game after some random moves."""
    for _ in range(data.draw(st.integers(0, 8))):
        if not game.legal(game.start):
            break
        moves = game.legal(game.start)
        later = game.play(moves[data.draw(st.integers(0, len(moves) - 1))])
        if later.is_over(later.start):
            break
        game = later
    return game


def _stones(game: Game) -> tuple[int, int]:
    return game.start.black, game.start.white


@settings(max_examples=draws(60, 30), deadline=None)
@given(st.data(), st.sampled_from([*EXAMPLES, *MIXED, *MIXED]))
def test_a_drawn_board_is_read_as_the_same_position(data: st.DataObject, text: str) -> None:
    game = _walked(data, make(text))
    drawn = game.draw()
    again = zermelo.load(text, board=drawn, to_move=None if isinstance(game, StateGame) else game.to_move)
    assert _stones(again) == _stones(game)
    assert again.to_move is game.to_move
    assert again.moves == game.moves


@settings(max_examples=draws(40, 20), deadline=None)
@given(st.data(), st.sampled_from(["hex:3x3", "ttt", "connect:3,board=3x3", "domineering:3x3", "clobber:3x3", "y:3"]))
def test_stones_tell_who_moves(data: st.DataObject, text: str) -> None:
    game = _walked(data, make(text))
    assert placed(make(text), read_drawing(game.draw())).to_move is game.to_move


@settings(max_examples=draws(60, 30), deadline=None)
@given(
    st.data(),
    st.sampled_from(["hex:4x3", "gomoku:3,board=4x3", "connect:3,board=4x3", "domineering:3x4", "havannah:2"]),
)
def test_signs_titles_slant_and_size_do_not_matter(data: st.DataObject, text: str) -> None:
    game = _walked(data, make(text))
    black, white, free = data.draw(
        st.sampled_from([tuple(each) for each in ("XO.", "xo_", "BW-", "bw+", "●○·", "⚫⚪.")])
    )
    blank = data.draw(st.sampled_from(["", " ", " | "]))
    rows = []
    for line in game.draw().splitlines()[1:]:
        signs = line.split()[1:]
        rows.append(blank.join({"X": black, "O": white, ".": free}[sign] for sign in signs))
    head, _, sizes = text.partition(":")
    unsized = {"hex": "hex", "gomoku": "gomoku:3", "connect": "connect:3", "domineering": "domineering"}.get(head, text)
    again = zermelo.load(unsized, board="\n".join(rows) + "\n% a comment", to_move=game.to_move)
    assert (again.name, _stones(again)) == (game.name, _stones(game)), sizes
    headed = zermelo.load("\n".join([unsized, *rows]), to_move=game.to_move)
    assert _stones(headed) == _stones(game)


def _spellings(game: Game, move: Any) -> list[str]:
    """Ways to write a move, which may be unclear where other moves are legal."""
    name = game.move_name(move)
    found = [name, name.upper(), f" {name} "]
    if isinstance(game, StateGame) or game.board.layout is Layout.GRAPH:
        return found
    after = game.step(game.start, move)
    own, later = game.start.stones(game.to_move), after.stones(game.to_move)
    left = [game.board.places[cell] for cell in cells_of(own & ~later)]
    filled = [
        game.board.places[cell] for cell in cells_of(after.black & ~game.start.black | after.white & ~game.start.white)
    ]
    if len(filled) > 1 and left:
        return found
    for cells in [left + filled, filled] if left else [filled]:
        if cells:
            letters = [f"{column_letters(x)}{y}" for x, y in cells]
            numbers = [f"({x},{y})" for x, y in cells]
            found += [sign.join(letters) for sign in ("-", "", "x", "X")] + [sign.join(numbers) for sign in ("-", "")]
    if isinstance(game, GridGame) and game.name.startswith("connect"):
        found += [str(filled[0][0]), column_letters(filled[0][0])]
    return found


@settings(max_examples=draws(80, 24), deadline=None)
@given(st.data(), st.sampled_from(EXAMPLES))
def test_every_accepted_spelling_means_the_move(data: st.DataObject, text: str) -> None:
    """A spelling means the move, or an error names it among those that are meant."""
    game = _walked(data, make(text))
    moves = game.legal(game.start)
    if not moves:
        return
    move = moves[data.draw(st.integers(0, len(moves) - 1))]
    for spelling in _spellings(game, move):
        named = game.move_name(move).lower()
        try:
            found = game.find_move(spelling)
        except InputError as error:
            unclear = not isinstance(game, PlacementGame) and "one of" in str(error)
            if not unclear:
                raise
        else:
            same = game.step(game.start, found) == game.step(game.start, move)
            assert same or (spelling.strip() in game.move_name(found) and spelling.strip().lower() != named), spelling


@pytest.mark.parametrize(
    ("text", "moves", "names"),
    [
        ("connect:4,board=7x6", "4 d 4", "occupy-bottom(4,_) occupy(4,5) occupy(4,4)"),
        ("breakthrough:3x5", "a4-b3 b2xb3", None),
        ("breakthrough:3x5", "a4b3 c2xb3", "right-diagonal(1,4) left-diagonal(3,2)"),
        ("domineering:3x3", "a1-a2 c1b1", "vertical(1,1) horizontal(2,1)"),
        ("clobber:3x3", "a1xa2", "down(1,1)"),
        ("kayles:5", "3 1-2", "one(3,1) two(1,1)"),
        ("othello:4x4", "a2", "put(1,2)"),
        ("toads-and-frogs:tt_ff", "3", "step(2,1)"),
    ],
)
def test_moves_as_people_write_them(text: str, moves: str, names: str | None) -> None:
    if names is None:
        with pytest.raises(InputError):
            make(text).after(moves)
    else:
        assert make(text).after(moves) == make(text).after(names)


def test_an_unclear_move_lists_what_is_meant() -> None:
    with pytest.raises(InputError, match=r"one of forward\(2,4\), left-diagonal\(3,4\), right-diagonal\(1,4\)"):
        make("breakthrough:3x5").after("b3")


@pytest.mark.parametrize(
    ("board", "match"),
    [
        ("X z .\n. . .\n. . .", r"board:1:3: found 'z', .* a board is rows such as"),
        ("X O .\n. .\n. . .", r"found 2, expected 3 cells .* a board is rows such as"),
        ("X O .\n. . .", r"found 2, expected 3 rows"),
        ("X X .\n. . .\n. . .", "say who moves"),
        ("% nothing", "a board is rows such as"),
        ("2 X O .\n1 . . .\n3 . . .", "row 3 here"),
    ],
)
def test_errors_tell_what_a_board_looks_like(board: str, match: str) -> None:
    with pytest.raises(InputError, match=match):
        zermelo.load("ttt", board=board)
    with pytest.raises(InputError, match="black or white to move"):
        zermelo.load("ttt", board="XO.\n...\n...", to_move="red")
