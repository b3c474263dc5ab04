"""``zermelo value --misere``: the misère quotient of the positions of a game, or of heaps of an octal game."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import typer

from zermelo.cli.common import after_told, print_json, table
from zermelo.errors import InputError, LimitError
from zermelo.interrupts import ended_after
from zermelo.model import Game
from zermelo.model.game import move_names
from zermelo.theory.impartial_positions import impartial_positions
from zermelo.theory.misere_quotient import MisereQuotient, misere_quotient
from zermelo.theory.octal_code import octal_heaps

_HEAPS = re.compile(r"(\d+\.\d*):(\d{1,4})\Z")
"""An octal code, and the largest heap."""

MOST_HEAPS = 200


def heaps_of(text: str) -> tuple[str, int] | None:
    """The octal code and the largest heap that a text names; None where it names none."""
    found = _HEAPS.match(text.strip())
    if found is None:
        return None
    if not 0 < int(found[2]) <= MOST_HEAPS:
        raise InputError(f"a largest heap of 1 to {MOST_HEAPS} things", found=found[2], source=text)
    return found[1], int(found[2])


def quotient_told(
    text: str, after: str, game: Callable[[], Game], until: float | None, late: float | None, as_json: bool
) -> None:
    """Print the misère quotient of a game, or of a code with a largest heap.

    Parameters
    ----------
    text
        What was asked for.
    after
        The moves that are made first.
    game
        Loads it where it is a game.
    until
        A time of the monotonic clock for all of it.
    late
        Seconds after which work is broken off that does not look at the clock; None for no limit.
    as_json
        One object of JSON instead of lines.
    """
    heaps = heaps_of(text)

    def found() -> tuple[MisereQuotient, Sequence[int] | None]:
        if heaps is not None:
            return misere_quotient(octal_heaps(*heaps), until), None
        positions = impartial_positions(game(), until)
        return misere_quotient(list(positions.options), until), positions.start

    try:
        quotient, start = ended_after(late, found)
    except LimitError as limit:
        if as_json:
            print_json({"game": text, "after": move_names(after), "order": None, "reason": limit.reason})
        else:
            print(f"The misère quotient is unknown: {limit}.")
        raise typer.Exit(3) from None
    names = [quotient.name(each) for each in quotient.classes]
    if as_json:
        print_json({**_to_json(text, quotient, names, start), "after": move_names(after)})
    else:
        print(_told(f"{text}{after_told(after)}", quotient, names, start))


def _to_json(text: str, quotient: MisereQuotient, names: Sequence[str], start: Sequence[int] | None) -> dict[str, Any]:
    told: dict[str, Any] = {
        "game": text,
        "order": quotient.order,
        "p_portion": quotient.p_names(),
        "relations": quotient.relations(),
    }
    if start is None:
        return told | {"heaps": names[1:], "reason": None}
    name, second = quotient.name(quotient.class_of(start)), quotient.second_wins(start)
    return told | {"positions": len(names), "start": name, "class": "P" if second else "N", "reason": None}


def _told(text: str, quotient: MisereQuotient, names: Sequence[str], start: Sequence[int] | None) -> str:
    letters = len(quotient.times)
    rows = [
        ["generators", str(letters)],
        ["relations", ", ".join(quotient.relations()) or "none"],
        ["won by the second player", ", ".join(quotient.p_names()) or "none"],
    ]
    if start is None:
        sums = "heaps"
        rows.append([f"heaps of 1 to {len(names) - 1}", " ".join(names[1:])])
    else:
        sums = "positions"
        winner = "second" if quotient.second_wins(start) else "first"
        rows.append(["the start position", f"{quotient.name(quotient.class_of(start))}: the {winner} to move wins"])
    return "\n".join([f"{text}: misère quotient of order {quotient.order} of the sums of its {sums}", table(rows)])
