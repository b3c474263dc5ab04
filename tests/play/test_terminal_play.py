"""``zermelo play`` in a real terminal, by its keyboard, and without one, line by line."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import re
import select
import shlex
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from types import MappingProxyType

import pytest
from tests.oracles.retrograde import solve_exactly
from tests.waiting import until_waiting

from zermelo import cli
from zermelo.families import make
from zermelo.model import ConnectionGame, Player
from zermelo.play.quick_strategy import proven
from zermelo.verdict import Query, Verdict

COMMAND = [sys.executable, "-c", "from zermelo.cli import main; main()"]


NOTHING: Mapping[str, str] = MappingProxyType({})


class Terminal:
    """The program in a terminal of its own."""

    def __init__(
        self, *arguments: str, columns: int = 80, environment: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        self.leader, follower = pty.openpty()
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 30, columns, 0, 0))
        unset = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES", "NO_COLOR")}
        self.process = subprocess.Popen(
            [*COMMAND, "play", *arguments],
            stdin=follower,
            stdout=follower,
            stderr=follower,
            env={**unset, "TERM": "xterm", **environment},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509 (no threads; Ctrl-C needs it)
        )
        os.close(follower)
        self.seen = ""

    def until(self, text: str, seconds: float = 60) -> str:
        """Read until a text has been printed; what was printed since the last call, without colours."""
        end = time.monotonic() + seconds
        while text not in self.seen:
            ready = select.select([self.leader], [], [], max(0.0, end - time.monotonic()))[0]
            assert ready, f"no {text!r} in {self.seen!r}"
            try:
                self.seen += plain(os.read(self.leader, 65536).decode(errors="replace"))
            except OSError:
                raise AssertionError(f"ended without {text!r}: {self.seen!r}") from None
        found, _, self.seen = self.seen.partition(text)
        return found + text

    def type(self, text: str) -> None:
        os.write(self.leader, text.encode())

    def rest(self) -> str:
        """The output until the program ends."""
        while select.select([self.leader], [], [], 60)[0]:
            try:
                part = os.read(self.leader, 65536)
            except OSError:
                break
            if not part:
                break
            self.seen += plain(part.decode(errors="replace"))
        return self.seen

    def end(self) -> int:
        code = self.process.wait(30)
        os.close(self.leader)
        return code


def plain(text: str) -> str:
    """A text without colours and cursor movements."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).replace("\r", "")


def lines(*arguments: str, typed: str = "", columns: str = "80") -> tuple[int, str, str]:
    """The command without a terminal, in this process: exit code, output, errors."""
    with (
        pytest.MonkeyPatch.context() as patch,
        redirect_stdout(io.StringIO()) as out,
        redirect_stderr(io.StringIO()) as err,
    ):
        patch.setenv("COLUMNS", columns)
        patch.setattr(sys, "stdin", io.StringIO(typed))
        code = cli.run(["play", *arguments])
    return code, out.getvalue(), err.getvalue()


def test_full_game():
    """A game against the solver is played to its end: it wins, and tells that nothing was to be done."""
    terminal = Terminal("hex:3x3", "--as", "white", "--after", "b2 a3 b3")
    terminal.until("White> ")
    terminal.type("b1\n")
    assert "Black (solver): c1" in terminal.until("over> ")
    terminal.type("quit\n")
    terminal.rest()
    assert terminal.end() == 0


def test_better_move_after_a_loss():
    """A player who gave a draw away is shown the move, and can go on from there."""
    terminal = Terminal("ttt", "--as", "white", "--after", "b2")
    terminal.until("White> ")
    terminal.type("b1\n")
    for _ in range(4):
        terminal.until("> ")
        terminal.type("moves\n")
        listed = terminal.until("White> ") if "over" not in terminal.seen else ""
        losing = re.search(r"- losing \(\d+\): (\w\w)", listed)
        if losing is None:
            break
        terminal.type(f"{losing[1]}\n")
        shown = terminal.until("> ")
        if "over>" in shown:
            break
    assert "Black has won." in shown
    assert "Until move 2 you could keep Black from winning: " in shown
    assert "instead of b1" in shown
    steps = re.search(r"'undo (\d+)'", shown)
    assert steps
    terminal.type(f"undo {steps[1]}\n")
    assert "White> " in terminal.until("White> ")
    terminal.type("\x04")
    terminal.rest()
    assert terminal.end() == 0


