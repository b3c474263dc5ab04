"""How long a play of a grid game can last, from quantities that every move lowers.

A *potential* gives every cell a weight for each colour, and Black's turn a weight against White's; a position has the
sum. Let every move that does not end the play lower it by at least 1, and let n such moves be made in a play from the
start S to a position E. Then n <= potential(S) - potential(E), and n is bounded since potentials are bounded below.
One move more may follow: the one that reaches a goal, or the one that a player without moves cannot make, which counts.

*Why the turn has a weight.* It makes the moves of the players count differently. With a weight of t, Black's moves
need to lower the rest by 1 + t only on paper of the turn: a move of Black lowers the potential by what the cells lose
plus t, one of White by what the cells lose minus t. So if Black's moves always take 2 from the cells and White's never
add any, t = -1 serves: players alternate and cannot pass, so n is at most twice the number of Black's moves and one.

*Which weights.* Two simple kinds are tried first: open cells (placement games), and the steps that stones still have
before them in one direction (races such as Breakthrough; for m×n it gives 4mn - 10m + 1, the bound of
concise-grid-games, section 5). Where neither serves, the weights come from a linear program, :func:`_best`: its rows
say that each move lowers the potential by at least 1, and it minimises the potential of the start. Its solution is
exact, and when it has none there is no potential of this form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import NamedTuple

from zermelo.model.board import cells_of, mask_of
from zermelo.model.game import Player
from zermelo.model.grid import Colour, GridGame
from zermelo.model.ground import SIDES, GroundAction, Masks, Rules, ground_actions, ground_goals
from zermelo.model.simplex import Simplex

MOST_MOVES = 20_000
"""Moves that a linear program takes; with more, no bound is looked for beyond the simple ones."""

MOST_STEPS = 4_000
"""Steps of the simplex method for one program."""


def longest_play(game: GridGame) -> int | None:
    """A bound on the number of moves of any play, the move that cannot be made included; None when none is found.

    >>> from zermelo.families import make
    >>> [longest_play(make(name)) for name in ("breakthrough:3x4", "clobber:3x3", "knightthrough:3x4")]
    [19, 9, None]
    """
    simple = _simple_potentials(Rules.of(game))
    if not simple:
        return _longest_by_program(game)
    stones = _stones(game)
    totals = [sum(sum(map(one.weights[colour].__getitem__, cells_of(stones[colour]))) for colour in Colour) for one in simple]
    return min(total // one.drop for total, one in zip(totals, simple, strict=True)) + 1


class Potential(NamedTuple):
    """Weights of each colour on each cell, at least 0, and by how much every move lowers their sum at least."""

    weights: dict[Colour, list[int]]
    drop: int


def _stones(game: GridGame) -> dict[Colour, int]:
    black, white, _ = game.start
    return {Colour.BLACK: black, Colour.WHITE: white, Colour.OPEN: game.board.full & ~(black | white)}


@lru_cache(maxsize=64)
def _simple_potentials(rules: Rules) -> tuple[Potential, ...]:
    """The simple potentials that every move lowers which does not end the play by itself."""
    game = rules.game
    final = {
        player: mask_of(
            cell for goal in ground_goals(game, player) if goal.cells.bit_count() == 1 for cell in cells_of(goal[index])
        )
        for index, player in enumerate((Player.BLACK, Player.WHITE))
    }
    changes = [
        [(cell, ground.needs.allowed(cell), ground.after(cell)) for cell in cells_of(ground.changes)]
        for index, player in enumerate((Player.BLACK, Player.WHITE))
        for ground in ground_actions(game, player)
        if not ground.sets[index] & final[player]
    ]
    if not changes:  # the first move ends the play
        return (Potential({colour: [0] * len(game.board) for colour in Colour}, 1),)
    found = (Potential(weights, _least_drop(changes, weights)) for weights in _simple_weights(game, final))
    return tuple(one for one in found if one.drop)


def _simple_weights(game: GridGame, final: dict[Player, int]) -> Iterator[dict[Colour, list[int]]]:
    cells = range(len(game.board))
    none = [0 for _ in cells]
    yield {Colour.OPEN: [1 for _ in cells], Colour.BLACK: none, Colour.WHITE: none}
    steps: dict[Player, list[list[int]]] = {}
    for player, mask in final.items():
        steps[player] = []
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            raw = [dx * x + dy * y for x, y in game.board.places]
            least = min((raw[cell] for cell in cells if not mask >> cell & 1), default=0)
            steps[player].append([max(0, value - least) for value in raw])
    for black in steps[Player.BLACK]:
        for white in steps[Player.WHITE]:
            yield {Colour.OPEN: none, Colour.BLACK: black, Colour.WHITE: white}


def _least_drop(
    changes: list[list[tuple[int, frozenset[Colour], Colour | None]]], weights: dict[Colour, list[int]]
) -> int:
    """By how much every move lowers the potential at least; 0 when some move does not."""
    drops = []
    for change in changes:
        drop = 0
        for cell, before, after in change:
            assert after is not None
            drop += min(weights[colour][cell] for colour in before) - weights[after][cell]
        if drop <= 0:
            return 0
        drops.append(drop)
    return min(drops)


# The linear program. Colours are numbers here, those of SIDES: 0 black, 1 white, 2 open.

Change = tuple[int, tuple[int, ...], int]
"""A cell, the colours that it may have before a move, and the one that it has after it."""

Move = tuple[Change, ...]
"""All that a move does to the potential; cells that keep their colour are left out."""

Fact = tuple[int, int]
"""A cell and a colour."""


class _Solution(NamedTuple):
    """The weights that are not 0, the weight of the first player's turn, and by how much each move lowers the sum."""

    weights: dict[Fact, int]
    turn: int
    drop: int


