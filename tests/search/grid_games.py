"""Random grid games of kinds that differ for a search: pieces that walk or race, stones that stay, any."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.ends import other_ends

from zermelo.errors import ZermeloError
from zermelo.families import make
from zermelo.families.grid_parts import at
from zermelo.model import Action, Colour, Condition, Expression, GridGame, Player, Position, SubCondition

NEAR = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
FAMILIES = (
    "domineering:{c}x{r}", "connect:2,board=3x3", "connect:3,board=4x3", "breakthrough:2x4", "breakthrough:3x4,rows=1",
    "knightthrough:3x3,rows=1", "evader-pursuer:3x3,evader=3-1,pursuer=1-{r}",
    "evader-pursuer-dual:3x3,evader=3-1,pursuer=2-{r}",
)  # fmt: skip

PIECES = [((0, 0),), ((0, 0), (1, 0)), ((0, 0), (0, 1)), ((0, 0), (1, 1)), ((0, 0), (1, 0), (2, 0)),
          ((0, 0), (1, 0), (0, 1)), ((0, 0), (2, 0)), ((0, 0), (1, 2))]  # fmt: skip


def _subset(rng: Random, cells: int, stones: int) -> int:
    return sum(1 << cell for cell in rng.sample(range(cells), min(cells, stones)))


def _fixed(colour: Colour, x: int, y: int, negated: bool = False) -> SubCondition:
    return SubCondition(colour, Expression("zero", x), Expression("zero", y), negated)


def _built(rng: Random, build: Callable[[Random], GridGame]) -> GridGame:
    while True:
        try:
            return build(rng)
        except ZermeloError:
            continue  # not sane, or won at the start


def movers(rng: Random) -> GridGame:
    """Pieces that walk, perhaps capture, perhaps stay: plays go in cycles, and often neither player can win."""
    columns, rows = rng.choice([(2, 2), (3, 2), (3, 3), (4, 1), (5, 1), (4, 2), (1, 5), (3, 4)])

    def actions(colour: Colour) -> tuple[Action, ...]:
        found = []
        for number, (dx, dy) in enumerate(rng.sample(NEAR, rng.randint(1, 5))):
            target = at(colour, dx, dy, negated=True) if rng.random() < 0.4 else at(Colour.OPEN, dx, dy)
            found.append(Action(f"step-{number}", (at(colour), target), (at(Colour.OPEN), at(colour, dx, dy))))
        if rng.random() < 0.5:
            found.append(Action("stay", (at(colour),), (at(colour),)))
        return tuple(found)

    def goals(colour: Colour) -> tuple[Condition, ...]:
        found: list[Condition] = []
        for _ in range(rng.choice([0, 1, 1, 2])):
            single = rng.random() < 0.6
            place = _fixed(colour, rng.randint(1, columns), rng.randint(1, rows))
            found.append((place,) if single else (at(colour), at(colour, *rng.choice(NEAR))))
        return tuple(found)

    cells = columns * rows
    black = _subset(rng, cells, rng.randint(1, 2))
    white = _subset(rng, cells, rng.randint(1, 2)) & ~black
    sides = [(actions(colour), goals(colour)) for colour in (Colour.BLACK, Colour.WHITE)]
    return GridGame(
        "movers", columns, rows, sides[0][0], sides[1][0], sides[0][1], sides[1][1],
        start=Position(black, white, rng.choice([0, 0, 1])), opener=rng.choice(list(Player)),
    )  # fmt: skip


def placers(rng: Random) -> GridGame:
    """A stone on any open cell per move, goals of own stones; sometimes with a condition that spoils it."""
    columns, rows = rng.choice([(2, 2), (3, 2), (3, 3), (4, 1), (5, 1), (4, 2)])
    cells = columns * rows

    def action(colour: Colour, other: Colour) -> tuple[Action, ...]:
        needs = [at(Colour.OPEN)]
        if rng.random() < 0.2:
            needs.append(at(other, negated=True))
        if rng.random() < 0.04:
            needs.append(at(other, *rng.choice(NEAR), negated=True))
        return (Action("occupy", tuple(needs), (at(colour),)),)

    def goals(colour: Colour, number: int) -> tuple[Condition, ...]:
        return tuple(
            tuple(dict.fromkeys([at(colour), *[at(colour, *rng.choice(NEAR)) for _ in range(rng.randint(0, 3))]]))
            for _ in range(number)
        )

    black = _subset(rng, cells, rng.randint(0, 2))
    white = _subset(rng, cells, rng.randint(0, 2)) & ~black
    return GridGame(
        "placers", columns, rows, action(Colour.BLACK, Colour.WHITE), action(Colour.WHITE, Colour.BLACK),
        goals(Colour.BLACK, rng.randint(1, 3)), goals(Colour.WHITE, rng.randint(0, 3)),
        start=Position(black, white, rng.choice([0, 0, 1])), opener=rng.choice(list(Player)),
    )  # fmt: skip


def givers(rng: Random) -> GridGame:
    """Stones on open cells, those of the other player among them; goals of own stones, fixed or anywhere."""
    columns, rows = rng.choice([(4, 1), (5, 1), (3, 2), (2, 3), (4, 2)])

    def cell(colour: Colour, fixed: bool) -> SubCondition:
        if fixed:
            return _fixed(colour, rng.randint(1, columns), rng.randint(1, rows))
        return at(colour, *rng.choice([(0, 0), *NEAR]))

    def actions(own: Colour, other: Colour) -> tuple[Action, ...]:
        found = []
        for number in range(rng.randint(1, 3)):
            fixed = rng.random() < 0.5
            sets = [cell(rng.choice([own, own, other]), fixed) for _ in range(rng.choice([1, 1, 2]))]
            needs = [part._replace(colour=Colour.OPEN) for part in sets]
            needs += [cell(Colour.OPEN, fixed) for _ in range(rng.choice([0, 0, 1, 2]))]
            found.append(Action(f"put-{number}", tuple(dict.fromkeys(needs)), tuple(dict.fromkeys(sets))))
        return tuple(found)

    def goals(own: Colour) -> tuple[Condition, ...]:
        found = []
        for _ in range(rng.choice([0, 1, 1, 2])):
            fixed = rng.random() < 0.5
            found.append(tuple(dict.fromkeys(cell(own, fixed) for _ in range(rng.randint(2, 4)))))
        return tuple(found)

    black, white = Colour.BLACK, Colour.WHITE
    stones = _subset(rng, columns * rows, rng.randint(0, 2))
    return GridGame(
        "givers", columns, rows, actions(black, white), actions(white, black), goals(black), goals(white),
        start=Position(0, stones, 0) if rng.random() < 0.3 else Position(), opener=rng.choice(list(Player)),
    )  # fmt: skip


def racers(rng: Random) -> GridGame:
    """Stones that run for a row of the other side; steps may ask for other cells, and change some on the way."""
    columns, rows = rng.choice([(2, 4), (3, 3), (3, 4), (1, 5), (2, 5)])

    def actions(colour: Colour, other: Colour, forward: int) -> tuple[Action, ...]:
        found = []
        for number in range(rng.randint(1, 3)):
            dx, dy = rng.choice([(0, forward), (0, forward), (-1, forward), (1, forward), (1, 0), (0, 2 * forward)])
            needs = [at(colour), rng.choice([at(Colour.OPEN, dx, dy), at(colour, dx, dy, negated=True)])]
            sets = [at(Colour.OPEN), at(colour, dx, dy)]
            if rng.random() < 0.3:
                any_colour = rng.choice([Colour.OPEN, colour, other])
                needs.append(at(any_colour, *rng.choice(NEAR), negated=rng.random() < 0.6))
            if rng.random() < 0.2:
                sets.append(at(rng.choice([Colour.OPEN, Colour.OPEN, colour, other]), *rng.choice(NEAR)))
            found.append(Action(f"step-{number}", tuple(dict.fromkeys(needs)), tuple(dict.fromkeys(sets))))
        return tuple(found)

    def goals(colour: Colour, row: int) -> tuple[Condition, ...]:
        place = SubCondition(colour, Expression("parameter"), Expression("zero", row))
        return ((place, at(rng.choice([colour, Colour.OPEN]), *rng.choice(NEAR))) if rng.random() < 0.2 else (place,),)

    black = _subset(rng, columns, columns) << columns * (rows - 1) if rng.random() < 0.8 else 1 << columns * rows - 1
    white = _subset(rng, columns, columns)
    return GridGame(
        "racers", columns, rows, actions(Colour.BLACK, Colour.WHITE, -1), actions(Colour.WHITE, Colour.BLACK, 1),
        goals(Colour.BLACK, 1), goals(Colour.WHITE, rows),
        start=Position(black, white), opener=rng.choice(list(Player)),
    )  # fmt: skip


def packers(rng: Random) -> GridGame:
    """No goals: pieces of one to three cells are laid on open cells until someone cannot; sometimes that is spoilt."""
    columns, rows = rng.choice([(3, 2), (3, 3), (4, 2), (4, 3), (5, 1), (2, 4)])

    def actions(colour: Colour) -> tuple[Action, ...]:
        found = []
        for number in range(rng.randint(1, 3)):
            piece = [(0, 0), *rng.sample(NEAR, rng.choice([0, 1, 1, 1, 2]))]
            laid = tuple(at(colour, *place) for place in piece)
            needs = tuple(at(Colour.OPEN, *place) for place in piece)
            if rng.random() < 0.15:  # a cell beside it matters, or changes
                beside = rng.choice([place for place in NEAR if place not in piece])
                needs += (at(rng.choice([Colour.OPEN, *colours]), *beside, negated=rng.random() < 0.6),)
                laid += (at(rng.choice([Colour.OPEN, *colours]), *beside),) * (rng.random() < 0.3)
            found.append(Action(f"lay-{number}", needs, laid))
        return tuple(found)

    colours = (Colour.BLACK, Colour.WHITE)

    cells = columns * rows
    black = _subset(rng, cells, rng.randint(0, 2))
    white = _subset(rng, cells, rng.randint(0, 2)) & ~black
    return GridGame(
        "packers", columns, rows, actions(Colour.BLACK), actions(Colour.WHITE),
        start=Position(black, white), opener=rng.choice(list(Player)),
    )  # fmt: skip


def twins(rng: Random, columns: int = 0, rows: int = 0) -> GridGame:
    """Both lay the same pieces: anywhere on a board with holes, or at some places only. No size: a small one."""
    if not columns:
        columns, rows = rng.choice([(1, 1), (7, 1), (1, 9), (3, 3), (4, 2), (2, 5)])
    pieces = rng.sample(PIECES, rng.randint(1, 3))
    walls = rng.choice([0, 0, 0.3])
    placed = [
        [(x + dx, y + dy) for dx, dy in piece]
        for piece in pieces
        for x in range(1, columns + 1)
        for y in range(1, rows + 1)
        if x + max(dx for dx, _ in piece) <= columns and y + max(dy for _, dy in piece) <= rows
        if rng.random() >= walls
    ]

    def actions(colour: Colour) -> tuple[Action, ...]:
        def laid(name: str, parts: list[tuple[SubCondition, SubCondition]]) -> Action:
            return Action(name, tuple(needs for needs, _ in parts), tuple(becomes for _, becomes in parts))

        def anywhere(each: tuple[int, int]) -> tuple[SubCondition, SubCondition]:
            return at(Colour.OPEN, *each), at(colour, *each)

        def there(each: tuple[int, int]) -> tuple[SubCondition, SubCondition]:
            return _fixed(Colour.OPEN, *each), _fixed(colour, *each)

        put, wanted = (there, placed) if walls else (anywhere, pieces)
        found = [laid(f"lay-{i}", [put(each) for each in cells]) for i, cells in enumerate(wanted)]
        rng.shuffle(found)
        return tuple(found)

    cells = columns * rows
    holes = sum(1 << cell for cell in rng.sample(range(cells), rng.randint(0, cells // 4)))
    black = holes & rng.getrandbits(cells)
    sides = actions(Colour.BLACK), actions(rng.choice([Colour.WHITE, Colour.BLACK]))
    start = Position(black, holes & ~black)
    return GridGame("twins", columns, rows, *sides, (), (), start=start, opener=rng.choice(list(Player)))


def leapers(rng: Random) -> GridGame:
    """Stones that leap on others anywhere, in several ways by what they ask for: so many kinds that lists are made."""
    size = 3
    near = range(1 - size, size)
    far = [(dx, dy) for dx in near for dy in near if (dx, dy) != (0, 0)]

    def fits(*places: tuple[int, int]) -> bool:
        return all(max(axis) - min(axis) < size for axis in zip((0, 0), *places, strict=True))

    def leap(number: int, place: tuple[int, int], own: Colour, other: Colour) -> Action:
        beside = [each for each in far if each != place and fits(place, each)]
        asked = [
            at(rng.choice([Colour.OPEN, Colour.OPEN, own, other]), *each, negated=rng.random() < 0.3)
            for each in rng.sample(beside, rng.choice([0, 1, 1, 1]))
        ]
        return Action(f"leap-{number}", (at(own), at(other, *place), *asked), (at(Colour.OPEN), at(own, *place)))

    def actions(own: Colour, other: Colour) -> tuple[Action, ...]:
        found = [leap(number, place, own, other) for number, place in enumerate(5 * far)]
        if rng.random() < 0.1:  # one that no stone of his makes
            found.append(Action("strike", (at(other),), (at(Colour.OPEN),)))
        return tuple(found)

    black = _subset(rng, size * size, rng.randint(1, 4))
    white = _subset(rng, size * size, rng.randint(1, 4)) & ~black
    goal = (at(Colour.BLACK), at(Colour.BLACK, *rng.choice(NEAR)))
    return GridGame(
        "leapers", size, size, actions(Colour.BLACK, Colour.WHITE), actions(Colour.WHITE, Colour.BLACK),
        (goal,) * (rng.random() < 0.2), (), start=Position(black, white), opener=rng.choice(list(Player)),
    )  # fmt: skip


def families(rng: Random) -> GridGame:
    """A random game of a family, perhaps some moves after its start."""
    if rng.random() < 0.5:
        board = rng.choice(["2x2", "3x2", "3x3", "4x2", "1x4"])
        what = f"actions={rng.randint(1, 4)},goals={rng.choice([0, 1, 1, 2, 3])},black={rng.randint(0, 2)},white=1"
        game = make(f"random-grid:seed={rng.randrange(10**6)},board={board},{what}")
    else:
        game = make(rng.choice(FAMILIES).format(c=rng.randint(1, 4), r=rng.randint(2, 3)))
    assert isinstance(game, GridGame)
    position = game.start
    for _ in range(rng.choice([0, 0, 1, 2, 3, 5])):
        moves = game.legal(position)
        if not moves:
            break
        position = game.step(position, rng.choice(moves))
    return game.at(position)


def strays(rng: Random) -> GridGame:
    """Any rules, with what a search may take for granted given up in turn: each of these is seldom so, or never."""
    columns, rows = rng.choice([(3, 1), (4, 1), (5, 1), (2, 2), (3, 2), (2, 3), (4, 2), (3, 3)])
    given_up = rng.sample(range(7), rng.choice([0, 1, 1, 2, 2, 3, 7]))
    fixed, steps, clears, gives, mixed, negates, asks = (rng.choice([0.2, 0.5]) * (i in given_up) for i in range(7))
    black, white, empty = Colour.BLACK, Colour.WHITE, Colour.OPEN

    def cell(colour: Colour, negated: bool = False) -> SubCondition:
        if rng.random() < fixed:
            return _fixed(colour, rng.randint(1, columns), rng.randint(1, rows), negated)
        return at(colour, *rng.choice([(0, 0), *NEAR]), negated=negated)

    def action(number: int, own: Colour, other: Colour) -> Action:
        sets, needs = [], []
        for _ in range(rng.choice([1, 1, 2])):
            place = cell(other if rng.random() < gives else own)
            sets.append(place)
            if rng.random() < steps:
                needs.append(place._replace(colour=rng.choice([black, white]), negated=rng.random() < 0.5))
            else:
                needs.append(place._replace(colour=empty))
        if rng.random() < clears:
            place = cell(own)
            needs.append(place)
            sets.append(place._replace(colour=empty))
        if rng.random() < asks:
            needs.append(cell(rng.choice([empty, empty, black, white]), rng.random() < negates))
        return Action(f"move-{number}", tuple(dict.fromkeys(needs)), tuple(dict.fromkeys(sets)))

    def goal(own: Colour, other: Colour) -> Condition:
        parts = [cell(own)]
        for _ in range(rng.randint(0, 3)):
            odd = rng.random() < mixed
            parts.append(cell(rng.choice([empty, other]) if odd else own, odd and rng.random() < negates))
        return tuple(dict.fromkeys(parts))

    colours = (black, white), (white, black)
    actions = [tuple(action(number, *both) for number in range(rng.choice([1, 1, 2, 3]))) for both in colours]
    most = rng.choice([0, 3, 3, 3])  # without goals a search counts what can still be laid
    goals = [tuple(goal(*both) for _ in range(min(most, rng.choice([0, 1, 1, 2, 3])))) for both in colours]
    stones = (
        _subset(rng, columns * rows, rng.choice([0, 0, 1, 2])),
        _subset(rng, columns * rows, rng.choice([0, 0, 1, 2])),
    )
    return GridGame(
        "strays", columns, rows, actions[0], actions[1], goals[0], goals[1],
        start=Position(stones[0], stones[1] & ~stones[0], 0), opener=rng.choice(list(Player)),
    )  # fmt: skip


KINDS = {kind.__name__: kind for kind in (movers, placers, givers, racers, packers, twins, leapers, families, strays)}


def random_game(kind: str, seed: int) -> GridGame:
    """The game of a kind and a seed; the same one each time."""
    return other_ends(_built(Random(seed), KINDS[kind]), seed)
