"""Shapes: found in the winning sets, and the goals made of them agree with listed sets and with exhaustive search."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.encodings.games import ALTERNATING, CellGame, holds, truth
from tests.encodings.size_formulas import (
    Counts,
    en_shape_sizes,
    lifted_board_variables,
    stateless_variables,
    witness_variables,
)
from tests.encodings.test_differential import check
from tests.sizes import draws, size

from zermelo.encodings import Encoding
from zermelo.encodings.boards.lifted_board import LiftedBoard
from zermelo.encodings.boards.stateless_board import StatelessBoard
from zermelo.encodings.boards.tables import beyond, cubes, has_value, is_value, rules, undefined
from zermelo.encodings.ea import EA
from zermelo.encodings.en import EN
from zermelo.encodings.goals.shape_anchors import AnchorGoal
from zermelo.encodings.goals.shape_witness import WitnessGoal
from zermelo.encodings.goals.shapes import Shapes, residual_shapes, shapes_of, spanning_trees
from zermelo.encodings.ln import LN
from zermelo.encodings.reduction.pruning import prune
from zermelo.encodings.sn import SN
from zermelo.errors import UnsupportedError
from zermelo.families import make
from zermelo.families.polyomino import fitting, free_polyominoes, pattern_masks
from zermelo.formula import QCNF, Circuit, Prefix, bits_equal_const, constant, evaluate, tseitin, width_for
from zermelo.language import read_game
from zermelo.model import Board, Player, Position, PositionalGame, Rule, cells_of, mask_of
from zermelo.search import Minimax
from zermelo.solvers import Answer, solver

ENCODED: tuple[Encoding, ...] = (EN(), LN(), SN())
DEEPEST = {"en": 9, "ln": 5, "sn": 7}
"""The largest depth at which each is solved on nine cells or more within a second or so."""


def httt(shape: str, columns: int, rows: int, torus: bool) -> PositionalGame:
    """Harary's Tic-Tac-Toe; without winning sets where the shape does not fit."""
    poly = next(poly for size in range(1, 7) for poly in free_polyominoes(size) if poly.name == shape)
    sets = poly.placements(columns, rows, torus=torus)
    return PositionalGame(shape, Board.square(columns, rows, torus=torus), Rule.MAKER_BREAKER, tuple(sets))


def shape_game(rng: Random, cells: int = 8) -> PositionalGame:
    """A small board, normal or torus, with all placements of some patterns, connected or not, and stones."""
    columns, rows = rng.choice([size for size in product(range(1, 6), repeat=2) if size[0] * size[1] <= cells])
    patterns = []
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
        size, pattern = rng.choice((1, 2, 2, 3, 3, 4, 5)), {(0, 0)}
        while len(pattern) < size and rng.random() < 0.95:
            x, y = rng.choice(sorted(pattern))
            right, up = rng.choice(((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (1, -1), (2, 0)))
            pattern.add((x + right, y + up))
        for _ in range(rng.choice((1, 2, 4))):
            left, low = min(x for x, _ in pattern), min(y for _, y in pattern)
            patterns.append(tuple(sorted((x - left, y - low) for x, y in pattern)))
            pattern = {(y, -x) for x, y in pattern}
    torus = rng.random() < 0.4
    sets = pattern_masks(patterns, columns, rows, torus=torus) | ({0} if rng.random() < 0.02 else set())
    full, chance = (1 << columns * rows) - 1, rng.choice((0.0, 0.15, 0.4))
    black, white = (mask_of(cell for cell in cells_of(full) if rng.random() < chance) for _ in range(2))
    start = Position(black, white & ~black, rng.choice((0, 0, 1, 2)))
    left = full & ~(start.black | start.white)
    return PositionalGame(
        "shapes",
        Board.square(columns, rows, torus=torus and rng.random() < 0.5),
        Rule.MAKER_BREAKER,
        tuple(sets),
        start=start,
        turns=rng.choice(ALTERNATING),
        first_moves=rng.randrange(full + 1) | left & -left if rng.random() < 0.3 else None,
    )


# ---------------------------------------------------------------------------------------------------- recognition


@pytest.mark.parametrize("torus", [False, True])
@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (1, 4), (4, 1), (2, 2), (3, 3), (3, 4), (4, 4), (2, 5)])
def test_polyominoes_are_recognised(columns, rows, torus):
    """Every placement is in one class, a class for each orientation that fits (fewer when they coincide on a torus)."""
    for cells in range(1, 6):
        for poly in free_polyominoes(cells):
            game = httt(poly.name, columns, rows, torus)
            shapes = shapes_of(replace(game, board=Board.square(columns, rows)))  # the sets tell what is a torus
            assert shapes is not None
            assert sorted(mask for each in shapes.placements for mask in each) == list(game.black_sets)
            fits = [form for form in poly.orientations() if pattern_masks([form], columns, rows, torus=torus)]
            assert len(shapes.placements) <= len(fits)
            if torus:
                assert shapes.wraps
            elif cells > 1 and poly.fits(columns - 1, rows - 1):
                assert not shapes.wraps
                assert len(shapes.placements) == len(fits)


