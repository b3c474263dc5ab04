"""Playing by the strategy of a mere breaker: what she has in mind, and what she answers.

She has a residue in mind (:mod:`~zermelo.strategy.check.breaker_certificate`): winning sets of the opponent that are
left. To a move of his without an answer of its own she plays the answer to another one that does not need its cell, and
imagines that one; of an exchange she imagines both stones. What is imagined is never better for her than the board.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from zermelo.errors import InputError
from zermelo.model import PositionalGame, cells_of
from zermelo.play.play import Play
from zermelo.strategy.check.breaker_certificate import BreakerResidual, BreakerResiduals, complaint
from zermelo.strategy.check.breaker_certificate_native import Carriers
from zermelo.strategy.entry import Answers, Exchange, Pairing, Strategy

Pair = tuple[int, int]


@dataclass(frozen=True)
class ImaginedGame:
    """A residue, the pairs of exchanges within which she answers, and the pairing by which she plays at last."""

    residue: BreakerResidual
    exchanged: tuple[Pair, ...] = ()
    pairing: tuple[Pair, ...] | None = None

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """All pairs within which she answers."""
        return (*self.exchanged, *(self.pairing or ()))


class BreakerMove(NamedTuple):
    """A move of hers, None for any; why; and what she has in mind then."""

    move: int | None
    why: str
    mind: ImaginedGame


ANY = "nothing is to be answered: any move will do"
HEAVIEST = "no pair is to be answered: the heaviest cell outside the pairs"


class BreakerPlayer:
    """The strategy of a mere breaker at work; InputError when it does not hold.

    >>> from zermelo.families import make
    >>> from zermelo.model import Player
    >>> from zermelo.strategy import Claim
    >>> from zermelo.strategy.extract.from_search import extract
    >>> game = make("httt:fatty,board=4x4")
    >>> breaker = BreakerPlayer(extract(game, Claim(Player.WHITE, False)))
    >>> breaker.thought(Play(game, [5])).why
    'no pair is to be answered: the heaviest cell outside the pairs'
    """

    def __init__(self, strategy: Strategy) -> None:
        game = strategy.game
        wrong = complaint(game, strategy.claim, strategy.symmetries)
        if wrong is not None or not isinstance(game, PositionalGame):
            raise InputError("a strategy that holds", found=wrong)
        self.game = game
        self.player, self.opponent = strategy.claim.player, strategy.claim.opponent
        self._claim, self._entries = strategy.claim, strategy.entries
        self._residues = BreakerResiduals(game, strategy.claim, strategy.symmetries)
        self._carriers = Carriers(game, strategy.claim, strategy.symmetries, strategy)

    def thought(self, session: Play) -> BreakerMove | None:
        """What she does in a play in which it is her turn; None when the strategy does not say, or she has left it."""
        found = self._follow(session)
        return found if isinstance(found, BreakerMove) else None

    def mind(self, session: Play) -> ImaginedGame | None:
        """What she has in mind in a play; None when she has left the strategy."""
        found = self._follow(session)
        return found.mind if isinstance(found, BreakerMove) else found

    def _follow(self, session: Play) -> BreakerMove | ImaginedGame | None:
        """Her thought where it is her turn, else what she has in mind; None when she has left the strategy."""
        game, start = self.game, self.game.start
        residue = self._residues.of(start.stones(self.opponent), game.board.full & ~(start.black | start.white))
        if residue is None:
            return None
        mind = ImaginedGame(residue)
        found = self._first(mind) if game.mover(start) is self.player else self._settled(mind)
        for at, move in enumerate(session.line):
            if found is None:
                return None
            if isinstance(found, BreakerMove):
                if found.move not in (None, move):
                    return None
                found = self._settled(found.mind)
            else:
                found = self._answer(found, session.positions[at + 1].stones(self.player), move, session, at + 1)
        return found

    def _first(self, mind: ImaginedGame) -> BreakerMove | None:
        if not mind.residue.lines:
            return BreakerMove(None, ANY, mind)
        move = self._stored(mind.residue)
        if not isinstance(move, int):
            return None
        after = replace(mind, residue=self._after(mind, None, move))
        return BreakerMove(move, f"the strategy stores it: {self._claim}", after)

    def _settled(self, mind: ImaginedGame) -> ImaginedGame | None:
        """With exchanges made, and the pairing taken that is stored; None when nothing is stored."""
        while mind.residue.lines and mind.pairing is None:
            stored = self._stored(mind.residue)
            if isinstance(stored, Pairing):
                return replace(mind, pairing=stored.pairs)
            if isinstance(stored, Answers):
                return mind
            if not isinstance(stored, Exchange) or not stored.pairs:
                return None
            for his, hers in stored.pairs:
                mind = replace(mind, residue=self._after(mind, his, hers), exchanged=(*mind.exchanged, (his, hers)))
        return mind

    def _answer(self, mind: ImaginedGame, mine: int, move: int, session: Play, at: int) -> BreakerMove | None:
        """What she does after a move of the opponent."""
        position, names = session.positions[at], self.game.board.cells
        free = self.game.board.full & ~(position.black | position.white)
        for one, two in mind.pairs:
            if move in (one, two):
                other = one + two - move
                if free >> other & 1:
                    return BreakerMove(other, f"{names[other]} is paired with {names[move]}", mind)
                return BreakerMove(None, ANY, mind)
        if not mind.residue.lines:
            return BreakerMove(None, ANY, mind)
        if mind.pairing is not None:
            cell = self._heaviest(mind, mine, position.stones(self.opponent))
            return BreakerMove(cell, ANY if cell is None else HEAVIEST, mind)
        if not mind.residue.open >> move & 1:
            return BreakerMove(None, ANY, mind)
        stored = self._stored(mind.residue)
        assert isinstance(stored, Answers)
        for his, hers in sorted(stored.pairs, key=lambda pair: pair[0] != move):
            after = self._after(mind, his, hers)
            carrier = self._carriers.of(after) | 1 << hers
            if his == move or not carrier >> move & 1:
                why = f"the strategy stores it: {self._claim}"
                if his != move:
                    why = f"the strategy stores it for {names[his]}, which covers {names[move]}"
                return BreakerMove(hers if free >> hers & 1 else None, why, replace(mind, residue=after))
        return None

    def _heaviest(self, mind: ImaginedGame, mine: int, theirs: int) -> int | None:
        """The cell outside the pairs on which the sets without a pair weigh most (Erdős and Selfridge)."""
        pairs = mind.pairing or ()
        paired = sum({1 << cell for pair in pairs for cell in pair})
        weights: dict[int, float] = {}
        for line in mind.residue.lines:
            if line & mine or any(line >> one & 1 and line >> two & 1 for one, two in pairs):
                continue
            left = line & ~theirs & ~paired
            for cell in cells_of(left):
                weights[cell] = weights.get(cell, 0) + 2.0 ** -left.bit_count()
        return max(weights, key=lambda cell: weights[cell], default=None)

    def _after(self, mind: ImaginedGame, his: int | None, hers: int) -> BreakerResidual:
        """The residue after a move of his and one of hers."""
        residue, stone = mind.residue, 0 if his is None else 1 << his
        found = self._residues.of(residue.stones | stone, residue.open & ~(stone | 1 << hers))
        assert found is not None, "a strategy that does not hold"
        return found

    def _stored(self, residue: BreakerResidual) -> object:
        key, turn = self._residues.key(residue)
        entry = self._entries.get(key)
        return None if entry is None else self._residues.images.back(entry.answer, turn)
