"""The lifted formula of a grid game: the prefix in order, then the matrix from the last move back.

See `zermelo.encodings.lifted` for the idea and the names; what is to be written is
`zermelo.encodings.grid.reachability.Reachability`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from zermelo.encodings.base import Meaning, Meanings
from zermelo.encodings.grid.first_move import Bits, FirstMove
from zermelo.encodings.grid.reachability import ActionLayer, BoundedRule, Reachability
from zermelo.formula.bits import add_const, bits_equal, bits_equal_const, less_than_const, width_for
from zermelo.formula.circuit import FALSE, TRUE, Circuit
from zermelo.model import Colour, Condition, Expression, Player, SubCondition
from zermelo.model.board import cells_of


class CellState(NamedTuple):
    """The state of the symbolic cell at one time."""

    open: int
    white: int


class PlaceBits(NamedTuple):
    """A position in binary."""

    x: Bits
    y: Bits


class MoveVariables(NamedTuple):
    """The variables of one move.

    ``bound`` and ``holds`` (lb and P) are for White only; ``stop`` is FALSE without goals.
    """

    time: int
    player: Player
    rules: list[BoundedRule]
    action: Bits
    place: PlaceBits
    stop: int
    bound: int
    holds: Bits


class LiftedFormula:
    """Writes one formula.

    Parameters
    ----------
    origin, carry
        As in `zermelo.encodings.lifted.LiftedBDDL`.
    symmetry
        True to keep one of the first moves that symmetries exchange.
    """

    def __init__(self, reachability: Reachability, *, origin: int, carry: bool, symmetry: bool) -> None:
        self.game, self.goals, self.depth = reachability.game, reachability.goals, len(reachability.layers)
        self.origin, self.carry = origin, carry
        self.circuit = Circuit()
        self.meanings: Meanings = {}
        self.notes: list[str] = []
        self.shifted: dict[tuple[Bits, int], Bits] = {}
        self._write_prefix(reachability)
        self.first_move = self._first_move()
        self.kept = self._kept() if symmetry else TRUE
        self.circuit.output = self.circuit.and_([self._initial(), self._moves()])

    # ------------------------------------------------------------------------------------------------- the prefix

    def _write_prefix(self, reachability: Reachability) -> None:
        self.steps = [self._step(layer) for layer in reachability.layers]
        black, white = self.goals[Player.BLACK], self.goals[Player.WHITE]
        if black:
            self.black_place = self._place(True, "Bx", "By")
            self.black_goal = self._bits(True, "Bc", None, width_for(len(black)))
        if white:
            self.white_place = self._place(False, "Wx", "Wy")
            self.white_goal = self._bits(False, "Wc", None, width_for(len(white)))
            self.failing = self._bits(True, "Wce", None, width_for(max(len(goal.needs) for goal in white)))
        self.cell = self._place(False, "Sx", "Sy")
        self.states = {
            time: CellState(self._bit(True, "o", time), self._bit(True, "w", time))
            for time in range(1, reachability.last_state(carry=self.carry) + 1)
        }

    def _step(self, layer: ActionLayer) -> MoveVariables:
        time, player, rules, goal = layer
        black = player is Player.BLACK
        action = self._bits(black, "A", time, width_for(len(rules)))
        place = self._place(black, "X", "Y", time)
        stop = self._bit(black, "gs", time) if time < self.depth and goal else FALSE
        if black:
            return MoveVariables(time, player, rules, action, place, stop, FALSE, ())
        bound = self._bit(True, "lb", time)
        holds = self._bits(True, "P", time, layer.most_needs)
        return MoveVariables(time, player, rules, action, place, stop, bound, holds)

    def _bit(self, exists: bool, word: str, time: int | None) -> int:
        (bit,) = self.circuit.exists(1) if exists else self.circuit.forall(1)
        self.meanings[bit] = Meaning(word, time)
        self.circuit.names[bit] = self.meanings[bit].name
        return bit

    def _bits(self, exists: bool, word: str, time: int | None, count: int) -> Bits:
        bits = self.circuit.exists(count, "") if exists else self.circuit.forall(count, "")
        for place, bit in enumerate(bits):
            self.meanings[bit] = Meaning(word, time, place, f"[{place}]")
            self.circuit.names[bit] = f"{Meaning(word, time).name}_{place}"
        return bits

    def _place(self, exists: bool, x: str, y: str, time: int | None = None) -> PlaceBits:
        columns, rows = self.game.columns + self.origin, self.game.rows + self.origin
        return PlaceBits(self._bits(exists, x, time, width_for(columns)), self._bits(exists, y, time, width_for(rows)))

    # ----------------------------------------------------------------------------------------- numbers and states

    def _within(self, bits: Bits, values: range) -> int:
        """The coordinate is one of consecutive values of 1 … size."""
        low, high = values[0] - 1 + self.origin, values[-1] - 1 + self.origin
        mirrored = [-bit for bit in bits]
        return self.circuit.and_(
            [
                less_than_const(self.circuit, mirrored, 2 ** len(bits) - low),
                less_than_const(self.circuit, bits, high + 1),
            ]
        )

    def _among(self, bits: Bits, wanted: Iterable[int], count: int) -> int:
        """The number is one of those wanted, provided that it is below ``count``; above, some in-range answer."""
        chosen = set(wanted)

        def decide(width: int, low: int) -> int:
            inside = range(low, min(low + 2**width, count))
            hits = sum(value in chosen for value in inside)
            if hits in (0, len(inside)):
                return TRUE if hits else FALSE
            middle = low + 2 ** (width - 1)
            lower = decide(width - 1, low)
            return lower if middle >= count else self.circuit.ite(bits[width - 1], decide(width - 1, middle), lower)

        return decide(len(bits), 0)

    def _meets(self, expression: Expression, bits: Bits, symbol: Bits, size: int) -> int:
        """The coordinate that an expression means is the symbolic cell's, if the parameter is within bounds."""
        if expression.base != "parameter":
            return bits_equal_const(self.circuit, symbol, expression.value(1, size) - 1 + self.origin)
        key = symbol, expression.offset
        if key not in self.shifted:
            self.shifted[key] = add_const(self.circuit, symbol, -expression.offset, len(symbol))
        return bits_equal(self.circuit, bits, self.shifted[key])

    def _here(self, place: PlaceBits, x: Expression, y: Expression) -> int:
        """RI: the cell (x, y) relative to a place is the symbolic one."""
        return self.circuit.and_(
            [
                self._meets(x, place.x, self.cell.x, self.game.columns),
                self._meets(y, place.y, self.cell.y, self.game.rows),
            ]
        )

    def _says(self, colour: Colour, negated: bool, state: CellState) -> int:
        """SC: the colour test."""
        if colour is Colour.OPEN:
            value = state.open
        else:
            white = state.white if colour is Colour.WHITE else -state.white
            value = self.circuit.and_([-state.open, white])
        return -value if negated else value

    def _same(self, a: CellState, b: CellState) -> int:
        return self.circuit.and_([self.circuit.equal(a.open, b.open), self.circuit.equal(a.white, b.white)])

    # --------------------------------------------------------------------------------------------------- the matrix

    def _initial(self) -> int:
        circuit, start, state = self.circuit, self.game.start, self.states[1]
        stones = {player: [self._is_cell(cell) for cell in cells_of(start.stones(player))] for player in Player}
        taken = stones[Player.BLACK] + stones[Player.WHITE]
        parts = [circuit.or_([state.open, *taken])]
        for player, cells in stones.items():
            white = state.white if player is Player.WHITE else -state.white
            parts += [circuit.implies(cell, circuit.and_([-state.open, white])) for cell in cells]
        return circuit.and_(parts)

    def _is_cell(self, cell: int) -> int:
        row, column = divmod(cell, self.game.columns)
        return self.circuit.and_(
            [
                bits_equal_const(self.circuit, self.cell.x, column + self.origin),
                bits_equal_const(self.circuit, self.cell.y, row + self.origin),
            ]
        )

    def _moves(self) -> int:
        """B¹ or W¹."""
        circuit, rest = self.circuit, FALSE
        for step in reversed(self.steps):
            time, last = step.time, step.time == self.depth
            if step.player is Player.BLACK:
                move = circuit.and_([self._allowed(step), self._preconditions(step), self._effects(step)])
                won = self._black_wins(time + 1) if last or step.stop != FALSE else FALSE
                on = won if last else circuit.ite(step.stop, won, rest)
                rest = circuit.and_([move, on])
            else:
                legal = circuit.and_([step.bound, *step.holds])
                flags = circuit.and_([circuit.equal(step.bound, self._allowed(step)), self._flags(step)])
                if last:
                    rest = circuit.and_([flags, -legal])
                    continue
                safe = self._white_fails(time + 1) if step.stop != FALSE else TRUE
                on = circuit.and_([self._effects(step), circuit.ite(step.stop, safe, rest)])
                rest = circuit.and_([flags, circuit.implies(legal, on)])
        return rest

    def _allowed(self, step: MoveVariables) -> int:
        """The action exists, its parameters are within its bounds, and no better known first move replaces it."""
        bounded = self._bounded(step.action, step.place, step.rules)
        return self.circuit.and_([bounded, self.kept]) if step.time == 1 else bounded

    def _first_move(self) -> FirstMove:
        step = self.steps[0]
        numbers = tuple([rule.number for rule in step.rules])
        return FirstMove(self.game, numbers, step.action, step.place.x, step.place.y, self.origin)

    def _kept(self) -> int:
        """The first move is one that is kept out of those that symmetries exchange."""
        kept, legal, clauses = self.first_move.exclusions()
        if kept < legal:
            self.notes.append(f"first move: {kept} of {legal} moves, one of each orbit of symmetries")
        return self.circuit.and_([self.circuit.or_(clause) for clause in clauses])

    def _bounded(self, number: Bits, place: PlaceBits, rules: list[BoundedRule]) -> int:
        """The number is that of a rule, and the place is within its bounds.

        Bounds that rules share are said once.
        """
        circuit = self.circuit
        parts = [less_than_const(circuit, number, len(rules))]
        for bits, boxes in ((place.x, [rule.xs for rule in rules]), (place.y, [rule.ys for rule in rules])):
            top = 2 ** len(bits) - self.origin
            for low in sorted({box[0] for box in boxes}):
                concerned = self._among(number, [j for j, box in enumerate(boxes) if box[0] >= low], len(rules))
                parts.append(circuit.implies(concerned, self._within(bits, range(low, top + 1))))
            for high in sorted({box[-1] for box in boxes}, reverse=True):
                concerned = self._among(number, [j for j, box in enumerate(boxes) if box[-1] <= high], len(rules))
                parts.append(circuit.implies(concerned, self._within(bits, range(1 - self.origin, high + 1))))
        return circuit.and_(parts)

    def _require(self, number: Bits, place: PlaceBits, conditions: list[Condition], state: CellState) -> int:
        """State that the symbolic cell has the colour that the condition of this number asks of it."""
        return self._agree(
            [
                (
                    part,
                    self.circuit.and_([self._among(number, rules, len(conditions)), self._here(place, part.x, part.y)]),
                )
                for part, rules in _users(conditions).items()
            ],
            state,
        )

    def _agree(self, meant: Iterable[tuple[SubCondition, int]], state: CellState) -> int:
        """State the colour of the symbolic cell where a part means it; each colour once, for all cells meant."""
        wanted: dict[tuple[Colour, bool], list[int]] = {}
        for part, where in meant:
            wanted.setdefault((part.colour, part.negated), []).append(where)
        circuit = self.circuit
        return circuit.and_(
            [circuit.implies(circuit.or_(where), self._says(*kind, state)) for kind, where in wanted.items()]
        )

    def _preconditions(self, step: MoveVariables) -> int:
        conditions = [rule.needs for rule in step.rules]
        return self._require(step.action, step.place, conditions, self.states[step.time])

    def _effects(self, step: MoveVariables) -> int:
        """The effects hold at the next time, and a cell that none of them means keeps its state."""
        circuit = self.circuit
        before, after = self.states[step.time], self.states[step.time + 1]
        conditions = [rule.effect for rule in step.rules]
        places: dict[tuple[Expression, Expression], set[int]] = {}
        for part, rules in _users(conditions).items():
            places.setdefault((part.x, part.y), set()).update(rules)
        touched = [
            circuit.and_([self._among(step.action, rules, len(conditions)), self._here(step.place, x, y)])
            for (x, y), rules in places.items()
        ]
        frame = circuit.or_([*touched, self._same(before, after)])
        return circuit.and_([self._require(step.action, step.place, conditions, after), frame])

    def _flags(self, step: MoveVariables) -> int:
        """P[k] is the truth of the k-th precondition; true where the action has fewer."""
        circuit, rules, state = self.circuit, step.rules, self.states[step.time]
        parts = []
        for k, flag in enumerate(step.holds):
            users = _users([rule.needs[k : k + 1] for rule in rules])
            for part, numbers in users.items():
                here = self._here(step.place, part.x, part.y)
                meant = circuit.and_([self._among(step.action, numbers, len(rules)), here])
                parts.append(circuit.implies(meant, circuit.equal(flag, self._says(part.colour, part.negated, state))))
            fewer = [j for j, rule in enumerate(rules) if len(rule.needs) <= k]
            parts.append(circuit.implies(self._among(step.action, fewer, len(rules)), flag))
        return circuit.and_(parts)

    def _judged(self, time: int) -> tuple[CellState, int]:
        """The state on which a goal reached by this time is checked, and the condition that carries it there."""
        if not self.carry:
            return self.states[time], TRUE
        final = self.states[self.depth + 1]
        return final, self._same(self.states[time], final)

    def _black_wins(self, time: int) -> int:
        """Gb: the named goal of Black holds at the named place."""
        goals, (state, carried) = self.goals[Player.BLACK], self._judged(time)
        bounded = self._bounded(self.black_goal, self.black_place, goals)
        conditions = [goal.needs for goal in goals]
        return self.circuit.and_(
            [carried, bounded, self._require(self.black_goal, self.black_place, conditions, state)]
        )

    def _white_fails(self, time: int) -> int:
        """Gw: whatever goal of White is named, wherever it fits, the part that Wce names fails."""
        circuit, (state, carried) = self.circuit, self._judged(time)
        parts, failing = [carried], list[tuple[SubCondition, int]]()
        for number, goal in enumerate(self.goals[Player.WHITE]):
            named = circuit.and_(
                [
                    bits_equal_const(circuit, self.white_goal, number),
                    self._within(self.white_place.x, goal.xs),
                    self._within(self.white_place.y, goal.ys),
                ]
            )
            parts.append(circuit.implies(named, less_than_const(circuit, self.failing, len(goal.needs))))
            for k, part in enumerate(goal.needs):
                chosen = self._among(self.failing, [k], len(goal.needs))
                here = self._here(self.white_place, part.x, part.y)
                failing.append((part._replace(negated=not part.negated), circuit.and_([named, chosen, here])))
        return circuit.and_([*parts, self._agree(failing, state)])


def _users(conditions: list[Condition]) -> dict[SubCondition, list[int]]:
    """The numbers of the conditions in which each part occurs."""
    users: dict[SubCondition, list[int]] = {}
    for number, condition in enumerate(conditions):
        for part in condition:
            users.setdefault(part, []).append(number)
    return users
