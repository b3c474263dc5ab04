"""The plain rules: small games whose course is known, and the limits of the models."""

from __future__ import annotations

import re
from typing import Any

import pytest

from zermelo.errors import IllegalMoveError, InputError, SanityError
from zermelo.families import make
from zermelo.model import (
    Action,
    Board,
    Colour,
    ConnectionGame,
    Expression,
    GridGame,
    Layout,
    Player,
    Position,
    PositionalGame,
    Rule,
    SubCondition,
    Turns,
)
from zermelo.verdict import Query

X, Y = Expression("parameter"), Expression("parameter")
OPEN, BLACK, WHITE = Colour.OPEN, Colour.BLACK, Colour.WHITE


def part(colour: Colour, dx: int = 0, dy: int = 0, negated: bool = False) -> SubCondition:
    return SubCondition(colour, Expression("parameter", dx), Expression("parameter", dy), negated)


def occupy(colour: Colour) -> Action:
    return Action("occupy", (part(OPEN),), (part(colour),))


def test_the_first_stone_has_a_place() -> None:
    """The restriction of the first move leaves an open cell, if there is one."""
    board = Board.square(2, 1)
    for stones in (Position(), Position(black=0b10)):
        with pytest.raises(InputError, match="found none, expected an open cell among the first moves"):
            PositionalGame("stuck", board, Rule.MAKER_MAKER, (0b11,), start=stones, first_moves=stones.black)
    for stones in (Position(black=0b01, white=0b10), Position(black=0b10, ply=1)):
        PositionalGame("later", board, Rule.MAKER_MAKER, (0b11,), start=stones, first_moves=0)


def test_first_to_complete_wins_and_the_play_ends() -> None:
    board = Board.square(2, 2)
    game = PositionalGame("row", board, Rule.MAKER_MAKER, (board.mask(["a1", "a2"]),), (board.mask(["b1", "b2"]),))
    position = game.start
    for name in ("a1", "b1", "a2"):
        position = game.apply(position, game.parse_move(name, game.mover(position)))
    assert game.winner(position) is Player.BLACK
    assert game.legal(position) == []
    with pytest.raises(IllegalMoveError, match="the play is over"):
        game.apply(position, game.parse_move("b2", Player.WHITE))


def test_a_full_board_without_a_winning_set_is_a_draw_only_for_makers() -> None:
    board = Board.square(1, 2)
    full = Position(0b01, 0b10, 2)
    draw = PositionalGame("mm", board, Rule.MAKER_MAKER, (0b11,), (0b11,))
    assert draw.winner(full) is None
    assert draw.is_over(full)
    breaker = PositionalGame("mb", board, Rule.MAKER_BREAKER, (0b11,))
    assert breaker.winner(full) is Player.WHITE


def test_several_stones_per_move() -> None:
    players = [Turns(Player.WHITE, opening=1, stones=2).player_at(ply) for ply in range(6)]
    assert "".join(player.value[0] for player in players) == "wbbwwb"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("B", (1, 1)), ("BW", (1, 1)), ("BWWBB", (1, 2)), ("BBWWB", (2, 2)), ("BWWB", (1, 2)), ("WBBWW", (1, 2)),
        ("BWBWBW", (1, 1)), ("BB", (2, 2)), ("BBW", (2, 2)), ("BBBWWB", (3, 2)),
    ],
)  # fmt: skip
def test_turn_patterns_are_recognised(text: str, expected: tuple[int, int]) -> None:
    players = [Player.BLACK if letter == "B" else Player.WHITE for letter in text]
    turns = Turns.of(players)
    assert (turns.opening, turns.stones) == expected
    assert [turns.player_at(ply) for ply in range(len(players))] == players


def test_irregular_turns_are_kept() -> None:
    players = [Player.BLACK, Player.WHITE, Player.BLACK, Player.BLACK, Player.WHITE]
    turns = Turns.of(players)
    assert [turns.player_at(ply) for ply in range(5)] == players
    assert turns.swapped().player_at(0) is Player.WHITE


def test_hex_is_won_by_exactly_one_player_on_every_full_board() -> None:
    game = ConnectionGame.hex(3, 2)
    for black in range(1 << 6):
        position = Position(black, game.board.full & ~black, 6)
        assert game.winner(position) is not None
        mirrored = game.swapped().winner(position.swapped())
        assert mirrored is not None
        assert mirrored is not game.winner(position)


def test_one_cell_of_hex_belongs_to_whoever_takes_it() -> None:
    game = ConnectionGame.hex(1, 1)
    assert game.winner(game.start) is None
    assert game.winner(Position(1, 0, 1)) is Player.BLACK
    assert game.winner(Position(0, 1, 1)) is Player.WHITE


def test_connection_games_check_their_graph() -> None:
    board = Board.named(["p", "q"])
    with pytest.raises(InputError, match="mutual"):
        ConnectionGame("one way", board, (0b10, 0), 1, 2)
    with pytest.raises(InputError, match="both colours on p"):
        ConnectionGame("clash", board, (0b10, 0b01), 1, 2, start=Position(1, 1))


