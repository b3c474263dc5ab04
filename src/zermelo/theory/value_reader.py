"""Reading values: the names of :mod:`~zermelo.theory.value_names`, with ``^`` and ``v`` for arrows, ``+-`` for ±.

Blanks may stand around bars, commas, braces, slashes and pluses, and after other signs. Anywhere else, as in ``3 4``,
the value is refused: without the blank it would be another one.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from zermelo.errors import InputError
from zermelo.theory.short_game import MOST_INTEGER, UP, ZERO, ShortGame, add, canonical, dyadic, multiple, nimber
from zermelo.theory.value_names import MOST_POWER, up_power

MOST_STAR = 64
"""The largest heap of Nim that is read."""

MOST_COUNT = 999
"""The largest multiple of up that is read."""

MOST_DENOMINATOR = 1 << 29
"""The largest denominator that is read: the tree of a fraction is as deep as the logarithm of it."""

MOST_DEPTH = 150
"""Braces in braces, a bar, and what stands after a number or a sign: the depth to which names are read."""

_SHIFTED = re.compile(r"(-?[0-9]++(?:/[0-9]++)?)\+([⧾⧿].*)")
_ATOM = re.compile(
    r"(?P<number>-?[0-9]++(?:/[0-9]++)?(?!\.))?"
    r"(?:\+?(?:(?P<count>[0-9]++)\.)?(?P<ups>↑|↓|⇑|⇓|\^\^|\^|vv|v)(?:\^(?P<power>[2-9]))?)?"
    r"(?P<star>\*(?P<size>[0-9]*+))?"
)
_MEANT = re.compile(
    r"[{±⧾⧿].*|\+-.*"
    r"|-?[0-9]++(?:/[0-9]++)?(?:\{|\s*(?:[±⧾⧿]|\+-)).*"  # ``2±1``, which is a sum to some, copies to others
    r"|(?:-[0-9]++|-?[0-9]++/[0-9]++)\s*[*·×]?\s*(?:[{±⧾⧿↑↓⇑⇓^]|\+-).*"  # ``1/2*{1|0}``
    r"|(?=.*[*^+\s])(?![0-9]+\s*\*\s*(?:[v^]|\+-))[0-9*^][0-9*/^v.+\s-]*",  # ``3 4``, ``3+4``, ``2*1/2``
    re.DOTALL,
)
_BLANK = re.compile(r"(?<![{(|,+±⧾⧿/\s-])\s+(?![})|,+/\s])")
_PAIR = re.compile(
    r"(-?[0-9]+(?:/[0-9]+)?)\s*([*·×]?)\s*((?:\+-|[{±⧾⧿]).*)|([0-9]+)\s*(\*)\s*([0-9*-]\S*)|([0-9]+)(\s+)(\S+)",
    re.DOTALL,
)
_UPS = {"↑": 1, "^": 1, "⇑": 2, "^^": 2, "↓": -1, "v": -1, "⇓": -2, "vv": -2}
_EXPECTED = "a value such as 1/2, *2, ↑ (^), ↓* (v*), ±1 (+-1), ⧾1 or {2|1||0}"


def begins_with_number(text: str) -> bool:
    """Tell whether a text is the name of a value that begins with a number, whose minus is that of the number.

    >>> [begins_with_number(text) for text in ("-1↑", "-1 + ↑", "-↑", "-3*{1|0}")]
    [True, False, False, False]
    """
    found = _ATOM.fullmatch(text)
    return bool(found and found["number"]) or _SHIFTED.fullmatch(text) is not None


def is_value(text: str) -> bool:
    """Tell whether a text is meant as the name of a value, right or wrong, not as that of a game.

    >>> is_value("1/2"), is_value("{1|-1}"), is_value("hex:3x3"), is_value("1+⧾2"), is_value("3 4")
    (True, True, False, True, True)
    """
    plain = "".join(text.split())
    found = _ATOM.fullmatch(plain) or _SHIFTED.fullmatch(plain) or _MEANT.fullmatch(text.strip())
    return bool(plain) and found is not None


def read_value(text: str) -> ShortGame:
    """The value of a name; ``InputError`` for a text that is none.

    >>> read_value("{0||0|-1}"), read_value("+-{3|1}"), read_value("1/2^*")
    (<value ⧾1>, <value ±{3|1}>, <value 1/2↑*>)
    """
    text = text.strip()
    blank = _BLANK.search(text)
    if blank is not None:
        place: dict[str, Any] = {"source": _shortened(text), "line": 1, "column": blank.start() + 1}
        raise InputError("a value without blanks inside", found=_shown(text), advice=_advice(text), **place)
    try:
        return _read("".join(text.split()), 0)
    except _UnreadableError:
        raise InputError(_EXPECTED, found=_shown(text), advice=_advice(text)) from None


def _advice(text: str) -> str | None:
    """The remedy for some texts that are no values."""
    found = _PAIR.fullmatch(text)
    if found is not None and len(text) <= 60:
        count, sign, rest = (group for group in found.groups() if group is not None)
        if not count.isdecimal() and sign:
            return "a count of copies is a whole number without a sign"
        rest = rest.replace("+-", "±")
        advice = [f"{count}{'×' if rest[0] in '0123456789*-' else '*'}{rest} for copies"] if count.isdecimal() else []
        advice += [f"{count} + {'*' if sign == '*' and rest.isdecimal() else ''}{rest} for a sum"]
        if is_value(rest):
            return "write " + ", ".join(advice)
    if _BLANK.search(text) and not _BLANK.search(_outside(text)):
        return "leave the blank out, or put there what is missing"
    if _BLANK.search(text) or re.search(r"[0-9*^v}]\s*\+\s*[^⧾⧿]|[0-9*^v}]\s*-", text):
        return "write A + B and A - B with blanks around the signs, 3*A or 3×A for copies"
    return None


def _outside(text: str) -> str:
    """A text without what is in braces or brackets."""
    level, kept = 0, ""
    for letter in text:
        level += letter in "{("
        kept += "{}" if level and letter in "{(" else "" if level else letter
        level -= letter in "})"
    return kept


def _shortened(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"


def _shown(text: str) -> str:
    return repr(_shortened(text))


class _UnreadableError(Exception):
    """A text that is no value."""


def _read(text: str, depth: int) -> ShortGame:
    if depth > MOST_DEPTH:
        raise InputError(f"at most {MOST_DEPTH} braces and bars in one another", found="more")
    if not text:
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
        total = _read_number(found["number"])
    if found["ups"]:
        many = _limited(found["count"] or "1", MOST_COUNT, f"multiples of up, 1.^ to {MOST_COUNT}.^")
        count = _UPS[found["ups"]]
        power = int(found["power"] or 1)
        if power > MOST_POWER or (power > 1 and abs(count) > 1):
            raise _UnreadableError
        up = UP if power == 1 else up_power(power)
        total = add(total, multiple(count * many, up))
    if found["star"]:
        size = _limited(found["size"] or "1", MOST_STAR, f"heaps of Nim up to *{MOST_STAR}", "*")
        total = add(total, nimber(size))
    return total


def _read_number(text: str) -> ShortGame:
    above, _, below = text.removeprefix("-").partition("/")
    parts = _limited(below or "1", MOST_DENOMINATOR, f"denominators up to {MOST_DENOMINATOR}", "1/")
    if parts == 0:
        raise _UnreadableError
    most = MOST_INTEGER * parts
    size = _limited(above, most, f"numbers from -{MOST_INTEGER} to {MOST_INTEGER}", text.partition(above)[0])
    return dyadic(Fraction(-size if text.startswith("-") else size, parts))


def _limited(digits: str, most: int, expected: str, before: str = "") -> int:
    """The number of some digits; ``InputError`` for a larger one than ``most``."""
    plain = digits.lstrip("0") or "0"
    if len(plain) > len(str(most)) or int(plain) > most:
        raise InputError(expected, found=_shown(before + digits))
    return int(plain)


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