def _longest_by_program(game: GridGame) -> int | None:
    possible, moves = _what_can_happen(game)
    if sum(map(len, moves)) > MOST_MOVES:
        return None
    if not any(moves):
        return 1
    start = {(cell, colour) for colour, mask in enumerate(_by_side(game)) for cell in cells_of(mask)}
    whole = _best(moves, start, lambda cell, colour: 3 * cell + colour)
    return None if whole is None else _bound(whole, moves, start, possible)


def _by_side(game: GridGame) -> tuple[int, int, int]:
    stones = _stones(game)
    black, white, opened = (stones[colour] for colour in SIDES)
    return black, white, opened


def _what_can_happen(game: GridGame) -> tuple[tuple[int, int, int], tuple[list[Move], list[Move]]]:
    """For each colour the cells that can ever have it, and the moves of the player who begins and of the other.

    Moves that win are left out. Colours are collected as if what a cell has had could be had again, in any
    combination: first those of the start, then those of all moves whose precondition the collected ones allow, until
    nothing is added. By induction on its length, no play without a winning move leaves what is collected.
    """
    players = game.to_move(game.start), game.to_move(game.start).other
    waiting = [
        [(ground, _may(ground.needs)) for ground in ground_actions(game, player) if not _wins(ground, goals)]
        for player in players
        for goals in [_by_cell(ground_goals(game, player))]
    ]
    possible = _by_side(game)
    happens: list[list[GroundAction]] = [[], []]
    before: tuple[int, ...] = ()
    while before != possible:
        before = possible
        for side in (0, 1):
            later = []
            for ground, may in waiting[side]:
                if ground.needs.cells & ~(may[0] & possible[0] | may[1] & possible[1] | may[2] & possible[2]):
                    later.append((ground, may))
                    continue
                happens[side].append(ground)
                black, white, opened = (now | new for now, new in zip(possible, ground.sets, strict=True))
                possible = black, white, opened
            waiting[side] = later
    first, second = (list(dict.fromkeys(_move(ground, possible) for ground in happens[side])) for side in (0, 1))
    return possible, (first, second)


def _may(needs: Masks) -> tuple[int, int, int]:
    """For each colour the cells among those of a condition that may have it."""
    cells = needs.cells
    return (
        cells & ~(needs.white | needs.open | needs.not_black),
        cells & ~(needs.black | needs.open | needs.not_white),
        cells & ~(needs.black | needs.white | needs.not_open),
    )


def _by_cell(goals: list[Masks]) -> dict[int, list[Masks]]:
    found: dict[int, list[Masks]] = {}
    for goal in goals:
        for cell in cells_of(goal.cells):
            found.setdefault(cell, []).append(goal)
    return found


