"""The places where encodings of games go wrong, one test each."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.encodings.games import decided, holds, truth
from tests.sizes import draws, size

from zermelo.encodings import ENCODINGS, Asks, Encoding, fitting
from zermelo.encodings.cor import COR
from zermelo.encodings.reduction.graphs import Graph, minimal_paths
from zermelo.encodings.reduction.pruning import prune, white_graph
from zermelo.encodings.reduction.residual_game import residual_sets_within
from zermelo.encodings.reduction.winning_sets import residual_sets
from zermelo.errors import InputError, UnsupportedError
from zermelo.model import Board, ConnectionGame, Player, Position, PositionalGame, Rule, Turns, mask_of
from zermelo.search import Minimax

SQUARE = Board.square(2, 2)  # a1 a2 b1 b2


def breaker(*sets: int, board: Board = SQUARE, **more) -> PositionalGame:
    return PositionalGame("test", board, Rule.MAKER_BREAKER, sets, **more)


def minimal_sets(masks) -> list[int]:
    """The sets that contain no other one, smallest first: every pair is looked at."""
    kept: list[int] = []
    for mask in sorted(set(masks), key=lambda mask: (mask.bit_count(), mask)):
        if not any(small & ~mask == 0 for small in kept):
            kept.append(mask)
    return kept


def line(cells: int, **more) -> ConnectionGame:
    """Cells in a row; the first touches Black's source, the last his target."""
    around = tuple((1 << cell >> 1) | (1 << cell + 1 & (1 << cells) - 1) for cell in range(cells))
    board = Board.named([f"v{cell}x" for cell in range(cells)])
    return ConnectionGame("line", board, around, 1, 1 << cells - 1, **more)


def agrees(game) -> None:
    oracle = Minimax(game)
    assert fitting(game)
    for depth in range(game.complete_depth() + 3):
        for encoding in fitting(game):
            encoded = encoding.encode(game, depth)
            assert holds(encoded, truth(encoded), oracle), (encoding.name, depth)


def askers(game) -> list[Encoding]:
    """The encodings that ask whether Black wins."""
    return [each for each in fitting(game) if each.asks is Asks.BLACK_WINS]


def test_one_cell_needs_no_bits():
    """η = 1: a move is a number of zero bits, and the formula is true."""
    for game in (breaker(0b1), line(1), ConnectionGame.hex(1, 1)):
        for encoding in askers(game):
            encoded = encoding.encode(game, 1)
            value, values = decided(encoded)
            assert value is True
            assert encoded.first_move(values or {}) in ((0, None) if encoding.name in ("cor", "dys") else (0,))
    agrees(replace(line(1), turns=Turns(Player.WHITE)))


def test_no_question_for_a_solver():
    """Won, lost and empty questions are answered while encoding, with the reason."""
    cases = [
        (breaker(0b11, start=Position(black=0b11)), 0, True, "completed"),
        (breaker(0), 0, True, "completed"),
        (breaker(0b11, start=Position(white=0b01)), 4, False, "no winning set"),
        (breaker(), 4, False, "no winning set"),
        (breaker(0b11), 2, False, "at most 1 stone"),
        (breaker(0b11), 0, False, "no stone within 0 moves"),
        (breaker(0b1, turns=Turns(Player.WHITE)), 1, False, "no stone within 1 move"),
        (line(3, joined=True), 0, True, "joined"),
        (line(3, start=Position(black=0b111)), 0, True, "joined"),
        (line(3, start=Position(white=0b010)), 3, False, "no path"),
        (line(3), 4, False, "at most 2 stones"),
        (ConnectionGame.hex(2, 2, start=Position(white=0b0101)), 2, False, "no path"),
    ]
    for game, depth, answer, why in cases:
        for encoding in askers(game):
            encoded = encoding.encode(game, depth)
            if encoding.name not in ("cor", "dys"):
                assert why in encoded.why, (encoding.name, encoded.why)
            assert (encoded.formula, encoded.answer) == (None, answer), (encoding.name, depth, game)
            assert encoded.why


