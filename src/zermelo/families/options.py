"""Options of several families.

The rule of an achievement game is always stated: ``kind=mm`` (maker-maker) is the default of every
family of positional games, ``kind=mb`` (or the flag ``mb``) asks for maker-breaker, and the notes of the game
say which it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from zermelo.errors import InputError
from zermelo.families.expression import Arguments, Option, choice, flag, integer, quoted
from zermelo.model import Board, Player, PositionalGame, Rule, Turns

MOST_CELLS = 4096
Size = tuple[int, int]


def size(text: str) -> Size:
    """Read a board size, columns x rows.

    >>> size("5x4"), size("19×19")
    ((5, 4), (19, 19))
    """
    match = re.fullmatch(r"([0-9]{1,9})\s*[xX×]\s*([0-9]{1,9})", text)
    if match is None:
        raise InputError("a board size, columns x rows, such as 4x4", found=quoted(text))
    columns, rows = int(match[1]), int(match[2])
    if columns < 1 or rows < 1:
        raise InputError("at least one column and one row", found=quoted(text))
    if columns * rows > MOST_CELLS:
        raise InputError(f"a board of at most {MOST_CELLS} cells", found=f"{columns * rows} ({text})")
    return columns, rows


def show_size(value: Size) -> str:
    return f"{value[0]}x{value[1]}"


def board_option(about: str = "the size of the board, columns x rows") -> Option[Size]:
    """The required option for the size of the board."""
    return Option("board", size, "COLUMNSxROWS", about, show=show_size)


def first_option() -> Option[Player]:
    """The option for the first player; the flag ``swap`` of the published files means White."""
    players = {"black": Player.BLACK, "white": Player.WHITE}
    return Option(
        "first", choice(players), "black|white", "who opens (swap means first=white)",
        default=Player.BLACK, show=lambda player: player.value, flags={"swap": Player.WHITE},
    )  # fmt: skip


_RULES = {"mm": Rule.MAKER_MAKER, "mb": Rule.MAKER_BREAKER}

BOARD = board_option()
FIRST = first_option()
TORUS = flag("torus", "opposite edges of the board are glued")
KIND: Option[Rule] = Option(
    "kind", choice(_RULES | {rule.value: rule for rule in Rule}), "mm|mb", "maker-maker (the default) or maker-breaker",
    default=Rule.MAKER_MAKER, show=lambda rule: "mb" if rule is Rule.MAKER_BREAKER else "mm", flags=_RULES,
)  # fmt: skip
P = Option("p", integer(1, MOST_CELLS), "N", "stones per move", default=1)
Q = Option("q", integer(1, MOST_CELLS), "N", "stones of the opening move", default=1)

_NOTES = {
    Rule.MAKER_MAKER: "maker-maker: the first to complete a winning set wins; a full board without one is a draw",
    Rule.MAKER_BREAKER: "maker-breaker: Black wins by completing a winning set, White by a stone in each of them",
}


def rule_note(rule: Rule) -> str:
    """The note about the rule of a game."""
    return _NOTES[rule]


def achievement_game(args: Arguments, board: Board, sets: Iterable[int], *, note: str) -> PositionalGame:
    """The positional game in which both players want the same sets (maker-breaker: Black alone).

    Reads the options ``kind``, ``first``, ``p`` and ``q`` where the family has them.

    Parameters
    ----------
    args
        The arguments of the expression; they name the game, too.
    board
        The cells.
    sets
        The winning sets as masks.
    note
        A note on the game, which follows that on the rule.
    """
    masks, rule = tuple(sets), args[KIND]
    return PositionalGame(
        args.name,
        board,
        rule,
        masks,
        masks if rule is Rule.MAKER_MAKER else (),
        turns=Turns(args[FIRST], opening=args[Q], stones=args[P]),
        notes=(rule_note(rule), note),
    )


def cell_place(text: str) -> tuple[int, int]:
    """Read a cell of a grid board, column-row.

    >>> cell_place("8-1")
    (8, 1)
    """
    match = re.fullmatch(r"([0-9]{1,4})-([0-9]{1,4})", text)
    if match is None:
        raise InputError("a cell, column-row, such as 4-1", found=quoted(text))
    return int(match[1]), int(match[2])


def show_place(place: tuple[int, int]) -> str:
    return f"{place[0]}-{place[1]}"


def span(least: int, most: int) -> Callable[[str], tuple[int, int]]:
    """A reader of ``3`` or ``2-4``.

    >>> span(1, 9)("3"), span(1, 9)("2-4")
    ((3, 3), (2, 4))
    """
    number = integer(least, most)

    def read(text: str) -> tuple[int, int]:
        low, dash, high = text.partition("-")
        first = number(low.strip())
        last = number(high.strip()) if dash else first
        if last < first:
            raise InputError("a range from the smaller to the larger number", found=quoted(text))
        return first, last

    return read


def show_span(value: tuple[int, int]) -> str:
    return str(value[0]) if value[0] == value[1] else f"{value[0]}-{value[1]}"
