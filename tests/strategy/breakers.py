"""Games in which a breaker has to think, and strategies for them that no search has found."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

from zermelo.model import Board, Player, Position, PositionalGame, Rule, Turns, cells_of
from zermelo.model.symmetry import rule_symmetries
from zermelo.strategy import Answers, Claim, Entry, Exchange, Pairing, Strategy
from zermelo.strategy.canonical_position import CanonicalPositions
from zermelo.strategy.check.breaker_certificate import BreakerResidual, BreakerResiduals, pairing_carrier


def crowded(rng: Random, cells: int) -> PositionalGame:
    """A game of random winning sets, sometimes all turns of a few; either player opens, perhaps with stones set."""
    whole = range(cells)
    shapes = [rng.sample(whole, rng.choice((2, 3, 3, 3, 4))) for _ in range(rng.randint(cells // 2, 2 * cells))]
    if rng.random() < 0.4:
        shapes = [[(cell + turn) % cells for cell in shape] for shape in shapes[: rng.randint(1, 2)] for turn in whole]
    sets = tuple(sum(1 << cell for cell in shape) for shape in shapes)
    both = rng.random() < 0.4
    stones = rng.sample(whole, rng.choice((0, 0, 0, 1, 2)))
    black = sum(1 << cell for cell in stones[:1])
    start = Position(black, sum(1 << cell for cell in stones[1:]), len(stones))
    return PositionalGame(
        "crowded",
        Board.named([f"a{cell + 1}" for cell in whole]),
        Rule.MAKER_MAKER if both else Rule.MAKER_BREAKER,
        sets,
        sets if both else (),
        start=start,
        turns=Turns(rng.choice(list(Player))),
    )


def holder(game: PositionalGame, claim: Claim) -> Callable[[int, int, bool], bool]:
    """True if the breaker holds: of the maker's stones, the open cells, and whether he is to move; by trying all."""
    sets = game.winning_sets(claim.opponent)

    @cache
    def held(stones: int, free: int, his: bool) -> bool:
        if any(not mask & ~stones for mask in sets):
            return False
        if not any(not mask & ~(stones | free) for mask in sets):
            return True
        if his:
            return all(held(stones | 1 << cell, free & ~(1 << cell), False) for cell in cells_of(free))
        return any(held(stones, free & ~(1 << cell), True) for cell in cells_of(free))

    return held


def scribbled(game: PositionalGame, claim: Claim, rng: Random) -> Strategy | None:
    """A strategy at random among those that are right; None where the breaker does not hold."""
    held = holder(game, claim)
    turns = rule_symmetries(game) if rng.random() < 0.5 else ()
    residuals, entries = BreakerResiduals(game, claim, CanonicalPositions(game, turns)), dict[Position, Entry]()
    carriers: dict[Position, int] = {}

    def visit(stones: int, free: int) -> int:
        residual = residuals.of(stones, free)
        assert residual is not None
        if not residual.lines:
            return 0
        key, turn = residuals.key(residual)
        if key not in carriers:
            answer, carrier = choose(residual)
            entries[key] = Entry(residuals.images.forth(answer, turn))
            carriers[key] = residuals.images.mask_forth(carrier, turn)
        return residuals.images.mask_back(carriers[key], turn)

    def choose(residual: BreakerResidual) -> tuple[Pairing | Exchange | Answers, int]:
        if rng.random() < 0.6:
            cells = rng.sample(list(cells_of(residual.open)), residual.open.bit_count())
            pairs = tuple(zip(cells[: rng.choice((0, 2, 4, 6)) : 2], cells[1::2], strict=False))
            carrier = pairing_carrier(residual, pairs)
            if carrier is not None:
                return Pairing(pairs), carrier
        cells = rng.sample(list(cells_of(residual.open)), residual.open.bit_count())
        for his in cells if rng.random() < 0.7 else ():
            for hers in cells:
                here, left = residual.stones | 1 << his, residual.open & ~(1 << his | 1 << hers)
                fits = all(not line >> hers & 1 or line >> his & 1 for line in residual.lines)
                if his != hers and fits and held(here, left, True):
                    return Exchange(((his, hers),)), visit(here, left) | 1 << his | 1 << hers
        must, carrier, answered = residual.open, 0, list[tuple[int, int]]()
        while must:
            his = rng.choice(list(cells_of(must)))
            here, left = residual.stones | 1 << his, residual.open & ~(1 << his)
            hers = rng.choice([each for each in cells_of(left) if held(here, left & ~(1 << each), True)])
            needed = visit(here, left & ~(1 << hers)) | 1 << hers
            must &= needed & ~(1 << his)
            carrier |= needed
            answered.append((his, hers))
        return Answers(tuple(answered)), carrier

    stones, free = game.start.stones(claim.opponent), game.board.full & ~(game.start.black | game.start.white)
    his = game.mover(game.start) is claim.opponent
    if not held(stones, free, his):
        return None
    start = residuals.of(stones, free)
    assert start is not None
    if his:
        visit(stones, free)
    elif start.lines:
        cell = rng.choice([each for each in cells_of(start.open) if held(stones, free & ~(1 << each), True)])
        visit(start.stones, start.open & ~(1 << cell))
        key, turn = residuals.key(start)
        entries[key] = Entry(residuals.images.forth(cell, turn))
    return Strategy(game, claim, turns, entries)
