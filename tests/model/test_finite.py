"""Bounds on the length of plays: never below the longest play, and nearly always there when plays end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.search.grid_games import KINDS, random_game
from tests.sizes import draws

from zermelo.errors import InputError
from zermelo.families import make
from zermelo.families.grid_parts import BLACK, OPEN, WHITE, at, step
from zermelo.language.bddl import parse_grid_game, read_grid_game
from zermelo.model import Action, GridGame, Player, Position, Stuck, finite, reach

UNKNOWN = "unknown"


def longest(game: GridGame, positions: int = 3_000) -> int | str | None:
    """The longest play by the reference rules, None for plays without end; the move that cannot be made counts."""
    found: dict[tuple[int, int, Player], int | None] = {}
    left = positions

    def below(position: Position) -> int | None:
        nonlocal left
        key = position.black, position.white, game.mover(position)
        if key in found:
            return found[key]  # None also on the way to it: a play that never ends
        left -= 1
        if left < 0:
            raise RecursionError
        found[key] = None
        if game.goal_winner(position) is not None:
            found[key] = 0
            return 0
        lengths = [below(game.step(position, move)) for move in game.legal(position)]
        unmade = int(game.winner(position) is not None)  # it is no move where the play is a draw
        found[key] = None if None in lengths else max((1 + one for one in lengths if one is not None), default=unmade)
        return found[key]

    try:
        return below(game.start)
    except RecursionError:  # too many positions, or too deep
        return UNKNOWN


def by_program(game: GridGame, monkeypatch: pytest.MonkeyPatch) -> int | None:
    """The bound of the linear program, where nothing simpler is asked before."""
    with monkeypatch.context() as patch:
        patch.setattr(finite, "longest", lambda *_: None)
        start = game.start
        return finite._longest_from.__wrapped__(game.rules, start.black, start.white, game.mover(start))


def check(game: GridGame) -> None:
    truth, bound = longest(game), game.complete_depth()
    with pytest.MonkeyPatch.context() as patch:
        program = by_program(game, patch)
    if truth is None:
        assert (bound, program) == (None, None)
    elif isinstance(truth, int):
        assert bound is None or bound >= truth
        assert program is None or program >= truth
        assert reach.longest(game, 10**7) == truth
    if bound is not None:  # whatever happens, a play is no longer
        rng, position = Random(1), game.start
        for made in range(bound + 1):
            moves = game.legal(position)
            if not moves:
                assert made + (game.goal_winner(position) is not game.winner(position)) <= bound
                break
            position = game.step(position, rng.choice(moves))
        else:
            pytest.fail(f"more than {bound} moves")


def jumpers(rng: Random) -> GridGame:
    """Stones that jump, take, burn and step, with effects on cells of which the precondition says little or nothing."""
    columns, rows = rng.choice([(2, 2), (3, 2), (4, 1), (3, 3), (5, 1)])
    near = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]

    def action(number: int) -> Action:
        places = rng.sample(near, rng.randint(1, 2))
        needs, sets = [at(BLACK)], [at(rng.choice([OPEN, OPEN, BLACK]))]
        for dx, dy in places:
            colour = rng.choice([OPEN, WHITE, BLACK])
            needs += [at(colour, dx, dy, negated=rng.random() < 0.3)] if rng.random() < 0.8 else []
            sets.append(at(rng.choice([OPEN, BLACK, BLACK, WHITE]), dx, dy))
        return Action(f"jump-{number}", tuple(needs), tuple(sets))

    black_actions, white_actions = (tuple(map(action, range(rng.randint(1, 3)))) for _ in range(2))
    cells = (1 << columns * rows) - 1
    black = rng.getrandbits(columns * rows)
    return GridGame(
        "jumpers", columns, rows, black_actions, tuple(one.swapped() for one in white_actions),
        start=Position(black, cells & ~black & rng.getrandbits(columns * rows)), opener=rng.choice(list(Player)),
    )  # fmt: skip


@given(st.integers(0, 10**9))
@example(3)
def test_bounds_of_jumpers(seed: int) -> None:
    check(jumpers(Random(seed)))


@settings(max_examples=draws(100, 24))
@given(st.sampled_from(list(KINDS)), st.integers(0, 10**6))
def test_bounds_of_random_games(kind: str, seed: int) -> None:
    check(random_game(kind, seed))


def test_a_draw_takes_no_move_that_cannot_be_made() -> None:
    """No play is longer than the cells of its board where a full board, or being stuck, is a draw."""
    drawn, paper = make("connect:4,board=7x6"), make("connect:4,board=7x6,rule=paper")
    assert isinstance(paper, GridGame)
    assert drawn.complete_depth() == replace(paper, stuck=Stuck.DRAWS).complete_depth() == 42


def random_grids() -> Iterator[GridGame]:
    for seed in range(60):
        for more in ("", ",board=3x2,actions=3,goals=1,black=2,white=2", ",board=2x2,goals=0,black=1,white=1"):
            try:
                game = make(f"random-grid:seed={seed}{more}")
            except InputError:  # the stones end the game
                continue
            assert isinstance(game, GridGame)
            yield game


def test_random_games_whose_plays_end_are_known_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them when positions are looked at, and still 97 % by the program alone."""
    counted = {"ends": 0, "none": 0, "no program": 0}
    for game in random_grids():
        truth = longest(game, 300)
        if isinstance(truth, int):
            counted["ends"] += 1
            counted["none"] += game.complete_depth() is None
            if not finite._simple_potentials(game.rules):
                counted["no program"] += by_program(game, monkeypatch) is None
    assert counted["ends"] > 140
    assert counted["none"] == 0
    assert counted["no program"] <= counted["ends"] // 40


