"""Pairings without pairs: whatever the order of turns, they are believed only where the opponent does not win."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random

from tests.search.test_connection import sparse_graph
from tests.search.test_positional import board_game
from tests.sizes import size

from zermelo.model import ConnectionGame, Player, PositionalGame, Turns
from zermelo.search import Minimax
from zermelo.strategy.check.arguments import complaint
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Pairing


def late(game: PositionalGame | ConnectionGame, rng: Random) -> PositionalGame | ConnectionGame:
    """The game with other turns, some moves later; the play is not over."""
    turns = Turns(rng.choice(list(Player)), rng.randint(1, 3), rng.randint(1, 3))
    here = replace(game, turns=turns)
    for _ in range(rng.randint(0, 5)):
        legal = here.legal(here.start)
        after = here.after([rng.choice(legal)]) if legal else here
        if after.is_over(after.start):
            break
        here = after
    return here


def test_nobody_wins_against_what_is_believed() -> None:
    """Each argument that is accepted is so by minimax, also where stones are placed in a row."""
    rng, seen = Random(3), Counter[str]()
    for _ in range(size(4000, 500)):
        game = late(board_game(rng) if rng.random() < 0.7 else sparse_graph(rng), rng)
        left = len(game.board) - (game.start.black | game.start.white).bit_count()
        if left > 9:
            continue
        for player in Player:
            for rank in range(left + 1):
                claim = Claim(player, False, rank)
                if complaint(game, claim, game.start, Pairing(()), rank) is not None:
                    continue
                row = [game.player_at(game.start.ply + k) for k in range(rank)]
                twice = any(one is two is player.other for one, two in pairwise(row))
                seen["twice" if twice else "once"] += 1
                of_black = game if player is Player.WHITE else game.swapped()
                assert not Minimax(of_black).within(of_black.start, rank), (game, claim)
    assert min(seen["twice"], seen["once"]) > 50, seen
