"""A quantified Boolean formula as Game-SAT: four variables, three clauses for each of its variables.

The formula that is made has no negations, and MIN moves first, so it is a maker-breaker game as well: MAX makes
variables true, MIN makes them false, and MIN wins with all variables of a clause (nobody gains by the other value). MAX
wins it exactly if the quantified formula is true.

*The formula.* For the i-th variable of the prefix there are a *yes*, a *no*, a *key* and a *spare*. If MAX has the yes,
the variable is true; if he has the no, it is false. Let K be the keys of all variables before it. Clauses:

    existential    K ∨ key ∨ yes ∨ spare    K ∨ key ∨ no ∨ spare    K ∨ key ∨ yes ∨ no
    universal      K ∨ key ∨ yes ∨ spare    K ∨ key ∨ no ∨ spare    K ∨ yes ∨ no

and for every clause of the matrix all keys, and the yes or the no of each of its literals.

*If it is false, MIN wins.* She deals with the variables in their order, so that what is left of the quantified formula
stays false; K is hers then, and all moves in the round before have been answered.

- Existential: she takes the key. Any two of yes, no and spare are now a clause. If MAX takes none of the three, she
  takes the spare, and two clauses of one variable are left; so he takes one. If that is yes or no, she takes the other
  of these two, and he must take the spare; if it is the spare, she takes no, and he must take yes. Either value of the
  variable leaves the formula false.
- Universal: she takes yes or no, so that what MAX gets, the other one, leaves the formula false; he must take it. Then
  she takes the key, and he must take the spare.

In the end all keys are hers, and of some clause of the matrix all literals: she has that clause.

*If it is true, MAX wins.* He keeps to this as long as MIN takes keys in their order. The variable whose key is the next
one is the *current* one; nothing has been played for it or, if it is universal, perhaps yes and no. What is left of the
variables before it are pairs; in each of them he has to get one.

- MIN takes one of a pair: he takes the other.
- MIN takes yes or no of a current universal variable: he takes the other. That keeps the rest true.
- MIN takes the key. If the variable is existential, he takes the one of yes and no that keeps the rest true; a pair is
  left, the other one of the two and the spare. If it is universal and nothing has been played for it, he takes yes or
  no, and the same pair is left; the rest is true either way. Otherwise he takes the spare, and nothing is left of it.
- MIN takes anything else: he takes the current key. It is in all clauses of the matrix, in all those of later
  variables, and in those of the current one, except for yes ∨ no of a universal variable: unless these two have been
  played, they are one of the pairs from now on. So nothing but pairs is left, and he has won.

When all keys are hers, every clause of the matrix has a true literal, and nothing but pairs is left. Where nothing is
to be answered he takes anything: a variable more never harms him.

Source: that this can be done is Schaefer's theorem on positive formulas (1978), whose clauses are of bounded width;
here they grow with the number of variables, and the formula is small and the proof short.
"""

from __future__ import annotations

from zermelo.errors import InputError
from zermelo.formula import QCNF
from zermelo.formula.prefix import Quantifier
from zermelo.gamesat.players import MIN
from zermelo.model import ClauseGame

EACH = 4
"""Variables for one of the quantified formula: its yes, its no, its key and its spare, in this order."""


def formula_of_qbf(qcnf: QCNF, name: str = "formula") -> ClauseGame:
    """The game, opened by MIN, that MAX wins if and only if a quantified formula is true.

    Raises ``InputError`` for a variable that is not bound. Variables that do not occur are left out.

    >>> from zermelo.formula import read_qdimacs
    >>> from zermelo.gamesat.solver import decide
    >>> equal = "p cnf 2 2\\n{} 1 0\\n{} 2 0\\n1 -2 0\\n-1 2 0\\n"
    >>> made = [formula_of_qbf(read_qdimacs(equal.format(*order))) for order in ("ae", "ea")]
    >>> made[0].formula[:3], [each.called(decide(each).winner) for each in made]
    (((3, 1, 4), (3, 2, 4), (1, 2)), ['MAX', 'MIN'])
    """
    matrix = list(qcnf.clauses())
    occurring = {abs(literal) for clause in matrix for literal in clause}
    keys: list[int] = []
    yes: dict[int, int] = {}
    clauses: list[tuple[int, ...]] = []
    for block in qcnf.prefix.blocks:
        for variable in block.variables:
            if variable not in occurring:
                continue
            one = yes[variable] = EACH * len(yes) + 1
            two, key, spare = one + 1, one + 2, one + 3
            clauses += [(*keys, key, one, spare), (*keys, key, two, spare)]
            clauses.append((*keys, *([key] if block.quantifier is Quantifier.EXISTS else []), one, two))
            keys.append(key)
    for clause in matrix:
        for literal in clause:
            if abs(literal) not in yes:
                raise InputError("a formula whose variables are all bound", found=f"variable {abs(literal)}")
        clauses.append((*keys, *(yes[abs(literal)] + (literal < 0) for literal in clause)))
    return ClauseGame(name, EACH * len(yes), tuple(clauses), MIN)
