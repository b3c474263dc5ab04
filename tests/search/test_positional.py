"""The native search of positional games against the plain rules: every kind, every depth, every switch, tiny tables."""

from __future__ import annotations

import signal
import threading
import time
from dataclasses import fields, replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.encodings.games import positional
from tests.search.asking import positional as decide
from tests.sizes import draws, size

from zermelo.errors import InputError, UnsupportedError
from zermelo.families import fitting, make
from zermelo.model import Board, Player, Position, PositionalGame, Rule, Turns
from zermelo.search import Minimax
from zermelo.search.switches import PositionalSwitches as Switches

FLAGS = [field.name for field in fields(Switches) if field.type == "bool"]
ALL_ON = Switches()
TURNS = [
    *(Turns(player) for player in Player for _ in range(4)),
    Turns(Player.BLACK, 1, 2),
    Turns(Player.WHITE, 1, 2),
    Turns(Player.BLACK, 2, 3),
    Turns(Player.WHITE, 2, 1),
]


def shapes(rng: Random, board: Board) -> tuple[int, ...]:
    """All placements of a few cells, turned and shifted; on a torus over the edges too."""
    places = [board.places[cell] for cell in rng.sample(range(len(board)), rng.randint(2, 4))]
    found = set()
    for turn in range(8):
        for dx in range(-board.columns, board.columns + 1):
            for dy in range(-board.rows, board.rows + 1):
                cells = []
                for x, y in places:
                    x, y = (y, x) if turn & 4 else (x, y)
                    x, y = (-x if turn & 1 else x) + dx, (-y if turn & 2 else y) + dy
                    if board.torus:
                        x, y = (x - 1) % board.columns + 1, (y - 1) % board.rows + 1
                    cells.append(board.at.get((x, y)))
                if None not in cells:
                    found.add(sum(1 << cell for cell in set(cells) if cell is not None))
    return tuple(found)


def board_game(rng: Random) -> PositionalGame:
    """A game on up to nine squares, regular or not, perhaps in the middle."""
    while True:
        columns, rows = rng.choice([(3, 3), (4, 2), (3, 2), (2, 4)])
        board = Board.square(columns, rows, torus=rng.random() < 0.4)
        cells = columns * rows

        def sets(board: Board = board, cells: int = cells) -> tuple[int, ...]:
            if rng.random() < 0.5:
                return shapes(rng, board)
            sizes = [rng.choice((2, 3, 3, 4, 4, 5)) for _ in range(rng.randint(3, 12))]
            return tuple(sum(1 << cell for cell in rng.sample(range(cells), size)) for size in sizes)

        rule, black = rng.choice(list(Rule)), sets()
        white = () if rule is Rule.MAKER_BREAKER else black if rng.random() < 0.6 else sets()
        one, two = rng.sample(range(cells), 2)
        start = rng.choice([Position(), Position(1 << one), Position(1 << one, 1 << two, 2), Position(0, 1 << two, 1)])
        first = rng.getrandbits(cells) if rng.random() < 0.2 else None
        turns = rng.choice(TURNS)
        try:
            return PositionalGame("squares", board, rule, black, white, start=start, turns=turns, first_moves=first)
        except InputError:
            continue  # both have won


def random_switches(rng: Random) -> Switches:
    if rng.random() < 0.3:
        return Switches()
    flags = {name: rng.random() < 0.6 for name in FLAGS}
    return Switches(
        **flags,
        pairing=rng.choice((0, 1, 20)),
        repair=rng.choice((0, 1, 20)),
        joint=rng.choice((0, 1, 20)),
        repair_from=rng.choice((0, 5, 32)),
        periodic=rng.choice((0, 1)),
        windows=rng.choice((0, 3, 20)),
        window_from=0,
        supports=rng.choice((0, 512, 16384)),
        shares=rng.choice((0, 1, 4, 20)),
        shuffle=rng.choice((0, 1, 99)),
    )


