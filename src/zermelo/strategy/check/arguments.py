"""The check of arguments, pairings and links, from first principles.

Every argument requires that the opponent never places two stones in a row from here on, so that each of his stones can
be answered. The player may place more stones than the opponent: an own stone never harms in these games.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from zermelo.model import ConnectionGame, Game, PlacementGame, Player, Position, PositionalGame, Rule, cells_of, mask_of
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Argument, Links

CellPairs = tuple[tuple[int, int], ...]


def complaint(game: Game, claim: Claim, position: Position, argument: Argument, rank: int | None) -> str | None:
    """The reason why an argument does not prove a claim in a position; None when it does.

    Parameters
    ----------
    game, claim
        The game, and the claim about it.
    position
        The position in which the argument is stored.
    argument
        A pairing or links.
    rank
        The remaining moves of the claim; without a number no argument of this kind holds.

    >>> from zermelo.families import make
    >>> from zermelo.strategy.entry import Pairing
    >>> game, holds = make("httt:fatty,board=3x3"), Claim(Player.WHITE, False)
    >>> complaint(game, holds, game.start, Pairing(()), 9) is None  # four sets of four cells: 4/16 is less than 1/2
    True
    >>> complaint(make("ttt"), holds, game.start, Pairing(((0, 1),)), 9)
    'the pairing leaves sets of a weight of 1.25, the winning set a1 b2 c3 among them'
    """
    if not isinstance(game, PlacementGame) or rank is None:
        return "arguments are for games of stones that stay"
    pairs = argument.pairs
    cells = [cell for pair in pairs for cell in pair]
    occupied = position.black | position.white
    if len(set(cells)) < len(cells):
        return "a cell stands in two pairs"
    taken = occupied & mask_of(cells)
    if taken:
        return f"the pairing uses {game.board.names(taken)[0]}, which is taken"
    linked = isinstance(argument, Links)
    if (linked or pairs) and _two_in_a_row(game, claim.opponent, position, rank):
        return _unanswered(claim)
    if linked:
        return _links(game, claim, position, pairs, rank)
    if isinstance(game, ConnectionGame):
        return _distant(game, claim, position, pairs, rank)
    return _pairing(game, claim, position, pairs, rank)


def _unanswered(claim: Claim) -> str:
    return f"{claim.opponent} places two stones in a row, which no pairing answers"


def _two_in_a_row(game: PlacementGame, player: Player, position: Position, rank: int) -> bool:
    left = len(game.board) - (position.black | position.white).bit_count()
    players = [game.player_at(position.ply + k) for k in range(min(left, rank))]
    return any(one is two is player for one, two in pairwise(players))


def _pairing(game: PlacementGame, claim: Claim, position: Position, pairs: CellPairs, rank: int) -> str | None:
    """Sets with a pair are never completed, as long as each stone on a pair is answered by the other cell.

    The others, cut down to the cells outside the pairs, are a game of its own, in which the opponent moves or passes.
    There greedy play holds when the weights 2^-k add up to less than 1, with the opponent to move less than 1/2
    (Erdős and Selfridge): a stone of his doubles the sets through a cell, the stone before took away as much at least.
    Sets that need more stones than he has left are out of reach, whatever the order of turns. The player may have to
    place her first stone elsewhere, if that is restricted: then it counts for nothing.
    """
    opponent = claim.opponent
    if claim.wins or not isinstance(game, PositionalGame):
        return "a pairing shows that winning sets are never completed, which is not what is claimed"
    if game.rule is Rule.MAKER_BREAKER and opponent is Player.WHITE:
        return "White has no winning sets in a maker-breaker game, so no pairing is in their way"
    mine, theirs = position.stones(claim.player), position.stones(opponent)
    few = sum(game.player_at(position.ply + k) is opponent for k in range(rank))
    masks = [1 << one | 1 << two for one, two in pairs]
    paired = sum(masks)
    size = len(game.board)
    total, heaviest = 0, (0, 0)
    for each in game.winning_sets(opponent):
        left = each & ~theirs
        if each & mine or left.bit_count() > few or any(pair & ~left == 0 for pair in masks):
            continue
        weight = 1 << size - (left & ~paired).bit_count()
        total += weight
        heaviest = max(heaviest, (weight, each))
    if total and not pairs and _two_in_a_row(game, opponent, position, rank):
        return _unanswered(claim)
    moves = game.mover(position) is claim.player and (game.first_moves is None or position.ply > 0)
    if total < 1 << (size if moves else size - 1):
        return None
    among = " ".join(game.board.names(heaviest[1])[:6])
    return f"the pairing leaves sets of a weight of {total / 2**size:.3g}, the winning set {among} among them"


def _distant(game: ConnectionGame, claim: Claim, position: Position, pairs: CellPairs, rank: int) -> str | None:
    """Black's paths from border to border are his winning sets: each needs more stones than he has left."""
    if claim.wins or claim.opponent is Player.WHITE or pairs:
        return "a pairing without pairs shows that Black's borders are far apart, which is not what is claimed"
    few = sum(game.player_at(position.ply + k) is Player.BLACK for k in range(rank))
    stones = stones_to_join(game, position)
    if stones is None or stones > few:
        return None
    return f"Black joins his borders by {stones} stones, and has {few} left"


