"""``zermelo show``: what a game is, and its position as a drawing."""

from __future__ import annotations

from zermelo.cli.common import (
    LEGEND,
    AfterOption,
    DomainOption,
    GameArgument,
    JsonOption,
    describe,
    drawing,
    load,
    played,
    print_json,
)
from zermelo.encodings import fitting
from zermelo.errors import UnsupportedError
from zermelo.model import ConnectionGame, Game, GridGame, PositionalGame, generators


def command(
    game: GameArgument,
    after: AfterOption = "",
    domain: DomainOption = None,
    as_json: JsonOption = False,
) -> None:
    """Draw a position and tell the rules in short.

    Also who moves, which encodings fit, and how large the game is.
    """
    loaded = played(load(game, domain), after)
    facts = _facts(loaded)
    if as_json:
        board = loaded.board
        stones = {"black": board.names(loaded.start.black), "white": board.names(loaded.start.white)}
        print_json({"game": loaded.name, "kind": loaded.kind, "size": board.size_text, **stones, **facts})
        return
    print("\n".join([*describe(loaded), "", drawing(loaded), LEGEND, ""]))
    winner = loaded.winner(loaded.start)
    if winner is not None:
        print(f"{winner} has won.")
    elif loaded.is_over(loaded.start):
        print("The play is over: a draw.")
    for name, value in facts.items():
        print(f"{name.replace('_', ' ')}: {', '.join(value) if isinstance(value, list) else value}")


def _facts(game: Game) -> dict[str, object]:
    facts: dict[str, object] = {"cells": len(game.board)}
    if isinstance(game, PositionalGame):
        facts |= {"black_winning_sets": len(game.black_sets), "white_winning_sets": len(game.white_sets)}
    elif isinstance(game, ConnectionGame):
        facts["edges"] = sum(around.bit_count() for around in game.neighbours) // 2
    elif isinstance(game, GridGame):
        facts |= {
            "black_actions": [action.name for action in game.black_actions],
            "white_actions": [action.name for action in game.white_actions],
            "black_goals": len(game.black_goals),
            "white_goals": len(game.white_goals),
        }
    facts["legal_moves"] = len(game.moves(game.start))
    complete = game.complete_depth()
    facts["complete_depth"] = complete if complete is not None else "none known"
    facts["symmetry_generators"] = len(generators(game))
    try:
        facts["encodings"] = [each.name for each in fitting(game)]
    except UnsupportedError:
        facts["encodings"] = []
    return facts
