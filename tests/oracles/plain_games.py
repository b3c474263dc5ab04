"""Well-known games, each in a few lines of plain Python, and a solver of them that shares no code with the package.

A state is whatever a game likes; ``look`` tells of a state who has won (or :data:`DRAW`) and, while the play goes on,
who moves and the states that he can move to. A player who cannot move is, by default, one who has lost.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable
from itertools import combinations
from typing import Any, NamedTuple

BLACK, WHITE, DRAW = "black", "white", "draw"
OTHER = {BLACK: WHITE, WHITE: BLACK}
State = Any


class Look(NamedTuple):
    """The end of the play, or who moves and where to."""

    ended: str | None
    mover: str
    after: tuple[Hashable, ...]


class Plain(NamedTuple):
    """A game: where it starts, and what can be seen of a state."""

    start: Hashable
    look: Callable[[State], Look]


class Value(NamedTuple):
    """The winner, the number of moves within which he wins, and the number of states."""

    winner: str
    depth: int | None
    states: int


def value(game: Plain) -> Value:
    """The value of a game by backward induction over all of its states; cycles that nobody can leave are draws."""
    looks, queue = {game.start: game.look(game.start)}, deque([game.start])
    before: dict[Hashable, list[Hashable]] = {game.start: []}
    while queue:
        state = queue.popleft()
        for after in set(looks[state].after):
            if after not in looks:
                looks[after] = game.look(after)
                before[after] = []
                queue.append(after)
            before[after].append(state)
    for player in (BLACK, WHITE):
        won = {state: 0 for state, look in looks.items() if look.ended == player}
        left = {state: len(set(look.after)) for state, look in looks.items()}
        queue = deque(won)
        while queue:
            after = queue.popleft()
            for state in before[after]:
                left[state] -= 1
                if state not in won and (looks[state].mover == player or left[state] == 0):
                    won[state] = won[after] + 1
                    queue.append(state)
        if game.start in won:
            return Value(player, won[game.start], len(looks))
    return Value(DRAW, None, len(looks))


def normal(mover: str, after: Iterable[Hashable], *, misere: bool = False) -> Look:
    """The rule that who cannot move has lost, or has won."""
    found = tuple(after)
    return Look(None if found else mover if misere else OTHER[mover], mover, found)


def nim(*heaps: int, misere: bool = False, most: int = 99) -> Plain:
    def look(state: State) -> Look:
        mover, left = state
        after = (
            (OTHER[mover], (*left[:i], n - k, *left[i + 1 :]))
            for i, n in enumerate(left)
            for k in range(1, min(n, most) + 1)
        )
        return normal(mover, after, misere=misere)

    return Plain((BLACK, heaps), look)


def bouton(*heaps: int, misere: bool = False) -> str:
    """The winner at Nim, by Bouton's theorem."""
    total = 0
    for size in heaps:
        total ^= size
    loses = total == 0 if not misere or max(heaps) > 1 else total == 1
    return WHITE if loses else BLACK


def chomp(columns: int, rows: int) -> Plain:
    """The state holds the length of each row."""

    def look(state: State) -> Look:
        mover, left = state
        if not left[0]:
            return Look(mover, mover, ())
        after = (
            (OTHER[mover], tuple(min(n, x) if y >= row else n for y, n in enumerate(left)))
            for row, n in enumerate(left)
            for x in range(n)
        )
        return Look(None, mover, tuple(after))

    return Plain((BLACK, (columns,) * rows), look)


def grid(columns: int, rows: int) -> set[tuple[int, int]]:
    return {(x, y) for x in range(columns) for y in range(rows)}


def cram(columns: int, rows: int, *, misere: bool = False) -> Plain:
    def look(state: State) -> Look:
        mover, free = state
        dominoes = (frozenset({(x, y), near}) for x, y in free for near in ((x + 1, y), (x, y + 1)) if near in free)
        return normal(mover, ((OTHER[mover], free - domino) for domino in dominoes), misere=misere)

    return Plain((BLACK, frozenset(grid(columns, rows))), look)


def painting(columns: int, rows: int, *, same: bool) -> Plain:
    """Col (``same``: neighbours of the same colour are forbidden) and Snort."""
    cells = grid(columns, rows)

    def look(state: State) -> Look:
        mover, painted = state
        colours = dict(painted)
        barred = mover if same else OTHER[mover]
        free = (
            (x, y)
            for x, y in cells - colours.keys()
            if all(colours.get(near) != barred for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)))
        )
        return normal(mover, ((OTHER[mover], painted | {(cell, mover)}) for cell in free))

    return Plain((BLACK, frozenset()), look)


