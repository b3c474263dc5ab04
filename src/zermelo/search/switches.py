"""The switches of the native searches, one class for each kind of search.

Answers do not depend on switches: each turns a part of a search off, for tests and for measuring what the part is
worth; ``shuffle`` is the seed of another order. The table of names, defaults and meanings is that of the core
(``_native.switches``); a test holds these classes to it.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, TypeVar

from zermelo.errors import InputError, UnsupportedError

LARGEST = 1_000_000
"""The largest number that a switch may be."""

Value = bool | int
"""On or off, or an amount of work or a seed."""

Values = Mapping[str, Value]
"""Switches by name, those that are not as usual."""

WORDS: dict[str, Value] = {"on": True, "true": True, "off": False, "false": False}


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
    rows: bool = True
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


KINDS: tuple[type[Any], ...] = (PositionalSwitches, ConnectionSwitches, GridSwitches, GenericSwitches)
"""The switches of all searches."""


def read_switches(texts: Iterable[str]) -> dict[str, Value]:
    """The switches of texts ``NAME=VALUE``; a value is on, off or a number.

    Raises ``InputError`` for another text; whether there is such a switch is for :func:`require`.

    >>> read_switches(["deepen=off", "shuffle=3"])
    {'deepen': False, 'shuffle': 3}
    """
    found: dict[str, Value] = {}
    for text in texts:
        name, _, said = text.partition("=")
        number = int(said) if re.fullmatch("-?[0-9]{1,19}", said) else None
        value = WORDS.get(said.lower(), number)
        if not name or value is None:
            wanted = "a switch NAME=VALUE, with on, off or a number"
            raise InputError(wanted, found=repr(text[:60]), advice="docs/switches.md has them")
        found[name] = value
    return found


def switch_text(value: object) -> str:
    """A value as `read_switches` reads it.

    >>> switch_text(False), switch_text(3)
    ('off', '3')
    """
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def require(kinds: Iterable[type[Any]], values: Values) -> None:
    """Refuse switches that none of some kinds of searches has, or values that they cannot have.

    Raises ``InputError``: ``UnsupportedError`` for a switch that only other searches have.

    >>> require([GridSwitches], {"shuffle": 3})
    >>> require([GridSwitches], {"facts": False})
    Traceback (most recent call last):
      ...
    zermelo.errors.UnsupportedError: found 'facts', expected a switch among table, ...
    """
    usual: dict[str, Any] = {each.name: each.default for kind in kinds for each in fields(kind)}
    for name, value in values.items():
        if not usual:
            raise UnsupportedError("a game whose search has switches", found=f"the switch {name}")
        if name not in usual:
            near = difflib.get_close_matches(name, usual, n=1)
            advice = f"did you mean {near[0]}?" if near else "docs/switches.md has them all"
            error = (
                UnsupportedError if any(name == each.name for kind in KINDS for each in fields(kind)) else InputError
            )
            raise error(f"a switch among {', '.join(usual)}", found=repr(name), advice=advice)
        is_number = type(usual[name]) is int
        if type(value) is not type(usual[name]) or not 0 <= value <= LARGEST:
            wanted = f"a number from 0 to {LARGEST}" if is_number else "on or off (True or False)"
            raise InputError(f"{wanted} for the switch {name}", found=repr(f"{name}={switch_text(value)}"))


Kind = TypeVar("Kind", PositionalSwitches, ConnectionSwitches, GridSwitches, GenericSwitches)


def switches_of(kind: type[Kind], values: Values) -> Kind:
    """The switches of one kind of search, those that it has of some.

    >>> switches_of(ConnectionSwitches, {"links": False, "pairing": 0}).links
    False
    """
    own: dict[str, Any] = {each.name: values[each.name] for each in fields(kind) if each.name in values}
    return kind(**own)
