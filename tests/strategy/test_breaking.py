"""Strategies of mere breakers: found and made up ones, by both checkers and by playing them; what is no strategy."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from tests.sizes import size
from tests.strategy.breakers import crowded, holder, scribbled
from tests.strategy.naive import does
from tests.strategy.test_extract import accepted
from tests.strategy.test_mutations import claim as claimed
from tests.strategy.test_mutations import dropped, forged, pair, symmetry

from zermelo.errors import DisagreementError, InputError, LimitError
from zermelo.families import make
from zermelo.model import Game, Player, Position, PositionalGame, Turns
from zermelo.model.symmetry import keeps_rules, rule_symmetries
from zermelo.strategy import Answers, Broken, Claim, Entry, Exchange, Holds, Pairing, Strategy
from zermelo.strategy.canonical_position import CanonicalPositions
from zermelo.strategy.check.breaker_certificate import (
    BreakerResidual,
    BreakerResiduals,
    BreakerWalk,
    pairing_carrier,
    unfit,
)
from zermelo.strategy.check.driver import CheckLimits
from zermelo.strategy.check.plain import check
from zermelo.strategy.check.section import checked
from zermelo.strategy.extract.from_search import extract

HOLDS = Claim(Player.WHITE, False, breaking=True)
SWITCH = (dropped, pair, pair, forged, claimed, symmetry)


def games(seeds: range, cells: int):
    """Games with the claims about them that are to be looked at, and the generator."""
    for seed in seeds:
        rng = Random(seed)
        try:
            game = crowded(rng, rng.randint(5, cells))
        except InputError:
            continue  # both have won
        for player in Player:
            said = Claim(player, False, breaking=True)
            if unfit(game, said) is None:
                yield game, said, rng


def both(game: Game, strategy: Strategy) -> bool:
    """True if the strategy holds: both checkers say the same, and show the same line of play."""
    one = check(game, strategy.claim, strategy.symmetries, strategy)
    two = checked(game, strategy.claim, strategy.symmetries, strategy)
    assert replace(one, seconds=0) == replace(two, seconds=0)
    return isinstance(one, Holds)


def test_random():
    """If the breaker holds, strategies made up at random and extracted ones are accepted and do what they claim."""
    counts = Counter[str]()
    for game, said, rng in games(range(size(120, 80)), 8):
        strategy, plain = scribbled(game, said, rng), replace(said, breaking=False)
        if strategy is None:
            counts["lost"] += 1
            try:
                assert not extract(game, plain).claim.breaking
            except DisagreementError:
                counts["refused"] += 1
            continue
        found = extract(game, plain, symmetry=rng.random() < 0.5)
        assert found.claim.breaking
        for each in (strategy, found):
            accepted(game, each)
            assert does(game, each), (game, said)
            counts.update(type(entry.answer).__name__ for entry in each.entries.values())
    assert min(counts[name] for name in ("lost", "refused", "Pairing", "Exchange", "Answers", "int")) > 10, counts


def test_mutants():
    """A changed strategy is refused by both checkers alike, or still does what it claims."""
    counts = Counter[str]()
    for game, said, rng in games(range(1000, 1160), 7):
        strategy = scribbled(game, said, rng)
        if strategy is None:
            continue
        for mutation in SWITCH:
            mutant = mutation(game, strategy, rng)
            if mutant is None:
                continue
            holds = both(game, mutant)
            counts["right" if holds else mutation.__name__] += 1
            if mutation is symmetry:
                assert not holds or all(keeps_rules(game, each) for each in mutant.symmetries)
            else:
                assert not holds or does(game, mutant), (game, said, mutation.__name__)
    assert sum(counts.values()) - counts["right"] > 300, counts
    assert len(counts) == 6, counts


def test_carriers():
    """The breaker holds with her carrier alone, all other cells given to the maker: by trying all."""
    tried = 0
    for game, said, rng in games(range(300, 400), 8):
        strategy = scribbled(game, said, rng)
        if strategy is None or game.mover(game.start) is said.player:
            continue
        assert isinstance(game, PositionalGame)
        walk = BreakerWalk(game, said, strategy.symmetries, CheckLimits())
        walk.entries = strategy.entries
        walk.walk()
        held = holder(game, said)
        for position, (carrier, _) in walk.carriers.items():
            stones = position.stones(said.opponent)
            others = game.board.full & ~(position.black | position.white | carrier)
            assert held(stones | others, carrier, True)
            tried += 1
    assert tried > 60


def test_residuals():
    """Images have images as residual games; that of a residual game is itself; its sets decide who holds."""
    for game, said, rng in games(range(500, 560), 8):
        assert isinstance(game, PositionalGame)
        residuals = BreakerResiduals(game, said, CanonicalPositions(game, rule_symmetries(game)))
        held = holder(game, said)
        stones = sum(1 << cell for cell in rng.sample(range(len(game.board)), 2))
        free = game.board.full & ~stones & ~(1 << rng.randrange(len(game.board)))
        residual = residuals.of(stones, free)
        if residual is None:
            assert any(not mask & ~stones for mask in game.winning_sets(said.opponent))
            continue
        assert residuals.of(residual.stones, residual.open) == residual
        assert held(stones, free, True) == held(residual.stones, residual.open, True)
        for turn in residuals.images.turns:
            image = residuals.of(turn.image(stones), turn.image(free))
            assert image is not None
            assert (image.stones, image.open) == (turn.image(residual.stones), turn.image(residual.open))


@pytest.mark.parametrize(
    ("residual", "pairs", "carrier"),
    [
        ([0b0111], [], 0b0111),  # 1/8, and 1/8 by his best stone
        ([0b0011, 0b1100], [(0, 1)], 0b1111),  # 1/4 and 1/4
        ([0b0011, 0b0101], [], None),  # 1/2 and 1/2
        ([0b0011, 0b0101], [(0, 1)], None),  # a single cell weighs 1/2
        ([0b0011, 0b1100, 0b0110], [(0, 1), (2, 3)], None),  # none is left outside the pairs
    ],
)
def test_weights(residual, pairs, carrier):
    """The bound of Erdős and Selfridge, up to its edge."""
    assert pairing_carrier(BreakerResidual(0, 0b1111, residual), pairs) == carrier


def positional(name: str) -> PositionalGame:
    game = make(name)
    assert isinstance(game, PositionalGame)
    return game


@pytest.mark.parametrize(
    ("game", "said", "entries", "why"),
    [
        ("ttt", HOLDS, {}, "no answer to the moves of Black is stored"),
        ("ttt", HOLDS, {Position(): Entry(4)}, "in which Black moves"),
        ("ttt", HOLDS, {Position(): Entry(Pairing(()))}, "too much weight"),
        ("ttt", HOLDS, {Position(): Entry(Pairing(((0, 1), (1, 2))))}, "a2 is no open cell"),
        ("ttt", HOLDS, {Position(): Entry(Answers(()))}, "no answer to a1 is stored"),
        ("ttt", HOLDS, {Position(): Entry(Answers(((4, 4),)))}, "b2 is no open cell"),
        ("ttt", HOLDS, {Position(): Entry(Exchange(((4, 0),)))}, "goes through a1 and not through b2"),
        ("ttt", HOLDS, {Position(): Entry(Exchange(()))}, "leads nowhere"),
        ("ttt", Claim(Player.BLACK, False, breaking=True), {}, "no first move of Black"),
        ("ttt", Claim(Player.WHITE, True, breaking=True), {}, "which is not the claim"),
        ("ttt", Claim(Player.WHITE, False, 7, breaking=True), {}, "for ever"),
        ("hex:3x3", HOLDS, {}, "which is not the claim"),
        ("httt:elly,board=3x3", Claim(Player.BLACK, False, breaking=True), {}, "no first move of Black"),
    ],
)
def test_refused(game, said, entries, why):
    """Entries that are no strategy are refused, with the reason."""
    strategy = Strategy(make(game), said, (), entries)
    assert not both(strategy.game, strategy)
    result = check(strategy.game, said, (), strategy)
    assert isinstance(result, Broken)
    assert why in result.why


def test_unfit():
    """Not where a player places two stones in a row, and not for one who has nothing to break."""
    game = replace(positional("ttt"), turns=Turns(Player.BLACK, 1, 2))
    assert "in turn" in (unfit(game, HOLDS) or "")
    maker = replace(positional("ttt"), rule=type(game.rule).MAKER_BREAKER, white_sets=())
    assert "proves nothing" in (unfit(maker, replace(HOLDS, player=Player.BLACK)) or "")
    first = replace(positional("ttt"), first_moves=1)
    assert "not restricted" in (unfit(first, replace(HOLDS, player=Player.BLACK)) or "")
    assert unfit(first, HOLDS) is None


def test_small():
    """On a torus of 5x5 few entries are left, each of which is needed; on 8x8 Snaky is held."""
    for name, most in (("httt:p6-08,board=5x5,torus", 12_000), ("httt:snaky,board=8x8", 1000)):
        game = make(name)
        strategy = extract(game, Claim(Player.WHITE, False))
        result = checked(game, strategy.claim, strategy.symmetries, strategy)
        assert isinstance(result, Holds)
        assert result.positions == len(strategy) < most
        assert result.unused == 0
        keys = list(strategy.entries)
        for key in Random(1).sample(keys, size(20, 5)):
            fewer = {each: entry for each, entry in strategy.entries.items() if each != key}
            assert isinstance(checked(game, strategy.claim, strategy.symmetries, fewer.items()), Broken)


def test_wide():
    """Boards of several machine words; stones at the start, which the symmetries of the rules do not keep."""
    for name, keep in (("httt:snaky,board=9x9,kind=mb", 7), ("httt:snaky,board=12x12,kind=mb", 7)):
        game = make(name)
        taken = sum(1 << cell for cell, place in enumerate(game.board.places) if max(place) > keep)
        game = game.at(Position(0, taken, 0))
        strategy = extract(game, Claim(Player.WHITE, False))
        assert any(isinstance(entry.answer, Answers) for entry in strategy.entries.values())
        assert both(game, strategy)


def test_limits():
    """Out of time, out of memory: never a verdict."""
    game = make("httt:p6-08,board=5x5,torus")
    with pytest.raises(LimitError):
        extract(game, Claim(Player.WHITE, False), time_limit=0.02)
    strategy = extract(game, Claim(Player.WHITE, False))
    for walk in (check, checked):
        with pytest.raises(LimitError):
            walk(game, strategy.claim, strategy.symmetries, strategy, time_limit=0)
        with pytest.raises(LimitError):
            walk(game, strategy.claim, strategy.symmetries, strategy, memory_limit_mb=0.001)