def kayles(pins: int) -> Plain:
    def look(state: State) -> Look:
        mover, left = state
        taken = [{pin} for pin in left] + [{pin, pin + 1} for pin in left if pin + 1 in left]
        return normal(mover, ((OTHER[mover], left - frozenset(each)) for each in taken))

    return Plain((BLACK, frozenset(range(pins))), look)


def toads_and_frogs(row: str) -> Plain:
    def look(state: State) -> Look:
        mover, now = state
        pairs = (("t_", "_t"), ("tf_", "_ft")) if mover == BLACK else (("_f", "f_"), ("_tf", "ft_"))
        after = (
            (OTHER[mover], now[:k] + new + now[k + len(old) :])
            for old, new in pairs
            for k in range(len(now))
            if now.startswith(old, k)
        )
        return normal(mover, after)

    return Plain((BLACK, row), look)


def dots_and_boxes(columns: int, rows: int, *, misere: bool = False) -> Plain:
    """Points are (x, y), a line is a pair of points; the state counts the boxes of both."""
    points = grid(columns + 1, rows + 1)
    lines = {(p, q) for p in points for q in points if q in ((p[0] + 1, p[1]), (p[0], p[1] + 1))}
    boxes = [
        {((x, y), (x + 1, y)), ((x, y + 1), (x + 1, y + 1)), ((x, y), (x, y + 1)), ((x + 1, y), (x + 1, y + 1))}
        for x, y in grid(columns, rows)
    ]

    def look(state: State) -> Look:
        mover, drawn, black, white = state
        if drawn == lines:
            ahead = (black > white) - (black < white)
            return Look({0: DRAW, 1: BLACK, -1: WHITE}[-ahead if misere else ahead], mover, ())
        after = []
        for line in lines - drawn:
            now = drawn | {line}
            new = sum(box <= now for box in boxes) - black - white
            counts = (black + new, white) if mover == BLACK else (black, white + new)
            after.append((mover if new else OTHER[mover], now, *counts))
        return Look(None, mover, tuple(after))

    return Plain((BLACK, frozenset(), 0, 0), look)


def _lines(columns: int, rows: int, length: int) -> list[frozenset[tuple[int, int]]]:
    cells = grid(columns, rows)
    rays = (
        [(x + dx * k, y + dy * k) for k in range(length)]
        for x, y in cells
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    )
    return list({frozenset(ray) for ray in rays if cells.issuperset(ray)})


def misere_ttt(columns: int = 3, rows: int = 3, length: int = 3) -> Plain:
    lines, cells = _lines(columns, rows, length), grid(columns, rows)

    def look(state: State) -> Look:
        mover, marks = state
        if any(all((cell, OTHER[mover]) in marks for cell in line) for line in lines):
            return Look(mover, mover, ())
        free = cells - {cell for cell, _ in marks}
        return Look(None if free else DRAW, mover, tuple((OTHER[mover], marks | {(cell, mover)}) for cell in free))

    return Plain((BLACK, frozenset()), look)


def notakto(columns: int = 3, rows: int = 3, length: int = 3, boards: int = 1) -> Plain:
    lines, cells = _lines(columns, rows, length), grid(columns, rows)

    def look(state: State) -> Look:
        mover, marks = state
        alive = [k for k in range(boards) if not any(line <= marks[k] for line in lines)]
        after = (
            (OTHER[mover], (*marks[:k], marks[k] | {cell}, *marks[k + 1 :])) for k in alive for cell in cells - marks[k]
        )
        return normal(mover, after, misere=True)

    return Plain((BLACK, (frozenset(),) * boards), look)


