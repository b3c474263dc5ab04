"""Strategies that were tampered with are found out."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from tests.sizes import size
from tests.strategy.claims import KINDS, Truth, asked_of_search, random_game
from tests.strategy.naive import does

from zermelo.errors import LimitError, ZermeloError
from zermelo.model import Game, GridGame, PlacementGame, Player, Position
from zermelo.model.ground import ground_actions
from zermelo.strategy import Answers, Broken, Entry, Exchange, Links, Packing, Pairing, Race, Strategy, Sum
from zermelo.strategy.check.plain import check
from zermelo.strategy.check.section import checked
from zermelo.strategy.entry import Argument
from zermelo.strategy.extract.from_search import extract

PAIRED = (Pairing, Links, Exchange, Answers)
ARGUED = (*PAIRED, Packing, Sum, Race)

EXACT = ("move", "dropped")
"""Mutations that are found out whenever play changes for the worse, and only then, in games of stones that stay."""


def move(game: Game, strategy: Strategy, rng: Random) -> Strategy | None:
    """Another move, most of the time a legal one."""
    at = _some(strategy, rng, lambda entry: not isinstance(entry.answer, ARGUED))
    if at is None:
        return None
    entry = strategy.entries[at]
    legal = range(len(game.board)) if isinstance(game, PlacementGame) else game.legal(at)
    taken = at.black | at.white if isinstance(game, PlacementGame) and rng.random() < 0.8 else 0
    others = [each for each in legal if each != entry.answer and not (taken and taken >> each & 1)]
    return _with(strategy, at, entry._replace(answer=rng.choice(others))) if others else None


def dropped(game: Game, strategy: Strategy, rng: Random) -> Strategy | None:  # noqa: ARG001
    """An entry less."""
    at = _some(strategy, rng, lambda _: True)
    return None if at is None else _with(strategy, at, None)


def pair(game: Game, strategy: Strategy, rng: Random) -> Strategy | None:
    """A pair less or more, a pair turned round, two cells exchanged, or another cell."""
    at = _some(strategy, rng, lambda entry: isinstance(entry.answer, PAIRED) and bool(entry.answer.pairs))
    if at is None:
        return None
    entry = strategy.entries[at]
    cells = [cell for each in entry.answer.pairs for cell in each]
    roll = rng.random()
    first = 2 * rng.randrange(len(cells) // 2)
    if roll < 0.3:
        del cells[first : first + 2]
    elif roll < 0.4:
        cells[first], cells[first + 1] = cells[first + 1], cells[first]
    elif roll < 0.5:
        cells += rng.choices(range(len(game.board)), k=2)
    elif roll < 0.7 and len(cells) > 2:
        cells[0], cells[2] = cells[2], cells[0]
    else:
        cells[rng.randrange(len(cells))] = rng.randrange(len(game.board))
    pairs = tuple(zip(cells[::2], cells[1::2], strict=True))
    return _with(strategy, at, entry._replace(answer=type(entry.answer)(pairs)))


def packing(game: Game, strategy: Strategy, rng: Random) -> Strategy | None:
    """A packing with a move less, more or exchanged, single moves as a pair, a pair torn or turned, another's."""
    at = _some(strategy, rng, lambda entry: isinstance(entry.answer, Packing))
    if at is None or not isinstance(game, GridGame):
        return None
    entry = strategy.entries[at]
    pairs, moves = list(entry.answer.pairs), list(entry.answer.moves)
    every = [each.move for player in Player for each in ground_actions(game, player)]
    roll = rng.random()
    if roll < 0.2 and moves:
        moves.remove(rng.choice(moves))
    elif roll < 0.3 and pairs:
        pairs.remove(rng.choice(pairs))
    elif roll < 0.5:
        moves.append(rng.choice(every))
    elif roll < 0.65 and moves:
        moves[rng.randrange(len(moves))] = rng.choice(every)
    elif roll < 0.8 and len(moves) > 1:
        one, two, *moves = rng.sample(moves, len(moves))
        pairs.append((one, two))
    elif pairs:
        one, two = pairs.pop()
        pairs.append((two, one))
    else:
        other = rng.choice([position for position, _ in strategy])
        return _with(strategy, other, entry) if other != at else None
    return _with(strategy, at, entry._replace(answer=Packing(tuple(pairs), tuple(moves))))


