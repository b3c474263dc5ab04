"""Tables of games: every cell is the answer to its game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from zermelo.bench.game_table import NONE, OPEN, GameTable, ranges
from zermelo.errors import InputError
from zermelo.families import make
from zermelo.questions import Options
from zermelo.solving import solve
from zermelo.verdict import Query

QUICK = Options(method="search", check=False)


def filled(expression, what="outcome", options=QUICK):
    table = GameTable(expression, what, options)
    table.fill()
    return table


@pytest.mark.parametrize(
    ("expression", "first", "last"),
    [
        ("domineering:{1..2}x{3..4}", "domineering:1x3", "domineering:2x4"),
        ("kayles:{2,5}", "kayles:2", "kayles:5"),
        ("nim:{1..3},2", "nim:1,2", "nim:3,2"),
        ("2*kayles:{1..2} + *", "2*kayles:1 + *", "2*kayles:2 + *"),
    ],
)
def test_ranges(expression, first, last):
    """The first and the last game of an expression."""
    found = ranges(expression)
    assert found.at(*(each[0] for each in found.numbers)) == first
    assert found.at(*(each[-1] for each in found.numbers)) == last


@pytest.mark.parametrize(
    "text",
    [
        "hex:3x3",
        "hex:{3..1}x2",
        "gomoku:{1..2},board={1..2}x{1..2}",
        "kayles:{1..x}",
        "kayles:{1..99999999999}",
        "{0..9999}{0..9}",
    ],
)
def test_ranges_that_make_no_sense(text):
    """None, an empty one, three, a broken one, too many."""
    with pytest.raises(InputError):
        ranges(text)


def test_winners_and_depths_are_those_of_solve():
    """Every cell is what ``solve`` says of its game."""
    winners, depths = filled("domineering:{1..3}x{1..3}", "winner"), filled("domineering:{1..3}x{1..3}", "depth")
    for row in range(3):
        for column in range(3):
            game = make(f"domineering:{row + 1}x{column + 1}")
            winner = solve(game, Query(), QUICK).outcome
            assert winners.cells[row][column] == winner
            assert depths.cells[row][column] == str(solve(game, Query.about(game, "fastest", winner), QUICK).depth)


def test_draws_have_no_depth():
    """A draw stands for itself."""
    assert filled("httt:el,board={1..2}x2", "depth").cells[0][0] in {NONE, "draw"}
    assert filled("gomoku:3,board={3,4}x3", "winner").cells == [["draw"], ["black"]]


def test_sequences():
    """A row in order; a grid by antidiagonals; sizes of nimbers where all are nimbers."""
    assert filled("domineering:{1..3}x{1..3}").sequence() == "P, L, R, L, N, R"
    assert filled("kayles:{1..5}", "value").sequence() == "1, 2, 3, 1, 4"
    assert filled("domineering:1x{1..5}", "value").sequence() == "0, 1, 1, 2, 2"
    assert filled("domineering:2x{1..2}", "value").sequence() == "-1, ±1"


def test_games_that_do_not_exist_and_limits():
    """A dash for a game that cannot be made, a question mark for a limit; both with their reason."""
    table = filled("hex:{0..1}x1", "winner")
    assert table.cells == [[NONE], ["black"]]
    assert len(table.notes) == 1
    with pytest.raises(InputError, match="toads-and-frogs:1"):  # where none can be made, that is the answer
        filled("toads-and-frogs:{1..2}", "value")
    limited = filled("domineering:{7,8}x8", "value", Options(time_limit=0.0))
    assert limited.cells == [[OPEN], [OPEN]]
    assert not limited.complete
    assert table.complete
    assert "time" in limited.notes[0]


@pytest.mark.parametrize("heard", ["by the table", "by a search"])
def test_ctrl_c_keeps_what_was_found(monkeypatch, heard):
    """After a Ctrl-C in the third game of four the first two have their answers, and nothing more is asked."""
    asked = []

    def interrupted(game, *given, **more):
        asked.append(game.name)
        if len(asked) < 3:
            return solve(game, *given, **more)
        if heard == "by the table":
            raise KeyboardInterrupt
        return replace(solve(game, *given, **more), interrupted=True)

    monkeypatch.setattr("zermelo.bench.game_table.solve", interrupted)
    table = filled("kayles:{1..4}", "winner")
    first, second, third, fourth = (row[0] for row in table.cells)
    assert (first, second, fourth) == ("black", "black", OPEN)
    assert third == (OPEN if heard == "by the table" else "black")
    assert len(asked) == 3
    assert table.notes == ["interrupted: the rest is open"]
    assert not table.complete
