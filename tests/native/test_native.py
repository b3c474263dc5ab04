"""The C++ core against a tiny implementation of the same rules in plain Python, on random rules, and known counts."""

from __future__ import annotations

import math
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.sizes import draws, size

from zermelo import _native as native

LINES = [0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100]
BUSY = [HealthCheck.too_slow]  # a busy machine is no reason to fail
ALTERNATING = [ply % 2 == 0 for ply in range(512)]

Position = tuple[int, int]


# The oracle: rules as sets of cells, with no bit tricks beyond the conversion.


def cells_of(mask: int) -> set[int]:
    return {cell for cell in range(mask.bit_length()) if mask >> cell & 1}


def mask_of(cells: set[int]) -> int:
    return sum(1 << cell for cell in cells)


class Oracle:
    """The methods that the three kinds of rules share."""

    def decided(self, black: int, white: int, ply: int) -> str:
        raise NotImplementedError

    def blocked(self, black: int, white: int, ply: int) -> str:  # noqa: ARG002
        return "neither"

    def successors(self, black: int, white: int, ply: int) -> Iterator[tuple[int, Position]]:
        raise NotImplementedError

    def moves(self, black: int, white: int, ply: int) -> dict[int, Position]:
        if self.decided(black, white, ply) != "running":
            return {}
        return dict(self.successors(black, white, ply))

    def status(self, black: int, white: int, ply: int) -> str:
        decided = self.decided(black, white, ply)
        if decided == "running" and not self.moves(black, white, ply):
            return self.blocked(black, white, ply)
        return decided

    def perft(self, black: int, white: int, ply: int, depth: int) -> tuple[list[int], list[int]]:
        """Walk the whole tree: plays one by one."""
        plays: Counter[int] = Counter()
        positions: dict[int, set[Position]] = {k: set() for k in range(depth + 1)}

        def walk(black: int, white: int, k: int) -> None:
            plays[k] += 1
            positions[k].add((black, white))
            if k < depth:
                for reached in self.moves(black, white, ply + k).values():
                    walk(*reached, k + 1)

        walk(black, white, 0)
        return [plays[k] for k in range(depth + 1)], [len(positions[k]) for k in range(depth + 1)]


@dataclass
class GridOracle(Oracle):
    cells: int
    actions: tuple[list[tuple[int, ...]], list[tuple[int, ...]]]
    goals: tuple[list[tuple[int, ...]], list[tuple[int, ...]]]
    stuck: str = "loses"
    full_draw: bool = False

    def full(self, black: int, white: int) -> bool:
        return self.full_draw and (black | white).bit_count() == self.cells

    def holds(self, condition: tuple[int, ...], black: int, white: int) -> bool:
        state = ["open"] * self.cells
        for cell in cells_of(black):
            state[cell] = "black"
        for cell in cells_of(white):
            state[cell] = "white"
        kinds = ("black", "white", "open")
        must = all(state[c] == kind for kind, mask in zip(kinds, condition[:3], strict=True) for c in cells_of(mask))
        must_not = all(
            state[c] != kind for kind, mask in zip(kinds, condition[3:6], strict=True) for c in cells_of(mask)
        )
        return must and must_not

    def decided(self, black: int, white: int, ply: int) -> str:
        if ply > 0 and any(self.holds(goal, black, white) for goal in self.goals[(ply - 1) % 2]):
            return ("black", "white")[(ply - 1) % 2]
        return "running"

    def blocked(self, black: int, white: int, ply: int) -> str:
        if self.stuck == "draws" or self.full(black, white):
            return "neither"
        return ("white", "black")[ply % 2 if self.stuck == "loses" else 1 - ply % 2]

    def successors(self, black: int, white: int, ply: int) -> Iterator[tuple[int, Position]]:
        for index, action in enumerate([] if self.full(black, white) else self.actions[ply % 2]):
            if self.holds(action[:6], black, white):
                to_black, to_white, to_open = (cells_of(mask) for mask in action[6:])
                yield (
                    index,
                    (
                        mask_of((cells_of(black) - to_white - to_open) | to_black),
                        mask_of((cells_of(white) - to_black - to_open) | to_white),
                    ),
                )


