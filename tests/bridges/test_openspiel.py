"""OpenSpiel: its games here, against measured values; games from here there; bots that play proofs."""

from __future__ import annotations

import json
import re

import pytest
from tests.oracles.retrograde import Distances

import zermelo
from zermelo.bridges import object_game
from zermelo.bridges.object_game import ObjectGame, load_openspiel
from zermelo.errors import InputError, MissingToolError, UnsupportedError
from zermelo.model import Player, Position
from zermelo.strategy.check.plain import Broken, Holds, check
from zermelo.strategy.entry import Entry
from zermelo.strategy.file import read_strategies

pyspiel = pytest.importorskip("pyspiel", reason="needs open_spiel")

VALUES = {
    "tic_tac_toe": (None, None),
    "hex(board_size=3)": (Player.BLACK, 5),
    "nim(pile_sizes=1;3;5;7)": (Player.WHITE, None),
    "dots_and_boxes(num_rows=2,num_cols=2)": (Player.BLACK, 12),
    "clobber(rows=2,columns=5)": (Player.BLACK, 7),
    "clobber(rows=3,columns=3)": (Player.BLACK, 5),
    "havannah(board_size=2)": (Player.BLACK, 3),
}
SLOW = {
    "clobber(rows=3,columns=4)": (Player.WHITE, 8),
    "mnk(m=4,n=3,k=3)": (Player.BLACK, 7),
    "breakthrough(rows=6,columns=2)": (Player.BLACK, 15),
    "connect_four(rows=4,columns=4)": (None, None),
    "hex(num_rows=3,num_cols=4)": (Player.BLACK, 5),
    "y(board_size=4)": (Player.BLACK, 7),
}
"""The value and the plies of the shortest win, by an exhaustive search of another program over OpenSpiel."""


def measured(name: str, winner: Player | None, plies: int | None) -> None:
    """Solve a game, with a proof, and compare."""
    verdict = zermelo.solve(f"openspiel:{name}", proof_limit=60)
    assert verdict.outcome == ("draw" if winner is None else winner.value)
    assert verdict.checked
    if plies is not None:
        fastest = zermelo.solve(load_openspiel(f"openspiel:{name}"), kind="fastest", player=winner, check=False)
        assert fastest.depth == plies


@pytest.mark.parametrize(("name", "value"), VALUES.items(), ids=list(VALUES))
def test_games_of_openspiel_have_their_values(name, value):
    """The acceptance list: the winner, the least depth, and a checked proof."""
    measured(name, *value)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "value"), SLOW.items(), ids=list(SLOW))
def test_larger_games_of_openspiel_have_their_values(name, value):
    """The rest of the list."""
    measured(name, *value)


@pytest.mark.parametrize("name", ["tic_tac_toe", "nim(pile_sizes=1;2;3)", "clobber(rows=2,columns=3)"])
def test_texts_and_histories_tell_the_same(name):
    """Merging positions by their texts changes no depth: histories merge nothing."""
    one, two = (load_openspiel(f"openspiel:{name},key={key}") for key in ("text", "history"))
    if name == "tic_tac_toe":
        one, two = (game.after("x(0,0) o(1,1) x(2,2)") for game in (one, two))
    for player in Player:
        assert Distances(one, player)[one.start] == Distances(two, player)[two.start]


def test_the_rules_are_those_of_openspiel():
    """Legal moves, texts, results of a play; players exchanged; the same expression twice is the same game."""
    game, state = load_openspiel("openspiel:tic_tac_toe"), pyspiel.load_game("tic_tac_toe").new_initial_state()
    position = game.start
    for action in (4, 0, 2, 6, 3, 5, 1, 7, 8):
        assert [game.move_form(position, move) for move in game.legal(position)] == state.legal_actions()
        assert game.mover(position) is (Player.BLACK, Player.WHITE)[state.current_player()]
        assert game.draw(position) == str(state)
        position = game.step(position, game.move_of(position, action))
        state.apply_action(action)
    assert state.is_terminal()
    assert game.is_over(position)
    assert game.winner(position) is None
    assert game.position_of(game.position_form(position)) == position._replace(ply=0)
    assert zermelo.load("openspiel:tic_tac_toe") == game
    assert zermelo.load(game.name) == game
    assert game.swapped().mover(game.start) is Player.WHITE
    assert game.swapped().swapped() == game
    assert zermelo.load(' OpenSpiel:"hex(board_size=3)" ,depth=5').depth == 5
    assert game.complete_depth() is None


