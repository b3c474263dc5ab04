"""Levels play by the rules that they promise, and what their tree search proves is so by the oracle."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from tests.gamesat.formulas import any_formula
from tests.graph_nets import net_of_graph
from tests.nets import random_net, tic_tac_toe
from tests.oracles.game_graphs import deep_graph
from tests.oracles.retrograde import both_distances
from tests.play.test_players import some_play
from tests.sizes import size
from tests.strategy.claims import KINDS, random_game

from zermelo import _native
from zermelo.cli import run
from zermelo.errors import InputError, LimitError
from zermelo.families import make
from zermelo.families.connect import line_goals
from zermelo.families.grid_parts import BLACK, OPEN, WHITE, at
from zermelo.model import Action, ConnectionGame, Game, GridGame, Player
from zermelo.play.levels import LEVELS, PERFECT, Level, LevelOpponent, level_named
from zermelo.play.native_opponent import NativeOpponent, native_opponent, playable
from zermelo.play.plain_opponent import PlainOpponent
from zermelo.play.play import Play

OTHERS: dict[str, Callable[[Random], Game]] = {
    "net": random_net,
    "formula": lambda rng: any_formula(6, rng),
    "graph": lambda rng: deep_graph(rng, 12),
    "graph as net": lambda rng: net_of_graph(deep_graph(rng, 12), rng),
}
ALL = [*KINDS, *OTHERS]
SEEDS = range(40)
TRIED = [*(LEVELS[name] for name in ("1", "2", "3", "4")), Level("8", 150, 0.0, 100), Level(PERFECT, 150, 0.0, 1)]
"""Levels for the games here: the last ones ask the search, after fewer playouts than they make elsewhere."""

NEVER = Level(PERFECT, 150, 0.0, 1)
"""The perfect level, with fewer playouts."""

FEWER = {"graph as net": 8, "families": 16, "movers": 16, "graph": 20}
"""Games of the kinds that take longest."""

LONG = 60.0
"""Seconds that no move takes, so that load changes nothing."""


def game_of(kind: str, seed: int) -> Game:
    """A random small game."""
    return OTHERS[kind](Random(seed)) if kind in OTHERS else random_game(kind, seed)


def plays_of(kind: str, first: int):
    """Plays of some moves by chance that are not over."""
    for seed in SEEDS[: FEWER.get(kind, len(SEEDS))]:
        session = some_play(game_of(kind, first + seed), Random(seed))
        if not session.is_over:
            yield session


def wins_at_once(game: Game, position) -> bool:
    """True if the player to move has a move that wins."""
    return any(game.winner(game.step(position, move)) is game.mover(position) for move in game.legal(position))


def loses_at_once(game: Game, position, move) -> bool:
    """True if the other player wins by the next move, or has won by this one."""
    player, after = game.mover(position), game.step(position, move)
    if game.winner(after) is not None or game.is_over(after):
        return game.winner(after) is player.other
    return game.mover(after) is not player and wins_at_once(game, after)


@pytest.mark.parametrize("kind", ALL)
def test_rules_of_levels(kind):
    """Legal moves, the same for a seed; from level 3 on wins in one are taken and losses in one prevented."""
    asked = 0
    for session in plays_of(kind, 7000):
        game, position, player = session.game, session.position, session.to_move
        safe = [move for move in session.legal if not loses_at_once(game, position, move)]
        for level in TRIED:
            first, again = (LevelOpponent(game, level, LONG, asked).choose(session).move for _ in range(2))
            assert first == again, (level, session.names)
            assert first in session.legal
            if not level.thorough:
                continue
            if wins_at_once(game, position):
                assert game.winner(game.step(position, first)) is player, (level, session.names)
            elif safe:
                assert first in safe, (level, session.names)
        asked += 1
    assert asked > 3


@pytest.mark.parametrize("kind", ALL)
def test_tree_proofs(kind):
    """Whatever the tree search says is proven is the result of best play after the move; a win is not left out."""
    proven = 0
    for session in plays_of(kind, 8000):
        game, position, player = session.game, session.position, session.to_move
        try:
            distances = both_distances(game.at(position), 3_000)
        except LimitError:
            continue
        tree = native_opponent(game) or PlainOpponent(game)
        tried = tree.tried(position, playouts=150, seconds=LONG, seed=proven)
        assert tried
        for each in tried:
            after = game.step(position, each.move)
            wins = {one: distances[one][after] is not None for one in Player} if not game.is_over(after) else {
                one: game.winner(after) is one for one in Player
            }  # fmt: skip
            if each.ended:
                proven += 1
                assert {one for one in Player if wins[one]} == ({each.winner} - {None}), (session.names, each)
            if each.winner is not None:
                late = int(game.winner(after) is not game.goal_winner(after))  # a move that cannot be made counts
                least = late if game.is_over(after) else distances[each.winner][after]
                assert least is not None
                assert each.distance >= least, (session.names, each)
        if wins_at_once(game, position):
            assert any(each.winner is player and each.distance <= 1 for each in tried)
    assert proven > 1


@pytest.mark.parametrize("kind", ALL)
def test_perfect(kind):
    """From a position that is won the perfect level wins, from one that can be held it does not lose."""
    for seed in SEEDS[: FEWER.get(kind, 24) // size(2, 3)]:
        game, rng = game_of(kind, 9000 + seed), Random(seed)
        try:
            distances = both_distances(game, 1_500)
        except LimitError:
            continue
        for player in Player:
            opponent, session = LevelOpponent(game, NEVER, 20.0, seed), Play(game)
            while not session.is_over and len(session.line) < 40:
                if session.to_move is not player:
                    session.push(rng.choice(session.legal))
                    continue
                before = {each: distances[each][session.position] is not None for each in Player}
                session.push(opponent.choose(session).move)
                after = {each: session.winner is each for each in Player}
                if not session.is_over:
                    after = {each: distances[each][session.position] is not None for each in Player}
                assert after[player] or not before[player], session.names
                assert before[player.other] or not after[player.other], session.names


def test_opening():
    """Strong levels open Connect-4 in the middle, and all take the middle of Tic-Tac-Toe's threats."""
    session = Play(make("connect:4,board=7x6"))
    opponent = LevelOpponent(session.game, level_named("7"), LONG)
    assert session.game.move_name(opponent.choose(session).move) == "occupy-bottom(4,_)"
    fork = Play(make("ttt"))
    for name in ("a1", "b2", "c3"):
        fork.make(name)
    assert fork.game.move_name(LevelOpponent(fork.game, level_named("5"), LONG).choose(fork).move) not in ("a3", "c1")


