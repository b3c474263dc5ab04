"""Ground games: evaluation against a plain evaluator, the rules of known games, turns and bounds of plays."""

from collections import deque
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from tests.nets import Builder, net_games, tic_tac_toe
from tests.sizes import draws

from zermelo.errors import InputError, UnsupportedError
from zermelo.families import make
from zermelo.model import NetGame, Player, Position
from zermelo.model.net_finite import _potential
from zermelo.model.net_step import Step, candidates
from zermelo.search import search_within
from zermelo.search.minimax import Minimax


def least_model(game: NetGame, true: set[int]) -> set[int]:
    """The atoms that hold, by trying all rules of one stratum after the other until nothing changes."""
    rank = dict.fromkeys(range(1, game.net.atoms + 1), 0)
    for _ in range(game.net.atoms + 1):
        for head, body in game.net.rules:
            for literal in body:
                rank[head] = max(rank[head], rank[abs(literal)] + (literal < 0))
    holds = set(true)
    for level in range(max(rank.values()) + 1):
        while True:
            new = {
                head
                for head, body in game.net.rules
                if rank[head] == level and all((abs(x) in holds) == (x > 0) for x in body)
            } - holds
            if not new:
                break
            holds |= new
    return holds


def reachable(game: NetGame) -> dict[int, int]:
    """The states that can be reached, and the longest way found to each by breadth."""
    found, left = {game.start.black: 0}, deque([game.start])
    while left:
        here = left.popleft()
        for move in game.legal(here):
            after = game.step(here, move)
            if after.black not in found:
                found[after.black] = found[here.black] + 1
                left.append(after)
    return found


@settings(max_examples=draws(150, 25))
@given(net_games())
def test_evaluation_is_the_least_model(game: NetGame) -> None:
    net = game.net

    def named(ref: int, holds: set[int]) -> bool:
        return ref == 0 or ref in holds

    for mask in list(reachable(game))[:12]:
        fluents = {k + 1 for k in range(len(net.fluents)) if mask >> k & 1}
        position, holds = Position(mask), least_model(game, fluents)
        assert game.is_over(position) == named(net.terminal, holds)
        if game.is_over(position):
            continue
        legal = [[k for k, ref in enumerate(refs) if named(ref, holds)] for refs in net.legal]
        joint = [(first, second) for first in legal[0] for second in legal[1]]
        after = net.successors(net.evaluate(mask), joint)
        for step, state in zip(joint, after, strict=True):
            holds = least_model(game, fluents | {net.move_atom(role, move) for role, move in enumerate(step)})
            assert state == sum(1 << k for k, ref in enumerate(net.next) if named(ref, holds))


@settings(max_examples=draws(150, 25))
@given(net_games())
def test_turns_and_bounds_are_true_of_all_plays(game: NetGame) -> None:
    longest = game.complete_depth()
    level = {game.start.black}
    for ply in range(40 if longest is None else longest + 1):
        try:
            fixed = game.player_at(ply)
        except UnsupportedError:
            fixed = None
        running = [Position(mask, 0, ply) for mask in level if not game.is_over(Position(mask))]
        assert fixed is None or all(game.mover(here) is fixed for here in running)
        level = {game.step(here, move).black for here in running for move in game.legal(here)}
    assert longest is None or not level


@settings(max_examples=draws(150, 25))
@given(net_games())
def test_a_potential_of_two_steps_is_true_of_all_plays(game: NetGame) -> None:
    net, start = game.net, game.start.black
    if any(component.cyclic for component in net.order):
        return
    with Step(net, start, game.turns.known, 60) as step:
        groups = [clause for clause in candidates(net.fluents) if clause[0] > 0]
        one = _potential(step, start, groups)
        step.twice()
        two = _potential(step, start, groups)
    bounds = [bound for bound in (one, None if two is None else 2 * two + 1) if bound is not None]
    if bounds:
        level = {start}
        for ply in range(min(bounds)):
            running = [here for mask in level if not game.is_over(here := Position(mask, 0, ply))]
            level = {game.step(here, move).black for here in running for move in game.legal(here)}
        assert all(game.is_over(Position(mask)) for mask in level)


def test_noughts_and_crosses() -> None:
    game = tic_tac_toe()
    assert len(reachable(game)) == 5478
    assert game.complete_depth() == 9
    assert [game.player_at(ply) for ply in (0, 1, 8)] == [Player.BLACK, Player.WHITE, Player.BLACK]
    assert not Minimax(game).within(game.start, 9)
    assert Minimax(game.with_thresholds(win=50, white_win=100)).within(game.start, 9)
    assert not Minimax(game.swapped()).within(game.start, 9)
    assert game.called(Player.BLACK) == "x"
    later = game.after("(mark 1 1) mark(2,2) MARK(3,3)")
    assert later.to_move is Player.WHITE
    assert later.draw().splitlines()[:2] == ["  1 2 3", "1 X . ."]
    with pytest.raises(InputError, match="mark"):
        game.after("mark(4,4)")


def lamp() -> Builder:
    build = Builder(["on"], (["press", "noop"], ["press", "noop"]))
    build.rule("off", "~on")
    build.rule("after", "on")
    build.rule("after", "0:press")
    return build


