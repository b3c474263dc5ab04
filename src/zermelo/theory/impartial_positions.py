"""The positions of an impartial game, as generators of sums."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.errors import UnsupportedError
from zermelo.model import Game
from zermelo.theory.misere_learning import Heaps
from zermelo.theory.time_left import check_time
from zermelo.theory.value import GamePart, endless, rules_of


@dataclass(frozen=True)
class ImpartialPositions:
    """All parts into which the positions of a game fall.

    Parameters
    ----------
    options
        Of each part the sums of parts to which it can be moved; parts come after those to which they can.
    start
        The parts of the start position.
    """

    options: tuple[frozenset[Heaps], ...]
    start: Heaps


def impartial_positions(game: Game, until: float | None = None) -> ImpartialPositions:
    """The parts of the positions of a game in which both players have the same moves.

    Raises ``UnsupportedError`` where they have not, or where the game is not one in which who cannot move has lost,
    ``LimitError`` after a time of the monotonic clock.

    >>> from zermelo.families import make
    >>> found = impartial_positions(make("nim:3"))
    >>> [sorted(each) for each in found.options], found.start
    ([[], [(0,)], [(0,), (1,)], [(0,), (1,), (2,)]], (3,))
    """
    rules = rules_of(game)
    numbers, opened, options = dict[object, int](), dict[object, list[list[GamePart]]](), list[frozenset[Heaps]]()

    def number_of(parts: list[GamePart]) -> Heaps:
        return tuple(sorted(numbers[rules.key(part)[0]] for part in parts))

    stack: list[GamePart] = list(rules.start())
    while stack:
        part = stack[-1]
        key = rules.key(part)[0]
        if key in numbers:
            stack.pop()
            continue
        check_time(until)
        if key in opened:
            stack.pop()
            sides = opened.pop(key)
            missing = [one for parts in sides for one in parts if rules.key(one)[0] not in numbers]
            if missing:
                raise endless(game)
            numbers[key] = len(options)
            options.append(frozenset(number_of(parts) for parts in sides))
            continue
        both = [[list(parts) for parts in rules.options(part, left=left, until=until)] for left in (True, False)]
        signs = [{tuple(sorted(repr(rules.key(one)[0]) for one in parts)) for parts in side} for side in both]
        if signs[0] != signs[1]:
            raise UnsupportedError(
                "a game in which both players have the same moves", found="moves of one player alone", source=game.name
            )
        opened[key] = both[0]
        below = [one for parts in both[0] for one in parts if rules.key(one)[0] not in numbers]
        if any(rules.key(one)[0] in opened for one in below):
            raise endless(game)
        stack.extend(below)
    if rules.notes:  # moves that lose are left out, which changes misère play
        raise UnsupportedError("a game in which who cannot move has lost", found=rules.notes[0], source=game.name)
    return ImpartialPositions(tuple(options), number_of(list(rules.start())))
