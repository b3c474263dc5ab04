"""A fixed sweep of small random games: every encoding says at every depth what exhaustive search says.

Hypothesis looks at a few dozen games and shrinks what it finds; a bug that shows in one game out of fifty slips by.
Here every run looks at the same games, very many of them. What a formula must say is known beforehand, so a solver
can be asked about many at once: are all of them true that must be, is none of them true that must not be?
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import count, islice, product
from random import Random

import pytest
from tests.encodings.games import KINDS, truth
from tests.encodings.test_lifted import random_game
from tests.sizes import size

from zermelo.encodings import ENCODINGS, Asks, Encoded, Encoding
from zermelo.errors import InputError
from zermelo.formula import QCNF, Quantifier, evaluate, width_for
from zermelo.model import Game
from zermelo.search import Minimax
from zermelo.solvers import Answer, solver

SEEDS = range(size(150, 20))
BATCH = 16
"""So many formulas are asked about at once."""
OPEN = dict.fromkeys(("la", "ln", "li", "dys"), 5) | {"bddl": 6}
"""The most moves of a game for encodings that are hard on solvers; 7 for the others."""


def together(formulas: Sequence[QCNF], every: bool) -> QCNF:
    """One formula that is true when all of the formulas are, or else when some is.

    An outermost number says which of them counts: a universal number for all of them, an existential one for some.
    """
    merged, levels = QCNF(), defaultdict[int, list[int]](list)
    chosen = merged.fresh_block(width_for(len(formulas)))
    for code in product((False, True), repeat=len(chosen)):
        number = sum(bit << place for place, bit in enumerate(code))
        guard = [-bit if value else bit for bit, value in zip(chosen, code, strict=True)]
        if number >= len(formulas):
            if not every:
                merged.add(*guard)
            continue
        formula = formulas[number]
        shift = merged.num_variables
        merged.fresh_block(formula.num_variables)
        opens = formula.prefix.blocks[0].quantifier if formula.prefix.blocks else None
        for level, block in zip(count(opens is Quantifier.FORALL), formula.prefix.blocks, strict=False):
            levels[level] += [variable + shift for variable in block.variables]
        for clause in formula.clauses():
            merged.add(*guard, *(literal + shift if literal > 0 else literal - shift for literal in clause))
    merged.prefix.add(Quantifier.FORALL if every else Quantifier.EXISTS, chosen)
    for level in sorted(levels):
        merged.prefix.add(Quantifier.FORALL if level % 2 else Quantifier.EXISTS, levels[level])
    return merged


def must_be(encoded: Encoded, oracle: Minimax) -> bool | None:
    """The truth value that the formula must have; None where a formula that White holds says nothing when false."""
    game = oracle.game
    if encoded.asks is Asks.BLACK_WINS:
        return oracle.within(game.start, encoded.depth)
    if encoded.asks is Asks.WHITE_LASTS:
        return not oracle.within(game.start, encoded.depth)
    wins = oracle.within(game.start, game.complete_depth() or 0)
    if encoded.exact:
        assert oracle.within(game.start, encoded.depth) is wins, (encoded, game)
        return not wins
    return False if wins else None


def games(kind: str) -> Iterator[Game]:
    """The games of a kind; of grid games those of which it is known how long they can last."""
    for seed in SEEDS if kind in KINDS else range(8 * len(SEEDS)):
        try:
            game = KINDS[kind](Random(seed)) if kind in KINDS else random_game(Random(seed))
        except InputError:
            continue
        if kind in KINDS or (game.complete_depth() or 0) >= 4:
            yield game


def questions(encoding: Encoding, kind: str) -> Iterator[tuple[Encoded, bool, Game]]:
    """All formulas for the games of a kind, with what they must say; what is decided while encoding is checked."""
    for game in games(kind):
        complete = game.complete_depth()
        assert complete is not None
        if encoding.lacks(game) is not None or complete > OPEN.get(encoding.name, 7):
            continue
        oracle = Minimax(game)
        for depth in range(complete + 1):
            encoded = encoding.encode(game, depth)
            wanted = must_be(encoded, oracle)
            if encoded.answer is not None:
                assert encoded.answer is wanted or wanted is None, (encoding.label, depth, game, encoded.why)
            elif wanted is not None:
                yield encoded, wanted, game


@cache
def some(kind: str) -> tuple[Game, ...]:
    return tuple(islice(games(kind), 20))


SWEPT = [
    pytest.param(twin, kind, id=f"{twin.label}-{kind}")
    for each in ENCODINGS.values()
    for twin in dict.fromkeys((each, each.faithful()))
    for kind in ("grid", *KINDS)
    if any(twin.lacks(game) is None for game in some(kind))
]


@pytest.mark.parametrize(("encoding", "kind"), SWEPT)
def test_agrees_with_search(encoding, kind):
    waiting: dict[bool, list[tuple[Encoded, Game]]] = {True: [], False: []}

    def ask(wanted: bool) -> None:
        batch, waiting[wanted] = waiting[wanted], []
        merged = together([encoded.clauses()[0] for encoded, _ in batch], every=wanted)
        answer = solver("depqbf").solve(merged, time_limit=60).answer
        if answer is not (Answer.TRUE if wanted else Answer.FALSE):
            wrong = [(encoded.encoding, encoded.depth, game) for encoded, game in batch if truth(encoded) is not wanted]
            pytest.fail(f"must be {wanted}: {wrong or answer}")

    for encoded, wanted, game in questions(encoding, kind):
        waiting[wanted].append((encoded, game))
        if len(waiting[wanted]) == BATCH:
            ask(wanted)
    for wanted in (True, False):
        if waiting[wanted]:
            ask(wanted)


def test_many_at_once():
    """Formulas put together are true when all of them are, or when some is."""
    true, false = QCNF(), QCNF()
    for formula, quantifier in ((true, Quantifier.EXISTS), (false, Quantifier.FORALL)):
        formula.prefix.add(quantifier, formula.fresh_block(1))
        formula.add(1)
    for formulas in product((true, false), repeat=3):
        for every, quantified in ((True, all), (False, any)):
            assert evaluate(together(formulas, every)) is quantified(formula is true for formula in formulas)
