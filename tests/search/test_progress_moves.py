"""Progress names the moves of the game that was asked about, whichever search has it."""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from random import Random

import pytest
from tests.positional_nets import as_net

from zermelo.families import make
from zermelo.families.connect import line_goals
from zermelo.families.grid_parts import at
from zermelo.model import Action, Colour, Game, GridGame, Player, PositionalGame
from zermelo.model.conditions import swapped
from zermelo.search.engines import session_for
from zermelo.search.progress import Progress
from zermelo.search.session import Limits


def five_in_a_row() -> GridGame:
    """A positional game in disguise."""
    actions = [(Action("occupy", (at(Colour.OPEN),), (at(colour),)),) for colour in (Colour.BLACK, Colour.WHITE)]
    return GridGame("five in a row", 9, 9, actions[0], actions[1], line_goals(5), tuple(map(swapped, line_goals(5))))


def game_of(name: str) -> Game:
    if name == "disguised":
        return five_in_a_row()
    if name == "recognised":
        game = make("gomoku:4,board=5x5")
        assert isinstance(game, PositionalGame)
        return as_net(game, Random(0))
    return make(name)


class Seen(Exception):
    """Enough is known."""


SLOW = ("disguised", "httt:snaky,board=9x9", "hex:9x9", "domineering:9x9", "connect:4,board=7x6")


@pytest.mark.parametrize(
    ("name", "player", "first_moves", "engine"),
    [
        *product(SLOW, [Player.BLACK], [False, True], [None, "df-pn", "pns"]),
        ("recognised", Player.WHITE, True, None),
    ],
)
def test_moves_are_those_of_the_game(name: str, player: Player, first_moves: bool, engine: str | None) -> None:
    game = game_of(name)
    session, legal = session_for(game, engine), game.legal(game.start)

    def look(far: Progress) -> None:
        assert set(far.left) <= set(legal)
        assert len(set(far.left)) == len(far.left)
        assert far.move is None or (far.move in far.left and game.move_name(far.move))
        assert far.move is not None or not first_moves
        raise Seen

    with suppress(Seen) if name == "recognised" else pytest.raises(Seen):  # that may be decided before
        (session.first_moves if first_moves else session.decide)(player, None, Limits(seconds=60), watch=look)