def test_white_won_already():
    """A set that White has completed ends a maker-maker game, whatever Black could do."""
    game = PositionalGame("test", SQUARE, Rule.MAKER_MAKER, (0b0011,), (0b1100,), start=Position(white=0b1100))
    encoded = ENCODINGS["cor"].encode(game, 2)
    assert (encoded.answer, encoded.why) == (False, "White has won in the start position already")


def test_white_wins_first():
    """A race that White wins: Black's set would be complete in the end, but later."""
    board = Board.square(3, 2)
    start = Position(black=0b000001, white=0b011000)
    game = PositionalGame("race", board, Rule.MAKER_MAKER, (0b000111,), (0b111000,), start=start)
    agrees(game)
    agrees(replace(game, turns=Turns(Player.WHITE)))
    assert truth(ENCODINGS["cor"].encode(replace(game, rule=Rule.MAKER_BREAKER, white_sets=()), 5)) is False


def test_stones_that_form_chains():
    """Black stones in a row contract to one: the cells at both ends of the chain touch, across and to the borders."""
    game = line(6, start=Position(black=0b001100))
    agrees(game)
    pruned = prune(line(6, start=Position(black=0b011100), turns=Turns(Player.BLACK, 3, 3)), 3)
    assert pruned.graph == Graph(((1,), (0, 2), (1,)), (0,), (2,))
    pruned = prune(line(6, start=Position(black=0b000011), turns=Turns(Player.BLACK, 4, 4)), 4)
    assert pruned.graph is not None
    assert (pruned.graph.source, pruned.graph.target) == ((0,), (3,))


def test_neighbours_of_a_stone_become_a_clique():
    """Around a black stone in the middle of a star every cell touches every other."""
    star = ConnectionGame(
        "star", Board.named(["mid", "n", "e", "s", "w"]), (0b11110, 1, 1, 1, 1), 0b00110, 0b11000, start=Position(0b1)
    )
    pruned = prune(star, 3)
    assert pruned.cells == (1, 2, 3, 4)
    assert pruned.graph == Graph(((1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2)), (0, 1), (2, 3))
    agrees(star)


def test_depth_counts_black_stones():
    """A path of three needs depth 5 when Black opens, 6 when White does; White's last move is left out."""
    for opener, needed in ((Player.BLACK, 5), (Player.WHITE, 6)):
        game = replace(ConnectionGame.hex(3, 3), turns=Turns(opener))
        for encoding in askers(game):
            assert "2 stones" in encoding.encode(game, needed - 1).why
            assert encoding.encode(game, needed).formula is not None
            assert any("White's" in note for note in encoding.encode(game, needed + 1).notes)


def test_depth_beyond_the_full_board():
    """Time stops when the board is full, and when all cells that matter are taken."""
    game = breaker(0b0011, 0b0101, board=Board.square(2, 3))
    for encoding in askers(game):
        encoded = encoding.encode(game, 100)
        assert any("cut down" in note for note in encoded.notes)
        assert truth(encoded)
    agrees(game)


def test_cells_without_use_are_given_to_white():
    """Dead ends and far cells are pruned, and moves there stay legal for whoever has to make one."""
    board = Board.named(["v0x", "v1x", "dead", "end"])
    game = ConnectionGame("dead end", board, (0b0010, 0b0101, 0b1010, 0b0100), 0b0001, 0b0010)
    for start, cells in ((Position(), ()), (Position(black=0b0001), (1,)), (Position(black=0b0010), (0,))):
        assert prune(game.at(start), 4).cells == cells
        agrees(game.at(start))
    assert prune(game, 4).why.endswith("at most 1 stone (all cells that matter are taken after 2 moves)")
    agrees(replace(game, first_moves=0b0001))


@pytest.mark.parametrize("opener", Player)
@pytest.mark.parametrize("allowed", range(1, 16, size(1, 5)))
def test_first_moves_are_rules(opener, allowed):
    """A restriction that no symmetry justifies holds exactly, also where only wasted moves are left."""
    agrees(breaker(0b0011, 0b0101, first_moves=allowed, turns=Turns(opener)))
    agrees(replace(ConnectionGame.hex(2, 2), first_moves=allowed, turns=Turns(opener)))
    sets = (0b0011, 0b1001)
    agrees(PositionalGame("test", SQUARE, Rule.MAKER_MAKER, sets, sets, first_moves=allowed, turns=Turns(opener)))