def test_mistakes_are_one_line_each():
    """An illegal move, no move, garbage and bytes that are no text: one line each, and the play goes on."""
    terminal = Terminal("hex:3x3", "--as", "white", "--after", "b2", columns=200)
    terminal.until("White> ")
    for typed, told in (
        ("b2", "found 'b2', expected a legal move of White"),
        ("z9", "found 'z9', expected a cell of the board"),
        ("undo many", "found 'many', expected undo N"),
        ("load nowhere.play", "nowhere.play: cannot read: No such file or directory"),
        ("save", "save FILE"),
        ("x" * 300, "expected a move or a command"),
        ("[red]%s{0}\\n", "expected a cell of the board"),
    ):
        terminal.type(f"{typed}\n")
        shown = terminal.until("White> ")
        assert told in shown
        assert "Traceback" not in shown
    terminal.type("quit\n")
    assert "--after 'b2'" in terminal.rest()
    assert terminal.end() == 0


def test_ctrl_c():
    """Ctrl-C leaves with what is needed to go on, at the prompt as well as while the solver thinks."""
    terminal = Terminal("hex:3x3", "--as", "white", "--after", "b2")
    terminal.until("White> ")
    until_waiting(terminal.process.pid)  # the prompt is there a moment before anybody waits for input, and for Ctrl-C
    terminal.type("\x03")
    shown = terminal.rest()
    assert "--after 'b2' goes on from here" in shown
    assert "zermelo: interrupted" in shown
    assert "Traceback" not in shown
    assert terminal.end() == 3
    terminal = Terminal("hex:11x11", "--as", "white", "--after", "f6 e5", "--think", "60")
    terminal.until("is thinking")
    terminal.process.send_signal(signal.SIGINT)
    assert "--after 'f6 e5' goes on from here" in terminal.rest()
    assert terminal.end() == 3


def test_end_of_input():
    """Ctrl-D, and a pipe that ends, are a way to leave."""
    terminal = Terminal("hex:3x3", "--as", "white", "--after", "b2")
    terminal.until("White> ")
    terminal.type("\x04")
    assert "goes on from here" in terminal.rest()
    assert terminal.end() == 0
    code, out, err = lines("hex:3x3", typed="b2\n")
    assert (code, err) == (0, "")
    assert "Black> b2" in out
    assert out.endswith("goes on from here.\n")


@pytest.mark.parametrize("columns", [8, 14, 20])
def test_narrow_window(columns):
    """No line is longer than the window, and the board stays to be read."""
    terminal = Terminal("httt:tippy,board=9x9", "--as", "white", "--opponent", "random", "--seed", "1", columns=columns)
    terminal.until("White> ")
    terminal.type("why\n")
    terminal.until("> ")
    terminal.type("board\n")
    shown = terminal.until("White> ")
    assert "X" in shown or "Black " in shown
    assert max(map(len, shown.splitlines())) <= columns
    terminal.type("quit\n")
    terminal.rest()
    assert terminal.end() == 0


def test_colours(monkeypatch):
    """Stones have colours on a terminal; NO_COLOR takes those away."""
    monkeypatch.setattr(sys.modules[__name__], "plain", lambda text: text)
    for extra, coloured in ({}, True), ({"NO_COLOR": "1"}, False):
        terminal = Terminal("hex:3x3", "--as", "white", "--after", "b2", environment=extra)
        terminal.type("quit\n")
        shown = terminal.rest()
        assert ("\x1b[1;34mX" in shown) == coloured
        assert terminal.end() == 0


def test_line_by_line(tmp_path):
    """Without a terminal the commands of a file are played, and printed after the prompt."""
    kept = tmp_path / "kept.play"
    typed = f"help\nb2\nundo\nb2\nhint\nwhy\nmoves\nsave {kept}\nundo 9\nload {kept}\nquit\n"
    code, out, err = lines("hex:3x3", "--opponent", "human", typed=typed)
    assert (code, err) == (0, "")
    assert "Saved 1 move " in out
    assert "Loaded 1 move." in out
    assert "--after 'b2' goes on from here." in out
    code, out, err = lines(str(kept), "--opponent", "solver", "--self-play")
    assert (code, err) == (0, "")
    assert out.endswith("Black has won.\n")


def test_no_other_file_is_saved_over(tmp_path):
    """A play goes into a new file, an empty one, or one of a play; a game stays what it was."""
    game, kept, empty = tmp_path / "g.hex", tmp_path / "kept.play", tmp_path / "empty"
    game.write_text("3\nb[a1] w[b1]\n")
    empty.touch()
    typed = f"save {game}\nsave {kept}\nb2\nsave {kept}\nsave {empty}\nquit\n"
    code, out, err = lines(str(game), "--opponent", "human", typed=typed)
    assert (code, err) == (0, "")
    assert "found another file, expected a new file, or a play that was saved" in out
    assert out.count("Saved ") == 3
    assert game.read_text() == "3\nb[a1] w[b1]\n"


