"""LA, LN, LI, SA, SN, SI: exact sizes, prefixes, and the places where boards without a board go wrong.

That they agree with exhaustive search is tested for every encoding of the registry in ``test_differential.py``.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.encodings.games import KINDS, decided
from tests.encodings.size_formulas import (
    CircuitCounts,
    lifted_board_sizes,
    listed_sizes,
    ln_sizes,
    sn_sizes,
    squaring_sizes,
    stateless_sizes,
)
from tests.encodings.test_differential import check
from tests.sizes import draws

from zermelo.encodings import la, li, ln, sa, si, sn
from zermelo.encodings.boards.implicit import Implicit
from zermelo.encodings.goals.path_goals import graph_of, squaring_levels
from zermelo.formula import Circuit
from zermelo.model import Board, ConnectionGame, Game, Player, Position, PositionalGame, Rule, Turns

CLASSES: tuple[type[Implicit], ...] = (la.LA, ln.LN, li.LI, sa.SA, sn.SN, si.SI)
BOARDS = {"l": lifted_board_sizes, "s": stateless_sizes}


def circuit_of(encoding: Implicit, game: Game, depth: int) -> Circuit:
    formula = encoding.encode(game, depth).formula
    assert isinstance(formula, Circuit)
    return formula


def predicted(encoding: Implicit, game: ConnectionGame | PositionalGame, depth: int) -> CircuitCounts | None:
    """The size by the formulas, out of what pruning leaves; None where they make no promise."""
    pruned = encoding.prune(game, depth)
    cells, length = len(pruned.cells), len(pruned.players)
    if pruned.answer is not None or cells < 3 or len(pruned.allowed) < cells or length > cells:
        return None
    board = BOARDS[encoding.name[0]]
    if encoding.name in ("la", "sa"):
        return listed_sizes(cells, length, pruned.sets, board)
    if encoding.name in ("li", "si"):
        return squaring_sizes(graph_of(pruned), length, board)
    if pruned.stones < 2:
        return None
    return (ln_sizes if encoding.name == "ln" else sn_sizes)(graph_of(pruned), length)


@pytest.mark.parametrize("kind", ["maker-breaker", "connection", "hex"])
@pytest.mark.parametrize("taken", CLASSES)
@settings(max_examples=draws(40, 20))
@given(seed=st.integers(0, 2**32 - 1))
def test_sizes(taken, kind, seed):
    """Variables and gates are exactly those of the formulas."""
    game, encoding = KINDS[kind](Random(seed)), taken(symmetry=False)
    if encoding.lacks(game) is not None or (kind == "maker-breaker" and encoding.name not in ("la", "sa")):
        return
    for depth in range(1, 8):
        wanted = predicted(encoding, game, depth)
        if wanted is not None:
            assert circuit_of(encoding, game, depth).sizes()[:2] == wanted, (depth, game)


@pytest.mark.parametrize("taken", [ln.LN, li.LI, sn.SN, si.SI])
@pytest.mark.parametrize("size", [(2, 2), (3, 3), (4, 4), (3, 5), (6, 6)])
def test_sizes_of_empty_hex(taken, size):
    """The same on empty boards, where something is predicted at every depth that reaches across."""
    game, encoding = ConnectionGame.hex(*size), taken(symmetry=False)
    for depth in range(2 * size[1] - 1, min(13, size[0] * size[1]), 2):
        wanted = predicted(encoding, game, depth)
        assert wanted is not None
        assert circuit_of(encoding, game, depth).sizes()[:2] == wanted


# Table 2 of the paper: variables and clauses, in thousands, rounded as printed there.
PUBLISHED = {
    ("ln", 45): (5, 22),
    ("ln", 91): (9, 33),
    ("ln", 181): (17, 54),
    ("ln", 361): (32, 97),
    ("sn", 45): (53, 261),
    ("sn", 91): (167, 720),
}


@pytest.mark.parametrize(
    ("name", "depth"),
    [pytest.param(*each, marks=[pytest.mark.slow] * (each == ("sn", 91))) for each in PUBLISHED],
)
def test_empty_19x19(name, depth):
    """As clauses, before any preprocessing, they are smaller than published (SN at 181, 361: benchmarks/encode.py)."""
    taken = {"ln": ln.LN, "sn": sn.SN}[name]
    for encoding in (taken(), taken().faithful()):
        clauses, _ = encoding.encode(ConnectionGame.hex(19, 19), depth).clauses()
        variables, number = PUBLISHED[name, depth]
        assert clauses.num_variables <= 1000 * variables
        assert clauses.num_clauses <= 1000 * number


@pytest.mark.parametrize(
    ("taken", "blocks"),
    [
        (ln.LN, [4, 4, 4, 4, 4 + 3 * 4, 4, 4 + 12]),
        (sn.SN, [4, 4, 4, 4, 4 + 3 * 4]),
        (li.LI, [4, 4, 4, 4, 4 + 8 + 4, 1, 8, 4, 12]),
        (si.SI, [4, 4, 4, 4, 4 + 8 + 4, 1, 8]),
        (la.LA, [4, 4, 4, 4, 4 + 3 * 4, 4, 12]),
        (sa.SA, [4, 4, 4, 4, 4 + 3 * 4]),
    ],
)
def test_prefix(taken, blocks):
    """∃M1 ∀M2 … ∃Md ∃W, then the levels of squaring, then ∀P ∃S where the board is lifted."""
    prefix = circuit_of(taken(), ConnectionGame.hex(3, 3), 5).prefix
    assert [len(block.variables) for block in prefix.blocks] == blocks


def test_squaring_covers_every_length():
    """2^levels steps are enough for a path through all stones, and one level less is not."""
    for stones in range(1, 40):
        steps, levels = stones - 1, squaring_levels(stones)
        assert 2**levels >= steps
        assert not levels or 2 ** (levels - 1) < steps


def line(cells: int, **more) -> ConnectionGame:
    """Cells in a row; the first touches Black's source, the last his target."""
    around = tuple((1 << cell >> 1) | (1 << cell + 1 & (1 << cells) - 1) for cell in range(cells))
    return ConnectionGame("line", Board.named([f"v{v}x" for v in range(cells)]), around, 1, 1 << cells - 1, **more)


