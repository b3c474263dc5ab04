"""The formula that a position of Game-SAT leaves, with its variables numbered anew."""

from __future__ import annotations

from zermelo.model import ClauseGame, cells_of


def restricted(game: ClauseGame) -> tuple[ClauseGame, list[int]]:
    """The game of the unassigned variables, and the number that each of them had before, in order.

    Clauses with a true literal and false literals are removed, and the start position of the result is empty.

    >>> game = ClauseGame("chain", 3, ((1,), (2, 3), (-1, -2))).after([1])
    >>> restricted(game)[0].formula, restricted(game)[1]
    (((1, 2), (-1,)), [2, 3])
    """
    true, false, _ = game.start
    if not true | false:
        return game, list(range(1, game.variables + 1))
    assigned = {cell + 1 for cell in cells_of(true)} | {-cell - 1 for cell in cells_of(false)}
    numbers = [v for v in range(1, game.variables + 1) if not {v, -v} & assigned]
    place = {variable: number for number, variable in enumerate(numbers, 1)}
    clauses = tuple(
        tuple(place[abs(x)] * (1 if x > 0 else -1) for x in clause if -x not in assigned)
        for clause in game.formula
        if not assigned.intersection(clause)
    )
    return ClauseGame(game.name, len(numbers), clauses, game.mover(game.start)), numbers
