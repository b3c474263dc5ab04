"""Published ``.pg`` files: what is known of them, and that writing them and reading them back changes nothing."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from zermelo.errors import UnsupportedError
from zermelo.language.pg import is_pg, read_pg, read_pg_text, write_pg
from zermelo.model import (
    Board,
    ConnectionGame,
    Layout,
    Player,
    Position,
    PositionalGame,
    Rule,
    Turns,
    maker_breaker_of,
    restriction_is_sound,
)

SHARED = Path(__file__).parents[2].parent / "shared" / "benchmarks"
FILES = sorted(path for path in SHARED.rglob("*.pg") if "bddl" not in path.relative_to(SHARED).parts)
needs_files = pytest.mark.skipif(not FILES, reason="the published files are not here")


def file(name):
    return next(path for path in FILES if f"{path.parent.name}/{path.name}" == name)


def tokens(path):
    """The words of each section, by code that shares nothing with the reader."""
    sections: dict[str, list[list[str]]] = {}
    for line in path.read_text().splitlines():
        words = line.split("%")[0].split()
        if words and words[0].startswith("#"):
            rows = sections.setdefault(words[0], [])
            words = words[1:]
        if words:
            rows.append(words)
    return sections


def positional(text) -> PositionalGame:
    game = read_pg_text(text)
    assert isinstance(game, PositionalGame)
    return game


def connection(text, name=None) -> ConnectionGame:
    game = read_pg_text(text, name)
    assert isinstance(game, ConnectionGame)
    return game


def rename(game, name):
    return replace(game, name=name)


@needs_files
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_published_file(path):
    """Cells, depth, turns, stones and sets are those of the file; writing and reading back keeps the game."""
    game, plain = read_pg(path), tokens(path)
    assert game.name == path.name
    assert list(game.board.cells) == [word for row in plain["#positions"] for word in row]
    times = [word for row in plain["#times"] for word in row]
    black = {word for row in plain["#blackturns"] for word in row}
    assert game.depth == len(times)
    players = [Player.BLACK if time in black else Player.WHITE for time in times]
    assert [game.player_at(ply) for ply in range(len(times))] == players
    for key, mask in (("#blackinitials", game.start.black), ("#whiteinitials", game.start.white)):
        assert set(game.board.names(mask)) == {word for row in plain.get(key, []) for word in row}
    first = {word for row in plain.get("#firstmoves", []) for word in row}
    assert set(game.board.names(game.first_moves or 0)) == first
    if isinstance(game, PositionalGame):
        if "#blackgoal" not in plain:
            for key, masks in (("#blackwins", game.black_sets), ("#whitewins", game.white_sets)):
                assert {frozenset(game.board.names(mask)) for mask in masks} == set(map(frozenset, plain.get(key, [])))
        assert game.rule is (Rule.MAKER_MAKER if plain.get("#whitewins") else Rule.MAKER_BREAKER)
    text = write_pg(game)
    assert is_pg(text)
    assert read_pg_text(text, str(path)) == game
    assert write_pg(read_pg_text(text)) == text


@needs_files
@pytest.mark.parametrize(
    ("name", "cells", "depth", "opener", "sets"),
    [
        ("gttt-3x3/gttt_2_1_0010_3x3_torus_w.pg", 9, 9, Player.WHITE, 18),
        ("gttt-3x3/gttt_1_1_001020_3x3_b.pg", 9, 9, Player.BLACK, 6),
        ("gttt-5x5/game_1_gttt_L_5x5_k_03_m_12.pg", 25, 12, Player.WHITE, 64),
        ("hex-hein-winning-sets/hein_04_3x3-05.pg", 9, 5, Player.BLACK, 4),
        ("milestones/gomoku_1_1_15x15_connect5.pg", 225, 225, Player.BLACK, 572),
        ("milestones/gttt_1_1_9x9_snaky.pg", 81, 81, Player.BLACK, 320),
        ("milestones/mickey_mouse_1_2_19x19_connect6.pg", 361, 356, Player.WHITE, 924),
        ("milestones/qubic_1_1_4x4x4.pg", 64, 64, Player.BLACK, 76),
    ],
)
def test_facts_of_winning_set_files(name, cells, depth, opener, sets):
    """Numbers that can be counted by hand or by formula."""
    game = positional(file(name).read_text())
    assert (len(game.board), game.depth, game.player_at(0), len(game.black_sets)) == (cells, depth, opener, sets)
    assert "read as .pg, winning sets" in game.notes


@needs_files
def test_turns_of_several_stones():
    """GTTT(2,1) is one stone, then two each; connect6 is entered at t6, in the middle of a play."""
    assert read_pg(file("gttt-3x3/gttt_2_1_0010_3x3_b.pg")).turns == Turns(Player.BLACK, 1, 2)
    assert read_pg(file("gttt-3x3/gttt_2_2_0010_3x3_w.pg")).turns == Turns(Player.WHITE, 2, 2)
    assert read_pg(file("milestones/mickey_mouse_1_2_19x19_connect6.pg")).turns == Turns(Player.WHITE, 2, 2)


@needs_files
def test_rule_is_told():
    """The notes say which rule was read, and why."""
    qubic, hein = (
        read_pg(file(n)) for n in ("milestones/qubic_1_1_4x4x4.pg", "hex-hein-winning-sets/hein_04_3x3-03.pg")
    )
    assert "read as maker-maker, because #whitewins lists 76 sets" in qubic.notes
    assert "read as maker-breaker, because #whitewins lists no set" in hein.notes
    assert qubic.board.layout is Layout.GRAPH


@needs_files
@pytest.mark.parametrize(
    "path", [p for p in FILES if "neighbours" in p.read_text() and "goal" not in p.read_text()], ids=str
)
def test_raw_boards_are_hex(path):
    """Every published raw board is a whole Hex board, Black's borders being either pair of sides."""
    game = read_pg(path)
    assert isinstance(game, ConnectionGame)
    assert game.is_hex
    plain = tokens(path)
    assert set(game.board.names(game.source)) == set(plain["#startboarder"][0])
    assert {game.white_source, game.white_target} | {game.source, game.target} == {
        game.board.side(side) for side in ("first", "last", "left", "right")
    }
    assert game.swapped().swapped() == game
    assert read_pg_text(write_pg(game.swapped()), path.name) == game.swapped()


