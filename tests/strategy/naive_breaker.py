"""An oracle for strategies of a mere breaker, which plays them against everything: slow, and obviously right."""

from __future__ import annotations

from typing import NamedTuple

from zermelo.model import Position, PositionalGame, cells_of
from zermelo.strategy import Answers, Exchange, Pairing, Strategy
from zermelo.strategy.canonical_position import CanonicalPositions


class Mind(NamedTuple):
    """The memory of the breaker: the maker's stones, the open cells, pairs to answer in, a pairing to play by."""

    stones: int
    open: int
    pairs: tuple[tuple[int, int], ...] = ()
    pairing: tuple[tuple[int, int], ...] | None = None


class BreakerPlayer:
    """A breaker who may do nothing in a move, and who chooses among all that her strategy allows.

    Where the maker plays what she has no answer to, she may take it for any move to which she has one; the checker's
    carriers, which tell for which, are not looked at.
    """

    def __init__(self, game: PositionalGame, strategy: Strategy) -> None:
        self.game, self.claim, self.entries = game, strategy.claim, strategy.entries
        self.sets = game.winning_sets(strategy.claim.opponent)
        self.images = CanonicalPositions(game, strategy.symmetries)
        self.known: dict[tuple[int, int, Mind], bool] = {}

    def holds(self) -> bool:
        """True if the maker completes nothing, whatever he does."""
        start, opponent = self.game.start, self.claim.opponent
        stones, mine = start.stones(opponent), start.stones(self.claim.player)
        free = self.game.board.full & ~(stones | mine)
        if any(not mask & ~stones for mask in self.sets):
            return False
        if self.game.mover(start) is opponent:
            return self.held(stones, mine, self.only(Mind(stones, free)))
        if not any(not mask & mine for mask in self.sets):
            return True
        mind = self.only(Mind(stones, free))
        answer = self.stored(mind)
        if type(answer) is not int or not free >> answer & 1:
            return False
        return self.held(stones, mine | 1 << answer, self.only(mind._replace(open=mind.open & ~(1 << answer))))

    def stored(self, mind: Mind) -> object:
        """The entry of the strategy for the residual game in her memory."""
        rest = self.game.board.full & ~(mind.stones | mind.open)
        black = self.claim.opponent.value == "black"
        key, turn = self.images.smallest(Position(*((mind.stones, rest) if black else (rest, mind.stones))))
        entry = self.entries.get(key)
        return None if entry is None else self.images.back(entry.answer, turn)

    def only(self, mind: Mind) -> Mind:
        """The same without what is in none of the sets that are left."""
        stones = open_cells = 0
        for mask, line in self.left(mind).items():
            stones |= mask & mind.stones
            open_cells |= line
        return mind._replace(stones=stones, open=open_cells)

    def after(self, mind: Mind, his: int, hers: int) -> Mind:
        """Her memory after a move of his and one of hers."""
        return self.only(mind._replace(stones=mind.stones | 1 << his, open=mind.open & ~(1 << his | 1 << hers)))

    def left(self, mind: Mind) -> dict[int, int]:
        """Of each set that is left in her mind the open cells, unless those of another one lie in them."""
        lines = {mask: mask & mind.open for mask in self.sets if not mask & ~(mind.stones | mind.open)}
        others = set(lines.values())
        return {
            mask: line for mask, line in lines.items() if not any(each != line and not each & ~line for each in others)
        }

    def held(self, stones: int, mine: int, mind: Mind) -> bool:
        """True if she holds where the maker is to move."""
        key = (stones, mine, mind)
        if key not in self.known:
            self.known[key] = self._held(stones, mine, mind)
        return self.known[key]

    def _held(self, stones: int, mine: int, mind: Mind) -> bool:
        while mind.pairing is None and isinstance(answer := self.stored(mind), Exchange | Pairing):
            if isinstance(answer, Pairing):
                mind = mind._replace(pairing=answer.pairs)
                break
            if not answer.pairs:
                return False
            for his, hers in answer.pairs:
                if his == hers or not (mind.open >> his & 1 and mind.open >> hers & 1):
                    return False
                mind = self.after(mind, his, hers)._replace(pairs=(*mind.pairs, (his, hers)))
        free = self.game.board.full & ~(stones | mine)
        for move in cells_of(free):
            after = stones | 1 << move
            if any(not mask & ~after for mask in self.sets):
                return False
            if not any(self.held(after, own, then) for own, then in self.replies(after, mine, mind, move)):
                return False
        return True

    def replies(self, stones: int, mine: int, mind: Mind, move: int) -> list[tuple[int, Mind]]:
        """Her stones and what she has in mind after what she may do."""
        free = self.game.board.full & ~(stones | mine)
        for one, two in (*mind.pairs, *(mind.pairing or ())):
            if move in (one, two):
                other = one + two - move
                return [(mine | 1 << other, mind)] if free >> other & 1 else [(mine, mind)]
        if mind.pairing is not None:
            cell = self.heaviest(stones, mine, mind)
            return [(mine if cell is None else mine | 1 << cell, mind)]
        answer = self.stored(mind)
        if not isinstance(answer, Answers):
            return [(mine, mind)]  # nothing is stored: nothing is left, or she is at a loss
        answered = [(his, hers) for his, hers in answer.pairs if his == move] or answer.pairs
        return [
            (mine | 1 << hers, self.after(mind, his, hers))
            for his, hers in answered
            if his != hers and free >> hers & 1 and mind.open >> his & 1 and mind.open >> hers & 1
        ]

    def heaviest(self, stones: int, mine: int, mind: Mind) -> int | None:
        """The cell outside the pairs on which the sets without a pair weigh most."""
        pairs = mind.pairing or ()
        paired = sum({1 << cell for pair in pairs for cell in pair})
        weights: dict[int, float] = {}
        for line in set(self.left(mind).values()):
            if line & ~paired & mine or any(line >> one & 1 and line >> two & 1 for one, two in pairs):
                continue
            rest = line & ~paired & ~stones
            for cell in cells_of(rest):
                weights[cell] = weights.get(cell, 0.0) + 0.5 ** rest.bit_count()
        return max(weights, key=lambda cell: weights[cell], default=None)