@pytest.mark.parametrize("taken", CLASSES)
@pytest.mark.parametrize(
    "game",
    [
        # White may only begin where nothing happens: Black needs all cells that are left, one more than he can name
        # unless there is a cell for passing.
        replace(ConnectionGame.hex(3, 2), turns=Turns(Player.WHITE), first_moves=0b100001),
        # Black may only begin where he does not need to: he has to pass, and White moves first where it counts.
        replace(ConnectionGame.hex(2, 3), start=Position(0b010000, 0b100000), first_moves=0b001000),
        # The same with a cell to spare for every stone, so that passing needs a cell of its own.
        ConnectionGame("spare", Board.square(4, 1), (0, 0, 0, 0), 0b0111, 0b0111, first_moves=0b1000),
        # White may not begin where it would hurt: naming that cell is a pass, and Black may still take it.
        ConnectionGame("harmless", Board.square(2, 1), (0, 0), 1, 1, turns=Turns(Player.WHITE), first_moves=0b10),
        # A winning set of one cell beside a larger one: the witness repeats a cell.
        PositionalGame("sets", Board.square(4, 1), Rule.MAKER_BREAKER, (0b0001, 0b0110), turns=Turns(Player.WHITE)),
        # A path of one cell, and others of two: it stands still at the end.
        ConnectionGame("fork", Board.square(3, 1), (0b010, 0b001, 0), 0b101, 0b110, turns=Turns(Player.WHITE)),
    ],
    ids=["restricted", "passing", "spare", "harmless", "sets", "stutter"],
)
def test_traps(taken, game):
    """Passing, restricted first moves, and witnesses that are too long."""
    for encoding in (taken(), taken().faithful()):
        if encoding.lacks(game) is None:
            check(game, encoding, moves=True)


@pytest.mark.parametrize("taken", CLASSES)
def test_white_may_name_anything(taken):
    """White's choice of no cell, or of a cell that is taken, is a pass: Black still needs both of his stones."""
    game = PositionalGame("pair", Board.square(3, 1), Rule.MAKER_BREAKER, (0b011, 0b110))
    if taken().lacks(game) is not None:
        return
    for encoding in (taken(), taken().faithful()):
        assert decided(encoding.encode(game, 3))[0] is True  # the middle cell, then either side
        assert encoding.encode(game, 1).answer is False


@pytest.mark.parametrize("taken", CLASSES)
def test_names(taken):
    """Every variable has a name, and no two the same."""
    circuit = circuit_of(taken(), ConnectionGame.hex(4, 4), 9)
    names = taken().encode(ConnectionGame.hex(4, 4), 9).names()
    assert sorted(names) == sorted(circuit.prefix)
    assert len(set(names.values())) == len(names)
