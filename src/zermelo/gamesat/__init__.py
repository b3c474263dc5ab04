"""Game-SAT: two players in turn give any unassigned variable of a CNF a value.

MAX wins when the formula ends true, and MIN when it ends false.

A formula is a :class:`~zermelo.model.ClauseGame`; MAX is Black and MIN is White.

``players``           the players and their names
``dimacs``            formulas as files
``restrict``          the formula that a position leaves
``solver``            the native solver
``engines``           the searches for games of any kind, for comparison
``extract_strategy``  the winner's strategy
``certify_strategy``  the winner's strategy in a file, checked
``maker_breaker``     maker-breaker games as formulas, and back
``encode``            a formula as a quantified Boolean formula
``quantified``        a quantified Boolean formula as a formula of Game-SAT
``generate``          random formulas
``experiments``       the tables and figures of the report
``plots``             the figures, drawn

Source: Zhao and Müller, "Game-SAT: A Preliminary Report" (University of Alberta).
"""

from zermelo.gamesat.dimacs import read_cnf, read_cnf_text, write_cnf
from zermelo.gamesat.players import MAX, MIN, PLAYERS, name_of
from zermelo.gamesat.solver import GameSatResult, GameSatSwitches, decide

__all__ = [
    "MAX",
    "MIN",
    "PLAYERS",
    "GameSatResult",
    "GameSatSwitches",
    "decide",
    "name_of",
    "read_cnf",
    "read_cnf_text",
    "write_cnf",
]
