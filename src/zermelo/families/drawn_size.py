"""The size of a family's board, taken from a drawing: ``hex`` and a drawing of 3 rows of 3 cells are ``hex:3x3``."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from zermelo.errors import InputError
from zermelo.families.expression import Family, parse

_OTHERS: Mapping[str, Callable[[int, int], str]] = {
    "y": lambda _, rows: f"size={rows}",
    "havannah": lambda _, rows: f"size={(rows + 1) // 2}",
    "kayles": lambda columns, _: f"pins={columns}",
    "dodgem": lambda columns, _: f"size={columns}",
    "amazons": lambda columns, rows: f"board={columns // 2}x{rows}",
}
"""Families whose option is not called board, or is not the size that is drawn."""


def sized(expression: str, columns: int, rows: int, families: Mapping[str, Family]) -> str:
    """The expression with the size of a drawing, where it says none itself.

    Parameters
    ----------
    expression
        A family, with or without its size.
    columns, rows
        The cells of the longest row, and the rows of the drawing.
    families
        The families by name.

    >>> from zermelo.families import FAMILIES
    >>> sized("hex", 4, 3, FAMILIES), sized("connect:4", 7, 6, FAMILIES), sized("ttt", 3, 3, FAMILIES)
    ('hex:board=4x3', 'connect:4,board=7x6', 'ttt')
    """
    name = expression.partition(":")[0].strip().lower()
    option = _OTHERS[name](columns, rows) if name in _OTHERS else f"board={columns}x{rows}"
    family = families.get(name)
    key = next((each for each in family.table if each.name == option.partition("=")[0]), None) if family else None
    if key is None:
        return expression
    try:
        if parse(expression, families).given(key):
            return expression
    except InputError:
        if f"{key.name}=" in expression.replace(" ", "").lower():
            return expression
    head, colon, tail = expression.partition(":")
    return f"{head}:{tail},{option}" if colon and tail.strip() else f"{head}:{option}"
