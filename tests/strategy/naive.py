"""An oracle for strategies, which plays them: slow, and obviously right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache, reduce
from operator import or_
from typing import Any, NamedTuple

from tests.strategy.claims import Truth
from tests.strategy.naive_breaker import BreakerPlayer

from zermelo.model import ConnectionGame, Game, GridGame, GridMove, Player, Position, PositionalGame, cells_of
from zermelo.model.ground import ground_actions, ground_goals
from zermelo.strategy import Links, Packing, Pairing, Race, Strategy, Sum
from zermelo.strategy.canonical_position import CanonicalPositions
from zermelo.strategy.check.packing import counted
from zermelo.strategy.entry import Argument


def does(game: Game, strategy: Strategy) -> bool:
    """True if every play against the strategy ends as it claims."""
    if strategy.claim.derived:  # deductions are no plays: what they conclude is judged
        return Truth(game).holds(strategy.claim)
    if strategy.claim.breaking:
        return isinstance(game, PositionalGame) and BreakerPlayer(game, strategy).holds()
    return _Player(game, strategy).plays(game.start, strategy.claim.bound(game), None, {})


class Ordered(NamedTuple):
    """A packing at work: pairs and single moves that may be blocked, in the order in which they are played."""

    regions: tuple[tuple[GridMove, ...], ...]
    cells: tuple[int, ...]
    moves: tuple[GridMove, ...]


class Kept(NamedTuple):
    """A sum at work: the cells of the moves that he keeps, and of those of the other player."""

    mine: tuple[int, ...]
    theirs: tuple[int, ...]


class Plans(NamedTuple):
    """Plans of a race, one of which is chosen after the reply."""

    plans: tuple[tuple[GridMove, ...], ...]


class Plan(NamedTuple):
    """Moves that are still to be made; after them any move that wins at once."""

    moves: tuple[GridMove, ...]


Going = Argument | Ordered | Kept | Plans | Plan
"""The reason why the rest of a play is won."""


@lru_cache(maxsize=4)
def _cells(game: GridGame) -> dict[GridMove, int]:
    return {each.move: each.changes for player in Player for each in ground_actions(game, player)}


def _ordered(game: Game, opponent: Player, position: Position, packing: Packing) -> Iterator[Ordered]:
    """The orders in which regions may be played: by moves, then open cells; lone ones later, by worth; by shares."""
    if not isinstance(game, GridGame) or any(ground_goals(game, player) for player in Player):
        return
    taken, union, cells = position.black | position.white, 0, _cells(game)
    for each in ground_actions(game, opponent):
        union |= 0 if each.changes & taken else each.changes
    named = [*packing.pairs, *((move,) for move in packing.moves)]
    filled = {region: reduce(or_, (cells[move] for move in region)) for region in named}
    regions = [region for region in named if filled[region] & union]
    theirs = [each.changes for each in ground_actions(game, opponent) if not each.changes & taken]
    hit = [[region for region in regions if filled[region] & each] for each in theirs]
    sizes = [each.bit_count() for each in theirs]
    large, small = max(sizes, default=1), min(sizes, default=1)

    def lone(region: tuple[GridMove, ...]) -> bool:
        return not any(region in each and len(each) > 1 for each in hit)

    def open_cells(region: tuple[GridMove, ...]) -> int:
        return (filled[region] & union).bit_count()

    def gain(region: tuple[GridMove, ...], value: int) -> Fraction:
        return value - Fraction(value, 2 if lone(region) else large + 1)

    orders: list[Callable[[tuple[GridMove, ...]], Any]] = [
        lambda region: (len(region), open_cells(region)),
        lambda region: gain(region, len(region)),
        lambda region: gain(region, small * len(region) + open_cells(region)),
    ]
    moves = (*(move for pair in packing.pairs for move in pair), *packing.moves)
    for order in orders:
        ordered = tuple(sorted(regions, key=order, reverse=True))
        yield Ordered(ordered, tuple(filled[region] for region in ordered), moves)
    both = [(cells[one], cells[two]) for one, two in packing.pairs]
    opens = game.mover(position) is not opponent
    by_shares = counted(both, [cells[move] for move in packing.moves], theirs, opens).order
    ordered = tuple(named[place] for place in by_shares)
    yield Ordered(ordered, tuple(filled[region] for region in ordered), moves)


def _packed(position: Position, packing: Ordered, moves: list[GridMove]) -> GridMove:
    """The first region that is left, else a named move that is legal, else any."""
    taken = position.black | position.white
    for region, cells in zip(packing.regions, packing.cells, strict=True):
        if region[0] in moves and not cells & taken:
            return region[0]
    return next((move for move in packing.moves if move in moves), moves[0])


def _summed(game: Game, opponent: Player, total: Sum) -> Kept | None:
    """The moves that are left, of a game in which they only fill cells."""
    if not isinstance(game, GridGame) or any(ground_goals(game, player) for player in Player):
        return None
    cells = _cells(game)
    theirs = tuple(cells[move] for move in cells if move.player is opponent)
    gone = [cells[move] for move in total.given_up if move in cells]
    mine = (cells[move] for move in cells if move.player is not opponent and cells[move] not in gone)
    return Kept(tuple(mine), theirs)


@lru_cache(maxsize=1 << 20)
def last_moves(mine: tuple[int, ...], theirs: tuple[int, ...]) -> bool:
    """True if the player of the first moves, which is to move, makes the last one: by playing all plays."""
    for move in mine:
        kept, replies = (tuple(each for each in moves if not each & move) for moves in (mine, theirs))
        if not last_moves(replies, kept):
            return True
    return False


def _ending(position: Position, kept: Kept, moves: list[GridMove], cells: dict[GridMove, int]) -> GridMove:
    """The first move that is kept and wins with those that are kept, else any."""
    for move in moves:
        taken = position.black | position.white | cells[move]
        mine, theirs = (tuple(each for each in found if not each & taken) for found in kept)
        if cells[move] in kept.mine and not last_moves(theirs, mine):
            return move
    return moves[0]


class _Player:
    def __init__(self, game: Game, strategy: Strategy) -> None:
        self.game, self.claim, self.entries = game, strategy.claim, strategy.entries
        self.images = CanonicalPositions(game, strategy.symmetries)

    def plays(
        self,
        position: Position,
        left: int | None,
        argument: Going | None,
        known: dict[object, bool],
        last: int = -1,
    ) -> bool:
        """True if the claim comes true; an argument, once it is reached, answers the move ``last``."""
        game, claim = self.game, self.claim
        key = (position.black, position.white, game.mover(position), left, argument, last if argument else -1)
        if key not in known:
            known[key] = not claim.wins  # a play that goes round in circles is held, and not won
            known[key] = self._plays(position, left, argument, known, last)
        return known[key]

    def _plays(
        self,
        position: Position,
        left: int | None,
        argument: Going | None,
        known: dict[object, bool],
        last: int,
    ) -> bool:
        game, claim = self.game, self.claim
        reached = game.goal_winner(position)
        if reached is not None or (left is not None and left <= 0):
            return reached is claim.player or (not claim.wins and reached is None)
        moves = game.legal(position)
        if not moves:
            winner = game.winner(position)
            return winner is claim.player if claim.wins else winner is not claim.opponent
        less = None if left is None else left - 1
        mine = game.mover(position) is claim.player
        key, turn = self.images.smallest(position)
        entry = self.entries.get(key)
        if entry is not None and not mine and isinstance(argument, Plans):
            argument = None  # an entry for the position after the move of a race comes before the plans
        if argument is None:
            if entry is not None:
                answer = self.images.back(entry.answer, turn)
                if isinstance(answer, Packing):
                    orders = _ordered(game, claim.opponent, position, answer)
                    return any(self.plays(position, left, ordered, known) for ordered in orders)
                if isinstance(answer, Sum):
                    summed = _summed(game, claim.opponent, answer)
                    return summed is not None and self.plays(position, left, summed, known)
                if isinstance(answer, Argument):
                    fits = PositionalGame | ConnectionGame if isinstance(answer, Pairing) else ConnectionGame
                    return isinstance(game, fits) and self.plays(position, left, answer, known)
                if isinstance(answer, Race):
                    if not mine or answer.move not in moves:
                        return False
                    return self.plays(game.step(position, answer.move), less, Plans(answer.plans), known)
                if not mine or answer not in moves:
                    return False
                moves = [answer]
            elif mine:
                winning = [move for move in moves if game.goal_winner(game.step(position, move)) is claim.player]
                return bool(winning)
        elif isinstance(argument, Plans):
            if mine:
                either = (self.plays(position, left, Plan(plan), known) for plan in argument.plans)
                return any(either) or self.plays(position, left, None, known)
        elif mine and isinstance(argument, Plan):
            if argument.moves and argument.moves[0] in moves:
                after = game.step(position, argument.moves[0])
                return self.plays(after, less, Plan(argument.moves[1:]), known)
            wins = [move for move in moves if game.goal_winner(game.step(position, move)) is claim.player]
            return bool(wins) and not argument.moves
        elif mine and isinstance(argument, Ordered):
            moves = [_packed(position, argument, moves)]
        elif mine and isinstance(argument, Kept):
            assert isinstance(game, GridGame)
            moves = [_ending(position, argument, moves, _cells(game))]
        elif mine:
            assert isinstance(argument, Argument)
            moves = [self._argued(position, left, argument, last, moves)]
        return all(
            self.plays(game.step(position, move), less, argument, known, -1 if mine or argument is None else move)
            for move in moves
        )

    def _argued(self, position: Position, left: int | None, argument: Argument, last: int, moves: list[int]) -> int:
        """The other cell of the pair, else the heaviest cell outside, or for links a cell of an open pair."""
        partners = dict(argument.pairs) | {two: one for one, two in argument.pairs}
        if partners.get(last) in moves:
            return partners[last]
        if isinstance(argument, Links):
            cells = [one for pair in argument.pairs if all(cell in moves for cell in pair) for one in pair]
            return next(iter(cells), moves[0])
        assert isinstance(argument, Pairing)
        if isinstance(self.game, ConnectionGame):
            return moves[0]  # far from each other, whatever she does
        assert isinstance(self.game, PositionalGame)
        mine, theirs = position.stones(self.claim.player), position.stones(self.claim.opponent)
        rank = len(moves) if left is None else min(left, len(moves))
        few = sum(self.game.player_at(position.ply + k) is self.claim.opponent for k in range(rank))

        def weight(cell: int) -> float:
            if cell in partners:
                return -1
            total = 0.0
            for mask in self.game.winning_sets(self.claim.opponent):  # type: ignore[attr-defined]
                rest = list(cells_of(mask & ~theirs))
                paired = any(partners.get(one) in rest for one in rest)
                if not mask & mine and not paired and cell in rest and len(rest) <= few:  # else out of reach
                    total += 0.5 ** sum(each not in partners for each in rest)
            return total

        return max(moves, key=weight)