def test_disguised():
    """Grid games that are positional in disguise are played as such, and their moves are the grid game's."""
    game = make("gomoku:3,board=3x3")
    sheet = tic_tac_toe()
    for each in (game, sheet):
        assert playable(each)
        found = NativeOpponent(each).tried(each.start, playouts=3_000, seconds=LONG, seed=1)
        assert {one.move for one in found} == set(each.legal(each.start))


@pytest.mark.parametrize("seed", range(6))
def test_disguised_without_goals_of_white(seed: int) -> None:
    """A full board is a draw there: White does not win by breaking all sets, as in the positional game."""
    session = some_play(_makers(), Random(seed), 3)
    drawn = both_distances(session.game)
    tried = NativeOpponent(session.game).tried(session.position, playouts=200, seconds=LONG, seed=seed)
    for each in tried:
        after = session.game.step(session.position, each.move)
        assert not each.ended or each.winner is not Player.WHITE
        assert drawn[Player.WHITE][after] is None


def _makers() -> GridGame:
    """Two in a row on 3x2 against a player who has no goal."""
    black, white = (Action("occupy", (at(OPEN),), (at(colour),)) for colour in (BLACK, WHITE))
    return GridGame("makers", 3, 2, (black,), (white,), line_goals(3), (), full_draw=True)


def test_moves_that_cannot_be_made_count() -> None:
    """A win takes one move more where the other player cannot move, as the search tells it."""
    session = Play(make("domineering:2x2"))
    for tree in (NativeOpponent(session.game), PlainOpponent(session.game)):
        tried = tree.tried(session.position, playouts=50, seconds=LONG, seed=0)
        assert [(each.winner, each.distance) for each in tried] == [(Player.BLACK, 1)]
    assert LevelOpponent(session.game, LEVELS["5"], LONG).choose(session).why == "Black wins within 2 moves"


