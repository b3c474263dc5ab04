"""Strategies of ground games: extracted from every search, checked by both checkers; changed ones are refused."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.nets import Builder, net_games, tic_tac_toe
from tests.oracles.states import all_states, least_depths
from tests.sizes import draws, size
from tests.strategy.naive import does

from zermelo.errors import DisagreementError, InputError
from zermelo.model import NetGame, Player, Position
from zermelo.search.backward import BackwardSession
from zermelo.search.exhaustive_session import ExhaustiveSession
from zermelo.search.net_session import NetSession
from zermelo.search.session import Limits, Session
from zermelo.strategy import write_strategies
from zermelo.strategy.certify import check_file
from zermelo.strategy.check.check_result import Broken, Holds
from zermelo.strategy.check.native import check_native
from zermelo.strategy.check.plain import check
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Entry, Strategy
from zermelo.strategy.extract.from_search import strategy_from

FREE = Limits()
SESSIONS: list[Callable[[NetGame], Session]] = [
    lambda game: NetSession(game, endless=lambda: BackwardSession(game)),
    BackwardSession,
    ExhaustiveSession,
]


def claims(game: NetGame, most: int) -> list[tuple[Claim, bool]]:
    """Claims about a game, and whether they are so."""
    found = []
    for player in Player:
        least = least_depths(game, player).get(game.start.black)
        for depth in (*range(most + 1), None):
            comes = least is not None and (depth is None or least <= depth)
            found += [(Claim(player, True, depth), comes), (Claim(player.other, False, depth), not comes)]
    return found


def both(game: NetGame, claim: Claim, entries: Strategy) -> bool:
    """The verdict of both checkers, which agree."""
    plain = check(game, claim, (), entries)
    if not game.is_over(game.start):
        native = check_native(game, claim, (), entries)
        assert type(plain) is type(native), (plain, native)
        if isinstance(plain, Holds) and isinstance(native, Holds):
            assert replace(plain, seconds=0) == replace(native, seconds=0)
    return isinstance(plain, Holds)


@settings(max_examples=draws(150, 20))
@given(net_games(), st.sampled_from(range(len(SESSIONS))))
def test_strategies_of_all_claims(game: NetGame, which: int) -> None:
    session = SESSIONS[which](game)
    for claim, so in claims(game, 7):
        if not so:
            with pytest.raises(DisagreementError):
                session.prove(claim.player, claim.depth, FREE, wins=claim.wins)
            continue
        strategy = strategy_from(session, game, claim, FREE)
        assert both(game, claim, strategy)
        assert does(game, strategy)


@settings(max_examples=draws(100, 14))
@given(net_games(), st.randoms(use_true_random=False))
def test_changed_strategies(game: NetGame, rng: Random) -> None:
    """No strategy holds that the plays contradict, whatever is stored; both checkers agree."""
    session = NetSession(game, endless=lambda: BackwardSession(game))
    states = list(all_states(game).items())
    said = claims(game, 5)
    for claim, so in rng.sample(said, min(8, len(said))):
        of = claim if so else Claim(claim.player.other, not claim.wins, claim.depth)
        entries = dict(strategy_from(session, game, of, FREE).entries)
        for state, moves in states:
            change = rng.random()
            if change < 0.3 and moves:
                rank = rng.choice([None, claim.depth, rng.randrange(1, 7)])
                entries[Position(state)] = Entry(rng.choice(list(moves)), rank)
            elif change < 0.4:
                entries.pop(Position(state), None)
            elif change < 0.45 and Position(state) in entries:
                entries[Position(state)] = Entry(entries[Position(state)].answer + 1, claim.depth)
        changed = Strategy(game, claim, (), entries)
        if both(game, claim, changed):
            assert so
            assert does(game, changed)


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("pure", [True, False])
def test_rules_without_sense(first: bool, pure: bool, tmp_path: Path) -> None:
    """A state without a move, at the start or after a move, is a fault of the line with the rules."""
    build = Builder(["(on)"], (["go"], ["noop"]))
    game = build.game(
        "stuck", after=["true"], legal=(["false" if first else build.rule("off", "~(on)")], ["true"]),
        terminal="false", score=({100: "false", 0: "true"}, {100: "false", 0: "true"}), init=[],
    )  # fmt: skip
    path = tmp_path / "stuck.strategy"
    write_strategies(path, game, [Strategy(game, Claim(Player.WHITE, False), (), {})])
    with pytest.raises(InputError, match="expected a legal move of both players") as raised:
        check_file(path, pure=pure)
    assert (raised.value.source, raised.value.line) == (str(path), 1)


def test_states_that_no_play_reaches() -> None:
    """An entry for a state in which the rules make no sense is unused."""
    game, claim = tic_tac_toe(), Claim(Player.WHITE, False)
    with pytest.raises(InputError):
        game.mover(Position())
    entries = {**strategy_from(NetSession(game), game, claim, FREE).entries, Position(): Entry(0)}
    assert both(game, claim, Strategy(game, claim, (), entries))


def test_roles_are_named() -> None:
    """Both checkers name the roles of the game."""
    game = tic_tac_toe()
    for player in Player:
        for claim in (Claim(player, False), Claim(player, True, 1)):
            plain, native = (checker(game, claim, (), ()) for checker in (check, check_native))
            assert isinstance(plain, Broken)
            assert isinstance(native, Broken)
            assert plain.why == native.why


def test_known_games() -> None:
    for game in (tic_tac_toe(), tic_tac_toe(misere=True)):
        for player in Player:
            claim = Claim(player, False)
            strategy = strategy_from(NetSession(game), game, claim, FREE)
            assert both(game, claim, strategy)
            for position, entry in list(strategy.entries.items())[: size(20, 8)]:
                for move in game.legal(position):
                    if move != entry.answer:
                        break
                else:
                    continue
                rest = Strategy(game, claim, (), {**strategy.entries, position: Entry(move, entry.rank)})
                if both(game, claim, rest):
                    assert does(game, rest)