@dataclass
class PlacementOracle(Oracle):
    cells: int
    turns: list[bool]
    first_moves: int | None

    def successors(self, black: int, white: int, ply: int) -> Iterator[tuple[int, Position]]:
        for cell in range(self.cells):
            free = not (black | white) >> cell & 1
            if free and (ply > 0 or self.first_moves is None or self.first_moves >> cell & 1):
                yield cell, (black | 1 << cell, white) if self.turns[ply] else (black, white | 1 << cell)


@dataclass
class PositionalOracle(PlacementOracle):
    sets: dict[bool, list[int]]
    maker_breaker: bool

    def decided(self, black: int, white: int, ply: int) -> str:  # noqa: ARG002
        for player, stones in ((True, black), (False, white)):
            if any(cells_of(s) <= cells_of(stones) for s in self.sets[player]):
                return "black" if player else "white"
        if self.maker_breaker and all(s & white for s in self.sets[True]):
            return "white"
        return "neither" if (black | white).bit_count() == self.cells else "running"


@dataclass
class ConnectionOracle(PlacementOracle):
    adjacency: list[int]
    source: int
    target: int
    joined: bool

    def joins(self, stones: int) -> bool:
        seen: set[int] = set()

        def reaches(cell: int) -> bool:
            seen.add(cell)
            ahead = cells_of(self.adjacency[cell] & stones) - seen
            return bool(self.target >> cell & 1) or any(reaches(c) for c in ahead if c not in seen)

        return any(reaches(cell) for cell in cells_of(self.source & stones) if cell not in seen)

    def decided(self, black: int, white: int, ply: int) -> str:  # noqa: ARG002
        if self.joined or self.joins(black):
            return "black"
        if not self.joins((1 << self.cells) - 1 & ~white):
            return "white"
        return "neither" if (black | white).bit_count() == self.cells else "running"


# Random rules. A stretch spreads the cells of a small game over a large board, to reach every number of words.


def masks(cells: int) -> st.SearchStrategy[int]:
    return st.integers(0, (1 << cells) - 1)


def sparse(cells: int) -> st.SearchStrategy[int]:
    return st.sets(st.integers(0, cells - 1), max_size=2).map(mask_of)


@st.composite
def positions(draw: st.DrawFn, cells: int) -> Position:
    black = draw(masks(cells))
    return (black, draw(masks(cells)) & ~black) if draw(st.booleans()) else (0, 0)


@st.composite
def conditions(draw: st.DrawFn, cells: int) -> tuple[int, ...]:
    return tuple(draw(sparse(cells)) if draw(st.integers(0, 2)) == 0 else 0 for _ in range(6))


@st.composite
def actions(draw: st.DrawFn, cells: int) -> tuple[int, ...]:
    to_black = draw(sparse(cells))
    to_white = draw(sparse(cells)) & ~to_black
    return (*draw(conditions(cells)), to_black, to_white, draw(sparse(cells)) & ~(to_black | to_white))


Case = tuple[native.Rules, Oracle, Position]


@st.composite
def grid_cases(draw: st.DrawFn) -> Case:
    cells = draw(st.integers(1, 6))
    lists = [draw(st.lists(actions(cells), min_size=1, max_size=5)) for _ in range(2)]
    goals = [draw(st.lists(conditions(cells).filter(any), max_size=2)) for _ in range(2)]
    stuck = draw(st.sampled_from(["loses", "draws", "wins"]))
    full = draw(st.booleans())
    rules = native.GridRules(cells, lists[0], lists[1], goals[0], goals[1], stuck, full)  # type: ignore[arg-type]
    return rules, GridOracle(cells, (lists[0], lists[1]), (goals[0], goals[1]), stuck, full), draw(positions(cells))


@st.composite
def placements(draw: st.DrawFn) -> tuple[int, list[bool], int | None]:
    cells = draw(st.integers(1, 6))
    turns = draw(st.lists(st.booleans(), min_size=cells + 1, max_size=cells + 4))
    return cells, turns, draw(st.none() | masks(cells))


@st.composite
def positional_cases(draw: st.DrawFn) -> Case:
    cells, turns, first = draw(placements())
    black, white = (draw(st.lists(masks(cells), max_size=3)) for _ in range(2))
    breaker = draw(st.booleans())
    rules = native.PositionalRules(cells, black, white, turns, first, breaker)
    return rules, PositionalOracle(cells, turns, first, {True: black, False: white}, breaker), draw(positions(cells))