@needs_files
def test_contracted_graph():
    """Source and target are no cells; their edges are the borders; derived data is dropped and said to be."""
    path = next(path for path in FILES if path.name == "depth_13_2291866_move_133.pg")
    game, plain = read_pg(path), tokens(path)
    assert isinstance(game, ConnectionGame)
    assert game.board.names(game.source) == ["h5", "i5", "j4"]
    assert game.board.names(game.target) == ["s1", "s2", "s3", "s7", "s8", "s9"]
    assert not game.is_hex
    assert not game.joined
    inner = [row for row in plain["#edges"] if not {"s", "t"} & set(row)]
    assert sum(around.bit_count() for around in game.neighbours) == 2 * len(inner)
    assert "#distances and #unreachablepairs: derived from the edges, not kept" in game.notes


def polyomino(cells, size):
    """All placements of a polyomino under rotation and reflection, by coordinates."""
    found, shape = set(), list(cells)
    for _ in range(2):
        for _ in range(4):
            shape = [(y, -x) for x, y in shape]
            for dx in range(-size, size + 1):
                for dy in range(-size, size + 1):
                    moved = {(x + dx, y + dy) for x, y in shape}
                    if all(1 <= x <= size and 1 <= y <= size for x, y in moved):
                        found.add(frozenset(f"{'abcdefgh'[x - 1]}{y}" for x, y in moved))
        shape = [(-x, y) for x, y in shape]
    return found


@needs_files
@pytest.mark.parametrize(
    ("name", "cells", "sound"),
    [
        ("test_5_5_el.pg", [(0, 0), (0, 1), (1, 0)], False),
        ("test_5_5_tippy.pg", [(0, 0), (1, 0), (1, 1), (2, 1)], False),
        ("test_5_5_Z.pg", [(0, 0), (1, 0), (2, 0), (2, 1), (3, 1)], True),
    ],
)
def test_implicit_files_ground_to_placements(name, cells, sound):
    """The grounded sets are the placements of el, Tippy and the N pentomino (the file is called Z)."""
    game = read_pg(file(f"httt-5x5-implicit/{name}"))
    assert isinstance(game, PositionalGame)
    assert {frozenset(game.board.names(mask)) for mask in game.black_sets} == polyomino(cells, 5)
    assert (game.rule, game.depth) == (Rule.MAKER_BREAKER, 1)
    assert game.board == Board.square(5, 5)
    assert restriction_is_sound(game) is sound
    assert any(("loses nothing" in note) is sound for note in game.notes if note.startswith("#firstmoves"))


