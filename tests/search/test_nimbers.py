"""Nimbers of impartial packing games: the search against play and against what is published, and its proofs."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from random import Random
from threading import Thread

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.search import asking
from tests.search.grid_games import twins
from tests.search.test_interrupts import SOON
from tests.search.test_threads import at_once
from tests.sizes import draws, size
from tests.strategy.naive import does, last_moves
from tests.strategy.test_sums import said, summed

from zermelo.errors import LimitError
from zermelo.families import make
from zermelo.families.grid_parts import at
from zermelo.model import Action, Colour, GridGame, Player, Position
from zermelo.model.symmetry import rule_symmetries
from zermelo.play.follow import Follower
from zermelo.play.play import Play
from zermelo.search.grid_session import GridSession
from zermelo.search.session import Limits
from zermelo.search.switches import GridSwitches
from zermelo.strategy import Claim, Holds, Sum
from zermelo.strategy.check import impartial_sum
from zermelo.strategy.check.impartial_sum import answers_by_image, is_lost
from zermelo.strategy.check.packing import filled_cells
from zermelo.strategy.check.plain import check
from zermelo.strategy.check.section import checked
from zermelo.strategy.extract.from_search import strategy_from
from zermelo.theory.impartial_packing import nimber_of

PLAIN = GridSwitches(nimbers=False)
BOARDS = [(1, 1), (7, 1), (1, 9), (3, 3), (4, 2), (2, 5), (4, 3), (5, 3), (4, 4)]


def moves_of(game: GridGame) -> tuple[int, ...]:
    """The cells of the legal moves, the same for both players."""
    taken = game.start.black | game.start.white
    sides = [{cells for cells in filled_cells(game, player).values() if not cells & taken} for player in Player]
    assert sides[0] == sides[1]
    return tuple(sides[0])


def opener_wins(game: GridGame) -> bool:
    """True if who begins makes the last move, by playing all plays."""
    moves = moves_of(game)
    return last_moves(moves, moves)


def kayles(pins: int, *gone: int) -> GridGame:
    """A row of pins, some of them gone."""
    game = make(f"kayles:{pins}")
    assert isinstance(game, GridGame)
    return replace(game, start=Position(sum(1 << pin for pin in gone)))


def cram(columns: int, rows: int) -> GridGame:
    game = make(f"cram:{columns}x{rows}")
    assert isinstance(game, GridGame)
    return game


@cache
def nimber_of_kayles(pins: int) -> int:
    """By the recursion that Guy and Smith give (1956)."""
    reached = {
        nimber_of_kayles(left) ^ nimber_of_kayles(pins - taken - left)
        for taken in (1, 2)
        for left in range(pins - taken + 1)
    }
    return next(number for number in range(pins + 2) if number not in reached)


@settings(max_examples=draws(3000, 50), deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from(BOARDS))
def test_answers_are_those_of_all_plays(rng, board):
    """At all and within a depth, with and without nimbers; and what both checkers say of a sum."""
    game = twins(rng, *board)
    assume(len(moves_of(game)) <= 14)
    black = opener_wins(game) is (game.opener is Player.BLACK)
    assert asking.grid(game).answer is black is asking.grid(game, switches=PLAIN).answer
    depth = rng.randint(1, 8)
    assert asking.grid(game, depth).answer is asking.generic(game, depth).answer
    for player in Player if game.legal(game.start) else ():
        why = said(summed(game, Claim(player, True), Sum(()), 99))
        assert why == (
            None if black is (player is Player.BLACK) else f"the value of the sum does not say that {player} wins"
        )


@settings(max_examples=draws(400, 14), deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from([(3, 3), (2, 5), (4, 3), (5, 3), (9, 2), (70, 1), (3, 50)]))
def test_proofs_hold_and_win(rng, board):
    """Of one entry where the winner is asked for; with boards of one to three machine words, and within the depth."""
    game = twins(rng, *board)
    taken = sum(1 << cell for cell in rng.sample(range(len(game.board)), max(0, len(game.board) - size(13, 11))))
    game = game.at(Position(game.start.black | taken, game.start.white & ~taken, game.start.ply))
    black = opener_wins(game) is (game.opener is Player.BLACK)
    claim = Claim(Player.BLACK if black else Player.WHITE, True)
    strategy = strategy_from(GridSession(game), game, claim, Limits())
    assert len(list(strategy)) <= 1
    assert said(strategy) is None
    assert does(game, strategy)
    depth = rng.randint(1, 8)
    wins = asking.grid(game, depth).answer
    bounded = Claim(Player.BLACK, True, depth) if wins else Claim(Player.WHITE, False, depth)
    strategy = strategy_from(GridSession(game), game, bounded, Limits())
    assert said(strategy) is None
    assert does(game, strategy)


@pytest.mark.parametrize("pins", [23, 40, 71])
def test_two_rows_of_kayles(pins):
    """Two rows are lost for who begins just if their nimbers are equal."""
    for gone in range(0, pins, size(1, 4)):
        game = kayles(pins, gone)
        lost = nimber_of_kayles(gone) == nimber_of_kayles(pins - 1 - gone)
        assert asking.grid(game).answer is not lost
        assert is_lost(moves_of(game)) is lost
        assert said(summed(game, Claim(Player.WHITE if lost else Player.BLACK, True), Sum(()), 99)) is None


LONGEST = [((3, 9), True), ((5, 5), False)]


@pytest.mark.parametrize(
    ("board", "begins"),
    [((3, 3), False), ((3, 5), True), ((3, 7), True), ((4, 5), True), ((6, 6), False), ((7, 10), True),
     ((16, 16), False), ((19, 20), True), *(pytest.param(*each, marks=pytest.mark.slow) for each in LONGEST)],
)  # fmt: skip
def test_cram_as_published(board, begins):
    """Two even sides lose, one odd side wins (Gardner, 1974); odd ones by Schneider and others."""
    game = cram(*board)
    assert asking.grid(game).answer is begins
    claim = Claim(Player.BLACK if begins else Player.WHITE, True)
    strategy = strategy_from(GridSession(game), game, claim, Limits())
    assert len(list(strategy)) == 1
    assert said(strategy) is None


def test_rows_that_took_for_ever():
    """One position decides, where the search without nimbers has looked at a hundred thousand."""
    game = kayles(120)
    found = asking.grid(game)
    assert found.answer is True
    assert found.nodes < 100
    assert asking.grid(game, switches=PLAIN, node_limit=100_000).answer is None


@pytest.mark.parametrize("megabytes", [1, 3, 8, 64])
def test_little_memory(megabytes):
    assert asking.grid(cram(5, 5), memory_limit_mb=megabytes).answer is False


@pytest.mark.parametrize("limits", [Limits(nodes=2000), Limits(seconds=0.2)])
def test_limits_end_a_question(limits):
    """A limit is no answer, and is noticed inside a single question to nimbers."""
    found = GridSession(cram(7, 7)).decide(Player.BLACK, None, limits)
    assert found.answer is None
    assert found.reason == ("nodes" if limits.nodes else "time")


def test_limits_end_a_check():
    """Of a sum that would take hours, in both checkers."""
    strategy = summed(cram(9, 9), Claim(Player.BLACK, True), Sum(()), 99)
    for walk in (check, checked):
        with pytest.raises(LimitError, match="out of time"):
            walk(strategy.game, strategy.claim, strategy.symmetries, strategy, time_limit=0.2)


def intervals(cells: int, most: int) -> GridGame:
    """Pieces of neighbouring cells of a row, from one to so many."""

    def take(colour: Colour, size: int) -> Action:
        return Action(
            f"take-{size}",
            tuple(at(Colour.OPEN, x, 0) for x in range(size)),
            tuple(at(colour, x, 0) for x in range(size)),
        )

    black, white = (tuple(take(colour, size) for size in range(1, most + 1)) for colour in (Colour.BLACK, Colour.WHITE))
    return GridGame("intervals", cells, 1, black, white, (), ())


def test_limits_with_thousands_of_moves():
    """Limits are asked while it is worked out what each of them leaves: answers came 9 to 42 s late."""
    game = intervals(200, 100)
    strategy = summed(game, Claim(Player.BLACK, True), Sum(()), 999)

    def searched(switches: GridSwitches) -> None:
        assert GridSession(game, switches).decide(Player.BLACK, None, Limits(seconds=0.2)).reason == "time"

    def walked(walk: Callable[..., object]) -> None:
        with pytest.raises(LimitError, match="out of time"):
            walk(game, strategy.claim, strategy.symmetries, strategy, time_limit=0.2)

    works = (
        partial(searched, GridSwitches()),
        partial(searched, PLAIN),
        partial(walked, check),
        partial(walked, checked),
    )
    for work in works:
        begun = time.process_time()
        work()
        assert time.process_time() - begun < 5 * SOON


def test_the_limit_on_calls():
    """It is raised until the last thread is done, and then as before: other code tells by it what is too deep."""
    usual, seen = sys.getrecursionlimit(), list[int]()

    def keep_time() -> None:
        if not seen:
            other = Thread(target=is_lost, args=(moves_of(cram(2, 3)),))
            other.start()
            other.join()
            seen.append(sys.getrecursionlimit())

    is_lost(moves_of(kayles(100)), keep_time)
    assert seen[0] > usual
    assert sys.getrecursionlimit() == usual


def test_what_is_forgotten_is_found_again(monkeypatch):
    """In Python's checker, within one question, too."""
    monkeypatch.setattr(impartial_sum._facts, "_most", 60)
    for game, lost in ((cram(3, 3), True), (cram(4, 3), False), (cram(2, 4), True), (kayles(12), False)):
        assert is_lost(moves_of(game)) is lost


