"""Functions of the winner of a formula: Skolem functions if it is true, Herbrand functions if false.

Out of a refutation, Balabanov and Jiang (2012) read a *decision list* for every universal variable: go through the
steps in order; where a reduction leaves out a literal of the variable and every literal that remains is false, make
that literal false.  Why this wins: suppose that in the end every clause of the matrix were true, and look at the
first step of the proof whose clause is false, which exists, since the last clause is empty.  It is not given.  It is
not resolved, because a resolvent is false only where an antecedent is.  So it was reduced, its antecedent is true,
and one of the literals left out is true; but the first rule of that variable whose remaining clause is false is this
very one (an earlier one would be an earlier step whose clause is false), and it makes the literal false.

For this the remaining literals must all be outer to the ones left out, or the rule could not be followed.  A solver
may reduce late, or only in part.  So the clauses are derived once more here, each reduced at once and completely:
then they are subsets of the solver's clauses with the same existential literals (by induction over the steps), every
resolution still has its pivot, and the last clause is empty, perhaps an earlier one.

In long-distance proofs a universal variable u may occur in both signs. What it stands for is a literal "u = f", where
f is a function of outer variables: it begins as true or false, the sign of the literal, and when two clauses are
resolved on p, with functions f1 in the one of p and f2 in that of ¬p, it becomes "if p then f2 else f1". Then again a
resolvent is false only where an antecedent is: where p is true, that is the clause of ¬p. To make it false choose ¬f
(Balabanov, Jiang, Janota and Widl, "Efficient extraction of QBF (counter)models from long-distance resolution proofs",
AAAI 2015).

For true formulas the same is true of cubes, with all signs and quantifiers exchanged: where all remaining literals are
true, make the literal that was left out true; in the end a given cube is true, and it satisfies the matrix.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from zermelo.errors import InputError
from zermelo.formula import FALSE, TRUE, Circuit, Prefix, Quantifier
from zermelo.proofs.q_resolution import Checked, ResolutionRules
from zermelo.proofs.trace import Trace

Choice = tuple[int, int, int]


@dataclass(frozen=True)
class Functions:
    """The winner's variables as functions of the variables outside of them.

    Attributes
    ----------
    prefix
        Of the formula.
    truth
        True if it is true: then the functions are those of the existential variables, else of the universal ones.
    conditions
        Conjunctions of literals.
    rules
        By variable of the winner, its decision list: ``±k`` says "where condition k holds (counted from 1), true
        (false)"; the first that holds decides, and where none does the value is false.
    choices
        The conditions beside variables, by numbers that are none: ``(p, a, b)`` is the literal a where the
        variable p is true, else b; both are constants or choices with smaller numbers, of either sign.

    >>> functions = Functions(Prefix([("a", [1]), ("e", [2])]), True, [(1,)], {2: array("q", [1])})
    >>> functions.value(2, {1: True}), functions.value(2, {1: False})
    (True, False)
    >>> functions.complete({1: True})
    {1: True, 2: True}
    """

    prefix: Prefix
    truth: bool
    conditions: list[tuple[int, ...]]
    rules: dict[int, array[int]]
    choices: dict[int, Choice] = field(default_factory=dict)

    @property
    def owner(self) -> Quantifier:
        """The quantifier of the winner's variables."""
        return Quantifier.EXISTS if self.truth else Quantifier.FORALL

    @property
    def num_rules(self) -> int:
        """Entries in all decision lists."""
        return sum(map(len, self.rules.values()))

    def value(self, variable: int, outer: Mapping[int, bool]) -> bool:
        """The value of a variable of the winner, given those of the variables outside of its block.

        Raises InputError when the variable is not the winner's, or a value that matters is missing.
        """
        if variable not in self.rules:
            raise InputError(f"a variable of the winner ({self.owner.value})", found=str(variable))
        try:
            for rule in self.rules[variable]:
                if all(self._holds(literal, outer) for literal in self.conditions[abs(rule) - 1]):
                    return rule > 0
        except KeyError as error:
            raise InputError(f"a value of variable {error.args[0]}, which is outside of {variable}") from None
        return False

    def _holds(self, literal: int, outer: Mapping[int, bool]) -> bool:
        while abs(literal) in self.choices:
            p, one, two = self.choices[abs(literal)]
            chosen = one if outer[p] else two
            literal = chosen if literal > 0 else -chosen
        return literal > 0 if abs(literal) == TRUE else outer[abs(literal)] == (literal > 0)

    def complete(self, loser: Mapping[int, bool]) -> dict[int, bool]:
        """All variables, given those of the loser: the play that decides the matrix as the proof says."""
        values = dict[int, bool]()
        for quantifier, variables in self.prefix.blocks:
            if quantifier is self.owner:
                values |= {variable: self.value(variable, values) for variable in variables}
            else:
                values |= {variable: loser[variable] for variable in variables}
        return values

    def circuit(self) -> tuple[Circuit, dict[int, int]]:
        """Gates over the loser's variables, and the literal in them of every variable.

        Block by block from the outside in, so that a function can use nothing but what is outside of it: a condition
        over anything else is a KeyError.

        >>> functions = Functions(Prefix([("a", [1]), ("e", [2])]), True, [(-1,)], {2: array("q", [1])})
        >>> functions.circuit()[1]
        {1: 1, 2: -1}
        """
        circuit, node = Circuit(), {TRUE: TRUE}
        gate = dict[int, int]()

        def value(literal: int) -> int:
            """The literal in the circuit; choices are built when they are needed, those of smaller numbers first."""
            waiting = [abs(literal)]
            while waiting:
                number = waiting[-1]
                if number in node or number not in self.choices:
                    waiting.pop()
                    continue
                p, *both = self.choices[number]
                missing = [abs(each) for each in both if abs(each) not in node and abs(each) in self.choices]
                waiting += missing
                if not missing:
                    one, two = (node[each] if each > 0 else -node[-each] for each in both)
                    node[number] = circuit.or_((circuit.and_((node[p], one)), circuit.and_((-node[p], two))))
            return node[literal] if literal > 0 else -node[-literal]

        for quantifier, variables in self.prefix.blocks:
            if quantifier is not self.owner:
                node.update(zip(variables, circuit.variables(len(variables)), strict=True))
                circuit.prefix.add(quantifier, [node[variable] for variable in variables])
                continue
            found = dict[int, int]()
            for variable in variables:
                result = FALSE
                for rule in reversed(self.rules[variable]):
                    index = abs(rule)
                    if index not in gate:
                        literals = self.conditions[index - 1]
                        gate[index] = circuit.and_([value(literal) for literal in literals])
                    condition = gate[index]
                    result = circuit.or_((condition, result)) if rule > 0 else circuit.and_((-condition, result))
                found[variable] = result
            node |= found
        del node[TRUE]
        return circuit, node


