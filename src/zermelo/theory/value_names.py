"""Names of values, as the literature has them.

    3/4          numbers
    *2           nimbers; * is *1
    ↑  3.↑*      ups, with a multiple, and a nimber added: 3.↑* is ↑ + ↑ + ↑ + *; ↓ is -↑
    1/2↑*        a number with such a value added; 1/2+3.↑ with a plus between digits
    ↑^2          powers of up: {0|↓*}; ↓^2 is its negative
    ±1           switches {x|-x}; ±{3|1}, ±(1,{3|0}) for other games that are their own negatives
    ⧾1  ⧿1       tiny {0||0|-1} and miny {1|0||0}; 2+⧾1 with a number added
    {2|1||0}     all others: Left's options, a bar, Right's options; more bars part further

:func:`~zermelo.theory.value_reader.read_value` reads them.

Source: Conway, *On Numbers and Games*; *Winning Ways*; Siegel, *Combinatorial Game Theory*.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

from zermelo.errors import LimitError
from zermelo.theory.short_game import STAR, ZERO, ShortGame, add, canonical, dyadic, negative

MOST_POWER = 5
"""The highest power of up that gets a name."""

MOST_BARS = 3
"""The longest run of bars; inner games keep their braces where it would be longer."""

MOST_LETTERS = 1_000_000
"""The length of the longest name: a value may have few positions, and each stands in its name as often as it is met."""

_BARS = re.compile(r"\|+")


@lru_cache(maxsize=1 << 15)
def name_of(game: ShortGame) -> str:
    """The name of a value.

    >>> from zermelo.theory.short_game import UP, integer, multiple, nimber
    >>> for game in (multiple(-2, UP), canonical([integer(2)], [integer(-2)]), nimber(3) + UP + dyadic(Fraction(1, 2))):
    ...     print(name_of(game))
    ⇓
    ±2
    1/2↑*3
    """
    short = _short_name(game)
    return form_of(game) if short is None else short


@lru_cache(maxsize=1 << 15)
def form_of(game: ShortGame) -> str:
    """The canonical form, one level of it: the options by their names.

    >>> from zermelo.theory.short_game import UP
    >>> form_of(UP), form_of(ZERO), form_of(add(UP, STAR))
    ('{0|*}', '{|}', '{0,*|0}')
    """
    left, right = (_listed(options) for options in (game.left, game.right))
    bars = "|" * (1 + max((_outer_bars(each) for each in (left, right)), default=0))
    if len(left) + len(right) > MOST_LETTERS:
        raise LimitError("size", f"its name has more than {MOST_LETTERS:,} letters")
    return f"{{{left}{bars}{right}}}"


def _listed(options: tuple[ShortGame, ...]) -> str:
    """Options, the greatest first. One option alone needs no braces of its own."""
    names = [name_of(option) for option in sorted(options, key=_place)]
    if len(names) == 1 and _is_braced(names[0]) and _outer_bars(names[0][1:-1]) < MOST_BARS:
        return names[0][1:-1]
    return ",".join(names)


def _is_braced(name: str) -> bool:
    """True for one pair of braces around the whole name."""
    depth = 0
    for place, letter in enumerate(name):
        depth += (letter == "{") - (letter == "}")
        if depth == 0:
            return place == len(name) - 1 and letter == "}"
    return False


def _outer_bars(text: str) -> int:
    """The length of the longest run of bars that is in no braces."""
    outer, depth = "", 0
    for letter in text:
        depth += (letter == "{") - (letter == "}")
        outer += letter if depth == 0 and letter != "}" else ""
    return max(map(len, _BARS.findall(outer)), default=0)


def _place(game: ShortGame) -> tuple[Fraction, int, str]:
    """A place in lists of options, the same in every run."""
    return -(game.left_stop + game.right_stop), game.birthday, name_of(game)


def _short_name(game: ShortGame) -> str | None:
    if game.number is not None:
        return str(game.number)
    shift = game.left_stop if game.left_stop == game.right_stop else Fraction(0)
    infinitesimal = add(game, dyadic(-shift)) if shift else game
    before = str(shift) if shift else ""
    found = _ups_and_star(infinitesimal) or _power(infinitesimal)
    if found is not None:
        return _joined(before, found)
    for sign, each in (("⧾", infinitesimal), ("⧿", negative(infinitesimal))):
        threat = _tiny(each)
        if threat is not None:
            plus = f"{before}+" if before else ""
            return plus + sign + (threat if re.fullmatch(r"[0-9/]+", threat) else f"({threat})")
    return _switch(game)


def _ups_and_star(game: ShortGame) -> str | None:
    """The name of a sum of ups and a nimber; empty for none."""
    if game.up_sum is None:
        return None
    _, count, size = game.up_sum
    ups = {0: "", 1: "↑", -1: "↓", 2: "⇑", -2: "⇓"}.get(count, f"{abs(count)}.{'↑' if count > 0 else '↓'}")
    return ups + {0: "", 1: "*"}.get(size, f"*{size}")


def _joined(number: str, rest: str) -> str:
    """A number and what is added to it; with a plus where their digits would run together."""
    return number + ("+" if number and rest[:1].isdigit() else "") + rest


@lru_cache(maxsize=8)
def up_power(power: int) -> ShortGame:
    """The power of up {0|* - ↑ - ↑^2 - …}, infinitely smaller than the one before.

    >>> from zermelo.theory.short_game import UP
    >>> up_power(2) < UP, name_of(up_power(2))
    (True, '↑^2')
    """
    lower = [up_power(k) for k in range(1, power)]
    return canonical([ZERO], [add(STAR, negative(sum(lower, ZERO)))])


def _power(game: ShortGame) -> str | None:
    for power in range(2, MOST_POWER + 1):
        if game is up_power(power):
            return f"↑^{power}"
        if game is negative(up_power(power)):
            return f"↓^{power}"
    return None


def _tiny(game: ShortGame) -> str | None:
    """The threat x of tiny x = {0||0|-x}, x > 0; None for another game."""
    if game.left != (ZERO,) or len(game.right) != 1:
        return None
    answer = game.right[0]
    if answer.left != (ZERO,) or len(answer.right) != 1 or not answer.right[0] < ZERO:
        return None
    return name_of(negative(answer.right[0]))


def _switch(game: ShortGame) -> str | None:
    """The name of a game that is its own negative."""
    if negative(game) is not game:
        return None
    names = [name_of(option) for option in sorted(game.left, key=_place)]
    if len(names) > 1:
        return f"±({','.join(names)})"
    return f"±{names[0]}" if re.fullmatch(r"[0-9/]+", names[0]) or _is_braced(names[0]) else f"±({names[0]})"
