"""Attacks by weak workers against the plain rules: answers are right, and both checkers accept every joined proof."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.attack.weak_engine import WeakEngine
from tests.encodings.games import positional
from tests.search.grid_games import random_game
from tests.search.test_positional import board_game, shapes
from tests.sizes import draws, size

from zermelo.attack.attack import AttackPlan, attack
from zermelo.attack.graph import AttackGraph
from zermelo.attack.leaf_job import JobLimits, answered, leaf_job
from zermelo.attack.position_form import PositionForms
from zermelo.attack.race_join import RaceJoin
from zermelo.cli import run
from zermelo.errors import DisagreementError, InputError, UnsupportedError
from zermelo.families import make
from zermelo.families.connect import line_goals
from zermelo.families.grid_parts import at
from zermelo.language.json_game import game_to_json
from zermelo.model import (
    Action,
    Board,
    Colour,
    ConnectionGame,
    Game,
    GridGame,
    Player,
    Position,
    PositionalGame,
    Rule,
    Turns,
)
from zermelo.model.conditions import swapped
from zermelo.model.positional import maker_breaker_of
from zermelo.model.symmetry import keeps_rules, most_symmetries, rule_symmetries
from zermelo.play.follow_breaker import BreakerPlayer
from zermelo.play.play import Play
from zermelo.search import Minimax
from zermelo.search.positional_session import PositionalSession
from zermelo.search.session import Limits
from zermelo.strategy.check.breaker_certificate import unfit
from zermelo.strategy.check.check_result import Broken
from zermelo.strategy.check.plain import Holds, check
from zermelo.strategy.check.section import checked
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Strategy
from zermelo.strategy.extract.outline import complete, outline
from zermelo.strategy.file import read_strategies

GRAPH = """\
#version
zermelo turns=black:1:1 board=graph
#positions
a b c d
#blackinitials
#whiteinitials
#blackwins
a b c
a b d
#whitewins
c a b
"""


def hex_game(rng: Random) -> ConnectionGame:
    columns, rows = rng.choice([(2, 2), (2, 3), (3, 2), (3, 3)])
    game, cells = ConnectionGame.hex(columns, rows), columns * rows
    one, two = rng.sample(range(cells), 2)
    start = rng.choice([Position(), Position(1 << one, 0, 1), Position(1 << one, 1 << two, 2)])
    if start.ply == 0 and rng.random() < 0.4:
        stones = rng.choice([Position(), Position(1 << one, 1 << two, 0)])
        return replace(game, start=stones, first_moves=rng.getrandbits(cells) & ~(1 << one | 1 << two) or None)
    return game.at(start)


def breaker_game(rng: Random) -> PositionalGame:
    """A maker-breaker game of some size, so that residual games come together on several ways."""
    board = Board.square(*rng.choice([(4, 3), (4, 4)]), torus=rng.random() < 0.3)
    sets = shapes(rng, board)
    while not sets:
        sets = shapes(rng, board)
    one, two = rng.sample(range(len(board)), 2)
    start = rng.choice([Position(), Position(1 << one, 0, 1), Position(1 << one, 1 << two, 2)])
    turns = Turns(rng.choice(list(Player)))
    return PositionalGame("breaking", board, Rule.MAKER_BREAKER, sets, start=start, turns=turns)


def held(game: Game, attacker: Player, truth: bool, rng: Random) -> Strategy:
    """The answer of an attack is the true one, and its proof is accepted."""
    off = {name: False for name in ("table", "symmetry", "order") if rng.random() < 0.2}
    switches = {**off, "shuffle": rng.randrange(3)}
    plan = AttackPlan(budget=rng.choice([1, 3, 10]), patience=rng.choice([1, 1, 2]), switches=switches)
    with tempfile.TemporaryDirectory() as folder:
        engine = WeakEngine(rng, rng.choice([0.2, 0.6, 0.9]))
        state = attack(game, Path(folder, "attack.db"), attacker, plan, engine=engine)
    assert state.status == ("wins" if truth else "holds")
    strategy = state.strategy
    assert strategy is not None
    for checker in (check, checked):
        assert isinstance(checker(game, strategy.claim, strategy.symmetries, iter(strategy)), Holds)
    return strategy


def wins(game: Game, attacker: Player) -> bool:
    """The truth by the plain rules."""
    seen = game if attacker is Player.BLACK else game.swapped()
    longest = seen.complete_depth()
    assert longest is not None
    return bool(Minimax(seen).within(seen.start, longest))


@settings(max_examples=draws(20, 14), deadline=None)
@given(st.integers(0, 10**9), st.booleans())
def test_positional(seed: int, boards: bool) -> None:
    rng = Random(seed)
    game = board_game(rng) if boards else positional(rng, rng.choice(list(Rule)))
    attacker = Player.BLACK if game.rule is Rule.MAKER_BREAKER else rng.choice(list(Player))
    held(game, attacker, wins(game, attacker), rng)


def test_wins_where_both_build() -> None:
    """They are joined as derivations, of either player, forced replies among them."""
    joined = 0
    for seed in range(size(200, 50)):
        rng = Random(seed)
        game, attacker = positional(rng, Rule.MAKER_MAKER), rng.choice(list(Player))
        if game.alternating_from() == 0 and game.winner(game.start) is None and wins(game, attacker):
            joined += held(game, attacker, True, rng).claim.derived
    assert joined > 5


def test_a_wrong_line_of_a_leaf_is_told() -> None:
    """The join of games in which both build needs the facts of all lines; one that is none ends it with a message."""
    game = positional(Random(0), Rule.MAKER_MAKER)
    graph = AttackGraph(PositionForms(game, Player.BLACK), 1, 1, {})
    graph.begin()
    graph.root.status = "wins"
    with pytest.raises(DisagreementError, match="a proof of the attack, line 1 "):
        RaceJoin(graph, lambda _: None)._line("set", (10**6,))


@settings(max_examples=4, deadline=None)
@given(st.integers(0, 10**9))
def test_breaking(seed: int) -> None:
    rng = Random(seed)
    game = breaker_game(rng)
    held(game, Player.BLACK, bool(PositionalSession(game).decide(Player.BLACK, None, Limits()).answer), rng)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**9))
def test_breaking_where_both_build(seed: int) -> None:
    """The proof that White holds as a mere breaker is one for the game in which she has winning sets of her own."""
    rng = Random(seed)
    game = positional(rng, Rule.MAKER_MAKER)
    assume(game.alternates and unfit(game, Claim(Player.WHITE, False, breaking=True)) is None)
    assume(game.first_moves is None or game.start.ply > 0)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "attack.db")
        state = attack(maker_breaker_of(game), file, plan=AttackPlan(budget=3), engine=WeakEngine(rng, 0.5))
    strategy = state.strategy
    assert strategy is not None
    assume(state.status == "holds")
    for checker in (check, checked):
        assert isinstance(checker(game, strategy.claim, strategy.symmetries, iter(strategy)), Holds)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10**9))
def test_connection(seed: int) -> None:
    rng = Random(seed)
    game = hex_game(rng)
    held(game, Player.BLACK, wins(game, Player.BLACK), rng)


@pytest.mark.parametrize("player", list(Player))
@pytest.mark.parametrize("name", ["domineering:3x3", "domineering:2x4"])
def test_grid(name: str, player: Player) -> None:
    game = make(name)
    held(game, player, wins(game, player), Random(7))


@pytest.mark.parametrize("seed", [33, 40, 45, 59])
def test_opened_where_a_move_wins(seed: int) -> None:
    """A leaf that comes with a single move left to a position above other leaves meets no entry there."""
    held(random_game("placers", 50057), Player.BLACK, True, Random(seed))


@pytest.mark.parametrize("moves", [[0, 1], [2, 0, 1]])
def test_over_at_the_start(moves: list[int]) -> None:
    """White has cut Black off, or Black has joined."""
    game = ConnectionGame.hex(1, 4) if len(moves) == 2 else ConnectionGame.hex(2, 2)
    held(game.after(moves), Player.BLACK, len(moves) == 3, Random(1))


@pytest.mark.parametrize(
    ("name", "truth"),
    [
        ("httt:p4-02,board=6x6,torus", True),
        ("httt:p4-03,board=6x6,torus,mb", True),
        ("httt:p5-09,board=6x6,torus,mb", False),
    ],
)
def test_a_torus_has_one_first_move(name: str, truth: bool) -> None:
    """Its 288 symmetries are all used; a subgroup would have to search several first moves of Black."""
    game = make(name)
    assert len(PositionForms(game, Player.BLACK).moves(game.start)) == 1
    strategy = held(game, Player.BLACK, truth, Random(1))
    assert len(strategy.symmetries) == 287
    if strategy.claim.breaking:
        whole = complete(outline(strategy))
        assert len(whole.symmetries) == 287
        assert isinstance(checked(game, whole.claim, whole.symmetries, iter(whole)), Holds)


def test_leaves_have_symmetries_of_the_attack() -> None:
    """Two parts apart: the largest group that an attack may have does not contain the one that a search takes."""
    sets = (*(1 << one | 1 << two for one, two in combinations(range(6), 2)), 0b11000000)
    game = PositionalGame("apart", Board.named(list("abcdefgh")), Rule.MAKER_MAKER, sets, sets)
    usual, most = set(rule_symmetries(game)), most_symmetries(len(game.board))
    assert not usual <= set(rule_symmetries(game, most))
    assert usual <= set(PositionForms(game, Player.BLACK).symmetries)
    for seed in range(5):
        held(game, Player.BLACK, True, Random(seed))


def test_a_breaker_has_symmetries_of_her_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A permutation that keeps Black's winning sets serves where White merely breaks, though it does not keep hers."""
    file, proof = tmp_path / "m.pg", tmp_path / "proof.strategy.gz"
    file.write_text(GRAPH)
    words = ["attack", str(file), "--breaking", "--db", str(tmp_path / "a.db"), "-j1", "--proof", str(proof)]
    assert run(words) == 0
    assert "proof: 1 entry, checked" in capsys.readouterr().out
    (strategy,) = read_strategies(proof)
    assert strategy.symmetries
    assert not all(keeps_rules(strategy.game, turn) for turn in strategy.symmetries)
    assert run(["strategy", "outline", str(proof), "-o", str(tmp_path / "outline.gz")]) == 0
    assert run(["strategy", "complete", str(tmp_path / "outline.gz"), "-o", str(tmp_path / "whole.gz")]) == 0
    assert run(["check", str(tmp_path / "whole.gz"), "--game", str(file)]) == 0
    reply = BreakerPlayer(strategy).thought(Play(strategy.game, [0]))
    assert reply is not None
    assert reply.move == 1  # b, which is in both sets
    wrong = (*strategy.symmetries, (1, 2, 0, 3))
    for checker in (check, checked):
        assert isinstance(checker(strategy.game, strategy.claim, strategy.symmetries, iter(strategy)), Holds)
        found = checker(strategy.game, strategy.claim, wrong, iter(strategy))
        assert isinstance(found, Broken)
        assert found.why.endswith("is not a symmetry of this game")


