"""Puzzles at a rate, each of them verified by a search of its own: ``python benchmarks/puzzle_check.py``.

    python benchmarks/puzzle_check.py [--size 5] [--count 100] [--least 7] [--seed 0] [--seconds 10] [--stones]

Hex puzzles are made as by ``zermelo puzzle hex:5x5 --moves 7-``, and the seconds are printed. Then a second program,
which knows the rules of Hex and nothing of the first, decides each of them: exactly one first move wins, the win takes
as many moves as the puzzle says and no fewer, and no two are the same turned round or with the colours exchanged. With
``--stones`` also: no stone can be left out. It ends with 1 if one of that does not hold. A puzzle that the second
program, which is plain, does not decide in its seconds (with few stones there is much to try) is told apart.
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import cache
from itertools import islice

from zermelo.families import make
from zermelo.model import cells_of
from zermelo.puzzle import Puzzle, WantedPuzzles, puzzles

WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
"""The neighbours of a cell, by column and row."""


def _two(cells: int) -> int:
    """The two lowest bits of some."""
    rest = cells & (cells - 1)
    return cells & -cells | rest & -rest


class PlainHex:
    """Hex on a square board: side 0, Black, joins the first row with the last, side 1, White, the columns likewise.

    Stones are sets of bits, a cell is ``row * size + column``.

    Parameters
    ----------
    size
        Cells of a side.
    seconds
        Of the processor, after which ``TimeoutError`` is raised.
    """

    def __init__(self, size: int, seconds: float) -> None:
        self.size, self.all = size, (1 << size * size) - 1
        self._end = time.process_time() + seconds
        numbers = range(size)
        self.near = [
            sum(1 << (y + v) * size + x + u for u, v in WAYS if 0 <= x + u < size and 0 <= y + v < size)
            for y in numbers
            for x in numbers
        ]
        row, column = (1 << size) - 1, sum(1 << y * size for y in numbers)
        self.sides = ((row, row << size * (size - 1)), (column, column << (size - 1)))
        self.wins = cache(self._wins)
        self.within = cache(self._within)

    def lacking(self, mine: int, free: int, side: int) -> int:
        """The stones that a player lacks at least to join his sides; more than there are cells if he never can."""
        start, end = self.sides[side]
        reached = self._grown(start & mine, mine)
        for stones in range(self.size * self.size):
            if reached & end:
                return stones
            reached |= (start | self._touching(reached)) & free
            reached = self._grown(reached, mine)
        return self.size * self.size + 1

    def _touching(self, cells: int) -> int:
        found = 0
        for cell in cells_of(cells):
            found |= self.near[cell]
        return found

    def _grown(self, cells: int, mine: int) -> int:
        """Cells with all stones of one's own that hang together with them."""
        edge = cells
        while edge:
            edge = self._touching(edge) & mine & ~cells
            cells |= edge
        return cells

    def joined(self, mine: int, side: int) -> bool:
        """Tell whether stones join the sides of their player."""
        start, end = self.sides[side]
        return bool(self._grown(start & mine, mine) & end)

    def _wins(self, mine: int, theirs: int, side: int) -> tuple[bool, int]:
        """Tell whether the player to move wins; and the cells that the winner needs for that.

        After a move that loses to some cells of the other's, every move outside of these cells loses to them, too: so
        the next one is looked for among them. A lost player has lost to all of these sets of cells together.
        """
        if time.process_time() > self._end:
            raise TimeoutError
        left = free = self.all & ~mine & ~theirs
        lost_to = 0
        for cell in cells_of(free):
            if self.joined(mine | 1 << cell, side):
                return True, 1 << cell
        for stones, which in ((mine, side), (theirs, 1 - side)):
            if (pairs := self.bridged(stones, free, which)) is not None:
                return which == side, pairs
        order = self._order(mine, theirs, free, side)
        while left:
            cell = next(each for each in order if left >> each & 1)
            lost, needed = self.wins(theirs, mine | 1 << cell, 1 - side)
            if not lost:
                return True, needed | 1 << cell
            left &= needed & ~(1 << cell)
            lost_to |= needed
        return False, lost_to

    def bridged(self, mine: int, free: int, side: int) -> int | None:
        """Pairs of free cells that join the sides of a player who answers in them; None where they are not found.

        Stones hang together with what is reached if two free cells, in no other pair, touch both: when the other player
        takes one of them, the first takes the other. The same goes for the sides. So whoever is to move, he joins them.
        """
        start, end = self.sides[side]
        reached, used = self._grown(start & mine, mine), 0
        while True:
            if reached & end:
                return used
            near = (start | self._touching(reached)) & free & ~used
            last = self._touching(reached) & near & end
            if last & (last - 1):
                return used | _two(last)
            for stone in cells_of(mine & ~reached):
                shared = near & self.near[stone]
                if shared & (shared - 1):
                    used |= _two(shared)
                    reached = self._grown(reached | 1 << stone, mine)
                    break
            else:
                return None

    def _order(self, mine: int, theirs: int, free: int, side: int) -> list[int]:
        """The free cells, first those on the shortest ways of both players."""
        ways = [0] * (self.size * self.size)
        for own, which in ((mine, side), (theirs, 1 - side)):
            for edge in self.sides[which]:
                reached, lacking = self._grown(edge & own, own), 0
                while new := (edge | self._touching(reached)) & free & ~reached:
                    lacking += 1
                    for cell in cells_of(new):
                        ways[cell] += lacking
                    reached = self._grown(reached | new, own)
                for cell in cells_of(free & ~reached):
                    ways[cell] += len(ways)
        return sorted(cells_of(free), key=ways.__getitem__)

    def winning(self, mine: int, theirs: int, side: int) -> int:
        """The first moves after which the player to move wins."""
        found = 0
        for cell in cells_of(self.all & ~mine & ~theirs):
            after = mine | 1 << cell
            if self.joined(after, side) or not self.wins(theirs, after, 1 - side)[0]:
                found |= 1 << cell
        return found

    def _within(self, mine: int, theirs: int, side: int, depth: int) -> bool:
        """Tell whether the player to move joins his sides within so many moves of both."""
        free = self.all & ~mine & ~theirs
        if 2 * self.lacking(mine, free, side) - 1 > depth:
            return False
        for cell in cells_of(free):
            if self.joined(mine | 1 << cell, side):
                return True
        for cell in self._order(mine, theirs, free, side):
            after, rest = mine | 1 << cell, free & ~(1 << cell)
            if 2 * self.lacking(after, rest, side) >= depth:
                continue
            lost, needed = self.wins(theirs, after, 1 - side)
            if lost or not rest:  # what does not win at all does not win in time
                continue
            replies = [*cells_of(rest & needed), *cells_of(rest & ~needed)]
            if all(self.within(after, theirs | 1 << reply, side, depth - 2) for reply in replies):
                return True
        return False


