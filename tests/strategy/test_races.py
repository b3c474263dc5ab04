"""Races: plans that are said to win do, in proofs of the search and made by chance, and they are played."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from tests.search.grid_games import random_game
from tests.strategy.test_grid_forms import reachable

from zermelo import _native
from zermelo.families import make
from zermelo.model import GridGame, GridMove, Player, Position
from zermelo.model.native_rules import native_rules
from zermelo.play.follow import Follower
from zermelo.play.play import Play
from zermelo.search.grid_session import GridSession
from zermelo.search.session import Limits
from zermelo.strategy import Broken, Claim, Entry, Holds, Race, Strategy, read_strategies, write_strategies
from zermelo.strategy.check import unstoppable_race
from zermelo.strategy.check.plain import check
from zermelo.strategy.check.section import checked
from zermelo.strategy.extract.from_search import extract, strategy_from


def wins(game: GridGame, player: Player, position: Position, plan: tuple[GridMove, ...]) -> int | None:
    """In how many moves a player wins who makes these moves, and then any that wins at once; None when he may not."""
    reached = game.goal_winner(position)
    if reached is not None:
        return 0 if reached is player else None
    moves = game.legal(position)
    if game.mover(position) is player:
        if not plan:
            return 1 if any(game.goal_winner(game.step(position, move)) is player for move in moves) else None
        after = wins(game, player, game.step(position, plan[0]), plan[1:]) if plan[0] in moves else None
        return None if after is None else after + 1
    found = [wins(game, player, game.step(position, move), plan) for move in moves]
    return None if None in found else 1 + max((each for each in found if each is not None), default=0)


@pytest.mark.parametrize("kind", ["racers", "movers", "placers", "families"])
def test_plans_win(kind):
    """Random plans that the rule accepts win, in as many moves as it says."""
    counts, rng = Counter[bool](), Random(5)
    for seed in range(40):
        game = random_game(kind, 8000 + seed)
        for position in rng.sample(some := reachable(game, 200), min(len(some), 25)):
            if game.is_over(position):
                continue
            player, plan = game.mover(position), tuple[GridMove, ...]()
            here = position
            for _ in range(rng.choice((1, 1, 1, 2))):  # one move of each, so that plans may be legal
                if not (moves := game.legal(here)):
                    break
                plan = (*plan, move := rng.choice(moves))
                here = game.step(here, move)
                here = game.step(here, rng.choice(replies)) if (replies := game.legal(here)) else here
            found = unstoppable_race.wins(game, Claim(player, True), position, plan, None)
            counts[found] += 1
            if found:
                taken = wins(game, player, position, plan)
                assert taken is not None
                assert taken <= unstoppable_race.length(plan)
    assert counts[False] > 20
    assert counts[True] > (kind in ("racers", "movers", "placers"))


@pytest.mark.parametrize(
    "claim", [Claim(Player.WHITE, True), Claim(Player.WHITE, True, 18), Claim(Player.WHITE, False, 7)]
)
def test_races_through_files(claim, tmp_path):
    """Races are written, read and accepted, and make proofs small; weaker ones are refused by both checkers."""
    game = make("breakthrough:3x5")
    assert isinstance(game, GridGame)
    strategy, plain = extract(game, claim), extract(game, claim, arguments=False)
    assert 2 * len(strategy) < len(plain) or claim.depth == 7
    write_strategies(tmp_path / "a.gz", game, [strategy])
    (read,) = read_strategies(tmp_path / "a.gz")
    assert dict(read.entries) == dict(strategy.entries)
    raced = {at: entry for at, entry in strategy if isinstance(entry.answer, Race)}
    assert raced
    for walk in (check, checked):
        assert not isinstance(walk(game, claim, read.symmetries, read), Broken)
        bare = {at: entry._replace(answer=entry.answer.move) for at, entry in raced.items()}
        result = walk(game, claim, strategy.symmetries, [*{**dict(strategy.entries), **bare}.items()])
        assert isinstance(result, Broken)
        assert "no move of White is stored" in result.why


@pytest.mark.parametrize("expression", ["breakthrough:3x6", "breakthrough:4x5,first=white"])
def test_holding_for_so_many_moves_of_many_transpositions(expression):
    """A position of the opponent follows moves with different plans; replies that only some of these end are kept."""
    game = make(expression)
    assert isinstance(game, GridGame)
    for depth in (8, 13, 20):
        session = GridSession(game)
        session.decide(Player.BLACK, None, Limits())  # the table as it is after the question who wins
        for player in Player:
            if session.decide(player, depth, Limits()).answer is False:
                claim = Claim(player.other, False, depth)
                strategy = strategy_from(session, game, claim, Limits())
                assert isinstance(checked(game, claim, strategy.symmetries, strategy), Holds), claim


def test_rank():
    """A plan that takes too long is none."""
    game = make("breakthrough:3x5").at(Position(black=1 << 11, white=1 << 3, ply=1))
    assert isinstance(game, GridGame)
    forward = [GridMove(Player.WHITE, 0, 1, row) for row in (2, 3)]
    for depth in (3, 4, 5, 6, None):
        claim = Claim(Player.WHITE, True, depth)
        entries = {game.start: Entry(Race(forward[0], (tuple(forward[1:]),)), depth or 9)}
        for walk in (check, checked):
            holds = not isinstance(walk(game, claim, (), entries.items()), Broken)
            assert holds is (depth is None or depth >= 5), (depth, walk)


def test_other_games():
    """A race in a game of cells, a move of nobody, and numbers that are no race."""
    claim = Claim(Player.BLACK, True)
    strange = Race(GridMove(Player.BLACK, 0, 1, 1), ())
    for walk in (check, checked):
        assert isinstance(walk(make("hex:3x3"), claim, (), [(Position(), Entry(strange))]), Broken)
        entry = Entry(strange._replace(move=GridMove(Player.WHITE, 0, 1, 1)), 9)
        result = walk(make("breakthrough:2x5"), claim, (), [(make("breakthrough:2x5").start, entry)])
        assert isinstance(result, Broken)
    walker = _native.StrategyWalk(native_rules(make("breakthrough:2x5")), True, True, True, None, [])
    for numbers in ([], [0, 1], [0, 2, 1], [0, 1, 1, 3]):
        with pytest.raises(ValueError, match="numbers"):
            walker.add_race(0, 0, True, numbers, 3)


def test_races_are_played():
    """Against every way of playing the strategy wins, by its races, too."""
    game = make("breakthrough:3x5")
    strategy = extract(game, Claim(Player.WHITE, True))
    follower, rng, run = Follower(strategy), Random(1), 0
    for _ in range(60):
        session = Play(game)
        while session.legal:
            if session.to_move is not Player.WHITE:
                session.push(rng.choice(session.legal))
                continue
            reply = follower.reply(session)
            assert reply is not None
            run += "race" in reply.why
            session.push(reply.move)
        assert game.winner(session.position) is Player.WHITE
    assert run > 20


def test_strategy_of_others():
    """Plans of the other player are none."""
    game = make("breakthrough:3x5")
    strategy = extract(game, Claim(Player.WHITE, True))
    at, entry = next((at, entry) for at, entry in strategy if isinstance(entry.answer, Race))
    black = tuple(GridMove(Player.BLACK, *move[1:]) for move in entry.answer.plans[0])
    spoiled = {**dict(strategy.entries), at: entry._replace(answer=entry.answer._replace(plans=(black,)))}
    for walk in (check, checked):
        assert isinstance(
            walk(game, strategy.claim, strategy.symmetries, Strategy(game, strategy.claim, (), spoiled)), Broken
        )
