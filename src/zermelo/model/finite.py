"""Bounds on the length of a play of a grid game, from quantities that every move lowers.

A *potential* gives every cell a weight for each colour, and Black's turn a weight against White's; a position has the
sum. Let every move that does not end the play lower it by at least 1, and let n such moves be made in a play from the
start S to a position E. Then n <= potential(S) - potential(E), and n is bounded since potentials are bounded below.
One move more may follow: the one that reaches a goal, or the one that a player without moves cannot make, which counts.

*Why the turn has a weight.* Let it be t for the player who begins. His moves lower the potential by what the cells lose
and t, those of the other by what the cells lose less t. So if his moves always take 2 from the cells and the other's
never add any, t = -1 serves: players alternate and cannot pass, so all moves are at most twice his and one.

*Which weights.* Two simple kinds are tried first: open cells (placement games; also without those that moves can open
again, as in Amazons, where cells are burnt for good), and the steps that stones still have before them in one direction
(races such as Breakthrough; for m×n it gives 4mn - 10m + 1, the bound of concise-grid-games, section 5). Where neither
serves, the positions are looked at one by one if they are few. Else the weights come from a linear program,
:func:`_best`: its rows say that each move lowers the potential by at least 1, and it minimises the potential of the
start. Its solution is exact and is tried on every move; when it has none there is no potential of this form. Where it
would be large, the number of stones is tried first: each move may capture one, as in Clobber.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache, reduce
from math import lcm
from operator import or_
from typing import NamedTuple

from zermelo.model.board import cells_of
from zermelo.model.game import Player, Position
from zermelo.model.ground import Compiled, GroundAction, GroundRules, PlacedRules, Stuck, Three
from zermelo.model.reach import FactPairs, longest
from zermelo.model.simplex import Simplex

MOST_MOVES = 20_000
"""Moves that a linear program takes; with more, no bound is looked for beyond the simple ones."""

FEW_MOVES = 1_000
"""Moves up to which a linear program takes no time, and no simple potential is tried before it."""

MOST_COMPARISONS = 100_000
"""Comparisons of an action with a position when all positions are looked at."""

MOST_ROWS = 20
"""Rows added to the program at once."""


def longest_play(game: Compiled) -> int | None:
    """A bound on the number of moves of any play, the move that cannot be made included; None when none is found.

    >>> from zermelo.families import make
    >>> [longest_play(make(name)) for name in ("breakthrough:3x4", "clobber:3x3", "knightthrough:3x4")]
    [19, 8, None]
    """
    simple = _simple_potentials(game.rules)
    if not simple:
        return _longest_from(game.rules, game.start.black, game.start.white, game.mover(game.start))
    start = _facts(game)
    return min(
        sum(one.weights[colour][cell] for cell, colour in start) // one.drop + _last(game.rules, one) for one in simple
    )


def _last(rules: GroundRules, potential: Potential) -> int:
    """The move that may follow those that a potential bounds: one that ends the play, or one that cannot be made.

    There is none where the potential bounds all moves and nobody wins for want of one: where that is a draw, or where a
    full board is, and each move fills just one more cell. Then as many moves as the bound says have filled the board.
    """
    ones = [1] * rules.cells
    fills = rules.full_draw and potential.drop == 1 and potential.weights[2] == ones
    fills = fills and not any(potential.weights[0]) and not any(potential.weights[1])
    return 0 if potential.bounds_all and (rules.stuck is Stuck.DRAWS or fills) else 1


# Colours are numbers here, those of SIDES: 0 black, 1 white, 2 open.

ColouredCell = tuple[int, int]
"""A cell and a colour."""

Change = tuple[int, tuple[int, ...], int]
"""A cell, the colours that it may have before a move, and the one that it has after it."""

Move = tuple[Change, ...]
"""All that a move does to the potential; cells that keep their colour are left out."""

Weights = tuple[list[int], list[int], list[int]]
"""For each colour the weights of the cells, at least 0."""


def _facts(game: Compiled) -> list[ColouredCell]:
    """The start position."""
    black, white, _ = game.start
    return [(cell, 0 if black >> cell & 1 else 1 if white >> cell & 1 else 2) for cell in range(game.rules.cells)]


def _move(ground: GroundAction, possible: Three) -> Move:
    """An action as potentials see it. A cell of which its precondition says nothing may have any possible colour."""
    unsaid = ~ground.needs.cells
    before = [(mask | unsaid) & can for mask, can in zip(ground.needs.may, possible, strict=True)]
    found = []
    for after, mask in enumerate(ground.sets):
        for cell in cells_of(mask):
            colours = tuple(colour for colour in (0, 1, 2) if before[colour] >> cell & 1)
            if colours != (after,):
                found.append((cell, colours, after))
    return tuple(sorted(found))


class Potential(NamedTuple):
    """A potential without a weight of the turn, and by how much every move lowers it at least."""

    weights: Weights
    drop: int
    bounds_all: bool
    """Tell whether every move lowers it, also those that end the play."""


@lru_cache(maxsize=64)
def _simple_potentials(rules: GroundRules) -> tuple[Potential, ...]:
    """The simple potentials that every move lowers which does not end the play by itself."""
    final = [0, 0]  # where a stone of a player wins
    for side, player in enumerate(Player):
        for goal in rules.ground_goals[player]:
            final[side] |= goal[side] if goal.cells.bit_count() == 1 else 0
    actions = [
        ground
        for side, player in enumerate(Player)
        for ground in rules.ground_actions[player]
        if not ground.sets[side] & final[side]
    ]
    if not actions:  # the first move ends the play
        none = [0] * rules.cells
        return (Potential((none, none, none), 1, bounds_all=False),)
    if all(ground.only_fills for ground in actions):  # which lowers no other one of them
        none, ones = [0] * rules.cells, [1] * rules.cells
        fewest = min(ground.needs.open.bit_count() for ground in actions)
        return (Potential((none, none, ones), fewest, bounds_all=not any(final)),)
    moves = {_move(ground, (-1, -1, -1)) for ground in actions}
    opened = reduce(or_, (ground.sets[2] for ground in actions))
    found = (
        Potential(weights, _least_drop(moves, weights), bounds_all=not any(final))
        for weights in _simple_weights(rules, final, opened)
    )
    return tuple(one for one in found if one.drop)


def _simple_weights(rules: GroundRules, final: list[int], opened: int) -> Iterator[Weights]:
    """The simple potentials; moves open the cells ``opened``."""
    cells = range(rules.cells)
    none = [0 for _ in cells]
    for left_out in {0, opened}:
        yield none, none, [1 - (left_out >> cell & 1) for cell in cells]
    steps: list[list[list[int]]] = [[], []]
    for side, mask in enumerate(final):
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            raw = [dx * x + dy * y for y, x in (divmod(cell, rules.columns) for cell in cells)]
            least = min((raw[cell] for cell in cells if not mask >> cell & 1), default=0)
            steps[side].append([max(0, value - least) for value in raw])
    for black in steps[0]:
        for white in steps[1]:
            yield black, white, none


def _least_drop(moves: Iterable[Move], weights: Weights) -> int:
    """The least amount by which every move lowers the potential; 0 when some move does not."""
    least: int | None = None
    for move in moves:
        drop = sum(
            min(weights[colour][cell] for colour in before) - weights[after][cell] for cell, before, after in move
        )
        if drop <= 0:
            return 0
        least = drop if least is None else min(least, drop)
    return least or 0


class _Solution(NamedTuple):
    """The weights that are not 0, the weight of the first player's turn, and by how much each move lowers the sum."""

    weights: dict[ColouredCell, int]
    turn: int
    drop: int


