"""The graph of an attack by itself: hundreds of replies, endless work, files that somebody has changed."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from random import Random

import pytest
from tests.attack.weak_engine import WeakEngine

from zermelo.attack.attack import AttackPlan, attack
from zermelo.attack.graph import FAR, MOST_WORK, AttackGraph
from zermelo.attack.position_form import WINS, PositionForms
from zermelo.cli import run
from zermelo.errors import InputError, UnsupportedError
from zermelo.families import make
from zermelo.model import ConnectionGame, Player, Position, PositionalGame, Turns
from zermelo.strategy.check.check_result import Holds
from zermelo.strategy.check.plain import check
from zermelo.strategy.check.section import checked


def test_hundreds_of_replies_that_are_known_to_lose():
    """They are opened one after the other until one is left to be searched, and nest nowhere."""
    game = make("gomoku:5,board=22x23").after("j10 a1 k10 a3 l10")
    forms = PositionForms(game, Player.BLACK)
    replies = forms.moves(game.start)
    facts = {forms.key(forms.step(game.start, move))[0]: WINS for move in replies[:-1]}
    graph = AttackGraph(forms, 1, 1, facts)
    graph.begin()
    graph.searched(graph.root, 1)
    leaf = graph.select()
    assert leaf is not None
    assert (leaf.parents, leaf.position) == ([graph.root], forms.step(game.start, replies[-1]))
    assert len(graph.root.children) == len(replies) == 501


def test_work_beyond_all_bounds():
    """A leaf that was searched for ever stays possible, and fits into a file."""
    graph = AttackGraph(PositionForms(make("domineering:4x4"), Player.BLACK), 10**15, 1000, {})
    graph.begin()
    for _ in range(100):
        graph.searched(graph.root, graph.budget(graph.root))
    assert graph.budget(graph.root) == MOST_WORK
    assert graph.root.work < MOST_WORK
    assert graph.root.pn < FAR


def test_turns_that_change_after_the_board_is_full(tmp_path):
    """A derivation needs one stone each in turn for as many moves as there are cells; moves prove other wins."""
    made = make("httt:tippy,board=4x4,mb")
    assert isinstance(made, PositionalGame)
    turns = Turns.of([Player.BLACK, Player.WHITE] * 7 + [Player.WHITE] * 2)
    game = replace(made, turns=turns, start=Position(1 | 1 << 15, 1 << 3 | 1 << 12, 0))
    state = attack(game, tmp_path / "a.db", Player.BLACK, AttackPlan(budget=1), engine=WeakEngine(Random(1), 1))
    strategy = state.strategy
    assert state.status == "wins"
    assert strategy is not None
    for each in (check, checked):
        assert isinstance(each(game, strategy.claim, strategy.symmetries, strategy), Holds)


def test_breaking_needs_one_stone_each_in_turn(tmp_path, capsys):
    """Also after the board is full, as long as there are cells: a proof by moves says nothing of another game."""
    path = tmp_path / "late.pg"
    sets = "#blackwins\na b c\na b d\n#whitewins\nc a b\n"
    stones = "#positions\na b c d\n#blackinitials\na\n#whiteinitials\n"
    for turns, code in (("black:1:1:BWBW", 3), ("black:1:1:BWBWW", 2)):
        path.write_text(f"#version\nzermelo turns={turns} board=graph\n{stones}{sets}")
        assert run(["attack", str(path), "--breaking", "--db", str(tmp_path / f"{code}.db"), "--no-check"]) == code
        assert ("found other turns" in capsys.readouterr().err) is (code == 2)


@pytest.mark.parametrize(("turns", "refused"), [("BWBW", False), ("BWBWW", True), ("BBWW", True)])
def test_connection_needs_one_stone_each_in_turn(tmp_path, turns, refused):
    """Also after the board is full: no session searches another game, and no proof by derivation holds in it."""
    made = make("hex:2x2")
    assert isinstance(made, ConnectionGame)
    game = replace(
        made, turns=Turns.of([Player.BLACK if turn == "B" else Player.WHITE for turn in turns]), start=Position(1, 8, 0)
    )
    if refused:
        with pytest.raises(UnsupportedError, match="found other turns"):
            attack(game, tmp_path / "a.db", Player.BLACK)
    else:
        assert attack(game, tmp_path / "a.db", Player.BLACK).status == "wins"


CHANGES = (
    "UPDATE moves SET child = 0 WHERE parent = 0 AND place = 0",  # a position below itself
    "UPDATE positions SET black = '1' WHERE number = 0",
    "UPDATE positions SET tries = -1 WHERE number = 0",
    "UPDATE positions SET tries = 'often' WHERE number = 0",
    "UPDATE positions SET work = -1 WHERE number = 0",
)


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_file_is_refused(tmp_path, change):
    game, path = make("domineering:4x4"), tmp_path / "a.db"
    attack(game, path, Player.BLACK, AttackPlan(budget=1), engine=WeakEngine(Random(1), 1))
    with sqlite3.connect(path) as file:
        file.execute(change)
    with pytest.raises(InputError, match="not as it was written"):
        attack(game, path, Player.BLACK, AttackPlan(budget=1), engine=WeakEngine(Random(1), 1))


def test_a_proof_of_another_type_is_written_anew(tmp_path):
    game, path = make("domineering:4x4"), tmp_path / "a.db"
    attack(game, path, Player.BLACK, AttackPlan(budget=1), engine=WeakEngine(Random(1), 1))
    with sqlite3.connect(path) as file:
        file.execute("UPDATE proofs SET strategy = 'text'")
    state = attack(game, path, Player.BLACK, AttackPlan(budget=1), engine=WeakEngine(Random(1), 1))
    assert (state.status, state.strategy is not None) == ("wins", True)