def test_the_last_one_to_move_is_not_lost_with_the_text():
    """In nim the text of the end is the same whoever took the last object: the result is part of the key."""
    game = load_openspiel("openspiel:nim(pile_sizes=2;1)")
    one = game.after("pile:1,take:2; pile:2,take:1;")
    two = game.after("pile:1,take:1; pile:1,take:1; pile:2,take:1;")
    assert one.winner(one.start) is Player.BLACK  # who takes the last one loses
    assert two.winner(two.start) is Player.WHITE


WRONG = {
    "openspiel:": "the name of a game",
    "openspiel:tictactoe": "did you mean",
    "openspiel:hex(board_sise=3)": "Unknown parameter",
    "openspiel:hex(board_size=x)": "Wrong type",
    "openspiel:hex(board_size=3": "brackets",
    "openspiel:hex),": "brackets",
    'openspiel:"hex': "a closing",
    "openspiel:hex(board_size=3)x": "OpenSpiel",
    "openspiel:hex,key=hash": "key=text",
    "openspiel:hex,depth=-1": "depth=N",
    "openspiel:leduc_poker": "no chance",
    "openspiel:matrix_pd": "moves in turn",
    "openspiel:solitaire": "two players",
    "openspiel:phantom_ttt": "nothing hidden",
    "openspiel:coop_to_1p": "expected",
    "openspiel:hex(board_size=0)": "a game that OpenSpiel can make",
    "openspiel:connect_four(rows=0)": "on which it crashes",
    "openspiel:clobber(rows=1,columns=6)": "a game that OpenSpiel can make",
}


@pytest.mark.parametrize(("text", "said"), WRONG.items(), ids=list(WRONG))
def test_wrong_expressions_are_one_line(text, said, capfd):
    """The expression, what is wrong, what is expected; nothing of OpenSpiel's own on standard error."""
    with pytest.raises(InputError) as error:
        zermelo.load(text)
    assert said in str(error.value)
    assert str(error.value).startswith(text[:40])
    assert len(str(error.value).splitlines()) == 1
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    ("name", "where"),
    [("hex(board_size=1)", r"after the actions \[0\]"), ("clobber(columns=1,rows=1)", "at the start")],
)
def test_a_game_that_stops(name, where):
    """A position of OpenSpiel with neither a move nor an end is no draw."""
    told = (
        f"^{re.escape(name)}: found neither {where}, expected a move or an end of the play by the rules of OpenSpiel; "
    )
    with pytest.raises(InputError, match=f"{told}give the game other parameters"):
        zermelo.solve(f"openspiel:{name}")


def test_what_is_no_such_game_is_unsupported():
    """Chance, hidden moves and the like are beyond us, and no mistake of the user."""
    with pytest.raises(UnsupportedError):
        zermelo.load("openspiel:backgammon")


def test_without_openspiel_it_says_how_to_install_it(monkeypatch):
    """One line."""
    monkeypatch.setitem(__import__("sys").modules, "pyspiel", None)
    with pytest.raises(MissingToolError, match=r"pip install 'zermelo\[openspiel\]'"):
        zermelo.load("openspiel:hex")


