"""Races: plans that the other player cannot stop, verified from conditions and effects of all moves.

Let M be the player whose strategy it is and N the other one, at a position in which M is to move and nobody has won.
A *plan* is a sequence of moves that M makes whatever N does in between. After it he wins by one move more; which one
that is may depend on N's last move.

*Possible colours.* For each cell, the set of colours that it may have, from the position on: one colour each at
first. All positions that the play can have come to are among those that have these colours, cell by cell. A condition
is *possible* when each of its cells may have a colour that it allows, and *sure* when none may have another colour.

- M's next move must be sure; then it is legal in all these positions. Its cells have the colours that it gives.
- Where a full board is a draw, some cell must be open for sure whenever a player is to move. Where a player who cannot
  move has not lost, some move of N must be sure whenever N is to move.
- N makes some move that is legal; it is among those that are possible. Before it the cells of its condition have
  colours that this allows; after it the cells that it changes have the colours it gives. If with these a goal of N that
  asks for a changed cell is possible, the plan is refused. Else N does not win by this move: other goals of his did not
  hold before, and hold no more than before. The possible colours are then those before, and the colours that possible
  moves give.
- After the last move of the plan this is done for each of N's possible moves by itself. With the possible colours
  after it, a move of M must be sure that makes a goal of his sure.

By induction on the moves the play has come to one of the positions that have possible colours, or is over and M has
won: by a goal that he has reached earlier, or since N could not move, and has lost by that. No goal of N is reached by
moves of N, as shown, and none by moves of M: games in which some play breaks that are refused
(:mod:`zermelo.model.sanity`). So with k moves in the plan M has won after at most 2k + 1 moves from its beginning; that
N cannot move takes one as well.

*Entries.* An entry `Race` is a move of M, with plans. Each reply of N is played, and the plans are tried
after it; where one of them wins no entry is needed. So a plan that is good for nothing does no harm: the walk goes on
as if it were not there. A race that nothing stops, and a threat that some replies parry, are the same.

*Forms.* Positions of one form share an entry (:mod:`zermelo.model.residual_position`), and so its plans. Therefore a
plan is tried from the form, in which a cell whose colour no longer matters is both black and white: then it may be
either, and what is shown of the form is shown of each of its positions.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, reduce
from typing import NamedTuple

from zermelo.model import GridGame, GridMove, Player, Position
from zermelo.model.ground import GroundAction, GroundRules, Masks, Stuck, Three
from zermelo.strategy.claim import Claim


class Asked(NamedTuple):
    """A condition: its cells, and which of them it allows to be black, white and open."""

    cells: int
    may: Three

    def possible(self, seen: Three) -> bool:
        """True if every cell may have an allowed colour, given the cells that may be black, white and open."""
        return (seen[0] & self.may[0] | seen[1] & self.may[1] | seen[2] & self.may[2]) == self.cells

    def sure(self, seen: Three) -> bool:
        """True if no cell may have a colour that is not allowed."""
        black, white, opened = self.may
        return not self.cells & (seen[0] & ~black | seen[1] & ~white | seen[2] & ~opened)

    def met(self, seen: Three) -> Three:
        """The possible colours where the condition holds."""
        others = ~self.cells
        black, white, opened = self.may
        return seen[0] & (black | others), seen[1] & (white | others), seen[2] & (opened | others)


class RelaxedMove(NamedTuple):
    """A move: its condition, the cells that become black, white and open, all changed cells, and goals.

    ``goals`` are those of its player that ask for a changed cell.
    """

    test: Asked
    sets: Three
    changes: int
    goals: tuple[Asked, ...]

    def made(self, seen: Three) -> Three:
        """The possible colours after the move."""
        kept = ~self.changes
        return seen[0] & kept | self.sets[0], seen[1] & kept | self.sets[1], seen[2] & kept | self.sets[2]


class Side(NamedTuple):
    """A player's moves, and those of them that change a cell of a goal of his."""

    steps: dict[GridMove, RelaxedMove]
    last: tuple[RelaxedMove, ...]

    def replies(self, seen: Three) -> list[Three] | None:
        """The possible colours after each possible move; None when one may reach a goal."""
        found = []
        for step in self.steps.values():
            if step.test.possible(seen):
                after = step.made(step.test.met(seen))
                if any(goal.possible(after) for goal in step.goals):
                    return None
                found.append(after)
        return found

    def wins_at_once(self, seen: Three) -> bool:
        """True if a sure move makes a goal sure."""
        for step in self.last:
            if step.test.sure(seen):
                after = step.made(seen)
                if any(goal.sure(after) for goal in step.goals):
                    return True
        return False


