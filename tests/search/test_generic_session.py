"""Sessions of the generic engines: answers and proofs of games of every kind, against plain oracles."""

from __future__ import annotations

from random import Random

import pytest
from tests.strategy.claims import KINDS, Truth, asked_of_formulas, random_game

from zermelo.errors import LimitError
from zermelo.model import Player
from zermelo.search.generic_session import GenericSession
from zermelo.search.session import Limits
from zermelo.search.switches import GenericSwitches as Switches
from zermelo.search.table_session import ENGINES
from zermelo.strategy import Broken
from zermelo.strategy.check.plain import check
from zermelo.strategy.check.section import checked
from zermelo.strategy.extract.from_search import strategy_from


@pytest.mark.parametrize("kind", KINDS)
def test_random(kind):
    """Every claim that is true is decided so, and proven."""
    for seed in range(4):
        game, rng = random_game(kind, 6000 + seed), Random(seed)
        try:
            truth = Truth(game, 700)
        except LimitError:
            continue
        session = GenericSession(game, rng.choice(ENGINES), Switches(shapes=rng.random() < 0.7))
        for claim in truth.claims(rng):
            endless = claim.depth is None and game.complete_depth() is None
            if not asked_of_formulas(game, claim) or endless:
                continue
            player = claim.player if claim.wins else claim.opponent
            result = session.decide(player, claim.depth, Limits(megabytes=rng.choice([0.0005, None])))
            assert result.answer is claim.wins, (seed, claim)
            strategy = strategy_from(session, game, claim, Limits())
            for walk in (check, checked):
                found = walk(game, claim, strategy.symmetries, strategy)
                assert not isinstance(found, Broken), (seed, claim, found)
                assert found.unused == 0
        for move, result in session.first_moves(Player.BLACK, 3, Limits()).items():
            after = game.at(game.step(game.start, move))
            assert result.answer is Truth(after).wins(Player.BLACK, 2), (seed, move)
