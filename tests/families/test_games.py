"""Facts about single families: rules against small independent move generators, depths, turns, seeds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest
from tests.oracles.retrograde import solve_exactly

from zermelo.errors import InputError
from zermelo.families import make
from zermelo.model import ConnectionGame, GridGame, Player, Position, PositionalGame, Rule

Cells = dict[tuple[int, int], str]
BLACK, WHITE = "b", "w"


def cells_of(game: GridGame, position: Position) -> Cells:
    """The stones by place, as the generators below see them."""
    found = {}
    for cell, place in enumerate(game.board.places):
        if position.black >> cell & 1:
            found[place] = BLACK
        elif position.white >> cell & 1:
            found[place] = WHITE
    return found


def moved(stones: Cells, start: tuple[int, int], end: tuple[int, int]) -> Cells:
    return {place: colour for place, colour in stones.items() if place != start} | {end: stones[start]}


def runners(game: GridGame, stones: Cells, mine: str, jumps: list[tuple[int, int]]) -> Iterator[Cells]:
    """Pieces that go by any of the jumps onto a cell without a piece of their own."""
    for (x, y), colour in stones.items():
        for dx, dy in jumps:
            to = x + dx, y + dy
            if colour == mine and to in game.board.at and stones.get(to) != mine:
                yield moved(stones, (x, y), to)


def breakthrough(game: GridGame, stones: Cells, mine: str) -> Iterator[Cells]:
    ahead = -1 if mine == BLACK else 1
    yield from runners(game, stones, mine, [(-1, ahead), (1, ahead)])
    for (x, y), colour in stones.items():
        if colour == mine and (x, y + ahead) in game.board.at and (x, y + ahead) not in stones:
            yield moved(stones, (x, y), (x, y + ahead))


def knightthrough(game: GridGame, stones: Cells, mine: str) -> Iterator[Cells]:
    jumps = [(dx, dy) for dx in (-2, -1, 1, 2) for dy in (-2, -1, 1, 2) if abs(dx) != abs(dy)]
    return runners(game, stones, mine, jumps)


def connect(game: GridGame, stones: Cells, mine: str) -> Iterator[Cells]:
    for x in range(1, game.columns + 1):
        free = [y for y in range(1, game.rows + 1) if (x, y) not in stones]
        if free:
            yield stones | {(x, max(free)): mine}


def domineering(game: GridGame, stones: Cells, mine: str) -> Iterator[Cells]:
    dx, dy = (0, 1) if mine == BLACK else (1, 0)
    for x, y in game.board.places:
        pair = (x, y), (x + dx, y + dy)
        if all(place in game.board.at and place not in stones for place in pair):
            yield stones | dict.fromkeys(pair, mine)


def hunt(game: GridGame, stones: Cells, mine: str, evader: str) -> Iterator[Cells]:
    places = [place for place, colour in stones.items() if colour == mine]
    for x, y in places:
        yield stones
        if mine != evader:
            yield from runners(game, stones, mine, [(0, 1), (0, -1), (1, 0), (-1, 0)])
            continue
        for to in game.board.places:
            dx, dy = to[0] - x, to[1] - y
            middle = x + dx // 2, y + dy // 2
            far = sorted((abs(dx), abs(dy))) == [0, 2] and middle not in stones
            if to not in stones and (far or max(abs(dx), abs(dy)) == 1):
                yield moved(stones, (x, y), to)


STRAIGHT = [(0, 1), (0, -1), (1, 0), (-1, 0)]


def clobber(_: GridGame, stones: Cells, mine: str) -> Iterator[Cells]:
    for (x, y), colour in stones.items():
        for dx, dy in STRAIGHT:
            if colour == mine and stones.get((x + dx, y + dy), mine) != mine:
                yield moved(stones, (x, y), (x + dx, y + dy))


def konane(game: GridGame, stones: Cells, mine: str) -> Iterator[Cells]:
    for (x, y), colour in stones.items():
        for dx, dy in STRAIGHT if colour == mine else []:
            left, to = dict(stones), (x, y)
            while True:
                over, after = (to[0] + dx, to[1] + dy), (to[0] + 2 * dx, to[1] + 2 * dy)
                if stones.get(over, mine) == mine or after not in game.board.at or after in stones:
                    break
                del left[to], left[over]
                left[after], to = mine, after
                yield dict(left)


def amazons(game: GridGame, stones: Cells, mine: str) -> Iterator[Cells]:
    """Burnt cells are black stones in the right half of the board."""
    width = game.columns // 2

    def flights(blocked: set[tuple[int, int]], x: int, y: int) -> Iterator[tuple[int, int]]:
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1) if dx else (-1, 1):
                to = x + dx, y + dy
                while 1 <= to[0] <= width and to in game.board.at and to not in blocked:
                    yield to
                    to = to[0] + dx, to[1] + dy

    for (x, y), colour in stones.items():
        if colour == mine and x <= width:
            blocked = {((column - 1) % width + 1, row) for column, row in stones} - {(x, y)}
            for to in flights(blocked, x, y):
                for shot in flights(blocked | {to}, *to):
                    yield moved(stones, (x, y), to) | {(shot[0] + width, shot[1]): BLACK}


RULES: list[tuple[str, Callable[[GridGame, Cells, str], Iterator[Cells]], int]] = [
    ("breakthrough:2x4", breakthrough, 5),
    ("breakthrough:3x3,rows=1,first=white", breakthrough, 5),
    ("knightthrough:3x4", knightthrough, 3),
    ("knightthrough:4x3,rows=1", knightthrough, 3),
    ("connect:2,board=3x3", connect, 5),
    ("connect:3,board=4x2,first=white", connect, 5),
    ("domineering:3x3", domineering, 4),
    ("domineering:2x4,first=white", domineering, 4),
    ("clobber:4x3", clobber, 4),
    ("clobber:1x5,first=white", clobber, 1),
    ("konane:5x4", konane, 4),
    ("konane:1x6,first=white", konane, 1),
    ("konane:8x2", konane, 2),
    ("amazons:3x3", amazons, 2),
    ("amazons:2x3,first=white", amazons, 3),
    ("amazons:3x4,amazons=2", amazons, 1),
    ("evader-pursuer:4x4,evader=4-1,pursuer=2-3", partial(hunt, evader=BLACK), 3),
    ("evader-pursuer-dual:4x4,evader=4-1,pursuer=1-2", partial(hunt, evader=WHITE), 3),
]


@pytest.mark.parametrize(("name", "rules", "depth"), RULES, ids=[name for name, *_ in RULES])
def test_moves_are_those_of_a_plain_generator(
    name: str, rules: Callable[[GridGame, Cells, str], Iterator[Cells]], depth: int
) -> None:
    """In every position within some moves, the actions lead exactly where a few lines of plain rules lead."""
    game = make(name)
    assert isinstance(game, GridGame)
    frontier = {game.start}
    for _ in range(depth):
        after = set()
        for position in frontier:
            if game.goal_winner(position) is not None:
                continue
            mine = BLACK if game.mover(position) is Player.BLACK else WHITE
            ends = {game.step(position, move) for move in game.legal(position)}
            wanted = {frozenset(stones.items()) for stones in rules(game, cells_of(game, position), mine)}
            assert {frozenset(cells_of(game, end).items()) for end in ends} == wanted, game.draw(position)
            after |= ends
        frontier = after
        assert frontier


@pytest.mark.parametrize(("columns", "rows"), [(2, 4), (2, 5), (2, 6), (3, 4), (3, 5), (4, 6), (6, 6)])
def test_breakthrough_lasts_as_long_as_the_paper_says(columns: int, rows: int) -> None:
    """complete_depth() is 4mn - 10m + 1 (concise-grid-games, section 5), whoever opens."""
    longest = 4 * columns * rows - 10 * columns + 1
    assert make(f"breakthrough:{columns}x{rows}").complete_depth() == longest
    assert make(f"breakthrough:{columns}x{rows},first=white").complete_depth() == longest


def test_knights_that_only_go_forward_come_to_an_end() -> None:
    """Eight actions for each player, four with ``forward``; only then is the length of a play bounded."""
    free, forward = make("knightthrough:3x4"), make("knightthrough:3x4,forward")
    assert isinstance(free, GridGame)
    assert isinstance(forward, GridGame)
    assert [action.name for action in free.black_actions] == [f"L{n}" for n in range(1, 9)]
    assert len(free.white_actions) == 8
    assert len(forward.black_actions) == len(forward.white_actions) == 4
    assert free.complete_depth() is None
    assert forward.complete_depth() is not None


@pytest.mark.parametrize("name", ["clobber:4x4", "konane:6x6", "amazons:4x4"])
def test_stones_that_are_taken_and_cells_that_are_burnt_come_to_an_end(name: str) -> None:
    """No play is longer than the stones that can be taken, or the cells that can be burnt, and the move that fails."""
    game = make(name)
    longest = game.complete_depth()
    assert longest is not None
    assert longest <= {"clobber:4x4": 16, "konane:6x6": 35, "amazons:4x4": 17}[name]


@pytest.mark.parametrize(
    ("name", "winner"),
    [("clobber:2x1", Player.BLACK), ("clobber:1x1", Player.WHITE), ("konane:3x1", Player.WHITE)],
)
def test_boards_that_are_solved_at_sight(name: str, winner: Player) -> None:
    """One stone takes the other; a lone stone takes nothing; where a stone is left alone nobody jumps."""
    assert solve_exactly(make(name)).winner is winner


def test_who_cannot_move_has_lost() -> None:
    """Black cannot lay a vertical domino on one row; an evader that was captured cannot move."""
    game = make("domineering:3x1")
    assert game.winner(game.start) is Player.WHITE
    hunt_game = make("evader-pursuer:3x3,evader=3-3,pursuer=2-2")
    position = hunt_game.apply(hunt_game.start, hunt_game.parse_move("up(3,3)", Player.BLACK))
    position = hunt_game.apply(position, hunt_game.parse_move("right(2,2)", Player.WHITE))
    assert position.black == 0
    assert hunt_game.winner(position) is Player.WHITE


@pytest.mark.parametrize("shape", ["domino", "tic", "el"])
@pytest.mark.parametrize("options", ["", ",mb", ",swap", ",mb,swap"])
@pytest.mark.parametrize("board", ["2x3", "3x2", "1x4"])
def test_httt_as_a_grid_game(shape: str, options: str, board: str) -> None:
    """Black wins as fast as in the positional game; else only, if at all, when the board is full."""
    if board == "1x4" and shape == "el":
        with pytest.raises(InputError, match="a shape that fits"):
            make(f"httt:{shape},board={board}{options},bddl")
        return
    wanted, found = (solve_exactly(make(f"httt:{shape},board={board}{options}{more}"))[:2] for more in ("", ",bddl"))
    if wanted[0] is Player.BLACK:
        assert found == wanted
    else:
        assert found[0] is not Player.BLACK or (found[1] or 0) > len(make(f"httt:{shape},board={board}").board)


def test_grid_games_have_no_torus() -> None:
    """BDDL cannot say it."""
    with pytest.raises(InputError, match="no torus, since BDDL has none"):
        make("httt:el,board=3x3,torus,bddl")


def test_the_dual_exchanges_the_colours() -> None:
    """The dual is the same game with the colours exchanged."""
    game = make("evader-pursuer:4x4,evader=4-1,pursuer=2-3")
    dual = make("evader-pursuer-dual:4x4,evader=4-1,pursuer=2-3")
    assert isinstance(game, GridGame)
    assert isinstance(dual, GridGame)
    other = game.swapped()
    assert (other.black_actions, other.white_actions) == (dual.black_actions, dual.white_actions)
    assert (other.black_goals, other.white_goals) == (dual.black_goals, dual.white_goals)
    assert (other.start, other.opener) == (dual.start, Player.WHITE) == (dual.start, dual.opener)


@pytest.mark.parametrize(
    ("options", "turns"),
    [("", "BWBWB"), ("p=2,q=1", "BWWBB"), ("p=2,q=2", "BBWWBB"), ("p=2,swap", "WBBWW"), ("p=1,q=2", "BBWBW")],
)
def test_turns_of_gttt(options: str, turns: str) -> None:
    """q stones in the opening move, p in every later one, White first with ``swap``."""
    game = make(f"gttt:tippy,board=3x3{',' if options else ''}{options}")
    assert "".join(str(game.player_at(ply))[0] for ply in range(len(turns))) == turns


def test_both_rules() -> None:
    """Maker-maker gives both players the sets, maker-breaker Black alone."""
    both, one = make("httt:el,board=3x3"), make("httt:el,board=3x3,mb")
    assert isinstance(both, PositionalGame)
    assert isinstance(one, PositionalGame)
    assert both.rule is Rule.MAKER_MAKER
    assert both.white_sets == both.black_sets == one.black_sets
    assert one.rule is Rule.MAKER_BREAKER
    assert one.white_sets == ()


def test_qubic_names_its_cells_like_the_published_file() -> None:
    """a1x, a1y, a1z, a1w, a2x …; the long diagonals are lines."""
    game = make("qubic")
    assert isinstance(game, PositionalGame)
    assert game.board.cells[:5] == ("a1x", "a1y", "a1z", "a1w", "a2x")
    lines = [set(game.board.names(mask)) for mask in game.black_sets]
    assert {"a1x", "b2y", "c3z", "d4w"} in lines
    assert {"a1w", "b2z", "c3y", "d4x"} in lines
    assert all(len(line) == 4 for line in lines)


def test_gomoku_counts_longer_lines() -> None:
    """Four in a row win where three are asked for."""
    game = make("gomoku:3,board=5x1")
    assert game.winner(Position(black=game.board.mask(["a1", "b1", "c1", "d1"]))) is Player.BLACK


@pytest.mark.parametrize(
    ("name", "note"),
    [
        ("gomoku:1,board=1x1", "1 line of 1; longer lines win too"),
        ("gomoku:3,board=4x1", "2 lines of 3; longer lines win too"),
        ("y:1", "the three sides are joined by 1 minimal set; White joins them, too"),
    ],
)
def test_notes_count_in_words(name: str, note: str) -> None:
    assert note in vars(make(name))["notes"]


def test_hex_sizes_are_columns_by_rows() -> None:
    """5x4: five columns, four rows; Black joins the rows 1 and 4."""
    game = make("hex:5x4")
    assert isinstance(game, ConnectionGame)
    assert (game.board.columns, game.board.rows) == (5, 4)
    assert game == ConnectionGame.hex(5, 4)
    assert game.winner(Position(black=game.board.mask(["a1", "a2", "a3", "a4"]))) is Player.BLACK


FROZEN_SETS = (9, 17, 25, 42)
FROZEN_GRAPH = ((30, 29, 27, 23, 15), 1, 8)
FROZEN_ACTIONS = [
    "open(?x,ymax)",
    "NOT(open(?x,?y+1))",
    "black(?x,ymax)",
    "black(?x,?y)",
    "open(?x-1,?y-1)",
    "black(?x-1,?y-1)",
    "open(?x,?y)",
    "black(?x-1,?y-1)",
]


def test_a_seed_means_one_game_for_ever() -> None:
    """These games must never change: results are kept under their names."""
    positional = make("random-positional:seed=1,cells=6,sets=4,size=2-3")
    assert isinstance(positional, PositionalGame)
    assert positional.black_sets == FROZEN_SETS
    graph = make("random-hex:seed=1,cells=5")
    assert isinstance(graph, ConnectionGame)
    assert (graph.neighbours, graph.source, graph.target) == FROZEN_GRAPH
    grid = make("random-grid:seed=1")
    assert isinstance(grid, GridGame)
    assert [str(part) for action in grid.black_actions for part in action.condition] == FROZEN_ACTIONS


@pytest.mark.parametrize("seed", range(30))
def test_random_positional_keeps_its_options(seed: int) -> None:
    """The asked number of cells, sets, sizes and stones; nothing decided at the start."""
    game = make(f"random-positional:seed={seed},cells=10,sets=12,size=2-4,white-sets=7,black=2,white=1")
    assert isinstance(game, PositionalGame)
    assert (len(game.board), len(game.black_sets), len(game.white_sets)) == (10, 12, 7)
    assert all(2 <= mask.bit_count() <= 4 for mask in game.black_sets + game.white_sets)
    assert (game.start.black.bit_count(), game.start.white.bit_count(), game.start.ply) == (2, 1, 0)
    assert game.winner(game.start) is None


def test_random_positional_on_one_cell() -> None:
    with pytest.raises(InputError, match=r"found 2, expected winning sets of at most 1 cell$"):
        make("random-positional:cells=1,sets=1,size=2")


def test_random_positional_can_take_every_set_there_is() -> None:
    """All 10 pairs of 5 cells, and none at all."""
    game, empty = make("random-positional:cells=5,sets=10,size=2"), make("random-positional:sets=0")
    assert isinstance(game, PositionalGame)
    assert len(game.black_sets) == 10
    assert empty.winner(empty.start) is None


@pytest.mark.parametrize("seed", range(30))
def test_random_hex_is_one_graph_with_two_borders(seed: int) -> None:
    """Connected, with the asked number of edges, borders of the asked size that share no cell."""
    edges = 7 + seed % 22
    game = make(f"random-hex:seed={seed},cells=8,edges={edges},border=2,black=1,white=1")
    assert isinstance(game, ConnectionGame)
    assert sum(mask.bit_count() for mask in game.neighbours) == 2 * edges
    assert game.reach(1, game.board.full) == game.board.full
    assert game.source.bit_count() == game.target.bit_count() == 2
    assert not game.source & game.target
    assert game.winner(game.start) is None


@pytest.mark.parametrize("seed", range(60))
def test_random_grid_games_are_sane(seed: int) -> None:
    """Random rules pass the checks of the model (sanity conditions, effects, coordinates) on every small board."""
    size = ("1x1", "2x1", "2x3", "3x3", "4x2")[seed % 5]
    stones = ",black=1,white=1" if size in {"2x3", "3x3"} and seed % 2 else ""
    goals = 0 if stones else seed % 4
    game = make(f"random-grid:seed={seed},board={size},actions={1 + seed % 4},goals={goals}{stones}")
    assert isinstance(game, GridGame)
    assert game.goal_winner(game.start) is None