@pytest.mark.parametrize("game", ["gttt:fatty,board=3x3,p=2,q=2", "gttt:fatty,board=3x3,q=1,p=2,first=white"])
def test_breaking_takes_turns(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """There is no certificate of a mere breaker for other turns, so none is begun."""
    assert run(["attack", game, "--breaking", "--db", str(tmp_path / "a.db"), "-j1"]) == 2
    assert "--breaking: found other turns, expected players who place one stone each" in capsys.readouterr().err


def test_a_proof_has_a_budget() -> None:
    """The decision counts, though the proof would take a hundred times as long (where rows of threats are not told)."""
    game, plain = make("httt:p5-03,board=7x7,torus"), {"rows": False}
    job = leaf_job("1", game_to_json(game), game.name, Player.WHITE, Position(0x6, 0x60, 4), 10000, JobLimits(), plain)
    said = answered({**job.payload, "deadline": None})
    assert (said["status"], said["strategy"]) == ("holds", None)


def test_switches() -> None:
    """Leaves are searched with them, those of a positional game in disguise with its own."""
    game = make("domineering:5x5")
    job = leaf_job("1", game_to_json(game), game.name, Player.BLACK, Position(), None, JobLimits(), {"bands": False})
    usual = answered({**job.payload, "switches": {}, "deadline": None})
    assert answered({**job.payload, "deadline": None})["nodes"] > usual["nodes"]
    black, white = (Action("occupy", (at(Colour.OPEN),), (at(each),)) for each in (Colour.BLACK, Colour.WHITE))
    goals = line_goals(3)
    disguised = GridGame("in a row", 3, 4, (black,), (white,), goals, tuple(map(swapped, goals)))
    with tempfile.TemporaryDirectory() as folder:
        plan = AttackPlan(budget=1, switches={"pairing": 0})
        state = attack(disguised, Path(folder, "attack.db"), plan=plan, engine=WeakEngine(Random(3), 0.9))
    assert state.status == ("wins" if wins(disguised, Player.BLACK) else "holds")
    assert state.positions > 1


def test_refused() -> None:
    """Questions that no attack answers are told so."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "attack.db")
        with pytest.raises(UnsupportedError, match="exactly when he does not"):
            attack(make("hex:3x3"), path, Player.WHITE)
        with pytest.raises(UnsupportedError, match="grid game whose plays end"):
            attack(make("knightthrough:3x4"), path)
        with pytest.raises(InputError, match="did you mean facts"):
            attack(make("hex:2x2"), path, plan=AttackPlan(switches={"faxts": False}))
        attack(make("hex:2x2"), path, engine=WeakEngine(Random(1), 0.0))
        with pytest.raises(InputError, match="one on hex:2x2"):
            attack(make("hex:3x3"), path)
        with pytest.raises(InputError, match="in another position or by other rules"):
            attack(make("hex:2x2").after("a1"), path)
        path.with_name("other.db").write_text("no database")
        with pytest.raises(InputError, match="no SQLite database"):
            attack(make("hex:2x2"), path.with_name("other.db"))
