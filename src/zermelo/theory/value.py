"""Values of positions of games in which a player who cannot move has lost.

The value of a position is made of those of the positions to which Left and Right could move, whoever's turn it is.
The rules of a kind of games say which these are, and into which *parts* a position falls: parts in which both can move
as they like, one without bearing on another. The value of a position is the sum of its parts' values, and equal parts
are worked out once. For grid games, whose positions fall into many, the core does this (``native/theory/``).

In this package Left is Black, and Right is White.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Protocol

from zermelo import _native
from zermelo.errors import LimitError, UnsupportedError
from zermelo.model import Game, GridGame, NetGame
from zermelo.theory.impartial_packing import impartial_moves, nimber_of
from zermelo.theory.independent_parts import GridParts
from zermelo.theory.net_states import NetStates
from zermelo.theory.short_game import ZERO, ShortGame, add, canonical, negative, nimber, tree_read
from zermelo.theory.time_left import out_of_time, seconds_until

MEMORY_MB = 4096
"""Megabytes that values of grid games take at most, where no limit is named."""

NODES = 2**63 - 1
"""As good as no limit."""

TOO_DEEP = "the tree of a value is too deep to be worked with"

GamePart = Any
"""A part of a position, as the rules of its kind of games hold it; hashable."""


class PartizanRules(Protocol):
    """The rules of a game, for both players at any time."""

    def start(self) -> Sequence[GamePart]:
        """The parts of the start position."""
        ...

    def options(self, part: GamePart, left: bool, until: float | None = None) -> Sequence[Sequence[GamePart]]:
        """The parts that are left of a part after each move of Left, or of Right.

        Raises ``LimitError`` after a time of the monotonic clock.
        """
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

    Parameters
    ----------
    megabytes
        The limit of what is kept of grid games.

    >>> from zermelo.families import make
    >>> values = ValueMemory()
    >>> values.of(make("domineering:3x2")), values.of(make("nim:1,2,4"))
    (<value {2|-1/2}>, <value *7>)
    """

    def __init__(self, megabytes: float = MEMORY_MB) -> None:
        self._known: dict[Hashable, ShortGame] = {}
        self._of_parts = _native.PartValues()
        self._bytes = int(1e6 * megabytes)
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
        Raises ``UnsupportedError`` for a game that has no value of this kind, with the reason; ``LimitError`` where the
        time or the memory was too short, and for a value whose tree is too deep.
        """
        rules = rules_of(game)
        self.notes = ()
        moves = impartial_moves(game) if isinstance(game, GridGame) else None
        if isinstance(game, GridGame) and moves:
            value = self._of_impartial(game, moves, until)
        elif isinstance(rules, GridParts):
            value = self._of_grid(rules, game, until)
        else:
            value = self._of_rules(rules, game, until)
        self.notes = rules.notes
        return value

    def _of_impartial(self, game: GridGame, moves: frozenset[int], until: float | None) -> ShortGame:
        reason, size = nimber_of(game, moves, self._bytes, seconds_until(until))
        if reason:
            raise out_of_time()
        return nimber(size)

    def _of_grid(self, rules: GridParts, game: Game, until: float | None) -> ShortGame:
        try:
            with rules.idle_told():
                start, seconds = rules.start(), seconds_until(until)
                reason, forms = self._of_parts.of(rules.native, start, self._bytes, seconds, NODES)
        except MemoryError:
            reason, forms = "memory", []
        if reason == "time":
            raise out_of_time()
        if reason == "endless":
            raise endless(game)
        if reason == "memory":
            self._of_parts = _native.PartValues()
            raise LimitError("memory", "out of memory")
        if reason:
            raise LimitError("size", TOO_DEEP)
        return tree_read(forms)

    def _of_rules(self, rules: PartizanRules, game: Game, until: float | None) -> ShortGame:
        start = rules.start()
        found: dict[GamePart, ShortGame] = {}
        keys: dict[GamePart, tuple[Hashable, bool]] = {}
        opened: dict[GamePart, tuple[Sequence[Sequence[GamePart]], Sequence[Sequence[GamePart]]]] = {}
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
                left, right = (rules.options(part, left=left, until=until) for left in (True, False))
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
        return GridParts(game)
    if isinstance(game, NetGame):
        return NetStates(game)
    raise UnsupportedError("a game in which a player who cannot move has lost", found=game.kind, source=game.name)


def value_of(game: Game, until: float | None = None) -> ShortGame:
    """The value of a game in its start position, in canonical form: ``ValueMemory().of(game)``.

    >>> from zermelo.families import make
    >>> value_of(make("domineering:2x2")), value_of(make("toads-and-frogs:t_f"))
    (<value ±1>, <value *>)
    """
    return ValueMemory().of(game, until)