def test_a_player_of_a_grid_game_who_cannot_move_loses() -> None:
    domino = Action("vertical", (part(OPEN), part(OPEN, 0, 1)), (part(BLACK), part(BLACK, 0, 1)))
    game = GridGame("dominoes", 1, 2, (domino,), ())
    assert game.winner(game.start) is None
    after = game.apply(game.start, game.legal(game.start)[0])
    assert game.goal_winner(after) is None
    assert game.winner(after) is Player.BLACK


def test_bounds_come_from_every_part_negated_ones_too() -> None:
    action = Action("step", (part(OPEN), part(OPEN, 1, 1, negated=True)), (part(BLACK),))
    game = GridGame("bounds", 3, 2, (action,), ())
    assert game.rules.action_places[Player.BLACK] == [((1, 1), (2, 1))]


def test_unused_parameters_make_no_extra_moves() -> None:
    bottom = Action(
        "drop",
        (SubCondition(OPEN, X, Expression("max")),),
        (SubCondition(BLACK, X, Expression("max")),),
    )
    game = GridGame("bottom row", 3, 4, (bottom,), ())
    assert [game.move_name(move) for move in game.legal(game.start)] == ["drop(1,_)", "drop(2,_)", "drop(3,_)"]
    assert game.parse_move("drop(2,4)", Player.BLACK) == game.legal(game.start)[1]


@pytest.mark.parametrize("coordinate", ["1" * 10, "1" * 5000, "-1", "+1", "٣", ""])
def test_coordinates_that_are_no_short_plain_numbers_are_refused(coordinate: str) -> None:
    """Python refuses to convert thousands of digits, and converts digits of every script: neither is to be met."""
    game = GridGame("row", 3, 1, (occupy(BLACK),), (occupy(WHITE),))
    for text in (f"occupy({coordinate},1)", f"occupy(1,{coordinate})"):
        with pytest.raises(InputError, match=r"action\(x,y\)"):
            game.parse_move(text, Player.BLACK)


def test_sanity_conditions_are_checked() -> None:
    goal = ((part(BLACK),),)
    with pytest.raises(SanityError, match="already won by Black"):
        GridGame("won", 2, 1, (occupy(BLACK),), (occupy(WHITE),), goal, (), start=Position(1, 0))
    with pytest.raises(SanityError, match="can complete a goal of White"):
        GridGame("gift", 2, 1, (occupy(WHITE),), (occupy(WHITE),), (), ((part(WHITE),),))
    with pytest.raises(SanityError, match="can complete a goal of White"):
        GridGame("shrink", 2, 1, (occupy(BLACK),), (occupy(WHITE),), (), ((part(OPEN, negated=True),),))


def test_a_goal_that_only_its_owner_can_complete_is_sane() -> None:
    goals = ((part(BLACK), part(BLACK, 1)),), ((part(WHITE), part(WHITE, 1)),)
    game = GridGame("pairs", 2, 1, (occupy(BLACK),), (occupy(WHITE),), *goals)
    assert game.complete_depth() == 3


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (Action("bad", (part(OPEN),), (part(BLACK), part(WHITE))), "two colours"),
        (Action("bad", (part(OPEN),), (part(BLACK, negated=True),)), "NOT"),
        (Action("bad", (SubCondition(OPEN, Expression("max", 1), Y),), (part(BLACK),)), "xmax"),
    ],
)
def test_actions_that_make_no_sense_are_refused(action: Action, message: str) -> None:
    with pytest.raises(InputError, match=message):
        GridGame("bad", 3, 3, (action,), ())


def test_after_and_swapped_keep_the_game() -> None:
    game = ConnectionGame.hex(3, 3).with_depth(5)
    later = game.after([4, 0])
    assert (later.depth, later.start) == (3, Position(1 << 4, 1, 2))
    assert later.mover(later.start) is Player.BLACK
    assert later.swapped().swapped() == later


def test_boards_draw_holes_and_graphs() -> None:
    board = Board.named(["a1", "c1", "b2"])
    assert board.draw(black=1).splitlines() == ["  a b c", "2   .", "1 X   ."]
    graph = Board.named(["north", "south"])
    assert graph.layout is Layout.GRAPH
    assert graph.draw(white=2) == "north. southO"
    assert Board(()).draw() == ""


@pytest.mark.parametrize("game", ["hex:3x3", "ttt", "breakthrough:3x4", "nim:1,2"])
@pytest.mark.parametrize("move", [100, -1, None, b"a1", (1, 2, 3), 0.5])
def test_no_moves_at_all(game: str, move: Any) -> None:
    """A value that is no move of any kind is told as it was given."""
    with pytest.raises(IllegalMoveError, match="^found " + re.escape(repr(move)) + ", expected a legal move of"):
        make(game).play(move)


def test_players_by_name() -> None:
    assert Query("within", "black", 5) == Query("within", Player.BLACK, 5)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="found 'purple', expected a player"):
        Query("within", "purple", 5)  # type: ignore[arg-type]