def sides(puzzle: Puzzle) -> tuple[int, int]:
    """The stones of both players as `PlainHex` has them."""
    board = puzzle.game.board
    black, white = (
        sum(1 << (y - 1) * board.columns + x - 1 for x, y in (board.places[cell] for cell in cells_of(mask)))
        for mask in puzzle.game.start[:2]
    )
    return black, white


def spoilt(rules: PlainHex, puzzle: Puzzle, *, stones_too: bool) -> list[str]:
    """The conditions that a puzzle does not keep."""
    size, found, stones = rules.size, list[str](), sides(puzzle)
    side = int(puzzle.position.player.value == "white")
    mine, theirs = stones[side], stones[1 - side]
    winning = rules.winning(mine, theirs, side)
    column, row = "abcdefghijklmnop".index(puzzle.solution.move[0]), int(puzzle.solution.move[1:]) - 1
    if winning != 1 << row * size + column:
        found.append(f"the winning moves are {list(cells_of(winning))}")
    exact = rules.within(mine, theirs, side, puzzle.moves) and not rules.within(mine, theirs, side, puzzle.moves - 1)
    if not exact:
        found.append(f"the win does not take {puzzle.moves} moves")
    for stone in cells_of(mine | theirs if stones_too else 0):
        own, other = mine & ~(1 << stone), theirs & ~(1 << stone)
        if rules.winning(own, other, side) != winning or not rules.within(own, other, side, puzzle.moves):
            continue
        if not rules.within(own, other, side, puzzle.moves - 1):
            found.append(f"the stone on cell {stone} does nothing")
    return found


def looks(puzzle: Puzzle) -> frozenset[tuple[int, int]]:
    """A puzzle as it stands, turned by half a turn, and both with colours and axes exchanged."""
    size, stones = puzzle.game.board.columns, sides(puzzle)
    turned = tuple(sum(1 << size * size - 1 - cell for cell in cells_of(each)) for each in stones)
    found = [stones, turned]
    for pair in (stones, turned):
        white, black = (sum(1 << cell % size * size + cell // size for cell in cells_of(each)) for each in pair)
        found.append((black, white))
    return frozenset((one, two) for one, two in found)


def main() -> int:
    """Make puzzles, verify them, and print what was measured; the number of those that are spoilt."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=5)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--least", type=int, default=7)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--stones", action="store_true")
    given = parser.parse_args()
    began = time.process_time()
    wanted = WantedPuzzles(given.least, given.size * given.size, seed=given.seed)
    found = list(islice(puzzles(make(f"hex:{given.size}x{given.size}"), wanted), given.count))
    made = time.process_time() - began
    lengths = [puzzle.moves for puzzle in found]
    print(f"{len(found)} puzzles of {min(lengths)} to {max(lengths)} moves in {made:.1f} s of one core", flush=True)
    began, wrong, late, seen = time.process_time(), 0, 0, set[frozenset[tuple[int, int]]]()
    for number, puzzle in enumerate(found, 1):
        rules, why = PlainHex(given.size, given.seconds), list[str]()
        try:
            why += spoilt(rules, puzzle, stones_too=given.stones)
        except TimeoutError:
            late += 1
        for memory in (rules.wins, rules.within):
            memory.cache_clear()
        if looks(puzzle) in seen:
            why.append("it is there already")
        seen.add(looks(puzzle))
        wrong += bool(why)
        for each in why:
            print(f"puzzle {number}: {each}")
    took, good = time.process_time() - began, len(found) - wrong - late
    print(f"{good} of {len(found)} verified by a plain search in {took:.1f} s, {wrong} wrong, {late} open")
    return wrong


if __name__ == "__main__":
    sys.exit(bool(main()))
