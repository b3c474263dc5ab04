"""The join of breaker certificates; see `strategy_join` and `zermelo.strategy.check.breaker_certificate`.

Entries are by residual games, and so are the positions of the graph. Where the opponent moves, an opened position gets
answers: each of his moves in the residual game, with the reply to a child that holds. A leaf where he moves brings its
certificate. Of a leaf where she moves the first move of its certificate is the reply, and the rest is taken in.

Her stones never change the open cells of other sets, so the residual game after her reply is the same whether the sets
that contain others are left out before it or after it; so a certificate of a leaf fits where the walk comes to it.

*Carriers do not mix.* An entry with answers to some moves covers the others by the carriers of what follows. Where
two certificates have different entries for one residual game, one is kept, and the other one's ancestors may miss an
answer. So the join ends with the walk of the checker, in which every move that is not covered gets an answer, by a
search of the position after it. The walk goes bottom-up and never comes back to an entry, so one is enough.
"""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.attack.graph import AttackGraph, AttackNode
from zermelo.attack.position_form import HOLDS, PositionForms
from zermelo.attack.strategy_join import Missing, Proofs
from zermelo.errors import DisagreementError
from zermelo.model import Player, Position, PositionalGame, cells_of
from zermelo.search.positional_session import PositionalSession
from zermelo.search.session import Limits
from zermelo.strategy.check.breaker_certificate import Breach, BreakerResidual, BreakerResiduals, BreakerWalk
from zermelo.strategy.check.driver import CheckLimits
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Answers, Entry, Strategy
from zermelo.strategy.extract.from_search import strategy_of

MEND = 20_000
"""Nodes of a search of the master itself for an answer that is missing; beyond, a job does it."""


class BreakerJoin:
    """The join of breaker certificates; the parameters are those of `MoveJoin`."""

    def __init__(self, graph: AttackGraph, proofs: Proofs) -> None:
        self._graph, self._forms, self._proofs = graph, graph.forms, proofs
        assert graph.forms.residuals is not None
        self._residuals = graph.forms.residuals
        self.claim = Claim(self._forms.attacker.other, False, breaking=True)
        self.entries: dict[Position, Entry] = {}
        self.missing: Missing = {}
        self._met = set[Position]()
        self._replies: dict[Position, int | None] = {}

    def strategy(self) -> Strategy | None:
        """The whole certificate; None while some are `missing`."""
        forms, start = self._forms, self._forms.game.start
        waiting = [start]
        if forms.ended(start) is None and not forms.attacks(start):
            waiting = self._begun(start)
        while waiting:
            position = waiting.pop()
            key, _ = forms.key(position)
            if forms.ended(position) is None and key not in self._met:
                self._met.add(key)
                waiting.extend(self._answered(position))
        if not self.missing:
            self._mend()
        if self.missing:
            return None
        return Strategy(forms.game, self.claim, forms.symmetries, self.entries)

    def _mend(self) -> None:
        """Answer the moves that no carrier covers."""
        walk = MendingWalk(self._forms, self.claim, self.entries, self._proofs)
        try:
            walk.walk()
        except UnansweredError as error:
            (position,) = error.args
            self.missing[self._forms.exact_key(position)] = position
        except Breach as breach:
            raise DisagreementError(
                f"{self._forms.game.name}: the joined proof breaks: {breach.told(self._forms.game, self.claim)}"
            ) from None

    def _begun(self, start: Position) -> list[Position]:
        """Take in the first move, which is hers."""
        move = self._reply(start)
        if move is None:
            return []
        residual = self._forms.residual(start)
        assert residual is not None
        key, turn = self._residuals.key(residual)
        self.entries[key] = Entry(self._residuals.images.forth(move, turn))
        return [self._forms.step(start, move)]

    def _answered(self, position: Position) -> list[Position]:
        """Take in a position in which the opponent moves; the positions after his moves and her replies."""
        node, forms = self._node(position), self._forms
        if node is None:
            return []
        residual = forms.residual(position)
        assert residual is not None
        if node.leaf or not all(self._holds(forms.step(position, cell)) for cell in cells_of(residual.open)):
            self._take(node.position)
            return []
        pairs, after = list[tuple[int, int]](), list[Position]()
        for cell in cells_of(residual.open):
            there = forms.step(position, cell)
            reply = self._reply(there)
            if reply is None:
                continue
            pairs.append((cell, reply))
            after.append(forms.step(there, reply))
        key, turn = self._residuals.key(residual)
        answers: Answers = self._residuals.images.forth(Answers(tuple(pairs)), turn)
        self.entries.setdefault(key, Entry(answers))
        return after

    def _holds(self, position: Position) -> bool:
        """True if the graph knows that she holds there."""
        if self._forms.ended(position) == HOLDS:
            return True
        node = self._graph.by_key.get(self._forms.key(position)[0])
        return node is not None and node.status == HOLDS

    def _node(self, position: Position) -> AttackNode | None:
        """The position of the graph that counts as this one; None when its certificate was taken in already."""
        if self._known(position):
            return None
        found = self._graph.by_key.get(self._forms.key(position)[0])
        if found is None or found.status != HOLDS:
            self.missing[self._forms.exact_key(position)] = position
            return None
        return found

    def _known(self, position: Position) -> bool:
        residual = self._forms.residual(position)
        return residual is not None and self._residuals.key(residual)[0] in self.entries

    def _reply(self, position: Position) -> int | None:
        """Her reply in a position; None when it is missing, or when nothing needs one (then any will do)."""
        forms = self._forms
        residual = forms.residual(position)
        assert residual is not None
        if not residual.lines:
            return self._any(position)
        key, _ = forms.key(position)
        node = self._graph.by_key.get(key)
        if node is None:
            self.missing[forms.exact_key(position)] = position
            return None
        if key not in self._replies:
            self._replies[key] = self._reply_at(node)
        found = self._replies[key]
        return None if found is None else int(forms.mapped(found, node.position, position))

    def _reply_at(self, node: AttackNode) -> int | None:
        """Her reply in a position of the graph, in its own terms."""
        forms = self._forms
        for move, child in node.children:
            if child.status == HOLDS:
                return int(move)
        certificate = self._take(node.position)
        if certificate is None:
            return None
        residual = forms.residual(node.position)
        assert residual is not None
        key, turn = self._residuals.key(residual)
        for position, entry in certificate:
            found, way = self._residuals.images.smallest(position)
            if found == key and isinstance(entry.answer, int):
                return int(self._residuals.images.back(self._residuals.images.forth(entry.answer, way), turn))
        return self._any(node.position)  # no winning set is left

    def _any(self, position: Position) -> int | None:
        moves = self._forms.game.legal(position)
        return moves[0] if moves else None

    def _take(self, position: Position) -> Strategy | None:
        """Take in the certificate of a position, but for a first move of hers."""
        key = self._forms.exact_key(position)
        certificate = self._proofs(key)
        if certificate is None or not certificate.claim.breaking:
            self.missing[key] = position
            return None
        for stones, entry in certificate:
            if not isinstance(entry.answer, int):
                least, turn = self._residuals.images.smallest(stones)
                self.entries.setdefault(least, Entry(self._residuals.images.forth(entry.answer, turn)))
        return certificate


