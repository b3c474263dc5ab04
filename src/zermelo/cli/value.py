"""``zermelo value``: the value of a game, or of a sum of games, in the theory of games."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from time import monotonic
from typing import Annotated, Any

import typer

from zermelo.cli.common import AfterOption, DomainOption, JsonOption, after_told, load, played, print_json, table
from zermelo.cli.misere import heaps_of, quotient_told
from zermelo.errors import InputError, LimitError
from zermelo.interrupts import GRACE, ended_after
from zermelo.model import Game
from zermelo.model.game import move_names
from zermelo.theory.game_sum import terms_of
from zermelo.theory.game_value import GameValue, TermValue, game_value
from zermelo.theory.value import MEMORY_MB, ValueMemory
from zermelo.theory.value_names import form_of, name_of
from zermelo.theory.value_reader import is_value

_CLASSES = {
    "L": "Left wins",
    "R": "Right wins",
    "N": "the first to move wins",
    "P": "zero: the second to move wins",
}


def command(
    text: Annotated[
        str, typer.Argument(metavar="GAME", help="A game, or a sum: 'domineering:2x3 + 2*kayles:3 - 1/2'.")
    ],
    after: AfterOption = "",
    misere: Annotated[
        bool,
        typer.Option(
            "--misere", help="The misère quotient of the sums of its positions, of a game or a code as 0.77:12."
        ),
    ] = False,
    time_limit: Annotated[
        float | None, typer.Option("--time-limit", min=0, help="Seconds for all of it (default: no limit).")
    ] = None,
    memory_limit: Annotated[
        int, typer.Option("--memory-limit", min=1, max=2**30, help="MB for values of grid games.")
    ] = MEMORY_MB,
    domain: DomainOption = None,
    as_json: JsonOption = False,
) -> None:
    """Find the value of a game, or of a sum of games.

    For games in which a player who cannot move has lost. Left is Black, and Right is White; whose turn it is does not
    matter. With --misere, of an impartial game and for misère play, the monoid that tells the outcomes of all sums of
    its positions; and of heaps of up to N things in the octal game CODE, as CODE:N. Before a text that begins with a
    minus write two: zermelo value -- -kayles:3.
    """
    until = None if time_limit is None else monotonic() + time_limit
    late = None if time_limit is None else time_limit + GRACE
    if (misere or after or domain is not None) and len(terms_of(text)) > 1:
        raise InputError("one game alone with --misere, --after or --domain", found="a sum", source=text)
    if misere:
        if heaps_of(text) is not None and (after or domain is not None):
            option = "--after" if after else "--domain"
            raise InputError("no moves and no domain of the heaps of an octal game", found=option, source=text)
        quotient_told(text, after, lambda: played(load(text, domain), after), until, late, as_json)
        return

    if (after or domain is not None) and is_value(terms_of(text)[0][1]):
        raise InputError(f"a game with {'--after' if after else '--domain'}", found="a value", source=text)

    def made(name: str) -> Game:
        return played(load(name, domain), after)

    terms = list[TermValue]()

    def answer() -> str | dict[str, Any]:
        found = game_value(text, made, until=until, values=ValueMemory(memory_limit), terms=terms)
        return {**found.to_json(), "after": move_names(after)} if as_json else _told(found, after_told(after))

    try:
        found = ended_after(late, answer)
    except (LimitError, KeyboardInterrupt) as end:
        reason = end.reason if isinstance(end, LimitError) else "interrupted"
        if as_json:
            facts = {"value": None, "terms": _known(terms), "reason": reason}
            print_json({"game": text, "after": move_names(after), **facts})
        else:
            more = f"; raise --{reason}-limit" if reason in ("time", "memory") else ""
            print("\n".join([f"The value is unknown: {str(end) or reason}{more}.", *_terms_told(_known(terms))]))
        raise typer.Exit(3) from None
    if isinstance(found, str):
        print(found)
    else:
        print_json({**found, "reason": None})


def _told(found: GameValue, after: str) -> str:
    """A value in some lines; ``after`` tells the moves made first."""
    said = found.to_json()
    lines = [f"{found.name}{after} = {found}"]
    if len(found.terms) > 1 or found.terms[0].copies != 1:
        lines += _terms_told(said["terms"], after)
    rows = [["outcome", f"{said['class']}: {_CLASSES[said['class']]}"]]
    if form_of(found.value) != name_of(found.value):
        rows.append(["canonical form", said["canonical"]])
    rows.append(["mean", said["mean"]])
    rows.append(["temperature", said["temperature"]])
    if said["left_stop"] != said["right_stop"]:
        rows.append(["stops", f"{said['left_stop']} and {said['right_stop']}"])
    if said["atomic_weight"] is not None and found.value.number is None:
        rows.append(["atomic weight", said["atomic_weight"]])
    return "\n".join([*lines, table(rows), *found.notes])


def _terms_told(terms: Iterable[dict[str, Any]], after: str = "") -> list[str]:
    return [f"  {text}{after} = {value}" for text, value in {term["game"]: term["value"] for term in terms}.items()]


def _known(terms: list[TermValue]) -> list[dict[str, Any]]:
    """The games of a sum whose values are known where the work ends, and have names."""
    known = []
    for term in terms:
        with suppress(LimitError):
            known += [] if is_value(term.text) else [term.to_json()]
    return known
