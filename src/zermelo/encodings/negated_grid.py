"""The negated grid game: White plays so that Black does not win within the depth, every move and cell written out.

Idea: as in `zermelo.encodings.negated` Black's moves are universal numbers, and all else is existential. The lifted
encoding would not serve, because its symbolic cell is chosen after all moves; so here actions are ground (an action at
a place has a variable of its own), and every cell has its colour at every time. Only what can happen by its time gets
variables, as in the plan of the lifted encoding: a cell of one possible colour is a constant, one of two takes one
variable.

A Black number that means no action, or one whose precondition fails, ends the play: ``over``, in favour of White. So
does a goal of hers. From then on nothing is asked any more.

Quantifier blocks: for every move of Black ``∀ number ∃ over act state``, for every move of White ``∃ number act state
goal over``.

Clauses, with s the state before the move and s' the state after it:

*   Black: ``number = i → act_i ∨ over``; ``over → over before ∨ number ≠ i ∨`` some part of i's precondition fails;
*   White: ``⋁ act_j ∨ over before``, so that she loses when she cannot move; ``act_j →`` each part of its precondition;
*   both: ``act → number`` bit by bit, so that there is one action at most; ``act →`` each of its effects; and each cell
    keeps its colour unless an action that changes it is made, or the play was over;
*   White's goals: ``goal_g →`` each part of g; ``over → over before ∨ ⋁ goal_g``;
*   Black's goals: ``over ∨`` some part of g fails, after each of his moves.

First move: one of those that symmetries exchange is kept.

Size: of d times with A ground actions each, of up to p parts, on N cells: about ``d(A + 3N)`` variables and
``d(A(lg A + 2p + 2) + 3N)`` clauses, and one for each goal at each time of its player.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from zermelo.encodings.base import Assignment
from zermelo.encodings.bddl_plan import may_hold
from zermelo.formula import FALSE, QCNF, TRUE, Quantifier, width_for
from zermelo.model import Colour, GridGame, GridMove, Player, Position, cells_of, first_move_orbits
from zermelo.model.ground import GroundAction, Masks, ground_actions, ground_goals

COLOURS = (Colour.BLACK, Colour.WHITE, Colour.OPEN)
"""In the order of masks."""

State = list[tuple[int, int, int]]
"""Of each cell the literals that it is black, white, open."""


class Turn(NamedTuple):
    """The variables of one move.

    Parameters
    ----------
    player, actions
        Who moves, and what may be possible; the number of an action is its index.
    number, act
        The bits of the number, and a variable for each action.
    state
        The colours of the cells after the move.
    """

    player: Player
    actions: list[GroundAction]
    number: range
    act: range
    state: State


@dataclass(frozen=True)
class NumberMove:
    """Reads a move that is a number in a list of moves; None where it is the number of none, or of an illegal one."""

    bits: Sequence[int]
    moves: Sequence[GridMove]
    legal: Sequence[GridMove]

    def __call__(self, values: Assignment) -> GridMove | None:
        number = sum(values.get(bit, False) << place for place, bit in enumerate(self.bits))
        return self.moves[number] if number < len(self.moves) and self.moves[number] in self.legal else None


class GroundPlay:
    """The formula, with the variables of every move; for a game that no rule decides at once (`by_the_rules`).

    Parameters
    ----------
    game, depth
        What is asked.
    symmetry
        Whether to keep one of the first moves that symmetries exchange.
    """

    def __init__(self, game: GridGame, depth: int, *, symmetry: bool) -> None:
        self.game, self.qcnf = game, QCNF()
        self.names: dict[int, str] = {}
        self.turns: list[Turn] = []
        self._actions = {player: ground_actions(game, player) for player in Player}
        self._goals = {player: ground_goals(game, player) for player in Player}
        self._first = {orbit[0] for orbit in first_move_orbits(game)} if symmetry else None
        self._colours = [game.start.black, game.start.white, 0]
        self._colours[2] = game.board.full & ~(game.start.black | game.start.white)
        self._state, self._over = self._new_state(0), FALSE
        for time in range(1, depth + 1):
            if game.player_at(game.start.ply + time - 1) is Player.BLACK:
                self._black(time)
            else:
                self._white(time, last=time == depth)

    def first_move(self) -> NumberMove:
        """Reads the first move."""
        turn, start = self.turns[0], self.game.start
        return NumberMove(turn.number, [action.move for action in turn.actions], self.game.moves(start))

    def true(self, time: int, move: GridMove, after: Position) -> Iterator[int]:
        """The existential variables of a move that are true when it has been made, the play not being over."""
        turn = self.turns[time - 1]
        number = next(index for index, action in enumerate(turn.actions) if action.move == move)
        if turn.player is Player.WHITE:
            yield from (bit for place, bit in enumerate(turn.number) if number >> place & 1)
        yield turn.act[number]
        for cell, literals in enumerate(turn.state):
            colour = 0 if after.black >> cell & 1 else 1 if after.white >> cell & 1 else 2
            for index, literal in enumerate(literals):
                if abs(literal) != TRUE and (literal > 0) == (index == colour):
                    yield abs(literal)

    # ------------------------------------------------------------------------------------------------------ variables

    def _bind(self, kind: Quantifier, names: Sequence[str]) -> range:
        found = self.qcnf.fresh_block(len(names))
        self.qcnf.prefix.add(kind, found)
        self.names.update(zip(found, names, strict=True))
        return found

    def _new_state(self, time: int) -> State:
        """Literals for the colours that are possible: constants, one variable, or three of which one is true."""
        state, cells = State(), self.game.board.cells
        for cell, name in enumerate(cells):
            possible = [index for index in range(3) if self._colours[index] >> cell & 1]
            literals = [FALSE] * 3
            if len(possible) == 1:
                literals[possible[0]] = TRUE
            else:
                named = [f"{COLOURS[index].value}{time}.{name}" for index in possible]
                new = self._bind(Quantifier.EXISTS, named[: 1 if len(possible) == 2 else 3])
                for index, literal in zip(possible, (*new, -new[0]) if len(possible) == 2 else new, strict=True):
                    literals[index] = literal
                if len(possible) == 3:
                    self._add(new)
                    for one, two in ((0, 1), (0, 2), (1, 2)):
                        self._add((-new[one], -new[two]))
            state.append((literals[0], literals[1], literals[2]))
        return state

    def _add(self, literals: Sequence[int]) -> None:
        """Add a clause; constants count, and a literal and its contrary make it true."""
        clause = dict.fromkeys(literal for literal in literals if literal != FALSE)
        if TRUE not in clause and not any(-literal in clause for literal in clause):
            self.qcnf.add(*clause)

    # ----------------------------------------------------------------------------------------------------------- moves

    def _turn(self, time: int, player: Player, kind: Quantifier) -> tuple[list[GroundAction], range]:
        """The possible actions, and the bits of their number."""
        actions = [action for action in self._actions[player] if may_hold(action.needs, self._colours)]
        if time == 1 and self._first is not None:
            actions = [action for action in actions if action.move in self._first]
        return actions, self._bind(kind, [f"move{time}.{place}" for place in range(width_for(len(actions)))])

    def _act(self, time: int, actions: list[GroundAction], number: range) -> range:
        """A variable for each action, at most one of them true: that of the number."""
        game = self.game
        act = self._bind(Quantifier.EXISTS, [f"act{time}.{game.move_name(action.move)}" for action in actions])
        for index, variable in enumerate(act):
            for place, bit in enumerate(number):
                self._add((-variable, bit if index >> place & 1 else -bit))
        return act

    def _change(self, time: int, actions: list[GroundAction], act: range, over: int) -> State:
        """The state after a move: effects, and cells that keep their colour unless the play is over."""
        before = self._state
        for action in actions:
            self._colours = [mask | new for mask, new in zip(self._colours, action.sets, strict=True)]
        after = self._new_state(time)
        touching = [list[tuple[int, int]]() for _ in before]
        for variable, action in zip(act, actions, strict=True):
            for colour, mask in enumerate(action.sets):
                for cell in cells_of(mask):
                    touching[cell].append((variable, colour))
                    self._add((-variable, after[cell][colour]))
        for cell, literals in enumerate(before):
            for colour, literal in enumerate(literals):
                others = [variable for variable, new in touching[cell] if new != colour]
                self._add((-literal, over, *others, after[cell][colour]))
        return after

    def _black(self, time: int) -> None:
        actions, number = self._turn(time, Player.BLACK, Quantifier.FORALL)
        (over,) = self._bind(Quantifier.EXISTS, [f"over{time}"])
        act = self._act(time, actions, number)
        for index, (variable, action) in enumerate(zip(act, actions, strict=True)):
            other = [-bit if index >> place & 1 else bit for place, bit in enumerate(number)]
            self._add((*other, variable, over))
            self._add((-over, self._over, *other, *(-part for part in parts(action.needs, self._state))))
        state = self._change(time, actions, act, over)
        for goal in self._possible_goals(Player.BLACK):
            self._add((over, *(-part for part in parts(goal, state))))
        self.turns.append(Turn(Player.BLACK, actions, number, act, state))
        self._state, self._over = state, over

    def _white(self, time: int, *, last: bool) -> None:
        actions, number = self._turn(time, Player.WHITE, Quantifier.EXISTS)
        act = self._act(time, actions, number)
        self._add((self._over, *act))
        for variable, action in zip(act, actions, strict=True):
            for part in parts(action.needs, self._state):
                self._add((-variable, part))
        if last:  # that she can move is all that is asked
            self.turns.append(Turn(Player.WHITE, actions, number, act, []))
            return
        state = self._change(time, actions, act, self._over)
        if goals := self._possible_goals(Player.WHITE):
            reached = self._bind(Quantifier.EXISTS, [f"goal{time}.{index}" for index in range(len(goals))])
            (over,) = self._bind(Quantifier.EXISTS, [f"over{time}"])
            for variable, goal in zip(reached, goals, strict=True):
                for part in parts(goal, state):
                    self._add((-variable, part))
            self._add((-over, self._over, *reached))
            self._over = over
        self.turns.append(Turn(Player.WHITE, actions, number, act, state))
        self._state = state

    def _possible_goals(self, player: Player) -> list[Masks]:
        return [goal for goal in self._goals[player] if may_hold(goal, self._colours)]


def parts(masks: Masks, state: State) -> Iterator[int]:
    """The literals that make up a condition in a state."""
    for index, mask in enumerate(masks):
        for cell in cells_of(mask):
            yield state[cell][index] if index < 3 else -state[cell][index - 3]
