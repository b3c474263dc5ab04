"""The join of derivations of a maker-maker game; see `derivation_join` and `zermelo.strategy.check.race_derivation`.

A position in which the other player moves has its fact by *against*: her replies are taken until each of the others is
answered like one of them (must-play), because it is in no cell that the answer needs, and helps no set of hers that she
could complete meanwhile. Where the claim's player threatens to complete a set, the forced replies are the only ones.
"""

from __future__ import annotations

from zermelo.attack.derivation_join import DerivationJoin
from zermelo.attack.graph import AttackGraph, AttackNode
from zermelo.attack.position_form import weights_of
from zermelo.attack.strategy_join import Proofs
from zermelo.errors import DisagreementError
from zermelo.model import Position, PositionalGame, cells_of
from zermelo.strategy.check.derived_fact import InvalidLine, told
from zermelo.strategy.check.race_derivation import RaceDerivation, RaceFact, race_parts_of


class RaceJoin(DerivationJoin):
    """The join of derivations of a maker-maker game; the parameters are those of `MoveJoin`."""

    def __init__(self, graph: AttackGraph, proofs: Proofs) -> None:
        super().__init__(graph, proofs)
        assert isinstance(self._game, PositionalGame)
        self._own = self._game.winning_sets(self.claim.player)
        self._others = self._game.winning_sets(self.claim.opponent)
        self._race = RaceDerivation(self._game, self.claim, graph.forms.symmetries)

    def _line(self, rule: str, given: tuple[int, ...]) -> int:
        number = super()._line(rule, given)
        if number == len(self._race.facts):
            try:
                self._race.add(rule, given)
            except InvalidLine as breach:
                raise DisagreementError(f"{self._game.name}: a proof of the attack, {told(*breach.args)}") from None
        return number

    def _renumbered(self, rule: str, given: tuple[int, ...], numbers: list[int]) -> tuple[int, ...]:
        later = race_parts_of(rule, given)
        if rule != "against":
            return (*given[: len(given) - len(later)], *(numbers[each] for each in later))
        replies = given[len(given) - 2 * len(later) :: 2]
        pairs = zip(replies, (numbers[each] for each in later), strict=True)
        return (*given[: len(given) - 2 * len(later)], *(number for pair in pairs for number in pair))

    def _answered(self, node: AttackNode) -> int | None:
        """The line of a position in which the other player moves, out of those of the positions after her replies."""
        position, cells = node.position, len(self._game.board)
        own, theirs = position.stones(self.claim.player), position.stones(self.claim.opponent)
        free = self._game.board.full & ~(own | theirs)
        rests = [(each & ~own, number) for number, each in enumerate(self._own) if not each & theirs]
        threats = {rest: number for rest, number in rests if rest.bit_count() == 1}
        replies = list[tuple[int, int]]()
        for cell, number in list(threats.items())[:2]:
            replies.append((cells, self._line("play", (cell.bit_length() - 1, self._line("set", (number,))))))
        forced = list[tuple[int, int]]()
        must = next(iter(threats)) if len(threats) == 1 else 0 if threats else free
        while must:
            reply = self._likeliest(must, position)
            fact = self._fact_at(self._forms.step(position, reply))
            if fact is None:
                return None
            (forced if threats else replies).append((reply, fact))
            must &= ~(1 << reply) & (0 if threats else self._needed_cells(self._race.facts[fact], own, theirs))
        return self._against(forced, replies, own, theirs)

    def _likeliest(self, must: int, position: Position) -> int:
        """The cell of some on which most is at stake."""
        assert isinstance(self._game, PositionalGame)
        weights = weights_of(self._game, position)
        return max(cells_of(must), key=lambda cell: weights[cell])

    def _needed_cells(self, after: RaceFact, own: int, theirs: int) -> int:
        """The replies that are not answered like the one that leads to a fact."""
        found = after.carrier
        for each in self._others:
            left = each & ~theirs
            if each & own or left.bit_count() > after.all + 1:
                continue
            outside = left & ~after.forced
            if outside.bit_count() <= after.free:
                found |= left
            elif outside.bit_count() == after.free + 1:
                found |= outside
        return found

    def _against(self, forced: list[tuple[int, int]], replies: list[tuple[int, int]], own: int, theirs: int) -> int:
        """The line; what she could complete meanwhile is told by her stones on it, or by one of his."""
        stones = carrier = cells = count = free = 0
        for number, (cell, line) in enumerate([*forced, *replies]):
            after, is_forced = self._race.facts[line], number < len(forced)
            stones, carrier, cells = stones | after.stones, carrier | after.carrier, cells | after.forced
            cells |= 1 << cell if is_forced else 0
            count, free = max(count, after.all + 1), max(free, after.free + (not is_forced))
        shown, blocks, hers = RaceFact(0, forced=cells, free=free, all=count), 0, 0
        for each in self._others:
            if each & (stones | blocks) or not shown.reaches(each & ~theirs):
                continue
            if each & own:
                blocks |= each & own & -(each & own)
            else:
                hers |= each & theirs
        numbers = [*_listed(hers), *_listed(blocks), len(forced)]
        return self._line("against", (*numbers, *(number for pair in [*forced, *replies] for number in pair)))


def _listed(mask: int) -> tuple[int, ...]:
    """The number of cells, and the cells."""
    return (mask.bit_count(), *cells_of(mask))
