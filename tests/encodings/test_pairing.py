"""Pairing and Pairing-MM: what they may say and what not, their sizes, and the places where they go wrong."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.encodings.games import KINDS, CellGame, truth
from tests.encodings.size_formulas import Counts, pairing_sizes
from tests.encodings.test_differential import check
from tests.sizes import draws

from zermelo.encodings import Asks
from zermelo.encodings.cor import COR
from zermelo.encodings.goals.pairing_goal import PairingProblem
from zermelo.encodings.pairing import PairingEncoding, times
from zermelo.encodings.pairing_mm import PairingMM
from zermelo.errors import UnsupportedError
from zermelo.families import fitting, make
from zermelo.formula import QCNF
from zermelo.model import Board, ConnectionGame, Player, Position, PositionalGame, Rule, Turns
from zermelo.search import Minimax

PAIRINGS = (
    PairingEncoding(),
    PairingEncoding().faithful(),
    PairingEncoding(early=False),
    PairingEncoding(lean=False),
    PairingEncoding(live=False, symmetry=False),
)
RACES = tuple(PairingMM(each.symmetry, each.lean, each.live, each.early) for each in PAIRINGS)


def breaker(cells: int, *sets: int, **more) -> PositionalGame:
    return PositionalGame("test", Board.square(cells, 1), Rule.MAKER_BREAKER, sets, **more)


def line_game() -> PositionalGame:
    lines = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)
    return PositionalGame("lines", Board.square(3, 3), Rule.MAKER_BREAKER, lines)


# -------------------------------------------------------------------------------------------------- differential


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=draws(12, 6))
@given(seed=st.integers(0, 2**32 - 1), number=st.integers(0, len(PAIRINGS) - 1))
def test_agrees_with_minimax(kind, seed, number):
    """True: Black never wins. False: Black wins within k where the formula is exact, as it is at complete k."""
    game = KINDS[kind](Random(seed))
    for encoding in (PAIRINGS[number], RACES[number]):
        if encoding.lacks(game) is not None:
            continue
        check(game, encoding, moves=seed % 2 == 0)
        last = encoding.encode(game, game.complete_depth())
        assert last.asks is Asks.WHITE_HOLDS
        if encoding.races or not isinstance(game, PositionalGame) or game.rule is Rule.MAKER_BREAKER:
            assert last.exact


@settings(max_examples=15)
@given(seed=st.integers(0, 2**32 - 1))
def test_complement_of_cor(seed):
    """At complete k Pairing-MM, and in maker-breaker games Pairing, is true exactly when COR is false."""
    rng = Random(seed)
    for kind, encoding in (
        ("maker-maker", PairingMM()),
        ("maker-breaker", PairingEncoding()),
        ("hex", PairingEncoding()),
    ):
        game = KINDS[kind](rng)
        complete = game.complete_depth()
        assert truth(encoding.encode(game, complete)) is not truth(COR().encode(game, complete)), (kind, game)


# --------------------------------------------------------------------------------------------------------- traps


def test_false_in_a_race_says_nothing():
    """Black would win as a maker, but White wins first: Pairing is false and must not say "Black wins"."""
    game = PositionalGame("race", Board.square(4, 1), Rule.MAKER_MAKER, (0b0011, 0b0101), (0b1000,))
    assert not Minimax(game).within(game.start, 4)
    for pairing, race in zip(PAIRINGS, RACES, strict=True):
        encoded = pairing.encode(game, 4)
        assert "White's winning sets not looked at, so that false would say nothing" in encoded.notes
        assert truth(encoded) is False
        assert encoded.black_wins(False) is None
        assert truth(race.encode(game, 4)) is True  # so with four cells open pairs are not all that White has
    three = PositionalGame("race", Board.square(3, 1), Rule.MAKER_MAKER, (0b011, 0b101), (0b010,))
    for race in RACES:
        assert truth(race.encode(three, 3)) is True  # nor with three


def test_a_race_must_be_won():
    """White could complete a set of her own, but Black is first: saying that she has won is not enough."""
    game = PositionalGame("race", Board.square(5, 1), Rule.MAKER_MAKER, (0b00011, 0b00101), (0b11000,))
    assert Minimax(game).within(game.start, 3)
    for race in RACES:
        assert not any(truth(race.encode(game, depth)) for depth in range(6))


def test_pairs_inside_of_winning_sets_only():
    """A pair in no winning set cancels nothing; and none has a cell that was taken at the start."""
    game = breaker(6, 0b000111, 0b011001, 0b110100, start=Position(black=0b000001))
    for encoding in PAIRINGS:
        problem = encoding.problem(game, 2)
        assert isinstance(problem, PairingProblem)
        inside = {problem.residual.cells[v] for both in problem.pairs for v in both}
        assert inside == {1, 2, 3, 4, 5}
        assert len(problem.pairs) == 1 + 1 + 3
        names = encoding.encode(game, 2).names().values()
        assert sum(name.startswith("pair.") for name in names) == 5


def test_two_stones_in_a_row_break_pairs():
    """GTTT(2,1) on three disjoint pairs: they are a pairing, but Black takes both cells of the one that is left."""
    turns = Turns(Player.BLACK, 1, 2)
    game = breaker(6, 0b000011, 0b001100, 0b110000, turns=turns)
    assert Minimax(game).within(game.start, 5)
    for encoding in PAIRINGS:
        for depth in range(7):
            encoded = encoding.encode(game, depth)
            assert truth(encoded) is False, (encoding.label, depth)
            assert encoded.black_wins(False) is (True if encoded.exact else None)
        assert encoding.encode(game, 6).exact
    assert truth(PairingEncoding().encode(replace(game, turns=Turns()), 0)) is True


def test_opening_of_two_stones():
    """GTTT(1,2): after the opening the turns alternate; pairs count when the clock has run for one move."""
    game = breaker(6, 0b000111, 0b111000, turns=Turns(Player.BLACK, 2, 1))
    assert times([game.player_at(time) for time in range(6)]).settled == 1
    for encoding in PAIRINGS:
        check(game, encoding)
        assert truth(encoding.encode(game, 0)) is False
        assert truth(encoding.encode(game, 3)) is True
    pairs = breaker(4, 0b0011, turns=Turns(Player.BLACK, 2, 1))  # stopping at once, {a, b} would be a pairing
    for encoding in PAIRINGS:
        assert not any(truth(encoding.encode(pairs, depth)) for depth in range(5))


def test_who_has_won_may_stop_the_clock():
    """White wins by her first move, before Black's double move from which on pairs would count."""
    turns, start = Turns(Player.WHITE, 1, 2), Position(black=0b00010)
    black, white = (0b00001, 0b01110), (0b01000, 0b10000)
    game = PositionalGame("test", Board.square(5, 1), Rule.MAKER_MAKER, black, white, start=start, turns=turns)
    for encoding in RACES:
        check(game, encoding)
        assert truth(encoding.encode(game, 3)) is True


