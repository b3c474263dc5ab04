"""Grid games, ground: variables for every action at every place and every cell's colour, at all times.

Idea: the corrective way of `zermelo.encodings.boards.corrective_paper` for grid games. The *chooser*'s moves are
universal numbers, those of the *mover* existential, and all else is a consequence of them. A number of the chooser that
means no action, or one whose precondition fails, ends the play: ``over``, in favour of the mover. So does a goal of the
mover's. From then on nothing is asked any more. Two questions can be put that way: whether Black, the mover, wins
(`Ground`), and whether White, the mover, keeps Black from winning (`zermelo.encodings.negated`).

Larger than the lifted encoding by far, where boards are; but short proofs need these variables, since the symbolic cell
of the lifted encoding is chosen after all moves. Only what can happen by its time gets variables
(`zermelo.encodings.grid.reachability`): a cell of one possible colour is a constant, one of two takes one variable.

Quantifier blocks: for every move of the chooser ``∀ number ∃ over act state``, for every move of the mover ``∃ number
act state goal over``.

Clauses, for the state before the move and the one after it:

*   chooser: ``number = i → act_i ∨ over``; ``over → over before ∨ number ≠ i ∨`` some part of i's precondition fails;
*   mover: ``⋁ act_j ∨ over before``, so that he loses when he cannot move; ``act_j →`` each part of its precondition;
*   both: ``act → number`` bit by bit, so that there is one action at most; ``act →`` each of its effects; and each cell
    keeps its colour unless an action that changes it is made, or the play was over;
*   goals of the mover: ``goal_g →`` each part of g; ``over → over before ∨ ⋁ goal_g``;
*   goals of the chooser: ``over ∨`` some part of g fails, after each of his moves;
*   where the mover is to win: ``over`` in the end.

*Other ends.* Where the rules say that who cannot move draws or wins, or that a full board is a draw, such an end is
*fine* if it is what the mover of the formula wants: for Black, who is to win, a win of his; for White, who is to keep
Black from it, all else. An end is stated with a variable that implies what it means:

*   the mover cannot move, and that is fine: ``stuck →`` some part of each of his preconditions fails, in place of
    ``⋁ act``, and ``over`` may follow from it;
*   the chooser cannot move, and that is not fine: then a number of hers that means no legal action may end the play
    only if she has one: ``over → over before ∨ ⋁ can_i``, and ``can_i →`` each part of i's precondition;
    and unless it has ended she makes one that is legal: ``over ∨ ⋁ act_i``, and ``act_i →`` each part as well;
*   the board is full, and that is fine: ``full →`` no cell is open, and ``over`` may follow from it at any move;
*   the board is full, and that is not fine: actions that ask for no open cell imply that there is one, and so does
    ``over`` by a number of the chooser that means no action; and she moves as in the case before.

In a play that goes on none of these variables needs to be true.

First move: one of those that symmetries exchange is kept.

Size: of d times with A ground actions each, of up to p parts, on N cells: about ``d(A + 3N)`` variables and
``d(A(lg A + 2p + 2) + 3N)`` clauses, and one for each goal at each time of its player. Too much is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from zermelo.encodings.base import Assignment, Encoded, Encoding, Meaning, Meanings, Takes, require
from zermelo.encodings.grid.reachability import may_hold
from zermelo.encodings.lifted import by_the_rules
from zermelo.errors import UnsupportedError
from zermelo.formula import FALSE, QCNF, TRUE, Quantifier, width_for
from zermelo.model import Colour, Game, GridGame, GridMove, Player, Position, cells_of, first_move_orbits
from zermelo.model.ground import GroundAction, Masks, ground_actions, ground_goals

MOST_LITERALS = 4_000_000
"""The largest formula that is written: in six seconds, and solvers take more than a gigabyte for it."""

COLOURS = (Colour.BLACK, Colour.WHITE, Colour.OPEN)
"""In the order of masks."""

GroundState = list[tuple[int, int, int]]
"""Of each cell the literals that it is black, white, open."""


class GroundMove(NamedTuple):
    """The variables of one move.

    Parameters
    ----------
    player, actions
        The player to move, and the actions that may be possible; the number of an action is its index.
    number, act
        The bits of the number, and a variable for each action.
    state
        The colours of the cells after the move.
    """

    player: Player
    actions: list[GroundAction]
    number: range
    act: range
    state: GroundState


@dataclass(frozen=True)
class NumberMove:
    """Reads a move that is a number in a list of moves.

    None where it is the number of none, or of an illegal one.
    """

    bits: Sequence[int]
    moves: Sequence[GridMove]
    legal: Sequence[GridMove]

    def __call__(self, values: Assignment) -> GridMove | None:
        number = sum(values.get(bit, False) << place for place, bit in enumerate(self.bits))
        return self.moves[number] if number < len(self.moves) and self.moves[number] in self.legal else None


class GroundPlay:
    """The formula with the variables of every move, for a game that `by_the_rules` does not decide.

    Parameters
    ----------
    game, depth
        The question.
    mover
        The player whose moves are existential. Black is to win; White is to keep Black from winning.
    symmetry
        True to keep one of the first moves that symmetries exchange.

    Raises UnsupportedError when the formula has more than `MOST_LITERALS`.
    """

    def __init__(self, game: GridGame, depth: int, mover: Player, *, symmetry: bool) -> None:
        self.game, self.mover, self.qcnf = game, mover, QCNF()
        self.meanings: Meanings = {}
        self.turns: list[GroundMove] = []
        self._actions = {player: ground_actions(game, player) for player in Player}
        self._goals = {player: ground_goals(game, player) for player in Player}
        self._first = {orbit[0] for orbit in first_move_orbits(game)} if symmetry else None
        self._colours = [game.start.black, game.start.white, 0]
        self._colours[2] = game.board.full & ~(game.start.black | game.start.white)
        self._state, self._over = self._new_state(0), FALSE
        for time in range(1, depth + 1):
            if game.player_at(game.start.ply + time - 1) is mover:
                self._move(time, last=time == depth)
            else:
                self._choose(time)
            if self.qcnf.num_literals > MOST_LITERALS:
                raise UnsupportedError(
                    f"at most {MOST_LITERALS} literals in a ground formula",
                    found=f"more than that at depth {time} of {depth}",
                    advice="ask for less depth, or whether Black wins by the lifted encoding ('bddl')",
                )
        if mover is Player.BLACK:
            self._add((self._over,))

    def _fine(self, winner: Player | None) -> bool:
        """Tell whether an end with this winner is what the mover wants."""
        return (winner is Player.BLACK) is (self.mover is Player.BLACK)

    def first_move(self) -> NumberMove:
        """Reads the first move."""
        turn, start = self.turns[0], self.game.start
        return NumberMove(turn.number, [action.move for action in turn.actions], self.game.legal(start))

    def true(self, time: int, move: GridMove, after: Position) -> Iterator[int]:
        """The existential variables of a move that are true when it has been made, the play not being over.

        Parameters
        ----------
        time
            The number of the move in the play, from 1.
        move
            The move made then.
        after
            The position after it.
        """
        turn = self.turns[time - 1]
        number = next(index for index, action in enumerate(turn.actions) if action.move == move)
        if turn.player is self.mover:
            yield from (bit for place, bit in enumerate(turn.number) if number >> place & 1)
        yield turn.act[number]
        for cell, literals in enumerate(turn.state):
            colour = 0 if after.black >> cell & 1 else 1 if after.white >> cell & 1 else 2
            for index, literal in enumerate(literals):
                if abs(literal) != TRUE and (literal > 0) == (index == colour):
                    yield abs(literal)

    # ------------------------------------------------------------------------------------------------------ variables

    def _bind(self, kind: Quantifier, says: Sequence[Meaning]) -> range:
        found = self.qcnf.fresh_block(len(says))
        self.qcnf.prefix.add(kind, found)
        self.meanings.update(zip(found, says, strict=True))
        return found

    def _new_state(self, time: int) -> GroundState:
        """Literals for the colours that are possible: constants, one variable, or three of which one is true."""
        state, cells = GroundState(), self.game.board.cells
        for cell, name in enumerate(cells):
            possible = [index for index in range(3) if self._colours[index] >> cell & 1]
            literals = [FALSE] * 3
            if len(possible) == 1:
                literals[possible[0]] = TRUE
            else:
                named = [Meaning(COLOURS[index].value, time, cell, f".{name}") for index in possible]
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
        return actions, self._bind(
            kind, [Meaning("move", time, place, f".{place}") for place in range(width_for(len(actions)))]
        )

    def _act(self, time: int, actions: list[GroundAction], number: range) -> range:
        """A variable for each action, at most one of them true: that of the number."""
        game = self.game
        says = [Meaning("act", time, i, f".{game.move_name(action.move)}") for i, action in enumerate(actions)]
        act = self._bind(Quantifier.EXISTS, says)
        for index, variable in enumerate(act):
            for place, bit in enumerate(number):
                self._add((-variable, bit if index >> place & 1 else -bit))
        return act

    def _change(self, time: int, actions: list[GroundAction], act: range, over: int) -> GroundState:
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

    def _choose(self, time: int) -> None:
        player = self.mover.other
        actions, number = self._turn(time, player, Quantifier.FORALL)
        (over,) = self._bind(Quantifier.EXISTS, [Meaning("over", time)])
        act = self._act(time, actions, number)
        full = self._full(time)
        for index, (variable, action) in enumerate(zip(act, actions, strict=True)):
            other = [-bit if index >> place & 1 else bit for place, bit in enumerate(number)]
            self._add((*other, variable, over))
            self._add((-over, self._over, *full, *other, *(-part for part in parts(action.needs, self._state))))
        if not self._fine(self.game.stuck.winner(player)):
            can = self._bind(Quantifier.EXISTS, [Meaning("can", time, i, f".{i}") for i in range(len(actions))])
            self._need(actions, can)
            self._add((-over, self._over, *full, *can))
            self._need(actions, act)
            self._add((over, *act))
        elif self.game.full_draw and not full:
            self._add((-over, self._over, *self._open_cells()))
            self._need(actions, act)
            self._add((over, *act))
        state = self._change(time, actions, act, over)
        for goal in self._possible_goals(player):
            self._add((over, *(-part for part in parts(goal, state))))
        self.turns.append(GroundMove(player, actions, number, act, state))
        self._state, self._over = state, over

    def _move(self, time: int, *, last: bool) -> None:
        player = self.mover
        actions, number = self._turn(time, player, Quantifier.EXISTS)
        act = self._act(time, actions, number)
        ends = [*self._full(time), *self._stuck(time, actions)]
        self._add((self._over, *act, *ends))
        self._need(actions, act)
        if last and player is Player.WHITE:  # that she can move is all that is asked
            self.turns.append(GroundMove(player, actions, number, act, []))
            return
        state = self._change(time, actions, act, self._over)
        goals = self._possible_goals(player)
        if goals or ends:
            reached = self._bind(Quantifier.EXISTS, [Meaning("goal", time, i, f".{i}") for i in range(len(goals))])
            (over,) = self._bind(Quantifier.EXISTS, [Meaning("over", time)])
            for variable, goal in zip(reached, goals, strict=True):
                for part in parts(goal, state):
                    self._add((-variable, part))
            self._add((-over, self._over, *reached, *ends))
            self._over = over
        self.turns.append(GroundMove(player, actions, number, act, state))
        self._state = state

    def _open_cells(self) -> list[int]:
        return [literals[2] for literals in self._state]

    def _full(self, time: int) -> list[int]:
        """A variable that is true only if the board is full, where that is an end, and a fine one."""
        if not self.game.full_draw or not self._fine(None):
            return []
        (full,) = self._bind(Quantifier.EXISTS, [Meaning("full", time)])
        for literal in self._open_cells():
            self._add((-full, -literal))
        return [full]

    def _stuck(self, time: int, actions: list[GroundAction]) -> list[int]:
        """A variable that is true only if the mover cannot move on a board that is not full, where that is fine."""
        if not self._fine(self.game.stuck.winner(self.mover)):
            return []
        (stuck,) = self._bind(Quantifier.EXISTS, [Meaning("stuck", time)])
        for action in actions:
            self._add((-stuck, *(-part for part in parts(action.needs, self._state))))
        if self.game.full_draw:
            self._add((-stuck, *self._open_cells()))
        return [stuck]

    def _need(self, actions: list[GroundAction], variables: range) -> None:
        """Each variable implies that its action is legal.

        Where a full board is an end that is not fine, nobody moves on it: most actions ask for an open cell anyhow.
        """
        keep_room = self.game.full_draw and not self._fine(None)
        for variable, action in zip(variables, actions, strict=True):
            for part in parts(action.needs, self._state):
                self._add((-variable, part))
            if keep_room and not action.needs.open:
                self._add((-variable, *self._open_cells()))

    def _possible_goals(self, player: Player) -> list[Masks]:
        return [goal for goal in self._goals[player] if may_hold(goal, self._colours)]


def parts(masks: Masks, state: GroundState) -> Iterator[int]:
    """The literals that make up a condition in a state."""
    for index, mask in enumerate(masks):
        for cell in cells_of(mask):
            yield state[cell][index] if index < 3 else -state[cell][index - 3]


class Ground(Encoding):
    """The ground encoding of a win of Black's: see the module.

    >>> from zermelo.families import make
    >>> Ground().encode(make("domineering:2x3"), 4).formula
    <QCNF variables=67 clauses=163 literals=442 blocks=5 universal=4 existential=63>
    """

    name = "ground"
    title = "grid games, ground: every action and every cell at every time"
    source = "ours, after the corrective encoding"
    takes = Takes(grid=True, any_end=True)

    def encode(self, game: Game, depth: int) -> Encoded:
        """As :meth:`Encoding.encode`."""
        require(self, game, depth)
        assert isinstance(game, GridGame)
        known = by_the_rules(game, depth)
        if known is not None:
            return Encoded(self.label, depth, None, *known)
        play = GroundPlay(game, depth, Player.BLACK, symmetry=self.symmetry)
        return Encoded(self.label, depth, play.qcnf, first_move=play.first_move(), meanings=play.meanings.copy)
