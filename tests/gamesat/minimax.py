"""The oracle of Game-SAT: every move of every play, by the rules alone.

It knows nothing of clauses that are satisfied or lost before the end: all variables are assigned, and only then does it
look at the formula. Positions are remembered by the values given, nothing else.
"""

from __future__ import annotations

from zermelo.gamesat import MAX, MIN
from zermelo.model import ClauseGame, Player


def winner(game: ClauseGame) -> Player:
    """The winner from the empty start position; the work is more than three to the power of the variables.

    The second player wins (x ∨ y) ∧ (¬x ∨ ¬y), whoever it is (Zhao and Müller, formula 1):

    >>> [winner(ClauseGame("xor", 2, ((1, 2), (-1, -2)), first)).value for first in (MAX, MIN)]
    ['white', 'black']
    """
    assert game.variables <= 12
    known: dict[frozenset[int], bool] = {}

    def max_wins(played: frozenset[int], mover: Player) -> bool:
        if played not in known:
            if len(played) == game.variables:
                known[played] = all(any(literal in played for literal in clause) for clause in game.formula)
            else:
                free = [v for v in range(1, game.variables + 1) if v not in played and -v not in played]
                after = (max_wins(played | {literal}, mover.other) for v in free for literal in (v, -v))
                known[played] = any(after) if mover is MAX else all(after)
        return known[played]

    return MAX if max_wins(frozenset(), game.opener) else MIN