def test_against_a_strategy(zermelo):
    """A strategy file opens its game; it plays its side, tells its pairs and answers, and wins."""
    ask = [
        "solve",
        "hex:3x3",
        "--within",
        "5",
        "--certify",
        "a.strategy",
        "--extract",
        "formulas",
    ]  # links, not deductions
    assert zermelo(*ask).code == 0
    code, out, err = lines("a.strategy", typed="why\na3\nwhy\nc1\n")
    assert (code, err) == (0, "")
    assert "You are White (O)." in out
    assert "Black (strategy): b2" in out
    assert "The strategy answers within pairs: b1-c1, a3-b3; " in out
    assert "To a3 it answers b3." in out
    assert "Black threatens to win at once with: b1, c1" in out
    assert "Black has won." in out
    assert "no move of yours was better" in out


def test_strategies_of_both(zermelo):
    """Strategies of both players: each answer says whose it is, and each reason what for."""
    assert zermelo("solve", "hex:3x3", "--fastest", "--certify", "both.strategy").code == 0
    code, out, err = lines("both.strategy", "--opponent", "human", typed="why\nb2\nwhy\n")
    assert (code, err) == (0, "")
    assert "Black's strategy plays b2: the derivation says so: Black wins within 5." in out
    assert "To b3 Black's strategy answers a3." in out
    assert "White's strategy plays a1: nothing is to be answered, any move will do: White holds for 4." in out


def test_answers_within_the_time(zermelo):
    """The answers to the moves of a large board are told as far as a question may take, and the others counted."""
    assert zermelo("solve", "httt:I,board=12x12,mb", "--certify", "large.strategy").code == 0
    code, out, err = lines("large.strategy", "--opponent", "human", "--think", "0.01", typed="why\n")
    assert (code, err) == (0, "")
    assert re.search(r"\(\d+ moves more not looked at: 0.01 s are over.\)", out)
    code, out, _ = lines("large.strategy", "--opponent", "human", "--think", "1000", typed="why\n")
    assert code == 0
    assert "not looked at" not in out


def test_saved_with_its_players(zermelo):
    """A play that was saved goes on with who played it, unless others are asked for; a lost strategy is told."""
    assert zermelo("solve", "hex:3x3", "--within", "5", "--certify", "a.strategy").code == 0
    assert lines("a.strategy", typed="a3\nsave kept.play\n")[0] == 0
    code, out, err = lines("kept.play", typed="c1\n")
    assert (code, err) == (0, "")
    assert "You are White (O)." in out
    assert "Black (strategy): b1" in out
    assert "Black has won." in out
    assert "You are Black (X)." in lines("kept.play", "--as", "black")[1]
    Path("a.strategy").unlink()
    code, out, err = lines("kept.play", typed="c1\n")
    assert "a.strategy, the strategy of this play, is not there any more" in err
    assert "Black (strategy): b1" in out  # found again


@pytest.mark.parametrize("name", ["hex:4x4", "domineering:3x3", "evader-pursuer:4x4,evader=4-1,pursuer=2-3"])
def test_a_strategy_on_the_spot(name):
    """Without a file one is looked for; the side that wins by the plain rules wins with it."""
    game = make(name)  # in Hex who opens wins: strategy stealing
    winner = Player.BLACK if isinstance(game, ConnectionGame) else solve_exactly(game).winner
    assert winner is not None
    code, out, err = lines(name, "--opponent", "strategy", typed="quit\n")
    assert (code, err) == (0, "")
    assert f"Strategy: {winner} wins" in out
    assert f"You are {winner.other}" in out
    code, out, err = lines(name, "--opponent", "strategy", "--self-play")
    assert (code, err) == (0, "")
    assert f"{winner} (strategy): " in out
    assert out.splitlines()[-1] == f"{winner} has won."


def test_no_strategy_in_time(zermelo, monkeypatch):
    """Then the solver plays, which is said."""
    monkeypatch.setattr("zermelo.cli.play.proven", lambda _: [])
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    ran = zermelo("play", "hex:3x3", "--opponent", "strategy", "--as", "white")
    assert (ran.code, "Black (solver): b2" in ran.out) == (0, True)
    assert "no strategy was found (in at most 20 s): the solver plays" in ran.err


@pytest.mark.parametrize("known", [{"reason": "interrupted"}, {"outcome": "black", "won_depth": 5}])
def test_interrupted_while_looking(monkeypatch, known):
    """Ctrl-C is no answer, also after one: it ends the program, and does not let the solver play instead."""
    interrupted = Verdict("hex:3x3", Query(), interrupted=True, **known)
    monkeypatch.setattr("zermelo.play.quick_strategy.solve", lambda *_, **__: interrupted)
    with pytest.raises(KeyboardInterrupt):
        proven(make("hex:3x3"))


