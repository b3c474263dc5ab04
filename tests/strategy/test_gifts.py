"""Gifts: what they stand for, when they are refused, and what they spare."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from tests.strategy.claims import random_game

from zermelo.families import make
from zermelo.model import Player, Position, PositionalGame, Turns, cells_of, mask_of
from zermelo.search import solve_exactly
from zermelo.search.holding import Holding
from zermelo.strategy import Broken, Claim, Entry, Gifts, Holds, Strategy, check
from zermelo.strategy.checker import checked
from zermelo.strategy.extract_search import extract
from zermelo.strategy.gifts import complaint, give, odd_groups

HOLDS = Claim(Player.WHITE, False)


@pytest.mark.parametrize(
    ("turns", "claim", "groups", "why"),
    [
        (None, HOLDS, [(0, 1)], "even"),
        (None, HOLDS, [(0, 1, 1)], "twice"),
        (None, Claim(Player.WHITE, False, 5), [(0,)], "without a depth"),
        (None, Claim(Player.BLACK, False), [(0,)], "in which Black moves"),
        (Turns(Player.BLACK, 1, 2), HOLDS, [(0,)], "in turn"),
    ],
)
def test_refused(turns, claim, groups, why):
    """Gifts that prove nothing."""
    made = ttt()
    if turns is not None:
        made = replace(made, turns=turns)
    gifts = Gifts(tuple(groups))
    assert why in (complaint(made, claim, made.start, gifts) or "")
    strategy = Strategy(made, claim, (), {Position(): Entry(gifts)})
    for walk in (check, checked):
        result = walk(made, claim, (), strategy)
        assert isinstance(result, Broken)
        assert why in result.why


def ttt() -> PositionalGame:
    """Tic-tac-toe."""
    return positional("ttt")


def positional(name: str) -> PositionalGame:
    """A positional game by its name."""
    game = make(name)
    assert isinstance(game, PositionalGame)
    return game


def test_taken():
    """A cell that has a stone is no gift."""
    game = positional("ttt")
    position = game.play(game.play(game.start, 4), 0)
    assert complaint(game, HOLDS, position, Gifts(((0, 1, 2),))) == "the gifts hold a1, which is taken"
    assert complaint(game, HOLDS, position, Gifts(((1, 2, 3),))) is None


def test_too_much():
    """Who is given a whole winning set has won, and is said to have been given it."""
    game = positional("ttt")
    strategy = Strategy(game, HOLDS, (), {Position(): Entry(Gifts(((0, 1, 2),)))})
    for walk in (check, checked):
        result = walk(game, HOLDS, (), strategy)
        assert isinstance(result, Broken)
        assert result.why == "Black has won, with a2 a3 given to Black"


def test_monotone():
    """Where a player holds after a gift, he holds after each reply in it: by solving, in random games."""
    tried = 0
    for seed in range(400):
        game, rng = random_game("maker-breaker" if seed % 2 else "maker-maker", seed), Random(seed)
        assert isinstance(game, PositionalGame)
        fits = len(game.moves(game.start)) >= 3 and game.complete_depth() <= 9
        if not fits or complaint(game, HOLDS, game.start, Gifts(())) is not None:
            continue
        group = tuple(rng.sample(game.moves(game.start), 3))
        after = game.at(give(game.start, group, Player.BLACK))
        if solve_exactly(after).winner is not Player.BLACK:
            tried += 1
            for cell in group:
                assert solve_exactly(game.after([cell])).winner is not Player.BLACK
    assert tried > 3


def test_needed():
    """The search's cells are enough: the breaker holds with all others given to the maker."""
    tried = 0
    for name in ("ttt", "httt:skinny,board=4x4", "httt:tippy,board=4x4", "httt:elam,board=4x4", "httt:p5-06,board=4x4"):
        game = positional(name)
        holding = Holding(game, Player.WHITE)
        for seed in range(40):
            rng, position = Random(seed), game.start
            for _ in range(2 * rng.randint(0, 2) + 1):
                if not game.is_over(position):
                    position = game.play(position, rng.choice(game.moves(position)))
            held = holding.ask(position)
            if held is None or game.is_over(position):
                continue
            others = tuple(cells_of(game.board.full & ~(position.black | position.white | held.needed)))
            worst = give(position, others, Player.BLACK)
            assert Holding(game.at(worst._replace(ply=position.ply)), Player.WHITE).ask(
                worst._replace(ply=position.ply)
            ), (name, seed)
            tried += 1
    assert tried > 30


def test_odd_groups():
    """Every group is odd, holds its reply, and lies within its cover; of two covers nothing common is lost."""
    for seed in range(300):
        rng = Random(seed)
        covers = []
        for _ in range(rng.randint(1, 4)):
            reply = rng.randrange(9)
            covers.append((reply, mask_of(rng.sample(range(9), rng.randint(1, 9))) | 1 << reply))
        for (reply, mask), group in zip(covers, odd_groups(covers), strict=True):
            assert group.bit_count() % 2
            assert group >> reply & 1
            assert not group & ~mask


def test_spares():
    """On a torus of 5x5, gifts leave few positions."""
    large = make("httt:p6-08,board=5x5,torus")
    strategy = extract(large, HOLDS, breaking=False)
    assert any(isinstance(entry.answer, Gifts) for entry in strategy.entries.values())
    result = checked(large, HOLDS, strategy.symmetries, strategy)
    assert isinstance(result, Holds)
    assert result.positions < 10_000