def check(game: PositionalGame, depths: list[int | None], switches: Switches, memory: float | None) -> None:
    """The answers and first moves are those of the plain rules."""
    oracle, complete = Minimax(game), game.complete_depth()
    black_moves = game.winner(game.start) is None and game.player_at(game.start.ply) is Player.BLACK
    for depth in depths:
        bound = complete if depth is None else depth
        found = decide(game, depth, switches=switches, memory_limit_mb=memory)
        assert found.answer is oracle.within(game.start, bound), (depth, switches)
        assert (found.first_move is not None) == (found.answer and black_moves)
        if found.first_move is not None:
            assert found.first_move in game.legal(game.start)
            assert oracle.within(game.step(game.start, found.first_move), bound - 1)


@settings(max_examples=draws(400, 150), deadline=None)
@given(st.integers(0, 10**9), st.sampled_from(Rule), st.sampled_from([None, 0.001, 0]))
def test_small_games_at_every_depth(seed: int, rule: Rule, memory: float | None) -> None:
    rng = Random(seed)
    game = positional(rng, rule)
    check(game, [*range(game.complete_depth() + 2), None], random_switches(rng), memory)


@settings(max_examples=draws(150, 40), deadline=None)
@given(st.integers(0, 10**9), st.sampled_from([None, 0.001]))
def test_boards_of_nine_squares(seed: int, memory: float | None) -> None:
    rng = Random(seed)
    game = board_game(rng)
    check(game, [None, rng.randint(1, 5), rng.randint(2, 9)], random_switches(rng), memory)


def spread(game: PositionalGame, cells: int, rng: Random) -> PositionalGame:
    """The same game on cells anywhere on a large board, whose others are taken."""
    places = sorted(rng.sample(range(cells), len(game.board)))

    def moved(mask: int) -> int:
        return sum(1 << place for cell, place in enumerate(places) if mask >> cell & 1)

    others = (1 << cells) - 1 - sum(1 << place for place in places)
    start = Position(moved(game.start.black) | others, moved(game.start.white), game.start.ply)
    black, white = (tuple(map(moved, sets)) for sets in (game.black_sets, game.white_sets))
    first = None if game.first_moves is None else moved(game.first_moves)
    board = Board.named([f"c{cell}" for cell in range(cells)])
    return replace(game, board=board, black_sets=black, white_sets=white, start=start, first_moves=first)


@pytest.mark.parametrize("cells", [64, 65, 128, 200, 256, 257, 300, 512])
@settings(max_examples=draws(30, 5), deadline=None)
@given(st.integers(0, 10**9), st.sampled_from(Rule))
def test_cells_of_large_boards(cells: int, seed: int, rule: Rule) -> None:
    """Answers depend neither on where the cells lie nor on others that are taken."""
    rng = Random(seed)
    game = positional(rng, rule)
    far, switches = spread(game, cells, rng), random_switches(rng)
    for depth in (None, rng.randint(1, game.complete_depth() + 1)):
        assert decide(far, depth, switches=switches).answer is decide(game, depth).answer, depth


def test_the_race_agrees_with_the_general_search_on_larger_boards() -> None:
    """Maker-maker games whose threats and counter-threats go deeper than the plain rules could follow."""
    answers = []
    for seed in range(150):
        rng = Random(seed)
        board = Board.square(4, rng.choice((3, 4)), torus=rng.random() < 0.5)
        cells = len(board)
        black, white = (
            tuple(sum(1 << cell for cell in rng.sample(range(cells), rng.choice((3, 4)))) for _ in range(count))
            for count in (rng.randint(6, 14), rng.randint(2, 12))
        )
        try:
            game = PositionalGame("squares", board, Rule.MAKER_MAKER, black, white)
        except InputError:
            continue
        found = decide(game).answer
        assert found is decide(game, switches=replace(ALL_ON, race=False, must_play=False, relax=False)).answer, seed
        answers.append(found)
    assert {True, False} == set(answers)


