"""GDL: sheets become the games they describe, by the published table, by hand and by clingo."""

from __future__ import annotations

import random

import pytest
from tests.gdl_sheets import COUNTER, GAMES, NIM, NO_SCORE, SIMULTANEOUS, UNPLAYABLE
from tests.oracles.gdl_clingo import ClingoSheet, term_of

from zermelo.errors import InputError, UnsupportedError
from zermelo.language import read_game_text, write_game
from zermelo.language.gdl import read_gdl, read_gdl_text
from zermelo.language.gdl_syntax import Term
from zermelo.model import NetGame, Player
from zermelo.model.net import value_of


def explored(game: NetGame) -> dict[int, tuple[Player | None, list[int]]]:
    """The reachable states: the winner where the play is over, or the mover and the states that follow."""
    found: dict[int, tuple[Player | None, list[int]]] = {}
    left = [game.start]
    while left:
        here = left.pop()
        if here.black in found:
            continue
        if game.is_over(here):
            found[here.black] = game.winner(here), []
            continue
        after = game.steps(here, game.legal(here))
        found[here.black] = game.mover(here), [each.black for each in after]
        left += after
    return found


def win_depth(states: dict[int, tuple[Player | None, list[int]]], start: int, player: Player) -> int | None:
    """The number of steps within which a player wins, by repeated passes; None where he cannot force it."""
    wins = {state: 0 for state, (who, after) in states.items() if not after and who is player}
    depth, grown = 0, True
    while grown:
        depth += 1
        new = {}
        for state, (who, after) in states.items():
            if after and state not in wins and (any if who is player else all)(each in wins for each in after):
                new[state] = depth
        wins |= new
        grown = bool(new)
    return wins.get(start)


def verdicts(game: NetGame) -> tuple[int, int | None, int | None]:
    states = explored(game)
    start = game.start.black
    return len(states), win_depth(states, start, Player.BLACK), win_depth(states, start, Player.WHITE)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("tic-tac-toe", (5478, None, None)),
        ("misere", (5478, None, None)),
        ("nim", (40, None, 6)),
        ("counter", (15, 4, None)),
        ("groups", (96, None, None)),
        ("variables", (5, None, 2)),
    ],
)
def test_own_sheets(name, expected):
    assert verdicts(read_gdl_text(GAMES[name], f"{name}.kif")) == expected


@pytest.mark.parametrize("name", GAMES)
def test_states_by_clingo(name):
    """Along random plays, the end, the legal moves, the scores and the next state are those that clingo finds."""
    game, sheet, chosen = read_gdl_text(GAMES[name]), ClingoSheet(GAMES[name]), random.Random(name)
    net = game.net
    for _ in range(3):
        full = {row[0] for row in sheet.model([])["init"]}
        state, over = net.init, False
        while not over:
            true = {net.fluents[k] for k in range(len(net.fluents)) if state >> k & 1}
            assert true == full & set(net.fluents)  # a fluent that never changes is not one of the net
            model, values = sheet.model([("true", (term_of(each),)) for each in full]), net.evaluate(state)
            over = bool(value_of(net.terminal, values))
            assert over == ("terminal" in model)
            joint = []
            for role, moves in enumerate(net.moves):
                legal = [move for move, ref in zip(moves, net.legal[role], strict=True) if value_of(ref, values)]
                assert set(legal) == {row[1] for row in model.get("legal", ()) if row[0] == game.roles[role]}
                scores = {value for value, ref in net.score[role] if value_of(ref, values)}
                assert scores == {int(row[1]) for row in model.get("goal", ()) if row[0] == game.roles[role]}
                joint.append(chosen.choice(legal) if legal else "")
            if not over:
                facts: list[tuple[str, tuple[Term, ...]]] = [("true", (term_of(each),)) for each in full]
                facts += [("does", (game.roles[role], term_of(joint[role]))) for role in (0, 1)]
                full = {row[0] for row in sheet.model(facts).get("next", ())}
                step = net.moves[0].index(joint[0]), net.moves[1].index(joint[1])
                state = net.successors(values, [step])[0]


