"""The check of clause removals: open clauses of Game-SAT without which a player still wins.

Let P be a residual formula (:mod:`~zermelo.model.residual_formula`), and P' the residual formula without some of its
open clauses; variables that only these held are idle in P'. The same player moves.

- If MIN wins P', she wins P: a clause that she falsifies there is false here, too. Any clauses may be removed.
- If MAX wins P', he wins P, provided that every removed clause has a pair of live variables of its own, that
  no variable is in two pairs, and that none of them occurs in a clause of P'. *Proof.* The variables of the pairs are
  idle in P' and their number is even, so MAX wins P' without them as well; that is how he plays. When MIN gives a
  variable of an untouched pair a value, he gives the other one the value with which it satisfies their clause; this
  changes nothing of P'. When P' is over, all its clauses are true. From then on, if it is his turn and no pair is
  half taken, he takes a variable of an untouched pair himself, with the value that satisfies their clause; if there
  is none, every clause is true. So MIN never has both variables of a pair, and all clauses become true.

No clause left in P' means that MAX has won: then all are satisfied in pairs.

Source: the clause with two variables that occur nowhere else is that of Zhao and Müller, section 2.5.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zermelo.model import IDLE, Game, Player, Position, ResidualFormula, cells_of, mask_of
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import ClauseRemoval


def complaint(game: Game, claim: Claim, position: Position, removal: ClauseRemoval) -> str | None:
    """The reason why a removal of clauses is not justified in a position; None when it is.

    Parameters
    ----------
    game, claim
        The game of residual formulas, and the claim about it.
    position
        The position from which the clauses are removed.
    removal
        The clauses by number, and the pairs of variables.

    >>> from zermelo.model import ClauseGame
    >>> game, claim = ResidualFormula.begin(ClauseGame("f", 3, ((1, 2), (-2, 3)))), Claim(Player.BLACK, True)
    >>> complaint(game, claim, game.start, ClauseRemoval((1,), ((1, 2),)))
    'variable 2 of a pair occurs in a clause that remains'
    """
    if not isinstance(game, ResidualFormula):
        return "clauses can be removed in Game-SAT only"
    clauses, pairs = removal
    if not clauses:
        return "no clause is removed"  # the position would stay the same, and the walk would not end
    if len(set(clauses)) < len(clauses) or mask_of(clauses) & ~position.black:
        return "a clause is removed twice, or is satisfied already"
    if claim.player is Player.WHITE:
        return "a removal by MIN has no pairs" if pairs else None
    if len(pairs) != len(clauses):
        return f"{len(clauses)} clauses are removed with {len(pairs)} pairs"
    variables = [cell for pair in pairs for cell in pair]
    if len(set(variables)) < len(variables):
        return "a variable occurs twice in the pairs"
    for clause, pair in zip(clauses, pairs, strict=True):
        if mask_of(pair) & ~(position.white & game.variables(1 << clause)):
            return f"clause {clause + 1} does not contain its pair, or a variable of the pair has a value"
    left = remove(game, position, removal).white & mask_of(variables)
    if left:
        return f"variable {next(cells_of(left)) + 1} of a pair occurs in a clause that remains"
    return None


def remove(game: ResidualFormula, position: Position, removal: ClauseRemoval) -> Position:
    """The position without the removed clauses.

    Parameters
    ----------
    game, position
        The game of residual formulas, and the position before the removal.
    removal
        The clauses by number; the pairs are not looked at.
    """
    return game.reduced(position.black & ~mask_of(removal.clauses), position.white, position.ply)


def played(game: ResidualFormula, line: Sequence[tuple[Position, Any]]) -> tuple[tuple[int, ...], Position]:
    """The literals of a line of moves and removals, and the position of the formula after it.

    ``line`` holds the position before each step, and the step. A move of an idle variable becomes the first unassigned
    variable, if possible one that is in no pair.
    """
    real, found, paired = game.whole.start, list[int](), 0
    for position, move in line:
        if isinstance(move, ClauseRemoval):
            paired |= mask_of(cell for pair in move.pairs for cell in pair)
            continue
        literal = move
        if move == IDLE:
            free = game.board.full & ~(real.black | real.white | position.white)
            literal = next(cells_of(free & ~paired or free)) + 1
        found.append(literal)
        real = game.whole.step(real, literal)
    return tuple(found), real
