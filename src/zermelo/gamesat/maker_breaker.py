"""Maker-breaker games as Game-SAT, and back.

MIN is Maker, MAX is Breaker. A cell is a variable, a winning set is a clause of its cells: MAX makes the variables of
his cells true, MIN makes those of hers false, and a clause is false in the end when she has all of its cells. Nobody
gains by giving a variable the other value, as no literal is negated: that is the rule of dominated moves of the report,
proven in ``native/gamesat/moves.hpp``.

Source: Schaefer's game on positive formulas, and the remark on it in Zhao and Müller, section 1.
"""

from __future__ import annotations

from itertools import pairwise

from zermelo.errors import UnsupportedError
from zermelo.gamesat.restrict import restricted
from zermelo.model import Board, ClauseGame, Layout, PositionalGame, Rule, Turns
from zermelo.model.board import cells_of, mask_of


def formula_of(game: PositionalGame) -> ClauseGame:
    """The formula of a maker-breaker game: MIN is the maker, and the same player moves first.

    The variables are the open cells, in their order.

    Raises ``UnsupportedError`` for a maker-maker game, turns that do not alternate, and a restricted first stone.

    >>> from zermelo.families import make
    >>> formula = formula_of(make("httt:domino,board=2x2,mb"))
    >>> formula.formula, formula.called(formula.opener)
    (((1, 2), (1, 3), (2, 4), (3, 4)), 'MIN')
    """
    start = game.start
    opened = list(cells_of(game.board.full & ~(start.black | start.white)))
    movers = [game.player_at(start.ply + k) for k in range(max(1, len(opened)))]
    lacks = None
    if game.rule is not Rule.MAKER_BREAKER:
        lacks = game.kind
    elif any(one is two for one, two in pairwise(movers)):
        lacks = str(game.turns)
    elif game.first_moves is not None and start.ply == 0:
        lacks = "a restricted first move"
    if lacks:
        raise UnsupportedError("a maker-breaker game, one stone each in turn", found=lacks, source=game.name)
    number = {cell: place for place, cell in enumerate(opened, 1)}
    left = [mask & ~start.black for mask in game.black_sets if not mask & start.white]
    clauses = tuple(tuple(number[cell] for cell in cells_of(mask)) for mask in left)
    return ClauseGame(game.name, len(opened), clauses, movers[0].other)


def game_of(game: ClauseGame) -> PositionalGame:
    """The maker-breaker game of a formula: Black wins if MIN does.

    Raises ``UnsupportedError`` for a formula with a negated literal, and for one without variables or with an empty
    clause: boards and winning sets have cells.

    >>> from zermelo.gamesat import MIN
    >>> game = game_of(ClauseGame("path", 3, ((1, 2), (2, 3)), MIN))
    >>> game.board.cells, game.black_sets
    (('x1', 'x2', 'x3'), (3, 6))
    """
    residual, _ = restricted(game)
    for clause in residual.formula:
        if not clause or min(clause) < 0:
            found = f"the clause {' '.join(map(str, (*clause, 0)))}"
            raise UnsupportedError("clauses of one and more literals, none negated", found=found, source=game.name)
    if not residual.variables:
        raise UnsupportedError("a formula with variables", found="none", source=game.name)
    board = Board.named([f"x{v}" for v in range(1, residual.variables + 1)], Layout.GRAPH)
    sets = tuple(mask_of({v - 1 for v in clause}) for clause in residual.formula)
    return PositionalGame(game.name, board, Rule.MAKER_BREAKER, sets, turns=Turns(residual.opener.other))