@pytest.mark.parametrize("name", ["nim", "counter", "groups", "variables"])
def test_written_and_read_again(name):
    """The same states in number and the same verdicts."""
    game = read_gdl_text(GAMES[name], "sheet.kif").with_depth(7)
    text = write_game(game, "gdl")
    again = read_game_text(text, "sheet.kif")
    assert isinstance(again, NetGame)
    assert (again.net.fluents, again.net.moves, again.roles) == (game.net.fluents, game.net.moves, game.roles)
    assert (again.win, again.white_win, again.depth) == (game.win, game.white_win, 7)
    assert verdicts(again) == verdicts(game)
    assert write_game(again, "again.kif") == write_game(again, "gdl")


def test_black_and_thresholds_survive():
    game = read_gdl_text(GAMES["counter"]).swapped().with_thresholds(50, 100)
    again = read_gdl_text(write_game(game, "gdl"))
    assert again.roles[again.role_of(Player.BLACK)] == game.roles[game.role_of(Player.BLACK)] == "white"
    assert again.called(Player.BLACK) == "Black (white)"
    assert (again.win, again.white_win) == (50, 100)
    assert verdicts(again) == verdicts(game)


def test_the_highest_score_wins():
    game = read_gdl_text(COUNTER)
    assert (game.win, game.white_win) == (100, 60)
    assert "white never gets 100: the highest score, 60, is the win" in game.notes


@pytest.mark.parametrize(("kept", "highest"), [("(<= (next (f 4)) (true (f 4)))", 30), ("", 50)])
def test_a_score_that_no_state_gives_does_not_count(kept, highest):
    """The fluent of its rule holds from the first state on, and for ever if the rules keep it."""
    game = read_gdl_text(
        f"""(role x) (role o) (init (f 4)) (legal x m) (legal o m) (<= (next over) (does x m)) {kept}
        (<= terminal (true over)) (<= (goal x 50) (not (true (f 4)))) (<= (goal x 30) (true (f 4))) (goal o 0)"""
    )
    assert game.win == highest


def test_the_same_rules_in_other_words(tmp_path):
    """Line ends, a byte order mark, capital letters, comments and the order of the rules change nothing."""
    lines = NIM.splitlines()
    roles, rest = lines[1], lines[2:]
    random.Random(1).shuffle(rest)
    text = "\ufeff; NIM\r\n" + "\r\n".join([roles.upper(), *rest]).replace("leave", "LEAVE ; to\r\n")
    path = tmp_path / "nim.gdl"
    path.write_bytes(text.encode())
    game, plain = read_gdl(path), read_gdl_text(NIM)
    assert (game.net.fluents, game.net.moves, game.net.init) == (plain.net.fluents, plain.net.moves, plain.net.init)
    assert verdicts(game) == verdicts(plain)


def test_spellings_are_noted():
    notes = read_gdl_text(NIM + "(unused A) (unused a)").notes
    assert notes == ("'a' in several spellings: capital letters do not matter",)


def test_hints_are_only_hints():
    """``base`` and ``input`` that leave something out are noted; nothing else changes."""
    hints = "(base (turn first)) (<= (input ?p (wait)) (role ?p))"
    game, plain = read_gdl_text(NIM + hints), read_gdl_text(NIM)
    assert game.net == plain.net
    assert len(game.notes) == 2
    assert all("leaves it out" in note for note in game.notes)


def test_positive_cycles_are_least_models():
    """Atoms that rest on each other only are false, before and after simplification."""
    text = """(role a) (role b) (init one) (legal a go) (legal b noop)
        (<= (next two) (does a go)) (<= terminal (true two))
        (<= (p ?x) (q ?x)) (<= (q ?x) (p ?x)) (<= (q left) (true one)) (<= (q right) (true never))
        (<= (goal a 50) (true one)) (<= (goal a 0) (true two)) (<= (goal b 100) (p right))
        (<= (goal b 60) (not (p right)) (not (p left)))"""
    game = read_gdl_text(text)
    assert game.white_win == 60
    assert game.after("go").winner(game.after("go").start) is Player.WHITE
    assert not any(rule.head in rule.body for rule in game.net.rules)


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        (SIMULTANEOUS, UnsupportedError, "simultaneous moves"),
        (UNPLAYABLE, InputError, "none for a after go"),
        (NO_SCORE, InputError, "one score of b"),
    ],
)
def test_what_only_a_play_shows(text, error, said):
    game = read_gdl_text(text)
    with pytest.raises(error, match=said):
        explored(game)
