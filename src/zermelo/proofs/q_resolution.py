"""Proof checking: every step against the rules of Q-resolution in one pass, the core in another.

A proof that a formula is false derives the empty clause from clauses of the matrix.  A proof that it is true derives
the empty *cube* (conjunction) from cubes that satisfy the matrix.  The rules are mirror images of each other:

=========== ================================================= =====================================================
step        clause                                            cube
=========== ================================================= =====================================================
given       a clause of the matrix                            no contradiction, and a literal of every clause
reduced     leaves out universal literals that are deeper     leaves out existential literals that are deeper than
            than every existential one of its antecedent      every universal one of its antecedent
resolved    on an existential variable                        on a universal variable
=========== ================================================= =====================================================

A resolvent is what remains of both antecedents without the two literals of that one variable; it may be reduced in the
same step, as DepQBF does in the last one. No other variable may occur in both signs, but for *long-distance*
resolution, which Qute does: variables of the other quantifier may, where they are inner to the one resolved on. Such a
pair of literals stands for one whose sign depends on that variable, and is reduced as one.  The trace does not say
which steps are clauses and which are cubes, and a line such as ``1 0 0`` may be either.  So each step carries the set
of kinds that it can be; a step with none is refused, and the result has to be an empty step of its kind.  Sources:
Kleine Büning, Karpinski and Flögel, "Resolution for quantified Boolean formulas", 1995; Giunchiglia, Narizzano and
Tacchella, "Clause/term resolution and learning", 2006; Balabanov and Jiang, "Unified QBF certification and its
applications", 2012, for long-distance resolution.
"""

from __future__ import annotations

from array import array
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from operator import neg

from zermelo.files import Target, write_text
from zermelo.formula import QCNF, Quantifier
from zermelo.proofs.trace import ProofStep, Trace

CLAUSE, CUBE = 1, 2
KEPT = 4_000_000
"""Literals of recent steps that are kept in memory; older ones are read again from the file."""


class ResolutionRules:
    """The rules for the steps of a proof.

    ``level`` and ``existential`` are indexed by literals of either sign.
    """

    def __init__(self, formula: QCNF) -> None:
        size = 2 * max(formula.prefix, default=0) + 1
        self.level = [0] * size
        self.existential = [False] * size
        for depth, (quantifier, variables) in enumerate(formula.prefix.blocks, 1):
            for variable in variables:
                self.level[variable] = self.level[-variable] = depth
                self.existential[variable] = self.existential[-variable] = quantifier is Quantifier.EXISTS
        self._clauses = {tuple(sorted(clause)) for clause in formula.clauses()}
        self._count = formula.num_clauses
        self._occurs = defaultdict[int, list[int]](list)
        for number, clause in enumerate(formula.clauses()):
            for literal in clause:
                self._occurs[literal].append(number)

    def given(self, literals: frozenset[int]) -> int:
        """The kinds of a step without antecedents; 0 when it is neither."""
        kinds = CLAUSE if tuple(sorted(literals)) in self._clauses else 0
        lists = [self._occurs[literal] for literal in literals if literal in self._occurs]
        if (
            sum(map(len, lists)) >= self._count
            and literals.isdisjoint(map(neg, literals))
            and len(set[int]().union(*lists)) == self._count
        ):
            kinds |= CUBE
        return kinds

    def deepest(self, literals: frozenset[int] | set[int], existential: bool) -> int:
        """The level of the deepest literal of a quantifier; 0 when there is none."""
        level, kind = self.level, self.existential
        return max((level[literal] for literal in literals if kind[literal] is existential), default=0)

    def reduced(self, before: frozenset[int], after: frozenset[int]) -> int:
        """The kinds of a step with one antecedent, as far as this step is concerned."""
        if not after <= before:
            return 0
        gone, kinds = before - after, 0
        if not after.isdisjoint(map(neg, gone)):  # both signs, or none
            return 0
        for kind, keeps in ((CLAUSE, True), (CUBE, False)):
            if not any(self.existential[literal] is keeps for literal in gone):
                bound = self.deepest(before, keeps)
                if all(self.level[literal] > bound for literal in gone):
                    kinds |= kind
        return kinds

    def resolved(self, one: frozenset[int], two: frozenset[int], after: frozenset[int]) -> int:
        """The kinds of a step with two antecedents, as far as this step is concerned.

        Parameters
        ----------
        one, two
            The literals of the antecedents.
        after
            The literals of the step.
        """
        clash, kinds = [literal for literal in one if -literal in two], 0
        for kind, mover in ((CLAUSE, True), (CUBE, False)):
            pivots = [literal for literal in clash if self.existential[literal] is mover]
            if len(pivots) != 1:
                continue
            (pivot,) = pivots
            if any(self.level[literal] < self.level[pivot] for literal in clash):
                continue
            resolvent = (one | two) - {pivot, -pivot}
            kinds |= kind if after == resolvent else kind & self.reduced(resolvent, after)
        return kinds


