"""Ground games that are positional games, recognised and proven to be so.

What the game is, is guessed from a few random plays and from the rules: the cells are the first moves, a *mark* is a
fluent that a move on a cell makes true and no other one does, winning sets are conjunctions of marks that end the play.
A guess may be wrong; it is a SAT solver that decides. Let I be what is known of the fluents at some ply, together with
invariants that are proven by induction (`zermelo.model.net_step`), among them that no cell has marks of both players,
and that some fluents are constant. The obligations, each a call or a few:

1. at the start no cell is marked, and the play is not over;
2. in each state with I that is not over, at each ply: exactly the moves of one player on cells without a mark are
   legal, besides one move of the other player, always the same at that ply;
3. after each such step exactly the mark of that move has come, and none has gone;
4. in each state with I, the play is over exactly if some set is complete or every cell is marked;
5. in each such state that is over: a complete set of a player means his win, a full board without one means always the
   same; each player has exactly one score.

By 2 and 3 no cell but the one of the step gets a mark, of the player whose turn it is; by 4 no set was complete before
it. So sets of one player only can be complete, which 5 may suppose. Then by induction on the steps both games have the
same plays, as long, with the same ends: a question has the same answer in both at every depth. What is not proven in
the time given is not recognised.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any

from zermelo.errors import InputError, LimitError
from zermelo.interrupts import in_pysat, pysat_solver
from zermelo.model.board import Board
from zermelo.model.game import Player
from zermelo.model.net import FALSE, TRUE, Net, Ref
from zermelo.model.net_drawing import cell_fluents
from zermelo.model.net_game import NetGame
from zermelo.model.positional import PositionalGame, Rule
from zermelo.model.positional_guess import PositionalGuess, guessed
from zermelo.model.turns import Turns

if TYPE_CHECKING:
    from zermelo.model.net_step import Step

MOST_RULES = 40_000
SECONDS = 10.0
"""Time for all proofs of a game."""


@dataclass(frozen=True)
class RecognisedNet:
    """A ground game that is a positional game.

    Parameters
    ----------
    game
        The positional game, on the cells that are open at the start; maker-maker where it says that White has sets, or
        that a full board is no win of hers.
    full
        The player who wins when every cell is marked and no set is complete; None: a draw.
    moves
        For Black and White, for each cell, the move of the ground game.
    """

    game: PositionalGame
    full: Player | None
    moves: tuple[tuple[int, ...], tuple[int, ...]]

    def move(self, game: NetGame, cell: int) -> int:
        """The move of the ground game, in its start position, on a cell; a forced step is what it is."""
        legal = game.legal(game.start)
        number = self.moves[0 if self.game.player_at(0) is Player.BLACK else 1][cell]
        return number if number in legal else legal[0]

    @property
    def note(self) -> str:
        """One sentence for people."""
        sets = [len(self.game.winning_sets(player)) for player in Player]
        end = "a draw" if self.full is None else f"{self.full}'s win"
        return (
            f"recognised as a positional game on {len(self.game.board)} cells with {sets[0]} winning sets of Black's "
            f"and {sets[1]} of White's, a full board being {end}: proven"
        )


@lru_cache(maxsize=64)
def recognised(game: NetGame) -> RecognisedNet | None:
    """The positional game that a ground game is, proven; None where none is found, or proven in time.

    Parameters
    ----------
    game
        The ground game; its start position is that of the positional game.
    """
    if len(game.net.rules) > MOST_RULES or any(component.cyclic for component in game.net.order):
        return None
    try:
        guess = guessed(game)
        return None if guess is None or not _Proof(game, guess).holds() else _found(game, guess)
    except (LimitError, InputError):  # out of time; or rules that make no sense, which the search will tell
        return None


def _found(game: NetGame, guess: PositionalGuess) -> RecognisedNet:
    """The game that was proven."""
    count = len(guess.marks[0])
    board, order = _board(game, guess.marks[0])
    place = {cell: k for k, cell in enumerate(order)}
    sets = [
        tuple(sum(1 << place[cell] for cell in range(count) if mask >> cell & 1) for mask in guess.sets[k])
        for k in (0, 1)
    ]
    breaker = guess.full is Player.WHITE and not sets[1]
    positional = PositionalGame(
        game.name,
        board,
        Rule.MAKER_BREAKER if breaker else Rule.MAKER_MAKER,
        sets[0],
        sets[1],
        turns=Turns.of(guess.players),
        depth=game.depth,
    )
    first, second = (tuple(each[cell] for cell in order) for each in guess.moves)
    return RecognisedNet(positional, guess.full, (first, second))


def _board(game: NetGame, marks: Sequence[int]) -> tuple[Board, list[int]]:
    """A board with the cells in order: a rectangle where the marks have coordinates that fill it, else mere names."""
    drawn = cell_fluents(game.net.fluents)
    if drawn is not None and all(mark - 1 in drawn.cells for mark in marks):
        at = {drawn.cells[mark - 1][:2]: cell for cell, mark in enumerate(marks)}
        columns, rows = (sorted({place[axis] for place in at}) for axis in (0, 1))
        if len(at) == len(marks) == len(columns) * len(rows) <= 26 * len(rows) and len(columns) <= 26:
            return Board.square(len(columns), len(rows)), [at[place] for place in product(columns, rows)]
    return Board.named([f"c{cell + 1}" for cell in range(len(marks))]), list(range(len(marks)))


# ----------------------------------------------------------------------------------------------------------- the proof


class _Proof:
    """The obligations of the module's text."""

    def __init__(self, game: NetGame, guess: PositionalGuess) -> None:
        self.game, self.net, self.guess = game, game.net, guess
        self.cells = range(len(guess.marks[0]))

    def holds(self) -> bool:
        """True if every obligation is proven."""
        from pysat.solvers import Solver  # SAT solvers take time to import

        from zermelo.model.net_step import Step

        start, (black, white) = self.game.start.black, self.guess.marks
        if len({*black, *white}) < 2 * len(self.cells) or any(start >> mark - 1 & 1 for mark in (*black, *white)):
            return False
        plies = self.game.turns.known
        assert plies is not None
        more = [(-one, -two) for one, two in zip(black, white, strict=True)] + [(each,) for each in self.guess.constant]
        until = time.monotonic() + SECONDS
        with Step(self.net, start, plies, SECONDS, more) as step:
            if not self._steps(step):
                return False
            invariants = list(step.invariants)
        with pysat_solver(lambda: Solver(name="cadical153")) as sat:
            state = _NetState(self.net, sat, invariants, until)
            state.fits(plies)
            return self._moves(state) and self._ends(sat, state)

    def _steps(self, step: Step) -> bool:
        """Obligation 3."""
        guess, game = self.guess, self.game
        for player, marks, moves in zip(Player, guess.marks, guess.moves, strict=True):
            role = game.role_of(player)
            for mark, move in zip(marks, moves, strict=True):
                made = self.net.move_atom(role, move - game.moves_of(player)[0])
                kept = step.impossible(mark, -step.then(mark)) and step.impossible(made, -step.then(mark))
                if not kept or not step.impossible(-mark, -made, step.then(mark)):
                    return False
        return True

    def _moves(self, state: _NetState) -> bool:
        """Obligation 2, of states and not of steps: where a role has no legal move there is no step."""
        guess, game = self.guess, self.game
        plies, place = game.turns.known, game.turns.place
        assert plies is not None
        for ply in sorted({place(ply): ply for ply in reversed(range(len(guess.replies)))}.values()):
            known = plies[place(ply)]
            here = [k + 1 for k in range(len(self.net.fluents)) if known.true >> k & 1]
            here += [-(k + 1) for k in range(len(self.net.fluents)) if known.false >> k & 1]
            if not self._legal(state, [*here, -state.literal(self.net.terminal)], ply):
                return False
        # Steps that no random play has come to: at a ply that the proof has met, with the player that it has there.
        met = {place(ply): guess.players[ply] for ply in range(len(guess.replies))}
        later = range(len(guess.replies), len(self.cells))
        return all(met.get(place(ply)) is guess.players[ply] for ply in later)

    def _legal(self, state: _NetState, here: list[int], ply: int) -> bool:
        guess, game = self.guess, self.game
        mover = guess.players[ply]
        if any(guess.players[t] is not mover or guess.replies[t] != guess.replies[ply] for t in self._like(ply)):
            return False
        own = guess.moves[0 if mover is Player.BLACK else 1]
        cell = {move: k for k, move in enumerate(own)}
        refs = self.net.legal[0] + self.net.legal[1]
        for move in (*game.moves_of(Player.BLACK), *game.moves_of(Player.WHITE)):
            legal = state.literal(refs[move])
            if move in cell:
                marks = [guess.marks[k][cell[move]] for k in (0, 1)]
                fine = state.impossible(*here, -legal, -marks[0], -marks[1]) and all(
                    state.impossible(*here, legal, mark) for mark in marks
                )
            else:
                fine = state.impossible(*here, -legal if move == guess.replies[ply] else legal)
            if not fine:
                return False
        return True

    def _like(self, ply: int) -> list[int]:
        """The steps, among those met in plays, at plies of which as much is known."""
        place = self.game.turns.place
        return [t for t in range(len(self.guess.replies)) if place(t) == place(ply)]

    def _ends(self, sat: Any, state: _NetState) -> bool:
        """Obligations 4 and 5."""
        complete = []
        for player, marks in zip(Player, self.guess.marks, strict=True):
            sets = self.guess.sets[0 if player is Player.BLACK else 1]
            chosen = [state.all_of([marks[k] for k in self.cells if mask >> k & 1]) for mask in sorted(sets)]
            complete.append(state.any_of(chosen))
        marked = [state.any_of(pair) for pair in zip(*self.guess.marks, strict=True)]
        full, over = state.all_of(marked), state.literal(self.net.terminal)
        end = state.any_of([*complete, full])
        if not (state.impossible(over, -end) and state.impossible(end, -over)):
            return False
        sat.add_clause([-complete[0], -complete[1]])
        for winner in self.guess.ends:
            self.guess.full = winner
            if all(self._scored(state, player, over, complete, full) for player in Player):
                return True
        return False

    def _scored(self, state: _NetState, player: Player, over: int, complete: Sequence[int], full: int) -> bool:
        scores = [(value, state.literal(ref)) for value, ref in self.net.score[self.game.role_of(player)]]
        if not state.impossible(over, *(-literal for _, literal in scores)):
            return False
        for at, (value, literal) in enumerate(scores):
            if any(
                value != other and not state.impossible(over, literal, second) for other, second in scores[at + 1 :]
            ):
                return False
        least = self.game.win if player is Player.BLACK else self.game.white_win
        enough = state.any_of([literal for value, literal in scores if value >= least])
        mine, other = complete if player is Player.BLACK else reversed(list(complete))
        rest = enough if self.guess.full is not player else -enough
        return (
            state.impossible(mine, -enough)
            and state.impossible(other, enough)
            and state.impossible(full, -mine, -other, rest)
        )


