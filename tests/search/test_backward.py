"""The backward solution against a plain oracle: every position, both players, every question, and proofs that check."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.search.backward_oracle import BackwardOracle, TooLargeError
from tests.search.endless_games import endless_game
from tests.search.grid_games import KINDS, random_game
from tests.sizes import draws

from zermelo.errors import DisagreementError, LimitError, UnsupportedError
from zermelo.families import make
from zermelo.families.grid_parts import at
from zermelo.model import Action, Colour, Condition, GridGame, Player, Position
from zermelo.model.conditions import Expression, SubCondition, X, Y
from zermelo.model.ground import ground_actions
from zermelo.search.backward import BackwardSession, Settled, StateLayout
from zermelo.search.progress import Progress
from zermelo.search.session import Limits, Result, SearchProof
from zermelo.strategy.check.check_result import Holds
from zermelo.strategy.check.native import check_native
from zermelo.strategy.check.plain import check
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Entry, Strategy

ANY = Limits()


def _fixed(colour: Colour, x: int, y: int) -> SubCondition:
    return SubCondition(colour, Expression("zero", x), Expression("zero", y))


def strategy(game: GridGame, claim: Claim, proof: SearchProof) -> Strategy:
    """A proof as the checkers take it."""
    grounds = {player: ground_actions(game, player) for player in Player}
    entries: dict[Position, Entry] = {}
    for note in proof.notes:
        assert note.mover is claim.player
        assert note.kind == "move"
        opens = game.mover(game.start) is note.mover
        position = Position(note.black, note.white, game.start.ply + (0 if opens else 1))  # in residual form
        assert position not in entries
        entries[position] = Entry(grounds[note.mover][note.numbers[0]].move, note.rank)
    return Strategy(game, claim, proof.symmetries, entries)


def check_proof(session: BackwardSession, claim: Claim) -> int:
    """Both checkers accept the proof of a claim, and meet all of it; the number of its entries."""
    game = session.game
    assert isinstance(game, GridGame)
    found = strategy(game, claim, session.prove(claim.player, claim.depth, ANY, wins=claim.wins))
    native = [check_native] if game.goal_winner(game.start) is None else []
    for checker in [check, *native]:
        result = checker(game, claim, found.symmetries, found)
        assert isinstance(result, Holds), result
        assert result.unused == 0
    return len(found)


def check_result(result: Result, least: int | None, depth: int | None) -> None:
    """The expected answer at a depth, for a player whose least depth is given (None: he never wins)."""
    assert result.reason is None
    if least is None:
        assert (result.answer, result.depth) == (False, None)
    elif depth is None or least <= depth:
        assert (result.answer, result.depth) == (True, least)
    else:
        assert (result.answer, result.depth) == (False, least - 1)


def any_packing(game: GridGame, rng: Random) -> StateLayout:
    """A way to pack the positions of a game on a small board."""
    if rng.random() < 0.5 and game.goal_winner(game.start) is None:
        try:
            BackwardSession(game, packing="stones").decide(Player.BLACK, None, Limits(nodes=0))
        except ValueError:  # moves that put down stones, or too many of them
            pass
        else:
            return "stones"
    return rng.choice(["shortest", "cells", "wide cells"])


def check_questions(session: BackwardSession, oracle: BackwardOracle, rng: Random) -> None:
    """Every player, depths around the least one and beyond all, every first move."""
    game = session.game
    start, opens = game.start, game.mover(game.start)
    for player in Player:
        least = oracle.depth(player, start)
        near = [] if least is None else [least - 1, least, least + 1]
        for depth in [None, 0, 1, rng.randint(2, 12), 10**30, *near]:
            if depth is not None and depth < 0:
                continue
            result = session.decide(player, depth, ANY)
            check_result(result, least, depth)
            if result.answer and opens is player and least and game.legal(start):
                after = game.apply(start, result.first_move)
                assert oracle.depth(player, after) == least - 1
            else:
                assert result.first_move is None
            replies = session.first_moves(player, depth, ANY)
            assert list(replies) == game.legal(start)
            for move, reply in replies.items():
                after_move = oracle.depth(player, game.step(start, move))
                check_result(reply, None if after_move is None else after_move + 1, depth)


def check_proofs(session: BackwardSession, oracle: BackwardOracle) -> None:
    """All claims that are true have proofs, and those that are not are refused."""
    depths = {player: oracle.depth(player, session.game.start) for player in Player}
    for player in Player:
        mine, theirs = depths[player], depths[player.other]
        near = [] if mine is None else [mine, mine + 1, max(0, mine - 1)]
        far = [] if theirs is None else [theirs, max(0, theirs - 1)]
        claims: list[tuple[bool, int | None, bool]] = [
            (True, None, mine is not None),
            *((True, depth, mine is not None and mine <= depth) for depth in {0, 1, 4, 10**8, *near}),
            (False, None, theirs is None),
            *((False, depth, theirs is None or theirs > depth) for depth in {0, 1, 4, 10**8, *far}),
        ]
        for wins, depth, true in claims:
            if true:
                check_proof(session, Claim(player, wins, depth))
            else:
                with pytest.raises(DisagreementError):
                    session.prove(player, depth, ANY, wins=wins)


def check_positions(session: BackwardSession, oracle: BackwardOracle) -> None:
    for position in oracle.positions:
        settled = session.settled(position)
        for player in Player:
            assert settled.within(player) == oracle.depth(player, position), position


def check_game(game: GridGame, oracle: BackwardOracle, rng: Random) -> None:
    session = BackwardSession(game, packing=any_packing(game, rng))
    check_questions(session, oracle, rng)
    check_proofs(session, oracle)
    check_positions(session, oracle)


@settings(max_examples=draws(100, 20))
@given(seed=st.integers(0, 10**9))
def test_endless(seed):
    """Random endless games: everything that can be asked."""
    check_game(*endless_game(seed, 400), Random(seed))


@settings(max_examples=draws(100, 20))
@given(kind=st.sampled_from(sorted(KINDS)), seed=st.integers(0, 10**9))
def test_any_kind(kind, seed):
    """Random grid games of all kinds, most of them finite."""
    game = random_game(kind, seed)
    try:
        oracle = BackwardOracle(game, 300)
    except TooLargeError:
        return
    check_game(game, oracle, Random(seed))


@settings(max_examples=draws(100, 15))
@given(seed=st.integers(0, 10**9))
def test_goes_on_after_a_limit(seed):
    """In slices of a few positions, or with too little memory at first, the same comes out; nothing is done twice."""
    game, oracle = endless_game(seed, 400)
    session, rng = BackwardSession(game), Random(seed)
    over = game.goal_winner(game.start) is not None
    starved = session.decide(Player.BLACK, None, Limits(megabytes=0.001))
    assert starved.reason == (None if over else "memory")
    calls = 0
    while True:
        player = rng.choice(list(Player))
        little = rng.random() < 0.2  # less than is held already
        result = session.decide(
            player, None, Limits(megabytes=0.001 if little else 1024, nodes=rng.choice([0, 7, 100]))
        )
        if result.reason is None:
            break
        assert (result.answer, result.depth) == (None, None)
        assert result.reason == "nodes" or little
        assert {each.reason for each in session.first_moves(player, 3, Limits(nodes=0)).values()} <= {"nodes"}
        if over is False:
            with pytest.raises(LimitError):
                session.prove(player, None, Limits(nodes=0), wins=True)
        calls += 1
        assert calls < 10_000
    check_result(result, oracle.depth(player, game.start), None)
    assert session.decide(player, 3, Limits(0.0, 0.0, 0)).reason is None  # solved is solved
    check_positions(session, oracle)


def waiting_game(columns: int, rows: int, stones: int, *, goals: bool = False) -> GridGame:
    """Stones of both players in two corners that step to open cells beside them, and can wait."""
    steps = [(1, 0), (-1, 0), (0, 1), (0, -1)]

    def actions(colour: Colour) -> tuple[Action, ...]:
        walks = tuple(
            Action(f"step-{number}", (at(colour), at(Colour.OPEN, *by)), (at(Colour.OPEN), at(colour, *by)))
            for number, by in enumerate(steps)
        )
        return (*walks, Action("wait", (at(colour),), (at(colour),)))

    def row(colour: Colour) -> tuple[Condition, ...]:
        return (tuple(at(colour, dx, 0) for dx in range(stones + 1)),) if goals else ()

    cells = columns * rows
    black = (1 << stones) - 1
    return GridGame(
        f"waiting {columns}x{rows}, {stones} stones", columns, rows, actions(Colour.BLACK), actions(Colour.WHITE),
        row(Colour.BLACK), row(Colour.WHITE), start=Position(black, black << cells - stones),
    )  # fmt: skip


class TestKnown:
    """Games whose outcome needs no search."""

    def test_waiting_is_a_draw(self):
        """Both can wait for ever: each holds, and two proofs say so."""
        session = BackwardSession(waiting_game(3, 3, 2, goals=True))
        assert session.settled(session.game.start) == Settled(None)
        for player in Player:
            assert session.decide(player, None, ANY).depth is None
            assert check_proof(session, Claim(player, False)) > 0

    def test_a_long_walk_is_a_win(self):
        """A stone that needs 300 steps gets there, however long the other one waits."""
        goal = (SubCondition(Colour.BLACK, X, Y), at(Colour.BLACK, 1, 0))
        game = GridGame(
            "walk", 300, 1,
            (Action("step", (at(Colour.BLACK), at(Colour.OPEN, 1, 0)), (at(Colour.OPEN), at(Colour.BLACK, 1, 0))),),
            (Action("wait", (), ()),), (goal,), start=Position(1 | 1 << 299),
        )  # fmt: skip
        session = BackwardSession(game)
        for depth, said in ((None, (True, 595)), (595, (True, 595)), (594, (False, 594)), (3, (False, 594))):
            result = session.decide(Player.BLACK, depth, ANY)
            assert (result.answer, result.depth) == said
        check_proof(session, Claim(Player.BLACK, True, 595))
        check_proof(session, Claim(Player.WHITE, False, 594))

    def test_the_least_board(self):
        """One cell: whoever opens has no move and has lost, or waits for ever."""
        for opener in Player:
            stuck = BackwardSession(GridGame("stuck", 1, 1, (), (), opener=opener))
            assert stuck.settled(stuck.game.start) == Settled(opener.other, 1)
            check_proof(stuck, Claim(opener.other, True))
            wait = (Action("wait", (), ()),)
            drawn = BackwardSession(GridGame("drawn", 1, 1, wait, wait, opener=opener))
            assert drawn.settled(drawn.game.start) == Settled(None)
            assert [check_proof(drawn, Claim(player, False)) for player in Player] == [1, 1]

    def test_over_at_once(self):
        """A start position that is won: in no move, with any limits, and nothing is to be said in a proof."""
        game = make("evader-pursuer:3x3,evader=3-1,pursuer=1-2")
        assert isinstance(game, GridGame)
        position = game.start
        session = BackwardSession(game)
        while game.goal_winner(position) is None and game.legal(position):
            settled = session.settled(position)
            replies = [game.step(position, move) for move in game.legal(position)]
            position = min(replies, key=lambda after: session.settled(after).depth or 0)
            assert settled.winner is not None
        winner = game.goal_winner(position)
        if winner is not None:
            over = BackwardSession(game.at(position))
            assert over.decide(winner, 0, Limits(0.0)).depth == 0
            assert over.decide(winner.other, None, Limits(0.0)).answer is False
            assert list(over.prove(winner, None, ANY, wins=True).notes) == []
            assert over.first_moves(winner, None, ANY) == {}


@pytest.mark.parametrize("blockers", [0, 3])
@pytest.mark.parametrize("way", ["row", "board"])
@pytest.mark.parametrize("size", [(8, 8), (16, 8), (16, 16), (32, 16)])
def test_boards_of_all_widths(size, way, blockers):
    """A stone walks to a corner while the other player passes: boards and keys of one word and of more.

    Where all stones can walk, their cells are the key; where one may be put down, all cells that change are.
    """
    columns, rows = size
    steps = [(1, 0), (-1, 0)] if way == "row" else [(1, 0), (-1, 0), (0, 1), (0, -1)]
    walks = tuple(
        Action(f"step-{number}", (at(Colour.BLACK), at(Colour.OPEN, *by)), (at(Colour.OPEN), at(Colour.BLACK, *by)))
        for number, by in enumerate(steps)
    )
    put = Action("put", (_fixed(Colour.WHITE, 1, 1), _fixed(Colour.OPEN, 1, 1)), (_fixed(Colour.BLACK, 1, 1),))
    goal = (_fixed(Colour.BLACK, columns, rows),)
    start = Position(1 << columns * (rows - 1), sum(1 << cell for cell in range(blockers)))
    actions = walks if blockers else (*walks, put)
    game = GridGame("wide", columns, rows, actions, (Action("pass", (), ()),), (goal,), start=start)
    session = BackwardSession(game)
    rng = Random(columns)
    for _ in range(5):
        x, y = rng.randrange(columns), rows - 1 if way == "row" else rng.randrange(2, rows)
        for ply in (0, 1):
            far = columns - 1 - x + rows - 1 - y
            expected = Settled(Player.BLACK, 2 * far - 1 + ply if far else 0)
            assert session.settled(start._replace(black=1 << x + y * columns, ply=ply)) == expected
    check_proof(session, Claim(Player.BLACK, True))


def test_too_large():
    with pytest.raises(UnsupportedError, match="512 cells"):
        BackwardSession(waiting_game(27, 19, 2))


def test_memory_is_counted():
    """Memory stays within the limit, and with a higher one the solution goes on."""
    session = BackwardSession(waiting_game(5, 5, 2))
    small = session.decide(Player.BLACK, None, Limits(megabytes=1))
    assert (small.answer, small.reason) == (None, "memory")
    assert small.memory <= 1_000_000
    assert session.statistics()["positions"] > 20_000
    enough = session.decide(Player.BLACK, None, Limits(megabytes=20))
    assert enough.answer is False
    assert enough.memory <= 20_000_000
    assert enough.nodes < 151_800


def test_progress_is_told():
    """Progress tells the number of positions."""
    told: list[Progress] = []
    session = BackwardSession(waiting_game(5, 5, 3))
    while not told:
        result = session.decide(Player.WHITE, None, Limits(seconds=1.0), told.append)
        assert result.reason == "time" or told
    assert told[-1].used > 0
    assert told[-1].memory > 0


def test_small_slices_get_on():
    """A limit of fewer positions than are taken at a time stands still nowhere, and nothing is counted twice."""
    game = make("evader-pursuer:4x4,evader=4-1,pursuer=2-3")
    assert isinstance(game, GridGame)
    session = BackwardSession(game)
    whole = BackwardSession(game).decide(Player.BLACK, None, Limits())
    calls = [session.decide(Player.BLACK, None, Limits(nodes=7)) for _ in range(whole.nodes // 7 + 2)]
    assert calls[-1].answer is whole.answer is True
    assert sum(each.nodes for each in calls) == whole.nodes
