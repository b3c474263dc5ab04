"""Players play right: the evaluator is true, strategies do what they claim, the solver throws nothing away."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.gamesat.formulas import any_formula
from tests.oracles.retrograde import Distances, solve_exactly
from tests.strategy.claims import KINDS, Truth, asked_of_search, random_game

from zermelo.errors import IllegalMoveError, InputError, LimitError
from zermelo.families import make
from zermelo.language import read_game
from zermelo.model import Player, cells_of, mask_of
from zermelo.picture.threats import threats, winning_cells
from zermelo.play import record
from zermelo.play.evaluation import Evaluation, Evaluator
from zermelo.play.follow import Follower
from zermelo.play.opponents import RandomOpponent as Chance
from zermelo.play.opponents import SearchOpponent, StrategyOpponent
from zermelo.play.play import Play
from zermelo.play.review import review
from zermelo.strategy import Claim
from zermelo.strategy.extract.from_search import extract

SEEDS = range(7)
MOST = 1500
"""Positions of a random game: the oracle tries all of them."""


def some_play(game, rng: Random, most: int = 5) -> Play:
    """A play of some moves by chance."""
    session = Play(game)
    for _ in range(rng.randint(0, most)):
        if session.is_over:
            break
        session.push(rng.choice(session.legal))
    return session


@pytest.mark.parametrize("kind", KINDS)
def test_evaluator(kind):
    """The prospect of a position is that of the retrograde oracle, and so are the prospects after its moves."""
    asked = 0
    for seed in SEEDS:
        game, rng = random_game(kind, 3000 + seed), Random(seed)
        position = some_play(game, rng).position
        try:
            exact = solve_exactly(game.at(position), MOST)
        except LimitError:
            continue
        evaluator = Evaluator(game, 20)
        assert evaluator.evaluate(position) == Evaluation(exact.winner is Player.BLACK, exact.winner is Player.WHITE)
        mine, player = evaluator.after(position), game.mover(position)
        apart = Evaluator(game, 20)  # moves that are images of each other are decided once: not by this one
        assert mine == {move: apart.evaluate(game.step(position, move)) for move in game.legal(position)}
        if game.winner(position) is None and mine:
            assert any(each.wins(player) for each in mine.values()) == (exact.winner is player)
            assert any(each.holds(player) for each in mine.values()) == (exact.winner is not player.other)
            if exact.winner is player and exact.depth is not None:
                win = evaluator.fastest(position, player, None, 20)
                one_sided = player is Player.WHITE and evaluator.ask(position, player, 1)[0] is None
                assert one_sided or (win is not None and win.depth == exact.depth)
        asked += 1
    assert asked > 3


def plays_out(session: Play, follower: Follower, left: int | None, known: set) -> int:
    """Play every reply against a strategy; how many plays of it have come to their end. Fails where one goes wrong."""
    game, claim = session.game, follower.strategy.claim
    reached = game.goal_winner(session.position)
    if reached is not None or (left is not None and left <= 0) or session.is_over:
        winner = reached if left is not None and left <= 0 else session.winner
        assert winner is claim.player if claim.wins else winner is not claim.opponent
        return 1
    key = (session.position.black, session.position.white, session.to_move, left, follower.argument(session))
    if key in known:
        return 0
    known.add(key)
    moves = session.legal
    if session.to_move is claim.player:
        reply = follower.reply(session)
        assert reply is not None, f"nothing to say after {session.names}"
        assert reply.move in moves
        moves = [reply.move]
    ends = 0
    for move in moves:
        session.push(move)
        ends += plays_out(session, follower, None if left is None else left - 1, known)
        session.undo()
    return ends


@pytest.mark.parametrize("kind", KINDS)
def test_strategies(kind):
    """Against every reply a strategy has an answer, and every play ends as it claims."""
    ends = 0
    for seed in SEEDS:
        game, rng = random_game(kind, 4000 + seed), Random(seed)
        try:
            claims = list(Truth(game, MOST).claims(rng))
        except LimitError:
            continue
        for claim in claims:
            if asked_of_search(game, claim):
                strategy = extract(game, claim, symmetry=rng.random() < 0.7)
                ends += plays_out(Play(game), Follower(strategy), claim.bound(game), set())
    assert ends > 10


@pytest.mark.parametrize("kind", KINDS)
def test_solver(kind):
    """From a position that it can win it wins, from one that it can hold it does not lose, whoever plays against it."""
    for seed in SEEDS:
        game, rng = random_game(kind, 5000 + seed), Random(seed)
        try:
            exact = solve_exactly(game, MOST)
        except LimitError:
            continue
        for player in Player:
            solver, chance = SearchOpponent(Evaluator(game, 5), seed), Chance(rng.randint(0, 99))
            session = Play(game)
            while not session.is_over and len(session.line) < 80:
                session.push((solver if session.to_move is player else chance).choose(session).move)
            if exact.winner is player:
                assert session.winner is player, (seed, session.names)
            elif exact.winner is None:
                assert session.winner is not player.other, (seed, session.names)


@pytest.mark.parametrize("name", ["hex:40x40", "amazons:4x4", "ttt"])
def test_no_time_is_left(name, monkeypatch):
    """No position is looked at any more, however many moves there are."""
    game = make(name)
    evaluator, session, looked, step = Evaluator(game, 0.0), Play(game), [], type(game).step

    def look(*words):
        looked.append(words)
        return step(*words)

    monkeypatch.setattr(type(game), "step", look)
    monkeypatch.setattr(Evaluator, "_searched", lambda *_: pytest.fail("searched"))
    assert evaluator.ask(game.start, Player.BLACK) == (None, None)
    assert set(evaluator.after(game.start).values()) == {Evaluation()}
    assert SearchOpponent(evaluator).choose(session).why == "not decided in time"
    assert len(looked) <= 1


def test_argument_that_was_left():
    """A player of the strategy's side who leaves a pair half taken gets no more advice from it."""
    game = make("hex:3x3")
    from zermelo.strategy import Claim

    follower = Follower(extract(game, Claim(Player.BLACK, True, 5)))
    session = Play(game)
    for name in ("b2", "a3"):
        session.make(name)
    assert follower.reply(session) is not None
    session.make("a1")  # instead of b3
    session.make("c3")
    assert follower.argument(session) is None
    other = Chance(1)
    assert StrategyOpponent([follower], other).choose(session).why == "chosen by chance"


