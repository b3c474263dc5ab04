"""Families of games as forms: their options as fields, and the expression that filled fields mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zermelo.errors import InputError
from zermelo.families import FAMILIES
from zermelo.families.expression import Family, Option

SHELVES = {
    "Connect and line up": ("hex", "y", "havannah", "ttt", "gomoku", "connect", "qubic", "httt", "gttt"),
    "Move and take": ("breakthrough", "knightthrough", "clobber", "konane", "amazons", "isolation", "dodgem", "othello",
                      "evader-pursuer", "evader-pursuer-dual"),
    "Who cannot move loses": ("domineering", "cram", "col", "snort", "kayles", "toads-and-frogs", "nim", "chomp"),
    "The other way round": ("misere-ttt", "notakto", "dots-and-boxes"),
    "By chance": ("random-positional", "random-hex", "random-grid"),
}  # fmt: skip
"""The families as they are offered."""

SHOWN = (
    ("hex:4x4", "b3 b2 c2", "Hex", "Join your two sides. A draw is impossible."),
    ("httt:tippy,board=4x4", "b2 a4 b3 d4 c3 a1 c4", "Tippy", "Be the first to make this shape of four cells."),
    ("ttt", "b2 a1 c1", "Tic-tac-toe", "Three in a line. Everybody knows the end; here is the proof."),
    (
        "connect:3,board=4x4",
        "occupy-bottom(2,_) occupy-bottom(3,_) occupy(2,3)",
        "Connect three",
        "Drop stones; three in a line win.",
    ),
    ("domineering:4x4", "vertical(2,2) horizontal(3,1)", "Domineering", "Vertical against horizontal dominoes."),
    ("breakthrough:4x5", "", "Breakthrough", "Bring a pawn to the other side."),
    ("clobber:4x3", "", "Clobber", "Take a neighbour. Who cannot has lost."),
    ("y:4", "b2 a2", "Y", "Join the three sides of a triangle."),
)
"""Games to begin with: expression, moves that make a picture of it, title, aim."""


def fields_of(family: Family) -> list[dict[str, Any]]:
    """The fields of a family's form.

    >>> [field["name"] for field in fields_of(FAMILIES["hex"])]
    ['board', 'first', 'depth']
    """
    return [_field(family, option) for option in family.table]


def _field(family: Family, option: Option[Any]) -> dict[str, Any]:
    choices = option.takes.split("|") if "|" in option.takes and option.takes.islower() else []
    plain = option.required or option.default is None or option.bare
    value = "" if plain else option.show(option.default)
    return {
        "name": option.name,
        "about": option.about,
        "takes": option.takes,
        "required": option.required,
        "bare": option.bare,
        "choices": choices,
        "usual": value,
        "example": _example(family, option),
    }


def _example(family: Family, option: Option[Any]) -> str:
    """The value of an option in the family's first example; empty where it has none."""
    arguments = family.examples[0].partition(":")[2].split(",")
    named = dict(part.split("=", 1) for part in arguments if "=" in part)
    plain = [part for part in arguments if part and "=" not in part]
    if option.name in named:
        return named[option.name]
    if option in family.positional and option.required:
        place = family.positional.index(option)
        if option.many:
            return ",".join(plain)
        return plain[place] if place < len(plain) else ""
    return ""


def expression_of(form: Mapping[str, str]) -> str:
    """The expression of a filled form: its family, and its options as fields ``o.NAME``.

    >>> expression_of({"family": "hex", "o.board": "4x3", "o.first": "white", "o.depth": ""})
    'hex:4x3,first=white'
    """
    family = FAMILIES.get(form.get("family", ""))
    if family is None:
        raise InputError("the name of a family of games", found=repr(form.get("family", "")[:40]))
    parts = []
    for option in family.table:
        value = form.get(f"o.{option.name}", "").strip()
        usual = "" if option.required or option.default is None or option.bare else option.show(option.default)
        if not value or value == usual:
            continue
        if option.bare:
            parts.append(option.name)
        else:
            parts.append(value if option in family.positional else f"{option.name}={value}")
    return f"{family.name}:{','.join(parts)}" if parts else family.name
