"""The net of a ``.toss`` file: its rules matched with the elements, its formulas as gates."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, product
from typing import NamedTuple

from zermelo.language.source import Source
from zermelo.language.toss_check import CheckedToss, changes_of
from zermelo.language.toss_formulas import ExponentError, Formulas
from zermelo.language.toss_gates import FALSE, TRUE, GateRules, Gates
from zermelo.language.toss_tables import Algebra, GateTable, TooLargeError, Tree, Work, branch, negated
from zermelo.language.toss_terms import MOST_EXPONENT, Polynomial, added
from zermelo.language.toss_tree import Rewriting
from zermelo.model.board import Board
from zermelo.model.net import FALSE as NET_FALSE
from zermelo.model.net import Net, Ref
from zermelo.model.net_game import IDLE_NAMES

MOST_WORK = 2_000_000
"""Rows of tables and inputs of gates in one instantiation."""
MOST_FLUENTS = 4096
MOST_MOVES = 4096
MOST_RULES = 500_000
MOST_POSSIBLE = 65_536
"""Tuples that may change, before those that no rule reaches are left out."""
ROUNDS = 8

Tuple = tuple[str, tuple[int, ...]]
"""A relation and elements."""

Effect = frozenset[tuple[Tuple, bool]]
"""Tuples that a move adds (True) and deletes (False)."""

Bodies = dict[int, list[tuple[int, ...]]]
"""For each location the bodies of the rules by which it is reached."""


@dataclass
class _Move:
    """A move of a player: a rule, the elements that name it, and the literals under which its matches are legal."""

    row: tuple[int, ...]
    effect: Effect
    cases: list[int] = field(default_factory=list)


class _MoveGroup(NamedTuple):
    """Moves by one rule that lead to the same locations.

    Parameters
    ----------
    rule
        The rule.
    target
        The location, where the rule leads to several from one location and so the move has to tell; else None.
    steps
        The locations in which they are made, and those to which they lead.
    moves
        The moves.
    """

    rule: Rewriting
    target: int | None
    steps: tuple[tuple[int, int], ...]
    moves: tuple[_Move, ...]


def build_net(game: CheckedToss, source: Source) -> Net:
    """The net of a checked file.

    Raises ``InputError`` with the place for rules that grow too large.
    """
    start = game.start
    fluents: set[Tuple] = set()
    for name in sorted(game.changed):
        arity = game.start.relations[name][0]
        if len(start.elements) ** min(arity, 64) > MOST_POSSIBLE:
            at = next(rule.embedded[name] for rule in game.text.rules.values() if name in rule.embedded)
            size = f"{name} of {arity} out of {len(start.elements)} elements"
            raise source.error_at(at, f"at most {MOST_POSSIBLE} tuples that may change", size)
        fluents |= {(name, row) for row in product(range(len(start.elements)), repeat=arity)}
    initial = {(name, row) for name, (_, rows) in start.relations.items() for row in rows}
    for _ in range(ROUNDS):  # what no move adds, or deletes, is constant; each round may show more of it
        instance = _Instance(game, source, fluents)
        effects = {each for group in instance.all_groups for move in group.moves for each in move.effect}
        kept = {each for each in fluents if (each, each not in initial) in effects}
        if kept == fluents:
            break
        fluents = kept
    return _Assembly(instance).net()


class _Instance:
    """The rules over the elements, with some tuples as fluents and all others as at the start."""

    def __init__(self, game: CheckedToss, source: Source, fluents: set[Tuple]) -> None:
        self.game = game
        self.source = source
        self.algebra = Algebra(len(game.start.elements), Gates(self._spend), Work(MOST_WORK))
        self.gates = self.algebra.gates
        self.fluents = {each: self.gates.fluent() for each in sorted(fluents)}
        several = len(game.movers) > 1
        self.locations = {number: self.gates.fluent() if several else TRUE for number in game.movers}
        self.formulas = Formulas(self.algebra, {name: self._table(name) for name in game.start.relations})
        for definition in game.definitions:
            with self.limits(definition.at, definition.name):
                self.formulas.define(definition)
        self.groups = [self._groups(player) for player in (0, 1)]

    def _spend(self, size: int) -> None:
        self.algebra.budget.spend(size)

    @contextmanager
    def limits(self, at: int, name: str) -> Iterator[None]:
        """Tell at a place that the work under it has reached a limit."""
        try:
            yield
        except TooLargeError:
            expected = f"formulas that take at most {MOST_WORK:,} steps to write out for all elements"
            raise self.source.error_at(at, expected, name, advice="use fewer elements or variables") from None
        except ExponentError:
            expected = f"exponents that are numbers from 0 to {MOST_EXPONENT}"
            raise self.source.error_at(at, expected, name) from None

    @property
    def all_groups(self) -> list[_MoveGroup]:
        return self.groups[0] + self.groups[1]

    def _table(self, name: str) -> GateTable:
        arity, rows = self.game.start.relations[name]
        literals = {row: TRUE for row in rows if (name, row) not in self.fluents or name not in self.game.changed}
        literals |= self._changing.get(name, {})
        return GateTable(tuple(map(str, range(arity))), FALSE, literals)

    @cached_property
    def _changing(self) -> dict[str, dict[tuple[int, ...], int]]:
        found: dict[str, dict[tuple[int, ...], int]] = {}
        for (name, row), literal in self.fluents.items():
            found.setdefault(name, {})[row] = literal
        return found

    def _groups(self, player: int) -> list[_MoveGroup]:
        """The moves of a player."""
        steps: dict[tuple[str, int | None], list[tuple[int, int]]] = {}
        for number, mover in self.game.movers.items():
            if mover != player:
                continue
            targets: dict[str, list[int]] = {}
            for move in self.game.text.locations[number].shares[self.game.text.players[player]].moves:
                targets.setdefault(move.rule, []).append(move.location)
            for used, found in targets.items():
                for target in sorted(set(found)):
                    steps.setdefault((used, target if len(set(found)) > 1 else None), []).append((number, target))
        groups, count = [], 0
        for (name, only), pairs in steps.items():
            rule = self.game.text.rules[name]
            with self.limits(rule.at, name):
                moves = self._moves(rule)
            count += len(moves)
            if count > MOST_MOVES:
                raise self.source.error_at(rule.at, f"at most {MOST_MOVES} moves of a player", name)
            groups.append(_MoveGroup(rule, only, tuple(pairs), tuple(moves)))
        return groups

    def _moves(self, rule: Rewriting) -> list[_Move]:
        """The moves of a rule, without the location."""
        elements = rule.left.elements
        parts: list[Tree] = [self.algebra.element(name) for name in elements]
        parts += [self.algebra.different(one, other) for one, other in combinations(elements, 2)]
        for name, listed in rule.left.relations.items():
            parts += [self.formulas.atom(name, each) for each in listed.tuples]
        for name in rule.embedded:
            there = rule.left.relations[name].tuples if name in rule.left.relations else {}
            arity = self.game.start.relations[name][0]
            self.algebra.budget.spend(float(len(elements)) ** min(arity, 64))
            for each in product(elements, repeat=arity):
                if each not in there:
                    parts.append(negated(self.formulas.atom(name, each)))
        if rule.pre is not None:
            parts.append(self.formulas.tree(rule.pre))
        table = self.algebra.table(branch(True, parts)) if parts else GateTable((), FALSE, {(): TRUE})
        order = [table.variables.index(name) for name in elements]
        changes = changes_of(rule)
        found: dict[Effect, _Move] = {}
        self.algebra.budget.spend(len(table.rows) * (1 + len(changes)))
        for match, literal in sorted((tuple(row[k] for k in order), literal) for row, literal in table.rows.items()):
            element = dict(zip(elements, match, strict=True))
            effect = frozenset(((name, tuple(element[one] for one in each)), adds) for name, each, adds in changes)
            found.setdefault(effect, _Move(match, effect)).cases.append(literal)
        return list(found.values())

    def wins(self) -> tuple[int, int]:
        """For each player the literal that tells, once the play is over, if he has won.

        He has if his payoff is positive and greater than that of the other one.
        """
        found: dict[int, tuple[int, int]] = {}
        for number in self.game.movers:
            shares = self.game.text.locations[number].shares
            first, second = (shares[player] for player in self.game.text.players)
            with self.limits(first.at, "the payoffs"):
                payoffs = [self.formulas.value(share.payoff)({}) for share in (first, second)]
                found[number] = self._more(payoffs[0], payoffs[1]), self._more(payoffs[1], payoffs[0])
        if len(set(found.values())) == 1:
            return next(iter(found.values()))
        first_wins, second_wins = (
            self.gates.any([self.gates.all([self.locations[number], each[player]]) for number, each in found.items()])
            for player in (0, 1)
        )
        return first_wins, second_wins

    def _more(self, payoff: Polynomial, other: Polynomial) -> int:
        wins = self.formulas.positive(payoff)
        if not added(payoff, other):  # the opposite payoffs: a positive one is the greater one
            return wins
        return self.gates.all([wins, self.formulas.positive(added(payoff, other, -1))])


class _Assembly:
    """The numbers of a net: atoms and rules."""

    def __init__(self, instance: _Instance) -> None:
        self.instance = instance
        self.gates = instance.gates
        game = instance.game
        relations = ((name, game.start.relations[name][1]) for name in game.changed)
        lasting = {(name, row) for name, rows in relations for row in rows}.difference(instance.fluents)
        self.tuples = sorted([*instance.fluents, *lasting])
        """The tuples that are fluents: those that may change, and for pictures those beside them that last."""
        numbers = {each: k for k, each in enumerate(self.tuples, 1)}
        self.atoms = {literal: numbers[each] for each, literal in instance.fluents.items()}
        """The atom of each literal that is a fluent."""
        self.count = len(self.tuples)
        if len(instance.locations) > 1:
            self.atoms |= {literal: k for k, literal in enumerate(instance.locations.values(), self.count + 1)}
            self.count += len(instance.locations)
        if self.count > MOST_FLUENTS:
            expected = f"at most {MOST_FLUENTS} tuples and locations that may change"
            raise instance.source.error_at(game.text.start.at, expected, str(self.count))

    def net(self) -> Net:
        """The net."""
        instance, any_of, all_of = self.instance, self.gates.any, self.gates.all
        places = instance.locations
        with instance.limits(instance.game.text.start.at, "the rules"):
            legal = []
            for player, groups in enumerate(instance.groups):
                conditions = []
                for group in groups:
                    here = any_of(places[number] for number, _ in group.steps)
                    conditions += [all_of([here, any_of(move.cases)]) for move in group.moves]
                waits = any_of(places[number] for number, mover in instance.game.movers.items() if mover != player)
                legal.append([*conditions, waits])
            terminal = -any_of(each for conditions in legal for each in conditions[:-1])
            wins = instance.wins()
            draw = all_of([-wins[0], -wins[1]])
        wanted = [*legal[0], *legal[1], terminal, *wins, draw]
        rules = GateRules(self.gates, self.atoms, self.count + len(legal[0]) + len(legal[1]) + 1, wanted)
        refs = [tuple(rules.ref(each) for each in conditions) for conditions in legal]
        scores = [tuple((value, rules.ref(each)) for value, each in ((100, wins[k]), (50, draw), (0, wins[1 - k])))
                  for k in (0, 1)]  # fmt: skip
        after = self._after(rules, [self.count + 1, self.count + len(legal[0]) + 1])
        end = rules.ref(terminal)
        if len(rules.rules) > MOST_RULES:
            at = instance.game.text.start.at
            raise instance.source.error_at(at, f"at most {MOST_RULES:,} rules of a net", f"{len(rules.rules):,}")
        names = self._names()
        moves = [self._move_names(groups) for groups in instance.groups]
        return Net(names, (moves[0], moves[1]), tuple(rules.rules), after, (refs[0], refs[1]), end,
                   (scores[0], scores[1]), self._init())  # fmt: skip

    def _after(self, rules: GateRules, first_moves: list[int]) -> tuple[Ref, ...]:
        """The atoms that tell what holds after a step, with their rules."""
        instance = self.instance
        adding: dict[Tuple, list[int]] = {}
        deleting: dict[Tuple, list[int]] = {}
        leading: Bodies = {}
        for groups, atom in zip(instance.groups, first_moves, strict=True):
            for group in groups:
                made = list(range(atom, atom + len(group.moves)))
                for move, number in zip(group.moves, made, strict=True):
                    for each, adds in move.effect:
                        (adding if adds else deleting).setdefault(each, []).append(number)
                atom += len(made)
                if len(instance.locations) > 1 and made:
                    self._lead(rules, group, made, leading)
        after: list[Ref] = []
        for number, each in enumerate(self.tuples, 1):
            if each not in instance.fluents:
                after.append(number)
                continue
            head, kept = rules.new(), [number]
            for move_atom in adding.get(each, ()):
                rules.add(head, move_atom)
            if each in deleting:
                gone = rules.new()
                kept.append(-gone)
                for move_atom in deleting[each]:
                    rules.add(gone, move_atom)
            rules.add(head, *kept)
            after.append(head)
        for place in instance.locations if len(instance.locations) > 1 else ():
            bodies = leading.get(place, [])
            head = rules.new() if bodies else NET_FALSE
            for body in bodies:
                rules.add(head, *body)
            after.append(head)
        return tuple(after)

    def _lead(
        self, rules: GateRules, group: _MoveGroup, made: list[int], leading: dict[int, list[tuple[int, ...]]]
    ) -> None:
        """Add for each location the bodies under which moves of a group lead to it."""
        one = made[0]
        if len(made) > 1:
            one = rules.new()
            for number in made:
                rules.add(one, number)
        if len({target for _, target in group.steps}) == 1:
            leading.setdefault(group.steps[0][1], []).append((one,))
            return
        for place, target in group.steps:
            leading.setdefault(target, []).append((one, self.atoms[self.instance.locations[place]]))

    def _init(self) -> int:
        relations = self.instance.game.start.relations
        mask = sum(1 << k for k, (name, row) in enumerate(self.tuples) if row in relations[name][1])
        if len(self.instance.locations) > 1:
            mask |= 1 << self.atoms[self.instance.locations[0]] - 1
        return mask

    def _names(self) -> tuple[str, ...]:
        """The fluents; what stands on an element that is a cell reads ``(cell a 1 P)``, so that boards are drawn."""
        elements = self.instance.game.start.elements
        board = Board.named(elements)
        names = []
        for name, row in self.tuples:
            if len(row) == 1 and board.places:
                letters = elements[row[0]].rstrip("0123456789")
                names.append(f"(cell {letters} {board.places[row[0]][1]} {name})")
            else:
                names.append(f"({' '.join([name, *(elements[k] for k in row)])})" if row else name)
        places = self.instance.locations
        return (*names, *(f"(location {number})" for number in places if len(places) > 1))

    def _move_names(self, groups: list[_MoveGroup]) -> tuple[str, ...]:
        elements = self.instance.game.start.elements
        names = []
        for group in groups:
            for move in group.moves:
                words = [group.rule.name, *(elements[k] for k in move.row)]
                words += [] if group.target is None else [str(group.target)]
                if len(words) == 1 and words[0].lower() in IDLE_NAMES:
                    words.append("move")  # a rule of that name is more than waiting
                names.append(f"({' '.join(words)})" if len(words) > 1 else words[0])
        return (*names, "noop")
