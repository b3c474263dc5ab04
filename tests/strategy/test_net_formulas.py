"""Strategies of ground games out of formulas, by solving again and out of proofs, accepted by the checkers."""

from __future__ import annotations

from random import Random

import pytest
from tests.nets import random_net, tic_tac_toe
from tests.strategy.claims import Truth
from tests.strategy.test_extract import accepted

from zermelo.errors import LimitError
from zermelo.model import NetGame, Player
from zermelo.questions import Options
from zermelo.solving.extract_formulas import extract_by_formulas
from zermelo.strategy import Claim
from zermelo.strategy.extract.from_proof import extract_from_proof


def claims(game: NetGame, rng: Random) -> list[Claim]:
    """True claims of both players, for which there are formulas."""
    try:
        found = list(Truth(game, 2000).claims(rng))
    except LimitError:
        return []
    return [each for each in found if each.depth is not None or game.complete_depth() is not None]


@pytest.mark.parametrize("way", ["proof", "formulas"])
def test_random(way: str) -> None:
    """Every claim that is true has a strategy."""
    extracted = {True: 0, False: 0}
    for seed in range(120):
        rng = Random(seed)
        game = random_net(rng, most_fluents=6)
        if game.is_over(game.start):
            continue
        for claim in claims(game, rng):
            if (claim.depth or 0) > 9 or extracted[claim.wins] > 15:
                continue
            if way == "proof":
                strategy = extract_from_proof(game, claim)
            else:
                strategy = extract_by_formulas(game, claim, options=Options(preprocessor="none", solver="depqbf"))
            accepted(game, strategy)
            extracted[claim.wins] += 1
    assert min(extracted.values()) > 5


@pytest.mark.parametrize("misere", [False, True])
def test_known(misere: bool) -> None:
    """Noughts and crosses after some moves, and the form in which who completes a line loses."""
    game = tic_tac_toe(misere=misere).after("mark(2,2) mark(1,2) mark(1,1)")
    exact = Truth(game)
    for player in Player:
        for claim in (Claim(player, True, 6), Claim(player, False, 6)):
            if exact.holds(claim):
                accepted(game, extract_from_proof(game, claim))
                accepted(game, extract_by_formulas(game, claim, options=Options(preprocessor="none")))
