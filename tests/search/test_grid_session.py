"""Sessions of grid games: answers, first moves and proofs against plain oracles, in any order and in little memory."""

from __future__ import annotations

from dataclasses import asdict, replace
from random import Random

import pytest
from tests.search.grid_games import KINDS, random_game
from tests.strategy.claims import Truth

from zermelo.errors import DisagreementError, LimitError, UnsupportedError
from zermelo.families import make as make_game
from zermelo.model import GridGame, Player, Position
from zermelo.search.grid_session import GridSession
from zermelo.search.progress import Progress
from zermelo.search.session import Limits, Result
from zermelo.search.switches import GridSwitches as Switches
from zermelo.strategy import Broken, Claim
from zermelo.strategy.check.plain import check
from zermelo.strategy.check.section import checked
from zermelo.strategy.extract.from_search import strategy_of

BLACK, WHITE = Player
TINY = Limits(megabytes=0.0005)
"""A table of a few places."""


def make(text: str) -> GridGame:
    game = make_game(text)
    assert isinstance(game, GridGame)
    return game


def some_switches(rng: Random) -> Switches:
    return Switches(**{name: rng.random() < 0.8 for name in asdict(Switches())})


def proven(session: GridSession, claim: Claim, limits: Limits, rng: Random) -> None:
    """The session proves a claim, and both checkers accept it."""
    game, (arguments, symmetry) = session.game, (rng.random() < 0.7 for _ in range(2))
    proof = session.prove(claim.player, claim.depth, limits, wins=claim.wins, arguments=arguments, symmetry=symmetry)
    strategy = strategy_of(game, claim, proof)
    for walk in (check, checked):
        result = walk(game, claim, strategy.symmetries, strategy)
        assert not isinstance(result, Broken), (claim, result)
        assert result.unused == 0, (claim, result)


def asks(game: GridGame, depth: int | None) -> bool:
    """True if the session takes the question."""
    return depth is not None or game.complete_depth() is not None


@pytest.mark.parametrize("kind", KINDS)
def test_random(kind):
    """Questions and claims about random games, in any order on one session."""
    for seed in range(14):
        game, rng = random_game(kind, 4000 + seed), Random(seed)
        try:
            truth = Truth(game, 2000)
        except LimitError:
            continue
        limits = rng.choice([TINY, Limits()])
        session = GridSession(game, some_switches(rng))
        claims = [claim for claim in truth.claims(rng) if asks(game, claim.depth)]
        rng.shuffle(claims)
        for claim in claims:
            player, depth = rng.choice([*Player]), rng.choice([None, *range(7)])
            if asks(game, depth):
                told(truth, session.decide(player, depth, limits), player, depth)
            if depth != 0:
                proven(session, claim, limits, rng)


def told(truth: Truth, result: Result, player: Player, depth: int | None) -> None:
    """The answer is right, and so are the depth and the first move."""
    assert result.reason is None
    assert result.answer is truth.wins(player, depth)
    if result.depth is not None:
        assert truth.wins(player, result.depth) is result.answer
    if not result.answer and depth is not None:
        assert result.depth is None or result.depth >= depth
    if result.answer and result.depth is not None:
        bounds = [each for each in (depth, truth.game.complete_depth()) if each is not None]
        assert not bounds or result.depth <= min(bounds)
    if not result.answer and result.depth is None:
        assert not truth.wins(player, None)
    if result.first_move is not None:
        game = truth.game
        assert result.answer
        after = game.at(game.step(game.start, result.first_move))
        left = None if result.depth is None else result.depth - 1
        assert after.goal_winner(after.start) is player or Truth(after).wins(player, left)


def test_no_win_is_later_than_the_longest_play():
    """The count of Domineering tells a win by when its plan is over, which play may not reach."""
    game = replace(make("domineering:3x3"), start=Position(black=1 << 4, white=1 << 8))
    truth = Truth(game, 10**6)
    for player in Player:
        for depth in (4, None, *range(1, 9)):
            told(truth, GridSession(game).decide(player, depth, Limits()), player, depth)


