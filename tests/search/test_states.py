"""Games on states: every session against the definition, on random graphs, at every depth and for both players."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.game_graphs import graphs, least
from tests.sizes import draws

from zermelo.families import make
from zermelo.language.game_graph import graph_of
from zermelo.model import Player, StateGame
from zermelo.search import state_session
from zermelo.search.budget import Budget
from zermelo.search.exhaustive_session import ExhaustiveSession
from zermelo.search.minimax import Minimax
from zermelo.search.plain_dfpn import PlainDfpn
from zermelo.search.session import Limits, Session
from zermelo.search.state_session import StateSession
from zermelo.strategy.check.plain import Broken, Holds, check
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Entry
from zermelo.strategy.extract.from_search import strategy_from

FAR = 12


class DfpnAlone(StateSession):
    """The session without its graph."""

    def __init__(self, game: StateGame) -> None:
        super().__init__(game)
        self._whole.graph.explore = lambda *_: None  # type: ignore[method-assign]


def asked(game) -> list[int | None]:
    """Depths up to beyond the number of nodes, and none."""
    return [None, *range(len(game.graph.nodes) + 2)]


@given(graphs(), st.sampled_from(Player))
@settings(max_examples=draws(60, 30), deadline=None)
def test_sessions_agree_with_the_definition(game, player):
    """Answers, depths and first moves, within every depth and at all."""
    exact = least(game, player)
    here = exact[game.start.black]
    for session in (ExhaustiveSession(game), StateSession(game)):
        for depth in asked(game):
            result = session.decide(player, depth, Limits())
            wins = here is not None and (depth is None or here <= depth)
            assert result.answer is wins
            if wins:
                assert result.depth is not None
                assert here <= result.depth <= (FAR if depth is None else depth)
                if here and game.mover(game.start) is player:
                    after = exact[game.step(game.start, result.first_move).black]
                    assert after is not None
                    assert after + 1 <= result.depth
            elif result.depth is None:
                assert here is None
            else:
                assert here is None or here > result.depth
                assert depth is not None
                assert result.depth >= depth
            for move, each in session.first_moves(player, depth, Limits()).items():
                value = exact[game.step(game.start, move).black]
                assert each.answer is (value is not None and (depth is None or value + 1 <= depth))
                if each.answer:
                    assert value + 1 <= each.depth
                elif each.depth is not None:
                    assert value is None or value + 1 > each.depth


@given(graphs(), st.sampled_from(Player))
@settings(max_examples=draws(60, 30), deadline=None)
def test_dfpn_agrees_with_the_definition(game, player):
    """Depths in any order on one table; a bound that is infinite is no win ever."""
    exact, search = least(game, player), PlainDfpn(game, player)
    here = exact[game.start.black]
    for depth in [*range(4), FAR, 2, *range(FAR)]:
        assert search.within(game.start, depth, Budget(Limits())) is (here is not None and here <= depth)
        won, lost = search.bounds(game.start)
        assert here is None or lost < here <= won
        assert won == float("inf") if here is None else True


@given(graphs(), st.sampled_from(Player))
@settings(max_examples=draws(40, 20), deadline=None)
def test_minimax_agrees_with_the_definition(game, player):
    """The plain recursion, which everything else is compared with; it asks about Black."""
    seen = game if player is Player.BLACK else game.swapped()
    here = least(game, player)[game.start.black]
    search = Minimax(seen)
    for depth in range(FAR):
        assert search.within(seen.start, depth) is (here is not None and here <= depth)


def claims_of(game) -> list[tuple[Claim, bool]]:
    """Every claim about a game up to some depth, and whether it is true."""
    found = []
    for player in Player:
        here = least(game, player)[game.start.black]
        for depth in (None, *range(len(game.graph.nodes) + 2)):
            wins = here is not None and (depth is None or here <= depth)
            found += [(Claim(player, True, depth), wins), (Claim(player.other, False, depth), not wins)]
    return found


@given(graphs(6))
@settings(max_examples=draws(25, 8), deadline=None)
def test_strategies_hold_and_their_mutants_do_not_lie(game):
    """Each claim that is true is proven by every session and checked; no strategy proves one that is false.

    Mutants: a move replaced, an entry removed, a rank changed, the entries of one claim used for another one.
    """
    claims = claims_of(game)
    labels = range(len(game.graph.labels))
    for make_session in (ExhaustiveSession, StateSession, DfpnAlone):
        for claim, true in claims:
            if not true:
                continue
            session = make_session(game)
            if make_session is DfpnAlone and not decided(session, claim):
                continue
            strategy = strategy_from(session, game, claim, Limits())
            entries = dict(strategy)
            held = check(game, claim, (), entries.items())
            assert isinstance(held, Holds), (make_session, claim, held)
            for position, entry in list(entries.items())[:3]:
                mutants = [{**entries, position: Entry(move, entry.rank)} for move in labels if move != entry.answer]
                mutants += [{**entries, position: Entry(entry.answer, rank)} for rank in (None, 0, 1, 2, 99)]
                mutants.append({each: entries[each] for each in entries if each != position})
                for mutant in mutants:
                    for other, holds in claims:
                        if not holds:
                            assert isinstance(check(game, other, (), mutant.items()), Broken), (other, mutant)
            for other, holds in claims:
                if not holds:
                    assert isinstance(check(game, other, (), entries.items()), Broken), (other, entries)


def decided(session: Session, claim: Claim) -> bool:
    """True if df-pn alone decides the question behind a claim: it cannot show that endless plays win for nobody."""
    winner = claim.player if claim.wins else claim.opponent
    return session.decide(winner, claim.depth, Limits(nodes=200)).answer is not None


@pytest.mark.parametrize("name", ["ttt", "domineering:3x3", "breakthrough:2x4", "hex:2x3", "clobber:2x3", "konane:3x3"])
def test_the_graph_of_a_game_has_its_answers(name):
    """Written out as a graph, a game has the same winners within the same depths."""
    game = make(name)
    graph = graph_of(game)
    one, two = ExhaustiveSession(game), StateSession(graph)
    for player in Player:
        told, again = (each.decide(player, None, Limits()) for each in (one, two))
        assert (told.answer, told.depth) == (again.answer, again.depth)


def test_many_positions_are_left_to_dfpn(monkeypatch):
    """df-pn answers where all positions are too many, and its strategies hold."""
    monkeypatch.setattr(state_session, "MOST", 3)
    monkeypatch.setattr(state_session, "TURN", 5)
    game = graph_of(make("hex:3x3"))
    session = StateSession(game)
    result = session.decide(Player.BLACK, None, Limits())
    assert result.answer
    after = ExhaustiveSession(game.play(result.first_move)).decide(Player.BLACK, None, Limits())
    assert after.depth is not None
    assert result.depth is not None
    assert after.depth < result.depth
    claim = Claim(Player.BLACK, True, result.depth)
    assert isinstance(check(game, claim, (), strategy_from(session, game, claim, Limits())), Holds)
    assert session.decide(Player.WHITE, None, Limits()).depth is None
    claim = Claim(Player.BLACK, False)
    assert isinstance(check(game, claim, (), strategy_from(session, game, claim, Limits())), Holds)


def test_limits_end_a_search_and_it_goes_on():
    """Positions, megabytes and seconds are reasons; the next call goes on."""
    game = graph_of(make("ttt"))
    session = StateSession(game)
    assert session.decide(Player.BLACK, None, Limits(nodes=10)).reason == "nodes"
    assert session.decide(Player.BLACK, None, Limits(seconds=0)).reason == "time"
    assert session.decide(Player.BLACK, None, Limits(megabytes=0.01)).reason in ("memory", "size")
    assert all(each.reason == "nodes" for each in session.first_moves(Player.BLACK, None, Limits(nodes=3)).values())
    assert session.decide(Player.BLACK, None, Limits()).answer is False
    assert session.decide(Player.BLACK, None, Limits(seconds=0)).answer is False  # it is known
