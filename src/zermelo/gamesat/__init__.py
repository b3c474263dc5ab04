"""Game-SAT: two players in turn give any unassigned variable of a CNF a value; MAX wins when the formula ends true.

``formula``    the formula, the players
``dimacs``     formulas as files
``minimax``    the oracle: every move of every play
``solver``     the native solver
``generate``   random formulas

Source: Zhao and Müller, "Game-SAT: A Preliminary Report" (University of Alberta).
"""

from zermelo.gamesat.dimacs import read_cnf, read_cnf_text, write_cnf
from zermelo.gamesat.formula import CNF, Side
from zermelo.gamesat.solver import Result, Switches, decide, decide_game

__all__ = ["CNF", "Result", "Side", "Switches", "decide", "decide_game", "read_cnf", "read_cnf_text", "write_cnf"]
