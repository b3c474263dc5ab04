"""One strategy out of those of the leaves: a walk over the solved part of the graph, from the start position.

Where the claim's player moves, the entry of a position is the move to a child that is solved his way; where the other
player moves, each of his moves is followed. A leaf brings the entries of its own strategy, mapped to the least images
under the symmetries of the whole game. Entries of several leaves for one position are equally good: what an entry needs
next stands in the strategy that it came from, so it stands in the union. Where entries have ranks (bounds on the moves
that are left), the least one of a win is kept: what it needs has lesser ranks in its own strategy, and the union has
them no greater. Where a move wins at once no strategy needs an entry, and so the walk adds none, even if the position
has been opened: a leaf may come to it with a single move left.

The rank of a position above the leaves is the longest play of the game without the moves made so far, and so no less
than that of any leaf below it; of holding it is None, for ever.

A solved position may have no strategy: it was solved as a fact, or counts as another one whose strategy is for other
stones. Then the walk tells which ones are missing; a job proves each, and it is walked again.

Breaker certificates and derivations are joined in `breaker_join`, `derivation_join` and `race_join`.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from zermelo.attack.graph import AttackGraph
from zermelo.attack.position_form import HOLDS, WINS, PositionForms
from zermelo.model import Position
from zermelo.strategy.claim import Claim, ranked
from zermelo.strategy.entry import Entry, Strategy
from zermelo.strategy.file import read_strategies

Proofs = Callable[[Position], Strategy | None]
"""The strategy of a position, given by its least image (`PositionForms.exact_key`); None where there is none."""

Missing = dict[Position, Position]
"""Positions whose strategies are missing, by their least images."""


def unpacked(packed: bytes) -> Strategy:
    """The strategy in a compressed strategy file."""
    with tempfile.NamedTemporaryFile(suffix=".gz") as file:
        Path(file.name).write_bytes(packed)
        return read_strategies(file.name)[0]


def claim_of(forms: PositionForms, status: str) -> Claim:
    """The claim about the start position: the attacker wins, or the other player holds for ever."""
    return Claim(forms.attacker, True) if status == WINS else Claim(forms.attacker.other, False)


class MoveJoin:
    """The join of strategies of moves and arguments.

    Parameters
    ----------
    graph
        The graph; its start position is solved.
    proofs
        The strategies there are.
    """

    def __init__(self, graph: AttackGraph, proofs: Proofs) -> None:
        self._graph, self._forms, self._proofs = graph, graph.forms, proofs
        self._status = graph.root.status or HOLDS
        self.claim = claim_of(self._forms, self._status)
        self.entries: dict[Position, Entry] = {}
        self.missing: Missing = {}
        self._ranked = ranked(self._forms.game)
        self._longest = self._forms.game.complete_depth() or 0

    def strategy(self) -> Strategy | None:
        """The whole strategy; None while some are `missing`."""
        start = self._forms.game.start
        waiting, met = [start], dict[Position, int]()
        while waiting:
            position = waiting.pop()
            key, made = self._forms.exact_key(position), position.ply - start.ply
            if self._forms.game.winner(position) is not None or not self._forms.game.legal(position):
                continue
            if key not in met or (self._ranked and met[key] < made):
                met[key] = made
                waiting.extend(self._after(position, key, made))
        if self.missing:
            return None
        return Strategy(self._forms.game, self.claim, self._forms.symmetries, self.entries)

    def _after(self, position: Position, key: Position, made: int) -> list[Position]:
        """Take in a position; the positions to go on with."""
        if self._wins_at_once(position):
            return []
        forms, proof = self._forms, self._proofs(key)
        if proof is not None and proof.claim.wins is self.claim.wins and not proof.claim.breaking:
            for stones, entry in proof:
                self._add(stones, entry)
            return []
        node = self._graph.by_key.get(forms.key(position)[0])
        if node is None or node.leaf or node.status != self._status:
            self.missing[key] = position
            return []
        game = forms.game
        if game.mover(position) is not self.claim.player:
            after = [game.step(position, move) for move in game.legal(position)]
            if forms.residuals is not None and not all(map(self._solved, after)):
                # Replies outside the residual game are in no graph; one job proves all of them together.
                self.missing[key] = position
                return []
            return after
        move = next((move for move, child in node.children if child.status == self._status), None)
        if move is None:  # solved as a fact after it was opened
            self.missing[key] = position
            return []
        move = forms.mapped(move, node.position, position)
        self._add(position, Entry(move, self._longest - made if self._ranked and self.claim.wins else None))
        return [game.step(position, move)]

    def _wins_at_once(self, position: Position) -> bool:
        """True if the claim's player moves, and the rules show that a move wins."""
        game, player = self._forms.game, self.claim.player
        if not self.claim.wins or game.mover(position) is not player:
            return False
        return any(game.goal_winner(game.step(position, move)) is player for move in game.legal(position))

    def _solved(self, position: Position) -> bool:
        """True if the graph knows that the claim's player succeeds there, or a strategy does."""
        if self._forms.ended(position) == self._status or self._proofs(self._forms.exact_key(position)) is not None:
            return True
        node = self._graph.by_key.get(self._forms.key(position)[0])
        return node is not None and node.status == self._status

    def _add(self, position: Position, entry: Entry) -> None:
        key, turn = self._forms.exact.smallest(position)
        known = self.entries.get(key)
        better = known is not None and self._ranked and self.claim.wins and (entry.rank or 0) < (known.rank or 0)
        if known is None or better:
            self.entries[key] = Entry(self._forms.exact.forth(entry.answer, turn), entry.rank)


def joined(graph: AttackGraph, proofs: Proofs) -> tuple[Strategy | None, Mapping[Position, Position]]:
    """The strategy of the start position, which is solved; or None, and the positions that must be proven first.

    Parameters
    ----------
    graph
        The graph.
    proofs
        The strategies there are.
    """
    from zermelo.attack.breaker_join import BreakerJoin
    from zermelo.attack.derivation_join import DerivationJoin
    from zermelo.attack.race_join import RaceJoin
    from zermelo.model import ConnectionGame

    kind: Any = MoveJoin
    forms, connects = graph.forms, isinstance(graph.forms.game, ConnectionGame)
    if forms.derives and (connects or graph.root.status == WINS):
        kind = DerivationJoin if connects or forms.residuals is not None else RaceJoin
    elif forms.residuals is not None:
        kind = BreakerJoin
    join = kind(graph, proofs)
    found = join.strategy()
    return found, join.missing