def test_lines_are_recognised():
    """Diagonals are no polyominoes, and yet shapes; on a torus, too."""
    game = make("ttt:kind=mb")
    shapes = shapes_of(game)
    assert shapes is not None
    assert [len(each) for each in shapes.placements] == [3, 3, 1, 1]
    board = Board.square(5, 4)
    patterns = [tuple((i * x, i * y % 4) for i in range(4)) for x, y in ((1, 0), (0, 1), (1, 1))]
    for torus, count in ((False, 3), (True, 3)):
        sets = tuple(pattern_masks(patterns, 5, 4, torus=torus))
        shapes = shapes_of(PositionalGame("lines", board, Rule.MAKER_BREAKER, sets))
        assert shapes is not None
        assert shapes.wraps is torus
        assert len(shapes.placements) == count


@pytest.mark.parametrize("torus", [False, True])
def test_one_placement_less_or_more_is_refused(torus):
    game = httt("tippy", 4, 4, torus)
    corner = 1 << game.board.cell("a1")
    for sets in (game.black_sets[1:], game.black_sets[:-1], (*game.black_sets, corner)):
        other = replace(game, black_sets=sets)
        assert shapes_of(other) is None
        assert EN().lacks(other) == "needs winning sets that are all placements of some shapes on a rectangular board"
        with pytest.raises(UnsupportedError, match="placements of some shapes"):
            EN().encode(other, 5)


def test_boards_without_a_rectangle_are_refused():
    sets = (0b11,)
    assert shapes_of(PositionalGame("graph", Board.named(["north", "south"]), Rule.MAKER_BREAKER, sets)) is None
    assert shapes_of(PositionalGame("hole", Board.named(["a1", "a2", "b2"]), Rule.MAKER_BREAKER, sets)) is None
    assert shapes_of(PositionalGame("column", Board.named(["a1", "a2"]), Rule.MAKER_BREAKER, sets)) is not None
    assert "maker-breaker" in str(EN().lacks(make("httt:el,board=3x3,kind=mm")))
    assert EN().lacks(make("hex:3x3")) is None


def test_recognised_shapes_are_exact():
    """Random sets: recognised exactly when translating any of them gives another, by wrapping or not."""
    recognised = 0
    for seed in range(400):
        rng = Random(seed)
        columns, rows = rng.randint(1, 3), rng.randint(1, 3)
        game = shape_game(rng, 6) if seed % 2 else None
        board = game.board if game else Board.square(columns, rows)
        sets = {*game.black_sets} if game else {rng.randrange(1, board.full + 1) for _ in range(rng.randint(1, 3))}
        sets -= {rng.choice(sorted(sets))} if game and sets and rng.random() < 0.5 else set()
        found = shapes_of(PositionalGame("any", board, Rule.MAKER_BREAKER, tuple(sets)))
        assert (found is not None) == any(_closed(board, sets, wraps) for wraps in (True, False))
        recognised += found is not None
    assert 100 < recognised < 390