def isolation(columns: int, rows: int) -> Plain:
    def look(state: State) -> Look:
        mover, pieces, free = state
        after = []
        own, other = pieces if mover == BLACK else pieces[::-1]
        for target in free:
            if max(abs(target[0] - own[0]), abs(target[1] - own[1])) == 1:
                places = (target, other) if mover == BLACK else (other, target)
                left = (free | {own}) - {target}
                after += [(OTHER[mover], places, left - {removed}) for removed in left]
        return normal(mover, after)

    black, white = (columns // 2, rows - 1), ((columns - 1) // 2, 0)
    return Plain((BLACK, (black, white), frozenset(grid(columns, rows) - {black, white})), look)


_COMPASS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


def amazons(columns: int, rows: int, black: Iterable[tuple[int, int]], white: Iterable[tuple[int, int]]) -> Plain:
    def reach(start: tuple[int, int], free: frozenset[tuple[int, int]]) -> list[tuple[int, int]]:
        found = []
        for dx, dy in _COMPASS:
            x, y = start[0] + dx, start[1] + dy
            while (x, y) in free:
                found.append((x, y))
                x, y = x + dx, y + dy
        return found

    def look(state: State) -> Look:
        mover, blacks, whites, free = state
        after = []
        for queen in blacks if mover == BLACK else whites:
            for target in reach(queen, free):
                left = (free | {queen}) - {target}
                for arrow in reach(target, left):
                    ours = ((blacks if mover == BLACK else whites) - {queen}) | {target}
                    both = (ours, whites) if mover == BLACK else (blacks, ours)
                    after.append((OTHER[mover], *both, left - {arrow}))
        return normal(mover, after)

    queens = frozenset(black), frozenset(white)
    return Plain((BLACK, *queens, frozenset(grid(columns, rows) - queens[0] - queens[1])), look)


def clobber(columns: int, rows: int) -> Plain:
    cells = grid(columns, rows)

    def look(state: State) -> Look:
        mover, blacks, whites = state
        ours, theirs = (blacks, whites) if mover == BLACK else (whites, blacks)
        after = []
        for x, y in ours:
            for target in {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & theirs:
                pair = (ours - {(x, y)}) | {target}, theirs - {target}
                after.append((OTHER[mover], *(pair if mover == BLACK else pair[::-1])))
        return normal(mover, after)

    black = frozenset((x, y) for x, y in cells if (x + y) % 2 == 0)
    return Plain((BLACK, black, frozenset(cells - black)), look)


def konane(columns: int, rows: int, *, corner: bool = False) -> Plain:
    cells = grid(columns, rows)

    def look(state: State) -> Look:
        mover, blacks, whites = state
        ours, theirs = (blacks, whites) if mover == BLACK else (whites, blacks)
        after = []
        for x, y in ours:
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                taken: set[tuple[int, int]] = set()
                a, b = x, y
                while (a + dx, b + dy) in theirs and (to := (a + 2 * dx, b + 2 * dy)) in cells - blacks - whites:
                    taken.add((a + dx, b + dy))
                    a, b = to
                    pair = (ours - {(x, y)}) | {to}, theirs - taken
                    after.append((OTHER[mover], *(pair if mover == BLACK else pair[::-1])))
        return normal(mover, after)

    first = (0, 0) if corner else ((columns - 1) // 2, (rows - 1) // 2)
    beside = (first[0] + 1, first[1]) if columns > 1 else (0, first[1] + 1)
    left = cells - {first, beside}
    black = frozenset((x, y) for x, y in left if (x + y) % 2 == 0)
    return Plain((BLACK, black, frozenset(left - black)), look)


def dodgem(size: int) -> Plain:
    """Black's cars go up, down and off to the right, White's left, right and off at the top; y goes downwards."""
    cells = grid(size, size)

    def look(state: State) -> Look:
        mover, blacks, whites = state
        ours = blacks if mover == BLACK else whites
        taken, after = blacks | whites, []
        for x, y in ours:
            for dx, dy in ((1, 0), (0, 1), (0, -1)) if mover == BLACK else ((0, -1), (1, 0), (-1, 0)):
                to = x + dx, y + dy
                off = to[0] == size if mover == BLACK else to[1] < 0
                if off or to in cells - taken:
                    now = (ours - {(x, y)}) | (set() if off else {to})
                    after.append((OTHER[mover], *((now, whites) if mover == BLACK else (blacks, now))))
        return normal(mover, after, misere=True)

    black = frozenset((0, y) for y in range(size - 1))
    white = frozenset((x, size - 1) for x in range(1, size))
    return Plain((BLACK, black, white), look)


def othello(columns: int, rows: int, by: int = 1) -> Plain:
    """The state maps cells to colours, as a set of pairs; a player who can turn nothing over hands the turn on."""
    cells = sorted(grid(columns, rows))

    def turned(colours: dict[tuple[int, int], str], mover: str, cell: tuple[int, int]) -> set[tuple[int, int]]:
        found: set[tuple[int, int]] = set()
        for dx, dy in _COMPASS:
            ray, (x, y) = set[tuple[int, int]](), (cell[0] + dx, cell[1] + dy)
            while colours.get((x, y)) == OTHER[mover]:
                ray.add((x, y))
                x, y = x + dx, y + dy
            if colours.get((x, y)) == mover:
                found |= ray
        return found

    def look(state: State) -> Look:
        mover, discs = state
        colours = dict(discs)
        puts = {
            player: [(c, t) for c in cells if c not in colours and (t := turned(colours, player, c))]
            for player in OTHER
        }
        if not any(puts.values()):
            lead = sum(1 if colour == BLACK else -1 for colour in colours.values())
            return Look(BLACK if lead >= by else WHITE if -lead >= by else DRAW, mover, ())
        after: list[Hashable] = []
        for cell, over in puts[mover]:
            after.append((OTHER[mover], frozenset((colours | dict.fromkeys([cell, *over], mover)).items())))
        return Look(None, mover, tuple(after) or ((OTHER[mover], discs),))

    x, y = columns // 2 - 1, rows // 2 - 1
    start = {(x, y): WHITE, (x + 1, y): BLACK, (x, y + 1): BLACK, (x + 1, y + 1): WHITE}
    return Plain((BLACK, frozenset(start.items())), look)


def _connected(stones: set[tuple[int, int]]) -> list[set[tuple[int, int]]]:
    """The connected parts of some hexagons; (x, y) touches (x+1, y), (x, y+1), (x+1, y-1) and their opposites."""
    parts, left = [], set(stones)
    while left:
        part, new = set[tuple[int, int]](), {left.pop()}
        while new:
            x, y = new.pop()
            part.add((x, y))
            near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1), (x + 1, y - 1), (x - 1, y + 1)} & left
            left -= near
            new |= near
        parts.append(part)
    return parts


def _placing(cells: set[tuple[int, int]], wins: Callable[[set[tuple[int, int]]], bool]) -> Plain:
    """Both put stones on open cells until one has what wins."""

    def look(state: State) -> Look:
        mover, blacks, whites = state
        before = whites if mover == BLACK else blacks
        if wins(set(before)):
            return Look(OTHER[mover], mover, ())
        free = cells - blacks - whites
        after = ((WHITE, blacks | {c}, whites) if mover == BLACK else (BLACK, blacks, whites | {c}) for c in free)
        return Look(None if free else DRAW, mover, tuple(after))

    return Plain((BLACK, frozenset(), frozenset()), look)


def y(size: int) -> Plain:
    cells = {(a, b) for a in range(size) for b in range(size - a)}

    def wins(stones: set[tuple[int, int]]) -> bool:
        return any(
            any(a == 0 for a, _ in part) and any(b == 0 for _, b in part) and any(a + b == size - 1 for a, b in part)
            for part in _connected(stones)
        )

    return _placing(cells, wins)


def hexagon(size: int) -> set[tuple[int, int]]:
    near = range(1 - size, size)
    return {(a, b) for a in near for b in near if abs(a + b) < size}


def havannah_wins(size: int, stones: set[tuple[int, int]]) -> bool:
    """A ring, a bridge or a fork, by their definitions.

    A ring goes around a cell: of the cells other than it, those without a stone of the ring cannot be walked from it
    to the outside of the board; the stones of a single connected part without that cell make the wall.
    """
    cells, far = hexagon(size), size - 1
    for part in _connected(stones):
        sides = [(0, far), (0, -far), (1, far), (1, -far), (2, far), (2, -far)]
        touched = {cell: [s for s in sides if (cell[0], cell[1], cell[0] + cell[1])[s[0]] == s[1]] for cell in part}
        corners = [cell for cell, found in touched.items() if len(found) == 2]
        if len(corners) >= 2 or len({found[0] for found in touched.values() if len(found) == 1}) >= 3:
            return True
    around = hexagon(size + 1)
    for middle in cells:
        for wall in _connected(stones - {middle}):
            inside = next(part for part in _connected(around - wall) if middle in part)
            if not inside & (around - cells):
                return True
    return False


def havannah(size: int) -> Plain:
    return _placing(hexagon(size), lambda stones: havannah_wins(size, stones))


def minimal_sets(cells: Iterable[Any], wins: Callable[[set[Any]], bool]) -> set[frozenset[Any]]:
    """The minimal winning sets, by trying all sets, the small ones first."""
    found: list[frozenset[Any]] = []
    every = sorted(cells)
    for size in range(1, len(every) + 1):
        for chosen in map(frozenset, combinations(every, size)):
            if not any(known <= chosen for known in found) and wins(set(chosen)):
                found.append(chosen)
    return set(found)