def test_first_moves_hold_at_ply_0_only():
    game = breaker(0b0011, start=Position(ply=2), first_moves=0b1000)
    assert truth(ENCODINGS["ea"].encode(game, 3)) is Minimax(game).within(game.start, 3)


def test_white_forced_to_waste_his_move():
    """White may open in the corner only: a pass, and Black wins though he would not if White could choose."""
    game = breaker(0b0011, turns=Turns(Player.WHITE), first_moves=0b1000)
    for name in ("ea", "cor"):
        assert truth(ENCODINGS[name].encode(replace(game, first_moves=None), 4)) is False
        assert truth(ENCODINGS[name].encode(game, 4)) is Minimax(game).within(game.start, 4)


def test_pass_of_white_is_no_gain():
    """With three cells the fourth number of White is no cell; he must not win by naming it."""
    game = breaker(0b001, 0b110, board=Board.square(3, 1))
    agrees(game)
    agrees(breaker(0b011, 0b101, 0b110, board=Board.square(3, 1)))


def test_black_cannot_pick_a_forbidden_white_move():
    """COR corrects an illegal first choice of White to an allowed cell, not to the one that suits Black."""
    sets = (0b00011,)
    game = PositionalGame("test", Board.square(5, 1), Rule.MAKER_MAKER, sets, (), turns=Turns(Player.WHITE))
    restricted = replace(game, first_moves=0b00001)
    assert truth(ENCODINGS["cor"].encode(restricted, 5)) is False
    agrees(restricted)


def test_transversal_with_cells_on_both_borders():
    """1×n and n×1 boards: every cell of one row lies on both borders of one player."""
    for columns, rows in ((1, 3), (3, 1), (1, 1), (2, 1), (1, 2)):
        for opener in Player:
            agrees(replace(ConnectionGame.hex(columns, rows), turns=Turns(opener)))


@pytest.mark.slow
def test_cells_on_both_borders_of_a_larger_board():
    """A stone makes such cells."""
    agrees(ConnectionGame.hex(2, 4, start=Position(black=0b100)))


def test_black_has_won_first():
    """White holds by a set of her own only when she completes it before Black completes one of his."""
    black, white = (0b000011, 0b000101), (0b011000, 0b110000, 0b101000)
    game = PositionalGame("race", Board.square(6, 1), Rule.MAKER_MAKER, black, white)
    agrees(game)
    assert not any(truth(ENCODINGS["pairing-mm"].encode(game, depth)) for depth in range(7))


def test_borders_of_white_that_contradict():
    """A game with White's borders joined although Black has a path is refused, not answered."""
    game = replace(ConnectionGame.hex(2, 2), white_source=0b0001, white_target=0b0001, start=Position(white=0b0001))
    with pytest.raises(InputError, match="borders of White"):
        ENCODINGS["et"].encode(game, 3)


def test_too_many_paths():
    """A ladder has too many paths to list: EA says so, and says what to take instead."""
    graph = Graph(((2, 3), (2, 3), (0, 1, 4, 5), (0, 1, 4, 5), (2, 3), (2, 3)), (0, 1), (4, 5))
    assert len(minimal_paths(graph, 3, limit=8)) == 8
    with pytest.raises(
        UnsupportedError, match=r"more than 7 minimal paths, expected at most 7.* an encoding that lists none"
    ):
        minimal_paths(graph, 3, limit=7)
    with pytest.raises(UnsupportedError, match="'et'"):
        ENCODINGS["ea"].encode(ConnectionGame.hex(19, 19), 361)


def test_paths_are_the_minimal_winning_sets():
    """Minimal paths of Hex boards are what brute force finds."""
    for columns, rows in ((2, 2), (3, 2), (2, 3), (3, 3), (4, 2)):
        game = ConnectionGame.hex(columns, rows)
        cells = columns * rows
        wanted = minimal_sets(stones for stones in range(1 << cells) if game.connects(stones))
        graph = prune(game, cells).graph
        assert graph is not None
        assert sorted(minimal_paths(graph, cells)) == sorted(wanted)


