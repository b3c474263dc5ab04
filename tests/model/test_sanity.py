"""The sanity conditions: games are refused for what can happen, not for what no play leads to."""

from __future__ import annotations

import pickle
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles.retrograde import solve_exactly
from tests.search.asking import critical_depth

from zermelo.errors import InputError, SanityError
from zermelo.families.grid_parts import BLACK, OPEN, WHITE, at, step
from zermelo.language.bddl import parse_grid_game
from zermelo.model import Action, Condition, Expression, GridGame, Player, Position, SubCondition, grid, sanity
from zermelo.model.conditions import X
from zermelo.model.ground import ground_actions, ground_goals
from zermelo.model.symmetry import permuted, rule_generators
from zermelo.search.engines import session_for

PUT = Action("put", (at(OPEN),), (at(BLACK),))
ROW = "#boardsize 3 1\n#init {stones}\n#blackgoals\n{black}\n#whitegoals\n{white}\n"
STEP = """#blackactions
:action right :parameters (?x,?y) :precondition (black(?x,?y) open(?x+1,?y)) :effect (open(?x,?y) black(?x+1,?y))
#whiteactions
:action left :parameters (?x,?y) :precondition (white(?x,?y) open(?x-1,?y)) :effect (open(?x,?y) white(?x-1,?y))
"""


def no_third_look(*_: object) -> None:
    raise AssertionError("the second look was to do")


def test_a_goal_of_the_opponent_that_no_play_completes(monkeypatch: pytest.MonkeyPatch) -> None:
    """White wants the cell in the middle open beside a stone of hers on the left, where none of hers ever comes."""
    monkeypatch.setattr(sanity, "steps", no_third_look)
    text = STEP + ROW.format(stones="black(2,1)", black="black(xmax,?y)", white="white(1,1) open(2,1)")
    game = parse_grid_game(text)
    assert sanity._gifts(game.rules)
    assert game.complete_depth() == 1


def clearing(start: Position) -> GridGame:
    """Black walks in row 1 and takes stones off row 2; White waits, and wants row 1 and a cell of row 2 open."""
    row, last = Expression("min"), Expression("max")
    walk = [step(f"walk{dx}", BLACK, dx, 0, at(OPEN, dx)) for dx in (1, -1)]
    in_row = [
        Action(one.name, *(tuple(part._replace(y=row) for part in side) for side in (one.precondition, one.effect)))
        for one in walk
    ]
    clear = Action("clear", (SubCondition(BLACK, X, last),), (SubCondition(OPEN, X, last),))
    wait = Action("wait", (at(WHITE),), (at(WHITE),))
    left = SubCondition(OPEN, row, last)
    goal = (*(SubCondition(OPEN, Expression("zero", x), row) for x in (1, 2, 3)), left)
    return GridGame("clearing", 3, 2, (*in_row, clear), (wait,), (), (goal,), start=start)


