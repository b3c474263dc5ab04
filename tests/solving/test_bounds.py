"""Bounds are the same in any order of findings, never say more than follows, and report contradictions."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sizes import draws
from tests.solving.agreement import KINDS, MOST, random_game
from tests.solving.oracle import Oracle, oracle_of

from zermelo.errors import DisagreementError
from zermelo.families import make
from zermelo.model import Player
from zermelo.solving.bounds import Bounds, can_draw
from zermelo.solving.finding import Finding
from zermelo.solving.first_moves import FirstMoves
from zermelo.solving.question import Ask, Question
from zermelo.verdict import Query

SEEDS = st.integers(0, 2**32)


def truths(rng: Random, oracle: Oracle, number: int) -> list[Finding]:
    """Findings that are so, of any player and depth."""
    found = []
    for _ in range(number):
        player = rng.choice(list(Player))
        depth = rng.choice([None, rng.randint(0, (oracle.longest or 6) + 2)])
        found.append(Finding(oracle.within(player, depth), depth=depth, player=player, method="the oracle"))
    return found


@settings(max_examples=draws(120, 30))
@given(seed=SEEDS, kind=st.sampled_from(sorted(KINDS)))
def test_consequences_are_true(seed, kind):
    """Of every depth and both players, and of the outcome; in any order of the findings the same is known."""
    rng = Random(seed)
    game = random_game(rng, kind)
    oracle = oracle_of(game, MOST)
    found = truths(rng, oracle, rng.randint(0, 4))
    known = set()
    for order in list(permutations(found))[:6]:
        bounds = Bounds(game)
        for finding in order:
            bounds.learn(finding)
        said = []
        for player in Player:
            for depth in (*range((oracle.longest or 6) + 2), None):
                answer = bounds.within(player, depth)
                assert answer in (None, oracle.within(player, depth)), (player, depth)
                said.append(answer)
        assert bounds.outcome in (None, oracle.outcome())
        known.add((*said, bounds.outcome))
    assert len(known) == 1


@settings(max_examples=draws(60, 15))
@given(seed=SEEDS, kind=st.sampled_from(sorted(KINDS)))
def test_a_lie_is_noticed_where_the_truth_is_known(seed, kind):
    """The contrary of what is known of a depth is no finding beside it."""
    rng = Random(seed)
    game = random_game(rng, kind)
    oracle = oracle_of(game, MOST)
    bounds = Bounds(game)
    player = rng.choice(list(Player))
    least = oracle.least(player)
    bounds.learn(Finding(least is not None, depth=least, player=player))
    depth = rng.choice([None, rng.randint(0, 8)])
    lie = Finding(not oracle.within(player, depth), depth=depth, player=player)
    if bounds.within(player, depth) is oracle.within(player, depth) and not (
        lie.answer and lie.depth is None and least
    ):
        with pytest.raises(DisagreementError):
            bounds.learn(lie)


@settings(max_examples=draws(60, 15))
@given(seed=SEEDS, kind=st.sampled_from(sorted(KINDS)))
def test_every_question_ends(seed, kind):
    """True answers to all that a question wants answer the question."""
    rng = Random(seed)
    game = random_game(rng, kind)
    oracle = oracle_of(game, MOST)
    for query in (Query(), Query("within", rng.choice(list(Player)), rng.randint(0, 9)),
                  Query("fastest", rng.choice(list(Player)), rng.choice([None, rng.randint(0, 9)]))):  # fmt: skip
        question, bounds = Question(game, query), Bounds(game)
        for _ in range(60):
            ask = question.wants(bounds)
            if ask is None:
                break
            wins, least = oracle.within(ask.player, ask.depth), oracle.least(ask.player)
            exact = rng.random() < 0.5
            bounds.learn(Finding(wins, depth=least if wins and exact else ask.depth, player=ask.player))
        assert question.answered(bounds)


def test_a_draw_takes_two_findings():
    """ "Black never wins" says nothing of White where nobody may win, and all where somebody must."""
    drawn, decided = Bounds(make("ttt:first=white")), Bounds(make("domineering:3x3"))
    for bounds in (drawn, decided):
        bounds.learn(Finding(False, player=Player.BLACK))
    assert (can_draw(drawn.game), drawn.outcome) == (True, None)
    assert (can_draw(decided.game), decided.outcome) == (False, "white")
    drawn.learn(Finding(False, player=Player.WHITE))
    assert drawn.outcome == "draw"


@pytest.mark.parametrize(
    ("expression", "checked"),
    [("hex:3x3", True), ("httt:tippy,board=3x3,mb", True), ("domineering:3x3", False), ("breakthrough:2x4", False)],
)
def test_bounds_from_the_longest_play_are_not_checked(expression, checked):
    """A mere breaker wins by holding; in a grid game it takes that plays end, which the checker has not seen."""
    bounds = Bounds(make(expression))
    bounds.learn(Finding(False, player=Player.BLACK, checked=True))
    won = bounds.settled(Player.WHITE)
    assert bounds.outcome == "white"
    assert won is not None
    assert won.checked is checked
    bounds.learn(Finding(True, player=Player.WHITE, checked=True))
    won = bounds.settled(Player.WHITE)
    assert won is not None
    assert won.checked


def test_the_longest_play_is_what_the_rules_prove():
    """Not within 2,000 is never in a game of nine moves, and only that where plays may never end."""
    short, endless = Bounds(make("ttt")), Bounds(make("evader-pursuer:4x4,evader=4-1,pursuer=2-3"))
    for bounds in (short, endless):
        bounds.learn(Finding(False, depth=2000))
    assert short.within(Player.BLACK) is False
    assert endless.within(Player.BLACK) is None
    assert endless.within(Player.BLACK, 2000) is False


def test_a_first_move_belongs_to_its_depth():
    """A move that wins within six is not the one that wins at once."""
    bounds = Bounds(make("hex:3x3"))
    bounds.learn(Finding(True, depth=7, first_move=0))
    bounds.learn(Finding(True, depth=5))
    won = bounds.won(Player.BLACK)
    assert won is not None
    assert (won.depth, won.first_move) == (5, None)


def test_first_moves_tell_the_fastest_win():
    """Also where a slower one is checked, and the one at once is not."""
    game = make("ttt").after([0, 6, 1, 7])
    moves, bounds = FirstMoves(game), Bounds(game)
    moves.after[2].learn(Finding(True, depth=4, checked=True))
    moves.tell(bounds, Ask(Player.BLACK, 5))
    won = bounds.won(Player.BLACK)
    assert won is not None
    assert (won.depth, won.first_move, won.method) == (1, 2, "the rules")


def test_the_route_of_all_first_moves_is_that_of_each():
    """First moves decided partly by a formula, partly by the rules, are not said to be told by the rules alone."""
    by_rules = Finding(False, method="the rules", route="rules")
    for other in (by_rules, Finding(False, method="et+caqe", route="formula")):
        moves, bounds = FirstMoves(make("ttt")), Bounds(make("ttt"))
        for move, finding in zip(moves.after, (by_rules, other, by_rules), strict=True):
            moves.after[move].learn(finding)
        moves.tell(bounds, Ask(Player.BLACK, None))
        lost = bounds.lost(Player.BLACK)
        assert lost is not None
        assert (lost.depth, lost.method, lost.route) == (None, other.method, other.route)


@pytest.mark.parametrize(("expression", "checked"), [("ttt:first=white", True), ("breakthrough:2x4", False)])
def test_at_all_and_within_the_longest_play_are_checked_apart(expression, checked):
    """In a grid game no checker has looked at the length of plays; both are known all the same."""
    bounds = Bounds(make(expression))
    longest = bounds.longest
    for player, answer in ((Player.WHITE, True), (Player.BLACK, False)):
        bounds.learn(Finding(answer, depth=None if answer else longest, player=player, checked=True))
        for depth, sure in ((None, answer or checked), (longest, not answer or checked)):
            settled = bounds.settled(player, depth)
            assert settled is not None
            assert (settled.answer, settled.checked) == (answer, sure), (player, depth)


def test_a_win_checked_beyond_the_longest_play_is_not_checked_within_it():
    """A check may count more moves than there are; the rules cut the number, and that is not checked."""
    bounds = Bounds(make("breakthrough:2x4"))
    assert bounds.longest is not None
    bounds.learn(Finding(True, depth=bounds.longest + 1, player=Player.WHITE, checked=True))
    within, at_all = bounds.settled(Player.WHITE, bounds.longest), bounds.settled(Player.WHITE)
    assert within is not None
    assert at_all is not None
    assert (within.answer, within.checked, at_all.checked) == (True, False, True)