IMPLICIT = "#positions {cells}\n#neighbours\n{rows}\n#blackgoal\n{goal}\n"


def implicit(board, goal, wrap=False):
    rows = []
    for name, (x, y) in zip(board.cells, board.places, strict=True):
        up = board.at.get((x, y + 1)) if y < board.rows or not wrap else board.at[x, 1]
        right = board.at.get((x + 1, y)) if x < board.columns or not wrap else board.at[1, y]
        rows.append(" ".join([name, *("na" if cell is None else board.cells[cell] for cell in (up, right))]))
    return IMPLICIT.format(cells=" ".join(board.cells), rows="\n".join(rows), goal=goal)


def test_up_and_side_have_a_direction():
    """up(p,q): q above p; side(p,q) and right(p,q): q to the right of p; spaces do not matter."""
    board = Board.square(3, 3)
    game = positional(implicit(board, "up( p0 , p1 )side(p1,p2)"))
    assert frozenset({"a1", "a2", "b2"}) in {frozenset(board.names(mask)) for mask in game.black_sets}
    assert len(game.black_sets) == 4
    assert game == read_pg_text(implicit(board, "up(x,y)  right(y,z) % the same\n side(y,z) up(x,y)"))


def test_torus_and_different_points():
    """Opposite edges may be glued; points of a shape lie on different cells, so three in a row of two never fit."""
    board = Board.square(3, 2)
    game = positional(implicit(board, "side(p0,p1) side(p1,p2)", wrap=True))
    assert game.board.torus
    assert len(game.black_sets) == 2
    none = positional(implicit(board, "up(p0,p1) up(p1,p2)", wrap=True))
    assert none.black_sets == ()
    for one in (game, none):
        assert rename(read_pg_text(write_pg(one)), one.name) == one


def test_no_depth():
    """Without #times there is no depth, whoever opens; an empty #times is depth 0."""
    text = "#positions a1 a2\n#blackwins\na1"
    assert read_pg_text(text).depth is None
    assert read_pg_text(text + "\n#times\n#blackturns").depth == 0
    game = read_pg_text("#version zermelo turns=white:1:2\n" + text)
    assert (game.depth, game.turns) == (None, Turns(Player.WHITE, 1, 2))


def test_maker_maker_without_white_sets():
    """The rule survives a round trip where the keys alone would tell the other one."""
    game = PositionalGame("strange", Board.square(2, 2), Rule.MAKER_MAKER, (3,))
    assert "#version\nzermelo rule=maker-maker\n" in write_pg(game)
    assert rename(read_pg_text(write_pg(game)), "strange") == game
    assert "zermelo" not in write_pg(maker_breaker_of(game))


def test_middle_of_a_play():
    """The ply of a start position survives, and with it who moves next."""
    game = ConnectionGame.hex(3, 3).after([0, 4, 8])
    again = read_pg_text(write_pg(game), "hex:3x3")
    assert again == game
    assert again.mover(again.start) is Player.WHITE
    assert read_pg_text(write_pg(game.with_depth(4)), "hex:3x3") == game.with_depth(4)


def test_joined_borders_and_odd_names():
    """An edge from source to target needs no stone; the names of the two nodes avoid those of the cells."""
    game = ConnectionGame("joined", Board(("s", "t")), (2, 1), source=1, target=2, joined=True)
    assert rename(read_pg_text(write_pg(game)), "joined") == game
    assert connection("#positions a\n#edges\nS a\nT S\n#source S\n#target T").joined


def test_graph_on_hexagons():
    """A Hex board with a hole, with other borders or without White's keeps its places; a mirrored one is a graph."""
    whole = ConnectionGame.hex(3, 3)
    cut = Board.named([name for name in whole.board.cells if name != "b2"], Layout.HEX)
    around = tuple(cut.hex_neighbours(cell) for cell in range(len(cut)))
    holed = ConnectionGame("x", cut, around, cut.side("first"), cut.side("last"))
    corner = replace(whole, name="x", source=1, white_source=None, white_target=None)
    bare = replace(whole, name="x", white_source=None, white_target=None)
    for game in (holed, corner, bare):
        assert read_pg_text(write_pg(game), "x") == game
        assert not game.is_hex
    raw = write_pg(whole).replace("b1", "B").replace("b3", "b1").replace("B", "b3")
    mirrored = connection(raw)
    assert mirrored.board.layout is Layout.GRAPH
    assert mirrored.white_source is None


