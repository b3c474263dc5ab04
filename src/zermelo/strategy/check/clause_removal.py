"""Clauses put aside: from here on a player of Game-SAT gets along with fewer of them, by pairs or for nothing.

Let P be what is left of a formula (:mod:`~zermelo.model.residual_formula`), and P' what is left of it without some of
its open clauses; the variables that only these held are idle in P'. Who moves is the same.

- If MIN wins P', she wins P: a clause that she falsifies there is false here, too. She may leave out any clauses.
- If MAX wins P', he wins P, provided that every clause that is left out has a pair of live variables of its own, that
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

from zermelo.model import IDLE, Game, Player, Position, Remainder, cells_of, mask_of
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Aside


def complaint(game: Game, claim: Claim, position: Position, aside: Aside) -> str | None:
    """What is wrong with putting clauses aside in a position, or None.

    >>> from zermelo.model import ClauseGame
    >>> game, claim = Remainder.begin(ClauseGame("f", 3, ((1, 2), (-2, 3)))), Claim(Player.BLACK, True)
    >>> complaint(game, claim, game.start, Aside((1,), ((1, 2),)))
    'variable 2 of a pair occurs in a clause that is left'
    """
    if not isinstance(game, Remainder):
        return "clauses are put aside in Game-SAT only"
    clauses, pairs = aside
    if not clauses:
        return "no clause is put aside"  # and nothing would change: the play would go round in circles
    if len(set(clauses)) < len(clauses) or mask_of(clauses) & ~position.black:
        return "a clause is put aside twice, or is satisfied already"
    if claim.player is Player.WHITE:
        return "MIN needs no pairs" if pairs else None
    if len(pairs) != len(clauses):
        return f"{len(clauses)} clauses are put aside with {len(pairs)} pairs"
    variables = [cell for pair in pairs for cell in pair]
    if len(set(variables)) < len(variables):
        return "a variable stands twice in the pairs"
    for clause, pair in zip(clauses, pairs, strict=True):
        if mask_of(pair) & ~(position.white & game.variables(1 << clause)):
            return f"clause {clause + 1} does not hold its pair, or one of the two has a value"
    left = put(game, position, aside).white & mask_of(variables)
    if left:
        return f"variable {next(cells_of(left)) + 1} of a pair occurs in a clause that is left"
    return None


def put(game: Remainder, position: Position, aside: Aside) -> Position:
    """The position without the clauses."""
    return game.reduced(position.black & ~mask_of(aside.clauses), position.white, position.ply)


def played(game: Remainder, line: Sequence[tuple[Position, Any]]) -> tuple[tuple[int, ...], Position]:
    """The literals of a line of moves and asides, each with the position before it, and the position of the formula.

    For an idle variable stands the first one without a value, if possible one that is in no pair.
    """
    real, found, paired = game.whole.start, list[int](), 0
    for position, move in line:
        if isinstance(move, Aside):
            paired |= mask_of(cell for pair in move.pairs for cell in pair)
            continue
        literal = move
        if move == IDLE:
            free = game.board.full & ~(real.black | real.white | position.white)
            literal = next(cells_of(free & ~paired or free)) + 1
        found.append(literal)
        real = game.whole.play(real, literal)
    return tuple(found), real