def _closed(board: Board, sets: set[int], wraps: bool) -> bool:
    steps = product(range(-board.columns, board.columns + 1), range(-board.rows, board.rows + 1))
    for step, mask in product(steps, sets - {0}):
        moved = [Shapes(board, wraps, ()).reached(cell, step) for cell in cells_of(mask)]
        if None not in moved and mask_of(cell for cell in moved if cell is not None) not in sets:
            return False
    return True


# --------------------------------------------------------------------------------------- tables, trees and anchors


@settings(max_examples=draws(60, 15))
@given(seed=st.integers(0, 2**32 - 1))
def test_tables(seed):
    """Rules give each number its value; numbers without one are told apart, and meet no contradiction."""
    rng = Random(seed)
    count = rng.randint(1, 20)
    width, values = width_for(count), rng.randint(1, 20)
    table = [rng.randrange(values) if rng.random() < 0.7 else None for _ in range(count)]
    for number in range(1 << width):
        implied = dict[int, bool]()
        for cube, (place, bit) in rules(table, width, width_for(values)):
            if all(number >> other & 1 == held for other, held in cube):
                assert implied.setdefault(place, bit) is bit
        value = table[number] if number < count else None
        if value is not None:
            assert implied == {place: bool(value >> place & 1) for place in range(width_for(values))}
        if number < count:
            none = [
                all(number >> other & 1 == held for other, held in cube) for cube in cubes(*undefined(table), width)
            ]
            assert any(none) is (value is None)
        past = [all(number >> other & 1 == held for other, held in cube) for cube in beyond(count, width)]
        assert any(past) is (number >= count)
        circuit = Circuit()
        xs = constant(number, width)
        circuit.output = circuit.and_(
            (has_value(circuit, xs, table), is_value(circuit, xs, table, circuit.exists(width_for(values))))
        )
        if number < count:
            assert evaluate(circuit) is (value is not None)


@settings(max_examples=draws(60, 30))
@given(seed=st.integers(0, 2**32 - 1))
def test_trees_lay_out_the_placements(seed):
    """From each cell on, the links of a tree reach all cells of a placement or leave the board; none is missed."""
    game = shape_game(Random(seed), 16)
    pruned = prune(game, 25)
    if pruned.answer is not None:
        return
    residual, black = residual_shapes(game, pruned, len(pruned.cells)), game.start.black
    cells = list(residual.numbers)
    assert tuple(cells[: len(pruned.cells)]) == pruned.cells
    assert mask_of(cells[len(pruned.cells) :]) & ~black == 0
    placed = set()
    for kind, tree in zip(residual.kinds, spanning_trees(residual), strict=True):
        assert [link.target for link in tree] == list(range(1, len(kind)))
        for value in range(residual.size):
            laid: list[int | None] = [value]
            for link in tree:
                assert link.source < link.target
                assert residual.shapes.forward(link).step >= link.step
                start = laid[link.source]
                laid.append(None if start is None else residual.table(link.step)[start])
            if None not in laid:
                placed.add(mask_of(cells[value] for value in laid if value is not None))
    assert placed <= {*game.black_sets}
    left = {mask for mask in placed if (mask & ~black).bit_count() <= pruned.stones}
    sets = {mask_of(pruned.cells[number] for number in numbers) for numbers in pruned.sets}
    assert sets <= {mask & ~black for mask in left}


