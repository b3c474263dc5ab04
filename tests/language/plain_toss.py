"""Toss played by its definition: formulas by trying all elements, rules by trying all maps. Slow; the test oracle."""

from itertools import permutations, product

from zermelo.language.source import Source
from zermelo.language.toss_check import checked
from zermelo.language.toss_syntax import parse_toss
from zermelo.language.toss_tree import (
    Added,
    Atom,
    Compared,
    Indicator,
    Junction,
    Multiplied,
    Not,
    Number,
    Power,
    Quantified,
    Total,
)


class PlainToss:
    """A state is a location and the set of tuples that hold."""

    def __init__(self, text):
        found = checked(parse_toss(Source("plain", text)), Source("plain", text))
        self.text, self.elements = found.text, range(len(found.start.elements))
        held = frozenset((name, row) for name, (_, rows) in found.start.relations.items() for row in rows)
        self.start = (0, held)

    def holds(self, node, held, given):
        match node:
            case Atom(relation, arguments):
                row = tuple(given[each] for each in arguments)
                if relation not in self.text.definitions:
                    return (relation, row) in held
                definition = self.text.definitions[relation]
                return self.holds(definition.body, held, dict(zip(definition.parameters, row, strict=True)))
            case Not(body):
                return not self.holds(body, held, given)
            case Junction(every, parts):
                return (all if every else any)(self.holds(part, held, given) for part in parts)
            case Quantified(every, variables, body):
                rows = product(self.elements, repeat=len(variables))
                cases = ({**given, **dict(zip(variables, row, strict=True))} for row in rows)
                return (all if every else any)(self.holds(body, held, case) for case in cases)
            case Compared(term, sign):
                value = self.value(term, held, given)
                return value > 0 if sign == ">" else value == 0
        raise AssertionError(node)

    def value(self, node, held, given):
        match node:
            case Number(value):
                return value
            case Indicator(body):
                return int(self.holds(body, held, given))
            case Added(parts):
                return sum(sign * self.value(part, held, given) for sign, part in parts)
            case Multiplied(parts):
                result = 1
                for part in parts:
                    result *= self.value(part, held, given)
                return result
            case Power(base, exponent):
                return self.value(base, held, given) ** self.value(exponent, held, given)
            case Total(variable, where, term):
                cases = ({**given, variable: element} for element in self.elements)
                return sum(self.value(term, held, case) for case in cases if self.holds(where, held, case))
        raise AssertionError(node)

    def mover(self, state):
        shares = self.text.locations[state[0]].shares
        return next((k for k, player in enumerate(self.text.players) if shares[player].moves), None)

    def steps(self, state):
        """The states after a move."""
        number, held = state
        found = set()
        for share in self.text.locations[number].shares.values():
            for move in share.moves:
                rule = self.text.rules[move.rule]
                for row in permutations(self.elements, len(rule.left.elements)):
                    given = dict(zip(rule.left.elements, row, strict=True))
                    if self.matches(rule, held, given):
                        found.add((move.location, self.rewritten(rule, held, given)))
        return found

    def matches(self, rule, held, given):
        for name, listed in rule.left.relations.items():
            if not all(self.holds(Atom(name, each, 0), held, given) for each in listed.tuples):
                return False
        for name in rule.embedded:
            there = self.image(rule.left, name, given)
            among = set(given.values())
            if any(other == name and set(row) <= among and row not in there for other, row in held):
                return False
        return rule.pre is None or self.holds(rule.pre, held, given)

    def image(self, structure, name, given):
        tuples = structure.relations[name].tuples if name in structure.relations else ()
        return {tuple(given[one] for one in each) for each in tuples}

    def rewritten(self, rule, held, given):
        among, names = set(given.values()), set(rule.embedded)
        kept = {(name, row) for name, row in held if name not in names or not set(row) <= among}
        return frozenset(kept | {(name, row) for name in names for row in self.image(rule.right, name, given)})

    def result(self, state):
        """1 where the first player has won, -1 where the second one has, else 0."""
        shares = self.text.locations[state[0]].shares
        one, other = (self.value(shares[player].payoff, state[1], {}) for player in self.text.players)
        return 1 if one > max(0, other) else -1 if other > max(0, one) else 0
