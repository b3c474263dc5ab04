"""Packing games: an argument that counts moves, verified from first principles.

A *packing game* is a grid game without goals in which who cannot move has lost, and every action asks for some open
cells and fills exactly those (Domineering). Stones never leave, so the legal moves of both players only become fewer.

Let M be the player who is to win and N the other one, at a position with M or N to move. U is the union of N's legal
moves: N never fills a cell outside U. N's largest legal move has n cells, his smallest k. An argument names legal moves
of M that are pairwise disjoint, some of them as *pairs* (a, b).

*Safe* are the named moves without a cell in U: nothing that N does blocks them, and neither do other named moves. All
other single moves, and the pairs, are *regions*. In a pair every legal move of N with a cell in b has a cell in a, too:
once M has played a, N fills no cell of b any more. A region is *left* while N has filled none of its cells, and M has
not played it. A move of N meets at most n regions, since they are disjoint.

M first plays, as long as there is one, the first region that is left, in the order of what it is worth: moves (2 for a
pair, whose b he keeps, else 1), then cells of U in it. By his turn number j he has used j-1 regions and N has
met at most n(j-1), and n more if N opens. So there is a region left with at most i = (n+1)(j-1), or i + n, before it,
worth as many moves as the one at that place, and with at least as many cells of U as the fewest up to that place. Let T
be the number of turns for which there is such a place, S the number of safe moves plus the moves that these T places
are worth, and t the sum of these fewest cells of U. After T turns M still has the safe moves and the b of each pair
that he has played, so he is not stuck before he has made S moves.

N makes at most B moves until he is stuck: each lies in one component of his legal moves (moves that share a cell are
connected) and fills at least k cells, so a component of c cells has room for c/k of them; and he never fills the t
cells that M takes, or keeps by a pair, so that he has (|U| - t)/k at most.

Suppose that M is stuck at some turn of his, after s moves of his. Then s >= S, and N has made s moves, or s + 1 if he
opened; all t cells were taken by then, since S >= T. With S >= B + 1 where M opens, and S >= B where N does, N has made
more than B moves: a contradiction. So M is never stuck, and N is, after at most B moves of N, and B + 1 or B of M. Nor
are there more moves of both than fit into the union of all that are legal, by the cells of the smallest. It takes one
move more of the depth to see that N is stuck.

*Lone regions.* A region is lone when no legal move of N meets it and another region: a move of N meets one lone region,
or up to n others. Let v >= 0 be worths of regions, w = v/2 for a lone one and v/(n+1) for another, g = v - w, and s the
sum of w over the regions that are left. M plays the region with the greatest g, G. His turn adds v = w + G to what he
has; N's next move takes at most G from s, since w = g <= G in a lone region, and n times v/(n+1) is g <= G for the best
of the others. So what M has, with s, never becomes less from one turn of his to the next: in the end he has V >= s, or
s - G for the greatest g of all, if N opens. (V is whole, where worths are.) Two ways to take v both serve:

    v = moves                     S = safe moves + V, and B = room, or |U|/k, as above.
    v = k * moves + cells of U    With m moves and t cells that N never fills, k*m + t >= k * safe + V. Were M stuck, N
                                  would have made at least m moves (m + 1 if he opened) in |U| - t cells, and k times
                                  that is no more than |U| - t. So S = safe moves and B = (|U| - V)/k decide as above.

*Shares.* Now let each legal move of N have two cells (n = k = 2). Give the cells of U weights, the two cells of every
move one together: where the cells of a component are of two classes, so that every move has a cell of each, and one
class has fewer cells, 1 for those and 0 for the others; in other components 1/2 for each. W is the weight of U. N fills
a weight of 1 at least with each move, so he makes at most W - t moves if he never fills cells of weight t.

The worth v of a region is its moves and the weight of its cells; of each v a part w is its *share*, and g = v - w its
gain. Shares are fair if for each move of N, and those of its regions that are left, one or both, their shares are
together at most the greatest of their gains. M plays the region with the greatest gain G: what he has becomes more by
v = w + G, the shares that are left less by w. The regions that N's move meets then had gains of G at most, so that
their shares together are G at most. So what M has, with the shares that are left, never becomes less from one turn of
his to the next, and in the end he has V >= s, the sum of the shares; or s less the most that one move takes, if N
opens. If M opens he may also begin with any region, which gives him all its v, and then N opens among the others. With
m moves, and t the weight that N never fills, m + t >= S + V, where S counts the safe moves. Were M stuck, N would have
made m moves at least (m + 1 if he opened), and no more than W - t. All this is in halves, so that S + V >= W - 1/2
decides where N opens, and S + V >= W + 1/2 where M does.

Shares are given one after the other, in the order of worth, the least first; among equal ones as they are named, pairs
first. A share is w = v/2, but where a move of N meets the region and one that has its share w' of v', no more than
(v - w')/2 or v' - 2w', whichever is more. Then w <= v - w, which is enough for a region alone, and w + w' <= v - w or
w + w' <= v' - w'. None is negative, as w' <= v'/2. They are rounded down to parts of a half, which keeps all that. M
begins, where that is better, with the last one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

from zermelo.model import Game, GridGame, GridMove, Player, Position
from zermelo.model.ground import GroundAction, ground_actions, ground_goals
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Packing


def complaint(game: Game, claim: Claim, position: Position, packing: Packing, rank: int | None) -> str | None:
    """The reason why a packing does not prove a claim in a position; None when it does.

    Parameters
    ----------
    game, claim
        The game, and the claim about it.
    position
        The position in which the packing is stored.
    packing
        Moves of the claim's player, and pairs of them.
    rank
        The remaining moves of the claim; None for any number.

    >>> from zermelo.families import make
    >>> game, claim = make("domineering:2x3"), Claim(Player.BLACK, True)
    >>> column = Packing((), (GridMove(Player.BLACK, 0, 1, 1),))
    >>> complaint(game, claim, Position(black=0b101010), column, 9) is None  # White has no move left
    True
    >>> complaint(game, claim, Position(black=0b001010), column, 9)
    'the packing has 1 sure moves, against 1 of White'
    """
    if not isinstance(game, GridGame) or not is_packing(game):
        return "packings are for games in which moves only fill open cells"
    taken = position.black | position.white
    mine = filled_cells(game, claim.player)
    theirs = [cells for cells in filled_cells(game, claim.opponent).values() if not cells & taken]
    named = [*(move for pair in packing.pairs for move in pair), *packing.moves]
    if any(move not in mine or mine[move] & taken for move in named):
        return "a move of the packing is not legal"
    if _overlap([mine[move] for move in named]):
        return "two moves of the packing share a cell"
    for one, two in packing.pairs:
        if any(move & mine[two] and not move & mine[one] for move in theirs):
            return f"a pair of the packing can be cut in {game.move_name(two)}"
    opens = game.mover(position) is claim.player
    pairs = [(mine[one], mine[two]) for one, two in packing.pairs]
    found = counted(pairs, [mine[move] for move in packing.moves], theirs, opens)
    if not found.enough:
        return f"the packing has {found.sure} sure moves, against {found.most} of {claim.opponent}"
    legal = [*theirs, *(cells for cells in mine.values() if not cells & taken)]
    fewest = min((cells.bit_count() for cells in legal), default=1)
    need = min(2 * found.longest + 1 + opens, reduce(or_, legal, 0).bit_count() // fewest + 1)
    if claim.wins and rank is not None and need > rank:
        return f"the packing takes {need} moves, and {rank} are left"
    return None


# A share is a whole number of these parts of a half move.
PARTS = 12


class Counted(NamedTuple):
    """The counts of a packing, in the way that decides, if one does.

    ``sure`` and ``most`` are S and B of the proof, which are ``enough`` or not; N makes at most ``longest`` moves.
    ``order``: the regions by their places, the pairs first, as M plays them.
    """

    sure: int
    most: int
    enough: bool
    longest: int
    order: tuple[int, ...]


def counted(pairs: Sequence[tuple[int, int]], moves: Sequence[int], theirs: Sequence[int], opens: bool) -> Counted:
    """Count the moves that M is sure of, and those that N can make at most.

    Parameters
    ----------
    pairs, moves
        The cells of named moves of M.
    theirs
        The cells of N's legal moves.
    opens
        True if M is to move.

    >>> counted([], [0b0011], [], True)
    Counted(sure=1, most=0, enough=True, longest=0, order=())
    """
    union = reduce(or_, theirs, 0)
    large = max((move.bit_count() for move in theirs), default=0)
    small = min((move.bit_count() for move in theirs), default=1)
    cells = [one | two for one, two in pairs] + list(moves)
    regions = [place for place, each in enumerate(cells) if each & union or place < len(pairs)]
    worth = {place: (2 if place < len(pairs) else 1, (cells[place] & union).bit_count()) for place in regions}
    met = [[place for place in regions if cells[place] & move] for move in theirs]
    lone = set(regions).difference(*(each for each in met if len(each) > 1))
    safe = len(cells) - len(regions)
    room = min(sum(part.bit_count() // small for part in components(theirs)), union.bit_count() // small)

    def alone(values: Mapping[int, int]) -> tuple[int, tuple[int, ...]]:
        """V, and the order of play, by twice and n + 1 times w and g."""
        counts = {place: (large + 1 if place in lone else 2) * value for place, value in values.items()}
        gains = {place: 2 * (large + 1) * value - counts[place] for place, value in values.items()}
        total = sum(counts.values()) - (0 if opens else max(gains.values(), default=0))
        return -(-total // (2 * (large + 1))), tuple(sorted(regions, key=lambda place: gains[place], reverse=True))

    def found(sure: int, most: int, longest: int, order: tuple[int, ...]) -> Counted:
        return Counted(sure, most, sure >= most + opens, longest, order)

    def by_shares() -> tuple[bool, tuple[int, ...]]:
        """The decision by shares, and the order of play."""
        weight = weights(theirs)
        halves = {
            place: 2 * moves_of + sum(map(weight.__getitem__, _bits(cells[place] & union)))
            for place, (moves_of, _) in worth.items()
        }
        shares: dict[int, int] = {}
        total = most_taken = begun = 0
        for place in sorted(regions, key=halves.__getitem__):
            own = PARTS * halves[place]
            share, beside = own // 2, 0
            for each in met:
                if place not in each:
                    continue
                for other in each:
                    if other != place and other in shares:
                        share = min(share, max((own - shares[other]) // 2, PARTS * halves[other] - 2 * shares[other]))
                        beside = max(beside, shares[other])
            begun = total - most_taken + own
            shares[place] = share
            total += share
            most_taken = max(most_taken, share + beside)
        begins = opens and begun > total
        first = list(shares)[-1:] if begins else []
        rest = sorted(regions, key=lambda place: PARTS * halves[place] - shares[place], reverse=True)
        order = tuple(first + [place for place in rest if place not in first])
        least = -(-(max(total, begun) if opens else total - most_taken) // PARTS)
        return 2 * safe + least >= sum(weight.values()) + 2 * opens - 1, order

    order = tuple(sorted(regions, key=lambda place: worth[place], reverse=True))
    places = range(0 if opens else large, len(order), large + 1)
    kept = sum(min(worth[each][1] for each in order[: place + 1]) for place in places)
    most = min(room, (union.bit_count() - kept) // small)
    in_order = found(safe + sum(worth[order[place]][0] for place in places), most, most, order)
    in_moves, by_moves = alone({place: each for place, (each, _) in worth.items()})
    in_cells, by_cells = alone({place: small * each + open_ for place, (each, open_) in worth.items()})
    ways = (
        in_order,
        found(safe + in_moves, room, room, by_moves),
        found(safe, (union.bit_count() - in_cells) // small, room, by_cells),
    )
    if any(way.enough for way in ways) or (large, small) != (2, 2):
        return next((way for way in ways if way.enough), in_order)
    enough, by_gains = by_shares()
    return Counted(room, room, True, room, by_gains) if enough else in_order


def weights(moves: Sequence[int]) -> dict[int, int]:
    """Twice the weights of the cells of moves that have two cells each.

    >>> weights([0b00011, 0b00110, 0b110000])
    {0: 0, 1: 2, 2: 0, 4: 1, 5: 1}
    """
    beside: dict[int, set[int]] = {}
    for move in moves:
        one, other = _bits(move)
        beside.setdefault(one, set()).add(other)
        beside.setdefault(other, set()).add(one)
    found: dict[int, int] = {}
    for start in sorted(beside):
        if start in found:
            continue
        classes = {start: 0}
        reached = [start]
        for cell in reached:
            for other in beside[cell]:
                if other not in classes:
                    classes[other] = 1 - classes[cell]
                    reached.append(other)
        sizes = [sum(each == one for each in classes.values()) for one in (0, 1)]
        apart = all(classes[cell] != classes[other] for cell in reached for other in beside[cell])
        even = not apart or sizes[0] == sizes[1]
        fewer = sizes.index(min(sizes))
        found |= {cell: 1 if even else 2 * (each == fewer) for cell, each in classes.items()}
    return dict(sorted(found.items()))


def components(moves: Sequence[int]) -> list[int]:
    """The unions of moves that are connected by shared cells.

    >>> components([0b0011, 0b1100, 0b0110, 0b110000])
    [15, 48]
    """
    found: list[int] = []
    for move in moves:
        union, apart = move, []
        for part in found:
            if part & move:
                union |= part
            else:
                apart.append(part)
        found = [*apart, union]
    return sorted(found)


@lru_cache(maxsize=8)
def filled_cells(game: GridGame, player: Player) -> dict[GridMove, int]:
    """The cells that each move of a player fills, in a packing game."""
    return {each.move: each.needs.open for each in ground_actions(game, player)}


@lru_cache(maxsize=8)
def is_packing(game: GridGame) -> bool:
    """True if who cannot move loses, nobody has a goal, and every action asks for open cells and fills just those."""
    if not game.rules.plain or any(ground_goals(game, player) for player in Player):
        return False
    return all(_packs(each) for player in Player for each in ground_actions(game, player))


def _packs(action: GroundAction) -> bool:
    needs, (black, white, opened) = action.needs, action.sets
    asks = needs.black | needs.white | ((needs.not_black | needs.not_white | needs.not_open) & ~needs.open)
    return not asks and not opened and needs.open == black | white != 0


def _bits(mask: int) -> list[int]:
    return [cell for cell in range(mask.bit_length()) if mask >> cell & 1]


def _overlap(masks: Sequence[int]) -> bool:
    union = 0
    for mask in masks:
        if mask & union:
            return True
        union |= mask
    return False


def numbered(game: GridGame) -> list[GridMove]:
    """All moves in the order in which a file numbers those of packings: Black's first."""
    return [each.move for player in Player for each in ground_actions(game, player)]