def total(game: Game, strategy: Strategy, rng: Random) -> Strategy | None:
    """A sum in place of a packing, or with a move given up more, less or exchanged."""
    at = _some(strategy, rng, lambda entry: isinstance(entry.answer, Packing | Sum))
    if at is None or not isinstance(game, GridGame):
        return None
    entry = strategy.entries[at]
    given_up = list(entry.answer.given_up) if isinstance(entry.answer, Sum) else []
    every = [each.move for player in Player for each in ground_actions(game, player)]
    if given_up and rng.random() < 0.5:
        given_up.pop(rng.randrange(len(given_up)))
    if rng.random() < 0.5:
        given_up.append(rng.choice(every))
    return _with(strategy, at, entry._replace(answer=Sum(tuple(given_up))))


def race(game: Game, strategy: Strategy, rng: Random) -> Strategy | None:
    """A race with another move or other plans: cut, longer, with another move, less, or those of another race."""
    at = _some(strategy, rng, lambda entry: isinstance(entry.answer, Race))
    if at is None or not isinstance(game, GridGame):
        return None
    entry = strategy.entries[at]
    plans = [list(plan) for plan in entry.answer.plans]
    plan, every = rng.choice(plans), [each.move for player in Player for each in ground_actions(game, player)]
    roll = rng.random()
    if roll < 0.2:
        plan.pop(rng.randrange(len(plan)))
    elif roll < 0.4:
        plan[rng.randrange(len(plan))] = rng.choice(every)
    elif roll < 0.5:
        plan.append(rng.choice(every))
    elif roll < 0.7:
        plans.remove(plan)
    elif roll < 0.85:
        return _with(strategy, at, entry._replace(answer=entry.answer._replace(move=rng.choice(every))))
    else:
        other = rng.choice([each.answer for _, each in strategy if isinstance(each.answer, Race)])
        return _with(strategy, at, entry._replace(answer=entry.answer._replace(plans=other.plans)))
    return _with(strategy, at, entry._replace(answer=entry.answer._replace(plans=tuple(map(tuple, plans)))))