def test_proofs_stay_inside_the_memory():
    """A proof that needs more than the limit ends for that, one that fits is written; the answer is the same."""
    session = GridSession(make("connect:4,board=6x5,rule=paper"))
    winner = BLACK if session.decide(BLACK, None, Limits()).answer else WHITE
    with pytest.raises(LimitError) as limit:
        session.prove(winner, None, Limits(megabytes=1), wins=True)
    assert limit.value.reason == "memory"
    assert sum(1 for _ in session.prove(winner, None, Limits(megabytes=100), wins=True).notes) > 10_000


@pytest.mark.parametrize("kind", KINDS)
def test_first_moves(kind):
    """Every first move is decided as the game after it."""
    for seed in range(8):
        game, rng = random_game(kind, 5000 + seed), Random(seed)
        if game.goal_winner(game.start) is not None:
            continue
        session = GridSession(game)
        player, depth = rng.choice([*Player]), rng.choice([None, 1, 2, 3, 4, 5, 6])
        if not asks(game, depth):
            continue
        found = session.first_moves(player, depth, Limits())
        assert list(found) == game.legal(game.start)
        for move, result in found.items():
            after = game.at(game.step(game.start, move))
            reached = after.goal_winner(after.start)
            try:
                truth = Truth(after, 2000)
            except LimitError:
                continue
            left = None if depth is None else depth - 1
            right = reached is player if reached is not None else truth.wins(player, left)
            assert result.answer is right, (seed, move)
            if result.depth is not None and reached is None:
                assert truth.wins(player, result.depth - 1) is right


def test_false_claims():
    """A false claim is not proven."""
    game = make("domineering:4x4")
    session = GridSession(game)
    for claim in (Claim(WHITE, True), Claim(WHITE, False), Claim(BLACK, True, 7), Claim(WHITE, False, 8)):
        with pytest.raises(DisagreementError):
            session.prove(claim.player, claim.depth, Limits(), wins=claim.wins)


def test_limits():
    """After a limit the session goes on; what a game without end needs is said."""
    game = make("breakthrough:3x5")
    session = GridSession(game)
    assert session.decide(WHITE, None, Limits(nodes=50)).reason == "nodes"
    assert session.decide(WHITE, None, Limits(seconds=0)).reason == "time"
    with pytest.raises(LimitError):
        session.prove(WHITE, None, Limits(nodes=50), wins=True)
    reasons = {each.reason for each in session.first_moves(WHITE, None, Limits(nodes=20)).values()}
    assert "nodes" in reasons
    assert session.decide(WHITE, None, Limits()).answer
    endless = make("evader-pursuer:4x4,evader=4-1,pursuer=1-2")
    with pytest.raises(UnsupportedError):
        GridSession(endless).decide(BLACK, None, Limits())
    assert GridSession(endless).decide(WHITE, 2, Limits()).answer


@pytest.mark.parametrize(
    ("name", "wins", "most"),
    [
        ("konane:6x5", False, 260_000),
        ("clobber:3x6", False, 140_000),
        ("amazons:4x5", True, 20_000),
        ("col:5x5", False, 240_000),
        ("kayles:18,misere", True, 120_000),
    ],
)
def test_order(name: str, wins: bool, most: int) -> None:
    """Few replies first, and the table before any move: else each takes 1.4 times what it may, or more."""
    with GridSession(make(name)) as session:
        assert session.decide(BLACK, None, Limits(nodes=most)).answer is wins


def test_a_proof_tells_no_first_moves() -> None:
    """Searches within a proof begin at positions of either player, whose moves have other numbers."""
    told: list[Progress] = []
    session = GridSession(make("domineering:9x9"))
    with pytest.raises(LimitError):
        session.prove(WHITE, None, Limits(seconds=3), wins=True, watch=told.append)
    assert told
    assert all((each.move, each.left, each.depth) == (None, (), None) for each in told)
