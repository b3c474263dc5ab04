"""The quantifier prefix: the order in which variables are chosen, and by whom.

A prenex formula is a list of quantifier blocks in front of a quantifier-free matrix.  Every format, the CNF and the
circuit share this part, so it lives in its own file and knows nothing of what the matrix looks like.  Two facts are
kept true at every moment, because every solver trips over their violation in its own way: neighbouring blocks have
different quantifiers (they are merged on the way in, empty blocks vanish), and no variable is bound twice.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from zermelo.errors import InputError


class Quantifier(enum.Enum):
    """The two quantifiers; the value is the letter of QDIMACS.

    >>> Quantifier.EXISTS.other, Quantifier("a").value
    (<Quantifier.FORALL: 'a'>, 'a')
    """

    EXISTS = "e"
    FORALL = "a"

    @property
    def other(self) -> Quantifier:
        """The dual quantifier."""
        return Quantifier.FORALL if self is Quantifier.EXISTS else Quantifier.EXISTS


class Block(NamedTuple):
    """Neighbouring variables under one quantifier; their order has no meaning for the value."""

    quantifier: Quantifier
    variables: tuple[int, ...]


class Prefix:
    """A sequence of quantifier blocks, outermost first, grown at its inner end.

    Parameters
    ----------
    blocks
        Pairs of quantifier and variables to begin with.

    Raises
    ------
    InputError
        When a variable is not a positive number, or is bound twice.

    >>> prefix = Prefix()
    >>> prefix.add(Quantifier.EXISTS, [1, 2])
    >>> prefix.add(Quantifier.EXISTS, [3])
    >>> prefix.add(Quantifier.FORALL, [])
    >>> prefix.add(Quantifier.FORALL, [4])
    >>> prefix
    Prefix([('e', (1, 2, 3)), ('a', (4,))])
    >>> list(prefix), prefix.existential, prefix.universal, prefix.quantifier_of(4).name
    ([1, 2, 3, 4], 3, 1, 'FORALL')
    """

    __slots__ = ("_bound", "_kinds", "_lists")
    __hash__ = None  # type: ignore[assignment]  # mutable

    def __init__(self, blocks: Iterable[tuple[Quantifier | str, Iterable[int]]] = ()) -> None:
        self._kinds: list[Quantifier] = []
        self._lists: list[list[int]] = []
        self._bound: dict[int, Quantifier] = {}
        for quantifier, variables in blocks:
            self.add(Quantifier(quantifier), variables)

    def add(self, quantifier: Quantifier, variables: Iterable[int]) -> None:
        """Bind ``variables`` innermost; join the last block when it has the same quantifier.

        Raises InputError, and changes nothing, when a variable is not positive or is already bound.
        """
        new = list(variables)
        if not new:
            return
        fresh = dict.fromkeys(new, quantifier)
        if len(fresh) != len(new) or min(new) < 1 or not self._bound.keys().isdisjoint(fresh):
            seen: set[int] = set()
            for variable in new:
                if variable < 1:
                    raise InputError("a positive variable number in the prefix", found=repr(variable))
                if variable in self._bound or variable in seen:
                    raise InputError(f"variable {variable} is bound twice in the prefix")
                seen.add(variable)
        self._bound.update(fresh)
        if self._kinds and self._kinds[-1] is quantifier:
            self._lists[-1].extend(new)
        else:
            self._kinds.append(quantifier)
            self._lists.append(new)

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks, outermost first: none is empty, neighbours differ."""
        return tuple(Block(kind, tuple(names)) for kind, names in zip(self._kinds, self._lists, strict=True))

    @property
    def variables(self) -> Iterator[int]:
        """All bound variables, outermost first."""
        return chain.from_iterable(self._lists)

    @property
    def num_blocks(self) -> int:
        """The number of blocks."""
        return len(self._kinds)

    def quantifier_of(self, variable: int) -> Quantifier:
        """The quantifier that binds ``variable``; InputError when nothing does."""
        try:
            return self._bound[variable]
        except KeyError:
            raise InputError(f"variable {variable} is bound in no block of the prefix") from None

    def _count(self, quantifier: Quantifier) -> int:
        return sum(len(names) for kind, names in zip(self._kinds, self._lists, strict=True) if kind is quantifier)

    @property
    def universal(self) -> int:
        """The number of universal variables."""
        return self._count(Quantifier.FORALL)

    @property
    def existential(self) -> int:
        """The number of existential variables."""
        return self._count(Quantifier.EXISTS)

    def copy(self) -> Prefix:
        """A prefix that grows on its own."""
        twin = Prefix()
        twin._kinds, twin._lists = list(self._kinds), [list(names) for names in self._lists]
        twin._bound = dict(self._bound)
        return twin

    def __contains__(self, variable: object) -> bool:
        return variable in self._bound

    def __iter__(self) -> Iterator[int]:
        return self.variables

    def __len__(self) -> int:
        return len(self._bound)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Prefix):
            return NotImplemented
        return self._kinds == other._kinds and self._lists == other._lists

    def __repr__(self) -> str:
        inner = ", ".join(repr((block.quantifier.value, block.variables)) for block in self.blocks)
        return f"Prefix([{inner}])"