@pytest.mark.parametrize(
    ("name", "bound"),
    [
        ("breakthrough:8x8", 177),
        ("knightthrough:6x6,forward", 85),
        ("connect:4,board=7x6,rule=paper", 43),
        ("domineering:8x8", 33),
        ("clobber:8x8", 64),
        ("konane:8x8", 62),
        ("amazons:5x5", 26),
    ],
)
def test_bounds_of_families(name: str, bound: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bounds of simple potentials, or of one for every stone or cell; the linear program is as good."""
    game = make(name)
    assert isinstance(game, GridGame)
    assert game.complete_depth() == bound
    assert name.startswith("amazons") or by_program(game, monkeypatch) == bound


def test_stones_bound_games_of_many_captures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each move of Clobber takes one stone, and the last one stands: this bound spares a large linear program."""
    assert make("clobber:16x16").complete_depth() == 256
    monkeypatch.setattr(finite, "FEW_MOVES", 0)
    game = parse_grid_game(CLOBBER)
    assert (by_program(game, monkeypatch), longest(game)) == (6, 5)
    for name in ("clobber:2x3", "clobber:3x3", "clobber:4x2"):
        captures = make(name)
        assert isinstance(captures, GridGame)
        bound, truth = by_program(captures, monkeypatch), longest(captures)
        assert isinstance(truth, int)
        assert bound is not None
        assert bound >= truth
    walkers = parse_grid_game(BURNING)  # their stones stay, so the program is asked
    assert by_program(walkers, monkeypatch) == 6


@pytest.mark.parametrize(
    "name", ["breakthrough:3x4", "domineering:4x3", "connect:2,board=3x3,rule=paper", "amazons:2x3"]
)
def test_the_program_is_never_worse_than_a_simple_potential(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = make(name)
    assert isinstance(game, GridGame)
    simple, program = game.complete_depth(), by_program(game, monkeypatch)
    assert simple is not None
    assert program is not None
    assert program <= simple


def test_bounds_of_the_published_files(benchmarks, monkeypatch) -> None:
    """The simple potentials know which plays end; the program finds the same, and no longer bound."""
    files = [file for file in sorted((benchmarks / "bddl").rglob("*.ig")) if file.stem != "domain"]
    for file in files:
        if any(size in file.name for size in ("8x8", "6x6", "5x5")):
            continue  # they take longer, and are no other games
        game = read_grid_game(file)
        simple, program = game.complete_depth(), by_program(game, monkeypatch)
        assert (simple is None) == (program is None) == ("evader" in str(file)), file
        assert simple is None or (program is not None and program <= simple), file


CLOBBER = """
#boardsize 3 2
#init black(1,1) white(2,1) black(3,1) white(1,2) black(2,2) white(3,2)
#blackactions
:action right :parameters (?x,?y) :precondition (black(?x,?y) white(?x+1,?y)) :effect (open(?x,?y) black(?x+1,?y))
:action left :parameters (?x,?y) :precondition (black(?x,?y) white(?x-1,?y)) :effect (open(?x,?y) black(?x-1,?y))
:action down :parameters (?x,?y) :precondition (black(?x,?y) white(?x,?y+1)) :effect (open(?x,?y) black(?x,?y+1))
:action up :parameters (?x,?y) :precondition (black(?x,?y) white(?x,?y-1)) :effect (open(?x,?y) black(?x,?y-1))
#whiteactions
:action right :parameters (?x,?y) :precondition (white(?x,?y) black(?x+1,?y)) :effect (open(?x,?y) white(?x+1,?y))
:action left :parameters (?x,?y) :precondition (white(?x,?y) black(?x-1,?y)) :effect (open(?x,?y) white(?x-1,?y))
:action down :parameters (?x,?y) :precondition (white(?x,?y) black(?x,?y+1)) :effect (open(?x,?y) white(?x,?y+1))
:action up :parameters (?x,?y) :precondition (white(?x,?y) black(?x,?y-1)) :effect (open(?x,?y) white(?x,?y-1))
"""

ONE_SIDED = """
% Black takes a stone of White's with every move, White's walk in the last row: only Black's moves lose anything.
#boardsize 8 3
#init black(1,1) white(2,1) white(3,1) white(4,1) white(5,1) white(6,1) white(7,1) white(1,3)
#blackactions
:action take :parameters (?x,?y) :precondition (black(?x,?y) white(?x+1,?y)) :effect (open(?x,?y) black(?x+1,?y))
#whiteactions
:action right :parameters (?x,?y)
:precondition (white(?x,ymax) open(?x+1,ymax)) :effect (open(?x,ymax) white(?x+1,ymax))
:action left :parameters (?x,?y)
:precondition (white(?x,ymax) open(?x-1,ymax)) :effect (open(?x,ymax) white(?x-1,ymax))
"""

BURNING = """
% Stones walk in row 1 and burn row 2 below the cell that they leave. That it was open no precondition says: who walks
% onto a cell needs it open below, too.
#boardsize 5 2
#init black(1,1) white(5,1)
#blackactions
:action right :parameters (?x,?y)
:precondition (black(?x,ymin) open(?x+1,ymin) open(?x+1,ymax)) :effect (open(?x,ymin) black(?x+1,ymin) black(?x,ymax))
:action left :parameters (?x,?y)
:precondition (black(?x,ymin) open(?x-1,ymin) open(?x-1,ymax)) :effect (open(?x,ymin) black(?x-1,ymin) black(?x,ymax))
#whiteactions
:action right :parameters (?x,?y)
:precondition (white(?x,ymin) open(?x+1,ymin) open(?x+1,ymax)) :effect (open(?x,ymin) white(?x+1,ymin) white(?x,ymax))
:action left :parameters (?x,?y)
:precondition (white(?x,ymin) open(?x-1,ymin) open(?x-1,ymax)) :effect (open(?x,ymin) white(?x-1,ymin) white(?x,ymax))
"""


@pytest.mark.parametrize(("text", "bound", "program"), [(CLOBBER, 5, 6), (ONE_SIDED, 13, 13), (BURNING, 4, 6)])
def test_bounds_of_files(text: str, bound: int, program: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = parse_grid_game(text)
    assert game.complete_depth() == bound == longest(game)
    assert by_program(game, monkeypatch) == program


def test_a_move_that_changes_nothing_is_still_a_move() -> None:
    wait = Action("wait", (at(BLACK),), (at(BLACK),))
    run = step("run", WHITE, 1, 0, at(OPEN, 1, 0))
    game = GridGame("wait", 4, 2, (wait,), (run,), start=Position(0b1, 0b10000))
    assert game.complete_depth() == longest(game) == 8
    both = GridGame("wait", 4, 2, (wait,), (run, wait.swapped()), start=Position(0b1, 0b10000))
    assert both.complete_depth() is None


def test_the_bound_does_not_depend_on_what_was_asked_before() -> None:
    game = make("clobber:3x3")
    assert isinstance(game, GridGame)
    moves = game.legal(game.start)
    later = [game.at(game.step(game.start, move)) for move in moves]
    first = [one.complete_depth() for one in later]
    finite._longest_from.cache_clear()
    assert [one.complete_depth() for one in reversed(later)] == first[::-1]
