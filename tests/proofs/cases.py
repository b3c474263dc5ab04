"""Proofs of random formulas, forged proofs, and functions played against every choice of the loser."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from random import Random

from zermelo.formula import QCNF, write_qdimacs
from zermelo.proofs import Functions
from zermelo.solvers.depqbf import DepQBF
from zermelo.solvers.place import memory_file
from zermelo.solvers.process import run


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
    """Whether the functions win every play, by trying all."""
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
