"""Random prenex CNFs for the differential tests: small ones for brute force, and ones that preprocessing leaves open.

A uniformly random small formula is nearly always decided by preprocessing, and then the printed result, where the
errors were, is never looked at.  `layered` therefore draws clauses with one or two universal literals and three
existential ones over many alternating blocks, near the density where both answers occur.
"""

from __future__ import annotations

from random import Random

from zermelo.formula import QCNF, Quantifier


def build(blocks: list[tuple[Quantifier, list[int]]], clauses: list[list[int]]) -> QCNF:
    """A formula out of lists."""
    formula = QCNF()
    formula.num_variables = sum(len(names) for _, names in blocks)
    for quantifier, names in blocks:
        formula.prefix.add(quantifier, names)
    for clause in clauses:
        formula.add(*clause)
    formula.validate()
    return formula


def small(rng: Random, most: int = 8) -> QCNF:
    """At most ``most`` variables in up to five blocks; some occur nowhere, some clauses are units."""
    size = rng.randint(1, most)
    names = rng.sample(range(1, size + 1), size)
    blocks = []
    quantifier = rng.choice(list(Quantifier))
    while names:
        count = rng.randint(1, max(1, size // 2))
        blocks.append((quantifier, names[:count]))
        names, quantifier = names[count:], quantifier.other
    inner = [name for kind, block in blocks if kind is Quantifier.EXISTS for name in block]
    clauses = []
    for _ in range(rng.randint(1, 2 * size)):
        chosen = set(rng.sample(range(1, size + 1), min(size, rng.randint(1, 3))))
        if inner and rng.random() < 0.9:
            chosen.add(rng.choice(inner))
        clauses.append([rng.choice((name, -name)) for name in sorted(chosen)])
    return build(blocks, clauses)


def layered(rng: Random, widths: tuple[int, int] = (4, 9)) -> QCNF:
    """Four to seven alternating blocks, innermost existential; preprocessing leaves about a third of these open."""
    kinds = [Quantifier.EXISTS if place % 2 == 0 else Quantifier.FORALL for place in range(rng.randint(4, 7))][::-1]
    blocks, total = [], 0
    for kind in kinds:
        count = rng.randint(*widths) if kind is Quantifier.EXISTS else rng.randint(1, 4)
        blocks.append((kind, list(range(total + 1, total + count + 1))))
        total += count
    renaming = rng.sample(range(1, total + 1), total)
    blocks = [(kind, [renaming[name - 1] for name in names]) for kind, names in blocks]
    inner = [name for kind, names in blocks if kind is Quantifier.EXISTS for name in names]
    outer = [name for kind, names in blocks if kind is Quantifier.FORALL for name in names]
    clauses = []
    for _ in range(int(rng.uniform(3.5, 6.5) * len(inner))):
        chosen = rng.sample(inner, rng.choice((3, 3, 3, 4)))
        chosen += rng.sample(outer, min(len(outer), rng.choice((1, 1, 1, 2))))
        clauses.append([rng.choice((name, -name)) for name in chosen])
    return build(blocks, clauses)
