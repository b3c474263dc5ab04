"""Families against the same games in plain Python: who wins, within how many moves, and how many states there are."""

from __future__ import annotations

from itertools import combinations_with_replacement
from random import Random

import pytest
from tests.oracles import plain_games as plain
from tests.oracles.plain_games import Plain
from tests.oracles.retrograde import solve_exactly

from zermelo.families import make
from zermelo.families.havannah import hexagon, winning_sets
from zermelo.families.y import joining_sets, triangle
from zermelo.model import Board, Game, GridGame, PositionalGame

GAMES: dict[str, Plain] = {
    "nim:1,2,3": plain.nim(1, 2, 3),
    "nim:1,2,4,misere": plain.nim(1, 2, 4, misere=True),
    "nim:7,3,most=3": plain.nim(7, 3, most=3),
    "nim:1,1,1,misere": plain.nim(1, 1, 1, misere=True),
    "chomp:1x1": plain.chomp(1, 1),
    "chomp:3x2": plain.chomp(3, 2),
    "chomp:4x3": plain.chomp(4, 3),
    "cram:3x3": plain.cram(3, 3),
    "cram:4x3": plain.cram(4, 3),
    "cram:1x1": plain.cram(1, 1),
    "col:3x3": plain.painting(3, 3, same=True),
    "col:1x4": plain.painting(1, 4, same=True),
    "col:4x2": plain.painting(4, 2, same=True),
    "snort:3x3": plain.painting(3, 3, same=False),
    "snort:4x2": plain.painting(4, 2, same=False),
    "snort:2x1": plain.painting(2, 1, same=False),
    "kayles:7": plain.kayles(7),
    "toads-and-frogs:tt_ff": plain.toads_and_frogs("tt_ff"),
    "toads-and-frogs:ttt__ff": plain.toads_and_frogs("ttt__ff"),
    "toads-and-frogs:t_tf_f_": plain.toads_and_frogs("t_tf_f_"),
    "dots-and-boxes:1x1": plain.dots_and_boxes(1, 1),
    "dots-and-boxes:2x1": plain.dots_and_boxes(2, 1),
    "dots-and-boxes:2x1,misere": plain.dots_and_boxes(2, 1, misere=True),
    "misere-ttt:3x2,length=2": plain.misere_ttt(3, 2, 2),
    "misere-ttt:4x2,length=3": plain.misere_ttt(4, 2, 3),
    "notakto": plain.notakto(),
    "notakto:2x2,length=2,boards=2": plain.notakto(2, 2, 2, 2),
    "isolation:2x2": plain.isolation(2, 2),
    "isolation:2x3": plain.isolation(2, 3),
    "isolation:3x2": plain.isolation(3, 2),
    "othello:2x2": plain.othello(2, 2),
    "othello:4x2": plain.othello(4, 2),
    "othello:2x6,by=2": plain.othello(2, 6, by=2),
    "amazons:3x2": plain.amazons(3, 2, [(1, 1)], [(1, 0)]),
    "amazons:2x3": plain.amazons(2, 3, [(0, 2)], [(1, 0)]),
    "clobber:3x2": plain.clobber(3, 2),
    "clobber:3x3": plain.clobber(3, 3),
    "clobber:5x1": plain.clobber(5, 1),
    "konane:4x4": plain.konane(4, 4),
    "konane:5x3": plain.konane(5, 3),
    "konane:1x5": plain.konane(1, 5),
    "konane:4x3,gone=corner": plain.konane(4, 3, corner=True),
    "dodgem:2": plain.dodgem(2),
    "dodgem": plain.dodgem(3),
    "cram:3x3,misere": plain.cram(3, 3, misere=True),
    "y:2": plain.y(2),
    "y:3": plain.y(3),
    "havannah:2": plain.havannah(2),
}


def stuck_costs_a_move(game: Game) -> bool:
    """True where finding out that a player cannot move counts as a move, as in BDDL; nothing else ends these games."""
    return isinstance(game, GridGame)


@pytest.mark.parametrize("name", GAMES)
def test_value_and_states(name: str) -> None:
    """The winner, the depth, and, where positions are the same notion, how many can be reached.

    A positional game whose White has no sets ends when she has a stone in each of Black's.
    """
    game, truth = make(name), plain.value(GAMES[name])
    exact = solve_exactly(game)
    assert (str(exact.winner).lower() if exact.winner else plain.DRAW) == truth.winner
    late = stuck_costs_a_move(game) and truth.depth is not None
    assert exact.depth == (truth.depth + 1 if late and truth.depth is not None else truth.depth)
    assert exact.positions == truth.states


@pytest.mark.parametrize("misere", [False, True])
def test_bouton(misere: bool) -> None:
    """Nim is decided by Bouton's theorem, in plain Python for many heaps, and as a sheet for some."""
    for heaps in combinations_with_replacement(range(1, 5), 3):
        assert plain.value(plain.nim(*heaps, misere=misere)).winner == plain.bouton(*heaps, misere=misere)
    few: list[tuple[int, ...]] = [(1,), (2, 2), (1, 2, 3), (1, 1), (1, 2, 2)]
    for some in few:
        game = make(f"nim:{','.join(map(str, some))}{',misere' if misere else ''}")
        assert str(solve_exactly(game).winner).lower() == plain.bouton(*some, misere=misere)


def places(board: Board, mask: int) -> frozenset[tuple[int, int]]:
    return frozenset(place for cell, place in enumerate(board.places) if mask >> cell & 1)


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_sets_of_y(size: int) -> None:
    """The sets are those that trial of all sets finds."""
    board = triangle(size)
    cells = {(a, b) for a in range(size) for b in range(size - a)}
    wins = plain.y(size)

    def joins(stones: set[tuple[int, int]]) -> bool:
        return wins.look((plain.WHITE, frozenset(stones), frozenset())).ended == plain.BLACK

    expected = plain.minimal_sets(cells, joins)
    assert {frozenset((x - 1, y - 1) for x, y in places(board, mask)) for mask in joining_sets(board)} == expected


def test_sets_of_havannah() -> None:
    """On side 2 the sets are those that trial of all sets finds; on side 3 some are tried: each wins and is minimal."""
    found = {
        size: [frozenset((x - size, y - size) for x, y in places(board, mask)) for mask in winning_sets(board)]
        for size, board in ((2, hexagon(2)), (3, hexagon(3)))
    }
    assert set(found[2]) == plain.minimal_sets(plain.hexagon(2), lambda stones: plain.havannah_wins(2, stones))
    for winning in Random(1).sample(found[3], 25):
        assert plain.havannah_wins(3, set(winning))
        assert not any(plain.havannah_wins(3, set(winning - {cell})) for cell in winning)
    for seed in range(60):
        stones = frozenset(Random(seed).sample(sorted(plain.hexagon(3)), 8))
        assert plain.havannah_wins(3, set(stones)) == any(winning <= stones for winning in found[3])


def test_y_is_maker_breaker() -> None:
    """White has a stone in each of Black's sets exactly where her stones join the sides, on all full boards."""
    game = make("y:4")
    assert isinstance(game, PositionalGame)
    for white in range(1 << len(game.board)):
        blocks = all(mask & white for mask in game.black_sets)
        assert blocks == any(mask & ~white == 0 for mask in game.black_sets)
