"""Games: boards, positions, rules, symmetries. Nothing here knows of files, formulas or solvers.

Game ─┬─ GridGame                what BDDL describes: actions and goals relative to a cell
      ├─ ClauseGame              Game-SAT: values for the variables of a formula; ResidualFormula, what is left of it
      ├─ StateGame               positions are mere states, and the rules are all that is known
      │  ├─ GraphGame            every position written down
      │  └─ NetGame              ground games: a Boolean network tells what is legal, what follows, who has won (GDL)
      └─ PlacementGame           stones on open cells, p per move
         ├─ PositionalGame       winning sets; maker-maker or maker-breaker
         └─ ConnectionGame       join two borders of a graph (Hex)
"""

from zermelo.model.board import Board, Layout, cells_of, mask_of
from zermelo.model.clause_game import Clause, ClauseGame
from zermelo.model.conditions import Action, Colour, Condition, Expression, GridMove, SubCondition
from zermelo.model.connection import ConnectionGame
from zermelo.model.game import Game, Player, Position
from zermelo.model.graph_game import GameGraph, GraphGame, GraphNode
from zermelo.model.grid import GridGame
from zermelo.model.ground import Stuck
from zermelo.model.net import FALSE, TRUE, Net, NetRule, Ref
from zermelo.model.net_game import NetGame
from zermelo.model.placement import PlacementGame
from zermelo.model.positional import PositionalGame, Rule, maker_breaker_of
from zermelo.model.residual_formula import IDLE, ResidualFormula
from zermelo.model.state_game import StateGame
from zermelo.model.symmetry import first_move_orbits, generators, orbits, restriction_is_sound
from zermelo.model.turns import Turns

__all__ = [
    "FALSE",
    "IDLE",
    "TRUE",
    "Action",
    "Board",
    "Clause",
    "ClauseGame",
    "Colour",
    "Condition",
    "ConnectionGame",
    "Expression",
    "Game",
    "GameGraph",
    "GraphGame",
    "GraphNode",
    "GridGame",
    "GridMove",
    "Layout",
    "Net",
    "NetGame",
    "NetRule",
    "PlacementGame",
    "Player",
    "Position",
    "PositionalGame",
    "Ref",
    "ResidualFormula",
    "Rule",
    "StateGame",
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
