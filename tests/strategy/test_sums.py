"""Sums of packing games: values of parts against play, both checkers, files, and playing by them."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.search.grid_games import random_game
from tests.sizes import draws
from tests.strategy.naive import does, last_moves
from tests.strategy.test_packings import dominoes

from zermelo import _native
from zermelo.errors import InputError
from zermelo.families import make
from zermelo.model import Game, GridGame, GridMove, Player, Position
from zermelo.model.native_rules import native_rules
from zermelo.model.symmetry import rule_symmetries
from zermelo.play.dot import dot
from zermelo.play.follow import Follower
from zermelo.play.play import Play
from zermelo.strategy import Broken, Claim, Entry, Strategy, Sum, read_strategies, write_strategies
from zermelo.strategy.canonical_position import CanonicalPositions
from zermelo.strategy.check.packing import components, filled_cells, is_packing, numbered
from zermelo.strategy.check.plain import check
from zermelo.strategy.check.section import checked
from zermelo.strategy.check.sum_of_parts import MOST_CELLS, value_of, wins
from zermelo.strategy.codec import codec_for
from zermelo.strategy.noted import NotedEntries

CELLS = 14


def packers(rng: Random) -> GridGame:
    """A game in which moves only fill cells: of dominoes on boards with holes, or of any pieces."""
    while rng.random() < 0.5:
        game = random_game("packers", rng.randrange(1 << 30))
        if is_packing(game) and len(game.board) <= CELLS:
            return game
    return dominoes(rng, CELLS)


def later(game: GridGame, rng: Random) -> GridGame:
    """The game from a position after a few moves."""
    position = game.start
    for _ in range(rng.randint(0, 3)):
        moves = game.legal(position)
        if moves:
            position = game.step(position, rng.choice(moves))
    return game.at(position if game.legal(position) else game.start)


def summed(game: GridGame, claim: Claim, argument: Sum, rank: int | None, symmetries: Any = ()) -> Strategy:
    """A strategy with a sum for the start position."""
    images = CanonicalPositions(game, symmetries)
    key, turn = images.smallest(game.start)
    return Strategy(game, claim, symmetries, {key: Entry(images.forth(argument, turn), rank)})


def said(strategy: Strategy) -> str | None:
    """The complaint about a strategy, in which the two checkers agree; None when it holds."""
    complaints = set()
    for walk in (check, checked):
        result = walk(strategy.game, strategy.claim, strategy.symmetries, strategy)
        complaints.add(result.why if isinstance(result, Broken) else None)
    assert len(complaints) == 1, complaints
    return complaints.pop()


def moves_of(game: GridGame, player: Player, given_up: tuple[GridMove, ...] = ()) -> tuple[int, ...]:
    """The cells of the legal moves of a player, but for those given up, and all that fill the same cells."""
    taken = game.start.black | game.start.white
    cells = filled_cells(game, player)
    gone = [cells[move] for move in given_up]
    return tuple(each for each in cells.values() if not each & taken and each not in gone)


def makes_last(game: GridGame, player: Player, given_up: tuple[GridMove, ...] = ()) -> bool:
    """True if a player makes the last move without moves that he gives up, by playing all plays."""
    mine, theirs = moves_of(game, player, given_up), moves_of(game, player.other)
    return last_moves(mine, theirs) if game.mover(game.start) is player else not last_moves(theirs, mine)


def some_given_up(game: GridGame, player: Player, rng: Random) -> tuple[GridMove, ...]:
    taken = game.start.black | game.start.white
    legal = [move for move, cells in filled_cells(game, player).items() if not cells & taken]
    return tuple(rng.sample(legal, rng.randint(0, len(legal) // 2)))


@settings(max_examples=draws(3000, 80))
@given(seed=st.integers(0, 2**32))
def test_sums_hold_just_when_they_win(seed: int) -> None:
    """Both checkers accept a sum exactly if all plays with the kept moves end well; then the position is won, too."""
    rng = Random(seed)
    game = later(packers(rng), rng)
    assume(game.legal(game.start))
    claim = Claim(rng.choice(list(Player)), rng.random() < 0.7)
    given_up = some_given_up(game, claim.player, rng)
    is_won = makes_last(game, claim.player, given_up)
    why = said(summed(game, claim, Sum(given_up), 99 if claim.wins else None))
    mine, theirs = moves_of(game, claim.player, given_up), moves_of(game, claim.opponent)
    most = max((cells.bit_count() for cells in components([*mine, *theirs])), default=0)
    assert most <= MOST_CELLS
    assert why == (None if is_won else f"the value of the sum does not say that {claim.player} wins")
    assert not is_won or makes_last(game, claim.player)
    opens = game.mover(game.start) is claim.player
    value = value_of(mine, theirs)
    assert wins(mine, theirs, opens) is is_won is (value.outcome in (("L", "N") if opens else ("L", "P")))


@settings(max_examples=draws(1000, 25))
@given(seed=st.integers(0, 2**32))
def test_sums_of_a_rank(seed: int) -> None:
    """A sum that holds within so many moves wins within so many, whatever the other player does; symmetries map it."""
    rng = Random(seed)
    game = later(packers(rng), rng)
    assume(game.legal(game.start))
    claim, argument = winning(game, rng)
    turns = tuple(rule_symmetries(game)) if rng.random() < 0.5 else ()
    needs = []
    for rank in range(1, 14):
        strategy = summed(game, claim, argument, rank, turns)
        why = said(strategy)
        assert why is None or why == f"the sum takes {why.split()[3]} moves, and {rank} are left"
        if why is None:
            assert does(game, strategy)
        needs.append(why is None)
    assert needs == sorted(needs)


@settings(max_examples=draws(300, 25), deadline=None)
@given(seed=st.integers(0, 2**32))
def test_sums_are_played(seed: int) -> None:
    """Against every reply the player of a sum makes the last move."""
    rng = Random(seed)
    game = later(dominoes(rng, 10), rng)
    assume(game.legal(game.start))
    claim, argument = winning(game, rng)
    follower = Follower(summed(game, claim, argument, 99))
    plays = [Play(game)]
    for _ in range(400):
        if not plays:
            break
        play = plays.pop()
        if not play.legal:
            assert game.winner(play.position) is claim.player
        elif play.to_move is claim.player:
            reply = follower.reply(play)
            assert reply is not None
            assert reply.why == "the values of the parts say so"
            assert reply.move not in argument.given_up
            plays.append(Play(game, [*play.line, reply.move]))
        else:
            plays += [Play(game, [*play.line, move]) for move in rng.sample(play.legal, len(play.legal))]


def winning(game: GridGame, rng: Random) -> tuple[Claim, Sum]:
    """The player who makes the last move, and moves that he can give up."""
    player = next(each for each in Player if makes_last(game, each))
    given_up = some_given_up(game, player, rng)
    return Claim(player, True), Sum(given_up if makes_last(game, player, given_up) else ())


def board(text: str) -> GridGame:
    """Domineering on open cells only."""
    game = make(text)
    assert isinstance(game, GridGame)
    return game


def column(player: Player, x: int, y: int) -> GridMove:
    return GridMove(player, 0, x, y)


def test_forged_sums() -> None:
    """Moves that are not legal, parts that are too large, values that do not say it, and too few moves left."""
    game, claim = board("domineering:2x3"), Claim(Player.BLACK, True)
    assert said(summed(game, claim, Sum(()), 9)) is None
    illegal = "a move that the sum gives up is not legal"
    filled = game.at(Position(0b000101, ply=0))
    for start, move in (
        (game, column(Player.WHITE, 1, 1)),
        (game, column(Player.BLACK, 1, 3)),
        (game, GridMove(Player.BLACK, 7, 1, 1)),
        (filled, column(Player.BLACK, 1, 1)),
    ):
        assert said(summed(start, claim, Sum((move,)), 9)) == illegal
    wrong = "the value of the sum does not say that Black wins"
    every = tuple(filled_cells(game, Player.BLACK))
    assert said(summed(game, claim, Sum(every), 9)) == wrong
    assert said(summed(game, claim, Sum(()), 3)) == "the sum takes 4 moves, and 3 are left"
    assert said(summed(board("domineering:3x9"), claim, Sum(()), 99)) == (
        "a part of the sum has 27 cells, at most 26 are looked at"
    )
    assert said(summed(board("domineering:3x6"), claim, Sum(()), 99)) in (None, wrong)


@pytest.mark.parametrize("text", ["breakthrough:2x5", "hex:3x3"])
def test_other_games(text: str) -> None:
    """Sums are for packing games alone."""
    game: Game = make(text)
    claim = Claim(Player.BLACK if game.mover(game.start) is Player.BLACK else Player.WHITE, True)
    strategy = Strategy(game, claim, (), {game.start: Entry(Sum(()), 9)})
    assert said(strategy) == "sums are for games in which moves only fill open cells"


def test_many_parts() -> None:
    """On a board of two machine words, moves given up leave ten moves of Black, and a row with ten of White."""
    game, claim = board("domineering:20x4"), Claim(Player.BLACK, True)
    walls = sum(1 << 20 * row + x for row in range(4) for x in range(1, 20, 2) if row != 3)
    cells = filled_cells(game, Player.BLACK)
    low = Sum(tuple(move for move in cells if not cells[move] & walls and cells[move] >> 60))
    large = "a part of the sum has 50 cells, at most 26 are looked at"
    for ply, why in ((1, None), (0, "the value of the sum does not say that Black wins")):
        start = game.at(Position(walls, 0, ply))
        assert said(summed(start, claim, Sum(()), 99)) == large
        assert said(summed(start, replace(claim, player=Player.WHITE), Sum(()), 99)) == large
        assert said(summed(start, claim, low, 99)) == why


def test_sums_through_files(tmp_path: Any) -> None:
    """A sum is written, read and accepted; what is no list of moves is refused."""
    game, claim = board("domineering:2x3"), Claim(Player.BLACK, True)
    strategy = summed(game, claim, Sum((column(Player.BLACK, 2, 1),)), 9, tuple(rule_symmetries(game)))
    assert said(strategy) == said(summed(game, claim, Sum((column(Player.BLACK, 1, 1),)), 9))
    write_strategies(tmp_path / "a.gz", game, [strategy])
    (read,) = read_strategies(tmp_path / "a.gz")
    assert dict(read.entries) == dict(strategy.entries)
    codec = codec_for(game)
    ((position, entry),) = strategy
    line = codec.write(position, entry)
    assert line[-1] == {"sum": [numbered(game).index(entry.answer.given_up[0])]}
    strange: list[Any] = [[99], [-1], [True], ["0"], [None], {}, "", 3, None]
    for numbers in strange:
        with pytest.raises((InputError, ValueError, TypeError)):
            codec.read([*line[:-1], {"sum": numbers}])


def test_sums_of_the_core() -> None:
    """Numbers that are no moves are told, not followed, and notes of the core hold sums."""
    game = board("domineering:2x2")
    walk = _native.StrategyWalk(native_rules(game), True, True, True, None, [])
    with pytest.raises(ValueError, match="numbers"):
        walk.add_sum(0, 0, True, [-1], 3)
    assert walk.add_sum(0, 0, True, [99], 3)
    assert not walk.add_sum(0, 0, True, [], 3)
    assert walk.walk(0, 0, 0, lambda *_: "", 10.0)[1] == "sum illegal"
    notes = _native.Notes(4)
    notes.add(0, 0, True, 3, "sum", [1])
    walk = _native.StrategyWalk(native_rules(game), True, True, True, None, [])
    assert walk.add_notes(notes)
    assert walk.walk(0, 0, 0, lambda *_: "", 10.0)[0] == "holds"
    entries = NotedEntries(game, [(0, 0, Player.BLACK, 3, "sum", (1,))])
    assert entries[Position()] == Entry(Sum((column(Player.BLACK, 2, 1),)), 3)


def test_sums_in_a_graph() -> None:
    """A sum ends a path of the drawn strategy."""
    game = board("domineering:2x3")
    strategy = summed(game, Claim(Player.BLACK, True), Sum(()), 9)
    assert "sum" in dot(strategy)
