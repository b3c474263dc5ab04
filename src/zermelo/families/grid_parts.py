"""Building blocks for rules of grid games: cells relative to (?x,?y), steps of a piece."""

from __future__ import annotations

from zermelo.families.expression import Arguments, flag
from zermelo.model import Action, Colour, Expression, Player, Position, Stuck, SubCondition, mask_of

OPEN, BLACK, WHITE = Colour.OPEN, Colour.BLACK, Colour.WHITE
COLOUR = {Player.BLACK: BLACK, Player.WHITE: WHITE}
MISERE = flag("misere", "who cannot move has won")
STRAIGHT = {"down": (0, 1), "up": (0, -1), "right": (1, 0), "left": (-1, 0)}
"""Steps along rows and columns; row 1 is drawn on top."""


def at(colour: Colour, dx: int = 0, dy: int = 0, *, negated: bool = False) -> SubCondition:
    """``colour(?x+dx,?y+dy)`` or its negation.

    Parameters
    ----------
    colour
        Black, white or open.
    dx, dy
        Columns and rows from the cell (?x,?y) of the move.
    negated
        True for the negation.

    >>> str(at(OPEN, 0, 1)), str(at(BLACK, -1, negated=True))
    ('open(?x,?y+1)', 'NOT(black(?x-1,?y))')
    """
    return SubCondition(colour, Expression("parameter", dx), Expression("parameter", dy), negated)


def stuck(args: Arguments) -> Stuck:
    """The fate of a player who cannot move, in a game with the option ``misere``."""
    return Stuck.WINS if args[MISERE] else Stuck.LOSES


def stuck_note(args: Arguments, cannot: str = "move") -> str:
    """The remark about :func:`stuck`, for people."""
    return f"who cannot {cannot} has {'won' if args[MISERE] else 'lost'}; finding that out counts as a move"


def step(name: str, colour: Colour, dx: int, dy: int, *needs: SubCondition) -> Action:
    """The action by which a piece goes from (?x,?y) to (?x+dx,?y+dy); a stone on the target is taken.

    Parameters
    ----------
    name
        The name of the action.
    colour
        The colour of the piece.
    dx, dy
        Columns and rows from the first cell to the target.
    needs
        Further preconditions.

    >>> print(*step("up", WHITE, 0, -1, at(OPEN, 0, -1)).condition)
    white(?x,?y) open(?x,?y-1) open(?x,?y) white(?x,?y-1)
    """
    return Action(name, (at(colour), *needs), (at(OPEN), at(colour, dx, dy)))


def rows_mask(columns: int, first: int, last: int) -> int:
    """All cells of the rows ``first`` … ``last`` of a grid board, as a mask.

    Parameters
    ----------
    columns
        The width of the board.
    first, last
        Numbers of rows, from 1; both rows belong to the result.

    >>> bin(rows_mask(3, 2, 2))
    '0b111000'
    """
    return mask_of(range((first - 1) * columns, last * columns))


def chessboard(columns: int, rows: int) -> Position:
    """A full board whose colours alternate; Black has the first cell.

    >>> bin(chessboard(3, 2).black), bin(chessboard(3, 2).white)
    ('0b10101', '0b101010')
    """
    black = mask_of(y * columns + x for y in range(rows) for x in range(columns) if (x + y) % 2 == 0)
    return Position(black, (1 << columns * rows) - 1 & ~black)