@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (1, 4), (4, 1), (5, 4), (2, 7)])
def test_any_hex_board(columns, rows):
    """Hex boards of every shape, and with the colours exchanged, come back equal."""
    for game in (ConnectionGame.hex(columns, rows, "h"), ConnectionGame.hex(columns, rows, "h").swapped()):
        assert read_pg_text(write_pg(game), "h") == game
        assert connection(write_pg(game), "h").is_hex


@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (3, 2), (4, 4)])
def test_order_of_positions_does_not_matter(columns, rows):
    """Cells of a Hex board in any order are that board: the search of it asks for its order."""
    game = ConnectionGame.hex(columns, rows)
    text, cells = write_pg(game), list(game.board.cells)
    Random(columns).shuffle(cells)
    shuffled = re.sub(r"(?<=#positions\n)[^#]*", " ".join(cells) + "\n", text)
    assert " ".join(cells) in shuffled
    assert connection(shuffled, game.name) == connection(text, game.name)


def test_order_of_positions_stays_on_other_boards():
    """Cells that are named like those of a rhombus, and do not touch so, are a graph in the order of the text."""
    text = "#positions b2 a1 b1 a2\n#neighbours\nb2 a1\na1 b2\nb1 a2\na2 b1\n#startboarder a1\n#endboarder b2\n"
    assert connection(text).board.cells == ("b2", "a1", "b1", "a2")


def test_canonical_first_moves_note():
    """The note tells a harmless restriction from a real one."""
    text = "#positions a1 a2 b1 b2\n#blackwins\na1 a2\nb1 b2\n#firstmoves "
    assert read_pg_text(text + "b2").notes[-1].endswith("1 of 4 open cells (b2); by symmetry that loses nothing")
    assert "real restriction" in read_pg_text(text.replace("b1 b2\n#f", "b1\n#f") + "b2").notes[-1]


@pytest.mark.parametrize("kind", ["grid", "torus", "hex", "graph", "holes"])
def test_boards_survive(kind):
    """Names and geometry of every kind of board come back."""
    board = {
        "grid": Board.grid(3, 2),
        "torus": Board.square(3, 2, torus=True),
        "hex": Board.hex(3, 2),
        "graph": Board(("a1", "b1", "c1")),
        "holes": Board.named(["a1", "c3", "aa7"]),
    }[kind]
    game = PositionalGame("b", board, Rule.MAKER_BREAKER, (3, 6))
    assert read_pg_text(write_pg(game), "b") == game


@pytest.mark.parametrize(
    "game",
    [
        PositionalGame("empty set", Board.square(2, 1), Rule.MAKER_BREAKER, (0,)),
        PositionalGame("no cell", Board(()), Rule.MAKER_BREAKER, ()),
        PositionalGame("names", Board(("a b",)), Rule.MAKER_BREAKER, (1,)),
        PositionalGame("names", Board(("#a",)), Rule.MAKER_BREAKER, (1,)),
        PositionalGame("names", Board(("a%",)), Rule.MAKER_BREAKER, (1,)),
        PositionalGame("depth", Board.square(2, 1), Rule.MAKER_BREAKER, (1,), depth=100_000),
        replace(ConnectionGame.hex(3, 3), white_source=1),
    ],
    ids=lambda game: game.name,
)
def test_games_that_pg_cannot_say(game):
    """A game that would not be read back as it is is not written."""
    with pytest.raises(UnsupportedError):
        write_pg(game)


def test_large_boards_are_quick():
    """64×64 cells are the limit, and within it."""
    game = ConnectionGame.hex(64, 64, "big")
    assert read_pg_text(write_pg(game), "big") == game
    with pytest.raises(UnsupportedError, match="4096"):
        write_pg(ConnectionGame.hex(64, 65))


def test_layout_of_the_text_does_not_matter():
    """Order of sections, values on the line of the key, blank lines, comments and CRLF change nothing."""
    text = "#times t1 t2\n#blackturns t2\n#positions\na1 a2\nb1\n#blackwins\na1 a2\n#whitewins a1\n#whiteinitials\nb1\n"
    game = positional(text)
    assert (game.start, game.turns.first, game.white_sets) == (Position(0, 4), Player.WHITE, (1,))
    sections = re.findall(r"#[^#]*", text)
    shuffled = "%\r\n" + "".join(reversed(sections)).replace("\n", "  % note # $\r\n\r\n\t ")
    assert read_pg_text(shuffled) == game
    assert read_pg_text("\ufeff" + text.replace("\n", "\r")) == game
