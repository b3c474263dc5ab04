"""``zermelo play`` and ``zermelo show`` on formulas of Game-SAT."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tests.gamesat.formulas import any_formula
from tests.play.test_terminal_play import Terminal, lines
from tests.waiting import until_waiting

from zermelo.gamesat import MAX, MIN, decide
from zermelo.gamesat.extract_strategy import extract_clauses
from zermelo.gamesat.generate import formulas
from zermelo.model import ClauseGame, Player, Position
from zermelo.play.evaluation import Evaluator
from zermelo.play.follow_formula import follower_for
from zermelo.play.opponents import SearchOpponent
from zermelo.play.play import Play
from zermelo.search import Minimax


@pytest.fixture
def formula(tmp_path, monkeypatch):
    """A formula that the second player wins, whoever it is."""
    monkeypatch.chdir(tmp_path)
    Path("f.cnf").write_text("p cnf 6 5\n1 2 0\n-1 -2 3 0\n3 4 -5 0\n-3 -4 0\n5 6 0\n")
    return "f.cnf"


def test_terminal(formula):
    """Against the proven strategy: moves by their literals, what is no move, advice, the end, and back again."""
    terminal = Terminal(formula, "--as", "max", columns=200)
    shown = terminal.until("MAX> ")
    assert "Strategy: MIN wins." in shown
    assert "You are MAX. Type a move" in shown
    for typed, told in (
        ("7", "expected a literal, such as 3 or -3, of a variable from 1 to 6"),
        ("0", "expected a literal"),
        ("1 2", "found '12', expected a literal"),
        ("[red]{0}", "expected a literal"),
        ("why", "To 3 it answers 4."),
        ("moves", "- losing (12): 1 -1 2"),
        ("hint", "MIN wins; this resists"),
        ("help", "undo [N]"),
    ):
        terminal.type(f"{typed}\n")
        shown = terminal.until("MAX> ")
        assert told in shown, shown
        assert "Traceback" not in shown
    terminal.type("-3\n")
    assert "MIN (strategy): -4" in terminal.until("MAX> ")
    terminal.type("-3\n")
    assert "found '-3', expected a legal move of MAX (1, -1, 2" in terminal.until("MAX> ")
    terminal.type("1\n")
    shown = terminal.until("over> ")
    assert "MIN has won." in shown
    assert "[1] [2]" in shown
    assert "(-1) (-2) (3)" in shown
    assert "MAX was lost from the start" in shown
    terminal.type("undo\n")
    terminal.until("MAX> ")
    terminal.type("\x04")
    assert "--after '-3 -4' goes on from here" in terminal.rest()
    assert terminal.end() == 0


def test_ctrl_c(formula):
    """Ctrl-C leaves, and tells how to go on."""
    terminal = Terminal(formula, "--first", "min", "--after", "-1 2")
    terminal.until("MIN> ")
    until_waiting(terminal.process.pid)
    terminal.type("\x03")
    shown = terminal.rest()
    assert "--after '-1 2' goes on from here" in shown
    assert "Traceback" not in shown
    assert terminal.end() == 3


def test_line_by_line(formula):
    """Without a terminal; kept, and gone on with; the side that wins may be played, too."""
    code, out, err = lines(formula, "--first", "min", typed="3\nsave kept.json\n")
    assert (code, err) == (0, "")
    assert "You are MIN." in out
    assert "MAX (strategy): -4" in out
    code, out, err = lines("kept.json", typed="why\nquit\n")
    assert (code, err) == (0, "")
    assert "You are MIN." in out
    code, out, err = lines(formula, "--first", "min", "--as", "max", "--seed", "1", typed="hint\n")
    assert (code, err) == (0, "")
    assert "MIN (strategy): " in out
    assert "MAX> hint" in out
    code, out, err = lines(formula, "--self-play", "--opponent", "random", "--seed", "3")
    assert (code, err) == (0, "")
    assert " has won." in out


def test_strategy_file(zermelo, formula):
    """A strategy file opens its formula, and is followed."""
    assert zermelo("gamesat", formula, "--strategy", "s.json").code == 0
    code, out, _ = lines("s.json", typed="5\n-2\n3\n")
    assert code == 0
    assert "Strategy: MIN wins." in out
    assert "MIN has won." in out
    assert "To " in lines("s.json", typed="why\n")[1]
    code, _, err = lines(formula, "--first", "min", "--strategy", "s.json")
    assert (code, "expected a strategy for f.cnf" in err) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--as", "queen"), "expected --as black or white or max or min"),
        (("--first", "white"), "expected --first max or min"),
        (("--after", "1 1"), "move 2 of --after: found '1', expected a legal move of MIN"),
        (("--opponent", "nobody"), "expected --opponent among"),
    ],
)
def test_wrong_options(zermelo, formula, arguments, said):
    """One line, exit code 2."""
    ran = zermelo("play", formula, *arguments)
    assert (ran.code, said in ran.err) == (2, True), ran.err


@pytest.mark.parametrize("command", [("play",), ("show",), ("gamesat", "convert")])
@pytest.mark.parametrize("first", ["max", "white"])
def test_first_is_for_formulas(zermelo, command, first):
    """With anything else it is refused, not left out in silence."""
    ran = zermelo(*command, "hex:3x3", *(["h.cnf"] if len(command) > 1 else []), "--first", first)
    assert (ran.code, ran.err) == (
        2, "zermelo: found 'hex:3x3', expected a Game-SAT formula (FILE.cnf) with --first\n"
    )  # fmt: skip


def test_show(zermelo, formula):
    """Clauses with what is true and false in them; pictures are for boards."""
    out = zermelo("show", formula, "--after", "1 -3").out
    assert "[1] 2" in out
    assert "(-1) -2 (3)" in out
    assert "Left: 2 4 5 6" in out
    told = zermelo("show", formula, "--values", "--first", "min", "--json").json
    assert (told["variables"], told["clauses"], set(told["values"].values())) == (6, 5, {"losing"})
    told = zermelo("show", formula, "--after", "1 -3", "--json").json
    assert (told["true"], told["false"], told["variables_left"]) == (["x1"], ["x3"], 4)
    for option in ("--svg", "--dot"):
        ran = zermelo("show", formula, option, "out")
        assert ran.code == 2, ran.err
    ran = zermelo("solve", formula)
    assert (ran.code, "'zermelo gamesat FILE' tells who wins it" in ran.err) == (2, True)


def test_solver():
    """The solver wins what can be won, whoever opens, against chance."""
    draw = random.Random(4)
    seen = set()
    for formula in formulas(10, 6, 3, 12, seed=9):
        for first in (MAX, MIN):
            game = formula.opened_by(first)
            winner = decide(game).winner
            assert winner is not None
            session, solver = Play(game), SearchOpponent(Evaluator(game, 5.0), seed=1)
            while not session.is_over:
                mine = session.to_move is winner
                session.push(solver.choose(session).move if mine else draw.choice(session.legal))
            assert session.winner is winner
            seen.add((first, winner))
    assert len(seen) >= 3
    assert {first for first, _ in seen} == {MAX, MIN}


def test_a_move_off_the_strategy_ends_its_advice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has left a strategy is not told that it answers: -2 loses at once here, and -3 wins."""
    monkeypatch.chdir(tmp_path)
    Path("f.cnf").write_text("p cnf 5 2\n-3 0\n1 -2 5 0\n")
    code, out, _ = lines("f.cnf", "--as", "max", "--after", "4 -1", typed="hint\nquit\n")
    assert code == 0
    assert "-3: MAX wins" in out


@pytest.mark.parametrize("seed", [*range(20), 358, 1165, 1288, 1404])
def test_replies_after_moves_of_chance_are_true(seed: int) -> None:
    """The strategy speaks up after moves by chance only where it wins still; its move keeps the win."""
    rng = random.Random(seed)
    formula = any_formula(6, rng)
    winner = MAX if Minimax(formula).within(formula.start, len(formula.board)) else MIN
    follower = follower_for(extract_clauses(formula, winner))
    session = Play(formula)
    while not session.is_over:
        reply = follower.reply(session)
        if reply is not None:
            after = formula.step(session.position, reply.move)
            assert _winner(formula, session.position) is _winner(formula, after) is winner, session.names
        session.push(rng.choice(session.legal))


def _winner(formula: ClauseGame, position: Position) -> Player:
    """The winner of a position, by the slow oracle."""
    return MAX if Minimax(formula).within(position, len(formula.board)) else MIN