@pytest.mark.parametrize(("line", "move"), [("a1 a2 c3 c2 c1", "b2"), ("c1 b1 c3 a1", "c2")])
@pytest.mark.parametrize("name", ["8", PERFECT])
def test_strong_levels_win_at_once(line: str, move: str, name: str) -> None:
    """A move that wins at once comes before what the search tells, which knows of White's wins no lengths."""
    session = Play(make("hex:3x3"))
    for each in line.split():
        session.make(each)
    reply = LevelOpponent(session.game, LEVELS[name], 2.0, 1).choose(session)
    assert (
        session.game.move_name(reply.move),
        session.game.winner(session.game.step(session.position, reply.move)),
    ) == (
        move,
        session.to_move,
    )


def test_wrong_values():
    """Levels that are none, and arguments that the core cannot take, are errors of one line."""
    for name in ("0", "11", "best", ""):
        with pytest.raises(InputError, match="a level from 1 to 10, or perfect"):
            level_named(name)
    with pytest.raises(ValueError, match="full"):
        _native.PlayoutTree.of_sets(1, [1], [1], [True, False], None, False, "nobody")
    with pytest.raises(ValueError, match="rules"):
        _native.PlayoutTree.of_rules(_native.PositionalRules(1, [1], [], [True, False]))
    with pytest.raises(ValueError, match="adjacency"):
        _native.PlayoutTree.of_graph(2, [1], 1, 1, None, [True, False, True], None)
    with pytest.raises(ValueError, match="dual"):
        _native.PlayoutTree.of_graph(1, [0], 1, 1, [1], [True, False], None)


def typed(monkeypatch, capsys, lines: str, *arguments: str) -> tuple[int, str]:
    """Exit code and output of ``zermelo play`` with what a person types."""
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    code = run(["play", *arguments])
    said = capsys.readouterr()
    return code, said.out + said.err


def test_command(monkeypatch, capsys, tmp_path):
    """A level plays and is remembered with the play; it goes with a strategy, not with another opponent."""
    kept = str(tmp_path / "play.json")
    code, said = typed(monkeypatch, capsys, f"b2\nsave {kept}\nquit\n", "ttt", "--level", "3", "--think", "60")
    assert (code, "White (level 3): " in said) == (0, True)
    assert json.loads(Path(kept).read_text())["players"] == {"black": "human", "white": "level 3"}
    assert "You are Black" in typed(monkeypatch, capsys, "quit\n", kept)[1]
    assert "Black (level 2): " in typed(monkeypatch, capsys, "", "ttt", "--level", "2", "--self-play")[1]
    assert (
        "(strategy): " in typed(monkeypatch, capsys, "", "hex:2x2", "--level", "perfect", "--opponent", "strategy")[1]
    )
    for wrong in (["--level", "11"], ["--level", "3", "--opponent", "random"]):
        code, said = typed(monkeypatch, capsys, "", "ttt", *wrong)
        assert (code, said.count("\n"), "level" in said) == (2, 1, True)


def test_no_time_leaves_no_replies_to_be_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """On boards that the core does not play, what the opponent could do at once is asked as long as there is time."""
    asked: list[object] = []

    def answer_wins(*of: object) -> None:
        asked.append(of)

    monkeypatch.setattr(PlainOpponent, "_answer_wins", answer_wins)
    game = make("gomoku:3,board=4x4")
    for seconds, some in ((0.0, False), (LONG, True)):
        assert len(PlainOpponent(game).tried(game.start, playouts=1, seconds=seconds, seed=0)) == 16
        assert bool(asked) is some


def test_graphs_without_borders_of_white() -> None:
    """She saves no bridges there; and where Black's borders touch, nothing is played."""
    board = ConnectionGame.hex(3, 3)
    game = replace(board, white_source=None, white_target=None)
    assert len(NativeOpponent(game).tried(game.start, playouts=200, seconds=LONG, seed=0)) == 9
    assert native_opponent(replace(game, joined=True)) is None
