"""Families against the same games of OpenSpiel, where it is installed: values, lengths of wins, states.

Two notions of a state differ. In Dots and Boxes ours counts the boxes of Black, and OpenSpiel keeps whose each box is:
its states are counted here after they are told apart by the count only. And a stuck player of a grid game loses by the
move that he cannot make, which OpenSpiel does not count. Its Othello is 8x8 only, so the plays of a few moves are
counted; its Amazons makes three moves of one, on 10x10 only, and is not compared.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from tests.oracles import plain_games as plain
from tests.oracles.plain_games import Look, Plain
from tests.oracles.retrograde import solve_exactly
from tests.sizes import size

from zermelo.families import make
from zermelo.model import Game, GridGame, Position

pyspiel = pytest.importorskip("pyspiel")
PLAYERS = (plain.BLACK, plain.WHITE)


def by_text(state: Any) -> object:
    """The player to move and the board, without the marks of the last move."""
    return max(state.current_player(), 0), re.sub(r"[\[\]\s]", "", str(state))


def by_boxes(state: Any) -> object:
    """The player to move, the lines, and the number of the first player's boxes."""
    text = str(state)
    lines = "".join(letter if letter in "─│-|" else " " for letter in text)
    return state.current_player(), lines, text.count("1")


def of_spiel(name: str, key: Callable[[Any], object]) -> Plain:
    """A game of OpenSpiel for the plain solver."""
    first = pyspiel.load_game(name).new_initial_state()
    states = {key(first): first}

    def look(state: Any) -> Look:
        found = states[state]
        if found.is_terminal():
            gain = found.returns()[0]
            return Look(plain.BLACK if gain > 0 else plain.WHITE if gain < 0 else plain.DRAW, plain.BLACK, ())
        after = []
        for action in found.legal_actions():
            child = found.child(action)
            after.append(key(child))
            states.setdefault(after[-1], child)
        return Look(None, PLAYERS[found.current_player()], tuple(after))

    return Plain(key(first), look)


SAME = [
    ("nim:1,2,3", "nim(pile_sizes=1;2;3,is_misere=false)", by_text),
    ("nim:1,3,5,misere", "nim(pile_sizes=1;3;5)", by_text),
    ("clobber:3x3", "clobber(rows=3,columns=3)", by_text),
    ("clobber:4x2", "clobber(rows=2,columns=4)", by_text),
    ("dots-and-boxes:2x1", "dots_and_boxes(num_rows=1,num_cols=2)", by_boxes),
    ("dots-and-boxes:1x2", "dots_and_boxes(num_rows=2,num_cols=1)", by_boxes),
    ("y:3", "y(board_size=3)", by_text),
    ("havannah:2", "havannah(board_size=2)", by_text),
]


@pytest.mark.parametrize(("name", "spiel", "key"), SAME, ids=[name for name, *_ in SAME])
def test_values_and_states(name: str, spiel: str, key: Callable[[Any], object]) -> None:
    game, truth = make(name), plain.value(of_spiel(spiel, key))
    exact = solve_exactly(game)
    assert (str(exact.winner).lower() if exact.winner else plain.DRAW) == truth.winner
    late = isinstance(game, GridGame)
    assert exact.depth == (None if truth.depth is None else truth.depth + late)
    assert exact.positions == truth.states


def plays(game: Game, position: Position, depth: int) -> int:
    return sum(plays(game, game.step(position, move), depth - 1) for move in game.legal(position)) if depth else 1


def test_othello() -> None:
    """The plays of up to three moves on 8x8."""
    game, first = make("othello:8x8"), pyspiel.load_game("othello").new_initial_state()

    def spiel_plays(state: Any, depth: int) -> int:
        return sum(spiel_plays(state.child(action), depth - 1) for action in state.legal_actions()) if depth else 1

    for depth in range(size(4, 3)):
        assert plays(game, game.start, depth) == spiel_plays(first, depth)