@lru_cache(maxsize=1024)
def _longest_from(rules: GroundRules, black: int, white: int, mover: Player) -> int | None:
    """The bound for games without a simple potential: from all positions where they are few, else from the program."""
    game = PlacedRules(rules, Position(black, white), mover)
    looked = longest(game, MOST_COMPARISONS)
    if looked is not None:
        return None if looked == "endless" else looked
    pairs = FactPairs(game)
    sides: dict[Player, dict[Move, None]] = {player: {} for player in Player}
    for ground in pairs.actions:
        possible = pairs.before(ground)
        if possible is not None:
            sides[ground.move.player][_move(ground, possible)] = None
    mover = game.mover(game.start)
    first, second = list(sides[mover]), list(sides[mover.other])
    if not first and not second:
        return 0 if rules.stuck is Stuck.DRAWS else 1
    start, count = _facts(game), len(first) + len(second)
    found = None
    if count > FEW_MOVES:
        stones: Weights = ([1] * rules.cells, [1] * rules.cells, [0] * rules.cells)
        if drop := _least_drop(first + second, stones):
            found = _Solution({(cell, colour): 1 for cell in range(rules.cells) for colour in (0, 1)}, 0, drop)
    if found is None and count <= MOST_MOVES:
        found = _best((first, second), start)
    return None if found is None else _bound(found, (first, second), start)


