"""The join of derivations; see `strategy_join` and `zermelo.strategy.check.derivation`.

The lines of all leaves stand one after the other; what each leaf has derived last is its fact. A position in which the
claim's player moves has the fact of the child, by *play*. One in which the other player moves has the facts of all
children, by *or*: no cell is in all their carriers, because each lacks the move that led to it. Facts of positions that
are images of each other are images of each other. In a maker-breaker game positions count by their residual games, and
a cell outside of one is in no carrier.
"""

from __future__ import annotations

from zermelo.attack.graph import AttackGraph, AttackNode
from zermelo.attack.position_form import HOLDS
from zermelo.attack.strategy_join import Missing, Proofs, claim_of
from zermelo.model import ConnectionGame, Position, PositionalGame
from zermelo.strategy.check.derivation import parts_of
from zermelo.strategy.check.derived_fact import winning_sets
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Deduction, Strategy, numbered

Line = tuple[str, tuple[int, ...]]


class DerivationJoin:
    """The join of derivations; the parameters are those of `MoveJoin`."""

    def __init__(self, graph: AttackGraph, proofs: Proofs) -> None:
        self._graph, self._forms, self._proofs = graph, graph.forms, proofs
        game = graph.forms.game
        assert isinstance(game, ConnectionGame | PositionalGame)
        self._game = game
        self._status = graph.root.status or HOLDS
        claim = claim_of(self._forms, self._status)
        self.claim = Claim(claim.player, claim.wins, derived=True)
        self.missing: Missing = {}
        self._lines: list[Line] = []
        self._known: dict[Line, int] = {}
        self._facts: dict[Position, int | None] = {}
        """The line that proves the fact of a canonical position, in terms of that position."""

    def strategy(self) -> Strategy | None:
        """The whole derivation; None while some are `missing`."""
        forms, start = self._forms, self._game.start
        if forms.ended(start) is not None and self._complete(start) is None:
            return Strategy(self._game, claim_of(forms, self._status), forms.symmetries, {})
        for node in self._needed():
            if node.key not in self._facts:
                self._facts[node.key] = self._derived(node)
        if self.missing:
            return None
        last = self._fact_at(start)
        assert last is not None
        if last != len(self._lines) - 1:
            self._lines.append(self._lines[last])
        return Strategy(self._game, self.claim, forms.symmetries, dict(numbered(self._lines)))

    def _needed(self) -> list[AttackNode]:
        """The positions above the leaves, each after those that it needs."""
        found, begun = list[AttackNode](), {self._graph.root.number}
        path = [(self._graph.root, iter(self._children(self._graph.root)))]
        while path:
            node, later = path[-1]
            child = next((each for each in later if each.number not in begun), None)
            if child is None:
                path.pop()
                found.append(node)
            else:
                begun.add(child.number)
                path.append((child, iter(self._children(child))))
        return found

    def _children(self, node: AttackNode) -> list[AttackNode]:
        """The positions whose facts prove that of a position; none where it has a derivation of its own."""
        if node.leaf or self._proof(self._forms.exact_key(node.position)) is not None:
            return []
        children = [child for _, child in node.children if child.status == self._status]
        if self._game.mover(node.position) is self.claim.player:
            return children[:1]
        return children if len(children) == len(node.children) and not node.unopened else []

    def _derived(self, node: AttackNode) -> int | None:
        """Derive the fact of a position; the number of its line."""
        children, position = self._children(node), node.position
        key = self._forms.exact_key(position)
        if not children:
            proof, complete = self._proof(key), self._complete(position)
            if complete is not None:
                return self._turned(self._line("set", (complete,)), position, to_key=True)
            if proof is None:
                self.missing[key] = position
                return None
            return self._turned(self._taken(proof), proof.game.start, to_key=True)
        line = self._played(node) if self._game.mover(position) is self.claim.player else self._answered(node)
        return None if line is None else self._turned(line, position, to_key=True)

    def _played(self, node: AttackNode) -> int | None:
        """The line of a position in which the claim's player moves."""
        (wanted,) = self._children(node)
        move = next(move for move, child in node.children if child is wanted)
        fact, at = self._fact_at(self._forms.step(node.position, move)), self._time(node.position)
        return None if fact is None else self._line("play at" if at else "play", (*at, move, fact))

    def _answered(self, node: AttackNode) -> int | None:
        """The line of a position in which the other player moves, out of those of the positions after her replies."""
        facts = [self._fact_at(self._forms.step(node.position, move)) for move, _ in node.children]
        if None in facts:
            return None
        at = self._time(node.position)
        every = dict.fromkeys(fact for fact in (*facts, *self._images(node)) if fact is not None)
        return self._line("or at" if at else "or", (*at, *every))

    def _time(self, position: Position) -> tuple[int, ...]:
        """The numbers that tell when a line holds, where that matters."""
        return (0,) if position.ply == 0 and self._game.first_moves is not None else ()

    def _proof(self, key: Position) -> Strategy | None:
        """The derivation of a position; none by moves, as older versions have left them."""
        found = self._proofs(key)
        return found if found is not None and found.claim.derived else None

    def _complete(self, position: Position) -> int | None:
        """The number of a winning set that the claim's player has completed; None where he has not."""
        stones = position.stones(self.claim.player)
        sets = winning_sets(self._game, self.claim.player)
        return next((number for number, mask in enumerate(sets) if not mask & ~stones), None)

    def _images(self, node: AttackNode) -> list[int]:
        """The facts after the moves that are images of those in the graph."""
        moves = {move for move, _ in node.children}
        others = [move for move in self._game.legal(node.position) if move not in moves]
        found = [self._fact_at(self._forms.step(node.position, move)) for move in others]
        return [fact for fact in found if fact is not None]

    def _fact_at(self, position: Position) -> int | None:
        """The line of the fact of a position, in its own terms."""
        fact = self._facts.get(self._forms.key(position)[0])
        return None if fact is None else self._turned(fact, position, to_key=False)

    def _turned(self, line: int, position: Position, *, to_key: bool) -> int:
        """The image of a fact of a position in its canonical position, or the other way round.

        One that tells when it holds has no image: symmetries need not keep the first moves. Nor does any other position
        share it.
        """
        _, turn = self._forms.key(position)
        if turn == 0 or self._time(position):
            return line
        number = turn - 1
        if not to_key:
            permutation = self._forms.symmetries[number]
            inverse = tuple(permutation.index(cell) for cell in range(len(permutation)))
            number = self._forms.symmetries.index(inverse)
        return self._line("image", (number, line))

    def _taken(self, proof: Strategy) -> int:
        """Take in the lines of a leaf; the number of the last one."""
        numbers = list[int]()
        for _, entry in proof:
            assert isinstance(entry.answer, Deduction)
            rule, given = entry.answer
            if rule == "image":
                given = (self._forms.symmetries.index(proof.symmetries[given[0]]), given[1])
            numbers.append(self._line(rule, self._renumbered(rule, given, numbers)))
        return numbers[-1]

    def _renumbered(self, rule: str, given: tuple[int, ...], numbers: list[int]) -> tuple[int, ...]:
        """The numbers of a line, those of other lines replaced."""
        later = [numbers[each] for each in parts_of(rule, given)]
        if rule == "pair":
            return (*given[:2], later[0], *given[3:])
        return (*given[: len(given) - len(later)], *later)

    def _line(self, rule: str, given: tuple[int, ...]) -> int:
        """The number of a line, which stands once."""
        line = rule, given
        if line not in self._known:
            self._known[line] = len(self._lines)
            self._lines.append(line)
        return self._known[line]
