"""The switches of the native searches: one table for each search, with name, default and meaning.

Answers do not depend on switches: each turns a part of a search off, for tests and for measuring what the part is
worth. The core takes switches by these names, always all of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any


def _switch(default: Any, meaning: str) -> Any:
    return field(default=default, metadata={"meaning": meaning})


@dataclass(frozen=True)
class PositionalSwitches:
    """Switches of the search of positional games; the numbers are amounts of work, 0 for none."""

    symmetry: bool = _switch(True, "positions are kept in the table in a canonical form")
    table: bool = _switch(True, "there is a table")
    must_play: bool = _switch(
        True, "only replies are tried that meet the cells which the opponent's wins against earlier replies need"
    )
    order: bool = _switch(True, "moves on heavy cells come first: a line with k open cells weighs 2^-k")
    erdos_selfridge: bool = _switch(True, "a small enough weight of all lines is a proof for the breaker")
    twins: bool = _switch(True, "of two cells in exactly the same lines one is tried")
    exchange: bool = _switch(True, "a two-cell line with a cell in no other line is played at once")
    forks: bool = _switch(True, "two two-cell lines with a common cell win")
    dominated: bool = _switch(True, "a cell whose lines all go through one other cell is not tried")
    breaker_first: bool = _switch(
        True, "the general search asks the maker-breaker search, where there is no bound on the depth"
    )
    test_first: bool = _switch(True, "all replies of the breaker are tested for a leaf before one is searched")
    relax: bool = _switch(
        True, "the general search asks itself about the game without White's winning sets, at the same depth"
    )
    deepen: bool = _switch(
        True,
        "without a bound on the depth, the general search has greater and greater bounds, and the race more and more "
        "quiet moves of Black",
    )
    race: bool = _switch(
        True, "maker-maker games of one stone each in turn have a search of their own, where forced answers count less"
    )
    pairing: int = _switch(2, "tries of a search for a pairing strategy of the breaker, for each open cell in lines")
    repair: int = _switch(3, "steps of a repair of the pairs that served last, for each open cell in lines")
    repair_from: int = _switch(32, "open cells in lines from which pairs are repaired, and shares given")
    shares: int = _switch(
        256,
        "positions that the breaker's first reply may take in the first round; the next replies get half as many each, "
        "and all get four times as many in the next round",
    )


@dataclass(frozen=True)
class ConnectionSwitches:
    """Switches of the search of connection games."""

    dead: bool = _switch(
        True,
        "cells on no chordless way between the borders are taken out (Hayward and van Rijswijck, Hex and "
        "combinatorics, 2006)",
    )
    captured: bool = _switch(True, "pairs of cells that a player owns, whoever begins there, are filled")
    must_play: bool = _switch(
        True,
        "moves outside the carrier of a refutation are refuted by it (Hayward et al., Solving 7×7 Hex, 2003)",
    )
    lean: bool = _switch(True, "cells that a proof does not need are taken out of its carrier")
    links: bool = _switch(True, "virtual connections are built by the and-rule and the or-rule (Anshelevich 2002)")
    dual: bool = _switch(True, "White's own connections are built, on Hex boards")
    table: bool = _switch(True, "solved positions are remembered")
    symmetry: bool = _switch(True, "positions that are images of each other count as one")
    rounds: bool = _switch(True, "every move gets a little work, then more; else one after the other is decided")
    order: bool = _switch(True, "cells with many ways through them come first; else the order of the board holds")

    def off(self) -> list[str]:
        """The names of those that are turned off.

        >>> ConnectionSwitches(links=False).off()
        ['links']
        """
        return [each.name for each in fields(self) if not getattr(self, each.name)]


@dataclass(frozen=True)
class GridSwitches:
    """Switches of the search of grid games."""

    table: bool = _switch(True, "there is a transposition table")
    symmetry: bool = _switch(
        True, "positions are kept in the table in a canonical form under the symmetries of the rules"
    )
    deepen: bool = _switch(True, "bounded questions are searched with greater and greater depths")
    order: bool = _switch(
        True, "the best move known, killer moves and the history of cut-offs say which move comes first"
    )
    mobility: bool = _switch(
        True,
        "in games without goals, moves come first that leave their player many moves, many of them sure, and the other "
        "one few",
    )
    threats: bool = _switch(
        True,
        "in games with goals, moves come first that threaten to win by the next one, then those that take a stone or "
        "leave more such threats for later",
    )
    forced: bool = _switch(True, "in games with goals, moves that let the other player win at once are not searched")
    forget: bool = _switch(
        True,
        "positions are kept in the table without what no longer matters, such as the colour of a stone in no line that "
        "can still be completed",
    )
    count: bool = _switch(
        True,
        "a count of moves may decide: of those that are left where moves only fill cells and there are no goals, else "
        "of those that a stone needs to a goal where nothing can stop it",
    )
    look_up: bool = _switch(
        True, "in games with goals, all moves of a position are looked up in the table before one is searched"
    )


@dataclass(frozen=True)
class GenericSwitches:
    """Switches of the searches that take any game: depth-first, df-pn and pns."""

    table: bool = _switch(True, "depth-first and df-pn remember positions")
    symmetry: bool = _switch(True, "they keep them in a canonical form under the symmetries of the rules")
    deepen: bool = _switch(True, "depth-first search asks for greater and greater depths")
    order: bool = _switch(
        True,
        "depth-first: the best move known, killer moves and the history of cut-offs say which move comes first",
    )
    mobility: bool = _switch(
        True,
        "depth-first, games without goals: moves come first that leave their player many moves and the other one few",
    )
    threats: bool = _switch(
        True,
        "depth-first, games with goals: moves come first that threaten to win by the next one, then those that take a "
        "stone",
    )
    look_up: bool = _switch(
        True,
        "depth-first, games with goals: all moves of a position are looked up in the table before one is searched",
    )
    second_level: bool = _switch(True, "pns goes on as PN² when half of its memory is full")
    shapes: bool = _switch(
        True, "grid games are compiled to shapes, as in the grid search; else their plain rules are used"
    )


TABLES: dict[str, type[Any]] = {
    "positional": PositionalSwitches,
    "connection": ConnectionSwitches,
    "grid": GridSwitches,
    "generic": GenericSwitches,
}
"""The table of each search."""


def markdown() -> str:
    """All tables as Markdown, for the documentation.

    >>> print(markdown().splitlines()[4])
    | `symmetry` | on | positions are kept in the table in a canonical form |
    """
    parts = []
    for name, table in TABLES.items():
        rows = [f"### {name.capitalize()}", "", "| switch | default | meaning |", "| --- | --- | --- |"]
        for each in fields(table):
            default = {True: "on", False: "off"}[each.default] if isinstance(each.default, bool) else each.default
            rows.append(f"| `{each.name}` | {default} | {each.metadata['meaning']} |")
        parts.append("\n".join(rows))
    return "\n\n".join(parts)