def test_faults_are_told_with_the_line_of_play() -> None:
    build = lamp()
    both: Any = {"after": ["after"], "terminal": "on", "init": []}
    game = build.game("both", legal=(["off", "off"], ["off", "off"]), score=({100: "on"}, {0: "on"}), **both)
    with pytest.raises(UnsupportedError, match="simultaneous moves at the start"):
        game.legal(game.start)
    build = lamp()
    stuck = build.game("stuck", legal=(["off", "off"], ["on", "on"]), score=({100: "on"}, {0: "on"}), **both)
    with pytest.raises(InputError, match=r"stuck: found none for White at the start, expected a legal move"):
        stuck.legal(stuck.start)
    no_score = build.game("no score", legal=(["off", "off"], ["on", "off"]), score=({100: "off"}, {0: "on"}), **both)
    with pytest.raises(InputError, match=r"no score: found none after press, expected one score of Black"):
        no_score.winner(no_score.after("press").start)
    twice = build.game("twice", legal=(["off", "off"], ["on", "off"]), score=({1: "on", 2: "on"}, {0: "on"}), **both)
    with pytest.raises(InputError, match=r"1 and 2 after press"):
        twice.winner(twice.after("press").start)
    contest = build.game("shared", legal=(["off", "off"], ["on", "off"]), score=({9: "on"}, {9: "on"}), **both)
    with pytest.raises(InputError, match=r"both have won"):
        contest.winner(contest.after("press").start)


def test_a_net_that_is_not_stratified_is_refused() -> None:
    build = lamp()
    build.rule("a", "~b")
    build.rule("b", "a")
    with pytest.raises(InputError, match="stratified"):
        build.game("x", legal=(["off"] * 2, ["off"] * 2), after=["a"], terminal="on", score=({}, {}), init=[])


def test_roles_that_are_called_as_the_other_colour_are_told_apart() -> None:
    """The first role is Black, whatever its name: a sheet whose first role is white must not be misread."""
    game = replace(tic_tac_toe(), roles=("white", "black"))
    assert [game.called(player) for player in Player] == ["Black (white)", "White (black)"]
    assert game.roles_text == "Black is the role white, White the role black"
    assert game.swapped().roles_text == ""
    assert tic_tac_toe().roles_text == "Black is the role x, White the role o"


@pytest.mark.parametrize("fluents", [512, 513])
def test_more_fluents_than_the_core_takes_are_noted(fluents: int) -> None:
    build = Builder(["on", *(f"f{number}" for number in range(fluents - 1))], (["press", "noop"], ["press", "noop"]))
    legal, score = (["true", "false"], ["false", "true"]), ({0: "true"}, {100: "true"})
    game = build.game("x", legal=legal, after=["true"] * fluents, terminal="on", score=score, init=[])
    assert [note.split(":")[0] for note in game.notes] == [
        "513 fluents, of which the native core takes at most 512" for _ in range(fluents - 512)
    ]
    assert game.after("press").notes == game.notes
    assert search_within(game, 1, None, None).answer is False


def test_a_bound_that_was_not_found_is_not_sought_after_moves(monkeypatch):
    """The look for a bound takes seconds; the rules are the same after each of the first moves."""
    looks = []
    monkeypatch.setattr("zermelo.model.net_finite.longest_net_play", lambda *_: looks.append("a look"))
    game = make("isolation:3x3")
    assert isinstance(game, NetGame)
    assert game.complete_depth() is None
    later = game.after([game.legal(game.start)[0]])
    assert later.complete_depth() is None
    assert later.after([later.legal(later.start)[0]]).complete_depth() is None
    assert looks == ["a look"]


@pytest.mark.parametrize(
    ("name", "bound"),
    [("isolation:2x2", 4), ("isolation:3x2", 6), ("othello:2x2", 0), ("othello:4x2", 9), ("othello:2x4", 9)],
)
def test_plays_end(name: str, bound: int) -> None:
    """In Isolation no piece stands on a cell that is gone, so what is removed was there; in Othello one of two moves in
    a row is no pass, and fills a cell with one of two colours, which may change."""
    game = make(name)
    assert game.complete_depth() == bound
    level = {game.start.black}
    for ply in range(bound):
        running = [here for mask in level if not game.is_over(here := Position(mask, 0, ply))]
        level = {game.step(here, move).black for here in running for move in game.legal(here)}
    assert all(game.is_over(Position(mask)) for mask in level)


@pytest.mark.parametrize(("name", "bound"), [("isolation:3x3", 9), ("othello:4x4", 25)])
def test_longer_plays_end(name: str, bound: int) -> None:
    assert make(name).complete_depth() == bound


def test_no_bound_is_sought_where_a_play_comes_back(monkeypatch):
    """The proofs would use up their time: a random play shows that there is none."""
    build = Builder(["on", "black"], (["press", "wait", "noop"], ["press", "wait", "noop"]))
    build.rule("white", "~black")
    build.rule("pressed", "0:press")
    build.rule("pressed", "1:press")
    build.rule("after", "on", "~pressed")
    build.rule("after", "~on", "pressed")
    legal = (["black", "black", "white"], ["white", "white", "black"])
    score = ({0: "true"}, {100: "true"})
    game = build.game("x", legal=legal, after=["after", "white"], terminal="false", score=score, init=["black"])
    monkeypatch.setattr("zermelo.model.net_finite.Step", None)
    assert game.complete_depth() is None
