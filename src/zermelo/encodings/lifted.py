"""work in progress"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from zermelo.encodings.base import Assignment, Encoded, Encoding
from zermelo.errors import InputError
from zermelo.formula.bits import add_const, bits_equal, bits_equal_const, less_than_const, width_for
from zermelo.formula.circuit import FALSE, TRUE, Circuit
from zermelo.model import Colour, Condition, Expression, Game, GridGame, GridMove, Player, SubCondition
from zermelo.model.board import cells_of
from zermelo.model.grid import bounds

Bits = tuple[int, ...]
OPT = dict(run=False, zero=False, pdir="both", pin=True, legal=False, noncell="open", lbinner=False, gsin=False, canon=False, flat=False, flatgoal=False, flatb=False)


class State(NamedTuple):
    """The state of the symbolic cell at one time."""

    open: int
    white: int


@dataclass(frozen=True)
class Step:
    """The variables of one move: its time, its player, and the literals that choose it."""

    time: int
    player: Player
    action: Bits
    x: Bits
    y: Bits
    stop: int
    bound: int = FALSE
    holds: Bits = ()
    run: int = FALSE
    legal: int = FALSE


class LiftedBDDL(Encoding):
    name = "bddl"
    title = "grid games, lifted"
    source = "concise-grid-games, section 4"

    def lacks(self, game: Game) -> str | None:
        return None if isinstance(game, GridGame) else "it takes grid games (BDDL) only"

    def encode(self, game: Game, depth: int) -> Encoded:
        assert isinstance(game, GridGame)
        known = _by_the_rules(game, depth)
        if known is not None:
            return Encoded(self.name, depth, None, *known)
        notes: tuple[str, ...] = ()
        last = depth
        opens = game.to_move(game.start)
        if not game.black_goals and (depth % 2 == 1) == (opens is Player.BLACK):
            last -= 1
            notes = (f"Black has no goal, so that his move {depth} wins nothing: encoded for depth {last}",)
        writer = _Writer(game, last)
        return Encoded(
            self.name, depth, writer.circuit, first_move=writer.first_move, notes=notes, names=lambda: dict(writer.names)
        )


def _by_the_rules(game: GridGame, depth: int) -> tuple[bool, str] | None:
    if depth < 0:
        raise InputError("a depth of 0 or more", found=str(depth))
    winner = game.goal_winner(game.start)
    if winner is not None:
        return winner is Player.BLACK, f"{winner} has a goal in the start position"
    if depth == 0:
        return False, "no move is made within 0"
    opens = game.to_move(game.start)
    if not game.moves(game.start):
        return opens is Player.WHITE, f"{opens} opens and has no move"
    if depth == 1 and opens is Player.WHITE:
        return False, "White opens and has a move"
    if depth == 1 and not game.black_goals:
        return False, "Black has no goal"
    return None


class _Writer:
    def __init__(self, game: GridGame, depth: int) -> None:
        self.game, self.depth = game, depth
        self.circuit = Circuit()
        self.names: dict[int, str] = {}
        self.base = 1 if OPT["zero"] else 0
        self.conditions = {
            player: [_Rule(a.precondition, a.effect, self._box(a.condition)) for a in game.actions(player)]
            for player in Player
        }
        self.goals = {
            player: [_Rule(tuple(dict.fromkeys(goal)), (), self._box(goal)) for goal in game.goals(player)]
            for player in Player
        }
        self.steps: list[Step] = []
        start = game.start
        for time in range(1, depth + 1):
            self._step(time, game.player_at(start.ply + time - 1))
        goals = len(game.black_goals)
        self.bx = self.by = self.bc = self.wx = self.wy = self.wc = self.wce = ()
        if goals:
            self.bx, self.by = self._place("B{}", True)
            self.bc = self._new(True, "Bc", width_for(goals))
        if game.white_goals:
            if OPT["gsin"]:
                self.steps = [replace(st, stop=self._new(False, f"gs{st.time}", 1, plain=True)[0]) if st.player is Player.WHITE and st.time < depth else st for st in self.steps]
            self.wx, self.wy = self._place("W{}", False)
            self.wc = self._new(False, "Wc", width_for(len(game.white_goals)))
            widest = max(len(g.needs) for g in self.goals[Player.WHITE])
            self.wce = self._new(True, "Wce", width_for(widest))
        self.sx, self.sy = self._place("S{}", False)
        self.states: dict[int, State] = {}
        final = depth + 1
        times = range(1, depth + 1) if not (goals or game.white_goals) else range(1, final + 1)
        for time in times:
            (o,) = self._new(True, f"o{time}", 1, plain=True)
            (w,) = self._new(True, f"w{time}", 1, plain=True)
            self.states[time] = State(o, w)
        self.circuit.output = self.circuit.and_([self._initial(), self._matrix()])

    # variables
    def _new(self, exists: bool, name: str, count: int, plain: bool = False) -> Bits:
        add = self.circuit.exists if exists else self.circuit.forall
        bits = []
        for i in range(count):
            text = name if plain else f"{name}_{i}"
            (bit,) = add(1)
            self.circuit.names[bit] = text
            self.names[bit] = name if plain else f"{name}[{i}]"
            bits.append(bit)
        return tuple(bits)

    def _place(self, pattern: str, exists: bool, upper: bool = False) -> tuple[Bits, Bits]:
        a, b = ("X", "Y") if upper else ("x", "y")
        size = (lambda n: width_for(n)) if self.base == 1 else (lambda n: n.bit_length())
        return (
            self._new(exists, pattern.format(a), size(self.game.columns)),
            self._new(exists, pattern.format(b), size(self.game.rows)),
        )

    def _step(self, time: int, player: Player) -> None:
        black = player is Player.BLACK
        rules = self.conditions[player]
        run = FALSE
        if black and OPT["run"] and time > 1:
            (run,) = self._new(True, f"run{time}", 1, plain=True)
        action = self._new(black, f"A{time}", width_for(len(rules)))
        x, y = self._place(f"{{}}{time}", black, True)
        stop = FALSE
        if time < self.depth and self.game.goals(player) and (black or not OPT["gsin"]):
            (stop,) = self._new(black, f"gs{time}", 1, plain=True)
        bound, holds, legal = FALSE, (), FALSE
        if not black:
            (bound,) = self._new(True, f"lb{time}", 1, plain=True)
            holds = self._new(True, f"P{time}", max((len(r.needs) for r in rules), default=0))
            if OPT["legal"]:
                (legal,) = self._new(True, f"legal{time}", 1, plain=True)
        self.steps.append(Step(time, player, action, x, y, stop, bound, holds, run, legal))

    # arithmetic
    def _box(self, condition: Condition) -> tuple[range, range]:
        xs, ys = bounds(condition, self.game.columns, self.game.rows)
        if OPT["pin"]:
            if not any(p.x.base == "parameter" for p in condition):
                xs = xs[:1]
            if not any(p.y.base == "parameter" for p in condition):
                ys = ys[:1]
        return xs, ys

    def _in(self, bits: Bits, allowed: range) -> int:
        if not allowed:
            return FALSE
        low, high = allowed[0] - self.base, allowed[-1] - self.base
        c = self.circuit
        return c.and_([
            less_than_const(c, [-b for b in bits], 2 ** len(bits) - low),
            less_than_const(c, bits, high + 1),
        ])

    def _among(self, bits: Bits, chosen: Iterable[int], count: int) -> int:
        """index in chosen, given index < count (don't care above)"""
        wanted = set(chosen)

        def build(width: int, low: int) -> int:
            inside = range(low, min(low + 2**width, count))
            hit = sum(v in wanted for v in inside)
            if hit == len(inside):
                return TRUE
            if hit == 0:
                return FALSE
            half = low + 2 ** (width - 1)
            zero = build(width - 1, low)
            if half >= count:
                return zero
            return self.circuit.ite(bits[width - 1], build(width - 1, half), zero)

        return build(len(bits), 0)

    def _same(self, e: Expression, bits: Bits, symbol: Bits, size: int) -> int:
        c = self.circuit
        if e.base == "parameter":
            return bits_equal(c, bits, add_const(c, symbol, -e.offset, len(symbol)))
        return bits_equal_const(c, symbol, e.value(1, size) - self.base)

    def _here(self, x: Bits, y: Bits, part: SubCondition) -> int:
        return self.circuit.and_([
            self._same(part.x, x, self.sx, self.game.columns),
            self._same(part.y, y, self.sy, self.game.rows),
        ])

    def _is(self, part: SubCondition, state: State) -> int:
        o, w = state
        value = {
            Colour.OPEN: lambda: o,
            Colour.BLACK: lambda: self.circuit.and_([-o, -w]),
            Colour.WHITE: lambda: self.circuit.and_([-o, w]),
        }[part.colour]()
        return -value if part.negated else value

    def _equal(self, a: State, b: State) -> int:
        return self.circuit.and_([self.circuit.equal(a.open, b.open), self.circuit.equal(a.white, b.white)])

    # matrix
    def _initial(self) -> int:
        c, game = self.circuit, self.game
        cells = {p: [] for p in Player}
        def at(mask: int) -> list[int]:
            out = []
            for cell in cells_of(mask):
                y, x = divmod(cell, game.columns)
                out.append(c.and_([bits_equal_const(c, self.sx, x + 1 - self.base), bits_equal_const(c, self.sy, y + 1 - self.base)]))
            return out
        o, w = self.states[1]
        black, white = at(game.start.black), at(game.start.white)
        parts = [c.implies(b, -w) for b in black] + [c.implies(b, w) for b in white]
        parts += [c.implies(b, -o) for b in black + white]
        parts.append(c.or_([o, *black, *white]))
        if OPT["canon"]:
            parts.append(c.or_([-w, *white]))
        if OPT["noncell"] == "free":
            parts[-1] = c.or_([parts[-1], -self._in(self.sx, range(1, game.columns + 1)), -self._in(self.sy, range(1, game.rows + 1))])
        return c.and_(parts)

    def _bounds(self, step: Step) -> int:
        """Index in range, and bounds hold."""
        c = self.circuit
        rules = self.conditions[step.player]
        n = len(rules)
        parts = [less_than_const(c, step.action, n)]
        for bits, axis in ((step.x, 0), (step.y, 1)):
            lows: dict[int, list[int]] = {}
            highs: dict[int, list[int]] = {}
            for j, rule in enumerate(rules):
                r = rule.box[axis]
                lows.setdefault(r[0] if r else 99, []).append(j)
                highs.setdefault(r[-1] if r else -1, []).append(j)
            for value, js in lows.items():
                who = [j for v, jj in lows.items() if v >= value for j in jj]
                parts.append(c.implies(self._among(step.action, who, n), self._in(bits, range(value, 2 ** len(bits) + self.base))))
            for value, js in highs.items():
                who = [j for v, jj in highs.items() if v <= value for j in jj]
                parts.append(c.implies(self._among(step.action, who, n), self._in(bits, range(self.base, value + 1))))
        return c.and_(parts)

    def _effects(self, step: Step) -> int:
        c = self.circuit
        rules = self.conditions[step.player]
        before, after = self.states[step.time], self.states[step.time + 1]
        groups: dict[SubCondition, list[int]] = {}
        places: dict[tuple[Expression, Expression], list[int]] = {}
        for j, rule in enumerate(rules):
            for part in dict.fromkeys(rule.effect):
                groups.setdefault(part, []).append(j)
                js = places.setdefault((part.x, part.y), [])
                if j not in js:
                    js.append(j)
        parts = []
        for part, js in groups.items():
            hit = c.and_([self._among(step.action, js, len(rules)), self._here(step.x, step.y, part)])
            parts.append(c.implies(hit, self._is(part, after)))
            if OPT["canon"] and part.colour is Colour.OPEN:
                parts.append(c.implies(hit, -after.white))
        touched = []
        for (ex, ey), js in places.items():
            touched.append(c.and_([self._among(step.action, js, len(rules)),
                                   self._here(step.x, step.y, SubCondition(Colour.OPEN, ex, ey))]))
        parts.append(c.or_([*touched, self._equal(before, after)]))
        return c.and_(parts)

    def _black_move(self, step: Step) -> int:
        c = self.circuit
        rules = self.conditions[step.player]
        groups: dict[SubCondition, list[int]] = {}
        for j, rule in enumerate(rules):
            for part in rule.needs:
                groups.setdefault(part, []).append(j)
        parts = [self._bounds(step)]
        before = self.states[step.time]
        for part, js in groups.items():
            hit = c.and_([self._among(step.action, js, len(rules)), self._here(step.x, step.y, part)])
            parts.append(c.implies(hit, self._is(part, before)))
        parts.append(self._effects(step))
        return c.and_(parts)

    def _white_move(self, step: Step, legal: int) -> int:
        c = self.circuit
        rules = self.conditions[step.player]
        parts = [] if OPT["flat"] else [self._white_flags(step)]
        if OPT["legal"]:
            parts.append(c.equal(legal, c.and_([step.bound, *step.holds])))
        if step.time < self.depth:
            parts.append(c.implies(legal, self._effects(step)))
        return c.and_(parts)

    def _white_flags(self, step: Step) -> int:
        c = self.circuit
        rules = self.conditions[step.player]
        parts = [c.equal(step.bound, self._bounds(step))]
        before = self.states[step.time]
        for k, flag in enumerate(step.holds):
            groups: dict[SubCondition | None, list[int]] = {}
            for j, rule in enumerate(rules):
                groups.setdefault(rule.needs[k] if k < len(rule.needs) else None, []).append(j)
            for part, js in groups.items():
                who = self._among(step.action, js, len(rules))
                if part is None:
                    parts.append(c.implies(who, flag))
                else:
                    hit = c.and_([who, self._here(step.x, step.y, part)])
                    sc = self._is(part, before)
                    parts.append(c.implies(c.and_([hit, sc]), flag))
                    if OPT["pdir"] == "both":
                        parts.append(c.implies(c.and_([hit, flag]), sc))
        return c.and_(parts)

    def _black_goal(self, time: int) -> int:
        c = self.circuit
        final = self.states[self.depth + 1]
        goals = self.goals[Player.BLACK]
        parts = [less_than_const(c, self.bc, len(goals))]
        if time <= self.depth:
            parts.append(self._equal(self.states[time], final))
        for j, goal in enumerate(goals):
            chosen = self._among(self.bc, [j], len(goals))
            parts.append(c.implies(chosen, self._in(self.bx, goal.box[0])))
            parts.append(c.implies(chosen, self._in(self.by, goal.box[1])))
        groups: dict[SubCondition, list[int]] = {}
        for j, goal in enumerate(goals):
            for part in goal.needs:
                groups.setdefault(part, []).append(j)
        for part, js in groups.items():
            hit = c.and_([self._among(self.bc, js, len(goals)), self._here(self.bx, self.by, part)])
            parts.append(c.implies(hit, self._is(part, final)))
        return c.and_(parts)

    def _white_goal(self, time: int) -> int:
        c = self.circuit
        final = self.states[self.depth + 1]
        goals = self.goals[Player.WHITE]
        parts = [self._equal(self.states[time], final)]
        n = len(goals)
        for j, goal in enumerate(goals):
            claim = c.and_([bits_equal_const(c, self.wc, j), self._in(self.wx, goal.box[0]), self._in(self.wy, goal.box[1])])
            inner = [less_than_const(c, self.wce, len(goal.needs))]
            for k, part in enumerate(goal.needs):
                named = self._among(self.wce, [k], len(goal.needs))
                hit = c.and_([named, self._here(self.wx, self.wy, part)])
                inner.append(c.implies(hit, -self._is(part, final)))
            parts.append(c.implies(claim, c.and_(inner)))
        return c.and_(parts)

    def _matrix(self) -> int:
        c = self.circuit
        rest = TRUE
        aside: list[int] = []
        for step in reversed(self.steps):
            last = step.time == self.depth
            if step.player is Player.BLACK:
                move = self._black_move(step)
                if OPT["flatb"]:
                    aside.append(self._bounds(step))
                if last:
                    rest = c.and_([move, self._black_goal(step.time + 1)])
                else:
                    won = self._black_goal(step.time + 1) if self.game.black_goals else FALSE
                    rest = c.and_([move, c.implies(step.stop, won), c.implies(-step.stop, rest)])
                if step.run != FALSE:
                    aside.append(c.implies(step.run, rest))
                    rest = step.run
            else:
                legal = step.legal if OPT["legal"] else c.and_([step.bound, *step.holds])
                move = self._white_move(step, legal)
                if OPT["flat"]:
                    aside.append(self._white_flags(step))
                if last:
                    rest = c.and_([move, -legal])
                else:
                    lost = self._white_goal(step.time + 1) if self.game.white_goals else TRUE
                    rest = c.and_([
                        move,
                        c.implies(legal, c.and_([c.implies(step.stop, lost), c.implies(-step.stop, rest)])),
                    ])
        return c.and_([rest, *aside])

    def first_move(self, values: Assignment) -> GridMove | None:
        step = self.steps[0]
        number, x, y = (
            sum(values.get(bit, False) << place for place, bit in enumerate(bits))
            for bits in (step.action, step.x, step.y)
        )
        x, y = x + self.base, y + self.base
        actions = self.game.actions(step.player)
        if number >= len(actions):
            return None
        uses_x, uses_y = actions[number].uses
        move = GridMove(step.player, number, x if uses_x else 0, y if uses_y else 0)
        return move if move in self.game.moves(self.game.start) else None


class _Rule(NamedTuple):
    needs: Condition
    effect: Condition
    box: tuple[range, range]
