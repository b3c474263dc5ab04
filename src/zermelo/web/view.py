"""A position for the page: its picture with cells to click, its moves, and what there is to say about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any
from xml.etree import ElementTree as ET

from zermelo.errors import InputError
from zermelo.families import FAMILIES, shape
from zermelo.model import ClauseGame, ConnectionGame, Game, GridGame, Player, Position, PositionalGame, Rule, cells_of
from zermelo.model.move_spelling import short_names
from zermelo.picture.move_shape import shape_of
from zermelo.picture.scene import BLACK, OPEN, WHITE, has_cells, scene
from zermelo.picture.svg import Picture, cell_outlines, svg
from zermelo.picture.threats import Threat, threats
from zermelo.play.play import Play
from zermelo.web.address import Address

MOST_SHAPED = 1_500
"""Moves up to which the page knows the cells of each; more are listed only."""

MOST_LISTED = 5_000
MOST_THREATS = 400
"""Moves of a position up to which threats are looked for."""


def view(play: Play, address: Address, **drawn: Any) -> dict[str, Any]:
    """A position as the page wants it.

    Parameters
    ----------
    play, address
        The play, and the address that says it.
    **drawn
        More fields of `~zermelo.picture.svg.Picture`: values, depths, pairs, title.

    >>> from zermelo.families import make
    >>> seen = view(Play(make("hex:2x2"), [0]), Address("hex:2x2", moves=("a1",)))
    >>> seen["mover"], [move["name"] for move in seen["moves"]], seen["over"]
    ('white', ['a2', 'b1', 'b2'], False)
    """
    game, position = play.game, play.position
    legal = play.legal
    last = (play.positions[-2], play.line[-1]) if play.line else None
    over = not legal
    found = threats(game, position) if len(legal) <= MOST_THREATS else []
    picture = Picture(game, position, **{"threats": found, "last": last} | drawn)
    moves = _moves(play, legal)
    return {
        "name": game.name,
        "kind": game.kind,
        "size": game.size_text,
        "about": _about(address),
        "shape": shape_wanted(address),
        "aims": aims(game),
        "depth": game.depth,
        "line": play.names,
        "line_shown": [called(game, *each) for each in zip(play.positions, play.line, strict=False)],
        "mover": play.to_move.value,
        "players": {player.value: game.called(player) for player in Player},
        "over": over,
        "winner": None if play.winner is None else play.winner.value,
        "status": play.result() if over else f"{game.called(play.to_move)} is to move.",
        "round": play.goes_round,
        "svg": _clickable(picture, moves, address, must_play(game, position, found)),
        "moves": moves,
        "cells": list(game.board.cells) if has_cells(game) and len(game.board) else [],
        "contents": list(scene(game, position).contents) if has_cells(game) else [],
        "stones": _stones(game),
        "address": address.query(),
    }


def _about(address: Address) -> str:
    """The summary of the family; empty for a game of a text."""
    family = FAMILIES.get(address.game.partition(":")[0].strip().lower())
    return "" if family is None else f"{family.summary}."


def shape_wanted(address: Address) -> str:
    """A small picture of the polyomino that a family asks for, as SVG; empty for other games.

    >>> shape_wanted(Address("httt:tippy,board=4x4")).count("<rect"), shape_wanted(Address("ttt"))
    (4, '')
    """
    name, _, rest = address.game.partition(":")
    if name.strip().lower() not in ("httt", "gttt"):
        return ""
    try:
        found = shape(rest.partition(",")[0].strip())
    except InputError:
        return ""
    high, wide = (20 * side + 2 for side in found.box)
    size = {"width": str(wide), "height": str(high), "viewBox": f"0 0 {wide} {high}"}
    root = ET.Element("svg", {"class": "shape", "role": "img", "aria-label": f"the shape {found.name}", **size})
    for y, x in sorted(found.cells):
        ET.SubElement(root, "rect", x=str(20 * x + 2), y=str(20 * y + 2), width="18", height="18", rx="3")
    return ET.tostring(root, encoding="unicode")


def must_play(game: Game, position: Position, found: Sequence[Threat]) -> set[int]:
    """The cells at which the other player wins by the next move, so that the player to move has to take them.

    Empty without such a threat, and where the player to move wins at once or has the next move, too.

    Parameters
    ----------
    game, position
        The game, and the stones on the board.
    found
        The threats of one move, as `~zermelo.picture.threats.threats` finds them.
    """
    if not _stones(game):
        return set()
    player = game.mover(position)
    if game.player_at(position.ply + 1) is player or any(each.player is player for each in found):
        return set()
    return {cell for each in found for cell in cells_of(each.missing)}.intersection(game.legal(position))


def _stones(game: Game) -> bool:
    """True for a game whose positions may be set up by hand: stones stay where they are put."""
    return isinstance(game, PositionalGame | ConnectionGame) and not isinstance(game, ClauseGame)


def aims(game: Game) -> list[str]:
    """The aim of each player in a line or two, and the notes of the game."""
    found = []
    if isinstance(game, ConnectionGame) and game.white_source is not None and "Hex" in game.kind:
        found = ["Black joins the two dark sides, White the two light ones."]
    elif isinstance(game, PositionalGame) and game.rule is Rule.MAKER_BREAKER:
        found = ["Black wins by filling a winning set, White by stopping all of them."]
    elif isinstance(game, PositionalGame):
        found = ["Who first fills a winning set wins; a full board without one is a draw."]
    roles = [game.roles_text + "."] if game.roles_text else []
    return [*found, *roles, *(str(note) for note in getattr(game, "notes", ()))]


def called(game: Game, position: Position, move: Any) -> str:
    """The name of a move as people write it, as short as it is clear: ``4`` in Connect-4.

    >>> from zermelo.families import make
    >>> game = make("connect:4,board=7x6")
    >>> [called(game, game.start, move) for move in game.legal(game.start)]
    ['1', '2', '3', '4', '5', '6', '7']
    """
    return _short(game, position).get(move) or game.move_name(move)


@lru_cache(maxsize=2_048)
def _short(game: Game, position: Position) -> dict[Any, str]:
    return short_names(game, position) if isinstance(game, GridGame) and len(game.board) <= MOST_THREATS else {}


def _moves(play: Play, legal: Sequence[Any]) -> list[dict[str, Any]]:
    """The legal moves with the cells by which they are clicked, in order for a stone that goes from one to another."""
    game, position = play.game, play.position
    named = [
        {"name": game.move_name(move), "shown": called(game, position, move), "cells": list[int](), "ordered": False}
        for move in legal[:MOST_LISTED]
    ]
    if not has_cells(game) or len(legal) > MOST_SHAPED:
        return named
    before, mover = scene(game, position), game.mover(position).value
    for shown, move in zip(named, legal, strict=False):
        change = shape_of(before, scene(game, game.step(position, move)), mover)
        if change.arrow is not None:
            rest = [cell for cell in (*change.marked, *change.placed[1:]) if cell not in change.arrow]
            shown |= {"cells": [*change.arrow, *rest[:1]], "ordered": True}
        else:
            shown["cells"] = list(
                change.placed[:1] if change.placed and (change.taken or change.removed) else change.cells
            )
    return named


def _clickable(picture: Picture, moves: Sequence[Mapping[str, Any]], address: Address, must: set[int]) -> str:
    """The picture with an area on each cell: a link where one move, and no other, is made there."""
    game = picture.game
    text = svg(picture)
    group = ET.Element("g", {"class": "cells"})
    position = game.start if picture.position is None else picture.position
    outlines = cell_outlines(picture)
    contents = scene(game, position).contents if outlines else []
    names = _cell_names(game, len(outlines))
    by_cell: dict[int, list[Mapping[str, Any]]] = {}
    for move in moves:
        for cell in move["cells"]:
            by_cell.setdefault(cell, []).append(move)
    held = {BLACK: "black stone", WHITE: "white stone", OPEN: "empty", "#": "closed"}
    for cell, outline in enumerate(outlines):
        here = by_cell.get(cell, [])
        label = f"{names[cell]}, {held.get(contents[cell], contents[cell])}{', must be taken' * (cell in must)}"
        corners = {"points": " ".join(f"{x},{y}" for x, y in outline)}
        holder = group
        if len(here) == 1 and here[0]["cells"] == [cell]:
            link = "/game?" + address.after([*address.moves, here[0]["name"]]).query()
            holder = ET.SubElement(group, "a", {"href": link, "aria-label": f"{label}; play {here[0]['name']}"})
        elif here:
            label = f"{label}; part of {len(here)} move{'s' * (len(here) > 1)}"
            holder = ET.SubElement(group, "g", {"tabindex": "0", "role": "button", "aria-label": label})
        kind = ("cell playable" if here else "cell") + (" must" if cell in must else "")
        holder.set("data-cell", str(cell)) if holder is not group else corners.update({"data-cell": str(cell)})
        ET.SubElement(holder, "polygon", {"class": kind, **corners})
    body, _, _ = text.rpartition("</svg>")
    return f"{body}{ET.tostring(group, encoding='unicode')}</svg>"


def _cell_names(game: Game, count: int) -> list[str]:
    """The names of the cells that are drawn; of a board made of fluents their numbers."""
    names = list(game.board.cells)
    return names if len(names) == count else [f"cell {number}" for number in range(1, count + 1)]