class UnansweredError(Exception):
    """Raised where an answer is missing and hard to find; its argument is the position after the move."""


class MendingWalk(BreakerWalk):
    """The walk of the checker, which answers the moves that no carrier covers.

    Parameters
    ----------
    forms, claim, entries, proofs
        The positions, the claim, the entries, which grow, and the strategies there are.
    """

    def __init__(self, forms: PositionForms, claim: Claim, entries: dict[Position, Entry], proofs: Proofs) -> None:
        assert isinstance(forms.game, PositionalGame)
        super().__init__(forms.game, claim, forms.symmetries, CheckLimits())
        self.residuals = BreakerResiduals(forms.game, claim, forms.exact)
        self.entries, self._forms, self._proofs = entries, forms, proofs

    def _answers(self, residual: BreakerResidual, pairs: Sequence[tuple[int, int]]) -> tuple[int, int]:
        line = len(self.line)
        while True:
            try:
                return super()._answers(residual, pairs)
            except Breach as breach:
                if breach.why != "unanswered":
                    raise
                del self.line[line:]
                pairs = [*pairs, (breach.one, self._answer(residual, breach.one))]
                key, turn = self.residuals.key(residual)
                self.entries[key] = Entry(self.residuals.images.forth(Answers(tuple(pairs)), turn))

    def _answer(self, residual: BreakerResidual, move: int) -> int:
        """Her answer to a move, by a strategy that is there or by a search; all that follows is taken in."""
        forms, images = self._forms, self.residuals.images
        his, rest = residual.stones | 1 << move, self.game.board.full & ~(residual.stones | residual.open)
        ply = next(ply for ply in (2, 3) if self.game.player_at(self.game.start.ply + ply) is self.claim.player)
        black = forms.attacker is Player.BLACK
        position = Position(*((his, rest) if black else (rest, his)), self.game.start.ply + ply)
        found = self._proofs(forms.exact_key(position)) or self._searched(position)
        after = self.residuals.of(his, residual.open & ~(1 << move))
        assert after is not None
        key, turn = self.residuals.key(after)
        answer = -1
        for stones, entry in found:
            least, way = images.smallest(stones)
            if not isinstance(entry.answer, int):
                self.entries.setdefault(least, Entry(images.forth(entry.answer, way)))
            elif least == key:
                answer = int(images.back(images.forth(entry.answer, way), turn))
        assert answer >= 0
        return answer

    def _searched(self, position: Position) -> Strategy:
        game = self.game.at(position)
        session = PositionalSession(game)
        found = session.decide(self._forms.attacker, None, Limits(nodes=MEND))
        if found.answer is None:
            raise UnansweredError(position)
        claim = Claim(self.claim.player, False)
        return strategy_of(game, claim, session.prove(claim.player, None, Limits(), wins=False))
