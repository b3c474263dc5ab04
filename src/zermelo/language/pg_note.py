"""Facts that the keys of a ``.pg`` file cannot express, in a line of its ``#version`` section.

The keys leave four things open: a maker-maker game in which White has no winning set looks like a maker-breaker game;
turns without ``#times`` are unknown, and a short list of times does not show the number of stones per move; names do
not tell a torus. A line that begins with ``zermelo`` settles them, and is written only where it is needed::

    #version
    1.0
    zermelo rule=maker-maker turns=black:1:2 ply=0 board=torus

``rule``   maker-maker or maker-breaker.
``turns``  who opens, with how many stones, and how many stones each move has after that; for an order without such a
           pattern, a fourth part lists the players, as in ``turns=black:1:1:BWWWB``.
``ply``    how many stones had been placed by moves before the start position (needs ``turns``).
``board``  what the names of the cells stand for: ``square``, ``torus`` or ``hex`` (names such as c4: column and row),
           ``grid`` (names such as (3,4), row 1 on top) or ``graph`` (nothing).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from zermelo.language.pg_scan import PgSections
from zermelo.model import Board, Layout, Player, Rule, Turns

_VERSION = re.compile(r"v?[0-9]{1,6}(\.[0-9]{1,6}){0,5}")
_TURNS = re.compile(r"(black|white):([1-9][0-9]{0,3}):([1-9][0-9]{0,3})(?::([BW]{1,10000}))?")
_PLY = re.compile(r"0|[1-9][0-9]{0,3}")
_GRID_NAME = re.compile(r"\(([1-9][0-9]{0,2}),([1-9][0-9]{0,2})\)")
BOARDS = ("square", "torus", "hex", "grid", "graph")
_LETTER = {Player.BLACK: "B", Player.WHITE: "W"}


@dataclass(frozen=True)
class PgNote:
    """The values of a note; None for those that the file leaves to its keys."""

    rule: Rule | None = None
    turns: Turns | None = None
    ply: int | None = None
    board: str | None = None

    def __str__(self) -> str:
        said = {
            "rule": self.rule and self.rule.value,
            "turns": self.turns and turns_text(self.turns),
            "ply": self.ply,
            "board": self.board,
        }
        return " ".join(f"{key}={value}" for key, value in said.items() if value is not None)


def turns_text(turns: Turns) -> str:
    """A turn order as one word.

    >>> turns_text(Turns(Player.WHITE, 1, 2))
    'white:1:2'
    """
    text = f"{turns.first.value}:{turns.opening}:{turns.stones}"
    if turns.listed is None:
        return text
    return text + ":" + "".join(_LETTER[player] for player in turns.listed)


def board_of(names: Sequence[str], kind: str) -> Board | None:
    """The board of cell names read as ``kind``; None when the names do not fit.

    >>> board_of(["a1", "b1"], "torus").size_text, board_of(["north", "south"], "hex")
    ('2x1 (columns x rows), torus', None)
    """
    if kind == "graph":
        return Board.named(names, Layout.GRAPH)
    if kind == "grid":
        matches = [_GRID_NAME.fullmatch(name) for name in names]
        places = tuple((int(match[1]), int(match[2])) for match in matches if match)
        if len(places) < len(names) or not places:
            return None
        return Board(tuple(names), Layout.SQUARE, max(x for x, _ in places), max(y for _, y in places), places)
    board = Board.named(names, Layout.HEX if kind == "hex" else Layout.SQUARE)
    if board.layout is Layout.GRAPH:
        return None
    return replace(board, torus=True) if kind == "torus" else board


def read_note(sections: PgSections) -> PgNote:
    """The note of a text; an empty one when there is none.

    Raises ``InputError`` for anything in ``#version`` that is neither a version number nor such a line.

    >>> from zermelo.language.source import Source
    >>> str(read_note(PgSections(Source(None, "#version\\n1.0\\nzermelo rule=maker-maker"))))
    'rule=maker-maker'
    """
    note, seen = PgNote(), set[str]()
    for row in sections.rows("#version"):
        words = row.words
        if words[0] != "zermelo":
            for number, word in enumerate(words):
                if not _VERSION.fullmatch(word):
                    raise sections.error(row, number, "a version number such as 1.0, or a line 'zermelo key=value …'")
            continue
        for number, word in enumerate(words[1:], 1):
            key, _, value = word.partition("=")
            if key in seen:
                raise sections.error(row, number, f"{key}= only once")
            seen.add(key)
            if key == "rule" and value in {rule.value for rule in Rule}:
                note = replace(note, rule=Rule(value))
            elif key == "turns" and (match := _TURNS.fullmatch(value)):
                listed = tuple(Player.BLACK if letter == "B" else Player.WHITE for letter in match[4] or "")
                note = replace(note, turns=Turns(Player(match[1]), int(match[2]), int(match[3]), listed or None))
            elif key == "ply" and _PLY.fullmatch(value):
                note = replace(note, ply=int(value))
            elif key == "board" and value in BOARDS:
                note = replace(note, board=value)
            else:
                expected = "rule=maker-maker, rule=maker-breaker, turns=black:1:2, ply=3 or board=" + "|".join(BOARDS)
                raise sections.error(row, number, expected)
    if note.ply is not None and note.turns is None:
        raise sections.word_error("#version", "ply=", "turns= together with ply=")
    return note