def test_polyominoes_need_right_and_up_only():
    """Spanning trees step to the right and up only, for any polyomino, on a board or a torus."""
    for poly, torus in product(fitting(5, 5, 5), (False, True)):
        game = httt(poly.name, 5, 5, torus)
        residual = residual_shapes(game, prune(game, 25), 25)
        steps = {residual.shapes.forward(link).step for tree in spanning_trees(residual) for link in tree}
        assert steps <= {(1, 0), (0, 1)}


# ------------------------------------------------------------------------------------------------------- the goals


def agree(game: PositionalGame, depths: list[int], encodings: tuple[Encoding, ...] = ENCODED) -> None:
    """Each encoding says at each depth what exhaustive search says."""
    oracle = Minimax(game)
    for depth, encoding in product(depths, encodings):
        if depth <= DEEPEST[encoding.name]:
            encoded = encoding.encode(game, depth)
            assert holds(encoded, truth(encoded), oracle), (encoding.label, depth, game)


@pytest.mark.parametrize("torus", [False, True])
@pytest.mark.parametrize("encoding", ENCODED, ids=lambda encoding: encoding.name)
def test_polyominoes(encoding, torus):
    """All polyominoes of at most five cells on 3×3, at every odd depth that has a chance."""
    for poly in fitting(3, 3, 5)[:: size(1, 2)]:
        game = httt(poly.name, 3, 3, torus)
        agree(game, list(range(2 * len(poly.cells) - 1, 10, 2)), (encoding,))


@pytest.mark.parametrize("torus", [False, True])
@pytest.mark.parametrize("encoding", ENCODED, ids=lambda encoding: encoding.name)
def test_polyominoes_on_larger_boards(encoding, torus):
    """Some on boards that are no square, and some of six cells that are nearly there."""
    for shape, columns, rows in (("elly", 4, 3), ("tic", 2, 5), ("el", 4, 4), ("domino", 5, 1)):
        agree(httt(shape, columns, rows, torus), [1, 3, 5], (encoding,))
    for seed, shape in enumerate(("snaky", "C06", "P06", "S06", "O06")):
        game = httt(shape, 4, 4, torus)
        rng = Random(seed)
        black = rng.choice(game.black_sets or (0b11,)) & ~mask_of(rng.sample(range(16), 8))
        white = mask_of(rng.sample(range(16), 5)) & ~black
        agree(replace(game, start=Position(black, white)), [1, 3, 5], (encoding,))


@pytest.mark.parametrize("encoding", ENCODED, ids=lambda encoding: encoding.name)
def test_lines(encoding):
    """Tic-tac-toe, and three in a row where lines wrap."""
    game = make("ttt:kind=mb")
    assert isinstance(game, PositionalGame)
    agree(game, list(range(10)), (encoding,))
    lines = tuple(tuple((i * x, i * y % 3) for i in range(3)) for x, y in ((1, 0), (0, 1), (1, 1), (1, 2)))
    sets = tuple(pattern_masks(lines, 4, 3, torus=True))
    agree(PositionalGame("lines", Board.square(4, 3), Rule.MAKER_BREAKER, sets), [5, 7], (encoding,))


@pytest.mark.parametrize("encoding", ENCODED, ids=lambda encoding: encoding.name)
@settings(max_examples=draws(80, 24))
@given(seed=st.integers(0, 2**32 - 1))
def test_random_shapes(encoding, seed):
    """Random shapes and stones, either player to open, restricted first moves: every depth, and the move it names."""
    game = shape_game(Random(seed))
    twin = encoding if seed % 3 else encoding.faithful()
    assert twin.lacks(game) is None
    check(game, twin, moves=seed % 2 == 0)


