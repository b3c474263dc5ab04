"""Playing by a breaker certificate (:mod:`~zermelo.strategy.check.breaker_certificate`).

The breaker follows the play in an imagined residual game. To a move without a stored answer she plays the answer to
another move whose carrier does not contain its cell, and imagines that the opponent made that move; of an exchange she
imagines both stones. The imagined residual game is never better for her than the board.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from zermelo.errors import InputError
from zermelo.model import PositionalGame, cells_of
from zermelo.play.play import Play
from zermelo.play.reasons import any_move
from zermelo.strategy.canonical_position import CanonicalPositions
from zermelo.strategy.check.breaker_certificate import BreakerResidual, BreakerResiduals, unfit
from zermelo.strategy.check.breaker_certificate_native import Carriers
from zermelo.strategy.check.driver import invalid_symmetry, what_counts
from zermelo.strategy.entry import Answers, Exchange, Pairing, Strategy

Pair = tuple[int, int]


@dataclass(frozen=True)
class ImaginedGame:
    """The imagined residual game, the pairs of exchanges made, and the final pairing, once there is one."""

    residual: BreakerResidual
    exchanged: tuple[Pair, ...] = ()
    pairing: tuple[Pair, ...] | None = None

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """All pairs within which the breaker answers."""
        return (*self.exchanged, *(self.pairing or ()))


class BreakerMove(NamedTuple):
    """A move of the breaker (None: any legal move), its reason, and the imagined game after it."""

    move: int | None
    why: str
    mind: ImaginedGame


HEAVIEST = "no pair is to be answered: the heaviest cell outside the pairs"


class BreakerPlayer:
    """The player of a breaker certificate; InputError when the certificate is not valid.

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
        wrong = unfit(game, strategy.claim) or invalid_symmetry(what_counts(game, strategy.claim), strategy.symmetries)
        if wrong is not None or not isinstance(game, PositionalGame):
            raise InputError("a strategy that holds", found=wrong)
        self.game = game
        self.player, self.opponent = strategy.claim.player, strategy.claim.opponent
        self._claim, self._entries = strategy.claim, strategy.entries
        self._residuals = BreakerResiduals(game, strategy.claim, CanonicalPositions(game, strategy.symmetries))
        self._carriers = Carriers(game, strategy.claim, strategy.symmetries, strategy)

    def thought(self, session: Play) -> BreakerMove | None:
        """The move in a play in which the breaker is to move; None when the play has left the certificate."""
        found = self._follow(session)
        return found if isinstance(found, BreakerMove) else None

    def mind(self, session: Play) -> ImaginedGame | None:
        """The imagined game of a play; None when the play has left the certificate."""
        found = self._follow(session)
        return found.mind if isinstance(found, BreakerMove) else found

    def _follow(self, session: Play) -> BreakerMove | ImaginedGame | None:
        """The breaker's move if she is to move, else the imagined game; None when the certificate was left."""
        game, start = self.game, self.game.start
        residual = self._residuals.of(start.stones(self.opponent), game.board.full & ~(start.black | start.white))
        if residual is None:
            return None
        mind = ImaginedGame(residual)
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
        if not mind.residual.lines:
            return BreakerMove(None, any_move(self._claim), mind)
        move = self._stored(mind.residual)
        if not isinstance(move, int):
            return None
        after = replace(mind, residual=self._after(mind, None, move))
        return BreakerMove(move, f"the strategy stores it: {self._claim}", after)

    def _settled(self, mind: ImaginedGame) -> ImaginedGame | None:
        """The imagined game after all stored exchanges and pairings; None when nothing is stored."""
        while mind.residual.lines and mind.pairing is None:
            stored = self._stored(mind.residual)
            if isinstance(stored, Pairing):
                return replace(mind, pairing=stored.pairs)
            if isinstance(stored, Answers):
                return mind
            if not isinstance(stored, Exchange) or not stored.pairs:
                return None
            for his, hers in stored.pairs:
                mind = replace(mind, residual=self._after(mind, his, hers), exchanged=(*mind.exchanged, (his, hers)))
        return mind

    def _answer(self, mind: ImaginedGame, mine: int, move: int, session: Play, at: int) -> BreakerMove | None:
        """The answer to a move of the opponent."""
        position, names = session.positions[at], self.game.board.cells
        free = self.game.board.full & ~(position.black | position.white)
        for one, two in mind.pairs:
            if move in (one, two):
                other = one + two - move
                if free >> other & 1:
                    return BreakerMove(other, f"{names[other]} is paired with {names[move]}", mind)
                return BreakerMove(None, any_move(self._claim), mind)
        if not mind.residual.lines:
            return BreakerMove(None, any_move(self._claim), mind)
        if mind.pairing is not None:
            cell = self._heaviest(mind, mine, position.stones(self.opponent))
            return BreakerMove(cell, any_move(self._claim) if cell is None else HEAVIEST, mind)
        if not mind.residual.open >> move & 1:
            return BreakerMove(None, any_move(self._claim), mind)
        stored = self._stored(mind.residual)
        assert isinstance(stored, Answers)
        for his, hers in sorted(stored.pairs, key=lambda pair: pair[0] != move):
            after = self._after(mind, his, hers)
            carrier = self._carriers.of(after) | 1 << hers
            if his == move or not carrier >> move & 1:
                why = f"the strategy stores it: {self._claim}"
                if his != move:
                    why = f"the strategy stores it for {names[his]}, which covers {names[move]}"
                return BreakerMove(hers if free >> hers & 1 else None, why, replace(mind, residual=after))
        return None

    def _heaviest(self, mind: ImaginedGame, mine: int, theirs: int) -> int | None:
        """The cell outside the pairs on which the sets without a pair weigh most (Erdős and Selfridge)."""
        pairs = mind.pairing or ()
        paired = sum({1 << cell for pair in pairs for cell in pair})
        weights: dict[int, float] = {}
        for line in mind.residual.lines:
            if line & mine or any(line >> one & 1 and line >> two & 1 for one, two in pairs):
                continue
            left = line & ~theirs & ~paired
            for cell in cells_of(left):
                weights[cell] = weights.get(cell, 0) + 2.0 ** -left.bit_count()
        return max(weights, key=lambda cell: weights[cell], default=None)

    def _after(self, mind: ImaginedGame, his: int | None, hers: int) -> BreakerResidual:
        """The residual game after a move of the opponent and one of the breaker."""
        residual, stone = mind.residual, 0 if his is None else 1 << his
        found = self._residuals.of(residual.stones | stone, residual.open & ~(stone | 1 << hers))
        assert found is not None, "a strategy that does not hold"
        return found

    def _stored(self, residual: BreakerResidual) -> object:
        key, turn = self._residuals.key(residual)
        entry = self._entries.get(key)
        return None if entry is None else self._residuals.images.back(entry.answer, turn)