class FunctionEvaluator:
    """The same functions for many plays.

    An assignment is the mask of its true variables, variable v being bit v.

    >>> functions = Functions(Prefix([("a", [1]), ("e", [2])]), True, [(-1,)], {2: array("q", [1])})
    >>> value = FunctionEvaluator(functions)
    >>> value(2, 0), value(2, 1 << 1)
    (True, False)
    """

    def __init__(self, functions: Functions) -> None:
        self._rules, self._choices = functions.rules, functions.choices
        self._conditions: list[tuple[int, int, list[int]]] = [(0, 0, [])]  # rules count from 1
        for literals in functions.conditions:
            true = sum(1 << literal for literal in literals if literal > 0 and literal not in self._choices)
            false = sum(1 << -literal for literal in literals if literal < 0 and -literal not in self._choices)
            chosen = [literal for literal in literals if abs(literal) in self._choices]
            self._conditions.append((true | false, true, chosen))

    def __call__(self, variable: int, true: int) -> bool:
        """The value of a variable of the winner; all variables outside of its block are as in the mask."""
        conditions = self._conditions
        for rule in self._rules[variable]:
            mask, wanted, chosen = conditions[abs(rule)]
            if true & mask == wanted and all(self._chosen(literal, true) for literal in chosen):
                return rule > 0
        return False

    def _chosen(self, literal: int, true: int) -> bool:
        while abs(literal) in self._choices:
            p, one, two = self._choices[abs(literal)]
            chosen = one if true >> p & 1 else two
            literal = chosen if literal > 0 else -chosen
        return literal == TRUE


class _Derived(NamedTuple):
    """A clause or cube: its literals, and what the variables that it has in both signs stand for."""

    literals: frozenset[int]
    signs: dict[int, int]


