"""The prenex CNF, kept so flat that a million clauses are cheap.

An encoding of a large board has a million clauses of three literals.  A Python tuple per clause would cost 64 bytes and
an object each; here every literal is one 32-bit entry of a single array, and a zero ends each clause, exactly as in
the body of a QDIMACS file.  Adding is one call of ``array.extend``; writing, counting and checking run over the flat
array.  Nothing is checked while adding: whoever generates clauses promises no tautology and no literal twice, and
tests call `QCNF.validate`, and the readers see to it that what they return would pass.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from zermelo.errors import InputError
from zermelo.formula.prefix import Prefix, Quantifier


class Sizes(NamedTuple):
    """The numbers by which formulas are compared; ``variables`` counts the numbered ones, bound or not."""

    variables: int
    clauses: int
    literals: int
    blocks: int
    universal: int
    existential: int


class QCNF:
    """A quantified Boolean formula in prenex conjunctive normal form.

    Attributes
    ----------
    prefix
        The quantifier blocks; bind every variable that occurs, each once.
    num_variables
        The largest variable number in use.
    data
        The matrix: literals in one flat ``array('i')``, a zero after every clause.  **Hot path**: in a loop over very
        many clauses bind ``add = qcnf.data.extend`` once and call ``add((a, b, c, 0))``, with the closing zero.

    >>> from zermelo.formula.prefix import Quantifier
    >>> qcnf = QCNF()
    >>> x, y = qcnf.fresh_block(2)
    >>> qcnf.prefix.add(Quantifier.EXISTS, [x])
    >>> qcnf.prefix.add(Quantifier.FORALL, [y])
    >>> qcnf.add(x, y)
    >>> qcnf.add(x, -y)
    >>> qcnf.validate()
    >>> list(qcnf.clauses())
    [(1, 2), (1, -2)]
    >>> qcnf.sizes()
    Sizes(variables=2, clauses=2, literals=4, blocks=2, universal=1, existential=1)
    """

    __slots__ = ("_counted", "_counted_to", "_extend", "data", "num_variables", "prefix")
    __hash__ = None  # type: ignore[assignment]  # mutable

    def __init__(self) -> None:
        self.prefix = Prefix()
        self.num_variables = 0
        self.data: array[int] = array("i")
        self._extend = self.data.extend
        self._counted = self._counted_to = 0

    def fresh(self) -> int:
        """A variable number that nothing uses yet; binding it is the caller's task."""
        self.num_variables += 1
        return self.num_variables

    def fresh_block(self, count: int) -> range:
        """``count`` consecutive new variable numbers, not bound yet."""
        first = self.num_variables + 1
        self.num_variables += count
        return range(first, first + count)

    def exists(self, count: int) -> range:
        """``count`` new variables, bound existentially as the innermost block."""
        new = self.fresh_block(count)
        self.prefix.add(Quantifier.EXISTS, new)
        return new

    def add(self, *literals: int) -> None:
        """Append one clause; no literals make the empty clause, which is false."""
        self._extend((*literals, 0))

    def add_all(self, flat: Iterable[int]) -> None:
        """Append many clauses at once, as a flat run of literals with a zero after every clause.

        Raises InputError, and adds nothing, when the last clause lacks its zero.
        """
        block = flat if isinstance(flat, array) and flat.typecode == "i" else array("i", flat)
        if block and block[-1] != 0:
            raise InputError("a zero after the last clause", found=str(block[-1]))
        self._extend(block)

    @property
    def num_clauses(self) -> int:
        """The number of clauses (counted incrementally, so asking often is cheap)."""
        length = len(self.data)
        if length < self._counted_to:  # somebody cut the array
            self._counted = self._counted_to = 0
        if length > self._counted_to:
            self._counted += (self.data[self._counted_to :] if self._counted_to else self.data).count(0)
            self._counted_to = length
        return self._counted

    @property
    def num_literals(self) -> int:
        """The number of literal occurrences."""
        return len(self.data) - self.num_clauses

    def clauses(self) -> Iterator[tuple[int, ...]]:
        """The clauses in order, as tuples of literals."""
        data, start = self.data, 0
        try:
            while start < len(data):
                end = data.index(0, start)
                yield tuple(data[start:end])
                start = end + 1
        except ValueError:
            raise InputError("a zero after the last clause", found=str(data[-1])) from None

    @property
    def has_empty_clause(self) -> bool:
        """True when some clause has no literal, so that the formula is false."""
        data = self.data
        return bool(data) and (data[0] == 0 or (0, 0) in pairwise(data))

    def sizes(self) -> Sizes:
        """All sizes at once."""
        prefix = self.prefix
        return Sizes(
            self.num_variables,
            self.num_clauses,
            self.num_literals,
            prefix.num_blocks,
            prefix.universal,
            prefix.existential,
        )

    def validate(self) -> None:
        """Check what every solver takes for granted.

        Raises
        ------
        InputError
            When a variable is bound twice, exceeds ``num_variables``, or occurs in a clause and is bound nowhere; when
            a clause is a tautology, holds a literal twice, or is not closed by a zero.
        """
        prefix, bound = self.prefix, set(self.prefix)
        if len(bound) != sum(len(block.variables) for block in prefix.blocks):
            raise InputError("a prefix that binds every variable once")
        if bound and max(bound) > self.num_variables:
            raise InputError(f"variables up to {self.num_variables}", found=f"{max(bound)} in the prefix")
        for number, clause in enumerate(self.clauses(), 1):
            seen = {abs(literal) for literal in clause}
            if not seen <= bound:
                free = min(seen - bound)
                raise InputError(f"clause {number} uses variable {free}, which is bound in no block of the prefix")
            if len(seen) != len(clause):
                twice = len(set(clause)) != len(clause)
                fault = "holds a literal twice" if twice else "is a tautology"
                raise InputError(f"clause {number} {fault}: {' '.join(map(str, clause))}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, QCNF):
            return NotImplemented
        return (self.num_variables, self.prefix, self.data) == (other.num_variables, other.prefix, other.data)

    def __repr__(self) -> str:
        return f"<QCNF {' '.join(f'{name}={value}' for name, value in self.sizes()._asdict().items())}>"
