"""Grid games as BDDL text, in the dialect of the published files.

The form is canonical: a game is always written the same way, byte for byte, and reading the text gives an equal game.
It is the form that other BDDL programs read: one goal a line without parentheses, the stones on one line, ``False``
when Black has no goal. Features that BDDL does not have are translated or refused, never dropped: a game entered in the
middle is written as a new one that the player to move opens, and an action that names an absolute position writes it as
``xmin+k``. What the language of the paper does not say at all, the ends of plays of its extensions, is written with
these, or refused where ``faithful`` asks for that language.

Source: concise-grid-games, section 3.1 and appendix B.
"""

from __future__ import annotations

import re

from zermelo.errors import UnsupportedError
from zermelo.model.board import cells_of
from zermelo.model.conditions import Action, Colour, Condition, Expression
from zermelo.model.game import Player
from zermelo.model.grid import GridGame
from zermelo.model.ground import Stuck

MOST_CELLS = 4096


def write_grid_game(game: GridGame, *, faithful: bool = False) -> str:
    """A grid game as one text that holds domain and problem.

    ``bddl.parse_grid_game`` reads it back: an equal game, given the same name (BDDL has none), when the game starts
    at ply 0. A game that White opens is written with ``#blackturn second`` and, as that asks for, its depth plus one.

    Raises :class:`~zermelo.errors.UnsupportedError` for a game that BDDL cannot say: action names other than ASCII
    letters, digits, ``_`` and ``-`` or used twice by a player, more than 4096 cells, a start that is already won; and
    with ``faithful`` for one that only the extensions say.

    >>> from zermelo.language.bddl import parse_grid_game
    >>> text = "#blackactions #whiteactions #boardsize 3 1 #init white(2,1) #blackgoals black(?x,?y)"
    >>> print(write_problem(parse_grid_game(text)), end="")
    #boardsize
    3 1
    #init
    white(2,1)
    #blackgoal
    black(?x,?y)
    #whitegoal
    """
    return write_domain(game) + write_problem(game, faithful=faithful)


def write_domain(game: GridGame) -> str:
    """The actions of a grid game, as the text of a domain file; errors as :func:`write_grid_game`."""
    lines = []
    for player in Player:
        names = [action.name for action in game.actions(player)]
        lines.append(f"#{player.value}actions")
        for action in game.actions(player):
            if not re.fullmatch(r"[A-Za-z0-9_-]{1,100}", action.name) or names.count(action.name) > 1:
                raise UnsupportedError(
                    "action names of ASCII letters, digits, _ and -, each once for a player",
                    found=repr(action.name),
                    source=game.name,
                )
            lines += _action(action)
    return "".join(f"{line}\n" for line in lines)


def write_problem(game: GridGame, *, faithful: bool = False) -> str:
    """Everything else of a grid game, as the text of a problem file; errors as :func:`write_grid_game`."""
    if game.columns * game.rows > MOST_CELLS:
        size = f"{game.columns}x{game.rows}"
        raise UnsupportedError(f"a board of at most {MOST_CELLS} cells", found=size, source=game.name)
    if faithful and not game.rules.plain:
        found = "a full board that is a draw (#full draw)" if game.full_draw else f"#stuck {game.stuck.value}"
        raise UnsupportedError("a game in the language of the BDDL paper", found=found, source=game.name)
    if game.goal_winner(game.start) is not None:
        raise UnsupportedError("a start position that nobody has won yet (BDDL has no other)", source=game.name)
    opener = game.mover(game.start)
    lines = ["#boardsize", f"{game.columns} {game.rows}", "#init"]
    stones = dict.fromkeys(cells_of(game.start.black), Colour.BLACK)
    stones |= dict.fromkeys(cells_of(game.start.white), Colour.WHITE)
    if stones:
        lines.append(" ".join(f"{stones[cell].value}{game.board.cells[cell]}" for cell in sorted(stones)))
    if game.depth is not None:
        lines += ["#depth", str(game.depth + (opener is Player.WHITE))]
    for player in Player:
        goals = [_condition(goal) for goal in game.goals(player)]
        lines += [f"#{player.value}goal", *goals, *["False"] * (not goals and player is Player.BLACK)]
    if opener is Player.WHITE:
        lines += ["#blackturn", "second"]
    if game.stuck is not Stuck.LOSES:
        lines += ["#stuck", game.stuck.value]
    if game.full_draw:
        lines += ["#full", "draw"]
    return "".join(f"{line}\n" for line in lines)


def _action(action: Action) -> list[str]:
    return [
        f":action {action.name}",
        ":parameters (?x, ?y)",
        f":precondition ({_condition(_relative(action.precondition))})",
        f":effect ({_condition(_relative(action.effect))})",
    ]


def _condition(condition: Condition) -> str:
    return " ".join(str(part) for part in condition)


def _relative(condition: Condition) -> Condition:
    """The condition without absolute positions, which an action may not name."""
    return tuple(part._replace(x=_from_min(part.x), y=_from_min(part.y)) for part in condition)


def _from_min(expression: Expression) -> Expression:
    return Expression("min", expression.offset - 1) if expression.base == "zero" else expression
