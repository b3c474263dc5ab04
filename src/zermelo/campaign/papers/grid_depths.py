"""Table 2 of "Concise QBF Encodings for Games on a Grid", as data: critical depths of five kinds of games.

The paper sets a number in bold when it is the least depth with a win, plainly when there is no win and the depth is
complete, and in italics when it is the largest one refuted. Where its text does not tell which, it follows from the
number of cells and from what the literature says about the game. In Connect-3 on 3×3 the paper counts nine moves as
complete; by the rules of BDDL White, who cannot move on a full board, has then lost, so that Black wins in ten.

All games are made by families. Rows of the printed table are the second number of a board, columns the first one.
"""

from __future__ import annotations

from typing import NamedTuple

WIN, NONE, REFUTED = "wins in", "no win", "no win in"
"""The three kinds of entries: the least depth with a win, no win at all, none within the depth."""


class GridEntry(NamedTuple):
    """An entry of the table.

    Parameters
    ----------
    game
        The expression of a family; Black's win is asked for.
    kind
        One of ``WIN``, ``NONE`` and ``REFUTED``.
    depth
        The number in the table.
    """

    game: str
    kind: str
    depth: int

    def __str__(self) -> str:
        return f"{self.kind} ({self.depth})" if self.kind == NONE else f"{self.kind} {self.depth}"

    def excludes(self, won: int | None, refuted: int | None, *, never: bool) -> bool:
        """True if this entry and an answer cannot both be true.

        Parameters
        ----------
        won, refuted
            Black wins within the one depth, and not within the other; None where nothing is said.
        never
            True if it says that Black wins at no depth.

        >>> entry = GridEntry("domineering:4x4", WIN, 8)
        >>> entry.excludes(7, 6, never=False), entry.excludes(8, 7, never=False), entry.excludes(None, 7, never=False)
        (True, False, False)
        """
        if self.kind == WIN:
            beyond = refuted is not None and refuted >= self.depth
            return never or beyond or (won is not None and won < self.depth)
        return won is not None and (self.kind == NONE or won <= self.depth)


class GridDomain(NamedTuple):
    """A part of the table, and its name in Table 3."""

    title: str
    short: str
    entries: tuple[GridEntry, ...]


def _row(game: str, names: str, said: str) -> list[GridEntry]:
    """Entries for ``game`` with each of the names in it: 7 is a win in 7, =7 no win at all, <7 none within 7."""
    kinds = {"=": NONE, "<": REFUTED}
    return [
        GridEntry(game.format(name), kinds.get(each[0], WIN), int(each.lstrip("=<")))
        for name, each in zip(names.split(), said.split(), strict=True)
        if each != "-"
    ]


_SHAPES = "domino el elly fatty knobby skinny tic tippy"
_DUAL = "evader-pursuer-dual"

DOMAINS = (
    GridDomain(
        "(a) HTTT",
        "HTTT",
        (
            *_row("httt:{},board=3x3", _SHAPES, "3 5 =9 =9 =9 - =9 9"),
            *_row("httt:{},board=4x4", _SHAPES, "3 5 7 =15 <11 <13 5 9"),
        ),
    ),
    GridDomain(
        "(b) Breakthrough, first player",
        "B",
        (*_row("breakthrough:{}", "2x4 2x5 2x6 3x4 3x5 3x6", "=13 <17 15 =19 <11 <9"),),
    ),
    GridDomain(
        "(b) Breakthrough, second player",
        "B-SP",
        (*_row("breakthrough:{},first=white", "2x4 2x5 2x6 3x4 3x5 3x6", "8 10 <14 12 <12 <10"),),
    ),
    GridDomain(
        "(c) Connect-c",
        "C-c",
        (
            *_row("connect:2,board={},rule=paper", "2x2 3x3 4x4 5x5 6x6", "3 3 3 3 3"),
            *_row("connect:3,board={},rule=paper", "3x3 4x4 5x5 6x6", "<9 9 9 9"),
            *_row("connect:4,board={},rule=paper", "4x4 5x5 6x6", "=15 <11 <11"),
        ),
    ),
    GridDomain(
        "(e) Evader and Pursuer",
        "EP",
        (
            *_row("evader-pursuer:4x4,evader=4-1,pursuer={}", "1-2 2-3", "<21 3"),
            *_row("evader-pursuer:8x8,evader=8-1,pursuer={}", "2-3 3-4", "<11 7"),
        ),
    ),
    GridDomain(
        "(e) Evader and Pursuer, dual",
        "EP-dual",
        (
            *_row(f"{_DUAL}:4x4,evader=4-1,pursuer={{}}", "1-2 2-3", "2 <10"),
            *_row(f"{_DUAL}:8x8,evader=8-1,pursuer={{}}", "2-3 3-4", "6 <10"),
        ),
    ),
    GridDomain(
        "(d) Domineering",
        "D",
        (
            *_row("domineering:{}x2", "2 3 4 5 6", "2 2 =5 6 6"),
            *_row("domineering:{}x3", "2 3 4 5 6", "4 4 =7 =8 =10"),
            *_row("domineering:{}x4", "2 3 4 5 6", "4 6 8 10 12"),
            *_row("domineering:{}x5", "2 3 4 5 6", "=6 8 =11 =13 <11"),
            *_row("domineering:{}x6", "2 3 4 5 6", "6 6 12 <11 <11"),
        ),
    ),
)
"""The table, in the order of the rows of Table 3 (without its Hex)."""

ENTRIES = tuple(entry for domain in DOMAINS for entry in domain.entries)
"""All entries."""
