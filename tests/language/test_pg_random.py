"""Random games, written as ``.pg`` and read back: equal, whatever the turns, the depth, the board and the stones."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sizes import draws

from zermelo.language.pg import read_pg_text, write_pg
from zermelo.model import Board, ConnectionGame, Player, Position, PositionalGame, Rule, Turns

NAMES = st.text(st.characters(exclude_categories=("Z", "C"), exclude_characters="%"), min_size=1, max_size=5).filter(
    lambda name: not name.startswith("#") and not any(char.isspace() for char in name)
)
PLAYERS = st.sampled_from(Player)


@st.composite
def boards(draw):
    kind = draw(st.sampled_from(["square", "torus", "grid", "hex", "names"]))
    if kind == "names":
        return Board(tuple(draw(st.lists(NAMES, unique=True, min_size=1, max_size=12))))
    columns, rows = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    if kind == "grid":
        return Board.grid(columns, rows)
    return Board.hex(columns, rows) if kind == "hex" else Board.square(columns, rows, torus=kind == "torus")


TURNS = st.one_of(
    st.builds(Turns, PLAYERS, st.integers(1, 3), st.integers(1, 3)),
    st.lists(PLAYERS, min_size=1, max_size=9).map(Turns.of),
    st.builds(Turns, PLAYERS, st.just(1), st.just(2), st.lists(PLAYERS, min_size=1, max_size=5).map(tuple)),
)


@st.composite
def common(draw, board):
    """Stones, turns, depth and first moves on a board."""
    colours = draw(st.lists(st.sampled_from(".....bw"), min_size=len(board), max_size=len(board)))
    black, white = (sum(1 << cell for cell, colour in enumerate(colours) if colour == c) for c in "bw")
    free = board.full & ~(black | white)
    first = draw(st.none() | st.integers(0, board.full))
    return {
        "start": Position(black, white, draw(st.sampled_from([0, 0, 0, 1, 7]))),
        "turns": draw(TURNS),
        "depth": draw(st.none() | st.integers(0, 12)),
        "first_moves": first if first is not None and first & free else None,
    }


@st.composite
def positional_games(draw):
    board = draw(boards())
    fields = draw(common(board))
    masks = st.lists(st.integers(1, board.full), max_size=6)
    rule, start = draw(st.sampled_from(Rule)), fields["start"]
    black = [mask for mask in draw(masks) if mask & ~start.black]
    white = draw(masks) if rule is Rule.MAKER_MAKER else []
    return PositionalGame("random", board, rule, tuple(black), tuple(white), **fields)


@st.composite
def connection_games(draw):
    board = draw(boards())
    around = [0] * len(board)
    pairs = st.tuples(st.integers(0, len(board) - 1), st.integers(0, len(board) - 1))
    for one, other in draw(st.lists(pairs, max_size=20)):
        if one != other:
            around[one] |= 1 << other
            around[other] |= 1 << one
    source, target = (draw(st.integers(0, board.full)) for _ in range(2))
    fields = draw(common(board))
    return ConnectionGame("random", board, tuple(around), source, target, joined=draw(st.booleans()), **fields)


@st.composite
def hex_games(draw):
    game = ConnectionGame.hex(draw(st.integers(1, 5)), draw(st.integers(1, 5)))
    fields = draw(common(game.board))
    built = ConnectionGame(
        "random",
        game.board,
        game.neighbours,
        game.source,
        game.target,
        game.white_source,
        game.white_target,
        **fields,
    )
    return built.swapped() if draw(st.booleans()) else built


def respaced(text, rng):
    """The same words with other white space, comments and line ends."""
    lines = []
    for line in text.split("\n"):
        line = re.sub(" ", lambda _: rng.choice([" ", "  ", "\t"]), line)
        lines.append(rng.choice(["", "  "]) + line + rng.choice(["", " ", " % note", "\n", "\n%\n"]))
    return rng.choice(["\n", "\r\n"]).join("\n".join(lines).split("\n"))


@settings(max_examples=draws(200, 30), deadline=None)
@given(st.one_of(positional_games(), connection_games(), hex_games()), st.randoms())
def test_round_trip(game, rng):
    """Reading what was written gives the game, also when the text was respaced on the way."""
    text = write_pg(game)
    assert read_pg_text(text, "random") == game
    assert read_pg_text(respaced(text, rng), "random") == game
    assert write_pg(read_pg_text(text)) == text
