"""Grid games, lifted: one symbolic cell instead of a board (concise-grid-games, section 4).

Idea. The usual encodings keep every cell at every time. Here the formula speaks of a single cell S, chosen universally
*after* all moves, and says how its state runs through the play: since it must do so for every S, the whole
board is checked. An action's conditions are relative to its position (X, Y), so "this condition is about S" is a
comparison of numbers in binary, and nothing in the formula grows with the board but the number of bits.

Quantifier blocks (Black opens, d odd):

    ∃ A1 X1 Y1 gs1   ∀ A2 X2 Y2 gs2   ∃ lb2 P2[·]  A3 X3 Y3 gs3   …   ∃ Ad Xd Yd   Bx By Bc
    ∀ Wx Wy Wc   ∃ Wce   ∀ Sx Sy   ∃ o1 w1 … o(d+1) w(d+1)

A X Y: action and position; gs: "the play stops, a goal is reached"; lb: White's action exists and lies within its
bounds; P[k]: its k-th precondition holds; B…: which goal of Black, and where; W…: any goal of White anywhere, and Wce,
a part of it that fails; o, w: S is open, S is white (black: neither). Matrix: I ∧ B¹ (or W¹ when White opens), with

    Bⁱ = Mbⁱ ∧ (gs → Gbⁱ⁺¹) ∧ (¬gs → Wⁱ⁺¹)                        Bᵈ = Mbᵈ ∧ Gbᵈ⁺¹
    Wⁱ = Mwⁱ ∧ (lb ∧ ⋀P → (gs → Gwⁱ⁺¹) ∧ (¬gs → Bⁱ⁺¹))            Wᵈ = Mwᵈ ∧ ¬(lb ∧ ⋀P)

where G carries the state of its time to d+1 and checks the goal there. The chain follows whoever opens.

Size: about d·(lg|A| + lg m + lg n + 3) variables before gates, and gates linear in d times the length of the rules; the
board enters by its bits only. Domineering 4×4 at d = 8: 118 variables and 286 clauses after Tseitin.

What the paper leaves open, and what measurements said (DepQBF, alone and after Bloqqer; after Bloqqer it is ten to some
hundred times faster: use it):

- **A precondition that an action lacks counts as true** in P, else Black could call White's move illegal.
- **S that is no cell** (numbers beyond the board) is open at the start, and bounds keep all moves and goals off it.
- **A side without goals** gets no gs and no goal variables; Black's last move is dropped when he has no goal.
- **Unused parameters** are fixed to 1 (as a bound, so for White too): one code for one move.
- **Numbers start at 0**: column 1 has the code 0, which saves a bit wherever a side is a power of two; ``origin=1`` is
  the numbering of the paper. It leaves three quarters of the codes of a place on 4×4 without a cell, and every one of
  them is a branch: 3 to 10 times slower there.
- **X + k = S is computed as X = S - k**, modulo a power of two: all times share the subtraction. Within the bounds the
  modulus is harmless; out of bounds nothing depends on the result.
- **Everything stays nested.** To assert White's flags at all times is sound and looks shorter, but settles what no
  longer matters once the play has stopped: up to 6 times slower. Also slower: White's gs in the block of Wx, and lb and
  P forced in one direction only. No difference: w false where o is true, variables of their own for "still running" and
  "legal".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from zermelo.encodings.base import Assignment, Encoded, Encoding, Takes, option
from zermelo.encodings.moves import check_question
from zermelo.errors import InputError
from zermelo.formula.bits import add_const, bits_equal, bits_equal_const, less_than_const, width_for
from zermelo.formula.circuit import FALSE, TRUE, Circuit
from zermelo.model import Colour, Condition, Expression, Game, GridGame, GridMove, Player, SubCondition
from zermelo.model.board import cells_of
from zermelo.model.grid import bounds

Bits = tuple[int, ...]


@dataclass(frozen=True)
class LiftedBDDL(Encoding):
    """The lifted encoding.

    Parameters
    ----------
    origin
        The code of the first column and row: 0, or 1 as in the paper.

    >>> X, Y = Expression("parameter"), Expression("parameter")
    >>> place = [SubCondition(colour, X, Y) for colour in (Colour.OPEN, Colour.BLACK, Colour.WHITE)]
    >>> from zermelo.model import Action
    >>> black, white = (Action("occupy", (place[0],), (effect,)) for effect in place[1:])
    >>> game = GridGame("the last cell loses", 2, 1, (black,), (white,))
    >>> encoded = LiftedBDDL().encode(game, 2)
    >>> encoded.answer, encoded.formula
    (None, <Circuit nodes=27 gates=18 blocks=5>)
    """

    name = "bddl"
    title = "grid games, lifted"
    source = "concise-grid-games, section 4"

    takes = Takes(grid=True)
    paper = MappingProxyType({"origin": 1, "symmetry": False})

    origin: int = option(0, "the code of the first column and row: 0 or 1")

    def __post_init__(self) -> None:
        if self.origin not in (0, 1):
            raise InputError("an origin of 0 or 1", found=str(self.origin))

    def encode(self, game: Game, depth: int) -> Encoded:
        check_question(self, game, depth)
        assert isinstance(game, GridGame)
        opens = game.to_move(game.start)
        last, notes = depth, list[str]()
        last_mover = game.player_at(game.start.ply + depth - 1)
        if depth and last_mover is Player.BLACK and not _fitting(game, game.black_goals):
            last -= 1
            notes.append(f"Black has no goal to reach by move {depth}: encoded for {last}")
        known = _by_the_rules(game, opens, last)
        if known is not None:
            return Encoded(self.label, depth, None, *known, notes=tuple(notes))
        writer = _Writer(game, last, self.origin)
        for player in Player:
            fitting = {rule.number for rule in writer.rules[player]}
            for number, action in enumerate(game.actions(player)):
                if number not in fitting:
                    notes.append(f"action {action.name} of {player} fits nowhere on the board: left out")
        circuit, names = writer.circuit, writer.names
        return Encoded(self.label, depth, circuit, None, "", writer.first_move(), tuple(notes), names.copy)


def _by_the_rules(game: GridGame, opens: Player, depth: int) -> tuple[bool, str] | None:
    """The truth value and why, where no formula is needed."""
    winner = game.goal_winner(game.start)
    if winner is not None:
        return winner is Player.BLACK, f"{winner} has reached a goal in the start position"
    if depth == 0:
        return False, "no move is left in which Black could win"
    if not game.moves(game.start):
        return opens is Player.WHITE, f"{opens} has no move in the start position"
    if depth == 1 and opens is Player.WHITE:
        return False, "White has a move in the start position"
    return None


class _Rule(NamedTuple):
    """An action or a goal: its number in the game, conditions, and the allowed positions, unused parameters at 1."""

    number: int
    needs: Condition
    effect: Condition
    xs: range
    ys: range


def _fitting(game: GridGame, conditions: Iterable[Condition], effects: Iterable[Condition] = ()) -> list[_Rule]:
    """The actions or goals that fit somewhere on the board."""
    found = []
    conditions = list(conditions)
    for index, (needs, effect) in enumerate(zip(conditions, effects or [()] * len(conditions), strict=True)):
        xs, ys = bounds(needs + effect, game.columns, game.rows)
        if xs and ys:
            uses_x = any(part.x.base == "parameter" for part in needs + effect)
            uses_y = any(part.y.base == "parameter" for part in needs + effect)
            once, effect = tuple(dict.fromkeys(needs)), tuple(dict.fromkeys(effect))
            found.append(_Rule(index, once, effect, xs if uses_x else xs[:1], ys if uses_y else ys[:1]))
    return found


class _State(NamedTuple):
    """The state of the symbolic cell at one time."""

    open: int
    white: int


class _Place(NamedTuple):
    """A position in binary."""

    x: Bits
    y: Bits


class _Step(NamedTuple):
    """The variables of one move; ``bound`` and ``holds`` (lb and P) for White only; ``stop`` is FALSE without goals."""

    time: int
    player: Player
    action: Bits
    place: _Place
    stop: int
    bound: int
    holds: Bits


class _Writer:
    """Writes one formula: the prefix in order, then the matrix from the last move to the first."""

    def __init__(self, game: GridGame, depth: int, origin: int) -> None:
        self.game, self.depth, self.origin = game, depth, origin
        self.circuit = Circuit()
        self.names: dict[int, str] = {}
        self.shifted: dict[tuple[Bits, int], Bits] = {}
        self.rules = {
            player: _fitting(
                game,
                [action.precondition for action in game.actions(player)],
                [action.effect for action in game.actions(player)],
            )
            for player in Player
        }
        self.goals = {player: _fitting(game, game.goals(player)) for player in Player}
        self._write_prefix()
        self.circuit.output = self.circuit.and_([self._initial(), self._moves()])

    # ------------------------------------------------------------------------------------------------- the prefix

    def _write_prefix(self) -> None:
        ply = self.game.start.ply - 1
        self.steps = [self._step(time, self.game.player_at(ply + time)) for time in range(1, self.depth + 1)]
        black, white = self.goals[Player.BLACK], self.goals[Player.WHITE]
        if black:
            self.black_place = self._place(True, "Bx", "By")
            self.black_goal = self._bits(True, "Bc", width_for(len(black)))
        if white:
            self.white_place = self._place(False, "Wx", "Wy")
            self.white_goal = self._bits(False, "Wc", width_for(len(white)))
            self.failing = self._bits(True, "Wce", width_for(max(len(goal.needs) for goal in white)))
        self.cell = self._place(False, "Sx", "Sy")
        final = self.depth + 1 if black or white else self.depth
        self.states = {
            time: _State(self._bit(True, f"o{time}"), self._bit(True, f"w{time}")) for time in range(1, final + 1)
        }

    def _step(self, time: int, player: Player) -> _Step:
        black, rules = player is Player.BLACK, self.rules[player]
        action = self._bits(black, f"A{time}", width_for(len(rules)))
        place = self._place(black, f"X{time}", f"Y{time}")
        stop = self._bit(black, f"gs{time}") if time < self.depth and self.goals[player] else FALSE
        if black:
            return _Step(time, player, action, place, stop, FALSE, ())
        bound = self._bit(True, f"lb{time}")
        holds = self._bits(True, f"P{time}", max((len(rule.needs) for rule in rules), default=0))
        return _Step(time, player, action, place, stop, bound, holds)

    def _bit(self, exists: bool, name: str, label: str | None = None) -> int:
        (bit,) = self.circuit.exists(1) if exists else self.circuit.forall(1)
        self.names[bit] = name
        self.circuit.names[bit] = label or name
        return bit

    def _bits(self, exists: bool, name: str, count: int) -> Bits:
        return tuple([self._bit(exists, f"{name}[{index}]", f"{name}_{index}") for index in range(count)])

    def _place(self, exists: bool, x: str, y: str) -> _Place:
        columns, rows = self.game.columns + self.origin, self.game.rows + self.origin
        return _Place(self._bits(exists, x, width_for(columns)), self._bits(exists, y, width_for(rows)))

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
        """The coordinate that an expression means, for a parameter within bounds, is that of the symbolic cell."""
        if expression.base != "parameter":
            return bits_equal_const(self.circuit, symbol, expression.value(1, size) - 1 + self.origin)
        key = symbol, expression.offset
        if key not in self.shifted:
            self.shifted[key] = add_const(self.circuit, symbol, -expression.offset, len(symbol))
        return bits_equal(self.circuit, bits, self.shifted[key])

    def _here(self, place: _Place, x: Expression, y: Expression) -> int:
        """RI: the cell (x, y) relative to a place is the symbolic one."""
        return self.circuit.and_(
            [
                self._meets(x, place.x, self.cell.x, self.game.columns),
                self._meets(y, place.y, self.cell.y, self.game.rows),
            ]
        )

    def _says(self, part: SubCondition, state: _State) -> int:
        """SC: the colour test."""
        if part.colour is Colour.OPEN:
            value = state.open
        else:
            white = state.white if part.colour is Colour.WHITE else -state.white
            value = self.circuit.and_([-state.open, white])
        return -value if part.negated else value

    def _same(self, a: _State, b: _State) -> int:
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
                won = self._black_wins(time + 1) if self.goals[Player.BLACK] else FALSE
                on = won if last else circuit.ite(step.stop, won, rest)
                rest = circuit.and_([move, on])
            else:
                legal = circuit.and_([step.bound, *step.holds])
                flags = circuit.and_([circuit.equal(step.bound, self._allowed(step)), self._flags(step)])
                if last:
                    rest = circuit.and_([flags, -legal])
                    continue
                safe = self._white_fails(time + 1) if self.goals[Player.WHITE] else TRUE
                on = circuit.and_([self._effects(step), circuit.ite(step.stop, safe, rest)])
                rest = circuit.and_([flags, circuit.implies(legal, on)])
        return rest

    def _allowed(self, step: _Step) -> int:
        """The action exists and its parameters are within its bounds."""
        return self._bounded(step.action, step.place, self.rules[step.player])

    def _bounded(self, number: Bits, place: _Place, rules: list[_Rule]) -> int:
        """The number is that of a rule, and the place is within its bounds; bounds that rules share are said once."""
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

    def _require(self, number: Bits, place: _Place, conditions: list[Condition], state: _State) -> int:
        """Where the symbolic cell is meant by a part of the condition with this number, it says so."""
        circuit, users = self.circuit, _users(conditions)
        parts = []
        for part, rules in users.items():
            meant = circuit.and_([self._among(number, rules, len(conditions)), self._here(place, part.x, part.y)])
            parts.append(circuit.implies(meant, self._says(part, state)))
        return circuit.and_(parts)

    def _preconditions(self, step: _Step) -> int:
        conditions = [rule.needs for rule in self.rules[step.player]]
        return self._require(step.action, step.place, conditions, self.states[step.time])

    def _effects(self, step: _Step) -> int:
        """The effects hold at the next time, and a cell that none of them means keeps its state."""
        circuit = self.circuit
        before, after = self.states[step.time], self.states[step.time + 1]
        conditions = [rule.effect for rule in self.rules[step.player]]
        places: dict[tuple[Expression, Expression], set[int]] = {}
        for part, rules in _users(conditions).items():
            places.setdefault((part.x, part.y), set()).update(rules)
        touched = [
            circuit.and_([self._among(step.action, rules, len(conditions)), self._here(step.place, x, y)])
            for (x, y), rules in places.items()
        ]
        frame = circuit.or_([*touched, self._same(before, after)])
        return circuit.and_([self._require(step.action, step.place, conditions, after), frame])

    def _flags(self, step: _Step) -> int:
        """P[k] is the truth of the k-th precondition; true where the action has fewer."""
        circuit, rules, state = self.circuit, self.rules[step.player], self.states[step.time]
        parts = []
        for k, flag in enumerate(step.holds):
            users = _users([rule.needs[k : k + 1] for rule in rules])
            for part, numbers in users.items():
                here = self._here(step.place, part.x, part.y)
                meant = circuit.and_([self._among(step.action, numbers, len(rules)), here])
                parts.append(circuit.implies(meant, circuit.equal(flag, self._says(part, state))))
            fewer = [j for j, rule in enumerate(rules) if len(rule.needs) <= k]
            parts.append(circuit.implies(self._among(step.action, fewer, len(rules)), flag))
        return circuit.and_(parts)

    def _carried(self, time: int) -> int:
        """The state of this time is the last one, where the goals are checked."""
        return self._same(self.states[time], self.states[self.depth + 1])

    def _black_wins(self, time: int) -> int:
        """Gb: the named goal of Black holds at the named place."""
        goals, final = self.goals[Player.BLACK], self.states[self.depth + 1]
        return self.circuit.and_(
            [
                self._carried(time),
                self._bounded(self.black_goal, self.black_place, goals),
                self._require(self.black_goal, self.black_place, [goal.needs for goal in goals], final),
            ]
        )

    def _white_fails(self, time: int) -> int:
        """Gw: whatever goal of White is named, wherever it fits, the part that Wce names fails."""
        circuit, goals, final = self.circuit, self.goals[Player.WHITE], self.states[self.depth + 1]
        parts = [self._carried(time)]
        for number, goal in enumerate(goals):
            named = [
                bits_equal_const(circuit, self.white_goal, number),
                self._within(self.white_place.x, goal.xs),
                self._within(self.white_place.y, goal.ys),
            ]
            fails = [less_than_const(circuit, self.failing, len(goal.needs))]
            for k, part in enumerate(goal.needs):
                here = self._here(self.white_place, part.x, part.y)
                meant = circuit.and_([self._among(self.failing, [k], len(goal.needs)), here])
                fails.append(circuit.implies(meant, -self._says(part, final)))
            parts.append(circuit.implies(circuit.and_(named), circuit.and_(fails)))
        return circuit.and_(parts)

    def first_move(self) -> FirstMove:
        step = self.steps[0]
        numbers = tuple([rule.number for rule in self.rules[step.player]])
        return FirstMove(self.game, numbers, step.action, step.place.x, step.place.y, self.origin)


@dataclass(frozen=True)
class FirstMove:
    """The way back: the move that the values of the outermost block name, None when it is not legal."""

    game: GridGame
    numbers: tuple[int, ...]
    action: Bits
    x: Bits
    y: Bits
    origin: int

    def __call__(self, values: Assignment) -> GridMove | None:
        def number(bits: Bits) -> int:
            return sum(values.get(bit, False) << place for place, bit in enumerate(bits))

        game, chosen = self.game, number(self.action)
        if chosen >= len(self.numbers):
            return None
        player, index = game.to_move(game.start), self.numbers[chosen]
        uses_x, uses_y = game.actions(player)[index].uses
        x, y = number(self.x) + 1 - self.origin, number(self.y) + 1 - self.origin
        move = GridMove(player, index, x if uses_x else 0, y if uses_y else 0)
        return move if move in game.moves(game.start) else None


def _users(conditions: list[Condition]) -> dict[SubCondition, list[int]]:
    """The numbers of the conditions in which each part occurs."""
    users: dict[SubCondition, list[int]] = {}
    for number, condition in enumerate(conditions):
        for part in condition:
            users.setdefault(part, []).append(number)
    return users
