"""Proofs of random formulas, forged proofs, and functions played against every choice of the loser."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from random import Random

from zermelo.formula import QCNF, write_qdimacs
from zermelo.proofs import Functions
from zermelo.solvers.depqbf import DepQBF
from zermelo.solvers.process import run
from zermelo.solvers.run_files import memory_file


def traced(formula: QCNF, path: Path) -> list[str]:
    """The lines of DepQBF's proof, which is also in the file."""
    with memory_file(lambda file: write_qdimacs(formula, file)) as stdin:
        run(DepQBF().trace_command(), stdin=stdin, stdout_path=path, time_limit=60, memory_limit_mb=None)
    return path.read_text().splitlines()


def plays(functions: Functions) -> Iterator[dict[int, bool]]:
    """All plays against the functions."""
    loser = [name for kind, block in functions.prefix.blocks if kind is not functions.owner for name in block]
    for values in itertools.product((False, True), repeat=len(loser)):
        yield functions.complete(dict(zip(loser, values, strict=True)))


def wins(formula: QCNF, functions: Functions) -> bool:
    """True if the functions win every play, by trying all."""
    clauses = list(formula.clauses())
    return all(
        all(any(play[abs(x)] == (x > 0) for x in clause) for clause in clauses) is functions.truth
        for play in plays(functions)
    )


def forgeries(lines: list[str], rng: Random) -> Iterator[tuple[str, list[str]]]:
    """The proof with one thing changed, and what was changed."""
    steps = [index for index, line in enumerate(lines) if line[0].isdigit()]
    names = sorted({abs(int(word)) for line in lines if line[0] in "ae" for word in line.split()[1:-1]})

    def changed(index: int, literals: list[int], antecedents: list[int]) -> list[str]:
        number = lines[index].split()[0]
        line = " ".join(map(str, (number, *literals, 0, *antecedents, 0)))
        return [*lines[:index], line, *lines[index + 1 :]]

    index = rng.choice(steps)
    words = [int(word) for word in lines[index].split()]
    end = words.index(0, 1)
    literals, antecedents = words[1:end], words[end + 1 : -1]
    if literals:
        literal = rng.choice(literals)
        yield "dropped", changed(index, [each for each in literals if each != literal], antecedents)
        yield "negated", changed(index, [-each if each == literal else each for each in literals], antecedents)
    if missing := [name for name in names if name not in map(abs, literals)]:
        yield "added", changed(index, [*literals, rng.choice(missing) * rng.choice((1, -1))], antecedents)
    if antecedents:
        where = rng.randrange(len(antecedents))
        other = rng.randrange(1, words[0] + 1)
        yield "antecedent", changed(index, literals, [*antecedents[:where], other, *antecedents[where + 1 :]])
        yield "forgotten", changed(index, literals, antecedents[:-1])
    yield "left out", [*lines[:index], *lines[index + 1 :]]
    yield "result", [*lines[:-1], "r UNSAT" if lines[-1] == "r SAT" else "r SAT"]
    yield "cut", lines[:-1]


def right(formula: QCNF, lines: list[str]) -> bool:
    """True if the lines are a proof, by the rules one by one: the oracle of the checker.

    A step may be a clause or a cube, and the same line both; a cube is judged as a clause of a mirror image, in which
    the quantifiers are exchanged.
    """
    names = [name for _, block in formula.prefix.blocks for name in block]
    level = {name: depth for depth, (_, block) in enumerate(formula.prefix.blocks) for name in block}
    clauses = [set(clause) for clause in formula.clauses()]
    body = [line.split() for line in lines if line[0].isdigit()]
    if lines[-1] not in ("r SAT", "r UNSAT"):
        return False

    def merges(one: set[int], two: set[int], name: int, pivots: set[int]) -> bool:
        """True if all other clashes are inner to the pivot, and not of its kind: long-distance resolution."""
        others = {abs(x) for x in one if -x in two} - {name}
        return all(other not in pivots and level[other] > level[name] for other in others)

    derived: dict[str, list[set[int]]] = {"clause": [], "cube": []}
    fine: dict[str, list[bool]] = {"clause": [], "cube": []}
    for position, words in enumerate(body, 1):
        numbers = [int(word) for word in words]
        end = numbers.index(0, 1)
        literals, antecedents = set(numbers[1:end]), numbers[end + 1 : -1]
        if numbers[0] != position or len(literals) < end - 1 or any(not 1 <= each < position for each in antecedents):
            return False
        for kind, proof in derived.items():
            mover = "e" if kind == "clause" else "a"
            pivots = {name for name in names if formula.prefix.quantifier_of(name).value == mover}
            if not antecedents and kind == "clause":
                good = literals in clauses
            elif not antecedents:
                good = all(literals & clause for clause in clauses) and not any(-x in literals for x in literals)
            else:
                parents = [proof[each - 1] for each in antecedents]
                starts = [parents[0]] if len(parents) == 1 else []
                if len(parents) == 2:
                    starts = [
                        (one - {name}) | (two - {-name})
                        for one, two in (parents, parents[::-1])
                        for name in pivots
                        if name in one and -name in two and merges(one, two, name, pivots)
                    ]
                good = any(
                    not any(-x in start and abs(x) in pivots for x in start)
                    and not any(-x in literals for x in start - literals)
                    and literals <= start
                    and all(
                        abs(x) not in pivots and all(level[abs(y)] < level[abs(x)] for y in start if abs(y) in pivots)
                        for x in start - literals
                    )
                    for start in starts
                ) and all(fine[kind][each - 1] for each in antecedents)
            proof.append(literals)
            fine[kind].append(good)
        if not (fine["clause"][-1] or fine["cube"][-1]):
            return False
    kind = "cube" if lines[-1] == "r SAT" else "clause"
    return any(good and not literals for good, literals in zip(fine[kind], derived[kind], strict=True))
