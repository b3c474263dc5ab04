"""Octal games: taking and breaking of heaps, told by a code (Guy and Smith 1956).

The digit in place k of ``d0.d1d2d3…`` says what may be left of a heap from which k things are taken: 1 if it may have
been all of the heap, plus 2 if one heap may be left, plus 4 if two may. In Kayles, 0.77, one or two pins go and the
rest may fall into two rows; Nim with heaps of up to three things is 0.333.
"""

from __future__ import annotations

import re

from zermelo.errors import InputError

_CODE = re.compile(r"([04])\.([0-7]*)\Z")


def octal_heaps(code: str, largest: int) -> list[frozenset[tuple[int, ...]]]:
    """The options of the heaps of 0, 1, …, `largest` things, as sums of smaller heaps.

    >>> [sorted(each) for each in octal_heaps("0.77", 3)]
    [[], [()], [(), (1,)], [(1,), (1, 1), (2,)]]
    """
    match = _CODE.match(code)
    if match is None:
        raise InputError("an octal code such as 0.77, its first digit 0 or 4", found=repr(code[:40]))
    digits = [int(digit) for digit in match[1] + match[2]]
    found = list[frozenset[tuple[int, ...]]]()
    for size in range(largest + 1):
        sums = set[tuple[int, ...]]()
        for taken, digit in enumerate(digits[: size + 1]):
            left = size - taken
            if digit & 1 and left == 0 and taken:
                sums.add(())
            if digit & 2 and left > 0 and taken:
                sums.add((left,))
            if digit & 4:
                sums |= {(one, left - one) for one in range(1, left // 2 + 1)}
        found.append(frozenset(sums))
    return found
