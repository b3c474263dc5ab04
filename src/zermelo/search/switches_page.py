"""The page of switches, ``docs/switches.md``: which game has which search, and which switches each search takes.

The names are those of the classes of switches, whose searches refuse all others; the sentences stand in the core.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any, Literal, NamedTuple

from zermelo import _native
from zermelo.search.engines import ENGINES
from zermelo.search.switches import (
    ConnectionSwitches,
    GenericSwitches,
    GridSwitches,
    PositionalSwitches,
    Value,
    switch_text,
)
from zermelo.search.table_session import ENGINES as GENERIC

CoreTable = Literal["positional", "connection", "tree", "gamesat"]
"""A table of the core: that of the searches of trees is for grid games, ground games and the generic searches."""

TABLES: dict[type[Any], tuple[str, CoreTable]] = {
    PositionalSwitches: ("Positional", "positional"),
    ConnectionSwitches: ("Connection", "connection"),
    GridSwitches: ("Grid", "tree"),
    GenericSwitches: ("Generic", "tree"),
}
"""The heading of the table of a class, and where the sentences stand."""

SHAPES = (
    "grid games are compiled to shapes, as for the search of grid games, whose other parts are then on; off: their "
    "actions and goals are given one by one, as those of any game"
)
"""The sentence of the switch that is of Python: it chooses which rules the core is given."""


class KindOfGame(NamedTuple):
    """A kind of game: how it is called, an example of it, and the searches that it is for."""

    kind: str
    example: str
    engines: tuple[str, ...]


KINDS = (
    KindOfGame("positional game", "`ttt`", ("positional",)),
    KindOfGame("connection game", "`hex:6x6`", ("connection",)),
    KindOfGame("grid game", "`domineering:6x6`", ("grid",)),
    KindOfGame("grid game that is a positional game by its rules", "`httt:tippy,board=4x4,bddl`", ("positional",)),
    KindOfGame("ground game", "`nim:1,3,5,7`", ("net",)),
    KindOfGame("ground game that is a positional game by its rules", "tic-tac-toe in GDL", ("positional", "net")),
    KindOfGame("any of these, with a search that is named", "`ttt --engine df-pn`", GENERIC),
)


def games_table() -> str:
    """The table of the games as Markdown, each with its search and a link to the switches of that.

    >>> print(games_table().splitlines()[2])
    | positional game | `ttt` | `positional` | [Positional](#positional) |
    """
    lines = ["| game | such as | search | its switches |", "| --- | --- | --- | --- |"]
    for kind, example, engines in KINDS:
        searches = ", ".join(f"`{each}`" for each in engines)
        headings = dict.fromkeys(TABLES[ENGINES[each].switches][0] for each in engines)
        links = " and ".join(_link(each) for each in headings)
        lines.append(f"| {kind} | {example} | {searches} | {links} |")
    formulas = "`zermelo gamesat solve FILE.cnf`"
    lines.append(f"| formula of Game-SAT | {formulas} | its own | {_link('Gamesat')}: `--without NAME,NAME` |")
    lines.append("| game graph, game of OpenSpiel, more than 512 cells or fluents | | none | none |")
    return "\n".join(lines)


def switch_tables() -> str:
    """The tables of the switches of all searches as Markdown.

    >>> print(switch_tables().splitlines()[4])
    | `symmetry` | on | ...
    """
    parts = []
    for kind, (heading, table) in TABLES.items():
        sentences = {name: said for name, _, said in _native.switches(table)} | {"shapes": SHAPES}
        defaults: dict[str, Value] = asdict(kind())
        parts.append(_table(heading, [(name, value, sentences[name]) for name, value in defaults.items()]))
    return "\n\n".join([*parts, _table("Gamesat", _native.switches("gamesat"))])


def _link(heading: str) -> str:
    return f"[{heading}](#{heading.lower()})"


def _table(heading: str, rows: Iterable[tuple[str, Value, str]]) -> str:
    lines = [f"### {heading}", "", "| switch | default | meaning |", "| --- | --- | --- |"]
    return "\n".join([*lines, *(f"| `{name}` | {switch_text(default)} | {said} |" for name, default, said in rows)])