@st.composite
def connection_cases(draw: st.DrawFn) -> Case:
    cells, turns, first = draw(placements())
    adjacency = draw(st.lists(masks(cells), min_size=cells, max_size=cells))
    source, target = draw(masks(cells)), draw(masks(cells))
    joined = draw(st.integers(0, 9)) == 0
    rules = native.ConnectionRules(cells, adjacency, source, target, turns, first, joined)
    return rules, ConnectionOracle(cells, turns, first, adjacency, source, target, joined), draw(positions(cells))


@settings(max_examples=draws(400, 80), deadline=None, suppress_health_check=BUSY)
@given(st.one_of(grid_cases(), positional_cases(), connection_cases()), st.integers(0, 1), st.integers(0, 4))
def test_agrees_with_the_oracle(case: Case, ply: int, depth: int) -> None:
    """Status, legal moves, their effects, and both counts are those of the plain implementation."""
    rules, oracle, (black, white) = case
    if isinstance(oracle, PlacementOracle):  # turns are listed for a whole game that starts with an empty board
        depth = min(depth, len(oracle.turns) - ply)
    assert native.status(rules, black, white, ply) == oracle.status(black, white, ply)
    expected = oracle.moves(black, white, ply)
    assert native.legal_moves(rules, black, white, ply) == list(expected)
    for move, reached in expected.items():
        assert native.apply(rules, black, white, ply, move) == reached
    assert native.perft(rules, black, white, ply, depth) == (*oracle.perft(black, white, ply, depth), True)


@settings(max_examples=draws(120, 30), deadline=None, suppress_health_check=BUSY)
@given(st.integers(1, 512), st.data())
def test_large_boards_agree_with_the_oracle(cells: int, data: st.DataObject) -> None:
    """Every number of words per mask gives the same game; most cells are filled, so that few moves remain."""
    free = data.draw(st.sets(st.integers(0, cells - 1), min_size=1, max_size=4).map(mask_of))
    taken = ((1 << cells) - 1) & ~free
    black = taken & data.draw(masks(cells))
    white = taken & ~black
    black_sets = data.draw(st.lists(sparse(cells), max_size=3))
    white_sets = data.draw(st.lists(sparse(cells), max_size=3))
    first = data.draw(st.none() | masks(cells))
    adjacency = [(3 << max(cell - 1, 0) | 1 << min(cell + 1, cells - 1)) & ((1 << cells) - 1) for cell in range(cells)]
    source, target = data.draw(sparse(cells)), data.draw(sparse(cells))
    fill = (free & -free).bit_length() - 1
    grid = [(0, 0, 1 << fill, 0, 0, 0, 1 << cells - 1, 0, 0), (0, 0, 0, 1 << cells - 1, 0, 0, 0, 1 << fill, 0)]
    goals = [(black_sets[0] if black_sets else 1, 0, 0, 0, 0, 0)]
    cases: list[tuple[native.Rules, Oracle]] = [
        (
            native.PositionalRules(cells, black_sets, white_sets, ALTERNATING, first),
            PositionalOracle(cells, ALTERNATING, first, {True: black_sets, False: white_sets}, False),
        ),
        (
            native.ConnectionRules(cells, adjacency, source, target, ALTERNATING, first),
            ConnectionOracle(cells, ALTERNATING, first, adjacency, source, target, False),
        ),
    ]
    if cells > 1 and fill != cells - 1:
        grid_oracle = GridOracle(cells, (list(grid), list(grid)), (list(goals), list(goals)))
        cases.append((native.GridRules(cells, grid, grid, goals, goals), grid_oracle))
    for rules, oracle in cases:
        for ply in (0, 1):
            assert native.legal_moves(rules, black, white, ply) == list(oracle.moves(black, white, ply))
            assert native.status(rules, black, white, ply) == oracle.status(black, white, ply)
            for move, reached in oracle.moves(black, white, ply).items():
                assert native.apply(rules, black, white, ply, move) == reached
            assert native.perft(rules, black, white, ply, 3) == (*oracle.perft(black, white, ply, 3), True)


# Known counts.


