"""Gifts: one position stands for many replies of the opponent, since more stones never harm him.

In a position P in which the opponent moves let G be some open cells, and let P' be the position after the opponent has
taken all of G. Who holds (or wins) in P' does so after any single reply g in G, too.

*Proof.* She imagines the play from P', in which the opponent has the cells of G and, later, some more; her own stones
are the same in both plays. Her move in P' is legal in P, for the cells open there are open here. Where the opponent
takes a cell that is open in both plays, he does so in both; where he takes one that he has in her imagination already,
he takes any open cell there instead. So his stones are always among those that she imagines. What a player completes
(a winning set, a chain, or, for a breaker, a cut through all sets) is made of stones of his own, more of which never
undo it: when he completes something here, he has done so in her imagination, and when she does so there, she has done
so here. When the imagined board is full and play here goes on, she takes any cell: her stones can only be more.

What this needs, and `complaint` looks at:

- Stones stay, and the players place one each in turn from here to the end: no move ever does harm.
- The claim has no bound on the depth (or one that no play reaches): the stones tell how many moves are left, and
  gifts are stones, not moves.
- A group has an odd number of cells, so that its position is one of the game: the number of stones tells who moves.

Replies in no group are played one by one; those in several are covered by each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from zermelo.model import Game, PlacementGame, Player, Position, mask_of
from zermelo.strategy.breaking import takes_turns
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Gifts


def may_give(game: Game, claim: Claim) -> bool:
    """Whether gifts prove something for a claim, in positions from which the players take turns.

    >>> from zermelo.families import make
    >>> [may_give(make("ttt"), Claim(Player.WHITE, False, depth)) for depth in (None, 9, 8)]
    [True, True, False]
    """
    return isinstance(game, PlacementGame) and claim.bound(game) == game.complete_depth()


def complaint(game: Game, claim: Claim, position: Position, gifts: Gifts) -> str | None:
    """What is wrong with gifts in a position, or None.

    >>> from zermelo.families import make
    >>> complaint(make("ttt"), Claim(Player.WHITE, False), Position(), Gifts(((0, 1),)))
    'a group of gifts has 2 cells, an even number'
    """
    if not may_give(game, claim):
        return "gifts are for games of stones that stay, and claims without a depth"
    if game.to_move(position) is claim.player:
        return f"gifts are stored for this position, in which {claim.player} moves"
    if isinstance(game, PlacementGame) and game.first_moves is not None and position.ply == 0:
        return "gifts are for positions without a restricted first move"
    if not takes_turns(game, position):
        return "gifts are for players who place one stone each in turn"
    for group in gifts.groups:
        if len(group) % 2 == 0:
            return f"a group of gifts has {len(group)} cells, an even number"
        if len(set(group)) < len(group):
            return "a cell stands twice in a group of gifts"
        taken = (position.black | position.white) & mask_of(group)
        if taken:
            return f"the gifts hold {game.board.names(taken)[0]}, which is taken"
    return None


def give(position: Position, group: Sequence[int], opponent: Player) -> Position:
    """The position in which the opponent has taken all cells of a group."""
    cells, ply = mask_of(group), position.ply + len(group)
    if opponent is Player.BLACK:
        return Position(position.black | cells, position.white, ply)
    return Position(position.black, position.white | cells, ply)


def steps(moves: Sequence[Any], gifts: Gifts) -> Iterator[Any]:
    """What stands for all replies: the groups, and the moves that are in none."""
    covered = {cell for group in gifts.groups for cell in group}
    yield from gifts.groups
    yield from (move for move in moves if move not in covered)


def explained(game: Game, claim: Claim, why: str, line: Sequence[Any], position: Position | None) -> str:
    """Why a strategy breaks, with the stones that were given to the opponent besides those of the line of play."""
    if position is None or not isinstance(game, PlacementGame):
        return why
    real = game.start
    for move in line:
        real = game.play(real, move)
    more = position.stones(claim.opponent) & ~real.stones(claim.opponent)
    return f"{why}, with {' '.join(game.board.names(more))} given to {claim.opponent}" if more else why


def odd_groups(covers: Sequence[tuple[int, int]]) -> list[int]:
    """Groups of odd size out of covers, pairs of a reply and a mask that holds it.

    From an even one a cell is left out: if possible one that a group before holds, or that a later one will.

    >>> odd_groups([(0, 0b1111), (4, 0b11100)])
    [11, 28]
    """
    groups, done, kept = list[int](), 0, 0  # `kept`: left out before, for a later group to hold
    for number, (reply, mask) in enumerate(covers):
        if mask.bit_count() % 2 == 0:
            later = 0
            for _, other in covers[number + 1 :]:
                later |= other
            spare = mask & ~(1 << reply)
            choice = spare & done or spare & later & ~kept or spare & ~kept or spare
            cell = choice & -choice
            kept |= cell & ~done
            mask ^= cell
        groups.append(mask)
        done |= mask
    return groups