def test_codes_of_shapes():
    """With the code of a shape fixed Black wins when he can achieve that shape; no other code is any use to him."""
    forms = [((0, 0), (1, 0), (2, 0)), ((0, 0), (0, 1)), ((0, 0), (1, 0), (1, 1)), ((0, 1), (1, 0)), ((0, 0), (1, 1))]
    forms += [((0, 0), (1, 0)), ((0, 0), (0, 1), (1, 1))]
    for count, depth in product((3, 5, 6, 7), (3, 5)):
        sets = tuple(pattern_masks(forms[:count], 3, 2))
        game = PositionalGame("codes", Board.square(3, 2), Rule.MAKER_BREAKER, sets)
        shapes = shapes_of(game)
        assert shapes is not None
        kinds = [each for each in shapes.placements if each[0].bit_count() <= (depth + 1) // 2]
        for code in range(1 << width_for(len(kinds))):
            encoded = SN(False).encode(game, depth)
            formula = encoded.formula
            assert isinstance(formula, Circuit)
            bits = [variable for variable, name in formula.names.items() if name.startswith("shape")]
            formula.output = formula.and_((formula.output, bits_equal_const(formula, bits, code)))
            alone = replace(game, black_sets=kinds[code] if code < len(kinds) else ())
            assert truth(encoded) is Minimax(alone).within(game.start, depth), (count, depth, code)


@pytest.mark.parametrize("encoding", [LN(False), SN(False)], ids=lambda encoding: encoding.name)
def test_codes_of_no_shape(encoding):
    """Even when White helps; here what the links say of code 7 fits three in a row."""
    places = ((0, 2, 3), (0, 1, 3), (1, 4, 5), (0, 1, 2), (0, 2, 5), (0, 2, 4))  # cell 2x+y at column x and row y
    forms = [tuple((cell // 2, cell % 2) for cell in cells) for cells in places]
    game = PositionalGame("six", Board.square(3, 2), Rule.MAKER_BREAKER, tuple(pattern_masks(forms, 3, 2)))
    for code in range(8):
        formula = encoding.encode(game, 5).formula
        assert isinstance(formula, Circuit)
        bits = [variable for variable, name in formula.names.items() if name.startswith("shape")]
        place = [variable for variable, name in formula.names.items() if name.startswith("place")]
        inner = [variable for variable in formula.prefix if place and variable > place[-1]]
        outer = [variable for variable in formula.prefix if variable not in {*place, *inner}]
        formula.prefix = Prefix([("e", outer), ("a", place), ("e", inner)])
        formula.output = formula.and_((formula.output, bits_equal_const(formula, bits, code)))
        result = solver("depqbf").solve(tseitin(formula)[0], time_limit=60)
        assert result.answer is (Answer.TRUE if code < 6 else Answer.FALSE), code


@pytest.mark.parametrize("encoding", ENCODED, ids=lambda encoding: encoding.name)
def test_single_cells(encoding):
    """One cell; nothing that fits; a set that is complete, or empty, or out of reach."""
    single = PositionalGame("single", Board.square(1, 1), Rule.MAKER_BREAKER, (1,))
    agree(single, [0, 1, 2], (encoding,))
    agree(replace(single, black_sets=()), [0, 1], (encoding,))
    agree(replace(single, black_sets=(0, 1)), [0, 1], (encoding,))
    row = httt("tic", 3, 1, False)
    for start in (Position(0b101), Position(0b111), Position(0b1, 0b10), Position(0b1)):
        agree(replace(row, start=start), [0, 1, 2, 3], (encoding,))


@pytest.mark.parametrize(
    ("name", "depth", "wins"),
    [("el", 4, False), ("el", 5, True), ("tippy", 7, False), ("Z", 7, False)],
)
def test_published_files(benchmarks, name, depth, wins):
    """The files with shapes as relations; by CAQE, which is quick here. Their Black must not start in the middle."""
    game = read_game(benchmarks / "httt-5x5-implicit" / f"test_5_5_{name}.pg")
    assert isinstance(game, PositionalGame)
    for encoding in (EA(), *(each for each in ENCODED if depth <= DEEPEST[each.name])):
        assert truth(encoding.encode(game, depth), "caqe") is wins, encoding.name


# ------------------------------------------------------------------------------------------------------- the sizes


def anchor_goal(game: CellGame, depth: int, symmetry: bool) -> tuple[AnchorGoal, Counts]:
    """The goal of EN after pruning, and the size that is promised."""
    pruned = prune(game, depth, symmetry)
    goal = AnchorGoal(residual_shapes(game, pruned, len(pruned.cells)), len(pruned.cells))
    opens, forbidden = pruned.players[0] is Player.WHITE, goal.cells - len(pruned.allowed)
    return goal, en_shape_sizes(goal, len(pruned.players), white_opens=opens, forbidden=forbidden)


@settings(max_examples=draws(80, 20))
@given(seed=st.integers(0, 2**32 - 1), symmetry=st.booleans())
def test_sizes_of_en(seed, symmetry):
    """Exactly as promised; every variable is bound and has a name of its own."""
    game = shape_game(Random(seed), 20)
    for depth in range(1, 12):
        encoded = EN(symmetry).encode(game, depth)
        if encoded.answer is not None:
            continue
        formula = encoded.formula
        assert isinstance(formula, QCNF)
        formula.validate()
        _, promised = anchor_goal(game, depth, symmetry)
        assert Counts(formula.num_variables, formula.num_clauses) == promised
        names = encoded.names()
        assert sorted(names) == list(range(1, formula.num_variables + 1))
        assert len(set(names.values())) == len(names)


@settings(max_examples=draws(80, 40))
@given(seed=st.integers(0, 2**32 - 1))
def test_variables_of_circuits(seed):
    """LN and SN have the variables that are promised, each bound; the blocks are those of the board."""
    game = shape_game(Random(seed), 20)
    pruned = prune(game, 9, symmetry=True)
    if pruned.answer is not None:
        return
    for encoding, board_of in ((LN(), LiftedBoard), (SN(), StatelessBoard)):
        encoded = encoding.encode(game, 9)
        formula, board = encoded.formula, board_of(pruned)
        assert isinstance(formula, Circuit)
        formula.validate()
        moves, cells, lifted = len(pruned.players), board.cells, board_of is LiftedBoard
        goal = WitnessGoal(game, board)
        parts = goal.residual.size, max(map(len, goal.residual.kinds)), len(goal.residual.kinds)
        if lifted:
            wider = width_for(goal.residual.size) - width_for(cells)  # of the symbolic cell
            promised = lifted_board_variables(cells, moves) + wider + witness_variables(*parts, len(goal.relations))
        else:
            promised = stateless_variables(cells, moves) + witness_variables(*parts)
        assert len(formula.prefix) == promised
        assert len(set(formula.names.values())) == len(formula.names) == promised


@pytest.mark.parametrize(
    ("shape", "most"), [("el", 4), ("tippy", 6), ("knobby", 5), ("N", 12), ("X", 4), ("snaky", 18)]
)
def test_shapes_share_steps(shape, most):
    """By number for empty 5×5: the steps from the anchors, and that EN is smaller than EA for most shapes."""
    game = httt(shape, 5, 5, False)
    goal, _ = anchor_goal(game, 15, False)
    assert len(goal.steps) <= most
    smaller = [EN(False).encode(game, 15).clauses()[0].sizes(), EA(False).encode(game, 15).clauses()[0].sizes()]
    assert (smaller[0][:2] <= smaller[1][:2]) is (shape != "snaky")


@pytest.mark.parametrize(("shape", "most"), [("el", (275, 614)), ("tippy", (290, 650)), ("snaky", (330, 750))])
def test_implicit_goals_are_small(shape, most):
    """LN on empty 5×5 at depth 15, as clauses: about half of EA."""
    game = httt(shape, 5, 5, False)
    lifted, listed = (each.encode(game, 15).clauses()[0].sizes() for each in (LN(), EA()))
    assert lifted.variables <= most[0]
    assert lifted.clauses <= most[1] < listed.clauses / 1.8
