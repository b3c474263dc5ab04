"""Large boards: pairings that repeat themselves, and windows in which a win is looked for first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.search.asking import positional as decide
from tests.search.test_positional import shapes
from tests.sizes import size

from zermelo.errors import InputError, LimitError
from zermelo.families import make
from zermelo.model import Board, Player, Position, PositionalGame, Rule, Turns
from zermelo.questions import Options
from zermelo.search.periodic_pairing import Pair, periodic_pairing
from zermelo.search.positional_session import PositionalSession
from zermelo.search.session import Limits
from zermelo.search.switches import PositionalSwitches
from zermelo.solving import solve
from zermelo.strategy import Claim, Holds
from zermelo.strategy.check.plain import check as plain_check
from zermelo.strategy.check.section import checked
from zermelo.strategy.extract.from_search import strategy_from
from zermelo.verdict import Query

LOSERS = ["fatty", "I", "P", "U", "V", "T", "F", "W", "Z", "X"]
"""Polyominoes of up to five cells that nobody can achieve on any board (Harary; Gardner 1979)."""

FEW = Limits(nodes=20, seconds=600)


def positional(expression: str) -> PositionalGame:
    """A positional game by its name."""
    game = make(expression)
    assert isinstance(game, PositionalGame)
    return game


def is_pairing(pairs: Iterable[Pair], sets: Iterable[int]) -> bool:
    """True for disjoint pairs, one of them within each set."""
    cells = [cell for pair in pairs for cell in pair]
    masks = [1 << one | 1 << two for one, two in pairs]
    return len(cells) == len(set(cells)) and all(any(mask & each == mask for mask in masks) for each in sets)


@pytest.mark.parametrize("board", ["9x9", "13x17", "22x22", "512x1", "12x16,torus", "20x8,torus"])
def test_losers_have_a_pairing_on_every_board(board: str) -> None:
    for shape in LOSERS:
        if board == "512x1" and shape != "I":
            continue
        game = positional(f"httt:{shape},board={board},mb")
        assert is_pairing(pairs := periodic_pairing(game.board, game.black_sets), game.black_sets), shape
        assert pairs


@pytest.mark.parametrize("shape", ["el", "elly", "tippy", "knobby", "skinny", "L", "Y", "N"])
def test_winners_have_none(shape: str) -> None:
    game = positional(f"httt:{shape},board=20x20,mb")
    assert periodic_pairing(game.board, game.black_sets) == ()


def test_rows() -> None:
    """Nine in a row has a pairing on every board; five on none that is large."""
    for length, board in ((9, "22x22"), (9, "19x19"), (8, "12x12"), (7, "10x10")):
        game = positional(f"gomoku:{length},board={board},mb")
        assert is_pairing(pairs := periodic_pairing(game.board, game.black_sets), game.black_sets), (length, board)
        assert pairs
    game = positional("gomoku:5,board=19x19,mb")
    assert periodic_pairing(game.board, game.black_sets) == ()


@given(st.integers(0, 10**9))
def test_what_is_found_is_a_pairing(seed: int) -> None:
    """On any board, whatever the sets."""
    rng = Random(seed)
    board = Board.square(rng.randint(1, 9), rng.randint(1, 9), torus=rng.random() < 0.5)
    if len(board) < 4:
        return
    sets = shapes(rng, board)
    some = tuple(rng.sample(sets, rng.randint(0, len(sets))))
    for each in (sets, some):
        pairs = periodic_pairing(board, each)
        assert not pairs or is_pairing(pairs, each)


def test_graphs_and_empty_games_have_none() -> None:
    assert periodic_pairing(Board(("a", "b")), (0b11,)) == ()
    assert periodic_pairing(Board.square(9, 9), ()) == ()
    assert periodic_pairing(Board.square(9, 9), (0b1,)) == ()  # nothing to be paired


@pytest.mark.parametrize("rule", ["mb", "mm"])
@pytest.mark.parametrize(
    "spec", ["httt:P,board=22x22", "httt:I,board=14x14", "httt:U,board=20x10,torus", "gomoku:9,board=19x19"]
)
def test_they_decide_and_prove_games_on_large_boards(spec: str, rule: str) -> None:
    """Within a few positions, and the checker takes the pairs."""
    game = positional(f"{spec},{rule}")
    session = PositionalSession(game)
    assert session.decide(Player.BLACK, None, FEW).answer is False
    strategy = strategy_from(session, game, Claim(Player.WHITE, False), FEW)
    assert isinstance(checked(game, strategy.claim, strategy.symmetries, strategy), Holds)


def test_after_a_move_the_reply_is_its_partner() -> None:
    game = positional("httt:P,board=19x19,mb")
    for move in ("a1", "j10", "s19"):
        session = PositionalSession(game.after([move]))
        found = session.decide(Player.WHITE, None, FEW)
        assert found.answer
        assert found.first_move is not None
        assert (
            PositionalSession(game.after([move, game.move_name(found.first_move)]))
            .decide(Player.WHITE, None, FEW)
            .answer
        )


@pytest.mark.parametrize("player", Player)
def test_they_decide_all_first_moves(player: Player) -> None:
    """Each question begins with all pairs, whatever the one before it made of them."""
    game = positional("gomoku:9,board=19x19")
    found = PositionalSession(game).first_moves(player, None, Limits(nodes=200, seconds=600))
    assert {each.answer for each in found.values()} == {False}


@pytest.mark.parametrize(
    "shape",
    ["el", "elly", "tippy", "knobby", "skinny", "Y", *(pytest.param(each, marks=pytest.mark.slow) for each in "LN")],
)
def test_winners_win_on_every_large_board(shape: str) -> None:
    """As they do in a window; the proof is about the game itself."""
    for board in ("8x9", "9x9,torus", "22x22"):
        game = positional(f"httt:{shape},board={board},mb")
        session, limits = PositionalSession(game), Limits(nodes=20_000, seconds=600)
        assert session.decide(Player.BLACK, None, limits).answer, board
        strategy = strategy_from(session, game, Claim(Player.BLACK, True), limits)
        assert isinstance(checked(game, strategy.claim, strategy.symmetries, strategy), Holds), board


def test_small_boards_are_searched_without() -> None:
    """The switch says from which size on; answers do not depend on it."""
    game = positional("httt:U,board=8x8,mb")
    for cells in (0, 1, 64, 65):
        assert decide(game, switches=PositionalSwitches(periodic=cells)).answer is False


@pytest.mark.parametrize("rule", Rule)
def test_windows_and_pairs_change_no_answer(rule: Rule) -> None:
    """On larger boards than the plain rules can follow: shapes anywhere, stones here and there."""
    known = Counter[bool]()
    for seed in range(size(150, 80)):
        rng = Random(seed)
        board = Board.square(rng.randint(7, 9), rng.randint(8, 9), torus=rng.random() < 0.4)
        sets = shapes(rng, board)
        sets = tuple(rng.sample(sets, rng.randint(len(sets) // 2, len(sets))))
        taken = rng.sample(range(len(board)), rng.choice((0, 1, 4, 20)))
        black = sum(1 << cell for cell in taken[::2])
        start = Position(black, sum(1 << cell for cell in taken[1::2]))
        white_sets = sets if rule is Rule.MAKER_MAKER else ()
        try:
            game = PositionalGame("any", board, rule, sets, white_sets, start, Turns(rng.choice(list(Player))))
        except InputError:
            continue
        found, plain = (
            decide(game, switches=switches, node_limit=20_000).answer
            for switches in (PositionalSwitches(), PositionalSwitches(windows=0, periodic=0))
        )
        if found is not None and plain is not None:
            assert found is plain, seed
            known[found] += 1
    assert min(known[True], known[False]) > 20, known


@pytest.mark.parametrize("threads", [1, 2])
def test_windows_where_both_build(threads: int) -> None:
    """On boards that are small enough for another search: any shapes of either player, and proofs of all wins."""
    known = Counter[bool]()
    fewer = after = 0
    for seed in range(size(600, 60)):
        rng = Random(seed)
        board = Board.square(rng.randint(3, 6), rng.randint(4, 6), torus=rng.random() < 0.3)
        black, white = shapes(rng, board), shapes(rng, board)
        taken = rng.sample(range(len(board)), rng.choice((0, 0, 2, 6)))
        start = Position(sum(1 << cell for cell in taken[::2]), sum(1 << cell for cell in taken[1::2]))
        try:
            game = PositionalGame(
                "any", board, Rule.MAKER_MAKER, tuple(black), tuple(white), start, Turns(rng.choice(list(Player)))
            )
        except InputError:
            continue
        player, limits = rng.choice(list(Player)), Limits(nodes=30_000, threads=threads)
        few = PositionalSwitches(windows=rng.choice((1, 2, 8)), window_from=1)
        windows = PositionalSession(game, switches=few)
        plain = PositionalSession(game, switches=PositionalSwitches(windows=0, race=rng.random() < 0.5))
        found, expected = (session.decide(player, None, limits) for session in (windows, plain))
        if found.answer is None or expected.answer is None:
            continue
        assert found.answer is expected.answer, seed
        known[found.answer] += 1
        fewer += found.nodes < expected.nodes
        if rng.random() < 0.5:  # asked first, too
            windows = PositionalSession(game, switches=few)
        for nodes in (1, 20, 300):  # it goes on where a limit has ended it
            windows.first_moves(player, rng.choice((None, None, 3)), Limits(nodes=nodes, threads=threads))
        moves, others = (session.first_moves(player, None, limits) for session in (windows, plain))
        for move, other in ((moves[cell].answer, others[cell].answer) for cell in moves):
            assert move is other or None in {move, other}, seed
            after += move is not None
        claim = Claim(player, True) if found.answer else Claim(player.other, False)
        try:
            strategy = strategy_from(windows, game, claim, Limits(nodes=100_000))
        except LimitError:  # of a draw, position by position
            assert not found.answer
            continue
        assert isinstance(checked(game, strategy.claim, strategy.symmetries, strategy), Holds), seed
        if len(list(strategy)) < 200:
            assert isinstance(plain_check(game, strategy.claim, strategy.symmetries, iter(strategy)), Holds), seed
    assert min(known[True], known[False], fewer) > 5, (known, fewer)
    assert after > 100


def test_a_window_of_a_large_board_wins_where_both_build() -> None:
    """The whole board takes far more positions, and most of its proof is about wasted stones."""
    game = positional("httt:Y,board=12x12")
    session, limits = PositionalSession(game), Limits(nodes=200_000, seconds=600)
    assert session.decide(Player.BLACK, None, limits).answer
    strategy = strategy_from(session, game, Claim(Player.BLACK, True), limits)
    assert isinstance(checked(game, strategy.claim, strategy.symmetries, strategy), Holds)
    assert len(list(strategy)) < 30_000


def test_the_answer_of_a_large_board_is_checked_with_a_bound() -> None:
    """A win in a window has no bound that its proof keeps for sure: the check tells one, by the stones."""
    game = positional("httt:N,board=11x9")
    verdict = solve(game, Query(), Options())
    assert (verdict.outcome, verdict.checked) == ("black", True)
    assert verdict.won_depth is not None
    assert 11 <= verdict.won_depth < 40  # six stones or more
    session = PositionalSession(game)
    for depth in (verdict.won_depth, None):  # as of another process, which has the answer by heart
        strategy = strategy_from(session, game, Claim(Player.BLACK, True, depth), Limits(nodes=200_000))
        assert isinstance(checked(game, strategy.claim, strategy.symmetries, strategy), Holds)


@pytest.mark.parametrize("expression", ["httt:fatty,board=20x20,mb", "httt:fatty,board=20x20"])
def test_a_bounded_question_has_the_pairs_of_the_board(expression):
    """The pairs that show that a loser is never built show that it is not built within a depth."""
    verdict = solve(positional(expression), Query("within", Player.BLACK, 9), Options(method="search"))
    assert (verdict.answer, verdict.checked) == (False, True)
    assert verdict.proof is not None
    assert verdict.proof.positions == 1


def test_a_proof_that_is_whole_is_kept():
    """The first proof stands where the limits end a second one, without symmetries."""
    game = replace(positional("httt:el,board=12x12,torus"), turns=Turns(Player.WHITE))
    verdict = solve(game, Query("within", Player.BLACK, 144), Options(method="search", time_limit=60))
    assert (verdict.answer, verdict.checked) == (False, True)


def test_several_stones_a_turn_where_nobody_can_win():
    """No order of turns matters where no winning set is left: one position is the proof."""
    board, start = Board.square(6, 6), Position(0b10, 0b01, 2)
    turns = Turns(Player.BLACK, 2, 2)
    game = PositionalGame("broken", board, Rule.MAKER_MAKER, (0b11,), (0b11,), start, turns)
    verdict = solve(game, Query("winner"), Options(method="search"))
    assert (verdict.outcome, verdict.checked) == ("draw", True)
    assert verdict.proof is not None
    assert verdict.proof.positions <= 2


def test_an_interrupt_keeps_first_moves(monkeypatch):
    """First moves that a turn has decided are told where Ctrl-C ends the turn."""
    whole = PositionalSession.first_moves

    def interrupted(self, player, depth, limits, watch=None, known=()):
        found = whole(self, player, depth, limits, watch, known)
        if limits.seconds is None or limits.seconds > 0.5:
            raise KeyboardInterrupt
        return found

    monkeypatch.setattr(PositionalSession, "first_moves", interrupted)
    verdict = solve(positional("httt:elly,board=6x6"), Query(first_moves=True), Options(method="search", check=False))
    assert verdict.interrupted
    assert verdict.first_moves is not None
    assert any(answer is not None for answer in verdict.first_moves.values())
