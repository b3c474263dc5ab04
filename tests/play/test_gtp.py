"""GTP for Hex: a session with a scripted client, in a process of its own, and what clients may get wrong."""

from __future__ import annotations

import subprocess
import sys

from zermelo import __version__
from zermelo.model import ConnectionGame
from zermelo.play.gtp import GtpEngine
from zermelo.play.levels import level_named


class Client:
    """A client as programs with a board are: it numbers its commands, and waits for each response."""

    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from zermelo.cli import main; main()", "gtp", *options],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.sent = 0

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def ask(self, command: str) -> str:
        """The response to a command, without the sign and number of its success."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.sent += 1
        self.process.stdin.write(f"{self.sent} {command}\n")
        self.process.stdin.flush()
        lines = []
        while (line := self.process.stdout.readline()) != "\n":
            assert line, command
            lines.append(line)
        text = "".join(lines).rstrip("\n")
        assert text.startswith(f"={self.sent}"), text
        return text.removeprefix(f"={self.sent}").removeprefix(" ")


def engine(size: int = 5, level: str = "4") -> GtpEngine:
    """An engine in this process."""
    return GtpEngine(size, size, level_named(level), 60.0, 1)


def said(lines: str, size: int = 5) -> list[str]:
    """The responses to some commands, without their empty lines."""
    return [each.removesuffix("\n\n") for each in engine(size).responses(lines.splitlines())]


def test_swap():
    """With ``swaps`` a strong first stone is taken over, a weak one is not, and nothing later."""
    asked = "play b c3\ngenmove w\nshowboard\nclear_board\nplay b a1\ngenmove w\ngenmove b\nundo\nundo\nundo\ngenmove b"
    swapping = GtpEngine(5, 5, level_named("4"), 60.0, 1, swaps=True)
    told = [each.removesuffix("\n\n") for each in swapping.responses(asked.splitlines())]
    assert told[1] == "= swap-pieces"
    assert "O" in told[2]
    assert "X" not in told[2]
    assert not any("swap" in each for each in told[3:])
    assert "= swap-pieces" not in said(asked)


def test_session():
    """A game is played to its end over a pipe, with what a program asks before and after it."""
    with Client("--size", "4", "--level", "5", "--seed", "3") as client:
        assert (client.ask("name"), client.ask("version"), client.ask("protocol_version")) == (
            "Zermelo",
            __version__,
            "2",
        )
        listed = client.ask("list_commands").splitlines()
        assert {"boardsize", "clear_board", "genmove", "play", "undo", "showboard", "quit"} <= set(listed)
        assert all(client.ask(f"known_command {name}") == "true" for name in listed)
        assert client.ask("known_command komi") == "false"
        game, names = ConnectionGame.hex(5, 5), ConnectionGame.hex(5, 5).board.cells
        assert client.ask("boardsize 5") == ""
        assert client.ask("time_settings 600 0 0") == ""
        position, turn = game.start, 0
        while game.winner(position) is None:
            colour = ("black", "white")[turn % 2]
            if turn % 2:
                move = client.ask("all_legal_moves").split()[0]  # a client of little skill
                assert client.ask(f"play {colour} {move.upper()}") == ""
            else:
                move = client.ask(f"genmove {colour}")
            position = game.apply(position, names.index(move))
            turn += 1
        assert turn % 2 == 1
        assert client.ask("final_score") == "B+"
        assert client.ask("genmove white") == "resign"
        assert client.ask("showboard").lstrip("\n") == game.draw(position)
        assert client.ask("undo") == ""
        assert client.ask("quit") == ""
        assert client.process.wait(60) == 0


def test_mistakes():
    """Mistakes are answered by a question mark, and changes nothing; comments and empty lines mean nothing."""
    lines = """
    # a comment

    play black c3 # the middle
    17 play white c3
    play white f1
    play white a0
    play green a1
    play
    play white
    genmove
    boardsize 0
    boardsize 23
    boardsize x
    boardsize 5 5 5
    frobnicate
    18
    time_left b soon 1
    time_settings 1
    known_command
    \x07play\twhite b2
    zermelo-winner
    final_score
    showboard
    """
    told = said(lines)
    signs = "".join(each[0] for each in told)
    assert signs == "=" + "?" * 15 + "==" + "??" + "=", list(zip(signs, told, strict=True))
    assert told[1].startswith("?17 illegal move: c3 is taken")
    assert "expected a cell from a1 to e5 of 5x5, found 'f1'" in told[2]
    assert told[-1].count("X") == 1
    assert told[-1].count("O") == 1


def test_swaps():
    """Pieces are swapped in answer to the first stone only: mirrored, in the other colour; and that is undone."""
    told = said("play b a2\nplay w swap-pieces\nshowboard\nplay b swap-pieces\ngenmove b\nundo\nundo\nshowboard")
    assert told[2].splitlines()[1:3] == ["  a b c d e", " 1 . O . . ."]
    assert told[3].startswith("?")
    assert [each[0] for each in told[4:7]] == ["=", "=", "="]
    assert told[7].splitlines()[3] == "  2 X . . . ."
    assert said("play b a2\nplay b swap-pieces\nboardsize 4 3\nplay b a2\nplay w swap-pieces")[1::3][0].startswith("?")
    assert said("boardsize 4 3\nplay b a2\nplay w swap-pieces")[2].startswith("? illegal move: pieces are swapped")


def test_any_order():
    """Positions are set up in any order of colours, and either colour may be asked for a move."""
    told = said("play w a1\nplay w b1\nplay w c1\nplay w d1\ngenmove w\nfinal_score\nclear_board\nfinal_score")
    assert told[4:] == ["= e1", "= W+", "=", "? nobody has won yet"]
    assert said("play w a1\nplay w b1\nplay w c1\nplay w d1\nreg_genmove b\nzermelo-winner w")[4:] == [
        "= e1",
        "= white",
    ]


def test_analysis():
    """The analysis commands are those that are listed, with values for cells that are open."""
    told = said("hexgui-analyze_commands\nplay b c3\nzermelo-values w\nzermelo-winner w")
    assert {line.split("/")[2].split()[0] for line in told[0][2:].splitlines()} == {"zermelo-values", "zermelo-winner"}
    words = told[2][2:].split()
    assert "c3" not in words[::2]
    assert all(0 <= int(each) <= 100 for each in words[1::2])
    assert told[3] == "= black"


def test_clock():
    """With hardly any time left a move still comes."""
    told = said("time_settings 0 0 0\ngenmove b\ntime_settings 0 1 0\ngenmove w\ntime_left b 0 0\ngenmove b", size=11)
    assert [each[0] for each in told] == ["="] * 6
