"""The sizes that ENCODINGS promises are exact: for empty boards by number, for random games by formula."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.encodings.games import KINDS, CellGame
from tests.encodings.size_formulas import Counts, cor_sizes, ea_sizes, en_sizes, et_sizes
from tests.sizes import draws

from zermelo.encodings import ENCODINGS
from zermelo.encodings.cor import COR
from zermelo.encodings.reduction.pruning import list_paths, prune, white_graph
from zermelo.encodings.reduction.residual_game import ResidualGame
from zermelo.encodings.reduction.timeline import players
from zermelo.formula import QCNF, Quantifier
from zermelo.model import Board, ConnectionGame, Player, PositionalGame, Rule, Turns


def formula_of(name, game, depth, symmetry=False) -> QCNF:
    formula = replace(ENCODINGS[name], symmetry=symmetry).encode(game, depth).formula
    assert isinstance(formula, QCNF)
    return formula


def lengths(formula: QCNF) -> Counter[int]:
    return Counter(min(len(clause), 4) for clause in formula.clauses())


@pytest.mark.parametrize(
    ("name", "depth", "variables", "clauses"),
    [
        ("et", 45, 17372, 100968),
        pytest.param("et", 361, 134292, 785424, marks=pytest.mark.slow),
        ("en", 45, 25314, 115084),
        ("en", 361, 199272, 910614),
    ],
)
def test_empty_19x19(name, depth, variables, clauses):
    """The sizes of the published comparison on empty 19×19 Hex; and nothing is pruned there."""
    encoded = ENCODINGS[name].faithful().encode(ConnectionGame.hex(19, 19), depth)
    assert encoded.formula is not None
    assert encoded.formula.sizes()[:2] == (variables, clauses)
    assert encoded.notes == ()
    formula = formula_of(name, ConnectionGame.hex(19, 19), depth, symmetry=True)
    assert formula.sizes()[:2] == (variables, clauses - 180 * 9)  # the board turned by 180°: 181 orbits


@pytest.mark.parametrize("depth", [9, 13, 25])
def test_clauses_by_length(depth):
    """Unit, binary, ternary and long clauses of ET and EN on empty 5×5 Hex, as the page of encodings counts them."""
    cells, bits, half = 25, 5, (depth - 1) // 2
    board = {2: depth * cells + cells * bits, 3: half * cells * bits, 4: half * cells}
    found = lengths(formula_of("et", ConnectionGame.hex(5, 5), depth))
    edges = 2 * (4 * 5 + 5 * 4 + 4 * 4)
    assert found == {1: 5, 2: board[2] + 5, 3: board[3] + edges, 4: board[4]}
    formula = formula_of("en", ConnectionGame.hex(5, 5), depth)
    assert formula.num_variables == (depth + 1) * cells + depth * bits + (half + 1) * cells
    found = lengths(formula)
    corners = half * 2  # (1 literal + neighbours outside Γe): cells with two neighbours give ternary clauses
    assert found[1] == 20
    assert found[2] == board[2] + (half + 1) * cells
    assert found[3] + found[4] == board[3] + board[4] + 1 + 20 * half
    assert found[3] in {board[3] + corners, board[3] + half}


def test_ea_on_three_by_three():
    """EA on tic-tac-toe as maker-breaker: 8 lines of 3."""
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    sets = tuple(sum(1 << cell for cell in line) for line in lines)
    formula = formula_of("ea", PositionalGame("ttt", Board.square(3, 3), Rule.MAKER_BREAKER, sets), 9)
    assert formula.num_variables == 10 * 9 + 9 * 4 + 8
    assert formula.num_clauses == 9 * 9 + 9 * 4 + 4 * 9 * 4 + 4 * 9 + 24 + 1


def predicted(name: str, game: CellGame, depth: int, symmetry: bool) -> Counts:
    """The size by the formulas, out of what pruning leaves."""
    if name == "ea" and isinstance(game, ConnectionGame):
        pruned = list_paths(game, depth, symmetry)
    else:
        pruned = prune(game, depth, symmetry)
    cells, length = len(pruned.cells), len(pruned.players)
    opens, forbidden = pruned.players[0] is Player.WHITE, cells - len(pruned.allowed)
    if name == "ea":
        sets, literals = len(pruned.sets), sum(map(len, pruned.sets))
        return ea_sizes(cells, length, sets, literals, white_opens=opens, forbidden=forbidden)
    assert isinstance(game, ConnectionGame)
    if name == "en":
        assert pruned.graph is not None
        return en_sizes(cells, length, len(pruned.graph.target), white_opens=opens, forbidden=forbidden)
    white = white_graph(game, pruned)
    return et_sizes(
        cells,
        length,
        source=len(white.source),
        target=len(white.target),
        edges=sum(map(len, white.neighbours)),
        both=len({*white.source} & {*white.target}),
        white_opens=opens,
        forbidden=forbidden,
    )


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=draws(60, 30))
@given(seed=st.integers(0, 2**32 - 1), symmetry=st.booleans())
def test_formulas_of_sizes(kind, seed, symmetry):
    """Generated formulas have exactly the predicted numbers of variables and clauses."""
    game = KINDS[kind](Random(seed))
    for depth in range(game.complete_depth() + 2):
        for name in ("ea", "en", "et"):
            if ENCODINGS[name].lacks(game) is not None or ENCODINGS[name].encode(game, depth).answer is not None:
                continue
            if name == "en" and isinstance(game, PositionalGame):
                continue  # shapes: test_shapes.py
            formula = formula_of(name, game, depth, symmetry)
            found = Counts(formula.num_variables, formula.num_clauses)
            assert found == predicted(name, game, depth, symmetry), (name, depth, game)
            assert len(formula.prefix) == formula.num_variables


@pytest.mark.parametrize(
    "turns",
    [Turns(), Turns(Player.WHITE), Turns(Player.BLACK, 1, 2), Turns(Player.WHITE, 2, 1), Turns(Player.BLACK, 2, 2)],
    ids=str,
)
@pytest.mark.parametrize("rule", Rule)
@pytest.mark.parametrize("symmetry", [False, True])
def test_cor(turns, rule, symmetry):
    """COR as in the paper on 2×3 cells with every row and column a winning set: counted by hand."""
    sets = (0b000111, 0b111000, 0b001001, 0b010010, 0b100100)
    white = sets if rule is Rule.MAKER_MAKER else ()
    game = PositionalGame("rows", Board.square(2, 3), rule, sets, white, turns=turns)
    for depth in range(1, 7):
        formula = replace(COR().faithful(), symmetry=symmetry).encode(game, depth).formula
        if formula is None:
            continue
        order = players(game, depth)
        length, chosen = len(order), order.count(Player.WHITE)
        black, threats = ([mask for mask in sets if mask.bit_count() <= order.count(player)] for player in Player)
        others = 5 if symmetry else 0  # rows, columns can be exchanged: cells are alike
        forbidden = others if order[0] is Player.BLACK else -others  # Black must not, White's choices are not corrected
        variables = (length + 1) * (3 * 6 + 1) + 2 * length * 6 + chosen * 3 + len(black)
        clauses = 3 * 6 + length * 17 * 6 + chosen * 6 + forbidden
        goal = 1 + sum(mask.bit_count() for mask in black) + (len(threats) if white else 0)
        assert isinstance(formula, QCNF)
        assert (formula.num_variables, formula.num_clauses) == (variables, clauses + goal)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=draws(30, 15))
@given(seed=st.integers(0, 2**32 - 1), symmetry=st.booleans(), lean=st.booleans(), live=st.booleans())
def test_cor_on_random_games(kind, seed, symmetry, lean, live):
    """The size out of what is to be encoded is exact."""
    game, encoding = KINDS[kind](Random(seed)), COR(symmetry, lean, live)
    for depth in range(game.complete_depth() + 2):
        formula, residual = encoding.encode(game, depth).formula, encoding.residual(game, depth)
        if formula is None:
            assert isinstance(residual, tuple)
            continue
        assert isinstance(formula, QCNF)
        assert isinstance(residual, ResidualGame)
        assert Counts(formula.num_variables, formula.num_clauses) == cor_sizes(residual, lean=lean), (depth, game)
        assert len(formula.prefix) == formula.num_variables


def test_prefix_of_explicit():
    """∃M1 P1 ∀M2 ∃M3 P3 … with the goal in the innermost block; White opening puts ∀M1 in front."""
    game = ConnectionGame.hex(3, 3)
    blocks = formula_of("et", game, 5).prefix.blocks
    assert [(block.quantifier, len(block.variables)) for block in blocks] == [
        (Quantifier.EXISTS, 4 + 18),
        (Quantifier.FORALL, 4),
        (Quantifier.EXISTS, 4 + 18),
        (Quantifier.FORALL, 4),
        (Quantifier.EXISTS, 4 + 18 + 9),
    ]
    pair = PositionalGame("pair", Board.square(2, 2), Rule.MAKER_BREAKER, (0b0011, 0b1100), turns=Turns(Player.WHITE))
    sizes = [len(block.variables) for block in formula_of("ea", pair, 4).prefix.blocks]
    assert sizes == [2, 2 + 8, 2, 2 + 8 + 2]


def test_prefix_of_cor():
    """As in the paper ∃ time board time ∀ choice ∃ …; lean ∃ move stones time ∀ choice ∃ …."""
    rows = (0b0011, 0b1100)
    game = PositionalGame("rows", Board.square(2, 2), Rule.MAKER_MAKER, rows, rows)

    def blocks(encoding, depth=3):
        return encoding.encode(game, depth).formula.prefix.blocks

    board = 3 * 4
    assert [len(block.variables) for block in blocks(COR().faithful())] == [
        1 + board + 1 + 8 + board + 1,
        2,
        8 + board + 1 + 8 + board + 2,
    ]
    assert [len(block.variables) for block in blocks(COR())] == [2 + 4, 2, 4 + 2 + 4 + 2]  # White cannot win: no time
    game = PositionalGame("rows", Board.square(2, 2), Rule.MAKER_MAKER, rows, rows, turns=Turns(Player.WHITE, 1, 2))
    for encoding in (COR(), COR().faithful()):
        assert [block.quantifier for block in blocks(encoding)] == [Quantifier.FORALL, Quantifier.EXISTS]


@pytest.mark.parametrize("kind", KINDS)
def test_names(kind):
    """Every variable has a name, and no two the same."""
    for seed in range(20):
        game = KINDS[kind](Random(seed))
        for encoding in ENCODINGS.values():
            encoded = encoding.encode(game, 5) if encoding.lacks(game) is None else None
            if encoded is not None and isinstance(encoded.formula, QCNF):
                names = encoded.names()
                assert sorted(names) == list(range(1, encoded.formula.num_variables + 1))
                assert len(set(names.values())) == len(names)
