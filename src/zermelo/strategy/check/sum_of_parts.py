"""Sums of packing games: an argument by the values of their parts, verified from first principles.

In a packing game (see :mod:`~zermelo.strategy.check.packing`) moves only fill open cells, and who cannot move has lost.
Let M be the player who is to win and N the other one, at a position with M or N to move. A sum names legal moves of M
that he *gives up*, with all that fill the same cells: he will never make them. The others are *kept*, and N has all of
his.

*Fewer moves of M.* Take the play in which M makes kept moves alone, and has lost when none is left. What wins it for M
wins the position: he makes the same moves, N has the same replies all the time, and N is stuck at the same time.

*Parts.* Kept moves of M and moves of N that share a cell, directly or by way of others, belong to one part. No move
touches cells of two parts, so a move in one leaves the moves of the others as they are, and takes away those of its own
part that share a cell with it; none ever comes back. So the play is the sum of its parts: each turn a move in one of
them, and who has no move in any has lost. Each part is a short game with M as Left, whose options are what is left of
the part, a sum of smaller parts, after each move of M and of N. It depends on nothing but which moves share cells.

*Values.* Equal short games may be exchanged in sums, by Conway's theorem, and the canonical form is equal to the game
(see :mod:`zermelo.theory.short_game`). With N to move M wins a sum if its value is at least 0; with M to move, if it is
not at most 0. Where both have the same moves, all parts are worth nimbers, see
:mod:`~zermelo.strategy.check.impartial_sum`, and may be of any size.

*Length.* N makes at most B moves until he is stuck: each lies in one component of his legal moves and fills at least k
cells, those of his smallest move, so that a component of c cells has room for c/k of them, and all his cells for their
number by k. M makes no more, or one more if he opens. Nor are there more moves of both than fit into the union of all
that are legal, by the cells of the smallest. It takes one move more of the depth to see that N is stuck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from operator import or_

from zermelo.model import Game, GridGame, GridMove, Position
from zermelo.strategy.check.impartial_sum import is_lost
from zermelo.strategy.check.packing import components, filled_cells, is_packing
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Sum
from zermelo.theory.short_game import ZERO, ShortGame, canonical

MOST_CELLS = 26
"""The most cells of a part in which the players have other moves: more could take for ever."""

CellMasks = tuple[int, ...]
"""Moves by their cells."""


def complaint(
    game: Game,
    claim: Claim,
    position: Position,
    argument: Sum,
    rank: int | None,
    keep_time: Callable[[], None] = lambda: None,
) -> str | None:
    """The reason why a sum does not prove a claim in a position; None when it does.

    Parameters
    ----------
    game, claim
        The game, and the claim about it.
    position
        The position in which the sum is stored.
    argument
        Moves that the claim's player gives up.
    rank
        The remaining moves of the claim; None for any number.
    keep_time
        Called now and then; may raise.

    >>> from zermelo.families import make
    >>> from zermelo.model import Player
    >>> game, claim = make("domineering:2x3"), Claim(Player.BLACK, True)
    >>> complaint(game, claim, Position(), Sum(()), 7) is None  # Black opens, and has the last move
    True
    >>> complaint(game, claim, Position(), Sum(()), 3)
    'the sum takes 4 moves, and 3 are left'
    """
    if not isinstance(game, GridGame) or not is_packing(game):
        return "sums are for games in which moves only fill open cells"
    taken = position.black | position.white
    mine = {move: cells for move, cells in filled_cells(game, claim.player).items() if not cells & taken}
    theirs = [cells for cells in filled_cells(game, claim.opponent).values() if not cells & taken]
    if any(move not in mine for move in argument.given_up):
        return "a move that the sum gives up is not legal"
    kept = kept_moves(mine, argument)
    most = max((cells.bit_count() for cells in components([*kept, *theirs])), default=0)
    if most > MOST_CELLS and set(kept) != set(theirs):
        return f"a part of the sum has {most} cells, at most {MOST_CELLS} are looked at"
    opens = game.mover(position) is claim.player
    if not wins(kept, theirs, opens, keep_time):
        return f"the value of the sum does not say that {claim.player} wins"
    legal = [*theirs, *mine.values()]
    small = min((cells.bit_count() for cells in theirs), default=1)
    room = sum(part.bit_count() // small for part in components(theirs))
    room = min(room, reduce(or_, theirs, 0).bit_count() // small)
    fewest = min((cells.bit_count() for cells in legal), default=1)
    need = min(2 * room + 1 + opens, reduce(or_, legal, 0).bit_count() // fewest + 1)
    if claim.wins and rank is not None and need > rank:
        return f"the sum takes {need} moves, and {rank} are left"
    return None


def kept_moves(mine: Mapping[GridMove, int], argument: Sum) -> list[int]:
    """The cells of those moves that a sum does not give up, of the ones with these cells."""
    given_up = {mine[move] for move in argument.given_up}
    return [cells for cells in mine.values() if cells not in given_up]


def wins(mine: Sequence[int], theirs: Sequence[int], opens: bool, keep_time: Callable[[], None] = lambda: None) -> bool:
    """True if M makes the last move.

    Parameters
    ----------
    mine, theirs
        The moves of M and of N by their cells.
    opens
        True if M is to move.
    keep_time
        Called now and then where both have the same moves; may raise.

    >>> wins([0b0011, 0b1100], [0b0101, 0b1010], True), wins([0b0011, 0b1100], [0b0101, 0b1010], False)
    (True, False)
    """
    if set(mine) == set(theirs):
        return is_lost(mine, keep_time) != opens
    *others, largest = [ZERO, *sorted(_values(mine, theirs), key=lambda value: value.birthday)]
    rest, last = reduce(ShortGame.__add__, others, ZERO), -largest
    return not rest <= last if opens else rest >= last


def value_of(mine: Sequence[int], theirs: Sequence[int]) -> ShortGame:
    """The value of moves by their cells, with M as Left: the sum of the values of the parts.

    >>> value_of([0b0011, 0b1100], [0b0101, 0b1010]), value_of([0b11], [])
    (<value ±1>, <value 1>)
    """
    return reduce(ShortGame.__add__, _values(mine, theirs), ZERO)


def _values(mine: Sequence[int], theirs: Sequence[int]) -> Iterator[ShortGame]:
    """The values of the parts."""
    for part in components([*mine, *theirs]):
        shift = (part & -part).bit_length() - 1
        yield _value(_within(mine, part, shift), _within(theirs, part, shift))


def _within(moves: Sequence[int], part: int, shift: int) -> CellMasks:
    """The moves within a part, whose lowest cell becomes cell 0."""
    return tuple(sorted({cells >> shift for cells in moves if cells & part}))


@lru_cache(maxsize=1 << 17)
def _value(mine: CellMasks, theirs: CellMasks) -> ShortGame:
    """The value of a part: after a move what is left are the moves that share no cell with it."""

    def after(move: int) -> ShortGame:
        return value_of([each for each in mine if not each & move], [each for each in theirs if not each & move])

    return canonical(map(after, mine), map(after, theirs))
