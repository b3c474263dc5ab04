"""Random grid games: random BDDL rules that keep the sanity conditions, for differential tests.

Each player has random actions, placing a stone (and sometimes another one beside it, or clearing a cell) or moving
one, with a random further precondition now and then; his goals ask for stones of his own colour only. An action gives
cells to its owner or clears them, so it never completes a goal of the opponent. Plays may go on for ever when stones
can move or vanish.
"""

from __future__ import annotations

from random import Random

from zermelo.families.expression import Arguments, Family, Option, choice, flag, integer
from zermelo.families.grid_parts import COLOUR, OPEN, at, step
from zermelo.families.options import FIRST, show_size, size
from zermelo.families.random_parts import BLACK, SEED, WHITE, random_start
from zermelo.model import Action, Colour, Condition, Expression, GridGame, Player, Position, Stuck, SubCondition
from zermelo.model.ground import ground_goals

BOARD = Option("board", size, "COLUMNSxROWS", "the size of the board, columns x rows", default=(3, 3), show=show_size)
ACTIONS = Option("actions", integer(1, 9), "N", "actions of each player", default=2)
GOALS = Option("goals", integer(0, 9), "N", "goals of each player", default=2)
STUCK: Option[Stuck] = Option(
    "stuck", choice({each.value: each for each in Stuck}), "loses|draws|wins", "what becomes of who cannot move",
    default=Stuck.LOSES, show=lambda stuck: stuck.value,
)  # fmt: skip
FULL = flag("full", "a full board is a draw")
_MOST_CELLS = 400
_NEAR = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


def _place(rng: Random, colour: Colour) -> SubCondition:
    """(?x,?y), now and then with a border in place of a parameter."""
    bases = ["parameter"] * 4 + ["min", "max"]
    return SubCondition(colour, Expression(rng.choice(bases)), Expression(rng.choice(bases)))


def _action(rng: Random, number: int, colour: Colour) -> Action:
    near = (
        [at(rng.choice((OPEN, Colour.BLACK, Colour.WHITE)), *rng.choice(_NEAR), negated=rng.random() < 0.5)]
        if rng.random() < 0.4
        else []
    )
    if rng.random() < 0.4:
        dx, dy = rng.choice(_NEAR)
        target = at(colour, dx, dy, negated=True) if rng.random() < 0.5 else at(OPEN, dx, dy)
        return step(f"move-{number}", colour, dx, dy, target, *near)
    where = _place(rng, OPEN)
    effect = [where._replace(colour=colour)]
    if rng.random() < 0.3:
        relative = where.x.base == where.y.base == "parameter"  # else both effects might fall on one cell
        effect.append(at(rng.choice([colour, OPEN]) if relative else colour, *rng.choice(_NEAR)))
    return Action(f"place-{number}", (where, *near), tuple(effect))


def _goal(rng: Random, colour: Colour) -> Condition:
    if rng.random() < 0.2:
        return (_place(rng, colour),)
    cells = [(0, 0), *rng.sample(_NEAR, rng.randint(1, 2))]
    return tuple(at(colour, dx, dy) for dx, dy in cells)


def _build(args: Arguments) -> GridGame:
    rng, (columns, rows) = Random(args[SEED]), args[BOARD]
    if columns * rows > _MOST_CELLS:
        raise args.error(BOARD, f"at most {_MOST_CELLS} cells for random rules", found=f"{columns * rows}")
    actions, goals = {}, {}
    for player in Player:
        actions[player] = tuple(_action(rng, number, COLOUR[player]) for number in range(1, args[ACTIONS] + 1))
        goals[player] = tuple(_goal(rng, COLOUR[player]) for _ in range(args[GOALS]))
    game = GridGame(
        args.name,
        columns,
        rows,
        actions[Player.BLACK],
        actions[Player.WHITE],
        goals[Player.BLACK],
        goals[Player.WHITE],
        opener=args[FIRST],
        stuck=args[STUCK],
        full_draw=args[FULL],
    )
    black, white = ({goal[index] for goal in ground_goals(game, player)} for index, player in enumerate(Player))

    def over(start: Position) -> bool:
        return any(not mask & ~start.black for mask in black) or any(not mask & ~start.white for mask in white)

    return game.at(random_start(args, rng, columns * rows, over))


RANDOM_GRID = Family(
    "random-grid",
    "a grid game with random BDDL actions and goals",
    (
        "random-grid:seed=1",
        "random-grid:seed=5,board=3x2,actions=3,goals=1,black=1,white=1,first=white",
        "random-grid:seed=7,stuck=draws,full",
    ),
    _build,
    (),
    (SEED, BOARD, ACTIONS, GOALS, BLACK, WHITE, STUCK, FULL, FIRST),
)
