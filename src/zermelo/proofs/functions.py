"""How the winner of a formula plays: Skolem functions where it is true, Herbrand functions where it is false.

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

For true formulas the same is true of cubes, with all signs and quantifiers exchanged: where all remaining literals are
true, make the literal that was left out true; in the end a given cube is true, and it satisfies the matrix.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from zermelo.errors import InputError
from zermelo.formula import FALSE, Circuit, Prefix, Quantifier
from zermelo.proofs.checker import Checked, Rules
from zermelo.proofs.trace import Trace


@dataclass(frozen=True)
class Functions:
    """The winner's variables as functions of the variables outside of them.

    Attributes
    ----------
    prefix
        Of the formula.
    truth
        Whether it is true: then the functions are those of the existential variables, else of the universal ones.
    conditions
        Conjunctions of literals.
    rules
        By variable of the winner, its decision list: ``±k`` says "where condition k holds (counted from 1), true
        (false)"; the first that holds decides, and where none does the value is false.

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
                if all(outer[abs(literal)] == (literal > 0) for literal in self.conditions[abs(rule) - 1]):
                    return rule > 0
        except KeyError as error:
            raise InputError(f"a value of variable {error.args[0]}, which is outside of {variable}") from None
        return False

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
        circuit, node = Circuit(), dict[int, int]()
        gate = dict[int, int]()
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
                        gate[index] = circuit.and_(
                            [node[literal] if literal > 0 else -node[-literal] for literal in literals]
                        )
                    condition = gate[index]
                    result = circuit.or_((condition, result)) if rule > 0 else circuit.and_((-condition, result))
                found[variable] = result
            node |= found
        return circuit, node


class Evaluator:
    """The same functions for many plays: an assignment is the mask of its true variables, variable v being bit v.

    >>> functions = Functions(Prefix([("a", [1]), ("e", [2])]), True, [(-1,)], {2: array("q", [1])})
    >>> value = Evaluator(functions)
    >>> value(2, 0), value(2, 1 << 1)
    (True, False)
    """

    def __init__(self, functions: Functions) -> None:
        self._rules = functions.rules
        self._conditions = [(0, 0)]  # rules count from 1
        for literals in functions.conditions:
            true = sum(1 << literal for literal in literals if literal > 0)
            false = sum(1 << -literal for literal in literals if literal < 0)
            self._conditions.append((true | false, true))

    def __call__(self, variable: int, true: int) -> bool:
        """The value of a variable of the winner, where all variables outside of its block are as in the mask."""
        conditions = self._conditions
        for rule in self._rules[variable]:
            mask, wanted = conditions[abs(rule)]
            if true & mask == wanted:
                return rule > 0
        return False


def extract(prefix: Prefix, trace: Trace, checked: Checked, rules: Rules, pulse: Callable[[], None]) -> Functions:
    """The functions that a checked proof contains; ``pulse`` is called now and then and may raise."""
    truth, sign = checked.truth, 1 if checked.truth else -1
    numbers = dict[tuple[int, ...], int]()
    lists: dict[int, array[int]] = {}
    owner = Quantifier.EXISTS if truth else Quantifier.FORALL
    for quantifier, variables in prefix.blocks:
        if quantifier is owner:
            lists |= {variable: array("q") for variable in variables}
    known = dict[int, frozenset[int]]()
    for count, number in enumerate(checked.core()):
        if not count % 256:
            pulse()
        step = trace[number]
        if not step.antecedents:
            literals = frozenset(step.literals)
        elif len(step.antecedents) == 1:
            literals = known[step.antecedents[0]]
        else:
            one, two = (known[antecedent] for antecedent in step.antecedents)
            (pivot,) = (literal for literal in one if -literal in two)
            literals = (one | two) - {pivot, -pivot}
        bound = rules.deepest(literals, not truth)
        gone = [literal for literal in literals if rules.level[literal] > bound]
        remaining = literals.difference(gone)
        if gone:
            condition = tuple(sorted((sign * literal for literal in remaining), key=abs))
            rule = numbers.setdefault(condition, len(numbers) + 1)
            for literal in gone:
                lists[abs(literal)].append(rule if sign * literal > 0 else -rule)
        if not remaining:
            break
        known[number] = remaining
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
    return Functions(prefix, truth, [conditions[old - 1] for old in used], lists)