def test_large_sets_are_not_left_out():
    """Black needs three stones; that he has placed fewer by k does not mean that White holds."""
    game = line_game()
    assert Minimax(game).within(game.start, 9)
    for encoding in PAIRINGS:
        assert [truth(encoding.encode(game, depth)) for depth in (0, 1, 2, 4)] == [False] * 4
        encoded = encoding.encode(game, 9)
        assert encoded.black_wins(truth(encoded)) is True


def test_pairs_of_open_cells_only():
    """Black takes the cell that two sets share; afterwards no pair may hold that cell."""
    game = breaker(5, 0b00011, 0b00101)
    assert Minimax(game).within(game.start, 3)
    for encoding in PAIRINGS:
        assert not any(truth(encoding.encode(game, depth)) for depth in range(6)), encoding.label


@pytest.mark.parametrize("rays", [2, 5, 6, 9])
def test_pairs_are_disjoint(rays):
    """A cell is in one pair at most, whether that is said pair by pair or by a chain."""
    sets = tuple(1 | 1 << ray for ray in range(1, rays + 1))
    game = breaker(rays + 1, *sets)
    for encoding in PAIRINGS:
        assert truth(encoding.encode(game, 0)) is False
    assert truth(PairingEncoding().encode(breaker(2 * rays, *(3 << 2 * ray for ray in range(rays))), 0)) is True


def test_five_open_cells_are_too_many():
    """White holds on a ring of five triples though it has no pairing: with five open cells one must play on."""
    ring = tuple(sum(1 << (start + step) % 5 for step in range(3)) for start in range(5))
    game = breaker(5, *ring)
    assert not Minimax(game).within(game.start, 5)
    for encoding in PAIRINGS:
        assert [truth(encoding.encode(game, depth)) for depth in (0, 2, 5)] == [False, True, True]
    assert (
        "depth 5 cut down to 2: with 3 cells left White has pairs or nothing" in PairingEncoding().encode(game, 5).notes
    )


def test_restricted_first_move_with_few_cells():
    """Black may not take the common cell first, so that four open cells are not decided by a pairing."""
    game = breaker(3, 0b011, 0b101, first_moves=0b110)
    assert not Minimax(game).within(game.start, 3)
    for encoding in PAIRINGS:
        assert truth(encoding.encode(game, 3)) is True
    wasted = breaker(3, 0b001, first_moves=0b010)  # the first move must be one that counts for nothing
    for encoding in PAIRINGS:
        assert truth(encoding.encode(wasted, 3)) is True
        check(wasted, encoding)
    # {b1, e1} needs two stones of Black, which three cells do not leave him; without it the first move is wasted
    shrinking = breaker(5, 0b00001, 0b10010, first_moves=0b10110, turns=Turns(Player.WHITE))
    for encoding in PAIRINGS:
        check(shrinking, encoding)


def test_clock_stops_in_time():
    """After Black's last move within k a pair may be half taken: White stops before it."""
    game = breaker(6, 0b000011, 0b001100, 0b110000)
    for encoding in PAIRINGS:
        assert all(truth(encoding.encode(game, depth)) for depth in range(7))