def forged(game: Game, strategy: Strategy, rng: Random) -> Strategy | None:
    """An argument that nobody has made."""
    fits = strategy.claim.breaking
    at = _some(strategy, rng, lambda entry: fits or not isinstance(entry.answer, Argument | Packing | Sum | Race))
    if at is None:
        return None
    if isinstance(game, GridGame) and rng.random() < 0.7:
        every = [each.move for each in ground_actions(game, strategy.claim.player)]
        some = rng.sample(every, rng.randint(0, min(5, len(every))))
        made: Any = Packing(((some[0], some[1]),), tuple(some[2:])) if len(some) > 2 else Packing((), tuple(some))
        roll = rng.random()
        if roll < 0.3:
            made = Sum(tuple(some[:2]))
        elif some and roll < 0.6:
            made = Race(some[0], (tuple(some[1:]),))
        return _with(strategy, at, Entry(made, strategy.entries[at].rank))
    cells = rng.sample(range(len(game.board)), 2 * rng.randint(0, len(game.board) // 2))
    argument = rng.choice(PAIRED)(tuple(zip(cells[::2], cells[1::2], strict=True)))
    return _with(strategy, at, Entry(argument, strategy.entries[at].rank))


def rank(game: Game, strategy: Strategy, rng: Random) -> Strategy | None:
    """Another rank."""
    at = _some(strategy, rng, lambda _: True)
    if at is None or not isinstance(game, GridGame):
        return None
    entry = strategy.entries[at]
    other = rng.choice([None, 0, 1, 2, (entry.rank or 3) - 1, (entry.rank or 0) + 1, (entry.rank or 0) + 2])
    return None if other == entry.rank else _with(strategy, at, entry._replace(rank=other))


def claim(game: Game, strategy: Strategy, rng: Random) -> Strategy:  # noqa: ARG001
    """More than was proven."""
    said = strategy.claim
    more = [replace(said, wins=not said.wins), replace(said, player=said.opponent)]
    more.append(replace(said, breaking=not said.breaking))
    if said.depth:
        more.append(replace(said, depth=said.depth - 1 if said.wins else rng.choice([said.depth + 1, None])))
    return replace(strategy, claim=rng.choice(more))


def symmetry(game: Game, strategy: Strategy, rng: Random) -> Strategy:
    """A permutation that is perhaps none of the game."""
    turn = tuple(rng.sample(range(len(game.board)), len(game.board)))
    return replace(strategy, symmetries=(*strategy.symmetries, turn))


MUTATIONS = (move, dropped, pair, packing, total, race, forged, rank, claim, symmetry)


EASY = (claim, symmetry)
"""Mutations that are found out at once, and so are tried less often."""


def _some(strategy: Strategy, rng: Random, fits: Any) -> Position | None:
    found = [position for position, entry in strategy if fits(entry)]
    return rng.choice(found) if found else None


def _with(strategy: Strategy, at: Position, entry: Entry | None) -> Strategy:
    entries = dict(strategy.entries)
    if entry is None:
        del entries[at]
    else:
        entries[at] = entry
    return replace(strategy, entries=entries)


def other_board(game: Game, rng: Random) -> Game | None:
    """A game like this one, with another stone, another set, or another size; None where there is none."""
    try:
        if rng.random() < 0.5 or isinstance(game, GridGame):
            cell = 1 << rng.randrange(len(game.board))
            black, white, ply = game.start
            return game.at(
                Position(black & ~cell, white | cell, ply) if not white & cell else Position(black, white ^ cell, ply)
            )
        if hasattr(game, "black_sets"):
            return replace(game, black_sets=(*game.black_sets, rng.randrange(1, 1 << len(game.board))))  # type: ignore[type-var]
        return replace(game, source=game.source ^ (1 << rng.randrange(len(game.board))))  # type: ignore[attr-defined, type-var]
    except ZermeloError:
        return None


def verdicts(game: Game, strategy: Strategy) -> bool:
    """True if the strategy holds, by both checkers, which agree."""
    said = []
    for each in (check, checked):
        result = each(game, strategy.claim, strategy.symmetries, strategy)
        said.append(not isinstance(result, Broken))
        if isinstance(result, Broken) and result.position is not None:
            position = game.start
            for step in result.line:  # a line that can be played
                position = game.apply(position, step)
            if " given to " in result.why:
                assert position.stones(strategy.claim.player) == result.position.stones(strategy.claim.player)
            else:
                assert position[:2] == result.position[:2]
    assert said[0] == said[1], (strategy.claim, said)
    return said[0]


def mutants(kind: str, seed: int, wanted: int) -> Counter[str]:
    """So many rejected mutants at least: how many of each sort, and how many were right; the oracle judges each."""
    counts = Counter[str]()
    while sum(counts.values()) - counts["still right"] < wanted:
        seed += 1
        game, rng = random_game(kind, seed), Random(seed)
        try:
            claims = list(Truth(game, 1200).claims(rng))
        except LimitError:
            continue
        for said in claims:
            if not asked_of_search(game, said):
                continue
            strategy = extract(game, said, arguments=rng.random() < 0.5, symmetry=rng.random() < 0.5)
            for mutation in MUTATIONS:
                mutant = None if mutation in EASY and rng.random() < 0.8 else mutation(game, strategy, rng)
                if mutant is None:
                    continue
                holds = verdicts(game, mutant)
                right = does(game, mutant) if mutation is not symmetry else Truth(game).holds(mutant.claim)
                assert right or not holds, (kind, seed, said, mutation.__name__)
                plain = isinstance(game, PlacementGame) and not any(isinstance(e.answer, PAIRED) for _, e in mutant)
                if mutation.__name__ in EXACT and plain and not mutant.claim.derived:
                    assert holds or not right, (kind, seed, said, mutation.__name__)
                counts["still right" if holds else mutation.__name__] += 1
            board = other_board(game, rng)
            if board is not None:
                try:
                    holds = verdicts(board, strategy)
                    assert not holds or Truth(board).holds(said), (kind, seed, said, "board")
                    counts["still right" if holds else "board"] += 1
                except LimitError:
                    continue
    return counts


@pytest.mark.parametrize("kind", KINDS)
def test_mutants(kind):
    """Some hundred mutants are rejected; those that are not are right."""
    counts = mutants(kind, 3000, size(130, 30))
    assert len(set(counts) - {"still right"}) >= 6, counts