@dataclass(frozen=True)
class Checked:
    """A proof that was checked.

    Attributes
    ----------
    truth
        True if the formula is true.
    steps
        The number of steps read and checked.
    end
        The number of the empty step that is the result.
    last_user
        By step (the first is at index 1): the last step of the core that uses it, itself for the result, 0 for what is
        not in the core.
    size
        The number of steps of the core.
    """

    truth: bool
    steps: int
    end: int
    last_user: array[int]
    size: int

    def core(self) -> Iterator[int]:
        """The numbers of the steps of the core, in order."""
        return (number for number in range(1, self.end + 1) if self.last_user[number])


def check(trace: Trace, rules: ResolutionRules, pulse: Callable[[], None] = lambda: None) -> Checked:
    """Check every step, and find the core: what the result depends on.

    Parameters
    ----------
    trace
        The proof.
    rules
        The rules for proofs of the formula.
    pulse
        Called now and then; it may raise, to end the work.

    Raises InputError, with the line of the trace, for the first wrong step, and when the result does not follow.
    """
    kinds, recent, kept = bytearray(1), OrderedDict[int, frozenset[int]](), 0
    clause = cube = 0  # the first empty step of either kind

    def known(number: int) -> frozenset[int]:
        found = recent.get(number)
        return frozenset(trace[number].literals) if found is None else found

    for step in trace.steps():
        number, antecedents = step.number, step.antecedents
        if not number % 256:
            pulse()
        literals = frozenset(step.literals)
        if len(literals) < len(step.literals):
            trace.fault("each literal once", _said(step))
        for antecedent in antecedents:
            if not 1 <= antecedent < number:
                trace.fault("steps before this one as antecedents", _said(step))
        if not antecedents:
            possible = rules.given(literals)
            wish = "a clause of the formula, or a cube that satisfies all its clauses"
        elif len(antecedents) == 1:
            (one,) = antecedents
            possible = kinds[one] & rules.reduced(known(one), literals)
            wish = f"a reduction of step {one}"
        elif len(antecedents) == 2:
            one, two = antecedents
            possible = kinds[one] & kinds[two] & rules.resolved(known(one), known(two), literals)
            wish = f"the resolvent of steps {one} and {two}"
        else:
            trace.fault("at most two antecedents", _said(step))
        if not possible:
            trace.fault(wish, _said(step))
        kinds.append(possible)
        if not literals:
            clause = clause or (number if possible & CLAUSE else 0)
            cube = cube or (number if possible & CUBE else 0)
        recent[number] = literals
        kept += len(literals) + 8
        while kept > KEPT:
            kept -= len(recent.popitem(last=False)[1]) + 8
    truth = trace.result
    assert truth is not None
    end = cube if truth else clause
    if not end:
        trace.fault(f"an empty {'cube' if truth else 'clause'} before this result", f"none in {len(trace)} steps")
    return _with_core(trace, truth, end, pulse)


def _with_core(trace: Trace, truth: bool, end: int, pulse: Callable[[], None]) -> Checked:
    """Backwards from the result: the first user that is met of a step is its last one."""
    last_user, size = array("Q", bytes(8 * (end + 1))), 0
    last_user[end] = end
    for number in range(end, 0, -1):
        if last_user[number]:
            size += 1
            if not size % 256:
                pulse()
            for antecedent in trace[number].antecedents:
                last_user[antecedent] = last_user[antecedent] or number
    return Checked(truth, len(trace), end, last_user, size)


def write_core(formula: QCNF, trace: Trace, checked: Checked, target: Target) -> None:
    """Write the core as a proof of its own, its steps numbered 1, 2, …

    Parameters
    ----------
    formula
        The formula, for its prefix.
    trace, checked
        The proof, and the result of `check` on it.
    target
        A path or an open file.

    Raises InputError when the file cannot be written.
    """
    write_text(target, _lines(formula, trace, checked))


def _lines(formula: QCNF, trace: Trace, checked: Checked) -> Iterator[str]:
    yield f"p qrp {formula.num_variables} {checked.size}\n"
    for quantifier, variables in formula.prefix.blocks:
        yield f"{quantifier.value} {' '.join(map(str, variables))} 0\n"
    new = array("Q", bytes(8 * (checked.end + 1)))
    for count, number in enumerate(checked.core(), 1):
        new[number] = count
        step = trace[number]
        antecedents = [new[antecedent] for antecedent in step.antecedents]
        yield " ".join(map(str, (count, *step.literals, 0, *antecedents, 0))) + "\n"
    yield f"r {'SAT' if checked.truth else 'UNSAT'}\n"


def _said(step: ProofStep) -> str:
    literals = " ".join(map(str, step.literals[:20])) + (" …" if len(step.literals) > 20 else "")
    return f"step {step.number}: {literals or 'no literals'}"