@pytest.mark.parametrize("cells", [1, 2, 17, 24])
def test_intervals_are_worth_their_cells(cells):
    """Like a heap of Nim that may be split, too: no two parts come to more than their cells."""
    game = intervals(cells, cells)
    assert nimber_of(game, frozenset(moves_of(game)), 10**7, 60) == ("", cells)


@settings(max_examples=draws(300, 20), deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from([(5, 4), (6, 4), (13, 2), (5, 5)]))
def test_threads_agree(rng, board):
    """On boards that take thousands of positions; who wins is proven from the table that they leave."""
    game = twins(rng, *board)
    one = GridSession(game).decide(Player.BLACK, None, Limits()).answer
    with at_once():
        session = GridSession(game)
        limits = Limits(megabytes=rng.choice([None, 1.5]), threads=rng.choice([2, 3]))
        assert session.decide(Player.BLACK, None, limits).answer is one
    claim = Claim(Player.BLACK, True) if one else Claim(Player.WHITE, False)
    strategy = strategy_from(session, game, claim, Limits())
    assert isinstance(checked(game, claim, strategy.symmetries, strategy), Holds)


@pytest.mark.parametrize("patience", [0, 64, 200, 1000])
def test_threads_begin_in_the_middle(patience):
    """A helper begins while the first thread has questions on its way, some of which end before its own do."""
    game = cram(3, 9).at(Position(black=0b11 << 12))
    expected = GridSession(game).decide(Player.BLACK, None, Limits()).answer
    for _ in range(3):
        with at_once(patience):
            assert GridSession(game).decide(Player.BLACK, None, Limits(threads=3)).answer is expected
            assert GridSession(cram(3, 9)).decide(Player.BLACK, None, Limits(threads=2)).answer is True