def test_review():
    """The slip that is named is one: before it the loser held, after it he did not, and the better move holds."""
    slips = 0
    for seed in range(9):
        game, rng = make("ttt"), Random(seed)
        session = Play(game)
        while not session.is_over:
            session.push(rng.choice(session.legal))
        if session.winner is None:
            continue
        loser = session.winner.other
        found = review(session, loser, Evaluator(game), 20)
        assert found.complete
        assert found.slip is not None  # nobody loses this game without one
        at = found.slip.number - 1

        def value(moves):
            return solve_exactly(game.after(moves), 10_000).winner  # noqa: B023

        before = session.line[:at]
        assert session.line[at] == found.slip.move
        was, then, better = (value(before), value([*before, found.slip.move]), value([*before, found.slip.better]))
        if found.slip.lost == "win":
            assert was is better is loser
            assert then is not loser
        else:
            assert then is session.winner
            assert loser.other not in (was, better)
        for earlier in range(at):  # every earlier move of his kept what he had
            if game.mover(session.positions[earlier]) is loser:
                one, two = (value(session.line[: earlier + more]) for more in (0, 1))
                assert one is two or one is loser.other
        slips += 1
    assert slips > 3


def test_threats():
    """A threat of one cell wins at once when it is carried out, and no winning move is missing from the list."""
    for kind in KINDS:
        for seed in SEEDS:
            game = random_game(kind, 6000 + seed)
            session = some_play(game, Random(seed), 8)
            position = session.position
            if session.is_over:
                won = winning_cells(game, position)
                goal = game.goal_winner(position)
                assert not won or goal is not None
                continue
            player = session.to_move
            listed = [each for each in threats(game, position, 1, 1000) if each.player is player]
            cells = {cell for each in listed for cell in cells_of(each.missing)}
            for move in session.legal:
                after = game.step(position, move)
                by_cells = player is Player.BLACK or getattr(game, "white_sets", None) or hasattr(game, "actions")
                if game.goal_winner(after) is player and by_cells:
                    assert game.move_cells(position, move) & mask_of(cells), (kind, seed)
            if hasattr(game, "rule") or hasattr(game, "source"):
                assert all(game.winner(game.step(position, c)) is player for c in cells if c in session.legal)