def stones_to_join(game: ConnectionGame, position: Position) -> int | None:
    """The stones that Black needs to join his borders if White passes; None when they are cut off.

    >>> game = ConnectionGame.hex(3, 3)
    >>> stones_to_join(game, game.start), stones_to_join(game, Position(black=0b10000))
    (3, 2)
    """
    if game.joined:
        return 0
    for count, reached in enumerate(reaches(game, game.source, position)):
        if reached & game.target:
            return count
    return None


def reaches(game: ConnectionGame, border: int, position: Position) -> Iterator[int]:
    """The cells that Black can join to a border by 0, 1, 2, … stones, as masks, until no more are added.

    Parameters
    ----------
    game, position
        The game, and the stones on its board.
    border
        Mask of the cells at the border.
    """
    black, free = position.black, game.board.full & ~(position.black | position.white)
    reached, around = game.reach(border, black), border
    while True:
        yield reached
        for cell in cells_of(reached):
            around |= game.neighbours[cell]
        if not around & free & ~reached:
            return
        reached = game.reach(reached | around & free, black | reached | around & free)


def _links(game: PlacementGame, claim: Claim, position: Position, pairs: CellPairs, rank: int) -> str | None:
    """Either cell of a pair joins the groups that both touch; settled pairs have joined all of them.

    Each stone of the player settles one pair at least: he answers on the pair where the opponent has played, else he
    takes a cell of a pair that is open. White's borders are those of Hex: joining them cuts Black off (Hex theorem).
    """
    if not isinstance(game, ConnectionGame):
        return "links are for connection games"
    if game.first_moves is not None and position.ply == 0:
        return "links are for positions without a restricted first move"
    if claim.player is Player.WHITE and not game.is_hex:
        return "White has borders to join on a whole Hex board only"
    seen = game if claim.player is Player.BLACK else seen_by_white(game)
    stones = position.stones(claim.player)
    if _stones_for(game, claim.player, position, len(pairs)) > rank and claim.wins:
        return f"{len(pairs)} links take more than the {rank} moves that are left"
    group = {cell: cell for cell in cells_of(stones)} | {-1: -1, -2: -2}
    """The union-find parents of the stones and of the two borders."""

    def root(member: int) -> int:
        while group[member] != member:
            member = group[member]
        return member

    def touches(cell: int) -> set[int]:
        borders = [name for name, border in ((-1, seen.source), (-2, seen.target)) if border >> cell & 1]
        return {root(member) for member in [*borders, *cells_of(seen.neighbours[cell] & stones)]}

    for cell in cells_of(stones):
        for other in touches(cell):
            group[root(other)] = root(cell)
    joined = True
    while joined and root(-1) != root(-2):
        joined = False
        for one, two in pairs:
            common = sorted(touches(one) & touches(two))
            for other in common[1:]:
                group[other] = common[0]
                joined = True
    return None if root(-1) == root(-2) else "the links do not join the borders"


def _stones_for(game: PlacementGame, player: Player, position: Position, stones: int) -> int:
    """The number of moves after which a player has placed a number of stones."""
    ply, most = position.ply, position.ply + len(game.board) * 2 + stones * 2
    while stones and ply < most:
        stones -= game.player_at(ply) is player
        ply += 1
    return ply - position.ply


@lru_cache(maxsize=16)
def seen_by_white(game: ConnectionGame) -> ConnectionGame:
    """The game with the colours exchanged, on a Hex board."""
    return game.swapped()