def test_wins_serve_elsewhere_where_both_build() -> None:
    """Facts of Black's wins spare most positions of a game on a torus, and change no answer in the middle of games."""
    game = make("httt:p5-03,board=6x6,torus,mm")
    assert isinstance(game, PositionalGame)
    found, plain = decide(game, switches=Switches(rows=False)), decide(game, switches=Switches(rows=False, supports=0))
    assert (found.answer, plain.answer) == (True, True)
    assert found.nodes < 0.4 * plain.nodes
    rng, sparing = Random(1), 0
    for _ in range(size(100, 40)):
        shape = rng.choice(("p4-03", "p4-05", "p5-02", "p5-03", "p5-05", "p5-08", "p5-09"))
        board = rng.choice(("5x5", "5x5,torus", "6x5"))
        whole = make(f"httt:{shape},board={board},mm")
        assert isinstance(whole, PositionalGame)
        middle = whole.after(rng.sample(range(len(whole.board)), rng.randint(1, 5)))
        found, plain = decide(middle), decide(middle, switches=Switches(supports=0))
        assert found.answer is plain.answer, (shape, board, middle.start)
        sparing += found.nodes < plain.nodes
    assert sparing > 0


def test_rows_of_threats_are_told_at_once() -> None:
    """Wins take fewer positions with the search for rows, and no answer changes in the middle of games."""
    game = make("httt:p5-03,board=6x6,torus,mm")
    assert isinstance(game, PositionalGame)
    found, plain = decide(game), decide(game, switches=Switches(rows=False))
    assert (found.answer, plain.answer) == (True, True)
    assert found.nodes < 0.8 * plain.nodes
    rng, won = Random(2), 0
    for _ in range(size(200, 60)):
        shape = rng.choice(("p3-01", "p4-01", "p4-03", "p4-05", "p5-02", "p5-03", "p5-05", "p5-08"))
        after = make(f"httt:{shape},board={rng.choice(('4x5', '5x5', '5x5,torus', '6x5'))},mm")
        assert isinstance(after, PositionalGame)
        for _ in range(rng.choice((2, 3, 4, 5))):
            if after.winner(after.start) is None:
                after = after.after([after.move_name(rng.choice(after.legal(after.start)))])
        answer = decide(after, switches=Switches(supports=rng.choice((0, 64)), shares=rng.choice((0, 4, 256)))).answer
        assert answer is decide(after, switches=Switches(rows=False, race=rng.random() < 0.5)).answer
        won += answer is True
    assert won > 10


def test_rounds_where_both_build_take_few_positions() -> None:
    """White left out first, cells in reach of Black's quiet moves, replies tried again: half of the positions.

    Where White holds, the maker-breaker search asked within the rounds spares nearly all.
    """
    wins, held = ("httt:p5-05,board=6x6,torus,mm", "httt:p5-03,board=8x8,torus,mm"), "httt:p4-01,board=6x6,mm"
    games = [make(name) for name in (*wins, held)]
    found = [decide(game) for game in games if isinstance(game, PositionalGame)]
    assert [each.answer for each in found] == [True, True, False]
    assert found[0].nodes < 90_000  # 160,845 without
    assert found[1].nodes < 100_000  # 174,556
    assert found[2].nodes < 600_000  # 1.26 million; without that question more than 16


@pytest.mark.parametrize("flag", FLAGS)
def test_each_switch_alone(flag: str) -> None:
    for seed in range(12):
        game = board_game(Random(seed))
        check(game, [None, 5], replace(Switches(), **{flag: False}), None)


def answer(name: str, switches: Switches = ALL_ON) -> bool | None:
    game = make(name)
    assert isinstance(game, PositionalGame)
    return decide(game, switches=switches).answer