def tic_tac_toe_as_grid() -> native.GridRules:
    black = [(0, 0, 1 << c, 0, 0, 0, 1 << c, 0, 0) for c in range(9)]
    white = [(0, 0, 1 << c, 0, 0, 0, 0, 1 << c, 0) for c in range(9)]
    black_goals = [(line, 0, 0, 0, 0, 0) for line in LINES]
    white_goals = [(0, line, 0, 0, 0, 0) for line in LINES]
    return native.GridRules(9, black, white, black_goals, white_goals)


@pytest.mark.parametrize(
    "rules",
    [native.PositionalRules(9, LINES, LINES, ALTERNATING[:9]), tic_tac_toe_as_grid()],
    ids=["positional", "grid"],
)
def test_tic_tac_toe(rules: native.Rules) -> None:
    """The published counts of plays and positions, whichever way the game is written."""
    plays, reached, complete = native.perft(rules, 0, 0, 0, 9)
    assert plays == [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    assert reached == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    assert complete


def test_empty_levels_after_the_end() -> None:
    """Beyond the last move there are no plays and no positions; the lists still reach the depth."""
    rules = native.PositionalRules(2, [], [], [True, False])
    assert native.perft(rules, 0, 0, 0, 4) == ([1, 2, 2, 0, 0], [1, 2, 2, 0, 0], True)


@pytest.mark.parametrize("cells", [63, 64, 65, 127, 128, 129, 256, 257, 300, 512])
def test_placing_stones_on_large_boards(cells: int) -> None:
    """Without winning sets, counts follow a formula: n(n-1)(n-2) plays, positions by which cells are whose."""
    rules = native.PositionalRules(cells, [], [], ALTERNATING[:cells])
    assert rules.cells == cells
    depth = 3 if cells < size(200, 100) else 2
    plays, reached, complete = native.perft(rules, 0, 0, 0, depth)
    assert plays == [math.perm(cells, k) for k in range(depth + 1)]
    assert reached == [
        math.comb(cells, (k + 1) // 2) * math.comb(cells - (k + 1) // 2, k // 2) for k in range(depth + 1)
    ]
    assert complete
    last = cells - 1
    assert native.apply(rules, 0, 0, 0, last) == (1 << last, 0)
    assert native.legal_moves(rules, 1 << last, 0, 1) == list(range(last))
    assert native.status(rules, (1 << cells) - 1, 0, cells) == "neither"


def test_a_path_through_300_cells() -> None:
    """Flood fill crosses words; one missing stone cuts the chain."""
    adjacency = [(1 << c - 1 if c else 0) | (1 << c + 1 if c < 299 else 0) for c in range(300)]
    rules = native.ConnectionRules(300, adjacency, 1, 1 << 299, ALTERNATING[:300])
    full = (1 << 300) - 1
    assert native.status(rules, full, 0, 300) == "black"
    for gap in (0, 63, 64, 150, 299):
        assert native.status(rules, full & ~(1 << gap), 0, 0) == "running"
        assert native.status(rules, full & ~(1 << gap), 1 << gap, 300) == "white"
        assert native.legal_moves(rules, full & ~(1 << gap), 0, 0) == [gap]


def test_hex_2x2() -> None:
    """Counts small enough to check by hand: cells 1 and 2 touch, 0 and 3 do not; Black joins {0, 1} to {2, 3}."""
    rules = native.ConnectionRules(4, [0b0110, 0b1101, 0b1011, 0b0110], 0b0011, 0b1100, [True, False, True, False])
    plays, _, complete = native.perft(rules, 0, 0, 0, 4)
    # Of 24 plays of three stones those with black {0, 1}, {2, 3} or {0, 3} go on: 3 pairs, 2 orders, 2 white cells.
    assert plays == [1, 4, 12, 24, 12]
    assert complete
    assert [native.status(rules, black, 0, 3) for black in (0b0011, 0b1100, 0b1001)] == ["running"] * 3
    assert [native.status(rules, black, 0, 3) for black in (0b0101, 0b0110, 0b1010)] == ["black"] * 3


def test_two_actions_with_one_effect_are_two_moves() -> None:
    """Plays count ground actions, positions count states."""
    place = (0, 0, 1, 0, 0, 0, 1, 0, 0)
    rules = native.GridRules(1, [place, place, place], [], [], [])
    assert native.perft(rules, 0, 0, 0, 2) == ([1, 3, 0], [1, 1, 0], True)
    assert native.status(rules, 1, 0, 1) == "black"  # White cannot move


# Limits.


def test_node_limit_keeps_completed_levels() -> None:
    rules = native.PositionalRules(9, LINES, LINES, ALTERNATING[:9])
    assert native.perft(rules, 0, 0, 0, 9, node_limit=252) == ([1, 9, 72, 504], [1, 9, 72, 252], False)
    assert native.perft(rules, 0, 0, 0, 9, node_limit=251) == ([1, 9, 72], [1, 9, 72], False)
    assert native.perft(rules, 0, 0, 0, 1, node_limit=1) == ([1], [1], False)
    assert native.perft(rules, 0, 0, 0, 9, node_limit=2**62)[2]


def test_overflow_is_an_error() -> None:
    """Two actions that change nothing double the plays with each move: 2**127 fits, 2**128 does not."""
    nothing = (0,) * 9
    rules = native.GridRules(1, [nothing] * 2, [nothing] * 2, [], [])
    assert native.perft(rules, 0, 0, 0, 127)[0][-1] == 2**127
    with pytest.raises(OverflowError, match="128 bits"):
        native.perft(rules, 0, 0, 0, 128)


def test_ctrl_c_interrupts() -> None:
    """A signal that arrives during a long count ends it with KeyboardInterrupt."""
    rules = native.PositionalRules(36, [], [], ALTERNATING[:36])
    caller = threading.get_ident()
    timer = threading.Timer(0.2, signal.pthread_kill, (caller, signal.SIGINT))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            native.perft(rules, 0, 0, 0, 36, node_limit=5_000_000)  # seconds, were it not interrupted
    finally:
        timer.cancel()
        signal.signal(signal.SIGINT, before)


# Bad arguments: an error of one line, and never a crash.

NINE = native.PositionalRules(9, LINES, LINES, ALTERNATING[:9])
GRID = (0,) * 9


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: native.perft(NINE, 0, 0, 0, -1), "depth: expected 0 to 100000, found -1"),
        (lambda: native.perft(NINE, 0, 0, 0, 2**80), "depth: expected 0 to 100000"),
        (lambda: native.perft(NINE, 0, 0, -1, 1), "ply: expected 0 to"),
        (lambda: native.perft(NINE, 0, 0, 10, 1), "ply 10 is beyond the 9 turns"),
        (lambda: native.perft(NINE, 0, 0, 1, 9), "goes on at ply 9 but the rules list only 9 turns"),
        (lambda: native.perft(NINE, 0, 0, 0, 1, 0), "node_limit: expected 1 to"),
        (lambda: native.perft(NINE, -1, 0, 0, 1), "black: a mask must not be negative"),
        (lambda: native.perft(NINE, 0, -(2**90), 0, 1), "white: a mask must not be negative"),
        (lambda: native.perft(NINE, 1 << 9, 0, 0, 1), "black: the mask has a cell outside the board of 9"),
        (lambda: native.perft(NINE, 0, 1 << 64, 0, 1), "white: the mask has a cell outside the board of 9"),
        (lambda: native.perft(NINE, 0, 1 << 100_000, 0, 1), "white: the mask has a cell outside the board of 9"),
        (lambda: native.perft(NINE, 1, 1, 0, 1), "black and white share a cell"),
        (lambda: native.status(NINE, 3, 2, 0), "black and white share a cell"),
        (lambda: native.legal_moves(NINE, 3, 2, 0), "black and white share a cell"),
        (lambda: native.apply(NINE, 1, 0, 1, 0), "move 0 is not legal here"),
        (lambda: native.apply(NINE, 7, 24, 5, 8), "move 8 is not legal: the game is over"),
        (lambda: native.apply(NINE, 0, 0, 0, -1), "move: expected 0 to"),
        (lambda: native.PositionalRules(0, [], [], []), "cells: expected 1 to 512, found 0"),
        (lambda: native.PositionalRules(513, [], [], []), "cells: expected 1 to 512, found 513"),
        (lambda: native.PositionalRules(2**70, [], [], []), "cells: expected 1 to 512"),
        (
            lambda: native.PositionalRules(2, [1, 4], [], []),
            r"black_sets\[1\]: the mask has a cell outside the board of 2",
        ),
        (lambda: native.PositionalRules(2, [], [-4], []), r"white_sets\[0\]: a mask must not be negative"),
        (lambda: native.PositionalRules(2, [], [], [], 4), "first_moves: the mask has a cell outside"),
        (lambda: native.ConnectionRules(2, [0], 0, 0, []), "adjacency: expected 2 masks, one for each cell, found 1"),
        (lambda: native.ConnectionRules(2, [0, 4], 0, 0, []), r"adjacency\[1\]: the mask has a cell outside"),
        (lambda: native.ConnectionRules(2, [0, 0], 4, 0, []), "source: the mask has a cell outside"),
        (lambda: native.ConnectionRules(2, [0, 0], 0, 4, []), "target: the mask has a cell outside"),
        (lambda: native.ClauseRules(2, [1], [], True), "positive, negative: expected as many masks, at most 512"),
        (lambda: native.ClauseRules(2, [0] * 513, [0] * 513, True), "expected as many masks, at most 512"),
        (lambda: native.ClauseRules(2, [1, 3], [2, 2], True), "clause 1: expected each variable with one sign"),
        (lambda: native.ClauseRules(2, [1], [4], True), r"negative\[0\]: the mask has a cell outside"),
        (lambda: native.ClauseRules(0, [], [], True), "cells: expected 1 to 512, found 0"),
        (lambda: native.GridRules(2, [GRID[:8]], [], [], []), r"black_actions\[0\]: expected 9 masks, found 8"),  # type: ignore[list-item]
        (lambda: native.GridRules(2, [], [], [], [GRID]), r"white_goals\[0\]: expected 6 masks, found 9"),  # type: ignore[list-item]
        (lambda: native.GridRules(2, [], [GRID, (4, *GRID[1:])], [], []), r"white_actions\[1\]\[0\]: the mask has"),
        (
            lambda: native.GridRules(2, [(*GRID[:6], 1, 0, 1)], [], [], []),
            "set_black, set_white and set_open share a cell",
        ),
    ],
)
def test_wrong_values(call: Callable[[], object], message: str) -> None:
    """A ValueError with a message of one line."""
    with pytest.raises(ValueError, match=message) as caught:
        call()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "call",
    [
        lambda: native.perft(NINE, "0", 0, 0, 1),  # type: ignore[arg-type]
        lambda: native.perft(NINE, 0.0, 0, 0, 1),  # type: ignore[arg-type]
        lambda: native.perft(NINE, 0, 0, None, 1),  # type: ignore[arg-type]
        lambda: native.PositionalRules(2, 3, [], []),  # type: ignore[arg-type]
        lambda: native.PositionalRules(2, None, [], []),  # type: ignore[arg-type]
        lambda: native.PositionalRules(2, "ab", [], []),  # type: ignore[arg-type]
        lambda: native.PositionalRules(2, [], [], [1, 0]),  # type: ignore[list-item]
        lambda: native.PositionalRules(2, [], [], True),  # type: ignore[arg-type]
        lambda: native.GridRules(2, [3], [], [], []),  # type: ignore[list-item]
        lambda: native.GridRules(2, [("a",) * 9], [], [], []),  # type: ignore[list-item]
    ],
)
def test_wrong_types(call: Callable[[], object]) -> None:
    """A TypeError with a message of one line."""
    with pytest.raises(TypeError, match=r"expected") as caught:
        call()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("rules", [None, 3, object()])
def test_no_rules(rules: native.Rules) -> None:
    with pytest.raises(TypeError):
        native.perft(rules, 0, 0, 0, 1)


def test_rules_that_were_never_built() -> None:
    """An object made without __init__ is refused, not dereferenced."""
    with pytest.warns(RuntimeWarning, match="uninitialized"), pytest.raises(TypeError):
        native.status(native.GridRules.__new__(native.GridRules), 0, 0, 0)


def test_a_failing_sequence_passes_its_error_on() -> None:
    class Broken:
        def __len__(self) -> int:
            return 3

        def __getitem__(self, index: int) -> int:
            raise LookupError(str(index))

    with pytest.raises(LookupError):
        native.PositionalRules(2, Broken(), [], [])  # type: ignore[arg-type]
