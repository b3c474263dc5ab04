"""Searches of ground games against an oracle that takes all states round by round: every engine, depth and player."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.nets import Builder, net_games, tic_tac_toe
from tests.oracles.states import all_states, least_depths
from tests.sizes import draws

from zermelo import _native
from zermelo.errors import InputError, UnsupportedError
from zermelo.language.gdl import read_gdl_text
from zermelo.model import NetGame, Player, Position
from zermelo.model.native_rules import native_rules
from zermelo.questions import CheckpointFile
from zermelo.search.backward import BackwardSession
from zermelo.search.engines import engine_for, session_for
from zermelo.search.exhaustive_session import ExhaustiveSession
from zermelo.search.generic_session import GenericSession
from zermelo.search.minimax import Minimax
from zermelo.search.net_session import NetSession
from zermelo.search.perft import native_perft, reference_perft
from zermelo.search.session import Limits, Session
from zermelo.search.switches import GridSwitches
from zermelo.search.table_session import ENGINES

FREE = Limits()

SESSIONS: list[Callable[[NetGame], Session]] = [
    *(
        lambda game, engine=engine: GenericSession(game, engine, endless=lambda: BackwardSession(game))
        for engine in ENGINES
    ),
    lambda game: NetSession(game, endless=lambda: BackwardSession(game)),
    lambda game: NetSession(game, GridSwitches(table=False), endless=lambda: BackwardSession(game)),
    lambda game: NetSession(game, GridSwitches(deepen=False, count=False), endless=lambda: BackwardSession(game)),
    lambda game: NetSession(game, GridSwitches(look_up=False, order=False), endless=lambda: BackwardSession(game)),
    BackwardSession,
    ExhaustiveSession,
]


def judge(game: NetGame, session: Session, depths: dict[Player, dict[int, int]], most: int) -> None:
    """Hold all answers of a session against the oracle."""
    start = game.start.black
    for player in Player:
        least = depths[player].get(start)
        for depth in [*range(most + 1), None]:
            wins = least is not None and (depth is None or least <= depth)
            told = session.decide(player, depth, FREE)
            assert told.answer is wins
            if wins and told.depth is not None:
                assert least is not None
                assert least <= told.depth <= (told.depth if depth is None else depth)
            if not wins and told.depth is None and depth != 0:
                assert least is None
            if not wins and told.depth is not None:
                assert least is None or told.depth < least
            if wins and told.first_move is not None:
                after = game.step(game.start, told.first_move).black
                assert depths[player][after] <= (10**9 if depth is None else depth - 1)
        for depth in (2, 3, None):
            for move, told in session.first_moves(player, depth, FREE).items():
                left = depths[player].get(game.step(game.start, move).black)
                assert told.answer is (left is not None and (depth is None or left + 1 <= depth))


@settings(max_examples=draws(120, 25))
@given(net_games(), st.sampled_from(range(len(SESSIONS))))
def test_all_engines_at_every_depth(game: NetGame, which: int) -> None:
    depths = {player: least_depths(game, player) for player in Player}
    most = max([max(each.values(), default=0) for each in depths.values()])
    judge(game, SESSIONS[which](game), depths, most + 2)


@settings(max_examples=draws(60, 15))
@given(net_games())
def test_plain_minimax(game: NetGame) -> None:
    for player, asked in ((Player.BLACK, game), (Player.WHITE, game.swapped())):
        least = least_depths(game, player).get(game.start.black)
        for depth in range(6):
            assert Minimax(asked).within(asked.start, depth) is (least is not None and least <= depth)


@settings(max_examples=draws(80, 24))
@given(net_games(most_fluents=5))
def test_native_rules(game: NetGame) -> None:
    assert native_perft(game, 6) == reference_perft(game, 6)
    rules = native_rules(game)
    for state, moves in list(all_states(game).items())[:20]:
        assert _native.legal_moves(rules, state, 0, 3) == sorted(moves)
        winner = game.winner(Position(state))
        over = "neither" if winner is None else winner.value
        assert _native.status(rules, state, 0, 3) == (over if not moves else "running")
        for move, after in moves.items():
            assert _native.apply(rules, state, 0, 3, move) == (after, 0)


@settings(max_examples=draws(60, 15))
@given(net_games())
def test_the_backward_solution_of_every_state(game: NetGame) -> None:
    session = BackwardSession(game)
    depths = {player: least_depths(game, player) for player in Player}
    for state in all_states(game):
        settled = session.settled(Position(state))
        for player in Player:
            assert settled.within(player) == depths[player].get(state)


def wide(fluents: int, moves: int) -> NetGame:
    """A race: each move fills one of many cells, and who fills the last has won; many moves, a long state."""
    cells = [f"(cell {k})" for k in range(fluents - 1)]
    names = [f"(fill {k})" for k in range(moves)]
    build = Builder([*cells, "turn"], ([*names, "noop"], [*names, "noop"]))
    for k, cell in enumerate(cells):
        build.rule(f"next {k}", cell)
        for role in range(2):
            build.rule(f"next {k}", f"{role}:(fill {k % moves})", *(cells[j] for j in range(k % moves, k, moves)))
    for k in range(moves):
        column = cells[k::moves]
        build.rule(f"open {k}", "~" + column[-1])
        for role, turn in enumerate(("turn", "~turn")):
            build.rule(f"legal {role} {k}", f"open {k}", turn)
    build.rule("not turn", "~turn")
    for k in range(moves):
        build.rule("some", f"open {k}")
    build.rule("over", "~some")
    build.rule("first", "over", "~turn")
    build.rule("second", "over", "turn")
    return build.game(
        "wide",
        after=[*(f"next {k}" for k in range(len(cells))), "not turn"],
        legal=(
            [*(f"legal 0 {k}" for k in range(moves)), "not turn"],
            [*(f"legal 1 {k}" for k in range(moves)), "turn"],
        ),
        terminal="over",
        score=({100: "first", 0: "second"}, {100: "second", 0: "first"}),
        init=["turn"],
    )


@pytest.mark.parametrize(("fluents", "moves"), [(63, 62), (64, 9), (65, 64), (130, 129), (257, 20), (512, 10)])
def test_words_and_rounds(fluents: int, moves: int) -> None:
    game = wide(fluents, moves)
    assert native_perft(game, 1) == reference_perft(game, 1)
    last = game.at(Position(((1 << fluents - 1) - 1) & ~0b1111))
    assert (
        NetSession(last).decide(Player.BLACK, 3, FREE).answer
        is ExhaustiveSession(last).decide(Player.BLACK, 3, FREE).answer
    )
    if fluents < 512:
        assert (
            BackwardSession(last).decide(Player.WHITE, None, FREE).answer
            is NetSession(last).decide(Player.WHITE, None, FREE).answer
        )


def test_engines_by_name() -> None:
    game = tic_tac_toe(misere=True)  # the usual one is found out to be positional
    engine = engine_for(game)
    assert engine is not None
    assert engine.label == "net search"
    assert session_for(game, "pns").decide(Player.BLACK, 5, FREE).answer is False
    assert [session_for(game).decide(player, None, FREE).answer for player in Player] == [False, False]
    with pytest.raises(InputError, match="an engine"):
        engine_for(game, "no such")


@pytest.mark.parametrize("engine", ["net", "grid", "df-pn"])
def test_no_engine_without_fluents(engine: str) -> None:
    """A position without fluents needs none."""
    text = "(role x) (role o) (legal x m) (legal o n) (<= terminal (true (z 1))) (goal x 0) (goal o 100)"
    game = read_gdl_text(text)
    assert engine_for(game) is None
    told = f"^found a ground game without fluents, expected a game that the engine {engine} takes; leave --engine out$"
    with pytest.raises(UnsupportedError, match=told):
        engine_for(game, engine)


def faulty(after: list[str], **options: Any) -> NetGame:
    build = Builder(["on", "far"], (["press", "noop"], ["press", "noop"]))
    for head, body in (("off", ["~on"]), ("far or on", ["far"]), ("far or on", ["on"]), ("pressed", ["0:press"])):
        build.rule(head, *body)
    build.rule("pressed", "on")
    return build.game("faulty", after=after, init=[], **options)


def test_faults_are_told_with_the_line_of_play() -> None:
    ends: Any = {"terminal": "far", "score": ({100: "far"}, {0: "far", 50: "false"}), "white_win": 50}
    stuck: Any = {"legal": (["off", "off"], ["off", "false"]), **ends}
    both: Any = {"legal": (["true", "true"], ["on", "true"]), **ends}
    score: Any = {"legal": (["true", "off"], ["off", "on"]), "terminal": "on", "score": ({100: "off"}, {0: "on"})}
    faults = (
        (stuck, InputError, "none for Black"),
        (score, InputError, "one score"),
        (both, UnsupportedError, "simultan"),
    )
    for options, error, text in faults:
        game = faulty(["pressed", "far or on"], **options)
        for make in (NetSession, BackwardSession, GenericSession, lambda g: GenericSession(g, "df-pn")):
            with pytest.raises(error, match=text):
                make(game).decide(Player.BLACK, 3, FREE)


def test_a_checkpoint_goes_on(tmp_path: Path) -> None:
    game, file = tic_tac_toe().with_thresholds(win=50), CheckpointFile(tmp_path / "table")
    whole = NetSession(game).decide(Player.BLACK, None, FREE)
    with NetSession(game, kept=lambda _: file) as first:
        assert first.decide(Player.BLACK, None, Limits(nodes=whole.nodes - 10)).reason == "nodes"
    with NetSession(game, kept=lambda _: file) as second:
        rest = second.decide(Player.BLACK, None, FREE)
    assert rest.answer is whole.answer is True
    assert rest.nodes < whole.nodes
    with NetSession(tic_tac_toe(), kept=lambda _: file) as other, pytest.raises(InputError, match="another"):
        other.decide(Player.BLACK, None, FREE)
