"""Values of positions of games in which a player who cannot move has lost.

The value of a position is made of those of the positions to which Left and Right could move, whoever's turn it is.
The rules of a kind of games say which these are, and into which *parts* a position falls: parts in which both can move
as they like, one without bearing on another. The value of a position is the sum of its parts' values, and equal parts
are worked out once.

In this package Left is Black, and Right is White.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from time import monotonic
from typing import Any, Protocol

from zermelo.errors import LimitError, UnsupportedError
from zermelo.model import Game, GridGame, NetGame
from zermelo.theory.short_game import ZERO, ShortGame, add, canonical, negative

GamePart = Any
"""A part of a position, as the rules of its kind of games hold it; hashable."""


class PartizanRules(Protocol):
    """The rules of a game, for both players at any time."""

    def start(self) -> Sequence[GamePart]:
        """The parts of the start position."""
        ...

    def options(self, part: GamePart, left: bool) -> Iterable[Sequence[GamePart]]:
        """The parts that are left of a part after each move of Left, or of Right; one by one if that takes long."""
        ...

    @property
    def notes(self) -> tuple[str, ...]:
        """Remarks on how the rules were read."""
        ...

    def key(self, part: GamePart) -> tuple[Hashable, bool]:
        """A key of the value of a part, and True if it is the key of the negative."""
        ...


class ValueMemory:
    """Values of parts, by their keys, for any number of games.

    >>> from zermelo.families import make
    >>> values = ValueMemory()
    >>> values.of(make("domineering:3x2")), values.of(make("nim:1,2,4"))
    (<value {2|-1/2}>, <value *7>)
    """

    def __init__(self) -> None:
        self._known: dict[Hashable, ShortGame] = {}
        self.notes: tuple[str, ...] = ()
        """Remarks on how the rules of the last game were read."""

    def of(self, game: Game, until: float | None = None) -> ShortGame:
        """The value of a game's start position, whoever moves there.

        Parameters
        ----------
        game
            The game.
        until
            A time of the monotonic clock after which ``LimitError`` is raised; what was found until then is kept.

        Notes
        -----
        Raises ``UnsupportedError`` for a game that has no value of this kind, with the reason.
        """
        rules = rules_of(game)
        self.notes = ()
        value = self._of_rules(rules, game, until)
        self.notes = rules.notes
        return value

    def _of_rules(self, rules: PartizanRules, game: Game, until: float | None) -> ShortGame:
        start = rules.start()
        found: dict[GamePart, ShortGame] = {}
        keys: dict[GamePart, tuple[Hashable, bool]] = {}
        opened: dict[GamePart, tuple[list[Sequence[GamePart]], list[Sequence[GamePart]]]] = {}
        on_path: set[Hashable] = set()
        stack = list(start)
        while stack:
            part = stack[-1]
            if part in found:
                stack.pop()
                continue
            if part not in keys:
                keys[part] = rules.key(part)
            key, negated = keys[part]
            if part not in opened:
                value = self._known.get(key)
                if value is not None:
                    found[part] = negative(value) if negated else value
                    stack.pop()
                    continue
                if key in on_path:  # a position that comes again, or its mirror: the play can go on so for ever
                    raise endless(game)
                left, right = (_listed(rules.options(part, left=left), until) for left in (True, False))
                on_path.add(key)
                opened[part] = left, right
                missing = {each for side in opened[part] for parts in side for each in parts if each not in found}
                stack.extend(missing)
                continue
            sides = opened.pop(part)
            if any(each not in found for side in sides for parts in side for each in parts):
                raise endless(game)  # it is not finished, but met again below itself
            value = canonical(*({total(found, parts) for parts in side} for side in sides))
            found[part] = value
            self._known[key] = negative(value) if negated else value
            on_path.discard(key)
            stack.pop()
        return total(found, start)


def _listed(options: Iterable[Sequence[GamePart]], until: float | None) -> list[Sequence[GamePart]]:
    """The options, found until a time; ``LimitError`` after it."""
    found = list[Sequence[GamePart]]()
    for each in options:
        check_time(until)
        found.append(each)
    check_time(until)
    return found


def check_time(until: float | None) -> None:
    """Raise ``LimitError`` after a time of the monotonic clock."""
    if until is not None and monotonic() > until:
        raise LimitError("time", "out of time")


def endless(game: Game) -> UnsupportedError:
    """The error of a game in which a position comes again."""
    return UnsupportedError("a game in which every play ends", found="a position that comes again", source=game.name)


def total(found: dict[GamePart, ShortGame], parts: Sequence[GamePart]) -> ShortGame:
    """The sum of the values of parts."""
    value = ZERO
    for part in parts:
        value = add(value, found[part])
    return value


def rules_of(game: Game) -> PartizanRules:
    """The rules of a game for both players at any time; ``UnsupportedError`` for a game without a value, and why."""
    if isinstance(game, GridGame):
        from zermelo.theory.independent_parts import GridParts

        return GridParts(game)
    if isinstance(game, NetGame):
        from zermelo.theory.net_states import NetStates

        return NetStates(game)
    raise UnsupportedError("a game in which a player who cannot move has lost", found=game.kind, source=game.name)


def value_of(game: Game, until: float | None = None) -> ShortGame:
    """The value of a game in its start position, in canonical form: ``ValueMemory().of(game)``.

    >>> from zermelo.families import make
    >>> value_of(make("domineering:2x2")), value_of(make("toads-and-frogs:t_f"))
    (<value ±1>, <value *>)
    """
    return ValueMemory().of(game, until)