def test_session():
    """Names are read with spaces and capitals aside; what is not legal is refused and changes nothing."""
    session = Play(make("breakthrough:3x5"))
    session.make("Forward( 1, 4 )")
    assert session.names == ["forward(1,4)"]
    with pytest.raises(InputError):
        session.make("(2,2)")  # a forward and two diagonals
    with pytest.raises(InputError):
        session.make("jump(1,1)")
    with pytest.raises(IllegalMoveError):
        session.push(session.line[0])
    assert session.names == ["forward(1,4)"]
    assert session.undo(5) == 1
    assert session.position == session.game.start


@pytest.mark.parametrize("kind", KINDS)
def test_record(kind, tmp_path):
    """A play that is written is read as the same."""
    for seed in range(5):
        session = some_play(random_game(kind, 7000 + seed), Random(seed))
        path = tmp_path / f"{seed}.play"
        record.save(path, record.SavedPlay(session, {"black": "human"}))
        assert record.kind_of(path) == "play"
        back = record.load(path)
        assert (back.session.names, back.session.position) == (session.names, session.position)
        assert back.players == {"black": "human"}


def test_records_that_are_none(tmp_path):
    """Each is refused in one line that names the file."""
    good = tmp_path / "good.play"
    session = Play(make("ttt"))
    session.make("b2")
    record.save(good, record.SavedPlay(session))
    text = good.read_text()
    path = tmp_path / "bad.play"
    for bad, told in (
        ("", "expected a play that was saved"),
        ("[1]", "expected a play that was saved"),
        (text[:50], "expected a play that was saved"),
        (text.replace('"version": 1', '"version": 9'), "found 9, expected version 1"),
        (text.replace('["b2"]', '["b2", "b2"]'), "bad.play: move 2: found 'b2', expected a legal move of White"),
        (text.replace('["b2"]', "7"), "expected a play that was saved"),
        (text.replace('"kind": "positional"', '"kind": "chess"'), "expected"),
    ):
        path.write_text(bad)
        with pytest.raises(InputError) as error:
            record.load(path)
        assert told in str(error.value)
        assert "bad.play" in str(error.value)


def test_entries_for_another_time_are_none():
    """After moves of chance a stored win may be one of another ply: the claim would not hold any more."""
    game = make("dodgem:3")
    claim = Claim(Player.BLACK, True, 24)
    follower, oracle = Follower(extract(game, claim)), Distances(game, Player.BLACK)
    for seed in range(30):
        rng, session = Random(seed), Play(game)
        while not session.is_over and len(session.line) < 24:
            reply = follower.reply(session)
            if reply is not None and "stores it" in reply.why:
                won = oracle[session.position]
                assert won is not None
                assert won <= 24 - len(session.line), session.names
            session.push(rng.choice(session.legal))


@pytest.mark.parametrize("seed", range(4))
def test_a_loss_at_once_is_the_worst(seed: int, tmp_path: Path) -> None:
    """Whoever loses anyway makes a move after which there is still one to come."""
    file = tmp_path / "resist.jsonl"
    file.write_text(
        '{"n":0,"to":"black","moves":{"x":1,"y":2,"z":1}}\n{"n":1,"end":"white"}\n'
        '{"n":2,"to":"white","moves":{"m":3,"p":4}}\n{"n":3,"end":"white"}\n{"n":4,"end":"black"}\n'
    )
    session = Play(read_game(file))
    reply = SearchOpponent(Evaluator(session.game), seed).choose(session)
    assert session.game.move_name(reply.move) == "y"


@pytest.mark.parametrize("seed", range(30))
def test_formulas_are_not_lost_sooner_than_need_be(seed: int) -> None:
    """In games without depths, too, no move loses at once where another one does not."""
    session = some_play(any_formula(5, Random(seed)), Random(seed))
    if session.is_over:
        return
    game, other = session.game, session.to_move.other

    def lost(move: int) -> bool:
        after = game.step(session.position, move)
        answers = [] if game.is_over(after) or game.mover(after) is not other else game.legal(after)
        return game.winner(after) is other or any(game.winner(game.step(after, each)) is other for each in answers)

    reply = SearchOpponent(Evaluator(game), seed).choose(session)
    assert not lost(reply.move) or all(map(lost, session.legal)), session.names
