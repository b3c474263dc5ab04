"""The native search of connection games against the plain rules, and against what is known."""

from __future__ import annotations

import signal
import threading
from dataclasses import fields, replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.encodings.games import connection, hex_board
from tests.search.asking import connection as decide
from tests.search.asking import connection_first_moves as first_moves
from tests.sizes import draws

from zermelo.errors import UnsupportedError
from zermelo.model import Board, ConnectionGame, Player, Position, Turns, mask_of
from zermelo.search import Minimax
from zermelo.search.switches import ConnectionSwitches as Switches

NAMES = [field.name for field in fields(Switches) if field.type == "bool"]


def sparse_graph(rng: Random) -> ConnectionGame:
    """Six to ten cells, no stones, one stone each in turn: the games in which every rule applies."""
    cells, chance, border = rng.randint(6, 10), rng.choice((0.15, 0.25, 0.35, 0.5)), rng.choice((0.15, 0.25, 0.4))
    neighbours = [0] * cells
    for one in range(cells):
        for two in range(one):
            if rng.random() < chance:
                neighbours[one] |= 1 << two
                neighbours[two] |= 1 << one
    source, target = (mask_of(cell for cell in range(cells) if rng.random() < border) for _ in range(2))
    board = Board.named([f"v{cell}x" for cell in range(cells)])
    return ConnectionGame("random", board, tuple(neighbours), source, target, turns=Turns(rng.choice(list(Player))))


def late_hex(rng: Random) -> ConnectionGame:
    """A Hex board with six to nine open cells, perhaps seen from White's side."""
    columns, rows = rng.choice([(3, 3), (4, 3), (3, 4), (4, 4), (5, 3), (5, 4)])
    taken = rng.sample(range(columns * rows), max(0, columns * rows - rng.randint(6, 9)))
    half = len(taken) // 2
    game = ConnectionGame.hex(columns, rows, start=Position(mask_of(taken[:half]), mask_of(taken[half:])))
    game = replace(game, turns=Turns(rng.choice(list(Player))))
    return game.swapped() if rng.random() < 0.3 else game


def check(game: ConnectionGame, switches: Switches, memory_limit_mb: float | None) -> None:
    """Every depth, and no depth; the answer, its first move, and every first move."""
    oracle, start, whole = Minimax(game), game.start, game.complete_depth()
    opens = game.mover(start) is Player.BLACK and game.winner(start) is None
    for depth in [*range(whole + 2), None]:
        most = whole if depth is None else depth
        after = {move: most > 0 and oracle.within(game.step(start, move), most - 1) for move in game.legal(start)}
        found = decide(game, depth, memory_limit_mb=memory_limit_mb, switches=switches)
        assert found.answer is oracle.within(start, most)
        assert after[found.first_move] if found.answer and opens else found.first_move is None
        assert first_moves(game, depth, memory_limit_mb=memory_limit_mb, switches=switches) == after


@settings(max_examples=draws(150, 40), deadline=None)
@given(
    st.integers(0, 10**9),
    st.sampled_from([connection, hex_board, late_hex, sparse_graph]),
    st.sets(st.sampled_from(NAMES)),
    st.sampled_from([None, 0, 1]),
)
def test_the_search_agrees_with_the_plain_rules(seed, kind, off, memory_limit_mb) -> None:
    check(kind(Random(seed)), Switches(**dict.fromkeys(off, False), shuffle=seed % 3), memory_limit_mb)


@pytest.mark.parametrize(("size", "wins"), [(2, 2), (3, 5), (4, 4)])
def test_winning_openings_of_small_boards(size: int, wins: int) -> None:
    moves = first_moves(ConnectionGame.hex(size, size))
    assert len(moves) == size * size
    assert sum(map(bool, moves.values())) == wins


FIVE = ConnectionGame.hex(5, 5)
WINNING = ["a4", "a5", "b2", "b3", "b4", "c2", "c3", "c4", "d2", "d3", "d4", "e1", "e2"]


@pytest.mark.parametrize("off", [None, *(name for name in NAMES if name not in {"links", "must_play"})])
def test_every_opening_of_5x5_with_each_switch_turned(off: str | None) -> None:
    moves = first_moves(FIVE, switches=Switches(**({off: False} if off else {})))
    assert [FIVE.board.cells[move] for move, wins in moves.items() if wins] == WINNING


def test_the_critical_depth_of_5x5_is_found_with_and_without_the_dual() -> None:
    for switches in (Switches(), Switches(dual=False), Switches(proof_numbers=False)):
        assert [decide(FIVE, depth, switches=switches).answer for depth in (9, 11, 13)] == [False, False, True]


def test_facts_spare_positions() -> None:
    """With the facts of solved positions the openings of 6×6 take fewer positions, and the answers stay.

    Half of them: the others are these, turned by 180°.
    """
    game = ConnectionGame.hex(6, 6)
    found = [
        [decide(game.after([cell]), switches=Switches(facts=facts)) for cell in range(18)] for facts in (True, False)
    ]
    answers = [[each.answer for each in each_way] for each_way in found]
    assert answers[0] == answers[1]
    assert answers[0].count(True) == 12
    assert answers[0].count(False) == 6
    assert sum(each.nodes for each in found[0]) < 0.98 * sum(each.nodes for each in found[1])


@pytest.mark.parametrize(("row", "blocks", "mover"), [(8, [], Player.WHITE), (7, [(2, 8)], Player.BLACK)])
def test_ladders_with_an_escape_are_virtual_connections(row: int, blocks: list[tuple[int, int]], mover: Player) -> None:
    """Second and third row: open cells are ends of links too, so no search follows a ladder to its escape."""

    def ladder(*escapes: tuple[int, int]) -> ConnectionGame:
        black = [*((2, y) for y in range(row + 1)), *escapes]
        white = [*((1, y) for y in range(row, 10)), *((x, row - 1) for x in range(3, 10)), *blocks]
        stones = (mask_of(10 * x + y for x, y in cells) for cells in (black, white))
        return replace(ConnectionGame.hex(10, 10, start=Position(*stones)), turns=Turns(mover))

    found = decide(ladder((7, row)))
    assert found.answer is True
    assert found.nodes <= 2
    assert decide(ladder()).answer is False


def test_black_wins_wherever_white_opens_one_column_short() -> None:
    game = replace(ConnectionGame.hex(5, 4), turns=Turns(Player.WHITE))
    assert decide(game).answer is True
    assert all(first_moves(game).values())


def test_games_that_are_over_or_too_large() -> None:
    empty = ConnectionGame("empty", Board(()), (), 0, 0)
    assert decide(empty).answer is False
    assert decide(replace(empty, joined=True)).answer is True
    with pytest.raises(UnsupportedError):
        decide(ConnectionGame.hex(23, 23))


@pytest.mark.parametrize("every", [False, True])
def test_limits(every: bool) -> None:
    game = ConnectionGame.hex(19, 19)
    for limits in ({"time_limit": 0}, {"node_limit": 0}, {"node_limit": 50}, {"time_limit": 0.1}):
        if every:
            assert set(first_moves(game, **limits).values()) == {None}
        else:
            found = decide(game, **limits)
            assert (found.answer, found.reason) == (None, "time" if "time_limit" in limits else "nodes")


def test_an_interrupt_is_seen() -> None:
    threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        decide(ConnectionGame.hex(12, 12), time_limit=20)
