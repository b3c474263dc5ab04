"""Reasons for moves, in words."""

from __future__ import annotations


def any_move(claim: object) -> str:
    """The reason for a move that a strategy does not need for its claim.

    >>> any_move("White holds for 4")
    'nothing is to be answered, any move will do: White holds for 4'
    """
    return f"nothing is to be answered, any move will do: {claim}"
