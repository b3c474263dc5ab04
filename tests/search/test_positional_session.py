"""Sessions of positional games against the plain rules: answers, first moves and proofs of both players."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, cast

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.encodings.games import positional
from tests.search.test_positional import board_game, random_switches, shapes
from tests.sizes import draws, size
from tests.strategy.naive import does

from zermelo.errors import DisagreementError, LimitError, UnsupportedError
from zermelo.families import make
from zermelo.model import Board, Player, Position, PositionalGame, Rule, Turns
from zermelo.questions import CheckpointFile
from zermelo.search import Minimax, positional_session
from zermelo.search.engines import session_for
from zermelo.search.positional_session import PositionalSession
from zermelo.search.session import Limits
from zermelo.strategy import Claim, Holds
from zermelo.strategy.check.plain import check
from zermelo.strategy.check.section import checked
from zermelo.strategy.extract.from_search import strategy_of

NONE = Limits()


class Truth:
    """True if a player wins within so many moves from a position on, by trying all; White in a game of her own."""

    def __init__(self, game: PositionalGame) -> None:
        self.game = game
        self._black = Minimax(game)
        self._known: dict[tuple[Position, int], bool] = {}

    def wins(self, player: Player, position: Position, left: int) -> bool:
        if player is Player.BLACK:
            return self._black.within(position, left)
        key = position, left
        if key not in self._known:
            self._known[key] = self._white(position, left)
        return self._known[key]

    def _white(self, position: Position, left: int) -> bool:
        over = self.game.winner(position)
        moves = self.game.legal(position)
        if over is not None or not moves or left <= 0:
            return over is Player.WHITE
        after = (self.wins(Player.WHITE, self.game.step(position, move), left - 1) for move in moves)
        return any(after) if self.game.mover(position) is Player.WHITE else all(after)


def left_open(game: PositionalGame, player: Player, depth: int | None) -> bool:
    """True if the question is one that the search leaves open: how soon White has broken all sets."""
    within = depth is not None and depth < game.complete_depth()
    return game.rule is Rule.MAKER_BREAKER and player is Player.WHITE and within


def answers_are_right(game: PositionalGame, session: PositionalSession, rng: Random, limits: Limits) -> None:
    """Decide and first moves, in any order of the questions."""
    truth, longest, start = Truth(game), game.complete_depth(), game.start
    questions = [(player, depth) for player in Player for depth in (*range(longest + 2), None)]
    rng.shuffle(questions)
    for player, depth in questions:
        bound = longest if depth is None else min(depth, longest)
        right = truth.wins(player, start, bound)
        found = session.decide(player, depth, limits)
        if found.answer is None:
            assert found.reason == "depth"
            assert left_open(game, player, depth)
        else:
            assert found.answer is right, (player, depth)
            if right:
                assert found.depth is not None
                assert found.depth <= bound
                assert truth.wins(player, start, found.depth)
                opens = game.winner(start) is None and game.mover(start) is player
                assert (found.first_move is not None) == opens
                if opens:
                    assert truth.wins(player, game.step(start, found.first_move), found.depth - 1)
            else:
                assert found.depth is None or found.depth >= bound
                assert not truth.wins(player, start, longest if found.depth is None else found.depth)
        moves = session.first_moves(player, depth, limits)
        assert sorted(moves) == game.legal(start)
        for move, after in moves.items():
            if after.answer is None:
                assert after.reason == "depth"
                assert left_open(game, player, depth)
                continue
            # A first move takes one of the moves, whatever comes of it.
            right = bound > 0 and truth.wins(player, game.step(start, move), bound - 1)
            assert after.answer is right, (player, depth, move)
            if right:
                assert after.depth is not None
                assert after.depth <= bound
                assert truth.wins(player, game.step(start, move), after.depth - 1)


def proofs_are_right(game: PositionalGame, session: PositionalSession, rng: Random, limits: Limits) -> Counter[str]:
    """Every claim: a proof where it is true, which both checkers accept and which does what it claims; else none."""
    truth, longest, counts = Truth(game), game.complete_depth(), Counter[str]()
    for player in Player:
        for wins in (False, True):
            for depth in (None, rng.randint(0, longest + 1), longest):
                claim, bound = Claim(player, wins, depth), longest if depth is None else min(depth, longest)
                who = player if wins else player.other
                true = truth.wins(who, game.start, bound) is wins
                how: dict[str, Any] = {name: rng.random() < 0.7 for name in ("arguments", "symmetry", "breaking")}
                try:
                    proof = session.prove(player, depth, limits, wins=wins, **how)
                except DisagreementError:
                    assert not true, (claim, how)
                    counts["refused"] += 1
                    continue
                except LimitError:
                    assert left_open(game, player if wins else player.other, depth)
                    continue
                assert true, (claim, how)
                strategy = strategy_of(game, claim, proof)
                results = [walk(game, strategy.claim, strategy.symmetries, strategy) for walk in (check, checked)]
                for result in results:
                    assert isinstance(result, Holds), (claim, how, result)
                    assert result.unused == 0
                assert does(game, strategy), (claim, how)
                counts["breaking" if proof.breaking else f"{'wins' if wins else 'holds'}"] += 1
    return counts


@settings(max_examples=draws(150, 40), deadline=None)
@given(st.integers(0, 10**9), st.sampled_from(Rule), st.sampled_from([None, 0.001, 0]))
def test_answers(seed: int, rule: Rule, memory: float | None) -> None:
    rng = Random(seed)
    game = positional(rng, rule)
    answers_are_right(game, PositionalSession(game, switches=random_switches(rng)), rng, Limits(megabytes=memory))


@settings(max_examples=draws(250, 60), deadline=None)
@given(st.integers(0, 10**9), st.sampled_from(Rule), st.sampled_from([None, 0.001, 0]))
@example(67108863, Rule.MAKER_MAKER, None)  # Black threatens to win, but not within White's next move
def test_proofs(seed: int, rule: Rule, memory: float | None) -> None:
    rng = Random(seed)
    game = positional(rng, rule)
    proofs_are_right(game, PositionalSession(game, switches=random_switches(rng)), rng, Limits(megabytes=memory))


@pytest.mark.parametrize("rule", list(Rule))
def test_bounds_in_turns_with_no_bound(rule: Rule, monkeypatch: pytest.MonkeyPatch) -> None:
    """Turns of a few positions, with a bound and without one: the answers at all depths, and proofs, are right."""
    for seed in range(size(60, 15)):
        rng = Random(seed)
        monkeypatch.setattr(positional_session, "TURN", rng.choice([1, 2, 7, 50]))
        game = replace(positional(rng, rule), turns=Turns())
        session = PositionalSession(game, switches=random_switches(rng))
        answers_are_right(game, session, rng, NONE)
        proofs_are_right(game, session, rng, NONE)


def test_who_never_wins_does_not_win_so_soon() -> None:
    """Few positions show that Black never wins; to show that he does not within 25 moves took millions."""
    found = PositionalSession(cast("PositionalGame", make("httt:snaky,board=8x8"))).decide(Player.BLACK, 25, NONE)
    assert (found.answer, found.depth) == (False, None)
    assert found.nodes < 100_000


def test_boards() -> None:
    """Boards of up to nine squares: all kinds of proofs, one session for all questions."""
    counts = Counter[str]()
    for seed in range(size(40, 20)):
        rng = Random(seed)
        game = board_game(rng)
        session = PositionalSession(game)
        for _ in range(2):
            counts += proofs_are_right(game, session, rng, NONE)
    assert min(counts[name] for name in ("breaking", "holds", "wins", "refused")) > size(20, 10), counts


@pytest.mark.parametrize("rule", list(Rule))
def test_windows_and_restricted_first_moves(rule: Rule) -> None:
    """A window is left by a first move that is restricted: those of the positions after it serve, and proofs hold."""
    proven = 0
    for seed in range(size(300, 25)):
        rng = Random(seed)
        board = Board.square(*rng.choice([(8, 7), (9, 9), (6, 6)]), torus=rng.random() < 0.2)
        first = sum(1 << cell for cell in {0, len(board) - 1, rng.randrange(len(board))} if rng.random() < 0.6) or 1
        turns = rng.choice([Turns(), Turns(first=Player.WHITE)])
        hers = shapes(rng, board) if rule is Rule.MAKER_MAKER else ()
        game = PositionalGame("w", board, rule, shapes(rng, board), hers, turns=turns, first_moves=first)
        session = PositionalSession(game, switches=random_switches(rng))
        found = session.decide(Player.BLACK, None, Limits(nodes=3_000))
        if not found.answer:
            continue
        for depth in (None, found.depth):
            try:
                proof = session.prove(Player.BLACK, depth, Limits(nodes=1_000), wins=True)
            except LimitError:
                continue
            strategy = strategy_of(game, Claim(Player.BLACK, True, depth), proof)
            assert isinstance(checked(game, strategy.claim, strategy.symmetries, strategy), Holds), seed
            proven += 1
    assert proven > (size(270, 22) if rule is Rule.MAKER_BREAKER else size(60, 5))


@pytest.mark.parametrize("name", ["httt:elly,board=12x12", "httt:elly,board=12x12,mb", "httt:Y,board=9x9"])
def test_restricted_first_moves_on_large_boards(name: str) -> None:
    """A hard first move in the corner does not keep the other one from being found to win, and proven."""
    game = make(name)
    assert isinstance(game, PositionalGame)
    center = game.board.cells.index("e5")
    game = replace(game, first_moves=1 | 1 << center)
    session = PositionalSession(game)
    found = session.decide(Player.BLACK, None, Limits(nodes=200_000))
    assert (found.answer, found.first_move) == (True, center)
    for depth in (None, found.depth):
        proof = session.prove(Player.BLACK, depth, Limits(nodes=200_000), wins=True)
        strategy = strategy_of(game, Claim(Player.BLACK, True, depth), proof)
        assert isinstance(checked(game, strategy.claim, strategy.symmetries, strategy), Holds)
        assert strategy.claim.derived


def test_windows_of_a_first_move_tell_nothing_of_a_bound() -> None:
    """White opens in the corner, and loses, as a window tells; that she holds for 8 moves is proven all the same."""
    game = make("httt:tippy,board=9x9")
    assert isinstance(game, PositionalGame)
    game = replace(game, turns=Turns(Player.WHITE), first_moves=1)
    session = PositionalSession(game)
    assert session.decide(Player.BLACK, None, NONE).answer is True
    proof = session.prove(Player.WHITE, 8, NONE, wins=False)
    strategy = strategy_of(game, Claim(Player.WHITE, False, 8), proof)
    assert isinstance(checked(game, strategy.claim, strategy.symmetries, strategy), Holds)


def test_after_stones_that_restrict_the_next_one() -> None:
    """The same stones at another ply are another question where the first move alone is restricted."""
    game = PositionalGame("g", Board.named(list("abcd")), Rule.MAKER_BREAKER, (0b0001,), first_moves=0b1000)
    root = PositionalSession(game)
    later = game.at(Position(0, 0, 2))
    assert root.decide(Player.BLACK, None, NONE).answer is False
    assert root.after(later).decide(Player.BLACK, None, NONE).answer is True


def test_ends() -> None:
    """Plays that are over before they begin, and boards without cells."""
    board = Board.square(2, 1)
    for rule in Rule:
        for sets in ((), (0b01,), (0,), (0b11,)):
            for start in (Position(), Position(0b01, 0b10, 2), Position(0b10, 0b01, 2), Position(0b01, 0, 1)):
                white = () if rule is Rule.MAKER_BREAKER or 0 in sets else sets
                game = PositionalGame("ends", board, rule, sets, white, start=start)
                rng = Random(1)
                session = PositionalSession(game)
                answers_are_right(game, session, rng, NONE)
                proofs_are_right(game, session, rng, NONE)
    for rule in Rule:
        game = PositionalGame("no cells", Board(()), rule, ())
        session = PositionalSession(game)
        assert session.decide(Player.BLACK, None, NONE).answer is False
        assert session.decide(Player.WHITE, None, NONE).answer is (rule is Rule.MAKER_BREAKER)
        assert session.first_moves(Player.BLACK, None, NONE) == {}
        assert session.prove(Player.WHITE, None, NONE, wins=False).notes == ()


def test_limits() -> None:
    """Time, memory and positions end a call with their reason, and the session goes on where it was."""
    game = make("httt:snaky,board=8x8")
    assert isinstance(game, PositionalGame)
    session = PositionalSession(game)
    assert session.decide(Player.BLACK, None, Limits(seconds=0)).reason == "time"
    found = session.decide(Player.BLACK, None, Limits(nodes=300))
    assert (found.answer, found.reason, found.nodes) == (None, "nodes", 300)
    moves = session.first_moves(Player.BLACK, None, Limits(nodes=300))
    assert sorted(moves) == game.legal(game.start)
    assert {result.reason for result in moves.values() if result.answer is None} == {"nodes"}
    with pytest.raises(LimitError):
        session.prove(Player.WHITE, None, Limits(seconds=0), wins=False)
    assert session.decide(Player.BLACK, None, NONE).answer is False
    proof = session.prove(Player.WHITE, None, NONE, wins=False)
    assert proof.breaking
    with pytest.raises(UnsupportedError, match="512"):
        PositionalSession(PositionalGame("too large", Board.square(513, 1), Rule.MAKER_BREAKER, (0b11,)))


@pytest.mark.parametrize(
    ("name", "player", "wins", "fits"),
    [
        ("gomoku:4,board=5x5,p=2,q=1", Player.WHITE, False, False),  # moves
        ("httt:p5-05,board=6x6,torus,mb", Player.BLACK, True, False),  # a derivation
        ("httt:el,board=9x9,mb", Player.BLACK, True, True),
        ("httt:p5-06,board=5x5,torus,mb", Player.WHITE, False, False),  # the strategy of a mere breaker
        ("httt:snaky,board=7x7,mb", Player.WHITE, False, True),
    ],
)
def test_proofs_stay_inside_the_memory(name: str, player: Player, wins: bool, fits: bool) -> None:
    """A proof that needs more than the limit ends for that; one that fits is written."""
    game = make(name)
    assert isinstance(game, PositionalGame)
    session = PositionalSession(game)
    for megabytes in (1000, 1):
        if fits or megabytes == 1000:
            assert session.prove(player, None, Limits(megabytes=megabytes), wins=wins).notes
            continue
        with pytest.raises(LimitError) as limit:
            session.prove(player, None, Limits(megabytes=megabytes), wins=wins)
        assert limit.value.reason == "memory"


def test_two_stones_in_a_row() -> None:
    """One stone, then two each, on a 4x4 board: a win and a hold, with symmetric positions once."""
    game = make("httt:skinny,board=4x4")
    assert isinstance(game, PositionalGame)
    game = replace(game, turns=Turns(Player.BLACK, 1, 2))
    session = PositionalSession(game)
    for depth in (3, 5, 7):
        wins = bool(session.decide(Player.BLACK, depth, NONE).answer)
        claim = Claim(Player.BLACK, True, depth) if wins else Claim(Player.WHITE, False, depth)
        proof = session.prove(claim.player, depth, NONE, wins=wins)
        strategy = strategy_of(game, claim, proof)
        assert isinstance(checked(game, strategy.claim, strategy.symmetries, strategy), Holds)


@settings(max_examples=draws(40, 12), deadline=None)
@given(st.integers(0, 10**9), st.sampled_from(Rule))
def test_checkpoints_serve_both_players_and_proofs(seed: int, rule: Rule) -> None:
    """Sessions of a few positions each, that go on from files; the last one answers and proves everything."""
    rng = Random(seed)
    game = board_game(rng) if rng.random() < 0.5 else positional(rng, rule)
    with TemporaryDirectory() as folder:

        def kept(player: Player) -> CheckpointFile:
            return CheckpointFile(Path(folder) / str(player), rng.choice([None, 0.01, 0.001]))

        for _ in range(4):
            session = PositionalSession(game, switches=random_switches(rng), kept=kept)
            player, depth = rng.choice([*Player]), rng.choice([None, *range(6)])
            session.decide(player, depth, Limits(nodes=rng.randint(1, 60)))
        session = PositionalSession(game, kept=kept)
        answers_are_right(game, session, rng, NONE)
        proofs_are_right(game, session, rng, NONE)


def test_what_a_breaker_never_does_takes_no_count_of_moves() -> None:
    """She has not broken all sets within any depth if the maker wins; the plain rules would need all positions."""
    game = make("httt:tippy,board=4x4,mb")
    assert session_for(game).decide(Player.WHITE, 4, Limits(nodes=1)).reason == "nodes"
    session = session_for(game)
    for depth in (0, 4, 15):
        found = session.decide(Player.WHITE, depth, Limits(megabytes=1))
        assert (found.answer, found.depth) == (False, None)
        assert found.nodes < 1000