def test_garbage_without_a_terminal():
    """Bytes that are no text are no move; a closed input is its end."""
    done = subprocess.run(
        [*COMMAND, "play", "hex:3x3"], input=b"\xff\xfe\x00\nb2\n", capture_output=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"goes on from here" in done.stdout
    shell = shlex.join([*COMMAND, "play", "hex:3x3"]) + " <&-"
    done = subprocess.run(["sh", "-c", shell], capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")


def test_self_play_ends():
    """Plays of programs end, also where the rules let them go round in circles; the same seed, the same play."""
    code, out, _ = lines("evader-pursuer:4x4,evader=4-1,pursuer=1-2", "--opponent", "random", "--self-play")
    assert code == 0
    assert out.splitlines()[-1].startswith(("Black has won", "White has won", "The play goes round"))
    one, two = (lines("ttt", "--opponent", "random", "--self-play", "--seed", "7")[1] for _ in range(2))
    assert one == two


def test_wrong_options(zermelo):
    """One line each."""
    for arguments, told in (
        (["hex:3x3", "--as", "red"], "found 'red', expected --as black or white"),
        (["hex:3x3", "--opponent", "god"], "expected --opponent among solver, strategy, human, random"),
        (["hex:3x3", "--self-play", "--as", "black"], "expected --as or --self-play"),
        (["hex:3x3", "--self-play", "--opponent", "human"], "with --self-play"),
        (["hex:3x3", "--after", "b2 b2"], "move 2 of --after: found 'b2'"),
        (["nothing.strategy"], "no such file"),
    ):
        ran = zermelo("play", *arguments)
        assert ran.code == 2
        assert told in ran.err


def test_a_program_that_goes_round_in_circles_is_stopped(tmp_path):
    """A player who may move again comes back to the same position: the person is asked, and told why."""
    graph = tmp_path / "loop.jsonl"
    graph.write_text(
        '{"n":0,"to":"black","moves":{"go":1}}\n{"n":1,"to":"white","moves":{"stay":1,"on":2}}\n{"n":2,"end":"black"}\n'
    )
    code, out, _ = lines(str(graph), "--as", "black", typed="go\nstay\nundo\nquit\n")
    assert code == 0
    assert out.count("The play goes round in circles: nobody wins.") == 1
    assert "found 'stay', expected 'undo', 'load', 'save' or 'quit': the play goes round in circles" in out
    assert out.count("Black>") == 2


def test_cells_named_like_commands(tmp_path):
    """A move of that name is made; the command goes by another spelling."""
    game = tmp_path / "names.pg"
    game.write_text("#positions\nundo hint why a b\n#blackwins\nundo hint\n#whitewins\nundo hint\n")
    code, out, _ = lines(str(game), "--opponent", "human", typed="undo\na\nhint\nundo 1\nquit\n")
    assert code == 0
    assert "Black has won." in out
    assert "--after 'undo a' goes on from here" in out


def test_hint_of_a_player_who_only_holds_sees_a_win():
    """A strategy that holds for ever says nothing of a win that the other player has given away."""
    code, out, _ = lines("ttt", "--opponent", "strategy", "--as", "black", "--after", "b2 b1", typed="hint\nquit\n")
    assert code == 0
    assert "Black wins within 5 moves" in out


def test_hints_after_another_move_than_the_hinted_one():
    """A promise to a player is for him alone, and ends where he does not keep to it."""
    typed = "hint\nb2\nhint\na2\nhint\nb1\nhint\nquit\n"
    code, out, _ = lines("ttt", "--opponent", "human", "--after", "c2 b3", typed=typed)
    assert code == 0
    assert "a3: White wins within 3 moves" in out


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("domineering:2x2", "Black threatens to win at once with: vertical(1,1), vertical(2,1)"),
        ("nim:2", "Black threatens to win at once with: take(1,2)"),
        ("domineering:3x3", "No threat was found; in this position not all of them are looked for."),
        ("hex:4x4", "Nothing is threatened within two moves."),
    ],
)
def test_why_claims_no_more_than_was_looked_for(game, told):
    assert told in lines(game, "--opponent", "human", typed="why\n")[1].splitlines()


def test_why_sees_the_moves_of_a_breaker(tmp_path):
    game = tmp_path / "breaker.pg"
    game.write_text("#positions\na b c d e\n#times t1 t2\n#blackturns t2\n#blackwins\na b c\nc d e\n#whitewins\n")
    out = lines(str(game), "--opponent", "human", typed="why\n")[1]
    assert "White threatens to win at once with: c\n" in out
    assert "White needs two more moves on: a d, a e, b d, b e\n" in out
