"""Search for arguments that replace moves: small exact searches with a budget; `arguments` verifies."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from zermelo import _native
from zermelo.model import ConnectionGame, Game, PlacementGame, Player, Position, PositionalGame, Rule, cells_of
from zermelo.strategy.check.arguments import complaint, seen_by_white
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Argument, Links, Pairing

TRIES = 60
"""The budget of a search: pairs that are tried for a pairing, or links."""

Pair = tuple[int, int]


def find_argument(
    game: Game, claim: Claim, position: Position, rank: int | None, tries: int = TRIES
) -> Argument | None:
    """An argument that proves the claim in a position; None when none is found.

    Parameters
    ----------
    game, claim
        The game, and the claim about it.
    position
        A position of a play that goes on.
    rank
        The remaining moves of the claim; without a number nothing is found.
    tries
        The budget of the search, in pairs that are tried.

    >>> from zermelo.families import make
    >>> game = make("httt:fatty,board=3x3")
    >>> find_argument(game, Claim(Player.WHITE, False), game.start, 9)
    Pairing(pairs=())
    """
    if rank is None or not isinstance(game, PlacementGame):
        return None
    found: Argument | None = None
    if isinstance(game, ConnectionGame):
        if not claim.wins and complaint(game, claim, position, Pairing(()), rank) is None:
            return Pairing(())
        if claim.player is Player.BLACK or game.is_hex:
            seen, there = (
                (game, position) if claim.player is Player.BLACK else (seen_by_white(game), position.swapped())
            )
            found = _links(seen, there, tries)
    elif isinstance(game, PositionalGame) and not claim.wins:
        found = _pairing(game, claim, position, rank, tries)
    return None if found is None or complaint(game, claim, position, found, rank) is not None else found


def _pairing(game: PositionalGame, claim: Claim, position: Position, rank: int, tries: int) -> Pairing | None:
    """Try pairs in the set with the fewest cells outside the pairs, until little weight is left."""
    opponent = claim.opponent
    if (game.rule is Rule.MAKER_BREAKER and opponent is Player.WHITE) or len(game.board) > _native.MAX_CELLS:
        return None
    few = sum(game.player_at(position.ply + k) is opponent for k in range(rank))
    moves = game.mover(position) is claim.player and (game.first_moves is None or position.ply > 0)
    finder = _finder(len(game.board), game.winning_sets(opponent))
    pairs = finder.find(position.stones(claim.player), position.stones(opponent), min(few, 512), moves, tries)
    return None if pairs is None else Pairing(tuple(pairs))


@lru_cache(maxsize=8)
def _finder(cells: int, sets: tuple[int, ...]) -> _native.PairingFinder:
    return _native.PairingFinder(cells, sets)


def _links(game: ConnectionGame, position: Position, tries: int) -> Links | None:
    """The fewest links from one border to the other, over groups of Black's stones."""
    black, white, _ = position
    free = game.board.full & ~(black | white)
    groups, left = [], black
    while left:
        group = game.reach(left & -left, black)
        left &= ~group
        groups.append(group)
    beside = []
    for group in groups:
        around = 0
        for cell in cells_of(group):
            around |= game.neighbours[cell]
        beside.append(around & free)
    touches = [game.source & free, game.target & free, *beside]  # of each node: the borders, then the groups
    joined = [
        {0, *(k for k, group in enumerate(groups, 2) if group & game.source)},
        {1, *(k for k, group in enumerate(groups, 2) if group & game.target)},
    ]

    def search(
        node: int, used: int, pairs: tuple[Pair, ...], met: frozenset[int], most: int
    ) -> tuple[Pair, ...] | None:
        nonlocal tries
        if node in joined[1]:
            return pairs
        if most == 0:
            return None
        for other in range(1, len(touches)):
            if other in met:
                continue
            common = touches[node] & touches[other] & ~used
            for one, two in combinations(list(cells_of(common))[:4], 2):
                tries -= 1
                if tries < 0:
                    return None
                more = used | 1 << one | 1 << two
                found = search(other, more, (*pairs, (one, two)), met | {other}, most - 1)
                if found is not None:
                    return found
        return None

    for most in range(1, len(touches)):
        for node in sorted(joined[0]):
            found = search(node, 0, (), frozenset(joined[0]), most)
            if found is not None:
                return Links(found)
        if tries < 0:
            return None
    return None
