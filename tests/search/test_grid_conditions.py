"""The native search of grid games, each in a game that a shortcut of its would decide wrongly.

What a search takes for granted holds under conditions (``native/search/grid``). Each game here breaks one of them, and
is such that it matters. Random games seldom do.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.oracles.retrograde import Distances

from zermelo.families.grid_parts import at
from zermelo.model import Action, Colour, Condition, Expression, GridGame, Player, Position, Stuck, SubCondition
from zermelo.search.grid_session import GridSession
from zermelo.search.session import Limits

BLACK, WHITE, OPEN = Colour.BLACK, Colour.WHITE, Colour.OPEN
GAMES: list[Callable[[], GridGame]] = []


def game(build: Callable[[], GridGame]) -> Callable[[], GridGame]:
    """The game of this function is tested."""
    GAMES.append(build)
    return build


def cell(colour: Colour, x: int, y: int = 1, *, negated: bool = False) -> SubCondition:
    """A cell of the board, not one that is told from where a move is made."""
    return SubCondition(colour, Expression("zero", x), Expression("zero", y), negated)


def put(colour: Colour, *columns: int) -> tuple[Action, ...]:
    """Moves that put a stone on one of these cells of the first row."""
    return tuple(Action(f"put-{x}", (cell(OPEN, x),), (cell(colour, x),)) for x in columns)


FIRST_ROW: Condition = (SubCondition(BLACK, Expression("parameter"), Expression("zero", 1)),)
STAY = Action("stay", (at(WHITE),), (at(WHITE),))
FIRST = Action("first", (cell(BLACK, 1, 4), cell(OPEN, 1, 3)), (cell(OPEN, 1, 4), cell(BLACK, 1, 3)))


def aside(by: int) -> Action:
    """A white stone moves to the cell beside it."""
    return Action("aside", (at(WHITE), at(OPEN, by, 0)), (at(OPEN), at(WHITE, by, 0)))


def run(*needs: SubCondition, sets: tuple[SubCondition, ...] = (), onto: SubCondition | None = None) -> Action:
    """A black stone runs up."""
    return Action("run", (at(BLACK), onto or at(OPEN, 0, -1), *needs), (at(OPEN), at(BLACK, 0, -1), *sets))


def race(
    columns: int,
    rows: int,
    stones: tuple[str, str],
    black: tuple[Action, ...],
    white: tuple[Action, ...],
    goals: tuple[Condition, Condition | None] = (FIRST_ROW, None),
) -> GridGame:
    """Black runs for the first row, or what else is said; stones as cells of two digits."""
    start = [sum(1 << (int(each[1]) - 1) * columns + int(each[0]) - 1 for each in cells.split()) for cells in stones]
    ours, theirs = (() if goal is None else (goal,) for goal in goals)
    return GridGame("race", columns, rows, black, white, ours, theirs, start=Position(*start))


@game
def moves_that_ask_for_more_cells_than_they_fill() -> GridGame:
    """White has two moves on the three cells on the left, though each asks for two; Black has two."""
    asks = Action("lay", (at(OPEN), at(OPEN, 1, 0)), (at(WHITE),))
    return GridGame("asks", 6, 1, put(BLACK, 5, 6), (asks,), start=Position(0b001000))


@game
def a_goal_of_one_player_in_a_game_of_filling_cells() -> GridGame:
    """Black has more moves left than White, who has won before he makes them."""
    return GridGame("goal", 5, 1, put(BLACK, 1, 2, 3), put(WHITE, 4, 5), (), ((cell(WHITE, 4), cell(WHITE, 5)),))


@game
def a_move_that_fills_nothing() -> GridGame:
    """Black may pass, for ever, while White has two moves only."""
    stay = Action("pass", (cell(OPEN, 1),), (cell(OPEN, 1),))
    return GridGame("pass", 3, 1, (stay,), put(WHITE, 2, 3))


@game
def moves_that_ask_for_no_stone_of_the_other_player() -> GridGame:
    """Black lays beside his own stones, not beside White's: he has three moves on the four cells on the left."""
    lay = (Action(f"lay-{x}", (cell(OPEN, x), cell(WHITE, x + 1, negated=True)), (cell(BLACK, x),)) for x in (1, 2, 3))
    return GridGame("colours", 7, 1, tuple(lay), put(WHITE, 5, 6, 7), opener=Player.WHITE)