class _Choices:
    """The functions that signs become in long-distance proofs."""

    def __init__(self, largest: int, truth: bool) -> None:
        self._largest, self._truth = largest, truth
        self._numbers: dict[Choice, int] = {}

    @property
    def by_number(self) -> dict[int, Choice]:
        """All choices by their numbers."""
        return {number: choice for choice, number in self._numbers.items()}

    def _number(self, p: int, one: int, two: int) -> int:
        if one == two:
            return one
        return self._numbers.setdefault((p, one, two), self._largest + 1 + len(self._numbers))

    def resolved(self, one: _Derived, two: _Derived, rules: ResolutionRules) -> _Derived:
        """The resolvent; in its place the one antecedent counts where the pivot is true, else the other one."""
        clash = [literal for literal in one.literals if -literal in two.literals]
        (pivot,) = (literal for literal in clash if rules.existential[literal] is not self._truth)
        literals = (one.literals | two.literals) - {pivot, -pivot}
        signs = one.signs | two.signs
        if len(clash) > 1:
            first, second = (one, two) if (pivot > 0) is self._truth else (two, one)
            for variable in {abs(literal) for literal in clash} - {abs(pivot)}:
                signs[variable] = self._number(abs(pivot), _sign(first, variable), _sign(second, variable))
        return _Derived(literals, signs)

    def condition(self, literals: frozenset[int], signs: dict[int, int]) -> tuple[int, ...]:
        """That all literals of a cube are true, or all of a clause false."""
        sign, found = 1 if self._truth else -1, list[int]()
        for literal in literals:
            if -literal not in literals:
                found.append(sign * literal)
            elif literal > 0:
                found.append(self._number(literal, sign * signs[literal], -sign * signs[literal]))
        return tuple(sorted(found, key=abs))


def _sign(derived: _Derived, variable: int) -> int:
    return derived.signs.get(variable, TRUE if variable in derived.literals else FALSE)


def extract(
    prefix: Prefix, trace: Trace, checked: Checked, rules: ResolutionRules, pulse: Callable[[], None]
) -> Functions:
    """The functions that a checked proof contains.

    Parameters
    ----------
    prefix
        The prefix of the formula.
    trace, checked
        The proof, and the result of `check` on it.
    rules
        The rules that it was checked by.
    pulse
        Called now and then; it may raise, to end the work.
    """
    truth, sign = checked.truth, 1 if checked.truth else -1
    numbers = dict[tuple[int, ...], int]()
    lists: dict[int, array[int]] = {}
    owner = Quantifier.EXISTS if truth else Quantifier.FORALL
    for quantifier, variables in prefix.blocks:
        if quantifier is owner:
            lists |= {variable: array("q") for variable in variables}
    known = dict[int, _Derived]()
    choices = _Choices(max(prefix, default=0), truth)
    for count, number in enumerate(checked.core()):
        if not count % 256:
            pulse()
        step = trace[number]
        if not step.antecedents:
            literals, signs = frozenset(step.literals), dict[int, int]()
        elif len(step.antecedents) == 1:
            literals, signs = known[step.antecedents[0]]
        else:
            literals, signs = choices.resolved(known[step.antecedents[0]], known[step.antecedents[1]], rules)
        bound = rules.deepest(literals, not truth)
        gone = [literal for literal in literals if rules.level[literal] > bound]
        remaining = literals.difference(gone)
        if gone:
            condition = choices.condition(remaining, signs)
            rule = numbers.setdefault(condition, len(numbers) + 1)
            for literal in gone:
                entries = lists[abs(literal)]
                if -literal not in literals:
                    entries.append(rule if sign * literal > 0 else -rule)
                elif literal > 0:  # the value is a function itself
                    true = (*condition, sign * signs[literal])
                    entries.extend((numbers.setdefault(true, len(numbers) + 1), -rule))
        if not remaining:
            break
        known[number] = _Derived(remaining, {v: f for v, f in signs.items() if v in remaining})
        for antecedent in step.antecedents:
            if checked.last_user[antecedent] == number:
                known.pop(antecedent, None)
    for entries in lists.values():
        while entries and entries[-1] < 0:  # the value is false where no rule holds
            entries.pop()
    used = sorted({abs(entry) for entries in lists.values() for entry in entries})
    conditions, new = list(numbers), {old: number for number, old in enumerate(used, 1)}
    for entries in lists.values():
        entries[:] = array("q", [new[entry] if entry > 0 else -new[-entry] for entry in entries])
    return Functions(prefix, truth, [conditions[old - 1] for old in used], lists, choices.by_number)
