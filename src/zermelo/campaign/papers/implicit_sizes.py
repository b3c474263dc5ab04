"""Tables 1, 3 and 4 of "Implicit State and Goals in QBF Encodings for Positional Games", as data: formulas for sizes.

d is the depth, η the number of cells, lg = ⌈log2 η⌉, ℓ = (d-1)/2, k = ⌈log2 ℓ⌉, W the winning sets, E the edges in both
directions, Γs and Γe the borders. Tables 3 and 4 give the size of a board and what a goal adds; a constant c in table 4
is left open by the paper. Table 1 has the dominant terms only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple


@dataclass(frozen=True)
class SizeFacts:
    """Numbers of a game that the formulas for sizes are made of.

    Parameters
    ----------
    depth, cells
        d and η.
    sets, literals
        The number of winning sets, and the sum of their sizes; 0 where they are not listed.
    source, target, edges
        Sizes of Γs, Γe and E.
    """

    depth: int
    cells: int
    sets: int = 0
    literals: int = 0
    source: int = 0
    target: int = 0
    edges: int = 0

    @classmethod
    def of(cls, facts: dict[str, Any]) -> SizeFacts:
        """The facts of a job."""
        return cls(**facts)

    @property
    def lg(self) -> int:
        """Bits of the number of a cell."""
        return (self.cells - 1).bit_length()

    @property
    def half(self) -> int:
        """ℓ, the moves of White."""
        return (self.depth - 1) // 2

    @property
    def levels(self) -> int:
        """k, the halvings of a path of ℓ steps."""
        return (self.half - 1).bit_length()


Count = Callable[[SizeFacts], int]


class SizeTerm(NamedTuple):
    """A printed formula: as text, its value, and the factor of the constant c that is left open."""

    text: str
    value: Count
    open_factor: Count = lambda _: 0

    def plus(self, other: SizeTerm) -> SizeTerm:
        """The sum, of a board and a goal."""
        if other is NOTHING:
            return self
        return SizeTerm(
            f"{self.text} + {other.text}",
            lambda facts: self.value(facts) + other.value(facts),
            lambda facts: self.open_factor(facts) + other.open_factor(facts),
        )


NOTHING = SizeTerm("0", lambda _: 0)
DEPTH = SizeTerm("d", lambda f: f.depth)

TABLE_1: dict[str, tuple[SizeTerm, SizeTerm, SizeTerm]] = {
    "ea": (
        DEPTH,
        SizeTerm("dη + |W|", lambda f: f.depth * f.cells + f.sets),
        SizeTerm("½dη·lg η + d|W|", lambda f: f.depth * f.cells * f.lg // 2 + f.depth * f.sets),
    ),
    "en": (
        DEPTH,
        SizeTerm("3/2·dη", lambda f: 3 * f.depth * f.cells // 2),
        SizeTerm("½dη·lg η", lambda f: f.depth * f.cells * f.lg // 2),
    ),
    "et": (
        DEPTH,
        SizeTerm("dη", lambda f: f.depth * f.cells),
        SizeTerm("½dη·lg η + |E|", lambda f: f.depth * f.cells * f.lg // 2 + f.edges),
    ),
    "la": (
        SizeTerm("d+1", lambda f: f.depth + 1),
        SizeTerm("3/2·d·lg η", lambda f: 3 * f.depth * f.lg // 2),
        SizeTerm("½dη + |W|", lambda f: f.depth * f.cells // 2 + f.sets),
    ),
    "ln": (
        SizeTerm("d+1", lambda f: f.depth + 1),
        SizeTerm("3/2·d·lg η", lambda f: 3 * f.depth * f.lg // 2),
        SizeTerm("4d·lg η + 4η", lambda f: 4 * f.depth * f.lg + 4 * f.cells),
    ),
    "sa": (
        DEPTH,
        SizeTerm("3/2·d·lg η", lambda f: 3 * f.depth * f.lg // 2),
        SizeTerm("d²·lg η + ½dη + |W|", lambda f: f.depth**2 * f.lg + f.depth * f.cells // 2 + f.sets),
    ),
    "sn": (
        DEPTH,
        SizeTerm("3/2·d·lg η", lambda f: 3 * f.depth * f.lg // 2),
        SizeTerm("d²·lg η + ½dη", lambda f: f.depth**2 * f.lg + f.depth * f.cells // 2),
    ),
}
"""Alternation depth, variables, and clauses (of EA, EN, ET) or gates."""

CLAUSES = ("variables", "binary", "ternary", "long")
"""The columns of table 3."""

EXPLICIT = (
    SizeTerm("(d+1)η + d·lg", lambda f: (f.depth + 1) * f.cells + f.depth * f.lg),
    SizeTerm("dη + η·lg", lambda f: f.depth * f.cells + f.cells * f.lg),
    SizeTerm("(d-1)/2·η·lg", lambda f: f.half * f.cells * f.lg),
    SizeTerm("(d-1)/2·η", lambda f: f.half * f.cells),
)
"""The row of the explicit board, by the columns of table 3; its alternation depth is d."""

TABLE_3: dict[str, tuple[SizeTerm, SizeTerm, SizeTerm, SizeTerm]] = {
    "ea": (
        SizeTerm("|W|", lambda f: f.sets),
        SizeTerm("Σ|h|", lambda f: f.literals),
        NOTHING,
        SizeTerm("1", lambda _: 1),
    ),
    "en": (
        SizeTerm("(d+1)/2·η", lambda f: (f.half + 1) * f.cells),
        SizeTerm("(d+1)/2·η", lambda f: (f.half + 1) * f.cells),
        NOTHING,
        SizeTerm("1 + (η-|Γe|)ℓ", lambda f: 1 + (f.cells - f.target) * f.half),
    ),
    "et": (
        SizeTerm("η", lambda f: f.cells),
        SizeTerm("|Γs|", lambda f: f.source),
        SizeTerm("|E|", lambda f: f.edges),
        NOTHING,
    ),
}
"""Terms that the goals add to the size of an encoding, by the columns of table 3."""

_SQUARED = SizeTerm("(3k+2)lg + k", lambda f: (3 * f.levels + 2) * f.lg + f.levels)
_WITNESS = SizeTerm("ℓ·lg", lambda f: f.half * f.lg)


class CircuitTerms(NamedTuple):
    """A row of table 4: alternation depth, variables, gates; None where the paper prints a dash."""

    blocks: SizeTerm
    variables: SizeTerm
    gates: SizeTerm | None


CIRCUIT_BOARDS = {
    "lifted": CircuitTerms(
        SizeTerm("d+1", lambda f: f.depth + 1),
        SizeTerm("(d+1)lg + 2d", lambda f: (f.depth + 1) * f.lg + 2 * f.depth),
        SizeTerm("2d(lg + c)", lambda f: 2 * f.depth * f.lg, lambda f: 2 * f.depth),
    ),
    "stateless": CircuitTerms(
        DEPTH,
        SizeTerm("d·lg", lambda f: f.depth * f.lg),
        SizeTerm(
            "lg((d-1)d + (d+1)ℓ) + (d²+4d+3)/4",
            lambda f: f.lg * ((f.depth - 1) * f.depth + (f.depth + 1) * f.half) + (f.depth**2 + 4 * f.depth + 3) // 4,
        ),
    ),
}
"""The rows of the boards."""

TABLE_4: dict[str, tuple[str, CircuitTerms]] = {
    "la": (
        "lifted",
        CircuitTerms(
            NOTHING,
            _WITNESS,
            SizeTerm(
                "ℓ(η + 2lg + 1) + 2η + 1 + |W|",
                lambda f: f.half * (f.cells + 2 * f.lg + 1) + 2 * f.cells + 1 + f.sets,
            ),
        ),
    ),
    "ln": (
        "lifted",
        CircuitTerms(
            NOTHING,
            SizeTerm("(ℓ+1)lg", lambda f: (f.half + 1) * f.lg),
            SizeTerm("(4ℓ-2)lg + 4η + 2ℓ + 2", lambda f: (4 * f.half - 2) * f.lg + 4 * f.cells + 2 * f.half + 2),
        ),
    ),
    "li": ("lifted", CircuitTerms(SizeTerm("k", lambda f: f.levels), _SQUARED, None)),
    "sa": (
        "stateless",
        CircuitTerms(NOTHING, _WITNESS, SizeTerm("ℓη + 1 + |W|", lambda f: f.half * f.cells + 1 + f.sets)),
    ),
    "sn": (
        "stateless",
        CircuitTerms(
            NOTHING,
            _WITNESS,
            SizeTerm("c·lg(ℓ-1) + ηℓ", lambda f: f.cells * f.half, lambda f: f.lg * (f.half - 1)),
        ),
    ),
    "si": ("stateless", CircuitTerms(SizeTerm("k", lambda f: f.levels), _SQUARED, None)),
}
"""The board of each row, and what its goal adds."""

DEPTHS = (45, 91, 181, 361)
"""The depths of table 2."""

TABLE_2: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "en": (
        ("25k/122k", "50k/246k", "100k/488k", "199k/972k"),
        ("25k/105k", "50k/242k", "100k/510k", "199k/1044k"),
    ),
    "et": (
        ("17k/100k", "34k/200k", "67k/395k", "134k/785k"),
        ("17k/100k", "34k/199k", "67k/394k", "134k/784k"),
    ),
    "ln": (("5k/22k", "9k/33k", "17k/54k", "32k/97k"), ("5k/7k", "9k/12k", "17k/21k", "32k/39k")),
    "sn": (("53k/261k", "167k/720k", "560k/2182k", "2027k/7342k"), ("53k/122k", "167k/316k", "TO", "TO")),
}
"""Table 2: variables/clauses on the empty 19×19 Hex board as generated, and after Bloqqer."""