@pytest.mark.parametrize(("size", "torus", "winners"), [(3, "", 4), (3, ",torus", 4), (5, "", 8)])
def test_winners_among_the_polyominoes(size: int, torus: str, winners: int) -> None:
    names = [f"httt:{poly.systematic_name or poly.name},board={size}x{size}{torus}" for poly in fitting(size, size)]
    assert sum(answer(name) is True for name in names) == winners


def test_the_polyominoes_of_five_by_five_by_repair_and_in_rounds() -> None:
    switches = Switches(pairing=0, repair_from=0, shares=16)
    names = [f"httt:{poly.systematic_name or poly.name},board=5x5,kind=mb" for poly in fitting(5, 5)]
    assert sum(answer(name, switches) is True for name in names) == 8


@pytest.mark.parametrize("torus", ["", ",torus"])
def test_both_build_in_rounds(torus: str) -> None:
    """Rounds of tiny shares, with deepening and without, find the winners that deepening alone finds."""
    names = [f"httt:{poly.systematic_name or poly.name},board=5x5{torus}" for poly in fitting(5, 5)]
    deepened = {name for name in names if answer(name, Switches(shares=0))}
    for switches in (Switches(shares=1), Switches(shares=16, deepen=bool(torus))):
        assert {name for name in names if answer(name, switches)} == deepened


def test_what_white_holds_is_soon_shown_in_rounds() -> None:
    game = make("httt:p4-01,board=6x6")
    assert isinstance(game, PositionalGame)
    rounds, deepened = decide(game), decide(game, switches=Switches(shares=0))
    assert rounds.answer is deepened.answer is False
    assert 2 * rounds.nodes < deepened.nodes


def test_leaves_by_repair_agree_with_a_search_without_leaves() -> None:
    answers = []
    for seed in range(150):
        rng = Random(seed)
        board = Board.square(4, rng.choice((3, 4)))
        lines = [rng.sample(range(len(board)), rng.choice((3, 3, 4, 5))) for _ in range(rng.randint(5, 22))]
        masks = tuple(sum(1 << cell for cell in one) for one in lines)
        game = PositionalGame("lines", board, Rule.MAKER_BREAKER, masks)
        bare = decide(game, switches=Switches(pairing=0, repair=0, erdos_selfridge=False, shares=0)).answer
        for steps in (1, 3, 20):
            assert decide(game, switches=Switches(pairing=0, repair=steps, repair_from=0)).answer is bare, (seed, steps)
        answers.append(bare)
    assert {True, False} == set(answers)


def test_snaky_loses_on_seven_by_seven_with_and_without_a_table() -> None:
    for kind in ("mm", "mb"):
        for switches in (Switches(), Switches(table=False)):
            assert answer(f"httt:snaky,board=7x7,kind={kind}", switches) is False


def test_limits_end_a_search_with_their_reason() -> None:
    game = make("httt:snaky,board=9x9")
    assert isinstance(game, PositionalGame)
    assert decide(game, time_limit=0).reason == "time"
    begun = time.monotonic()
    assert decide(game, time_limit=0.05).reason == "time"
    assert time.monotonic() - begun < 2
    found = decide(game, node_limit=500, memory_limit_mb=1)
    assert (found.answer, found.reason, found.nodes) == (None, "nodes", 500)
    assert found.memory <= 1_100_000


def test_an_interrupt_is_heard() -> None:
    game = make("httt:snaky,board=9x9")
    assert isinstance(game, PositionalGame)
    timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        decide(game, time_limit=20)
    timer.join()


def test_boards_at_and_over_the_limit() -> None:
    board = Board.square(16, 32)
    row = tuple(0b11111 << cell for cell in range(512) if cell % 16 < 12)
    assert decide(PositionalGame("rows", board, Rule.MAKER_BREAKER, row)).answer is not None
    over = Board.square(513, 1)
    with pytest.raises(UnsupportedError, match="512"):
        decide(PositionalGame("too large", over, Rule.MAKER_BREAKER, (0b11,)))
    assert decide(PositionalGame("no cells", Board(()), Rule.MAKER_MAKER, ())).answer is False