def test_decided_while_encoding():
    cases: list[tuple[CellGame, bool, str]] = [
        (breaker(2, 0b11, start=Position(black=0b11)), False, "Black has won in the start position already"),
        (breaker(2, 0b11, start=Position(white=0b01)), True, "White has won in the start position already"),
        (breaker(2, 0b11), True, "Black has no winning set left that he could complete"),
        (ConnectionGame.hex(2, 2, start=Position(black=0b0011)), False, "Black has joined his borders already"),
    ]
    for game, answer, why in cases:
        for encoding in PAIRINGS:
            encoded = encoding.encode(game, 2)
            assert (encoded.formula, encoded.answer, encoded.why) == (None, answer, why)
            assert encoded.black_wins(answer) is not answer
            check(game, encoding)


def test_maker_breaker_is_for_pairing():
    with pytest.raises(UnsupportedError, match=r"in maker-breaker games 'pairing' says the same"):
        PairingMM().encode(line_game(), 4)


# --------------------------------------------------------------------------------------------------------- sizes


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=12)
@given(seed=st.integers(0, 2**32 - 1), number=st.integers(0, len(PAIRINGS) - 1))
def test_sizes(kind, seed, number):
    """The predicted size is exact; every variable is bound and has a name of its own."""
    game = KINDS[kind](Random(seed))
    for encoding in (PAIRINGS[number], RACES[number]):
        for depth in range(game.complete_depth() + 2) if encoding.lacks(game) is None else ():
            encoded, problem = encoding.encode(game, depth), encoding.problem(game, depth)
            if encoded.formula is None:
                assert isinstance(problem, tuple)
                continue
            formula = encoded.formula
            assert isinstance(formula, QCNF)
            assert isinstance(problem, PairingProblem)
            found = Counts(formula.num_variables, formula.num_clauses)
            assert found == pairing_sizes(problem, lean=encoding.lean), (encoding.label, depth, game)
            names = encoded.names()
            assert sorted(names) == sorted(formula.prefix) == list(range(1, formula.num_variables + 1))
            assert len(set(names.values())) == len(names)


def test_chain_is_counted():
    """The same where a cell is in more pairs than are excluded pair by pair."""
    game = breaker(10, *(1 | 1 << ray for ray in range(1, 10)), 0b11000001)
    for encoding in PAIRINGS:
        formula, problem = encoding.encode(game, 2).formula, encoding.problem(game, 2)
        assert isinstance(formula, QCNF)
        assert isinstance(problem, PairingProblem)
        assert Counts(formula.num_variables, formula.num_clauses) == pairing_sizes(problem, lean=encoding.lean)


COR_THERE = {False: (554629, 227944, 1568, 66850), True: (637683, 253794, 1568, 70241)}
PAIRING_THERE = {False: (675390, 285428, 1568, 70682), True: (950037, 388083, 1568, 75329)}


@pytest.mark.parametrize(
    ("encoding", "torus", "published", "ours"),
    [
        (COR(), False, COR_THERE, (154373, 49082, 1348, 14252)),
        (COR(), True, COR_THERE, (205067, 67522, 1372, 17247)),
        (COR().faithful(), False, COR_THERE, (514863, 214263, 1372, 62881)),
        pytest.param(COR().faithful(), True, COR_THERE, (561640, 231672, 1372, 65512), marks=pytest.mark.slow),
        (PairingEncoding(), False, PAIRING_THERE, (179724, 63784, 1152, 21056)),
        pytest.param(PairingEncoding(), True, PAIRING_THERE, (251904, 77534, 1176, 25326), marks=pytest.mark.slow),
        (PairingEncoding().faithful(), False, PAIRING_THERE, (671981, 285263, 1568, 70682)),
        pytest.param(
            PairingEncoding().faithful(), True, PAIRING_THERE, (880679, 367985, 1568, 74569), marks=pytest.mark.slow
        ),
    ],
    ids=lambda value: getattr(value, "label", None),
)
def test_table_4(encoding, torus, published, ours):
    """Literals, clauses, universal and existential variables over all shapes on 4×4: at most the published ones."""
    total: tuple[int, ...] = (0, 0, 0, 0)
    for shape in fitting(4, 4):
        formula = encoding.encode(make(f"httt:{shape.name},board=4x4{',torus' if torus else ''}"), 16).formula
        assert isinstance(formula, QCNF)
        _, clauses, literals, _, universal, existential = formula.sizes()
        total = tuple(map(sum, zip(total, (literals, clauses, universal, existential), strict=True)))
    assert total == ours
    assert all(mine <= theirs for mine, theirs in zip(total, published[torus], strict=True))


def test_losers_on_3x3():
    """Of the 48 games on 3×3 of the paper 40 are losers; Pairing-MM names the winners too."""
    holds = []
    for shape in fitting(3, 3):
        for torus in ("", ",torus"):
            encoded = PairingMM().encode(make(f"httt:{shape.name},board=3x3{torus}"), 9)
            holds.append(truth(encoded))
            assert encoded.exact
    assert (holds.count(True), holds.count(False)) == (40, 8)
