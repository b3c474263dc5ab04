"""The native solver of Game-SAT says what trying everything says, whatever is turned off."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations, product

import pytest
from tests.gamesat.formulas import any_formula
from tests.gamesat.minimax import winner
from tests.sizes import size

from zermelo.errors import UnsupportedError
from zermelo.gamesat import MAX, MIN, GameSatSwitches, decide
from zermelo.gamesat.generate import formulas
from zermelo.gamesat.solver import NAMES, REPORT
from zermelo.model import ClauseGame


def covering() -> list[GameSatSwitches]:
    """Settings in which any three switches take all eight combinations of values."""
    draw = random.Random(1)
    missing = {
        tuple(zip(names, values, strict=True))
        for names in combinations(NAMES, 3)
        for values in product((False, True), repeat=3)
    }
    rows = []
    while missing:
        values = dict.fromkeys(NAMES, False) | {name: draw.random() < 0.5 for name in NAMES}
        covered = {each for each in missing if all(values[name] == value for name, value in each)}
        if covered:
            missing -= covered
            rows.append(GameSatSwitches(**values))
    return rows


SETTINGS = [
    GameSatSwitches(),
    REPORT,
    GameSatSwitches().without(*NAMES),
    *(GameSatSwitches().without(name) for name in NAMES),
    *covering(),
]


def test_against_minimax():
    """Every setting, on formulas of all shapes, both players first; tables of any size."""
    draw = random.Random(20)
    seen = set()
    for number in range(size(1200, 400)):
        formula = any_formula(7 if number % 20 == 0 else 5, draw)
        for first in (MAX, MIN):
            truth = winner(formula.opened_by(first))
            seen.add((first, truth))
            ways = [GameSatSwitches(), REPORT, *draw.sample(SETTINGS, 6)]
            for switches in ways:
                found = decide(formula.opened_by(first), switches=switches, table_mb=draw.choice((0, 0.001, 1)))
                assert found.winner is truth, (formula, first, switches)
    assert len(seen) == 4


def test_components():
    """Two formulas side by side, with nothing but this rule and what it needs, and with everything."""
    draw = random.Random(8)
    alone = GameSatSwitches().without(*(set(NAMES) - {"components", "unused"}))
    seen = set()
    for _ in range(size(600, 200)):
        one, two = any_formula(4, draw), any_formula(4, draw)
        shift = one.variables
        moved = tuple(tuple(k + (shift if k > 0 else -shift) for k in clause) for clause in two.formula)
        formula = ClauseGame("f", shift + two.variables, one.formula + moved)
        if formula.variables <= 7:
            for first in (MAX, MIN):
                truth = winner(formula.opened_by(first))
                seen.add((formula.variables % 2, first, truth))
                for switches in (alone, replace(alone, unused=False), GameSatSwitches()):
                    found = decide(formula.opened_by(first), switches=switches)
                    assert found.winner is truth, (formula, first, switches)
    assert len(seen) == 8


def test_every_setting_is_used():
    """No setting is luckier than the others: each decides the same harder formulas."""
    for formula in formulas(14, 7, 3, 3, seed=4):
        for first in (MAX, MIN):
            game = formula.opened_by(first)
            assert len({decide(game, switches=each).winner for each in SETTINGS if each.unused}) == 1


def after(formula: ClauseGame, literals: tuple[int, ...]) -> ClauseGame:
    """The residual formula, the variables numbered anew."""
    played = set(literals)
    left = [v for v in range(1, formula.variables + 1) if not {v, -v} & played]
    number = {v: place for place, v in enumerate(left, 1)}
    clauses = [
        tuple(number[abs(each)] * (1 if each > 0 else -1) for each in clause if -each not in played)
        for clause in formula.formula
        if not played.intersection(clause)
    ]
    return ClauseGame("f", len(left), tuple(clauses))


def test_lines():
    """A line is legal, the winner wins after each of its moves, and where it ends nothing matters."""
    draw = random.Random(3)
    opened = 0
    for _ in range(300):
        formula = any_formula(5, draw)
        for first in (MAX, MIN):
            found = decide(formula.opened_by(first), line=True)
            assert len({abs(literal) for literal in found.line}) == len(found.line)
            mover = first
            for count in range(1, len(found.line) + 1):
                mover = mover.other
                assert winner(after(formula, found.line[:count]).opened_by(mover)) is found.winner
            rest = after(formula, found.line)
            assert not rest.formula or () in rest.formula or all({-k for k in each} & {*each} for each in rest.formula)
            assert found.first_move == (found.line[0] if found.line and found.winner is first else None)
            opened += found.first_move is not None
    assert opened > 100


@pytest.mark.parametrize("shift", [60, 100, 200, 900])
def test_wide_sets(shift):
    """High numbers of variables and many clauses change nothing: variables that are unused, and clauses repeated."""
    draw = random.Random(shift)
    for _ in range(20):
        formula = any_formula(5, draw)
        clauses = tuple(tuple(k + (shift if k > 0 else -shift) for k in clause) for clause in formula.formula)
        wide = ClauseGame("f", formula.variables + shift, clauses * (shift // 12))
        for first in (MAX, MIN):
            assert decide(wide.opened_by(first)).winner is winner(formula.opened_by(first))


def test_report():
    """Formulas 1 and 2 of the report."""
    xor, chain = ClauseGame("f", 2, ((1, 2), (-1, -2))), ClauseGame("f", 4, ((1,), (2, 3), (-3, 4)))
    assert [decide(xor.opened_by(first)).winner for first in (MAX, MIN)] == [MIN, MAX]
    assert decide(chain).winner is MIN


def test_limits():
    """A limit is no answer, and says which it was; too large a formula is refused."""
    (formula,) = formulas(120, 60, 3, 1, seed=1)
    assert (decide(formula, node_limit=5).winner, decide(formula, node_limit=5).reason) == (None, "nodes")
    assert decide(formula, node_limit=5).nodes <= 6
    hard = decide(formula, time_limit=0.05, switches=GameSatSwitches().without(*NAMES))
    assert (hard.winner, hard.reason, hard.seconds < 5) == (None, "time", True)
    assert decide(formula, time_limit=0).reason == "time"
    with pytest.raises(UnsupportedError, match="at most 1024 variables"):
        decide(ClauseGame("f", 1025, ()))
    with pytest.raises(UnsupportedError, match="at most 1024 clauses"):
        decide(ClauseGame("f", 1, ((1,),) * 1025))