def _best(moves: tuple[list[Move], list[Move]], start: list[ColouredCell]) -> _Solution | None:
    """The weights that bound plays best, from the linear program; None when there are none, or it takes too long.

    The variables are the weights, at least 0, of what a move can find on a cell that it changes: a larger weight of
    any other colour would help no move and harm those that make it. No weights below 0 are needed either: all three of
    a cell can be raised by the same amount. The weight t of the turn is a difference of two variables. Minimised is
    the potential of the start plus max(0, t), and the rows are, for each move of the first player and the second,

        sum over the cells that it changes of (least weight of what it may find - weight of what it makes) ± t >= 1.

    Rows are added when a solution breaks them, with the colours that are least there. At the end none is broken.
    """
    facts = sorted({(cell, colour) for side in moves for move in side for cell, before, _ in move for colour in before})
    numbers = {fact: number for number, fact in enumerate(facts)}
    up, down = len(facts), len(facts) + 1
    costs = [0] * len(facts) + [1, 0]
    for fact in start:
        if fact in numbers:
            costs[numbers[fact]] = 1
    # What a move loses: the weights of cells that it finds as one colour, less those it makes, and the others' least.
    parts = [
        (
            sign,
            [numbers[cell, before[0]] for cell, before, _ in move if len(before) == 1],
            [numbers[cell, after] for cell, _, after in move if (cell, after) in numbers],
            [[numbers[cell, colour] for colour in before] for cell, before, _ in move if len(before) > 1],
        )
        for sign, side in ((1, moves[0]), (-1, moves[1]))
        for move in side
    ]
    program = Simplex(costs)
    while program.solve():
        values = program.values()
        drop = lcm(*(value.denominator for value in values))
        whole = [int(value * drop) for value in values]
        weight, turn = whole.__getitem__, whole[up] - whole[down]
        broken = []
        for number, (sign, found, made, open_ones) in enumerate(parts):
            lost = sign * turn + sum(map(weight, found)) - sum(map(weight, made))
            lost += sum(min(map(weight, colours)) for colours in open_ones)
            if lost < drop:
                broken.append((lost, number))
        if not broken:
            return _Solution({fact: whole[number] for fact, number in numbers.items()}, turn, drop)
        for _, number in sorted(broken)[:MOST_ROWS]:
            sign, found, made, open_ones = parts[number]
            row = Counter({up: sign, down: -sign})
            row.update(found)
            row.update(min(colours, key=weight) for colours in open_ones)
            row.subtract(made)
            program.add(row, 1)
    return None


def _bound(found: _Solution, moves: tuple[list[Move], list[Move]], start: list[ColouredCell]) -> int:
    """The length of plays that the potential allows.

    Let n moves have been made, and not have ended the play. At the start the potential is that of its cells and t. At
    the end it is at least what the cells have that the last move changed, as weights are at least 0, and t more where
    the first player is to move, that is for even n. Each move has lowered it by at least ``drop``.
    """
    weights, turn, drop = found
    total = sum(weights.get(fact, 0) for fact in start)
    by_first, by_second = (
        min((sum(weights.get((cell, after), 0) for cell, _, after in move) for move in side), default=0)
        for side in moves
    )
    even = max(0, (total - by_second) // drop // 2 * 2)
    odd = ((total + turn - by_first) // drop + 1) // 2 * 2 - 1
    return max(even, odd) + 1
