"""Games whose rules are a rule sheet: text in GDL that a family writes for given sizes.

Such a family makes the game by reading its own sheet, so that the sheet is the game, and people can read it
(``zermelo convert nim:1,3,5,7 --format gdl``), change it, and give it to other programs.

In GDL everybody has a legal move until the play is over; the one who waits has ``noop``. A player who cannot move
loses, where that is the rule, because the play is over then: no further move is counted for finding that out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from zermelo.families.expression import Arguments, Family, Option
from zermelo.families.options import FIRST
from zermelo.model import NetGame

WAITING = """\
(role black)
(role white)
(opponent black white)
(opponent white black)
(<= (legal ?p noop) (true (control ?q)) (opponent ?p ?q))
"""
"""The players, of whom one has the control, and the other waits."""

WIN = 100
"""The score of a win, also where the rules let nobody reach it."""

ALTERNATING = f"""\
{WAITING}\
(<= (next (control ?p)) (true (control ?q)) (opponent ?p ?q))
"""
"""The players move alternately."""


def opening(args: Arguments) -> str:
    """The line that says who opens."""
    return f"(init (control {args[FIRST].value}))"


def facts(name: str, rows: Iterable[Iterable[object]]) -> str:
    """Facts of one relation, four in a line.

    >>> print(facts("succ", [(0, 1), (1, 2)]))
    (succ 0 1) (succ 1 2)
    """
    each = [f"({' '.join(map(str, (name, *row)))})" for row in rows]
    return "\n".join(" ".join(each[k : k + 4]) for k in range(0, len(each), 4))


def sheet_family(
    name: str,
    summary: str,
    examples: tuple[str, ...],
    sheet: Callable[[Arguments], str],
    note: Callable[[Arguments], str],
    positional: tuple[Option[Any], ...],
    options: tuple[Option[Any], ...],
) -> Family:
    """A family whose games are made by reading their rule sheets.

    Parameters
    ----------
    name, summary, examples, positional, options
        As for a :class:`~zermelo.families.expression.Family`.
    sheet
        The rules of the arguments' game, in GDL.
    note
        A remark on the rules, for people.
    """

    def build(args: Arguments) -> NetGame:
        from zermelo.language.gdl import read_gdl_text  # takes time to import

        game = read_gdl_text(sheet(args), args.name)
        return replace(game, name=args.name, win=WIN, white_win=WIN, notes=(note(args),))

    return Family(name, summary, examples, build, positional, options, sheet)
