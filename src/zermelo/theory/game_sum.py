"""Sums of games as people write them: ``domineering:2x3 + clobber:3x1``, ``-G``, ``3*G``, and values such as ``1/2``.

    sum    =  ["-"] term { (" + " | " - ") term }
    term   =  [copies] (game | value)
    copies =  count ("*" | "×" | "·" | " ")

The signs between terms have blanks around them, since names of games have signs, too; a plus before a family and its
colon, and a sign after a closing brace, do without. A minus right before the number of a value is the number's, as in
print: ``-1↑`` is -1 + ↑. A term that is the name of a value
(:mod:`~zermelo.theory.value_reader`) is that value: ``3*4`` is 3 + *4, and ``3*`` is 3 + *. Before anything but digits
``*`` makes copies, ``×`` always. A blank makes copies of games and braces; before other values it is refused, since
``3 1/2`` and ``2 ±1`` are also read as sums.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from zermelo.errors import InputError
from zermelo.theory.value_reader import begins_with_number, is_value

MOST_COPIES = 999
_SIGN = re.compile(r"\s+([+-])\s+|\s*(\+)\s*(?=(?:[0-9]+\s*[*·×]\s*)?[a-z][a-z-]*:)|(?<=})\s*([+-])(?!-)\s*")
_MULTIPLE = re.compile(
    r"([0-9]+)(?:\s+(?=[A-Za-z./~_{])|\s*\*\s*(?=[A-Za-z./~_{±⧾⧿↑↓⇑⇓^]|\+-)|\s*[·×]\s*)(.+)", re.DOTALL
)


class SumTerm(NamedTuple):
    """A term of a sum: how many copies (fewer than 0: of the negative), and the name of a game or value."""

    copies: int
    text: str


def terms_of(text: str) -> tuple[SumTerm, ...]:
    """The terms of a sum; ``InputError`` where one is missing.

    >>> terms_of("domineering:2x3 - 2*clobber:3x1 + 1/2")
    (SumTerm(copies=1, text='domineering:2x3'), SumTerm(copies=-2, text='clobber:3x1'), SumTerm(copies=1, text='1/2'))
    >>> terms_of("nim:3+2*kayles:4")
    (SumTerm(copies=1, text='nim:3'), SumTerm(copies=2, text='kayles:4'))
    """
    body = text.strip()
    if "\n" in body:
        return (SumTerm(1, text),)  # the text of a file
    if re.search(r"(^|\s)[+-]$", body):
        raise InputError("a game or a value after each sign", found="nothing", source=text)
    signs = ["+"]
    if body.startswith("+") and not body.startswith("+-"):
        body = body[1:].strip()
    parts, level, start = [], 0, 0
    for place in range(len(body)):
        level += (body[place] in "{(") - (body[place] in "})")
        found = _SIGN.match(body, place) if level == 0 and place >= start else None
        if found is not None:
            parts.append(body[start:place])
            signs.append(found[1] or found[2] or found[3])
            start = found.end()
    parts.append(body[start:])
    if parts[0].startswith("-") and not begins_with_number(parts[0]):
        signs[0], parts[0] = "-", parts[0][1:]
    terms = []
    for sign, part in zip(signs, parts, strict=True):
        if not part.strip():
            raise InputError("a game or a value on both sides of each sign", found="nothing", source=text)
        count, name = _copies(part.strip(), text)
        terms.append(SumTerm(-count if sign == "-" else count, name))
    return tuple(terms)


def _copies(term: str, text: str) -> tuple[int, str]:
    """The count of copies that a term of a text says, and what is copied."""
    found = None if is_value(term) else _MULTIPLE.fullmatch(term)
    if found is None:
        return 1, term
    digits = found[1].lstrip("0") or "0"
    if len(digits) > len(str(MOST_COPIES)) or int(digits) > MOST_COPIES:
        raise InputError(f"at most {MOST_COPIES} copies", found=found[1][:60], source=text[:60])
    return int(digits), found[2]
