"""Common parts of the random families: the seed, and random stones that do not end the game.

Everything is drawn from ``random.Random(seed)`` by its integer methods, which give the same numbers on every platform.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from zermelo.families.expression import Arguments, Option, integer
from zermelo.families.options import MOST_CELLS
from zermelo.model import Position, mask_of

SEED = Option("seed", integer(0, 10**18 - 1), "N", "the seed: the same seed gives the same game everywhere", default=0)
BLACK = Option("black", integer(0, MOST_CELLS), "N", "random black stones at the start", default=0)
WHITE = Option("white", integer(0, MOST_CELLS), "N", "random white stones at the start", default=0)
_TRIES = 100


def random_start(args: Arguments, rng: Random, cells: int, over: Callable[[Position], bool]) -> Position:
    """The random stones that the options ``black`` and ``white`` ask for; drawn anew if the game is over.

    Parameters
    ----------
    args
        The arguments of the expression.
    rng
        The source of random numbers.
    cells
        The number of cells of the board.
    over
        A function that is true of a position in which the game is over.

    Raises ``InputError`` when there are more stones than cells, or when a hundred draws have all ended the game.
    """
    black, white = args[BLACK], args[WHITE]
    where, stones = BLACK if args.given(BLACK) else WHITE, black + white
    if not stones:
        return Position()
    if stones > cells:
        raise args.error(where, f"at most {cells} stones", found=f"{stones} of them")
    for _ in range(_TRIES):
        chosen = rng.sample(range(cells), stones)
        start = Position(mask_of(chosen[:black]), mask_of(chosen[black:]))
        if not over(start):
            return start
    found = f"{black} black and {white} white ones, which end the game in each of {_TRIES} draws"
    raise args.error(where, "fewer stones at the start", found=found)
