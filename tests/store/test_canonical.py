"""Canonical forms: one for all games that are the same, never one for two that are not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from itertools import permutations, product
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.encodings.games import KINDS
from tests.sizes import draws, size
from tests.store.twins import can_swap, played, random_grid, shape, twin

from zermelo.errors import InputError
from zermelo.families import make
from zermelo.model import (
    Action,
    Board,
    Colour,
    ConnectionGame,
    Expression,
    Game,
    GridGame,
    Player,
    Position,
    PositionalGame,
    Rule,
    SubCondition,
    Turns,
    cells_of,
    maker_breaker_of,
    mask_of,
)
from zermelo.search import Minimax
from zermelo.store import Canonical, canonical
from zermelo.store.labelling import canonical_labelling

made: Callable[[str], Any] = make
ALL: dict[str, Callable[[Random], Any]] = {**KINDS, "grid": random_grid}
SEEDS = st.integers(0, 2**32)


def key(game: Game) -> str:
    return canonical(game).key


@pytest.mark.parametrize("kind", ALL)
@settings(max_examples=draws(150, 25))
@given(SEEDS)
def test_the_same_game_has_one_form(kind, seed):
    """The form is the same in any order, with any names, turned or with colours exchanged; moves keep their names."""
    rng = Random(seed)
    game = played(ALL[kind](rng), rng)
    other, moved = twin(game, rng)
    one, two = canonical(game), canonical(other)
    assert one.text == two.text
    for move in game.legal(game.start):
        assert two.names[moved(move)] == one.names[move]
    assert (one.role(game.mover(game.start)) == two.role(other.mover(other.start))) or not game.legal(game.start)


@pytest.mark.parametrize("kind", ALL)
@settings(max_examples=draws(60, 30))
@given(SEEDS)
def test_moves_of_one_name_are_equally_good(kind, seed):
    """Also within a game: the plays that they begin are the same."""
    game = ALL[kind](Random(seed))
    form = canonical(game)
    assert sorted(move for moves in form.moves.values() for move in moves) == sorted(game.legal(game.start))
    for first, *others in form.moves.values():
        for move in others:
            assert shape(game.after([move]), form.role, 3) == shape(game.after([first]), form.role, 3)


@pytest.mark.parametrize("kind", ALL)
def test_one_form_is_one_game(kind):
    """Of thousands of tiny games, those that share a form have one game tree, and search says the same of them.

    Most are small changes of each other: another set, stone, edge, turn or rule.
    """
    rng, groups = Random(kind), defaultdict[str, list[tuple[Game, Canonical]]](list)
    for _ in range(size(150, 50) if kind == "grid" else size(250, 90)):
        game = ALL[kind](rng)
        if len(game.board) > 6:
            continue
        for _ in range(6):
            form = canonical(game)
            groups[form.key].append((game, form))
            game = changed(game, rng)
    shared = [games for games in groups.values() if len(games) > 1]
    assert len(shared) > 20
    plies = 3 if kind == "grid" else 6
    for (first, form), *others in shared:
        expected = shape(first, form.role, plies)
        for other, its_form in others[:3]:
            assert shape(other, its_form.role, plies) == expected, (first, other)
    for first_and_form, other_and_form, *_ in shared[:30]:
        assert verdicts(*first_and_form) == verdicts(*other_and_form)


def verdicts(game: Game, form: Canonical) -> dict[tuple[int, int], bool]:
    """The winner within each small depth, by exhaustive search."""
    found: dict[tuple[int, int], bool] = {}
    for player in Player:
        if player is Player.WHITE and not can_swap(game):
            continue
        asked = game if player is Player.BLACK else game.swapped()
        role, oracle = form.role(player), Minimax(asked)
        found |= {(role, depth): oracle.within(asked.start, depth) for depth in range(4)}
    return found


def changed(game: Any, rng: Random) -> Any:
    """The game with one thing changed."""
    while True:
        try:
            return _changed(game, rng)
        except InputError:  # a board that cannot be
            continue


def _changed(game: Any, rng: Random) -> Any:
    cell = 1 << rng.randrange(len(game.board))
    black, white, ply = game.start
    ways = [
        lambda: replace(game, start=Position(black ^ cell, white & ~cell, ply)),
        lambda: replace(game, start=Position(black & ~cell, white ^ cell, ply)),
        lambda: replace(game, start=Position(black, white, ply + 1)),
    ]
    if isinstance(game, GridGame):
        ways += [lambda: grid_rule_changed(game, rng)] * 3
    if isinstance(game, PositionalGame | ConnectionGame):
        ways += [
            lambda: replace(game, turns=rng.choice([Turns(), Turns(Player.WHITE), Turns(Player.BLACK, 1, 2)])),
            lambda: replace(game, first_moves=rng.choice([None, cell, game.board.full & ~cell])),
        ]
    if isinstance(game, PositionalGame):
        sets = list(game.black_sets)
        if sets:
            sets[rng.randrange(len(sets))] ^= cell
        more: dict[str, Any] = (
            {"white_sets": tuple(sets)} if game.rule is Rule.MAKER_MAKER and rng.random() < 0.5 else {}
        )
        ways.append(lambda: replace(game, black_sets=tuple(sets), **more))
        if game.rule is Rule.MAKER_MAKER:
            ways.append(lambda: replace(game, rule=Rule.MAKER_BREAKER, white_sets=()))
        else:
            ways.append(lambda: replace(game, rule=Rule.MAKER_MAKER, white_sets=game.black_sets))
    if isinstance(game, ConnectionGame) and not game.is_hex:
        ways += [
            lambda: replace(game, source=game.source ^ cell),
            lambda: replace(game, neighbours=with_edge(game.neighbours, rng)),
            lambda: replace(game, joined=not game.joined),
        ]
    return rng.choice(ways)()


def with_edge(neighbours: tuple[int, ...], rng: Random) -> tuple[int, ...]:
    if len(neighbours) < 2:
        return neighbours
    found = list(neighbours)
    one, two = rng.sample(range(len(found)), 2)
    found[one] ^= 1 << two
    found[two] ^= 1 << one
    return tuple(found)


def grid_rule_changed(game: GridGame, rng: Random) -> GridGame:
    """A part of an action or a goal with another colour, sign or place."""
    field = rng.choice(["black_actions", "white_actions", "black_goals", "white_goals"])
    rules = list(getattr(game, field))
    if not rules:
        return game
    number = rng.randrange(len(rules))
    parts = list(rules[number].precondition if "actions" in field else rules[number])
    place = rng.randrange(len(parts))
    part = parts[place]
    axis = rng.choice(["x", "y"])
    shifted = getattr(part, axis)._replace(offset=getattr(part, axis).offset + rng.choice((-1, 1)))
    parts[place] = rng.choice([part._replace(negated=not part.negated), part._replace(**{axis: shifted})])
    rules[number] = rules[number]._replace(precondition=tuple(parts)) if "actions" in field else tuple(parts)
    fields: dict[str, Any] = {field: tuple(rules)}
    return replace(game, **fields)


@settings(max_examples=draws(60, 30))
@given(SEEDS)
def test_positional_games_share_exactly_when_they_are_isomorphic(seed):
    """Compared with brute force over all orders of the open cells, by who has won in every position."""
    rng = Random(seed)
    game = ALL[rng.choice(["maker-maker", "maker-breaker"])](rng)
    other = changed(twin(game, rng)[0], rng)
    sizes = {(each.board.full & ~(each.start.black | each.start.white)).bit_count() for each in (game, other)}
    assume(max(sizes) <= 4)
    assume(not any(each.winner(each.start) for each in (game, other)))
    assert (key(game) == key(other)) == any(isomorphic(game, each) for each in swaps(other)), (game, other)


def swaps(game: Any) -> list[Any]:
    return [game, game.swapped()] if can_swap(game) else [game]


def isomorphic(one: PositionalGame, two: PositionalGame) -> bool:
    cells, others = ([*cells_of(g.board.full & ~(g.start.black | g.start.white))] for g in (one, two))
    if len(cells) != len(others) or one.rule is not two.rule:
        return False
    plies = range(len(cells))
    if any(one.player_at(one.start.ply + k) is not two.player_at(two.start.ply + k) for k in plies):
        return False
    table, firsts = winners(one, cells), allowed(one)
    wanted, other_firsts = winners(two, others), allowed(two)
    for order in permutations(plies):
        if {order[cells.index(cell)] for cell in firsts} == {others.index(cell) for cell in other_firsts} and all(
            table[fill] is wanted[tuple(fill[order.index(k)] for k in plies)] for fill in table
        ):
            return True
    return False


def allowed(game: PositionalGame) -> list[int]:
    free = game.board.full & ~(game.start.black | game.start.white)
    return list(cells_of(free if game.first_moves is None or game.start.ply else free & game.first_moves))


def winners(game: PositionalGame, cells: list[int]) -> dict[tuple[int, ...], Player | None]:
    found: dict[tuple[int, ...], Player | None] = {}
    for fill in product((0, 1, 2), repeat=len(cells)):
        black, white, _ = game.start
        for cell, colour in zip(cells, fill, strict=True):
            black |= (colour == 1) << cell
            white |= (colour == 2) << cell
        found[fill] = game.winner(Position(black, white, 1))
    return found


def cycle(length: int, start: int = 0) -> list[tuple[int, ...]]:
    return [(start + k, start + (k + 1) % length) for k in range(length)]


def on_a_torus(steps: list[tuple[int, int]]) -> list[tuple[int, ...]]:
    """The graph on 4x4 cells whose neighbours differ by these steps."""
    cells = list(product(range(4), repeat=2))
    number = {cell: k for k, cell in enumerate(cells)}
    return [(number[x, y], number[(x + dx) % 4, (y + dy) % 4]) for x, y in cells for dx, dy in steps]


SYMMETRIC: dict[str, list[tuple[int, ...]]] = {
    "cycle": cycle(12),
    "two cycles": cycle(6) + cycle(6, 6),
    "unequal cycles": cycle(4) + cycle(8, 4),
    "cube and cycle": [(a, a | 1 << k) for a in range(8) for k in range(3) if not a >> k & 1] + cycle(4, 8),
    "Petersen": cycle(5) + [(k, k + 5) for k in range(5)] + [(5 + k, 5 + (k + 2) % 5) for k in range(5)],
    "prism": cycle(5) + [(k, k + 5) for k in range(5)] + cycle(5, 5),
    "rook": on_a_torus([(0, 1), (1, 0), (0, 2), (2, 0)]),  # strongly regular, like the next one, and not the same
    "Shrikhande": on_a_torus([(0, 1), (1, 0), (1, 1)]),
    "Fano": [(0, 1, 2), (0, 3, 4), (0, 5, 6), (1, 3, 5), (1, 4, 6), (2, 3, 6), (2, 4, 5)],
}


def test_symmetric_games():
    """Games that refinement does not tell apart: every order gives one form, different games different ones."""
    rng, found = Random(1), defaultdict[str, set[str]](set)
    for name, sets in SYMMETRIC.items():
        board = Board.named([f"v{cell}" for cell in range(max(map(max, sets)) + 1)])
        masks = tuple(mask_of(cells) for cells in sets)
        game = PositionalGame(name, board, Rule.MAKER_BREAKER, masks)
        for each in (game, game.after([0]), game.after([0, 1])):
            forms = {key(twin(each, rng)[0]) for _ in range(size(12, 6))}
            assert forms == {key(each)}, name
            found[key(each)].add(name)
    assert max(map(len, found.values())) == 1


def test_one_orbit_where_all_cells_are_alike():
    sizes = {
        name: [len(moves) for moves in canonical(made(name)).moves.values()] for name in ("ttt", "hex:3x3", "qubic")
    }
    assert {name: sorted(found) for name, found in sizes.items()} == {
        "ttt": [1, 4, 4],
        "hex:3x3": [1, 2, 2, 2, 2],
        "qubic": [16, 48],
    }


def test_the_way_to_a_position_does_not_matter():
    game = made("ttt")
    cell = game.board.cell
    orders = [["a1", "b2", "c3"], ["c3", "b2", "a1"]]
    forms = {key(game.after([cell(name) for name in order])) for order in orders}
    assert len(forms) == 1
    grid = made("domineering:4x4")
    moves = grid.legal(grid.start)
    assert key(grid.after([moves[0]])) != key(grid)


def test_stones_without_effect_do_not_matter():
    """White's useless stones on a cut-off corner, Black's on a line that is blocked already."""
    board = Board.square(5, 1)
    sets = (0b00011, 0b01100)
    games = [
        PositionalGame("", board, Rule.MAKER_BREAKER, sets, start=Position(black, 0b00001, 2))
        for black in (0b00010, 0b10000)
    ]
    assert key(games[0]) == key(games[1])
    assert key(replace(games[0], rule=Rule.MAKER_MAKER)) != key(games[0])


def test_edges_within_a_border_do_not_matter():
    game = made("hex:3x3")
    a1, b1 = game.board.cell("a1"), game.board.cell("b1")
    cut = list(game.neighbours)
    cut[a1], cut[b1] = cut[a1] & ~(1 << b1), cut[b1] & ~(1 << a1)
    plain, without = (replace(game, neighbours=tuple(each), white_source=None) for each in (game.neighbours, cut))
    assert key(plain) == key(without)


def test_parameters_of_grid_games():
    """The offset from which a rule counts does not matter; the cells where it holds do."""

    def game(*xs: int, least: int = 0) -> GridGame:
        """Place a stone; the goal asks for stones in these columns beside ?x; ``least`` moves the action likewise."""
        place = Action("place", (cell(Colour.OPEN, least),), (cell(Colour.BLACK, least),))
        reply = Action("place", (cell(Colour.OPEN, 0),), (cell(Colour.WHITE, 0),))
        return GridGame("", 4, 2, (place,), (reply,), (tuple(cell(Colour.BLACK, x) for x in xs),), ())

    def cell(colour: Colour, x: int) -> SubCondition:
        return SubCondition(colour, Expression("parameter", x), Expression("parameter"))

    assert key(game(0, 1)) == key(game(-1, 0)) == key(game(1, 0))
    assert len({key(each) for each in (game(0, 1), game(1, 2), game(0), game(0, least=-1), game(0, least=1))}) == 4
    assert key(game(0, least=-1)) == key(game(0, least=1))  # each leaves out one side


def test_colours_and_depths():
    """White's question on a game and Black's on the swapped one are one; who moves is not."""
    for text in ("ttt", "hex:3x3", "hex:4x3", "breakthrough:3x5", "httt:tippy,board=4x4"):
        game = made(text)
        assert key(game) == key(game.swapped()) == key(game.with_depth(3)), text
        for player in Player:
            assert canonical(game).role(player) == canonical(game.swapped()).role(player.other)
    assert key(made("hex:3x3")) == key(made("hex:3x3,first=white"))  # along the diagonal
    assert key(made("hex:4x3")) != key(made("hex:4x3,first=white"))
    assert key(made("hex:4x3")) != key(made("hex:3x4"))
    assert key(made("hex:4x3")) == key(made("hex:3x4,first=white"))
    ttt, maker = made("ttt"), maker_breaker_of(made("ttt"))
    assert key(ttt) == key(replace(ttt, turns=Turns(Player.WHITE)))
    assert key(maker) != key(replace(maker, turns=Turns(Player.WHITE)))


def test_a_graph_that_only_looks_like_hex_has_no_swapped_twin():
    """Exchanging borders is no symmetry where the Hex theorem does not hold."""
    board = ConnectionGame.hex(3, 3)
    cut = list(board.neighbours)
    cut[0] &= ~0b10
    cut[1] &= ~0b1
    odd = replace(board, neighbours=tuple(cut))
    assert (
        canonical(odd).role(Player.BLACK) == canonical(replace(odd, turns=Turns(Player.WHITE))).role(Player.BLACK) == 1
    )
    assert canonical(replace(board, turns=Turns(Player.WHITE))).role(Player.BLACK) == 2


def test_boards_of_grid_games():
    """Mirrored and transposed rules on a mirrored and transposed board."""
    assert key(made("domineering:3x2")) == key(made("domineering:2x3,first=white"))
    assert key(made("domineering:3x2")) != key(made("domineering:2x3"))
    game = made("breakthrough:3x5")
    names = {game.move_name(move): name for move, name in canonical(game).names.items()}
    assert len(names) > len(set(names.values())) > 1
    assert len(canonical(made("connect:4,board=7x6")).moves) == 4


@pytest.mark.parametrize("text", ["httt:snaky,board=8x8", "hex:11x11", "qubic", "connect:4,board=7x6"])
def test_large_boards_share(text):
    game = made(text)
    other, moved = twin(game, Random(1))
    assert key(game) == key(other)
    move = game.legal(game.start)[3]
    assert key(game.after([move])) == key(other.after([moved(move)]))


def test_a_small_budget_shares_less_and_never_lies():
    """Ten triangles are all alike: that takes long to see. Whatever the budget, the certificate tells what it is of."""
    edges = [(3 * k + a, 3 * k + b) for k in range(10) for a, b in ((0, 1), (1, 2), (0, 2))] + [(0, 3), (6, 9)]
    neighbours = [[b for a, b in [*edges, *[(y, x) for x, y in edges]] if a == point] for point in range(30)]

    def written(labels):
        return str(sorted(tuple(sorted((labels[a], labels[b]))) for a, b in edges))

    whole = canonical_labelling(neighbours, [0] * 30, 30, written)
    assert whole.complete
    for budget in (0, 1, 500, 2_000):
        short = canonical_labelling(neighbours, [0] * 30, 30, written, budget)
        assert short == canonical_labelling(neighbours, [0] * 30, 30, written, budget)
        assert not short.complete
        assert short.certificate == written(short.labels)
        assert sorted(short.labels) == list(range(30))
