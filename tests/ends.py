"""Other ends of plays for random grid games: who cannot move may draw or win, and a full board may be a draw.

A generator of games draws its rules first and these last, by numbers of their own: so the game of a seed is that of the
same seed in the days when BDDL knew no other end, but for its ends.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from zermelo.errors import ZermeloError
from zermelo.model import GridGame, Stuck


def other_ends(game: GridGame, seed: object, chance: float = 0.5) -> GridGame:
    """The game, or with this chance the same with other ends, as the seed will have it."""
    rng = Random(f"ends {seed}")
    if rng.random() >= chance:
        return game
    try:
        return replace(game, stuck=rng.choice(list(Stuck)), full_draw=rng.random() < 0.6)
    except ZermeloError:  # not sane: more positions can be reached where a full board ends no play, or too many
        return game