def test_live_sets_are_minimal():
    sets = [0b1, 0b11, 0b110, 0b111, 0b1010, 0b110, 0b101]
    for own in range(16):
        for other in range(16):
            wanted = minimal_sets(mask & ~own for mask in sets if not mask & other)
            assert residual_sets(sets, own, other) == wanted


@settings(max_examples=draws(1000, 150))
@given(
    st.sets(st.integers(0, 511), max_size=40), st.integers(0, 511), st.integers(0, 511), st.none() | st.integers(0, 9)
)
def test_live_sets_are_those_of_the_plain_definition(sets, own, other, most):
    """Sets of more cells than stones are left out, which makes no other set minimal."""
    wanted = minimal_sets(mask & ~own for mask in sets if not mask & other)
    assert residual_sets(sets, own, other, most) == [
        mask for mask in wanted if most is None or mask.bit_count() <= most
    ]


class CountedMask(int):
    """A mask that counts the intersections of masks."""

    intersections = 0

    def __and__(self, other: int) -> CountedMask:
        CountedMask.intersections += 1
        return CountedMask(int(self) & int(other))

    __rand__ = __and__

    def __xor__(self, other: int) -> CountedMask:
        return CountedMask(int(self) ^ int(other))


@pytest.mark.parametrize("sizes", [(4,), (3, 4)])
def test_few_sets_are_compared(sizes):
    """Sets of one size are not, and of smaller ones only those that share their first cells with the set."""
    masks = [mask_of(cells) for size in sizes for cells in combinations(range(15), size) if cells[0] % 2 == size % 2]
    CountedMask.intersections = 0
    kept = residual_sets(map(CountedMask, masks), 0, 0)
    assert CountedMask.intersections < 30 * len(masks)
    assert kept == minimal_sets(masks)


def test_sets_of_more_cells_than_stones_are_dropped_first():
    """Only the stones are taken from them; a comparison would take more."""
    masks = [CountedMask(mask_of(cells)) for cells in combinations(range(15), 4)]
    maker = breaker(*masks, board=Board.square(15, 1))
    race = PositionalGame("race", maker.board, Rule.MAKER_MAKER, maker.black_sets, maker.black_sets)
    CountedMask.intersections = 0
    assert prune(maker, 6).answer is False
    assert CountedMask.intersections == 2 * len(masks)
    CountedMask.intersections = 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PositionalGame, "winner", lambda *_: None)  # which looks at the sets, too
        assert residual_sets_within(race, 6) == ([], [])
    assert CountedMask.intersections == 4 * len(masks)


def test_white_graph_contracts_pruned_cells():
    """For ET the cells given to White are White's stones: here they touch each cell from both sides."""
    game = ConnectionGame.hex(3, 3, start=Position(black=0b000_000_001))
    pruned = prune(replace(game, turns=Turns(Player.BLACK, 2, 2)), 2)
    graph = white_graph(game, pruned)
    assert pruned.notes[1] == "6 cells given to White: in no path of at most 2 stones to place"
    assert graph == Graph(((1,), (0,)), (0, 1), (0, 1))


def test_symmetry_of_the_first_move():
    """One cell per orbit, for either opener; stones break symmetries."""
    lines = (0b000111, 0b111000, 0b001001, 0b010010, 0b100100)
    game = PositionalGame("rows", Board.square(2, 3), Rule.MAKER_MAKER, lines, lines)
    assert "first move: 1 of 6 cells, one of each orbit of symmetries" in COR().encode(game, 5).notes
    placed = replace(game, start=Position(black=0b1, ply=1))
    assert "first move: 3 of 5 cells, one of each orbit of symmetries" in COR().encode(placed, 4).notes
    assert not any("orbit" in note for note in COR(symmetry=False).encode(game, 5).notes)


def test_bad_questions():
    game = breaker(0b11)
    for name in ("ea", "cor"):
        with pytest.raises(InputError, match="depth of 0 or more"):
            ENCODINGS[name].encode(game, -1)