def wins(game: GridGame, claim: Claim, position: Position, plan: Sequence[GridMove], left: int | None) -> bool:
    """True if a plan wins in time for the claim's player, who is to move.

    Parameters
    ----------
    game, claim
        The game, and the claim to be shown.
    position
        The position in which the plan begins, or its form; the play is not over.
    plan
        Moves of the claim's player, all but the last.
    left
        The remaining moves of the depth; None for any number. It matters for a claim to win.

    >>> from zermelo.families import make
    >>> game, claim = make("breakthrough:2x5"), Claim(Player.WHITE, True)
    >>> straight = [GridMove(Player.WHITE, 0, 1, 3)]  # forward in the first column, then to the last row
    >>> wins(game, claim, Position(black=0b100000, white=0b010000, ply=1), straight, 3)  # Black has two steps to go
    True
    >>> wins(game, claim, Position(black=0b001000, white=0b010000, ply=1), straight, 3)  # or one
    False
    """
    if claim.wins and left is not None and length(plan) > left:
        return False
    mine, theirs = _side(game.rules, claim.player), _side(game.rules, claim.opponent)
    black, white, _ = position
    seen = black, white, game.board.full & ~(black | white)
    for number, named in enumerate(plan):
        if number > 0:
            if not _may_reply(game.rules, theirs, seen):
                return False
            after = theirs.replies(seen)
            if after is None:
                return False
            seen = reduce(_joined, after, seen)
        move = mine.steps.get(named)
        if move is None or not move.test.sure(seen) or not _has_room(game.rules, seen):
            return False
        seen = move.made(seen)
    if plan and not _may_reply(game.rules, theirs, seen):
        return False
    last = theirs.replies(seen) if plan else [seen]
    return last is not None and all(_has_room(game.rules, each) and mine.wins_at_once(each) for each in last)


def length(plan: Sequence[GridMove]) -> int:
    """The number of moves of both players that a plan takes.

    >>> length([])
    1
    """
    return 2 * len(plan) + 1


def _has_room(rules: GroundRules, seen: Three) -> bool:
    """True if the play is not over by a full board for sure."""
    return not rules.full_draw or bool(seen[2] & ~(seen[0] | seen[1]))


def _may_reply(rules: GroundRules, theirs: Side, seen: Three) -> bool:
    """True if the other player can move for sure, or has lost."""
    can = rules.stuck is Stuck.LOSES or any(step.test.sure(seen) for step in theirs.steps.values())
    return can and _has_room(rules, seen)


def _joined(one: Three, two: Three) -> Three:
    """The possible colours in either case."""
    return one[0] | two[0], one[1] | two[1], one[2] | two[2]


@lru_cache(maxsize=16)
def _side(rules: GroundRules, player: Player) -> Side:
    goals = tuple(map(_asked, rules.ground_goals[player]))
    steps = {each.move: _step(each, goals) for each in rules.ground_actions[player]}
    return Side(steps, tuple(step for step in steps.values() if step.goals))


def _step(action: GroundAction, goals: Sequence[Asked]) -> RelaxedMove:
    touched = tuple(goal for goal in goals if goal.cells & action.changes)
    return RelaxedMove(_asked(action.needs), action.sets, action.changes, touched)


def _asked(condition: Masks) -> Asked:
    return Asked(condition.cells, condition.may)