class _NetState:
    """A SAT solver with the clauses of one state: the rules of phase 0, which are without cycles, and invariants.

    Raises ``LimitError`` where it is asked after a moment, in seconds of the monotonic clock.
    """

    def __init__(self, net: Net, sat: Any, invariants: Iterable[tuple[int, ...]], until: float) -> None:
        self.net, self._sat, self._count, self._until = net, sat, net.atoms, until
        self._true = self._fresh()
        sat.add_clause([self._true])
        bodies: dict[int, list[int]] = {}
        for component in net.phases[0]:
            for head, body in component.rules:
                bodies.setdefault(head, []).append(self.all_of(body))
        for head in range(net.first_derived, net.atoms + 1):
            if not net.moved[head]:
                numbers = bodies.get(head, [])
                sat.add_clause([-head, *numbers])
                for number in numbers:
                    sat.add_clause([head, -number])
        for clause in invariants:
            sat.add_clause(list(clause))

    def _fresh(self) -> int:
        self._count += 1
        return self._count

    def literal(self, ref: Ref) -> int:
        """The literal of an atom, or of a constant."""
        return self._true if ref == TRUE else -self._true if ref == FALSE else ref

    def all_of(self, literals: Iterable[int]) -> int:
        """A variable that equals a conjunction."""
        parts, new = list(literals), self._fresh()
        for each in parts:
            self._sat.add_clause([-new, each])
        self._sat.add_clause([new, *(-each for each in parts)])
        return new

    def any_of(self, literals: Iterable[int]) -> int:
        """A literal that equals a disjunction."""
        return -self.all_of([-each for each in literals])

    def fits(self, plies: Iterable[Any]) -> None:
        """Suppose that what is known of one of the plies is true."""
        chosen = []
        for here in set(plies):
            fluents = range(len(self.net.fluents))
            known = [k + 1 for k in fluents if here.true >> k & 1] + [-(k + 1) for k in fluents if here.false >> k & 1]
            chosen.append(self.all_of(known))
        self._sat.add_clause(chosen)

    def impossible(self, *literals: int) -> bool:
        """Prove that no state makes all literals true."""
        if time.monotonic() > self._until:
            raise LimitError("time", "no time is left for proofs about a state")
        with in_pysat():
            return not self._sat.solve(assumptions=list(literals))
