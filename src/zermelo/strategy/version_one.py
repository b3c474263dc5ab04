"""Strategy files of version 1, in which positions of grid games have all their stones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from zermelo.model import GridGame, Position
from zermelo.model.automorphism import Permutation
from zermelo.strategy.canonical_position import CanonicalPositions
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Entries, Entry


def upgraded(
    game: GridGame, claim: Claim, symmetries: Sequence[Permutation], entries: Entries
) -> Iterator[tuple[Position, Entry]]:
    """The entries of a strategy of version 1, with canonical positions of the present version.

    Positions with the same canonical position have the same continuations; the strongest entry is kept: the least rank
    of a win, the largest of holding. It serves where another entry was met, too: its move leads to positions whose
    entries were right for its own rank, and are at least as strong after this.

    Parameters
    ----------
    game, claim
        The game, and the claim of the strategy.
    symmetries
        Permutations of the cells that keep the rules.
    entries
        The entries in the order of the file; their positions have all stones.

    >>> from zermelo.families import make
    >>> from zermelo.model import GridMove, Player
    >>> move = GridMove(Player.BLACK, 0, 2, 1)
    >>> old = [(Position(black=0b0001), Entry(move, 1)), (Position(white=0b0001), Entry(move, 3))]
    >>> list(upgraded(make("domineering:2x2"), Claim(Player.BLACK, True), [], old))[0][1].rank
    1
    """
    images, best = CanonicalPositions(game, symmetries), dict[Position, Entry]()
    for position, entry in entries:
        key, turn = images.smallest(position)
        found = Entry(images.forth(entry.answer, turn), entry.rank)
        if key not in best or _speaks(claim, found) > _speaks(claim, best[key]):
            best[key] = found
    yield from best.items()


def _speaks(claim: Claim, entry: Entry) -> float:
    rank = float("inf") if entry.rank is None else entry.rank
    return -rank if claim.wins else rank
