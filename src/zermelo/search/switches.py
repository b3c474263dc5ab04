"""The switches of the native searches, one class for each kind of search.

Answers do not depend on switches: each turns a part of a search off, for tests and for measuring what the part is
worth; ``shuffle`` is the seed of another order. The table of names, defaults and meanings is that of the core
(``_native.switches``); a test holds these classes to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from zermelo import _native

TABLES: tuple[Literal["positional", "connection", "tree", "gamesat"], ...] = (
    "positional",
    "connection",
    "tree",
    "gamesat",
)
"""The tables of the core; searches of trees are those of grid games and the generic ones."""

LARGEST = 1_000_000
"""The largest number that a switch may be."""


@dataclass(frozen=True)
class PositionalSwitches:
    """Switches of the search of positional games; the numbers are amounts of work, 0 for none."""

    symmetry: bool = True
    table: bool = True
    must_play: bool = True
    order: bool = True
    erdos_selfridge: bool = True
    twins: bool = True
    exchange: bool = True
    forks: bool = True
    dominated: bool = True
    breaker_first: bool = True
    test_first: bool = True
    answers: bool = True
    relax: bool = True
    deepen: bool = True
    race: bool = True
    pairing: int = 2
    repair: int = 3
    joint: int = 3
    rest_bound: bool = True
    avoid: bool = True
    supports: int = 65536
    repair_from: int = 32
    periodic: int = 65
    windows: int = 4096
    window_from: int = 50
    shares: int = 256
    shuffle: int = 0


@dataclass(frozen=True)
class ConnectionSwitches:
    """Switches of the search of connection games."""

    dead: bool = True
    captured: bool = True
    must_play: bool = True
    lean: bool = True
    links: bool = True
    dual: bool = True
    table: bool = True
    symmetry: bool = True
    proof_numbers: bool = True
    widen: bool = True
    order: bool = True
    current: bool = True
    facts: bool = True
    skip: bool = True
    shuffle: int = 0


@dataclass(frozen=True)
class _TreeSwitches:
    """Switches that the search of grid games shares with the generic ones."""

    table: bool = True
    symmetry: bool = True
    deepen: bool = True
    order: bool = True
    mobility: bool = True
    threats: bool = True
    look_up: bool = True
    shuffle: int = 0


@dataclass(frozen=True)
class GridSwitches(_TreeSwitches):
    """Switches of the search of grid games."""

    forced: bool = True
    forget: bool = True
    count: bool = True
    bands: bool = True
    nimbers: bool = True


@dataclass(frozen=True)
class GenericSwitches(_TreeSwitches):
    """Switches of the searches that take any game: depth-first, df-pn and pns."""

    second_level: bool = True
    shapes: bool = True


def markdown() -> str:
    """The tables of all searches as Markdown, for the documentation; their sentences stand in the core.

    >>> print(markdown().splitlines()[4])
    | `symmetry` | on | ...
    """
    parts = []
    for name in TABLES:
        rows = [f"### {name.capitalize()}", "", "| switch | default | meaning |", "| --- | --- | --- |"]
        for switch, default, meaning in _native.switches(name):
            said = {True: "on", False: "off"}[default] if isinstance(default, bool) else default
            rows.append(f"| `{switch}` | {said} | {meaning} |")
        parts.append("\n".join(rows))
    return "\n\n".join(parts)