@game
def a_goal_that_asks_for_any_stone() -> GridGame:
    """Only Black fills the first cell; his stone on the second one counts before. No other goal can be reached."""
    vain = tuple((cell(BLACK, 3), cell(OPEN, x, negated=True)) for x in (6, 7, 8))
    goal = (cell(OPEN, 1, negated=True), cell(BLACK, 2), cell(BLACK, 4))
    return GridGame("any stone", 8, 1, put(BLACK, 1, 2, 3, 4), put(WHITE, 2, 3, 5), (*vain, goal), ())


@game
def a_move_that_spoils_its_goal() -> GridGame:
    """A domino of Black's covers the cell that must not be black."""
    lay = (Action("lay", (at(OPEN), at(OPEN, 1, 0)), (at(BLACK), at(BLACK, 1, 0))),)
    return GridGame(
        "spoils", 5, 1, lay, put(WHITE, 1, 2, 3, 4, 5), ((cell(BLACK, 2), cell(BLACK, 3, negated=True)),), ()
    )


@game
def a_stone_of_the_runner_as_a_gift() -> GridGame:
    """White puts a black stone beside the way, where it stops the runner and does not run itself."""
    gifts = tuple(Action(f"gift-{y}", (cell(OPEN, 2, y),), (cell(BLACK, 2, y),)) for y in (2, 3))
    return race(2, 4, ("14", ""), (run(at(BLACK, 1, 0, negated=True)),), gifts)


@game
def a_step_that_spoils_the_next_one() -> GridGame:
    """A runner needs a stone beside him, and takes the next one away."""
    step = run(at(OPEN, 1, 0, negated=True), sets=(at(OPEN, 1, -1),))
    return race(3, 4, ("14 23 22", "31"), (FIRST, step), (STAY,))


@game
def a_stone_to_leap_over() -> GridGame:
    """White takes the stone away over which Black would leap."""
    leap = Action("leap", (at(BLACK), at(WHITE, 0, -1), at(OPEN, 0, -2)), (at(OPEN), at(BLACK, 0, -2)))
    return race(2, 4, ("14", "12"), (FIRST, leap), (aside(1), STAY))


@game
def a_runner_who_leaves_stones_of_the_other_player() -> GridGame:
    """Black leaves a stone behind, with which White is at her goal first."""
    leave = Action("run", (at(BLACK), at(OPEN, 0, -1)), (at(WHITE), at(BLACK, 0, -1)))
    return race(3, 4, ("14", "31"), (FIRST, leave), (aside(1), STAY), (FIRST_ROW, (cell(WHITE, 2, 3),)))


@game
def a_stone_that_must_stay_until_the_runner_is_there() -> GridGame:
    """White captures the other stone of Black's goal in time."""
    capture = Action("capture", (at(WHITE), at(BLACK, 0, -1)), (at(OPEN), at(WHITE, 0, -1)))
    return race(2, 4, ("13 23", "24"), (run(),), (capture, STAY), ((cell(BLACK, 1), cell(BLACK, 2, 3)), None))


@game
def a_way_that_is_blocked() -> GridGame:
    """The runner may go where no white stone is, and White gets there."""
    return race(2, 3, ("13", "21"), (run(onto=at(WHITE, 0, -1, negated=True)),), (aside(-1), STAY))


@pytest.mark.parametrize("build", GAMES, ids=lambda build: build.__name__)
def test_what_a_search_takes_for_granted(build: Callable[[], GridGame]) -> None:
    """Both players, with and without a bound, at the start and in all positions after it."""
    game = build()
    assert game.stuck is Stuck.LOSES
    exact = {player: Distances(game, player, 2_500) for player in Player}
    seen, waiting = {game.start}, [game.start]
    while waiting and len(seen) < 150:
        position = waiting.pop(0)
        new = {game.step(position, move) for move in game.legal(position)} - seen
        seen |= new
        waiting += sorted(new)
    for position in sorted(seen):
        if game.is_over(position):
            continue
        here = GridSession(game.at(position))
        for player in Player:
            turns = exact[player][position]
            for depth in (None, *range(1, 9)):
                wins = turns is not None and (depth is None or turns <= depth)
                assert here.decide(player, depth, Limits()).answer is wins, (player, depth, position)
