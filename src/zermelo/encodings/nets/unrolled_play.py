"""Plays of a ground game, unrolled step by step over a circuit: see `zermelo.encodings.net`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from zermelo.encodings.base import Assignment, Meaning, Meanings
from zermelo.encodings.nets.choice import Chosen, Pairs
from zermelo.encodings.nets.context import Context
from zermelo.encodings.nets.numbering import meant_by
from zermelo.encodings.nets.transition import NetTransition, Values, literal_of
from zermelo.errors import UnsupportedError
from zermelo.formula import FALSE, TRUE, Circuit, Quantifier
from zermelo.model import NetGame, Player, first_move_orbits

MOST_NODES = 4_000_000
"""The largest circuit that is built."""


class NetStep(NamedTuple):
    """One step of the play.

    Parameters
    ----------
    lost, won
        The play was over before, against the mover, or in his favour.
    pairs
        The moves; None where the play ends before.
    allowed
        The mover's move is legal.
    forbidden
        The chooser's move is not.
    """

    lost: int
    won: int
    pairs: Pairs | None = None
    allowed: int = TRUE
    forbidden: int = FALSE


@dataclass(frozen=True)
class NumberedMove:
    """Reads a move that is a number in binary; None where it means an illegal one."""

    bits: tuple[int, ...]
    moves: tuple[int, ...]
    legal: tuple[int, ...]

    def __call__(self, values: Assignment) -> int | None:
        number = sum(values.get(bit, False) << place for place, bit in enumerate(self.bits))
        move = self.moves[meant_by(number, len(self.moves))]
        return move if move in self.legal else None


class NetPlay:
    """The circuit that says whether a player reaches his end.

    Parameters
    ----------
    game, depth
        The question.
    mover
        The player whose moves are existential. Black is to win; White is to keep Black from winning.
    symmetry
        True to keep one of the first moves that symmetries exchange.
    single
        True if a move that excludes all others takes no number.
    early
        True to bind gate variables as early as possible.

    Raises UnsupportedError for a circuit of more than `MOST_NODES`.
    """

    def __init__(self, game: NetGame, depth: int, mover: Player, *, symmetry: bool, single: bool, early: bool) -> None:
        self.game, self.depth, self.mover, self.single = game, depth, mover, single
        self.circuit = Circuit()
        self.circuit.early = early
        self.context = Context(self.circuit)
        self._first = {orbit[0] for orbit in first_move_orbits(game)} if symmetry else None
        self._rules = NetTransition(game, self.context)
        self.steps = self._unrolled()
        self.circuit.output = self._folded()
        self.used = self._bind()

    # ------------------------------------------------------------------------------------------------------- the play

    def _unrolled(self) -> list[NetStep]:
        game, context, steps = self.game, self.context, list[NetStep]()
        state = {k + 1: TRUE if game.start.black >> k & 1 else FALSE for k in range(len(game.net.fluents))}
        for time in range(1, self.depth + 2):
            values = self._rules.of_state(state)
            over = context.now(literal_of(game.net.terminal, values))
            black_wins = self._black_wins(values)
            reached = black_wins if self.mover is Player.BLACK else -black_wins
            lost, won = context.all_of((over, -reached)), context.all_of((over, reached))
            context.learn(-over)
            if over == TRUE or time > self.depth:
                steps.append(NetStep(lost, won))
                break
            pairs = self._pairs(time, values)
            chosen = {Player.BLACK: pairs.black, Player.WHITE: pairs.white}
            allowed, forbidden = chosen[self.mover].allowed(), chosen[self.mover.other].forbidden()
            steps.append(NetStep(lost, won, pairs, allowed, forbidden))
            state = self._rules.after(pairs, values)
            if self.circuit.num_nodes > MOST_NODES:
                raise UnsupportedError(
                    f"a formula of at most {MOST_NODES} gates", found=f"more than that at depth {time} of {self.depth}"
                )
        return steps

    def _black_wins(self, values: Values) -> int:
        """The gate of a score that is enough for Black, where the play is over; the shorter of two ways to say it."""
        game, context = self.game, self.context
        scores = game.net.score[game.role_of(Player.BLACK)]
        enough = context.any_of(literal_of(ref, values) for value, ref in scores if value >= game.win)
        less = context.any_of(literal_of(ref, values) for value, ref in scores if value < game.win)
        return enough if self._size(enough) <= self._size(less) else -less

    def _size(self, literal: int, most: int = 300) -> int:
        """The number of gates below a literal, up to some hundreds."""
        left, seen = [abs(literal)], set[int]()
        while left and len(seen) < most:
            node = left.pop()
            if node not in seen and node in self.circuit.gates:
                seen.add(node)
                left += map(abs, self.circuit.gates[node].operands)
        return len(seen)

    # ------------------------------------------------------------------------------------------------------ the moves

    def _pairs(self, time: int, values: Values) -> Pairs:
        chosen = []
        for player in Player:
            moves, legal = [], []
            role, numbers = self.game.role_of(player), self.game.moves_of(player)
            for move, ref in zip(numbers, self.game.net.legal[role], strict=True):
                literal = self.context.now(literal_of(ref, values))
                if literal != FALSE:
                    moves.append(move)
                    legal.append(literal)
            if time == 1 and self._first is not None and self.game.mover(self.game.start) is player:
                kept = [place for place, move in enumerate(moves) if move in self._first]
                moves, legal = [moves[place] for place in kept], [legal[place] for place in kept]
            chosen.append(Chosen(self.context, moves, legal, single=self.single))
        return Pairs.of(chosen[0], chosen[1], lambda *legal: self._rules.told(legal, values))

    # ---------------------------------------------------------------------------------------------------- the formula

    def _folded(self) -> int:
        """The mover reaches his end, from the last step to the first.

        Where what follows is constant, so is the step: whose turn it is has a legal move, and so has the other one.
        """
        context, rest = Context(self.circuit), FALSE if self.mover is Player.BLACK else TRUE
        for step in reversed(self.steps):
            if step.pairs is not None and abs(rest) != TRUE:
                rest = context.any_of((step.forbidden, context.all_of((step.allowed, rest))))
            rest = context.all_of((-step.lost, context.any_of((step.won, rest))))
        return rest

    def _bind(self) -> list[tuple[Quantifier, Player, int]]:
        """Bind the bits that matter, and those of the first step; give the order in which moves are chosen.

        The order within a step is free, for at most one player has a choice: blocks are joined where they can be.
        """
        circuit, order = self.circuit, list[tuple[Quantifier, Player, int]]()
        needed = {abs(circuit.output)}.union(*(map(abs, circuit.gates[node].operands) for node in circuit.cone()))
        last = Quantifier.EXISTS if self.mover is Player.BLACK else Quantifier.FORALL
        for time, step in enumerate(self.steps, 1):
            if step.pairs is None:
                continue
            kinds = [Quantifier.EXISTS, Quantifier.FORALL]
            for kind in kinds if kinds[0] is last else reversed(kinds):
                player = self.mover if kind is Quantifier.EXISTS else self.mover.other
                chosen = step.pairs.black if player is Player.BLACK else step.pairs.white
                bits = [bit for bit in chosen.bits if bit in needed or time == 1]
                if bits:
                    circuit.prefix.add(kind, bits)
                    order.append((kind, player, time))
                    last = kind
        return order

    # -------------------------------------------------------------------------------------------------- the way back

    def chosen(self, player: Player, time: int) -> Chosen | None:
        """The moves of a player at a step, from 1; None where the formula ends before."""
        pairs = self.steps[time - 1].pairs if time <= len(self.steps) else None
        return None if pairs is None else pairs.black if player is Player.BLACK else pairs.white

    def first_move(self) -> NumberedMove:
        """Reads the first move."""
        position = self.game.start
        chosen = self.chosen(self.game.mover(position), 1)
        assert chosen is not None  # else there is no formula
        moves = tuple(chosen.moves[place] for place in chosen.numbered)
        return NumberedMove(chosen.bits, moves, tuple(self.game.legal(position)))

    def meanings(self) -> Meanings:
        """The meanings of the variables: bits of numbers of moves."""
        found = Meanings()
        for time in range(1, len(self.steps) + 1):
            for player in Player:
                chosen = self.chosen(player, time)
                word = "move" if player is self.mover else "choice"
                for place, bit in enumerate(() if chosen is None else chosen.bits):
                    if bit in self.circuit.prefix:
                        found[bit] = Meaning(word, time, place, f".{place}")
        return found