def _wins(ground: GroundAction, goals: dict[int, list[Masks]]) -> bool:
    """Whether a goal of the player holds after the action, whatever the position was."""
    return any(
        all(
            (ground.needs.allowed(other) if (colour := ground.after(other)) is None else {colour}) <= goal.allowed(other)
            for other in cells_of(goal.cells)
        )
        for cell in cells_of(ground.changes)
        for goal in goals.get(cell, ())
    )


def _move(ground: GroundAction, possible: tuple[int, int, int]) -> Move:
    needs, may = ground.needs.cells, _may(ground.needs)
    changes = []
    for after, mask in enumerate(ground.sets):
        for cell in cells_of(mask):
            before = tuple(
                colour
                for colour in (0, 1, 2)
                if possible[colour] >> cell & 1 and (may[colour] >> cell & 1 or not needs >> cell & 1)
            )
            if before != (after,):
                changes.append((cell, before, after))
    return tuple(sorted(changes))


def _best(
    moves: tuple[list[Move], list[Move]], start: set[Fact], key: Callable[[int, int], int]
) -> _Solution | None:
    """The weights that bound plays best, from the linear program; None when there are none, or it takes too long.

    The variables are the weights, at least 0, of what a move can find on a cell that it changes: a larger weight of
    any other colour would help no move and harm those that make it. No weights below 0 are needed either: all three of
    a cell can be raised by the same amount. The weight t of the turn is a difference of two variables. Minimised is
    the potential of the start plus max(0, t), and the rows are, for each move of the first player and the second,

        sum over the cells that it changes of (least weight of what it may find - weight of what it makes) ± t >= 1.

    Rows are added when a solution breaks them, with the colours that are least there. At the end none is broken.
    """
    facts = sorted({key(cell, colour) for side in moves for move in side for cell, before, _ in move for colour in before})
    numbers = {fact: number for number, fact in enumerate(facts)}
    up, down = len(facts), len(facts) + 1
    costs = [0] * len(facts) + [1, 0]
    for fact in start:
        if key(*fact) in numbers:
            costs[numbers[key(*fact)]] += 1
    program, steps = Simplex(costs), MOST_STEPS
    while True:
        if program.solve(steps) is not True:
            return None
        values = program.values()
        drop = lcm(*(value.denominator for value in values))
        whole = [int(value * drop) for value in values]
        turn = whole[up] - whole[down]
        weights = {fact: whole[number] for fact, number in numbers.items()}
        broken = []
        for sign, side in ((1, moves[0]), (-1, moves[1])):
            for move in side:
                lost = sign * turn
                for cell, before, after in move:
                    lost += min(weights[key(cell, colour)] for colour in before) - weights.get(key(cell, after), 0)
                if lost < drop:
                    broken.append((lost, sign, move))
        if not broken:
            found = {(cell, colour): weights[key(cell, colour)] for side in moves for move in side for cell, before, _ in move for colour in before}
            return _Solution(found, turn, drop)
        broken.sort(key=lambda one: one[0])
        for _, sign, move in broken[:len(facts)]:
            row = {up: sign, down: -sign}
            for cell, before, after in move:
                least = min(before, key=lambda colour: weights[key(cell, colour)])
                for fact, factor in ((key(cell, least), 1), (key(cell, after), -1)):
                    if fact in numbers:
                        row[numbers[fact]] = row.get(numbers[fact], 0) + factor
            program.add(row, 1)


def _bound(found: _Solution, moves: tuple[list[Move], list[Move]], start: set[Fact], possible: tuple[int, int, int]) -> int:
    """The number of moves that the potential allows."""
    weights, turn, drop = found
    total = sum(weights.get(fact, 0) for fact in start)
    tails = [
        min((sum(weights.get((cell, after), 0) for cell, _, after in move) for move in side), default=0) for side in moves
    ]
    # After an even number of moves, at least 2, the second player has just moved, and the first is to move again.
    even = max(0, (total - tails[1]) // drop // 2 * 2)
    odd = ((total + turn - tails[0]) // drop + 1) // 2 * 2 - 1
    return max(even, odd) + 1
