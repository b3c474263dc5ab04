"""Reading values: the names of :mod:`~zermelo.theory.value_names`, with ``^`` and ``v`` for arrows, ``+-`` for ±."""

from __future__ import annotations

import re
from fractions import Fraction

from zermelo.errors import InputError
from zermelo.theory.short_game import MOST_INTEGER, UP, ZERO, ShortGame, add, canonical, dyadic, multiple, nimber
from zermelo.theory.value_names import MOST_POWER, up_power

MOST_STAR = 64
"""The largest heap of Nim that is read."""

MOST_DEPTH = 50
"""Braces in braces."""

_SHIFTED = re.compile(r"(-?[0-9]{1,9}(?:/[0-9]{1,9})?)\+([⧾⧿].*)")
_ATOM = re.compile(
    r"(?P<number>-?[0-9]{1,9}(?:/[0-9]{1,9})?(?![0-9]*\.))?"
    r"(?:\+?(?:(?P<count>[0-9]{1,3})\.)?(?P<ups>↑|↓|⇑|⇓|\^\^|\^|vv|v)(?:\^(?P<power>[2-9]))?)?"
    r"(?P<star>\*(?P<size>[0-9]{0,3}))?"
)
_UPS = {"↑": 1, "^": 1, "⇑": 2, "^^": 2, "↓": -1, "v": -1, "⇓": -2, "vv": -2}
_EXPECTED = "a value such as 1/2, *2, ↑ (^), ↓* (v*), ±1 (+-1), ⧾1 or {2|1||0}"


def is_value(text: str) -> bool:
    """Tell whether a text is meant as the name of a value, not as that of a game.

    >>> is_value("1/2"), is_value("{1|-1}"), is_value("hex:3x3"), is_value("1+⧾2")
    (True, True, False, True)
    """
    plain = "".join(text.split())
    found = _ATOM.fullmatch(plain) or _SHIFTED.fullmatch(plain)
    return bool(plain) and (found is not None or plain[0] in "{±⧾⧿" or plain.startswith("+-"))


def read_value(text: str) -> ShortGame:
    """The value of a name; ``InputError`` for a text that is none.

    >>> read_value("{0||0|-1}"), read_value("+-{3|1}"), read_value("1/2^*")
    (<value ⧾1>, <value ±{3|1}>, <value 1/2↑*>)
    """
    plain = "".join(text.split())
    try:
        return _read(plain, 0)
    except _UnreadableError:
        raise InputError(_EXPECTED, found=repr(text[:60])) from None


class _UnreadableError(Exception):
    """A text that is no value."""


def _read(text: str, depth: int) -> ShortGame:
    if depth > MOST_DEPTH or not text:
        raise _UnreadableError
    if text.startswith("{") and text.endswith("}"):
        return _read_form(text[1:-1], depth)
    for sign in ("±", "+-"):
        if text.startswith(sign):
            inner = text[len(sign) :]
            inner = inner[1:-1] if inner.startswith("(") and inner.endswith(")") else inner
            left = _options(inner, depth)
            return canonical(left, [-option for option in left])
    if text[0] in "⧾⧿":
        inner = text[1:]
        inner = inner[1:-1] if inner.startswith("(") and inner.endswith(")") else inner
        tiny = canonical([ZERO], [canonical([ZERO], [-_read(inner, depth + 1)])])
        return tiny if text[0] == "⧾" else -tiny
    shifted = _SHIFTED.fullmatch(text)
    return _read_atom(text) if shifted is None else add(_read_atom(shifted[1]), _read(shifted[2], depth + 1))


def _read_atom(text: str) -> ShortGame:
    found = _ATOM.fullmatch(text)
    if not text or found is None:
        raise _UnreadableError
    total = ZERO
    if found["number"]:
        if found["number"].endswith("/0") or not _fits(found["number"]):
            raise _UnreadableError
        total = dyadic(Fraction(found["number"]))
    if found["ups"]:
        count = _UPS[found["ups"]]
        power = int(found["power"] or 1)
        if power > MOST_POWER or (power > 1 and abs(count) > 1):
            raise _UnreadableError
        up = UP if power == 1 else up_power(power)
        total = add(total, multiple(count * int(found["count"] or 1), up))
    if found["star"]:
        size = int(found["size"] or 1)
        if size > MOST_STAR:
            raise InputError(f"heaps of Nim up to *{MOST_STAR}", found=f"*{size}")
        total = add(total, nimber(size))
    return total


def _fits(number: str) -> bool:
    return re.search(r"/0+$", number) is None and abs(Fraction(number)) <= MOST_INTEGER


def _read_form(text: str, depth: int) -> ShortGame:
    """The game of options on both sides of the longest run of bars that is in no braces."""
    level, runs = 0, list[tuple[int, int]]()
    for place, letter in enumerate(text):
        level += (letter in "{(") - (letter in "})")
        if letter == "|" and level == 0:
            if runs and runs[-1][1] == place:
                runs[-1] = (runs[-1][0], place + 1)
            else:
                runs.append((place, place + 1))
    most = max((end - start for start, end in runs), default=0)
    longest = [run for run in runs if run[1] - run[0] == most]
    if len(longest) != 1:
        raise _UnreadableError
    start, end = longest[0]
    return canonical(_side(text[:start], depth), _side(text[end:], depth))


def _side(text: str, depth: int) -> list[ShortGame]:
    """Options between bars: a list of values, or one form without its braces."""
    if not text:
        return []
    level = 0
    for letter in text:
        level += (letter in "{(") - (letter in "})")
        if letter == "|" and level == 0:
            return [_read_form(text, depth + 1)]
    return _options(text, depth)


def _options(text: str, depth: int) -> list[ShortGame]:
    parts, level = [""], 0
    for letter in text:
        level += (letter in "{(") - (letter in "})")
        if letter == "," and level == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [_read(part, depth + 1) for part in parts]
