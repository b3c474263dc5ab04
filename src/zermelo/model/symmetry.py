"""The symmetries of a game: permutations of the cells that change neither the rules nor the stones.

For positional and connection games the automorphisms are those of a graph whose vertices are the
cells, the winning sets and the borders. Grid games are tried under the symmetries of their rectangle. Two first moves
in one orbit lead to the same result.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from zermelo.model.automorphism import BUDGET, Permutation, automorphisms, products
from zermelo.model.board import cells_of, mask_of
from zermelo.model.connection import ConnectionGame
from zermelo.model.game import Game, Player, Position
from zermelo.model.grid import GridGame
from zermelo.model.ground import GroundRules
from zermelo.model.positional import PositionalGame


def permuted(mask: int, permutation: Permutation) -> int:
    """The image of a set of cells.

    >>> bin(permuted(0b011, (2, 1, 0)))
    '0b110'
    """
    return mask_of(permutation[cell] for cell in cells_of(mask))


def generators(game: Game) -> list[Permutation]:
    """Permutations that generate the symmetry group of the game in its start position.

    A restriction of the first move (``first_moves``) need not be kept: it is what symmetries justify.

    >>> from zermelo.model.connection import ConnectionGame
    >>> generators(ConnectionGame.hex(2, 2))
    [(3, 2, 1, 0)]
    """
    if isinstance(game, PositionalGame):
        return _positional_generators(_cell_colours(game), game.black_sets, game.white_sets)
    if isinstance(game, ConnectionGame):
        return _connection_generators(_cell_colours(game), game.neighbours, (game.source, game.target))
    if isinstance(game, GridGame):
        black, white, _ = game.start
        return [
            turn
            for turn in _grid_generators(game.rules)
            if (permuted(black, turn), permuted(white, turn)) == (black, white)
        ]
    return []


def rule_generators(game: Game) -> list[Permutation]:
    """Permutations that generate the symmetry group of the rules, whatever stones there are.

    >>> from zermelo.model.connection import ConnectionGame
    >>> rule_generators(ConnectionGame.hex(2, 2).after([0]))
    [(3, 2, 1, 0)]
    """
    if isinstance(game, GridGame):
        return list(_grid_generators(game.rules))
    return generators(game.at(Position(ply=max(1, game.start.ply))))


def orbits(cells: Iterable[int], group: list[Permutation]) -> list[list[int]]:
    """The cells, partitioned into orbits under the group that some permutations generate."""
    left, found = dict.fromkeys(cells), []
    while left:
        orbit, frontier = set[int](), [next(iter(left))]
        while frontier:
            cell = frontier.pop()
            if cell not in orbit:
                orbit.add(cell)
                frontier.extend(permutation[cell] for permutation in group)
        found.append([cell for cell in left if cell in orbit])
        for cell in found[-1]:
            del left[cell]
    return found


def first_move_orbits(game: Game) -> list[list[Any]]:
    """The legal moves of the start position, partitioned: moves of one part are equally good.

    >>> from zermelo.model.connection import ConnectionGame
    >>> game = ConnectionGame.hex(2, 2)
    >>> [[game.move_name(move) for move in orbit] for orbit in first_move_orbits(game)]
    [['a1', 'b2'], ['a2', 'b1']]
    """
    moves, group = game.legal(game.start), generators(game)
    if not isinstance(game, GridGame):
        return orbits(moves, group)
    whole = list(products(group))
    parts: dict[Hashable, list[Any]] = {}
    for move in moves:
        after = game.step(game.start, move)
        images = [(permuted(after.black, turn), permuted(after.white, turn)) for turn in whole]
        parts.setdefault(min([(after.black, after.white), *images]), []).append(move)
    return list(parts.values())


def restriction_is_sound(game: Game) -> bool:
    """Tell whether the restriction of the first move, if any, keeps a cell of every orbit, so that it loses nothing."""
    if not isinstance(game, PositionalGame | ConnectionGame) or game.first_moves is None or game.start.ply > 0:
        return True
    free = list(cells_of(game.board.full & ~(game.start.black | game.start.white)))
    return all(any(game.first_moves >> cell & 1 for cell in orbit) for orbit in orbits(free, generators(game)))


def _cell_colours(game: Game) -> tuple[int, ...]:
    """The colours of the cells, which tell the stones and not the number of moves made."""
    black, white, _ = game.start
    return tuple(2 * (black >> cell & 1) + (white >> cell & 1) for cell in range(len(game.board)))


@lru_cache(maxsize=64)
def _positional_generators(
    colours: tuple[int, ...], black_sets: tuple[int, ...], white_sets: tuple[int, ...]
) -> list[Permutation]:
    cells, sets = len(colours), [*black_sets, *white_sets]
    if 4 * sum(map(int.bit_count, sets)) > BUDGET:  # refining the graph once and checking one symmetry takes more
        return []
    members = [tuple(cells_of(mask)) for mask in sets]
    neighbours: list[list[int]] = [[] for _ in range(cells)]
    for number, around in enumerate(members, cells):
        for cell in around:
            neighbours[cell].append(number)
    colours = (*colours, *[4] * len(black_sets), *[5] * len(white_sets))
    return automorphisms([*neighbours, *members], colours, cells)


@lru_cache(maxsize=64)
def _connection_generators(
    colours: tuple[int, ...], around: tuple[int, ...], borders: tuple[int, int]
) -> list[Permutation]:
    cells = len(colours)
    neighbours = [
        [*cells_of(mask), *[cells + k for k, border in enumerate(borders) if border >> cell & 1]]
        for cell, mask in enumerate(around)
    ]
    return automorphisms([*neighbours, *map(cells_of, borders)], [*colours, 4, 4], cells)


def _rectangle(columns: int, rows: int) -> list[Permutation]:
    """The symmetries of a rectangle but the identity, as permutations of cells numbered row by row."""
    places = [(x, y) for y in range(rows) for x in range(columns)]
    found: dict[Permutation, None] = {}
    for transpose in (False, True) if columns == rows else (False,):
        for flip_x in (False, True):
            for flip_y in (False, True):
                images = []
                for x, y in places:
                    x, y = (y, x) if transpose else (x, y)
                    x, y = columns - 1 - x if flip_x else x, rows - 1 - y if flip_y else y
                    images.append(y * columns + x)
                found[tuple(images)] = None
    return [turn for turn in found if turn != tuple(range(columns * rows))]


def keeps_rules(game: Game, turn: Permutation) -> bool:
    """Tell whether a permutation of the cells maps the rules of a game onto themselves, stones and turns aside.

    A game looks the same from a position and from its image then, but for a restriction of the first move.

    >>> from zermelo.model.connection import ConnectionGame
    >>> [keeps_rules(ConnectionGame.hex(2, 2), turn) for turn in ((3, 2, 1, 0), (1, 0, 3, 2))]
    [True, False]
    """
    if sorted(turn) != list(range(len(game.board))):
        return False

    def moved(masks: Iterable[int]) -> tuple[int, ...]:
        return tuple(permuted(mask, turn) for mask in masks)

    if isinstance(game, PositionalGame):
        return all(set(moved(sets)) == set(sets) for sets in {game.black_sets, game.white_sets})
    if isinstance(game, ConnectionGame):
        around = all(permuted(mask, turn) == game.neighbours[turn[cell]] for cell, mask in enumerate(game.neighbours))
        return around and set(moved((game.source, game.target))) == {game.source, game.target}
    return isinstance(game, GridGame) and _keeps_grid_rules(game.rules, turn)  # else nothing is known of it


@lru_cache(maxsize=64)
def _grid_generators(rules: GroundRules) -> tuple[Permutation, ...]:
    return tuple(turn for turn in _rectangle(rules.columns, rules.rows) if _keeps_grid_rules(rules, turn))


def _keeps_grid_rules(rules: GroundRules, turn: Permutation) -> bool:
    """Tell whether a permutation maps actions and goals onto themselves: the image of each must be one."""
    known: dict[int, int] = {}

    def moved(masks: Iterable[int]) -> tuple[int, ...]:
        found = []
        for mask in masks:
            image = known.get(mask)
            if image is None:
                image = known[mask] = permuted(mask, turn)
            found.append(image)
        return tuple(found)

    # A permutation takes different conditions to different ones: images that are all there are all of them.
    return all(
        all(moved(one) in there for one in there)
        for player in Player
        for there in (
            {tuple(goal) for goal in rules.ground_goals[player]},
            {(*ground.needs, *ground.sets) for ground in rules.ground_actions[player]},
        )
    )


MANY_SYMMETRIES = 255
"""The largest group that is used if nothing else is said, since a position has so many images; else a part of it."""


def most_symmetries(cells: int) -> int:
    """The largest group of a strategy on so many cells, without the identity: all of a torus of up to 9×9 cells.

    Whoever follows it keeps the images of all bytes of a mask, which takes 128 MB at most on such boards.

    >>> [most_symmetries(cells) for cells in (9, 81, 512)]
    [1023, 744, 255]
    """
    return max(MANY_SYMMETRIES, min(1023, 8192 // (cells // 8 + 1)))


_PATIENCE = 16
"""So many generators that would make the group too large are tried; hundreds of cells may change places freely."""


def rule_symmetries(game: Game, most: int = MANY_SYMMETRIES) -> tuple[Permutation, ...]:
    """Symmetries of the rules of a game but the identity, whatever stones there are; a group of at most ``most``.

    >>> from zermelo.families import make
    >>> len(rule_symmetries(make("ttt"))), len(rule_symmetries(make("httt:elam,board=3x3"), 10))
    (7, 5)
    """
    kept, found, refused = list[Permutation](), tuple[Permutation, ...](), 0
    for turn in rule_generators(game):
        if refused < _PATIENCE and turn not in found and keeps_rules(game, turn):
            larger = group_of([*kept, turn], most)
            if larger is None:
                refused += 1
            else:
                kept, found = [*kept, turn], larger
    return found


def group_of(generating: Sequence[Permutation], most: int) -> tuple[Permutation, ...] | None:
    """All products of some permutations but the identity; None when they are more."""
    return _group_of(tuple(map(tuple, generating)), most)


@lru_cache(maxsize=256)
def _group_of(generating: tuple[Permutation, ...], most: int) -> tuple[Permutation, ...] | None:
    found = tuple(islice(products(generating), most + 1))
    return None if len(found) > most else found
