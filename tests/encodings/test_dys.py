"""DYS: agreement, the referee's verdict on any moves, the cheats of either player, turns of several stones."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.encodings.games import KINDS, decided, solve, truth
from tests.encodings.size_formulas import Counts, dys_sizes
from tests.encodings.test_differential import check
from tests.sizes import draws

from zermelo.encodings import Encoded
from zermelo.encodings.dys import DYS, turns
from zermelo.encodings.reduction.residual_game import ResidualGame
from zermelo.formula import QCNF, Quantifier
from zermelo.language import read_game
from zermelo.model import Board, Player, Position, PositionalGame, Rule, Turns
from zermelo.search import Minimax
from zermelo.solvers import Answer, solver

TWINS = (DYS(), DYS().faithful())
ORDERS = (
    Turns(),
    Turns(Player.WHITE),
    Turns(Player.BLACK, 1, 2),
    Turns(Player.BLACK, 2, 1),
    Turns(Player.WHITE, 3, 2),
    Turns(Player.BLACK, 2, 3),
    Turns.of([Player.WHITE, Player.BLACK, Player.BLACK, Player.WHITE, Player.WHITE, Player.WHITE]),
)


def game_on(cells: int, black, white=(), **more) -> PositionalGame:
    """Cells in a row; maker-maker when White has winning sets."""
    rule = Rule.MAKER_MAKER if white else Rule.MAKER_BREAKER
    return PositionalGame("test", Board.square(cells, 1), rule, tuple(black), tuple(white), **more)


def formula_of(encoded: Encoded) -> QCNF:
    assert isinstance(encoded.formula, QCNF)
    return encoded.formula


def fixed(encoded: Encoded, **moves: str) -> bool:
    """The truth value when the turns named (``move2="a1 b1"``) are what is given, the others quantified as ever."""
    formula, given = formula_of(encoded), QCNF()
    given.num_variables = formula.num_variables
    given.add_all(formula.data)
    named = {}
    for variable, name in encoded.names().items():
        turn, _, cell = name.partition(".")
        if turn in moves:
            named[variable] = cell in moves[turn].split()
            given.add(variable if named[variable] else -variable)
    for block in formula.prefix.blocks:
        for variable in block.variables:
            given.prefix.add(Quantifier.EXISTS if variable in named else block.quantifier, [variable])
    return solver("depqbf").solve(given, time_limit=60).answer is Answer.TRUE


# -------------------------------------------------------------------------------------------------- differential


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=draws(15, 5))
@given(seed=st.integers(0, 2**32 - 1))
def test_agrees_with_minimax(kind, seed):
    """Same truth value at every depth, and the first stone that the formula names does what it says."""
    game = KINDS[kind](Random(seed))
    for encoding in TWINS:
        check(game, encoding, moves=seed % 2 == 0)


@settings(max_examples=15)
@given(seed=st.integers(0, 2**32 - 1), order=st.sampled_from(ORDERS))
def test_several_stones(seed, order):
    """Turns of one to three stones, entered anywhere, cut anywhere, with any restriction of the first stone."""
    rng = Random(seed)
    game = KINDS[rng.choice(("maker-maker", "maker-breaker", "connection"))](rng)
    check(replace(game, turns=order), DYS(symmetry=seed % 3 > 0), moves=seed % 2 == 0)


def test_second_solver():
    """CAQE agrees, too."""
    for kind in KINDS:
        for seed in range(6):
            game = KINDS[kind](Random(seed))
            encoded = DYS().encode(game, game.complete_depth())
            assert truth(encoded, "caqe") is Minimax(game).within(game.start, game.complete_depth())


def test_gttt_3x3(benchmarks):
    """Polyominoes on 3×3, torus and not, either player first: every seventh of the 84 published games."""
    for file in sorted((benchmarks / "gttt-3x3").glob("*.pg"))[::7]:
        game = read_game(file)
        assert isinstance(game, PositionalGame)
        depth = game.complete_depth() if game.depth is None else game.depth
        assert truth(DYS().encode(game, depth)) is Minimax(game).within(game.start, depth), file.name


# ------------------------------------------------------------------------------------------------------- referee


def verdict(residual: ResidualGame, moves: list[list[int]]) -> bool:
    """True if Black has won, by the rules as they stand: the first to break one has lost, or to complete a set won."""
    board: dict[Player, set[int]] = {player: set() for player in Player}
    for time, ((player, group), named) in enumerate(zip(groupby(residual.order), moves, strict=True), 1):
        taken = board[Player.BLACK] | board[Player.WHITE]
        honest = len(named) == len(list(group)) and not taken & set(named)
        if time == 1 and not any(residual.allowed >> residual.cells[v] & 1 for v in named):
            honest = False
        if not honest:
            return player is Player.WHITE
        board[player] |= set(named)
        sets = residual.black_sets if player is Player.BLACK else residual.white_sets
        if any(set(cells) <= board[player] for cells in sets):
            return player is Player.BLACK
    return False


def propagated(formula: QCNF, values: dict[int, bool]) -> bool:
    """The value of the matrix by unit propagation, which must assign every variable or meet a contradiction."""
    clauses, left = list(formula.clauses()), -1
    while left != len(clauses):
        left, kept = len(clauses), []
        for clause in clauses:
            if any(values.get(abs(literal)) is (literal > 0) for literal in clause):
                continue
            free = [literal for literal in clause if abs(literal) not in values]
            if not free:
                return False
            if len(free) == 1:
                values[abs(free[0])] = free[0] > 0
            else:
                kept.append(clause)
        clauses = kept
    assert len(values) == formula.num_variables
    return True


@settings(max_examples=draws(60, 30))
@given(seed=st.integers(0, 2**32 - 1))
def test_referee(seed):
    """The cells that the players name determine all else, and the matrix is true exactly if Black has won."""
    rng = Random(seed)
    game = KINDS[rng.choice(("maker-maker", "maker-breaker"))](rng)
    game = replace(game, turns=rng.choice(ORDERS))
    encoding = TWINS[seed % 2]
    for depth in range(1, game.complete_depth() + 1):
        encoded, residual = encoding.encode(game, depth), encoding.residual(game, depth)
        if not isinstance(residual, ResidualGame):
            continue
        formula, names = formula_of(encoded), {name: number for number, name in encoded.names().items()}
        cells = [game.board.cells[cell] for cell in residual.cells]
        for _ in range(4):
            moves, left = list[list[int]](), list(range(len(cells)))
            values = dict[int, bool]()
            for time, turn in enumerate(turns(residual.order), 1):
                named = rng.sample(left, turn.stones) if len(left) >= turn.stones else []
                if rng.random() < 0.2:
                    named = [v for v in range(len(cells)) if rng.random() < 0.4]
                left = [v for v in left if v not in named]
                moves.append(named)
                values |= {names[f"move{time}.{cell}"]: v in named for v, cell in enumerate(cells)}
            assert propagated(formula, values) is verdict(residual, moves), (game, depth, moves)


# ------------------------------------------------------------------------------------------------------- cheats

PAIRS = (0b0011, 0b1100)


@pytest.mark.parametrize("named", ["", "a1 b1", "a1 b1 c1 d1"])
def test_white_names_no_cell_or_two(named):
    """White opens and holds by pairs whatever she takes, but not by naming no cell, or several."""
    encoded = DYS(symmetry=False).encode(game_on(4, PAIRS, turns=Turns(Player.WHITE)), 4)
    assert fixed(encoded, move1="a1") is False
    assert fixed(encoded, move1=named) is True


def test_white_names_an_occupied_cell():
    """White must answer a1 by b1; taking a1 itself loses, though it would complete a winning set of hers."""
    encoded = DYS(symmetry=False).encode(game_on(4, PAIRS, (0b0001,)), 4)
    assert fixed(encoded, move1="a1", move2="b1") is False
    assert fixed(encoded, move1="c1", move2="a1") is False
    assert fixed(encoded, move1="a1", move2="a1") is True


def test_white_may_not_block_twice():
    """Black has two threats; naming both cells would stop them, and so would having won by the stone of Black."""
    fork = game_on(4, (0b0011, 0b0101))
    assert truth(DYS().encode(fork, 3)) is Minimax(fork).within(fork.start, 3) is True
    race = game_on(4, (0b0011, 0b0101), (0b0001,))
    assert truth(DYS().encode(race, 3)) is Minimax(race).within(race.start, 3) is True


def test_white_outside_of_the_first_cells():
    """White must waste her first stone; naming a better cell is a cheat."""
    game = game_on(4, (0b0011, 0b0001), turns=Turns(Player.WHITE), first_moves=0b1000)
    encoded = DYS().encode(game, 4)
    assert truth(encoded) is Minimax(game).within(game.start, 4) is True
    game = game_on(4, PAIRS, turns=Turns(Player.WHITE), first_moves=0b1000)
    encoded = DYS().encode(game, 4)
    assert (fixed(encoded, move1="d1"), fixed(encoded, move1="a1")) == (False, True)


@pytest.mark.parametrize("named", ["", "a1 c1", "a1 b1 c1", "d1"])
def test_black_cheats(named):
    """Black wins from a1, but not by naming no cell, two, both that he needs, or one where he may not begin."""
    game = game_on(4, (0b0011, 0b0101), first_moves=0b0111)
    encoded = DYS().encode(game, 3)
    assert fixed(encoded, move1="a1") is True
    assert fixed(encoded, move1=named) is False
    assert fixed(encoded, move1="a1", move3="a1") is False


def test_nothing_counts_after_the_end():
    """A winner cannot spoil his win, and a loser cannot mend his loss."""
    encoded = DYS(symmetry=False).encode(game_on(5, (0b00001, 0b00110), (0b00001, 0b00110)), 5)
    for later in ("", "a1", "b1 c1"):
        assert fixed(encoded, move1="a1", move3=later) is True
        assert fixed(encoded, move1="d1", move2="a1", move3="b1 c1", move4=later) is False
        assert fixed(encoded, move1="d1", move2="", move3=later) is True  # White has cheated first
        assert fixed(encoded, move1="", move2=later) is False  # Black has


def test_white_wins_first():
    """From a1 Black has two threats and completes one of them, but White has won by c1 before."""
    game = game_on(4, (0b0011, 0b1001), (0b0100,))
    assert truth(DYS().encode(replace(game, white_sets=(0b0110,)), 3)) is True
    assert truth(DYS().encode(game, 3)) is False
    for order in ORDERS:
        check(replace(game, turns=order), DYS())


# ------------------------------------------------------------------------------------------------ several stones


def test_turns_are_cut_by_depth_and_ply():
    """A depth ends within a turn, a position is entered within one, and the board is full within one."""
    order = Turns(Player.BLACK, 1, 3)
    game = game_on(8, (0b11111,), turns=order)

    def stones(ply: int, depth: int) -> list[int]:
        residual = DYS().residual(game_on(8, (0b1,), turns=order, start=Position(ply=ply)), depth)
        assert isinstance(residual, ResidualGame)
        return [turn.stones for turn in turns(residual.order)]

    assert (stones(0, 5), stones(2, 4), stones(2, 20), stones(4, 20)) == ([1, 3, 1], [2, 2], [2, 3], [3, 3, 2])
    assert [truth(DYS().encode(game, depth)) for depth in range(9)] == [False] * 9
    pair = game_on(4, (0b0011, 0b1100), turns=Turns(Player.WHITE, 1, 2))
    assert [truth(DYS().encode(pair, depth)) for depth in range(5)] == [False, False, False, True, True]


@pytest.mark.parametrize("allowed", [0b001, 0b100, 0b110])
def test_one_stone_of_the_first_turn_is_confined(allowed):
    """Of two stones one must be allowed, also where it wins nothing; and that one is read as the first."""
    for order in (Turns(Player.BLACK, 2, 2), Turns(Player.WHITE, 2, 2), Turns(Player.WHITE, 2, 1)):
        for sets in ((0b0110,), (0b0011, 0b1100), (0b0110, 0b1010)):
            check(game_on(4, sets, first_moves=allowed, turns=order), DYS(), moves=True)
            check(game_on(4, sets, sets, first_moves=allowed, turns=order), DYS(), moves=True)
    if allowed == 0b100:
        encoded = DYS().encode(game_on(3, (0b110,), first_moves=allowed, turns=Turns(Player.BLACK, 2, 1)), 2)
        value, values = decided(encoded)
        assert (value, encoded.first_move(values or {})) == (True, 2)


# -------------------------------------------------------------------------------------------------------- formula


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=draws(20, 12))
@given(seed=st.integers(0, 2**32 - 1))
def test_sizes_and_names(kind, seed):
    """The predicted size is exact; every variable is bound and has its own name; White has one per cell and turn."""
    game = KINDS[kind](Random(seed))
    for encoding in TWINS:
        for depth in range(game.complete_depth() + 2):
            encoded, residual = encoding.encode(game, depth), encoding.residual(game, depth)
            if not isinstance(residual, ResidualGame):
                assert (encoded.answer, encoded.why) == residual
                continue
            formula, names = formula_of(encoded), encoded.names()
            assert Counts(formula.num_variables, formula.num_clauses) == dys_sizes(residual), (
                encoding.label,
                depth,
                game,
            )
            assert sorted(names) == sorted(formula.prefix) == list(range(1, formula.num_variables + 1))
            assert len(set(names.values())) == len(names)
            white = [turn for turn in turns(residual.order) if turn.player is Player.WHITE]
            assert formula.prefix.universal == len(white) * len(residual.cells)


def test_prefix():
    """∃ board_0 move_1 rest_1 ∀ move_2 ∃ rest_2 …; White opening puts ∀ move_1 in front; one turn, one block."""
    lines = (0b000111, 0b111000, 0b001001)

    def blocks(order: Turns, depth: int) -> list[tuple[Quantifier, int]]:
        game = PositionalGame("rows", Board.square(2, 3), Rule.MAKER_MAKER, lines, lines, turns=order)
        formula = formula_of(DYS(symmetry=False).encode(game, depth))
        return [(block.quantifier, len(block.variables)) for block in formula.prefix.blocks]

    exists, forall = Quantifier.EXISTS, Quantifier.FORALL
    start, one, two = 2 * 6 + 2, 4 * 6 + 11 + 7, 4 * 6 + 15 + 7  # board; move, board, taken, count, the rest but sets
    assert blocks(Turns(), 5) == [
        (exists, start + one + 3),
        (forall, 6),
        (exists, one - 6 + 1 + one + 3),
        (forall, 6),
        (exists, one - 6 + 1 + one + 3),
    ]
    assert blocks(Turns(Player.WHITE, 2, 2), 4) == [(forall, 6), (exists, start + two - 6 + 1 + two + 1)]
    assert blocks(Turns(Player.BLACK, 3, 2), 3) == [(exists, start + 4 * 6 + 18 + 7 + 3)]


def test_one_cell_and_whole_boards_in_one_turn():
    """1×1, and a turn that names every cell there is: then no one can name too many."""
    for cells in (1, 2, 3):
        game = game_on(cells, ((1 << cells) - 1,), turns=Turns(Player.BLACK, cells, 1))
        encoded = DYS().encode(game, cells)
        result = solve(encoded, assignment=True)
        assert (result.answer, encoded.first_move(result.assignment or {})) == (Answer.TRUE, 0)
        check(game, DYS())
        check(replace(game, turns=Turns(Player.WHITE, cells, 1)), DYS())