def test_a_checkpoint_keeps_nimbers(tmp_path):
    """The next session need not find again what one has found."""
    game, path = cram(5, 6).at(Position(black=0b11)), tmp_path / "file"
    whole = asking.grid(game)
    first = asking.grid(game, node_limit=whole.nodes * 3 // 4, checkpoint=path)
    then = asking.grid(game, checkpoint=path)
    assert (first.answer, then.answer) == (None, whole.answer)
    assert 0 < then.nodes < whole.nodes // 2


def test_symmetries_and_nimbers():
    """An entry of an image of the position serves."""
    game = cram(4, 3)
    turns = tuple(rule_symmetries(game))
    assert said(summed(game, Claim(Player.BLACK, True), Sum(()), 99, turns)) is None


def test_a_large_sum_is_played():
    """By moves that keep winning, whatever the replies, on a board on which nobody plays all plays."""
    game, rng = kayles(80), Random(1)
    follower = Follower(summed(game, Claim(Player.BLACK, True), Sum(()), None))
    play = Play(game)
    while play.legal:
        if play.to_move is Player.BLACK:
            reply = follower.reply(play)
            assert reply is not None
            move = reply.move
        else:
            move = rng.choice(play.legal)
        play = Play(game, [*play.line, move])
    assert game.winner(play.position) is Player.BLACK


@settings(max_examples=draws(1000, 60))
@given(st.lists(st.integers(1, 2**9 - 1), min_size=1, max_size=9, unique=True))
def test_images_answer_only_where_who_begins_loses(moves):
    """Half turns as both checkers and the search take them: no part that is won passes for one."""
    low = min((move & -move).bit_length() - 1 for move in moves)
    part = tuple(sorted(move >> low for move in moves))
    if answers_by_image(part):
        assert not last_moves(part, part)
    assert is_lost(moves) is not last_moves(tuple(moves), tuple(moves))
