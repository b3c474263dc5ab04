"""The canonical form of a game: one text for all games that are the same but for names, symmetry and colours.

The text holds everything that the rules can tell from the start position on, and nothing else: not the names of cells,
not the depth that a file asks about, not the way on which a position was reached. Equal texts prove that the games are
isomorphic, with a mapping of their moves; unequal texts prove nothing where the search for the canonical numbers ran
out of its budget.

*Colours.* Where the colours can be exchanged (:meth:`~zermelo.model.Game.swapped`), the player who is to move is the
first one of the text; so a game and its swapped twin have one text. In a game of a maker and a breaker (also on a graph
that is no Hex board) the first one is the maker, Black.

*Stones of placement games* are played into the rules, as in :mod:`~zermelo.store.residual`: only open cells are left.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from zermelo.errors import UnsupportedError
from zermelo.model import (
    ConnectionGame,
    Game,
    GridGame,
    NetGame,
    PlacementGame,
    Player,
    PositionalGame,
    Rule,
    StateGame,
    cells_of,
)
from zermelo.model.net_form import canonical_net
from zermelo.store.grid_form import grid_form
from zermelo.store.labelling import canonical_labelling
from zermelo.store.residual import ResidualGraph, ResidualSets, residual_graph, residual_sets


@dataclass(frozen=True)
class Canonical:
    """A canonical form and the way back to the game.

    Parameters
    ----------
    text
        The rules and the position; they determine the game.
    exchanged
        True if Black of the game is the second player of the text.
    naming
        Makes the canonical name of each move of the start position. Moves that symmetries of the game map to each
        other share a name.
    """

    text: str
    exchanged: bool
    naming: Callable[[], Mapping[Any, str]]

    @cached_property
    def key(self) -> str:
        """The key under which the game is stored."""
        return key_of(self.text)

    @cached_property
    def names(self) -> Mapping[Any, str]:
        """The canonical name of each legal move of the start position."""
        return self.naming()

    @cached_property
    def moves(self) -> dict[str, list[Any]]:
        """The moves of each canonical name, in the order of the game; they are equally good."""
        found: dict[str, list[Any]] = {}
        for move, name in self.names.items():
            found.setdefault(name, []).append(move)
        return found

    def role(self, player: Player) -> int:
        """The number of a player in the text."""
        return 1 + ((player is Player.WHITE) is not self.exchanged)

    def player(self, role: int) -> Player:
        """The player of a number."""
        return Player.BLACK if self.role(Player.BLACK) == role else Player.WHITE


def key_of(text: str) -> str:
    """The SHA-256 of a canonical text.

    >>> key_of("{}")[:8]
    '44136fa3'
    """
    return hashlib.sha256(text.encode()).hexdigest()


def mover_of(text: str) -> int:
    """The number of the player who makes the first move in a game of this text; 1 where there is none.

    >>> mover_of('{"game":"maker-breaker","cells":2,"turns":"21","sets":[[1,0,1]]}')
    2
    """
    turns = re.search(r'"turns":"([12])', text)
    return int(turns[1]) if turns else 1


@lru_cache(maxsize=512)
def canonical(game: Game) -> Canonical:
    """The canonical form of a game from its start position on.

    >>> from zermelo.families import make
    >>> game = make("hex:3x3")
    >>> b1, b3 = (game.after([game.parse_move(cell, Player.BLACK)]) for cell in ("b1", "b3"))
    >>> canonical(b1).key == canonical(b3).key == canonical(b1.swapped()).key
    True
    >>> [len(moves) for moves in canonical(game).moves.values()]
    [2, 2, 2, 2, 1]
    """
    if isinstance(game, PositionalGame):
        return _positional(game)
    if isinstance(game, ConnectionGame):
        return _connection(game)
    if isinstance(game, GridGame):
        text, exchanged, names = grid_form(game)
        return Canonical(text, exchanged, names)
    if isinstance(game, NetGame):
        return _net(game)
    if isinstance(game, StateGame):
        return _states(game)
    raise UnsupportedError("a game whose answers can be remembered", found=game.kind)


def _states(game: StateGame) -> Canonical:
    """The rules and the start as in a file, apart from the moves made before; moves are named as there."""
    start, mover = game.start, game.mover(game.start)
    turns = "1" if mover is Player.BLACK else "2"
    form = {"game": "states", "turns": turns, "rules": game.at(start._replace(ply=0)).form()}
    text = json.dumps(form, separators=(",", ":"))

    def names() -> dict[int, str]:
        return {move: str(game.move_form(start, move)) for move in game.legal(start)}

    return Canonical(text, False, names)


def _net(game: NetGame) -> Canonical:
    """The rules as they are; moves are named by their numbers. The first role is the first player."""
    thresholds = (game.win, game.white_win) if game.black == 0 else (game.white_win, game.win)
    text = canonical_net(game.net, game.start.black, thresholds, game.black, game.mover(game.start))
    return Canonical(text, game.black == 1, lambda: {move: str(move) for move in game.legal(game.start)})


def _positional(game: PositionalGame) -> Canonical:
    exchanged = game.rule is Rule.MAKER_MAKER and game.mover(game.start) is Player.WHITE
    left: ResidualSets = residual_sets(game)
    one, two = (left.white, left.black) if exchanged else (left.black, left.white)
    owners = {mask: (mask in one) + 2 * (mask in two) for mask in {*one, *two}}
    sets = [(owner, tuple(cells_of(mask))) for mask, owner in owners.items()]

    def written(labels: Mapping[int, int]) -> dict[str, Any]:
        return {"sets": sorted([owner, *sorted(labels[cell] for cell in cells)] for owner, cells in sets)}

    return _placement(game, game.rule.value, exchanged, sets, {}, written)


def _connection(game: ConnectionGame) -> Canonical:
    exchanged = game.is_hex and game.mover(game.start) is Player.WHITE
    left: ResidualGraph = residual_graph(game.swapped() if exchanged else game)
    edges = [(cell, other) for cell, around in left.around.items() for other in cells_of(around) if other > cell]
    borders = [tuple(cells_of(border)) for border in (left.source, left.target)]

    def written(labels: Mapping[int, int]) -> dict[str, Any]:
        return {
            "joined": left.joined,
            "borders": sorted(sorted(labels[cell] for cell in border) for border in borders),
            "edges": sorted(sorted((labels[cell], labels[other])) for cell, other in edges),
        }

    around = {cell: tuple(cells_of(mask)) for cell, mask in left.around.items()}
    return _placement(game, "connection", exchanged, [(0, border) for border in borders], around, written)


def _placement(
    game: PlacementGame,
    rule: str,
    exchanged: bool,
    sets: list[tuple[int, tuple[int, ...]]],
    around: Mapping[int, tuple[int, ...]],
    written: Callable[[Mapping[int, int]], dict[str, Any]],
) -> Canonical:
    """Number the open cells canonically; sets come with an owner, a number that isomorphisms keep."""
    black, white, ply = game.start
    cells = list(cells_of(game.board.full & ~(black | white)))
    first = cells if game.first_moves is None or ply else [cell for cell in cells if game.first_moves >> cell & 1]
    turns = [game.player_at(ply + stone) for stone in range(len(cells))]
    facts = {
        "game": rule,
        "cells": len(cells),
        "turns": "".join("12"[(player is Player.WHITE) is not exchanged] for player in turns),
    }

    def certificate(labels: Mapping[int, int]) -> str:
        restriction = {"first": sorted(labels[cell] for cell in first)} if len(first) < len(cells) else {}
        return json.dumps({**facts, **restriction, **written(labels)}, separators=(",", ":"))

    place = {cell: point for point, cell in enumerate(cells)}
    neighbours = [[place[other] for other in around.get(cell, ())] for cell in cells]
    for number, (_, members) in enumerate(sets, len(cells)):
        for cell in members:
            neighbours[place[cell]].append(number)
    allowed = set(first)
    colours = [int(cell in allowed) for cell in cells] + [2 + owner for owner, _ in sets]
    neighbours += [[place[cell] for cell in members] for _, members in sets]
    found = canonical_labelling(
        neighbours, colours, len(cells), lambda labels: certificate(dict(zip(cells, labels, strict=True)))
    )
    names = {cell: str(found.orbits[place[cell]]) for cell in first}
    over = game.winner(game.start) is not None
    return Canonical(found.certificate, exchanged, lambda: {} if over else names)