def test_that_a_stone_stays_in_its_row_needs_the_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any two cells of row 1 can be open together, all three cannot be."""
    game = clearing(Position(0b001_001, 0b100_000))
    with pytest.raises(SanityError, match="can complete a goal of White"):
        clearing(Position(0b001_000, 0b100_000))
    with pytest.raises(SanityError, match="can complete a goal of White"):
        game.at(Position(0b001_000, 0b100_000))
    monkeypatch.setattr(sanity, "steps", no_third_look)
    for move in game.legal(game.start):  # what can be reached has been looked at
        game.at(game.step(game.start, move))


def test_a_game_with_too_many_positions_to_look_at_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sanity, "MOST_COMPARISONS", 20)
    sanity._sane.cache_clear()
    with pytest.raises(SanityError, match=r"can complete a goal of White.*too many positions can be reached"):
        clearing(Position(0b001_001, 0b100_000))


def test_insanity_is_refused_with_a_play() -> None:
    text = STEP + ROW.format(stones="black(1,1) white(3,1)", black="", white="open(1,1)")
    with pytest.raises(SanityError) as caught:
        parse_grid_game(text, source="gift.ig")
    assert str(caught.value) == (
        "gift.ig:2:9: right(1,1) of Black can complete a goal of White; a goal must become true by its owner's moves "
        "only (sanity conditions 2 and 3); here: right(1,1)"
    )
    text = STEP + ROW.format(stones="black(1,1)", black="", white="open(1,1) open(2,1)").replace("3 1", "3 2", 1)
    with pytest.raises(
        SanityError, match=r"^gift.ig:2:9: .*right\(2,1\).* here: right\(1,1\) left\(2,2\) right\(2,1\)$"
    ):
        parse_grid_game(text.replace("black(1,1)", "black(1,1) white(2,2)", 1), source="gift.ig")


def test_both_have_reached_a_goal() -> None:
    """No play leads there, so nobody has won, whatever the ply."""
    occupy = [(Action("occupy", (at(OPEN),), (at(own),)),) for own in (BLACK, WHITE)]
    goals = [((at(own), at(own, 1, 0)),) for own in (BLACK, WHITE)]
    game = GridGame("both", 4, 2, occupy[0], occupy[1], goals[0], goals[1])
    for ply in (0, 1, 8):
        with pytest.raises(SanityError):
            replace(game, start=Position(0b0011, 0b1100, ply))
    assert game.at(Position(0b0011, 0b0100, 3)).is_over(Position(0b0011, 0b0100, 3))


def gifts(rng: Random) -> tuple[Position, tuple[tuple[Action, ...], tuple[Condition, ...]]]:
    """Rules under which moves may complete goals of the opponent; White's are Black's with the colours exchanged."""
    near = [(-1, 0), (1, 0), (0, 1), (0, -1)]
    actions = []
    for number in range(rng.randint(1, 2)):
        dx, dy = rng.choice(near)
        needs = [at(BLACK), at(rng.choice([OPEN, WHITE]), dx, dy, negated=rng.random() < 0.2)]
        actions.append(Action(f"step-{number}", tuple(needs), (at(OPEN), at(BLACK, dx, dy))))
    colours = rng.choices([BLACK, OPEN, WHITE], weights=[3, 1, 1], k=2)
    goal = (at(colours[0]), at(colours[1], *rng.choice(near)))
    black = rng.getrandbits(6)
    return Position(black, rng.getrandbits(6) & ~black), (tuple(actions), (goal,))


def is_sane(game: GridGame) -> bool:
    """True if no play completes a goal of the opponent, by the reference rules."""
    waiting, met = [game.start], set()
    while waiting:
        position = waiting.pop()
        mover = game.mover(position)
        for move in game.legal(position):
            after = game.step(position, move)
            if game.reached(after, mover.other):
                return False
            if (*after[:2], mover) not in met:
                met.add((*after[:2], mover))
                waiting.append(after)
    return True


def unchecked(start: Position, actions: tuple[Action, ...], goals: tuple[Condition, ...]) -> GridGame:
    with pytest.MonkeyPatch.context() as patch:
        for module in (sanity, grid):
            patch.setattr(module, "check_start", lambda _: None)
        empty = GridGame("gifts", 3, 2, actions, tuple(a.swapped() for a in actions), goals, _swapped(goals))
        return empty.at(start)


def _swapped(goals: tuple[Condition, ...]) -> tuple[Condition, ...]:
    return tuple(tuple(part.swapped() for part in goal) for goal in goals)


@given(st.integers(0, 10**9))
def test_exactly_the_games_that_are_not_sane_are_refused(seed: int) -> None:
    start, (actions, goals) = gifts(Random(seed))
    game = unchecked(start, actions, goals)
    sane = game.goal_winner(start) is None and is_sane(game)
    try:
        checked = GridGame("gifts", 3, 2, actions, game.white_actions, goals, game.white_goals, start=start)
    except SanityError:
        checked = None
    assert (checked is not None) == sane
    if checked is None:
        return
    position, rng = checked.start, Random(seed)
    for _ in range(3):  # what is reached in plays is not refused
        moves = checked.legal(position)
        if moves:
            position = checked.step(position, rng.choice(moves))
            checked = checked.at(position)
    session, exact = session_for(checked), solve_exactly(checked)
    for player in Player:
        assert critical_depth(session, player) == (exact.depth if exact.winner is player else None)


def test_rules_are_compiled_once_and_stay_out_of_pickles() -> None:
    game = GridGame("pairs", 3, 2, (PUT,), (PUT.swapped(),), ((at(BLACK), at(BLACK, 1)),), ())
    later = game.at(Position(1, 2, 2)).with_depth(3)
    assert later.rules is game.rules
    assert (later.start, later.depth, later.name) == (Position(1, 2, 2), 3, "pairs")
    again = pickle.loads(pickle.dumps(later))
    assert again == later
    assert "rules" not in vars(again)
    assert again.rules is game.rules
    with pytest.raises(InputError, match="off the board"):
        game.at(Position(1 << 6))


@given(st.integers(0, 10**6))
def test_ground_rules_are_those_of_the_conditions(seed: int) -> None:
    """Masks that are shifted from place to place say what the reference says; so do the symmetries of the rules."""
    rng = Random(seed)
    start, (actions, goals) = gifts(rng)
    game = unchecked(start, actions, goals)
    for player in Player:
        legal = [ground for ground in ground_actions(game, player) if ground.needs.holds(*start[:2])]
        if game.mover(start) is player:
            assert [ground.move for ground in legal] == list(game._applicable(start))
        for ground in legal:
            assert ground.result(*start[:2]) == game.step(start, ground.move)[:2]
        held = any(goal.holds(*start[:2]) for goal in ground_goals(game, player))
        assert held == game.reached(start, player)
    for turn in rule_generators(game):
        image = Position(permuted(start.black, turn), permuted(start.white, turn))
        ends = [{tuple(game.step(one, move)[:2]) for move in game._applicable(one)} for one in (start, image)]
        assert {(permuted(black, turn), permuted(white, turn)) for black, white in ends[0]} == ends[1]