def test_strategy_files_hold_actions(tmp_path):
    """A file names the game, its version and actions; it is read, checked, and refused where it was changed."""
    path = tmp_path / "hex.strategy"
    verdict = zermelo.solve("openspiel:hex(board_size=3)", certificate=path)
    assert verdict.checked
    assert zermelo.check(path)
    lines = path.read_text().splitlines()
    game = json.loads(lines[0])["game"]
    assert (game["game"], game["key"], game["version"]) == ("hex(board_size=3)", "text", object_game.version())
    found = read_strategies(path)[0]
    assert isinstance(check(found.game, found.claim, (), found), Holds)
    start = Position()
    assert isinstance(found.game, ObjectGame)
    worse = found.game.find_move("a1")
    changed = {**dict(found), start: Entry(worse, found.entries[start].rank)}
    assert isinstance(check(found.game, found.claim, (), changed.items()), Broken)
    wrong = {"[[99],1,0]": "legal", "[[0],1,0]": "legal", '["x",1,0]': "action", "[[],null,true]": "action"}
    for line, said in wrong.items():
        path.write_text("\n".join([*lines[:2], line, *lines[2:]]) + "\n")
        with pytest.raises(InputError, match=said):
            read_strategies(path)
    path.write_text("\n".join([lines[0].replace(object_game.version(), "1.0"), *lines[1:]]) + "\n")
    other = read_strategies(path)[0].game
    assert isinstance(other, ObjectGame)
    assert any("1.0" in note for note in other.notes)


def test_answers_are_remembered(tmp_path):
    """Facts have a key by the expression and the version."""
    from zermelo.model.game import Player as Side
    from zermelo.solving import solve
    from zermelo.store import Demand, Store

    game = zermelo.load("openspiel:clobber(rows=3,columns=3)")
    with Store.open(tmp_path / "facts") as store:
        first = solve(game, store=store)
        again = solve(game, store=store)
        known = store.lookup(game, Side.BLACK, None, Demand(unchecked=True))
    assert (again.remembered, again.outcome, again.depth) == (True, first.outcome, first.depth)
    assert known is not None
    assert known.answer


OUT = ["ttt", "hex:3x3", "domineering:3x3", "connect:4,board=4x4", "clobber:3x3", "httt:el,board=3x3"]


@pytest.mark.parametrize("name", OUT)
def test_openspiel_accepts_our_games(name):
    """OpenSpiel's own random tests: legal actions, clones, serialization, returns."""
    from zermelo.bridges import openspiel

    openspiel.register()
    game = pyspiel.load_game("zermelo", {"game": name})
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
    again = pyspiel.load_game(str(game))
    assert again.num_distinct_actions() == game.num_distinct_actions()
    state = game.new_initial_state()
    copy = state.clone()
    state.apply_action(state.legal_actions()[0])
    assert copy.history() == []
    assert copy.rules is state.rules


def test_a_graph_is_a_game_of_openspiel(tmp_path):
    """A file serves, too; a player may move twice in a row; the observer sees the node."""
    from zermelo.bridges import openspiel

    path = tmp_path / "twice.jsonl"
    lines = (
        '{"n":0,"to":"white","moves":{"a":1,"b":2}}',
        '{"n":1,"to":"white","moves":{"c":2}}',
        '{"n":2,"end":"white"}',
    )
    path.write_text("\n".join(lines))
    openspiel.register()
    game = pyspiel.load_game("zermelo", {"game": str(path)})
    state = game.new_initial_state()
    state.apply_action(0)
    assert state.current_player() == 1
    observer = game.make_py_observer()
    observer.set_from(state, 0)
    assert list(observer.tensor) == [0, 1, 0]
    state.apply_action(2)
    assert state.returns() == [-1.0, 1.0]
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ["zermelo(game=hex:3x3)", "hex(board_size=3)"])
def test_a_bot_plays_its_proof(name, tmp_path):
    """It wins whatever the other bot plays, by a strategy file or by one that it finds."""
    from zermelo.bridges import openspiel

    openspiel.register()
    game = pyspiel.load_game(name)
    inner = "hex:3x3" if "zermelo" in name else f"openspiel:{name}"
    zermelo.solve(inner, certificate=tmp_path / "hex.strategy")
    for ours in (openspiel.bot(game), openspiel.bot(game, tmp_path / "hex.strategy")):
        for seed in range(3):
            state, turn = game.new_initial_state(), seed
            while not state.is_terminal():
                legal = state.legal_actions()
                turn = 5 * turn + 3
                state.apply_action(ours.step(state) if state.current_player() == 0 else legal[turn % len(legal)])
            assert state.returns() == [1.0, -1.0]
    with pytest.raises(InputError, match="a strategy for"):
        openspiel.bot("ttt", tmp_path / "hex.strategy")
