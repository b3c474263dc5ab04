"""Games: boards, positions, rules, symmetries. Nothing here knows of files, formulas or solvers.

Game ─┬─ GridGame                what BDDL describes: actions and goals relative to a cell
      ├─ ClauseGame              Game-SAT: values for the variables of a formula; ResidualFormula, what is left of it
      └─ PlacementGame           stones on open cells, p per move
         ├─ PositionalGame       winning sets; maker-maker or maker-breaker
         └─ ConnectionGame       join two borders of a graph (Hex)
"""

from zermelo.model.board import Board, Layout, cells_of, mask_of
from zermelo.model.clause_game import Clause, ClauseGame
from zermelo.model.conditions import Action, Colour, Condition, Expression, GridMove, SubCondition
from zermelo.model.connection import ConnectionGame
from zermelo.model.game import Game, Player, Position
from zermelo.model.grid import GridGame
from zermelo.model.ground import Stuck
from zermelo.model.placement import PlacementGame
from zermelo.model.positional import PositionalGame, Rule, maker_breaker_of
from zermelo.model.residual_formula import IDLE, ResidualFormula
from zermelo.model.symmetry import first_move_orbits, generators, orbits, restriction_is_sound
from zermelo.model.turns import Turns

__all__ = [
    "IDLE",
    "Action",
    "Board",
    "Clause",
    "ClauseGame",
    "Colour",
    "Condition",
    "ConnectionGame",
    "Expression",
    "Game",
    "GridGame",
    "GridMove",
    "Layout",
    "PlacementGame",
    "Player",
    "Position",
    "PositionalGame",
    "ResidualFormula",
    "Rule",
    "Stuck",
    "SubCondition",
    "Turns",
    "cells_of",
    "first_move_orbits",
    "generators",
    "maker_breaker_of",
    "mask_of",
    "orbits",
    "restriction_is_sound",
]
